"""Anomaly mode in backward: the node at work is known, its gradients are searched for NaN, its forward traceback is shown."""
from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from .._dispatch.node import Node, OpNode
from .._dispatch.state import LOCAL, Anomaly
from .spaces import TENSOR_SPACE, ArraySpace, TensorSpace


class WatchedArrays(ArraySpace):
    """ArraySpace that looks at what it computes."""

    def vjp(self, node: OpNode, g: Any) -> Any:
        LOCAL.node = node
        grads = super().vjp(node, g)
        check_nan(node, grads, self)
        return grads


class WatchedTensors(TensorSpace):
    """TensorSpace that looks at what it computes."""

    def vjp(self, node: OpNode, g: Any) -> Any:
        LOCAL.node = node
        grads = super().vjp(node, g)
        check_nan(node, grads, self)
        return grads


def watched(space: Any) -> Any:
    """The watching twin of a space."""
    return WatchedTensors() if space is TENSOR_SPACE else WatchedArrays()


def check_nan(node: Node, grads: Any, space: Any) -> None:
    """Raise RuntimeError if a gradient holds a NaN."""
    if not Anomaly.check_nan:
        return
    for i, (g, edge) in enumerate(zip(grads, node.edges, strict=False)):
        if g is not None and edge is not None and np.isnan(g._array if space.differentiable else g).any():
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {i}th output.")


def report() -> None:
    """Warn with the forward traceback of the node that has failed."""
    node, LOCAL.node = LOCAL.node, None
    if node is None:
        return
    traceback = node.metadata.get("traceback_")
    if traceback is None:
        warnings.warn(f"Error detected in {node.name()}. No forward pass information available. Enable detect anomaly during forward pass "
                      "for more information.", UserWarning, stacklevel=5)
        return
    warnings.warn(f"Error detected in {node.name()}. Traceback of forward call that caused the error:\n{''.join(traceback)}", UserWarning,
                  stacklevel=5)
    while (parent := node.metadata.get("parent_")) is not None:
        origin = parent.metadata.get("traceback_")
        if origin is None:
            warnings.warn(f"\n\nPrevious calculation was induced by {parent.name()}. No forward pass information available. Enable detect "
                          "anomaly during forward pass for more information.", UserWarning, stacklevel=5)
            return
        warnings.warn(f"\n\nPrevious calculation was induced by {parent.name()}. Traceback of forward call that induced the previous "
                      f"calculation:\n{''.join(origin)}", UserWarning, stacklevel=5)
        node = parent
