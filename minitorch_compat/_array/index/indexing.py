"""Indexing with PyTorch's rules.

`normalize` turns an index into a plan. A basic plan is a tuple for which numpy returns a view; `Advanced` is a basic part, which
selects and reshapes first, and index arrays for dimensions of the result. Ints belong to the basic part, so unlike in numpy they do
not affect where the dimensions of index arrays are placed. Tensors in an index are passed as arrays.
"""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.conjugate import require_values
from ..core.deferred import Family
from ..core.dtypes import HALF_TYPES, bool_, check_64_bits, float32, float64, int64, scalar_name, tensor_type, write_values
from ..core.execution.block_sizes import block_size
from ..core.execution.quiet import quiet
from ..core.meta import MetaArray
from ..core.numbers import NUMBERS32, cache_number32
from ..core.user_warnings import warn_imaginary_part_discarded
from ..exchange.parsing import parse
from ..shape.strided import copy_dense, empty_strided, is_same_window, iteration_strides
from ..shape.views import unsqueeze

Array = np.ndarray[Any, np.dtype[Any]]
ALL = slice(None)
_FLAT_MIN_SIZE = 256  # below this many elements the plain np.add.at is faster than computing flat positions
_INT_TYPES = {int}


class Advanced:
    """Index arrays and masks for dimensions of `x[basic]` (None: of `x` itself).

    `index` is numpy's tuple; `axis` the dimension of a single integer array, else -1; `masks` is true if all are masks, so that no
    element is selected twice.
    """

    __slots__ = ("axis", "basic", "index", "masks")

    def __init__(self, basic: tuple[Any, ...] | None, index: tuple[Any, ...], axis: int, masks: bool) -> None:
        self.basic = basic
        self.index = index
        self.axis = axis
        self.masks = masks

    def view(self, x: Array) -> Array:
        """The part of `x` that the index arrays apply to."""
        return x if self.basic is None else x[self.basic]


Plan = tuple[Any, ...] | Advanced
_index_plans: Any = Family(f"{__package__}.index_plans")


def normalize(index: Any, shape: tuple[int, ...]) -> Plan:
    """The plan of `x[index]` for an `x` of this shape.

    Bounds of ints are checked here, those of arrays when they are used. The trailing Ellipsis of basic plans makes numpy return single
    elements as arrays.
    """
    kind = index.__class__
    if kind is int:
        if shape and -shape[0] <= index < shape[0]:
            return (index, ...)
        raise int_index_error(index, 0, shape)
    if kind is slice:
        if shape and _is_plain_step(index.step):
            return (index, ...)
    elif kind is tuple:
        is_advanced = index and index[0].__class__ is np.ndarray
        plan = (not is_advanced and (_plan_ints_and_slices(index, shape) or _plan_basic_items(index, shape))) or (
            _plan_index_arrays(index, shape))
        if plan is not None:
            return plan
    elif kind is np.ndarray and index.dtype is int64 and index.ndim and shape:
        return Advanced(None, (index,), 0, False)
    elif kind is np.ndarray and index.dtype is bool_ and index.ndim and index.shape == shape[:index.ndim]:
        return Advanced(None, (index,), -1, True)
    elif index is None:
        return (None, ...)
    elif kind is list and shape and set(map(type, index)) == _INT_TYPES and max(index) < 1 << 63 > -min(index):
        return Advanced(None, (np.array(index, int64),), 0, False)
    return _index_plans.make_plan(index, shape)


def _plan_ints_and_slices(index: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...] | None:
    """A plan for ints and plain slices only; None for anything else."""
    if len(index) > len(shape):
        return None
    for item, n in zip(index, shape):
        kind = item.__class__
        if kind is int:
            if not -n <= item < n:
                return None
        elif kind is not slice or item.step is not None:
            return None
    return (*index, ...)


def _plan_basic_items(index: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...] | None:
    """A plan for ints, slices, None and one Ellipsis; None for anything else, and for invalid indices."""
    plan: list[Any] = []
    dim, ndim, seen_ellipsis = 0, len(shape), False
    for position, item in enumerate(index):
        kind = item.__class__
        if item is ...:
            end = ndim - sum([other is not None for other in index[position + 1:]])
            if seen_ellipsis or end < dim:
                return None
            plan += (ALL,) * (end - dim)
            dim, seen_ellipsis = end, True
            continue
        if kind is int or kind is slice:
            if dim == ndim or (not -shape[dim] <= item < shape[dim] if kind is int else not _is_plain_step(item.step)):
                return None
            dim += 1
        elif item is not None:
            return None
        plan.append(item)
    return (*plan, ...)


