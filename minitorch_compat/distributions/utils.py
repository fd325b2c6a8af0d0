"""Helpers of distributions: broadcasting parameters, probabilities and their logarithms."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .._array.core.meta import NO_ITEM
from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from .._bindings.tensor.tensor import Tensor
from .._dispatch.grad_mode import grad_mode
from .._dispatch.levels.lifting import concrete_values, resolve_levels
from .._dispatch.tensor import is_meta_tensor
from .._namespace.names import missing
from ..overrides import is_tensor_like  # noqa: F401  (torch has it here, too)

euler_constant: float = 0.57721566490153286060

#: Type variables of lazy properties.
T = TypeVar("T", contravariant=True)
R = TypeVar("R", covariant=True)


def broadcast_all(*values: Any) -> Any:
    """Broadcast numbers and tensors to tensors of one shape.

    Parameters
    ----------
    *values : Tensor or float
        The values.

    Returns
    -------
    tuple of Tensor
        One per value.

    Raises
    ------
    ValueError
        If one is neither a number nor a tensor.

    References
    ----------
    PyTorch: ``torch.distributions.utils.broadcast_all``.

    Examples
    --------
    >>> torch.distributions.utils.broadcast_all(1.0, torch.zeros(2))
    (tensor([1., 1.]), tensor([0., 0.]))
    """
    if not all(isinstance(v, (Tensor, int, float)) for v in values):
        raise ValueError("Input arguments must all be instances of Number, torch.Tensor or objects implementing __torch_function__.")
    like = next((v for v in values if isinstance(v, Tensor)), None)
    dtype = ops.tensor(1.0).dtype if like is None else like.dtype
    return ops.broadcast_tensors(*(v if isinstance(v, Tensor) else ops.tensor(v, dtype=dtype) for v in values))


def all_true(t: Any) -> bool:
    """Whether all elements of a boolean tensor are true, under vmap for every example."""
    if is_meta_tensor(t):
        raise RuntimeError(NO_ITEM)
    return bool(concrete_values(resolve_levels(t)).all())


def clamp_probs(probs: Any) -> Any:
    """Clamp probabilities away from 0 and 1 by the epsilon of their dtype."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def logits_to_probs(logits: Any, is_binary: bool = False) -> Any:
    """Convert log odds (or unnormalized log-probabilities) to probabilities."""
    return ops.sigmoid(logits) if is_binary else logits.softmax(dim=-1)


def probs_to_logits(probs: Any, is_binary: bool = False) -> Any:
    """Convert probabilities to log odds (or log-probabilities)."""
    clamped = clamp_probs(probs)
    return clamped.log() - (-clamped).log1p() if is_binary else clamped.log()


class lazy_property:
    """A property that is computed on first access and cached, with history even if grad mode is off."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        self.wrapped = wrapped
        self.__doc__ = wrapped.__doc__

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return _lazy_property_and_property(self.wrapped)
        with grad_mode(True):
            value = self.wrapped(instance)
        setattr(instance, self.wrapped.__name__, value)
        return value


class _lazy_property_and_property(lazy_property, property):
    """The value on the class: a property for `isinstance` and documentation tools."""

    def __init__(self, wrapped: Callable[[Any], Any]) -> None:
        property.__init__(self, wrapped)


def tril_matrix_to_vec(mat: Any, diag: int = 0) -> Any:
    """The elements on and below a diagonal of matrices, row by row.

    Parameters
    ----------
    mat : Tensor
        ``(*, n, n)``.
    diag : int, default 0
        The diagonal: 0 is the main one.

    Returns
    -------
    Tensor
        ``(*, number of elements)``.

    Raises
    ------
    ValueError
        If the diagonal does not exist.

    References
    ----------
    PyTorch: ``torch.distributions.utils.tril_matrix_to_vec``.

    Examples
    --------
    >>> torch.distributions.utils.tril_matrix_to_vec(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([1., 3., 4.])
    """
    n = mat.shape[-1]
    if diag < -n or diag >= n:
        raise ValueError(f"diag ({diag}) provided is outside [{-n}, {n - 1}].")
    return mat[..., _triangle_mask(n, diag, mat)]


def _triangle_mask(n: int, diag: Any, like: Any) -> Any:
    """The mask of elements on or below a diagonal, for any `diag`."""
    indices = ops.arange(n, device=like.device)
    return indices < indices.view(-1, 1) + (diag + 1)


def vec_to_tril_matrix(vec: Any, diag: int = 0) -> Any:
    """Matrices filled on and below a diagonal, with zeros elsewhere.

    Parameters
    ----------
    vec : Tensor
        ``(*, number of elements)``, row by row.
    diag : int, default 0
        The diagonal: 0 is the main one.

    Returns
    -------
    Tensor
        ``(*, n, n)``.

    Raises
    ------
    ValueError
        If the number of elements does not fill a triangle.

    References
    ----------
    PyTorch: ``torch.distributions.utils.vec_to_tril_matrix``.

    Examples
    --------
    >>> torch.distributions.utils.vec_to_tril_matrix(torch.tensor([1., 3., 4.]))
    tensor([[1., 0.],
            [3., 4.]])
    """
    count = vec.shape[-1]
    n = (-(1 + 2 * diag) + ((1 + 2 * diag) ** 2 + 8 * count + 4 * abs(diag) * (diag + 1)) ** 0.5) / 2
    if round(n) - n > np.finfo(np.float64).eps:
        raise ValueError(f"The size of last dimension is {count} which cannot be expressed as the lower triangular part of a square D x D "
                         "matrix.")
    size = round(n)
    mask = _triangle_mask(size, diag, vec)
    out = ops.zeros((*vec.shape[:-1], size, size), dtype=vec.dtype, device=vec.device)
    out[..., mask] = vec
    return out


def _standard_normal(shape: Any, dtype: Any, device: Any = None) -> Any:
    deviation = ops.ones(shape, dtype=dtype, device=device)
    return ops.normal(ops.zeros(shape, dtype=dtype, device=device), deviation)


def _sum_rightmost(value: Any, dim: int) -> Any:
    """Sum over the last `dim` dimensions."""
    return value if not dim else value.reshape((*value._array.shape[:value._array.ndim - dim], -1)).sum(-1)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributions.utils", __name__)
