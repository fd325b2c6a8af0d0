"""Functions: what `forward` may return and mark, what `backward` may answer, and how both are called."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, make_leaf, tried


def forward_returns_none(torch: Any) -> Iterator[Any]:
    """What `apply` says or gives when `forward` returns None."""
    F = function_of(torch, lambda ctx, x: None, lambda ctx, g: g)
    x = make_leaf(torch)
    yield tried(lambda: F.apply(x))
    # PyTorch: None


def forward_returns_list(torch: Any) -> Iterator[Any]:
    """What becomes of a list of tensors that `forward` returns instead of a tuple."""
    F = function_of(torch, lambda ctx, x: [x * 2, x * 3], lambda ctx, *g: g[0])
    x = make_leaf(torch)
    r = tried(lambda: F.apply(x))
    yield r
    # PyTorch: [tensor([2., 4., 6.]), tensor([3., 6., 9.])]


def forward_returns_dict(torch: Any) -> Iterator[Any]:
    """What becomes of a dict of tensors that `forward` returns."""
    F = function_of(torch, lambda ctx, x: {"a": x * 2}, lambda ctx, *g: g[0])
    x = make_leaf(torch)
    r = tried(lambda: F.apply(x))
    yield r
    # PyTorch: {a: tensor([2., 4., 6.])}


def forward_returns_tuple_mixed(torch: Any) -> Iterator[Any]:
    """Numbers, None and strings among the outputs pass through, and `backward` gets a place for each of them."""
    F = function_of(torch, lambda ctx, x: (x * 2, 3, None, "s", x * 4), lambda ctx, *g: [print(repr(g)), g[0] + g[4]][1])
    x = make_leaf(torch)
    r = tried(lambda: F.apply(x))
    yield r
    r[0].sum().backward()
    yield x.grad
    # PyTorch: (tensor([2., 4., 6.], grad_fn=<FnBackward>), 3, None, 's', tensor([4., 8., 12.], grad_fn=<FnBackward>))
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: printed (tensor([1., 1., 1.]), None, None, None, tensor([0., 0., 0.]))


def forward_returns_empty_tuple(torch: Any) -> Iterator[Any]:
    """What `apply` does when `forward` returns no output at all."""
    F = function_of(torch, lambda ctx, x: (), lambda ctx, *g: g)
    x = make_leaf(torch)
    yield tried(lambda: F.apply(x))
    # PyTorch: ()


def forward_returns_nested_tuple(torch: Any) -> Iterator[Any]:
    """Tensors in a tuple within the returned tuple: do they get a graph?."""
    F = function_of(torch, lambda ctx, x: (x * 2, (x * 3, x * 4)), lambda ctx, *g: g[0])
    x = make_leaf(torch)
    r = tried(lambda: F.apply(x))
    yield r
    yield r[1][0].requires_grad
    # PyTorch: (tensor([2., 4., 6.], grad_fn=<FnBackward>), (tensor([3., 6., 9.]), tensor([4., 8., 12.])))
    # PyTorch: False


def forward_returns_namedtuple(torch: Any) -> Iterator[Any]:
    """Which type `apply` returns when `forward` returns a named tuple."""
    import collections

    NT = collections.namedtuple("NT", "a b")
    F = function_of(torch, lambda ctx, x: NT(x * 2, x * 3), lambda ctx, a, b: a + b)
    x = make_leaf(torch)
    r = tried(lambda: F.apply(x))
    yield type(r).__name__
    yield tuple(r)
    # PyTorch: 'tuple'
    # PyTorch: (tensor([2., 4., 6.], grad_fn=<FnBackward>), tensor([3., 6., 9.], grad_fn=<FnBackward>))


def forward_returns_ndarray_number(torch: Any) -> Iterator[Any]:
    """What `apply` says when the only output is a Python number."""
    F = function_of(torch, lambda ctx, x: 5, lambda ctx, *g: g)
    x = make_leaf(torch)
    yield tried(lambda: F.apply(x))
    # PyTorch: 5


def forward_returns_input(torch: Any) -> Iterator[Any]:
    """An input returned unchanged: a new object or the same, whether it is a view, and whether it may be changed."""
    F = function_of(torch, lambda ctx, x: x, lambda ctx, g: g * 2)
    x = make_leaf(torch)
    y = F.apply(x)
    yield (y is x, y.grad_fn.name(), y._is_view())
    y.sum().backward()
    yield x.grad
    y = F.apply(x * 1)
    yield tried(lambda: y.mul_(2))
    # PyTorch: (False, 'FnBackward', True)
    # PyTorch: tensor([2., 2., 2.])
    # PyTorch: ('RuntimeError', 'Output 0 of Fn is a view and is being ...')


def forward_returns_input_nograd(torch: Any) -> Iterator[Any]:
    """An input without gradient returned unchanged: identity, memory and versions shared with the argument."""
    F = function_of(torch, lambda ctx, x: x, lambda ctx, g: g * 2)
    x = torch.ones(2)
    y = F.apply(x)
    yield (y is x, y._is_view(), y.data_ptr() == x.data_ptr())
    yield y
    y.add_(1)
    yield (x, x._version)
    # PyTorch: (False, True, True)
    # PyTorch: tensor([1., 1.])
    # PyTorch: (tensor([2., 2.]), 1)
    # PyTorch: memory in common: 0 and 1


def forward_returns_two_inputs(torch: Any) -> Iterator[Any]:
    """Two inputs returned as they are beside a product take their gradients through the custom `backward`."""
    F = function_of(torch, lambda ctx, x, y: (x, y, x * y), lambda ctx, a, b, c: (a + c, b + c * 3))
    x = make_leaf(torch)
    y = make_leaf(torch) * 2
    r = F.apply(x, y)
    yield r
    (r[0] + r[1] * 2 + r[2]).sum().backward()
    yield x.grad
    yield tried(lambda: r[0].add_(1))


def forward_returns_view(torch: Any) -> Iterator[Any]:
    """A view of the input as output: its base, its gradient, and what changes in place do to either of them."""
    F = function_of(torch, lambda ctx, x: x[:2], lambda ctx, g: torch.cat([g * 3, torch.zeros(1)]))
    x = make_leaf(torch)
    y = F.apply(x)
    yield (y, y._is_view(), y._base is x)
    y.sum().backward()
    yield x.grad
    z = x * 2
    y = F.apply(z)
    yield tried(lambda: y.mul_(2))
    yield tried(lambda: z.mul_(2))
    yield tried(lambda: y.sum())
    # PyTorch: (tensor([1., 2.], grad_fn=<FnBackward>), True, True)
    # PyTorch: tensor([3., 3., 0.])
    # PyTorch: ('RuntimeError', 'Output 0 of Fn is a view and is being ...')
    # PyTorch: tensor([4., 8., 12.], grad_fn=<MulBackward0>)
    # PyTorch: ('RuntimeError', 'Output 0 of Fn is a view and its base ...')


def forward_returns_view_two(torch: Any) -> Iterator[Any]:
    """Two views of one input as outputs: one of them changed in place before the backward pass."""
    F = function_of(torch, lambda ctx, x: (x[:2], x[2:]), lambda ctx, a, b: torch.cat([a * 3, b]))
    x = make_leaf(torch)
    y, z = F.apply(x * 1)
    yield (y, z)
    yield tried(lambda: y.mul_(2))
    yield tried(lambda: (y.sum() + z.sum()).backward())
    yield x.grad
    # PyTorch: (tensor([1., 2.], grad_fn=<FnBackward>), tensor([3.], grad_fn=<FnBackward>))
    # PyTorch: ('RuntimeError', 'Output 0 of Fn is a view and is being ...')
    # PyTorch: None
    # PyTorch: tensor([3., 3., 1.])


def forward_view_and_nondiff(torch: Any) -> Iterator[Any]:
    """A returned view that is marked non-differentiable beside an ordinary output."""

    def f(ctx, x):
        v = x[:2]
        ctx.mark_non_differentiable(v)
        return (v, x * 2)

    F = function_of(torch, f, lambda ctx, a, b: b)
    x = make_leaf(torch)
    y, z = F.apply(x)
    yield (y, z, y.requires_grad)
    # PyTorch: (tensor([1., 2.], requires_grad=True), tensor([2., 4., 6.], grad_fn=<FnBackward>), True)


def mark_nondiff_float(torch: Any) -> Iterator[Any]:
    """A float output marked non-differentiable has no node, and `backward` still gets a gradient in its place."""

    def f(ctx, x):
        v = x * 2
        ctx.mark_non_differentiable(v)
        return (v, x * 3)

    F = function_of(torch, f, lambda ctx, a, b: [print(a), b][1])
    x = make_leaf(torch)
    y, z = F.apply(x)
    yield (y, z, y.requires_grad, y.grad_fn)
    z.sum().backward()
    yield x.grad
    # PyTorch: (tensor([2., 4., 6.]), tensor([3., 6., 9.], grad_fn=<FnBackward>), False, None)
    # PyTorch: tensor([1., 1., 1.])
    # PyTorch: printed tensor([0., 0., 0.])


def mark_nondiff_all(torch: Any) -> Iterator[Any]:
    """If the only output is marked non-differentiable, the result is a leaf without gradient."""

    def f(ctx, x):
        v = x * 2
        ctx.mark_non_differentiable(v)
        return v

    F = function_of(torch, f, lambda ctx, a: a)
    x = make_leaf(torch)
    y = F.apply(x)
    yield (y, y.requires_grad, y.grad_fn, y.is_leaf)
    # PyTorch: (tensor([2., 4., 6.]), False, None, True)


def mark_nondiff_input(torch: Any) -> Iterator[Any]:
    """An input that is returned and marked non-differentiable, once a leaf and once not."""

    def f(ctx, x, y):
        ctx.mark_non_differentiable(x)
        return (x, y * 2)

    F = function_of(torch, f, lambda ctx, a, b: (None, b))
    x = make_leaf(torch)
    y = make_leaf(torch)
    a, b = F.apply(x, y)
    yield (a, b, a is x, a.requires_grad)
    x = make_leaf(torch) * 2
    a, b = F.apply(x, y)
    yield (a, b, a is x, a.requires_grad)
    # PyTorch: (tensor([1., 2., 3.]), tensor([2., 4., 6.], grad_fn=<FnBackward>), False, False)
    # PyTorch: (tensor([2., 4., 6.]), tensor([2., 4., 6.], grad_fn=<FnBackward>), False, False)


def mark_nondiff_not_output(torch: Any) -> Iterator[Any]:
    """Marking a tensor that is no output as non-differentiable changes nothing."""

    def f(ctx, x):
        ctx.mark_non_differentiable(x.clone())
        return x * 2

    F = function_of(torch, f, lambda ctx, a: a * 2)
    x = make_leaf(torch)
    y = F.apply(x)
    yield y
    y.sum().backward()
    yield x.grad
    # PyTorch: tensor([2., 4., 6.], grad_fn=<FnBackward>)
    # PyTorch: tensor([2., 2., 2.])


def mark_nondiff_nontensor(torch: Any) -> Iterator[Any]:
    """What `mark_non_differentiable` says to numbers, strings, None and lists."""
    for v in (3, "a", None, [1]):

        def f(ctx, x):
            ctx.mark_non_differentiable(v)
            return x * 2

        F = function_of(torch, f, lambda ctx, a: a * 2)
        yield tried(lambda: F.apply(make_leaf(torch)))
    # PyTorch: ('RuntimeError', 'mark_non_differentiable only accepts ...')
    # PyTorch: ('RuntimeError', 'mark_non_differentiable only accepts ...')
    # PyTorch: ('RuntimeError', 'mark_non_differentiable only accepts ...')
    # PyTorch: ('RuntimeError', 'mark_non_differentiable only accepts ...')


def mark_nondiff_list(torch: Any) -> Iterator[Any]:
    """What happens when outputs are marked non-differentiable as a list instead of one by one."""

    def f(ctx, x):
        y = x * 2
        ctx.mark_non_differentiable([y])
        return y

    F = function_of(torch, f, lambda ctx, a: a * 2)
    yield tried(lambda: F.apply(make_leaf(torch)))
    # PyTorch: ('RuntimeError', 'mark_non_differentiable only accepts ...')


def mark_dirty_nontensor(torch: Any) -> Iterator[Any]:
    """What `mark_dirty` says to numbers, strings, None and lists."""
    for v in (3, "a", None, [1]):

        def f(ctx, x):
            ctx.mark_dirty(v)
            return x * 2

        F = function_of(torch, f, lambda ctx, a: a * 2)
        yield tried(lambda: F.apply(make_leaf(torch)))
    # PyTorch: ('RuntimeError', 'mark_dirty can only accept variables, ...')
    # PyTorch: ('RuntimeError', 'mark_dirty can only accept variables, ...')
    # PyTorch: ('RuntimeError', 'mark_dirty can only accept variables, ...')
    # PyTorch: ('RuntimeError', 'mark_dirty can only accept variables, ...')


def mark_dirty_leaf(torch: Any) -> Iterator[Any]:
    """A leaf that requires grad changed and marked dirty, with grad mode on and off."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        x.add_(1)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    x = make_leaf(torch)
    yield tried(lambda: F.apply(x))
    yield x
    with torch.no_grad():
        yield tried(lambda: F.apply(x))
    yield x
    # PyTorch: ('RuntimeError', 'a leaf Variable that requires grad has ...')
    # PyTorch: tensor([2., 3., 4.], requires_grad=True)
    # PyTorch: tensor([3., 4., 5.])
    # PyTorch: tensor([3., 4., 5.], requires_grad=True)
    # PyTorch: memory in common: 0 and 1, 0 and 2, 1 and 2