def _is_plain_step(step: Any) -> bool:
    return step is None or step.__class__ is int and 0 < step < 1 << 63


def _plan_index_arrays(index: tuple[Any, ...], shape: tuple[int, ...]) -> Advanced | None:
    """A plan for int64 arrays and `:` only, as in `x[rows, columns]` and `x[:, columns]`; None for anything else."""
    if len(index) > len(shape):
        return None
    axis = -2
    for position, item in enumerate(index):
        if item.__class__ is np.ndarray and item.dtype is int64 and item.ndim:
            axis = position if axis == -2 else -1
        elif item.__class__ is not slice or item != ALL:
            return None
    return None if axis == -2 else Advanced(None, index, axis, False)


def int_index_error(item: int, position: int, shape: tuple[int, ...]) -> Exception:
    if not shape and not item:
        return IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in "
                          "C++ to convert a 0-dim tensor to a number")
    if not -2**63 <= item < 2**63:
        return ValueError("Overflow when unpacking long long")
    return IndexError(f"index {item} is out of bounds for dimension {position} with size {shape[0] if shape else 0}")


def take(x: Array, plan: Plan) -> Array:
    """`x[index]`: a view for a basic plan, else a copy. IndexError if an index array is out of bounds."""
    if isinstance(plan, tuple):
        return take_with_new_dims(x, plan) if None in plan else x[plan]
    view = plan.view(x)
    if not view.size and not plan.masks and _indexes_empty_dim(plan, view.shape):
        raise _index_array_error(plan, view.shape)
    try:
        if plan.axis >= 0 and view.flags.c_contiguous:
            return intp.take(view, plan.index[plan.axis], plan.axis)
        result = view[intp.index_to_intp(plan.index)]
    except IndexError:
        raise _index_array_error(plan, view.shape) from None
    if plan.masks or view.flags.c_contiguous or not result.size:
        return np.asarray(result, order="C")  # numpy's choice of layout varies
    return _copy_in_pytorch_layout(view, plan.index, result)


def _indexes_empty_dim(plan: Any, shape: tuple[int, ...]) -> bool:
    """Whether an index array selects from an empty dimension, which numpy does not check if the result is empty anyway."""
    return any(part.__class__ is not slice and part.size and not n for part, n in zip(plan.index, shape, strict=False))


def _copy_in_pytorch_layout(view: Array, index: tuple[Any, ...], result: Array) -> Array:
    """`result`, selected by arrays from a permuted `view`, in PyTorch's layout."""
    dims = [d for d, part in enumerate(index) if part.__class__ is not slice]
    arrays = np.broadcast_arrays(*(index[d] for d in dims))
    array_start = dims[0] if dims == list(range(dims[0], dims[-1] + 1)) else 0
    rest = [0 if d < len(index) and d in dims else view.strides[d] for d in range(view.ndim)]
    rest = [rest[d] for d in range(view.ndim) if d not in dims]
    index_ndim = arrays[0].ndim
    operands = [(*rest[:array_start], *(0,) * index_ndim, *rest[array_start:])]
    operands += [(*(0,) * array_start, *a.strides, *(0,) * (len(rest) - array_start)) for a in arrays]
    out = empty_strided(result.shape, iteration_strides(result.shape, operands), result.dtype)
    out[...] = result
    return out


def take_with_new_dims(x: Array, plan: tuple[Any, ...]) -> Array:
    """`x[plan]` for a plan with None: new dimensions get the strides of `unsqueeze`, where numpy's are 0."""
    plain = x.__class__ is np.ndarray and x.size and x.flags.c_contiguous and 1 not in x.shape
    if plain and (shape := _shape_with_new_dims(x.shape, plan)):
        return x.reshape(shape)
    view, dim = x, 0
    for part in plan:
        # Item by item, as in PyTorch: the stride of a new dimension depends on the next one before that is sliced.
        if part is None:
            view = unsqueeze(view, dim)
        elif part is not ... and part != ALL:
            view = view[(ALL,) * dim + (part, ...)]
        dim += part is None or part.__class__ is slice
    return view


