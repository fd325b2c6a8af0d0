"""softmax and its relatives over one dimension."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .quiet import quiet
from .shape import wrap_dim

Array = NDArray[Any]


def _wide(a: Array) -> Array:
    return a.astype(np.float32) if a.dtype.itemsize == 2 else a


def _check(a: Array, name: str) -> None:
    if a.dtype.kind not in "fcV":
        names = {"int64": "Long", "int32": "Int", "bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short"}
        raise NotImplementedError(f"\"{name}\" not implemented for '{names.get(a.dtype.name, a.dtype.name)}'")


def _sum(a: Array, dim: int) -> Array:
    """Sums along `dim`, kept as a dimension of size 1."""
    if dim == a.ndim - 1 and a.flags.c_contiguous and a.dtype.kind == "f":
        # A product with ones is twice as fast as numpy's reduction of short rows.
        return (a.reshape(-1, a.shape[-1]) @ np.ones(a.shape[-1], a.dtype)).reshape(*a.shape[:-1], 1)
    return np.add.reduce(a, axis=dim, keepdims=True)


@quiet
def softmax(a: Array, dim: int) -> Array:
    """exp(a) / sum(exp(a)) along `dim`, shifted by the maximum so that nothing overflows."""
    _check(a, "softmax_lastdim_kernel_impl")
    dim = wrap_dim(dim, a.ndim)
    if not a.size or not a.ndim:
        return np.ones_like(a) if not a.ndim else a.copy()
    x = _wide(a)
    e = x - np.maximum.reduce(x, axis=dim, keepdims=True)
    np.exp(e, e)
    e /= _sum(e, dim)
    return e if e.dtype is a.dtype else e.astype(a.dtype)


def softmax_backward(g: Array, out: Array, dim: int) -> Array:
    """out * (g - sum(g * out))."""
    dim = wrap_dim(dim, out.ndim)
    if not out.ndim:
        return np.zeros_like(out)
    r = g * out
    s = _sum(r, dim)
    r -= out * s
    return r


@quiet
def log_softmax(a: Array, dim: int) -> Array:
    """a - log(sum(exp(a))) along `dim`."""
    _check(a, "log_softmax_lastdim_kernel_impl")
    dim = wrap_dim(dim, a.ndim)
    if not a.size or not a.ndim:
        return np.zeros_like(a)
    x = _wide(a)
    z = x - np.maximum.reduce(x, axis=dim, keepdims=True)
    s = _sum(np.exp(z), dim)
    z -= np.log(s, s)
    return z if z.dtype is a.dtype else z.astype(a.dtype)


@quiet
def log_softmax_backward(g: Array, out: Array, dim: int) -> Array:
    """g - softmax * sum(g)."""
    dim = wrap_dim(dim, out.ndim)
    if not out.ndim:
        return np.zeros_like(out)
    e = np.exp(out)
    e *= _sum(np.ascontiguousarray(g), dim)
    return np.subtract(g, e, out=e)


@quiet
def logsumexp(a: Array, dim: Any, keepdim: bool = False) -> Array:
    """log(sum(exp(a))) over `dim`."""
    from .reduction import axes

    chosen = axes(dim, a.ndim)
    if not a.size:
        return np.log(np.add.reduce(np.exp(a), axis=chosen, keepdims=keepdim))
    top = np.maximum.reduce(_wide(a), axis=chosen, keepdims=True)
    top = np.where(np.isfinite(top), top, 0)
    out = np.log(np.add.reduce(np.exp(a - top), axis=chosen, keepdims=True)) + top
    if not keepdim:
        out = out.squeeze(chosen)
    return out.astype(a.dtype)
