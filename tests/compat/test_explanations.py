"""Differences of random programs that need no repair: a reason holds only if the same choice, or the same bits, leaves none."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import minitorch_compat as torch
from compat_tests.programs.judging import Shrunk, explanation, judge
from compat_tests.programs.running import run

Replaced = Callable[..., Any]


class Other:
    """The other side: this package, with one method in another's place."""

    def __init__(self, owner: Any, name: str, method: Callable[[Replaced], Replaced]) -> None:
        self.owner, self.name, self.method = owner, name, method

    @contextmanager
    def changed(self) -> Iterator[None]:
        right = getattr(self.owner, self.name)
        setattr(self.owner, self.name, self.method(right))
        try:
            yield
        finally:
            setattr(self.owner, self.name, right)

    def of_program(self, program: list[str]) -> dict[str, Any]:
        with self.changed():
            return run(torch, program)


def why(other: Other, *program: str) -> str | None:
    found = judge(other.of_program(list(program)), run(torch, list(program)))
    assert found is not None
    return explanation(torch, other, Shrunk(list(program), found))  # type: ignore[arg-type]


def from_behind(right: Replaced) -> Replaced:
    """Of equal elements the last comes first."""
    return lambda self, dim=-1: self.shape[dim] - 1 - right(self.flip(dim), dim)


def off_by_one(right: Replaced) -> Replaced:
    return lambda self, dim=-1: right(self, dim).roll(1, dim)


def last_bit(right: Replaced) -> Replaced:
    return lambda x: right(x) * (1 + 2.0**-50)


def wrong(right: Replaced) -> Replaced:
    return lambda x: right(x) * 1.001


def test_places_of_equal_elements() -> None:
    flipped, rolled = Other(torch.Tensor, "argsort", from_behind), Other(torch.Tensor, "argsort", off_by_one)
    assert why(flipped, "v0 = torch.zeros(3)", "v1 = v0.argsort(0)") == "ties"
    assert why(flipped, "v0 = torch.zeros(2, 3)", "v0[v0.argsort(0)[0, 0], v0.argsort(-1)[0, 0]] += 1") == "ties"
    assert why(rolled, "v0 = torch.arange(3.)", "v1 = v0.argsort(0)") is None, "other places of other elements"
    assert why(rolled, "v0 = torch.arange(3.)", "v0.scatter_(0, v0.argsort(0)[:1], 7.0)") is None


def test_a_tie_excuses_nothing_else() -> None:
    class Both(Other):
        def of_program(self, program: list[str]) -> dict[str, Any]:
            with Other(torch.Tensor, "sin", wrong).changed():
                return super().of_program(program)

    assert why(Both(torch.Tensor, "argsort", from_behind), "v0 = torch.zeros(3)", "v1 = v0.argsort(0)", "v2 = (v0 + 1).sin()") is None


def test_rounding_made_whole() -> None:
    nearly, far = Other(torch.Tensor, "sin", last_bit), Other(torch.Tensor, "sin", wrong)
    program = "v0 = torch.tensor([1.0, 2.0], dtype=torch.float64)", "v1 = v0.sin()", "v2 = v1 > 0.8415"
    assert why(nearly, program[0], program[1], "v2 = (v1 * 2.0**52).long()") == "rounding"
    assert why(far, *program) is None
    assert why(nearly, program[0], "v1 = (v0.sin() * 2.0**52).long()") is None, "what was no variable cannot be shown to be the cause"


def test_gelu_of_infinity() -> None:
    def nan(right: Replaced) -> Replaced:
        return lambda x: torch.where(x == float("inf"), float("nan"), right(x))

    def always(right: Replaced) -> Replaced:
        return lambda x: right(x) * float("nan")

    program = "v0 = torch.tensor([1.0, float('inf')])", "v1 = torch.nn.functional.gelu(v0)"
    assert why(Other(torch.nn.functional, "gelu", nan), *program) == "gelu of infinity"
    assert why(Other(torch.nn.functional, "gelu", always), *program) is None


def test_what_was_written_before_an_error() -> None:
    def hasty(right: Replaced) -> Replaced:
        def scatter_(self: Any, dim: int, index: Any, value: Any) -> Any:
            self.data[0] = value
            return right(self, dim, index, value)
        return scatter_

    hurried = Other(torch.Tensor, "scatter_", hasty)
    assert why(hurried, "v0 = torch.zeros(3)", "v0.scatter_(0, torch.tensor([0, 9]), 3.0)") == "written before a refusal"
    assert why(Other(torch.Tensor, "index_fill_", hasty), "v0 = torch.zeros(3)", "v0.index_fill_(0, torch.tensor([9]), 3.0)",
               "v1 = v0 + 1") == "written before a refusal"
    assert why(Other(torch.Tensor, "scatter_", lambda right: lambda self, dim, index, value: right(self, dim, index, value + 1)),
               "v0 = torch.zeros(3)", "v0.scatter_(0, torch.tensor([0, 1]), 3.0)") is None
