"""Functions: flags, backward inside backward, forward mode, transforms, and their nodes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, make_leaf, tried
from .._func import silent


def boxed(torch: Any) -> Iterator[Any]:
    """With boxed_grads_call the backward gets its one cotangent in a list that it may empty."""

    def b(ctx, gs):
        print(type(gs).__name__, len(gs))
        x = gs.pop()
        gs.clear()
        return x * 2

    F = function_of(torch, lambda ctx, x: x * 2, b, boxed_grads_call=True)
    a = make_leaf(torch)
    F.apply(a).sum().backward()
    yield a.grad
    # PyTorch: tensor([2., 2., 2.])
    # PyTorch: printed list 1


def boxed_two(torch: Any) -> Iterator[Any]:
    """A boxed backward gets the cotangents of both outputs in one list, with None for an unused one if not materialized."""

    def b(ctx, gs):
        print(type(gs).__name__, gs)
        return gs[0]

    F = function_of(torch, lambda ctx, x: (x * 2, x * 3), b, boxed_grads_call=True)
    a = make_leaf(torch)
    F.apply(a)[0].sum().backward()
    yield a.grad

    def f(ctx, x):
        ctx.set_materialize_grads(False)
        return (x * 2, x * 3)

    F = function_of(torch, f, b, boxed_grads_call=True)
    a = make_leaf(torch)
    F.apply(a)[0].sum().backward()
    yield a.grad
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: printed list [tensor([1., 1., 1.]), tensor([0., 0., 0.])]
    # PyTorch: printed list [tensor([1., 1., 1.]), None]


def boxed_wrong(torch: Any) -> Iterator[Any]:
    """What a boxed backward that takes two parameters instead of one list leads to."""

    def b(ctx, a, c):
        return a

    F = function_of(torch, lambda ctx, x: (x * 2, x * 3), b, boxed_grads_call=True)
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a)[0].sum().backward())
    # PyTorch: ('TypeError', 'boxed_wrong.<locals>.b() missing 1 ...')


def boxed_vjp(torch: Any) -> Iterator[Any]:
    """Whether a Function that calls its backward vjp also gets its cotangents boxed."""

    def b(ctx, gs):
        return gs[0] * 2

    F = function_of(torch, lambda ctx, x: x * 2, None, boxed_grads_call=True, vjp=b)
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
    # PyTorch: (None, tensor([2., 2., 2.]))


def clear_on_access(torch: Any) -> Iterator[Any]:
    """With clear_saved_tensors_on_access the saved tensors can be read once in backward, not a second time."""

    def f(ctx, x):
        ctx.save_for_backward(x, x * 2)
        return x * 2

    def b(ctx, g):
        s = ctx.saved_tensors
        print(len(s))
        print(tried(lambda: ctx.saved_tensors))
        return g

    F = function_of(torch, f, b, clear_saved_tensors_on_access=True)
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward(retain_graph=True)
    yield tried(lambda: r.sum().backward())
    yield a.grad


def clear_access_outside(torch: Any) -> Iterator[Any]:
    """Whether reading saved_tensors from outside the node also counts as the one access before backward."""

    def f(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: g * ctx.saved_tensors[0], clear_saved_tensors_on_access=True)
    a = make_leaf(torch)
    r = F.apply(a)
    yield r.grad_fn.saved_tensors
    yield tried(lambda: r.grad_fn.saved_tensors)
    yield tried(lambda: r.sum().backward())
    # PyTorch: (tensor([1., 2., 3.], requires_grad=True),)
    # PyTorch: ('RuntimeError', 'saved_tensors can only be accessed once ...')
    # PyTorch: ('RuntimeError', 'saved_tensors can only be accessed once ...')


def clear_maybe(torch: Any) -> Iterator[Any]:
    """What saved_tensors still gives after maybe_clear_saved_tensors, with and without clearing on access."""

    def f(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: [ctx.maybe_clear_saved_tensors(), print(tried(lambda: ctx.saved_tensors)), g][2])
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield a.grad
    F = function_of(
        torch,
        f,
        lambda ctx, g: [ctx.maybe_clear_saved_tensors(), print(tried(lambda: ctx.saved_tensors)), g][2],
        clear_saved_tensors_on_access=True,
    )
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield a.grad


def clear_on_nonvariable(torch: Any) -> Iterator[Any]:
    """What a second access gives when saved tensors are cleared on access but nothing was saved."""

    def f(ctx, x):
        return x * 2

    F = function_of(
        torch,
        f,
        lambda ctx, g: [print(ctx.saved_tensors), print(tried(lambda: ctx.saved_tensors)), g][2],
        clear_saved_tensors_on_access=True,
    )
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield a.grad


def clear_saved_variables(torch: Any) -> Iterator[Any]:
    """The old name saved_variables in a Function whose saved tensors are cleared on access."""

    def f(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    F = function_of(
        torch,
        f,
        lambda ctx, g: [print(len(ctx.saved_variables)), print(tried(lambda: ctx.saved_variables)), g][2],
        clear_saved_tensors_on_access=True,
    )
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield a.grad


def _nest(torch: Any, depth: Any) -> Any:

    class N(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, d):
            ctx.d = d
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            if ctx.d == 0:
                return (g * 3, None)
            with torch.enable_grad():
                x = torch.ones(2, requires_grad=True)
                N.apply(x, ctx.d - 1).sum().backward()
            return (g * x.grad, None)

    return N


def reentrant(torch: Any) -> Iterator[Any]:
    """A backward that calls backward inside itself works at depths up to 300."""
    for d in (0, 1, 50, 300):
        x = torch.ones(2, requires_grad=True)
        _nest(torch, d).apply(x, d).sum().backward()
        yield x.grad
    # PyTorch: tensor([3., 3.])
    # PyTorch: tensor([3., 3.])
    # PyTorch: tensor([3., 3.])
    # PyTorch: tensor([3., 3.])


def reentrant_same_leaf(torch: Any) -> Iterator[Any]:
    """Nested backward calls from one Function all add to the gradient of the same leaf."""
    w = make_leaf(torch)

    class N(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, d):
            ctx.d = d
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            if ctx.d == 0:
                return (g, None)
            with torch.enable_grad():
                N.apply(w * 2, ctx.d - 1).sum().backward()
            return (g, None)

    N.apply(w, 3).sum().backward()
    yield w.grad
    # PyTorch: tensor([7., 7., 7.])


def reentrant_grad_fn(torch: Any) -> Iterator[Any]:
    """A backward that calls grad with create_graph inside itself: is its result differentiable."""

    class N(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x**2

        @staticmethod
        def backward(ctx, g):
            (x,) = ctx.saved_tensors
            with torch.enable_grad():
                y = x.detach().requires_grad_()
                (r,) = torch.autograd.grad((y**2).sum(), y, create_graph=True)
            return g * r

    w = make_leaf(torch)
    (g,) = torch.autograd.grad(N.apply(w).sum(), w, create_graph=True)
    yield g
    yield g.requires_grad
    # PyTorch: tensor([2., 4., 6.], grad_fn=<MulBackward0>)
    # PyTorch: True


def reentrant_same_graph(torch: Any) -> Iterator[Any]:
    """A hook that runs backward over another graph of the same leaf adds its gradient as well."""
    w = make_leaf(torch)
    y = w * 2
    z = (y * y).sum()

    def h(g):
        z.backward(retain_graph=True)
        return g

    out = w * 3
    out.register_hook(h)
    out.sum().backward()
    yield w.grad
    # PyTorch: tensor([11., 19., 27.])


def reentrant_error(torch: Any) -> Iterator[Any]:
    """An error five backward calls deep comes out at the top and leaves grad mode and leaf usable."""

    class N(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, d):
            ctx.d = d
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            if ctx.d == 0:
                raise ValueError("deep")
            with torch.enable_grad():
                x = torch.ones(2, requires_grad=True)
                N.apply(x, ctx.d - 1).sum().backward()
            return (g * x.grad, None)

    x = make_leaf(torch, 2)
    yield (tried(lambda: N.apply(x, 5).sum().backward()), x.grad, torch.is_grad_enabled())
    N.apply(x, 5) if False else None
    (x * 2).sum().backward()
    yield x.grad
    # PyTorch: (('ValueError', 'deep'), None, True)
    # PyTorch: tensor([2., 2.])


def reentrant_caught(torch: Any) -> Iterator[Any]:
    """A backward that catches the error of a nested backward goes on and returns its gradient."""

    class N(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            try:
                with torch.enable_grad():
                    B.apply(torch.ones(2, requires_grad=True)).sum().backward()
            except ValueError as e:
                print(e)
            return g * 2

    class B(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, g):
            raise ValueError("b")

    x = make_leaf(torch, 2)
    N.apply(x).sum().backward()
    yield x.grad
    # PyTorch: tensor([2., 2.])
    # PyTorch: printed b


@silent
def jvp_missing(torch: Any) -> Iterator[Any]:
    """A Function without jvp refuses an input that carries a tangent."""
    fw = torch.autograd.forward_ad
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: g * 2)
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        yield tried(lambda: F.apply(d))
    # PyTorch: ('NotImplementedError', 'You must implement the jvp function for ...')


@silent
def jvp_saved(torch: Any) -> Iterator[Any]:
    """jvp sees the tensors saved for forward and the tangents of both inputs, given or not."""
    fw = torch.autograd.forward_ad

    def f(ctx, x, y):
        ctx.save_for_forward(x, y)
        ctx.save_for_backward(x, y)
        return x * y

    F = function_of(
        torch,
        f,
        lambda ctx, g: (g, g),
        jvp=lambda ctx, a, b: [
            print(a, b, len(ctx.saved_tensors)),
            ctx.saved_tensors[0] * (0 if b is None else b) + (0 if a is None else a) * ctx.saved_tensors[1],
        ][1],
    )
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = F.apply(d, torch.full((3,), 2.0))
        yield fw.unpack_dual(r)
        r = F.apply(d, d * 3)
        yield fw.unpack_dual(r)
    # PyTorch: UnpackedDualTensor(tensor([2., 2., 2.]), tensor([2., 2., 2.]))
    # PyTorch: UnpackedDualTensor(tensor([3., 3., 3.]), tensor([6., 6., 6.]))
    # PyTorch: printed tensor([1., 1., 1.]) tensor([0., 0., 0.]) 2
    # PyTorch: printed tensor([1., 1., 1.]) tensor([3., 3., 3.]) 2


@silent
def jvp_none_args(torch: Any) -> Iterator[Any]:
    """Which tangents jvp gets for a number and for a tensor without one beside a dual tensor."""
    fw = torch.autograd.forward_ad
    F = function_of(torch, lambda ctx, x, k, y: x * k + y, lambda ctx, g: (g * 2, None, g), jvp=lambda ctx, *t: [print(t), t[0] * 7][1])
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = F.apply(d, 2.0, torch.ones(3))
        yield fw.unpack_dual(r)
    # PyTorch: UnpackedDualTensor(tensor([3., 3., 3.]), tensor([7., 7., 7.]))
    # PyTorch: printed (tensor([1., 1., 1.]), None, tensor([0., 0., 0.]))


@silent
def jvp_nontensor_outputs(torch: Any) -> Iterator[Any]:
    """What jvp must return for an output that is a string: a None in its place, or nothing."""
    fw = torch.autograd.forward_ad
    F = function_of(torch, lambda ctx, x: (x * 2, "s"), lambda ctx, g, h: g * 2, jvp=lambda ctx, t: (t, None))
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield r
    F = function_of(torch, lambda ctx, x: (x * 2, "s"), lambda ctx, g, h: g * 2, jvp=lambda ctx, t: t)
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield r
    # PyTorch: (tensor([2., 2., 2.], tangent=tensor([1., 1., 1.])), 's')
    # PyTorch: ('RuntimeError', "Function's jvp returned an invalid ...")


@silent
def jvp_inplace(torch: Any) -> Iterator[Any]:
    """Whether the jvp of a Function that changes its input in-place has to change the tangent in-place too."""
    fw = torch.autograd.forward_ad

    def f(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    F = function_of(torch, f, lambda ctx, g: g * 2, jvp=lambda ctx, t: t.mul_(5))
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield (r is d, fw.unpack_dual(r))
    F = function_of(torch, f, lambda ctx, g: g * 2, jvp=lambda ctx, t: t * 5)
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield r
    # PyTorch: (True, UnpackedDualTensor(tensor([2., 2., 2.]), tensor([5., 5., 5.])))
    # PyTorch: ('RuntimeError', 'An inplace custom Function is not ...')


@silent
def jvp_view(torch: Any) -> Iterator[Any]:
    """The jvp of a Function that returns a view has to return a view of the tangent it got."""
    fw = torch.autograd.forward_ad
    F = function_of(torch, lambda ctx, x: x.view(3, 1), lambda ctx, g: g.view(3), jvp=lambda ctx, t: t.view(3, 1))
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield fw.unpack_dual(r)
    F = function_of(torch, lambda ctx, x: x.view(3, 1), lambda ctx, g: g.view(3), jvp=lambda ctx, t: (t * 2).view(3, 1))
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield r
    # PyTorch: UnpackedDualTensor(tensor([[1.], [1.], [1.]]), tensor([[1.], [1.], [1.]]))
    # PyTorch: ('RuntimeError', 'A custom Function is returning a view ...')


@silent
def jvp_input_as_is(torch: Any) -> Iterator[Any]:
    """What jvp has to return when forward hands back its input: the tangent itself or a view of it."""
    fw = torch.autograd.forward_ad
    F = function_of(torch, lambda ctx, x: x, lambda ctx, g: g, jvp=lambda ctx, t: t)
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield r
    F = function_of(torch, lambda ctx, x: x, lambda ctx, g: g, jvp=lambda ctx, t: t.view_as(t))
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield (r if isinstance(r, tuple) else fw.unpack_dual(r), r is d)
    # PyTorch: ('RuntimeError', "A custom Function's forward is ...")
    # PyTorch: (UnpackedDualTensor(tensor([1., 1., 1.]), tensor([1., 1., 1.])), False)


@silent
def jvp_nondiff(torch: Any) -> Iterator[Any]:
    """What jvp may return for an output marked non-differentiable: a tangent or None."""
    fw = torch.autograd.forward_ad

    def f(ctx, x):
        y = x * 2
        ctx.mark_non_differentiable(y)
        return (y, x * 3)

    for v in (lambda t: (t, t), lambda t: (None, t)):
        F = function_of(torch, f, lambda ctx, g, h: h, jvp=lambda ctx, t: v(t))
        with fw.dual_level():
            d = fw.make_dual(torch.ones(3), torch.ones(3))
            r = tried(lambda: F.apply(d))
            yield (r if isinstance(r[0], str) else [fw.unpack_dual(q) for q in r])
    # PyTorch: ('RuntimeError', "Function's jvp returned a gradient at ...")
    # PyTorch: [UnpackedDualTensor(tensor([2., 2., 2.]), None), UnpackedDualTensor(tensor([3., 3., 3.]), tensor([1., 1., 1.]))]


@silent
def jvp_and_backward(torch: Any) -> Iterator[Any]:
    """One Function with jvp and backward serves both modes at once on a dual tensor made from a leaf."""
    fw = torch.autograd.forward_ad
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: g * 3, jvp=lambda ctx, t: t * 7)
    a = make_leaf(torch)
    with fw.dual_level():
        d = fw.make_dual(a, torch.ones(3))
        r = F.apply(d)
        r.sum().backward()
        yield a.grad
        yield fw.unpack_dual(r)
    # PyTorch: tensor([3., 3., 3.])
    # PyTorch: UnpackedDualTensor(tensor([2., 4., 6.], grad_fn=<Identity>), tensor([7., 7., 7.]))


@silent
def jvp_setup(torch: Any) -> Iterator[Any]:
    """With setup_context an output saved for forward is there in jvp, in a dual level and under func.jvp."""
    fw = torch.autograd.forward_ad
    F = function_of(
        torch,
        lambda x: x.exp(),
        lambda ctx, g: g * 3,
        setup_context=lambda ctx, i, o: ctx.save_for_forward(o),
        jvp=lambda ctx, t: t * ctx.saved_tensors[0],
    )
    with fw.dual_level():
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        r = tried(lambda: F.apply(d))
        yield fw.unpack_dual(r)
    yield torch.func.jvp(F.apply, (torch.ones(3),), (torch.ones(3),))
    # PyTorch: UnpackedDualTensor(tensor([2.7183, 2.7183, 2.7183]), tensor([2.7183, 2.7183, 2.7183]))
    # PyTorch: (tensor([2.7183, 2.7183, 2.7183]), tensor([2.7183, 2.7183, 2.7183]))


def vmap_rule(torch: Any) -> Iterator[Any]:
    """A Function with a generated vmap rule can be mapped over either dimension."""
    F = function_of(torch, lambda x: x * 2, lambda ctx, g: g * 2, setup_context=lambda ctx, i, o: None, generate_vmap_rule=True)
    yield torch.vmap(F.apply)(torch.ones(2, 3))
    yield torch.vmap(F.apply, in_dims=1)(torch.ones(2, 3)).shape
    # PyTorch: tensor([[2., 2., 2.], [2., 2., 2.]])
    # PyTorch: Size(3, 2)


def vmap_none(torch: Any) -> Iterator[Any]:
    """vmap refuses a Function that has neither a vmap method nor a generated rule."""
    F = function_of(torch, lambda x: x * 2, lambda ctx, g: g * 2, setup_context=lambda ctx, i, o: None)
    yield tried(lambda: torch.vmap(F.apply)(torch.ones(2, 3)))
    # PyTorch: ('RuntimeError', 'You tried to vmap over Fn, but it does ...')


def vmap_ctx(torch: Any) -> Iterator[Any]:
    """What vmap and func.grad say of a Function whose forward takes ctx instead of using setup_context."""
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: g * 2)
    yield tried(lambda: torch.vmap(F.apply)(torch.ones(2, 3)))
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: g * 2, generate_vmap_rule=True)
    yield tried(lambda: torch.vmap(F.apply)(torch.ones(2, 3)))
    yield tried(lambda: torch.func.grad(lambda x: F.apply(x).sum())(torch.ones(2)))
    # PyTorch: ('RuntimeError', 'In order to use an autograd.Function ...')
    # PyTorch: ('RuntimeError', 'In order to use an autograd.Function ...')
    # PyTorch: ('RuntimeError', 'In order to use an autograd.Function ...')


def vmap_both(torch: Any) -> Iterator[Any]:
    """What vmap says of a Function that has a vmap method and also asks for a generated rule."""
    F = function_of(
        torch,
        lambda x: x * 2,
        lambda ctx, g: g * 2,
        setup_context=lambda ctx, i, o: None,
        generate_vmap_rule=True,
        vmap=lambda info, d, x: (x, 0),
    )
    yield tried(lambda: torch.vmap(F.apply)(torch.ones(2, 3)))
    # PyTorch: ('RuntimeError', 'You tried to vmap over Fn, but it has ...')


def vmap_static_pytree(torch: Any) -> Iterator[Any]:
    """Which in_dims a vmap method sees for lists and dicts among its arguments."""
    F = function_of(
        torch,
        lambda x, y: x * 2,
        lambda ctx, g: g * 2,
        setup_context=lambda ctx, i, o: None,
        vmap=lambda info, d, x, y: [print(d, y[0].shape if isinstance(y, list) else y), (x, 0)][1],
    )
    yield tried(lambda: torch.vmap(F.apply)(torch.ones(2, 3), [torch.ones(2), torch.ones(2)]))
    yield tried(lambda: torch.vmap(lambda x: F.apply(x, {"a": 1}))(torch.ones(2, 3)))
    # PyTorch: tensor([[1., 1., 1.], [1., 1., 1.]])
    # PyTorch: tensor([[1., 1., 1.], [1., 1., 1.]])
    # PyTorch: printed (0, [0, 0]) torch.Size([2])
    # PyTorch: printed (0, {'a': None}) {'a': 1}


def func_grad_setup(torch: Any) -> Iterator[Any]:
    """func.grad goes once and twice through a Function that saves its output in setup_context."""
    F = function_of(
        torch, lambda x: x.exp(), lambda ctx, g: g * ctx.saved_tensors[0], setup_context=lambda ctx, i, o: ctx.save_for_backward(o)
    )
    yield torch.func.grad(lambda x: F.apply(x).sum())(torch.ones(3))
    yield tried(lambda: torch.func.grad(lambda y: torch.func.grad(lambda x: F.apply(x).sum())(y).sum())(torch.ones(3)))
    # PyTorch: tensor([2.7183, 2.7183, 2.7183])
    # PyTorch: tensor([2.7183, 2.7183, 2.7183])


def hooks_node(torch: Any) -> Iterator[Any]:
    """Hooks of a Function node see and replace its cotangents and gradients; wrong answers are errors."""
    F = function_of(torch, lambda ctx, x: (x * 2, x * 3), lambda ctx, g, h: g * 2 + h)
    a = make_leaf(torch)
    y, z = F.apply(a)
    n = y.grad_fn
    n.register_hook(lambda gi, go: [print("post", gi, go), (gi[0] * 10,)][1])
    n.register_prehook(lambda go: [print("pre", go), (go[0] * 2, go[1])][1])
    y.sum().backward()
    yield a.grad
    y, z = F.apply(a)
    n = y.grad_fn
    yield tried(lambda: [n.register_hook(lambda gi, go: (1, 2)), y.sum().backward()])
    y, z = F.apply(a)
    n = y.grad_fn
    yield tried(lambda: [n.register_prehook(lambda go: (go[0],)), y.sum().backward()])
    # PyTorch: tensor([40., 40., 40.])
    # PyTorch: ('RuntimeError', "hook '<lambda>' has returned an ...")
    # PyTorch: ('RuntimeError', "hook '<lambda>' has returned an ...")
    # PyTorch: printed pre (tensor([1., 1., 1.]), None)
    # PyTorch: printed post (tensor([4., 4., 4.]),) (tensor([2., 2., 2.]), None)


def metadata(torch: Any) -> Iterator[Any]:
    """What is put into the metadata of a Function node can be read in backward from ctx."""
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: [print(ctx.metadata), g][1], name="Weird")
    a = make_leaf(torch)
    y = F.apply(a)
    y.grad_fn.metadata["k"] = 1
    y.sum().backward()
    yield (y.grad_fn.name(), y.grad_fn.metadata, a.grad)
    # PyTorch: ('WeirdBackward', {k: 1}, tensor([1., 1., 1.]))
    # PyTorch: printed {'k': 1}


def complex_f(torch: Any) -> Iterator[Any]:
    """What becomes of a complex gradient that a Function returns for a complex and for a real input."""
    F = function_of(torch, lambda ctx, x: x * 2j, lambda ctx, g: g * -2j)
    a = torch.ones(2, dtype=torch.complex64, requires_grad=True)
    F.apply(a).abs().sum().backward()
    yield a.grad
    F = function_of(torch, lambda ctx, x: x * 2j, lambda ctx, g: g * -2j)
    a = torch.ones(2, requires_grad=True)
    yield tried(lambda: F.apply(a).abs().sum().backward())
    yield a.grad
    # PyTorch: tensor([2.-0.j, 2.-0.j])
    # PyTorch: ('RuntimeError', 'Expected ...')
    # PyTorch: None


def int_inputs(torch: Any) -> Iterator[Any]:
    """An integer input of a Function needs no gradient and has no next function."""
    F = function_of(torch, lambda ctx, x, i: x[i], lambda ctx, g: (torch.zeros(3).index_add(0, torch.tensor([0, 2]), g), None))
    a = make_leaf(torch)
    y = F.apply(a, torch.tensor([0, 2]))
    yield (y, y.grad_fn.needs_input_grad, y.grad_fn.next_functions[1])
    y.sum().backward()
    yield a.grad
    # PyTorch: (tensor([1., 3.], grad_fn=<FnBackward>), (True, False), (None, 0))
    # PyTorch: tensor([1., 0., 1.])


def int_outputs(torch: Any) -> Iterator[Any]:
    """An integer output of a Function has no gradient, and backward sees what stands in its place."""
    F = function_of(torch, lambda ctx, x: (x.argmax(), x * 2), lambda ctx, g, h: [print(g, h), h][1])
    a = make_leaf(torch)
    i, y = F.apply(a)
    yield (i, y)
    y.sum().backward()
    yield a.grad
    yield tried(lambda: F.apply(a)[0].backward())
    # PyTorch: (tensor(2), tensor([2., 4., 6.], grad_fn=<FnBackward>))
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: ('RuntimeError', 'element 0 of tensors does not require ...')
    # PyTorch: printed tensor(0) tensor([1., 1., 1.])


def graph_lifetime(torch: Any) -> Iterator[Any]:
    """An object held by ctx lives exactly as long as the output of the Function."""
    import weakref

    class Held:
        pass

    def f(ctx, x):
        ctx.o = Held()
        f.r = weakref.ref(ctx.o)
        ctx.save_for_backward(x * 2)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: g)
    y = F.apply(make_leaf(torch))
    yield (f.r() is not None)
    del y
    yield (f.r() is None)
    # PyTorch: True
    # PyTorch: True


def dict_input(torch: Any) -> Iterator[Any]:
    """A leaf inside a dict is no input of a Function, so the output requires no gradient."""
    F = function_of(torch, lambda ctx, d: d["a"] * 2, lambda ctx, g: g)
    a = make_leaf(torch)
    y = F.apply({"a": a})
    yield (y, y.requires_grad)
    # PyTorch: (tensor([2., 4., 6.]), False)


def nested_apply_in_forward(torch: Any) -> Iterator[Any]:
    """A Function applied inside the forward of another is not recorded; only the outer backward runs."""
    G = function_of(torch, lambda ctx, x: [print(torch.is_grad_enabled(), x.requires_grad), x * 3][1], lambda ctx, g: g * 3, name="G")
    F = function_of(torch, lambda ctx, x: G.apply(x), lambda ctx, g: g * 5, name="F")
    a = make_leaf(torch)
    y = F.apply(a)
    yield y
    y.sum().backward()
    yield a.grad
    # PyTorch: tensor([3., 6., 9.], grad_fn=<FBackward>)
    # PyTorch: tensor([5., 5., 5.])
    # PyTorch: printed False True


def enable_grad_in_forward_detach(torch: Any) -> Iterator[Any]:
    """A forward can build its own small graph under enable_grad and differentiate it in backward."""

    def f(ctx, x):
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            y = x**3
        ctx.save_for_backward(x, y)
        return y.detach()

    def b(ctx, g):
        x, y = ctx.saved_tensors
        return torch.autograd.grad(y, x, g)

    F = function_of(torch, f, b)
    a = make_leaf(torch)
    y = F.apply(a)
    y.sum().backward()
    yield a.grad
    # PyTorch: tensor([3., 12., 27.])


def subclass_of_subclass(torch: Any) -> Iterator[Any]:
    """A subclass of a Function inherits forward and overrides backward, which can call the parent's."""

    class A(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    class B(A):
        @staticmethod
        def backward(ctx, g):
            return super(B, B).backward(ctx, g) * 10

    a = make_leaf(torch)
    y = B.apply(a)
    y.sum().backward()
    yield (y, a.grad, next(c.__name__ for c in B._backward_cls.__mro__))
    # PyTorch: (tensor([2., 4., 6.], grad_fn=<BBackward>), tensor([20., 20., 20.]), 'BBackward')


def ctx_needs_assign(torch: Any) -> Iterator[Any]:
    """needs_input_grad can be assigned in forward, and backward sees what was assigned."""

    def f(ctx, x):
        ctx.needs_input_grad = (False,)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: [print(ctx.needs_input_grad), g][1])
    a = make_leaf(torch)
    F.apply(a).sum().backward()
    yield a.grad
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: printed (False,)


