"""What a backward keeps of what passes: the gradients that are asked for, not only of leaves."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .paths import needed_for

if TYPE_CHECKING:
    from ..run import Task


def aim(task: Task, targets: list[tuple[Any, int]]) -> None:
    """Keep what arrives at the targets."""
    task.captures = {(id(edge), slot): i for i, (edge, slot) in enumerate(targets)}
    task.found = {}


def restrict(task: Task, roots: list[tuple[Any, int]], targets: list[tuple[Any, int]]) -> None:
    """Run only the nodes from which a target can be reached."""
    aim(task, targets)
    task.needed = needed_for(roots, {id(edge) for edge, _ in targets})


def capture(task: Task, node: Any, g: Any) -> None:
    """Keep `g`, or parts of it, if it is asked for at `node`."""
    assert task.captures is not None
    if node.shape is None:
        for slot, part in enumerate(g):
            _keep(task, (id(node), slot), part)
    else:
        _keep(task, (id(node), 0), g)


def _keep(task: Task, key: tuple[int, int], g: Any) -> None:
    assert task.captures is not None
    if key in task.captures and g is not None:
        task.found[task.captures[key]] = g
