"""Functions: how `apply` is called, what is saved, and what old spellings do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, make_leaf, tried


def apply_kwargs(torch: Any) -> Iterator[Any]:
    """apply hands keyword arguments to forward, even the tensor itself, and forward's own TypeErrors come through."""
    F = function_of(torch, lambda ctx, x, k=2: x * k, lambda ctx, g: (g * 2, None))
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a, k=3))
    yield tried(lambda: F.apply(x=a, k=4))
    yield tried(lambda: F.apply(a, z=3))
    yield tried(lambda: F.apply())
    yield tried(lambda: F.apply(a))
    r = F.apply(x=a)
    yield (tried(lambda: r.sum().backward()), a.grad)
    # PyTorch: tensor([3., 6., 9.], grad_fn=<FnBackward>)
    # PyTorch: tensor([4., 8., 12.], grad_fn=<FnBackward>)
    # PyTorch: ('TypeError', 'forward() got an unexpected keyword ...')
    # PyTorch: ('TypeError', 'apply_kwargs.<locals>.<lambda>() ...')
    # PyTorch: tensor([2., 4., 6.], grad_fn=<FnBackward>)
    # PyTorch: (None, tensor([2., 2., 2.]))


def apply_kwargs_count(torch: Any) -> Iterator[Any]:
    """backward owes one gradient for each argument that was passed, by position or keyword, and none for a default."""
    F = function_of(torch, lambda ctx, x, k=2: x * k, lambda ctx, g: g * 2)
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
    yield (tried(lambda: F.apply(a, k=3).sum().backward()), a.grad)
    yield (tried(lambda: F.apply(a, 3).sum().backward()), a.grad)
    # PyTorch: (None, tensor([2., 2., 2.]))
    # PyTorch: (('RuntimeError', 'function FnBackward returned an ...'), tensor([2., 2., 2.]))
    # PyTorch: (('RuntimeError', 'function FnBackward returned an ...'), tensor([2., 2., 2.]))
    # PyTorch: memory in common: 0 and 1, 0 and 2, 1 and 2


def apply_kwonly(torch: Any) -> Iterator[Any]:
    """A keyword-only parameter of forward can never be given: its own keyword counts as unexpected, without it one is missing."""
    F = function_of(torch, lambda ctx, x, *, k: x * k, lambda ctx, g: g * 2)
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a, k=3))
    yield tried(lambda: F.apply(a))
    # PyTorch: ('TypeError', 'forward() got an unexpected keyword ...')
    # PyTorch: ('TypeError', 'apply_kwonly.<locals>.<lambda>() ...')


def setup_defaults(torch: Any) -> Iterator[Any]:
    """With setup_context, missing arguments are filled in from the defaults of forward before setup_context sees the inputs."""
    F = function_of(
        torch,
        lambda x, k=2: x * k,
        lambda ctx, g: (g * ctx.k, None),
        setup_context=lambda ctx, i, o: (print(len(i), i[1:]), setattr(ctx, "k", i[1]))[0],
    )
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield a.grad
    yield tried(lambda: F.apply(a, k=5))
    yield tried(lambda: F.apply(a, j=5))
    yield tried(lambda: F.apply())
    yield tried(lambda: F.apply(a, 1, 2))


def setup_kwonly(torch: Any) -> Iterator[Any]:
    """With setup_context, a keyword-only parameter of forward makes every call fail, even one that leaves it to its default."""
    F = function_of(torch, lambda x, *, k=2: x * k, lambda ctx, g: g, setup_context=lambda ctx, i, o: print(i[1:]))
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a))
    yield tried(lambda: F.apply(a, k=3))
    # PyTorch: ('TypeError', 'forward() got an unexpected keyword ...')
    # PyTorch: ('TypeError', 'forward() got an unexpected keyword ...')


def setup_returns(torch: Any) -> Iterator[Any]:
    """Whatever setup_context returns is ignored."""
    F = function_of(torch, lambda x: x * 2, lambda ctx, g: g * 2, setup_context=lambda ctx, i, o: 5)
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a))
    # PyTorch: tensor([2., 4., 6.], grad_fn=<FnBackward>)


