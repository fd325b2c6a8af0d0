"""Random numbers bit for bit as PyTorch draws them on an x86-64 CPU (AVX2 or later), from a `Stream`."""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import CHAIN_BLOCK, row_slices, widen_half
from ..core.execution.quiet import quiet
from ..core.stable_order import stable_argsort
from ..special.fma import fma32, fma64
from ..special.libm import exp, log, log1p, tan
from . import normals
from .mt19937 import Stream, Words
from .normals import BLOCK, SMALL_COUNT, block_normals32, block_normals64, many_normals32, small_normals32

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array = np.ndarray[Any, np.dtype[Any]]
f32 = np.float32


def _scale_float32(values: NDArray[np.float32], mean: float, std: float) -> Array:
    return values if mean == 0.0 and std == 1.0 else fma32(values, float(f32(std)), float(f32(mean)))


def _normal_blocks32(words: Words, mean: float, std: float) -> Array:
    out = np.empty(words.size, f32)
    block_normals32(words, out)
    return _scale_float32(out, mean, std)


def _normal_blocks64(u: Array, mean: float, std: float) -> Array:
    out = block_normals64(u)
    return out if (mean, std) == (0.0, 1.0) else fma64(out, std, mean)


def normal(stream: Stream, n: int, dtype: Any, mean: float = 0.0, std: float = 1.0) -> Array:
    """n normal variates, as for a contiguous tensor."""
    with stream.lock:
        if n < BLOCK:
            return serial_normals(stream, n, dtype, mean, std)
        if n <= SMALL_COUNT and dtype.char == "f":
            return _scale_float32(small_normals32(stream, n), mean, std)
        if dtype.kind == "c":
            part = np.dtype(f32 if dtype.itemsize == 8 else np.float64)
            return normal(stream, 2 * n, part, mean, std).view(dtype)
        if dtype.itemsize == 2:
            return _half_normal(stream, n, mean, std).astype(dtype)
        if dtype.itemsize == 4:
            many = np.empty(n, f32)
            many_normals32(stream, many)
            return _scale_float32(many, mean, std)
        full = n // BLOCK * BLOCK
        if full == n:
            return _normal_blocks64(stream.doubles(n), mean, std)
        u = stream.doubles(n + BLOCK)  # the last 16 values are redrawn
        values = _normal_blocks64(np.concatenate((u[:full], u[n:])), mean, std)
        out = np.empty(n, dtype)
        out[:full] = values[:full]
        out[-BLOCK:] = values[full:]
        return out


def _half_normal(stream: Stream, n: int, mean: float, std: float) -> Array:
    """In half precision only whole blocks are drawn before the last 16 values."""
    out, full = np.empty(n, f32), n // BLOCK * BLOCK
    out[:full] = _normal_blocks32(stream.words(full), mean, std)
    if n % BLOCK:
        out[-BLOCK:] = _normal_blocks32(stream.words(BLOCK), mean, std)
    return out


def serial_normals(stream: Stream, n: int, dtype: Any, mean: float, std: float) -> Array:
    """n normal variates drawn one by one, as for few values and for non-contiguous tensors."""
    with stream.lock:
        values = normals.serial_normals(stream, n)
    return (values if (mean, std) == (0.0, 1.0) else fma64(values, std, mean)).astype(dtype)


def uniform(stream: Stream, n: int, dtype: Any, low: float = 0.0, high: float = 1.0) -> Array:
    """n uniform variates in [low, high); values that are rounded to `high` become `low`."""
    with stream.lock:
        if low == 0.0 and high == 1.0 and dtype.char == "f":
            return stream.floats(n)
        if dtype.kind == "c":
            return uniform(stream, 2 * n, np.dtype(f32 if dtype.itemsize == 8 else np.float64), low, high).view(dtype)
        if dtype.itemsize == 8:
            u = stream.doubles(n)
            if (low, high) == (0.0, 1.0):
                return u
            return _keep_below_high(_scale_uniform64(u, low, high), low, high, _can_round_to_high64(low, high))
        v = stream.floats(n)
        if (low, high) != (0.0, 1.0):
            v = _scale_uniform32(v, low, high)
        if dtype.itemsize == 2:
            return _keep_below_high(v.astype(dtype), dtype.type(low), dtype.type(high), True)
        return _keep_below_high(v, f32(low), f32(high), _can_round_to_high32(low, high))


