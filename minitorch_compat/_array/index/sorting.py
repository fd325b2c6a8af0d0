"""Kernels that order elements or find equal ones. NaN is greater than everything, as in PyTorch."""
from __future__ import annotations

import math
from typing import Any, Literal

import numpy as np

from ..core import intp
from ..core.axes import moveaxis, take_along_axis
from ..core.conjugate import require_values
from ..core.dtypes import CATEGORY, LIMITED_TYPES, int64, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import all_finite, count_nonzero, max_integer, widen_half
from ..core.execution.quiet import quiet
from ..core.stable_order import order_keys, stable_argsort
from ..shape.strided import with_strides_like
from ..shape.views import wrap_dim
from .indexing import SMALL_SIZE, small_index_plan
from .quickselect import quickselect_positions

Array = np.ndarray[Any, np.dtype[Any]]
#: In rows up to this length equal elements keep their order, whether the sort is stable or not;
STABLE_LENGTH = 16
#: so they do in an ascending sort of a single row of at least so many integers, which PyTorch radix-sorts.
RADIX_SORT_SIZE = block_size(__name__, "RADIX_SORT_SIZE", 32768)
#: Up to this total number of elements rows are faster sorted element by element.
SMALL_TOTAL = block_size(__name__, "SMALL_TOTAL", 1500)
#: The same for selecting the first elements, with the most rows for which it holds.
_SELECT_SMALL_TOTAL, _SELECT_MAX_ROWS = block_size(__name__, "_SELECT_SMALL_TOTAL", 30000), block_size(__name__, "_SELECT_MAX_ROWS", 40)
#: Elements from which on medians are searched by value.
_PARTITION_MIN_SIZE = block_size(__name__, "_PARTITION_MIN_SIZE", 4096)
#: Beyond so many distinct rows with ties, `topk` of few elements breaks ties arbitrarily: a heap per row would take too long.
MAX_TIED_ROWS = 256


def sort(x: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Array, Array]:
    """The values in order along `dim`, and their indices, as from `argsort`."""
    order = argsort(x, dim, descending, stable)
    values = _take_along(x, order, dim) if x.ndim else x.copy()
    return (values, order) if x.flags.c_contiguous else (with_strides_like(values, x), with_strides_like(order, x))


def sorted_values(x: Array, dim: int, row_major: bool = False) -> Array | None:
    """The values of `sort` without indices, in a tenth of the time; None where the order of zeros depends on the indices.

    Also None for an array that is not contiguous, unless the result may be `row_major`.
    """
    if x.__class__ is not np.ndarray or x.dtype.char not in "fdilq" or not x.ndim or not (row_major or x.flags.c_contiguous):
        return None
    found = np.sort(np.ascontiguousarray(x), dim)
    if x.dtype.kind == "f" and count_nonzero(found) < found.size:
        below = np.signbit(found[found == 0])
        if below.any() and not below.all():  # -0 and 0 keep their relative order
            return None
    return found


def _take_along(x: Array, order: Array, dim: int) -> Array:
    """`np.take_along_axis` in a third of the time."""
    if x.ndim == 1:
        return intp.take(x, order)
    if x.size <= SMALL_SIZE and x.flags.c_contiguous and (plan := small_index_plan(x.shape, dim, order.shape)) is not None:
        _, step, rest = plan
        return intp.take(x, np.add(order if step is None else np.multiply(order, step), rest))
    dim = wrap_dim(dim, x.ndim)
    index: list[Any] = [intp.arange(n).reshape((-1,) + (1,) * (x.ndim - 1 - d)) for d, n in enumerate(order.shape)]
    index[dim] = order
    return x[tuple(index)]


def argsort(x: Array, dim: int = -1, descending: bool = False, stable: bool = False) -> Array:
    """The indices that sort along `dim`; if not `stable`, ties are ordered as by `std::sort`, or a radix sort."""
    dim = wrap_dim(dim, x.ndim)
    if x.dtype.kind == "c":
        raise RuntimeError(" Sort does not support complex dtypes on CPU")
    if not x.ndim:
        require_values(x)
        return np.zeros((), int64)
    order = _stable_order(x, dim, descending)
    by_digits = x.ndim == 1 and x.size >= RADIX_SORT_SIZE and x.dtype.kind in "iu" and not descending
    if not stable and x.shape[dim] > STABLE_LENGTH and x.size and not by_digits:
        _reorder_ties_like_std_sort(_comparable(x), dim, descending, order)
    return order


