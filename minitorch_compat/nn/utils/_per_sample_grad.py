"""Calling a module so that backward computes the gradient of each example of the batch."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import minitorch_compat as torch

from ...utils import _pytree as pytree
from ..modules.module import Module
from ._expanded_weights.expanded_weights_impl import ExpandedWeight

__all__ = ["call_for_per_sample_grads"]


def call_for_per_sample_grads(module: Module, *, batch_size: int | None = None, loss_reduction: str = "sum",
                              batch_first: bool = True) -> Callable[..., Any]:
    """Return a function that calls the module, and whose backward stores gradients by example in ``grad_sample`` of each parameter.

    The layers may be linear, embedding, recurrent and convolution layers, and layer, group and instance norms: those that treat examples
    separately. The input of a recurrent layer may not be a packed sequence.

    Parameters
    ----------
    module : Module
        The module, whose parameters that require a gradient get ``grad_sample``; their ``grad`` does not change.
    batch_size : int, optional
        The number of examples; otherwise the inputs' length along the batch dimension, which must then be the same for all.
    loss_reduction : str
        ``"mean"`` if the loss is a mean over the batch: gradients are multiplied by the number of examples, so that they are each
        example's own.
    batch_first : bool
        Whether the batch is the inputs' first dimension, or the second. It is used only if `batch_size` is not given.

    Returns
    -------
    Callable
        It takes the arguments of the module.

    Raises
    ------
    RuntimeError
        If an argument is none of these, if a parameter has a ``grad_sample`` already, if the number of examples cannot be determined,
        or if the module calls a function with a parameter that is not among those above.

    Examples
    --------
    >>> layer = torch.nn.Linear(4, 3)
    >>> call_for_per_sample_grads(layer)(torch.randn(5, 4)).sum().backward()
    >>> layer.weight.grad_sample.shape, layer.weight.grad
    (torch.Size([5, 3, 4]), None)
    """
    _check_arguments(module, batch_size, loss_reduction)

    @functools.wraps(module.forward)
    def called(*args: Any, **kwargs: Any) -> Any:
        size = _batch_size(args, kwargs, batch_first) if batch_size is None else batch_size
        expanded = {name: ExpandedWeight(value, size, loss_reduction) if value.requires_grad else value
                    for name, value in module.named_parameters()}
        return torch.func.functional_call(module, expanded, args, kwargs)

    return called


def _check_arguments(module: Any, batch_size: Any, loss_reduction: Any) -> None:
    if loss_reduction not in ("sum", "mean"):
        raise RuntimeError(f"Expected loss_reduction argument to be sum or mean, got {loss_reduction}")
    if not isinstance(module, Module):
        raise RuntimeError(f"Module passed must be nn.Module, got {type(module).__name__}")
    if batch_size is not None and not isinstance(batch_size, int):
        raise RuntimeError(f"Batch size passed must be None or an integer, got {type(batch_size).__name__}")
    if batch_size is not None and batch_size < 1:
        raise RuntimeError(f"Batch size must be positive, got {batch_size}")
    for name, parameter in module.named_parameters():
        if getattr(parameter, "grad_sample", None) is not None:
            raise RuntimeError(f"call_for_per_sample_grads: the grad_sample of {name} is not empty. Expanded Weights accumulates the "
                               "gradients, so that of another call would be added to it: clear it first")


def _batch_size(args: tuple[Any, ...], kwargs: dict[str, Any], batch_first: bool) -> int:
    tensors = [leaf for leaf in pytree.tree_leaves((args, kwargs)) if isinstance(leaf, torch.Tensor)]
    sizes = list(dict.fromkeys(tensor.shape[0 if batch_first else 1] for tensor in tensors))
    if not sizes:
        raise RuntimeError("Unable to find a tensor in the passed args and kwargs: give it a batch_size")
    if len(sizes) > 1:
        raise RuntimeError(f"When computing batch size, found at least one input with batch size {sizes[0]} and one with batch size "
                           f"{sizes[1]}: give it a batch_size")
    return int(sizes[0])
