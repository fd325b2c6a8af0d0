"""Functions of float32 numbers from tables of float64 polynomials, fitted at first use to the float64 kernel.

A table is evaluated in a dozen numpy calls, whatever the function; its caller rounds the result once, to float32. The piece of a
number is read from its bits (`LogarithmicTable`: pieces proportional to the number, for functions that vary with the logarithm) or from its
position in an interval (`UniformTable`: pieces of one length).
"""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import count_nonzero
from ..core.execution.quiet import quiet, restore, silence
from ..shape.strided import empty_dense

Array = np.ndarray[Any, np.dtype[Any]]
f32 = np.dtype(np.float32)
_UINT32, _INT64, _FLOAT64 = np.dtype(np.uint32), np.dtype(np.int64), np.dtype(np.float64)
#: Elements of a block: the scratch arrays fit into the cache.
CHUNK = block_size(__name__, "CHUNK", 1 << 13)
#: From this number of elements on, one coefficient at a time is taken for all elements; below, all coefficients of an element.
_TRANSPOSED_COUNT = 256
#: Below this number of elements, coefficients are taken by indexing.
_INDEXED_COUNT = 64
_ZERO = np.array(0.0)
TINY = float(np.finfo(np.float32).tiny)


def _zeros_in_pieces(function: Callable[[Array], Array], low: Array, high: Array) -> Array:
    """A zero of the function in each piece, at one end or by bisection; NaN where the sign does not change. At most one zero per piece."""
    left, right = function(low), function(high)
    found = np.where(left == 0, low, np.where(right == 0, high, np.nan))
    crossing = intp.flatnonzero(np.sign(left) * np.sign(right) == -1)
    a, b, rising = low[crossing], high[crossing], right[crossing] > 0
    for _ in range(60 if crossing.size else 0):
        middle = (a + b) / 2
        above = (function(middle) > 0) == rising
        a, b = np.where(above, a, middle), np.where(above, middle, b)
    found[crossing] = b
    return found


def _chebyshev_points(count: int) -> Array:
    """Chebyshev points in [0, 1] for a polynomial with that many coefficients: interpolation at these has the least error."""
    return (1 + np.cos((intp.arange(count) + 0.5) * math.pi / count)) / 2


