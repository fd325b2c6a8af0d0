"""The units that may notice faults, each run separately: a test of `tests/`, an operation, a behaviour, a few random programs."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from _pytest.runner import runtestprotocol

from ..record import REFERENCE
from ..xfails import behaviour_cases, known, program_cases

PROGRAMS = 100  # in one unit
NAMES = "names"  # every public name with its signature


@dataclass
class Unit:
    """`run(next)` returns the first failure, or an empty string."""

    name: str
    file: str
    run: Callable[[Any], str]
    item: Any = None


def of_item(item: pytest.Item) -> Unit:
    def run(following: Any) -> str:
        failed = [report for report in runtestprotocol(item, log=False, nextitem=following) if report.failed]
        return str(failed[0].longrepr) if failed else ""
    return Unit(item.nodeid, item.nodeid.split("::")[0], run, item)


@cache
def expected() -> frozenset[str]:
    return known()


def unexpected_results(scores: dict[str, Any]) -> str:
    """The cases that fail and are not listed as known differences, or the other way round."""
    wrong = [f"{case}: {'; '.join(score.failures[:1])}" for case, score in scores.items()
             if not score.untried and score.ok == (case in expected()) and not (score.ok and score.left_out)]
    return "\n".join(wrong)


def _operation(name: str) -> str:
    import minitorch_compat as torch

    from ..judging import scoring
    scores = scoring.score(torch, name, REFERENCE)
    return unexpected_results({f"op {name} {aspect}": score for aspect, score in scores.items()})


def _without_warnings(function: Callable[[], str]) -> Callable[[Any], str]:
    def run(_following: Any) -> str:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                return function()
            except Exception as error:
                return f"{type(error).__name__}: {error}"
    return run


def of_conformance() -> Iterator[Unit]:
    """The units of compat_tests, in the order of their use relative to their duration."""
    from .. import behaviours
    from ..judging import archive
    from ..judging.scoring import entries, score_names
    for family in behaviours.families():
        yield Unit(f"behaviours {family}", "behaviours", _without_warnings(lambda family=family: unexpected_results(  # type: ignore[misc]
            behaviour_cases(REFERENCE, lambda case: case.startswith(f"behaviour {family} ")))))
    names = list(archive.keys((REFERENCE / "programs.xz").read_bytes()))
    for start in range(0, len(names), PROGRAMS):
        some = frozenset(f"program {name}" for name in names[start:start + PROGRAMS])
        yield Unit(f"programs {start}", "programs", _without_warnings(lambda some=some: unexpected_results(  # type: ignore[misc]
            program_cases(REFERENCE, some.__contains__))))
    yield Unit(NAMES, NAMES,
               _without_warnings(lambda: unexpected_results({f"name {case}": score for case, score in score_names().items()})))
    for name in entries():
        yield Unit(f"operation {name}", "operations", _without_warnings(lambda name=name: _operation(name)))  # type: ignore[misc]
