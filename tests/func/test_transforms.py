"""`torch.func`: values against closed forms, composition, structures, levels that end."""
from __future__ import annotations

import itertools

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import func
from minitorch_compat._dispatch.state import ACTIVE, LOCAL

X = torch.tensor([[0.3, -1.2, 0.7], [1.1, 0.4, -0.5]], dtype=torch.float64)
V = torch.tensor([[1.0, 0.5, -2.0], [0.1, 0.0, 3.0]], dtype=torch.float64)


def close(a, b):  # type: ignore[no-untyped-def]
    assert a.shape == b.shape
    np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-10, atol=1e-12)


def f(x):  # type: ignore[no-untyped-def]
    """A scalar whose derivatives of all orders are diagonal: sum of x^2 sin(x)."""
    return (x * x * x.sin()).sum()


def first(x):  # type: ignore[no-untyped-def]
    return 2 * x * x.sin() + x * x * x.cos()


def second(x):  # type: ignore[no-untyped-def]
    return 2 * x.sin() + 4 * x * x.cos() - x * x * x.sin()


def test_grad_and_value() -> None:
    gradient, value = func.grad_and_value(f)(X)
    close(gradient, first(X))
    close(value, f(X))
    assert not gradient.requires_grad and not value.requires_grad


def test_forward_and_reverse_agree() -> None:
    value, tangent = func.jvp(f, (X,), (V,))
    close(value, f(X))
    close(tangent, (first(X) * V).sum())
    _, pull = func.vjp(lambda x: x * x * x.sin(), X)
    close(pull(V)[0], first(X) * V)
    close(pull(2 * V)[0], 2 * first(X) * V)


JACOBIANS = [func.jacrev, func.jacfwd]


@pytest.mark.parametrize(("outer", "inner"), list(itertools.product([*JACOBIANS, func.grad], repeat=2)))
def test_second_order(outer, inner) -> None:  # type: ignore[no-untyped-def]
    x = X[0]
    if outer is func.grad:
        close(outer(lambda a: (inner(f)(a) * V[0]).sum())(x), second(x) * V[0])
    else:
        close(outer(inner(f))(x), torch.diag(second(x)))


def test_hessian_and_products() -> None:
    x, v = X[0], V[0]
    close(func.hessian(f)(x), torch.diag(second(x)))
    close(func.jvp(func.grad(f), (x,), (v,))[1], second(x) * v)
    close(func.grad(lambda a: func.jvp(f, (a,), (v,))[1])(x), second(x) * v)
    close(func.vjp(func.grad(f), x)[1](v)[0], second(x) * v)


def test_third_order() -> None:
    x = torch.tensor(2.0, dtype=torch.float64)
    close(func.grad(func.grad(func.grad(lambda a: a ** 5)))(x), 60 * x ** 2)
    close(func.jacfwd(func.jacrev(func.jacfwd(lambda a: a ** 5)))(x), 60 * x ** 2)


def test_no_perturbation_confusion() -> None:
    one, three = torch.tensor(1.0), torch.tensor(3.0)
    assert func.grad(lambda x: x * func.grad(lambda y: x + y)(one))(one).item() == 1
    assert func.grad(lambda x: x * func.grad(lambda y: x * y)(torch.tensor(2.0)))(three).item() == 6
    inner = lambda x: func.jvp(lambda y: x + y, (one,), (one,))[1]  # noqa: E731
    assert func.jvp(lambda x: x * inner(x), (one,), (one,))[1].item() == 1
    assert func.grad(lambda x: x * inner(x))(one).item() == 1
    assert func.jvp(lambda x: x * func.grad(lambda y: x * y)(one), (three,), (one,))[1].item() == 6


def test_per_sample_gradients() -> None:
    w = torch.tensor([[0.2, -0.4, 0.1], [0.5, 0.3, -0.2]], dtype=torch.float64)
    loss = lambda w, x: (w @ x).tanh().pow(2).sum()  # noqa: E731
    found = func.vmap(func.grad(loss), in_dims=(None, 0))(w, X)
    for i in range(2):
        close(found[i], func.grad(loss)(w, X[i]))


