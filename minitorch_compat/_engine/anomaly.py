"""Anomaly mode in backward: gradients are checked for NaN, and errors show the forward traceback of the failing node."""
from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from .._array.core.conjugate import Pending
from .._dispatch.graph.node import Node, OpNode
from .._dispatch.levels.lifting import Lifted
from .._dispatch.state import LOCAL, Anomaly
from .spaces import ArraysBelow, ArraySpace, TensorsBelow, TensorSpace


class _NanChecks:
    """Mixin: checks the gradients that a space computes."""

    def vjp(self, node: OpNode, g: Any) -> Any:
        LOCAL.node = node
        grads = super().vjp(node, g)  # type: ignore[misc]
        check_nan(node, grads, self)
        return grads


class AnomalyArrays(_NanChecks, ArraySpace):
    """ArraySpace with NaN checks."""


class AnomalyTensors(_NanChecks, TensorSpace):
    """TensorSpace with NaN checks."""


class AnomalyArraysBelow(_NanChecks, ArraysBelow):
    """ArraysBelow with NaN checks."""


class AnomalyTensorsBelow(_NanChecks, TensorsBelow):
    """TensorsBelow with NaN checks."""


def nan_checked_space(space: Any) -> Any:
    """The checked version of a space."""
    if isinstance(space, TensorsBelow):
        return AnomalyTensorsBelow(space.level)
    if isinstance(space, TensorSpace):
        return AnomalyTensors()
    return AnomalyArraysBelow() if isinstance(space, ArraysBelow) else AnomalyArrays()


def check_nan(node: Node, grads: Any, space: Any) -> None:
    """Raise RuntimeError if a gradient holds a NaN."""
    if not Anomaly.check_nan:
        return
    for i, (g, edge) in enumerate(zip(grads, node.edges, strict=False)):
        if g is not None and edge is not None and _has_nan(g._array if space.differentiable else g):
            raise RuntimeError(f"Function '{node.name()}' returned nan values in its {i}th output.")


def _has_nan(array: Any) -> bool:
    while isinstance(array, Lifted):
        array = array.value._array
    if isinstance(array, Pending):
        array = array.read()
    return isinstance(array, (np.ndarray, np.generic)) and bool(np.isnan(array).any())


def report() -> None:
    """Warn with the forward traceback of the node that has failed."""
    node, LOCAL.node = LOCAL.node, None
    words = "Error detected in {}. Traceback of forward call that caused the error:\n"
    while node is not None:
        traceback = node.metadata.get("traceback_")
        text = (f"Error detected in {node.name()}. No forward pass information available. Enable detect anomaly during forward pass for "
                "more information." if traceback is None else words.format(node.name()) + "".join(traceback))
        warnings.warn(text, UserWarning, stacklevel=5)
        words = "\n\nPrevious calculation was induced by {}. Traceback of forward call that induced the previous calculation:\n"
        node = node.metadata.get("parent_")
