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
from ..._dispatch.call.caller import lazy_call, resolve_calls, wrap
from ..._dispatch.call.torch_function import dispatch_override, handles_overrides
from ..._dispatch.dtype import of
from ..._dispatch.graph.inplace import PARTIAL_OVERLAP, CopySlices, check_memory, check_overlap, inplace
from ..._dispatch.graph.node import OpNode
from ..._dispatch.graph.recording import guard_indices, pack_index
from ..._dispatch.graph.versions import bump_version
from ..._dispatch.graph.views import refresh
from ..._dispatch.levels.lifting import Lifted, resolve_levels, tensor_values
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY, PLAIN
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._dispatch.wrapping import view_of
from ..._ops.op import ENTRY
from ..override.overridable import resolve
from .indexing_batched import getitem_batched, has_batched, setitem_batched

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_select, _slice, _unsqueeze, _index, _alias, _view, _expand = (
    lazy_call(n) for n in ("select", "slice", "unsqueeze", "index", "alias", "view", "expand"))
resolve_calls(globals())


_NUMBERS = (int, float, complex, np.integer)
_PLAIN_NUMBERS = frozenset({int, float})
#: The parts of an index that are no arrays.
_NON_ARRAY_ITEMS = frozenset({int, slice, type(None), type(...)})


def unwrap_index(index: Any) -> Any:
    """The index with arrays in place of tensors."""
    kind = index.__class__
    if kind is int or kind is slice:
        return index
    if kind in PLAIN and index._array.__class__ is np.ndarray:
        return index._array
    if isinstance(index, TensorBase):
        if kind not in PLAIN:
            dispatch_override((index,))
        if is_meta_tensor(index):
            raise Unresolved
        return index._array if index._array.__class__ is np.ndarray else tensor_values(index)
    if kind is tuple:
        for item in index:
            if item.__class__ not in _NON_ARRAY_ITEMS:
                return tuple([unwrap_index(i) for i in index])
        return index
    if kind is list:
        return [unwrap_index(i) for i in index]
    if kind is np.ndarray and index.dtype.kind not in "biu":
        of(index.dtype)  # raises for dtypes that torch does not have
        return index.astype(np.int64)
    if kind not in ORDINARY:
        dispatch_override((index,))
    return index


class IndexMethods:
    """`__getitem__` and `__setitem__`; `Tensor` inherits them."""

    __slots__ = ()

    @handles_overrides
    def __getitem__(self: Any, key: Any) -> Tensor:
        try:
            a = self._array
            if key.__class__ is slice and key.step is None and self.__class__ in PLAIN and not ACTIVE:
                requires_grad = self._requires_grad
                if not requires_grad or not (requires_grad is True or self._view._requires_grad):  # nothing to record, nothing to refresh
                    try:
                        part = a[key]
                        return view_of(self, part if part.size else slice_(a, 0, key.start, key.stop, 1))
                    except (TypeError, IndexError):
                        pass  # bounds that are no ints, or no dimension: refused below
                elif LOCAL.grad and a.ndim and _BOUND_CLASSES.issuperset((key.start.__class__, key.stop.__class__)):
                    return _slice(self, 0, key.start, key.stop, 1)
            if key.__class__ is not int:
                if key is None and self.__class__ in PLAIN and not ACTIVE:
                    return _unsqueeze(self, 0)
                if ACTIVE and has_batched(key):
                    return getitem_batched(self, key)
                given, key = key, unwrap_index(key)
            plan = normalize(key, a.shape)
            if plan.__class__ is tuple:
                requires_grad = self._requires_grad
                if requires_grad and self._view is not None and LOCAL.grad:  # else even a view that has lost its history may be sliced
                    requires_grad = refresh(self)
                if self.__class__ in PLAIN and not ACTIVE and not (requires_grad and LOCAL.grad):
                    part = a[plan] if key.__class__ is int or None not in plan else take_with_new_dims(a, plan)
                    if part.size:
                        return view_of(self, part)
                if key.__class__ is slice:
                    return _slice_first_dim(self, key)
                return _apply_basic_index(self, tuple(key) if isinstance(key, (tuple, list)) else (key,))
            assert isinstance(plan, Advanced)
            if plan.basic is not None and LOCAL.grad and self._requires_grad and self.requires_grad:  # views first, as nodes of their own
                part = _apply_basic_index(self, tuple(plan.basic))
                return save_index(_index(part, Advanced(None, plan.index, plan.axis, plan.masks)), given)
            return save_index(_index(self, plan), given) if self._requires_grad else _index(self, plan)
        except Unresolved:
            return _getitem_unresolved(self, key)
        except Exception as error:
            return resolve(error)

    def __delitem__(self: Any, key: Any) -> None:
        raise TypeError("Tensor does not support deleting items")

    @handles_overrides
    def __setitem__(self: Any, key: Any, value: Any) -> None:
        try:
            if ACTIVE and has_batched(key):
                setitem_batched(self, key, value)
                return
            a = self._array
            plan = normalize(unwrap_index(key), a.shape)
            if plan.__class__ is tuple and not ACTIVE and _is_plain_write(self, a, value):
                try:
                    a[plan] = value if value.__class__ in _PLAIN_NUMBERS else value._array
                except ValueError:
                    pass  # a shape that does not fit: refused below
                else:
                    bump_version(self)
                    return
            _assign(self, key, value, plan)
        except Unresolved:
            from ..._dispatch.layouts.meta import any_meta

            if any_meta((self, key)):
                if any_meta((key,)) and is_unrecorded_meta(self, value):
                    bump_version(self)
                    return
                key = replace_meta_indices(self, key)
            plan = normalize(unwrap_index(key), self._array.shape)
            _assign_recorded(self, key, plan, value if isinstance(value, TensorBase) else wrap(to_assigned_value(value, self._array.dtype)))
        except Exception as error:
            if value.__class__ is complex and self._array.dtype.itemsize == 2 and str(error).startswith("value cannot be converted"):
                error = RuntimeError("value cannot be converted to type double without overflow")
            resolve(_drop_ones_from_message(error))


