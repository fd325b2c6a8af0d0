"""Adam with decoupled weight decay."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._functional import adamw
from .adam import Adam
from .optimizer import ParamsT

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["AdamW", "adamw"]


class AdamW(Adam):
    """``Adam`` with decoupled weight decay: first ``p *= 1 - lr * weight_decay``, then a step of Adam.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    lr : float or Tensor, default 0.001
        Learning rate.
    betas : tuple of float, default (0.9, 0.999)
        Decay rates of the means of gradients and of their squares.
    eps : float, default 1e-08
        Added to the denominator for numerical stability.
    weight_decay : float, default 0.01
        Decoupled weight decay: each step subtracts this multiple of ``lr`` times the parameter.
    amsgrad : bool, default False
        Whether to use the largest ``v`` so far.
    maximize : bool, default False
        Ascend instead of descend.
    foreach : bool, optional
        Whether to update lists of parameters at once. Results are the same.
    capturable : bool, default False
        For CUDA graphs; accepted for compatibility.
    differentiable : bool, default False
        Whether the step itself can be differentiated.
    fused : bool, optional
        Whether to use a fused kernel. Results are the same.

    Raises
    ------
    ValueError
        If a number is out of range.
    RuntimeError
        For sparse gradients, see ``SparseAdam``.

    References
    ----------
    Loshchilov and Hutter (2017), arXiv:1711.05101.

    PyTorch: ``torch.optim.AdamW``.

    Examples
    --------
    >>> w = torch.tensor([1.0], requires_grad=True)
    >>> optimizer = torch.optim.AdamW([w], lr=0.1)
    >>> (w ** 2).sum().backward()
    >>> optimizer.step()
    >>> w.detach()
    tensor([0.8990])
    """

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, betas: tuple[Any, Any] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 1e-2, amsgrad: bool = False, *, maximize: bool = False, foreach: bool | None = None,
        capturable: bool = False, differentiable: bool = False, fused: bool | None = None,
    ) -> None:
        super().__init__(
            params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
            differentiable=differentiable, fused=fused, decoupled_weight_decay=True,
        )

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        for group in self.param_groups:
            group["decoupled_weight_decay"] = True  # older versions saved False
