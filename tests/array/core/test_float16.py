"""Bulk conversions between float16 and float32 agree with numpy's, bit for bit."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat._array.core import float16 as halves
from minitorch_compat._array.shape.strided import convert

ALL = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
FINITE = ALL[np.isfinite(ALL)]
RNG = np.random.default_rng(0)


def between(x):
    """Numbers at, halfway between, and next to halfway between those of float16."""
    bits = x.astype(np.float32).view(np.uint32)[:, None]
    return (bits + np.array([0, 1, 0xFFF, 0x1000, 0x1001, 0x1FFF], np.uint32)).view(np.float32).reshape(-1)


BITS = RNG.integers(0, 1 << 32, 300_000, dtype=np.uint32).view(np.float32)
SINGLE = {
    "between": between(FINITE), "any": BITS[np.abs(BITS) < 65520], "beyond": BITS,
    "halfway between the least": (RNG.integers(-5000, 5000, 100_000) * 2.0**-25).astype(np.float32),
    "small": (RNG.standard_normal(100_000) * 2.0 ** RNG.integers(-40, -8, 100_000)).astype(np.float32),
    "infinite": np.where(np.arange(100_000) % 3 == 0, -np.inf, np.linspace(-7e4, 7e4, 100_000)).astype(np.float32),
    "edge": np.tile(np.array([65519.996, -65519.996, 65504, 0.0, -0.0], np.float32), 50), "none": np.zeros(0, np.float32),
}


@pytest.mark.parametrize("x", [FINITE, ALL, ALL[:0]], ids=["finite", "all", "none"])
def test_to_single(x):
    np.testing.assert_array_equal(halves.widen(x).view(np.uint32), x.astype(np.float32).view(np.uint32))


@pytest.mark.filterwarnings("ignore:overflow", "ignore:invalid")
@pytest.mark.parametrize("name", SINGLE)
def test_to_half(name):
    x = SINGLE[name]
    np.testing.assert_array_equal(halves.narrow(x).view(np.uint16), x.astype(np.float16).view(np.uint16))


def test_to_half_what_it_has():
    np.testing.assert_array_equal(halves.narrow(FINITE.astype(np.float32)).view(np.uint16), FINITE.view(np.uint16))


@pytest.mark.parametrize("turn", [lambda a: a, lambda a: a.T, lambda a: a[:, 1:],
                                  lambda a: a[:, ::-1], lambda a: a.T[1:], lambda a: a[::2, ::3]],
                         ids=["in order", "transposed", "cut", "backwards", "transposed and cut", "with gaps"])
@pytest.mark.parametrize(("source", "target"), [(np.float16, np.float32), (np.float32, np.float16)])
def test_layouts_stay(turn, source, target):
    a = turn(RNG.standard_normal((300, 200)).astype(source))
    made, expected = convert(a, np.dtype(target)), a.astype(target)
    assert made.strides == expected.strides
    np.testing.assert_array_equal(made, expected)


OPS = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y,
    "add a number": lambda x, y: x + 1.3, "subtract a number": lambda x, y: x - 0.7, "maximum": torch.maximum, "minimum": torch.minimum,
    "floor": lambda x, y: x.floor(), "ceil": lambda x, y: x.ceil(), "round": lambda x, y: x.round(), "relu": lambda x, y: x.relu(),
    "sqrt": lambda x, y: x.sqrt(), "sign": lambda x, y: x.sign(), "clamp": lambda x, y: x.clamp(-1.3, 0.7), "square": lambda x, y: x**2,
    "in place": lambda x, y: x.clone().add_(y).mul_(y), "a number in place": lambda x, y: x.clone().add_(1.3),
    "one for all": lambda x, y: x * y[:1], "reciprocal": lambda x, y: x.reciprocal(), "frac": lambda x, y: x.frac(),
    "angle": lambda x, y: x.angle(), "tan": lambda x, y: x.tan(), "signbit": lambda x, y: x.signbit().to(x.dtype),
    "hardtanh": lambda x, y: F.hardtanh(x, -0.1, 0.3), "threshold": lambda x, y: F.threshold(x, 0.1, 3.0),
    "hardshrink": lambda x, y: F.hardshrink(x, 0.1), "clamp between tensors": lambda x, y: x.clamp(y - 1, y.abs() + 1),
    "prelu": lambda x, y: F.prelu(x, y.new_full((1,), 0.3)), "isclose": lambda x, y: x.isclose(y, 0.3).to(x.dtype),
    "huber": lambda x, y: F.huber_loss(x, y, reduction="none"), "smooth_l1": lambda x, y: F.smooth_l1_loss(x, y, reduction="none"),
}
MANY = 70_000  # more than there are numbers


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
@pytest.mark.parametrize("name", OPS)
def test_many_elements_are_computed_as_few(name, dtype):
    x = torch.tensor(RNG.standard_normal(MANY) * np.exp(RNG.uniform(-12, 8, MANY)))
    x[:8] = torch.tensor([0, -0.0, float("inf"), -float("inf"), float("nan"), 65504, 6e-8, -6e-8])
    x, y = x.to(dtype), x.roll(7).flip(0).to(dtype)
    many = OPS[name](x, y)
    few = torch.cat([OPS[name](x[i:i + 500], y if name == "one for all" else y[i:i + 500]) for i in range(0, MANY, 500)])
    assert many.dtype is dtype
    assert torch.equal(many.isnan(), few.isnan())
    np.testing.assert_array_equal(many.float().nan_to_num(7).numpy().view(np.uint32), few.float().nan_to_num(7).numpy().view(np.uint32))


def test_what_is_compared_is_rounded_as_in_pytorch():
    for n in (4, 30_000):
        for dtype in (torch.float16, torch.bfloat16):
            x = torch.full((n,), 0.3, dtype=dtype)  # a little more than 0.3
            assert not F.hardshrink(x, 0.3).any()  # rounded
            assert torch.equal(F.threshold(x, 0.3, 9.0), x)  # not rounded


@pytest.mark.parametrize("function", [
    lambda x: x.var(),
    lambda x: x.logsumexp(1),
    lambda x: x.norm(),
    lambda x: torch.dot(x.reshape(-1), x.reshape(-1)),
    lambda x: x * x.sum(),
    lambda x: (x * 3).exp(),
    lambda x: x[::2].std(0),
    lambda x: x.softmax(0) ** 3,
    lambda x: x.norm(3, dim=1),
])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_gradients_of_many_are_those_of_float32_rounded(function: Any, dtype: torch.dtype) -> None:
    torch.manual_seed(0)
    x = (torch.rand(40, 300) - 0.3).to(dtype).requires_grad_()
    found, = torch.autograd.grad(function(x).float().sum(), x)
    exact, = torch.autograd.grad(function(y := x.detach().double().requires_grad_()).sum(), y)
    assert found.dtype is dtype
    eps = torch.finfo(dtype).eps
    torch.testing.assert_close(found.double(), exact, rtol=4 * eps, atol=4 * eps * exact.abs().max().item())


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_hooks_see_half_precision_whatever_formulas_compute_in(dtype: torch.dtype) -> None:
    seen: list[Any] = []
    x = torch.rand(100, 100, dtype=dtype, requires_grad=True)
    y = x * 1
    y.register_hook(lambda g: seen.append(g.dtype))
    for out in (y.var(), y.norm(), y.logsumexp(0).sum(), torch.dot(y.reshape(-1), y.reshape(-1))):
        out.grad_fn.register_hook(lambda inputs, outputs: seen.extend(g.dtype for g in (*inputs, *outputs) if g is not None))
        out.backward(retain_graph=True)
    assert set(seen) == {dtype} and len(seen) >= 12 and x.grad.dtype is dtype