def test_mixed_stack() -> None:
    """jvp of vmap of vjp, against the loop."""
    def each(x):  # type: ignore[no-untyped-def]
        return func.vjp(lambda a: a.sin() * a, x)[1](x)[0]

    _, tangent = func.jvp(lambda x: func.vmap(each)(x), (X,), (V,))
    for i in range(2):
        close(tangent[i], func.jvp(each, (X[i],), (V[i],))[1])


def test_structures() -> None:
    def g(p, x):  # type: ignore[no-untyped-def]
        return {"y": p["w"] * x + p["b"], "z": [p["b"] ** 2]}

    p = {"w": torch.tensor(2.0), "b": torch.tensor(3.0)}
    found = func.jacrev(g)(p, torch.tensor(5.0))
    assert found["y"]["w"].item() == 5 and found["y"]["b"].item() == 1 and found["z"][0]["b"].item() == 6
    assert func.jacfwd(g)(p, torch.tensor(5.0))["z"][0]["w"].item() == 0
    both = func.grad(lambda a, b: a * b * b, argnums=(1, 0))(torch.tensor(2.0), torch.tensor(3.0))
    assert [t.item() for t in both] == [12, 9]
    gradient, aux = func.grad(lambda x: (x ** 2, {"twice": x * 2}), has_aux=True)(torch.tensor(4.0))
    assert gradient.item() == 8 and aux["twice"].item() == 8 and not aux["twice"].requires_grad


def test_jacrev_in_chunks() -> None:
    whole = func.jacrev(lambda x: x.sin().sum(1))(X)
    for size in (1, 2, 3):
        close(func.jacrev(lambda x: x.sin().sum(1), chunk_size=size)(X), whole)


def test_linearize_runs_the_function_once() -> None:
    calls = []

    def g(x, y):  # type: ignore[no-untyped-def]
        calls.append(1)
        return x.sin() * y, x.sum()

    value, push = func.linearize(g, X, V)
    for tangent in (V, X):
        _, expected = func.jvp(lambda x, y: (x.sin() * y, x.sum()), (X, V), (tangent, tangent))
        found = push(tangent, tangent)
        close(found[0], expected[0])
        close(found[1], expected[1])
    assert calls == [1]
    close(value[0], X.sin() * V)


def test_outer_autograd_sees_through() -> None:
    x = X.clone().requires_grad_()
    func.grad(f)(x).sum().backward()
    close(x.grad, second(X))
    with torch.no_grad():
        assert not func.grad(f)(x).requires_grad
        close(func.grad(f)(x), first(X))


def test_no_grad_inside_holds_for_every_reverse_level() -> None:
    def blocked(x):  # type: ignore[no-untyped-def]
        with torch.no_grad():
            c = x * x
        return (c * x).sum()

    close(func.grad(blocked)(X), X * X)
    close(func.grad(lambda x: func.grad(blocked)(x).sum())(X), torch.zeros_like(X))
    # Forward mode does not heed it, as in PyTorch.
    close(func.jvp(blocked, (X,), (V,))[1], (3 * X * X * V).sum())


def test_detach_holds_for_every_level() -> None:
    inner = lambda x: func.grad(lambda y: (y.detach() * y).sum())(x).sum()  # noqa: E731
    close(func.grad(inner)(X), torch.zeros_like(X))


def inplace(x):  # type: ignore[no-untyped-def]
    """In-place ops, views and assignment; the same as `2 x1^2 + x0^2 + (x0 + x1) x1` for a vector of two."""
    out = torch.zeros(2, dtype=x.dtype)
    out[0] = x[0] ** 2
    out[1:].add_(x[1])
    out[1].mul_(x[1])
    out.add_(x[1] ** 2 * torch.tensor([1.0, 0.0], dtype=x.dtype))
    y = x.clone()
    y[0] += y[1]
    y.mul_(x[1])
    return out.sum() + y[0]


def plain(x):  # type: ignore[no-untyped-def]
    return 2 * x[1] ** 2 + x[0] ** 2 + (x[0] + x[1]) * x[1]


