"""NaN gradients pass through every kind of hook; they are an error only in anomaly mode."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

HOOKS: dict[str, Callable[[Any, list[str]], object]] = {
    "of a tensor": lambda y, seen: y.register_hook(lambda g: seen.append("hook")),
    "after a node": lambda y, seen: y.grad_fn.register_hook(lambda inputs, outputs: seen.append("hook")),
    "before a node": lambda y, seen: y.grad_fn.register_prehook(lambda outputs: seen.append("hook")),
    "retaining": lambda y, seen: (y.retain_grad(), seen.append("hook")),
    "of several": lambda y, seen: torch.autograd.graph.register_multi_grad_hook((y,), lambda gs: seen.append("hook")),
}


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("kind", HOOKS)
def test_nan_passes(kind: str, create_graph: bool) -> None:
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    y, seen = (x * 1).sqrt(), []
    HOOKS[kind](y, seen)
    (y * 0.0).sum().backward(create_graph=create_graph)
    assert x.grad[0].isnan() and x.grad[1] == 0 and seen == ["hook"]


@pytest.mark.filterwarnings("ignore:Anomaly Detection has been enabled", "ignore:Error detected in")
@pytest.mark.parametrize("kind", HOOKS)
def test_nan_is_an_error_in_anomaly_mode(kind: str) -> None:
    x = torch.tensor([0.0, 4.0], requires_grad=True)
    with torch.autograd.detect_anomaly():
        y, seen = (x * 1).sqrt(), []
        HOOKS[kind](y, seen)
        with pytest.raises(RuntimeError, match="Function 'SqrtBackward0' returned nan values in its 0th output"):
            (y * 0.0).sum().backward()
