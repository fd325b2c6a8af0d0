"""When leaves accumulate: as soon as they are complete, if anybody can tell."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._dispatch.node import Node
from .paths import reachable

if TYPE_CHECKING:
    from .run import Task


class LeafScheduler:
    """A step that is no node: has every leaf accumulate as soon as it is complete.

    Leaves accumulate when everything has run, for nobody can tell, unless there are hooks.  At the first one this finds for each
    leaf the last node that sends to it.
    """

    __slots__ = ("task",)
    op = hooks = slots = None
    edges = shape = ()
    _counter = None

    def __init__(self, task: Task) -> None:
        self.task = task

    def apply(self, _g: Any, _space: Any) -> tuple[Any, ...]:
        schedule_leaves(self.task)
        return ()


class LeafEnd(LeafScheduler):
    """The moment at which a leaf is complete."""

    __slots__ = ("leaf",)

    def __init__(self, task: Task, leaf: Any) -> None:
        self.task = task
        self.leaf = leaf

    def apply(self, _g: Any, _space: Any) -> tuple[Any, ...]:
        if id(self.leaf) in self.task.leaves:
            self.task.finish_leaf(self.leaf)
        return ()


def schedule_leaves(task: Task, current: Any = None) -> None:
    """Finish the leaves that are complete, and note when the others will be; `current` is a node that is yet to send."""
    task.scheduled = True
    last: dict[int, tuple[int, Any]] = {}
    roots = [(entry[0], 0) for entry in task.pending.values()]
    for node in reachable(roots if current is None else [*roots, (current, 0)]):
        if task.needed is None or node.key in task.needed:
            for edge in node.edges:
                if edge is not None and not isinstance(edge, Node):
                    last.pop(id(edge), None)
                    last[id(edge)] = (node.key, edge)
    for leaf in [entry[0] for entry in task.leaves.values()]:
        if id(leaf) not in last:
            task.finish_leaf(leaf)
    for i, (key, leaf) in enumerate(last.values()):
        # Before whatever comes next: a node of which `unfuse` made two has its second half at three quarters.
        task.push(LeafEnd(task, leaf), key + (i + 1) / (4 * (len(last) + 1)))