def mark_dirty_ok(torch: Any) -> Iterator[Any]:
    """A non-leaf input marked dirty is itself returned and takes the node of the Function as its history."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        x.add_(1)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    x = leaf * 1
    y = F.apply(x)
    yield (y is x, x, x._version, x.grad_fn.name())
    x.sum().backward()
    yield leaf.grad
    x = torch.ones(2)
    y = F.apply(x)
    yield (y is x, y, y._version)
    # PyTorch: (True, tensor([2., 3., 4.], grad_fn=<FnBackward>), 2, 'FnBackward')
    # PyTorch: tensor([2., 2., 2.])
    # PyTorch: (True, tensor([2., 2.]), 2)


def mark_dirty_without_change(torch: Any) -> Iterator[Any]:
    """An input marked dirty but not written: is it still returned itself, and with which version?."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    x = leaf * 1
    y = F.apply(x)
    yield (y is x, x._version, y)
    # PyTorch: (True, 1, tensor([1., 2., 3.], grad_fn=<FnBackward>))


def mark_dirty_twice(torch: Any) -> Iterator[Any]:
    """What a second call of `mark_dirty` does to the marks of the first."""

    def f(ctx, x, y):
        ctx.mark_dirty(x)
        ctx.mark_dirty(y)
        x.add_(1)
        y.mul_(2)
        return (x, y)

    F = function_of(torch, f, lambda ctx, a, b: (a * 2, b * 3))
    leaf = make_leaf(torch)
    m = make_leaf(torch)
    x, y = (leaf * 1, m * 1)
    r = tried(lambda: F.apply(x, y))
    yield r
    yield (x, y)
    # PyTorch: (tensor([2., 3., 4.], grad_fn=<FnBackward>), tensor([2., 4., 6.], grad_fn=<FnBackward>))
    # PyTorch: (tensor([2., 3., 4.], grad_fn=<MulBackward0>), tensor([2., 4., 6.], grad_fn=<FnBackward>))
    # PyTorch: memory in common: 0 and 2, 1 and 3


