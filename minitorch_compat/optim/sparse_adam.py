"""SparseAdam, which there are no gradients for."""
from __future__ import annotations

from typing import Any, NoReturn

from ._stepping import ArrayOptimizer, check_betas, number
from .optimizer import ParamsT

__all__ = ["SparseAdam"]


class SparseAdam(ArrayOptimizer):
    """Adam for sparse gradients. Tensors are dense here, and dense gradients are refused as PyTorch refuses them."""

    def __init__(
        self, params: ParamsT, lr: Any = 1e-3, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8, maximize: bool = False,
    ) -> None:
        for what, value in (("learning rate", lr), ("epsilon value", eps)):
            if not number(value) > 0.0:
                raise ValueError(f"Invalid {what}: {value}")
        check_betas(betas)
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps, "maximize": maximize})

    def _init_state(self, p: Any, state: dict[str, Any], group: dict[str, Any]) -> NoReturn:
        raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