def _shape_with_new_dims(shape: tuple[int, ...], plan: tuple[Any, ...]) -> tuple[int, ...] | None:
    """`shape` with a 1 at each None of a plan that selects everything; None for other plans."""
    sizes: list[int] = []
    dim = 0
    for part in plan:
        if part is None:
            sizes.append(1)
        elif part is ...:
            break
        elif part != ALL:
            return None
        else:
            sizes.append(shape[dim])
            dim += 1
    return (*sizes, *shape[dim:])


def _index_arrays_by_dim(index: tuple[Any, ...]) -> tuple[list[int], list[Array]]:
    """The dimensions indexed by arrays, and an integer array for each: masks become positions."""
    dims: list[int] = []
    arrays: list[Array] = []
    dim = 0
    for part in index:
        found = () if part.__class__ is slice else intp.nonzero(part) if part.dtype.kind == "b" else (part,)
        arrays += found
        dims += range(dim, dim + len(found))
        dim += len(found) or 1
    return dims, arrays


def _index_array_error(plan: Advanced, shape: tuple[int, ...]) -> IndexError:
    dims, arrays = _index_arrays_by_dim(plan.index)
    try:
        np.broadcast_shapes(*(a.shape for a in arrays))
    except ValueError:
        shapes = ", ".join(str(list(a.shape)) for a in arrays)
        return IndexError(f"shape mismatch: indexing tensors could not be broadcast together with shapes {shapes}")
    for i, (dim, array) in enumerate(zip(dims, arrays)):
        n = shape[dim]
        outside = array[(array < -n) | (array >= n)]
        if outside.size:
            return IndexError(f"index {outside[0]} is out of bounds for dimension {i} with size {n}" if n else
                              "index is out of bounds for dimension with size 0")
    raise AssertionError("the index arrays are in order")


def check_fit(value: Any, dtype: np.dtype[Any]) -> None:
    """Raise for a Python number that is out of the range of a dtype."""
    if value.__class__ in _PLAIN_NUMBERS and not -128 <= value < 128:
        to_scalar_array(value, dtype)


@quiet
def to_assigned_value(value: Any, dtype: np.dtype[Any]) -> Array:
    """A number as converted by an assignment: out of the range of half precision it becomes infinity."""
    if dtype in HALF_TYPES and value.__class__ in _PLAIN_NUMBERS:
        if value.__class__ is int:
            check_64_bits(value)
        return np.array(value, float64).astype(dtype)
    return to_scalar_array(value, dtype)


def to_fill_value(value: Any, dtype: np.dtype[Any], count: int) -> Array:
    """A number as converted by `fill_` and `full`: PyTorch assigns to a single element, and converts with a range check otherwise."""
    return to_assigned_value(value, dtype) if count == 1 else to_operand(value, dtype)


@quiet
def put(x: Array, plan: Plan, value: Any, accumulate: bool = False) -> None:
    """`x[index] = value` in-place, or `+=` with `accumulate`, where repeated indices accumulate.

    A basic plan casts `value` to x's dtype; index arrays require an array of x's dtype; numbers are always converted.
    RuntimeError for a value of another shape or dtype.
    """
    if not isinstance(value, np.ndarray):
        value = to_assigned_value(value, x.dtype)
    if isinstance(plan, tuple):
        target = x[plan]
        if not accumulate and is_same_window(target, value):
            return
        value = drop_leading_ones(value, target)
        if value.dtype.kind == "c" and target.dtype.kind in "fiu" and target.size:
            warn_imaginary_part_discarded()
        write_values(target, target + value if accumulate else value)
        return
    if plan.masks and value.size == 1:
        value = value.reshape(()).astype(x.dtype)
    if value.dtype != x.dtype:
        _check_shape(plan.view(x), plan, value)
        raise RuntimeError(f"Index put requires the source and destination dtypes match, got {scalar_name(x.dtype)} "
                           f"for the destination and {scalar_name(value.dtype)} for the source.")
    _put_at_arrays(plan.view(x), plan, value, accumulate)


def _put_at_arrays(view: Array, plan: Advanced, value: Array, accumulate: bool) -> None:
    original = value
    if accumulate and not value.size:
        _check_shape(view, plan, value)
    shape = value.shape
    while shape[:1] == (1,):
        shape = shape[1:]
    try:
        if not accumulate:
            view[intp.index_to_intp(plan.index)] = value
        else:
            accumulate_at(view, plan, value)
    except (ValueError, IndexError, TypeError):
        _check_shape(view, _in_bounds_plan(view, plan), value, original)  # a wrong shape is reported before indices out of bounds
        raise _shape_error(view, plan, original) from None