def mark_dirty_two(torch: Any) -> Iterator[Any]:
    """Two inputs marked dirty in one call are both rewritten and pass their gradients on."""

    def f(ctx, x, y):
        ctx.mark_dirty(x, y)
        x.add_(1)
        y.mul_(2)
        return (x, y)

    F = function_of(torch, f, lambda ctx, a, b: (a * 2, b * 3))
    leaf = make_leaf(torch)
    m = make_leaf(torch)
    x, y = (leaf * 1, m * 1)
    r = tried(lambda: F.apply(x, y))
    yield r
    (x + y).sum().backward()
    yield (leaf.grad, m.grad)
    # PyTorch: (tensor([2., 3., 4.], grad_fn=<FnBackward>), tensor([2., 4., 6.], grad_fn=<FnBackward>))
    # PyTorch: (tensor([2., 2., 2.]), tensor([3., 3., 3.]))


def mark_dirty_two_one_leaf_nograd(torch: Any) -> Iterator[Any]:
    """A plain tensor changed by a value that requires grad joins the graph through `mark_dirty`."""

    def f(ctx, x, y):
        ctx.mark_dirty(x)
        x.add_(y)
        return x

    F = function_of(torch, f, lambda ctx, a: (a * 2, a * 3))
    x = torch.ones(3)
    m = make_leaf(torch)
    r = tried(lambda: F.apply(x, m))
    yield (r, r is x, x.requires_grad, x.is_leaf)
    x.sum().backward()
    yield (x.grad, m.grad)
    # PyTorch: (tensor([2., 3., 4.], grad_fn=<FnBackward>), True, True, False)
    # PyTorch: (None, tensor([3., 3., 3.]))
    # PyTorch: UserWarning: The .grad attribute of a Tensor that is ...


