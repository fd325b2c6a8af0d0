"""How gradients lie in memory, and what they are beside zeros: by rule, for whole families of ops."""
from __future__ import annotations

import math
import random
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused

INF, NAN = math.inf, math.nan


def _description(g: Any) -> Any:
    """The strides that somebody can walk."""
    return None if g is None else [s for s, n in zip(g.stride(), g.shape) if n > 1]


def running_products(torch: Any) -> Iterator[Any]:
    """Gradients of products, first and second, beside zeros and infinities."""
    rng = random.Random(5)
    for _ in range(60):
        shape = rng.choice(((3,), (4,), (2, 3), (3, 2), (1, 3)))
        dim, count = rng.randrange(len(shape)), math.prod(shape)
        values = [rng.choice((0.0, 0.0, 1.0, 2.0, -3.0, 0.5, INF, NAN)) for _ in range(count)]
        weights = torch.tensor([rng.choice((1.0, 1.0, 2.0, INF, 0.0)) for _ in range(count)], dtype=torch.float64).reshape(shape)
        for f in (lambda x: x.cumprod(dim), lambda x: x.prod(dim), lambda x: x.prod()):
            x = torch.tensor(values, dtype=torch.float64).reshape(shape).requires_grad_()
            y = f(x)
            g = weights if y.shape == weights.shape else torch.ones_like(y)
            first = torch.autograd.grad(y, x, g, retain_graph=True)[0]
            again = torch.autograd.grad(y, x, g, create_graph=True)[0]
            second = torch.autograd.grad(again.sum(), x)[0] if again.requires_grad else None
            yield [None if t is None else (t.detach() + 0, _description(t)) for t in (first, again, second)]


def zeros_for_signs(torch: Any) -> Iterator[Any]:
    """The gradient of what only lends its sign: zeros in memory of their own, in the argument's type."""
    for f in (torch.copysign, torch.nextafter):
        for shape, other in (((3,), (3,)), ((2, 3), (3,)), ((1,), (2, 3)), ((), (1, 1)), ((0, 2), (1, 2))):
            for dtypes in ((torch.float32, torch.float32), (torch.float64, torch.float32), (torch.float32, torch.float64)):
                x, y = torch.ones(shape, dtype=dtypes[0]), torch.ones(other, dtype=dtypes[1], requires_grad=True)
                for loss in (lambda t: t.sum(), lambda t: (t**2).sum()):
                    for again in (False, True):
                        g = torch.autograd.grad(loss(f(x, y)), y, create_graph=again)[0]
                        yield f.__name__, g, _description(g)


def saved_for_signs(torch: Any) -> Iterator[Any]:
    """copysign saves its result, and its first argument if that needs a gradient; nextafter then saves both arguments."""
    for f in (torch.copysign, torch.nextafter):
        for needed in ((True, False), (False, True), (True, True)):
            for changed in range(3):
                x, y = (torch.ones(3, requires_grad=n) * 1 for n in needed)
                out = f(x, y)
                with torch.no_grad():
                    (x, y, out)[changed].add_(1)
                yield f.__name__, needed, changed, refused(lambda: (out * 1).sum().backward())


PRODUCTS = ("v @ v.mT", "v.mT @ v", "torch.nn.functional.linear(v, v.detach())", "torch.nn.functional.linear(v.detach(), v)",
            "v[None] @ v.mT[None]", "torch.einsum('ij,kj->ik', v, v)", "v @ v[0]", "torch.tensordot(v, v.t(), 1)")


def products(torch: Any) -> Iterator[Any]:
    """Single rows and columns, which numpy says lie either way; second gradients."""
    for product in PRODUCTS:
        for shape in ((1, 2), (2, 1), (2, 3)):
            for before in ("x", "x.t()", "x.t().t()", "x * 1"):
                x = (torch.arange(float(math.prod(shape))).reshape(shape) + 1).requires_grad_()
                y = eval(product, {"torch": torch, "v": eval(before, {"x": x})})
                first = torch.autograd.grad(y.sum(), x, retain_graph=True)[0]
                again = torch.autograd.grad((y**2).sum(), x, create_graph=True)[0]
                yield (product, shape, before, _description(first), again.grad_fn.name(),
                       _description(torch.autograd.grad(again.sum(), x)[0]))


CHOICES = ("clamp(0, 1)", "clamp(10, -1)", "clamp(min=0)", "relu()", "maximum(x * 0)", "where(x > 0, x * 0)", "atan2(x)", "norm()",
           "norm(dim=0)", "repeat(1, 1)", "abs()", "sin()", "float()", "masked_fill(x > 0, 0)")