def _keep_below_high(values: Array, low: Any, high: Any, reaches: bool) -> Array:
    return np.where(values == high, low, values) if reaches else values


def _scale_uniform64(u: NDArray[np.float64], low: float, high: float) -> Array:
    return fma64(u, high - low, low)


def _scale_uniform32(u: NDArray[np.float32], low: float, high: float) -> NDArray[np.float32]:
    width, first, exact = _interval32(low, high)
    if not exact:
        return fma32(u, width, first)
    wide = u.astype(np.float64)
    np.multiply(wide, width, wide)
    np.add(wide, first, wide)
    return wide.astype(f32)


@lru_cache
def _interval32(low: float, high: float) -> tuple[Any, Any, bool]:
    """The width and start of an interval in float32, and whether float64 is exact without FMA; if so the numbers are 0-d arrays."""
    width, first = float(f32(high) - f32(low)), float(f32(low))
    return (np.array(width), np.array(first), True) if _is_exact(width, first) else (width, first, False)


@lru_cache
def _can_round_to_high32(low: float, high: float) -> bool:
    """Whether the largest variate is rounded to `high`."""
    return (low, high) != (0.0, 1.0) and bool(_scale_uniform32(np.array([1 - 2.0**-24], f32), low, high)[0] == f32(high))


@lru_cache
def _can_round_to_high64(low: float, high: float) -> bool:
    return bool(_scale_uniform64(np.array([1 - 2.0**-53]), low, high)[0] == high)


def _is_exact(width: float, first: float) -> bool:
    """Whether u * width + first is exact in float64 for every u of `Stream.floats`, multiples of 2**-24 below 1."""
    size = abs(width) + abs(first)
    if not math.isfinite(size):
        return False
    bits = [number.as_integer_ratio()[1].bit_length() - 1 for number in (width, first)]
    return math.frexp(size)[1] + max(24 + bits[0], bits[1]) <= 53


_FULL_RANGE = {"int8": 128, "uint8": 256, "int16": 2**15, "int32": 2**31, "int64": 2**63, "bool": 2, "float32": 2**24 + 1,
               "float64": 2**53 + 1, "float16": 2**11 + 1, "bfloat16": 2**8 + 1, "uint16": 2**16, "uint32": 2**32, "uint64": 2**64}


def integers(stream: Stream, n: int, low: int, high: int) -> Array:
    """n integers in [low, high), by remainder as in PyTorch; wide ranges use 64-bit numbers."""
    span = high - low
    with stream.lock:
        if span >= 2**28:
            raw = stream.double_words(n)
            return (_remainder(raw, span) if span < 2**64 else raw).astype(np.int64) + low
        values = _remainder(stream.words(n), span).astype(np.int64)
        return values + low if low else values


#: Up to this number of elements numpy's remainder is faster than the three calls that replace it.
_REMAINDER_COUNT = block_size(__name__, "_REMAINDER_COUNT", 128)


def _remainder(raw: Array, span: int) -> Array:
    """raw % span: numpy's division by a scalar is vectorized, its remainder is not."""
    divisor = np.array(span, raw.dtype)
    if raw.size <= _REMAINDER_COUNT:
        return np.remainder(raw, divisor)
    whole = np.floor_divide(raw, divisor)
    np.multiply(whole, divisor, whole)
    return np.subtract(raw, whole, whole)


def full_range(stream: Stream, n: int, dtype: Any) -> Array:
    """n integers from the range in which `dtype` represents all of them."""
    span = _FULL_RANGE[dtype.name]
    wide = dtype.name in ("int64", "float64", "uint64")
    with stream.lock:
        raw = stream.double_words(n) if wide else stream.words(n)
        return (_remainder(raw, span) if span < 2**64 else raw).astype(dtype)


def end_of_range(dtype: Any) -> int:
    """One more than the largest integer up to which `dtype` represents all integers."""
    return _FULL_RANGE[dtype.name]


def permutation(stream: Stream, n: int) -> Array:
    """A random permutation of range(n), by the Fisher-Yates shuffle."""
    with stream.lock:
        raw = stream.words(max(n - 1, 0))
    if n < 2:
        return intp.arange(n)
    swap_with = (raw % np.arange(n, 1, -1, dtype=np.uint32 if n < 2**32 else np.uint64)).astype(np.int64)
    swap_with += intp.arange(n - 1)
    return _shuffle_sequential(swap_with.tolist()) if n <= _SEQUENTIAL_SHUFFLE_SIZE else _shuffle(swap_with)