def backward_needs(torch: Any) -> Iterator[Any]:
    """needs_input_grad in backward tells which inputs are wanted by this call of grad or backward."""
    F = function_of(torch, lambda ctx, x, y: x * y, lambda ctx, g: [print(ctx.needs_input_grad), (g, g)][1])
    a = make_leaf(torch)
    b = make_leaf(torch)
    y = F.apply(a, b)
    yield torch.autograd.grad(y.sum(), a, retain_graph=True)[0]
    y.sum().backward(inputs=[b])
    yield (a.grad, b.grad)
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: (None, tensor([1., 1., 1.]))
    # PyTorch: printed (True, True)
    # PyTorch: printed (True, True)


def grad_is_same_object(torch: Any) -> Iterator[Any]:
    """Two leaves given the same gradient tensor by a backward do not share their grad afterwards."""
    F = function_of(torch, lambda ctx, x, y: x + y, lambda ctx, g: (g, g))
    a, b = (make_leaf(torch), make_leaf(torch))
    F.apply(a, b).sum().backward()
    a.grad.add_(1)
    yield (a.grad, b.grad)
    # PyTorch: (tensor([2., 2., 2.]), tensor([1., 1., 1.]))


def grad_saved_alias(torch: Any) -> Iterator[Any]:
    """Whether a gradient that user code also keeps becomes the grad of the leaf itself or a copy."""
    keep = []
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: [keep.append(g * 1), keep[0]][1])
    a = make_leaf(torch)
    F.apply(a).sum().backward()
    yield (a.grad is keep[0], a.grad.data_ptr() == keep[0].data_ptr())
    # PyTorch: (False, False)
