"""Fourier transforms by numpy; single precision is kept. `mode` scales by 1 (0), 1/sqrt(n) (1) or 1/n (2), in either direction.

Results have PyTorch's layout: the transformed dimensions are innermost, the others outside of them, both in the order of the strides
of the input.
"""
from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..core.conjugate import require_values
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size

Array = np.ndarray[Any, np.dtype[Any]]


@lru_cache(maxsize=256)
def _scale_factor(n: int, mode: int, dtype: Any) -> Array:
    """The scale of a transform of n values, in the real dtype of the computation."""
    return np.array(1 if mode == 0 else np.reciprocal(np.sqrt(n, dtype=dtype) if mode == 1 else n, dtype=dtype), dtype)


try:  # numpy's ufuncs: its public functions spend as much time on their arguments as on a transform of few values
    from numpy.fft import _pocketfft_umath as _ufuncs  # type: ignore[attr-defined]

    def _run_transform(ufunc: Any, x: Array, n: int, axis: int, mode: int, out: Array) -> None:
        factor = _scale_factor(n, mode, _REAL_DTYPES.get(x.dtype.char, np.float64))
        if axis == -1:
            ufunc(x, factor, out)
        else:
            ufunc(x, factor, out, axes=[(axis,), (), (axis,)])

    def _rfft(x: Array, n: int, axis: int, mode: int, out: Array) -> None:
        _run_transform(_ufuncs.rfft_n_odd if n % 2 else _ufuncs.rfft_n_even, x, n, axis, mode, out)

    _fft, _ifft, _irfft = (partial(_run_transform, u) for u in (_ufuncs.fft, _ufuncs.ifft, _ufuncs.irfft))
except (ImportError, AttributeError):  # pragma: no cover - a numpy that keeps them elsewhere
    def _run_public_transform(function: Any, x: Array, n: int, axis: int, mode: int, out: Array) -> None:
        forward = function in (np.fft.fft, np.fft.rfft)
        norm = (("backward", "ortho", "forward") if forward else ("forward", "ortho", "backward"))[mode]
        function(x, n, axis, norm, out)

    _fft, _ifft, _rfft, _irfft = (partial(_run_public_transform, f) for f in (np.fft.fft, np.fft.ifft, np.fft.rfft, np.fft.irfft))



#: Real values of which half a transform would take no less time than all of it.
_FEW = block_size(__name__, "_FEW", 256)


def _fft_of_real(x: Array, n: int, axis: int, mode: int, out: Array) -> None:
    """All values of the transform of real ones along the last axis: the second half mirrors the first, and is not computed."""
    if x.size < _FEW:
        _fft(x, n, axis, mode, out)
    else:
        first = out[..., :n // 2 + 1]
        _rfft(x, n, axis, mode, first)
        np.conjugate(first[..., (n - 1) // 2:0:-1], out=out[..., n // 2 + 1:])


#: The real dtype of a transform, by the input's type character; float64 for others.
_REAL_DTYPES = {"f": np.float32, "F": np.float32}


def check_dtype(dtype: np.dtype[Any]) -> None:
    """Raise for half precision, which has no transforms."""
    if dtype.itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {scalar_name(dtype)}")


@lru_cache(maxsize=256)
def _transform_order(strides: tuple[int, ...], dim: tuple[int, ...],
                     keep_last: bool) -> tuple[int, tuple[int, ...] | None, tuple[int, ...] | None]:
    """For an array of these strides: the dimension to transform first, the permutation of all dimensions (those in `dim` last, either group
    in the order of the strides; with `keep_last` the last of `dim` stays last), and its inverse. None for no permutation."""
    ndim = len(strides)
    dims = [d % ndim for d in dim]
    by_stride = lambda some: sorted(some, key=lambda d: -strides[d])  # noqa: E731
    dims = [*by_stride(dims[:-1]), dims[-1]] if keep_last else by_stride(dims)
    order = [*by_stride([d for d in range(ndim) if d not in dims]), *dims]
    return dims[-1], *((None, None) if order == list(range(ndim)) else (tuple(order), tuple([order.index(d) for d in range(ndim)])))


def _transform(a: Array, dim: tuple[int, ...], last: int, dtype: Any, mode: int, function: Any, other_function: Any = None,
               size: Any = None, innermost: bool = True) -> Array:
    """`function` along the last of `dim`, resulting in `last` values, and `other_function` along the rest of it: all on the innermost
    axes of a contiguous result. `size` is the number of values to transform if it differs from the input's."""
    require_values(a)
    _, order, back = _transform_order(a.strides, dim, innermost)
    moved = a if order is None else a.transpose(order)
    out = np.empty((*moved.shape[:-1], last), dtype)
    if out.size:
        function(moved, size or moved.shape[-1], -1, mode, out)
        for axis in range(-2, -len(dim) - 1, -1):
            other_function(out, out.shape[axis], axis, mode, out)
    return out if back is None else out.transpose(back)


def c2c(a: Array, dim: tuple[int, ...], mode: int, forward: bool) -> Array:
    """Complex to complex, over several dimensions."""
    if not dim:
        return a.copy()
    function = _fft if forward else _ifft
    return _transform(a, dim, a.shape[_transform_order(a.strides, dim, False)[0]], a.dtype, mode, function, function, innermost=False)


def r2c(a: Array, dim: tuple[int, ...], mode: int, onesided: bool) -> Array:
    """Real to complex; `onesided` omits the half of the last dimension that is redundant."""
    check_dtype(a.dtype)
    last = a.shape[dim[-1]] // 2 + 1 if onesided else a.shape[dim[-1]]
    return _transform(a, dim, last, _COMPLEX64 if a.dtype.itemsize == 4 else _COMPLEX128, mode, _rfft if onesided else _fft_of_real, _fft)


_COMPLEX64, _COMPLEX128 = np.dtype(np.complex64), np.dtype(np.complex128)


def c2r(a: Array, dim: tuple[int, ...], mode: int, last: int) -> Array:
    """From half of a Hermitian spectrum to a real signal, with `last` values along the last dimension."""
    inner = c2c(a, dim[:-1], mode, False) if len(dim) > 1 else a
    return _transform(inner, dim[-1:], last, a.real.dtype, mode, _irfft, size=last)


def double_inner(a: Array, dim: int, count: int) -> Array:
    """Double `count` entries after the first along a dimension: each stands for two of a Hermitian spectrum."""
    out = a.copy()
    index = [slice(None)] * a.ndim
    index[dim] = slice(1, 1 + count)
    out[tuple(index)] *= 2
    return out