def mark_dirty_view(torch: Any) -> Iterator[Any]:
    """A view marked dirty rewrites the history of its base too."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    b = leaf * 1
    v = b[:2]
    r = F.apply(v)
    yield (r is v, b, v)
    b.sum().backward()
    yield leaf.grad
    # PyTorch: (True, tensor([2., 4., 3.], grad_fn=<CopySlices>), tensor([2., 4.], grad_fn=<AsStridedBackward0>))
    # PyTorch: tensor([2., 2., 1.])
    # PyTorch: memory in common: 0 and 1


def mark_dirty_view_two_outputs(torch: Any) -> Iterator[Any]:
    """What is said of a view marked dirty when the Function has a second output."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return (x, x * 3)

    F = function_of(torch, f, lambda ctx, a, c: a * 2 + c)
    leaf = make_leaf(torch)
    b = leaf * 1
    v = b[:2]
    yield tried(lambda: F.apply(v))
    yield b
    # PyTorch: ('RuntimeError', 'If your Function modifies inplace an ...')
    # PyTorch: tensor([2., 4., 3.], grad_fn=<MulBackward0>)


def mark_dirty_view_of_leaf(torch: Any) -> Iterator[Any]:
    """What is said of a view of a leaf marked dirty, and whether the leaf was changed."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    v = leaf[:2]
    yield tried(lambda: F.apply(v))
    yield leaf
    # PyTorch: ('RuntimeError', 'a view of a leaf Variable that requires ...')
    # PyTorch: tensor([2., 4., 3.], requires_grad=True)


def mark_dirty_multi_output_view(torch: Any) -> Iterator[Any]:
    """What is said when a dirty input is one of the several views that `unbind` returned."""

    def f(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch) * 1
    v = leaf.unbind()[0]
    yield tried(lambda: F.apply(v))
    yield leaf
    # PyTorch: ('RuntimeError', 'Output 0 of Unbind is a view and is ...')
    # PyTorch: tensor([2., 2., 3.], grad_fn=<MulBackward0>)


def mark_dirty_view_nograd_base(torch: Any) -> Iterator[Any]:
    """A view of a plain base marked dirty brings the base into the graph of the other argument."""

    def f(ctx, x, w):
        ctx.mark_dirty(x)
        x.mul_(w)
        return x

    F = function_of(torch, f, lambda ctx, a: (a * 2, a * 5))
    b = torch.ones(3)
    v = b[:2]
    w = make_leaf(torch, 2)
    r = tried(lambda: F.apply(v, w))
    yield r
    yield b
    b.sum().backward()
    yield w.grad
    # PyTorch: tensor([1., 2.], grad_fn=<AsStridedBackward0>)
    # PyTorch: tensor([1., 2., 1.], grad_fn=<CopySlices>)
    # PyTorch: tensor([5., 5.])
    # PyTorch: memory in common: 0 and 1


def mark_dirty_setup(torch: Any) -> Iterator[Any]:
    """`mark_dirty` works from `setup_context` too: the input itself is returned."""

    def f(x):
        x.add_(1)
        return x

    F = function_of(torch, f, lambda ctx, g: g * 2, setup_context=lambda ctx, i, o: ctx.mark_dirty(i[0]))
    leaf = make_leaf(torch)
    x = leaf * 1
    y = F.apply(x)
    yield (y is x)
    y.sum().backward()
    yield leaf.grad
    # PyTorch: True
    # PyTorch: tensor([2., 2., 2.])


def mark_dirty_output_not_input(torch: Any) -> Iterator[Any]:
    """What is said when a fresh output, not an input, is marked dirty."""

    def f(ctx, x):
        y = x * 2
        ctx.mark_dirty(y)
        return y

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    r = tried(lambda: F.apply(leaf))
    yield r
    # PyTorch: tensor([2., 4., 6.], grad_fn=<FnBackward>)
    # PyTorch: UserWarning: ctx.mark_dirty() received a tensor that ...


def mark_dirty_and_nondiff(torch: Any) -> Iterator[Any]:
    """One tensor marked both dirty and non-differentiable."""

    def f(ctx, x):
        x.add_(1)
        ctx.mark_dirty(x)
        ctx.mark_non_differentiable(x)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    x = leaf * 1
    r = tried(lambda: F.apply(x))
    yield r
    yield x
    # PyTorch: tensor([2., 3., 4.])
    # PyTorch: tensor([2., 3., 4.], grad_fn=<MulBackward0>)
    # PyTorch: memory in common: 0 and 1


def dirty_same_tensor_twice_args(torch: Any) -> Iterator[Any]:
    """One tensor passed twice and marked dirty: where do the two gradients go?."""

    def f(ctx, x, y):
        x.add_(1)
        ctx.mark_dirty(x)
        return x

    F = function_of(torch, f, lambda ctx, a: (a * 2, a * 3))
    leaf = make_leaf(torch)
    x = leaf * 1
    r = tried(lambda: F.apply(x, x))
    yield r
    r.sum().backward()
    yield leaf.grad
    # PyTorch: tensor([2., 3., 4.], grad_fn=<FnBackward>)
    # PyTorch: tensor([5., 5., 5.])


def same_tensor_twice(torch: Any) -> Iterator[Any]:
    """One tensor passed twice: both edges lead to the same node and both gradients are added."""
    F = function_of(torch, lambda ctx, x, y: x * y, lambda ctx, g: (g * 2, g * 3))
    leaf = make_leaf(torch)
    r = F.apply(leaf, leaf)
    yield (r, r.grad_fn.next_functions[0][0] is r.grad_fn.next_functions[1][0])
    r.sum().backward()
    yield leaf.grad
    # PyTorch: (tensor([1., 4., 9.], grad_fn=<FnBackward>), True)
    # PyTorch: tensor([5., 5., 5.])


def inplace_without_mark(torch: Any) -> Iterator[Any]:
    """An input changed in place and returned without `mark_dirty`: identity, version and gradient."""

    def f(ctx, x):
        x.add_(1)
        return x

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    x = leaf * 1
    r = tried(lambda: F.apply(x))
    yield (r, r is x, x._version)
    r.sum().backward()
    yield leaf.grad
    # PyTorch: (tensor([2., 3., 4.], grad_fn=<FnBackward>), False, 1)
    # PyTorch: tensor([2., 2., 2.])


def inplace_on_leaf_inside(torch: Any) -> Iterator[Any]:
    """Inside `forward` grad mode is off: what a change of a leaf in place does there."""

    def f(ctx, x):
        x.add_(1)
        return x * 2

    F = function_of(torch, f, lambda ctx, a: a * 2)
    leaf = make_leaf(torch)
    yield tried(lambda: F.apply(leaf))
    yield leaf
    # PyTorch: tensor([4., 6., 8.], grad_fn=<FnBackward>)
    # PyTorch: tensor([2., 3., 4.], requires_grad=True)


def wrong_count(torch: Any) -> Iterator[Any]:
    """`backward` answers with too few or too many gradients, as tensors or as None."""
    for n in (0, 1, 3, 4):
        for none in (False, True):
            F = function_of(torch, lambda ctx, x, y: x * y, lambda ctx, g: tuple(None if none else g for _ in range(n)))
            a, b = (make_leaf(torch), make_leaf(torch))
            r = F.apply(a, b)
            yield (n, none, tried(lambda: r.sum().backward()), a.grad)


def extra_nones(torch: Any) -> Iterator[Any]:
    """Surplus answers of `backward` when they are all None, and when a tensor is among them."""
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: (g, None, None))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: (g, None, g))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
    # PyTorch: (None, tensor([1., 1., 1.]))
    # PyTorch: (('RuntimeError', 'function FnBackward returned an ...'), None)


def grad_list(torch: Any) -> Iterator[Any]:
    """What becomes of gradients that `backward` returns in a list."""
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: [g])
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
    F = function_of(torch, lambda ctx, x, y: x * 2, lambda ctx, g: [g, g])
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a, a).sum().backward()), a.grad)
    # PyTorch: (('RuntimeError', 'expected Variable or None (got list)'), None)
    # PyTorch: (('RuntimeError', 'function FnBackward returned an ...'), None)


def grad_types(torch: Any) -> Iterator[Any]:
    """What is said of answers of `backward` that are no tensors: numbers, strings, arrays, types."""
    import numpy as np

    for v in (1, 2.0, "s", {}, np.ones(3), (1,), object, True, [None]):
        F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: v)
        a = make_leaf(torch)
        yield (tried(lambda: F.apply(a).sum().backward()), a.grad)


def grad_number_for_number(torch: Any) -> Iterator[Any]:
    """What `backward` may answer for an argument that is a Python number: a number or a tensor."""
    F = function_of(torch, lambda ctx, x, k: x * k, lambda ctx, g: (g * 2, 1.0))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a, 3.0).sum().backward()), a.grad)
    F = function_of(torch, lambda ctx, x, k: x * k, lambda ctx, g: (g * 2, g))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a, 3.0).sum().backward()), a.grad)
    F = function_of(torch, lambda ctx, k, x: x * k, lambda ctx, g: (g * 2, g))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(3.0, a).sum().backward()), a.grad)
    # PyTorch: (('RuntimeError', 'function FnBackward returned a gradient ...'), None)
    # PyTorch: (('RuntimeError', 'function FnBackward returned a gradient ...'), None)
    # PyTorch: (('RuntimeError', 'function FnBackward returned a gradient ...'), None)


def grad_shapes(torch: Any) -> Iterator[Any]:
    """Which shapes of an answered gradient are taken, summed or refused, for a leaf and a non-leaf."""
    for s in ((), (1,), (3,), (1, 3), (2, 3), (3, 1), (4,), (0,), (2, 2, 3)):
        F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: torch.ones(s))
        a = make_leaf(torch)
        yield (s, tried(lambda: F.apply(a).sum().backward()), a.grad)
        a = make_leaf(torch)
        yield (s, tried(lambda: F.apply(a * 2).sum().backward()), a.grad)


def grad_dtypes(torch: Any) -> Iterator[Any]:
    """What becomes of a gradient that `backward` answers in another dtype than its input."""
    for d in (torch.float64, torch.float16, torch.int64, torch.bool, torch.complex64):
        F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: torch.ones(3, dtype=d))
        a = make_leaf(torch)
        yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
        a = make_leaf(torch)
        yield (tried(lambda: F.apply(a * 2).sum().backward()), a.grad)


def grad_dtype_for_complex(torch: Any) -> Iterator[Any]:
    """Real and wider gradients answered for a complex input."""
    for d in (torch.float64, torch.float32, torch.complex128):
        F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: torch.ones(3, dtype=d))
        a = torch.ones(3, dtype=torch.complex64, requires_grad=True)
        yield (tried(lambda: F.apply(a).sum().abs().backward()), a.grad)
    # PyTorch: (None, tensor([1.+0.j, 1.+0.j, 1.+0.j]))
    # PyTorch: (None, tensor([1.+0.j, 1.+0.j, 1.+0.j]))
    # PyTorch: (None, tensor([1.+0.j, 1.+0.j, 1.+0.j]))


def grad_to_nondiff_input(torch: Any) -> Iterator[Any]:
    """A gradient of the wrong shape for an input that needs none: is it looked at?."""
    F = function_of(torch, lambda ctx, x, y: x * y, lambda ctx, g: (g, torch.ones(17)))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a, torch.ones(3)).sum().backward()), a.grad)
    F = function_of(torch, lambda ctx, x, y: x * y, lambda ctx, g: (g, torch.ones(17)))
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a, torch.ones(3, dtype=torch.int64)).sum().backward()), a.grad)
    # PyTorch: (None, tensor([1., 1., 1.]))
    # PyTorch: (None, tensor([1., 1., 1.]))


def grad_none_leaf(torch: Any) -> Iterator[Any]:
    """None as gradient leaves `grad` empty, and `autograd.grad` treats the input as unused."""
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: None)
    a = make_leaf(torch)
    yield (tried(lambda: F.apply(a).sum().backward()), a.grad)
    a = make_leaf(torch)
    yield tried(lambda: torch.autograd.grad(F.apply(a).sum(), a))
    a = make_leaf(torch)
    yield tried(lambda: torch.autograd.grad(F.apply(a * 2).sum(), a, allow_unused=True))
    a = make_leaf(torch)
    yield tried(lambda: torch.autograd.grad(F.apply(a * 2).sum(), a, materialize_grads=True))
    # PyTorch: (None, None)
    # PyTorch: ('RuntimeError', 'The differentiated Tensor at index 0 ...')
    # PyTorch: (None,)
    # PyTorch: (tensor([0., 0., 0.]),)
