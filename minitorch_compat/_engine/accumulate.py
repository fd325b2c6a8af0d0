"""Adding a gradient to a leaf's `.grad`."""
from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from typing import Any

import numpy as np

from .._array.core.conjugate import Pending
from .._array.core.execution.blocks import through_float32
from .._array.core.execution.quiet import restore, silence
from .._array.core.row_order import note_layout
from .._array.core.user_warnings import warn
from .._array.pointwise.elementwise import add
from .._array.shape.strided import has_layout_of, is_dense, storage_of
from .._array.sparse.coo import Coo, Sparse
from .._dispatch.call.caller import TENSORS, wrap
from .._dispatch.call.kernel_errors import broadcast_message
from .._dispatch.graph.inplace import check_overlap, inplace
from .._dispatch.graph.versions import about_to_write, bump
from .._dispatch.levels.lifting import values_at
from .._dispatch.state import LOCAL, Classes
from .._dispatch.tensor import ANY_DTYPE, MAYBE, put_array
from .._ops.op import ENTRY
from .hooks import checked, replacement, run_pre_hooks, run_tensor_hooks, wrapped
from .ownership import LENT, OWN

_ndarray = np.ndarray
_half_add = through_float32(add)
_LAYOUTS = Classes.layouts

#: Two threads may run backward into one leaf; no update may be lost.
_ADDING = RLock()


def accumulate_plain(leaves: Any) -> list[Any]:
    """Set the gradients of leaves that have none yet and no metadata; return the entries of the other leaves."""
    others: list[Any] = []
    blank = Classes.blank
    _ADDING.acquire()  # `with` takes twice as long
    try:
        for entry in leaves:
            leaf, g, _, held = entry
            try:
                first = leaf._gradient is None
            except AttributeError:
                first = True
            if not first or leaf._autograd_meta is not None or g.__class__ is not _ndarray or leaf._requires_grad is not True:
                others.append(entry)
                continue
            if held == OWN and g.base is None and g.strides == leaf._array.strides and g.flags.c_contiguous:
                leaf._gradient = t = blank()  # `wrap` inlined
                t._array = g
                t._dtype = leaf._dtype
                t._grad_fn = None
                t._requires_grad = False
                t._counter = None
                t._view = None
                t._autograd_meta = None
            else:
                leaf._gradient = _kept(leaf, g, held)
    finally:
        _ADDING.release()
    return others


def adder() -> Callable[..., None]:
    """The function that accumulates gradients: the profiled one if an observer is active."""
    if LOCAL.observer is None:
        return accumulate
    from .observed import accumulate_profiled

    return accumulate_profiled


def accumulate(leaf: Any, g: Any, space: Any, create_graph: bool, held: int) -> None:
    """Add `g` (None for no gradient) to `leaf.grad`: in place if there is one, else keep the array if it is owned, or a copy.

    `held` is the ownership state of `g`, see `ownership`.
    """
    meta = leaf._autograd_meta
    if leaf._requires_grad is MAYBE:
        return  # a view taken under no_grad: it gets no gradient, and no hook is called
    if meta is not None and (meta.hooks or meta.node_hooks):
        held = LENT
        g = run_tensor_hooks(leaf, g, space)
        if meta.node_hooks is not None:
            g = run_pre_hooks(meta.node_hooks, g, space)
    if leaf._requires_grad is not True:
        return  # requires_grad was turned off after the forward
    if g is not None:
        if meta is not None and meta.grad_dtype is not None and meta.grad_dtype is not ANY_DTYPE:
            came, g = g, space.fit(g, g.shape, meta.grad_dtype)
            if came is not g:
                held = OWN
        with _ADDING:
            grad = leaf._grad
            if grad is None:
                leaf._gradient = _first(leaf, g, space, held)
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
                    about_to_write(grad)
                unlike = grad._array.strides != leaf._array.strides
                if unlike or not grad._array.flags.forc:  # the leaf itself may be expanded
                    check_overlap(grad._array, ())
                _add_to(grad._array, space_array(g))
                bump(grad)
                if unlike and not _WARNED and LOCAL.grad_layout:
                    _warn_of_layout(grad, leaf)
    if meta is not None and (meta.post_hooks or meta.node_hooks):
        _after(leaf, meta, g, space)


_WARNED: list[bool] = []


