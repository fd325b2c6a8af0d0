"""The identity Function to whose node full backward hooks are attached."""
from __future__ import annotations

from typing import Any

from ...autograd.function import Function


class BackwardHookFunction(Function):
    """Return the arguments, with a single node for all of them."""

    @staticmethod
    def forward(ctx: Any, *args: Any) -> tuple[Any, ...]:
        ctx.mark_non_differentiable(*(arg for arg in args if not arg.requires_grad))
        return args

    @staticmethod
    def backward(ctx: Any, *args: Any) -> tuple[Any, ...]:
        return args
