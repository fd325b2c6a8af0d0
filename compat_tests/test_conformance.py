"""Every aspect of every recorded operation, every small program, every random program, every name."""
from __future__ import annotations

import pytest

from . import coverage
from .conftest import KNOWN_KEY, explained, others, results
from .judging.scoring import LEFT_OUT, WITHOUT_BFLOAT16, Score


def judge(case: str, score: Score, config: pytest.Config) -> None:
    """A case must pass if it is not a known difference, and fail if it is."""
    if score.untried:
        pytest.skip(LEFT_OUT)
    known = case in config.stash[KNOWN_KEY]
    if known and score.ok and score.left_out:  # the failing cases are those left out
        pytest.skip(LEFT_OUT)
    if known and score.ok and not config.getoption("--live"):  # other samples may not show the difference
        pytest.fail(f"{case!r} passes and is listed in xfails.txt: run `python -m compat_tests.xfails --write`")
    if known and not score.ok:
        pytest.xfail(score.failures[0])
    assert score.ok, "\n".join(score.failures)


def test_operation(operation: str, aspect: str, pytestconfig: pytest.Config) -> None:
    judge(f"op {operation} {aspect}", results(pytestconfig)[operation][aspect], pytestconfig)


def test_behaviour(behaviour: str, pytestconfig: pytest.Config) -> None:
    judge(behaviour, others(pytestconfig)[behaviour], pytestconfig)


def test_program(program: str, pytestconfig: pytest.Config) -> None:
    score = others(pytestconfig)[program]
    if not score.ok and pytestconfig.getoption("--live"):  # new programs may have explained differences
        why = explained(program, pytestconfig)
        if why:
            pytest.xfail(why)
    judge(program, score, pytestconfig)


def test_name(name: str, pytestconfig: pytest.Config) -> None:
    judge(name, others(pytestconfig)[name], pytestconfig)


def test_coverage_page_is_fresh(pytestconfig: pytest.Config) -> None:
    """docs/coverage.md agrees with these measurements."""
    if pytestconfig.getoption("--select") or pytestconfig.getoption("--live"):
        pytest.skip("the page is made from all recorded operations")
    if WITHOUT_BFLOAT16:
        pytest.skip(LEFT_OUT)
    fresh = coverage.page(coverage.statuses(results(pytestconfig)))
    assert coverage.PAGE.read_text() == fresh, "stale: run `python -m compat_tests.coverage --write`"


def test_everything_is_judged(pytestconfig: pytest.Config) -> None:
    """Every line of xfails.txt names a case."""
    if pytestconfig.getoption("--select"):
        pytest.skip("only some operations were selected")
    judged = set(others(pytestconfig)) | {f"op {name} {aspect}" for name, scores in results(pytestconfig).items() for aspect in scores}
    known = pytestconfig.stash[KNOWN_KEY]
    if pytestconfig.getoption("--live"):  # whose programs come from other seeds
        known = frozenset(case for case in known if not case.startswith("program seed "))
    assert sorted(known - judged) == []
