"""Nodes at which a backward ends because their outputs are what it was asked for."""
from __future__ import annotations

from typing import Any

from .._dispatch.graph_errors import freed_error
from .._dispatch.node import FREED
from .fitting import materialize
from .hooks import run_post_hooks, run_pre_hooks
from .spaces import check_versions


def captured(captures: dict[tuple[int, int], int], node: Any) -> bool:
    """Whether an output of `node` is among what is captured."""
    return any((id(node), slot) in captures for slot in range(1 if node.shape is not None else len(node.metas)))


def end_at(node: Any, g: Any, space: Any, retain: bool) -> None:
    """Run a node whose output is an input of `backward`, as PyTorch does, for nothing: what it computes goes nowhere."""
    hooks = node.hooks
    received = g if hooks is None else run_pre_hooks(node, g, space)
    if node.op is None and received is not None:
        node.apply(materialize(node, received, space) if node.shape is None else received, space)
    elif node._counter is not None:
        if node.saved is FREED:
            raise freed_error()
        check_versions(node)
    if hooks is not None:
        run_post_hooks(node, [None] * len(node.edges), received, space)
    if not retain and node._counter is not None:
        node.release()