def _stable_order(x: Array, dim: int, descending: bool) -> Array:
    order = stable_argsort(_comparable(x), dim, descending)
    return order if x.flags.c_contiguous or descending else with_strides_like(order, x)


def _reorder_ties_like_std_sort(x: Array, dim: int, descending: bool, order: Array) -> None:
    """Correct the indices `order` in rows along `dim` with equal elements."""
    ranked, before = _take_along(x, order, dim), (slice(None),) * dim
    one, next_one = ranked[(*before, slice(-1))], ranked[(*before, slice(1, None))]
    distinct = one != next_one
    if x.dtype.kind == "f" and count_nonzero(np.isnan(ranked[(*before, 0 if descending else -1)])):
        distinct &= (one == one) | (next_one == next_one)
    if count_nonzero(distinct) == distinct.size:
        return
    from .introsort import introsort_list
    from .introsort_rows import introsort_rows

    del ranked, one, next_one
    tied = ~np.asarray(distinct.all(dim))
    keys = order_keys(moveaxis(x.view(np.uint8) if x.dtype.kind == "b" else x, dim, -1)[tied])
    if descending:
        keys = ~keys
    if keys.size > SMALL_TOTAL:
        found = introsort_rows(keys, ~moveaxis(distinct, dim, -1)[tied])
    else:
        found = np.array([introsort_list(row) for row in keys.tolist()])
    moveaxis(order, dim, -1)[tied] = found


def _comparable(x: Array) -> Array:
    """Elements that numpy sorts with NaN last: it has no such order for bfloat16."""
    return widen_half(x) if x.dtype.kind == "V" else x