def _assign(x: Any, key: Any, value: Any, plan: Any) -> None:
    """`x[key] = value` in any case but a plain write."""
    tensor = isinstance(value, TensorBase)
    if value.__class__ not in ORDINARY:
        dispatch_override((value,))
    if not tensor and not isinstance(value, _NUMBERS):
        raise TypeError(f"can't assign a {value_type_name(value)} to a {x.type()}")
    if value.__class__ is int and not -(1 << 63) <= value < 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    if ACTIVE and LOCAL.observer is not None and not tensor:
        LOCAL.observer.record_creation("lift_fresh", wrap(to_assigned_value(value, x._array.dtype)))
    if key.__class__ is bool:  # all elements, as under a new first dimension, or none
        if key:
            x[None] = value
        elif not tensor:
            to_assigned_value(value, x._array.dtype)  # the number must be in range, although it is not written
        return
    if plan.__class__ is Advanced and (key.__class__ not in PLAIN or key._array.dtype.kind == "u") and (
            not tensor or value._array.size == 1):
        refuse_byte_mask(key)
    if tensor and value._array.size == 1 and key.__class__ in PLAIN and key._array.dtype.kind == "b" and (
            value._array.__class__ is np.ndarray):
        to_scalar_array(value._array.item(), x._array.dtype)  # the number must be in range
    filled = plan.__class__ is Advanced and plan.masks and (not tensor or value._array.size == 1)  # `masked_fill_` in PyTorch
    if plan.__class__ is Advanced and not filled and x._array.__class__ is np.ndarray:
        refuse_overlapping_indices(x._array if plan.basic is None else x._array[tuple(plan.basic)], key)
    if tensor and value._array.__class__ is not np.ndarray or ACTIVE or x._autograd_meta is not None or LOCAL.grad and (
            x._requires_grad or tensor and value.requires_grad):
        _assign_recorded(x, key, plan, value if tensor else wrap(to_assigned_value(value, x._array.dtype)))
        return
    _put_unrecorded(x, plan, value, filled)


