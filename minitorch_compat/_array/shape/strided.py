"""Strided windows: as_strided, its adjoint, and the geometry of a view relative to its base. Units are elements, not bytes."""
from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.row_order import has_row_major_strides, note_layout
from ..core.undispatched import copyto

Array = np.ndarray[Any, np.dtype[Any]]


class Geometry(NamedTuple):
    """The position of a view in its base's memory, in elements from the base's first element."""

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    offset: int


class RealWindow(Geometry):
    """A real view of a complex base, in units of real numbers: a window on `view_as_real(base)`."""

    __slots__ = ()


class ComplexWindow(Geometry):
    """A complex view of a real base, as a window on the base's real numbers: the last dimension has the two parts of each number."""

    __slots__ = ()


def row_major(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides of a contiguous array, in elements; a size of 0 is treated as 1."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def address(array: Array) -> int:
    """The address of the array's first element, in bytes."""
    return int(array.__array_interface__["data"][0])


def geometry(view: Array, base: Array) -> Geometry:
    """Shape, strides and offset of `view` relative to `base`."""
    size = min(view.itemsize, base.itemsize)
    if (view.dtype.kind == "c") is not (base.dtype.kind == "c"):
        steps, offset = tuple(s // size for s in view.strides), (address(view) - address(base)) // size
        if view.dtype.kind == "c":
            return ComplexWindow((*view.shape, 2), (*steps, 1), offset)
        return RealWindow(view.shape, steps, offset)
    return Geometry(view.shape, tuple(s // size for s in view.strides), (address(view) - address(base)) // size)


def geometry_in_blocks(view: Array, own: Array, base: Array, whole: Array) -> Geometry:
    """`geometry` of a view in the block `own`, as if it were in the block `whole` of its base."""
    found = geometry(view, base)
    size = min(view.itemsize, base.itemsize)
    offset = (byte_offset(own, view) - byte_offset(whole, base)) // size
    return found._replace(offset=offset)


def storage_of(array: Array) -> Array:
    """The array that owns the memory of `array`."""
    block: Any = array
    while True:
        parent = block.base
        if parent is not None and not isinstance(parent, np.ndarray):
            parent = getattr(parent, "base", None)  # numpy puts a dummy object between a strided window and its source
        if not isinstance(parent, np.ndarray):
            return block
        block = parent


def byte_offset(block: Array, array: Array) -> int:
    """Byte offset of an array in its block, without reading addresses if it is the block: that takes as long as making a window."""
    return 0 if block is array and array.__class__ is np.ndarray else address(array) - address(block)


def copy_memory_and_window(array: Array, memo: dict[Any, Any]) -> Array:
    """The same window on a copy of the memory of `array`; windows on one block share one copy, which is kept in `memo`."""
    block = storage_of(array)
    if not block.flags.forc or not array.size:
        return array.copy("K")
    start = address(block)
    copied = memo.get(("memory", start))
    if copied is None:
        copied = memo["memory", start] = block.copy("K")
    memory = copied if copied.flags.c_contiguous else copied.T
    return np.ndarray(array.shape, array.dtype, memory, 0 if block is array else address(array) - start, array.strides)


def window(array: Array, size: tuple[int, ...], stride: tuple[int, ...], offset: int, layout: tuple[int, ...] | None = None) -> Array:
    """A view of the memory of `array`; `offset` counts from the array's own first element.

    With `layout` the window is for memory where the array has those strides: an array with other strides is copied first.
    """
    item = array.itemsize
    if len(size) != len(stride):
        raise RuntimeError("mismatch in length of strides and shape")
    if size and min(size) < 0:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}")
    if stride and min(stride) < 0:
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    if layout is not None and 0 not in size and tuple([s // item for s in array.strides]) != layout and array.size:
        return _checked_window(_scatter_to_layout(array, layout, size, stride, offset), size, stride, offset)
    block = storage_of(array)
    start = byte_offset(block, array) + offset * item
    last = start + item
    for n, s in zip(size, stride):
        last += (n - 1) * s * item
    extent = _block_nbytes(block)
    if start < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {start // item}")
    if last > extent and 0 not in size:
        raise RuntimeError(
            f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {start // item}, and itemsize {item} "
            f"requiring a storage size of {last} are out of bounds for storage of size {extent}")
    steps = tuple([s * item for s in stride])
    if 0 in size:
        return np.lib.stride_tricks.as_strided(array, size, steps)
    if block.flags.forc:
        return np.ndarray(size, array.dtype, block if block.flags.c_contiguous else block.T, start, steps)
    if block.dtype != array.dtype:
        raise RuntimeError("as_strided: the storage has gaps, and elements of another type")
    flat = np.lib.stride_tricks.as_strided(block, (extent // item,), (item,))
    return np.lib.stride_tricks.as_strided(flat[start // item:], size, steps)


def _block_nbytes(block: Array) -> int:
    """Size of a block in bytes, from its first element to the end of its last."""
    if block.size == 0:
        return 0
    if block.flags.forc:
        return block.nbytes
    return int(sum((n - 1) * abs(s) for n, s in zip(block.shape, block.strides, strict=True)) + block.itemsize)


def empty_slice(array: Array, empty: Array, dim: int, start: int, step: int) -> Array:
    """`empty`, an empty slice of `array`, with the offset and strides of the slice: numpy's keep the offset of `array`."""
    block, item = storage_of(array), array.itemsize
    offset = address(array) - address(block) + min(start, array.shape[dim]) * array.strides[dim]
    steps = tuple(s * step if i == dim else s for i, s in enumerate(array.strides))
    as_strided = np.lib.stride_tricks.as_strided
    if offset < 0 or offset % item or block.dtype != array.dtype:
        return as_strided(empty, empty.shape, steps)
    # Nothing is accessed there, so the address may be past the end of the memory.
    return as_strided(as_strided(block, (offset // item + 1,), (item,))[offset // item:], empty.shape, steps)


def batched_strides(shape: tuple[int, ...], size: tuple[int, ...], strides: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of an array of `shape`, whose last dimensions are `size` with `strides`: examples follow each other in memory."""
    count = 0 if 0 in size else 1 + sum((n - 1) * s for n, s in zip(size, strides, strict=True))
    for n in reversed(shape[:len(shape) - len(size)]):
        strides = (count, *strides)
        count *= n
    return strides


def empty_strided(size: tuple[int, ...], stride: tuple[int, ...], dtype: Any) -> Array:
    """Uninitialised memory with these strides."""
    if 0 in size:
        nothing = np.empty(size, dtype)
        return np.lib.stride_tricks.as_strided(nothing, size, tuple(s * nothing.itemsize for s in stride))
    count = 1
    for n, s in zip(size, stride, strict=True):
        count += (n - 1) * s
    flat = np.empty(count, dtype)
    item = flat.itemsize
    found = strided_view(flat, size, tuple([s * item for s in stride]))
    note_layout(found)
    return found


def iteration_order(shape: tuple[int, ...], operands: list[tuple[int, ...]]) -> list[int]:
    """The order of dimensions, innermost first, of a result that PyTorch iterates over together with operands of these strides.

    An insertion sort from the outermost. Two dimensions are compared by the first operand with nonzero strides along both; operands that
    are broadcast along one of them (stride 0) are skipped, and where no operand decides the next pair is compared.
    """
    order = list(range(len(shape) - 1, -1, -1))
    for i in range(1, len(order)):
        position = i
        for other in range(i - 1, -1, -1):
            comparison = _compare_dims(order[other], order[position], shape, operands)
            if comparison > 0:
                order[other], order[position] = order[position], order[other]
                position = other
            elif comparison < 0:
                break
    return order


def iteration_strides(shape: tuple[int, ...], operands: list[tuple[int, ...]]) -> tuple[int, ...]:
    """The strides, in elements, of a result in `iteration_order`."""
    strides, step = [0] * len(shape), 1
    for dim in iteration_order(shape, operands):
        strides[dim] = step
        step *= shape[dim]
    return tuple(strides)


@lru_cache(maxsize=256)
def _cached_iteration_strides(shape: tuple[int, ...],
                              operands: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]) -> tuple[tuple[int, ...], bool]:
    """The same for the shapes and strides of operands, and whether these strides are row-major."""
    wanted = iteration_strides(shape, [_broadcast_byte_strides(own, strides, shape) for own, strides in operands])
    return wanted, all(n == 1 or s == w for n, s, w in zip(shape, row_major(shape), wanted, strict=True))


def _compare_dims(inner: int, outer: int, shape: tuple[int, ...], operands: list[tuple[int, ...]]) -> int:
    for strides in operands:
        a, b = strides[inner], strides[outer]
        if not a or not b:
            continue
        if a != b:
            return 1 if a > b else -1
        if shape[inner] > shape[outer]:
            return 1
    return 0


def strided_view(a: Array, shape: Sequence[int], strides: Sequence[int]) -> Array:
    """A view that starts at the first element, in a fifth of the time of numpy's function; it has to be within the memory of `a`."""
    if a.flags.c_contiguous and a.size and a.dtype.kind in "fiubc" and a.__class__ is np.ndarray:
        return np.ndarray(shape, a.dtype, a, 0, strides)
    return np.lib.stride_tricks.as_strided(a, shape, strides)


def elements_to_end(a: Array) -> int:
    """The number of elements from the first of `a` to the end of its memory."""
    block = storage_of(a)
    return (block.nbytes - byte_offset(block, a)) // a.itemsize if block.flags.forc else a.size


def to_common_layout(result: Array, operands: list[Array], numbers: bool = False) -> Array:
    """The result of iterating over arrays together, in PyTorch's layout: a copy if its own layout differs."""
    shape, item = result.shape, result.itemsize
    if 1 in shape:
        layouts = tuple([(a.shape, a.strides, a.itemsize, a.flags.c_contiguous, a.flags.forc) for a in operands])
        return _with_strides(result, _strides_with_unit_dims(shape, layouts, numbers))
    wanted, in_order = _cached_iteration_strides(shape, tuple([(a.shape, a.strides) for a in operands]))
    if in_order and result.flags.c_contiguous:
        return result
    if all(n == 1 or s == w * item for n, s, w in zip(shape, result.strides, wanted, strict=True)):
        return result
    # Made like a window with these strides, so that the array owns its memory.
    out = np.empty_like(np.lib.stride_tricks.as_strided(result, shape, tuple(w * item for w in wanted)), subok=False)
    out[...] = result
    return out


#: Shape, strides and size of an element, and numpy's flags: row-major, and row-major or column-major.
_Layout = tuple[tuple[int, ...], tuple[int, ...], int, bool, bool]


@lru_cache(maxsize=256)
def _strides_with_unit_dims(shape: tuple[int, ...], operands: tuple[_Layout, ...], numbers: bool) -> tuple[int, ...]:
    """Strides, in elements, including those of dimensions of size 1: the operands' strides if they all agree.

    With `numbers` among the operands PyTorch does not compare strides.
    """
    if not numbers and all(own == shape for own, *_ in operands):
        if all(is_row_major for _, _, _, is_row_major, _ in operands):
            return row_major(shape)
        if len(shape) == 4 and all(_fill_images(shape, steps, item) for _, steps, item, _, _ in operands):
            return _channels_last_strides(shape, 1)
        strides = [tuple([s // item for s in steps]) for _, steps, item, _, _ in operands]
        _, steps, item, _, contiguous = operands[0]
        if strides.count(strides[0]) == len(strides) and (contiguous or _fill_memory(shape, steps, item)):
            return strides[0]
    return iteration_strides(shape, [_broadcast_byte_strides(own, steps, shape) for own, steps, *_ in operands])


def _fill_images(shape: tuple[int, ...], steps: tuple[int, ...], item: int) -> bool:
    """Whether elements fill memory with channels innermost, whatever the strides of dimensions of size 1: so does the result then."""
    for d in (1, 3, 2, 0):
        if shape[d] != 1:
            if steps[d] != item:
                return False
            item *= shape[d]
    return True


def _with_strides(result: Array, wanted: tuple[int, ...]) -> Array:
    """A dense array with these strides, in elements; a copy if strides differ in dimensions of other sizes than 1."""
    item = result.itemsize
    strides = tuple([s * item for s in wanted])
    if result.strides == strides:
        return result
    if all(n == 1 or s == w for n, s, w in zip(result.shape, result.strides, strides)):
        return np.lib.stride_tricks.as_strided(result, result.shape, strides)
    out = np.lib.stride_tricks.as_strided(np.empty(result.size, result.dtype), result.shape, strides)
    out[...] = result
    return out


def _keeps_unit_strides(a: Array) -> bool:
    """Whether copies keep the strides of dimensions of size 1: those of a dense array that differ from row-major ones."""
    return 1 in a.shape and a.size > 0 and not has_row_major_strides(a) and is_dense(a)


def has_decreasing_strides(a: Array, shape: tuple[int, ...]) -> bool:
    """Whether the strides of `a`, broadcast to `shape`, decrease: results of such arrays are row-major."""
    before = last = 0  # no dimension yet
    for n, m, step in zip(a.shape, shape[len(shape) - a.ndim:], a.strides):
        if not step or n == 1 != m:
            continue
        if before and (step > before or step == before and m > last):
            return False
        before, last = step, m
    return True


def _broadcast_byte_strides(own: tuple[int, ...], strides: tuple[int, ...], shape: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of an array broadcast to `shape`."""
    if own == shape:
        return strides
    lead = len(shape) - len(own)
    return (0,) * lead + tuple(0 if n == 1 != m else s for n, m, s in zip(own, shape[lead:], strides, strict=True))


def is_dense(a: Array) -> bool:
    """Whether the elements fill their memory without gaps or repeats, in any order of dimensions."""
    return a.flags.forc or _fill_memory(a.shape, a.strides, a.itemsize)


def _fill_memory(shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> bool:
    """`is_dense` for elements with these strides."""
    expected = itemsize
    for step, size in sorted((s, n) for s, n in zip(strides, shape, strict=True) if n > 1):
        if step != expected:
            return False
        expected *= size
    return True


_LARGE_SIZE = block_size(__name__, "_LARGE_SIZE", 1 << 13)  # elements: below, numpy's own conversion is as fast


def convert(a: Array, dtype: np.dtype[Any]) -> Array:
    """`a.astype(dtype)`; between float16 and float32, which numpy converts one by one, many at a time."""
    if a.size < _LARGE_SIZE or (dtype.char, a.dtype.char) not in _FAST_CONVERSIONS:
        return a.astype(dtype)
    from ..core.float16 import convert_float16

    return convert_float16(a, dtype)


def as_dtype(a: Array, dtype: np.dtype[Any]) -> Array:
    """`convert`, without a copy if the dtype is right."""
    return a if a.dtype is dtype or a.dtype == dtype else convert(a, dtype)


_FAST_CONVERSIONS = frozenset({("e", "f"), ("f", "e")})


def copy_dense(a: Array, dtype: np.dtype[Any]) -> Array:
    """A dense copy with the dimensions in their memory order, as from `astype`, except for expanded ones.

    numpy makes an expanded dimension (stride 0) the innermost, PyTorch leaves it in its place.
    """
    if 1 in a.shape and _keeps_unit_strides(a):
        out = empty_dense(a, dtype)
        copyto(out, a, casting="unsafe")
        return out
    if a.flags.forc or 0 not in a.strides:
        out = convert(a, dtype)
        if not out.flags.c_contiguous:
            note_layout(out)
        return out if out.size > 1 else with_zero_strides_like(out, a) if out.size else with_empty_strides_like(out, a)
    out = empty_dense(a, dtype)
    copyto(out, a, casting="unsafe")
    return out


def with_zero_strides_like(out: Array, a: Array) -> Array:
    """`out`, of at most one element, with strides of 0 if `a` has them: PyTorch's copies and views of such a tensor keep them."""
    if out.size > 1 or 0 not in a.strides or not out.ndim or not (a.size or not any(a.strides) and storage_of(a).size):
        return out
    return np.lib.stride_tricks.as_strided(out if out.size else np.empty(1, out.dtype), out.shape, (0,) * out.ndim)


def with_empty_strides_like(out: Array, a: Array) -> Array:
    """`out` with the strides of `a`, both empty: numpy gives results of empty arrays strides of 0."""
    if not any(a.strides):
        return with_zero_strides_like(out, a)
    return np.lib.stride_tricks.as_strided(out, out.shape, tuple(s // a.itemsize * out.itemsize for s in a.strides))


def empty_like_layout(a: Array, dtype: np.dtype[Any]) -> Array:
    """New memory with the layout of `a`, as in PyTorch's `*_like` functions: for a dense `a`, strides of dimensions of size 1 are kept."""
    out = empty_dense(a, dtype) if 1 in a.shape else np.empty_like(layout_template(a), dtype=dtype, subok=False)
    note_layout(out)
    return out


def layout_template(a: Array) -> Array:
    """The array to pass to numpy's `*_like` functions to get PyTorch's layout."""
    return empty_dense(a, a.dtype) if 0 in a.strides else a


def empty_dense(a: Array, dtype: np.dtype[Any]) -> Array:
    """Uninitialised dense memory with the dimensions in the memory order of `a`."""
    if 1 in a.shape and _keeps_unit_strides(a):
        out = _with_strides(np.empty(a.shape, dtype), tuple([s // a.itemsize for s in a.strides]))
        note_layout(out)
        return out
    if a.flags.c_contiguous:
        return np.empty(a.shape, dtype)
    order = memory_order(a)
    if order == sorted(order):
        return np.empty(a.shape, dtype)
    out = np.empty([a.shape[d] for d in order], dtype).transpose(sorted(range(a.ndim), key=order.__getitem__))
    note_layout(out)
    return out


def memory_order(a: Array) -> list[int]:
    """Dimensions from the outermost inwards; an expanded one compares with no other, so that others are exchanged across it."""
    shape, strides = a.shape, a.strides
    order = list(range(a.ndim - 1, -1, -1))  # from the innermost outwards
    for i in range(1, len(order)):
        for j in range(i - 1, -1, -1):
            inner, outer = order[j], order[i]
            steps = strides[inner], strides[outer]
            if 0 in steps:
                continue
            if steps[0] < steps[1]:
                break
            if steps[0] > steps[1] or shape[inner] > shape[outer]:
                order[j], order[i] = outer, inner
                i = j
    return order[::-1]


def dense_strides(shape: Sequence[int], order: list[int]) -> tuple[int, ...]:
    """Strides, in elements, of a dense array whose dimensions are in `order`, from the outermost inwards."""
    strides, step = [0] * len(shape), 1
    for d in reversed(order):
        strides[d] = step
        step *= shape[d]
    return tuple(strides)


def copy_with_memory(a: Array) -> Array:
    """The same window on a copy of the memory of `a`; for an expanded array, a dense copy."""
    if a.__class__ is np.ndarray and a.base is None and a.flags.c_contiguous and a.size and 1 not in a.shape:
        return a.copy()
    if any(s == 0 and n > 1 for s, n in zip(a.strides, a.shape, strict=True)):
        return np.asarray(copy_dense(a, a.dtype))
    return copy_memory_and_window(np.asarray(a), {})


def shares_memory(a: Array) -> bool:
    """Whether elements of the array may share memory."""
    return not is_dense(a) and overlaps(a.shape, tuple(s // a.itemsize for s in a.strides))


def window_numel(size: tuple[int, ...], stride: tuple[int, ...]) -> int:
    """The number of elements of memory that a window spans."""
    return 0 if 0 in size else sum((n - 1) * s for n, s in zip(size, stride, strict=True)) + 1


def _checked_window(flat: Array, size: tuple[int, ...], stride: tuple[int, ...], offset: int) -> Array:
    """A window on a vector, checked to be within it, so that no other memory can be accessed."""
    if 0 in size:
        return np.empty(size, flat.dtype)
    if offset < 0:
        raise RuntimeError(f"Tensor: invalid storage offset {offset}")
    end = offset + window_numel(size, stride)
    if end > flat.size:
        item = flat.itemsize
        raise RuntimeError(f"setStorage: sizes {list(size)}, strides {list(stride)}, storage offset {offset}, and itemsize {item} "
                           f"requiring a storage size of {end * item} are out of bounds for storage of size "
                           f"{flat.size * item}")
    return np.lib.stride_tricks.as_strided(flat[offset:], size, tuple(s * flat.itemsize for s in stride))


def _zeroed_memory(
    shape: tuple[int, ...], layout: tuple[int, ...], size: tuple[int, ...], stride: tuple[int, ...], offset: int, dtype: Any,
) -> Array:
    """Zeroed memory for an array with these strides and for the window, which may begin before the array."""
    return np.zeros(max(0, -offset) + max(window_numel(shape, layout), offset + window_numel(size, stride)), dtype)


def _scatter_to_layout(
    array: Array, layout: tuple[int, ...], size: tuple[int, ...], stride: tuple[int, ...], offset: int,
) -> Array:
    """Memory that holds `array` with other strides; elements that share an address are averaged, as in PyTorch."""
    flat = _zeroed_memory(array.shape, layout, size, stride, max(0, offset), array.dtype)
    if overlaps(array.shape, layout):
        positions = _checked_window(intp.arange(flat.size), array.shape, layout, 0).ravel()
        np.add.at(flat, positions, array.ravel())
        flat /= np.maximum(intp.bincount(positions, minlength=flat.size), 1).astype(flat.real.dtype)
    else:
        _checked_window(flat, array.shape, layout, 0)[...] = array
    return flat


def window_transpose(
    g: Array, shape: tuple[int, ...], size: tuple[int, ...], stride: tuple[int, ...], offset: int, layout: tuple[int, ...] | None = None,
) -> Array:
    """The adjoint of `window` on an array of `shape` and `layout`: accumulates `g` where windows overlap.

    If elements of the array itself share memory (as expanded ones do) each gets an equal part.
    """
    if 0 in size:
        return np.zeros(shape, g.dtype)
    layout = row_major(shape) if layout is None else layout
    flat = _zeroed_memory(shape, layout, size, stride, offset, g.dtype)
    before = max(0, -offset)
    if overlaps(size, stride):
        np.add.at(flat, _checked_window(intp.arange(flat.size), size, stride, before + offset).ravel(), g.ravel())
    else:
        _checked_window(flat, size, stride, before + offset)[...] = g
    if overlaps(shape, layout):
        positions = _checked_window(intp.arange(flat.size), shape, layout, before)
        flat /= np.maximum(intp.bincount(positions.ravel(), minlength=flat.size), 1).astype(flat.real.dtype)
        return flat[positions]
    return _checked_window(flat, shape, layout, before)


def window_scatter(
    base: Array, src: Array, size: tuple[int, ...], stride: tuple[int, ...], offset: int, layout: tuple[int, ...] | None = None,
) -> Array:
    """A copy of `base` with strides `layout` (default: row-major), in which the window is overwritten by `src`."""
    layout = row_major(base.shape) if layout is None else layout
    if not base.size:
        return np.array(base)
    flat = _zeroed_memory(base.shape, layout, (), (), 0, base.dtype)
    out = _checked_window(flat, base.shape, layout, 0)
    out[...] = base
    _checked_window(flat, size, stride, offset)[...] = src
    return out


def real_view_strides(layout: tuple[int, ...]) -> tuple[int, ...]:
    """The strides of `view_as_real(x)` for an `x` with strides `layout`."""
    return (*(2 * s for s in layout), 1)


def copy_with_window(base: Array, window: Geometry, layout: tuple[int, ...]) -> tuple[Array, Array]:
    """A copy of `base` with strides `layout`, and the window on it."""
    if window.__class__ is RealWindow:
        parts = np.empty((*base.shape, 2), base.real.dtype)
        parts[..., 0], parts[..., 1] = base.real, base.imag
        out, part = _copy_with_window(parts, *window, real_view_strides(layout))
        return out.view(base.dtype)[..., 0], part
    out, part = _copy_with_window(base, *window, layout)
    if window.__class__ is ComplexWindow:
        part = part.view(np.result_type(base.dtype, np.complex64))[..., 0]
    return out, part


def _copy_with_window(
    base: Array, size: tuple[int, ...], stride: tuple[int, ...], offset: int, layout: tuple[int, ...],
) -> tuple[Array, Array]:
    flat = np.zeros(window_numel(base.shape, layout), base.dtype)
    out = _checked_window(flat, base.shape, layout, 0)
    out[...] = base
    return out, _checked_window(flat, size, stride, offset)


def with_strides_like(a: Array, like: Array) -> Array:
    """`a` with the layout of `like` if that is dense; an array of one element gets any strides."""
    if like.size == 1:
        return np.lib.stride_tricks.as_strided(a, a.shape, like.strides)
    out = empty_dense(like, a.dtype)
    out[...] = a
    return out


def has_layout_of(a: Array, like: Array) -> bool:
    """Whether `a` has the layout of `like`, ignoring dimensions of size 1, as in PyTorch; row-major, if `like` is not dense."""
    if a.strides == like.strides or not a.size:
        return True
    if is_dense(like):
        own, other = a.itemsize, like.itemsize
        return a.ndim == like.ndim and all(
            n == 1 or s * other == t * own for n, s, t in zip(a.shape, a.strides, like.strides, strict=False))
    return bool(a.flags.c_contiguous)


def is_same_window(a: Array, b: Array) -> bool:
    """Whether two arrays are the same view of the same memory, so that copying one to the other does nothing."""
    if a is b:
        return True
    if not (a.__class__ is b.__class__ is np.ndarray and a.dtype is b.dtype):
        return False
    return a.shape == b.shape and a.strides == b.strides and np.may_share_memory(a, b) and address(a) == address(b)


def dense_layout(array: Array) -> tuple[int, ...]:
    """The array's own strides in elements, if it is dense; else those of a contiguous array."""
    own = tuple(s // array.itemsize for s in array.strides)
    return own if array.size and not overlaps(array.shape, own) and window_numel(array.shape, own) == array.size else row_major(array.shape)


def overlaps(size: tuple[int, ...], stride: tuple[int, ...]) -> bool:
    """Whether two indices of the window may address the same element."""
    end = 0
    for s, n in sorted((abs(s), n) for n, s in zip(size, stride, strict=True) if n > 1):
        if s <= end:
            return True
        end += s * (n - 1)
    return False


def has_channels_innermost(a: Array) -> bool:
    """Whether an image or volume, (N, C, spatial...), has the channels innermost in memory, ignoring strides of dimensions of size 1."""
    return a.ndim in (4, 5) and not a.flags.c_contiguous and a.transpose(0, *range(2, a.ndim), 1).flags.c_contiguous


def is_channels_last_like(a: Array) -> bool:
    """Whether strides increase from the channels over the spatial dimensions to the batch, with gaps or without."""
    strides = a.strides
    return strides[-1] >= strides[1] and _are_channels_last_like(a.shape, strides)  # most images are row-major


@lru_cache(maxsize=256)
def _are_channels_last_like(shape: tuple[int, ...], strides: tuple[int, ...]) -> bool:
    least = 0
    for d in (1, *range(len(shape) - 1, 1, -1), 0):
        size, step = shape[d], strides[d]
        if size == 0 or step == 0 or step < least or (d == 0 and least == strides[1]):
            return False
        least = step * size if size > 1 else step
    return True


def _channels_last_strides(shape: tuple[int, ...], step: int) -> tuple[int, ...]:
    """Strides in bytes of a channels-last array of this shape."""
    strides = [0] * len(shape)
    for d in (1, *range(len(shape) - 1, 1, -1), 0):
        strides[d] = step
        step *= max(shape[d], 1)
    return tuple(strides)


def channels_last(a: Array) -> Array:
    """`a`, or a copy of it, in channels-last layout."""
    out = np.ascontiguousarray(a.transpose(0, *range(2, a.ndim), 1)).transpose(0, a.ndim - 1, *range(1, a.ndim - 1))
    if 1 in out.shape[1:]:  # numpy's strides of dimensions of size 1 are arbitrary
        out = np.lib.stride_tricks.as_strided(out, out.shape, _channels_last_strides(out.shape, out.itemsize))
    note_layout(out)
    return out


def in_image_layout(out: Array, x: Array, volumes: bool = True) -> Array:
    """`out`, in channels-last layout if the image or volume `x` has it, as PyTorch's results mostly do."""
    return channels_last(out) if (volumes and x.ndim == 5 or x.ndim == 4) and is_channels_last_like(x) else out
