"""Functions of `torch` that PyTorch keeps for old programs: `range`, `frobenius_norm`, `nuclear_norm`, `norm_except_dim`."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._array.core.dtypes import Defaults, require_kernel
from .._array.core.user_warnings import warn
from .._array.shape.evenly_spaced import laid_out
from .._bindings.creation.factories import dtype_for, finish
from .._bindings.override.publishing import publish
from .._dispatch.dtype import array_dtype


def range(start: Any, end: Any, step: Any = 1, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
          requires_grad: bool = False, pin_memory: bool = False) -> Any:
    """Evenly spaced values of the default dtype from `start` to `end`, which belongs to them. `arange` is the better function."""
    warn("torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's "
         "range builtin. Instead, use torch.arange, which produces values in [start, end).")
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * (1 if step > 0 else -1) < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    dtype = dtype_for(out, dtype, "range")
    wanted = Defaults.floating if dtype is None else array_dtype(dtype)
    require_kernel("range_cpu", wanted, "bc")
    values = np.arange(math.floor((end - start) / step) + 1, dtype=np.float64) * step + start
    return finish(laid_out(values.astype(wanted), out), requires_grad, device, out)


def frobenius_norm(input: Any, dim: Any, keepdim: bool = False, *, out: Any = None) -> Any:
    """`linalg.vector_norm` of order 2."""
    from ..linalg import vector_norm

    return vector_norm(input, 2.0, dim if dim not in ((), []) else None, keepdim, out=out)


def nuclear_norm(input: Any, dim: Any = None, keepdim: bool = False, *, out: Any = None) -> Any:
    """`linalg.matrix_norm` of order "nuc"."""
    from ..linalg import matrix_norm

    if isinstance(dim, bool):  # nuclear_norm(input, keepdim)
        dim, keepdim = None, dim
    return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim, out=out)


def norm_except_dim(v: Any, pow: int = 2, dim: int = 0) -> Any:
    """The norms of the slices along a dimension; of everything for dimension -1."""
    if dim == -1:
        return v.norm(pow)
    if dim == 0:
        return v.contiguous().view(v.shape[0], -1).norm(pow, 1).view(v.shape[0], *[1] * (v.dim() - 1))
    if dim == v.dim() - 1:
        return v.contiguous().view(-1, v.shape[-1]).norm(pow, 0).view(*[1] * dim, v.shape[-1])
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)


publish(globals(), "torch")