def _put_unrecorded(x: Any, plan: Any, value: Any, filled: bool) -> None:
    """Write into memory that has no history, if that does not overlap what is read; `filled` as by `masked_fill_`."""
    tensor = isinstance(value, TensorBase)
    if plan.__class__ is Advanced:
        require_kernel("masked_fill" if filled and x._array.ndim else "index_put", x._array.dtype)
        check_memory(ENTRY.index_put_plan, x._array, (None if filled else value,))
    elif tensor and value._array.base is not None and np.may_share_memory(x._array, value._array):
        part = x._array[plan]
        if part.shape == value._array.shape and not _is_same_view(part, value._array):  # an expanded value has gaps
            check_overlap(part, (value,))
    elif 0 in x._array.strides:
        part = x._array[plan]
        if not (tensor and is_same_window(part, value._array)):
            check_overlap(part, ())
    put(x._array, plan, value._array if tensor else value)
    bump_version(x)


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
    source = value._array
    return source.__class__ is np.ndarray and source.dtype is a.dtype and not np.may_share_memory(a, source)


def _drop_ones_from_message(error: Exception) -> Exception:
    """The error for a wrong shape as in PyTorch's assignment, which drops leading ones first; `index_put_` does not."""
    text = str(error)
    if not text.startswith("shape mismatch: value tensor of shape [1, "):
        return error
    return RuntimeError(re.sub(r"(?<=value tensor of shape \[)(?:1, )+", "", text))


