"""Tensors passed for numbers: those without dimensions that require no gradient count as their value, others are refused."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

X, Y = torch.arange(4.0), torch.arange(4.0) + 3
CALLS: dict[str, Callable[[Any], Any]] = {
    "clamp": lambda v: torch.clamp(X, 0, v), "method clamp": lambda v: X.clamp(v, 3), "clamp_": lambda v: X.clone().clamp_(0, v),
    "isclose": lambda v: torch.isclose(X, Y, v), "renorm": lambda v: torch.renorm(torch.ones(2, 2), v, 0, 1.0),
    "histc": lambda v: torch.histc(X, 4, 0, v), "add": lambda v: torch.add(X, Y, alpha=v),
    "softplus": lambda v: F.softplus(X, v), "elu": lambda v: F.elu(X - 2, v), "leaky_relu": lambda v: F.leaky_relu(X - 2, v),
    "threshold": lambda v: F.threshold(X, v, 1), "hardtanh": lambda v: F.hardtanh(X, -1.0, v),
    "huber_loss": lambda v: F.huber_loss(X, Y, delta=v), "smooth_l1_loss": lambda v: F.smooth_l1_loss(X, Y, beta=v),
    "triplet_margin_loss": lambda v: F.triplet_margin_loss(X[None], Y[None], X[None] + 1, margin=v),
    "embedding": lambda v: F.embedding(torch.tensor([1]), torch.ones(3, 2), max_norm=v),
}


@pytest.mark.parametrize("name", CALLS)
def test_one_that_may_stand_for_a_number(name: str) -> None:
    expected = CALLS[name](2.0)
    for value in (torch.tensor(2.0), torch.tensor(2)):
        assert torch.equal(CALLS[name](value), expected)


@pytest.mark.parametrize("name", [name for name in CALLS if "clamp" not in name])
def test_others(name: str) -> None:
    for value in (torch.tensor([2.0]), torch.tensor(2.0, requires_grad=True)):
        with pytest.raises(TypeError, match=r"must be (Number|float), not Tensor"):
            CALLS[name](value)


def test_clamp_beside_a_number() -> None:
    with pytest.raises(TypeError, match="invalid combination of arguments"):
        torch.clamp(X, 0, torch.ones(4))
    with pytest.raises(TypeError, match="invalid combination of arguments"):
        X.clamp(torch.tensor(1.0, requires_grad=True), 3)


def test_delta_of_a_module() -> None:
    with pytest.raises(TypeError, match="delta must be a float or int"):
        torch.nn.HuberLoss(delta=torch.tensor(1.0))  # type: ignore[arg-type]


def test_conversions_are_warned_of_where_a_history_is_kept(recwarn: pytest.WarningsRecorder) -> None:
    x = torch.ones(2, requires_grad=True)

    def closure() -> Any:
        loss = (x**2).sum()
        loss.backward()
        return loss

    torch.optim.LBFGS([x], max_iter=2).step(closure)
    with torch.no_grad():
        float(x.sum())
    assert not recwarn.list


@pytest.mark.parametrize("alpha", [torch.tensor(2.0), torch.tensor(2.0, dtype=torch.float64), np.float32(2), np.float64(2)], ids=repr)
@pytest.mark.parametrize("name", ["add", "sub", "rsub"])
def test_alpha_is_recorded_as_a_number(name: str, alpha: Any) -> None:
    x, y = X.clone().requires_grad_(), Y.clone().requires_grad_()
    node = getattr(torch, name)(x, y, alpha=alpha).grad_fn
    assert (type(node._saved_alpha), node._saved_alpha) == (float, 2.0)
    assert [type(following).__name__ for following, _ in node.next_functions] == ["AccumulateGrad"] * 2


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_a_scaled_sum_of_half_precision_is_rounded_once(dtype: torch.dtype) -> None:
    x, y = (torch.linspace(a, b, 64).to(dtype) for a, b in ((-1, 2), (3, -1)))
    expected = torch.add(x, y, alpha=0.3)
    assert not torch.equal(expected, x + y * 0.3)
    assert torch.equal(torch.add(x, y, alpha=torch.tensor(0.3)), expected)
    assert torch.equal(x.clone().add_(y, alpha=torch.tensor(0.3)), expected)
    assert torch.equal(torch.add(x, y, alpha=0.3, out=torch.empty_like(x)), expected)
