"""autograd.Function: contexts, marks, what forward and backward may and may not return."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import chain, refused


def _leaf(torch: Any, *shape: int) -> Any:
    return torch.ones(shape or (2,)).requires_grad_()


def _function(torch: Any, forward: Callable[..., Any], backward: Callable[..., Any] | None = None, **more: Any) -> Any:
    """A Function class with the given static methods."""
    body = {"forward": staticmethod(forward), **{name: staticmethod(value) if callable(value) else value for name, value in more.items()}}
    if backward is not None:
        body["backward"] = staticmethod(backward)
    return type("Made", (torch.autograd.Function,), body)


def _double(torch: Any) -> Any:
    return _function(torch, lambda ctx, x: x * 2, lambda ctx, g: g * 2)


def the_usual_form(torch: Any) -> Iterator[Any]:
    """A Function with save_for_backward and a context attribute gives gradients for both tensors and None for the number."""
    def forward(ctx: Any, x: Any, y: Any, factor: float) -> Any:
        ctx.save_for_backward(x, y)
        ctx.factor = factor
        return x * y * factor

    def backward(ctx: Any, g: Any) -> Any:
        x, y = ctx.saved_tensors
        return g * y * ctx.factor, g * x * ctx.factor, None

    f = _function(torch, forward, backward)
    x, y = _leaf(torch), torch.full((2,), 3.0)
    z = f.apply(x, y, 2.0)
    yield (
        z,
        z.grad_fn.name(),
        type(z.grad_fn).__name__,
        [n if n is None else n.name() for n, _ in z.grad_fn.next_functions],
        z.grad_fn.factor,
    )
    z.sum().backward()
    yield x.grad, y.grad
    # PyTorch: (tensor([6., 6.], grad_fn=<MadeBackward>), 'MadeBackward', 'MadeBackward', ['torch::autograd::AccumulateGrad', None], 2.0)
    # PyTorch: (tensor([6., 6.]), None)


def separate_setup(torch: Any) -> Iterator[Any]:
    """With a separate setup_context, inputs arrive as a tuple, grad mode is off and the output has no history yet."""
    seen: list[Any] = []

    def setup(ctx: Any, inputs: Any, output: Any) -> None:
        seen.append((type(inputs).__name__, len(inputs), type(output).__name__, torch.is_grad_enabled(), output.requires_grad))
        ctx.save_for_backward(*inputs)

    f = _function(torch, lambda x, y: x * y, lambda ctx, g: (g * ctx.saved_tensors[1], g * ctx.saved_tensors[0]), setup_context=setup)
    x = _leaf(torch)
    f.apply(x, x * 3).sum().backward()
    yield seen, x.grad.tolist()
    # PyTorch: ([('tuple', 2, 'Tensor', False, False)], [6.0, 6.0])


def what_forward_sees(torch: Any) -> Iterator[Any]:
    """Forward runs with grad mode off but sees the original inputs; backward has it on only with create_graph."""
    seen: list[Any] = []

    def forward(ctx: Any, x: Any, y: Any, n: Any) -> Any:
        seen.append(
            (
                torch.is_grad_enabled(),
                x.requires_grad,
                y.requires_grad,
                ctx.needs_input_grad,
                type(ctx).__name__,
                isinstance(ctx, torch.autograd.Function),
            )
        )
        return x * 2

    def backward(ctx: Any, g: Any) -> Any:
        seen.append((torch.is_grad_enabled(), g.requires_grad, ctx.needs_input_grad, type(ctx).__name__))
        return g, None, None

    f = _function(torch, forward, backward)
    x = _leaf(torch)
    f.apply(x, torch.ones(2), 3).sum().backward()
    (g,) = torch.autograd.grad(f.apply(x, torch.ones(2), 3).sum(), x, create_graph=True)
    yield seen
    with torch.no_grad():
        yield f.apply(x, torch.ones(2), 3).requires_grad, seen[-1]


def wrong_counts_of_gradients(torch: Any) -> Iterator[Any]:
    """A backward may return extra Nones beyond its inputs, but too few or too many gradients are refused."""
    for answer in (
        lambda g: (g, g, g),
        lambda g: (g,),
        lambda g: g,
        lambda g: (),
        lambda g: None,
        lambda g: (g, g, None),
        lambda g: [g, g],
        lambda g: (None, None),
        lambda g: (g, None, None, None),
    ):
        f = _function(torch, lambda ctx, x, y: x * y, lambda ctx, g, answer=answer: answer(g))
        x, y = _leaf(torch), _leaf(torch)
        yield (
            refused(lambda: f.apply(x, y).sum().backward()),
            None if x.grad is None else x.grad.tolist(),
            None if y.grad is None else y.grad.tolist(),
        )


def wrong_kinds_of_gradients(torch: Any) -> Iterator[Any]:
    """Which numbers, shapes, dtypes and arrays a backward may return as the gradient of a float vector."""
    for answer in (
        lambda g: 3,
        lambda g: "a",
        lambda g: torch.ones(3),
        lambda g: torch.ones(1),
        lambda g: torch.ones(()),
        lambda g: torch.ones(2, 2),
        lambda g: torch.ones(2, dtype=torch.float64),
        lambda g: torch.ones(2, dtype=torch.int64),
        lambda g: torch.ones(2, dtype=torch.complex64),
        lambda g: (3,),
        lambda g: torch.ones(3, 2),
        lambda g: g.numpy(),
    ):
        f = _function(torch, lambda ctx, x: x * 2, lambda ctx, g, answer=answer: answer(g))
        x = _leaf(torch)
        yield refused(lambda: f.apply(x).sum().backward()), x.grad


def gradients_for_inputs_without_one(torch: Any) -> Iterator[Any]:
    """What happens to a gradient returned for a number, compared with one returned for a tensor that needs none."""
    f = _function(torch, lambda ctx, x, n: x * n, lambda ctx, g: (g, g))
    x = _leaf(torch)
    yield refused(lambda: f.apply(x, 3).sum().backward()), None if x.grad is None else x.grad.tolist()
    y = torch.ones(2)
    yield refused(lambda: f.apply(x, y).sum().backward()), y.grad
    # PyTorch: (RuntimeError: function MadeBackward returned a ..., None)
    # PyTorch: (nothing: NoneType, None)


def gradients_with_history(torch: Any) -> Iterator[Any]:
    """A backward made of differentiable operations can itself be differentiated twice more."""
    f = _function(torch, lambda ctx, x: (ctx.save_for_backward(x), x**3)[1], lambda ctx, g: g * 3 * ctx.saved_tensors[0] ** 2)
    x = torch.tensor(2.0, requires_grad=True)
    (g,) = torch.autograd.grad(f.apply(x), x, create_graph=True)
    (h,) = torch.autograd.grad(g, x, create_graph=True)
    (k,) = torch.autograd.grad(h, x)
    yield g.item(), h.item(), k.item(), g.grad_fn.name()
    # PyTorch: (12.0, 12.0, 6.0, 'MulBackward0')


def differentiable_once(torch: Any) -> Iterator[Any]:
    """A gradient from a once_differentiable backward is right, but what it offers a second derivative differs."""
    from_function = torch.autograd.function.once_differentiable
    f = _function(torch, lambda ctx, x: (ctx.save_for_backward(x), x * x)[1], from_function(lambda ctx, g: g * 2 * ctx.saved_tensors[0]))
    x = _leaf(torch)
    (g,) = torch.autograd.grad(f.apply(x).sum(), x, create_graph=True)
    yield g.tolist(), g.requires_grad, refused(lambda: g.sum().backward()), g.grad_fn.name()
    f.apply(x).sum().backward()
    yield x.grad
    # PyTorch: AttributeError: 'NoneType' object has no attribute ...


def not_materialized(torch: Any) -> Iterator[Any]:
    """Cotangents of unused outputs come as zeros, or as None after set_materialize_grads(False)."""
    seen: list[Any] = []
    for materialize in (True, False):

        def forward(ctx: Any, x: Any, materialize: bool = materialize) -> Any:
            ctx.set_materialize_grads(materialize)
            return x * 2, x * 3

        def backward(ctx: Any, g: Any, h: Any) -> Any:
            seen.append([None if v is None else v.tolist() for v in (g, h)])
            return g

        f = _function(torch, forward, backward)
        x = _leaf(torch)
        f.apply(x)[0].sum().backward()
    yield seen
    yield (
        refused(lambda: _function(torch, lambda ctx, x: (ctx.set_materialize_grads(3), x * 2)[1]).apply(_leaf(torch))),
        refused(lambda: _function(torch, lambda ctx, x: (ctx.set_materialize_grads(), x * 2)[1]).apply(_leaf(torch)))["raised"],
    )
    # PyTorch: [[[1.0, 1.0], [0.0, 0.0]], [[1.0, 1.0], None]]
    # PyTorch: (TypeError: set_materialize_grads received an ..., 'TypeError')


def not_differentiable(torch: Any) -> Iterator[Any]:
    """Marked outputs and integer outputs of a Function require no gradient and have no node."""
    def forward(ctx: Any, x: Any) -> Any:
        values, indices = x.sort()
        mask = x > 0
        ctx.mark_non_differentiable(mask)
        return values, indices, mask

    def backward(ctx: Any, g: Any, gi: Any, gm: Any) -> Any:
        return g + 0 * gi.sum()

    f = _function(torch, forward, backward)
    x = _leaf(torch)
    values, indices, mask = f.apply(x)
    yield values.requires_grad, indices.requires_grad, mask.requires_grad, mask.grad_fn, values.grad_fn.name()
    values.sum().backward()
    yield x.grad

    def all_marked(ctx: Any, x: Any) -> Any:
        out = x * 2
        ctx.mark_non_differentiable(out)
        return out

    yield _function(torch, all_marked, lambda ctx, g: g).apply(x).requires_grad
    # PyTorch: (True, False, False, None, 'MadeBackward')
    # PyTorch: tensor([1., 1.])
    # PyTorch: False


def marks_that_are_wrong(torch: Any) -> Iterator[Any]:
    """What is said of a dirty tensor that is not returned or no input, and of marks or saves that are not tensors."""
    x = _leaf(torch)
    y = x * 1

    def dirty_but_not_returned(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x)
        x.mul_(2)
        return x + 1

    def dirty_but_not_an_input(ctx: Any, x: Any) -> Any:
        out = x * 2
        ctx.mark_dirty(out)
        return out

    def marks_a_number(ctx: Any, x: Any) -> Any:
        ctx.mark_non_differentiable(3)
        return x * 2

    def saves_a_number(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(3)
        return x * 2

    def saves_a_list(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward([x])
        return x * 2

    def dirty_number(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(3)
        return x * 2

    for forward in (dirty_but_not_returned, dirty_but_not_an_input, marks_a_number, saves_a_number, saves_a_list, dirty_number):
        yield forward.__name__, refused(lambda forward=forward: _function(torch, forward, lambda ctx, g: g).apply(y))


def saving_what_is_neither_input_nor_output(torch: Any) -> Iterator[Any]:
    """A context saves an intermediate and None beside an input and gives each back in its place."""
    def forward(ctx: Any, x: Any) -> Any:
        middle = x.exp()
        ctx.save_for_backward(middle, None, x)
        return middle * 2

    f = _function(torch, forward, lambda ctx, g: (ctx.saved_tensors[1] is None) and g * 2 * ctx.saved_tensors[0])
    x = torch.zeros(2, requires_grad=True)
    y = f.apply(x)
    y.sum().backward(retain_graph=True)
    yield x.grad, [None if t is None else t.tolist() for t in y.grad_fn.saved_tensors]
    # PyTorch: (tensor([2., 2.]), [[1.0, 1.0], None, [0.0, 0.0]])


def saving_outputs(torch: Any) -> Iterator[Any]:
    """A saved output comes back with its own node, allows second derivatives, and is guarded against in-place changes."""
    def forward(ctx: Any, x: Any) -> Any:
        y = x.exp()
        ctx.save_for_backward(y)
        return y

    f = _function(torch, forward, lambda ctx, g: g * ctx.saved_tensors[0])
    x = torch.zeros(2, requires_grad=True)
    y = f.apply(x)
    yield y.grad_fn.saved_tensors[0].grad_fn is y.grad_fn, y.grad_fn.saved_tensors[0] is y
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (h,) = torch.autograd.grad(g.sum(), x)
    yield g.tolist(), h.tolist()
    y.mul_(2)
    yield refused(lambda: y.sum().backward())
    # PyTorch: (True, False)
    # PyTorch: ([1.0, 1.0], [1.0, 1.0])
    # PyTorch: RuntimeError: Trying to backward through the graph a ...


def saved_tensors_that_are_gone_or_changed(torch: Any) -> Iterator[Any]:
    """Saved tensors of a Function are refused after the graph is freed or after the input is changed in place."""
    f = _function(torch, lambda ctx, x: (ctx.save_for_backward(x), x * 2)[1], lambda ctx, g: g * ctx.saved_tensors[0])
    x = _leaf(torch)
    y = x * 1
    z = f.apply(y)
    z.sum().backward()
    yield refused(lambda: z.sum().backward()), refused(lambda: z.grad_fn.saved_tensors), x.grad
    z = f.apply(y)
    y.add_(1)
    yield refused(lambda: z.sum().backward()), refused(lambda: z.grad_fn.saved_tensors)


def saved_tensors_of_the_old_name(torch: Any) -> Iterator[Any]:
    """The deprecated name saved_variables still gives the saved tensors, with a warning."""
    f = _function(torch, lambda ctx, x: (ctx.save_for_backward(x), x * 2)[1], lambda ctx, g: g * ctx.saved_variables[0])
    x = _leaf(torch)
    f.apply(x).sum().backward()
    yield x.grad
    # PyTorch: tensor([1., 1.])
    # PyTorch: DeprecationWarning: 'saved_variables' is deprecated; use ...


def saving_twice(torch: Any) -> Iterator[Any]:
    """A second save_for_backward replaces the first, and one after forward has returned saves nothing."""
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        ctx.save_for_backward(x * 2, x * 3)
        return x * 2

    f = _function(torch, forward, lambda ctx, g: g * len(ctx.saved_tensors))
    x = _leaf(torch)
    f.apply(x).sum().backward()
    yield x.grad
    late: list[Any] = []
    f = _function(torch, lambda ctx, x: (late.append(ctx), x * 2)[1], lambda ctx, g: g)
    f.apply(x)
    yield refused(lambda: late[0].save_for_backward(x)), len(late[0].saved_tensors)
    # PyTorch: tensor([2., 2.])
    # PyTorch: (nothing: NoneType, 0)


def outputs_of_every_kind(torch: Any) -> Iterator[Any]:
    """Which return values of forward are accepted: tuples, lists, dicts, numbers, None, nested tuples, nothing."""
    x = _leaf(torch)
    for make in (
        lambda x: (x * 2,),
        lambda x: [x * 2, x * 3],
        lambda x: (x * 2, 3, "a", None),
        lambda x: 3,
        lambda x: None,
        lambda x: {"a": x},
        lambda x: (x * 2, (x * 3,)),
        lambda x: (),
    ):
        f = _function(torch, lambda ctx, x, make=make: make(x), lambda ctx, *gs: gs[0])

        def call(f: Any = f) -> Any:
            out = f.apply(x)
            parts = out if isinstance(out, (tuple, list)) else (out,)
            return type(out).__name__, [
                (type(p).__name__, getattr(p, "requires_grad", None), None if getattr(p, "grad_fn", None) is None else p.grad_fn.name())
                for p in parts
            ]

        try:
            yield call()
        except Exception as error:
            yield type(error).__name__, str(error).split("\n")[0]


def several_outputs_and_their_numbers(torch: Any) -> Iterator[Any]:
    """An output that is no tensor still takes an output number, and its cotangent in backward is None."""
    seen: list[Any] = []
    f = _function(
        torch,
        lambda ctx, x: (x * 2, 7, x * 3),
        lambda ctx, a, n, b: (seen.append([None if v is None else v.tolist() for v in (a, n, b)]), a + b)[1],
    )
    x = _leaf(torch)
    a, n, b = f.apply(x)
    yield a.output_nr, n, b.output_nr, a.grad_fn is b.grad_fn
    b.sum().backward(retain_graph=True)
    (a + b).sum().backward()
    yield seen, x.grad.tolist()
    # PyTorch: (0, 7, 2, True)
    # PyTorch: ([[[0.0, 0.0], None, [1.0, 1.0]], [[1.0, 1.0], None, [1.0, 1.0]]], [3.0, 3.0])


def the_same_output_twice(torch: Any) -> Iterator[Any]:
    """A tensor returned twice is one object with the last output number, which receives the whole cotangent."""
    def forward(ctx: Any, x: Any) -> Any:
        out = x * 2
        return out, out

    f = _function(torch, forward, lambda ctx, a, b: a + 10 * b)
    x = _leaf(torch)
    a, b = f.apply(x)
    yield a is b, a.output_nr, b.output_nr
    (a + b).sum().backward()
    yield x.grad
    # PyTorch: (True, 1, 1)
    # PyTorch: tensor([20., 20.])


def inputs_inside_containers(torch: Any) -> Iterator[Any]:
    """Tensors inside a list or dict are no inputs of a Function; keywords and wrong counts are refused."""
    seen: list[Any] = []
    f = _function(
        torch, lambda ctx, xs, d: (seen.append((xs[0].requires_grad, ctx.needs_input_grad)), xs[0] * 2)[1], lambda ctx, g: (None, None)
    )
    x = _leaf(torch)
    out = f.apply([x], {"a": x})
    yield out.requires_grad, seen
    yield (
        refused(lambda: _double(torch).apply(x=x))["raised"],
        refused(lambda: _double(torch).apply()),
        refused(lambda: _double(torch).apply(x, x)),
    )
    # PyTorch: (False, [(True, (False, False))])
    # PyTorch: ('nothing', TypeError: _double.<locals>.<lambda>() missing 1 ..., TypeError: _double.<locals>.<lambda>() takes 2 ...)


def errors_inside(torch: Any) -> Iterator[Any]:
    """An exception in forward, backward or setup_context passes through and leaves grad mode as it was."""
    def fail(*_: Any) -> Any:
        raise KeyError("inside")

    x = _leaf(torch)
    yield refused(lambda: _function(torch, fail).apply(x)), torch.is_grad_enabled()
    f = _function(torch, lambda ctx, x: x * 2, fail)
    y = f.apply(x)
    yield refused(lambda: y.sum().backward()), torch.is_grad_enabled(), x.grad
    yield refused(lambda: _function(torch, lambda x: x * 2, lambda ctx, g: g, setup_context=fail).apply(x)), torch.is_grad_enabled()
    # PyTorch: (KeyError: 'inside', True)
    # PyTorch: (KeyError: 'inside', True, None)
    # PyTorch: (KeyError: 'inside', True)


def missing_methods(torch: Any) -> Iterator[Any]:
    """What a Function without forward, without backward, with both backward and vjp, or with vjp alone does."""
    x = _leaf(torch)
    nothing = type("Nothing", (torch.autograd.Function,), {})
    yield refused(lambda: nothing.apply(x))
    one = _function(torch, lambda ctx, x: x * 2)
    y = one.apply(x)
    yield y.requires_grad, refused(lambda: y.sum().backward())
    both = _function(torch, lambda ctx, x: x * 2, lambda ctx, g: g, vjp=lambda ctx, g: g)
    yield refused(lambda: both.apply(x).sum().backward())
    only_vjp = _function(torch, lambda ctx, x: x * 2, vjp=lambda ctx, g: g * 5)
    only_vjp.apply(x).sum().backward()
    yield x.grad
    # PyTorch: NotImplementedError: You must implement the forward function ...
    # PyTorch: (True, NotImplementedError: You must implement either the backward ...)
    # PyTorch: RuntimeError: Implementing both 'backward' and 'vjp' ...
    # PyTorch: tensor([5., 5.])


def old_style_functions(torch: Any) -> Iterator[Any]:
    """A Function instance can be made but not called, while apply even takes methods that are not static."""
    class Old(torch.autograd.Function):
        def forward(self, x: Any) -> Any:
            return x * 2

        def backward(self, g: Any) -> Any:
            return g * 2

    x = _leaf(torch)
    yield refused(lambda: Old()(x)), refused(lambda: Old.apply(x))
    yield refused(lambda: Old()), refused(lambda: _double(torch)()(x))
    # PyTorch: (RuntimeError: Legacy autograd function with ..., nothing: Tensor)
    # PyTorch: (nothing: Old, RuntimeError: Legacy autograd function with ...)
    # PyTorch: DeprecationWarning: <class ...
    # PyTorch: DeprecationWarning: <class ...
    # PyTorch: DeprecationWarning: <class ...


def functions_without_gradients(torch: Any) -> Iterator[Any]:
    """No node is made for inputs that need no gradient or for outputs of integer type."""
    f = _double(torch)
    plain = torch.ones(2)
    out = f.apply(plain)
    yield out.requires_grad, out.grad_fn, out.is_leaf
    integers = f.apply(torch.tensor([1, 2]))
    yield integers, f.apply(_leaf(torch)).requires_grad
    to_integers = _function(torch, lambda ctx, x: x.long(), lambda ctx, g: g)
    yield to_integers.apply(_leaf(torch)).requires_grad, to_integers.apply(_leaf(torch)).grad_fn
    # PyTorch: (False, None, True)
    # PyTorch: (tensor([2, 4]), True)
    # PyTorch: (False, None)


def context_attributes(torch: Any) -> Iterator[Any]:
    """The context is the same object in forward, in backward and as grad_fn, with its attributes still readable."""
    contexts: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        contexts.append(ctx)
        ctx.note = "kept"
        ctx.save_for_backward(x)
        return x * 2

    f = _function(torch, forward, lambda ctx, g: (contexts.append(ctx), g)[1])
    x = _leaf(torch)
    y = f.apply(x)
    y.sum().backward(retain_graph=True)
    yield (
        contexts[0] is contexts[1],
        y.grad_fn is contexts[0],
        y.grad_fn.note,
        contexts[0].needs_input_grad,
        contexts[0].to_save[0] is x if hasattr(contexts[0], "to_save") else None,
    )
    yield refused(lambda: contexts[0].missing), contexts[0].materialize_grads, contexts[0].dirty_tensors, contexts[0].non_differentiable
    yield (
        type(contexts[0]).__name__,
        type(contexts[0]).__mro__[1].__name__,
        contexts[0].name(),
        isinstance(contexts[0], torch.autograd.graph.Node),
    )
    # PyTorch: TypeError: 'NoneType' object is not subscriptable


def hooks_on_the_context(torch: Any) -> Iterator[Any]:
    """Hooks and metadata put on the context during forward belong to the node and run around backward."""
    seen: list[Any] = []

    def forward(ctx: Any, x: Any) -> Any:
        ctx.register_hook(lambda gi, go: seen.append(("post", len(gi), len(go))))
        ctx.register_prehook(lambda go: seen.append(("pre", len(go))))
        ctx.metadata["from"] = "forward"
        return x * 2

    f = _function(torch, forward, lambda ctx, g: (seen.append("backward"), g)[1])
    x = _leaf(torch)
    y = f.apply(x)
    y.sum().backward()
    yield seen, y.grad_fn.metadata, y.grad_fn.next_functions[0][0].name()
    # PyTorch: ([('pre', 1), 'backward', ('post', 1, 1)], {from: 'forward'}, 'torch::autograd::AccumulateGrad')


def changing_the_cotangent(torch: Any) -> Iterator[Any]:
    """A backward that changes its cotangent in place also changes the seed that the caller passed."""
    f = _function(torch, lambda ctx, x: x * 2, lambda ctx, g: g.mul_(10))
    x = _leaf(torch)
    seed = torch.ones(2)
    f.apply(x).backward(seed)
    yield x.grad.tolist(), seed.tolist()
    y = x * 1
    x.grad = None
    (f.apply(y) + y).backward(torch.ones(2))
    yield x.grad.tolist()
    # PyTorch: ([10.0, 10.0], [10.0, 10.0])
    # PyTorch: [20.0, 20.0]


def backward_inside_backward(torch: Any) -> Iterator[Any]:
    """A backward may run a whole backward of its own on a detached copy of what it saved."""
    def backward(ctx: Any, g: Any) -> Any:
        with torch.enable_grad():
            inner = ctx.saved_tensors[0].detach().requires_grad_()
            (inner * inner * inner).sum().backward()
        return g * inner.grad

    f = _function(torch, lambda ctx, x: (ctx.save_for_backward(x), x**3)[1], backward)
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    f.apply(f.apply(x)).sum().backward()
    yield x.grad
    # PyTorch: tensor([9., 2304.])


def functions_in_forward_mode(torch: Any) -> Iterator[Any]:
    """A Function with jvp gives tangents; without one, or with a jvp of the wrong result, it is refused."""
    forward_ad = torch.autograd.forward_ad

    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_forward(x)
        ctx.save_for_backward(x)
        return x * x

    f = _function(torch, forward, lambda ctx, g: g * 2 * ctx.saved_tensors[0], jvp=lambda ctx, t: t * 2 * ctx.saved_tensors[0])
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.tensor([3.0]), torch.tensor([1.0]))
        yield forward_ad.unpack_dual(f.apply(dual)).tangent
        without = _double(torch)
        yield refused(lambda: without.apply(dual))
        for answer in (3, torch.ones(2), (torch.ones(1), torch.ones(1))):
            wrong = _function(torch, lambda ctx, x: x * 2, lambda ctx, g: g, jvp=lambda ctx, t, answer=answer: answer)
            yield refused(lambda wrong=wrong: wrong.apply(dual))
    # PyTorch: tensor([6.])
    # PyTorch: NotImplementedError: You must implement the jvp function for ...
    # PyTorch: RuntimeError: expected Variable or None (got int) for ...
    # PyTorch: RuntimeError: Trying to set a forward gradient that ...
    # PyTorch: RuntimeError: Function's jvp returned an invalid ...


def functions_under_vmap(torch: Any) -> Iterator[Any]:
    """Under vmap a Function needs setup_context and either a generated rule or its own, but not both."""
    x = torch.arange(6.0).reshape(3, 2)
    yield refused(lambda: torch.func.vmap(_double(torch).apply)(x))
    setup = _function(torch, lambda x: x * 2, lambda ctx, g: g * 2, setup_context=lambda ctx, inputs, output: None)
    yield refused(lambda: torch.func.vmap(setup.apply)(x))
    generated = _function(
        torch, lambda x: x * 2, lambda ctx, g: g * 2, setup_context=lambda ctx, inputs, output: None, generate_vmap_rule=True
    )
    yield torch.func.vmap(generated.apply)(x).tolist()
    own = _function(
        torch,
        lambda x: x * 2,
        lambda ctx, g: g * 2,
        setup_context=lambda ctx, inputs, output: None,
        vmap=lambda info, dims, x: (own.apply(x), dims[0]),
    )
    yield torch.func.vmap(own.apply)(x).tolist(), torch.func.grad(lambda v: own.apply(v).sum())(x).tolist()
    both = _function(
        torch,
        lambda x: x * 2,
        lambda ctx, g: g * 2,
        setup_context=lambda ctx, inputs, output: None,
        generate_vmap_rule=True,
        vmap=lambda info, dims, x: (x, 0),
    )
    yield refused(lambda: torch.func.vmap(both.apply)(x))
    # PyTorch: RuntimeError: In order to use an autograd.Function ...
    # PyTorch: RuntimeError: You tried to vmap over Made, but it ...
    # PyTorch: [[0.0, 2.0], [4.0, 6.0], [8.0, 10.0]]
    # PyTorch: ([[0.0, 2.0], [4.0, 6.0], [8.0, 10.0]], [[2.0, 2.0], [2.0, 2.0], [2.0, 2.0]])
    # PyTorch: RuntimeError: You tried to vmap over Made, but it has ...


def functions_of_functions(torch: Any) -> Iterator[Any]:
    """Without setup_context a Function is refused under func.grad, while it chains with itself in plain autograd."""
    yield refused(lambda: torch.func.grad(lambda x: _double(torch).apply(x).sum())(torch.ones(2)))
    f = _double(torch)
    x = _leaf(torch)
    out = f.apply(f.apply(f.apply(x)))
    yield chain(out.grad_fn)
    out.sum().backward()
    yield x.grad.tolist()
    # PyTorch: RuntimeError: In order to use an autograd.Function ...
    # PyTorch: ['MadeBackward', [['MadeBackward', [['MadeBackward', [['torch::autograd::AccumulateGrad'], 0]], 0]], 0]]
    # PyTorch: [8.0, 8.0]


def inplace_function(torch: Any) -> Iterator[Any]:
    """InplaceFunction keeps its flag, and a dirty input becomes the output of the node."""
    base = torch.autograd.function.InplaceFunction

    class Plus(base):  # type: ignore[misc,valid-type]
        @staticmethod
        def forward(ctx: Any, x: Any, inplace: bool = False) -> Any:
            if inplace:
                ctx.mark_dirty(x)
                return x.add_(1)
            return x + 1

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 3, None

    x = _leaf(torch)
    y = x * 1
    Plus.apply(y, True)
    yield y.tolist(), chain(y.grad_fn), Plus(inplace=True).inplace
    y.sum().backward()
    yield x.grad.tolist(), Plus.apply(x).tolist()
    # PyTorch: ([2.0, 2.0], ['PlusBackward', [['MulBackward0', [['torch::autograd::AccumulateGrad'], 0], [None, 0]], 0]], True)
    # PyTorch: ([3.0, 3.0], [2.0, 2.0])
    # PyTorch: DeprecationWarning: <class ...


def nested_function(torch: Any) -> Iterator[Any]:
    """What NestedIOFunction says when it is applied, called, or used without its extended methods."""
    base = torch.autograd.function.NestedIOFunction

    class Nested(base):  # type: ignore[misc,valid-type]
        @staticmethod
        def forward(ctx: Any, pair: Any) -> Any:
            return pair[0] * 2

    yield refused(lambda: Nested.apply((torch.ones(2), torch.ones(2)))), refused(lambda: Nested()((torch.ones(2),)))
    yield refused(lambda: base.forward(None)), refused(lambda: base.backward(None))
    # PyTorch: (nothing: Tensor, AttributeError: 'super' object has no attribute ...)
    # PyTorch: (AttributeError: 'NoneType' object has no attribute ..., AttributeError: 'NoneType' object has no attribute ...)
    # PyTorch: DeprecationWarning: <class ...


def class_flags(torch: Any) -> Iterator[Any]:
    """The default class flags of Function, its backward class, and what its unimplemented methods raise."""
    base = torch.autograd.Function
    yield (
        base.generate_vmap_rule,
        getattr(base, "boxed_grads_call", None),
        getattr(base, "clear_saved_tensors_on_access", None),
        base.__name__,
    )
    f = _double(torch)
    yield f._backward_cls.__name__, f._backward_cls.__mro__[1].__name__, f._is_legacy if hasattr(f, "_is_legacy") else None
    yield (
        refused(lambda: base.apply(torch.ones(2))),
        refused(lambda: base.forward()),
        refused(lambda: base.backward(None)),
        refused(lambda: base.jvp(None)),
        refused(lambda: base.setup_context(None, (), None)),
    )


def boxed_gradients(torch: Any) -> Iterator[Any]:
    """With boxed_grads_call a backward gets all cotangents in one list, which it may empty."""
    seen: list[Any] = []

    def backward(ctx: Any, grads: Any) -> Any:
        seen.append((type(grads).__name__, len(grads)))
        a, b = grads
        grads.clear()
        return a + b

    f = _function(torch, lambda ctx, x: (x * 2, x * 3), backward, boxed_grads_call=True)
    x = _leaf(torch)
    a, b = f.apply(x)
    (a + b).sum().backward()
    yield seen, x.grad.tolist()
    # PyTorch: ([('list', 2)], [2.0, 2.0])


def saved_tensors_cleared_on_access(torch: Any) -> Iterator[Any]:
    """With clear_saved_tensors_on_access a second backward fails even though the graph was retained."""
    f = _function(
        torch,
        lambda ctx, x: (ctx.save_for_backward(x), x * 2)[1],
        lambda ctx, g: g * ctx.saved_tensors[0],
        clear_saved_tensors_on_access=True,
    )
    x = _leaf(torch)
    y = f.apply(x)
    y.sum().backward(retain_graph=True)
    yield x.grad.tolist(), refused(lambda: y.sum().backward())
    # PyTorch: ([1.0, 1.0], RuntimeError: saved_tensors can only be accessed once ...)


def saved_tensors_under_hooks(torch: Any) -> Iterator[Any]:
    """Tensors saved on a context are packed once each, None is not, and every access unpacks again."""
    seen: list[str] = []
    f = _function(torch, lambda ctx, x: (ctx.save_for_backward(x, None, x * 2), x * 2)[1], lambda ctx, g: g * ctx.saved_tensors[0])
    x = _leaf(torch)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (seen.append("pack"), t.clone())[1], lambda t: (seen.append("unpack"), t)[1]):
        y = f.apply(x)
    seen.append("|")
    yield (
        [None if t is None else t.tolist() for t in y.grad_fn.saved_tensors],
        [None if t is None else type(t).__name__ for t in y.grad_fn._raw_saved_tensors],
    )
    y.sum().backward()
    yield seen, x.grad.tolist()
    # PyTorch: ([[1.0, 1.0], None, [2.0, 2.0]], ['SavedTensor', 'SavedTensor', 'SavedTensor'])
    # PyTorch: (['pack', 'pack', '|', 'unpack', 'unpack', 'unpack', 'unpack'], [1.0, 1.0])


def functions_with_complex_values(torch: Any) -> Iterator[Any]:
    """A complex gradient from a backward is accepted for a complex input and refused for a real one."""
    f = _function(torch, lambda ctx, z: z.abs(), lambda ctx, g: g * (1 + 1j))
    z = torch.tensor([3 + 4j], requires_grad=True)
    f.apply(z).sum().backward()
    yield z.grad
    back = _function(torch, lambda ctx, x: x * (1 + 0j), lambda ctx, g: g)
    x = _leaf(torch, 1)
    yield refused(lambda: back.apply(x).real.sum().backward()), x.grad
    # PyTorch: tensor([1.+1.j])
    # PyTorch: (RuntimeError: Expected ..., None)


def functions_that_broadcast(torch: Any) -> Iterator[Any]:
    """Gradients of the broadcast shape are summed to the shape of each input of a Function."""
    f = _function(torch, lambda ctx, x, y: x + y, lambda ctx, g: (g, g))
    x, y = _leaf(torch, 3), _leaf(torch, 2, 1)
    yield refused(lambda: f.apply(x, y).sum().backward()), x.grad, y.grad
    # PyTorch: (nothing: NoneType, tensor([2., 2., 2.]), tensor([[3.], [3.]]))