def setup_nontensor_out(torch: Any) -> Iterator[Any]:
    """setup_context is given the inputs as a tuple and the output just as forward returned it, texts and lists included."""
    F = function_of(
        torch,
        lambda x: (x * 2, "s", [x]),
        lambda ctx, *g: g[0] * 2,
        setup_context=lambda ctx, i, o: print(type(o).__name__, len(o), type(i).__name__),
    )
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a))
    # PyTorch: (tensor([2., 4., 6.], grad_fn=<FnBackward>), 's', [tensor([1., 2., 3.], requires_grad=True)])
    # PyTorch: printed tuple 3 tuple


def setup_save(torch: Any) -> Iterator[Any]:
    """setup_context sees an output without history, with grad mode off, and may save it for backward."""

    def s(ctx, i, o):
        ctx.save_for_backward(i[0], o)
        ctx.z = o.requires_grad
        print(o.requires_grad, torch.is_grad_enabled(), o.grad_fn)

    F = function_of(torch, lambda x: x.exp(), lambda ctx, g: g * ctx.saved_tensors[1], setup_context=s)
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield (a.grad, r.grad_fn.z)
    # PyTorch: (tensor([2.7183, 7.3891, 20.0855]), False)
    # PyTorch: printed False False None


def setup_raises(torch: Any) -> Iterator[Any]:
    """An exception in setup_context comes out of apply as it is, and grad mode is on again afterwards."""

    def s(ctx, i, o):
        raise KeyError("x")

    F = function_of(torch, lambda x: x.exp(), lambda ctx, g: g, setup_context=s)
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a))
    yield torch.is_grad_enabled()
    # PyTorch: ('KeyError', "'x'")
    # PyTorch: True


def forward_no_ctx(torch: Any) -> Iterator[Any]:
    """forward is always given ctx first, so one without parameters fails, and apply works without any tensor."""
    F = function_of(torch, lambda: torch.ones(2), lambda ctx, g: g)
    yield tried(lambda: F.apply())
    F = function_of(torch, lambda ctx: torch.ones(2), lambda ctx, g: g)
    yield tried(lambda: F.apply())
    # PyTorch: ('TypeError', 'forward_no_ctx.<locals>.<lambda>() ...')
    # PyTorch: tensor([1., 1.])


def no_tensor_args(torch: Any) -> Iterator[Any]:
    """A Function whose arguments hold no tensor gives a result without history."""
    F = function_of(torch, lambda ctx, k: torch.ones(2) * k, lambda ctx, g: g)
    r = F.apply(3)
    yield (r, r.requires_grad, r.grad_fn)
    # PyTorch: (tensor([3., 3.]), False, None)


