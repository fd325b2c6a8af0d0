"""Nested forward levels, which PyTorch's header promises and PyTorch refuses: here they give higher derivatives."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function
from minitorch_compat.autograd.forward_ad import dual_level, enter_dual_level, exit_dual_level, make_dual, unpack_dual


def derivative(f):
    """f' by one more level."""
    def df(x):
        with dual_level():
            d = make_dual(x, torch.ones_like(x))
            t = unpack_dual(f(d)).tangent
            return torch.zeros_like(x) if t is None else t

    return df


def nth(f, n):
    for _ in range(n):
        f = derivative(f)
    return f


def number(value):
    return torch.tensor(value, dtype=torch.float64)


@pytest.mark.parametrize("order", range(6))
@pytest.mark.parametrize(("f", "expected"), [
    (torch.sin, lambda x, n: math.sin(x + n * math.pi / 2)), (torch.exp, lambda x, n: math.exp(x)),
    (lambda x: x**4, lambda x, n: math.perm(4, n) * x ** (4 - n) if n <= 4 else 0.0),
    (lambda x: 1 / x, lambda x, n: (-1) ** n * math.factorial(n) / x ** (n + 1)),
    (lambda x: torch.exp(x) * torch.cos(x), lambda x, n: math.sqrt(2) ** n * math.exp(x) * math.cos(x + n * math.pi / 4))])
def test_nth_derivatives(f, expected, order):
    assert nth(f, order)(number(0.7)).item() == pytest.approx(expected(0.7, order), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize("f", [torch.sin, lambda x: x**3, lambda x: torch.softmax(torch.stack([x, x * x]), 0)[0]])
def test_as_nested_jvps(f):
    x = number(0.3)
    one = torch.ones_like(x)

    def first(x):
        return torch.func.jvp(f, (x,), (one,))[1]

    assert nth(f, 2)(x).item() == pytest.approx(torch.func.jvp(first, (x,), (one,))[1].item())


@pytest.mark.parametrize("depth", range(1, 6))
def test_perturbations_are_not_confused(depth):
    """d/dx (x * d/dy (x + y)) is 1; a confused implementation says 2. And the same, deeper."""
    def nest(x, n):
        return x if n == 0 else x * derivative(lambda y: nest(x, n - 1) + y)(x)

    assert derivative(lambda x: nest(x, depth))(number(3.0)) == 1


def test_a_constant_of_the_inner_level():
    x = number(2.0)
    assert derivative(lambda x: derivative(lambda y: x * x * y)(number(5.0)))(x) == 4
    assert derivative(lambda x: derivative(lambda y: x * x)(number(5.0)))(x) == 0
    assert derivative(lambda x: x * derivative(lambda y: y * x)(x * x))(x) == 4


def test_levels_are_numbered_and_left_in_order():
    assert [enter_dual_level() for _ in range(3)] == [0, 1, 2]
    with pytest.raises(RuntimeError, match="Trying to exit a forward AD level that was not the last one"):
        exit_dual_level(level=0)
    x = number(2.0)
    inner = make_dual(x, number(3.0), level=2)
    both = make_dual(inner, number(5.0), level=0)
    y = both * both
    assert unpack_dual(y, level=2).tangent == 12 and unpack_dual(y, level=0).tangent == 20
    exit_dual_level()
    assert unpack_dual(y, level=2).tangent is None and unpack_dual(y, level=0).tangent == 20
    exit_dual_level(level=1)
    exit_dual_level()
    assert unpack_dual(y).tangent is None and not unpack_dual(y).primal.requires_grad


def test_in_place_and_views_at_two_levels():
    def f(x):
        v = torch.zeros(2, dtype=torch.float64)
        v[0] = x * x
        v[1:].add_(x)
        v.mul_(x)
        return v.sum()  # x^3 + x^2

    assert nth(f, 1)(number(2.0)) == 16 and nth(f, 2)(number(2.0)) == 14 and nth(f, 3)(number(2.0)) == 6


def test_forward_over_forward_over_reverse():
    p = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)

    def gradient(x):
        with torch.enable_grad():
            return torch.autograd.grad(x**5, x, create_graph=True)[0]

    assert nth(gradient, 2)(p) == 5 * 4 * 3 * 2.0**2


class Cube(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_forward(x)
        return x**3

    @staticmethod
    def jvp(ctx, t):
        x, = ctx.saved_tensors
        return 3 * x * x * t


class CubeWithContext(Function):
    @staticmethod
    def forward(x):
        return x**3

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_forward(inputs[0])

    jvp = Cube.jvp


@pytest.mark.parametrize("function", [Cube, CubeWithContext])
@pytest.mark.parametrize(("order", "expected"), [(1, 12), (2, 12), (3, 6), (4, 0)])
def test_functions(function, order, expected):
    assert nth(function.apply, order)(number(2.0)) == expected


def test_a_function_that_hides_how_it_depends_on_outer_levels_is_refused():
    class Hides(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_forward(x * x)
            return x**3

        jvp = staticmethod(lambda ctx, t: 3 * ctx.saved_tensors[0] * t)

    assert derivative(Hides.apply)(number(2.0)) == 12
    with pytest.raises(NotImplementedError, match="nested forward levels through a Function that saves intermediate results"):
        nth(Hides.apply, 2)(number(2.0))


# Changes in place, where both modes meet ----------------------------------------------------------------------------------------------


def backward_derivative(f):
    """f' by backward."""
    def df(x):
        leaf = x.clone().requires_grad_()
        return torch.autograd.grad(f(leaf), leaf, create_graph=True)[0]

    return df


def by_func_jvp(f):
    return lambda x: torch.func.jvp(f, (x,), (torch.ones_like(x),))[1]


def writes_an_element(x, y):
    y[0] = x[1] * 2
    return y * y * x


def writes_a_view(x, y):
    y[1:3].add_(x[:2])
    return y * y * x


def writes_a_view_of_a_view(x, y):
    y.view(2, 2)[:, 0].mul_(x[:2])
    return y * y


def writes_into_zeros(x, y):
    base = torch.zeros(2, 4, dtype=torch.float64)
    base[0] = x
    base[1].copy_(y)
    return base**3


def overwrites_and_writes(x, y):
    y.fill_(1.5)
    y[:2].mul_(x[:2])
    return y * y * x


def starts_from_zero(x, y):
    y.zero_()
    y.add_(x)
    return y**3


@pytest.mark.parametrize("change", [writes_an_element, writes_a_view, writes_a_view_of_a_view, writes_into_zeros, overwrites_and_writes,
                                    starts_from_zero])
def test_modes_agree_on_changes_in_place(change):
    weights = torch.tensor([0.3, 0.9, 1.2, 0.5], dtype=torch.float64)

    def f(s):
        x = weights * s + 0.3
        return change(x, (x.sin() + 1.5).clone()).sum()

    s = number(0.7)
    expected = backward_derivative(backward_derivative(f))(s).item()
    for outer, inner in ((derivative, derivative), (derivative, backward_derivative), (backward_derivative, derivative),
                         (torch.func.grad, by_func_jvp), (by_func_jvp, torch.func.grad), (by_func_jvp, by_func_jvp)):
        assert outer(inner(f))(s).item() == pytest.approx(expected, rel=1e-9)
