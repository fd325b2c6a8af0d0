"""The functions of `torch.masked`: masked-out elements are replaced by the identity of the operation.

A mask is True for unmasked elements and broadcasts to the input.  If no element is unmasked, the result is the identity.
"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.dtypes import is_floating
from .._bindings.generated import functions as ops
from .._dispatch.dtype import of
from .._dispatch.tensor import TensorBase
from .._fidelity.argument_checks import check_native

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor
    from .._dispatch.dtype import dtype as _dtype


def _strided_only(function: Any) -> Any:
    """Decorate a function of strided tensors. PyTorch checks the layout last; here it is reported after a failure."""
    name = {"var": "std/var", "std": "std/var"}.get(function.__name__, function.__name__)
    layouts = "strided or sparse_csr" if name == "mean" else "strided"

    @wraps(function)
    def call(input: Any, *args: Any, **kwargs: Any) -> Tensor:
        try:
            return function(input, *args, **kwargs)
        except Exception as error:
            if not getattr(input, "is_sparse", False):
                raise
            raise ValueError(f"masked {name} expects {layouts} tensor (got {input.layout} tensor)") from error

    return call


def _check_dim(ndim: int, dim: int) -> int:
    """A non-negative dimension; raises if it is out of range."""
    reach = max(ndim, 1)
    if not (dim >= -reach and dim < reach):
        raise IndexError(f"Dimension out of range (expected to be in range of [{-reach}, {reach - 1}], but got {dim})")
    return dim % reach


def _dims(ndim: int, dim: Any) -> tuple[int, ...]:
    """The dimensions to reduce, non-negative and sorted; all for None or an empty tuple, none for an empty list."""
    if dim is None or isinstance(dim, tuple) and not dim:
        return tuple(range(ndim))
    found = []
    for d in ((dim,) if isinstance(dim, int) else dim):
        place = _check_dim(ndim, d)
        if place in found:
            raise RuntimeError(f"dim={place} appears multiple times in the list of dims")
        found.append(place)
    return tuple(sorted(found)) if ndim else ()


def _full_mask(input: Any, mask: Any) -> Any:
    """The mask as a boolean tensor, broadcast to the input."""
    if len(mask.shape) > input.ndim:
        raise IndexError("_input_mask expected broadcastable mask (got mask dimensionality higher than of the input)")
    if mask.is_sparse:
        mask = mask.to_dense()
    if mask.shape != input.shape:
        mask = ops.broadcast_to(mask.clone(), tuple(input.shape))
    return mask.bool()


def _canonical_dim(dim: Any, ndim: int) -> tuple[int, ...]:
    """The dimensions of `dim`, non-negative and sorted; all for None or an empty tuple."""
    return _dims(ndim, dim) if ndim else (0,) if dim is not None else ()


def _input_mask(input: Any, *args: Any, mask: Any = None, **kwargs: Any) -> Tensor:
    """The mask of unmasked elements of `input`, boolean and broadcast to its shape."""
    if mask is None:
        raise ValueError("_input_mask requires explicit mask")
    full: Tensor = _full_mask(input, mask)
    return full


def _output_mask(op: Any, input: Any, *args: Any, **kwargs: Any) -> Tensor:
    """The mask of results that are computed from at least one unmasked element; the others are undefined."""
    mask = _input_mask(input, *args, **kwargs)
    if op.__name__ in ("cumsum", "cumprod", "softmax", "log_softmax", "softmin", "normalize"):
        return mask
    if op.__name__ not in ("sum", "prod", "amax", "amin", "argmax", "argmin", "mean", "median", "norm", "var", "std", "logsumexp"):
        raise ValueError(f"_output_mask expected masked operation (got callable torch.masked.{op.__name__})")
    place = op.__name__ == "norm"  # follows `ord`
    dim = args[place] if len(args) > place else kwargs.get("dim")
    dims = _canonical_dim(dim, mask.ndim)
    return ops.any(mask, dims, keepdim=bool(kwargs.get("keepdim"))) if dims and mask.ndim else mask


def _count(input: Any, dim: Any, mask: Any, keepdim: Any = True) -> Any:
    """The number of unmasked elements of each result."""
    if mask is None:
        return sum(ops.ones(tuple(input.shape), dtype=of(np.dtype(np.int64)), device=input.device), dim, keepdim=keepdim)
    return ops.sum(_full_mask(input, mask), dim, bool(keepdim))


def _fill(input: Any, mask: Any, value: Any) -> Any:
    """The input with masked-out elements replaced by `value`."""
    return input if mask is None else ops.where(_full_mask(input, mask), input, ops.full((), value, dtype=input.dtype))


def _extreme(name: str, input: Any, sign: int) -> Any:
    """The lowest (sign -1) or highest (sign 1) value of the input's dtype."""
    dtype = input._array.dtype
    if dtype.kind == "b":
        raise NotImplementedError(f"identity of {name} on {input.dtype} input")
    if is_floating(dtype):
        return sign * math.inf
    if dtype.kind == "c":
        raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
    return np.iinfo(dtype).min if sign < 0 else np.iinfo(dtype).max


