"""Products of matrices."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def matmul(a: Array, b: Array) -> Array:
    """Matrix product with PyTorch's rules for vectors and batches."""
    if a.ndim == 2 == b.ndim and a.dtype is b.dtype and a.dtype.kind in "fc" and a.shape[1] == b.shape[0]:
        return a.dot(b)  # half the overhead of np.matmul
    if a.dtype is not b.dtype:
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {_c_name(a)} != {_c_name(b)}")
    if a.ndim == 0 or b.ndim == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {a.ndim}D and {b.ndim}D")
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else 0]:
        raise RuntimeError(_shape_message(a, b))
    if a.dtype.kind == "b":
        raise RuntimeError('"addmm_impl_cpu_" not implemented for \'Bool\'')
    if a.dtype == np.float16:
        return np.matmul(a.astype(np.float32), b.astype(np.float32)).astype(np.float16)
    if a.ndim > 2 and b.ndim == 2 and a.flags.c_contiguous:
        return (a.reshape(-1, a.shape[-1]).dot(b)).reshape(*a.shape[:-1], b.shape[1])
    return np.matmul(a, b)


_C_NAMES = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long", "int32": "int", "bool": "bool",
            "complex64": "c10::complex<float>", "complex128": "c10::complex<double>", "int8": "signed char", "uint8": "unsigned char",
            "int16": "short"}


def _c_name(a: Array) -> str:
    return _C_NAMES.get(a.dtype.name, a.dtype.name)


def _shape_message(a: Array, b: Array) -> str:
    if a.ndim == 1 == b.ndim:
        return f"inconsistent tensor size, expected tensor [{a.shape[0]}] and src [{b.shape[0]}] to have the same number of elements, " \
               f"but got {a.shape[0]} and {b.shape[0]} elements respectively"
    if b.ndim == 1:
        return f"size mismatch, got input ({a.shape[-2]}), mat ({a.shape[-2]}x{a.shape[-1]}), vec ({b.shape[0]})"
    m1 = a if a.ndim > 1 else a.reshape(1, -1)
    rows = int(np.prod(m1.shape[:-1])) if b.ndim == 2 else m1.shape[-2]
    if a.ndim <= 2 and b.ndim <= 2 or b.ndim == 2:
        return f"mat1 and mat2 shapes cannot be multiplied ({rows}x{m1.shape[-1]} and {b.shape[-2]}x{b.shape[-1]})"
    return (f"Expected size for first two dimensions of batch2 tensor to be: [{int(np.prod(b.shape[:-2]))}, {m1.shape[-1]}] but got: "
            f"[{int(np.prod(b.shape[:-2]))}, {b.shape[-2]}].")


def linear(x: Array, weight: Array, bias: Array | None = None) -> Array:
    """x @ weight.T + bias."""
    if x.ndim == 2 and weight.ndim == 2 and x.dtype is weight.dtype and x.shape[1] == weight.shape[1]:
        out = x.dot(weight.T)
    else:
        out = matmul(x, weight.T)
    if bias is not None:
        if out.__class__ is np.ndarray and out.dtype is bias.dtype:
            out += bias
        else:
            out = out + bias
    return out
