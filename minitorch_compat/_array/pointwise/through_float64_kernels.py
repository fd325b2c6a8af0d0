"""Functions of float32 arrays computed in float64, for `_through_float64`.

Without AVX-512 numpy calls the C library for each element of these functions, while exp and log of float64 take 5 ns. By their
definitions in float64, whose error is far below float32's, expm1 and log1p take half the time and the hyperbolic functions a third of
it, and results are correctly rounded. Near 0, where a definition cancels, the first terms of the series are used.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.execution.block_sizes import block_size

Array = np.ndarray[Any, np.dtype[Any]]
#: Computes in-place in its first argument; the second is a buffer of the same size.
Formula = Callable[[Array, Array], Any]

#: Elements of a block, which fit into the cache.
_PIECE_SIZE = block_size(__name__, "_PIECE_SIZE", 8192)
#: Below this the omitted terms of the series are less than 1e-10 of the result.
_SERIES_LIMIT = np.float32(2.0**-12)


def _expm1(d: Array, _buffer: Array) -> None:
    np.exp(d, d)
    np.subtract(d, 1.0, d)


def _log1p(d: Array, _buffer: Array) -> None:
    np.add(d, 1.0, d)
    np.log(d, d)


def _half_exponentials(d: Array, other: Array) -> None:
    """Write exp(d) / 2 to d and exp(-d) / 2 to `other`."""
    np.exp(d, d)
    np.divide(0.5, d, other)
    np.multiply(d, 0.5, d)


def _sinh(d: Array, buffer: Array) -> None:
    _half_exponentials(d, buffer)
    np.subtract(d, buffer, d)


def _cosh(d: Array, buffer: Array) -> None:
    _half_exponentials(d, buffer)
    np.add(d, buffer, d)


def _asinh(d: Array, buffer: Array) -> None:
    sign = np.signbit(d)
    np.abs(d, d)
    np.multiply(d, d, buffer)
    np.add(buffer, 1.0, buffer)
    np.add(d, np.sqrt(buffer, buffer), d)
    np.log(d, d)
    np.negative(d, d, where=sign)


def _acosh(d: Array, buffer: Array) -> None:
    np.subtract(d, 1.0, buffer)
    np.sqrt(buffer, buffer)
    root = np.sqrt(d + 1.0)
    np.multiply(root, buffer, root)
    np.add(d, root, d)
    np.log(d, d)


def _atanh(d: Array, buffer: Array) -> None:
    np.add(d, 1.0, buffer)
    np.subtract(1.0, d, d)
    np.divide(buffer, d, d)
    np.log(d, d)
    np.multiply(d, 0.5, d)


#: The formula in float64 and, where it cancels near 0, the first terms of the series.
_FORMULAS: dict[Any, tuple[Formula, Callable[[Array], Array] | None]] = {
    np.expm1: (_expm1, lambda x: x * (1 + x * (0.5 + x / 6))), np.log1p: (_log1p, lambda x: x * (1 - x * (0.5 - x / 3))),
    np.sinh: (_sinh, lambda x: x * (1 + x * x / 6)), np.cosh: (_cosh, None), np.arcsinh: (_asinh, lambda x: x * (1 - x * x / 6)),
    np.arccosh: (_acosh, None), np.arctanh: (_atanh, lambda x: x * (1 + x * x / 3)),
}


def compute_in_pieces(ufunc: Any, a: Array, out: Array | None) -> Array:
    """The ufunc of a contiguous float32 array; `out` may be the array itself."""
    if out is None:
        out = np.empty(a.shape, np.float32)
    elif not out.flags.c_contiguous or out.dtype != np.float32 or out.size != a.size:
        return np.asarray(ufunc(a, out))
    (formula, series), values, results = _FORMULAS[ufunc], a.reshape(-1), out.reshape(-1)
    length = min(values.size, _PIECE_SIZE)
    room, buffer = np.empty(length), np.empty(length)
    for start in range(0, values.size, length):
        part = values[start:start + length]
        d = room[:part.size]
        d[...] = part
        small = None if series is None else np.less(np.abs(part), _SERIES_LIMIT)
        near = d[small] if small is not None and small.any() else None
        formula(d, buffer[:part.size])
        if series is not None and near is not None:
            d[small] = series(near)
        results[start:start + length] = d
    return out
