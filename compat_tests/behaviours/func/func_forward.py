"""torch.func: forward levels opened outside of a transform and used inside, custom Functions, structures, hooks, what has no derivative."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from .._func import attempt, materialized, plain, silent


def _x(torch: Any) -> Any:
    return torch.tensor([1.0, 2.0, 3.0])


def _transforms(torch: Any) -> dict[str, Callable[[Any], Callable[[Any], Any]]]:
    func = torch.func
    return {
        "grad": func.grad, "vjp": lambda f: lambda x: func.vjp(f, x)[1](torch.tensor(1.0))[0],
        "grad of grad": lambda f: func.grad(lambda x: func.grad(f)(x).sum()), "jacrev": func.jacrev,
        "vmap of grad": lambda f: lambda x: func.vmap(func.grad(f))(torch.stack([x, x])),
        "grad of vmap": lambda f: func.grad(lambda x: func.vmap(lambda _: f(x))(torch.ones(2)).sum()),
        "vmap": lambda f: lambda x: func.vmap(lambda y: f(y))(torch.stack([x, x])),
        "vmap over nothing": lambda f: lambda x: func.vmap(lambda y, _: f(y), in_dims=(None, 0))(x, torch.ones(2)),
    }


def _inside_level(torch: Any, run: Callable[[Any], Any]) -> Any:
    """What `run(dual)` gives at an open forward level, and its tangent."""
    forward = torch.autograd.forward_ad
    with forward.dual_level():
        result = run(forward.make_dual(_x(torch), torch.full((3,), 2.0)))
        return materialized(torch, (result, forward.unpack_dual(result).tangent))


@silent
def unpacking_inside(torch: Any) -> Iterator[Any]:
    """A dual of a level outside is unpacked inside a transform: its tangent is not seen there, and acts outside."""
    unpack = torch.autograd.forward_ad.unpack_dual

    def use(t: Any, y: Any) -> Any:
        primal, tangent = unpack(t)
        return (primal * y).sum() if tangent is None else (tangent * y * y).sum()

    for name, transform in _transforms(torch).items():
        yield name, attempt(lambda t=transform: _inside_level(torch, lambda d: t(lambda y: use(d, y))(_x(torch))))
        yield name, attempt(lambda t=transform: _inside_level(torch, lambda d: t(lambda y: use(d.square(), y))(_x(torch))))
        yield name, attempt(lambda t=transform: _inside_level(torch, t(lambda y: use(y, y))))
        yield name, attempt(lambda t=transform: _inside_level(torch, t(lambda y: use(y.square(), y))))
        yield name, attempt(lambda t=transform: _inside_level(torch, lambda d: t(lambda y: use(d * y, y))(_x(torch))))


@silent
def duals_made_inside(torch: Any) -> Iterator[Any]:
    """A dual is made inside a transform at a level opened outside: it varies with the transform's argument and ends with it."""
    forward = torch.autograd.forward_ad
    x, two = _x(torch), torch.full((3,), 2.0)

    def tangent(t: Any) -> Any:
        return forward.unpack_dual(t).tangent

    def in_place(y: Any) -> Any:
        d = forward.make_dual(y, two) * 2
        d.mul_(3)
        d[0] = 1
        return tangent(d * d).sum() + d.sum()

    functions = {
        "tangent": lambda y: tangent(forward.make_dual(y, two).square()).sum(), "value": lambda y: forward.make_dual(y, two).square().sum(),
        "tangent of y": lambda y: (tangent(forward.make_dual(y, y * y).square()) * y).sum(),
        "captured": lambda y: (forward.make_dual(x, two) * y).sum(), "captured, tangent of y": lambda y: tangent(
            forward.make_dual(x, y).square()).sum(), "in place": in_place,
        "through grad": lambda y: tangent(torch.func.grad(lambda z: (z * z * z).sum())(forward.make_dual(y, two))).sum(),
    }
    for name, function in functions.items():
        for transform in ("grad", "vjp", "grad of grad", "vmap of grad", "grad of vmap"):
            run = _transforms(torch)[transform](function)
            yield name, transform, attempt(lambda r=run: _inside_level(torch, lambda _: r(x)))


def _functions(torch: Any) -> dict[str, Any]:
    class Cube(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any) -> Any:
            return x * x * x

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.save_for_backward(inputs[0])
            ctx.save_for_forward(inputs[0])

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 3 * ctx.saved_tensors[0] ** 2

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return 3 * ctx.saved_tensors[0] ** 2 * t

    class Ruled(Cube):
        generate_vmap_rule = False

        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any) -> Any:
            return Ruled.apply(x), in_dims[0]

    class Doubled(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x: Any) -> Any:
            return x.mul_(2)

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.mark_dirty(inputs[0])

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    return {"generated": Cube.apply, "ruled": Ruled.apply, "dirty": lambda x: Doubled.apply(x * 1)}


@silent
def custom_functions(torch: Any) -> Iterator[Any]:
    """Second derivatives have terms that no single Function sees alone."""
    func, x = torch.func, _x(torch)
    for name, apply in _functions(torch).items():
        f = lambda y, a=apply: (a(y).sum() * y[0]) ** 2  # noqa: E731
        yield name, attempt(lambda: func.grad(f)(x)), attempt(lambda: func.vjp(f, x)[1](torch.tensor(1.0)))
        yield name, attempt(lambda: func.grad(lambda y: (func.grad(f)(y) * x).sum())(x))
        yield name, attempt(lambda: func.vmap(func.grad(f))(torch.stack([x, x])))
        yield name, attempt(lambda: func.jacrev(func.jacrev(f))(x)), attempt(lambda: func.vjp(func.grad(f), x)[1](x))
        if name != "dirty":
            yield name, attempt(lambda: func.hessian(f)(x)), attempt(lambda: func.jvp(func.grad(f), (x,), (x,)))
            yield name, attempt(lambda: func.vmap(func.hessian(f))(torch.stack([x, x + 1]))), attempt(lambda: func.jvp(f, (x,), (x,)))