def _in_bounds_plan(view: Array, plan: Advanced) -> Advanced:
    """A plan that selects as many elements as `plan`, all within bounds; `plan` itself for an empty view."""
    if 0 in view.shape:
        return plan
    safe = (part if part.__class__ is slice or part.dtype.kind == "b" else np.zeros_like(part) for part in plan.index)
    return Advanced(None, tuple(safe), -1, plan.masks)


def _check_shape(view: Array, plan: Advanced, value: Array, original: Array | None = None) -> None:
    """Raise for a value that does not broadcast to the indexing result; `original` is the value with leading dimensions of size 1."""
    try:
        np.broadcast_to(value, take(view, Advanced(None, plan.index, -1, plan.masks)).shape)
    except ValueError:
        if 1 in value.shape[:1]:
            _check_shape(view, plan, value[0], value if original is None else original)
            return
        raise _shape_error(view, plan, value if original is None else original) from None


def check_value(view: Array, plan: Any, value: Array) -> None:
    """Raise for a value with more dimensions than the indexing result: only assignment drops leading dimensions of size 1."""
    if isinstance(plan, Advanced) and plan.axis >= 0 and value.ndim < view.ndim + plan.index[plan.axis].ndim and plan.basic is None:
        return  # a single integer array, with all other dimensions in full
    shape = (take(view, _in_bounds_plan(view, plan)) if isinstance(plan, Advanced) else view[plan]).shape
    if value.ndim > len(shape):
        raise RuntimeError(f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to indexing result of shape "
                           f"{list(shape)}")


def _shape_error(view: Array, plan: Advanced, value: Array) -> RuntimeError:
    shape = take(view, Advanced(None, plan.index, -1, plan.masks)).shape
    return RuntimeError(f"shape mismatch: value tensor of shape {list(value.shape)} cannot be broadcast to "
                        f"indexing result of shape {list(shape)}")


_C_TYPE_NAMES = {"float32": "float", "float64": "double", "float16": "c10::Half", "bfloat16": "c10::BFloat16", "bool": "bool",
                 "int32": "int"}


_PLAIN_NUMBERS = (float, int, bool)
_REAL_NUMBERS = frozenset({float, int})


def to_scalar_array(value: Any, dtype: np.dtype[Any]) -> Array:
    """A Python number as a 0-d array of `dtype`; RuntimeError if it is out of range. Integer dtypes truncate."""
    if value.__class__ is int:
        check_64_bits(value)
    if dtype.kind == "b":
        return np.asarray(value != 0)
    if dtype.kind == "f" and value.__class__ in _PLAIN_NUMBERS and -60000 < value < 60000 or (
            dtype.kind == "i" and value.__class__ is int and -128 <= value < 128):
        return np.array(value, dtype)
    if value.__class__ is complex and dtype.kind != "c" and value.imag == 0:
        value = value.real
    if dtype == np.uint64 and isinstance(value, float) and 0 <= value < 2.0**64:  # `parse` refuses all floats there, like torch.tensor
        value = int(value)
    try:
        if not (isinstance(value, complex) and dtype.kind != "c"):
            if dtype.kind == "u" and isinstance(value, int) and -(1 << 8 * dtype.itemsize) < value < 0:  # unsigned integers wrap around
                value += 1 << 8 * dtype.itemsize
            found = parse(value, dtype)
            if dtype.kind not in "fV" or math.isinf(value) or not math.isinf(found):
                return found
    except (RuntimeError, ValueError, OverflowError):
        pass
    name = _C_TYPE_NAMES.get(dtype.name, f"{dtype.name}_t")
    raise RuntimeError(f"value cannot be converted to type {name} without overflow")


def to_operand(value: Any, dtype: np.dtype[Any]) -> Array:
    """`to_scalar_array` for an array that is only read: those of float32 are cached."""
    if dtype is float32 and value.__class__ in _REAL_NUMBERS:
        found: Any = NUMBERS32.get(value)
        if found is None:
            found = cache_number32(value)
        if found.__class__ is np.ndarray:
            return found
    return to_scalar_array(value, dtype)


def drop_leading_ones(value: Array, target: Array) -> Array:
    """`value` without leading dimensions of size 1, which PyTorch ignores, checked against the shape of `target`."""
    check_assignable(value, target)
    while value.ndim and value.shape[0] == 1:
        value = value[0]
    return value


