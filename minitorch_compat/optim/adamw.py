"""Adam with decoupled weight decay."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .adam import Adam
from .optimizer import ParamsT

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["AdamW"]


class AdamW(Adam):
    """Adam whose `weight_decay` multiplies the parameter by 1 - lr * weight_decay and leaves the gradient alone.

    Loshchilov and Hutter, arXiv:1711.05101. All other arguments are those of `Adam`.
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
            group["decoupled_weight_decay"] = True  # states saved by older versions say False
