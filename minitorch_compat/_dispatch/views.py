"""Views: tensors that share memory with a base, and what that asks of autograd.

A view's history is a function of its base's.  When the base (or another view of it) is changed in place, the view's own node no
longer tells the truth; it is made anew, as a strided window on the base, when somebody next asks for it.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.strided import Geometry, geometry
from .._ops.op import OPS, Meta
from .lifting import representative
from .node import next_key, node_class
from .state import LOCAL
from .tensor import MAYBE, NO_GRAD, TensorBase
from .versions import counter_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


def mark_view(out: TensorBase, source: TensorBase) -> None:
    """Note that `out`'s array is a view of `source`'s."""
    counter = source._counter
    if counter is None:
        counter = source._counter = [0]
    out._counter = counter
    base = source._view
    out._view = source if base is None else base
    out._attr_version = counter[0]
    out._requires_grad = MAYBE


def mark_no_grad_view(out: TensorBase, source: TensorBase) -> None:
    """A view taken where nothing is recorded, of something that requires gradients: changing it in place is refused later."""
    if not LOCAL.grad:
        out._meta_for_writing().creation = NO_GRAD


def view_geometry(view: TensorBase) -> Geometry:
    """Shape, strides and offset of a view, in elements, relative to its base."""
    assert view._view is not None
    return geometry(representative(view.array), representative(view._view.array))


def refresh(view: TensorBase) -> bool:
    """Bring a view's autograd fields up to date with its base; answers whether it requires a gradient."""
    base: Any = view._view
    if base is None:
        return bool(view._requires_grad)
    version = counter_of(view)[0]
    if version != view._attr_version and base.requires_grad and view.array.dtype.kind in "fcV":
        hang_window(view, base)
        view._attr_version = version
    return view._requires_grad is True


def hang_window(view: TensorBase, base: TensorBase) -> None:
    """Give `view` a new `grad_fn`: the strided window on its base."""
    from .record import edge_of

    op = OPS["as_strided"]
    node = object.__new__(node_class(op))
    window = view_geometry(view)
    edge, slot = edge_of(base)
    node.key = next_key()
    node.edges, node.slots = (edge,), (slot,) if slot else None
    node.saved = (None, Meta(base.array.shape, base.array.dtype), window.shape, window.strides, window.offset)
    node.versions = ()
    node.hooks = node.metas = None
    node.shape, node.dtype = view.array.shape, view.array.dtype
    view._grad_fn, view._output_nr, view._requires_grad = node, 0, True


def same_memory(a: NDArray[Any], b: NDArray[Any]) -> bool:
    """Whether the kernel answered with a view of its argument."""
    return np.may_share_memory(a, b)
