"""Functions of `torch` that PyTorch keeps for backward compatibility: `range`, `frobenius_norm`, `nuclear_norm`, `norm_except_dim`."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._array.core.dtypes import Defaults, require_kernel
from .._array.core.user_warnings import warn, warn_once
from .._array.shape.evenly_spaced import reshape_for_out
from .._bindings.creation.factories import dtype_for, finish
from .._bindings.functions.arguments import require_strided
from .._bindings.override.public_functions import make_all_overridable
from .._dispatch.device import refuse_pinned
from .._dispatch.dtype import array_dtype


def range(start: Any, end: Any, step: Any = 1, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
          requires_grad: bool = False, pin_memory: bool = False) -> Any:
    """Deprecated: the numbers from `start` up to `end`, which is included.

    `torch.arange` excludes the end, as Python's `range` does.

    Parameters
    ----------
    start : number, default 0
        The first number.
    end : number
        The end, which is included.
    step : number, default 1
        The step.
    dtype : torch.dtype, optional
        The dtype of the elements; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of one dimension and size floor((end - start) / step) + 1.

    References
    ----------
    PyTorch: torch.range

    Examples
    --------
    >>> torch.range(1, 4)
    tensor([1., 2., 3., 4.])
    """
    refuse_pinned(pin_memory)
    require_strided("range", layout)
    warn("torch.range is deprecated and will be removed in a future release because its behavior is inconsistent with Python's "
         "range builtin. Instead, use torch.arange, which produces values in [start, end).")
    if step == 0:
        raise RuntimeError("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise RuntimeError(f"unsupported range: {start} -> {end}")
    if (end - start) * (1 if step > 0 else -1) < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    dtype = dtype_for(out, dtype, "range")
    np_dtype = Defaults.floating if dtype is None else array_dtype(dtype)
    require_kernel("range_cpu", np_dtype, "bc")
    values = np.arange(math.floor((end - start) / step) + 1, dtype=np.float64) * step + start
    return finish(reshape_for_out(values.astype(np_dtype), out), requires_grad, device, out)


def _warn_deprecated(name: str, instead: str) -> None:
    warn_once(f"at::{name} is deprecated and kept for old programs only. Please use `linalg.{instead}` instead")


def frobenius_norm(input: Any, dim: Any, keepdim: bool = False, *, out: Any = None) -> Any:
    """The root of the sum of squares along some dimensions; new code uses `torch.linalg`.

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : int or ints
        The dimensions to reduce; all if empty.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced.

    References
    ----------
    PyTorch: torch.frobenius_norm

    Examples
    --------
    >>> torch.frobenius_norm(torch.tensor([[3., 4.]]), dim=1)
    tensor([5.])
    """
    from ..linalg import vector_norm

    _warn_deprecated("frobenius_norm", "vector_norm(A, 2., dim, keepdim)")
    return vector_norm(input, 2.0, dim if dim not in ((), []) else None, keepdim, out=out)


def nuclear_norm(input: Any, dim: Any = None, keepdim: bool = False, *, out: Any = None) -> Any:
    """The sum of the singular values of matrices; new code uses `torch.linalg`.

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : two ints, optional
        The dimensions of the matrices.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced.

    References
    ----------
    PyTorch: torch.nuclear_norm

    Examples
    --------
    >>> torch.nuclear_norm(torch.tensor([[3., 0.], [0., 4.]]))
    tensor(7.)
    """
    from ..linalg import matrix_norm

    _warn_deprecated("nuclear_norm", "matrix_norm(A, 'nuc', dim, keepdim)")
    if isinstance(dim, bool):  # nuclear_norm(input, keepdim)
        dim, keepdim = None, dim
    return matrix_norm(input, "nuc", (-2, -1) if dim is None else dim, keepdim, out=out)


def norm_except_dim(v: Any, pow: int = 2, dim: int = 0) -> Any:
    """The norms of slices: over all dimensions but one.

    Parameters
    ----------
    v : Tensor
        Floats.
    pow : int, default 2
        The order of the norm.
    dim : int, default 0
        The dimension to keep; -1 for the norm of all elements.

    Returns
    -------
    Tensor
        With size 1 along the others.

    References
    ----------
    PyTorch: torch.norm_except_dim

    Examples
    --------
    >>> torch.norm_except_dim(torch.tensor([[3., 4.], [6., 8.]]), 2, 0)
    tensor([[ 5.],
            [10.]])
    """
    if dim == -1:
        return v.norm(pow)
    if dim == 0:
        return v.contiguous().view(v.shape[0], -1).norm(pow, 1).view(v.shape[0], *[1] * (v.dim() - 1))
    if dim == v.dim() - 1:
        return v.contiguous().view(-1, v.shape[-1]).norm(pow, 0).view(*[1] * dim, v.shape[-1])
    return norm_except_dim(v.transpose(0, dim), pow, 0).transpose(0, dim)


make_all_overridable(globals(), "torch")
