"""Kernels that repeat elements, count them, or list combinations."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import CATEGORY, float64, int64, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import max_integer
from ..core.execution.quiet import quiet
from ..core.numbers import check_number_fits
from ..shape.views import wrap_dim

Array = np.ndarray[Any, np.dtype[Any]]


_SIZE_MISMATCH = "allocated size does not match required size"


def repeat_index(repeats: Any, n: int, output_size: int | None = None, dim: int = 0) -> Array:
    """For each slice of `repeat_interleave`'s result the index of its source among `n` slices; `repeats` is an int or an array."""
    if not isinstance(repeats, np.ndarray):
        if repeats < 0:
            raise RuntimeError("Repeats must be non-negative")
        index = intp.repeat(intp.arange(n), repeats)
    else:
        index = intp.repeat(intp.arange(n), _check_repeats(repeats, n, dim, output_size))
        if not repeats.size:
            return index
    if output_size is not None and output_size != index.size:
        raise RuntimeError(_SIZE_MISMATCH)
    return index


def _check_repeats(repeats: Array, n: int, dim: int, output_size: int | None) -> Array:
    if repeats.dtype.char not in "lqi":
        raise NotImplementedError(f"\"repeat_interleave_cpu\" not implemented for '{scalar_name(repeats.dtype)}'")
    if repeats.size not in (1, n):
        raise RuntimeError("repeats must have the same size as input along dim, but got repeats.size(0) = "
                           f"{repeats.size} and input.size({dim}) = {n}")
    if (repeats < 0).any():
        if output_size is not None and repeats.sum() != output_size:
            raise RuntimeError(_SIZE_MISMATCH)
        raise RuntimeError("repeats can not be negative")
    return repeats


def repeat_interleave(x: Array, repeats: Any, dim: int | None = None, output_size: int | None = None) -> Array:
    """Each slice of `x` along `dim` (each element of the flattened `x`) repeated."""
    if dim is None:
        x, dim = x.reshape(-1), 0
    dim = wrap_dim(dim, x.ndim)
    x = x if x.ndim else x.reshape(1)
    return intp.take(x, repeat_index(repeats, x.shape[dim], output_size, dim), dim)


def bincount(x: Array, weights: Array | None = None, minlength: int = 0) -> Array:
    """The number of occurrences of 0, 1, 2, ... in `x`, or the sum of their weights.

    int64 without weights, float32 for float32 weights, else float64.
    """
    if x.dtype.kind not in "iu":
        raise NotImplementedError(f"\"bincount_cpu\" not implemented for '{scalar_name(x.dtype)}'")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    if x.ndim != 1 or (x.size and x.item(intp.argmin(x)) < 0):
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if x.itemsize == 8 and x.size and max_integer(x) == _LARGEST:
        raise RuntimeError(f"maximum value of input overflowed, it should be < {_LARGEST} but got {_LARGEST}")
    if weights is None or not x.size:  # of nothing PyTorch counts without the weights
        return intp.bincount(x, minlength=minlength).astype(int64, copy=False)
    if weights.shape != x.shape:
        raise RuntimeError("weights should be 1-d and have the same length as input")
    counts = intp.bincount(x, weights, minlength)
    return counts.astype(np.float32) if weights.dtype == np.float32 else counts.astype(float64, copy=False)


_LARGEST = (1 << 63) - 1
#: Elements counted at a time.
_COUNT_BLOCK = block_size(__name__, "_COUNT_BLOCK", 1 << 16)
#: C++ names of the dtypes that cannot hold every bin limit.
_NARROW_C_NAMES = {"uint8": "uint8_t", "int8": "int8_t", "int16": "int16_t"}


@quiet
def histc(x: Array, bins: int = 100, min: float = 0, max: float = 0) -> Array:
    """Counts of the elements in `bins` equal bins from `min` to `max`; if these are equal, over the range of `x`."""
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension 0")
    flat = x.reshape(-1)
    low, high = _bin_range(flat, float(check_number_fits(min, float64)), float(check_number_fits(max, float64)))
    if CATEGORY[x.dtype.kind] != 2:  # PyTorch fails when it makes the bin limits, or when it counts
        name = x.dtype.name
        if name in _NARROW_C_NAMES and not (np.iinfo(name).min <= low and high <= np.iinfo(name).max):
            raise RuntimeError(f"value cannot be converted to type {_NARROW_C_NAMES[name]} without overflow")
        step = "linspace" if x.dtype.kind == "b" else "histogram"
        raise NotImplementedError(f"\"{step}_cpu\" not implemented for '{scalar_name(x.dtype)}'")
    counts = np.zeros(bins, int64)
    for start in range(0, flat.size, _COUNT_BLOCK):
        part = flat[start:start + _COUNT_BLOCK]
        part = part[(part >= low) & (part <= high)]
        position = ((part - x.dtype.type(low)) * bins / x.dtype.type(high - low)).astype(int64)
        counts += intp.bincount(np.minimum(position, bins - 1), minlength=bins)
    return counts.astype(x.dtype)


def _format_infinite_range(flat: Array, low: float, high: float, given: bool) -> str:
    """The range in PyTorch's message. The search for the elements' extremes starts from the largest finite numbers."""
    if not given and low != low and flat.size > 1:
        return "[-nan, -nan]"
    if not given and low == low and high == high:
        last = float(np.finfo(flat.dtype).max)
        low, high = min(low, last), max(high, -last)
    return f"[{low:g}, {high:g}]"


def _bin_range(flat: Array, low: float, high: float) -> tuple[float, float]:
    given = low != high
    if not given and flat.size:
        if flat.dtype.kind == "c":
            raise NotImplementedError(f"\"aminmax_cpu\" not implemented for '{scalar_name(flat.dtype)}'")
        low, high = float(flat.min()), float(flat.max())
    if low == high:
        low, high = low - 1, high + 1
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of {_format_infinite_range(flat, low, high, given)} is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    return low, high


def combination_indices(count: int, r: int, with_replacement: bool) -> list[Array]:
    """The first, second, ... elements of all ascending combinations of `r` of `count` indices."""
    step = 0 if with_replacement else 1
    columns = [intp.arange(max(count - step * (r - 1), 0))]
    for column in range(1, r):
        first = columns[-1] + step
        counts = count - step * (r - 1 - column) - first  # only those that leave enough for the following elements
        before = intp.cumsum(counts) - counts
        columns = [*(intp.repeat(column, counts) for column in columns), intp.arange(counts.sum()) + intp.repeat(first - before, counts)]
    return columns