@quiet
def fit_polynomials(function: Callable[[Array], Array], low: Array, high: Array, degree: int) -> Array:
    """Coefficients (piece, degree + 1) in (x - low) / (high - low), the lowest first.

    A piece that contains a zero of the function has the same zero, so that the fit has a small relative error there, too. Where the
    function is not finite the piece is constant.
    """
    u = _chebyshev_points(degree + 1)
    size = (high - low)[:, None]
    points = low[:, None] + u * size
    values = function(points.reshape(-1)).reshape(points.shape)
    rows = np.linalg.solve(np.vander(u, increasing=True), np.where(np.isfinite(values), values, 0).T).T
    root = _zeros_in_pieces(function, low, high)
    mask = intp.flatnonzero(np.isfinite(root))
    if mask.size:
        away = root[mask, None]
        u = _chebyshev_points(degree)
        at = low[mask, None] + u * size[mask]
        quotient = np.linalg.solve(np.vander(u, increasing=True), (function(at.reshape(-1)).reshape(at.shape) / (at - away)).T).T
        rows[mask] = 0
        rows[mask, 1:] = quotient * size[mask]
        rows[mask, :-1] += quotient * (low[mask, None] - away)
    constant = ~np.isfinite(values).all(1)
    rows[constant] = 0
    rows[constant, 0] = values[constant, degree // 2]
    return np.ascontiguousarray(rows)


def _evaluate_pieces(rows: Array, columns: tuple[Array, ...], piece: Array, t: Array) -> Array:
    """Evaluate the polynomials of the pieces at t; indices beyond the last piece use the last."""
    last = len(columns) - 1
    if t.size < _INDEXED_COUNT and t.ndim == 1:
        try:
            out: Array = columns[last][piece]  # indexing a vector by one has half the overhead of `take`
            for k in range(last - 1, -1, -1):
                out *= t
                out += columns[k][piece]
            return out
        except IndexError:
            pass
    if t.size < _TRANSPOSED_COUNT:
        gathered = intp.take(rows, piece, 0, mode="clip")
        out = gathered[..., last] * t
        for k in range(last - 1, 0, -1):
            out += gathered[..., k]
            out *= t
        out += gathered[..., 0]
        return out
    out, coefficient = intp.take(columns[last], piece, mode="clip"), np.empty(t.shape)
    for k in range(last - 1, -1, -1):
        out *= t
        out += intp.take(columns[k], piece, out=coefficient, mode="clip")
    return out


class LogarithmicTable:
    """A function of float32 numbers, with 2**bits pieces from each power of 2 to the next.

    `mirrored` is the function for negative numbers, of |x|; without it they give NaN.
    Subnormal numbers are in pieces of equal size, too coarse for a function with a pole at 0. The value at 0 is right only if the function
    is bounded there, or if no argument is subnormal.
    """

    def __init__(self, function: Callable[[Array], Array], bits: int = 5, degree: int = 3,
                 mirrored: Callable[[Array], Array] | None = None) -> None:
        self.function, self.bits, self.degree, self.mirrored = function, bits, degree, mirrored
        # 0-d arrays: numpy takes half as long with them as with Python numbers
        self.shift, self.mask = np.array(23 - bits, np.uint32), np.array((1 << (23 - bits)) - 1, np.uint32)

    @cached_property
    def _rows(self) -> Array:
        starts = np.arange(255 << self.bits, dtype=np.int64) << (23 - self.bits)
        low = starts.astype(np.int32).view(f32).astype(np.float64)
        high = np.append(low[1:], 2.0 ** 128)
        rows = np.concatenate([self._half(f, low, high) for f in (self.function, self.mirrored) if f])
        rows *= 2.0 ** (-float(self.shift) * intp.arange(self.degree + 1))
        return rows

    @quiet
    def _half(self, function: Callable[[Array], Array], low: Array, high: Array) -> Array:
        """Coefficients for one sign, and the pieces of infinity and NaN."""
        rows = fit_polynomials(function, low, high, self.degree)
        ends = np.zeros((1 << self.bits, self.degree + 1))
        ends[:, 0] = np.nan
        ends[0, 0] = function(np.array([np.inf]))[0]
        return np.concatenate([rows, ends])

    @cached_property
    def _columns(self) -> tuple[Array, ...]:
        return tuple(np.ascontiguousarray(self._rows.T))

    def __call__(self, x: Array, rest: Array | None = None) -> Array:
        """Float64 values at a contiguous float32 array of at least one dimension; NaN for a sign without a table.

        `rest` is the difference of the exact arguments from `x`, in units of the last place.
        """
        bits = x.view(_UINT32)
        piece = (bits >> self.shift).astype(_INT64)
        t = (bits & self.mask).astype(_FLOAT64)
        if rest is not None:
            t += rest
        return _evaluate_pieces(self._rows, self._columns, piece, t)


class UniformTable:
    """A function on [low, high], with `pieces` pieces per unit; arguments outside are moved to the nearest end."""

    def __init__(self, function: Callable[[Array], Array], low: float, high: float, pieces: int, degree: int = 3) -> None:
        self.function, self.low, self.high, self.pieces, self.degree = function, low, high, pieces, degree
        self._last_position = np.array(math.nextafter(round((high - low) * pieces), 0))
        self._start, self._scale = np.array(low, np.float64), np.array(pieces, np.float64)

    @cached_property
    def _rows(self) -> Array:
        edges = self.low + intp.arange(round((self.high - self.low) * self.pieces) + 1) / self.pieces
        return fit_polynomials(self.function, edges[:-1], edges[1:], self.degree)

    @cached_property
    def _columns(self) -> tuple[Array, ...]:
        return tuple(np.ascontiguousarray(self._rows.T))

    def locate(self, x: Array) -> tuple[Array, Array]:
        """The piece of each number, in an array of at least one dimension, and the position in it, from 0 to 1."""
        t = x.astype(np.float64)
        t -= self._start
        t *= self._scale
        np.maximum(t, _ZERO, out=t)
        np.minimum(t, self._last_position, out=t)
        whole = np.floor(t)
        t -= whole
        return whole.astype(_INT64), t

    def evaluate_at(self, piece: Array, t: Array) -> Array:
        """Float64 values at the results of `locate`."""
        return _evaluate_pieces(self._rows, self._columns, piece, t)

    def __call__(self, x: Array) -> Array:
        """Float64 values at a floating array of at least one dimension."""
        return self.evaluate_at(*self.locate(x))


def make_tabled_kernel(float32_kernel: Callable[[Array], Array], float64_kernel: Callable[[Array], Array], without_half: str = "") -> Any:
    """The kernel of a function of one variable: `float32_kernel` for float32 and half precision, `float64_kernel` for other dtypes.

    `float32_kernel` takes a float32 vector and returns float64 of its shape, or float32. `without_half` refuses half precision.
    """

    def call(x: Array) -> Array:
        dtype = x.dtype
        if dtype.itemsize > 4 or dtype.kind not in "fV":
            return float64_kernel(x)
        if without_half and dtype.itemsize == 2:
            raise NotImplementedError(f"\"{without_half}\" not implemented for '{scalar_name(dtype)}'")
        token = silence()
        try:
            if x.size <= CHUNK and x.ndim and x.flags.c_contiguous:
                flat = x if x.ndim == 1 else x.reshape(-1)  # numpy takes longer with several dimensions
                found = float32_kernel(flat if dtype.char == "f" else flat.astype(f32)).astype(dtype)
                return found if x.ndim == 1 else found.reshape(x.shape)
            return _map_chunks(float32_kernel, x)
        finally:
            restore(token)

    call.__doc__ = float64_kernel.__doc__
    call.__name__ = float64_kernel.__name__
    return call


def _map_chunks(function: Callable[[Array], Array], x: Array) -> Array:
    """The same for many elements and any layout, which the result gets, too."""
    out = empty_dense(x, x.dtype)
    flat = np.ascontiguousarray(x, f32).reshape(-1)
    target = out.reshape(-1) if out.flags.c_contiguous else np.empty(x.size, x.dtype)
    for i in range(0, flat.size, CHUNK):
        target[i:i + CHUNK] = function(flat[i:i + CHUNK])
    if not np.may_share_memory(out, target):
        out[...] = target.reshape(x.shape)
    return out


def with_c_library(function: Callable[[float], float], max_count: int, fallback: Callable[[Array], Array]) -> Callable[[Array], Array]:
    """`function` of the C library for up to `max_count` elements, where a table costs more; `fallback` for others and where it raises."""

    def call(x: Array) -> Array:
        if x.size <= max_count:
            try:
                return np.fromiter(map(function, x.reshape(-1).tolist()), np.float64, x.size).reshape(x.shape)
            except (ValueError, OverflowError):
                pass
        return fallback(x)

    return call


def replace_irregular(out: Array, regular: Array, exact: Callable[[Array], Array], x: Array) -> Array:
    """`out`, with the elements where `regular` is false replaced by `exact` in float64."""
    if count_nonzero(regular) < regular.size:
        out[~regular] = exact(x[~regular].astype(np.float64))
    return out
