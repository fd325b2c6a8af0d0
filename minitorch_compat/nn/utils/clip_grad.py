"""Gradient clipping."""
from __future__ import annotations

from collections.abc import Iterable
from types import GeneratorType
from typing import Any

from ..._array.core.user_warnings import warn
from .._torch import Tensor, no_grad, ops

__all__ = ["clip_grad_norm", "clip_grad_norm_", "clip_grad_value_", "clip_grads_with_norm_", "get_total_norm"]


def _to_list(tensors: Tensor | Iterable[Tensor]) -> list[Tensor]:
    return [tensors] if isinstance(tensors, Tensor) else list(tensors)


def _gradients(parameters: Tensor | Iterable[Tensor]) -> list[Tensor]:
    return [p.grad for p in _to_list(parameters) if p.grad is not None]


def get_total_norm(
    tensors: Tensor | Iterable[Tensor], norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Norm of several tensors as if they were one vector.

    Parameters
    ----------
    tensors : Tensor or iterable of Tensor
        The tensors.
    norm_type : float, default 2.0
        Order of the norm; ``inf`` is the largest magnitude.
    error_if_nonfinite : bool, default False
        Whether a norm of infinity or nan is an error.
    foreach : bool, optional
        Whether to work on lists of tensors.

    Returns
    -------
    Tensor
        A scalar.

    Raises
    ------
    RuntimeError
        If the norm is not finite, and ``error_if_nonfinite`` is set.

    References
    ----------
    PyTorch: ``torch.nn.utils.get_total_norm``.

    Examples
    --------
    >>> torch.nn.utils.get_total_norm([torch.tensor([3.]), torch.tensor([4.])])
    tensor(5.)
    """
    from ...linalg import vector_norm

    with no_grad():
        norm_type = float(norm_type)
        tensors = _to_list(tensors)
        if not tensors:
            return ops.tensor(0.0)
        total = vector_norm(ops.stack([vector_norm(t, norm_type) for t in tensors]), norm_type)
        if error_if_nonfinite and not bool(total.isfinite()):
            raise RuntimeError(
                f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be "
                "clipped. To disable this error and scale the gradients by the non-finite norm anyway, set "
                "`error_if_nonfinite=False`")
        return total


def clip_grads_with_norm_(
    parameters: Tensor | Iterable[Tensor], max_norm: float, total_norm: Tensor, foreach: bool | None = None,
) -> None:
    """Scale gradients, in place, by ``max_norm / (total_norm + 1e-6)``, if that is below 1.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        Those whose ``.grad`` is scaled.
    max_norm : float
        The largest norm.
    total_norm : Tensor
        The norm of all gradients, as ``get_total_norm`` gives it.
    foreach : bool, optional
        Whether to work on lists of tensors.

    References
    ----------
    PyTorch: ``torch.nn.utils.clip_grads_with_norm_``.

    Examples
    --------
    >>> w = torch.ones(2, requires_grad=True)
    >>> w.grad = torch.tensor([3., 4.])
    >>> torch.nn.utils.clip_grads_with_norm_([w], 1.0, torch.tensor(5.))
    >>> w.grad
    tensor([0.6000, 0.8000])
    """
    grads, max_norm = _gradients(parameters), float(max_norm)
    if not grads:
        return
    with no_grad():
        # Multiplying by 1 where nothing is clipped avoids a branch on the value of the norm.
        factor = ops.clamp(max_norm / (total_norm + 1e-6), max=1.0)
        for grad in grads:
            grad.mul_(factor)


def clip_grad_norm_(
    parameters: Tensor | Iterable[Tensor], max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
    foreach: bool | None = None,
) -> Tensor:
    """Scale gradients, in place, so that their common norm is at most ``max_norm``.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        The tensors whose ``.grad`` is scaled.
    max_norm : float
        The largest norm.
    norm_type : float, default 2.0
        Order of the norm; ``inf`` is the largest magnitude.
    error_if_nonfinite : bool, default False
        Whether a norm of infinity or nan is an error.
    foreach : bool, optional
        Whether to work on lists of tensors. The numbers are the same.

    Returns
    -------
    Tensor
        The norm before.

    Raises
    ------
    RuntimeError
        If the norm is not finite, and ``error_if_nonfinite`` is set.

    References
    ----------
    PyTorch: ``torch.nn.utils.clip_grad_norm_``.

    Examples
    --------
    >>> w = torch.ones(2, requires_grad=True)
    >>> (w * torch.tensor([3., 4.])).sum().backward()
    >>> torch.nn.utils.clip_grad_norm_([w], max_norm=1.0)
    tensor(5.)
    >>> w.grad
    tensor([0.6000, 0.8000])
    """
    params = _to_list(parameters)
    if not params and isinstance(parameters, GeneratorType):
        warn("`parameters` is an empty generator, no gradient clipping will occur.")
    total = get_total_norm(_gradients(params), norm_type, error_if_nonfinite, foreach)
    clip_grads_with_norm_(params, max_norm, total, foreach)
    return total


def clip_grad_norm(parameters: Any, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False,
                   foreach: bool | None = None) -> Tensor:
    """Old name of ``clip_grad_norm_``; warns.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        The tensors whose ``.grad`` is scaled.
    max_norm : float
        The largest norm.
    norm_type : float, default 2.0
        Order of the norm.
    error_if_nonfinite : bool, default False
        Whether a norm of infinity or nan is an error.
    foreach : bool, optional
        Whether to work on lists of tensors.

    Returns
    -------
    Tensor
        The norm before.

    References
    ----------
    PyTorch: ``torch.nn.utils.clip_grad_norm``.

    Examples
    --------
    >>> torch.nn.utils.clip_grad_norm([], 1.0)
    tensor(0.)
    """
    warn("`torch.nn.utils.clip_grad_norm` is now deprecated in favor of `torch.nn.utils.clip_grad_norm_`.",
         FutureWarning)
    return clip_grad_norm_(parameters, max_norm, norm_type, error_if_nonfinite, foreach)



def clip_grad_value_(parameters: Tensor | Iterable[Tensor], clip_value: float, foreach: bool | None = None) -> None:
    """Clamp each element of gradients, in place, to ``[-clip_value, clip_value]``.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        Those whose ``.grad`` is clamped.
    clip_value : float
        The largest magnitude.
    foreach : bool, optional
        Whether to work on lists of tensors.

    References
    ----------
    PyTorch: ``torch.nn.utils.clip_grad_value_``.

    Examples
    --------
    >>> w = torch.ones(2, requires_grad=True)
    >>> (w * torch.tensor([3., -4.])).sum().backward()
    >>> torch.nn.utils.clip_grad_value_([w], 3.5)
    >>> w.grad
    tensor([ 3.0000, -3.5000])
    """
    clip_value = float(clip_value)
    grads = _gradients(parameters)
    if not grads:  # PyTorch's error from grouping by device
        raise RuntimeError("Expected !nested_tensorlist[0].empty() to be true, but got false.")
    with no_grad():
        for grad in grads:
            if foreach is False:
                grad.clamp_(min=-clip_value, max=clip_value)
            else:
                grad.clamp_min_(-clip_value).clamp_max_(clip_value)  # two steps as in PyTorch, which versions count
