"""Which leaves accumulate first: those that become complete at once come out of PyTorch's queue of ready nodes in no simple order.

It is a binary heap, in which all leaves come before all other nodes and none before another leaf. So where a leaf stands depends on how
many nodes are ready besides, and the heap is simulated, with only two kinds of elements. Needed where hooks show the order.
"""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

from ..._dispatch.graph.node import AccumulateGrad, Node
from .paths import is_off_path, reachable

if TYPE_CHECKING:
    from ..run import Task

#: As many leaves come out in the order in which they were put in.
ORDERED = 2


def edges_in_torch_order(node: Any) -> Any:
    """The edges of a node in the order in which PyTorch sends gradients: a bias first."""
    edges = node.edges
    fused = None if node.op is None else node.op.unfused
    return edges if fused is None else [edges[i] for i in fused.order]


def completion_order(task: Task) -> dict[int, int]:
    """id of a leaf -> its place among the leaves of this backward."""
    roots = [edge for edge, _ in task.roots if edge is not None]
    nodes = [node for node in reachable(task.roots) if task.needed is None or node.key in task.needed]
    missing = Counter(map(_name, roots))
    for node in nodes:
        missing.update(_name(edge) for edge in node.edges if edge is not None)
    order: list[int] = []
    ready: list[Any] = []
    by_key = {node.key: node for node in nodes}
    edges = roots
    while True:
        waiting, pushed = len(ready), []
        for edge in edges:
            if edge is None:
                continue
            name = _name(edge)
            missing[name] -= 1
            if missing[name] or not _runs(task, edge):
                continue
            is_leaf = name[0]
            pushed.append(name[1] if is_leaf else None)
            if not is_leaf and name[1] in by_key:
                heappush(ready, name[1])
        order += _popped(waiting, pushed) if len(pushed) > ORDERED else [leaf for leaf in pushed if leaf is not None]
        if not ready:
            return {leaf: place for place, leaf in enumerate(order)}
        edges = edges_in_torch_order(by_key[heappop(ready)])


def _name(edge: Any) -> tuple[bool, int]:
    """Whether an edge leads to a leaf, and the leaf's id or the node's key."""
    if isinstance(edge, AccumulateGrad):
        return True, id(edge.variable)
    return (False, edge.key) if isinstance(edge, Node) else (True, id(edge))


def _runs(task: Task, edge: Any) -> bool:
    if task.captures is None:
        return True
    return (id(edge), 0) in task.captures if not isinstance(edge, Node) else task.needed is None or not is_off_path(
        edge, task.needed, task.captures)


def _popped(waiting: int, pushed: list[int | None]) -> Iterator[int]:
    """The leaves among what is pushed to a heap of so many nodes, as they come out; None is another node.

    As in the standard library of C++ an element rises above smaller ones, the top is replaced along the path of the greater children
    (the second of equal ones), and the last element then rises from the end of that path.
    """
    heap: list[int | None] = [None] * waiting
    for element in pushed:
        heap.append(element)
        _rise(heap, len(heap) - 1, element)
    while heap and heap[0] is not None:
        yield heap[0]
        last = heap.pop()
        if heap:
            hole = 0
            while 2 * hole + 1 < len(heap):
                child = 2 * hole + 2
                if child == len(heap) or heap[child] is None and heap[child - 1] is not None:
                    child -= 1
                heap[hole] = heap[child]
                hole = child
            _rise(heap, hole, last)


def _rise(heap: list[int | None], place: int, element: int | None) -> None:
    while place and element is not None and heap[(place - 1) // 2] is None:
        heap[place] = None
        place = (place - 1) // 2
    heap[place] = element
