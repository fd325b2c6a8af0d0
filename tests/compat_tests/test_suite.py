"""The conformance suite itself: it reads what it writes, detects differences, and keeps known ones."""
from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from compat_tests import xfails
from compat_tests.judging import archive, scoring, tolerances
from compat_tests.judging.compare import differences
from compat_tests.judging.portable import Named, Raised, Symbol, TensorRecord, build, contiguous_strides
from compat_tests.judging.tolerances import EXACT, POINTWISE, REDUCTION, spacing
from compat_tests.operations.variants import CHANGES
from compat_tests.programs.judging import judge
from compat_tests.programs.running import run

ROOT = Path(__file__).parent.parent.parent


def record(values, dtype="float64", **fields):  # type: ignore[no-untyped-def]
    data = np.array(values, dtype)
    return TensorRecord(dtype, data.shape, contiguous_strides(data.shape), data, **fields)


VALUES = {"plain": [None, True, 3, 2.5, "text"], "tensor": record([[1.0, -0.0], [np.nan, np.inf]]), "empty": record(np.zeros((0, 3))),
          "strided": TensorRecord("float32", (2, 2), (4, 2), np.eye(2, dtype=np.float32)), "tuple": (1, (2j, [record(True, "bool")])),
          "classes": [Raised("ValueError", "no"), Symbol("torch", "float32"), Named("Size", (2, 3))], "dict": {"a": 1, "b": {"c": ()}}}


@pytest.mark.parametrize("name", VALUES)
def test_archive_gives_back_what_it_got(name: str) -> None:
    data = archive.dumps(VALUES[name])
    assert data == archive.dumps(VALUES[name])
    assert differences(VALUES[name], archive.loads(data), EXACT) == []


@pytest.mark.parametrize("change", CHANGES)
def test_variants_can_be_built(change: str) -> None:
    changed = CHANGES[change](record(np.arange(6.0).reshape(2, 3)))
    tensor = build(torch, changed)
    assert tuple(tensor.shape) == changed.shape
    assert differences(changed.data.tolist(), tensor.tolist(), EXACT) == []


@pytest.mark.parametrize(("expected", "actual"), [
    (record([1.0]), record([1.0 + 2**-52])), (record([1.0]), record([1.0], requires_grad=True)),
    (record([1, 2], "int64"), record([1, 3], "int64")),
    (record([1.0]), record([1.0], "float32")), (record([np.nan]), record([1.0])), (record([np.inf]), record([-np.inf])), ((1, 2), [1, 2]),
    ({"a": 1}, {"a": 2}), (Raised("ValueError", ""), Raised("TypeError", "")), (3, Raised("ValueError", "")), (True, 1)])
def test_differences_are_seen(expected, actual) -> None:  # type: ignore[no-untyped-def]
    assert differences(expected, expected, EXACT) == []
    assert len(differences(expected, actual, EXACT)) == 1


def test_ulps_count_at_the_number_or_at_the_largest() -> None:
    tiny = record([1.0, 1e-9]), record([1.0, 1e-9 + 4e-16])
    assert differences(*tiny, POINTWISE)
    assert not differences(*tiny, REDUCTION)
    assert spacing(np.array([1.0, 1.5, 2.0]), "float32").tolist() == [2.0**-23, 2.0**-23, 2.0**-22]


def test_every_rule_has_a_reason() -> None:
    assert all(rule.reason for rule in vars(tolerances).values() if isinstance(rule, tolerances.Rule))


@pytest.mark.parametrize(("expected", "actual", "same"), [
    ('add() missing 1 required positional arguments: "input"', "add() missing 2 required positional arguments: 'input' and 'other'", True),
    ("add() takes 2", "sub() takes 2", False), ("Expected a, but got 3", "Expected a, but got 4", True), ("one thing", "another", False)])
def test_key_phrases(expected: str, actual: str, same: bool) -> None:
    assert (scoring.key_phrase(expected) == scoring.key_phrase(actual)) is same


def test_xfails_keep_their_reasons(tmp_path: Path) -> None:
    path = tmp_path / "xfails.txt"
    xfails.write({"because\nof this": ["op a grad", "op b out"], "other": ["op c out"]}, path)
    groups = xfails.read(path)
    assert groups == {"because\nof this": ["op a grad", "op b out"], "other": ["op c out"]}
    failing = {"op a grad": scoring.Score(0, 1, ["x"]), "op d jvp": scoring.Score(0, 1, ["expected 1, got UnsupportedError()"])}
    fresh = xfails.updated(failing, groups, frozenset({"op a grad", "op b out", "op d jvp"}))
    assert fresh["because\nof this"] == ["op a grad"], "b passes now"
    assert fresh["other"] == ["op c out"], "c was not judged"
    assert [reason for reason, cases in fresh.items() if "op d jvp" in cases] == [xfails.CAUSES[0][1]]


def test_a_wrong_answer_fails_its_aspects(monkeypatch: pytest.MonkeyPatch) -> None:
    assert scoring.score(torch, "sin")["forward"].ok
    right = torch.sin
    monkeypatch.setattr(torch, "sin", lambda *args, **kwargs: right(*args, **kwargs) * 1.0000001)
    wrong = scoring.score(torch, "sin")
    assert not wrong["forward"].ok
    assert not wrong["grad"].ok
    assert wrong["method"].ok, "the method is still right"


def test_programs_are_judged() -> None:
    program = ["v0 = torch.ones(2)", "v1 = v0 + 1", "v2 = v1.no_such_name"]
    outcome = run(torch, program)
    assert outcome["errors"]["2"]["raised"] == "AttributeError"
    assert judge(outcome, run(torch, program), program) is None
    found = judge(outcome, run(torch, ["v0 = torch.ones(2)", "v1 = v0 + 2", program[2]]), program)
    assert found is not None
    assert found.kind == "value"


def test_reference_is_whole() -> None:
    manifest = json.loads((ROOT / "compat_tests" / "reference" / "manifest.json").read_text())
    there = {str(path.relative_to(ROOT / "compat_tests" / "reference")) for path in (ROOT / "compat_tests" / "reference").rglob("*.xz")}
    assert there == set(manifest["files"])
    assert sum((ROOT / "compat_tests" / "reference" / name).stat().st_size for name in there) < 25e6


def test_command_line() -> None:
    done = subprocess.run([sys.executable, "-m", "minitorch_compat", "conformance", "--select", "^sin$", "--report", "json"], cwd=ROOT,
                          capture_output=True, text=True)
    assert json.loads(done.stdout)["operations"]["sin"]["forward"]["total"] > 5, done.stderr


@pytest.mark.parametrize("without", [False, True])
def test_a_case_that_differs_and_asked_for_bfloat16_is_left_out_without_it(without: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "WITHOUT_BFLOAT16", without)
    refusal = f"{scoring.LEFT_OUT}: pip install it"
    scores = {}
    for name, status, found in (("passes", refusal, []), ("asks", refusal, ["differs"]), ("asks for more", "not built yet", ["differs"])):
        with scoring.Asked(torch) as asked:
            assert isinstance(torch.UnsupportedError("torch.something", status), NotImplementedError)  # a program that tells it otherwise
        scores[name] = scoring.Score()
        scores[name].add("", found, asked)
    assert {name: (s.passed, s.total, s.left_out) for name, s in scores.items()} == {
        "passes": (1, 1, 0), "asks": (0, 0, 1) if without else (0, 1, 0), "asks for more": (0, 1, 0)}
    with scoring.Asked(torch) as asked:
        pass
    torch.UnsupportedError("torch.something", refusal)
    assert not asked