def choices(torch: Any) -> Iterator[Any]:
    """What a mask chooses lies as the mask does."""
    for choice in CHOICES:
        for after in ("x", "x[[0, -1]]", "x[..., 0]", "x * 1", "x.cumsum(0)", "x.t()", "x.sum(0)"):
            for loss in ("x.sum()", "(x ** 2).sum()", "x.mean()"):
                for again in (False, True):
                    leaf = torch.tensor([[3, 0.5, 1], [1, 7, -2]], dtype=torch.float64, requires_grad=True)
                    x = leaf.permute(1, 0)
                    y = eval(f"x.{choice}", {"x": x})
                    if y.dim() == 2:
                        y = eval(after, {"x": y})
                    g = torch.autograd.grad(eval(loss, {"x": y}), leaf, create_graph=again)[0]
                    yield choice, after, loss, again, _description(g)


def softplus_twice(torch: Any) -> Iterator[Any]:
    """Second derivatives of softplus for two values of beta; with create_graph they have a graph, too."""
    x = torch.tensor([-0.5, 0.25, 1.0], dtype=torch.float64, requires_grad=True)
    for beta in (1, 2.5):
        y = torch.nn.functional.softplus(x * 2, beta)
        g = torch.autograd.grad(y.sum(), x, create_graph=True)[0]
        yield torch.autograd.grad(g.exp().sum(), x, create_graph=True)[0]
    # PyTorch: tensor([1.3467, 3.2643, 2.4450], dtype=torch.float64, grad_fn=<MulBackward0>)
    # PyTorch: tensor([0.8159, 8.1934, 0.4847], dtype=torch.float64, grad_fn=<MulBackward0>)


def zeros_of_columns(torch: Any) -> Iterator[Any]:
    """The sign of products that are zero."""
    for n in (1, 2, 3):
        for k in (1, 2):
            a, b = torch.zeros(n, k), -torch.ones(n, k)
            yield [p.reciprocal() for p in (torch.nn.functional.linear(a, b), a @ b.mT, a.mT @ b, torch.nn.functional.linear(b, a))]


def second_gradients_of_signs(torch: Any) -> Iterator[Any]:
    """Second gradients of signs and moduli of transposed tensors."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for f in (lambda x: x.sgn() ** 2, lambda x: x.mT.abs(), lambda x: x.mT.sgn() * x.mT):
            x = torch.arange(4.0).reshape(1, 4).requires_grad_()
            g = torch.autograd.grad(f(x).sum(), x, create_graph=True)[0]
            if g.requires_grad:
                yield torch.autograd.grad((g**2).sum(), x, create_graph=True, allow_unused=True)[0]
    # PyTorch: tensor([[0., 0., 0., 0.]])
    # PyTorch: tensor([[0., 0., 0., 0.]])


def behind_transposes(torch: Any) -> Iterator[Any]:
    """What comes in another order than what was saved lies in: most formulas keep its order, some that of what they begin with."""
    functional = torch.nn.functional
    one: list[Callable[..., Any]] = [
        torch.sin, torch.sqrt, torch.exp, torch.tanh, torch.sigmoid, torch.relu, torch.abs, torch.erf, torch.log, functional.gelu,
        functional.leaky_relu, lambda t: t**3, lambda t: t.clamp(0.2, 2), lambda t: torch.where(t > 1, t, 2 * t)]
    x = (torch.arange(24, dtype=torch.float64).reshape(2, 3, 4) + 1) / 10
    y = (x.permute(2, 0, 1).contiguous() + 0.5).permute(1, 2, 0)
    ones = torch.ones(24, dtype=torch.float64)
    for g in (ones.reshape(4, 3, 2).permute(2, 1, 0), ones.reshape(3, 4, 2).permute(2, 0, 1), ones.reshape(2, 3, 4)):
        for f in one:
            for a in (x, y):
                a = a.detach().requires_grad_()
                yield torch.autograd.grad(f(a), a, g)[0].stride(), torch.autograd.grad((f(a) * f(a)).transpose(0, 2).sum(), a)[0].stride()
        for h in (torch.mul, torch.div, torch.atan2, torch.maximum, torch.hypot):
            for a, b in ((x, y), (y, x), (x, x[0]), (y, torch.tensor(2.0, dtype=torch.float64))):
                a, b = a.detach().requires_grad_(), b.detach()
                yield torch.autograd.grad(h(a, b), a, g)[0].stride()
