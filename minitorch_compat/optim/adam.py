"""Adam and AMSGrad."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from .._bindings import Tensor
from . import _kernels
from ._stepping import (
    ArrayOptimizer,
    check_at_least_zero,
    check_betas,
    check_fused,
    check_lr,
    count_step,
    number,
    scalar_state,
    zeros_state,
)
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Adam"]


class Adam(ArrayOptimizer):
    """p -= lr * m / (sqrt(v) + eps), where m and v are running means of the gradient and of its square.

    `betas` are their decay rates; both means are corrected for starting at zero. `amsgrad` divides by the largest v
    so far. `weight_decay` adds that multiple of p to the gradient or, with `decoupled_weight_decay`, shrinks p
    directly as AdamW does. `foreach` and `fused` change nothing.
    """

    _ADDED_OPTIONS = {
        "amsgrad": False, "maximize": False, "foreach": None, "capturable": False, "differentiable": False,
        "decoupled_weight_decay": False, "fused": None,
    }

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-3, betas: tuple[Any, Any] = (0.9, 0.999), eps: float = 1e-8,
        weight_decay: float = 0, amsgrad: bool = False, *, foreach: bool | None = None, maximize: bool = False,
        capturable: bool = False, differentiable: bool = False, fused: bool | None = None,
        decoupled_weight_decay: bool = False,
    ) -> None:
        check_lr(lr, foreach, capturable)
        check_at_least_zero(eps, "epsilon value")
        check_betas(betas)
        check_at_least_zero(weight_decay, "weight_decay value")
        if isinstance(betas[0], Tensor) != isinstance(betas[1], Tensor):
            raise ValueError("betas must be either both floats or both Tensors")
        for i, beta in enumerate(betas):
            if isinstance(beta, Tensor) and foreach and not capturable:
                raise ValueError(f"betas[{i}] as a Tensor is not supported for capturable=False and foreach=True")
        super().__init__(params, {
            "lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad,
            "maximize": maximize,
            "foreach": foreach, "capturable": capturable, "differentiable": differentiable, "fused": fused,
            "decoupled_weight_decay": decoupled_weight_decay,
        })
        check_fused(fused, foreach, differentiable)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["exp_avg"] = zeros_state(p)
        state["exp_avg_sq"] = zeros_state(p)
        if group["amsgrad"]:
            state["max_exp_avg_sq"] = zeros_state(p)

    def _options(self, group: dict[str, Any]) -> Any:
        beta1, beta2 = group["betas"]
        lr, decay, shrink = number(group["lr"]), group["weight_decay"], 1.0
        if decay and group["decoupled_weight_decay"]:
            shrink, decay = 1 - lr * decay, 0
        # The numbers of a step are the same for all parameters that have made equally many.
        return number(beta1), number(beta2), group["eps"], lr, shrink, decay, group["amsgrad"], {}

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], options: Any) -> None:
        beta1, beta2, eps, lr, shrink, decay, amsgrad, known = options
        step = count_step(state)
        numbers = known.get(step)
        if numbers is None:
            step_size, root = lr / (1 - beta1**step), (1 - beta2**step) ** 0.5
            numbers = known[step] = (shrink, decay, 1 - beta1, beta2, 1 - beta2, eps * root, step_size * root)
        m, v = state["exp_avg"]._array, state["exp_avg_sq"]._array
        if amsgrad:
            _kernels.run(self._pool, _kernels.adam, numbers, p, g, m, v, state["max_exp_avg_sq"]._array)
        else:
            _kernels.run(self._pool, _kernels.adam, numbers, p, g, m, v)

    def _check_sparse(self, group: dict[str, Any]) -> NoReturn:
        raise RuntimeError("Adam does not support sparse gradients, please consider SparseAdam instead")
