"""What views, indices and products leave in the graph: nodes after changes in place, places in memory, versions of gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _leaf(torch: Any, *shape: int) -> Any:
    count = 1
    for size in shape:
        count *= size
    return torch.arange(1.0, count + 1).reshape(shape).clone().requires_grad_()


def _layout_of(t: Any) -> list[Any]:
    return [list(t.shape), list(t.stride()), t.storage_offset(), t._version, chain(t.grad_fn, 2)]


def a_leaf_that_is_a_view(torch: Any) -> Iterator[Any]:
    """Changed under no_grad, a view of a leaf that is itself a view leads nowhere: the leaf gets no gradient through it."""
    base = torch.arange(6.0)
    x = base.view(2, 3).requires_grad_()
    part = x[:1]
    with torch.no_grad():
        part.mul_(2)
    yield chain(part.grad_fn), x.is_leaf, part.is_leaf, part.requires_grad
    (part * 3).sum().backward()
    yield x.grad
    kept = part * 3 + x[1:]
    with torch.no_grad():
        base.mul_(2)
    yield chain(part.grad_fn), chain(x.grad_fn)
    kept.sum().backward()
    yield x.grad
    # PyTorch: (['AsStridedBackward0', [None, 0]], True, False, True)
    # PyTorch: None
    # PyTorch: (['AsStridedBackward0', [None, 0]], None)
    # PyTorch: tensor([[0., 0., 0.], [1., 1., 1.]])


def complex_views_of_real_numbers(torch: Any) -> Iterator[Any]:
    """Writes through view_as_complex enter the real tensor's graph as CopySlices, and the gradient follows."""
    leaf = _leaf(torch, 3, 2)
    x = leaf * 1
    v = torch.view_as_complex(x)
    v.mul_(2j)
    yield chain(v.grad_fn), chain(x.grad_fn, 2), v, x
    torch.view_as_real(v).pow(2).sum().backward()
    yield leaf.grad
    leaf = _leaf(torch, 3, 2)
    x = leaf * 1
    v = torch.view_as_complex(x)[0:2]
    v[1:].mul_(v[:1])
    yield v, x, refused(lambda: v.real.sum().backward())
    leaf = _leaf(torch, 3, 2)
    x = leaf * 1
    v = torch.view_as_complex(x)[0:2]
    v[1:].mul_(1 - 2j)
    x.pow(2).sum().backward()
    yield leaf.grad
    leaf = _leaf(torch, 3, 2)
    x = leaf * 1
    v = torch.view_as_complex(x)
    x[0].mul_(5)
    yield v
    (v * (1 + 2j)).real.sum().backward()
    yield leaf.grad


def real_views_of_complex_numbers(torch: Any) -> Iterator[Any]:
    """view_as_real, real and imag of a complex tensor: a write into one gives all new nodes, and the gradient follows."""
    leaf = torch.tensor([[1 + 2j, 3 - 1j], [0.5j, 2]]).requires_grad_()
    x = leaf * 1
    v, real, imag = torch.view_as_real(x), x.real, x.imag
    x.mul_(2)
    yield chain(v.grad_fn, 2), chain(real.grad_fn, 3), chain(imag.grad_fn, 3), v._version
    imag.mul_(3)
    yield chain(x.grad_fn, 3), chain(v.grad_fn, 2), x
    (v * v).sum().backward()
    yield leaf.grad + 0
    leaf = torch.tensor([1 + 2j, 3 - 1j]).requires_grad_()
    x = leaf * 1
    x.imag.copy_(x.real * 2)
    loss = (x * x).real.sum()
    grad, = torch.autograd.grad(loss, leaf, create_graph=True)
    yield grad.detach()
    torch.view_as_real(grad).sum().backward()
    yield leaf.grad


