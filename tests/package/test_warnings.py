"""numpy's warnings about infinities and NaN never reach the user, for whom they would be errors with `-W error`."""
from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.caller import wrap
from tests.many_cases import for_each
from tests.ops.op_row import ROWS, build, referee
from tests.samples import FAMILIES

assert FAMILIES
CALLS = [(row, call) for row in ROWS.values() for call in range(len(row.calls))]


def extreme(array: Any) -> Any:
    """A tensor like `array`, of values at which floating-point arithmetic overflows or is undefined."""
    array = np.array(array)
    if array.dtype.kind not in "fc":
        return wrap(array)
    values = np.array([np.inf, -np.inf, np.nan, 0.0, np.finfo(array.dtype).max, -1.0], array.dtype)
    return wrap(np.resize(values, array.shape)).requires_grad_()


def differentiate(outputs: Any) -> None:
    """Backward through every output that has a history, with a graph, and once more."""
    for out in outputs if isinstance(outputs, (tuple, list)) else (outputs,):
        if isinstance(out, torch.Tensor) and out.requires_grad:
            total = torch.view_as_real(out).sum() if out.is_complex() else out.sum()
            total.backward(retain_graph=True)


@for_each(CALLS, lambda case: f"{case[0].op}-{case[1]}")
def test_no_runtime_warning_escapes(row: Any, call: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        try:
            args = build(row, call, extreme, lambda name: getattr(torch, name))
            differentiate(referee(row, torch)(*args))
        except RuntimeWarning:
            raise
        except Exception as error:  # such numbers may be refused (a factorisation, an index out of range), but not by a warning
            assert not isinstance(error.__context__, RuntimeWarning) and not isinstance(error.__cause__, RuntimeWarning)


def test_nothing_is_printed() -> None:
    code = ("import minitorch_compat as torch\n"
            "x = torch.tensor([float('inf'), -float('inf'), 1e38], requires_grad=True)\n"
            "for y in (x.sum(), x - x, (x * 1e38).mean(), x @ x, torch.outer(x, x * 0)):\n"
            "    y.sum().backward()\n")
    done = subprocess.run([sys.executable, "-W", "always", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("errors", ["raise", "warn"])
def test_what_a_program_has_asked_of_numpy_stops_no_call(errors: str) -> None:
    big, infinite = torch.full((2,), 3e38), torch.tensor([torch.inf, -torch.inf])
    leaf = torch.zeros(2, requires_grad=True)
    with np.errstate(all=errors), warnings.catch_warnings():
        warnings.simplefilter("error")
        for y in (big + big, big * big, big * 10, infinite - infinite, infinite @ infinite, big.half()):
            assert not y.isfinite().any()
        for slope in (infinite, -infinite):  # the second is added to the first
            (leaf * slope).sum().backward()
    assert leaf.grad is not None and leaf.grad.isnan().all()
