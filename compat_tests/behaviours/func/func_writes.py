"""torch.func: writing inside a transform into what it captured, and into what was made inside of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._func import attempt, materialized, silent

Write = Callable[[Any, Any], Any]


def _x(torch: Any) -> Any:
    return torch.tensor([1.0, 2.0, 3.0])


def _rows(torch: Any) -> Any:
    return torch.arange(6.0).reshape(2, 3) + 1


def _after(written: Any, result: Any) -> Any:
    return result


def _writes(torch: Any) -> dict[str, Write]:
    """What a function does to `c`, by name."""
    return {
        "mul_": lambda y, c: _after(c.mul_(y), c * 1), "add_": lambda y, c: _after(c.add_(1), c * y),
        "copy_": lambda y, c: _after(c.copy_(y), c * 1), "zero_": lambda y, c: _after(c.zero_(), c * y),
        "fill a view": lambda y, c: _after(c[1:].fill_(5.0), c * y), "scale a view": lambda y, c: _after(c[:2].mul_(y[:2]), c * 1),
        "detached": lambda y, c: _after(c.detach().mul_(2), c * y), "square_": lambda y, c: _after(c.square_(), c * y),
        "set an item": lambda y, c: _after(c.__setitem__(0, y[1]), c * 1), "augmented": lambda y, c: c.__iadd__(y) * 1,
        "unsqueeze_": lambda y, c: _after(c.unsqueeze_(0), (c * y).sum(0)), "a view of a view": lambda y, c: _after(
            c.view(3)[1:][0].mul_(4.0), c * y),
        "masked": lambda y, c: _after(c.masked_fill_(torch.tensor([True, False, True]), 2.0), c * y),
        "requires_grad_": lambda y, c: c.requires_grad_() * y,
    }


def _all(torch: Any, run: Callable[[Write, Any], Any], *, without: tuple[str, ...] = ()) -> Iterator[Any]:
    """Every write under a transform that `run` makes of it, with what is then in the tensor."""
    for name, write in _writes(torch).items():
        if name not in without:
            captured = torch.ones(3)
            yield name, attempt(lambda w=write, c=captured: materialized(torch, run(w, c))), captured.tolist()


@silent
def captured_by_grad(torch: Any) -> Iterator[Any]:
    """Inside grad every write into a captured tensor raises and leaves it as it was."""
    yield from _all(torch, lambda w, c: torch.func.grad(lambda y: w(y, c).sum())(_x(torch)))


@silent
def captured_by_vjp(torch: Any) -> Iterator[Any]:
    """Inside vjp every write into a captured tensor raises and leaves it as it was."""
    yield from _all(torch, lambda w, c: torch.func.vjp(lambda y: w(y, c), _x(torch))[1](torch.ones(3)))


@silent
def captured_by_jvp(torch: Any) -> Iterator[Any]:
    """Inside jvp every write into a captured tensor raises and leaves it as it was."""
    yield from _all(torch, lambda w, c: torch.func.jvp(lambda y: w(y, c), (_x(torch),), (torch.ones(3),)))


@silent
def captured_by_jacobians(torch: Any) -> Iterator[Any]:
    """Inside jacrev, jacfwd and hessian every write into a captured tensor raises and leaves it as it was."""
    yield from _all(torch, lambda w, c: torch.func.jacrev(lambda y: w(y, c))(_x(torch)))
    yield from _all(torch, lambda w, c: torch.func.jacfwd(lambda y: w(y, c))(_x(torch)))
    yield from _all(torch, lambda w, c: torch.func.hessian(lambda y: w(y, c).sum())(_x(torch)))


@silent
def captured_by_vmap(torch: Any) -> Iterator[Any]:
    """Inside vmap a captured tensor takes values that are not batched; writing a batched one into it is refused."""
    yield from _all(torch, lambda w, c: torch.func.vmap(lambda y: w(y, c))(_rows(torch)))
    yield from _all(torch, lambda w, c: torch.func.vmap(lambda y, _: w(y, c), in_dims=(None, 0))(_x(torch), torch.ones(2)))


@silent
def captured_by_vmap_of_grad(torch: Any) -> Iterator[Any]:
    """Inside vmap of grad every write into a captured tensor raises, as inside grad."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.vmap(func.grad(lambda y: w(y, c).sum()))(_rows(torch)))


@silent
def captured_by_grad_of_vmap(torch: Any) -> Iterator[Any]:
    """Inside grad of vmap every write into a captured tensor raises: some by vmap's rule, the others by grad's."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.vmap(lambda y: w(y, c))(z).sum())(_rows(torch)))


@silent
def captured_by_grad_of_grad(torch: Any) -> Iterator[Any]:
    """Inside two grads every write into a captured tensor raises and leaves it as it was."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.grad(lambda y: w(y, c).sum())(z).sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.grad(lambda y: (w(y, c) * y).sum())(z).sum())(_x(torch)))


