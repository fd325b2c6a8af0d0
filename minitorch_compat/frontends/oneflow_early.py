"""OneFlow's `oneflow.autograd` of its first releases: `out_grads`, and no argument has a default."""
from __future__ import annotations

from typing import Any

from . import oneflow


def backward(outputs: Any, out_grads: Any, retain_graph: bool, create_graph: bool) -> None:
    """`oneflow.backward`, with the older names and no defaults."""
    oneflow.backward(outputs, out_grads, retain_graph, create_graph)


def grad(outputs: Any, inputs: Any, out_grads: Any, retain_graph: bool, create_graph: bool) -> tuple[Any, ...]:
    """`oneflow.grad`, with the older names and no defaults; every input must have been used."""
    return oneflow.grad(outputs, inputs, out_grads, retain_graph, create_graph)


__all__ = ["backward", "grad"]
