"""Fourier transforms over numpy's; single precision stays single. `mode` scales by 1 (0), 1/sqrt(n) (1) or 1/n (2), in either direction.

Results lie in memory as PyTorch's do: the transformed dimensions innermost, those that were not transformed around them, both in
the order that the strides of the input gave them.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .dtypes import scalar_name

Array = NDArray[Any]
_FORWARD = ("backward", "ortho", "forward")
_INVERSE = ("forward", "ortho", "backward")


def check(dtype: np.dtype[Any]) -> None:
    """Refuse half precision, for which there are no transforms."""
    if dtype.itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {scalar_name(dtype)}")


def _by_stride(a: Array, dims: Any) -> list[int]:
    return sorted(dims, key=lambda d: -a.strides[d])


def _transform(a: Array, dims: list[int], last: int, dtype: Any, norm: Any, function: Any, others: Any = None, size: Any = None) -> Array:
    """`function` over the last of `dims` of `a`, which gets `last` values, `others` over those before it: all on the innermost axes of
    a contiguous result."""
    order = _by_stride(a, [d for d in range(a.ndim) if d not in dims]) + dims
    moved = a.transpose(order)
    out = np.empty((*moved.shape[:-1], last), dtype)
    if out.size:  # dimension by dimension: numpy's functions of several spend as long on their arguments as on a small transform
        function(moved, size, -1, norm, out)
        for axis in range(-2, -len(dims) - 1, -1):
            others(out, None, axis, norm, out)
    return out.transpose([order.index(d) for d in range(a.ndim)])


def _positive(a: Array, dim: tuple[int, ...]) -> list[int]:
    return [d % a.ndim for d in dim]


def c2c(a: Array, dim: tuple[int, ...], mode: int, forward: bool) -> Array:
    """Complex to complex over several dimensions."""
    if not dim:
        return a.copy()
    dims = _by_stride(a, _positive(a, dim))
    function: Any = np.fft.fft if forward else np.fft.ifft
    return _transform(a, dims, a.shape[dims[-1]], a.dtype, (_FORWARD if forward else _INVERSE)[mode], function, function)


def r2c(a: Array, dim: tuple[int, ...], mode: int, onesided: bool) -> Array:
    """Real to complex; `onesided` leaves out the half of the last dimension that follows from the other."""
    check(a.dtype)
    *others, innermost = _positive(a, dim)
    dims = [*_by_stride(a, others), innermost]
    last = a.shape[innermost] // 2 + 1 if onesided else a.shape[innermost]
    dtype = np.dtype(np.complex64 if a.dtype.itemsize == 4 else np.complex128)
    return _transform(a, dims, last, dtype, _FORWARD[mode], np.fft.rfft if onesided else np.fft.fft, np.fft.fft)


def c2r(a: Array, dim: tuple[int, ...], mode: int, last: int) -> Array:
    """From the half of a Hermitian spectrum to a real signal, with `last` values along the last dimension."""
    *others, innermost = _positive(a, dim)
    inner = c2c(a, tuple(others), mode, False) if others else a
    return _transform(inner, [innermost], last, a.real.dtype, _INVERSE[mode], np.fft.irfft, size=last)


def double_inner(a: Array, dim: int, count: int) -> Array:
    """`count` entries after the first along a dimension doubled: each stands for two of a Hermitian spectrum."""
    out = a.copy()
    index = [slice(None)] * a.ndim
    index[dim] = slice(1, 1 + count)
    out[tuple(index)] *= 2
    return out