def check_assignable(value: Any, target: Any) -> None:
    """Raise unless `value`, without leading dimensions of size 1, can be expanded to `target`."""
    sizes, wanted = list(value.shape), list(target.shape)
    while sizes[:1] == [1]:
        del sizes[0]
    if len(sizes) > len(wanted):
        kind = f"Meta{scalar_name(value.dtype)}Type" if value.__class__ is MetaArray else tensor_type(value.dtype)
        raise RuntimeError(f"expand({kind}{{{sizes}}}, size={wanted}): the number of sizes provided ({len(wanted)}) must be "
                           f"greater or equal to the number of dimensions in the tensor ({len(sizes)})")
    for i in range(1, len(sizes) + 1):
        if sizes[-i] not in (1, wanted[-i]):
            raise RuntimeError(
                f"The expanded size of the tensor ({wanted[-i]}) must match the existing size "
                f"({sizes[-i]}) at non-singleton dimension {len(wanted) - i}.  Target sizes: {wanted}.  Tensor sizes: {sizes}")


def index_backward(g: Array, plan: Plan, shape: tuple[int, ...]) -> Array:
    """The cotangent of `x` (of this shape) from the cotangent `g` of `x[index]`."""
    require_values(g)
    out = np.zeros(shape, g.dtype)
    if isinstance(plan, tuple):
        out[plan] = g
    elif plan.masks:
        plan.view(out)[plan.index] = g
    else:
        accumulate_at(plan.view(out), plan, g)
    return out


def accumulate_at(view: Array, plan: Advanced, value: Array) -> None:
    """`view[index] += value`, accumulating repeated indices."""
    if not value.size:
        return
    if value.size < _FLAT_MIN_SIZE:
        np.add.at(view, intp.index_to_intp(plan.index), value)
        return
    axis = plan.axis
    if axis >= 0 and view.flags.c_contiguous and value.shape == view.shape[:axis] + plan.index[axis].shape + view.shape[axis + 1:]:
        _add_slices(view, axis, plan.index[axis].reshape(-1), value)
        return
    positions = _flat_positions(view.shape, plan.index)
    values = np.broadcast_to(value, positions.shape).reshape(-1)
    if view.flags.c_contiguous:
        add_at(view.reshape(-1), positions.reshape(-1), values)
    else:
        sums = np.zeros(view.size, view.dtype)
        add_at(sums, positions.reshape(-1), values)
        view += sums.reshape(view.shape)


_COMPLEX_PAIRS: dict[str, np.dtype[Any]] = {"f": np.dtype(np.complex64), "d": np.dtype(np.complex128)}


#: Positions that are computed at a time: each takes eight bytes.
_POSITIONS_BLOCK = block_size(__name__, "_POSITIONS_BLOCK", 1 << 16)