def missing(torch: Any) -> Iterator[Any]:
    """What is said of Functions without forward or without backward, with both backward and vjp, and with vjp alone."""

    class A(torch.autograd.Function):
        pass

    yield tried(lambda: A.apply(make_leaf(torch)))

    class B(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

    r = B.apply(make_leaf(torch))
    yield r
    yield tried(lambda: r.sum().backward())

    class C(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g

        @staticmethod
        def vjp(ctx, g):
            return g * 2

    a = make_leaf(torch)
    r = C.apply(a)
    yield (tried(lambda: r.sum().backward()), a.grad)

    class D(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def vjp(ctx, g):
            return g * 5

    a = make_leaf(torch)
    r = D.apply(a)
    yield (tried(lambda: r.sum().backward()), a.grad)
    # PyTorch: ('NotImplementedError', 'You must implement the forward function ...')
    # PyTorch: tensor([2., 4., 6.], grad_fn=<BBackward>)
    # PyTorch: ('NotImplementedError', 'You must implement either the backward ...')
    # PyTorch: (('RuntimeError', "Implementing both 'backward' and 'vjp' ..."), None)
    # PyTorch: (None, tensor([5., 5., 5.]))


def instance(torch: Any) -> Iterator[Any]:
    """A Function class can still be instantiated; calling the instance is refused, while its apply and forward work."""

    class A(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 5

    yield tried(lambda: A())
    yield tried(lambda: A()(make_leaf(torch)))
    yield tried(lambda: A(1, 2))
    yield tried(lambda: A(k=1))
    a = tried(lambda: A())
    yield type(a).__name__
    yield tried(lambda: a.apply(make_leaf(torch)))
    yield tried(lambda: a.forward(None, make_leaf(torch)))


def legacy(torch: Any) -> Iterator[Any]:
    """Functions of the old style, with state in self, can be made, but calling them is refused."""

    class A(torch.autograd.Function):
        def __init__(self, k):
            self.k = k

        def forward(self, x):
            return x * self.k

        def backward(self, g):
            return g * self.k

    yield tried(lambda: A(2))
    yield tried(lambda: A(2)(make_leaf(torch)))

    class B(torch.autograd.Function):
        def __init__(self, k):
            super().__init__()
            self.k = k

        def forward(self, x):
            return x * self.k

        def backward(self, g):
            return g * self.k

    yield tried(lambda: B(2))
    yield tried(lambda: B(2)(make_leaf(torch)))
    yield tried(lambda: B.apply(make_leaf(torch)))


def legacy_nonstatic_apply(torch: Any) -> Iterator[Any]:
    """forward and backward that are no static methods work by way of apply, with ctx in the place of self."""

    class A(torch.autograd.Function):
        def forward(self, x):
            return x * 2

        def backward(self, g):
            return g * 3

    a = make_leaf(torch)
    r = tried(lambda: A.apply(a))
    yield r
    r.sum().backward()
    yield a.grad
    # PyTorch: tensor([2., 4., 6.], grad_fn=<ABackward>)
    # PyTorch: tensor([3., 3., 3.])


def legacy_nonstatic_attr(torch: Any) -> Iterator[Any]:
    """In an old-style Function run by apply, what forward sets on self is there in backward."""

    class A(torch.autograd.Function):
        def forward(self, x):
            self.k = 3
            return x * 2

        def backward(self, g):
            return g * self.k

    a = make_leaf(torch)
    r = tried(lambda: A.apply(a))
    yield r
    r.sum().backward()
    yield a.grad
    # PyTorch: tensor([2., 4., 6.], grad_fn=<ABackward>)
    # PyTorch: tensor([3., 3., 3.])


def ctx_attrs_persist(torch: Any) -> Iterator[Any]:
    """Attributes set on ctx stay on the node over several backward passes, and can be set and deleted there by hand."""

    def f(ctx, x):
        ctx.a = [1]
        ctx.b = {"k": x.shape}
        return x * 2

    F = function_of(torch, f, lambda ctx, g: [print(ctx.a, ctx.b, hasattr(ctx, "zz")), setattr(ctx, "zz", 1), g][2])
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward(retain_graph=True)
    r.sum().backward()
    yield (r.grad_fn.zz, a.grad)
    r.grad_fn.zz = 7
    yield r.grad_fn.zz
    yield sorted(r.grad_fn.__dict__)
    del r.grad_fn.zz
    yield tried(lambda: r.grad_fn.zz)
    # PyTorch: (1, tensor([2., 2., 2.]))
    # PyTorch: 7
    # PyTorch: ['a', 'b', 'zz']
    # PyTorch: ('AttributeError', "'FnBackward' object has no attribute ...")
    # PyTorch: printed [1] {'k': torch.Size([3])} False
    # PyTorch: printed [1] {'k': torch.Size([3])} True


def save_kinds(torch: Any) -> Iterator[Any]:
    """save_for_backward takes tensors and None; numbers, texts and containers fail once the node is made."""
    for v in (3, "a", None, [1], (1,), [None]):

        def f(ctx, x):
            ctx.save_for_backward(v)
            return x * 2

        F = function_of(torch, f, lambda ctx, g: [print(ctx.saved_tensors), g][1])
        a = make_leaf(torch)
        yield tried(lambda: F.apply(a).sum().backward())


def save_list_of_tensors(torch: Any) -> Iterator[Any]:
    """A list of tensors cannot be saved for backward, but where nothing requires grad nobody notices."""

    def f(ctx, x):
        ctx.save_for_backward([x, x])
        return x * 2

    F = function_of(torch, f, lambda ctx, g: [print(ctx.saved_tensors), g][1])
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a).sum().backward())
    yield tried(lambda: F.apply(a.detach()))
    # PyTorch: ('TypeError', 'save_for_backward can only save ...')
    # PyTorch: tensor([2., 4., 6.])


def save_twice(torch: Any) -> Iterator[Any]:
    """A second save_for_backward replaces what the first one saved."""

    def f(ctx, x):
        ctx.save_for_backward(x)
        ctx.save_for_backward(x * 2, x)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: [print(len(ctx.saved_tensors)), g][1])
    a = make_leaf(torch)
    yield tried(lambda: F.apply(a).sum().backward())
    # PyTorch: None
    # PyTorch: printed 2


def saved_freed(torch: Any) -> Iterator[Any]:
    """After backward the saved tensors are freed and unreadable, but a backward that never reads them runs once more."""

    def f(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: g)
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield tried(lambda: r.grad_fn.saved_tensors)
    yield tried(lambda: r.sum().backward())
    yield tried(lambda: r.grad_fn._raw_saved_tensors)
    yield tried(lambda: r.grad_fn.saved_variables)
    # PyTorch: ('RuntimeError', 'Trying to backward through the graph a ...')
    # PyTorch: None
    # PyTorch: ('RuntimeError', 'Trying to backward through the graph a ...')
    # PyTorch: ('RuntimeError', 'Trying to backward through the graph a ...')
    # PyTorch: DeprecationWarning: 'saved_variables' is deprecated; use ...


def saved_freed_nothing_saved(torch: Any) -> Iterator[Any]:
    """A Function that saved nothing can run backward twice, though asking for its saved tensors still raises."""

    def f(ctx, x):
        return x * 2

    F = function_of(torch, f, lambda ctx, g: g)
    a = make_leaf(torch)
    r = F.apply(a)
    r.sum().backward()
    yield tried(lambda: r.grad_fn.saved_tensors)
    yield tried(lambda: r.sum().backward())
    yield tried(lambda: r.grad_fn._raw_saved_tensors)
    yield a.grad
    # PyTorch: ('RuntimeError', 'Trying to backward through the graph a ...')
    # PyTorch: None
    # PyTorch: ('RuntimeError', 'Trying to backward through the graph a ...')
    # PyTorch: tensor([2., 2., 2.])


def saved_changed(torch: Any) -> Iterator[Any]:
    """An input changed in place after it was saved is refused by its version when saved_tensors unpacks it."""

    def f(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: g * ctx.saved_tensors[0])
    a = make_leaf(torch)
    x = a * 1
    r = F.apply(x)
    x.add_(1)
    yield tried(lambda: r.sum().backward())
    yield tried(lambda: r.grad_fn.saved_tensors)
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')


def saved_output_changed(torch: Any) -> Iterator[Any]:
    """A saved output is guarded by its version too, and unpacks to another object with the node itself as grad_fn."""

    def f(ctx, x):
        y = x * 2
        ctx.save_for_backward(y)
        return y

    F = function_of(torch, f, lambda ctx, g: g * ctx.saved_tensors[0])
    a = make_leaf(torch)
    r = F.apply(a)
    r.add_(1)
    yield tried(lambda: r.sum().backward())
    r = F.apply(a)
    s = r.grad_fn.saved_tensors[0]
    yield (s.grad_fn is r.grad_fn, s is r, s)
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')
    # PyTorch: (True, False, tensor([2., 4., 6.], grad_fn=<FnBackward>))


def saved_detached_kept(torch: Any) -> Iterator[Any]:
    """Saved inputs and outputs unpack with requires_grad, so a gradient with a graph can be differentiated again."""

    def f(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y, x)
        return y

    F = function_of(
        torch,
        f,
        lambda ctx, g: [
            print([t.requires_grad for t in ctx.saved_tensors], [t.grad_fn for t in ctx.saved_tensors][1]),
            g * ctx.saved_tensors[0],
        ][1],
    )
    a = make_leaf(torch)
    r = F.apply(a)
    (g,) = torch.autograd.grad(r.sum(), a, create_graph=True)
    yield g
    g.sum().backward()
    yield a.grad
    # PyTorch: tensor([2.7183, 7.3891, 20.0855], grad_fn=<MulBackward0>)
    # PyTorch: tensor([2.7183, 7.3891, 20.0855])
    # PyTorch: printed [True, True] None
    # PyTorch: printed [True, True] None


def save_for_forward_kinds(torch: Any) -> Iterator[Any]:
    """save_for_forward takes None beside tensors and refuses numbers and texts at once."""
    for v in (3, None, "a"):

        def f(ctx, x):
            ctx.save_for_forward(v)
            return x * 2

        F = function_of(torch, f, lambda ctx, g: g)
        yield tried(lambda: F.apply(make_leaf(torch)))
    # PyTorch: ('AssertionError', 'save_for_forward expects all arguments ...')
    # PyTorch: tensor([2., 4., 6.], grad_fn=<FnBackward>)
    # PyTorch: ('AssertionError', 'save_for_forward expects all arguments ...')


def raw_saved(torch: Any) -> Iterator[Any]:
    """Raw saved tensors of a Function take one pair of hooks each; a saved None and pairs of numbers are refused."""

    def f(ctx, x):
        ctx.save_for_backward(x, None, x * 2)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: g * ctx.saved_tensors[0])
    a = make_leaf(torch)
    r = F.apply(a)
    s = r.grad_fn._raw_saved_tensors
    yield (len(s), [type(t).__name__ for t in s])
    yield tried(lambda: s[0].register_hooks(lambda t: t * 10, lambda t: t * 1))
    r.sum().backward()
    yield a.grad
    r = F.apply(a)
    s = r.grad_fn._raw_saved_tensors
    yield tried(lambda: s[1].register_hooks(lambda t: t, lambda t: t))
    yield tried(lambda: s[0].register_hooks(1, 2))
    s[0].register_hooks(lambda t: t, lambda t: t)
    yield tried(lambda: s[0].register_hooks(lambda t: t, lambda t: t))
    # PyTorch: (3, ['SavedTensor', 'SavedTensor', 'SavedTensor'])
    # PyTorch: None
    # PyTorch: tensor([10., 20., 30.])
    # PyTorch: ('RuntimeError', 'Calling register_hooks on a saved ...')
    # PyTorch: ('TypeError', 'register_hooks(): incompatible function ...')
    # PyTorch: ('RuntimeError', 'Calling register_hooks on a saved ...')


