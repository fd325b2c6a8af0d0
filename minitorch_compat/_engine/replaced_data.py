"""Leaves whose data are exchanged while graphs lead to them.

PyTorch's graphs lead to a leaf's AccumulateGrad node, which keeps the shape and dtype that the leaf had when the node was made.  Graphs
here lead to the leaf itself, so when its data are exchanged by `set_`, or by data of another shape or dtype, the existing graphs have
to be found: by a search over all objects, which takes milliseconds but is needed in no other case.
"""
from __future__ import annotations

import weakref
from itertools import count
from typing import Any

from .._dispatch.graph.accumulator_lifetime import nodes_leading_to, state_owned_by
from .._dispatch.graph.node import Node, as_node
from .._dispatch.state import LOCAL
from .cotangents.accumulate import accumulate
from .cotangents.ownership import LENT

_next_number = count().__next__


class FormerAccumulateGrad(Node):
    """The AccumulateGrad of a leaf before its data were replaced: accumulates in the former shape and dtype."""

    __slots__ = ("_leaf", "_state")  # the slots of AccumulateGrad, whose instances become this
    _leaf: Any
    __module__ = "builtins"

    @property
    def variable(self) -> Any:
        """The leaf."""
        return self._leaf

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"

    def _derive(self, cotangents: Any, space: Any) -> Any:
        leaf = self.variable
        meta = leaf._autograd_meta
        hooks, meta.node_hooks = meta.node_hooks, None  # those belong to its successor
        try:
            accumulate(leaf, cotangents, space, LOCAL.grad, LENT)
        finally:
            meta.node_hooks = hooks
        return ()


FormerAccumulateGrad.__name__ = FormerAccumulateGrad.__qualname__ = "AccumulateGrad"


def detach_graphs(leaf: Any) -> Any:
    """Have existing graphs end at the leaf's former AccumulateGrad, which is returned; later graphs get a new one."""
    nodes, meta = nodes_leading_to(leaf), leaf._autograd_meta
    if not nodes and (meta is None or meta.accumulate is None or meta.accumulate() is None):
        return None
    former: Any = as_node(leaf)
    meta = leaf._autograd_meta
    shape, dtype, hooks, metadata = former.shape, former.dtype, meta.node_hooks, meta.node_metadata
    former.__class__ = FormerAccumulateGrad
    former.shape, former.dtype, former.hooks = shape, dtype, None if hooks is None else hooks.hooks
    if metadata is not None:
        former._metadata = metadata
    # It runs after all nodes that lead to it, and each has a key of its own.
    keys = [node._fn_engine_value("key") if hasattr(node, "_fn_engine_value") else node.key for node in nodes]
    former.key = max(keys, default=0) + 0.3 + _next_number() % 4000 * 1e-4
    meta.accumulate = meta.node_hooks = meta.node_metadata = meta.accumulator_state = None
    for node in nodes:
        if node._links is leaf:
            node._links = former
        else:
            node.edges = tuple(former if edge is leaf else edge for edge in node.edges)
    return former


def keep_recorded_shape(leaf: Any) -> None:
    """Have `leaf` take gradients of its present shape for as long as existing graphs lead to it, whatever its data are now."""
    nodes = nodes_leading_to(leaf)
    meta = leaf._meta_for_writing()
    node = None if meta.accumulate is None else meta.accumulate()
    if meta.recorded_shape is None and (nodes or node is not None):
        owner = weakref.ref(leaf)
        meta.recorded_shape = leaf._array.shape, state_owned_by([*nodes, node] if node is not None else nodes,
                                                           lambda _: _forget_recorded_shape(owner()))


def _forget_recorded_shape(leaf: Any) -> None:
    if leaf is not None:
        leaf._autograd_meta.recorded_shape = None


def before_data_replaced(leaf: Any, data: Any) -> None:
    """Called before `leaf` gets data of another shape or dtype."""
    if leaf._array.dtype is not data._array.dtype:
        detach_graphs(leaf)
    else:
        keep_recorded_shape(leaf)