def tangents_of_complex_views(torch: Any) -> Iterator[Any]:
    """A write through view_as_real or view_as_complex changes the tangents of all that share the memory."""
    fw = torch.autograd.forward_ad
    with fw.dual_level():
        x = fw.make_dual(torch.tensor([1 + 2j, 3 - 1j]), torch.tensor([1.0 + 0j, 2j])) * 1
        v = torch.view_as_real(x)
        v[0].mul_(3)
        yield fw.unpack_dual(x).tangent, fw.unpack_dual(v).tangent, fw.unpack_dual(x.imag).tangent
        y = torch.zeros(2, 2)
        z = torch.view_as_complex(y)
        z.copy_(x)
        yield fw.unpack_dual(z).tangent
    # PyTorch: (tensor([3.+0.j, 0.+2.j]), tensor([[3., 0.], [0., 2.]]), tensor([0., 2.]))
    # PyTorch: tensor([3.+0.j, 0.+2.j])
    # PyTorch: memory in common: 0 and 1, 0 and 2, 1 and 2


def views_without_a_record(torch: Any) -> Iterator[Any]:
    """Views made under no_grad, or before their base required grad, require grad as leaves, but get no gradient."""
    x = _leaf(torch, 2, 3) * 1
    with torch.no_grad():
        v = x[0]
    v.requires_grad_(False)
    yield v.requires_grad, v.is_leaf, chain((v * 2).grad_fn)
    w = v[:1]
    yield chain(w.grad_fn), refused(lambda: w.mul_(2)), refused(lambda: v.mul_(2))
    late = torch.ones(3, 2)
    v = late[0]
    late.requires_grad_()
    y = v * 2
    yield v.requires_grad, v.is_leaf, chain(y.grad_fn)
    y.sum().backward()
    yield v.grad, late.grad


def slices_that_leave_nothing_out(torch: Any) -> Iterator[Any]:
    """`x[:]` makes a SliceBackward0; `x[...]`, `x[:,]` and `x[:, ...]` make an AliasBackward0."""
    for shape in ((1,), (3,), (2, 3), (0, 3)):
        x = _leaf(torch, *shape)
        yield [_layout_of(x[key]) for key in (slice(None), slice(0, None), slice(0, 3), ..., (slice(None),), (slice(None), ...))]


def empty_slices(torch: Any) -> Iterator[Any]:
    """An empty slice has the storage offset at which it starts, at most that of the end of its dimension."""
    for shape in ((1,), (3,), (2, 3), (3, 1)):
        for x in (_leaf(torch, *shape), _leaf(torch, *shape).detach()):
            n = shape[0]
            parts = (x[n:], x[5:], x[2:1], x[n:][1:], x[None, n:], x.narrow(0, n, 0), x.split([n, 0])[1], x.tensor_split(n + 1)[-1],
                     x[n::2], x[..., 5:])
            yield [_layout_of(p) for p in parts]


def assignments(torch: Any) -> Iterator[Any]:
    """A write by index leaves a node that fills, copies, writes a slice or puts by index, and one version more."""
    keys = (slice(None), ..., 0, None, [0], torch.tensor(0), (0, torch.tensor([0])), (slice(0, 1), torch.tensor([0])),
            (None, torch.tensor([0])), torch.tensor(True), (...,))
    for shape in ((1,), (2, 3)):
        for key in keys:
            for make in (lambda y: 5, lambda y: torch.tensor(1.0), lambda y: torch.ones(1),
                         lambda y, key=key: torch.ones_like(y[key]).requires_grad_()):
                leaf = _leaf(torch, *shape)
                y = leaf * 2
                try:
                    y[key] = make(y)
                except Exception as error:
                    yield type(error).__name__
                    continue
                yield chain(y.grad_fn, 2), y._version
                (y * y).sum().backward()
                yield leaf.grad


def assignments_to_numbers(torch: Any) -> Iterator[Any]:
    """A tensor of no dimensions takes `...`, `()` and True as index; tensor(False) writes nothing, but adds a node."""
    for key in (..., (), True, torch.tensor(False)):
        leaf = torch.tensor(3.0, requires_grad=True)
        y = leaf * 2
        y[key] = torch.tensor(4.0)
        yield chain(y.grad_fn, 2), y
        y.backward()
        yield leaf.grad