#: Up to this number of elements the shuffle is faster element by element.
_SEQUENTIAL_SHUFFLE_SIZE = block_size(__name__, "_SEQUENTIAL_SHUFFLE_SIZE", 400)
#: Up to this number of elements (which must fit into 16 bits) the shuffle is done at once; above, it starts by blocks.
_SINGLE_BLOCK_SIZE = block_size(__name__, "_SINGLE_BLOCK_SIZE", 1 << 16)
#: Steps of a block.
_SHUFFLE_BLOCK = block_size(__name__, "_SHUFFLE_BLOCK", 1 << 12)


def _shuffle_sequential(swap_with: list[int]) -> Array:
    """The range after exchanging element i with element `swap_with[i]`, for each i in turn."""
    order = list(range(len(swap_with) + 1))
    for i, j in enumerate(swap_with):
        order[i], order[j] = order[j], order[i]
    return np.array(order, np.int64)


def _shuffle(swap_with: Array) -> Array:
    """The same: by blocks while most steps of a block are independent, then the rest at once."""
    n, start = len(swap_with) + 1, 0
    if n <= _SINGLE_BLOCK_SIZE:
        return _shuffle_at_once(swap_with)
    order, last = intp.arange(n), np.empty(n, np.int32)
    while n - start > _SINGLE_BLOCK_SIZE:
        end = min(start + _SHUFFLE_BLOCK, n - 1)
        _shuffle_block(order, swap_with[start:end], start, last)
        start = end
    order[start:] = intp.take(order[start:], _shuffle_at_once(swap_with[start:] - start))
    return order


def _shuffle_block(order: Array, swap_with: Array, start: int, last: Array) -> None:
    """The steps from `start` on; `last` is a buffer with an element for each position."""
    end = start + len(swap_with)
    steps = np.arange(len(swap_with), dtype=np.int32)
    elements = intp.take(order, swap_with)
    own_elements = order[start:end].copy()  # the element that each step finds at its own position, and moves to its goal
    inner_steps = intp.flatnonzero(swap_with < end)
    targets = swap_with[inner_steps] - start
    later = targets > inner_steps
    for position, step in sorted(dict(zip(targets[later].tolist(), inner_steps[later].tolist())).items()):
        own_elements[position] = own_elements[step]  # of several steps to a position the last one
    last[swap_with] = steps
    final = intp.take(last, swap_with)
    before = intp.flatnonzero(final != steps)  # steps to positions that a later step reaches: the later one takes what they gave
    if len(before):
        before = before[intp.argsort(swap_with[before], kind="stable")]
        following = final[before]
        repeated_targets = swap_with[before]
        np.copyto(following[:-1], before[1:], "same_kind", where=repeated_targets[1:] == repeated_targets[:-1])
        elements[following] = own_elements[before]
    order[swap_with] = own_elements
    order[start:end] = elements


def _shuffle_at_once(swap_with: Array) -> Array:
    """The same without blocks.

    The element at position k before step k was moved there by the last earlier step to that position, from that step's own position, and so
    on, back to a position that no step had reached, which still has its own number. All these chains are followed at once, by pointer
    doubling.
    """
    position = intp.arange(len(swap_with) + 1)
    by_target = intp.argsort(swap_with.astype(np.uint16), kind="stable")
    targets = intp.take(swap_with, by_target)
    repeated = intp.flatnonzero(targets[1:] == targets[:-1])
    before, later = intp.take(by_target, repeated), intp.take(by_target, repeated + 1)
    origin = position.copy()
    origin[swap_with] = position[:-1]  # of several steps to a position the last one is kept
    fixed = intp.flatnonzero(swap_with == position[:-1])  # reached by its own step, which comes last: the one before is used
    origin[fixed] = fixed
    self_targets = intp.take(swap_with, later) == later
    origin[later[self_targets]] = before[self_targets]
    moving = intp.flatnonzero(origin != position)
    current = intp.take(origin, moving)
    while len(moving):
        advanced = intp.take(origin, current)
        origin[moving] = advanced
        changed = intp.flatnonzero(advanced != current)
        moving, current = intp.take(moving, changed), intp.take(advanced, changed)
    out = np.append(swap_with, origin[-1])
    out[later] = intp.take(origin, before)
    return out


