"""torch.func: writes in place and into views, under compositions of transforms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from .._func import attempt, plain, silent

Function = Callable[[Any], Any]


def _functions(torch: Any) -> dict[str, Function]:
    """Functions of two numbers that write: into copies, into views, and into new tensors."""
    def write(y: Any, *steps: Function) -> Any:
        for step in steps:
            step(y)
        return y

    return {
        "scaled": lambda x: write(x.clone(), lambda y: y.mul_(x), lambda y: y.div_(x + 1)),
        "twice": lambda x: write(x * 1, lambda y: y.sin_(), lambda y: y.sin_()),
        "powers": lambda x: write(x.clone(), lambda y: y.pow_(3), lambda y: y.mul_(x)),
        "view": lambda x: write(x.clone(), lambda y: y[0].mul_(x[1])),
        "item of zeros": lambda x: write(torch.zeros_like(x), lambda y: y.__setitem__(0, x[1] * 2)),
        "slice of zeros": lambda x: write(torch.zeros_like(x), lambda y: y[1:].add_(x[:1]), lambda y: y.mul_(x)),
        "new zeros": lambda x: write(x.new_zeros(3), lambda y: y.__setitem__(0, x.prod()), lambda y: y[1:].copy_(x)),
        "rows": lambda x: write(torch.zeros(2, 2), lambda y: y[0].copy_(x), lambda y: y[1].copy_(x * x), lambda y: y[:, 0].mul_(2)),
        "transposed": lambda x: write(torch.outer(x, x), lambda y: y.t().mul_(x), lambda y: y.triu_()),
        "masked": lambda x: write(x * 2, lambda y: y.masked_fill_(x > 0.4, 1.0), lambda y: y.clamp_(0.1, 5)),
        "filled": lambda x: write(torch.zeros(2), lambda y: y.fill_(x[0] * x[1])) + x,
        "scattered": lambda x: write(torch.zeros(3), lambda y: y.scatter_add_(0, torch.tensor([1, 1]), x * x)),
        "indexed": lambda x: write(torch.zeros(3), lambda y: y.__setitem__(torch.tensor([2, 0]), x.sin())),
        "added": lambda x: write(torch.ones(3), lambda y: y.index_add_(0, torch.tensor([2, 0]), x * x)),
    }


def _transforms(torch: Any) -> dict[str, Callable[[Function], Function]]:
    func = torch.func
    return {
        "grad": lambda f: func.grad(lambda x: (f(x) ** 2).sum()), "jacrev": func.jacrev, "jacfwd": func.jacfwd,
        "hessian": lambda f: func.hessian(lambda x: (f(x) ** 2).sum()),
        "jvp": lambda f: lambda x: func.jvp(f, (x,), (x.cos(),))[1],
        "vmap": lambda f: lambda x: func.vmap(f)(torch.stack([x, x * 0.5])),
    }


def _all(torch: Any, names: tuple[str, ...], *, depth: int = 2) -> Iterator[Any]:
    transforms, functions = _transforms(torch), _functions(torch)
    x = torch.tensor([0.25, 0.5])
    for name in names:
        for chain in product(transforms, repeat=depth):
            nested = set(chain) <= {"jacfwd", "hessian"}
            if name == "filled" and {"jacfwd", "hessian"} & set(chain) or name in ("twice", "masked") and nested:
                continue  # PyTorch refuses these: the examples of its own vmap, or its own tensors of zeros
            f = functions[name]
            for link in reversed(chain):
                f = transforms[link](f)
            found = attempt(lambda f=f: {"values": [round(v, 3) + 0.0 for v in f(x).clone().reshape(-1).tolist()]})
            yield name, chain, found


@silent
def of_copies(torch: Any) -> Iterator[Any]:
    """Pairs of grad, jacrev, jacfwd, hessian, jvp and vmap, of functions that write into a copy of their argument."""
    yield from _all(torch, ("scaled", "twice", "powers", "masked"))


@silent
def of_views(torch: Any) -> Iterator[Any]:
    """Pairs of transforms, of functions that write into a row or through a transpose."""
    yield from _all(torch, ("view", "transposed"))


@silent
def of_new_tensors(torch: Any) -> Iterator[Any]:
    """Pairs of transforms, of functions that fill zeros item by item, in slices and in rows."""
    yield from _all(torch, ("item of zeros", "slice of zeros", "new zeros", "rows"))


@silent
def of_places(torch: Any) -> Iterator[Any]:
    """Pairs of transforms, of functions that fill, scatter, index and add; vmap refuses fill_ with a batched value."""
    yield from _all(torch, ("filled", "scattered", "indexed", "added"))


@silent
def three_deep(torch: Any) -> Iterator[Any]:
    """What an outer vmap gives for every example reaches tangents of tangents."""
    func, transforms, functions = torch.func, _transforms(torch), _functions(torch)
    rows = torch.tensor([[0.25, 0.5], [0.75, -1.0]])
    for name in ("scaled", "twice", "view", "item of zeros", "slice of zeros"):
        for outer, inner in product(("grad", "jacrev", "jacfwd", "hessian"), ("grad", "jvp", "vmap")):
            f = transforms[outer](transforms[inner](functions[name]))
            yield name, outer, inner, attempt(lambda f=f: {"values": [
                round(v, 3) + 0.0 for v in func.vmap(f)(rows).reshape(-1).tolist()]})


@silent
def filled_by_duals(torch: Any) -> Iterator[Any]:
    """`fill_` with a tensor that has a tangent."""
    fw, x = torch.autograd.forward_ad, torch.tensor([0.25, 0.5])
    yield plain(torch.func.jvp(lambda x: torch.zeros(2).fill_(x.prod()), (x,), (torch.ones(2),)))
    with fw.dual_level():
        dual = fw.make_dual(x, torch.ones(2))
        yield plain([fw.unpack_dual(torch.zeros(3).fill_(dual[0])).tangent, fw.unpack_dual(dual.clone().fill_(dual[1])).tangent])
    # PyTorch: ['tuple', ([0.125, 0.125], 'torch.float32', (2,), False), ([0.75, 0.75], 'torch.float32', (2,), False)]
    # PyTorch: ['list', ([1.0, 1.0, 1.0], 'torch.float32', (3,), False), ([1.0, 1.0], 'torch.float32', (2,), False)]


@silent
def masks_per_example(torch: Any) -> Iterator[Any]:
    """Under vmap `x[mask] = value` takes a mask that all examples share and refuses one of each example's own."""
    x = torch.tensor([[0.25, 0.5], [0.75, 1.0]])

    def assigned(x: Any, mask: Any, value: Any) -> Any:
        y = x.clone()
        y[mask] = value
        return y

    for value in (0.0, 1, torch.tensor(3.0), torch.ones(1)):
        yield attempt(lambda v=value: torch.func.vmap(lambda a: assigned(a, a > 0.4, v))(x))
        yield attempt(lambda v=value: torch.func.vmap(lambda a: assigned(a, torch.tensor([True, False]), v))(x))
        yield attempt(lambda v=value: torch.func.vmap(lambda a: assigned(x[0], a > 0.4, v))(x))


@silent
def products_afterwards(torch: Any) -> Iterator[Any]:
    """A product, or a running one, differentiated inside a transform first, and then without one."""
    x = torch.tensor([0.25, 0.5, 2.0])
    for f in (torch.prod, lambda x: x.prod(0, keepdim=True), lambda x: x.cumprod(0)):
        torch.func.grad(lambda x, f=f: f(x).sum() ** 2)(x)
        y = x.clone().requires_grad_()
        first, = torch.autograd.grad(f(y).sum() ** 2, y, create_graph=True)
        yield first.tolist(), torch.autograd.grad(first.sum(), y)[0].tolist()
        z = x.clone().requires_grad_()
        f(z).sum().backward()
        yield z.grad.tolist()
        torch.func.hessian(lambda x, f=f: f(x).sum())(z).sum().backward()
        yield z.grad.tolist()
