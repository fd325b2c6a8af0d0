"""PyTorch's results next to short behaviours are those recorded."""
from __future__ import annotations

from compat_tests import answers


def outcome(*values: object, **others: object) -> dict[str, object]:
    return {"values": list(values), "error": None, "printed": "", "sharing": [], "warnings": [], **others}


def test_the_comments_are_what_is_recorded() -> None:
    """After a recording: `python -m compat_tests.answers`."""
    assert list(answers.stale_modules()) == []


def test_an_answer_is_few_short_lines() -> None:
    tensor = {"value": None, "layout": (), "text": "tensor([[1.],\n        [2.]])"}
    error = {"raised": "TypeError", "message": "no"}
    assert answers.answer(outcome((tensor, 1), [2.5], error, warnings=[("UserWarning", "old")], sharing=[(0, 1)])) == [
        "(tensor([[1.], [2.]]), 1)", "[2.5]", "TypeError: no", "UserWarning: old", "memory in common: 0 and 1"]
    assert answers.answer(outcome(*range(7))) is None and answers.answer(outcome("x" * 140)) is None
    assert answers.answer(outcome("<object at 0x7f0011223344>")) is None and answers.answer(outcome()) is None


def test_written_twice_is_written_once() -> None:
    source = "def case(torch):\n    yield 1\n\n\ndef other(torch):\n    yield from range(9)\n"
    outcomes = {"case": outcome(1), "other": outcome(*range(9))}
    once = answers.annotate(source, outcomes)
    assert once == source.replace("yield 1\n", "yield 1\n    # PyTorch: 1\n")
    assert answers.annotate(once, outcomes) == once
    assert answers.annotate(once, {"case": outcome(2)}) == once.replace("PyTorch: 1", "PyTorch: 2")
