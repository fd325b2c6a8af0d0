"""Gradients of piecewise linear ops: their second derivative is zero, but as in PyTorch they stay connected to the input."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._dispatch.call.caller import lazy_call, wrap
from .._dispatch.tensor import TensorBase
from .spaces import tensors_below

with_zero_dependency = lazy_call("with_zero_dependency")


def connect_to_input(g: Any, node: Any) -> Any:
    """The cotangent `g` of a node's first input, connected to that input by a gradient of zeros."""
    edge = node.edges[0]
    if edge is None or g is None:
        return g
    if isinstance(edge, TensorBase):
        return with_zero_dependency(g, edge)
    slot = node.slots[0] if node.slots else 0
    shape, dtype = (edge.shape, edge.dtype) if edge.shape is not None else edge.metas[slot]
    placeholder = wrap(np.broadcast_to(np.zeros((), dtype), shape))  # only its place in the graph matters
    placeholder._grad_fn, placeholder._output_nr, placeholder._requires_grad = edge, slot, True
    return with_zero_dependency(g, placeholder)


def connect_below(results: list[Any], node: Any, saved: Any) -> None:
    """The same for a level's node: connected to the tensor below the level that the input stood for, if it is known."""
    x: Any = saved[len(node.op.schema.outputs)]
    edge: Any = node.edges[0]
    if not hasattr(x, "_requires_grad") and isinstance(edge, TensorBase):
        x = tensors_below([edge._array])[0]
    if results[0] is not None and hasattr(x, "_requires_grad") and x.requires_grad:
        results[0] = with_zero_dependency(results[0], x)
