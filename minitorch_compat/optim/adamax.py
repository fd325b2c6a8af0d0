"""Adamax."""
from __future__ import annotations

from collections.abc import Callable
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

__all__ = ["Adamax"]


class Adamax(ArrayOptimizer):
    """Adam that divides by a decayed maximum of |gradient| + eps in place of the root mean square: Kingma and Ba, arXiv:1412.6980.

    `betas` are the decay rates of mean and maximum. `weight_decay` adds that multiple of the parameter to the gradient; `maximize`
    goes uphill. `foreach` changes nothing. ValueError for negative numbers and decay rates outside of [0, 1).
    """

    _ADDED_OPTIONS = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 2e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, foreach: bool | None = None, *, maximize: bool = False, differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps, "epsilon value")
        check_betas(betas)
        check_at_least_zero(weight_decay, "weight_decay value")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize,
            "differentiable": differentiable, "capturable": capturable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["exp_avg"] = zeros_state(p)
        state["exp_inf"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, (beta1, beta2) = count_step(state), group["betas"]
        numbers = (beta1, beta2, group["eps"], number(group["lr"]) / (1 - beta1**step), group["weight_decay"])
        self._run(_kernels.adamax, numbers, p, g, state["exp_avg"]._array, state["exp_inf"]._array)