def bernoulli(stream: Stream, n: int, p: float) -> Array:
    """n booleans, each true with probability p."""
    with stream.lock:
        out = np.empty(n, np.bool_)
        stream.below(p, out)
        return out


def bernoulli_each(stream: Stream, p: Array) -> Array:
    """Booleans that are true with the probabilities in `p`."""
    with stream.lock:
        u = stream.doubles(p.size) if p.dtype.itemsize == 8 else stream.floats(p.size)
    return u.reshape(p.shape) < p


#: Numbers that are drawn and transformed at a time.
_DRAW_BLOCK = block_size(__name__, "_DRAW_BLOCK", 1 << 16)


@quiet
def _draw_transformed(stream: Stream, n: int, dtype: Any, transform: Callable[[Array], Array]) -> Array:
    """A function of n uniform numbers in [0, 1)."""
    out = np.empty(n, dtype)
    with stream.lock:
        for start in range(0, n, _DRAW_BLOCK):
            out[start:start + _DRAW_BLOCK] = transform(stream.doubles(min(_DRAW_BLOCK, n - start)))
    return out


def exponential(stream: Stream, n: int, dtype: Any, rate: float = 1.0) -> Array:
    """n exponential variates of the given rate."""
    scale = -1.0 / rate
    return _draw_transformed(stream, n, dtype, lambda u: log1p(np.negative(u, u)) * scale)


def geometric(stream: Stream, n: int, dtype: Any, p: float) -> Array:
    """n geometric variates: the number of trials up to the first success."""
    scale = math.log(1 - p)
    return _draw_transformed(stream, n, dtype, lambda u: np.ceil(log(u) / scale))


def cauchy(stream: Stream, n: int, dtype: Any, median: float, sigma: float) -> Array:
    """n Cauchy variates."""
    return _draw_transformed(stream, n, dtype, lambda u: median + sigma * tan(math.pi * (u - 0.5)))


def log_normal(stream: Stream, n: int, dtype: Any, mean: float, std: float) -> Array:
    """n log-normal variates."""
    out = np.empty(n, dtype)
    with stream.lock:
        for rows in row_slices(n, 1, CHAIN_BLOCK):
            out[rows] = exp(serial_normals(stream, len(out[rows]), np.dtype(np.float64), mean, std))
    return out


#: Comparisons that are done at once instead of searching row by row.
_COMPARISON_BLOCK = block_size(__name__, "_COMPARISON_BLOCK", 1 << 14)
#: Up to this number of categories comparing with all of them is faster.
_MAX_COMPARED_CATEGORIES = 1 << 5


@quiet
def multinomial(stream: Stream, p: Array, count: int, replacement: bool) -> Array:
    """Indices drawn with the weights in each row of a matrix."""
    if not replacement or count == 1:
        q = exponential(stream, p.size, p.dtype)
        q = q.reshape(p.shape) if p.flags.c_contiguous or not p.flags.f_contiguous else q.reshape(p.shape[::-1]).T  # in memory order
        keys = p / q
        np.negative(keys, keys)
        return stable_argsort(keys)[:, :count]
    total = np.add.accumulate(widen_half(p), -1)
    total = np.true_divide(total, total[:, -1:])
    with stream.lock:
        u = stream.doubles(len(p) * count).reshape(len(p), count)
    if p.shape[1] > _MAX_COMPARED_CATEGORIES and u.size * p.shape[1] > _COMPARISON_BLOCK:
        return np.array([intp.searchsorted(c, row) for c, row in zip(total, u, strict=True)])
    some = max(_COMPARISON_BLOCK // (count * p.shape[1]), 1)  # rows: the first sum that is not smaller is what a search would find
    if len(p) <= some:
        return intp.argmin(np.less(total[:, None], u[:, :, None]), 2)
    parts = [intp.argmin(np.less(total[i:i + some, None], u[i:i + some, :, None]), 2) for i in range(0, max(len(p), 1), some)]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def expand_sample(sample: Any, *by: Any) -> Any:
    """A copy of a sample, broadcast to the shapes of its parameters."""
    shape = sample.shape
    for a in by:
        if a.shape != shape:
            break
    else:
        return np.array(sample)
    return np.broadcast_to(sample, np.broadcast_shapes(sample.shape, *(a.shape for a in by))).copy()
