"""The suite's comparison of vmap with a loop finds errors, and only errors."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from compat_tests.judging import loops
from compat_tests.judging.portable import TensorRecord
from compat_tests.operations.probes import Op, Sample


def record(*shape: int, requires_grad: bool = True) -> TensorRecord:
    data = np.arange(1.0, 1 + np.prod(shape)).reshape(shape)
    return TensorRecord("float64", shape, tuple(s // 8 for s in data.strides), data, requires_grad)


def failing(monkeypatch: pytest.MonkeyPatch, function: Any, *args: Any) -> list[str]:
    monkeypatch.setattr(Op, "function", lambda self, torch: function)
    op = Op("mul", 1, None, None, False, ("float64",))
    return [label for label, found in loops.differences(torch, op, Sample(args[0], args[1:], {})) if found]


def test_everything_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Op, "function", lambda self, torch: torch.mul)
    op = Op("mul", 1, None, None, False, ("float64",))
    tried = [label for label, _ in loops.differences(torch, op, Sample(record(2, 3), (record(3),), {}))]
    assert tried == ["in_dims=(0, 0)", "in_dims=(-1, -1)", "in_dims=(1, 1)", "in_dims=(0, None)", "in_dims=(None, 0)", "nested",
                     "vmap(grad)", "grad(vmap)", "vmap(jvp)", "jvp(vmap)"]


def test_right_ones_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failing(monkeypatch, lambda a, b: (a @ b, a.sum(0) * b[0]), record(2, 3), record(3)) == []


def test_a_wrong_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(a: Any) -> Any:
        below = torch.func.debug_unwrap(a)
        return a * 2 if below is a else a * 3

    assert "nested" in failing(monkeypatch, wrong, record(2, 3))


def test_a_missing_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert failing(monkeypatch, lambda a: a * a.sum().item(), record(2, 3))
    assert failing(monkeypatch, lambda a: a[a > 2.0], record(2, 3)) == []  # PyTorch refuses it, too
