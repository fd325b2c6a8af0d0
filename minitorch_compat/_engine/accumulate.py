"""Adding a gradient to a leaf's `.grad`."""
from __future__ import annotations

from _thread import RLock
from collections.abc import Callable
from typing import Any

import numpy as np

from .._array.core.conjugate import Pending
from .._array.core.execution.blocks import in_single
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
_half_add = in_single(add)
_LAYOUTS = Classes.layouts

#: Two threads may run backward into one leaf: neither loses what it adds.
_ADDING = RLock()


def accumulate_plain(leaves: Any) -> list[Any]:
    """Give gradients to the leaves that have none yet and nothing unusual about them; answers with the entries of the others."""
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
                leaf._gradient = t = blank()  # `wrap`, written out
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
    """What adds a gradient to a leaf's: seen, where somebody listens."""
    if LOCAL.observer is None:
        return accumulate
    from .observed import accumulate_profiled

    return accumulate_profiled


def accumulate(leaf: Any, g: Any, space: Any, create_graph: bool, held: int) -> None:
    """Add `g` (None: nothing) to `leaf.grad`: keep the array if it is the leaf's own, add in place to a gradient that is there.

    `held` says who else knows the memory of `g`, see `ownership`.
    """
    meta = leaf._autograd_meta
    if leaf._requires_grad is MAYBE:
        return  # a view that was taken where nothing is recorded: no gradient comes there, and no hook sees one
    if meta is not None and (meta.hooks or meta.node_hooks):
        held = LENT
        g = run_tensor_hooks(leaf, g, space)
        if meta.node_hooks is not None:
            g = run_pre_hooks(meta.node_hooks, g, space)
    if leaf._requires_grad is not True:
        return  # turned off since
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
                inplace(ENTRY.add, grad, g)  # perhaps duals
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
    """Once per process, as PyTorch: a gradient is to be laid out as its leaf is."""
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
    token = silence()  # a warning made an error would come after the sum is written
    try:
        if total.dtype.itemsize == 2 and g.dtype == total.dtype:
            total[...] = _half_add(total, g)
        else:
            np.add(total, g, out=total, casting="unsafe")
    except ValueError:  # the leaf's data have been replaced since, by some of another shape
        raise RuntimeError(broadcast_message([total.shape, g.shape])) from None
    finally:
        restore(token)


def _add_to_sparse(leaf: Any, grad: Any, g: Any) -> None:
    """A sparse gradient stays the same tensor as long as what is added is sparse, too."""
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
            g = Coo(g.values, g.indices, g.shape)  # PyTorch, too, forgets that it is coalesced where it need not copy
        return wrap(g)
    return _kept(leaf, g, held)


def _kept(leaf: Any, g: Any, held: int) -> Any:
    """`g` itself as a gradient if it is the leaf's own and laid out as the leaf is, else a copy."""
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
    """Whether `g` is no repeated number: PyTorch copies those, be they repeated once (or not at all: numpy gives nothing no strides)."""
    return 0 not in g.strides if g.size else any(g.strides) or not storage_of(g).size


def _first_recorded(leaf: Any, g: Any) -> Any:
    """A copy that backward can go through, laid out as the leaf."""
    if g._array.__class__ is not _ndarray:
        return g.clone() if g._array.__class__ in _LAYOUTS else TENSORS.clone(g, None)
    if g._grad_fn is None:
        return wrap(_like(g._array, leaf._array))
    out = TENSORS.copy(wrap(g._array), g)
    # The op's result is a view of its source; a gradient is later added to in place.
    put_array(out, _like(g._array, leaf._array))
    return out


def _like(g: Any, array: Any) -> Any:
    """A copy of `g` laid out as `array` is, when that is dense."""
    if array.__class__ in _LAYOUTS:
        return np.array(g, order="C")
    if array.__class__ is Pending:
        array = array.raw  # its layout is all that is asked
    if g.shape != array.shape:
        return _of_former_shape(g, array)
    out = np.empty_like(array, dtype=g.dtype, subok=False, order="K" if is_dense(array) else "C")
    np.copyto(out, g)
    note_layout(out)
    return out


def _of_former_shape(g: Any, array: Any) -> Any:
    """A gradient of the shape that the leaf had before its data were replaced: kept if it lies in memory as a part of the leaf would."""
    if all(n == 1 or s == t for n, s, t in zip(g.shape, g.strides, array.strides, strict=False)) and g.ndim <= array.ndim:
        return np.array(g, order="K")
    try:
        return np.array(np.broadcast_to(g, array.shape))
    except ValueError:
        raise RuntimeError(broadcast_message([array.shape, g.shape])) from None
