"""Custom Functions under transforms. Their backward and jvp return ten times the true values, so that their use shows."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function
from minitorch_compat.func import grad, hessian, jacfwd, jacrev, jvp, vmap

X = torch.tensor([[0.3, -1.2, 0.7], [1.1, 0.4, -0.5]], dtype=torch.float64)
Y = X[1]


class Plain(Function):
    @staticmethod
    def forward(x: Any, k: float) -> Any:
        return x.sin() * k

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        x, ctx.k = inputs
        ctx.save_for_backward(x)
        ctx.save_for_forward(x)

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        x, = ctx.saved_tensors
        return g * x.cos() * ctx.k * 10, None

    @staticmethod
    def jvp(ctx: Any, t: Any, _: Any) -> Any:
        x, = ctx.saved_tensors
        return t * x.cos() * ctx.k * 10


class Generated(Plain):
    generate_vmap_rule = True


class Own(Plain):
    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any, k: float) -> Any:
        assert in_dims[1] is None and info.randomness == "error" and x.shape[in_dims[0]] == info.batch_size
        return Own.apply(x, k), in_dims[0]


class Old(Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 2

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2


class Product(Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any, y: Any) -> Any:
        return x * y, x + y

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx: Any, g: Any, h: Any) -> Any:
        x, y = ctx.saved_tensors
        return g * y + h, g * x + h


def close(a: Any, b: Any) -> None:
    np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-12)


@pytest.mark.parametrize("cls", [Plain, Generated, Own])
def test_derivatives(cls: Any) -> None:
    f = lambda x: cls.apply(x, 2.0)  # noqa: E731
    scalar = lambda x: f(x).sum()  # noqa: E731
    close(grad(scalar)(X), 20 * X.cos())
    close(grad(lambda x: grad(scalar)(x).sum())(X), -20 * X.sin())
    close(jvp(f, (X,), (X,))[1], 20 * X.cos() * X)
    close(jacrev(f)(Y), torch.diag(20 * Y.cos()))
    if cls is Plain:
        for forward in (jacfwd(f), hessian(scalar)):
            with pytest.raises(RuntimeError, match="it does not have vmap support"):
                forward(Y)
    else:
        close(jacfwd(f)(Y), torch.diag(20 * Y.cos()))
        close(hessian(scalar)(Y), torch.diag(-20 * Y.sin()))
    for strategy in ("reverse-mode", "forward-mode"):
        found = torch.autograd.functional.jacobian(f, Y, vectorize=True, strategy=strategy)
        close(found, torch.diag(20 * Y.cos()))


@pytest.mark.parametrize("cls", [Generated, Own])
def test_vmap(cls: Any) -> None:
    f = lambda x: cls.apply(x, 2.0)  # noqa: E731
    close(vmap(f)(X), 2 * X.sin())
    close(vmap(f, in_dims=1, out_dims=1)(X), 2 * X.sin())
    close(vmap(grad(lambda x: f(x).sum()))(X), 20 * X.cos())
    close(grad(lambda x: vmap(f)(x).sum())(X), 20 * X.cos())
    close(jvp(vmap(f), (X,), (X,))[1], 20 * X.cos() * X)
    x = X.clone().requires_grad_()
    vmap(f)(x).sum().backward()
    close(x.grad, 20 * X.cos())


def test_shared_argument_of_a_generated_rule() -> None:
    total = lambda x, y: sum(o.sum() for o in vmap(Product.apply, in_dims=(0, None))(x, y))  # noqa: E731
    gx, gy = grad(total, argnums=(0, 1))(X, Y)
    close(gx, (Y + 1).expand(2, 3))
    close(gy, (X + 1).sum(0))
    each = vmap(grad(lambda x, y: sum(o.sum() for o in Product.apply(x, y)), argnums=(0, 1)), in_dims=(0, None))(X, Y)
    close(each[1], X + 1)


def test_refusals() -> None:
    with pytest.raises(RuntimeError, match="You tried to vmap over Plain, but it does not have vmap support"):
        vmap(lambda x: Plain.apply(x, 2.0))(X)

    class Both(Own):
        generate_vmap_rule = True

    with pytest.raises(RuntimeError, match="it has both generate_vmap_rule=True and an overridden vmap staticmethod"):
        vmap(lambda x: Both.apply(x, 2.0))(X)

    class OneReturn(Plain):
        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any, k: float) -> Any:
            return OneReturn.apply(x, k)

    with pytest.raises(RuntimeError, match="Expected the vmap staticmethod to have two returns"):
        vmap(lambda x: OneReturn.apply(x, 2.0))(X)
    for transform in (grad(lambda x: Old.apply(x).sum()), vmap(Old.apply), lambda x: jvp(Old.apply, (x,), (x,))):
        with pytest.raises(RuntimeError, match="it must override the setup_context staticmethod"):
            transform(X)


def test_linearize_goes_through_no_grad_as_jvp_does():
    """Grad mode is about what backward would need; PyTorch gives these tangents, too."""
    @torch.no_grad()
    def unrecorded(a):
        b = a.clone()
        b.mul_(a)
        return torch.stack([b.sin() + a, a * 2]).sum(0)

    x, t = torch.tensor([0.5, 2.0, 1.0]), torch.ones(3)
    out, push = torch.func.linearize(unrecorded, x)
    expected, tangent = torch.func.jvp(unrecorded, (x,), (t,))
    assert torch.equal(out, expected)
    torch.testing.assert_close(push(t), tangent)
    assert torch.func.linearize(lambda a: a.detach() * 2, x)[1](t).tolist() == [0.0, 0.0, 0.0]
