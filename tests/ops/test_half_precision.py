"""Half precision: computed in float32 and rounded once, as in PyTorch, so that the result is the one nearest to the exact value."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F


def _slope(f: Callable[[Any], Any], a: Any, g: Any) -> Any:
    """The gradient of `f` at `a`, for a cotangent of `g`."""
    a = a.clone().requires_grad_()
    out = f(a)
    out.backward(g[:, :out.shape[1]])
    return a.grad


torch.manual_seed(0)
A, B, C = (torch.randn(32, 32) for _ in range(3))
ONCE: dict[str, Callable[..., Any]] = {
    "times a number": lambda a, b, c: a * 0.3, "number times": lambda a, b, c: 0.3 * a, "divided by a number": lambda a, b, c: a / 0.7,
    "times in place": lambda a, b, c: a.clone().mul_(0.3), "divided in place": lambda a, b, c: a.clone().div_(0.7),
    "deg2rad": lambda a, b, c: torch.deg2rad(a), "rsqrt": lambda a, b, c: (a.abs() + 1).rsqrt(), "cumsum": lambda a, b, c: a.cumsum(0),
    "cumprod": lambda a, b, c: b.sigmoid().cumprod(0) if a.dtype == torch.float64 else a.sign().cumprod(0),
    "addcmul": lambda a, b, c: torch.addcmul(a, b, c, value=0.3), "addcdiv": lambda a, b, c: torch.addcdiv(a, b, c.abs() + 1, value=0.3),
    "lerp": lambda a, b, c: torch.lerp(a, b, c), "logaddexp": lambda a, b, c: torch.logaddexp(a, b), "cube": lambda a, b, c: a ** 3,
    "softplus": lambda a, b, c: F.softplus(a), "leaky_relu": lambda a, b, c: F.leaky_relu(a), "glu": lambda a, b, c: F.glu(a),
    "linear": lambda a, b, c: F.linear(a, b, c[0]),
    "index_add": lambda a, b, c: a.index_add(0, torch.zeros(32, dtype=torch.long), b),
    "scatter_add": lambda a, b, c: a.scatter_add(0, torch.zeros(32, 32, dtype=torch.long), b),
    "smooth_l1": lambda a, b, c: F.smooth_l1_loss(a, b, beta=0.3, reduction="none"),
    "huber": lambda a, b, c: F.huber_loss(a, b, delta=0.3, reduction="none"),
    "slope of leaky_relu": lambda a, b, c: _slope(F.leaky_relu, a, b), "slope of rrelu": lambda a, b, c: _slope(F.rrelu, a, b),
    "slope of hardsigmoid": lambda a, b, c: _slope(F.hardsigmoid, a, b), "slope of glu": lambda a, b, c: _slope(F.glu, a, b),
    "slope of leaky_relu_": lambda a, b, c: _slope(lambda x: F.leaky_relu_(x * 1), a, b),
}
#: The formulas around these round on their own.
STEPS = {"rsqrt", "cumprod", "addcdiv"}


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
@pytest.mark.parametrize("name", sorted(set(ONCE) - STEPS))
def test_rounded_once(name: str, dtype: Any) -> None:
    given = [t.to(dtype) for t in (A, B, C)]
    result, exact = ONCE[name](*given), ONCE[name](*(t.double() for t in given))
    assert result.dtype is dtype
    # Rounding to float32 on the way may tip what lies halfway: hardly ever.
    assert (result != exact.float().to(dtype)).sum() <= 2


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_one_step_of_a_formula(dtype: Any) -> None:
    a = A.abs().add(1).to(dtype)
    assert (a.rsqrt() == a.double().rsqrt().float().to(dtype)).all()
    p = torch.rand(16, 8).add(0.5).to(dtype)
    assert (p.cumprod(0) == p.double().cumprod(0).float().to(dtype)).all()


def test_sums_that_halves_cannot_count() -> None:
    ones = torch.ones(4000, dtype=torch.float16)
    assert ones.cumsum(0)[-1] == 4000 and ones.bfloat16().cumsum(0)[-1] == 4000
    assert torch.zeros(1, dtype=torch.float16).scatter_add(0, torch.zeros(4000, dtype=torch.long), ones) == 4000
    assert torch.zeros(1, dtype=torch.float16).index_add(0, torch.zeros(4000, dtype=torch.long), ones) == 2048  # rounded at each step


def test_nan_and_infinity_of_bfloat16() -> None:
    """numpy takes bfloat16 for no floating type, and has no order of its NaN."""
    inf, nan = float("inf"), float("nan")
    x = torch.tensor([3, nan, 1, inf, 2, -inf], dtype=torch.bfloat16)
    assert x.sort().indices.tolist() == [5, 2, 4, 0, 3, 1]
    assert x.argsort(descending=True).tolist() == [1, 3, 0, 4, 2, 5]
    assert [x.kthvalue(k).values.item() for k in (2, 4)] == [1, 3]
    assert x.topk(2).indices.tolist() == [1, 3]
    assert x.nanmedian(0).indices.item() == 4
    assert x.unique()[:-1].tolist() == [-inf, 1, 2, 3, inf]
    assert torch.bucketize(x, torch.tensor([0, 2.5], dtype=torch.bfloat16)).tolist() == [2, 2, 1, 2, 1, 0]
    assert x.isposinf().tolist() == [False, False, False, True, False, False]
    assert x.isneginf().tolist() == [False] * 5 + [True]
    assert x.nan_to_num(0.5).tolist() == [3, 0.5, 1, 2.0**128 - 2.0**120, 2, -(2.0**128) + 2.0**120]
    y = torch.tensor([1, nan], dtype=torch.bfloat16, requires_grad=True)
    y.max().backward()
    assert y.grad is not None and y.grad.tolist() == [0, 1]


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
@pytest.mark.parametrize("decimals", [1, 2, 3, 4, -1, -2])
def test_rounding_to_decimals(decimals: int, dtype: Any) -> None:
    """Scaled in float32: 1000 times 75 is beyond float16, and a scaled bfloat16 would be rounded twice."""
    x = (torch.rand(400) * 100).to(dtype)
    assert (x.round(decimals=decimals) == x.float().round(decimals=decimals).to(dtype)).all()


def test_elu_in_place_of_half_precision() -> None:
    x = torch.tensor([-0.3, -1, 0.7]).half().requires_grad_()
    F.elu_(x * 1, 0.3).sum().backward()
    assert x.grad.tolist() == [0.2222900390625, 0.11041259765625, 1]


def test_addr_beyond_half_precision() -> None:
    """alpha is multiplied by the first vector: the product of the vectors alone is beyond float16."""
    v, w = torch.tensor([300.]).half(), torch.tensor([280.]).half()
    assert torch.addr(torch.ones(1, 1).half(), v, w, alpha=0.7).item() == 58816


def test_slope_of_addcmul_with_a_number_between_halves() -> None:
    """The number is not rounded to bfloat16 before it multiplies."""
    a, b = (t.bfloat16().requires_grad_() for t in (A, B))
    torch.addcmul(a.detach(), a, b, value=0.3).sum().backward()
    assert (a.grad == (b * 0.3)).all() and (b.grad == (a * 0.3)).all()