def _is_same_view(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    """Whether two arrays of one shape are the same view of the same memory; strides of dimensions of size 1 are ignored."""
    return a.dtype is b.dtype and address(a) == address(b) and all(
        n == 1 or s == t for n, s, t in zip(a.shape, a.strides, b.strides, strict=True))


def _getitem_unresolved(x: Any, key: Any) -> Any:
    """`x[key]` of a tensor without a plain array, as a chain of views of the same memory."""
    from ..._dispatch.layouts.meta import any_meta

    if any_meta((x, key)):
        key = replace_meta_indices(x, key)
    elif not isinstance(x._array, Unreadable):
        return resolve_levels(x)[key]
    key = unwrap_index(key)
    plan = normalize(key, x._array.shape)
    return _index(x, plan) if isinstance(plan, Advanced) else _apply_basic_index(x, key if isinstance(key, tuple) else (key,))


def save_index(t: Any, index: Any) -> Any:
    """Save the index in the node of `t`, the result (or target) of an indexing, if it has one."""
    node = t._grad_fn if t._view is None or t._base is None else t._base._grad_fn
    inner = node.inner if node.__class__ is CopySlices else node
    if inner.__class__ is OpNode and inner.op.saves_index:
        tensors = [i for i in (index if isinstance(index, (tuple, list)) else (index,)) if isinstance(i, TensorBase)]
        if LOCAL.saved_hooks:
            pack_index(inner, tensors)
        else:
            guard_indices(inner, tensors)
        if inner is not node:
            node.versions = inner.versions
    return t


def replace_meta_indices(x: Any, key: Any) -> Any:
    """Replace meta tensors in an index by integers in range, which suffice for shapes."""
    if isinstance(key, (tuple, list)):
        return type(key)(replace_meta_indices(x, k) for k in key)
    if not is_meta_tensor(key):
        return key
    from ..._dispatch.layouts.meta import device_mismatch, needs_values_error

    if x._array.__class__ is not MetaArray:
        raise device_mismatch(key, x)
    if key._array.dtype.kind == "b" or key._array.dtype == np.uint8:
        raise needs_values_error("nonzero")
    return wrap(key._array.raw)


def refuse_overlapping_indices(a: np.ndarray[Any, Any], key: Any) -> None:
    """Refuse to write into `a` by indices or a mask that share its memory, since the write would change them."""
    for index in key if isinstance(key, (tuple, list)) else (key,):
        if isinstance(index, TensorBase) and index._array.__class__ is np.ndarray and index._array.ndim and (
                np.may_share_memory(a, index._array) and is_dense(a) and is_dense(index._array)):
            raise RuntimeError(PARTIAL_OVERLAP)


def refuse_byte_mask(key: Any) -> None:
    """Refuse a uint8 mask with a single value: PyTorch calls `masked_fill_` for it, which accepts only bool masks."""
    chosen = [k for k in (key if isinstance(key, (tuple, list)) else (key,)) if isinstance(k, TensorBase) and k._array.ndim]
    if len(chosen) == 1 and chosen[0]._array.dtype == np.uint8:
        raise RuntimeError("masked_fill_ only supports boolean masks, but got mask with dtype unsigned char")


def is_unrecorded_meta(x: Any, value: Any) -> bool:
    """Whether `x` is a meta tensor and nothing is recorded: PyTorch checks no shapes then."""
    return x._array.__class__ is MetaArray and not (LOCAL.grad and (x.requires_grad or getattr(value, "requires_grad", False)))


def _assign_recorded(x: Any, index: Any, plan: Any, value: Any) -> None:
    """Recorded assignment: into a view, or as an `index_put`."""
    if isinstance(plan, Advanced):
        if is_meta_tensor(value) and x._array.__class__ is np.ndarray:
            from ..._dispatch.layouts.meta import device_mismatch

            raise device_mismatch(value, x)
        if is_unrecorded_meta(x, value):
            bump_version(x)
            return
        value = _drop_leading_ones(value)
        if value._array.dtype is not x._array.dtype and not (plan.masks and value._array.size == 1):  # a single number is cast for a mask
            # Raises PyTorch's error.
            put(np.broadcast_to(np.zeros((), x._array.dtype), x._array.shape), plan, np.zeros(value._array.shape, value._array.dtype))
        if plan.masks and value._array.size == 1 and value._array.__class__ is np.ndarray and not value.requires_grad:
            # Read before anything is written: it may be in the same memory.
            value = wrap(value._array.copy()) if value._autograd_meta is None else value.clone()
        if plan.basic is not None:  # views first, as nodes of their own
            x, plan = _apply_basic_index(x, tuple(plan.basic), x), Advanced(None, plan.index, plan.axis, plan.masks)
        save_index(inplace(ENTRY.index_put_plan, x, value, plan, False), index)
        return
    view = _apply_basic_index(x, tuple(index) if isinstance(index, (tuple, list)) else (index,), x)
    if not value._array.shape and view._array.shape and not value._array.dtype.kind == "c" != view._array.dtype.kind:
        view.fill_(value) if isinstance(value._array, Lifted) else inplace(ENTRY.fill_tensor, view, value)
        return
    if value._array.shape != view._array.shape and not isinstance(value._array, Lifted) and not isinstance(view._array, Lifted):
        check_assignable(value._array, view._array)  # raises the errors of assignments
        if value._array.ndim:
            value = _drop_leading_ones(value)
            value = value if value._array.shape == view._array.shape else _expand(value, view._array.shape)
    view.copy_(value)


def _drop_leading_ones(value: Any) -> Any:
    """The value without leading dimensions of size 1, which assignments ignore."""
    shape = value._array.shape
    if not shape or shape[0] != 1:
        return value
    leading_ones = next((i for i, n in enumerate(shape) if n != 1), len(shape))
    return _view(value, shape[leading_ones:]) if value._array.__class__ is np.ndarray else value.squeeze(tuple(range(leading_ones)))


_BOUND_CLASSES = frozenset({int, type(None)})


def _slice_ends(item: slice) -> tuple[int | None, ...]:
    """Start, stop and step of a slice."""
    ends = item.start, item.stop, item.step
    if _BOUND_CLASSES.issuperset(map(type, ends)):
        return ends
    if any(v is not None and not hasattr(v, "__index__") for v in ends):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    return tuple(None if v is None else as_index(v) for v in ends)


def _slice_first_dim(x: Any, item: slice) -> Any:
    """`x[start:stop]`, recorded even if it covers the whole dimension."""
    start, stop, step = _slice_ends(item)
    return _slice(x, 0, start, stop, 1 if step is None else step)


def _apply_basic_index(x: Any, index: tuple[Any, ...], full_view: Any = None) -> Any:
    """A basic index as a chain of views; returns `full_view` (by default an alias of `x`) if it covers everything."""
    dim, out = 0, x
    for item in index:
        if item.__class__ is slice:
            out = _slice_dim(out, dim, item)
            dim += 1
        elif item is None:
            out = _unsqueeze(out, dim)
            dim += 1
        elif item is Ellipsis:
            dim += x._array.ndim - sum([i is not None and i is not Ellipsis for i in index])
        else:
            out = _select(out, dim, int(item))
    return out if out is not x else _alias(x) if full_view is None else full_view


def _slice_dim(x: Any, dim: int, item: slice) -> Any:
    start, stop, step = _slice_ends(item)
    if start in (None, 0) and step in (None, 1) and (stop is None or stop >= x._array.shape[dim]):
        return x
    return _slice(x, dim, start, stop, 1 if step is None else step)