def products_of_batches(torch: Any) -> Iterator[Any]:
    """When a batch times one matrix becomes a single product, and what that leaves in the graph."""
    shapes = (((5, 2, 3), (3, 4)), ((5, 2, 3), (3,)), ((2, 3), (5, 3, 4)), ((3,), (5, 3, 4)), ((5, 2, 3), (1, 3, 4)),
              ((1, 2, 3), (5, 3, 4)), ((2, 3), (5, 3, 1)), ((6, 5, 2, 3), (1, 3, 4)), ((0, 2, 3), (3, 4)), ((3,), (3, 2)))
    for a, b in shapes:
        for needs in ((True, True), (True, False), (False, True)):
            for turned in (False, True):
                if turned and len(a) < 2:
                    continue
                x, y = _leaf(torch, *(a[:-2] + (a[-1], a[-2]) if turned else a)), _leaf(torch, *b)
                x.requires_grad_(needs[0])
                y.requires_grad_(needs[1])
                r = (x.mT if turned else x) @ y
                yield _layout_of(r), chain(r.grad_fn), r._is_view()
                r.sum().backward()
                yield [x.grad is None or x.grad.is_contiguous(), y.grad is None or y.grad.is_contiguous()]


def products_that_do_not_fit(torch: Any) -> Iterator[Any]:
    """Products of shapes that do not fit raise RuntimeError, in the words of mm, mv or bmm, with gradients and without."""
    for a, b in (((5, 2, 3), (4, 3)), ((2, 3), (5, 4, 3)), ((3,), (5, 4, 3)), ((5, 2, 3), (4,)), ((5, 2, 3), (5, 4, 3))):
        for needed in (False, True):
            x, y = torch.ones(a, requires_grad=needed), torch.ones(b, requires_grad=needed)
            yield refused(lambda x=x, y=y: x @ y)


def strides_of_gradients(torch: Any) -> Iterator[Any]:
    """Strides of first gradients, plain, with a graph, and kept."""
    functions = (
        lambda x: x.sum(), lambda x: x.mean(), lambda x: x.mean(0), lambda x: x[x > 1].sum(), lambda x: x[[0, 0]].sum(), lambda x: x.max(),
        lambda x: x.max(0)[0].sum(), lambda x: x.cummax(0)[0].sum(), lambda x: x.index_select(0, torch.tensor([0, 0])).sum(),
        lambda x: x.gather(0, torch.tensor([[0, 0, 0]])).sum(), lambda x: x.take(torch.tensor([0])).sum(), lambda x: x.sort()[0].sum(),
        lambda x: x.median(), lambda x: (x * x + x.exp() + x).sum(), lambda x: x.cumsum(0).sum(), lambda x: x.as_strided((2,), (1,)).sum(),
        lambda x: x.masked_select(x > 1).sum(), lambda x: x.trace(), lambda x: torch.maximum(x, x.detach()).sum(), lambda x: (x + x).sum(),
        lambda x: (x.double() * 2).sum(), lambda x: (x[0] * x[0]).sum())
    for f in functions:
        x = _leaf(torch, 2, 3)
        grad, = torch.autograd.grad(f(x), x)
        yield list(grad.stride())
        grad, = torch.autograd.grad((f(x) ** 2).sum(), x, create_graph=True)
        yield list(grad.stride())
        f(x).backward()
        yield list(x.grad.stride())


def gradients_that_can_be_differentiated(torch: Any) -> Iterator[Any]:
    """Gradients made with create_graph have nodes and are contiguous, but for the one of sum_to_size."""
    functions = (
        lambda x: x[None], lambda x: x.unsqueeze(-1), lambda x: x.view(-1), lambda x: x.reshape(3, 2), lambda x: x.expand(4, 2, 3),
        lambda x: x + torch.ones(4, 2, 3), lambda x: x[:1].squeeze(), lambda x: x.sum_to_size(1, 3), lambda x: torch.hypot(x, x.detach()),
        lambda x: torch.nn.functional.leaky_relu(x), lambda x: torch.nn.functional.hardtanh(x), lambda x: x.relu(),
        lambda x: torch.nn.functional.max_pool1d(x, 1))
    for f in functions:
        x = _leaf(torch, 2, 3)
        r = f(x)
        grad, = torch.autograd.grad(r, x, torch.ones_like(r).requires_grad_(), create_graph=True)
        yield _layout_of(grad)[:-1], grad.grad_fn is not None