def _add_slices(view: Array, axis: int, index: Array, value: Array) -> None:
    """`view[index] += value` for whole slices of contiguous `view` along an axis."""
    outer, inner = math.prod(view.shape[:axis]), math.prod(view.shape[axis + 1:])
    index, count = wrap_negative(index, view.shape[axis]), len(index)
    pair = _COMPLEX_PAIRS.get(view.dtype.char)
    flat, values = view.reshape(-1), value.reshape(outer, count, inner)
    if pair is not None and inner % 2 == 0:
        # Adding complex numbers adds two adjacent elements at once: half the positions, a third less time. (A sum's gradient is expanded.)
        flat, values, inner = flat.view(pair), np.ascontiguousarray(values).view(pair), inner // 2
    index, inner_offsets = index * inner, intp.arange(inner)
    outer_block = max(1, _POSITIONS_BLOCK // (count * inner))
    rows = count if outer_block > 1 else max(1, _POSITIONS_BLOCK // inner)
    for i in range(0, outer, outer_block):
        starts = (intp.arange(min(outer_block, outer - i)) + i)[:, None, None] * (view.shape[axis] * inner)
        for j in range(0, count, rows):
            positions = starts + (index[j:j + rows, None] + inner_offsets)
            add_at(flat, positions.reshape(-1), values[i:i + outer_block, j:j + rows].reshape(-1))


def add_at(flat: Array, positions: Array, values: Array) -> None:
    """`flat[positions] += values`, accumulating repeats, with vectors only: the one case for which numpy has a fast loop."""
    np.add.at(flat, positions, values)


def _flat_positions(shape: tuple[int, ...], index: tuple[Any, ...]) -> Array:
    """Flat positions of the elements of `x[index]` in a contiguous array of this shape, in the shape of the result."""
    dims, arrays = _index_arrays_by_dim(index)
    strides = [math.prod(shape[d + 1:]) for d in range(len(shape))]
    joint = sum(wrap_negative(a, shape[d]) * strides[d] for d, a in zip(dims, arrays))
    rest = [d for d in range(len(shape)) if d not in dims]
    start = dims[0] if dims == list(range(dims[0], dims[-1] + 1)) else 0
    before, after = rest[:start], rest[start:]
    axes = [intp.arange(shape[d]) * strides[d] for d in rest]
    total = np.reshape(joint, np.shape(joint) + (1,) * len(after))
    for i, axis in enumerate(axes):
        trailing = len(rest) - 1 - i + (np.ndim(joint) if i < len(before) else 0)
        total = total + axis.reshape(axis.shape + (1,) * trailing)
    return total


def wrap_negative(index: Array, n: int) -> Array:
    """Indices with negative ones wrapped; IndexError for one out of bounds."""
    if not index.size:
        return index
    low, high = index.min(), index.max()
    if low < -n or high >= n:
        raise IndexError(f"index {high if high >= n else low} is out of bounds for dimension 0 with size {n}")
    return index if low >= 0 else np.where(index < 0, index + n, index)


def index_put(x: Array, value: Array, plan: Plan, accumulate: bool, *, into: Array | None = None) -> Array:
    """A copy of `x` after `put`; or `x` itself, if it is given as `into`, too, and shares no memory with an index of a fitting value."""
    if into is not None and (not isinstance(plan, Advanced) or plan.masks or value.dtype is not x.dtype or any(
            i.__class__ is np.ndarray and np.may_share_memory(x, i) for i in plan.index)):
        raise ValueError("to be written into a copy")
    out = copy_dense(x, x.dtype) if into is None else into
    put(out, plan, value, accumulate)
    return out


index_put.overwrites = True  # type: ignore[attr-defined]


def index_clear(x: Array, plan: Plan) -> Array:
    """A copy of `x` with zeros at the index."""
    out = np.array(x)
    put(out, plan, np.zeros((), x.dtype))
    return out


# --- positions along a dimension ----------------------------------------------------------------------------------------

def offsets(extent: tuple[int, ...], dim: int, shape: tuple[int, ...]) -> tuple[Array | None, Array]:
    """The step of `dim` in a contiguous array of this shape, or None for 1, and the offsets that the other dimensions add to positions.

    Both are arrays: numpy takes longer to convert a number than to add or multiply a few elements.
    """
    step, stride = 1, 1
    total: Any = 0
    for d in range(len(shape) - 1, -1, -1):
        if d == dim:
            step = stride
        elif extent[d] > 1:
            total = (intp.arange(extent[d]) * stride).reshape((-1,) + (1,) * (len(extent) - 1 - d)) + total
        stride *= shape[d]
    return None if step == 1 else np.array(step, np.int64), np.asarray(total)


SMALL_SIZE = block_size(__name__, "SMALL_SIZE", 1024)
cached_offsets = lru_cache(maxsize=256)(offsets)


def small_flat_positions(x: Array, dim: int, index: Array) -> Array | None:
    """Flat positions in `x` of a few indices along `dim`, if all are valid; None otherwise, for a full check."""
    if index.dtype is not int64 or dim.__class__ is not int:
        return None
    plan = small_index_plan(x.shape, dim, index.shape)
    if plan is None:
        return None
    count, step, rest = plan
    unsigned = index.view(np.uint64)  # negative ones become the largest
    if unsigned.item(intp.ndarray_argmax(unsigned)) >= count:
        return None
    return np.add(index if step is None else np.multiply(index, step), rest)


@lru_cache(maxsize=256)
def small_index_plan(shape: tuple[int, ...], dim: int, extent: tuple[int, ...]) -> tuple[int, Array | None, Array] | None:
    """The size of `dim`, its step or None for 1, and the offsets of the other dimensions, for few indices that fit the shape."""
    n = len(shape)
    if not (n == len(extent) > 0 and -n <= dim < n and 0 < math.prod(extent) <= SMALL_SIZE):
        return None
    dim %= n
    if any(m > shape[d] and d != dim for d, m in enumerate(extent)):
        return None
    step, rest = offsets(extent, dim, shape)
    # Row-major and of the full shape, like the index mostly is: for other operands numpy's addition takes three times as long.
    return shape[dim], step, np.array(np.broadcast_to(rest, extent), order="C")
