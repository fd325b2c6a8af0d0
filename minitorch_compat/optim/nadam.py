"""NAdam: Adam with Nesterov momentum."""
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

__all__ = ["NAdam"]


class NAdam(ArrayOptimizer):
    """Adam that looks one momentum step ahead: Dozat (2016).

    The momentum of step t is betas[0] * (1 - 0.96 ** (t * momentum_decay) / 2). `weight_decay` adds that multiple of the parameter to
    the gradient or, with `decoupled_weight_decay`, shrinks the parameter as AdamW does. `maximize` goes uphill. `foreach` changes
    nothing. ValueError for negative numbers and decay rates outside of [0, 1).
    """

    _ADDED_OPTIONS = {
        "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False,
    }
    _SCALAR_STATE = ("step", "mu_product")
    _WRITES = 2  # the gradient's part and the momentum's
    _DECAYS_FIRST = False
    _CAPTURED = ("params, mu_products and state_steps", "params, mu_products, and state_steps")

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 2e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, momentum_decay: float = 4e-3, decoupled_weight_decay: bool = False, *,
        foreach: bool | None = None, maximize: bool = False, capturable: bool = False, differentiable: bool = False,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(eps, "epsilon value")
        check_betas(betas)
        check_at_least_zero(weight_decay, "weight_decay value")
        check_at_least_zero(momentum_decay, "momentum_decay value")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
            "decoupled_weight_decay": decoupled_weight_decay, "maximize": maximize, "foreach": foreach,
            "capturable": capturable, "differentiable": differentiable,
        })

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["mu_product"] = scalar_state(1.0)
        state["exp_avg"] = zeros_state(p)
        state["exp_avg_sq"] = zeros_state(p)

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step, lr, decay = count_step(state), number(group["lr"]), group["weight_decay"]
        beta1, beta2 = group["betas"]
        mu, mu_next = (beta1 * (1 - 0.5 * 0.96 ** (n * group["momentum_decay"])) for n in (step, step + 1))
        counter = state["mu_product"]._array
        product = (counter * mu).item()  # rounded to the dtype of the state, as PyTorch keeps it
        shrink = 1.0
        if decay and group["decoupled_weight_decay"]:
            shrink, decay = 1 - lr * decay, 0
        gradient_size = lr * (1 - mu) / (1 - product)
        momentum_size = lr * mu_next / (1 - product * mu_next)
        numbers = (beta1, beta2, group["eps"], 1 - beta2**step, gradient_size, momentum_size, shrink, decay)
        self._run(_kernels.nadam, numbers, p, g, state["exp_avg"]._array, state["exp_avg_sq"]._array)
        counter.fill(product)
