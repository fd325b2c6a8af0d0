"""Cache-sized blocks of large arrays.

A chain of numpy calls over a large array reads and writes main memory at every call. Run block by block, all calls but the
first read and the last write stay in the second-level cache. Three shapes of work recur: elementwise chains (`blockwise`), rows
(`row_slices`), and lanes along one dimension of an (outer, n, inner) view (`as_lanes`, `lane_slices`).
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from ...reduce import long_sums
from ...shape.strided import convert, copy_dense
from .. import intp
from ..dtypes import HALF_TYPES, scalar_name
from ..undispatched import vdot
from .block_sizes import block_size
from .quiet import positional_arity, restore, silence
from .threads import PARALLEL_SIZE, POOLS, map_parallel, map_serial

Array = np.ndarray[Any, np.dtype[Any]]
F = TypeVar("F", bound=Callable[..., Any])

#: Elements of a block, about: 1 MB of float32. A third of that costs 5 to 15 % more, in call overhead (0.4 us each, as much as 10,000
#: elements): two or three such arrays exceed the second-level cache anyway, but fit into the third. Four times as much does not fit
#: there, and is allocated in pages of its own.
BLOCK = block_size(__name__, "BLOCK", 1 << 18)
#: The same for one thread and a chain of several arrays at once, which have to share the cache.
CHAIN_BLOCK = block_size(__name__, "CHAIN_BLOCK", 1 << 17)
_FLOAT16, _FLOAT32, _FLOAT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1 << 14)  # up to so many elements it is not worth copying for a better layout
_TINY_SIZE = block_size(__name__, "_TINY_SIZE", 4096)  # arrays of fewer elements are small
_WHOLE_LANES = (slice(None), slice(None))
_ZEROS: dict[Any, Array] = {}


@lru_cache(maxsize=64)
def ones_square(n: int, dtype: Any) -> Array:
    """A small square of ones: a product with it broadcasts sums of rows or columns along them. Read-only."""
    return np.ones((n, n), dtype)


@lru_cache(maxsize=256)
def lane_indices(shape: tuple[int, ...], dim: int) -> tuple[Array, Array, Array | None]:
    """For each element of a small array: its lane along `dim`, numbered as in a reduction; the lane's start; and its step if that is not 1.

    `take` with these repeats one number per lane in a quarter of the time of numpy's broadcasting.
    """
    lanes = intp.arange(math.prod(shape) // shape[dim]).reshape((*shape[:dim], *shape[dim:][1:]))
    starts = intp.take(intp.arange(math.prod(shape)).reshape(shape), 0, dim)
    lane, start = (np.ascontiguousarray(np.broadcast_to(np.expand_dims(v, dim), shape)) for v in (lanes, starts))
    step = math.prod(shape[dim:][1:])
    return lane, start, None if step == 1 else np.array(step, np.int64)


@lru_cache(maxsize=256)
def constants(dtype: Any, *values: float) -> tuple[Array, ...]:
    """Numbers as 0-d arrays: numpy takes longer to convert Python numbers than to compute on a small array. Read-only."""
    return tuple([np.array(v, dtype) for v in values])


def zeros(n: int, dtype: Any) -> Array:
    """n zeros, a read-only view of a cached array that grows with the largest request."""
    found = _ZEROS.get(dtype)
    if found is None or found.size < n:
        found = _ZEROS[dtype] = np.zeros(max(n, CHAIN_BLOCK * 2), dtype)
        found.setflags(write=False)
    return found[:n]


def widen_half(a: Array) -> Array:
    """Half precision as float32, other dtypes unchanged."""
    return convert(a, _FLOAT32) if a.dtype.itemsize == 2 and a.dtype.kind in "fV" else a


def through_float32(kernel: F) -> F:
    """For arrays of half precision: a kernel that numpy computes in float32, element by element, on whole arrays of that."""
    return float32_kernel(kernel) if kernel in FLOAT32_KERNELS else kernel


def float32_kernel(kernel: Any) -> Any:
    def call(*args: Any) -> Any:
        arrays = [v for v in args if v.__class__ is np.ndarray]
        if not arrays or max([v.size for v in arrays]) < _TINY_SIZE:
            if len(arrays) < 2 or arrays[0].shape == arrays[1].shape:
                return kernel(*args)
            from ..float16 import broadcast_numel

            if broadcast_numel(arrays) < _TINY_SIZE:
                return kernel(*args)
        dtype = arrays[0].dtype
        return convert(kernel(*[widen_half(v if v.__class__ is np.ndarray else np.asarray(v, dtype)) for v in args]), dtype)

    return call


def with_lookup_table(kernel: Any) -> Any:
    """`through_float32` of an elementwise unary kernel; large contiguous arrays use a table of its results for all 65536 values."""
    fallback = through_float32(kernel)
    table: list[Any] = []

    def call(a: Any) -> Any:
        if a.__class__ is not np.ndarray or a.size < 1 << 16 or not a.flags.c_contiguous:
            return fallback(a)
        from ..float16 import lookup

        return lookup(a, kernel, fallback, table)

    return call


def float16_through_float32(kernel: Any) -> Any:
    """A binary kernel, of two arrays or an array and a number, that runs `through_float32` for float16."""
    single_precision = through_float32(kernel)

    def call(a: Any, b: Any) -> Any:
        return single_precision(a, b) if getattr(b, "dtype", None) is _FLOAT16 else kernel(a, b)

    return call


#: The kernels that this goes for.
FLOAT32_KERNELS: set[Any] = set()


def rounded_once(kernel: F) -> F:
    """The kernel, computing in float32 for arrays of half precision: the result is rounded once, at the end, as in PyTorch."""

    def rounded(a: Any, *args: Any) -> Any:
        dtype = a.dtype
        if dtype.kind not in "fV" or any(v.__class__ is np.ndarray and v.dtype != dtype for v in args):
            return kernel(a, *args)
        result = np.asarray(kernel(widen_half(a), *(widen_half(v) if v.__class__ is np.ndarray else v for v in args)))
        return convert(result, dtype) if result.dtype == np.float32 else result

    call = _ROUND_BY_ARITY.get(positional_arity(kernel), _round_any_arity)(kernel, rounded)
    functools.update_wrapper(call, kernel)
    call.__defaults__ = getattr(kernel, "__defaults__", None)
    return call


def _round_any_arity(kernel: Any, rounded: Any) -> Any:
    return lambda a, *args: kernel(a, *args) if a.dtype.itemsize != 2 else rounded(a, *args)


#: By number of arguments: unpacking `*args` takes as long as the rest of the test.
_ROUND_BY_ARITY: dict[int, Callable[[Any, Any], Any]] = {
    1: lambda kernel, rounded: lambda a: kernel(a) if a.dtype.itemsize != 2 else rounded(a),
    2: lambda kernel, rounded: lambda a, b: kernel(a, b) if a.dtype.itemsize != 2 else rounded(a, b),
    3: lambda kernel, rounded: lambda a, b, c: kernel(a, b, c) if a.dtype.itemsize != 2 else rounded(a, b, c),
    4: lambda kernel, rounded: lambda a, b, c, d: kernel(a, b, c, d) if a.dtype.itemsize != 2 else rounded(a, b, c, d),
}


def _is_dot_sequential() -> bool:
    """Whether numpy's BLAS computes dot products sequentially, with one accumulator.

    The reference BLAS does (Debian's numpy uses it unless another is installed), and so do numpy's own loops where it was built without
    a BLAS: float32 would lose digits in runs as long as those for other libraries.
    """
    n, tenth = 512, np.float32(0.1)
    return bool(abs(float(np.full(n, tenth).dot(np.ones(n, np.float32))) / (n * float(tenth)) - 1) > 1e-6)


SEQUENTIAL_DOT = _is_dot_sequential()
#: The longest runs summed in one go: with one accumulator per lane, and along rows; see `_array/reduce/long_sums.py`.
RUN, ROW_RUN = (16, 32) if SEQUENTIAL_DOT else (64, 512)
#: Arrays of fewer elements use numpy's reduction.
SMALL_SUM = 2048
_ONES: dict[tuple[Any, int], Array] = {}
_add: Any = np.add.reduce


def ones(n: int, dtype: Any) -> Array:
    """n ones, cached when n is small."""
    found = _ONES.get((dtype, n))
    if found is None:
        found = np.ones(n, dtype)
        if n <= _TINY_SIZE:
            if len(_ONES) > 256:
                _ONES.clear()
            found.setflags(write=False)
            _ONES[dtype, n] = found
    return found


#: Elements from which BLAS may split a product of a matrix and a vector among its threads. Such products wait for memory, so threads gain
#: little, and where other processes use the processors each takes milliseconds: BLAS' threads wait for each other.
_SERIAL_MATRIX = block_size(__name__, "_SERIAL_MATRIX", 1 << 18)
#: The same of a product of two vectors. For ten million float32 at once the sum would be right to four digits only.
SERIAL_VECTOR = block_size(__name__, "SERIAL_VECTOR", 256 if SEQUENTIAL_DOT else 8192)


def times_ones(a: Array) -> Array:
    """Sums of the rows of a matrix, each in one go, on this thread."""
    rows, width = a.shape
    if a.size <= _SERIAL_MATRIX:
        return a.dot(ones(width, a.dtype))
    step = max(1, _SERIAL_MATRIX // width)
    head, sums = rows // step * step, np.empty(rows, a.dtype)
    np.matmul(a[:head].reshape(-1, step, width), ones(width, a.dtype), sums[:head].reshape(-1, step))
    if head < rows:
        np.dot(a[head:], ones(width, a.dtype), sums[head:])
    return sums


def dot_parts(a: Array, b: Array) -> Array:
    """Dot products of the pieces of two contiguous vectors, on this thread."""
    head = len(a) // SERIAL_VECTOR * SERIAL_VECTOR
    parts = np.vecdot(a[:head].reshape(-1, SERIAL_VECTOR), b[:head].reshape(-1, SERIAL_VECTOR))
    return np.append(parts, a[head:].dot(b[head:])) if head < len(a) else parts


def row_sums(a: Array) -> Array:
    """Sums of the rows of a matrix."""
    width = a.shape[1]
    if width <= ROW_RUN:
        return times_ones(a)
    run = even_run_length(width, ROW_RUN) if a.flags.c_contiguous else 0
    if run:
        return row_sums(times_ones(a.reshape(-1, run)).reshape(len(a), width // run))
    head = width // ROW_RUN * ROW_RUN
    parts = np.empty((len(a), head // ROW_RUN + (head < width)), a.dtype)
    np.matmul(_runs(a, head), ones(ROW_RUN, a.dtype), out=parts[:, :head // ROW_RUN])
    if head < width:
        parts[:, -1] = a[:, head:].dot(ones(width - head, a.dtype))
    return row_sums(parts)


@lru_cache(maxsize=256)
def even_run_length(width: int, longest: int) -> int:
    """The longest run of at most `longest`, and at least an eighth of that, that divides `width`; 0 if there is none."""
    return next((run for run in range(longest, max(1, longest // 8 - 1), -1) if width % run == 0), 0)


def _runs(a: Array, head: int) -> Array:
    """The first `head` columns in runs. Their number is given, since numpy cannot infer it for a matrix without rows."""
    return a[:, :head].reshape(len(a), head // ROW_RUN, ROW_RUN)


#: Elements per row that make column sums fast: narrower rows are joined.
WIDE_ROW = 512


def column_sums(a: Array) -> Array:
    """Sums of the columns of a matrix, by products with ones."""
    rows = len(a)
    if rows <= RUN:
        return ones(rows, a.dtype).dot(a)
    columns = a.shape[1]
    rows_joined = min(WIDE_ROW // columns, rows // 2) if columns and a.flags.c_contiguous else 1
    if rows_joined > 1:
        head = rows // rows_joined * rows_joined
        parts = column_sums(a[:head].reshape(-1, rows_joined * columns)).reshape(rows_joined, columns)
        total = row_sums(np.ascontiguousarray(parts.T)) if rows_joined > RUN else ones(rows_joined, a.dtype).dot(parts)
        return total + _add(a[head:], 0) if head < rows else total
    head = rows // RUN * RUN
    total = column_sums(np.matmul(ones(RUN, a.dtype), a[:head].reshape(-1, RUN, columns)))
    return total + ones(rows - head, a.dtype).dot(a[head:]) if head < rows else total


def row_dots(a: Array, b: Array) -> Array:
    """Dot products of the rows of two matrices."""
    width = a.shape[1]
    if width <= ROW_RUN:
        return np.vecdot(a, b)
    run = even_run_length(width, ROW_RUN) if a.flags.c_contiguous and b.flags.c_contiguous else 0
    if run:
        return row_sums(np.vecdot(a.reshape(-1, run), b.reshape(-1, run)).reshape(len(a), width // run))
    head = width // ROW_RUN * ROW_RUN
    parts = np.vecdot(_runs(a, head), _runs(b, head))
    total = row_sums(parts)
    return total + np.vecdot(a[:, head:], b[:, head:]) if head < width else total


def add_reduce(a: Array, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
    """`np.add.reduce`; many floating numbers are summed by runs, half precisions in float32."""
    if a.size <= SMALL_SUM or a.dtype.char not in "fdFD" or dtype is not None and dtype != a.dtype or a.ndim == 1:
        if a.dtype in HALF_TYPES and dtype is out is None:  # bfloat16 cannot count beyond 256
            return np.asarray(add_reduce(widen_half(a), axis, None, None, keepdims)).astype(a.dtype)
        return _add(a, axis, dtype, out, keepdims)
    dims = range(a.ndim) if axis is None else (axis,) if axis.__class__ is int else axis
    reduced = {d % a.ndim for d in dims}
    if math.prod([a.shape[d] for d in reduced]) <= RUN:
        return _add(a, axis, dtype, out, keepdims)
    total = outer_sums(a, tuple(sorted(reduced)))
    if total is None:
        total = long_sums.sum_dims(a, reduced)
    if keepdims:
        total = total.reshape([1 if d in reduced else n for d, n in enumerate(a.shape)])
    if out is None:
        return total if total.ndim else total[()]
    out[...] = total
    return out


def outer_sums(a: Array, axes: tuple[int, ...]) -> Array | None:
    """The sum over leading dimensions, trailing ones, or both, of a contiguous floating array; None for anything else."""
    if a.dtype.char not in "fd" or not a.flags.c_contiguous or a.size < 2 or a.ndim == len(axes):
        return None
    if a.ndim == 2 and axes and 0 <= axes[0] < 2:
        return row_sums(a) if axes[0] else column_sums(a)
    first = last = 0
    for d in sorted(axes):
        first += d == first
    while last < len(axes) - first and a.ndim - 1 - last in axes:
        last += 1
    if first + last != len(axes):
        return None
    kept = a.shape[first:a.ndim - last]
    if last:
        a = row_sums(a.reshape(-1, math.prod(a.shape[a.ndim - last:])))
    return (column_sums(a.reshape(-1, math.prod(kept))) if first else a).reshape(kept)


#: The number of nonzero elements: numpy's C function, which takes a third of the time of the public one on few elements.
count_nonzero: Callable[[Array], int] = getattr(
    getattr(getattr(np, "_core", None), "multiarray", None), "count_nonzero", intp.count_nonzero)


#: shape -> flat positions of the starts of rows, cached.
_STARTS: dict[tuple[int, ...], Array] = {}


def row_starts(shape: tuple[int, ...]) -> Array:
    """The flat positions of the starts of a matrix's rows; added to column indices they `take` one element of each row."""
    found = _STARTS.get(shape)
    if found is None:
        found = intp.arange(0, shape[0] * shape[1], shape[1]) if shape[1] else np.zeros(shape[0], np.int64)
        if shape[0] <= _TINY_SIZE:
            if len(_STARTS) > 256:
                _STARTS.clear()
            found.setflags(write=False)
            _STARTS[shape] = found
    return found


def row_max(a: Array) -> Array:
    """The largest element of each row, as a column.

    numpy's reduction has a fixed cost per row; argmax costs half to a third of it. For many short rows, halving them first is up to ten
    times as fast.
    """
    rows, width = a.shape
    if (rows <= 256 or width >= 32) and width and a.flags.c_contiguous:
        return intp.take(a, intp.argmax(a, 1) + row_starts(a.shape))[:, None]
    if rows < 16 or width >= 512:
        return np.maximum.reduce(a, axis=1, keepdims=True)
    while width > 16:
        half = (width + 1) // 2  # halves may overlap, which does not change a maximum
        a = np.maximum(a[:, :half], a[:, width - half:])
        width = half
    return np.maximum.reduce(np.ascontiguousarray(a.T), axis=0)[:, None]


def max_integer(a: Array) -> int:
    """The largest of some integers; for few, argmax costs a third of a reduction."""
    if a.size > _TINY_SIZE:
        return int(np.maximum.reduce(a, axis=None))
    return int(a.item(intp.argmax(a)))


def min_number(a: Array) -> float:
    """The smallest of some real numbers, NaN if there is one; on few, argmin costs a quarter of a reduction."""
    return float(a.item(intp.argmin(a)))


def max_number(a: Array) -> float:
    """The largest of some real numbers, NaN if there is one."""
    return float(a.item(intp.argmax(a)))


def all_within(a: Array, low: float, high: float) -> bool:
    """Whether all elements are in [low, high]; NaN is not."""
    if not a.size:
        return True
    if a.dtype.kind != "f":
        return bool(((a >= low) & (a <= high)).all())
    return bool(a.item(intp.argmin(a)) >= low and a.item(intp.argmax(a)) <= high)


def all_finite(a: Array) -> bool:
    """Whether all elements are finite."""
    code = a.dtype.char
    if a.size <= _TINY_SIZE and (code == "f" or code == "d" or code == "F" or code == "D"):
        # On few elements the sum of squares is faster, in any memory order; if it overflows, nothing follows from it.
        total = vdot(a, a)
        if math.isfinite(total.real) and math.isfinite(total.imag) if code == "F" or code == "D" else math.isfinite(total):
            return True
    return bool(np.isfinite(a).all())


def piece_length(size: int, width: int = 1, block: int | None = None) -> int:
    """How many of `size` items of `width` elements to process at a time: equal pieces of about a block, at most 1.5 blocks."""
    block = block or BLOCK
    count = (size * width + block // 2) // block
    return -(-size // count) if count > 1 else size


def row_slices(rows: int, width: int, block: int | None = None) -> Sequence[slice]:
    """Slices of rows of about one block each."""
    step = piece_length(rows, width, block)
    return [slice(i, i + step) for i in range(0, rows, step)] if step else (slice(0, 0),)


def as_lanes(a: Array, dim: int) -> Array:
    """`a` as (outer, n, inner), n being the size of `dim`."""
    shape = a.shape
    return a.reshape(math.prod(shape[:dim]), shape[dim], math.prod(shape[dim + 1:]))


def lane_slices(shape: tuple[int, ...], block: int | None = None) -> Sequence[tuple[slice, slice]]:
    """Slices of outer and inner of a `as_lanes` view, each of whole lanes and about one block."""
    outer, n, inner = shape
    block = block or BLOCK
    if outer * n * inner <= block * 3 // 2:
        return (_WHOLE_LANES,)
    columns = max(1, block // n)
    if inner < columns:
        return [(rows, slice(None)) for rows in row_slices(outer, n * inner, block)]
    return [(slice(i, i + 1), slice(j, j + columns)) for i in range(outer) for j in range(0, inner, columns)]


def load_lanes(a: Array) -> Array:
    """An (outer, n, inner) piece as a fresh contiguous (n, outer * inner)."""
    outer, n, inner = a.shape
    return np.array(a.transpose(1, 0, 2), order="C").reshape(n, outer * inner)


def store_lanes(out: Array, columns: Array) -> None:
    """Write columns in the layout of `load_lanes` back to an (outer, n, inner) piece."""
    outer, n, inner = out.shape
    out.transpose(1, 0, 2)[...] = columns.reshape(n, outer, inner)


#: Placeholders for scratch blocks, by their number.
_NO_SCRATCH: tuple[tuple[None, ...], ...] = ((), (None,), (None, None))


def blockwise(step: Callable[..., Array], scratch: int, first: Array, *others: Array) -> Array:
    """Run `step(out, *scratch blocks, first, *others)`, an elementwise chain, over arrays of one shape; floating result.

    The result has the layout and dtype of `first`; half precision computes in float32. Where there is only one block, `out` and the scratch
    are None: the first ufunc that gets each allocates it, which is quicker than allocating before. So a step has to return `out`.
    """
    dtype = first.dtype
    if dtype.itemsize == 2:
        return convert(blockwise(step, scratch, widen_half(first), *map(widen_half, others)), dtype)
    if 0 in first.strides:
        first = copy_dense(first, dtype)
    size = first.size
    if first.ndim and (size <= _SMALL_SIZE or size <= CHAIN_BLOCK * 3 // 2 and first.flags.c_contiguous):
        return step(None, *_NO_SCRATCH[scratch], first, *others)
    out = np.empty_like(first)
    if not first.ndim:
        step(out, *[np.empty_like(first) for _ in range(scratch)], first, *others)
        return out
    order = _memory_order(first)
    flat = [np.ascontiguousarray(a.transpose(order)).reshape(-1) for a in (first, *others)]
    flat_out = out.transpose(order).reshape(-1)
    run, block = (map_parallel, BLOCK) if POOLS and size >= PARALLEL_SIZE else (map_serial, CHAIN_BLOCK)
    length = piece_length(size, block=block)
    scratch_pool: list[list[Array]] = []  # scratch of steps that have finished, for reuse

    def work(start: int) -> None:
        part = flat_out[start:start + length]
        buffers = scratch_pool.pop() if scratch_pool else [np.empty(length, dtype) for _ in range(scratch)]
        token = silence()
        try:
            step(part, *[s[:part.size] for s in buffers], *[a[start:start + length] for a in flat])
        finally:
            restore(token)
        scratch_pool.append(buffers)

    run(work, range(0, size, length or 1))
    return out


def stepwise(step: Callable[..., Array], scratch: bool = False) -> Callable[[F], F]:
    """Decorate a unary kernel that is `blockwise(step, scratch, a)`: for few contiguous elements the step runs directly."""

    def decorate(kernel: F) -> F:
        def call(a: Array) -> Array:
            dtype = a.dtype
            if (dtype is _FLOAT32 or dtype is _FLOAT64) and a.ndim and a.size <= _SMALL_SIZE and a.flags.c_contiguous:
                token = silence()
                try:
                    return step(None, None, a) if scratch else step(None, a)
                finally:
                    restore(token)
            return kernel(a)

        functools.update_wrapper(call, kernel)
        return call  # type: ignore[return-value]

    return decorate


def _memory_order(a: Array) -> tuple[int, ...]:
    """The permutation of dimensions in which a copy of `a` that keeps its layout is contiguous."""
    if a.flags.c_contiguous:
        return tuple(range(a.ndim))
    strides = np.empty_like(a).strides
    return tuple(sorted(range(a.ndim), key=lambda d: (-strides[d], d)))



def require_floating(a: Array, kernel: str) -> None:
    """Raise PyTorch's NotImplementedError unless `a` is real floating point."""
    if a.dtype.kind not in "fV":
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(a.dtype)}'")
