"""Views, in-place operations on them, version counters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def inplace_on_view_of_nonleaf(torch: Any) -> Iterator[Any]:
    """An in-place change of a row gives its base a CopySlices node with the right gradient."""
    x = torch.ones(2, 3, requires_grad=True)
    y = x * 2
    y[0].mul_(3)
    yield y
    y.sum().backward()
    yield x.grad
    # PyTorch: tensor([[6., 6., 6.], [2., 2., 2.]], grad_fn=<CopySlices>)
    # PyTorch: tensor([[6., 6., 6.], [2., 2., 2.]])


def inplace_on_base_changes_view(torch: Any) -> Iterator[Any]:
    """An in-place change of the base rewrites the history of an older view to AsStrided."""
    x = torch.arange(6.0).requires_grad_()
    base = x.clone()
    view = base[1:4]
    base.mul_(2)
    yield view, base
    (view * view).sum().backward()
    yield x.grad
    # PyTorch: (tensor([2., 4., 6.], grad_fn=<AsStridedBackward0>), tensor([0., 2., 4., 6., 8., 10.], grad_fn=<MulBackward0>))
    # PyTorch: tensor([0., 8., 16., 24., 0., 0.])
    # PyTorch: memory in common: 0 and 1


def view_of_view(torch: Any) -> Iterator[Any]:
    """Zeroing a view of a view of a view writes to the first base, which is the base of all."""
    base = torch.arange(24.0).reshape(2, 3, 4)
    a = base.transpose(0, 2)
    b = a[1]
    c = b.t().unsqueeze(-1)
    c.zero_()
    yield base, a, b, c, c._base is base


def view_of_leaf_refused(torch: Any) -> Iterator[Any]:
    """In-place changes of a leaf that requires grad, or of its view, are refused except under no_grad."""
    x = torch.ones(3, requires_grad=True)
    yield refused(lambda: x[0].add_(1)), refused(lambda: x.add_(1)), x
    with torch.no_grad():
        x.add_(1)
    yield x, x._version


def unbind_views_refused(torch: Any) -> Iterator[Any]:
    """In-place changes of views that come several at once from unbind or split are refused."""
    x = torch.ones(3, 2, requires_grad=True).clone()
    a, b, c = x.unbind()
    yield refused(lambda: a.add_(1)), a, b, c
    parts = x.split(2)
    yield refused(lambda: parts[0].mul_(2)), parts


def no_grad_view_refused(torch: Any) -> Iterator[Any]:
    """A view made under no_grad of a tensor with history refuses in-place changes outside it."""
    x = torch.ones(3, requires_grad=True).clone()
    with torch.no_grad():
        v = x[:2]
    yield v, refused(lambda: v.mul_(2))
    # PyTorch: (tensor([1., 1.], requires_grad=True), RuntimeError: A view was created in no_grad mode and ...)


def versions(torch: Any) -> Iterator[Any]:
    """Views and detached tensors share a version counter, while data has one of its own."""
    x = torch.zeros(3)
    v = x[1:]
    d = x.detach()
    x.add_(1)
    yield x._version, v._version, d._version
    d.mul_(2)
    x.data.add_(5)
    yield x, v, d, x._version, x.data._version
    x[0] = 7
    x.copy_(torch.ones(3))
    x.fill_(2).zero_()
    yield x._version, x
    # PyTorch: (1, 1, 1)
    # PyTorch: (tensor([7., 7., 7.]), tensor([7., 7.]), tensor([7., 7., 7.]), 2, 0)
    # PyTorch: (6, tensor([0., 0., 0.]))
    # PyTorch: memory in common: 0 and 1, 0 and 2, 1 and 2, 0 and 3, 1 and 3, 2 and 3


def saved_tensor_modified(torch: Any) -> Iterator[Any]:
    """Backward is refused after an in-place change of a saved result or a saved input."""
    x = torch.ones(3, requires_grad=True)
    y = x.exp()
    z = y * 2
    y.add_(1)
    yield refused(lambda: z.sum().backward())
    w = x * 2
    s = w.sin()
    w.add_(1)
    yield refused(lambda: s.sum().backward())
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: RuntimeError: one of the variables needed for ...


def saved_input_modified_but_not_needed(torch: Any) -> Iterator[Any]:
    """Changing an input in place is harmless where the derivative needs only the result."""
    x = torch.ones(3, requires_grad=True)
    y = x * 1
    z = y.exp()
    y.add_(1)
    z.sum().backward()
    yield x.grad, y, z


def impossible_views(torch: Any) -> Iterator[Any]:
    """Views of wrong sizes, of incompatible strides or along dimensions out of range are refused."""
    x = torch.arange(6).reshape(2, 3)
    yield (
        refused(lambda: x.t().view(6)),
        refused(lambda: x.view(4)),
        refused(lambda: x.view(-1, -1)),
        refused(lambda: x.view(-1, 4)),
        refused(lambda: x.expand(3, 3)),
        refused(lambda: x.expand(2)),
        refused(lambda: x.unsqueeze(5)),
        refused(lambda: x.transpose(0, 2)),
    )


def reshape_copies_when_it_must(torch: Any) -> Iterator[Any]:
    """Reshape, flatten and contiguous return views where strides allow and copies elsewhere."""
    x = torch.arange(6).reshape(2, 3)
    yield x, x.reshape(3, 2), x.t().reshape(6), x.t().contiguous(), x.contiguous(), x.flatten(), x.t().flatten()


def expand_and_write(torch: Any) -> Iterator[Any]:
    """Writes into an expanded tensor are refused because several elements share memory."""
    x = torch.zeros(1, 3)
    e = x.expand(2, 3)
    yield e, refused(lambda: e.add_(1)), refused(lambda: e.copy_(torch.ones(2, 3)))


def as_strided_gradient(torch: Any) -> Iterator[Any]:
    """Gradients of overlapping windows add up in the elements that they share."""
    x = torch.arange(6.0, requires_grad=True)
    y = x.as_strided((2, 3), (1, 1))
    yield y
    (y * torch.arange(6.0).reshape(2, 3)).sum().backward()
    yield x.grad
    # PyTorch: tensor([[0., 1., 2.], [1., 2., 3.]], grad_fn=<AsStridedBackward0>)
    # PyTorch: tensor([0., 4., 6., 5., 0., 0.])


def diagonal_view(torch: Any) -> Iterator[Any]:
    """Writes to diagonals go to the matrix."""
    x = torch.zeros(3, 3)
    x.diagonal().fill_(5)
    x.diagonal(1).copy_(torch.tensor([1.0, 2.0]))
    yield x, x.diagonal(-1)
    # PyTorch: (tensor([[5., 1., 0.], [0., 5., 2.], [0., 0., 5.]]), tensor([0., 0.]))
    # PyTorch: memory in common: 0 and 1


def chunk_write(torch: Any) -> Iterator[Any]:
    """An augmented assignment to a chunk changes the whole tensor."""
    x = torch.arange(8)
    a, b = x.chunk(2)
    a += b
    yield x, a, b
    # PyTorch: (tensor([4, 6, 8, 10, 4, 5, 6, 7]), tensor([4, 6, 8, 10]), tensor([4, 5, 6, 7]))
    # PyTorch: memory in common: 0 and 1, 0 and 2


def detach_shares(torch: Any) -> Iterator[Any]:
    """A detached tensor shares memory with its source and can become a leaf of its own."""
    x = torch.ones(2, requires_grad=True)
    y = (x * 2).detach()
    yield x, x.detach(), y, y.requires_grad_()


def set_data(torch: Any) -> Iterator[Any]:
    """Assigning data changes the shape of a leaf but neither its version counter nor its being a leaf."""
    x = torch.ones(2, requires_grad=True)
    version = x._version
    x.data = torch.zeros(3)
    yield x, x._version - version, x.is_leaf
    # PyTorch: (tensor([0., 0., 0.], requires_grad=True), 0, True)


def inplace_changes_requires_grad(torch: Any) -> Iterator[Any]:
    """Adding a leaf in place makes a plain tensor, and its older view, require a gradient."""
    x = torch.zeros(3)
    w = torch.ones(3, requires_grad=True)
    v = x[:2]
    x += w
    yield x, v, x.requires_grad, v.requires_grad
    v.sum().backward()
    yield w.grad
    # PyTorch: (tensor([1., 1., 1.], grad_fn=<AddBackward0>), tensor([1., 1.], grad_fn=<AsStridedBackward0>), True, True)
    # PyTorch: tensor([1., 1., 0.])
    # PyTorch: memory in common: 0 and 1


def copy_into_view(torch: Any) -> Iterator[Any]:
    """A leaf copied into a row of another tensor gets the gradient of that row."""
    x = torch.zeros(2, 3, requires_grad=True).clone()
    s = torch.arange(3.0, requires_grad=True)
    x[1].copy_(s)
    (x * 2).sum().backward()
    yield x, s.grad
    # PyTorch: (tensor([[0., 0., 0.], [0., 1., 2.]], grad_fn=<CopySlices>), tensor([2., 2., 2.]))


def retain_grad_then_inplace(torch: Any) -> Iterator[Any]:
    """A gradient retained before an in-place change is the one of the changed value."""
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    y.retain_grad()
    y.mul_(3)
    y.sum().backward()
    yield y.grad, x.grad
    # PyTorch: (tensor([1., 1.]), tensor([6., 6.]))


def resize_and_set(torch: Any) -> Iterator[Any]:
    """A plain tensor can be resized in place, one that requires grad cannot."""
    x = torch.arange(6.0)
    yield x.clone().resize_(2, 2), refused(lambda: torch.ones(2, requires_grad=True).resize_(3))
    # PyTorch: (tensor([[0., 1.], [2., 3.]]), RuntimeError: cannot resize variables that require ...)


def squeeze_unsqueeze_inplace(torch: Any) -> Iterator[Any]:
    """In-place squeeze, unsqueeze and transpose change only shape and strides of the tensor."""
    x = torch.arange(3.0).reshape(1, 3, 1)
    base = x.clone()
    yield base.squeeze_().unsqueeze_(0), base, base.t_(), base.transpose_(0, 1)
    # PyTorch: (tensor([[0., 1., 2.]]), tensor([[0., 1., 2.]]), tensor([[0., 1., 2.]]), tensor([[0., 1., 2.]]))
    # PyTorch: memory in common: 0 and 1, 0 and 2, 1 and 2, 0 and 3, 1 and 3, 2 and 3
