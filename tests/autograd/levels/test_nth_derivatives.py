"""Derivatives of order 1 to 5 by nested levels: compared with interpolating polynomials of the function's values, and nested `func.jvp`.

PyTorch's own `jvp` of `jvp` is wrong from the second order on for `det`, `slogdet`, `solve`, the normalizations and Functions with a `jvp`,
so these are compared with difference quotients here and are no cases of the conformance suite.
"""
from __future__ import annotations

import math

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function
from minitorch_compat.autograd.forward_ad import dual_level, make_dual, unpack_dual
from minitorch_compat.nn import functional as F

START = torch.tensor([0.3, 1.2, -0.7, 2.1], dtype=torch.float64)
MATRIX = torch.tensor([[2.0, 0.3, -0.1], [0.2, 1.5, 0.4], [0.1, -0.2, 1.8]], dtype=torch.float64)
PLACES = torch.tensor([2, 0, 3])


class Cube(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x**3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(*inputs)

    @staticmethod
    def jvp(ctx, t):
        (x,) = ctx.saved_tensors
        return 3 * x * x * t


def in_place(x):
    y = x * 1
    y.mul_(x)
    y[0] = x[1] * 2
    y[1:].exp_()
    return y * x


def in_views(x):
    y = x.clone()
    v = y.view(2, 2)
    v[0].mul_(v[1])
    v.t()[1].add_(x[0])
    return y * y


def copied(x):
    y = 0 * x
    y.copy_(x.sin())
    return y.add_(x, alpha=2) ** 2


def indexed(x):
    y = x.clone()
    y[PLACES] = x[:3] * x[1:]
    return y.index_add(0, PLACES, x[:3] ** 2) * x


def shifted(x):
    return MATRIX + x[:3].diag()


FUNCTIONS = {
    "div": lambda x: x.sin() / x, "pow": lambda x: x.abs() ** 2.5, "tensor pow": lambda x: x.abs() ** x, "exp": torch.exp,
    "matmul": lambda x: x.view(2, 2) @ x.view(2, 2).t() @ x.view(2, 2), "where": lambda x: torch.where(x > 1, x**4, x.exp() * x),
    "in place": in_place, "in views": in_views, "copied": copied, "indexed": indexed,
    "scattered": lambda x: torch.zeros(4, dtype=x.dtype).scatter_add(0, PLACES, x[:3] * x[0]) * x,
    "cumsum": lambda x: (x * x).cumsum(0) * x, "cumprod": lambda x: x.cumprod(0) * x, "softmax": lambda x: x.softmax(0) * x,
    "log_softmax": lambda x: (x * x).log_softmax(0), "norm": lambda x: x.norm() * x, "inv": lambda x: torch.linalg.inv(shifted(x)),
    "det": lambda x: torch.linalg.det(shifted(x)) * x, "slogdet": lambda x: torch.linalg.slogdet(shifted(x))[1] * x,
    "solve": lambda x: torch.linalg.solve(shifted(x), x[1:]) * x[0],
    "eigh": lambda x: torch.linalg.eigh(MATRIX + MATRIX.t() + x[:3].diag())[0],
    "cholesky": lambda x: torch.linalg.cholesky(MATRIX @ MATRIX.t() + x[:3].pow(2).diag()), "qr": lambda x: torch.linalg.qr(shifted(x))[1],
    "Function": lambda x: Cube.apply(x.sin()) * x, "Function twice": lambda x: Cube.apply(Cube.apply(x) * 0.1),
    "prod": lambda x: x.prod() * x,
    "var": lambda x: x.var() * x, "sort": lambda x: x.sort().values ** 3 * x, "gather": lambda x: x[PLACES] ** 3 * x[:3],
    "einsum": lambda x: torch.einsum("i,j->ij", x, x) ** 2, "layer_norm": lambda x: F.layer_norm(x * x, (4,)), "gelu": F.gelu,
    "batch_norm": lambda x: F.batch_norm(x.view(4, 1) ** 2, None, None, training=True),
    "conv": lambda x: F.conv1d(x.view(1, 1, 4), x[:2].view(1, 1, 2)) * x[0],
    "attention": lambda x: F.scaled_dot_product_attention(x.view(1, 2, 2), 2 * x.view(1, 2, 2), x.view(1, 2, 2)),
    "cross_entropy": lambda x: F.cross_entropy(x.view(2, 2), torch.tensor([0, 1])) * x, "fft": lambda x: torch.fft.fft(x * x).abs() * x,
    "foreach": lambda x: torch._foreach_mul([x, x * x], [x, x])[1], "unbind": lambda x: torch.stack([a * b for a, b in zip(x, x * x)]),
}


def by_level(f):
    def derivative(x):
        with dual_level():
            y = f(make_dual(x, torch.ones_like(x)))
            tangent = unpack_dual(y).tangent
            return torch.zeros_like(y) if tangent is None else tangent

    return derivative


def by_transform(f):
    return lambda x: torch.func.jvp(f, (x,), (torch.ones_like(x),))[1]


def by_interpolation(f, order):
    """The order-th derivative at 0 of the polynomial of degree 12 through 13 values of s -> f(START + s)."""
    steps, h = np.arange(-6.0, 7.0), 0.02
    values = np.array([f(START + h * s).flatten().tolist() for s in steps])
    return np.linalg.solve(np.vander(steps, 13, increasing=True), values)[order] * math.factorial(order) / h**order


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_of_interpolated_values(name):
    f = FUNCTIONS[name]
    derivative = f
    for order, tolerance in ((1, 1e-6), (2, 1e-5), (3, 1e-3)):
        derivative = by_level(derivative)
        np.testing.assert_allclose(derivative(START).flatten().tolist(), by_interpolation(f, order), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_as_nested_transforms(name):
    levels = transforms = FUNCTIONS[name]
    for _ in range(5 if name not in {"qr", "eigh", "layer_norm", "batch_norm", "attention", "solve"} else 3):
        levels, transforms = by_level(levels), by_transform(transforms)
        torch.testing.assert_close(levels(START), transforms(START), rtol=1e-9, atol=1e-9)


def test_a_level_inside_a_transform_and_the_other_way_round():
    for f in (FUNCTIONS["div"], FUNCTIONS["in place"], FUNCTIONS["softmax"], FUNCTIONS["Function"]):
        expected = by_level(by_level(by_level(f)))(START)
        for a, b, c in ((by_level, by_transform, by_level), (by_transform, by_level, by_transform), (by_transform, by_transform, by_level)):
            torch.testing.assert_close(a(b(c(f)))(START), expected, rtol=1e-9, atol=1e-9)


def test_second_derivative_of_sinc_at_0():
    """It is -pi^2 / 3; as in PyTorch NaN backward and, since the first is a constant there, 0 forward."""
    x = torch.tensor([0.0, -0.0], dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(torch.sinc(x).sum(), x, create_graph=True)
    assert g.tolist() == [0, 0]
    assert torch.autograd.grad(g.sum(), x)[0].isnan().all()
    assert torch.func.grad(torch.func.grad(torch.sinc))(x.detach()[0]).isnan()
    assert by_level(by_level(torch.sinc))(x.detach()).tolist() == [0, 0]
    infinite = torch.tensor([float("inf")], requires_grad=True)
    torch.sinc(infinite).sum().backward()
    assert infinite.grad.isnan().all()  # as in PyTorch