def _fill_masked(name: str, input: Any, sign: int, mask: Any) -> Any:
    """The input with masked-out elements replaced by the lowest or highest value."""
    if mask is None:
        return input
    full = _full_mask(input, mask)
    return _fill(input, full, _extreme(name, input, sign))


def _lowest_value(name: str, input: Any) -> Any:
    """The identity of `logsumexp`, also for complex inputs."""
    return -math.inf if input._array.dtype.kind == "c" else _extreme(name, input, -1)


def _identity(name: str, input: Any, ord: Any = None) -> Any:
    """The value by which a masked-out element changes nothing; None if there is none."""
    if name in ("mean", "std", "var"):
        return None
    if name in ("amax", "argmax"):
        return _extreme(name, input, -1)
    if name in ("amin", "argmin"):
        return _extreme(name, input, 1)
    if name in ("logsumexp", "logaddexp"):
        return _lowest_value(name, input)
    values = {"sum": 0, "cumsum": 0, "prod": 1, "cumprod": 1, "median": math.nan, "norm": math.inf if ord == -math.inf else 0}
    if name not in values:
        raise NotImplementedError(f"identity of {name} on {input.dtype} input")
    return values[name]


def _combine_input_and_mask(op: Any, input: Any, mask: Any, *args: Any) -> Any:
    """The input with its masked-out elements replaced by the identity of a function of this module."""
    if mask is None:
        return input
    value = _identity(op.__name__, input, *args[:1])
    if value is None:
        raise TypeError(f"where(): there is no identity of {op.__name__}")
    return _fill(input, mask, value)


def _cast_for_reduction(input: Any, dtype: Any) -> Any:
    """The input cast to the dtype of the reduction."""
    return input if dtype is None else input.to(dtype)


def sum(input: Any, dim: Sequence[int] | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
        mask: Tensor | None = None) -> Tensor:
    """Sum of the unmasked elements; 0 if there are none.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.sum``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.sum(x, 1, mask=mask)
    tensor([1., 7.])
    """
    dims = _dims(input.ndim, dim)
    return ops.sum(_fill(input, mask, 0), dims, bool(keepdim), dtype=dtype)


def prod(input: Any, dim: Sequence[int] | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
         mask: Tensor | None = None) -> Tensor:
    """Product of the unmasked elements; 1 if there are none.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.prod``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.prod(x, 1, mask=mask)
    tensor([ 1., 12.])
    """
    dims = _dims(input.ndim, dim)
    if dtype is None and input._array.dtype.kind in "biu":
        dtype = of(np.dtype(np.int64))
    result = _cast_for_reduction(_fill(input, mask, 1), dtype)
    for d in reversed(dims):
        result = ops.prod(result, d, keepdim=bool(keepdim))
    return result


