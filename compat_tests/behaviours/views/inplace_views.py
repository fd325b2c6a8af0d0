"""Views and changes in place: shared versions, rewritten histories, what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _leaf(torch: Any, *shape: int) -> Any:
    shape = shape or (2, 3)
    count = 1
    for size in shape:
        count *= size
    return torch.arange(1.0, count + 1).reshape(shape).clone().requires_grad_()


def versions_are_shared(torch: Any) -> Iterator[Any]:
    """Which of views, `detach`, `data` and clones share the version counter with their source."""
    x = torch.ones(2, 3)
    v, d, data, c = x[0], x.detach(), x.data, x.clone()
    v.add_(1)
    yield [t._version for t in (x, v, d, data, c, x.t(), x.view(-1))]
    d.add_(1)
    data.add_(1)
    yield [t._version for t in (x, v, d, data, c)]
    x.zero_()
    yield [t._version for t in (x, v, d, data, c)]
    # PyTorch: [1, 1, 1, 0, 0, 1, 1]
    # PyTorch: [2, 2, 2, 1, 0]
    # PyTorch: [3, 3, 3, 1, 0]


def what_counts_as_a_write(torch: Any) -> Iterator[Any]:
    """How far each way of writing moves the version counter, from `add_` to writes through NumPy."""
    def version(change: Any) -> int:
        t = torch.ones(2, 2)
        change(t)
        return int(t._version)

    yield [
        version(change)
        for change in (
            lambda t: t.add_(1),
            lambda t: t.zero_(),
            lambda t: t.fill_(2),
            lambda t: t.copy_(t.clone()),
            lambda t: t.__setitem__(0, 1.0),
            lambda t: t.t_(),
            lambda t: t.unsqueeze_(0),
            lambda t: t.resize_(2, 2),
            lambda t: t.uniform_(),
            lambda t: t.requires_grad_(),
            lambda t: t.detach_(),
            lambda t: torch.add(t, 1, out=t),
            lambda t: t.mul_(2).mul_(3),
            lambda t: t.squeeze_(),
            lambda t: t.transpose_(0, 1),
            lambda t: t.set_(torch.ones(3)),
            lambda t: t.resize_(3, 3),
            lambda t: t.masked_fill_(t > 0, 1),
            lambda t: t.index_fill_(0, torch.tensor([0]), 1),
            lambda t: t[0].mul_(2),
            lambda t: t.data.mul_(2),
            lambda t: setattr(t, "data", torch.zeros(2, 2)),
            lambda t: t.numpy().fill(3),
            lambda t: t.__iadd__(1),
        )
    ]
    # PyTorch: [1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1]


def one_view(torch: Any) -> Iterator[Any]:
    """Changing a view in place gives its base and the view new histories, and gradients follow them."""
    x = _leaf(torch)
    y = x * 1
    v = y[0]
    v.mul_(3)
    yield chain(y.grad_fn), chain(v.grad_fn), y.tolist()
    y.sum().backward(retain_graph=True)
    yield x.grad.tolist()
    x.grad = None
    v.sum().backward()
    yield x.grad.tolist()


def the_base_changes(torch: Any) -> Iterator[Any]:
    """Changing the base in place gives an earlier view a new node."""
    x = _leaf(torch)
    y = x * 1
    v = y[0]
    before = v.grad_fn.name()
    y.mul_(3)
    yield before, chain(v.grad_fn), v.tolist()
    v.sum().backward()
    yield x.grad.tolist()


def chains_of_views(torch: Any) -> Iterator[Any]:
    """Writes through views of views reach every alias, and all have one base and one version."""
    x = _leaf(torch, 4, 3)
    y = x * 1
    a = y[1:]
    b = a.t()
    c = b[0]
    d = y.view(-1)
    c.mul_(5)
    yield chain(y.grad_fn), chain(c.grad_fn), [t._base is y for t in (a, b, c, d)], [t._version for t in (y, a, b, c, d)]
    b.add_(1)
    a[0].exp_()
    (y.sum() + d[0]).backward()
    yield [[round(v, 2) for v in row] for row in x.grad.tolist()]


def views_that_overlap(torch: Any) -> Iterator[Any]:
    """Writes through two overlapping views are both seen in values and gradients."""
    x = _leaf(torch, 4)
    y = x * 1
    a, b = y[:3], y[1:]
    a.mul_(2)
    b.mul_(3)
    yield y.tolist(), a.tolist()
    (a.sum() + y.sum()).backward()
    yield x.grad.tolist()
    # PyTorch: ([2.0, 12.0, 18.0, 12.0], [2.0, 12.0, 18.0])
    # PyTorch: [4.0, 12.0, 12.0, 3.0]


def strided_views(torch: Any) -> Iterator[Any]:
    """`as_strided` views pass gradients, also where elements overlap; layouts out of bounds are refused."""
    x = _leaf(torch, 2, 3)
    y = x * 1
    v = y.as_strided((2, 2), (1, 2), 1)
    yield v.tolist(), v._base is y, chain(v.grad_fn)
    v.mul_(2)
    y.sum().backward()
    yield x.grad.tolist()
    y = x * 1
    overlapping = y.as_strided((3, 2), (1, 1))
    overlapping.sum().backward()
    yield x.grad.tolist()
    yield refused(lambda: y.as_strided((3, 3), (3, 1))), refused(lambda: y.as_strided((2,), (-1,)))


def values_from_elsewhere(torch: Any) -> Iterator[Any]:
    """A plain tensor joins the graph by values with a history written into it, and so do its earlier views."""
    x, w = torch.zeros(2, 3), _leaf(torch, 3)
    x[0] = w
    yield x.requires_grad, x.is_leaf, chain(x.grad_fn)
    x[1].copy_(w * 2)
    x.sum().backward()
    yield w.grad.tolist()
    base = torch.zeros(2, 3)
    early = base[1]
    base[0] = w
    yield early.requires_grad, chain(early.grad_fn), refused(lambda: early.backward(torch.ones(3)))


def views_with_several_outputs(torch: Any) -> Iterator[Any]:
    """Views from `unbind`, `split` and their kin: refused to change in place, and what a changed base means."""
    for make in (
        lambda y: y.unbind()[0],
        lambda y: y.split(1)[0],
        lambda y: y.chunk(2)[0],
        lambda y: y.tensor_split(2)[0],
        lambda y: y.split([1, 1])[0],
        lambda y: y.hsplit(3)[0],
        lambda y: y.split_with_sizes([1, 1])[0],
        lambda y: next(iter(y)),
    ):
        x = _leaf(torch)
        y = x * 1
        v = make(y)
        yield refused(lambda v=v: v.mul_(2)), y._version, refused(lambda v=v: v[0].mul_(2))
        y.mul_(2)
        yield refused(lambda v=v: v.sum().backward()), refused(lambda v=v: v.grad_fn), v.tolist() if v.dim() < 3 else None


def several_outputs_without_a_graph(torch: Any) -> Iterator[Any]:
    """Views from `unbind` without a graph may be changed, but what of values that require grad?."""
    x = torch.ones(2, 3)
    a, b = x.unbind()
    a.mul_(2)
    yield x.tolist(), a._version
    w = _leaf(torch, 3)
    yield refused(lambda: a.mul_(w)), refused(lambda: x.mul_(w))
    yield refused(lambda: b.sum().backward())
    # PyTorch: ([[2.0, 2.0, 2.0], [1.0, 1.0, 1.0]], 1)
    # PyTorch: (RuntimeError: A view was created in no_grad mode and ..., nothing: Tensor)
    # PyTorch: RuntimeError: A view was created in no_grad mode and ...


def views_made_without_grad(torch: Any) -> Iterator[Any]:
    """A view made under `no_grad` of a tensor with history: writes and later use with grad mode on."""
    x = _leaf(torch)
    y = x * 1
    with torch.no_grad():
        v = y[0]
    yield v.requires_grad, v.grad_fn, v._base is y, refused(lambda: v.mul_(2)), v.is_leaf
    with torch.no_grad():
        v.mul_(2)
    yield y._version, y.tolist()
    y.mul_(2)
    yield refused(lambda: v.requires_grad), refused(lambda: v.grad_fn), refused(lambda: v.sum().backward()), refused(lambda: v + 1)


def views_of_leaves_made_without_grad(torch: Any) -> Iterator[Any]:
    """A view of a leaf made under `no_grad` can write to the leaf there; outside it is refused."""
    x = _leaf(torch)
    with torch.no_grad():
        v = x[0]
        v.mul_(2)
    yield x.tolist(), x._version, v.requires_grad, v.is_leaf, refused(lambda: v.mul_(2)), refused(lambda: (v * 2).sum().backward()), x.grad
    # PyTorch: RuntimeError: A view was created in no_grad mode and ...


def views_made_in_inference_mode(torch: Any) -> Iterator[Any]:
    """A view made in inference mode of a normal tensor: its flags, writes, and use afterwards."""
    x = _leaf(torch)
    y = x * 1
    with torch.inference_mode():
        v = y[0]
        yield v.is_inference(), v.requires_grad
        v.mul_(2)
    yield y._version, refused(lambda: v.mul_(2)), refused(lambda: v + x[0])
    # PyTorch: (False, True)
    # PyTorch: (1, RuntimeError: A view was created in inference mode ..., RuntimeError: A view was created in inference mode ...)


def leaves_are_not_to_be_changed(torch: Any) -> Iterator[Any]:
    """Each way to change a leaf that requires grad in place: what is refused and what goes through."""
    x = _leaf(torch)
    for change in (
        lambda: x.add_(1),
        lambda: x.zero_(),
        lambda: x.__setitem__(0, 1.0),
        lambda: x[0].mul_(2),
        lambda: x.view(-1).add_(1),
        lambda: x.copy_(torch.ones(2, 3)),
        lambda: x.t_(),
        lambda: x.unsqueeze_(0),
        lambda: torch.add(x, 1, out=x),
        lambda: x.resize_(3, 2),
        lambda: x.uniform_(),
        lambda: x.detach()[0].add_(1),
        lambda: x.squeeze_(),
        lambda: x.set_(torch.ones(1)),
        lambda: x.masked_fill_(x > 1, 0),
        lambda: x.t().zero_(),
        lambda: x.expand(2, 2, 3).add_(1),
    ):
        yield refused(change), x.tolist(), x._version


def saved_tensors_notice(torch: Any) -> Iterator[Any]:
    """Which changes to a saved tensor the backward pass notices, and which pass by with other gradients."""
    for change in (
        lambda y: y.add_(1),
        lambda y: y[0].add_(1),
        lambda y: y.detach().add_(1),
        lambda y: y.data.add_(1),
        lambda y: y.view(-1).zero_(),
        lambda y: y.requires_grad_(),
        lambda y: setattr(y, "data", torch.zeros(2, 3)),
        lambda y: y.copy_(torch.ones(2, 3)),
    ):
        x = _leaf(torch)
        y = x * 1
        z = (y * y).sum()
        yield (
            refused(lambda change=change, y=y: change(y))["raised"],
            refused(lambda z=z: z.backward()),
            None if x.grad is None else x.grad.tolist(),
        )


def messages_of_saved_tensors(torch: Any) -> Iterator[Any]:
    """The error for a saved tensor that changed names its shape, node and both versions."""
    x = _leaf(torch)
    y = x * 1
    z = y.exp()
    z.add_(1).mul_(2)
    yield refused(lambda: z.sum().backward())
    y = x * 1
    z = torch.sigmoid(y) * y
    y[0].mul_(2)
    yield refused(lambda: z.sum().backward())
    w = torch.ones(2, 3)
    z = x * w
    w.add_(1)
    yield refused(lambda: z.sum().backward())
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: RuntimeError: one of the variables needed for ...


def assigning_data(torch: Any) -> Iterator[Any]:
    """Assigning `data` swaps the values and keeps the node; other dtypes and non-tensors are put to the test."""
    x = _leaf(torch)
    x.data = torch.zeros(3, 2)
    yield x, x._version, x.is_leaf
    x.sum().backward()
    yield x.grad.tolist()
    y = x * 1
    node = y.grad_fn
    y.data = torch.ones(3, 2)
    yield y.grad_fn is node, y.tolist()
    yield refused(lambda: setattr(x, "data", 3)), refused(lambda: setattr(x, "data", torch.ones(3, 2, dtype=torch.float64))), x.dtype
    yield refused(lambda: setattr(x, "data", torch.ones(3, 2, dtype=torch.int64))), refused(lambda: setattr(x, "data", None))
    # PyTorch: (tensor([[0., 0.], [0., 0.], [0., 0.]], requires_grad=True), 0, True)
    # PyTorch: [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]
    # PyTorch: (True, [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])
    # PyTorch: (TypeError: Variable data has to be a tensor, but ..., nothing: NoneType, float64)
    # PyTorch: (RuntimeError: data set to a tensor that requires ..., TypeError: Variable data has to be a tensor, but ...)


def assigning_data_of_other_shapes(torch: Any) -> Iterator[Any]:
    """A leaf whose `data` got another shape keeps its old gradient until that is reset."""
    x = _leaf(torch, 2)
    (x * x).sum().backward()
    x.data = torch.ones(3)
    yield x.grad.shape, refused(lambda: (x * x).sum().backward())
    x.grad = None
    (x * x).sum().backward()
    yield x.grad.tolist()
    # PyTorch: (Size(2), RuntimeError: The size of tensor a (2) must match the ...)
    # PyTorch: [2.0, 2.0, 2.0]


def assigning_data_after_it_was_saved(torch: Any) -> Iterator[Any]:
    """Which values a backward pass uses if `data` was replaced or written after saving."""
    x = _leaf(torch, 2)
    z = (x * x).sum()
    x.data = torch.tensor([10.0, 20.0])
    z.backward()
    yield x.grad.tolist(), x._version
    y = x * 1
    z = (y * y).sum()
    y.data = torch.zeros(2)
    x.grad = None
    z.backward()
    yield x.grad.tolist()
    z = (x * x).sum()
    x.data.mul_(0)
    x.grad = None
    z.backward()
    yield x.grad.tolist()
    # PyTorch: ([20.0, 40.0], 0)
    # PyTorch: [0.0, 0.0]
    # PyTorch: [0.0, 0.0]


def setting_storage(torch: Any) -> Iterator[Any]:
    """`set_` takes over the memory and shape of another tensor; on a leaf only without grad mode."""
    x = torch.ones(2, 3)
    other = torch.zeros(4)
    x.set_(other)
    yield x.shape, x.data_ptr() == other.data_ptr(), x._version
    x.set_(other.untyped_storage(), 1, (2,), (1,)) if False else None
    leaf = _leaf(torch)
    yield refused(lambda: leaf.set_(other)), leaf.shape
    with torch.no_grad():
        leaf.set_(other)
    yield leaf.shape, leaf.requires_grad, leaf.is_leaf
    empty = torch.ones(3)
    empty.set_()
    yield empty.shape
    # PyTorch: (Size(4), True, 1)
    # PyTorch: (RuntimeError: a leaf Variable that requires grad is ..., Size(2, 3))
    # PyTorch: (Size(4), True, True)
    # PyTorch: Size(0)


def detaching_in_place(torch: Any) -> Iterator[Any]:
    """`detach_` makes a leaf of a non-leaf and says what it thinks of views."""
    x = _leaf(torch)
    y = x * 1
    y.detach_()
    yield y.requires_grad, y.grad_fn, y.is_leaf
    z = x * 1
    yield refused(lambda: z[0].detach_()), refused(lambda: z.unbind()[0].detach_()), x.detach_().requires_grad, x.is_leaf
    # PyTorch: (False, None, True)
    # PyTorch: (RuntimeError: Can't detach views in-place. Use ..., RuntimeError: Can't detach views in-place. Use ..., False, True)


def detaching_shares(torch: Any) -> Iterator[Any]:
    """A detached tensor shares memory and version with its source, but may not change its shape in place."""
    x = _leaf(torch)
    d = x.detach()
    yield d.requires_grad, d._base, d.data_ptr() == x.data_ptr(), d._version
    d.mul_(2)
    yield x.tolist(), x._version
    yield refused(lambda: d.resize_(3, 3)), refused(lambda: d.t_()), refused(lambda: d.unsqueeze_(0)), refused(lambda: x.data.resize_(1))
    # PyTorch: (False, None, True, 0)
    # PyTorch: ([[2.0, 4.0, 6.0], [8.0, 10.0, 12.0]], 1)
    # PyTorch: (nothing: Tensor, nothing: Tensor, nothing: Tensor, nothing: Tensor)


def requires_grad_of_non_leaves(torch: Any) -> Iterator[Any]:
    """The flag cannot be cleared on non-leaves nor set on integers; a plain view can become a leaf."""
    x = _leaf(torch)
    y = x * 1
    yield refused(lambda: y.requires_grad_(False)), refused(lambda: setattr(y, "requires_grad", False)), y.requires_grad_(True) is y
    plain = torch.ones(2, 3)
    v = plain[0].requires_grad_()
    yield v.is_leaf, plain.requires_grad, refused(lambda: v.mul_(2)), refused(lambda: setattr(plain, "requires_grad", 3))["raised"]
    i = torch.ones(2, dtype=torch.int64)
    yield refused(lambda: i.requires_grad_()), refused(lambda: setattr(i, "requires_grad", True)), i.requires_grad_(False).requires_grad
    # PyTorch: (RuntimeError: you can only change requires_grad flags ..., RuntimeError: you can only change requires_grad flags ..., True)
    # PyTorch: (True, False, RuntimeError: a view of a leaf Variable that requires ..., 'RuntimeError')
    # PyTorch: (RuntimeError: only Tensors of floating point dtype ..., RuntimeError: only Tensors of floating point and ..., False)


def a_view_becomes_a_leaf(torch: Any) -> Iterator[Any]:
    """A view of a plain base can require grad itself, and writes to the base still reach it."""
    base = torch.arange(6.0)
    v = base.view(2, 3).requires_grad_()
    yield v.is_leaf, v._base is base, base.requires_grad
    (v * 2).sum().backward()
    yield v.grad.tolist(), refused(lambda: v.add_(1)), refused(lambda: v[0].add_(1))
    base.add_(1)
    yield v.tolist(), v.requires_grad, v._version


def a_base_requires_grad_after_its_view(torch: Any) -> Iterator[Any]:
    """A view made before its base was told to require grad: its flags, and writes to either."""
    base = torch.arange(4.0)
    v = base[:2]
    base.requires_grad_()
    yield v.requires_grad, v.is_leaf, v.grad_fn, (v * 2).requires_grad
    yield refused(lambda: v.mul_(2)), refused(lambda: base.mul_(2))
    (base * 2).sum().backward()
    yield base.grad.tolist(), v.grad
    # PyTorch: (True, True, None, True)
    # PyTorch: (RuntimeError: a view of a leaf Variable that requires ..., RuntimeError: a leaf Variable that requires grad is ...)
    # PyTorch: ([2.0, 2.0, 2.0, 2.0], None)


def changes_by_values_with_history(torch: Any) -> Iterator[Any]:
    """Each op in place gives both the changed tensor and the values written their gradients."""
    x, w = _leaf(torch), _leaf(torch, 3)
    for change in (
        lambda y: y.mul_(w),
        lambda y: y.add_(w, alpha=2),
        lambda y: y.copy_(w),
        lambda y: y[0].copy_(w),
        lambda y: y.masked_fill_(y > 2, w.sum()),
        lambda y: y.index_add_(0, torch.tensor([1]), w[None]),
        lambda y: y.lerp_(torch.zeros(2, 3), 0.5),
        lambda y: y.addcmul_(w, w),
        lambda y: y.div_(w),
        lambda y: y.index_put_((torch.tensor([0]),), w),
        lambda y: y.masked_scatter_(y > 3, w),
        lambda y: y.t().add_(1),
        lambda y: y.pow_(2),
        lambda y: y.clamp_(2, 4),
        lambda y: y.relu_(),
        lambda y: y.sigmoid_(),
        lambda y: y.fill_(w[0]),
        lambda y: y.zero_(),
        lambda y: y.cumsum_(0),
        lambda y: y.fill_diagonal_(0),
        lambda y: y.tril_(),
        lambda y: y.sub_(1).neg_(),
        lambda y: y.normal_(),
        lambda y: y.exp_().log_(),
    ):
        x.grad = w.grad = None
        y = x * 1
        change(y)
        y.sum().backward()
        yield (
            chain(y.grad_fn, 2),
            None if x.grad is None else [[round(v, 3) for v in row] for row in x.grad.tolist()],
            None if w.grad is None else w.grad.tolist(),
        )


def shapes_that_do_not_fit(torch: Any) -> Iterator[Any]:
    """A refused write (shape, dtype or index) leaves version and history as they were."""
    x = _leaf(torch)
    y = x * 1
    for change in (
        lambda: y.add_(torch.ones(2, 2, 3)),
        lambda: y.add_(torch.ones(4)),
        lambda: y.copy_(torch.ones(4)),
        lambda: y.__setitem__(0, torch.ones(2)),
        lambda: y.__setitem__(5, 1.0),
        lambda: y.mul_(torch.ones(3, dtype=torch.complex64)),
        lambda: y.view(4),
        lambda: y.t().view(6),
        lambda: y.add_("a"),
        lambda: y.index_fill_(0, torch.tensor([7]), 1.0),
        lambda: y.long().add_(0.5),
    ):
        yield refused(change), y._version, y.grad_fn.name()


def metadata_changes_in_place(torch: Any) -> Iterator[Any]:
    """`t_`, `unsqueeze_` and `transpose_` add nodes to the history, also on a view."""
    x = _leaf(torch)
    y = x * 1
    y.t_()
    yield chain(y.grad_fn), y.shape, y._version
    y.unsqueeze_(0)
    y.squeeze_()
    y.transpose_(0, 1)
    yield chain(y.grad_fn), y.shape
    (y * torch.arange(6.0).reshape(2, 3)).sum().backward()
    yield x.grad.tolist()
    v = (x * 1)[0]
    v.unsqueeze_(0)
    yield v.shape, chain(v.grad_fn)


def functions_that_return_views(torch: Any) -> Iterator[Any]:
    """A view returned from a custom Function: its base, its node, and why it may not be changed in place."""
    class Viewing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.view(-1)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.view(2, 3) * 10

    x = _leaf(torch)
    y = x * 1
    v = Viewing.apply(y)
    yield v._base is y, v._is_view(), chain(v.grad_fn), v.requires_grad
    yield refused(lambda: v.mul_(2)), v._version
    y.mul_(2)
    yield refused(lambda: v.grad_fn), refused(lambda: v.sum().backward())
    Viewing.apply(x).sum().backward()
    yield x.grad.tolist()
    # PyTorch: (True, True, ['ViewingBackward', [['MulBackward0', [['torch::autograd::AccumulateGrad'], 0], [None, 0]], 0]], True)
    # PyTorch: (RuntimeError: Output 0 of Viewing is a view and is ..., 0)
    # PyTorch: (RuntimeError: Output 0 of Viewing is a view and its ..., RuntimeError: Output 0 of Viewing is a view and its ...)
    # PyTorch: [[10.0, 10.0, 10.0], [10.0, 10.0, 10.0]]


def functions_that_return_their_inputs(torch: Any) -> Iterator[Any]:
    """A custom Function that returns its input gives a view of it, not the tensor itself."""
    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 10

    x = _leaf(torch)
    y = x * 1
    s = Same.apply(y)
    yield s is y, s._is_view(), s.data_ptr() == y.data_ptr(), chain(s.grad_fn), refused(lambda: s.mul_(2))
    s.sum().backward()
    yield x.grad.tolist()
    plain = torch.ones(2)
    yield Same.apply(plain) is plain, Same.apply(plain).requires_grad, Same.apply(x) is x


def functions_that_change_their_inputs(torch: Any) -> Iterator[Any]:
    """A custom Function may change its input with `mark_dirty`, also a view, but no leaf and no `unbind` view."""
    class Doubling(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            x.mul_(2)
            ctx.mark_dirty(x)
            return x

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = _leaf(torch)
    y = x * 1
    z = Doubling.apply(y)
    yield z is y, y._version, chain(y.grad_fn)
    y.sum().backward()
    yield x.grad.tolist(), refused(lambda: Doubling.apply(x)), x.tolist()
    y = x * 1
    v = y[0]
    w = Doubling.apply(v)
    yield w is v, chain(y.grad_fn), chain(v.grad_fn)
    x.grad = None
    y.sum().backward()
    yield x.grad.tolist()
    y = x * 1
    part = y.unbind()[0]
    yield refused(lambda: Doubling.apply(part))


def expanded_and_overlapping_writes(torch: Any) -> Iterator[Any]:
    """Writes to expanded tensors and between overlapping slices: which are refused."""
    x = torch.ones(3)
    e = x.expand(2, 3)
    yield (
        refused(lambda: e.add_(1)),
        refused(lambda: e.copy_(torch.ones(2, 3))),
        e.fill_(2).tolist(),
        x.tolist(),
        refused(lambda: e.zero_().sum()),
        x._version,
    )
    y = torch.arange(4.0)
    yield refused(lambda: y[1:].add_(y[:-1])), refused(lambda: torch.add(y[1:], y[:-1], out=y[1:])), y.tolist()
    y[1:].copy_(y[:-1].clone())
    yield y.tolist()


def inplace_out_of_a_graph_with_saved_output(torch: Any) -> Iterator[Any]:
    """Changing a result in place breaks the backward pass only of ops that saved their output."""
    for make in (
        torch.exp,
        torch.sigmoid,
        torch.tanh,
        torch.relu,
        torch.sqrt,
        torch.sin,
        torch.neg,
        lambda t: t * 2,
        lambda t: t.softmax(0),
        lambda t: t + 1,
    ):
        x = _leaf(torch)
        y = make(x)
        y.mul_(2)
        found = refused(lambda y=y: y.sum().backward())
        yield (
            found["raised"],
            found["message"][:90] if found["raised"] != "nothing" else "",
            None if x.grad is None else [[round(v, 3) for v in r] for r in x.grad.tolist()],
        )
