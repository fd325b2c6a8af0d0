"""`x[...]` and `x[...] = value`.

Ints, slices, None and Ellipsis return views, recorded step by step as in PyTorch (select, slice, unsqueeze); tensors, masks
and lists go through the `index` op.
"""
from __future__ import annotations

import re
from operator import index as as_index
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.conjugate import Unreadable, Unresolved
from ..._array.core.dtypes import require_kernel
from ..._array.core.meta import MetaArray
from ..._array.exchange.type_names import value_type_name
from ..._array.index.indexing import Advanced, check_assignable, normalize, put, take_with_new_dims, to_assigned_value, to_scalar_array
from ..._array.shape.strided import address, is_dense, is_same_window
from ..._array.shape.views import slice_
from ..._dispatch.call.caller import later, resolve_calls, wrap
from ..._dispatch.call.torch_function import dispatch_override
from ..._dispatch.dtype import of
from ..._dispatch.graph.inplace import PARTLY, CopySlices, check_memory, check_overlap, inplace
from ..._dispatch.graph.node import OpNode
from ..._dispatch.graph.recording import keep_beside, pack_index
from ..._dispatch.graph.versions import bump
from ..._dispatch.graph.views import refresh
from ..._dispatch.levels.lifting import Lifted, values_of, without_levels
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY, PLAIN
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._dispatch.wrapping import view_of
from ..._ops.op import ENTRY
from ..override.overridable import resolve
from .indexing_batched import has_batched, put_batched, take_batched

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_select, _slice, _unsqueeze, _index, _alias, _view, _expand = (
    later(n) for n in ("select", "slice", "unsqueeze", "index", "alias", "view", "expand"))
resolve_calls(globals())


_NUMBERS = (int, float, complex, np.integer)
_COUNTED = frozenset({int, float})
#: The parts of an index that are no arrays.
_BARE = frozenset({int, slice, type(None), type(...)})


def bare(index: Any) -> Any:
    """The index with arrays in place of tensors."""
    kind = index.__class__
    if kind is int or kind is slice:
        return index
    if isinstance(index, TensorBase):
        if kind not in PLAIN:
            dispatch_override((index,))
        if is_meta_tensor(index):
            raise Unresolved
        return index._array if index._array.__class__ is np.ndarray else values_of(index)
    if kind is tuple:
        for item in index:
            if item.__class__ not in _BARE:
                return tuple([bare(i) for i in index])
        return index
    if kind is list:
        return [bare(i) for i in index]
    if kind is np.ndarray and index.dtype.kind not in "biu":
        of(index.dtype)  # raises for dtypes that torch does not have
        return index.astype(np.int64)
    if kind not in ORDINARY:
        dispatch_override((index,))
    return index


