"""Every op along a line: derivatives by nested levels against `jvp` of `jvp`, and second derivatives by each pair of modes."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.caller import caller, wrap
from minitorch_compat._ops.op import OPS
from minitorch_compat.autograd.forward_ad import dual_level, make_dual, unpack_dual
from tests.ops.op_row import ROWS, Default, F, Row, build
from tests.samples import FAMILIES

assert FAMILIES
Along = Callable[[Any], Any]

#: How many levels are nested; beyond the second, only where the row allows for second derivatives at all.
DEPTH = 3


class Moved:
    """An argument that moves along a line."""

    def __init__(self, start: Any, direction: Any) -> None:
        self.start, self.direction = start, direction

    def at(self, s: Any) -> Any:
        return self.start + s * self.direction


def along(row: Row, call: int) -> Along | None:
    """A weighted sum of the op's outputs as a function of one number; None where nothing moves."""
    rng = np.random.default_rng(row.seed(call))

    def mark(spec: Any, value: Any) -> Any:
        if isinstance(spec, list):
            return [mark(s, v) for s, v in zip(spec, value, strict=True)]
        moves = isinstance(spec, F) and spec.grad
        return Moved(value, torch.from_numpy(np.asarray(rng.uniform(-0.05, 0.05, tuple(value.shape))))) if moves else value

    def at(value: Any, s: Any) -> Any:
        return [at(v, s) for v in value] if isinstance(value, list) else value.at(s) if isinstance(value, Moved) else value

    args = [a.value if isinstance(a, Default) else a for a in build(row, call, wrap, np.dtype)]
    marked = [mark(spec, value) for spec, value in zip(row.calls[call], args, strict=True)]
    weights: dict[int, Any] = {}

    def function(s: Any) -> Any:
        moved = [at(value, s) for value in marked]
        found = caller(row.op)(*(moved if row.prepare is None else row.prepare(*moved)))
        total: Any = 0.0 * s
        for i, out in enumerate(found if isinstance(found, (tuple, list)) else (found,)):
            if out.dtype.is_floating_point and (row.outputs is None or i in row.outputs):
                if i not in weights:
                    weights[i] = torch.from_numpy(np.asarray(rng.uniform(0.5, 1, tuple(out.shape))))
                total = total + (out * weights[i]).sum()
        return total

    return function


def or_zero(t: Any, like: Any) -> Any:
    return torch.zeros_like(like) if t is None else t


def by_level(f: Along) -> Along:
    def df(x: Any) -> Any:
        with dual_level():
            return or_zero(unpack_dual(f(make_dual(x, torch.ones_like(x)))).tangent, x)

    return df


def by_jvp(f: Along) -> Along:
    return lambda x: torch.func.jvp(f, (x,), (torch.ones_like(x),))[1]


def by_grad(f: Along) -> Along:
    def df(x: Any) -> Any:
        x = x.view_as(x) if x.requires_grad else x.detach().requires_grad_()
        y = f(x)
        return or_zero(torch.autograd.grad(y, x, create_graph=True, allow_unused=True)[0] if y.requires_grad else None, x)

    return df


def level_over_grad(f: Along) -> Along:
    def df(x: Any) -> Any:
        x = x.detach().requires_grad_()
        with dual_level():
            dual = make_dual(x, torch.ones_like(x))
            y = f(dual)
            slope = torch.autograd.grad(y, dual, create_graph=True, allow_unused=True)[0] if y.requires_grad else None
            return or_zero(None if slope is None else unpack_dual(slope).tangent, x)

    return df


#: Rows whose arguments have a dtype that a number does not move.
_OTHER = {"sum_dim": "one call converts to complex numbers"}
CALLS = [(name, 0) for name, row in ROWS.items() if row.first and row.base == "float64" and OPS[name].kind != "nondiff"
         and name not in _OTHER]


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_nested_levels_are_nested_jvps(name: str, call: int) -> None:
    row, x = ROWS[name], torch.tensor(0.1, dtype=torch.float64)
    function = along(row, call)
    levels = jvps = function
    for _ in range(DEPTH if row.second else 1):
        levels, jvps = by_level(levels), by_jvp(jvps)
        assert levels(x).item() == pytest.approx(jvps(x).item(), rel=1e-8, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(("name", "call"), [(name, call) for name, call in CALLS if ROWS[name].second])
def test_second_derivatives_agree_over_modes(name: str, call: int) -> None:
    x = torch.tensor(0.1, dtype=torch.float64)
    function = along(ROWS[name], call)
    expected = by_level(by_level(function))(x).item()
    for second in (level_over_grad(function), by_grad(by_level(function)), by_grad(by_grad(function)),
                   by_jvp(lambda x: torch.func.grad(function)(x)), lambda x: torch.func.grad(by_jvp(function))(x)):
        assert second(x).item() == pytest.approx(expected, rel=1e-7, abs=1e-10, nan_ok=True)