def _warn_of_layout(grad: Any, leaf: Any) -> None:
    """Warn once per process, as PyTorch does, that a gradient's strides differ from its leaf's."""
    a, b = grad._array, leaf._array
    if b.__class__ is not _ndarray or a.shape != b.shape or not b.size:
        return
    shape, steps, own = list(b.shape), [s // a.itemsize for s in a.strides], [s // b.itemsize for s in b.strides]
    if all(s == t for s, t, n in zip(steps, own, shape, strict=True) if n != 1) if is_dense(b) else a.flags.c_contiguous:
        return
    _WARNED.append(True)
    warn("grad and param do not obey the gradient layout contract. This is not an error, but may impair performance.\n"
         f"grad.sizes() = {shape}, strides() = {steps}\nparam.sizes() = {shape}, strides() = {own}")


def _add_to(total: Any, g: Any) -> None:
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
        put_array(grad, grad._array + g)
        bump(grad)
    else:
        leaf._gradient = wrap(g + grad._array)


def _after(leaf: Any, meta: Any, g: Any, space: Any) -> None:
    value = leaf
    for hook in list((meta.post_hooks or {}).values()):
        result = hook(value)
        if result is not None:
            value = checked(hook, result, value)
    if value is not leaf:
        raise RuntimeError("Tensor post accumulate grad hooks should return None.")
    if meta.node_hooks is not None:
        for hook in list(meta.node_hooks.hooks.post.values()):
            answer = hook((), tuple(wrapped((g,), space)))
            if answer is not None:
                replacement(hook, answer, ())


def space_array(g: Any) -> Any:
    """The ndarray behind a cotangent of either space."""
    if g.__class__ is Pending:
        return g.read()
    return g if g.__class__ is _ndarray or isinstance(g, (np.generic, Sparse)) else values_at(g._array)


def _first(leaf: Any, g: Any, space: Any, held: int) -> Any:
    if space.differentiable:
        return _first_recorded(leaf, g)
    if g.__class__ is not _ndarray:
        if g.__class__ is Pending and held != OWN:
            g = _like(g.read(), leaf._array)
        if g.__class__ is Coo and held == OWN and len(g.values) > 1:
            g = Coo(g.values, g.indices, g.shape)  # PyTorch also drops the coalesced flag when it does not copy
        return wrap(g)
    return _kept(leaf, g, held)


def _kept(leaf: Any, g: Any, held: int) -> Any:
    """`g` itself if it is owned and has the leaf's layout, else a copy in that layout."""
    keeps = held == OWN and (g.base is None or g.flags.writeable)
    if leaf._array.__class__ in _LAYOUTS:
        return wrap(_like(g, leaf._array))
    fits = _has_memory(g) and has_layout_of(g, leaf._array)
    if held == OWN and not fits and not LOCAL.grad_layout:
        kept = g if keeps else np.copy(g, order="K")
    else:
        kept = g if keeps and fits else _like(g, leaf._array)
    note_layout(kept)
    return wrap(kept)


def _has_memory(g: Any) -> bool:
    """Whether `g` is not an expanded number, which PyTorch copies even if it has one element or none."""
    return 0 not in g.strides if g.size else any(g.strides) or not storage_of(g).size


def _first_recorded(leaf: Any, g: Any) -> Any:
    """A differentiable copy in the layout of the leaf."""
    if g._array.__class__ is not _ndarray:
        return g.clone() if g._array.__class__ in _LAYOUTS else TENSORS.clone(g, None)
    if g._grad_fn is None:
        return wrap(_like(g._array, leaf._array))
    out = TENSORS.copy(wrap(g._array), g)
    # The op's result is a view of its source, and gradients are later added to in place.
    put_array(out, _like(g._array, leaf._array))
    return out


def _like(g: Any, array: Any) -> Any:
    """A copy of `g` with the strides of `array`, if that is dense."""
    if array.__class__ in _LAYOUTS:
        return np.array(g, order="C")
    if array.__class__ is Pending:
        array = array.raw  # only its layout matters
    if g.shape != array.shape:
        return _of_former_shape(g, array)
    out = np.empty_like(array, dtype=g.dtype, subok=False, order="K" if is_dense(array) else "C")
    np.copyto(out, g)
    note_layout(out)
    return out


def _of_former_shape(g: Any, array: Any) -> Any:
    """A gradient of the shape that the leaf had before its data were replaced; kept if its strides are those of a part of the leaf."""
    if all(n == 1 or s == t for n, s, t in zip(g.shape, g.strides, array.strides, strict=False)) and g.ndim <= array.ndim:
        return np.array(g, order="K")
    try:
        return np.array(np.broadcast_to(g, array.shape))
    except ValueError:
        raise RuntimeError(broadcast_message([array.shape, g.shape])) from None
