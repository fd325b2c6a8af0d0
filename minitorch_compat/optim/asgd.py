"""Averaged stochastic gradient descent."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._stepping import (
    ArrayOptimizer,
    check_at_least_zero,
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

__all__ = ["ASGD"]


class ASGD(ArrayOptimizer):
    """Gradient descent with a falling step size; state 'ax' averages the parameter over the steps after `t0`.

    The step size is lr / (1 + lambd * lr * n) ** alpha after n steps.
    """

    _ADDED_OPTIONS = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _SCALAR_STATE = ("step", "eta", "mu")
    _DECAYS_FIRST = False
    _CAPTURED = ("params, mus, etas, and state_steps", "params, mus, etas, and state_steps")

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, lambd: float = 1e-4, alpha: float = 0.75, t0: float = 1e6,
        weight_decay: float = 0, foreach: bool | None = None, maximize: bool = False, differentiable: bool = False,
        capturable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(weight_decay, "weight_decay value")
        super().__init__(params, {
            "lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay, "foreach": foreach,
            "maximize": maximize, "differentiable": differentiable, "capturable": capturable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _writes(self, group: dict[str, Any]) -> int:
        return 1 if group["foreach"] else 2  # it is decayed, then moved

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["eta"] = scalar_state(number(group["lr"]))
        state["mu"] = scalar_state(1.0)
        state["ax"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, lr, lambd = count_step(state), number(group["lr"]), group["lambd"]
        eta, mu = state["eta"]._array, state["mu"]._array
        self._run(_kernels.asgd, (eta.item(), mu.item(), lambd, group["weight_decay"]), p, g, state["ax"]._array)
        eta.fill(lr / (1 + lambd * lr * step) ** group["alpha"])
        mu.fill(1 / max(1, step - group["t0"]))
