"""Views that no strided window on the base is: conjugates, negatives, and the other of complex numbers and their parts.

Their history, made anew after a change in place, is the views by which they were taken, in order. What was taken before the first of
these is one window, and each view behind it another, as in PyTorch, whose chain of views begins there.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from ..._array.shape.strided import address, storage_of
from ..._ops.op import OPS
from ..levels.lifting import representative
from .views import meta_of_node, view_node


class Step(NamedTuple):
    """One view: the op, and where its result lies in the base's memory; strides in elements, the start in bytes."""

    op: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: int
    dtype: Any

    def same_window(self, other: Step) -> bool:
        """Whether two steps lead to the same place."""
        return self[1:] == other[1:]


def steps_of(view: Any) -> tuple[Step, ...]:
    """The steps from the base to `view`; none where what is known of them is of memory that was given up since."""
    base = representative(view._view._array)
    block = storage_of(base)
    taken = [(op, representative(array)) for op, array in view._autograd_meta.steps]
    if any(storage_of(array) is not block for _, array in taken):
        return ()
    steps = tuple(_step(op, array, base) for op, array in taken)
    last, now = steps[-1], _step("as_strided", representative(view._array), base)
    if now.same_window(last):
        return steps
    return (*(steps if not OPS[last.op].strided else steps[:-1]), now)  # it was transposed in place, say


def _step(op: str, array: Any, base: Any) -> Step:
    item = array.itemsize
    return Step(op, array.shape, tuple([s // item for s in array.strides]), address(array) - address(base), array.dtype)


def attach_to_steps(t: Any, steps: tuple[Step, ...], edge: tuple[Any, int], base: Any, layout: tuple[int, ...]) -> None:
    """Make `t` what comes of what `edge` leads to, by some views: of a tensor of which `base` tells the shape, `layout` the strides."""
    start = 0
    for step in steps:
        saved: tuple[Any, ...] = (None, None)
        if step.op == "as_strided":
            offset = (step.start - start) // step.dtype.itemsize
            saved = (None, base, step.shape, step.strides, offset, layout, step.start // step.dtype.itemsize)
        edge = view_node(step.op, edge, saved, step.shape, step.dtype), 0
        base, layout, start = meta_of_node(edge[0]), step.strides, step.start
    t._grad_fn, t._output_nr, t._requires_grad = edge[0], 0, True
