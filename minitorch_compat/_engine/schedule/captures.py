"""Captured gradients: those of the `inputs` of `grad` and `backward`, which need not be leaves."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .paths import needed_for

if TYPE_CHECKING:
    from ..run import Task


def set_captures(task: Task, targets: list[tuple[Any, int]]) -> None:
    """Capture what arrives at the targets."""
    task.captures = {(id(edge), slot): i for i, (edge, slot) in enumerate(targets)}
    task.captured_grads = {}


def restrict_to_targets(task: Task, roots: list[tuple[Any, int]], targets: list[tuple[Any, int]]) -> None:
    """Run only the nodes from which a target can be reached."""
    set_captures(task, targets)
    task.needed = needed_for(roots, {id(edge) for edge, _ in targets})


def capture(task: Task, node: Any, g: Any) -> None:
    """Capture `g`, or its parts, if an output of `node` is a target."""
    assert task.captures is not None
    if node.shape is None:
        for slot, part in enumerate(g):
            _store_captured(task, (id(node), slot), part)
    else:
        _store_captured(task, (id(node), 0), g)


def _store_captured(task: Task, key: tuple[int, int], g: Any) -> None:
    assert task.captures is not None
    if key in task.captures and g is not None:
        task.captured_grads[task.captures[key]] = g
