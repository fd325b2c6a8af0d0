"""Adding a gradient to a leaf's `.grad`."""
from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.execution.blocks import through_float32
from ..._array.core.execution.quiet import restore, silence
from ..._array.core.row_order import note_layout
from ..._array.core.user_warnings import warn
from ..._array.pointwise.elementwise import add
from ..._array.shape.strided import has_layout_of, is_dense, storage_of
from ..._array.sparse.coo import Coo, Sparse
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.call.kernel_errors import broadcast_message
from ..._dispatch.graph.inplace import check_overlap, inplace
from ..._dispatch.graph.versions import bump_version, prepare_write
from ..._dispatch.levels.lifting import array_values
from ..._dispatch.state import LOCAL, Classes
from ..._dispatch.tensor import ANY_DTYPE, MAYBE, set_array
from ..._ops.op import ENTRY
from ..hooks import check_hook_result, check_replacement, run_pre_hooks, run_tensor_hooks, to_tensors
from .ownership import LENT, OWN

_ndarray = np.ndarray
_half_add = through_float32(add)
_LAYOUTS = Classes.layouts

#: Two threads may run backward into one leaf; no update may be lost.
_ACCUMULATION_LOCK = RLock()


def accumulate_plain(leaves: Any) -> list[Any]:
    """Set the gradients of leaves that have none yet and no metadata; return the entries of the other leaves."""
    others: list[Any] = []
    blank = Classes.blank
    _ACCUMULATION_LOCK.acquire()  # `with` takes twice as long
    try:
        for entry in leaves:
            leaf, g, _, ownership = entry
            try:
                first = leaf._gradient is None
            except AttributeError:
                first = True
            if not first or leaf._autograd_meta is not None or g.__class__ is not _ndarray or leaf._requires_grad is not True:
                others.append(entry)
                continue
            if ownership == OWN and g.base is None and g.strides == leaf._array.strides and g.flags.c_contiguous:
                leaf._gradient = t = blank()  # `wrap` inlined
                t._array = g
                t._dtype = leaf._dtype
                t._grad_fn = None
                t._requires_grad = False
                t._counter = None
                t._view = None
                t._autograd_meta = None
            else:
                leaf._gradient = _keep_or_copy(leaf, g, ownership)
    finally:
        _ACCUMULATION_LOCK.release()
    return others


def accumulate_function() -> Callable[..., None]:
    """The function that accumulates gradients: the profiled one if an observer is active."""
    if LOCAL.observer is None:
        return accumulate
    from ..profiled import accumulate_profiled

    return accumulate_profiled


def accumulate(leaf: Any, g: Any, space: Any, create_graph: bool, ownership: int) -> None:
    """Add `g` (None for no gradient) to `leaf.grad`: in place if there is one, else keep the array if it is owned, or a copy.

    `ownership` is the ownership state of `g`, see `ownership`.
    """
    meta = leaf._autograd_meta
    if leaf._requires_grad is MAYBE:
        return  # a view taken under no_grad: it gets no gradient, and no hook is called
    if meta is not None and (meta.hooks or meta.node_hooks):
        ownership = LENT
        g = run_tensor_hooks(leaf, g, space)
        if meta.node_hooks is not None:
            g = run_pre_hooks(meta.node_hooks, g, space)
    if leaf._requires_grad is not True:
        return  # requires_grad was turned off after the forward
    if g is not None:
        if meta is not None and meta.grad_dtype is not None and meta.grad_dtype is not ANY_DTYPE:
            original, g = g, space.fit(g, g.shape, meta.grad_dtype)
            if original is not g:
                ownership = OWN
        with _ACCUMULATION_LOCK:
            grad = leaf._grad
            if grad is None:
                leaf._gradient = _first_gradient(leaf, g, space, ownership)
            elif create_graph:
                leaf._gradient = grad + g
            elif grad._array.__class__ in _LAYOUTS:
                _add_to_sparse(leaf, grad, space_array(g))
            elif space.differentiable and (grad._autograd_meta is not None or g._autograd_meta is not None):
                inplace(ENTRY.add, grad, g)  # either may be a dual tensor
            elif grad._array.__class__ is Pending:
                inplace(ENTRY.add, grad, wrap(space_array(g)))
            else:
                if grad._autograd_meta is not None:
                    prepare_write(grad)
                has_other_strides = grad._array.strides != leaf._array.strides
                if has_other_strides or not grad._array.flags.forc:  # the leaf itself may be expanded
                    check_overlap(grad._array, ())
                _add_in_place(grad._array, space_array(g))
                bump_version(grad)
                if has_other_strides and not _LAYOUT_WARNED and LOCAL.grad_layout:
                    _warn_about_layout(grad, leaf)
    if meta is not None and (meta.post_hooks or meta.node_hooks):
        _run_post_accumulate_hooks(leaf, meta, g, space)


_LAYOUT_WARNED: list[bool] = []


