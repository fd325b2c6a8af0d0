"""Functions of large float32 arrays, computed in float64 where numpy has no vectorized float32 loop, see `_through_float64`."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np

# With AVX-512 numpy's expm1 and exp2 of float32 are faster than exp; elsewhere they call the C library for each element.
_FEATURES = getattr(getattr(getattr(np, "_core", None), "_multiarray_umath", None), "__cpu_features__", {})
FAST_MATH = sys.platform == "linux" and bool(_FEATURES.get("AVX512_SKX"))

_FLOAT32 = np.dtype(np.float32)
#: Elements from which computing in float64 pays.
_LARGE_SIZE = 2048


def log10(a: Any, out: Any = None) -> Any:
    """log10, computed in float64: numpy's float32 loop is inexact for most powers of ten, which floor() would reveal."""
    if a.__class__ is np.ndarray and a.dtype is _FLOAT32:
        if out is None and a.size < _LARGE_SIZE:
            return np.log10(a.astype(np.float64)).astype(_FLOAT32)
        return np.log10(a, np.empty_like(a) if out is None else out, dtype=np.float64, casting="same_kind")
    return np.log10(a, out)


def _through_float64(ufunc: Any) -> Any:
    """The ufunc as a function of an array and `out`, with a faster path for large arrays."""
    if FAST_MATH:
        return ufunc

    def call(a: Any, out: Any = None) -> Any:
        if a.__class__ is not np.ndarray or a.size < _LARGE_SIZE or a.dtype is not _FLOAT32 or not a.flags.c_contiguous:
            return ufunc(a, out)
        from .through_float64_kernels import compute_in_pieces

        return compute_in_pieces(ufunc, a, out)

    return call


expm1, log1p, sinh, cosh = _through_float64(np.expm1), _through_float64(np.log1p), _through_float64(np.sinh), _through_float64(np.cosh)
asinh, acosh, atanh = _through_float64(np.arcsinh), _through_float64(np.arccosh), _through_float64(np.arctanh)
