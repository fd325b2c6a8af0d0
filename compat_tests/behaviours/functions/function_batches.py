"""Custom Functions under vmap: rules that are written, rules that follow from `forward` and `backward`, and what a ctx is there."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _square(torch: Any, **attributes: Any) -> Any:
    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(inputs[0])
        ctx.save_for_forward(inputs[0])

    own: dict[str, Any] = {
        "forward": lambda x: x * x, "setup_context": setup, "backward": lambda ctx, g: 2 * g * ctx.saved_tensors[0],
        "jvp": lambda ctx, t: 2 * t * ctx.saved_tensors[0], **attributes}
    return type("Square", (torch.autograd.Function,), {k: staticmethod(v) if callable(v) else v for k, v in own.items()})


def _quick(torch: Any, backward: Any = lambda ctx, g: 2 * g, **attributes: Any) -> Any:
    return _square(torch, generate_vmap_rule=True, backward=backward, **{"setup_context": lambda ctx, inputs, output: None, **attributes})


def _product(torch: Any, backward: Any) -> Any:
    return _square(torch, generate_vmap_rule=True, forward=lambda x, w: x * w, backward=backward,
                   setup_context=lambda ctx, inputs, output: ctx.save_for_backward(*inputs))


def _x(torch: Any) -> Any:
    return torch.arange(6.0).view(2, 3)


def gradients_that_are_too_wide(torch: Any) -> Iterator[Any]:
    """Under a generated vmap rule gradients wider than their input are summed down to its shape."""
    F = _product(torch, lambda ctx, g: (g * ctx.saved_tensors[1], g * ctx.saved_tensors[0]))
    wide, rows, row = torch.arange(12.0).view(2, 2, 3), _x(torch), torch.arange(3.0)
    for a, b, dims in ((wide, rows, (0, 0)), (rows, wide, (0, 0)), (wide, row, (0, None)), (row, wide, (None, 0)),
                       (wide, torch.tensor([1.0, 2.0]), (0, 0)), (wide[:, :, :1], rows, (0, 0)), (wide, torch.tensor(2.0), (0, None))):
        a, b = a.clone().requires_grad_(), b.clone().requires_grad_()
        yield torch.autograd.grad(torch.vmap(F.apply, dims)(a, b).sum(), (a, b))
        first, _ = torch.autograd.grad(torch.vmap(F.apply, dims)(a, b).pow(2).sum(), (a, b), create_graph=True)
        yield [t.tolist() for t in torch.autograd.grad(first.sum(), (a, b))]


def gradients_that_are_constant(torch: Any) -> Iterator[Any]:
    """A backward under vmap may return a constant that fits the input of one example or expands to it."""
    for given in ((3,), (1, 3), (2, 3)):
        F = _product(torch, lambda ctx, g, given=given: (torch.ones(given), torch.ones(given)))
        a, b = _x(torch).requires_grad_(), torch.ones(3, requires_grad=True)
        yield [t.tolist() for t in torch.autograd.grad(torch.vmap(F.apply, (0, None))(a, b).sum(), (a, b))]
    for given in ((), (1,), (5,)):
        F = _product(torch, lambda ctx, g, given=given: (torch.ones(given), torch.ones(given)))
        yield refused(lambda: torch.autograd.grad(torch.vmap(F.apply, (0, None))(a, b).sum(), (a, b)))
    # PyTorch: [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]], [1.0, 1.0, 1.0]]
    # PyTorch: [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]], [1.0, 1.0, 1.0]]
    # PyTorch: [[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]], [2.0, 2.0, 2.0]]
    # PyTorch: RuntimeError: size {[3]} is not expandable to size ...
    # PyTorch: RuntimeError: size {[3]} is not expandable to size ...
    # PyTorch: RuntimeError: size {[3]} is not expandable to size ...


def counts_of_gradients(torch: Any) -> Iterator[Any]:
    """What a backward under a generated vmap rule may return: too many gradients, none, or a None more."""
    a = _x(torch).requires_grad_()
    for backward in (lambda ctx, g: (g, g), lambda ctx, g: (), lambda ctx, g: (g, None)):
        out = torch.vmap(_quick(torch, backward).apply)(a).sum()
        try:
            yield [g.tolist() for g in torch.autograd.grad(out, a)]
        except RuntimeError as error:
            yield str(error)
    # PyTorch: [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]]
    # PyTorch: 'function VmappedSquareBackward returned ...'
    # PyTorch: [[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]]


def the_context_of_one_example(torch: Any) -> Iterator[Any]:
    """Under vmap the ctx of a Function holds one example and keeps its attributes until backward."""
    seen: list[Any] = []

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.kept, ctx.number, ctx.shape_of = inputs[0], 3, tuple(inputs[0].shape)
        seen.append((ctx.needs_input_grad, ctx.saved_tensors, refused(lambda: ctx.nothing)["raised"]))

    def backward(ctx: Any, g: Any) -> Any:
        seen.append((ctx.needs_input_grad, ctx.number, ctx.shape_of))
        ctx.number += 1
        return g * ctx.kept * 2

    F = _quick(torch, backward, setup_context=setup)
    a = _x(torch).requires_grad_()
    out = torch.vmap(F.apply)(a)
    yield out, chain(out.grad_fn), out.grad_fn.number
    yield torch.autograd.grad(out.sum(), a, retain_graph=True), torch.autograd.grad(out.sum(), a, create_graph=True)
    yield torch.vmap(torch.func.grad(lambda x: F.apply(x).sum()))(_x(torch))
    yield torch.func.grad(lambda x: torch.vmap(F.apply)(x).sum())(_x(torch))
    yield seen


def saved_for_either_direction(torch: Any) -> Iterator[Any]:
    """Tensors saved for forward and for backward in either order serve jvp and backward under vmap."""
    def first_forward(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_forward(output)
        ctx.save_for_backward(inputs[0])

    def last_forward(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(inputs[0])
        ctx.save_for_forward(output)

    for setup in (first_forward, last_forward):
        F = _square(torch, generate_vmap_rule=True, forward=lambda x: x.exp(), setup_context=setup,
                    backward=lambda ctx, g: g * ctx.saved_tensors[0].exp(), jvp=lambda ctx, t: t * ctx.saved_tensors[0])
        x, t = torch.zeros(2, 3), _x(torch)
        yield [v.tolist() for v in torch.func.jvp(F.apply, (x,), (t,))]
        yield [v.tolist() for v in torch.func.jvp(torch.vmap(F.apply), (x,), (t,))]
        yield [v.tolist() for v in torch.vmap(lambda a, b: torch.func.jvp(F.apply, (a,), (b,)))(x, t)]
        yield torch.vmap(torch.func.grad(lambda x: F.apply(x).sum()))(x).tolist(), torch.func.jacfwd(F.apply)(x[0]).tolist()


def saved_values_of_the_wrong_kind(torch: Any) -> Iterator[Any]:
    """save_for_backward of things that are no tensors under vmap, and of None."""
    for value in (3, "a", [torch.ones(2)]):
        F = _quick(torch, setup_context=lambda ctx, inputs, output, value=value: ctx.save_for_backward(inputs[0], value))
        yield torch.vmap(F.apply)(_x(torch)), refused(lambda: torch.vmap(F.apply)(_x(torch).requires_grad_()))
    F = _quick(torch, lambda ctx, g: g * ctx.saved_tensors[1],
               setup_context=lambda ctx, inputs, output: ctx.save_for_backward(None, inputs[0]))
    a = _x(torch).requires_grad_()
    yield torch.autograd.grad(torch.vmap(F.apply)(a).sum(), a)
    # PyTorch: (tensor([[0., 1., 4.], [9., 16., 25.]]), TypeError: save_for_backward can only save ...)
    # PyTorch: (tensor([[0., 1., 4.], [9., 16., 25.]]), TypeError: save_for_backward can only save ...)
    # PyTorch: (tensor([[0., 1., 4.], [9., 16., 25.]]), TypeError: save_for_backward can only save ...)
    # PyTorch: (tensor([[0., 1., 2.], [3., 4., 5.]]),)


def inputs_returned_and_saved(torch: Any) -> Iterator[Any]:
    """Saving an input that forward returns as it is, as a view or beside another output."""
    for forward in (lambda x: x, lambda x: (x, x * 1), lambda x: x.view_as(x)):
        for name in ("save_for_backward", "save_for_forward"):
            F = _square(torch, forward=forward, backward=lambda ctx, *g: g[0],
                        setup_context=lambda ctx, inputs, output, name=name: getattr(ctx, name)(inputs[0]))
            yield refused(lambda: F.apply(_x(torch))), refused(lambda: F.apply(_x(torch).requires_grad_()))
            with torch.no_grad():
                yield refused(lambda: F.apply(_x(torch))), refused(lambda: F.apply(_x(torch).requires_grad_()))
    F = _square(torch, forward=lambda x: x, setup_context=lambda ctx, inputs, output: None, backward=lambda ctx, g: g)
    yield F.apply(_x(torch))


def draws_in_rules(torch: Any) -> Iterator[Any]:
    """Random numbers drawn in a vmap rule follow the randomness setting of vmap."""
    x = _x(torch)
    own = _square(torch, vmap=lambda info, dims, x: (x * 0 + torch.rand(2, 1), 0))
    generated = _quick(torch, forward=lambda x: x * 0 + torch.rand(3))
    for F in (own, generated):
        for randomness in ("same", "different"):
            torch.manual_seed(0)
            yield torch.vmap(F.apply, randomness=randomness)(x).tolist()
            inner = torch.vmap(F.apply, randomness=randomness)
            yield torch.vmap(lambda y, inner=inner: inner(x) + y * 0, randomness=randomness)(torch.zeros(2)).tolist()
    torch.manual_seed(0)
    yield torch.vmap(own.apply)(x).tolist(), refused(lambda: torch.vmap(generated.apply)(x))


def functions_without_a_rule(torch: Any) -> Iterator[Any]:
    """Which nestings of vmap and other transforms reach a Function that has no vmap rule."""
    x, none = _x(torch), _square(torch)
    one, func = torch.ones(3), torch.func
    yield refused(lambda: torch.vmap(lambda y: none.apply(one) + y)(x))
    yield refused(lambda: torch.vmap(lambda y: func.grad(lambda q: none.apply(one).sum() + q.sum())(y))(x))
    yield refused(lambda: func.grad(lambda q: torch.vmap(lambda y: none.apply(q[0]) + y)(x).sum())(x))
    yield refused(lambda: torch.vmap(lambda q: torch.vmap(lambda y: none.apply(q) + y)(x))(x))
    for transform in (func.jacfwd, func.jacrev):
        yield refused(lambda: transform(none.apply)(one))
    for strategy in ("reverse-mode", "forward-mode"):
        yield torch.autograd.functional.jacobian(none.apply, one, vectorize=True, strategy=strategy).tolist()
    calls_it = _square(torch, vmap=lambda info, dims, y: (none.apply(y), 0))
    yield torch.vmap(calls_it.apply)(x).tolist(), func.grad(lambda y: torch.vmap(calls_it.apply)(y).sum())(x).tolist()
    yield refused(lambda: torch.vmap(torch.vmap(calls_it.apply))(torch.ones(2, 2, 3)))


def arguments_in_containers(torch: Any) -> Iterator[Any]:
    """A vmap method gets in_dims shaped like the dicts and lists among its arguments."""
    seen: list[Any] = []

    def rule(info: Any, dims: Any, *args: Any) -> Any:
        seen.append((dims, info.batch_size, info.randomness))
        return args[0]["a"] * args[1], 0

    F = _square(torch, forward=lambda d, k, n=3: d["a"] * k, setup_context=lambda ctx, inputs, output: None, vmap=rule)
    yield torch.vmap(lambda y: F.apply({"a": y, "b": [y, 1]}, 2.0))(_x(torch)).tolist(), seen
    # PyTorch: ([[0.0, 2.0, 4.0], [6.0, 8.0, 10.0]], [(({a: 0, b: [0, None]}, None, None), 2, 'error')])


def outputs_that_are_the_same_for_all(torch: Any) -> Iterator[Any]:
    """An output that is the same for all examples, its cotangent, and outputs that are no tensors."""
    seen: list[Any] = []

    def backward(ctx: Any, *g: Any) -> Any:
        seen.append([v is None for v in g])
        return torch.zeros(3) if g[0] is None else g[0]

    for materialize in (True, False):
        F = _quick(torch, backward, forward=lambda x: (x * 1, torch.ones(2)),
                   setup_context=lambda ctx, inputs, output, whole=materialize: ctx.set_materialize_grads(whole))
        a = _x(torch).requires_grad_()
        out = torch.vmap(F.apply)(a)
        yield chain(out[0].grad_fn), chain(out[1].grad_fn), out[1]
        yield [torch.autograd.grad(out[i].sum(), a, retain_graph=True)[0].tolist() for i in range(2)]
    yield seen
    for forward in (lambda x: 3, lambda x: None, lambda x: [x * 1], lambda x: {"a": x * 1}):
        yield refused(lambda: torch.vmap(_quick(torch, forward=forward).apply)(_x(torch)))["raised"]


def names_at_levels(torch: Any) -> Iterator[Any]:
    """The name of the node of a Function inside func.grad, and an error in its backward there."""
    seen: list[Any] = []
    F = _square(torch, generate_vmap_rule=True)

    def program(x: Any) -> Any:
        out = F.apply(x)
        seen.append(out.grad_fn.name())
        return out.sum()

    torch.func.grad(program)(torch.ones(3))
    yield seen, refused(lambda: torch.func.grad(lambda x: _quick(torch, lambda ctx, g: g[0]).apply(x).sum())(torch.ones(3)))
    # PyTorch: (['SquareGeneratedBackward'], RuntimeError: Function SquareGeneratedBackward ...)
