"""Adadelta."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _kernels
from ._stepping import ArrayOptimizer, check_at_least_zero, check_lr, count_step, number, scalar_state, zeros_state
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["Adadelta"]


class Adadelta(ArrayOptimizer):
    """Steps by lr * g * rms(earlier steps) / rms(gradients), so that units cancel: Zeiler, arXiv:1212.5701.

    Both means of squares run with decay rate `rho`, and have `eps` added below the root. `weight_decay` adds that multiple of the
    parameter to the gradient; `maximize` goes uphill. `foreach` changes nothing. ValueError for negative numbers and a rho above 1.
    """

    _PAIRS = False
    _ADDED_OPTIONS = {"foreach": None, "maximize": False, "differentiable": False, "capturable": False}
    _ON_XLA = (False, False)

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1.0, rho: float = 0.9, eps: float = 1e-6, weight_decay: float = 0,
        foreach: bool | None = None, *, capturable: bool = False, maximize: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        check_at_least_zero(eps, "epsilon value")
        check_at_least_zero(weight_decay, "weight_decay value")
        super().__init__(params, {
            "lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay, "maximize": maximize,
            "capturable": capturable,
            "foreach": foreach, "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["square_avg"] = zeros_state(p)
        state["acc_delta"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        count_step(state)
        numbers = (number(group["lr"]), group["rho"], group["eps"], group["weight_decay"])
        self._run(_kernels.adadelta, numbers, p, g, state["square_avg"]._array, state["acc_delta"]._array)
