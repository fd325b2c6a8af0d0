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


def _transform(a: Array, dims: list[int], last: int, dtype: Any, function: Any, **options: Any) -> Array:
    """`function` over `dims` of `a`, the last of which gets `last` values. It runs on the innermost axes of a contiguous result."""
    if len(dims) == 1 and a.flags.c_contiguous and dims[0] == a.ndim - 1:  # numpy's functions for several take twice as long for one
        out = np.empty((*a.shape[:-1], last), dtype)
        if out.size:
            _ALONE[function](a, n=options["s"][0] if "s" in options else None, axis=-1, norm=options["norm"], out=out)
        return out
    order = _by_stride(a, (d for d in range(a.ndim) if d not in dims)) + dims
    moved = a.transpose(order)
    out = np.empty((*moved.shape[:-1], last), dtype)
    if out.size:
        function(moved, axes=range(a.ndim - len(dims), a.ndim), out=out, **options)
    return out.transpose([order.index(d) for d in range(a.ndim)])


#: The functions of one dimension behind those of several.
_ALONE: dict[Any, Any] = {np.fft.fftn: np.fft.fft, np.fft.ifftn: np.fft.ifft, np.fft.rfftn: np.fft.rfft, np.fft.irfftn: np.fft.irfft}


def _positive(a: Array, dim: tuple[int, ...]) -> list[int]:
    return [d % a.ndim for d in dim]


def c2c(a: Array, dim: tuple[int, ...], mode: int, forward: bool) -> Array:
    """Complex to complex over several dimensions."""
    if not dim:
        return a.copy()
    dims = _by_stride(a, _positive(a, dim))
    function, norms = (np.fft.fftn, _FORWARD) if forward else (np.fft.ifftn, _INVERSE)
    return _transform(a, dims, a.shape[dims[-1]], a.dtype, function, norm=norms[mode])


def r2c(a: Array, dim: tuple[int, ...], mode: int, onesided: bool) -> Array:
    """Real to complex; `onesided` leaves out the half of the last dimension that follows from the other."""
    check(a.dtype)
    *others, innermost = _positive(a, dim)
    dims = [*_by_stride(a, others), innermost]
    last = a.shape[innermost] // 2 + 1 if onesided else a.shape[innermost]
    function = np.fft.rfftn if onesided else np.fft.fftn
    return _transform(a, dims, last, np.result_type(a.dtype, np.complex64), function, norm=_FORWARD[mode])


def c2r(a: Array, dim: tuple[int, ...], mode: int, last: int) -> Array:
    """From the half of a Hermitian spectrum to a real signal, with `last` values along the last dimension."""
    *others, innermost = _positive(a, dim)
    inner = c2c(a, tuple(others), mode, False) if others else a
    return _transform(inner, [innermost], last, a.real.dtype, np.fft.irfftn, s=(last,), norm=_INVERSE[mode])


def double_inner(a: Array, dim: int, count: int) -> Array:
    """`count` entries after the first along a dimension doubled: each stands for two of a Hermitian spectrum."""
    out = a.copy()
    index = [slice(None)] * a.ndim
    index[dim] = slice(1, 1 + count)
    out[tuple(index)] *= 2
    return out