def materialize(torch: Any) -> Iterator[Any]:
    """Missing cotangents reach backward as zeros of the outputs' dtypes, or as None after set_materialize_grads(False)."""
    for v in (True, False):

        def f(ctx, x):
            ctx.set_materialize_grads(v)
            return (x * 2, x * 3, (x * 4).long())

        F = function_of(torch, f, lambda ctx, a, b, c: [print(a, b, c), a * 2][1])
        a = make_leaf(torch)
        r = F.apply(a)
        r[0].sum().backward()
        yield a.grad
    # PyTorch: tensor([2., 2., 2.])
    # PyTorch: tensor([2., 2., 2.])
    # PyTorch: printed tensor([1., 1., 1.]) tensor([0., 0., 0.]) tensor([0, 0, 0])
    # PyTorch: printed tensor([1., 1., 1.]) None None


def materialize_kinds(torch: Any) -> Iterator[Any]:
    """set_materialize_grads takes a bool alone: numbers, None, texts and bool tensors are refused."""
    for v in (1, None, "s", 0.0, torch.tensor(True)):

        def f(ctx, x):
            ctx.set_materialize_grads(v)
            return x * 2

        F = function_of(torch, f, lambda ctx, a: a)
        yield tried(lambda: F.apply(make_leaf(torch)))
    # PyTorch: ('TypeError', 'set_materialize_grads received an ...')
    # PyTorch: ('TypeError', 'set_materialize_grads received an ...')
    # PyTorch: ('TypeError', 'set_materialize_grads received an ...')
    # PyTorch: ('TypeError', 'set_materialize_grads received an ...')
    # PyTorch: ('TypeError', 'set_materialize_grads received an ...')


