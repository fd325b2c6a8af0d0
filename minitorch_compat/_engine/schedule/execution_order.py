"""The order in which the running backward will run its nodes; imported on first use."""
from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Any

from ..._dispatch.graph.node import AccumulateGrad, Node, as_node
from ..._dispatch.state import LOCAL


def execution_order(current: Callable[[], Node | None]) -> list[Node]:
    """The nodes, first to last. Known only as long as no node but the first, the `current` one, has started."""
    task = LOCAL.task
    if task is None:
        raise RuntimeError("_current_graph_task_execution_order should only be called during the backward pass")
    if LOCAL.multithreading:
        raise RuntimeError("get_current_graph_task_execution_order expects the current backward to be executed with multithreading "
                           "disabled, e.g. by running:\n\n>>> with torch.autograd.set_multithreading_enabled(False):\n"
                           "...     torch.autograd.grad(...)\n")
    roots = [node for edge, _ in task.roots if (node := as_node(edge)) is not None]
    order = _simulate(list(dict.fromkeys(roots)), None if task.captures is None else lambda node: _will_run(task, node))
    if not order or current() not in (order[0], None):
        raise RuntimeError("it != dependencies.end() INTERNAL ASSERT FAILED: the backward has come further")
    return order


def _will_run(task: Any, node: Node) -> bool:
    if isinstance(node, AccumulateGrad):
        return (id(node.variable), 0) in task.captures
    return bool(task.will_execute(node))


def _simulate(roots: list[Node], needed: Any) -> list[Node]:
    """Among the nodes that are ready the newest runs first, and AccumulateGrad nodes before all."""
    dependencies: Counter[Node] = Counter()
    seen, stack = set(roots), list(roots)
    while stack:
        for node, _ in stack.pop().next_functions:
            if node is not None:
                dependencies[node] += 1
                if node not in seen:
                    seen.add(node)
                    stack.append(node)
    heap = [(-node._sequence_nr(), i, node) for i, node in enumerate(roots) if not dependencies[node]]
    heapify(heap)
    order: list[Any] = []
    while heap:
        node = heappop(heap)[2]
        order.append(node)
        for next_node, _ in node.next_functions:
            if next_node is not None:
                dependencies[next_node] -= 1
                if not dependencies[next_node] and (needed is None or needed(next_node)):
                    heappush(heap, (-next_node._sequence_nr(), len(order) + len(heap), next_node))
    return order
