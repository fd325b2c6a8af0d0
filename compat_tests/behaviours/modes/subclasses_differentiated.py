"""Subclasses of Tensor that override, in Functions, duals, `autograd.functional` and the transforms: who is asked, and what comes back."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Made = Callable[..., Any]


def _classes(torch: Any) -> dict[str, Any]:
    class Silent(torch.Tensor):  # type: ignore[misc]
        pass

    class Heard(torch.Tensor):  # type: ignore[misc]
        caught: list[str] = []

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            cls.caught.append(getattr(func, "__name__", str(func)))
            return super().__torch_function__(func, types, args, kwargs or {})

    class Wrapped(torch.Tensor):  # type: ignore[misc]
        def __init__(self, inner: Any) -> None:
            super().__init__()
            self.inner = inner

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            out = func(*(a.inner if isinstance(a, cls) else a for a in args), **(kwargs or {}))
            return cls(out) if isinstance(out, torch.Tensor) else out

    class Unasked(torch.Tensor):  # type: ignore[misc]
        __torch_function__ = torch._C._disabled_torch_function_impl

    return {"silent": Silent, "heard": Heard, "unasked": Unasked, "wrapped": Wrapped}


def _make_tensor(torch: Any, cls: Any, requires_grad: bool) -> Any:
    x = cls(torch.arange(3.0)) if cls.__name__ == "Wrapped" else torch.arange(3.0).as_subclass(cls)
    return x.requires_grad_() if requires_grad else x


def _function(torch: Any, forward: Any, backward: Any = lambda ctx, *g: g[0]) -> Any:
    class Function(torch.autograd.Function):  # type: ignore[misc]
        pass

    Function.forward, Function.backward = staticmethod(forward), staticmethod(backward)
    Function.jvp = staticmethod(lambda ctx, t: t.view_as(t))
    return Function


def _fixed(ctx: Any, out: Any) -> Any:
    ctx.mark_non_differentiable(out)
    return out


FORWARDS = {
    "as it is": lambda ctx, x: x, "a view": lambda ctx, x: x[1:], "new": lambda ctx, x: x * 2,
    "fixed as it is": lambda ctx, x: _fixed(ctx, x),
    "fixed new": lambda ctx, x: _fixed(ctx, x * 2), "fixed view": lambda ctx, x: _fixed(ctx, x[:2]), "both": lambda ctx, x: (x, x.view(-1))}


def _description(torch: Any, out: Any) -> Any:
    with torch._C.DisableTorchFunctionSubclass():
        return type(out).__name__, out.requires_grad, type(out.grad_fn).__name__, out._is_view(), out.detach().tolist()


def functions(torch: Any) -> Iterator[Any]:
    """What `apply` gives back for a subclass."""
    for kind, cls in _classes(torch).items():
        for requires_grad in (False, True):
            for name, forward in FORWARDS.items():
                if kind == "wrapped" and name == "both":
                    continue
                x = _make_tensor(torch, cls, requires_grad)
                if kind == "heard":
                    cls.caught.clear()
                out = _function(torch, forward).apply(x)
                caught = list(cls.caught) if kind == "heard" else None
                yield kind, requires_grad, name, [_description(torch, o) for o in (out if isinstance(out, tuple) else (out,))], caught


def changed_afterwards(torch: Any) -> Iterator[Any]:
    """Writing into what a Function gave back as it came, or a view of it, when nothing required a gradient before."""
    both = _function(torch, lambda ctx, x: (x, x[1:], x * 2))
    for kind in ("plain", "silent"):
        for requires_grad in (False, True):
            for slot in range(3):
                x = torch.ones(3) if kind == "plain" else torch.ones(3).as_subclass(_classes(torch)[kind])
                out = both.apply(x.requires_grad_(requires_grad))[slot]
                try:
                    out.mul_(torch.ones(len(out), requires_grad=True))
                    yield kind, requires_grad, slot, "written"
                except RuntimeError as error:
                    yield kind, requires_grad, slot, str(error)


def duals(torch: Any) -> Iterator[Any]:
    """Duals of subclasses: `make_dual` and `unpack_dual` are functions that classes are asked for."""
    forward_ad = torch.autograd.forward_ad
    caught = _classes(torch)["heard"]
    plain, own = torch.ones(3), torch.arange(3.0).as_subclass(caught)
    with forward_ad.dual_level():
        for primal, tangent in ((own, plain), (plain, own), (own, own.clone())):
            caught.caught.clear()
            dual = forward_ad.make_dual(primal, tangent)
            out = dual * 2
            parts = forward_ad.unpack_dual(out)
            yield list(caught.caught), type(dual).__name__, type(parts).__name__, [_description(torch, p) for p in parts]
        yield [None if p is None else _description(torch, p) for p in forward_ad.unpack_dual(own)]
        passed = _function(torch, lambda ctx, x: x).apply(forward_ad.make_dual(own, plain))
        yield [_description(torch, p) for p in forward_ad.unpack_dual(passed)]


def asked_for_backward(torch: Any) -> Iterator[Any]:
    """What a handler is given for `backward` and `grad`."""
    given: list[Any] = []

    class Noting(torch.Tensor):  # type: ignore[misc]
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            given.append((getattr(func, "__name__", ""), len(args), sorted(kwargs or {})))
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.ones(2).as_subclass(Noting).requires_grad_()
    for call in (lambda y: torch.autograd.backward(y), lambda y: y.backward(), lambda y: torch.autograd.grad(y, x),
                 lambda y: torch.autograd.backward([y], inputs=[x], retain_graph=True), lambda y: torch.autograd.grad([y], [x])):
        y = (x * x).sum()
        given.clear()
        call(y)
        yield list(given)
    yield type(torch.autograd.Variable(x)).__name__


def functionals(torch: Any) -> Iterator[Any]:
    """The classes of Jacobians and products."""
    f = torch.autograd.functional
    x = torch.arange(3.0).as_subclass(_classes(torch)["silent"])

    def cubed(q: Any) -> Any:
        return (q**3).sum()

    results = [f.jacobian(lambda q: q * 2, x), f.hessian(cubed, x), *f.vjp(lambda q: q * 2, x, torch.ones(3)),
               *f.jvp(lambda q: q * 2, x, x), *f.hvp(cubed, x, x), *f.vhp(cubed, x, x), f.jacobian(lambda q: q * 2, x, vectorize=True),
               *(t for row in f.jacobian(lambda a, b: (a * 1, b * 2), (x, torch.ones(1))) for t in row)]
    yield [(type(r).__name__, r.tolist()) for r in results]


def transforms(torch: Any) -> Iterator[Any]:
    """Inside a transform, and of what it gives back, everything is a plain tensor."""
    cls = _classes(torch)["silent"]
    x, m, plain = (torch.arange(3.0).as_subclass(cls), torch.arange(6.0).view(3, 2).as_subclass(cls), torch.ones(2))
    for transform in (
        lambda: torch.func.vmap(lambda x: x * 2)(x), lambda: torch.func.vmap(lambda x: torch.sin(x) - 1)(m),
        lambda: torch.func.vmap(lambda x, y: x @ y, in_dims=(0, None))(m, plain), lambda: torch.func.vmap(lambda x: x.mul_(2))(m.clone()),
        lambda: torch.func.vmap(lambda x, y: x * y, in_dims=(None, 0))(m, plain), lambda: torch.func.grad(lambda x: (x * x).sum())(x),
        lambda: torch.func.grad(lambda q: (q * x).sum())(torch.ones(3)), lambda: torch.func.jvp(lambda x: x * x, (x,), (x,)),
        lambda: torch.func.jvp(lambda x: x * x, (torch.ones(3),), (x,)), lambda: torch.func.vjp(lambda x: x * x, x)[1](torch.ones(3)),
        lambda: torch.func.vjp(lambda x: x * x, torch.ones(3))[1](x), lambda: torch.func.jacrev(lambda x: x * x)(x),
        lambda: torch.func.jacfwd(lambda x: x * x)(x), lambda: torch.func.hessian(lambda x: (x**3).sum())(x),
        lambda: torch.func.vmap(torch.func.grad(lambda x: (x * x).sum()))(m),
    ):
        out = transform()
        yield [(type(o).__name__, o.tolist()) for o in (out if isinstance(out, tuple) else (out,))]


def modules(torch: Any) -> Iterator[Any]:
    """The classes of what recurrent modules, their steps and functions over lists give for a subclass."""
    nn, cls = torch.nn, _classes(torch)["silent"]
    x, lengths = torch.ones(2, 4, 3).as_subclass(cls), torch.tensor([2, 2, 1, 1])
    for module in (nn.LSTM(3, 2), nn.GRU(3, 2), nn.RNN(3, 2), nn.GRU(3, 2, bidirectional=True, num_layers=2)):
        out, state = module(x)
        packed, _ = module(nn.utils.rnn.pack_padded_sequence(x, lengths))
        yield type(out).__name__, [type(s).__name__ for s in state], type(packed.data).__name__, tuple(out.shape), out.requires_grad
    for step in (nn.LSTMCell(3, 2), nn.GRUCell(3, 2), nn.RNNCell(3, 2)):
        for each in (x[0], x[0, 0]):
            out = step(each)
            yield [(type(o).__name__, tuple(o.shape)) for o in (out if isinstance(out, tuple) else (out,))]
    ones = torch.ones(1)
    for name, rest in (("mul", (2.0,)), ("add", ([x[0, 0, :1], ones],)), ("norm", ()), ("sqrt", ()), ("lerp", ([ones, ones], 0.5))):
        yield name, [(type(t).__name__, t.sum().item()) for t in getattr(torch, f"_foreach_{name}")([x[0, 0, :1], ones], *rest)]


def classes_inside(torch: Any) -> Iterator[Any]:
    """The classes that a function sees of its arguments inside a transform, and what the transform gives back."""
    class Weight(torch.nn.Parameter):  # type: ignore[misc]
        pass

    x, func = torch.arange(3.0), torch.func
    for made in (lambda: x, lambda: torch.nn.Parameter(x), lambda: Weight(x), lambda: x.as_subclass(_classes(torch)["silent"])):
        seen: list[str] = []

        def noted(w: Any, seen: list[str] = seen) -> Any:
            seen.append(type(w).__name__)
            return w * 1

        given = made()
        outs = [func.jvp(noted, (given,), (x,)), func.vmap(noted)(given), func.grad(lambda w: noted(w).sum())(given),
                func.vjp(noted, given)[0], func.jacfwd(noted)(given), func.jacrev(noted)(given), func.jvp(lambda w: w, (given,), (x,))]
        yield seen, [[type(t).__name__ for t in o] if isinstance(o, tuple) else type(o).__name__ for o in outs]
