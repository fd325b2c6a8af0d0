"""Adagrad."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.sparse.coo import Coo, add_into, at, coalesce
from . import _kernels
from ._stepping import (
    ArrayOptimizer,
    check_at_least_zero,
    check_fused,
    check_lr,
    count_step,
    full_state,
    number,
    scalar_state,
)
from .optimizer import ParamsT

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._bindings.tensor.tensor import Tensor

__all__ = ["Adagrad"]


class Adagrad(ArrayOptimizer):
    """p -= lr * g / (sqrt(s) + eps), where s sums the squares of all gradients so far.

    s starts at `initial_accumulator_value`; after n steps lr is divided by 1 + n * `lr_decay`. State exists from
    the start.
    """

    _ADDED_OPTIONS = {"foreach": None, "maximize": False, "differentiable": False, "fused": None}

    def __init__(
        self, params: ParamsT, lr: Tensor | float = 1e-2, lr_decay: float = 0, weight_decay: float = 0,
        initial_accumulator_value: float = 0, eps: float = 1e-10, foreach: bool | None = None, *,
        maximize: bool = False,
        differentiable: bool = False, fused: bool | None = None,
    ) -> None:
        check_lr(lr)
        check_at_least_zero(lr_decay, "lr_decay value")
        check_at_least_zero(weight_decay, "weight_decay value")
        check_at_least_zero(initial_accumulator_value, "initial_accumulator_value value")
        check_at_least_zero(eps, "epsilon value")
        super().__init__(params, {
            "lr": lr, "lr_decay": lr_decay, "eps": eps, "weight_decay": weight_decay,
            "initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize,
            "differentiable": differentiable, "fused": fused,
        })
        check_fused(fused, foreach, differentiable)
        for group in self.param_groups:
            for p in group["params"]:
                self._init_state(p, self.state[p], group)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Change the parameters by their gradients, once; `closure`, if given, computes them first, and its value is returned."""
        return self._step(closure)

    def share_memory(self) -> None:
        """Move the sums to memory that processes share: see `Tensor.share_memory_`."""
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["sum"].share_memory_()

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> None:
        state["step"] = scalar_state()
        state["sum"] = full_state(p, group["initial_accumulator_value"])

    def _check_sparse(self, group: dict[str, Any]) -> None:
        if group["fused"]:
            raise RuntimeError("`fused` does not support sparse grad or complex param")
        if group["weight_decay"]:  # PyTorch notices when it has stepped the parameters before
            raise RuntimeError("weight_decay option is not compatible with sparse gradients")

    def _sparse_update(self, p: NDArray[Any], g: Coo, state: dict[str, Any], group: dict[str, Any]) -> None:
        step = count_step(state)
        lr = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        g, total = coalesce(g), state["sum"]._array
        add_into(total, g.with_values(g.values * g.values))
        add_into(p, g.with_values(g.values / (np.sqrt(at(total, g.indices)) + group["eps"]) * -lr))

    def _update(self, p: NDArray[Any], g: NDArray[Any], state: dict[str, Any], group: dict[str, Any]) -> None:
        step = count_step(state)
        lr = number(group["lr"]) / (1 + (step - 1) * group["lr_decay"])
        self._run(_kernels.adagrad, (lr, group["eps"], group["weight_decay"]), p, g, state["sum"]._array)