class IndexMethods:
    """`__getitem__` and `__setitem__`; `Tensor` inherits them."""

    __slots__ = ()

    def __getitem__(self: Any, key: Any) -> Tensor:
        try:
            a = self._array
            if key.__class__ is slice and key.step is None and self.__class__ in PLAIN and not ACTIVE:
                needed = self._requires_grad
                if not needed or not (needed is True or self._view._requires_grad):  # nothing to record, nothing to refresh
                    try:
                        part = a[key]
                        return view_of(self, part if part.size else slice_(a, 0, key.start, key.stop, 1))
                    except (TypeError, IndexError):
                        pass  # bounds that are no ints, or no dimension: refused below
                elif LOCAL.grad and a.ndim and _BOUNDS.issuperset((key.start.__class__, key.stop.__class__)):
                    return _slice(self, 0, key.start, key.stop, 1)
            if key.__class__ is not int:
                if key is None and self.__class__ in PLAIN and not ACTIVE:
                    return _unsqueeze(self, 0)
                if ACTIVE and has_batched(key):
                    return take_batched(self, key)
                given, key = key, bare(key)
            plan = normalize(key, a.shape)
            if plan.__class__ is tuple:
                needed = self._requires_grad
                if needed and self._view is not None and LOCAL.grad:  # else even a view that has lost its history may be sliced
                    needed = refresh(self)
                if self.__class__ in PLAIN and not ACTIVE and not (needed and LOCAL.grad):
                    part = a[plan] if key.__class__ is int or None not in plan else take_with_new_dims(a, plan)
                    if part.size:
                        return view_of(self, part)
                if key.__class__ is slice:
                    return _sliced_alone(self, key)
                return _step_by_step(self, tuple(key) if isinstance(key, (tuple, list)) else (key,))
            assert isinstance(plan, Advanced)
            if plan.basic is not None and LOCAL.grad and self._requires_grad and self.requires_grad:  # views first, as nodes of their own
                part = _step_by_step(self, tuple(plan.basic))
                return guarded(_index(part, Advanced(None, plan.index, plan.axis, plan.masks)), given)
            return guarded(_index(self, plan), given) if self._requires_grad else _index(self, plan)
        except Unresolved:
            return _unresolved_item(self, key)
        except Exception as error:
            return resolve(error)

    def __delitem__(self: Any, key: Any) -> None:
        raise TypeError("Tensor does not support deleting items")

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        try:
            if ACTIVE and has_batched(key):
                put_batched(self, key, value)
                return
            a = self._array
            plan = normalize(bare(key), a.shape)
            if plan.__class__ is tuple and not ACTIVE and _is_plain_write(self, a, value):
                try:
                    a[plan] = value if value.__class__ in _COUNTED else value._array
                except ValueError:
                    pass  # a shape that does not fit: refused below
                else:
                    bump(self)
                    return
            tensor = isinstance(value, TensorBase)
            if value.__class__ not in ORDINARY:
                dispatch_override((value,))
            if not tensor and not isinstance(value, _NUMBERS):
                raise TypeError(f"can't assign a {value_type_name(value)} to a {self.type()}")
            if value.__class__ is int and not -(1 << 63) <= value < 1 << 63:
                raise ValueError("Overflow when unpacking long long")
            if ACTIVE and LOCAL.observer is not None and not tensor:
                LOCAL.observer.made("lift_fresh", wrap(to_assigned_value(value, self._array.dtype)))
            if key.__class__ is bool:  # all elements, as under a new first dimension, or none
                if key:
                    self[None] = value
                elif not tensor:
                    to_assigned_value(value, self._array.dtype)  # the number must be in range, although it is not written
                return
            if plan.__class__ is Advanced and (key.__class__ not in PLAIN or key._array.dtype.kind == "u") and (
                    not tensor or value._array.size == 1):
                refuse_byte_mask(key)
            if tensor and value._array.size == 1 and key.__class__ in PLAIN and key._array.dtype.kind == "b" and (
                    value._array.__class__ is np.ndarray):
                to_scalar_array(value._array.item(), self._array.dtype)  # the number must be in range
            filled = plan.__class__ is Advanced and plan.masks and (not tensor or value._array.size == 1)  # `masked_fill_` in PyTorch
            if plan.__class__ is Advanced and not filled and self._array.__class__ is np.ndarray:
                refuse_own_indices(self._array if plan.basic is None else self._array[tuple(plan.basic)], key)
            if tensor and value._array.__class__ is not np.ndarray or ACTIVE or self._autograd_meta is not None or LOCAL.grad and (
                    self._requires_grad or tensor and value.requires_grad):
                _recorded(self, key, plan, value if tensor else wrap(to_assigned_value(value, self._array.dtype)))
                return
            if plan.__class__ is Advanced:
                require_kernel("masked_fill" if filled and self._array.ndim else "index_put", self._array.dtype)
                check_memory(ENTRY.index_put_plan, self._array, (None if filled else value,))
            elif tensor and value._array.base is not None and np.may_share_memory(self._array, value._array):
                part = self._array[plan]
                if part.shape == value._array.shape and not _shows_the_same(part, value._array):  # an expanded value has gaps
                    check_overlap(part, (value,))
            elif 0 in self._array.strides:
                part = self._array[plan]
                if not (tensor and is_same_window(part, value._array)):
                    check_overlap(part, ())
            put(self._array, plan, value._array if tensor else value)
            bump(self)
        except Unresolved:
            from ..._dispatch.layouts.meta import any_meta

            if any_meta((self, key)):
                if any_meta((key,)) and _is_unseen(self, value):
                    bump(self)
                    return
                key = _without_meta(self, key)
            plan = normalize(bare(key), self._array.shape)
            _recorded(self, key, plan, value if isinstance(value, TensorBase) else wrap(to_assigned_value(value, self._array.dtype)))
        except Exception as error:
            if value.__class__ is complex and self._array.dtype.itemsize == 2 and str(error).startswith("value cannot be converted"):
                error = RuntimeError("value cannot be converted to type double without overflow")
            resolve(_without_leading_ones(error))