def materialize_later(torch: Any) -> Iterator[Any]:
    """set_materialize_grads called in backward works from the next pass on."""

    def f(ctx, x):
        return (x * 2, x * 3)

    def b(ctx, a, c):
        print(a, c)
        ctx.set_materialize_grads(False)
        return a

    F = function_of(torch, f, b)
    a = make_leaf(torch)
    r = F.apply(a)
    r[0].sum().backward(retain_graph=True)
    _ = r[0].sum().backward()
    yield a.grad
    # PyTorch: tensor([2., 2., 2.])
    # PyTorch: printed tensor([1., 1., 1.]) tensor([0., 0., 0.])
    # PyTorch: printed tensor([1., 1., 1.]) None


def no_materialize_undefined(torch: Any) -> Iterator[Any]:
    """Where the only cotangent is undefined and none is made up, backward is called with None and the leaf gets no gradient."""

    def f(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2

    F = function_of(torch, f, lambda ctx, g: [print(g), g][1])
    N = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: None)
    a = make_leaf(torch)
    r = N.apply(F.apply(a))
    r.sum().backward()
    yield a.grad
    # PyTorch: None
    # PyTorch: printed None


def once_diff(torch: Any) -> Iterator[Any]:
    """A gradient of a once_differentiable backward that depends on a cotangent with history ends in a node that raises."""
    from_ = torch.autograd.function.once_differentiable
    F = function_of(torch, lambda ctx, x: x * 2, from_(lambda ctx, g: g * 2))
    a = make_leaf(torch)
    (g,) = torch.autograd.grad(F.apply(a).sum(), a, create_graph=True)
    yield (g, g.requires_grad, g.grad_fn)
    function_of(torch, lambda ctx, x: x**2, from_(lambda ctx, g: g * ctx_x))
    ctx_x = a
    (g,) = torch.autograd.grad((F.apply(a) ** 2).sum(), a, create_graph=True)
    yield g
    yield (g.grad_fn.name(), type(g.grad_fn).__name__)
    yield tried(lambda: g.sum().backward())
    # PyTorch: (tensor([2., 2., 2.]), False, None)
    # PyTorch: tensor([8., 16., 24.], grad_fn=<Error>)
    # PyTorch: ('torch::autograd::Error', 'Error')
    # PyTorch: ('RuntimeError', 'trying to differentiate twice a ...')


