"""Strides of elementwise results: they follow the first operand, as in PyTorch, and are not always row-major."""
from __future__ import annotations

import gc
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.result_layouts import PERMUTED

ROWS, COLUMNS = torch.ones(3, 4), torch.ones(4, 3).t()


@pytest.mark.parametrize("call", [
    torch.add, torch.mul, torch.gt, torch.hypot, torch.maximum, torch.pow, lambda a, b: torch.add(a, b, alpha=2),
    lambda a, b: torch.where(a > 0, a, b), lambda a, b: torch.lerp(a, b, 0.5), lambda a, b: torch.addcmul(a, b, b),
    lambda a, b: a + b.double(), lambda a, b: torch.clamp(a, min=b)])
def test_the_first_operand_decides(call: Any) -> None:
    for first in (COLUMNS, COLUMNS.exp(), COLUMNS.neg().abs()):
        assert call(first, ROWS).stride() == (1, 3)
    assert call(ROWS, COLUMNS).stride() == (4, 1)
    assert call(ROWS.exp(), COLUMNS.exp()).stride() == (4, 1)


def test_a_condition_that_is_repeated_decides_nothing() -> None:
    assert torch.where(torch.ones(4) > 0, COLUMNS, ROWS).stride() == (1, 3)
    assert torch.where(torch.ones(4) > 0, ROWS, COLUMNS).stride() == (4, 1)


def test_repeated_dimensions_decide_nothing() -> None:
    repeated = torch.ones(3, 1).expand(3, 4)
    assert (repeated + COLUMNS).stride() == (1, 3)
    assert (repeated + COLUMNS.double()).stride() == (4, 1), "converted first, which makes it row-major"
    assert (torch.ones(5, 3, 4).expand(2, 5, 3, 4) // 10).stride() == (60, 12, 4, 1)


def test_values_are_the_same() -> None:
    a, b = torch.arange(12.0).reshape(4, 3).t(), torch.arange(12.0).reshape(3, 4)
    assert (a + b).tolist() == [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(a.tolist(), b.tolist(), strict=True)]


def test_what_is_known_is_forgotten() -> None:
    gc.collect()
    before = len(PERMUTED)
    held = COLUMNS.exp()
    assert len(PERMUTED) == before + 1
    del held
    gc.collect()
    assert len(PERMUTED) == before


def test_places_lie_as_the_values() -> None:
    assert COLUMNS.argsort(0).stride() == (1, 3)
    assert COLUMNS.bool().sgn().stride() == (1, 3)
    assert (2 ** COLUMNS.long()).stride() == (4, 1), "but powers of a number are row-major"


def test_copies_of_themselves() -> None:
    x = torch.tensor(1.0).expand(2, 2)
    x.copy_(x)
    x[0] = x[-1]
    assert x._version == 2
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        x.copy_(x.clone())
