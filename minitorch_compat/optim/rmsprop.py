"""RMSprop."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._stepping import ArrayOptimizer, check_at_least_zero, check_lr, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["RMSprop"]


class RMSprop(ArrayOptimizer):
    """p -= lr * g / (sqrt(v) + eps), where v is a running mean of squared gradients with decay rate `alpha`.

    `centered` subtracts the square of the mean gradient from v; `momentum` accumulates the quotients.
    """

    _ADDED_OPTIONS = {
        "momentum": 0, "centered": False, "foreach": None, "maximize": False, "differentiable": False,
        "capturable": False,
    }
    _ON_XLA = (True, True)

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, alpha: float = 0.99, eps: float = 1e-8, weight_decay: float = 0,
        momentum: float = 0, centered: bool = False, capturable: bool = False, foreach: bool | None = None,
        maximize: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps, "epsilon value")
        check_at_least_zero(momentum, "momentum value")
        check_at_least_zero(weight_decay, "weight_decay value")
        check_at_least_zero(alpha, "alpha value")
        super().__init__(params, {
            "lr": lr, "momentum": momentum, "alpha": alpha, "eps": eps, "centered": centered,
            "weight_decay": weight_decay,
            "capturable": capturable, "foreach": foreach, "maximize": maximize, "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["square_avg"] = zeros_state(p)
        if group["momentum"] > 0:
            state["momentum_buffer"] = zeros_state(p)
        if group["centered"]:
            state["grad_avg"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        count_step(state)
        momentum, centered = group["momentum"], group["centered"]
        numbers = (number(group["lr"]), group["alpha"], group["eps"], group["weight_decay"], momentum, centered)
        buffers = [state["square_avg"]._array]
        if momentum > 0:
            buffers.append(state["momentum_buffer"]._array)
        if centered:
            buffers.append(state["grad_avg"]._array)
        self._run(_kernels.rmsprop, numbers, p, g, *buffers)