def _warn_about_layout(grad: Any, leaf: Any) -> None:
    """Warn once per process, as PyTorch does, that a gradient's strides differ from its leaf's."""
    a, b = grad._array, leaf._array
    if b.__class__ is not _ndarray or a.shape != b.shape or not b.size:
        return
    shape, strides, leaf_strides = list(b.shape), [s // a.itemsize for s in a.strides], [s // b.itemsize for s in b.strides]
    if all(s == t for s, t, n in zip(strides, leaf_strides, shape, strict=True) if n != 1) if is_dense(b) else a.flags.c_contiguous:
        return
    _LAYOUT_WARNED.append(True)
    warn("grad and param do not obey the gradient layout contract. This is not an error, but may impair performance.\n"
         f"grad.sizes() = {shape}, strides() = {strides}\nparam.sizes() = {shape}, strides() = {leaf_strides}")


def _add_in_place(total: Any, g: Any) -> None:
    token = silence()  # a floating-point warning turned into an error would be raised after the write
    try:
        if total.dtype.itemsize == 2 and g.dtype == total.dtype:
            total[...] = _half_add(total, g)
        else:
            np.add(total, g, out=total, casting="unsafe")
    except ValueError:  # `leaf.data` was set to another shape
        raise RuntimeError(broadcast_message([total.shape, g.shape])) from None
    finally:
        restore(token)


def _add_to_sparse(leaf: Any, grad: Any, g: Any) -> None:
    """Add to a sparse gradient: the same tensor is kept as long as `g` is sparse, too."""
    if g.__class__ is grad._array.__class__:
        set_array(grad, grad._array + g)
        bump_version(grad)
    else:
        leaf._gradient = wrap(g + grad._array)


def _run_post_accumulate_hooks(leaf: Any, meta: Any, g: Any, space: Any) -> None:
    value = leaf
    for hook in list((meta.post_hooks or {}).values()):
        result = hook(value)
        if result is not None:
            value = check_hook_result(hook, result, value)
    if value is not leaf:
        raise RuntimeError("Tensor post accumulate grad hooks should return None.")
    if meta.node_hooks is not None:
        for hook in list(meta.node_hooks.hooks.post.values()):
            replaced = hook((), tuple(to_tensors((g,), space)))
            if replaced is not None:
                check_replacement(hook, replaced, ())


def space_array(g: Any) -> Any:
    """The ndarray behind a cotangent of either space."""
    if g.__class__ is Pending:
        return g.read()
    return g if g.__class__ is _ndarray or isinstance(g, (np.generic, Sparse)) else array_values(g._array)


def _first_gradient(leaf: Any, g: Any, space: Any, ownership: int) -> Any:
    if space.differentiable:
        return _first_recorded_gradient(leaf, g)
    if g.__class__ is not _ndarray:
        if g.__class__ is Pending and ownership != OWN:
            g = _copy_in_layout_of(g.read(), leaf._array)
        if g.__class__ is Coo and ownership == OWN and len(g.values) > 1:
            g = Coo(g.values, g.indices, g.shape)  # PyTorch also drops the coalesced flag when it does not copy
        return wrap(g)
    return _keep_or_copy(leaf, g, ownership)


def _keep_or_copy(leaf: Any, g: Any, ownership: int) -> Any:
    """`g` itself if it is owned and has the leaf's layout, else a copy in that layout."""
    can_keep = ownership == OWN and (g.base is None or g.flags.writeable)
    if leaf._array.__class__ in _LAYOUTS:
        return wrap(_copy_in_layout_of(g, leaf._array))
    has_layout = _has_memory(g) and has_layout_of(g, leaf._array)
    if ownership == OWN and not has_layout and not LOCAL.grad_layout:
        result = g if can_keep else np.copy(g, order="K")
    else:
        result = g if can_keep and has_layout else _copy_in_layout_of(g, leaf._array)
    note_layout(result)
    return wrap(result)


def _has_memory(g: Any) -> bool:
    """Whether `g` is not an expanded number, which PyTorch copies even if it has one element or none."""
    return 0 not in g.strides if g.size else any(g.strides) or not storage_of(g).size


def _first_recorded_gradient(leaf: Any, g: Any) -> Any:
    """A differentiable copy in the layout of the leaf."""
    if g._array.__class__ is not _ndarray:
        return g.clone() if g._array.__class__ in _LAYOUTS else TENSORS.clone(g, None)
    if g._grad_fn is None:
        return wrap(_copy_in_layout_of(g._array, leaf._array))
    out = TENSORS.copy(wrap(g._array), g)
    # The op's result is a view of its source, and gradients are later added to in place.
    set_array(out, _copy_in_layout_of(g._array, leaf._array))
    return out


def _copy_in_layout_of(g: Any, array: Any) -> Any:
    """A copy of `g` with the strides of `array`, if that is dense."""
    if array.__class__ in _LAYOUTS:
        return np.array(g, order="C")
    if array.__class__ is Pending:
        array = array.raw  # only its layout matters
    if g.shape != array.shape:
        return _copy_in_former_shape(g, array)
    out = np.empty_like(array, dtype=g.dtype, subok=False, order="K" if is_dense(array) else "C")
    np.copyto(out, g)
    note_layout(out)
    return out


def _copy_in_former_shape(g: Any, array: Any) -> Any:
    """A gradient of the shape that the leaf had before its data were replaced; kept if its strides are those of a part of the leaf."""
    if all(n == 1 or s == t for n, s, t in zip(g.shape, g.strides, array.strides, strict=False)) and g.ndim <= array.ndim:
        return np.array(g, order="K")
    try:
        return np.array(np.broadcast_to(g, array.shape))
    except ValueError:
        raise RuntimeError(broadcast_message([array.shape, g.shape])) from None