@pytest.mark.parametrize("transform", [
    lambda g: func.grad(g), lambda g: func.hessian(g), lambda g: func.jacrev(func.jacrev(g)), lambda g: func.jacfwd(func.jacfwd(g)),
    lambda g: lambda x: func.jvp(g, (x,), (V[0, :2],))[1],
], ids=["grad", "hessian", "reverse twice", "forward twice", "jvp"])
def test_inplace_under(transform) -> None:  # type: ignore[no-untyped-def]
    close(transform(inplace)(X[0, :2]), transform(plain)(X[0, :2]))


def test_inplace_under_vmap() -> None:
    def each(x):  # type: ignore[no-untyped-def]
        y = x.clone()
        y[1:] *= 2
        y.t_() if y.ndim == 2 else y.add_(x)
        y.zero_()
        return y.add_(x.sum())

    close(func.vmap(each)(X), X.sum(1, keepdim=True).expand(2, 3))
    given = X.clone()
    func.vmap(lambda row: row.mul_(3))(given)
    close(given, 3 * X)


def test_levels_end_with_an_exception() -> None:
    def fails(x):  # type: ignore[no-untyped-def]
        raise KeyError("here")

    deep = func.vmap(func.grad(lambda x: func.jvp(fails, (x,), (x,))[1]))
    with pytest.raises(KeyError):
        deep(X)
    assert not ACTIVE and not LOCAL.levels and LOCAL.grad and not LOCAL.delegated


def test_tensors_that_escape() -> None:
    kept = []
    func.vmap(lambda x: kept.append(x) or x)(X)
    with pytest.raises(RuntimeError, match="may have escaped from inside a function being vmapped"):
        kept[0] + 1
    func.grad(lambda x: kept.append(x) or x.sum())(X)
    close(kept[1].cos(), X.cos())


def test_is_grads_batched() -> None:
    x = X[0].clone().requires_grad_()
    found, = torch.autograd.grad(x.sin(), x, torch.eye(3, dtype=torch.float64), is_grads_batched=True)
    close(found, torch.diag(X[0].cos()))
    with pytest.raises(RuntimeError, match="we interpret the first dimension of each grad_output as the batch dimension"):
        torch.autograd.grad(x.sin(), x, torch.ones(3, dtype=torch.float64), is_grads_batched=True)


def test_numbers_written_in_place_cut_the_history() -> None:
    def g(x):  # type: ignore[no-untyped-def]
        y = x.clone()
        y[:, 0] = 1.0
        y[0].fill_(2.0)
        y[1, 1:].zero_()
        return (y * x).sum()

    expected = X.clone()
    expected[:, 0] = 1.0
    expected[0], expected[1, 1:] = 2.0, 0.0
    close(func.grad(g)(X), expected)
    close(func.vmap(func.grad(lambda row: g(row.expand(2, 3))))(X), func.vmap(func.jacrev(lambda row: g(row.expand(2, 3))))(X))


def test_buffers_filled_under_mixed_levels() -> None:
    """A buffer made inside, written through a view, whose tangent is batched below a reverse level."""
    def g(x):  # type: ignore[no-untyped-def]
        out = torch.zeros_like(x)
        out[1:] = x[:-1].sin()
        out += x * 0.5
        return (out ** 2).sum()

    def same(x):  # type: ignore[no-untyped-def]
        return ((torch.cat([torch.zeros(1, dtype=x.dtype), x[:-1].sin()]) + x * 0.5) ** 2).sum()

    close(func.grad(lambda x: (func.hessian(g)(x) ** 2).sum())(X[0]), func.grad(lambda x: (func.hessian(same)(x) ** 2).sum())(X[0]))


def test_layer_norm_nested_forward() -> None:
    """Against its definition; PyTorch's own forward formula does not nest."""
    def definition(x):  # type: ignore[no-untyped-def]
        centred = x - x.mean(-1, keepdim=True)
        return centred * ((centred * centred).mean(-1, keepdim=True) + 1e-5).rsqrt()

    fused = lambda x: torch.nn.functional.layer_norm(x, (3,))  # noqa: E731
    for outer, inner in itertools.product(JACOBIANS, repeat=2):
        close(outer(inner(fused))(X[0]), outer(inner(definition))(X[0]))
