"""Evenly spaced numbers, bit for bit as from PyTorch's kernels: the last bit can decide on which side of a kink or a bin a number is."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.quiet import quiet
from ..special.fma import f32, fma64, split_fma

Array = np.ndarray[Any, np.dtype[Any]]
#: Size of an element -> numbers in a vector register of PyTorch's `arange`, which fills two registers at a time.
_LANES = {2: 16, 4: 8, 8: 4}
#: Up to this number of elements they are computed in Python.
_PYTHON_MAX_STEPS = 24


def arange_values(first: Any, step: Any, count: int, dtype: np.dtype[Any]) -> Array:
    """`count` numbers of a floating or complex `dtype`, starting from `first`, with step `step`.

    Each register counts up from its first number, which is rounded to `dtype`; the rest that does not fill two registers counts up from
    `first`. Integers that `dtype` represents exactly are the same either way.
    """
    if dtype.kind == "c" or (int(step) == step and int(first) == first and abs(first) + abs(step) * count < 2**24 and dtype.itemsize > 2):
        return (np.arange(count, dtype=np.float64) * step + first).astype(dtype, copy=False)
    lanes = _LANES[dtype.itemsize]
    whole = count - count % (2 * lanes)
    values = np.empty(count, dtype)
    if whole:
        heads = _count_from_first(intp.arange(0, whole, lanes), first, step, dtype)[:, None]
        _count_from_heads(heads, step, values[:whole].reshape(-1, lanes))
    if whole < count:
        values[whole:] = _count_from_first(intp.arange(whole, count), first, step, dtype)
    return values


def _count_from_first(positions: Array, first: Any, step: Any, dtype: np.dtype[Any]) -> Array:
    if dtype.itemsize == 8:
        return fma64(positions.astype(np.float64), float(step), float(first))
    wide_type: Any = np.float64 if dtype.itemsize == 4 else f32
    return (positions.astype(wide_type) * wide_type(step) + wide_type(first)).astype(dtype)


def _count_from_heads(heads: Array, step: Any, out: Array) -> None:
    """Fill each row of `out`, counting up from its head."""
    if out.dtype.itemsize == 8:
        out[...] = split_fma(np.broadcast_to(np.arange(out.shape[1], dtype=np.float64), out.shape), float(step), heads)
    else:
        wide_type: Any = np.float64 if out.dtype.itemsize == 4 else f32
        np.add(heads.astype(wide_type), np.arange(out.shape[1], dtype=wide_type) * wide_type(step), out, casting="unsafe")


def linspace_values(start: Any, end: Any, steps: int, dtype: np.dtype[Any]) -> Array:
    """`steps` numbers from `start` to `end`: the first half counts up from `start`, the second down from `end`.

    Every number is rounded once, in half precision after every operation; integers are truncated from float64.
    """
    if dtype.kind == "b":  # PyTorch allows at most one
        return np.full(steps, bool(start))
    if dtype.kind in "iu":
        return np.trunc(linspace_values(math.trunc(start), math.trunc(end), steps, np.dtype(np.float64))).astype(dtype)
    if dtype.kind == "c":
        values, part = np.empty(steps, dtype), np.dtype(dtype.type().real)
        values.real, values.imag = linspace_values(start.real, end.real, steps, part), linspace_values(start.imag, end.imag, steps, part)
        return values
    if steps == 1:
        return np.full((1,), start, dtype)
    first, last = dtype.type(start), dtype.type(end)
    step = dtype.type((last - first) / dtype.type(max(steps - 1, 1)))
    half = steps // 2
    if dtype.itemsize == 4:
        return _spaced32(float(first), float(last), float(step), steps)
    if dtype.itemsize == 2:
        positions = intp.arange(steps)
        up, down = positions[:half].astype(dtype), (steps - 1 - positions[half:]).astype(dtype)
        return np.concatenate([first + up * step, last - down * step])
    values = np.arange(steps, dtype=np.float64)
    up, down = values[:half], values[half:]
    np.subtract(steps - 1, down, down)
    values[:half], values[half:] = fma64(up, step, first), fma64(down, -step, last)
    return values


def _spaced32(first: float, last: float, step: float, steps: int) -> Array:
    """`linspace_values` in float32, computed in float64 with exact products; the double rounding shows in one of 2**29 numbers."""
    half = steps // 2
    if steps <= _PYTHON_MAX_STEPS:
        return np.array([first + step * i for i in range(half)] + [last - step * i for i in range(steps - half - 1, -1, -1)], f32)
    values = np.arange(steps, dtype=np.float64)
    if steps > 2**24:
        values = values.astype(f32).astype(np.float64)
    up, down = values[:half], values[half:]
    np.subtract(steps - 1, down, down)
    values *= step
    up += first
    np.subtract(last, down, down)
    return values.astype(f32)


@quiet
def logspace_values(base: float, start: Any, end: Any, steps: int, dtype: np.dtype[Any]) -> Array:
    """`base` to the power of `steps` numbers from `start` to `end`; exponents are float64, rounded at every operation."""
    wide_type = np.dtype(np.complex128 if dtype.kind == "c" else np.float64)
    first, last = (dtype.type(start), dtype.type(end)) if steps > 1 else (start, start)
    step = wide_type.type(last - first) / max(steps - 1, 1)
    half = steps // 2
    if dtype.kind != "c":
        values = np.arange(steps, dtype=np.float64)
        up, down = values[:half], values[half:]
        np.subtract(steps - 1, down, down)
        values *= step
        np.add(up, wide_type.type(first), up)
        np.subtract(wide_type.type(last), down, down)
        return np.power(float(base), values).astype(dtype)
    positions = intp.arange(steps)
    up, down = wide_type.type(first) + step * positions[:half], wide_type.type(last) - step * (steps - 1 - positions[half:])
    return np.power(float(base), np.concatenate([up, down])).astype(dtype)


def reshape_for_out(values: Array, out: Any) -> Array:
    """A vector of values, in the shape of the `out` that it will fill if that has as many elements: `out` keeps its shape."""
    if out is None:
        return values
    shape = getattr(out, "shape", None)
    return values.reshape(shape) if shape is not None and math.prod(shape) == values.size else values
