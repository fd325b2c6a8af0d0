"""Views that are given other memory by `set_` or `.data`, or whose base is: they stay views of it, at the place they have in their own."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused
from .._autograd import tried


def _views(torch: Any, n: int = 4) -> tuple[Any, Any, Any]:
    leaf = torch.ones(n, requires_grad=True)
    base = leaf * 2
    return leaf, base, base[:2]


def set_on_a_view(torch: Any) -> Iterator[Any]:
    """set_ on a view with history gives it other memory, leaves the base's values, and makes backward raise."""
    _, base, view = _views(torch)
    view.set_(torch.zeros(2))
    yield view, base, view._is_view(), view._base is base
    yield refused(base.sum().backward), refused((view * 3).sum().backward)
    _, base, view = _views(torch)
    view.set_(torch.arange(8.0).untyped_storage(), 1, (2, 2))
    yield view, base, refused(base.sum().backward)
    _, base, view = _views(torch)
    view.set_()
    yield view, base


def set_on_a_view_of_the_base_itself(torch: Any) -> Iterator[Any]:
    """A view that set_ turns to another part of its base stays a view of it, and backward has no derivative for set_."""
    _, base, view = _views(torch)
    view.set_(base, 2, (2,), (1,))
    yield view, base, refused(base.sum().backward)


def set_on_a_view_to_what_requires_grad(torch: Any) -> Iterator[Any]:
    """set_ to a tensor with history makes a plain view and its base require grad."""
    base = torch.ones(4)
    view = base[:2]
    view.set_(torch.zeros(2, requires_grad=True) * 2)
    yield view.requires_grad, base.requires_grad, view, base
    # PyTorch: (True, True, tensor([0., 0.], grad_fn=<AsStridedBackward0>), tensor([1., 1., 1., 1.], grad_fn=<CopySlices>))


def set_on_views_that_may_not_be_written(torch: Any) -> Iterator[Any]:
    """set_ is refused on a view of a leaf, on one made under no_grad, and on one of several from unbind."""
    leaf = torch.ones(4, requires_grad=True)
    yield refused(lambda: leaf[:2].set_(torch.zeros(2)))
    with torch.no_grad():
        view = leaf[:2]
    yield refused(lambda: view.set_(torch.zeros(2)))
    yield refused(lambda: (leaf * 1).unbind(0)[0].set_(torch.zeros(())))
    # PyTorch: RuntimeError: a view of a leaf Variable that requires ...
    # PyTorch: RuntimeError: A view was created in no_grad mode and ...
    # PyTorch: RuntimeError: Output 0 of Unbind is a view and is ...


def set_without_a_record(torch: Any) -> Iterator[Any]:
    """Under no_grad or without history, set_ exchanges the view's memory alone; backward works and the version is shared."""
    leaf, base, view = _views(torch)
    with torch.no_grad():
        view.set_(torch.zeros(2))
    yield view, view._base is base, base._version
    yield view.sum().backward(), leaf.grad
    base = torch.ones(4)
    view = base[:2]
    view.set_(torch.zeros(2))
    base.add_(1)
    view.add_(1)
    yield view.tolist(), base.tolist(), view._version, base._version
    # PyTorch: (tensor([0., 0.], grad_fn=<AsStridedBackward0>), True, 1)
    # PyTorch: (None, tensor([2., 2., 0., 0.]))
    # PyTorch: ([1.0, 1.0], [2.0, 2.0, 2.0, 2.0], 3, 3)


def changes_after_set(torch: Any) -> Iterator[Any]:
    """After set_ on a view, changes of view or base are recorded for both, but reach the values of one only."""
    for change in (lambda base, view: view.add_(1), lambda base, view: base.add_(1)):
        _, base, view = _views(torch)
        view.set_(torch.zeros(2))
        change(base, view)
        yield view, base, refused(base.sum().backward)


def set_of_the_base(torch: Any) -> Iterator[Any]:
    """When set_ gave the base other memory, a change of its view is recorded in the base, whose values do not follow."""
    factor = torch.ones(2, requires_grad=True)
    base = torch.arange(10.0)
    view = base[1:3]
    base.set_(torch.zeros(4))
    view.mul_(factor)
    yield view, base, view._is_view()
    yield base.sum().backward(), factor.grad
    # PyTorch: (tensor([1., 2.], grad_fn=<AsStridedBackward0>), tensor([0., 0., 0., 0.], grad_fn=<CopySlices>), True)
    # PyTorch: (None, tensor([1., 2.]))


def data_of_the_base(torch: Any) -> Iterator[Any]:
    """When .data gave the base other memory, a change of its view is recorded in the base, whose values do not follow."""
    factor = torch.ones(2, requires_grad=True)
    base = torch.arange(10.0)
    view = base[1:3]
    base.data = torch.zeros(4)
    view.mul_(factor)
    yield view, base, base.sum().backward(), factor.grad
    # PyTorch: (tensor([1., 2.], grad_fn=<AsStridedBackward0>), tensor([0., 0., 0., 0.], grad_fn=<CopySlices>), None, tensor([1., 2.]))


def windows_beyond_the_base(torch: Any) -> Iterator[Any]:
    """as_strided windows that reach outside of their base can be changed in place, and fail in backward."""
    factor = torch.ones(2, requires_grad=True)
    base = torch.ones(10)[1:3].data
    view = base.as_strided((2,), (1,), 0)
    view.mul_(factor)
    yield base.grad_fn.name(), refused(base.sum().backward)
    base = torch.ones(10).resize_(3)
    view = base.as_strided((5,), (1,))
    view.mul_(torch.ones(5, requires_grad=True))
    yield refused(base.sum().backward)
    # PyTorch: ('torch::autograd::CopySlices', RuntimeError: Tensor: invalid storage offset -1)
    # PyTorch: RuntimeError: setStorage: sizes [5], strides [1], ...


def set_of_a_dual(torch: Any) -> Iterator[Any]:
    """Forward mode refuses set_ from a dual, and of a dual to nothing; with offset and size given the tangent is dropped."""
    forward_ad = torch.autograd.forward_ad
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.ones(4), torch.ones(4))
        yield refused(lambda: torch.zeros(2).set_(dual))
        yield refused(lambda: forward_ad.make_dual(torch.ones(4), torch.ones(4)).set_())
        yield forward_ad.unpack_dual(torch.zeros(2).set_(dual, 0, (2,))).tangent
    # PyTorch: NotImplementedError: Trying to use forward AD with set_ that ...
    # PyTorch: NotImplementedError: Trying to use forward AD with set_ that ...
    # PyTorch: None


def hooks_of_a_view_given_other_memory(torch: Any) -> Iterator[Any]:
    """After set_ under no_grad the view's own hook is silent; its retained gradient and the base's hook still work."""
    leaf, base, view = _views(torch)
    caught: list[str] = []
    view.register_hook(lambda g: caught.append("view"))
    base.register_hook(lambda g: caught.append("base"))
    view.retain_grad()
    with torch.no_grad():
        view.set_(torch.zeros(2))
    yield view.sum().backward(), caught, view.grad, leaf.grad
    # PyTorch: (None, ['base'], tensor([1., 1.]), tensor([2., 2., 0., 0.]))


def what_was_saved_of_the_view(torch: Any) -> Iterator[Any]:
    """A view that was saved and then given other memory is refused in backward by its version."""
    _, _, view = _views(torch)
    product = view * view
    with torch.no_grad():
        view.set_(torch.zeros(2))
    yield tried(lambda: product.sum().backward())
    # PyTorch: ('RuntimeError', 'one of the variables needed for ...')
