"""torch.func: Functions whose `forward` leaves for numpy or writes into its argument, which it does below all levels."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._func import attempt, silent


def _cubing(torch: Any, forward: Callable[[Any], Any], setup: Callable[[Any, Any, Any], Any] | None = None) -> Any:
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        if setup is not None:
            setup(ctx, inputs, output)
        ctx.save_for_backward(*inputs)
        ctx.save_for_forward(*inputs)

    def slope(ctx: Any, g: Any) -> Any:
        return 3 * ctx.saved_tensors[0] ** 2 * g

    return type("Cube", (torch.autograd.Function,), {name: staticmethod(f) for name, f in {
        "forward": forward, "setup_context": setup_context, "backward": slope, "jvp": slope}.items()}).apply


def _variants(torch: Any, f: Callable[[Any], Any]) -> dict[str, Callable[[], Any]]:
    func, x = torch.func, torch.tensor([2.0, -1.0])
    return {
        "jvp": lambda: func.jvp(f, (x,), (x,)), "grad": lambda: func.grad(lambda x: f(x).sum())(x), "vjp": lambda: func.vjp(f, x)[1](x),
        "jvp of grad": lambda: func.jvp(func.grad(lambda x: f(x).sum()), (x,), (x,)),
        "grad of jvp": lambda: func.grad(lambda y: func.jvp(f, (y,), (y,))[1].sum())(x),
        "of a constant": lambda: func.jvp(lambda y: f(x) * y, (x,), (x,)),
        "of a constant in grad": lambda: func.grad(lambda y: (f(x) * y).sum())(x),
        "written into": lambda: func.jvp(lambda y: f(x).mul_(y), (x,), (x,)),
        "its result read": lambda: func.jvp(lambda y: (f(y), f(y).detach().numpy())[0], (x,), (x,)),
    }


@silent
def forward_reads_memory(torch: Any) -> Iterator[Any]:
    """forward may go through numpy below all levels, while its result under jvp has no memory to read outside."""
    f = _cubing(torch, lambda x: torch.tensor(x.detach().numpy() ** 3))
    for name, way in _variants(torch, f).items():
        yield name, attempt(way)


@silent
def setup_reads_memory(torch: Any) -> Iterator[Any]:
    """setup_context sees its inputs at the level of the transform, where detach().numpy() finds no storage."""
    f = _cubing(torch, lambda x: x**3, lambda ctx, inputs, output: inputs[0].detach().numpy())
    ways = _variants(torch, f)
    for name in ("jvp", "grad", "vjp", "jvp of grad", "grad of jvp"):
        yield name, attempt(ways[name])
    # PyTorch: ('jvp', RuntimeError: Cannot access data pointer of Tensor ...)
    # PyTorch: ('grad', RuntimeError: Cannot access data pointer of Tensor ...)
    # PyTorch: ('vjp', RuntimeError: Cannot access data pointer of Tensor ...)
    # PyTorch: ('jvp of grad', RuntimeError: Cannot access data pointer of Tensor ...)
    # PyTorch: ('grad of jvp', RuntimeError: Cannot access data pointer of Tensor ...)


def _exponential(torch: Any) -> Any:
    """Writes into its argument, and its `jvp` into the tangent."""

    class Exponential(torch.autograd.Function):
        @staticmethod
        def forward(x: Any) -> Any:
            return x.exp_()

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            ctx.mark_dirty(*inputs)
            ctx.save_for_backward(output)
            ctx.save_for_forward(output)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.saved_tensors[0]

        @staticmethod
        def jvp(ctx: Any, tangent: Any) -> Any:
            return tangent.mul_(ctx.saved_tensors[0])

    return Exponential.apply


@silent
def written_arguments(torch: Any) -> Iterator[Any]:
    """What `forward` has changed is the argument itself, with the new tangent and the new history."""
    func, f, x = torch.func, _exponential(torch), torch.tensor([1.0, 2.0])
    leaf = x.clone().requires_grad_()

    def kept(y: Any) -> Any:
        y = y.clone()
        z = f(y)
        return y * 1, z, z is y

    for name, way in _variants(torch, lambda y: f(y.clone())).items():
        yield name, attempt(way)
    yield attempt(lambda: func.jvp(lambda y: kept(y)[:2], (x,), (x,))), attempt(lambda: func.jvp(f, (x.clone(),), (x.clone(),)))
    for part in (0, 1):
        yield attempt(lambda part=part: torch.autograd.grad(func.jvp(lambda y: kept(y)[0], (leaf,), (x,))[part].sum(), leaf))
    same: list[bool] = []
    func.jvp(lambda y: (same.append(kept(y)[2]), y)[1], (x,), (x,))
    yield same


@silent
def returned_views(torch: Any) -> Iterator[Any]:
    """`func.jvp` does not ask whether the tangent of a view is a view; writes into the view reach the argument."""
    func, x = torch.func, torch.tensor([1.0, 2.0])
    for name, forward, push in (("view", lambda x: x.view(-1), lambda ctx, t: t.view(-1)), ("as it is", lambda x: x, lambda ctx, t: t),
                                ("copied tangent", lambda x: x.view(-1), lambda ctx, t: t * 1)):
        parts = {"forward": forward, "setup_context": lambda ctx, inputs, output: None, "backward": lambda ctx, g: g, "jvp": push}
        f = type("F", (torch.autograd.Function,), {n: staticmethod(g) for n, g in parts.items()}).apply

        def written(y: Any, f: Any = f) -> Any:
            y = y.clone()
            z = f(y)
            z.mul_(2)
            return y, z

        yield name, attempt(lambda f=f: func.jvp(f, (x,), (x,))), attempt(lambda f=f: func.jvp(lambda y: f(y.clone()), (x,), (x,)))
        yield name, attempt(lambda written=written: func.jvp(written, (x,), (x,)))