@silent
def the_outer_argument_of_grad(torch: Any) -> Iterator[Any]:
    """The inner of two grads refuses every write into the argument of the outer one."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.grad(lambda y: (w(y, z) * y).sum())(_x(torch)).sum())(_x(torch)))


@silent
def made_inside_of_the_outer_argument_of_grad(torch: Any) -> Iterator[Any]:
    """A tensor that the inner grad makes of the outer one's argument takes writes, and the outer gradient follows."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.grad(lambda y: (w(y, z * c) * y).sum())(_x(torch)).sum())(_x(torch)))


@silent
def the_outer_argument_of_jvp(torch: Any) -> Iterator[Any]:
    """grad inside jvp refuses every write into the argument of the jvp."""
    func, ones = torch.func, torch.ones(3)
    yield from _all(torch, lambda w, c: func.jvp(lambda z: func.grad(lambda y: (w(y, z) * y).sum())(_x(torch)), (_x(torch),), (ones,)))


@silent
def made_inside_of_the_outer_argument_of_jvp(torch: Any) -> Iterator[Any]:
    """A tensor made inside grad of the argument of a jvp around it takes writes, and the tangents follow."""
    func, ones = torch.func, torch.ones(3)
    yield from _all(torch, lambda w, c: func.jvp(lambda z: func.grad(lambda y: (w(y, z * c) * y).sum())(_x(torch)), (_x(torch),), (ones,)))


@silent
def jvp_inside_grad(torch: Any) -> Iterator[Any]:
    """jvp inside grad takes writes into tensors made inside of it, and refuses them into the argument of the grad."""
    func, ones = torch.func, torch.ones(3)
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.jvp(lambda y: w(y, z * c), (_x(torch),), (ones,))[1].sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.jvp(lambda y: w(y, z), (_x(torch),), (ones,))[1].sum())(_x(torch)))


@silent
def jvp_inside_jvp(torch: Any) -> Iterator[Any]:
    """Tensors made inside the inner of two jvps take writes, and the tangents of both follow."""
    func, x, t = torch.func, (_x(torch),), (torch.ones(3),)
    yield from _all(torch, lambda w, c: func.jvp(lambda z: func.jvp(lambda y: w(y, z * c), x, t)[1], x, t))


@silent
def grad_inside_vmap(torch: Any) -> Iterator[Any]:
    """grad inside vmap takes writes into tensors made inside of it, and refuses them into the argument of the vmap."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.vmap(lambda z: func.grad(lambda y: (w(y, z * c) * y).sum())(_x(torch)))(_rows(torch)))
    yield from _all(torch, lambda w, c: func.vmap(lambda z: func.grad(lambda y: (w(y, z) * y).sum())(_x(torch)))(_rows(torch)))


@silent
def vmap_inside_grad(torch: Any) -> Iterator[Any]:
    """vmap inside grad writes no batched values into tensors that are not; the grad's argument refuses as a leaf does."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.vmap(lambda y: (w(y, z * c) * y).sum())(_rows(torch)).sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.vmap(lambda y: (w(y, z) * y).sum())(_rows(torch)).sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.grad(lambda z: func.vmap(lambda y: (w(y, torch.zeros(3)) * z).sum())(
        _rows(torch)).sum())(_x(torch)))


@silent
def vmap_inside_vmap(torch: Any) -> Iterator[Any]:
    """Values batched by the inner of two vmaps cannot be written into a tensor that only the outer one batches."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.vmap(lambda z: func.vmap(lambda y: w(y, z * c))(_rows(torch)))(_rows(torch)))
    yield from _all(torch, lambda w, c: func.vmap(lambda z: func.vmap(lambda y: w(y, z))(_rows(torch)))(_rows(torch)))


@silent
def what_is_made_inside(torch: Any) -> Iterator[Any]:
    """Tensors made inside grad take writes and pass gradients on; inside vmap unbatched ones take no batched values."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda y: w(y, torch.zeros(3)).sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.grad(lambda y: w(y, (y * 2)[:]).sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.vmap(lambda y: w(y, torch.zeros(3)))(_rows(torch)))


@silent
def the_argument_itself(torch: Any) -> Iterator[Any]:
    """The argument of grad and vjp refuses writes as a leaf does, though not through detach; that of vmap takes them."""
    func = torch.func
    yield from _all(torch, lambda w, c: func.grad(lambda y: w(y, y).sum())(_x(torch)))
    yield from _all(torch, lambda w, c: func.vjp(lambda y: w(y, y), _x(torch))[1](torch.ones(3)))
    yield from _all(torch, lambda w, c: func.vmap(lambda y: w(y, y))(_rows(torch)))