@silent
def hooks_inside(torch: Any) -> Iterator[Any]:
    """Hooks registered inside grad change the gradient, on its argument and on a result, and under vmap as well."""
    func, x = torch.func, _x(torch)

    def hooked(y: Any, to: str) -> Any:
        z = y * 3
        (y if to == "argument" else z).register_hook(lambda g: g * 2)
        return (z * z).sum()

    for to in ("argument", "result"):
        yield to, attempt(lambda t=to: func.grad(lambda y: hooked(y, t))(x))
        yield to, attempt(lambda t=to: func.vmap(func.grad(lambda y: hooked(y, t)))(torch.stack([x, x + 1])))
    # PyTorch: ('argument', ([36.0, 72.0, 108.0], 'torch.float32', (3,), False))
    # PyTorch: ('argument', ([[36.0, 72.0, 108.0], [72.0, 108.0, 144.0]], 'torch.float32', (2, 3), False))
    # PyTorch: ('result', ([36.0, 72.0, 108.0], 'torch.float32', (3,), False))
    # PyTorch: ('result', ([[36.0, 72.0, 108.0], [72.0, 108.0, 144.0]], 'torch.float32', (2, 3), False))


@silent
def structures_of_dimensions(torch: Any) -> Iterator[Any]:
    """Mappings stand for each other; their members are taken in the order that each has."""
    rows, columns = torch.arange(6.0).reshape(2, 3), torch.ones(3, 2)
    both = lambda d: d["a"].sum() + d["b"].sum()  # noqa: E731
    for dims in ({"a": 0, "b": 1}, {"b": 1, "a": 0}, {"b": None, "a": 0}, OrderedDict(a=0, b=1), OrderedDict(b=1, a=0), {"a": 0, "c": 1},
                 {"a": 0}, {"a": 0, "b": 1, "c": 0}, defaultdict(int, a=0, b=1), [0, 1], 0, None):
        yield attempt(lambda d=dims: torch.func.vmap(both, in_dims=(d,))({"a": rows, "b": columns}))
        yield attempt(lambda d=dims: torch.func.vmap(both, in_dims=(d,))(OrderedDict(a=rows, b=columns)))
        yield attempt(lambda d=dims: torch.func.vmap(lambda y: {"a": y * 2, "b": y * 3}, out_dims=d)(rows))


@silent
def without_derivatives(torch: Any) -> Iterator[Any]:
    """unique has no vjp, jvp or batching rule, but takes detached values; vjp refuses outputs that are not floating."""
    func, x = torch.func, _x(torch)
    for f in (torch.unique, torch.unique_consecutive):
        yield attempt(lambda f=f: func.grad(lambda y: f(y).sum())(x)), attempt(lambda f=f: func.jvp(f, (x,), (x,)))
        yield attempt(lambda f=f: func.grad(lambda y: f(y.detach()).sum() * y.sum())(x)), attempt(lambda f=f: func.vmap(f)(x.expand(2, 3)))
    yield attempt(lambda: func.vjp(lambda y: y.long(), x)), attempt(lambda: func.vjp(lambda y: (y, y > 1), x))
    yield attempt(lambda: func.functional_call(torch.nn.Linear(3, 1), 3, (x,)))


@silent
def bags_by_frequency(torch: Any) -> Iterator[Any]:
    """Gradients of embedding_bag scaled by frequency, with vmap and grad in either order; mode max refuses the scaling."""
    func, bag = torch.func, torch.nn.functional.embedding_bag
    weight, index = torch.arange(15.0).reshape(5, 3) / 7, torch.tensor([[0, 4, 1, 1, 2], [3, 3, 3, 1, 4]])
    for options in ({"mode": "sum"}, {"mode": "mean"}, {"mode": "max"}, {"mode": "sum", "padding_idx": 3}):
        f = lambda w, i, o=options: bag(i.unsqueeze(0), w, scale_grad_by_freq=True, **o).square().sum()  # noqa: E731
        yield attempt(lambda: func.vmap(f, in_dims=(None, 0))(weight, index))
        yield attempt(lambda: func.vmap(func.grad(f), in_dims=(None, 0))(weight, index))
        yield attempt(lambda: func.grad(lambda w: func.vmap(f, in_dims=(None, 0))(w, index).sum())(weight))
        yield attempt(lambda: func.vmap(func.grad(f))(torch.stack([weight, weight + 1]), index))
    with_offsets = lambda w, i: bag(i, w, torch.tensor([0, 2]), mode="sum", scale_grad_by_freq=True).square().sum()  # noqa: E731
    yield attempt(lambda: func.vmap(func.grad(with_offsets), in_dims=(None, 0))(weight, index))


@silent
def printed_levels(torch: Any) -> Iterator[Any]:
    """Forward levels of the user do not count among the levels that a tensor is said to be of."""
    texts: list[str] = []
    x = _x(torch)
    with torch.autograd.forward_ad.dual_level():
        torch.func.vmap(torch.func.grad(lambda y: (texts.append(repr(y)), y.sum())[1]))(torch.stack([x, x]))
    torch.func.grad(lambda z: torch.func.vmap(lambda y: (texts.append(repr(y)), y.sum())[1])(z).sum())(torch.stack([x, x]))
    kept: list[Any] = []
    torch.func.vmap(lambda y: (kept.append(y), y.sum())[1])(torch.stack([x, x]))
    yield plain(texts), repr(kept[0])