def circular_padding(torch: Any) -> Iterator[Any]:
    """Circular padding writes into a new tensor: a CopySlices and a version for the middle and for each side that grows."""
    for shape, widths in (((1, 1, 4), (1, 2)), ((1, 1, 4), (0, 0)), ((1, 1, 4, 4), (1, 1, 0, 2)), ((2, 4), (1, 0)), ((1, 1, 4), (-1, 2))):
        x = _leaf(torch, *shape)
        padded = torch.nn.functional.pad(x, widths, mode="circular")
        yield padded.detach(), padded._version, chain(padded.grad_fn)
        (padded * padded).sum().backward()
        yield x.grad


def layouts_of_indexed_tensors(torch: Any) -> Iterator[Any]:
    """Strides of what lists and tensors of indices pick from permuted tensors: by no means always contiguous."""
    one = torch.tensor([0, 0, 0])
    keys = (one, [0, -1], (slice(None), one), (slice(None), torch.tensor([[0, 0], [0, 1]])), (one, one), torch.tensor([[0, 0], [0, 0]]))
    base = torch.arange(120.0).reshape(2, 3, 4, 5)
    for t in (base[0].transpose(0, 1), base[0].permute(2, 1, 0), base[0].transpose(1, 2), base[0, 0].t(), base.permute(0, 3, 1, 2)):
        yield [(t[key].stride(), t[key].sum()) for key in keys]


def gradients_retained_by_views(torch: Any) -> Iterator[Any]:
    """A view that retains its gradient still does after its base was changed in place."""
    x = _leaf(torch, 3)
    y = x * 2
    v = y[:2]
    v.retain_grad()
    y.mul_(3)
    v.sum().backward()
    yield v.grad, x.grad
    # PyTorch: (tensor([1., 1.]), tensor([6., 6., 0.]))


def second_derivatives_of_what_hooks_give_back(torch: Any) -> Iterator[Any]:
    """Gradients use what unpack hooks give back, also with create_graph; a clone made in packing outlives a change."""
    graph = torch.autograd.graph
    x = _leaf(torch, 3)
    with graph.saved_tensors_hooks(lambda t: ("packed", t), lambda pair: pair[1] * 2):
        y = x * x
    yield y.grad_fn._saved_self, y.grad_fn._raw_saved_self.data
    grad, = torch.autograd.grad(y.sum(), x, create_graph=True)
    yield grad.detach()
    grad, = torch.autograd.grad((grad * grad).sum(), x)
    yield grad
    with graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
        y = x.sin()
    with torch.no_grad():
        x.mul_(2)
    grad, = torch.autograd.grad(y.sum(), x, create_graph=True)
    yield grad.detach()
    # PyTorch: (tensor([2., 4., 6.], requires_grad=True), ('packed', tensor([1., 2., 3.], requires_grad=True)))
    # PyTorch: tensor([4., 8., 12.])
    # PyTorch: tensor([16., 32., 48.])
    # PyTorch: tensor([0.5403, -0.4161, -0.9900])


def cotangents_that_arrive_as_given(torch: Any) -> Iterator[Any]:
    """Through an identity or an addition grad returns the very cotangent that was given, through a product another."""
    x = _leaf(torch, 3)
    g = torch.arange(3.0)
    yield [torch.autograd.grad(f(x), x, g)[0] is g for f in (lambda x: x, lambda x: x + 1, lambda x: x * 2)]
    # PyTorch: [True, True, False]


def numbers_of_numpy(torch: Any) -> Iterator[Any]:
    """numpy scalars count as Python numbers in arithmetic and nodes; a float32 one cannot be assigned by index."""
    import numpy as np

    x = _leaf(torch, 2)
    for number in (np.float32(2), np.float64(2), np.int64(2), np.int8(2)):
        results = (x * number, number * x, x + number, number - x, x ** number, x.clone().mul_(number))
        yield [(r.detach(), r.dtype, r.grad_fn.name()) for r in results]
        yield (torch.tensor([3, 4]) * number).dtype, refused(lambda number=number: torch.zeros(2).__setitem__(0, number))


