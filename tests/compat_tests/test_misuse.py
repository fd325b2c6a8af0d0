"""The comparison of wrong calls detects differences and side effects of refused calls, and survives a crashed side."""
from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from compat_tests.judging.scoring import load
from compat_tests.misuse.__main__ import main
from compat_tests.misuse.argument_states import ARGUMENT_STATES
from compat_tests.misuse.calls import KINDS, Call, calls, chosen
from compat_tests.misuse.judging import verdicts
from compat_tests.misuse.running import outcome
from compat_tests.misuse.worker import Remembering, Side, keys_of
from compat_tests.operations.probes import Op

ADD = Op("add", 1, "add", "add_", True, ("float32",))
ANSWER = {"result": "float32[2]", "numbers": [[1.0, 1.0, 0.0]]}
REFUSAL = {"raised": "TypeError", "text": "f(): a phrase at 0x12", "changed": []}


@pytest.mark.parametrize(("ours", "theirs", "expected"), [
    (ANSWER, ANSWER, []), (REFUSAL, {**REFUSAL, "text": "f(): a phrase at 0x34"}, []), (ANSWER, {}, []),
    (ANSWER, REFUSAL, ["answered here, refused there"]), (REFUSAL, ANSWER, ["refused here, answered there"]),
    (REFUSAL, {**ANSWER, "result": "NotImplementedType"}, []),
    (ANSWER, {**ANSWER, "result": "float64[2]"}, ["other dtype or shape"]),
    (ANSWER, {**ANSWER, "numbers": [[1.0, 3.0, 0.0]]}, ["other numbers"]),
    (REFUSAL, {**REFUSAL, "raised": "ValueError"}, ["other exception type"]), (REFUSAL, {**REFUSAL, "text": "g"}, ["other text"]),
    ({**REFUSAL, "changed": ["tensor 0: version"]}, REFUSAL, ["state changed by a refusal"]),
    (REFUSAL, {"raised": "crash", "text": ""}, [])])
def test_verdicts(ours: dict[str, Any], theirs: dict[str, Any], expected: list[str]) -> None:
    assert verdicts(ours, theirs) == expected


@pytest.mark.parametrize("kind", [*KINDS, *ARGUMENT_STATES])
def test_every_kind_makes_calls_of_their_own(kind: str) -> None:
    keys = [call.key for name in ("add", "sum", "gather", "where") for call in calls(
        Op(**load(name)["op"]), chosen(load(name)["samples"]), [kind])]
    assert keys
    one = keys_of("gather", [kind])
    assert len(set(one)) == len(one)


def refusing(change: Callable[[Any], Any]) -> Callable[..., Any]:
    def function(x: Any) -> Any:
        change(x)
        raise RuntimeError("no")
    return function


@pytest.mark.parametrize(("change", "seen"), [
    (lambda x: None, []), (lambda x: x.add_(1), ["tensor 0: values", "tensor 0: version"]),
    (lambda x: x.requires_grad_(), ["tensor 0: requires_grad"]),
    (lambda x: x.t_(), ["tensor 0: values", "tensor 0: version", "tensor 0: shape", "tensor 0: strides"])])
def test_what_a_refusal_leaves_behind_is_seen(change: Any, seen: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Op, "function", lambda self, torch: refusing(change))
    call = Call("names", "function", 0, 0, "", lambda torch: ([torch.arange(6.0).reshape(2, 3)], {}))
    assert outcome(torch, ADD, call)["changed"] == seen


def test_a_side_that_dies_is_started_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "dying_torch.py").write_text(
        "import os, minitorch_compat\n"
        "def sin(x, **kwargs):\n    return os._exit(3) if 'no_such_argument' in kwargs else minitorch_compat.sin(x, **kwargs)\n"
        "def __getattr__(name):\n    return getattr(minitorch_compat, name)\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    side = Side(sys.executable, "dying_torch")
    keys = keys_of("sin", ["names"])
    side.ask("sin", ["names"])
    answers = side.answers("sin", ["names"], keys)
    side.close()
    assert list(answers) == keys
    crashed = [key for key, answer in answers.items() if answer.get("raised") == "crash"]
    assert crashed == [key for key in keys if "function" in key and "no_such_argument" in key]


def test_a_side_agrees_with_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "torch.py").write_text("import sys, minitorch_compat\nsys.modules['torch'] = minitorch_compat\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert main(["--select", "^sin$", "--oracle", sys.executable, "--out", str(tmp_path / "list")]) == 0
    assert "| names | " in capsys.readouterr().out
    assert (tmp_path / "list").read_text() == ""


def test_answers_are_kept_as_long_as_the_calls_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    side = Remembering(tmp_path, sys.executable, "minitorch_compat")
    keys = keys_of("sgn", ["devices"])
    asked: list[str] = []
    ask = Side.ask
    monkeypatch.setattr(Side, "ask", lambda self, name, kinds, skip=0: (asked.append(name), ask(self, name, kinds, skip))[1])
    try:
        side.ask("sgn", ["devices"])
        first = side.answers("sgn", ["devices"], keys)
        side.ask("sgn", ["devices"])
        assert side.answers("sgn", ["devices"], keys) == first and asked == ["sgn"]
        side.ask("sgn", ["devices"])
        assert side.recalled
        side.recalled[0] = keys[1:]  # as if there had been fewer calls
        assert side.answers("sgn", ["devices"], keys) == first and asked == ["sgn", "sgn"]
    finally:
        side.close()