@silent
def without_recording(torch: Any) -> Iterator[Any]:
    """no_grad inside grad does not allow writes into captured tensors; tensors made inside take them."""

    def function(w: Write, y: Any, c: Any) -> Any:
        with torch.no_grad():
            w(y, c)
        return (y * 2).sum()

    yield from _all(torch, lambda w, c: torch.func.grad(lambda y: function(w, y, c))(_x(torch)))
    yield from _all(torch, lambda w, c: torch.func.grad(lambda y: function(w, y, torch.zeros(3)))(_x(torch)))


@silent
def out_arguments(torch: Any) -> Iterator[Any]:
    """out= is refused by vmap, which has no batching rule for it, and by grad and jvp, which cannot differentiate it."""
    func, out = torch.func, torch.ones(3)
    write = lambda y: torch.add(y, 1, out=out) * 1  # noqa: E731
    yield attempt(lambda: func.vmap(write)(_rows(torch))), attempt(lambda: func.grad(lambda y: write(y).sum())(_x(torch)))
    yield attempt(lambda: func.jvp(write, (_x(torch),), (_x(torch),)))
    yield attempt(lambda: func.vmap(lambda y: torch.add(y, 1, out=y))(_rows(torch)))
    yield attempt(lambda: func.grad(lambda z: func.vmap(lambda y: write(y).sum())(z).sum())(_rows(torch)))
    yield attempt(lambda: func.vmap(func.grad(lambda y: write(y).sum()))(_rows(torch)))
    # PyTorch: (RuntimeError: Batching rule not implemented for ..., RuntimeError: add(): functions with out=... arguments ...)
    # PyTorch: NotImplementedError: Trying to use forward AD with add_out ...
    # PyTorch: RuntimeError: Batching rule not implemented for ...
    # PyTorch: RuntimeError: Batching rule not implemented for ...
    # PyTorch: RuntimeError: add(): functions with out=... arguments ...


@silent
def the_memory_of_tensors(torch: Any) -> Iterator[Any]:
    """What hands out memory, or copies it as a whole."""
    import copy
    import pickle

    func, captured = torch.func, torch.ones(3)
    uses = {"numpy": lambda t: t.detach().numpy(), "pointer": lambda t: t.data_ptr(), "storage": lambda t: t.untyped_storage(),
            "copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": pickle.dumps, "offset": lambda t: t.storage_offset(),
            "item": lambda t: t.sum().item(), "list": lambda t: t.tolist(), "text": lambda t: f"{t[0]:.1f}",
            "retain_grad": lambda t: (t * 2).retain_grad()}
    for name, use in uses.items():
        yield name, attempt(lambda u=use: func.grad(lambda y: _after(u(y), (y * y).sum()))(_x(torch)))
        yield name, attempt(lambda u=use: func.vmap(lambda y: _after(u(y), (y * y).sum()))(_rows(torch)))
        yield name, attempt(lambda u=use: func.jvp(lambda y: _after(u(y), (y * y).sum()), (_x(torch),), (_x(torch),)))
        if name in ("numpy", "pointer"):
            yield name, attempt(lambda u=use: func.grad(lambda y: _after(u(captured), (y * y).sum()))(_x(torch)))
            yield name, attempt(lambda u=use: func.grad(lambda y: _after(u(torch.zeros(3)), (y * y).sum()))(_x(torch)))


def views_written_with_derivatives_per_example(torch: Any) -> Iterator[Any]:
    """jacfwd, jvp and hessian under vmap of functions that write into views: one derivative per example."""
    func = torch.func

    def scaled(x: Any) -> Any:
        y = x.clone()
        y[0].mul_(x[1])
        return y

    def assigned(x: Any) -> Any:
        y = torch.zeros_like(x)
        y[0] = x[1] * 2
        return y

    def widened(x: Any) -> Any:
        y = x.clone()
        y.unsqueeze(0).mul_(x)
        return y

    def chained(x: Any) -> Any:
        y = torch.zeros_like(x)
        part = y[1:]
        part += x[:1]
        y *= x
        return y

    x = torch.tensor([[1.0, 2.0], [3.0, 5.0], [7.0, 11.0]])
    for f in (scaled, assigned, widened, chained):
        yield f.__name__
        for derivative in (func.vmap(func.jacfwd(f)), func.vmap(lambda a, f=f: func.jvp(f, (a,), (torch.ones_like(a),))[1]),
                           func.vmap(func.jacfwd(func.jacfwd(f))), func.jacfwd(func.vmap(f))):
            yield derivative(x).tolist()
        yield func.vmap(func.vmap(func.jacfwd(f)))(x[None]).tolist()
    for f in (scaled, widened):
        yield func.vmap(func.hessian(lambda a, f=f: (f(a) ** 2).sum()))(x).tolist()