def topk(x: Array, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> tuple[Array, Array]:
    """The `k` greatest (or least) values along `dim` in order, and their indices.

    Ties are broken and ordered as by PyTorch's algorithms. The result is in order even if not `sorted`.
    """
    dim = wrap_dim(dim, x.ndim)
    n = x.shape[dim] if x.ndim else 1
    if not 0 <= k <= n:
        raise RuntimeError("selected index k out of range")
    if x.dtype.kind in "bc":
        raise RuntimeError("topk does not support bool dtypes on CPU" if x.dtype.kind == "b" else
                           " topk does not support complex dtypes on CPU")
    if not x.ndim:
        return np.array(x), np.zeros((), int64)
    if n > 64 and 0 < k <= n // 8:
        return _topk_by_partition(x, k, dim, largest)
    elements, x = x, _comparable(x)
    before = (slice(None),) * dim
    count = min(k + 1, n)  # the next one shows whether the last has an equal
    order = np.ascontiguousarray(stable_argsort(x, dim, largest, count))
    values = _take_along(elements, order, dim)
    ranked, until = _comparable(values), (*before, slice(k))
    if count > k:
        values, order = values[until].copy(), order[until].copy()
    distinct = (np.less if largest else np.greater)(ranked[(*before, slice(1, None))], ranked[(*before, slice(-1))])
    if k and count_nonzero(distinct) < distinct.size:
        _reorder_ties_like_topk(x, k, dim, largest, np.asarray(distinct.all(dim)), order)
        values = _take_along(elements, order, dim)  # 0 and -0 compare equal
    return values, order


def _reorder_ties_like_topk(x: Array, k: int, dim: int, largest: bool, distinct: Array, order: Array) -> None:
    """Correct the indices `order` in rows along `dim` with equal values among the first `k`, or between the last of these and others."""
    from .introsort import first_k_positions
    from .introsort_rows import first_k_positions_of_rows

    tied = ~distinct
    keys = order_keys(moveaxis(x, dim, -1)[tied])
    keys = ~keys if largest else keys
    count, n = keys.shape
    names = [row.tobytes() for row in keys] if count <= _PARTITION_MIN_SIZE else range(count)
    rows = dict(zip(names, keys))
    if 64 * k > n and (len(rows) > _SELECT_MAX_ROWS or len(rows) * n > _SELECT_SMALL_TOTAL):
        moveaxis(order, dim, -1)[tied] = first_k_positions_of_rows(keys, k)
        return
    if 64 * k <= n and k > 1 and len(rows) > MAX_TIED_ROWS:
        return
    known = {name: first_k_positions(row, k) for name, row in rows.items()}
    moveaxis(order, dim, -1)[tied] = [known[name] for name in names]


def _topk_by_partition(x: Array, k: int, dim: int, largest: bool) -> tuple[Array, Array]:
    n = x.shape[dim]
    if x.dtype.itemsize == 2 and x.dtype.kind in "fV":  # for which numpy's searches and partitions are slow
        order = _topk_by_partition(widen_half(x), k, dim, largest)[1]
        return _take_along(x, order, dim), order
    if k == 1:  # a heap of one keeps the first of equal elements
        order = np.expand_dims(_first_extreme(x, dim, largest), dim)
        return _take_along(x, order, dim), order
    if k < _REPEATED_SEARCH_MAX_K and dim == x.ndim - 1 and x.dtype.char in "fd" and x.size and x.flags.c_contiguous:
        return _topk_by_repeated_search(x, k, largest)
    partitioned = intp.argpartition(x, n - k if largest else k - 1, axis=dim)
    selected = partitioned[(slice(None),) * dim + (slice(n - k, n) if largest else slice(k),)]
    selected.sort(axis=dim)  # sorted, so that equal values are ordered by index
    values, order = sort(_take_along(x, selected, dim), dim, largest, True)
    order = _take_along(selected, order, dim)
    before, is_beyond, ranked = (slice(None),) * dim, np.less if largest else np.greater, values
    distinct = is_beyond(ranked[(*before, slice(1, None))], ranked[(*before, slice(-1))]).all(dim)
    distinct &= np.add.reduce(is_beyond(x, ranked[(*before, slice(k - 1, k))]), dim, np.int64) == n - k
    if count_nonzero(distinct) < distinct.size:
        _reorder_ties_like_topk(x, k, dim, largest, distinct, order)
        values = _take_along(x, order, dim)
    return values, order


def _first_extreme(x: Array, dim: int, largest: bool) -> Array:
    """The index of the first greatest (or least) element; argmin would return a NaN, which is the greatest."""
    if largest:
        return np.asarray(intp.argmax(x, dim))
    if x.dtype.kind == "f" and not all_finite(x):
        x = order_keys(x)
    return np.asarray(intp.argmin(x, dim))


#: Fewer elements than this are found one by one: numpy's argmax is ten times as fast as its partition.
_REPEATED_SEARCH_MAX_K = block_size(__name__, "_REPEATED_SEARCH_MAX_K", 8)


def _topk_by_repeated_search(x: Array, k: int, largest: bool) -> tuple[Array, Array]:
    """`topk` along the last dimension, by k searches of the rows and one more, which shows whether the last element has an equal."""
    rows = x.reshape(-1, x.shape[-1]).copy()
    count, n = rows.shape
    flat, starts = rows.reshape(-1), intp.arange(0, count * n, n)
    order, values = np.empty((k + 1, count), int64), np.empty((k + 1, count), x.dtype)
    search, removed = (intp.argmax, -np.inf) if largest else (intp.argmin, np.inf)
    for i in range(k + 1):
        order[i] = search(rows, 1)
        position = order[i] + starts
        values[i] = intp.take(flat, position)
        flat[position] = removed
    is_beyond = np.less if largest else np.greater
    distinct = is_beyond(values[1:], values[:-1]).all(0).reshape(x.shape[:-1])  # False for NaN, too
    shape = (*x.shape[:-1], k)
    found = np.ascontiguousarray(order[:k].T).reshape(shape)
    if count_nonzero(distinct) < distinct.size:
        _reorder_ties_like_topk(x, k, x.ndim - 1, largest, distinct, found)
        return _take_along(x, found, x.ndim - 1), found
    return np.ascontiguousarray(values[:k].T).reshape(shape), found


def _check_dim(x: Array, dim: int, name: str) -> int:
    dim = wrap_dim(dim, x.ndim)
    if x.ndim and not x.shape[dim]:
        raise IndexError(f"{name}(): Expected reduction dim {dim} to have non-zero size.")
    return dim


def _values_at(x: Array, position: Array, dim: int, keepdim: bool) -> tuple[Array, Array]:
    """The elements at `position` (of size 1 along `dim`) and the position; the dimension is dropped unless `keepdim`."""
    values = _take_along(x, position, dim)
    found = (values, position) if keepdim else (values.squeeze(dim), position.squeeze(dim))
    return found if x.flags.c_contiguous else (np.array(found[0], order="C"), np.array(found[1], order="C"))


def kthvalue(x: Array, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """The `k`-th least value along `dim`, counted from 1, and its index."""
    dim = _check_dim(x, dim, "kthvalue")
    if not 1 <= k <= (x.shape[dim] if x.ndim else 1):
        raise RuntimeError(f"kthvalue(): selected number k out of range for dimension {dim}")
    if not x.ndim:
        return np.array(x), np.zeros((), int64)
    _check_ordered_dtype(x, "bc", "kthvalue_cpu")
    if x.shape[dim] > _ROW_MIN_LENGTH and _is_fast_to_partition(x):
        position, has_ties = _positions_by_value(x, k - 1, dim)
        if has_ties is not None:
            rows = moveaxis(x, dim, -1)[has_ties]
            moveaxis(position, dim, -1)[has_ties] = quickselect_positions(rows, k - 1)[:, None]
        return _values_at(x, position, dim, keepdim)
    position = _take_slot(argsort(x, dim, stable=True), k - 1, dim)
    if x.shape[dim] > 2:
        _order_ties(moveaxis(x, dim, -1), moveaxis(position, dim, -1), k - 1)
    return _values_at(x, position, dim, keepdim)


_sum: Any = np.add.reduce


def _order_ties(rows: Array, positions: Array, k: int) -> None:
    """Replace indices of elements with equals by those at which quickselect ends, as in PyTorch."""
    found = take_along_axis(rows, positions, -1)
    same = rows == found
    if rows.dtype.kind in "fV" and not all_finite(rows):
        same |= np.isnan(rows) & np.isnan(found)
    if count_nonzero(same) == positions.size:
        return
    has_ties = _sum(same, -1) > 1
    positions[has_ties] = quickselect_positions(rows[has_ties], k)[:, None]


def _is_fast_to_partition(x: Array) -> bool:
    """Whether there is no NaN, and numpy partitions the dtype quickly."""
    return x.dtype.kind in "iu" and x.dtype.itemsize > 1 or x.dtype.char in "fd" and all_finite(x)


def _positions_by_value(x: Array, k: int, dim: int) -> tuple[Array, Array | None]:
    """The first indices of the elements equal to the `k`-th least along `dim`, and a mask of rows with several, or None if there are none.

    numpy partitions values in a tenth of the time in which it sorts or partitions indices.
    """
    rows = np.ascontiguousarray(moveaxis(x, dim, -1))
    found = rows == np.partition(rows, k, -1)[..., k:k + 1]
    position = intp.argmax(found, -1, keepdims=True)
    has_ties = None
    if count_nonzero(found) > position.size:
        has_ties = _sum(found, -1, int64) > 1
    return np.array(moveaxis(position, -1, dim), order="C"), has_ties


def _stable_positions(x: Array, k: int, dim: int) -> Array:
    """The indices of the `k`-th least elements along `dim`, with equal ones ordered by index."""
    position, has_ties = _positions_by_value(x, k, dim)
    if has_ties is not None:
        rows, found = moveaxis(x, dim, -1)[has_ties], moveaxis(position, dim, -1)
        value = take_along_axis(rows, found[has_ties], -1)
        left = k - _sum(rows < value, -1, int64, None, True)
        found[has_ties] = intp.argmax(np.add.accumulate(rows == value, -1, int64) > left, -1, keepdims=True)
    return position


def _take_slot(order: Array, k: int, dim: int) -> Array:
    """A copy of the `k`-th slice along `dim`."""
    return np.array(order[(slice(None),) * dim + (slice(k, k + 1),)], order="C")


def _check_ordered_dtype(x: Array, without: str, kernel: str) -> None:
    """Raise for kinds of dtype without a kernel in PyTorch, after the other arguments have been checked."""
    if x.dtype.kind in without:
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(x.dtype)}'")


def median(x: Array, dim: int, keepdim: bool = False, ignore_nan: bool = False) -> tuple[Array, Array]:
    """The lower median along `dim` and its index: NaN if there is one, unless NaNs are ignored."""
    dim = _check_dim(x, dim, "median")
    _check_ordered_dtype(x, "bc", "median_out")
    if not x.ndim:
        return np.array(x), np.zeros((), int64)
    n = x.shape[dim]
    if x.size >= _PARTITION_MIN_SIZE and n > _ROW_MIN_LENGTH and _is_fast_to_partition(x):
        return _values_at(x, _stable_positions(x, (n - 1) // 2, dim), dim, keepdim)
    order = argsort(x, dim, stable=True)
    if CATEGORY[x.dtype.kind] != 2 or x.dtype.char in "fd" and all_finite(x):
        return _values_at(x, _take_slot(order, (n - 1) // 2, dim), dim, keepdim)
    nans = _sum(np.isnan(x), dim, None, None, True)
    if ignore_nan:
        slot = np.maximum(n - nans - 1, 0) // 2
    else:
        slot = np.where(nans > 0, n - nans, (n - 1) // 2)
    return _values_at(x, take_along_axis(order, slot, dim), dim, keepdim)


def median_all(x: Array, ignore_nan: bool = False) -> Array:
    """The lower median of all elements; NaN if there are none."""
    require_values(x)
    if not x.size:
        return np.full((), np.nan).astype(x.dtype) if x.dtype.kind in "fVbc" else _nan_as_integer(x.dtype)
    _check_ordered_dtype(x, "bc", "median_cpu")
    flat = x.reshape(-1)
    if CATEGORY[x.dtype.kind] == 2:
        kept = flat[~np.isnan(flat)]
        if not kept.size or (kept.size < flat.size and not ignore_nan):
            return np.full((), np.nan, x.dtype)
        flat = kept
    k = (flat.size - 1) // 2
    flat = flat.copy()
    flat.partition(k)
    return np.asarray(flat[k])


def _nan_as_integer(dtype: np.dtype[Any]) -> Array:
    """NaN cast to an integer as on x86: the least of 32 or 64 bits, truncated for narrower dtypes."""
    least = np.iinfo(np.int64 if dtype.itemsize == 8 else np.int32).min
    return np.asarray(least).astype(dtype)


def mode(x: Array, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """The most frequent value along `dim`, the least of several, and the index that sorting puts last among its occurrences."""
    dim = _check_dim(x, dim, "mode")
    if not x.ndim:
        return np.array(x), np.zeros((), int64)
    require_values(x)
    if not x.size:
        nothing = np.empty([1 if d == dim else n for d, n in enumerate(x.shape) if keepdim or d != dim], x.dtype)
        return nothing, np.empty(nothing.shape, int64)
    _check_ordered_dtype(x, "c", "mode_cpu")
    values, order = sort(moveaxis(x, dim, -1), stable=True)
    position = intp.arange(x.shape[dim])
    starts = np.empty(values.shape, np.bool_)
    starts[..., :1] = True
    np.not_equal(values[..., 1:], values[..., :-1], out=starts[..., 1:])
    run = position - np.maximum.accumulate(np.multiply(starts, position), axis=-1)
    best = take_along_axis(order, intp.argmax(run, -1)[..., None], -1)
    _correct_mode_index(moveaxis(x, dim, -1), run, best)
    return _values_at(x, np.array(moveaxis(best, -1, dim), order="C"), dim, keepdim)


def _correct_mode_index(rows: Array, run: Array, best: Array) -> None:
    """Correct the indices `best` in rows that PyTorch's sort orders otherwise: with NaN, or long ones with equal values (`run`)."""
    may_have_nan = rows.dtype.kind in "fV" and not all_finite(rows)
    if rows.shape[-1] <= STABLE_LENGTH and not may_have_nan:
        return
    from .introsort import mode_position, positions_of_slots

    differs = run.any(-1) if rows.shape[-1] > STABLE_LENGTH else np.zeros(rows.shape[:-1], np.bool_)
    if may_have_nan:
        unordered = (rows != rows).any(-1)
        if unordered.any():
            for row in intp.argwhere(unordered):
                best[(*row, 0)] = mode_position(rows[tuple(row)].tolist())
            differs = differs & ~unordered
    if differs.any():
        best[differs, 0] = positions_of_slots(rows[differs], intp.argmax(run[differs], -1))


# --- running extremes -------------------------------------------------------------------------------------------------

def cummax(x: Array, dim: int) -> tuple[Array, Array]:
    """The greatest value so far along `dim`, and the index of its last occurrence; NaN propagates."""
    return _running_extreme(np.maximum, x, _check_running_dim(x, dim, "cummax"))


def cummin(x: Array, dim: int) -> tuple[Array, Array]:
    """The least value so far along `dim`, and the index of its last occurrence; NaN propagates."""
    return _running_extreme(np.minimum, x, _check_running_dim(x, dim, "cummin"))


def _check_running_dim(x: Array, dim: int, name: str) -> int:
    if not x.ndim and dim not in (0, -1):
        raise IndexError(f"{name}(): Expected reduction dim -1 or 0 for scalar but got {dim}")
    if not x.size:
        return 0  # PyTorch does not check the dimension of empty tensors
    dim = wrap_dim(dim, x.ndim)
    if x.ndim:
        _check_ordered_dtype(x, "c", f"{name}_cpu")
    return dim


@quiet
def _running_extreme(ufunc: np.ufunc, x: Array, dim: int) -> tuple[Array, Array]:
    if not x.ndim:
        return np.array(x), np.zeros((), int64)
    x = np.ascontiguousarray(x)
    if dim == x.ndim - 1 and x.shape[dim] > 2 * _STRETCH_LENGTH:
        return _running_extreme_by_stretches(ufunc, x)
    values = ufunc.accumulate(x, axis=dim)
    position = intp.arange(x.shape[dim]).reshape((-1,) + (1,) * (x.ndim - 1 - dim))
    attains = np.equal(x, values)
    if x.dtype.kind in "fV" and not all_finite(x):
        attains |= np.isnan(x)
    last_seen = np.multiply(attains, position)
    return values, np.maximum.accumulate(last_seen, dim, None, last_seen)


#: Elements of a long row that are tested at once: one reduction shows that none of them is a new extreme.
_STRETCH_LENGTH = block_size(__name__, "_STRETCH_LENGTH", 1 << 12)


def _running_extreme_by_stretches(ufunc: np.ufunc, x: Array) -> tuple[Array, Array]:
    """Running extremes of long rows: most stretches have no new extreme, which a single fast reduction shows."""
    n, is_beyond = x.shape[-1], np.less if ufunc is np.maximum else np.greater
    values, last_seen = np.empty_like(x), np.empty(x.shape, int64)
    positions = intp.arange(n)
    for row, row_extremes, last_indices in zip(*(a.reshape(-1, n) for a in (x, values, last_seen)), strict=True):
        for i in range(0, n, _STRETCH_LENGTH):
            part = slice(i, i + _STRETCH_LENGTH)
            stretch, extremes, position = row[part], row_extremes[part], last_indices[part]
            if i and is_beyond(ufunc.reduce(stretch), row_extremes[i - 1]):
                extremes[...], position[...] = row_extremes[i - 1], last_indices[i - 1]
                continue
            extremes[...] = stretch
            if i:
                extremes[0] = ufunc(row_extremes[i - 1], stretch[0])
            ufunc.accumulate(extremes, out=extremes)
            position[...] = np.where((stretch == extremes) | (stretch != stretch), positions[i:i + _STRETCH_LENGTH], 0)
            position[0] = max(position[0], last_indices[i - 1] if i else 0)
            np.maximum.accumulate(position, out=position)
    return values, last_seen


# --- equal elements ---------------------------------------------------------------------------------------------------

def unique(x: Array, dim: int | None = None, with_inverse: bool = True) -> tuple[Array, Array | None, Array]:
    """The distinct elements in order (or slices along `dim`), the inverse indices and the counts; NaNs are all distinct.

    For elements the inverse is None unless `with_inverse`: sorting values takes a tenth of the time of sorting indices.
    """
    _check_ordered_dtype(x, "c", "unique" if dim is None else "unique_dim")
    if dim is None and not with_inverse and x.size and not _has_both_zeros(x):
        flat = np.sort(_comparable(x), axis=None)
        starts = np.ones(flat.size, np.bool_)
        np.not_equal(flat[1:], flat[:-1], out=starts[1:])
        return flat[starts].astype(x.dtype, copy=False), None, np.diff(intp.flatnonzero(starts), append=flat.size)
    if dim is None:
        values, inverse, counts = intp.unique(_comparable(x).reshape(-1), return_inverse=True, return_counts=True, equal_nan=False)
        return values.astype(x.dtype, copy=False), inverse.reshape(x.shape), counts
    dim = _check_slice_dim(x, dim)
    if not x.size:
        if x.shape[dim]:
            raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
        return np.empty(x.shape, x.dtype), np.empty(0, int64), np.empty(0, int64)
    rows = moveaxis(x, dim, 0)
    order = _lexicographic_order(_comparable(rows).reshape(len(rows), -1))
    values = rows[order]
    starts = np.empty(len(order), np.bool_)
    starts[:1] = True
    starts[1:] = np.logical_or.reduce(values[1:] != values[:-1], tuple(range(1, x.ndim)))
    inverse = np.zeros(len(rows), int64)
    inverse[order] = intp.cumsum(starts) - 1
    counts = intp.bincount(inverse)
    return moveaxis(values[starts], 0, dim), inverse, counts


def _has_both_zeros(x: Array) -> bool:
    """Whether both 0 and -0 occur, one of which has to be chosen."""
    if x.dtype.kind not in "fV" or count_nonzero(x) == x.size:
        return False
    signs = np.signbit(x[x == 0])
    return bool(signs.any() and not signs.all())


def _lexicographic_order(rows: Array) -> Array:
    """The lexicographic order of the rows of a matrix; the first column is usually enough."""
    order = stable_argsort(rows[:, 0])
    first = rows[order, 0]
    ascends = first[1:] > first[:-1]
    return order if count_nonzero(ascends) == ascends.size else intp.lexsort(rows.T[::-1])


def _check_slice_dim(x: Array, dim: int) -> int:
    if not x.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return wrap_dim(dim, x.ndim)


def unique_consecutive(x: Array, dim: int | None = None) -> tuple[Array, Array, Array]:
    """The first of every run of equal elements (or slices along `dim`), the run index of each, and the lengths of the runs."""
    if x.dtype.kind == "c":
        kernel = "unique" if dim is None or x.ndim == 1 else "unique_dim"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(x.dtype)}'")
    rows = x.reshape(-1) if dim is None else moveaxis(x, _check_slice_dim(x, dim), 0)
    if 0 in rows.shape[1:]:
        raise RuntimeError("There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
    starts = np.empty(len(rows), np.bool_)
    starts[:1] = True
    changed = rows[1:] != rows[:-1]
    starts[1:] = changed if rows.ndim == 1 else np.logical_or.reduce(changed, tuple(range(1, rows.ndim)))
    inverse = intp.cumsum(starts) - 1
    counts = intp.bincount(inverse, minlength=0) if len(rows) else np.zeros(0, int64)
    values = rows[starts]
    if dim is None:
        return values, inverse.reshape(x.shape), counts
    return moveaxis(values, 0, dim), inverse, counts


# --- positions in sorted sequences ------------------------------------------------------------------------------------

def _check_sorter(sequence: Array, sorter: Array) -> None:
    """Raise unless `sorter` is a valid permutation of `sequence`."""
    if sorter.shape != sequence.shape:
        raise RuntimeError(f"torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor "
                           f"{list(sequence.shape)}and got sorter tensor {list(sorter.shape)}")
    if sorter.dtype != int64:
        raise RuntimeError(f"torch.searchsorted(): sorter must be a tensor of long dtype but got dtype {scalar_name(sorter.dtype)}")
    if sorter.size and max_integer(sorter.view(np.uint64)) >= sequence.shape[-1]:
        raise RuntimeError("torch.searchsorted(): sorter index out of range")


def searchsorted(sequence: Array, values: Array, *, out_int32: bool = False, right: bool = False,
                 side: str | None = None, sorter: Array | None = None) -> Array:
    """Insertion indices of values in the sorted last dimension of `sequence`: before equal elements, or after them with `right`.

    `sequence` is [n], or has the leading dimensions of `values`.
    """
    require_values(sequence)
    require_values(values)
    right = _resolve_side(right, side)
    if sorter is not None and sorter.shape != sequence.shape:
        _check_sorter(sequence, sorter)
    if not sequence.ndim and values.ndim:
        raise RuntimeError("torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension")
    if sequence.ndim != 1 and not values.ndim:
        raise RuntimeError("torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
                           f"boundaries tensor dim({sequence.ndim}) and input value's dim(0) numel(1)")
    if sorter is not None:
        _check_sorter(sequence, sorter)
    if sorter is not None and values.size == 1 and sequence.ndim == 1:
        _check_comparable(sequence, values)
        found = np.array(_bisect(sequence, values.item(), right, sorter), int64).reshape(values.shape)
        return found.astype(np.int32) if out_int32 else found
    if sorter is not None:
        sequence = take_along_axis(sequence, sorter, -1)
    if sequence.ndim == 1:
        _check_comparable(sequence, values)
        found = _insertion_indices(sequence, values, right)
    elif sequence.shape[:-1] != values.shape[:-1]:
        raise RuntimeError("torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 "
                           "dimensions of boundaries tensor and input value tensor must match, but we got "
                           f"boundaries tensor {list(sequence.shape)} and input value tensor {list(values.shape)}")
    else:
        _check_comparable(sequence, values)
        found = _insertion_indices_by_row(sequence, values, right)
    return found.astype(np.int32) if out_int32 else found


def _check_comparable(sequence: Array, values: Array) -> None:
    joint = sequence.dtype if sequence.dtype is values.dtype else np.result_type(sequence.dtype, values.dtype)
    if (joint.kind in "bc" or joint.char in LIMITED_TYPES) and values.size:
        raise NotImplementedError(f"\"searchsorted_out_cpu\" not implemented for '{scalar_name(joint)}'")


def _insertion_indices(sequence: Array, values: Array, right: bool) -> Array:
    """Insertion indices of values in a sequence. Bisection works on unsorted sequences, too, with the same result as PyTorch's."""
    if values.size == 1:
        return np.array(_bisect(sequence, values.item(), right), int64).reshape(values.shape)
    in_order = np.less_equal(sequence[:-1], sequence[1:])
    if count_nonzero(in_order) == in_order.size:
        where: Literal["left", "right"] = "right" if right else "left"
        return np.asarray(intp.searchsorted(_comparable(sequence), _comparable(values), where))
    return _bisect_rows(sequence, values, 0, right)


def _insertion_indices_by_row(sequences: Array, values: Array, right: bool) -> Array:
    """Insertion indices of the values of each row in the sequence of that row."""
    length, rows = sequences.shape[-1], values.shape[:-1]
    if values.shape[-1] < _ROW_MIN_LENGTH:
        starts = intp.arange(math.prod(rows)).reshape(*rows, 1) * length
        return _bisect_rows(sequences, values, starts, right)
    found = np.empty(values.shape, int64)
    for row in np.ndindex(rows):
        found[row] = _insertion_indices(sequences[row], values[row], right)
    return found


#: Fewer values than this are searched faster in many sequences at once.
_ROW_MIN_LENGTH = 32


def _bisect_rows(sequences: Array, values: Array, starts: Any, right: bool) -> Array:
    """Insertion indices by bisection, in the sequences that begin at `starts` of the flat array."""
    length, items = sequences.shape[-1], sequences.reshape(-1)
    low, high = np.zeros(values.shape, int64), np.full(values.shape, length, int64)
    for _ in range(length.bit_length()):
        middle = (low + high) >> 1
        item = items[np.minimum(middle, length - 1) + starts]
        behind = (low < high) & ~(item > values if right else item >= values)
        low, high = np.where(behind, middle + 1, low), np.where(behind | (low >= high), high, middle)
    return low


def _bisect(sequence: Array, value: Any, right: bool, sorter: Array | None = None) -> int:
    """The insertion index of one value in a sequence, in the order of `sorter`; bisection, without checking that all is sorted."""
    low, high = 0, len(sequence)
    while low < high:
        middle = (low + high) >> 1
        item = sequence.item(middle if sorter is None else sorter.item(middle))
        if not (item > value if right else item >= value):
            low = middle + 1
        else:
            high = middle
    return low


def _resolve_side(right: bool, side: str | None) -> bool:
    if side not in (None, "left", "right"):
        raise RuntimeError(f"torch.searchsorted(): side can only be 'left' or 'right' but got {side}")
    if side == "left" and right:
        raise RuntimeError("torch.searchsorted(): side and right can't be set to opposites, got side of left while "
                           "right was True")
    return right or side == "right"


def bucketize(values: Array, boundaries: Array, *, out_int32: bool = False, right: bool = False) -> Array:
    """The index of the bucket of each value between sorted 1-d boundaries."""
    if boundaries.ndim != 1:
        raise RuntimeError(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})")
    return searchsorted(boundaries, values, out_int32=out_int32, right=right)