def saved_values_after_backward(torch: Any) -> Iterator[Any]:
    """After backward a node's saved numbers can be read, saved tensors not; det, slogdet and solve save LU and pivots."""
    functional = torch.nn.functional
    scores = _leaf(torch, 3, 4)
    loss = functional.nll_loss(scores, torch.tensor([1, 0, 3]), torch.tensor([1.0, 2, 3, 4]), ignore_index=0)
    node = loss.grad_fn
    yield node._saved_total_weight, node._saved_reduction, node._saved_ignore_index
    loss.backward()
    yield node._saved_reduction, node._saved_ignore_index, refused(lambda: node._saved_total_weight), refused(lambda: node._saved_self)
    out = functional.group_norm(_leaf(torch, 2, 4, 3), 2)
    node = out.grad_fn
    out.sum().backward()
    yield node._saved_N, node._saved_C, node._saved_HxW, node._saved_group, node._saved_eps, node._saved_weight
    matrix = (torch.eye(3) * 5 + torch.arange(9.0).reshape(3, 3)).requires_grad_()
    for result in (torch.linalg.det(matrix), torch.linalg.slogdet(matrix)[1], torch.linalg.solve(matrix, torch.ones(3, 1))):
        yield result.grad_fn._saved_LU, result.grad_fn._saved_pivots


def gradients_of_windows_that_are_recorded(torch: Any) -> Iterator[Any]:
    """They are views of what was written into, so that writing into them goes on there."""
    windows = (((2,), (1,), 0), ((2, 2), (3, 1), 1), ((3, 3), (1, 1), 0), ((2, 3), (0, 1), 0), ((2, 1), (2, 5), 3), ((0, 2), (1, 1), 0))
    for create_graph in (True, False):
        for size, stride, offset in windows:
            x = _leaf(torch, 8)
            g, = torch.autograd.grad((x.as_strided(size, stride, offset) ** 2).sum(), x, create_graph=create_graph)
            yield _layout_of(g)[:3], g._is_view(), None if g._base is None else _layout_of(g._base)[:3], g
            g *= 2
            yield chain(g.grad_fn, 4), g
    x = _leaf(torch, 4, 2).detach().t().requires_grad_()
    g, = torch.autograd.grad((x.as_strided((2,), (1,)) ** 3).sum(), x, create_graph=True)
    yield _layout_of(g)[:3], g._is_view(), _layout_of(g._base)[:3]
    g.sum().backward()
    yield x.grad


def sums_of_all_products(torch: Any) -> Iterator[Any]:
    """A contraction of all dimensions is a dot product only of what lies in a row."""
    row, column, spread = _leaf(torch, 1, 3), _leaf(torch, 3, 1), _leaf(torch, 1)
    matrix, turned = _leaf(torch, 2, 3), _leaf(torch, 3, 2).detach().t().requires_grad_()
    pairs = ((row, column, 1), (row, spread.expand(3), 1), (matrix, matrix, 2), (turned, turned, 2), (matrix, turned, 2),
             (turned[None], turned, ([1, 2], [0, 1])), (turned[None], turned, ([2, 1], [1, 0])), (matrix, matrix, ([1, 0], [1, 0])))
    for left, right, dims in pairs:
        out = torch.tensordot(left, right, dims)
        yield out, chain(out.grad_fn, 4)
        yield list(torch.autograd.grad(out.sum(), [left]))
    step = _leaf(torch, 6)[::2]
    yield chain(torch.inner(step, step).grad_fn, 3)
    true = torch.tensor([True, False]).expand(3, 2)
    yield torch.tensordot(true, true, 2), torch.inner(torch.tensor(True).expand(3), torch.tensor([True, False, False]))


def windows_as_they_were_asked_for(torch: Any) -> Iterator[Any]:
    """Nodes keep the offset that was said, and none where none was."""
    x = torch.arange(12.0, requires_grad=True) * 1
    for base in (x, x[2:], x.view(3, 4)[1:]):
        for offset in ((), (None,), (0,), (1,)):
            for make in (base.as_strided, lambda *args, base=base: torch.as_strided_copy(base, *args),
                         lambda *args, base=base: torch.as_strided_scatter(base, torch.ones(2, 2), *args)):
                node = make((2, 2), (2, 1), *offset).grad_fn
                yield node.name(), node._saved_size, node._saved_stride, node._saved_storage_offset
    for base, offset in ((x.clone(), None), (x.clone()[2:], 3)):
        node = base.as_strided_((2, 2), (2, 1), offset).grad_fn
        yield node.name(), node._saved_storage_offset