def _is_plain_write(t: Any, a: Any, value: Any) -> bool:
    """Whether writing `value` to a part of `t` records nothing, needs no cast, and reads no memory that is written."""
    needed, view, kind = t._requires_grad, t._view, value.__class__
    if t._autograd_meta is not None or needed and LOCAL.grad and (needed is True or view._requires_grad) or (
            a.__class__ is not np.ndarray or 0 in a.strides):
        return False
    if kind is float:
        return a.dtype.char in "fd" and -3e38 < value < 3e38
    if kind is int:
        return a.dtype.char in "fdlqihbB" and 0 <= value < 128
    if kind not in PLAIN or LOCAL.grad and value._requires_grad:
        return False
    given = value._array
    return given.__class__ is np.ndarray and given.dtype is a.dtype and not np.may_share_memory(a, given)


def _without_leading_ones(error: Exception) -> Exception:
    """The error for a wrong shape as in PyTorch's assignment, which drops leading ones first; `index_put_` does not."""
    text = str(error)
    if not text.startswith("shape mismatch: value tensor of shape [1, "):
        return error
    return RuntimeError(re.sub(r"(?<=value tensor of shape \[)(?:1, )+", "", text))


def _shows_the_same(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    """Whether two arrays of one shape are the same view of the same memory; strides of dimensions of size 1 are ignored."""
    return a.dtype is b.dtype and address(a) == address(b) and all(
        n == 1 or s == t for n, s, t in zip(a.shape, a.strides, b.strides, strict=True))


def _unresolved_item(x: Any, key: Any) -> Any:
    """`x[key]` of a tensor without a plain array, as a chain of views of the same memory."""
    from ..._dispatch.layouts.meta import any_meta

    if any_meta((x, key)):
        key = _without_meta(x, key)
    elif not isinstance(x._array, Unreadable):
        return without_levels(x)[key]
    key = bare(key)
    plan = normalize(key, x._array.shape)
    return _index(x, plan) if isinstance(plan, Advanced) else _step_by_step(x, key if isinstance(key, tuple) else (key,))


def guarded(t: Any, index: Any) -> Any:
    """Save the index in the node of `t`, the result (or target) of an indexing, if it has one."""
    node = t._grad_fn if t._view is None or t._base is None else t._base._grad_fn
    inner = node.inner if node.__class__ is CopySlices else node
    if inner.__class__ is OpNode and inner.op.name in ("index", "index_put_plan"):
        tensors = [i for i in (index if isinstance(index, (tuple, list)) else (index,)) if isinstance(i, TensorBase)]
        if LOCAL.saved_hooks:
            pack_index(inner, tensors)
        else:
            keep_beside(inner, tensors)
        if inner is not node:
            node.versions = inner.versions
    return t


def _without_meta(x: Any, key: Any) -> Any:
    """Replace meta tensors in an index by integers in range, which suffice for shapes."""
    if isinstance(key, (tuple, list)):
        return type(key)(_without_meta(x, k) for k in key)
    if not is_meta_tensor(key):
        return key
    from ..._dispatch.layouts.meta import unavailable, wrong_place

    if x._array.__class__ is not MetaArray:
        raise wrong_place(key, x)
    if key._array.dtype.kind == "b" or key._array.dtype == np.uint8:
        raise unavailable("nonzero")
    return wrap(key._array.raw)


def refuse_own_indices(a: np.ndarray[Any, Any], key: Any) -> None:
    """Refuse to write into `a` by indices or a mask that share its memory, since the write would change them."""
    for index in key if isinstance(key, (tuple, list)) else (key,):
        if isinstance(index, TensorBase) and index._array.__class__ is np.ndarray and index._array.ndim and (
                np.may_share_memory(a, index._array) and is_dense(a) and is_dense(index._array)):
            raise RuntimeError(PARTLY)


def refuse_byte_mask(key: Any) -> None:
    """Refuse a uint8 mask with a single value: PyTorch calls `masked_fill_` for it, which accepts only bool masks."""
    chosen = [k for k in (key if isinstance(key, (tuple, list)) else (key,)) if isinstance(k, TensorBase) and k._array.ndim]
    if len(chosen) == 1 and chosen[0]._array.dtype == np.uint8:
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")


def _is_unseen(x: Any, value: Any) -> bool:
    """Whether `x` is a meta tensor and nothing is recorded: PyTorch checks no shapes then."""
    return x._array.__class__ is MetaArray and not (LOCAL.grad and (x.requires_grad or getattr(value, "requires_grad", False)))


def _recorded(x: Any, index: Any, plan: Any, value: Any) -> None:
    """Recorded assignment: into a view, or as an `index_put`."""
    if isinstance(plan, Advanced):
        if is_meta_tensor(value) and x._array.__class__ is np.ndarray:
            from ..._dispatch.layouts.meta import wrong_place

            raise wrong_place(value, x)
        if _is_unseen(x, value):
            bump(x)
            return
        value = _without_leading(value)
        if value._array.dtype is not x._array.dtype and not (plan.masks and value._array.size == 1):  # a single number is cast for a mask
            # Raises PyTorch's error.
            put(np.broadcast_to(np.zeros((), x._array.dtype), x._array.shape), plan, np.zeros(value._array.shape, value._array.dtype))
        if plan.masks and value._array.size == 1 and value._array.__class__ is np.ndarray and not value.requires_grad:
            # Read before anything is written: it may be in the same memory.
            value = wrap(value._array.copy()) if value._autograd_meta is None else value.clone()
        if plan.basic is not None:  # views first, as nodes of their own
            x, plan = _step_by_step(x, tuple(plan.basic), x), Advanced(None, plan.index, plan.axis, plan.masks)
        guarded(inplace(ENTRY.index_put_plan, x, value, plan, False), index)
        return
    view = _step_by_step(x, tuple(index) if isinstance(index, (tuple, list)) else (index,), x)
    if not value._array.shape and view._array.shape and not value._array.dtype.kind == "c" != view._array.dtype.kind:
        view.fill_(value) if isinstance(value._array, Lifted) else inplace(ENTRY.fill_tensor, view, value)
        return
    if value._array.shape != view._array.shape and not isinstance(value._array, Lifted) and not isinstance(view._array, Lifted):
        check_assignable(value._array, view._array)  # raises the errors of assignments
        if value._array.ndim:
            value = _without_leading(value)
            value = value if value._array.shape == view._array.shape else _expand(value, view._array.shape)
    view.copy_(value)


def _without_leading(value: Any) -> Any:
    """The value without leading dimensions of size 1, which assignments ignore."""
    shape = value._array.shape
    if not shape or shape[0] != 1:
        return value
    lead = next((i for i, n in enumerate(shape) if n != 1), len(shape))
    return _view(value, shape[lead:]) if value._array.__class__ is np.ndarray else value.squeeze(tuple(range(lead)))


_BOUNDS = frozenset({int, type(None)})


def _ends(item: slice) -> tuple[int | None, ...]:
    """Start, stop and step of a slice."""
    ends = item.start, item.stop, item.step
    if _BOUNDS.issuperset(map(type, ends)):
        return ends
    if any(v is not None and not hasattr(v, "__index__") for v in ends):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return tuple(None if v is None else as_index(v) for v in ends)


def _sliced_alone(x: Any, item: slice) -> Any:
    """`x[start:stop]`, recorded even if it covers the whole dimension."""
    start, stop, step = _ends(item)
    return _slice(x, 0, start, stop, 1 if step is None else step)


def _step_by_step(x: Any, index: tuple[Any, ...], whole: Any = None) -> Any:
    """A basic index as a chain of views; returns `whole` (by default an alias of `x`) if it covers everything."""
    dim, out = 0, x
    for item in index:
        if item.__class__ is slice:
            out = _sliced(out, dim, item)
            dim += 1
        elif item is None:
            out = _unsqueeze(out, dim)
            dim += 1
        elif item is Ellipsis:
            dim += x._array.ndim - sum([i is not None and i is not Ellipsis for i in index])
        else:
            out = _select(out, dim, int(item))
    return out if out is not x else _alias(x) if whole is None else whole


def _sliced(x: Any, dim: int, item: slice) -> Any:
    start, stop, step = _ends(item)
    if start in (None, 0) and step in (None, 1) and (stop is None or stop >= x._array.shape[dim]):
        return x
    return _slice(x, dim, start, stop, 1 if step is None else step)
