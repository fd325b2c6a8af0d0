"""What a backward runs: nodes at which it ends because their outputs are asked for, and whether it comes to a node at all."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._dispatch.graph_errors import freed_error
from .._dispatch.node import FREED, AccumulateGrad
from .fitting import materialize
from .hooks import run_post_hooks, run_pre_hooks
from .paths import reachable
from .spaces import check_versions

if TYPE_CHECKING:
    from .run import Task


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


def reaches(task: Task, node: Any) -> bool:
    """Whether the backward `task` runs `node`."""
    if isinstance(node, AccumulateGrad):
        return _reaches_leaf(task, node.variable)
    if task.needed is not None and node.key in task.needed:
        return True
    return (task.captures is None or captured(task.captures, node)) and any(n is node for n in reachable(task.roots))


def _reaches_leaf(task: Task, leaf: Any) -> bool:
    if task.captures is not None and (id(leaf), 0) not in task.captures:
        return False
    found = any(edge is leaf for edge, _ in task.roots) or any(edge is leaf for n in reachable(task.roots) for edge in n.edges)
    if found and task.captures is not None and not task.into:
        raise RuntimeError("A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). "
                           "This is currently not supported.")
    return found
