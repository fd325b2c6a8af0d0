"""Covariances, quantiles and (by `histograms.py`) histograms. Functions first, then their methods."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.dtypes import scalar_name
from ..._array.core.numbers import to_int64
from ..._array.core.user_warnings import warn
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.autocast import in_single_precision
from ..._dispatch.call.caller import lazy_call, resolve_calls, wrap
from ..._dispatch.graph.versions import bump_version
from ..._dispatch.levels.lifting import Lifted, concrete_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..index.selection import sort_values
from .arguments import takes_out, takes_tensor, write_out
from .on_values import on_values
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_matmul, _lerp, _gather, _where, _complex = (lazy_call(n) for n in ("matmul", "lerp", "gather", "where", "complex"))
resolve_calls(globals())

# Covariances ------------------------------------------------------------------------------------------------------------------------


@takes_tensor
def cov(input: Tensor, *, correction: int = 1, fweights: Tensor | None = None, aweights: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/statistics.md.
    """The covariance matrix of the rows.

        C[i, j] = sum_k w_k (x_ik - mean_i) (x_jk - mean_j) / (sum_k w_k - correction)

    Parameters
    ----------
    input : Tensor
        At most two dimensions: a row per variable, a column per observation.
    correction : int, default 1
        Subtracted from the number of observations.
    fweights : Tensor, optional
        How often each observation was made, as integers.
    aweights : Tensor, optional
        How much each observation weighs.

    Returns
    -------
    Tensor
        A square matrix; without dimensions for one variable.

    Raises
    ------
    RuntimeError
        `input` has more than two dimensions, or weights do not fit.

    References
    ----------
    PyTorch: torch.cov

    Examples
    --------
    >>> torch.cov(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input._array.ndim > 2:
        raise RuntimeError(f"cov(): expected input to have two or fewer dimensions but got an input with {input._array.ndim} dimensions")
    if input._array.dtype.kind == "b":
        raise RuntimeError("cov(): bool dtype is not supported for input")
    if is_meta_tensor(input):
        from ..._dispatch.layouts.meta import needs_values_error

        raise needs_values_error("equal")
    x = input if input._array.ndim == 2 else input.reshape(1, -1)
    count = x._array.shape[1]
    to_int64(correction)
    weights, total = _observation_weights(count, fweights, aweights)
    if weights is None:
        mean = (x.sum(1) if count else x.sum(1) * 0) / count if count else x.sum(1) / 1
        factor: Any = wrap(np.asarray(max(count - correction, 0)))
        low = count <= correction
    else:
        mean = (x * weights).sum(1) / total
        degrees = total - correction * (weights * aweights).sum() / total if aweights is not None and correction else total - correction
        low = bool(np.any(concrete_values(degrees) <= 0))
        if isinstance(degrees._array, Lifted):
            factor = _where(degrees <= 0, 0.0, degrees)
        else:
            factor = degrees * 0 if low else degrees
    if low:
        warn("cov(): degrees of freedom is <= 0. Correction should be strictly less than the number of observations.")
    centred = x - mean.unsqueeze(1)
    weighted = centred if weights is None else centred * weights
    return (_matmul(centred, weighted.t().conj()) / factor).squeeze()


def _observation_weights(count: int, fweights: Any, aweights: Any) -> tuple[Any, Any]:
    """The weight of each observation, and the sum of weights; None if none are given."""
    weights = None
    for name, given, kinds, wanted in (("fweights", fweights, "iu", "integral"), ("aweights", aweights, "fV", "floating point")):
        if given is None:
            continue
        a = given._array
        if a.ndim > 1:
            raise RuntimeError(f"cov(): expected {name} to have one or fewer dimensions but got {name} with {a.ndim} dimensions")
        if a.dtype.kind not in kinds:
            raise RuntimeError(f"cov(): expected {name} to have {wanted} dtype but got {name} with {scalar_name(a.dtype)} dtype")
        if a.size != count:
            raise RuntimeError(f"cov(): expected {name} to have the same numel as there are observations in the input but got {a.size} != "
                               f"{count}")
        values = concrete_values(given)
        if count and not (values.min() >= 0 or name == "aweights" and np.isnan(values).all()):
            raise RuntimeError(f"cov(): {name} cannot be negative")
        weights = given if weights is None else weights * given
    if weights is None:
        return None, None
    total = weights.sum()
    if not concrete_values(total).all():
        raise RuntimeError("cov(): weights sum to zero, can't be normalized")
    return weights, total


@takes_tensor
def corrcoef(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/statistics.md.
    """The matrix of Pearson's correlation coefficients of the rows.

        R[i, j] = C[i, j] / sqrt(C[i, i] * C[j, j]), where C is `torch.cov(input)`

    Parameters
    ----------
    input : Tensor
        At most two dimensions: a row per variable, a column per observation.

    Returns
    -------
    Tensor
        A square matrix, with entries between -1 and 1.

    Raises
    ------
    RuntimeError
        `input` has more than two dimensions.

    References
    ----------
    PyTorch: torch.corrcoef

    Examples
    --------
    >>> torch.corrcoef(torch.tensor([[0., 1., 2.], [2., 1., 0.]]))
    tensor([[ 1., -1.],
            [-1.,  1.]])
    """
    if input._array.ndim > 2:
        raise RuntimeError("corrcoef(): expected input to have two or fewer dimensions but got an input with "
                           f"{input._array.ndim} dimensions")
    c = cov(input)
    if not c._array.ndim:
        return c / c
    d = c.diagonal()
    std = (d.real if c._array.dtype.kind == "c" else d).sqrt()
    ratio = c / std.view(-1, 1) / std.view(1, -1)
    if c._array.dtype.kind == "c":  # rounding may lead outside of [-1, 1]
        return _complex(ratio.real.clamp(-1, 1), ratio.imag.clamp(-1, 1))
    return ratio.clamp(-1, 1)


# Quantiles --------------------------------------------------------------------------------------------------------------------------


@takes_tensor
def quantile(input: Tensor, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear",
             out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/statistics.md.
    """Quantiles of all elements, or of those along a dimension.

    The quantile `q` is at position q * (n - 1) of the sorted elements, and is interpolated between its neighbours.

    Parameters
    ----------
    input : Tensor
        Floats (`torch.float32` or `torch.float64`).
    q : float or Tensor
        One or several numbers between 0 and 1; a tensor has one dimension and the dtype of `input`.
    dim : int, optional
        The dimensions to reduce; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    interpolation : str, default 'linear'
        Between neighbours i <= j: 'linear', 'lower' (i), 'higher' (j), 'nearest', or 'midpoint'.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        One value per reduced place; several `q` give a new first dimension. nan where there is a nan.

    Raises
    ------
    RuntimeError
        `q` is out of range, or a dtype is not the right one.

    References
    ----------
    PyTorch: torch.quantile

    Examples
    --------
    >>> x = torch.tensor([[0., 1., 2., 3.], [4., 6., 8., 10.]])
    >>> torch.quantile(x, 0.5, dim=1)
    tensor([1.5000, 7.0000])
    >>> torch.quantile(x, torch.tensor([0.25, 0.75]), dim=1)
    tensor([[0.7500, 5.5000],
            [2.2500, 8.5000]])
    """
    if out is not None:
        return write_out(_contiguous_quantile, out, input, q, dim, keepdim, interpolation, False)
    return _quantile(input, q, dim, keepdim, interpolation, False)


@takes_tensor
def nanquantile(input: Tensor, q: Tensor | float, dim: int | None = None, keepdim: bool = False, *, interpolation: str = "linear",
                out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/statistics.md.
    """Quantiles of the elements that are not nan; else as `torch.quantile`.

    Parameters
    ----------
    input : Tensor
        Floats (`torch.float32` or `torch.float64`).
    q : float or Tensor
        One or several numbers between 0 and 1.
    dim : int, optional
        The dimensions to reduce; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    interpolation : str, default 'linear'
        'linear', 'lower', 'higher', 'nearest' or 'midpoint'.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        One value per reduced place; several `q` give a new first dimension.

    Raises
    ------
    RuntimeError
        `q` is out of range, or a dtype is not the right one.

    References
    ----------
    PyTorch: torch.nanquantile

    Examples
    --------
    >>> torch.nanquantile(torch.tensor([1., float("nan"), 2., 4.]), 0.5)
    tensor(2.)
    """
    if out is not None:
        return write_out(_contiguous_quantile, out, input, q, dim, keepdim, interpolation, True)
    return _quantile(input, q, dim, keepdim, interpolation, True)


def _quantile(input: Any, q: Any, dim: int | None, keepdim: bool, interpolation: str, ignore_nan: bool) -> Any:
    if ACTIVE:
        input, q = in_single_precision(input, q)
    q_is_vector = isinstance(q, TensorBase) and q._array.ndim == 1
    _check_quantile(input, q, interpolation)
    shape = input._array.shape
    if dim is None:
        ordered, kept_shape, n = sort_values(input.flatten(), 0), (1,) * len(shape) if keepdim else (), input._array.size
    else:
        dim = wrap_dim(dim, len(shape))
        n = shape[dim] if shape else 1
        kept_shape = (*shape[:dim], *((1,) if keepdim and shape else ()), *shape[dim + 1:])
        ordered = sort_values(input if dim >= len(shape) - 1 else input.unsqueeze(-1).transpose(dim, -1), -1, True)
    values = _interpolate_ranks(ordered.reshape((*kept_shape, n)), _quantile_vector(q, input), interpolation, ignore_nan)
    return values.unsqueeze_(0).transpose_(0, -1).squeeze_(-1) if q_is_vector else values.squeeze_(-1)


def _contiguous_quantile(*args: Any) -> Any:
    """A result to be stored is contiguous."""
    return _quantile(*args).contiguous()


_contiguous_quantile.torch_name = "quantile"  # type: ignore[attr-defined]


def _check_quantile(input: Any, q: Any, interpolation: str) -> None:
    if not input._array.size:
        raise RuntimeError("quantile() input tensor must be non-empty")
    if input._array.dtype.kind != "f" or input._array.dtype.itemsize < 4:
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if interpolation not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise RuntimeError("quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got " + interpolation)
    if not isinstance(q, TensorBase):
        if not 0 <= q <= 1:
            raise RuntimeError(f"quantile() q must be in the range [0, 1] but got {q:g}")
        return
    if q._array.ndim > 1:
        raise RuntimeError("quantile() q must be a scalar or 1D tensor")
    if q._array.dtype is not input._array.dtype:
        raise RuntimeError("quantile() q tensor must be same dtype as the input tensor")
    values: Any = q._array.read() if q._array.__class__ is Pending else q._array  # type: ignore[comparison-overlap]
    if values.__class__ is np.ndarray and not ((values >= 0) & (values <= 1)).all():
        raise RuntimeError("quantile() q values must be in the range [0, 1]")


def _quantile_vector(q: Any, input: Any) -> Any:
    """q as a vector: a tensor if it may need a gradient, else an array."""
    if not isinstance(q, TensorBase):
        return input.new_full((1,), q) if is_meta_tensor(input) else np.asarray([q], input._array.dtype)
    if q._array.__class__ is np.ndarray and not q.requires_grad and q._autograd_meta is None:  # type: ignore[attr-defined]
        return q._array.reshape(-1)
    return q.reshape(-1)  # type: ignore[attr-defined]


def _interpolate_ranks(ordered: Any, share: Any, interpolation: str, ignore_nan: bool) -> Any:
    """The quantiles of sorted rows, along a last dimension."""
    if ordered._array.__class__ is not np.ndarray or isinstance(share, TensorBase):
        return _interpolate_ranks_by_ops(ordered, share if isinstance(share, TensorBase) else wrap(share), interpolation, ignore_nan)
    a = ordered._array
    valid = (~np.isnan(a)).sum(-1, np.int64, keepdims=True) if ignore_nan else np.full((*a.shape[:-1], 1), a.shape[-1], np.int64)
    ranks = share * (valid - 1).astype(a.dtype)
    if not ignore_nan:
        ranks = np.where(np.isnan(a[..., -1:]), a.dtype.type(a.shape[-1] - 1), ranks)
    ranks = np.maximum(ranks, 0)
    if interpolation == "nearest":
        ranks = np.rint(ranks)
    low = np.ceil(ranks) if interpolation == "higher" else np.floor(ranks)
    values = _gather(ordered, -1, wrap(low.astype(np.int64)))
    if interpolation in ("linear", "midpoint"):
        weight = np.full_like(ranks, 0.5) if interpolation == "midpoint" else ranks - low
        values = _lerp(values, _gather(ordered, -1, wrap(np.ceil(ranks).astype(np.int64))), wrap(weight))
        bump_version(values)  # PyTorch overwrites the gathered values in place
    return values


def _interpolate_ranks_by_ops(ordered: Any, share: Any, interpolation: str, ignore_nan: bool) -> Any:
    """The same if the ranks are recorded, or belong to a function transform."""
    n, dtype = ordered._array.shape[-1], ordered.dtype
    count = ordered.isnan().logical_not().sum(-1, keepdim=True) if ignore_nan else ordered[..., -1:].isnan() * 0 + n
    ranks = (share * (count - 1).to(dtype)).clamp_min(0)
    if not ignore_nan:
        ranks = _where(ordered[..., -1:].isnan(), float(n - 1), ranks)
    if interpolation == "nearest":
        ranks = ranks.round()
    low = ranks.ceil() if interpolation == "higher" else ranks.floor()
    values = _gather(ordered, -1, low.long())
    if interpolation in ("linear", "midpoint"):
        weight = ranks.detach() * 0 + 0.5 if interpolation == "midpoint" else ranks - low.detach()
        values = _lerp(values, _gather(ordered, -1, ranks.ceil().long()), weight)
        bump_version(values)
    return values


# Histograms -------------------------------------------------------------------------------------------------------------------------


@takes_tensor
@takes_out
@on_values("histogram", reader="histogram.bin_ct")
def histogram(input: Tensor, bins: Tensor | int = 100, *, range: Sequence[float] | None = None, weight: Tensor | None = None,
              density: bool = False,
              out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/functions/statistics.md.
    """A histogram of elements, and the edges of its bins.

    Parameters
    ----------
    input : Tensor
        Floats.
    bins : int or Tensor
        How many equal bins, or the edges in ascending order.
    range : tuple of two floats, optional
        The ends, if `bins` is an int; the least and greatest elements if not given.
    weight : Tensor, optional
        The weight of each element; in the shape of `input`.
    density : bool, default False
        Normalize to an area of 1.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    hist (Tensor)
        The counts, in the dtype of `input`; the last bin includes its right edge.
    bin_edges (Tensor)
        One more than there are bins.

    Raises
    ------
    RuntimeError
        `input` is not floating, or the edges do not ascend.

    References
    ----------
    PyTorch: torch.histogram

    Examples
    --------
    >>> torch.histogram(torch.tensor([0.5, 2.5, 2.6, 3.0]), bins=3, range=(0., 3.))
    torch.return_types.histogram(
    hist=tensor([1., 0., 3.]),
    bin_edges=tensor([0., 1., 2., 3.]))
    """
    if out is not None:
        return write_out(histogram, out, input, bins, range=range, weight=weight, density=density)
    if isinstance(bins, TensorBase) and range is not None:
        raise argument_messages.wrong_combination("histogram", (input, bins), {"range": range})
    from .histograms import histogram_of_values

    return histogram_of_values(input, bins, range, weight, density)


@on_values("histogramdd", reader="_histogramdd_bin_edges")
@shown_as("input, bins, *, range=None, weight=None, density=False")
def histogramdd(input: Tensor, bins: int | Sequence[Tensor] | Sequence[int], *, range: Sequence[float] | None = None,
                weight: Tensor | None = None, density: bool = False,
                **unknown: Any) -> Any:
    # The docstring is written in _bindings/functions/statistics.md.
    """A histogram in several dimensions, and the edges along each.

    Parameters
    ----------
    input : Tensor
        Points as rows: N x D.
    bins : int, sequence of ints, or sequence of Tensors
        Numbers of bins, for all or each dimension, or the edges.
    range : sequence of floats, optional
        The two ends for each dimension, one after the other.
    weight : Tensor, optional
        What each point counts, of size N.
    density : bool, default False
        Normalize to a volume of 1.

    Returns
    -------
    hist (Tensor)
        The counts, with D dimensions.
    bin_edges (tuple of Tensors)
        The edges along each dimension.

    Raises
    ------
    RuntimeError
        `input` is not floating, or has fewer than two dimensions.

    References
    ----------
    PyTorch: torch.histogramdd

    Examples
    --------
    >>> torch.histogramdd(torch.tensor([[0., 1.], [1., 0.], [2., 2.]]), bins=[2, 2]).hist
    tensor([[0., 1.],
            [1., 1.]])
    """
    from .histograms import histogram_of_points

    return histogram_of_points(input, bins, range, weight, density, unknown)


__all__ = ["corrcoef", "cov", "histogram", "histogramdd", "nanquantile", "quantile"]