def once_diff_none_outputs(torch: Any) -> Iterator[Any]:
    """After a once_differentiable backward with a None in it, differentiating again says that the input is unused."""
    od = torch.autograd.function.once_differentiable
    F = function_of(torch, lambda ctx, x, k: x * k, od(lambda ctx, g: (g * 2, None)))
    a = make_leaf(torch)
    (g,) = torch.autograd.grad((F.apply(a, 2) ** 2).sum(), a, create_graph=True)
    yield g
    yield tried(lambda: torch.autograd.grad(g.sum(), a))
    # PyTorch: tensor([8., 16., 24.], grad_fn=<Error>)
    # PyTorch: ('RuntimeError', 'The differentiated Tensor at index 0 ...')


def once_diff_returns_bad(torch: Any) -> Iterator[Any]:
    """A once_differentiable backward that returns a number or a list fails in another way with a graph than without."""
    od = torch.autograd.function.once_differentiable
    F = function_of(torch, lambda ctx, x: x * 2, od(lambda ctx, g: 3))
    a = make_leaf(torch)
    yield tried(lambda: torch.autograd.grad((F.apply(a) ** 2).sum(), a, create_graph=True))
    yield tried(lambda: torch.autograd.grad((F.apply(a) ** 2).sum(), a))
    F = function_of(torch, lambda ctx, x, y: x * 2, od(lambda ctx, g: [g, g]))
    yield tried(lambda: torch.autograd.grad((F.apply(a, a) ** 2).sum(), a, create_graph=True))
    # PyTorch: ('AttributeError', "'int' object has no attribute 'detach'")
    # PyTorch: ('RuntimeError', 'expected Variable or None (got int)')
    # PyTorch: ('AttributeError', "'list' object has no attribute 'detach'")


def backward_grad_mode(torch: Any) -> Iterator[Any]:
    """forward runs with grad mode off; in backward it is on exactly where create_graph was asked for."""
    F = function_of(
        torch,
        lambda ctx, x: [print(torch.is_grad_enabled()), x * 2][1],
        lambda ctx, g: [print(torch.is_grad_enabled(), g.requires_grad), g][1],
    )
    a = make_leaf(torch)
    F.apply(a).sum().backward()
    torch.autograd.grad(F.apply(a).pow(2).sum(), a, create_graph=True)
    with torch.no_grad():
        r = F.apply(a)
    yield r
    # PyTorch: tensor([2., 4., 6.])
    # PyTorch: printed False
    # PyTorch: printed False False
    # PyTorch: printed False
    # PyTorch: printed True True
    # PyTorch: printed False


def exceptions(torch: Any) -> Iterator[Any]:
    """Exceptions of forward and backward, SystemExit and KeyboardInterrupt too, come out as they are and grad mode is kept."""

    def raising(error):

        def b(ctx, g):
            raise error

        return b

    def f(ctx, x):
        raise ValueError("fwd")

    yield tried(lambda: function_of(torch, f).apply(make_leaf(torch)))
    yield torch.is_grad_enabled()
    for error in (KeyError("bwd"), SystemExit("bwd"), KeyboardInterrupt("bwd"), StopIteration("bwd")):
        yield tried(lambda: function_of(torch, lambda ctx, x: x * 2, raising(error)).apply(make_leaf(torch)).sum().backward())
        yield torch.is_grad_enabled()
