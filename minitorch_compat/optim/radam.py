"""RAdam: Adam that warms itself up."""
from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._stepping import (
    ArrayOptimizer,
    check_at_least_zero,
    check_betas,
    check_lr,
    count_step,
    number,
    scalar_state,
    zeros_state,
)
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["RAdam"]


class RAdam(ArrayOptimizer):
    """Adam whose step is scaled by how far the second moment can be trusted: Liu et al., arXiv:1908.03265.

    The first few steps, in which its variance is unbounded, use the mean of gradients alone. `weight_decay` adds that multiple of the
    parameter to the gradient or, with `decoupled_weight_decay`, shrinks the parameter as AdamW does. `maximize` goes uphill. `foreach`
    changes nothing. ValueError for negative numbers and decay rates outside of [0, 1).
    """

    _DECAYS_FIRST = False
    _ADDED_OPTIONS = {
        "foreach": None, "maximize": False, "differentiable": False, "decoupled_weight_decay": False,
        "capturable": False,
    }

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, decoupled_weight_decay: bool = False, *, foreach: bool | None = None,
        maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps, "epsilon value")
        check_betas(betas)
        check_at_least_zero(weight_decay, "weight_decay value")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "foreach": foreach,
            "capturable": capturable, "decoupled_weight_decay": decoupled_weight_decay,
            "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["exp_avg"] = zeros_state(p)
        state["exp_avg_sq"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, lr, decay = count_step(state), number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        shrink = 1.0
        if decay and group["decoupled_weight_decay"]:
            shrink, decay = 1 - lr * decay, 0
        rectify = rectification(beta2, step)
        numbers = (beta1, beta2, group["eps"], lr, 1 - beta1**step, 1 - beta2**step, rectify, shrink, decay)
        self._run(_kernels.radam, numbers, p, g, state["exp_avg"]._array, state["exp_avg_sq"]._array)


def rectification(beta2: float, step: float) -> float | None:
    """The factor of the paper's r_t, or None while the variance of the second moment is not finite."""
    limit = 2 / (1 - beta2) - 1
    length = limit - 2 * step * beta2**step / (1 - beta2**step)
    if length <= 5:
        return None
    return sqrt((length - 4) * (length - 2) * limit / ((limit - 4) * (limit - 2) * length))
