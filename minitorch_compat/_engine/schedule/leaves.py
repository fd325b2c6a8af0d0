"""When leaves accumulate: as soon as they are complete if hooks make that observable, else at the end."""
from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ..._dispatch.graph.node import Node
from .leaf_order import ORDERED, completion_order, edges_in_torch_order
from .paths import reachable

if TYPE_CHECKING:
    from ..run import Task


class LeafScheduler:
    """A pseudo-node that has every leaf accumulate as soon as it is complete.

    Leaves accumulate after all nodes have run, which is not observable unless there are hooks.  When the first hook is met, this finds for
    each leaf the last node that sends to it.
    """

    __slots__ = ("task",)
    op = hooks = slots = None
    edges = shape = ()
    _counter = None

    def __init__(self, task: Task) -> None:
        self.task = task

    def _derive(self, _g: Any, _space: Any) -> tuple[Any, ...]:
        schedule_leaves(self.task)
        return ()


class LeafCompletion(LeafScheduler):
    """A pseudo-node that runs when a leaf is complete."""

    __slots__ = ("leaf",)

    def __init__(self, task: Task, leaf: Any) -> None:
        self.task = task
        self.leaf = leaf

    def _derive(self, _g: Any, _space: Any) -> tuple[Any, ...]:
        if id(self.leaf) in self.task.leaves:
            self.task.finish_leaf(self.leaf)
        return ()


def schedule_leaves(task: Task, current: Any = None) -> None:
    """Finish the leaves that are complete and schedule the others; `current` is a node that has not sent its gradients yet."""
    task.scheduled = True
    last_senders: dict[int, tuple[int, Any]] = {}
    roots = [(entry[0], 0) for entry in task.pending.values()]
    for node in reachable(roots if current is None else [*roots, (current, 0)]):
        if task.needed is None or node.key in task.needed:
            for edge in edges_in_torch_order(node):
                if edge is not None and not isinstance(edge, Node):
                    last_senders.pop(id(edge), None)
                    last_senders[id(edge)] = (node.key, edge)
    complete = [entry[0] for entry in task.leaves.values() if id(entry[0]) not in last_senders]
    senders = list(last_senders.values())
    if len(complete) > 1 or len(senders) > ORDERED and max(Counter(key for key, _ in senders).values()) > ORDERED:
        order = completion_order(task)
        complete.sort(key=lambda leaf: order.get(id(leaf), -1))
        senders.sort(key=lambda entry: order.get(id(entry[1]), -1))
    for leaf in complete:
        task.finish_leaf(leaf)
    for i, (key, leaf) in enumerate(senders):
        # Fractions below a quarter: the second half of a node that `unfuse` has split has its key at three quarters.
        task.push(LeafCompletion(task, leaf), key + (i + 1) / (4 * (len(senders) + 1)))