@_strided_only
def cumsum(input: Tensor, dim: int, *, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Cumulative sums, with masked-out elements as 0.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int
        The dimension.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Of the input's shape; masked-out elements are undefined.

    References
    ----------
    PyTorch: ``torch.masked.cumsum``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.cumsum(x, 1, mask=mask)
    tensor([[1., 1.],
            [3., 7.]])
    """
    return ops.cumsum(_fill(input, mask, 0), _dims(input.ndim or 1, dim)[0], dtype=dtype or input.dtype)


@_strided_only
def cumprod(input: Tensor, dim: int, *, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Cumulative products, with masked-out elements as 1.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int
        The dimension.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Of the input's shape; masked-out elements are undefined.

    References
    ----------
    PyTorch: ``torch.masked.cumprod``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.cumprod(x, 1, mask=mask)
    tensor([[ 1.,  1.],
            [ 3., 12.]])
    """
    return ops.cumprod(_fill(input, mask, 1), _dims(input.ndim or 1, dim)[0], dtype=dtype or input.dtype)


def amax(input: Any, dim: Sequence[int] | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
         mask: Tensor | None = None) -> Tensor:
    """Maximum of the unmasked elements; the lowest value if there are none.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.amax``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.amax(x, 1, mask=mask)
    tensor([1., 4.])
    """
    filled = _fill_masked("amax", input, -1, mask)
    dims = _dims(input.ndim, dim)
    return _cast_for_reduction(ops.amax(filled, dims, bool(keepdim)), dtype or input.dtype)


def amin(input: Any, dim: Sequence[int] | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
         mask: Tensor | None = None) -> Tensor:
    """Minimum of the unmasked elements; the highest value if there are none.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.amin``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.amin(x, 1, mask=mask)
    tensor([1., 3.])
    """
    filled = _fill_masked("amin", input, 1, mask)
    dims = _dims(input.ndim, dim)
    return _cast_for_reduction(ops.amin(filled, dims, bool(keepdim)), dtype or input.dtype)


@_strided_only
def argmax(input: Any, dim: int | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
           mask: Tensor | None = None) -> Tensor:
    """Index of the maximum of the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int, optional
        Dimension to reduce; None flattens the input.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Indices.

    References
    ----------
    PyTorch: ``torch.masked.argmax``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.argmax(x, 1, mask=mask)
    tensor([0., 1.])
    """
    filled = _fill_masked("argmax", input, -1, mask)
    if isinstance(dim, int):
        _dims(input.ndim or 1, dim)
    return ops.argmax(filled, dim, bool(keepdim)).to(dtype or input.dtype)


@_strided_only
def argmin(input: Any, dim: int | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
           mask: Tensor | None = None) -> Tensor:
    """Index of the minimum of the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int, optional
        Dimension to reduce; None flattens the input.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Indices.

    References
    ----------
    PyTorch: ``torch.masked.argmin``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.argmin(x, 1, mask=mask)
    tensor([0., 0.])
    """
    filled = _fill_masked("argmin", input, 1, mask)
    if isinstance(dim, int):
        _dims(input.ndim or 1, dim)
    return ops.argmin(filled, dim, bool(keepdim)).to(dtype or input.dtype)


@_strided_only
def mean(input: Any, dim: Sequence[int] | None = None, *, keepdim: bool | None = False, dtype: _dtype | None = None,
         mask: Tensor | None = None) -> Tensor:
    """Mean of the unmasked elements; nan if there are none.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.mean``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.mean(x, 1, mask=mask)
    tensor([1.0000, 3.5000])
    """
    argument, checked_dtype = ("Input", input.dtype) if dtype is None else ("Optional", dtype)
    if not (checked_dtype.is_floating_point or checked_dtype.is_complex):
        raise ValueError(f"mean(): Could not infer output dtype. {argument} dtype must be either a floating point or complex dtype. "
                         f"Got: {checked_dtype}")
    if mask is not None:
        check_native("sum", input, dim=dim, keepdim=bool(keepdim))
    count = _count(input, dim, mask, keepdim)
    return sum(input, dim, keepdim=keepdim, dtype=dtype, mask=mask) / count


@_strided_only
def median(input: Any, dim: int = -1, *, keepdim: bool = False, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Median of the unmasked elements, the lower of two; nan if there are none.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int, default -1
        Dimension to reduce.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without that dimension.

    References
    ----------
    PyTorch: ``torch.masked.median``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.median(x, 1, mask=mask)
    tensor([1., 3.])
    """
    dim = _dims(input.ndim or 1, dim)[0]
    floating = is_floating(input._array.dtype)
    compared = input if floating else input.float()
    middle = ops.nanmedian(_fill(compared, mask, math.nan), dim, bool(keepdim)).values
    if floating:
        return middle
    if middle.isnan().any():
        raise ValueError("masked median expects no fully masked out rows if dtype is not floating point")
    return middle.to(dtype or input.dtype)


@_strided_only
def norm(input: Any, ord: float | None = 2.0, dim: Sequence[int] | None = None, *, keepdim: bool | None = False,
         dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Norm of the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    ord : float, default 2.0
        Order of the norm.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.norm``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.norm(x, 1.0, 1, mask=mask)
    tensor([1., 7.])
    """
    from ..linalg import vector_norm

    if mask is not None and isinstance(ord, TensorBase):
        bool(ord < 0)  # compared to choose the identity, as in PyTorch
    outside = math.inf if isinstance(ord, (int, float)) and ord < 0 else 0
    if input._array.dtype.kind in "biu":
        outside = 0  # integer inputs are refused below
    return vector_norm(_fill(input, mask, outside), ord, _dims(input.ndim, dim), bool(keepdim), dtype=dtype)  # type: ignore[arg-type]


def _variance(input: Any, dim: Any, unbiased: bool | None, correction: Any, keepdim: bool | None, dtype: Any, mask: Any) -> Any:
    if unbiased is not None and correction is not None:
        raise AssertionError("Only one of unbiased and correction may be given")
    if mask is not None:
        check_native("sum", input, dim=dim, keepdim=bool(keepdim))
    correction_value = 1 if correction is None and (unbiased is None or unbiased) else 0 if correction is None else float(correction)
    count = _count(input, dim, mask)
    average = sum(input, dim, keepdim=True, dtype=dtype, mask=mask) / count
    away = ops.sub(input, average)
    if mask is not None:
        away = _fill(away, mask, 0)
    total = sum(away * away.conj(), dim, keepdim=keepdim, dtype=dtype)
    if not keepdim:
        count = count.reshape(tuple(total.shape))
    if correction_value:
        count = ops.clamp(count - correction_value, min=0)
    return (total / count).to(total.dtype)


@_strided_only
def var(input: Any, dim: Sequence[int] | None = None, unbiased: bool | None = None, *, correction: float | None = None,
        keepdim: bool | None = False,
        dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Variance of the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    unbiased : bool, optional
        True means ``correction=1``, False means 0.
    correction : float, optional
        Subtracted from the number of elements in the divisor; None is 1.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.var``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.var(x, 1, False, mask=mask)
    tensor([0.0000, 0.2500])
    """
    return _variance(input, dim, unbiased, correction, keepdim, dtype, mask)


@_strided_only
def std(input: Any, dim: Sequence[int] | None = None, unbiased: bool | None = None, *, correction: float | None = None,
        keepdim: bool | None = False,
        dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Standard deviation of the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    unbiased : bool, optional
        True means ``correction=1``, False means 0.
    correction : float, optional
        Subtracted from the number of elements in the divisor; None is 1.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.std``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.std(x, 1, False, mask=mask)
    tensor([0.0000, 0.5000])
    """
    return ops.sqrt(_variance(input, dim, unbiased, correction, keepdim, dtype, mask))


def _single(input: Any, dim: Any) -> int:
    """The dimension of a normalization, checked."""
    return _dims(input.ndim or 1, dim)[0]


@_strided_only
def softmax(input: Any, dim: int, *, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Softmax over the unmasked elements; others are 0.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int
        The dimension.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Of the input's shape; masked-out elements are undefined.

    References
    ----------
    PyTorch: ``torch.masked.softmax``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.softmax(x, 1, mask=mask)
    tensor([[1.0000, 0.0000],
            [0.2689, 0.7311]])
    """
    dim = _single(input, dim)
    return ops.softmax(_fill_masked("softmax", input, -1, mask), dim, dtype=dtype)


@_strided_only
def log_softmax(input: Any, dim: int, *, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Logarithm of ``softmax`` over the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int
        The dimension.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Of the input's shape; masked-out elements are undefined.

    References
    ----------
    PyTorch: ``torch.masked.log_softmax``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.log_softmax(x, 1, mask=mask)
    tensor([[ 0.0000,    -inf],
            [-1.3133, -0.3133]])
    """
    dim = _single(input, dim)
    filled = _fill_masked("log_softmax", input, -1, mask)
    return ops.log_softmax(filled, dim, dtype=dtype)


@_strided_only
def softmin(input: Any, dim: int, *, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Softmax of the negated unmasked elements; others are 0.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int
        The dimension.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Of the input's shape; masked-out elements are undefined.

    References
    ----------
    PyTorch: ``torch.masked.softmin``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.softmin(x, 1, mask=mask)
    tensor([[1.0000, 0.0000],
            [0.7311, 0.2689]])
    """
    dim = _single(input, dim)
    return ops.softmax(-_fill_masked("softmin", input, 1, mask), dim, dtype=dtype)


@_strided_only
def normalize(input: Any, ord: float, dim: int, *, eps: float = 1e-12, dtype: _dtype | None = None, mask: Tensor | None = None) -> Tensor:
    """Divide elements by the norm of the unmasked ones.

    Parameters
    ----------
    input : Tensor
        The values.
    ord : float
        Order of the norm.
    dim : int
        Dimension of the norm.
    eps : float, default 1e-12
        Smallest norm.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Of the input's shape.

    References
    ----------
    PyTorch: ``torch.masked.normalize``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.normalize(x, 1.0, 1, mask=mask)
    tensor([[1.0000, 0.0000],
            [0.4286, 0.5714]])
    """
    size = norm(input, ord, _single(input, dim), keepdim=True, dtype=dtype, mask=mask)
    return ops.div(_fill(input, mask, 0), ops.maximum(size, ops.full((), eps, dtype=size.dtype)))


def logaddexp(input: Any, other: Any, *, dtype: _dtype | None = None, input_mask: Tensor | None = None,
              other_mask: Tensor | None = None) -> Tensor:
    """Logarithm of the sum of two exponentials, each with its own mask.

    Parameters
    ----------
    input : Tensor
        The values.
    other : Tensor
        The others.
    dtype : dtype, optional
        Dtype both are cast to; None keeps their dtypes.
    input_mask : Tensor, optional
        True where an element of ``input`` is unmasked.
    other_mask : Tensor, optional
        True where an element of ``other`` is unmasked.

    Returns
    -------
    Tensor
        Of their broadcast shape.

    References
    ----------
    PyTorch: ``torch.masked.logaddexp``.

    Examples
    --------
    >>> torch.masked.logaddexp(torch.tensor([0., 1.]), torch.tensor([0., 1.]), other_mask=torch.tensor([True, False]))
    tensor([0.6931, 1.0000])
    """
    if input.is_sparse or other.is_sparse:
        raise ValueError(f"masked logaddexp expects strided tensors (got {input.layout} tensor for input, {other.layout} for other)")
    first = _fill_masked("logaddexp", input, -1, input_mask)
    second = _fill_masked("logaddexp", other, -1, other_mask)
    return _cast_for_reduction(ops.logaddexp(first, second), dtype or input.dtype)


@_strided_only
def logsumexp(input: Tensor, dim: Sequence[int] | None = None, *, keepdim: bool = False, dtype: _dtype | None = None,
              mask: Tensor | None = None) -> Tensor:
    """Logarithm of the sum of exponentials of the unmasked elements.

    Parameters
    ----------
    input : Tensor
        The values.
    dim : int or tuple of int, optional
        Dimensions to reduce; None for all.
    keepdim : bool, default False
        Whether reduced dimensions are kept, with size 1.
    dtype : dtype, optional
        Dtype the input is cast to; None keeps its dtype.
    mask : Tensor, optional
        True where an element is unmasked; None for everywhere. It is broadcast to the input.

    Returns
    -------
    Tensor
        Without the reduced dimensions.

    References
    ----------
    PyTorch: ``torch.masked.logsumexp``.

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> mask = torch.tensor([[True, False], [True, True]])
    >>> torch.masked.logsumexp(x, 1, mask=mask)
    tensor([1.0000, 4.3133])
    """
    dims = _dims(input.ndim, dim)
    check_native("logsumexp", input, dims, keepdim=keepdim)
    filled = input if mask is None else _fill(input, mask, _lowest_value("logsumexp", input))
    return ops.logsumexp(filled, dims, keepdim=bool(keepdim)).to(dtype or input.dtype)


__all__ = ["amax", "amin", "argmax", "argmin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median", "norm",
           "normalize", "prod", "softmax", "softmin", "std", "sum", "var"]
