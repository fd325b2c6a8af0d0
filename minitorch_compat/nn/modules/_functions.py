"""The identity Function to whose node full backward hooks are attached."""
from __future__ import annotations

from typing import Any

from ..._dispatch.state import ACTIVE, LOCAL, Anomaly
from ...autograd.function import Function, pass_through


class BackwardHookFunction(Function):
    """Return the arguments, with a single node for all of them."""

    @staticmethod
    def forward(ctx: Any, *args: Any) -> tuple[Any, ...]:
        ctx.mark_non_differentiable(*(arg for arg in args if not arg.requires_grad))
        return args

    @staticmethod
    def backward(ctx: Any, *args: Any) -> tuple[Any, ...]:
        return args


class _BackwardHookNode(BackwardHookFunction._backward_cls):  # type: ignore[misc]
    """The node of that Function, without a call of its `backward` where that would return what it gets."""

    def _derive(self, cotangents: Any, space: Any) -> Any:
        if Anomaly.enabled or LOCAL.observer is not None or type(None) in map(type, cotangents):
            return super()._derive(cotangents, space)
        return cotangents


_BackwardHookNode.__name__ = _BackwardHookNode.__qualname__ = BackwardHookFunction._backward_cls.__name__


def insert_node(tensors: list[Any]) -> tuple[tuple[Any, ...], Any]:
    """What `BackwardHookFunction` returns for some tensors, and its node."""
    if not ACTIVE and not Anomaly.enabled:
        return pass_through(_BackwardHookNode, tensors)
    results = BackwardHookFunction.apply(*tensors)
    nodes = [t.grad_fn for t in results]
    return results, next(node for node in nodes if node is not None and node.name() == "BackwardHookFunctionBackward")
