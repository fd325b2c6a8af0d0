"""Views that no strided window on the base is: conjugates, negatives, and the other of complex numbers and their parts.

Their history, made anew after a change in place, is the views by which they were taken, in order. What was taken before the first of
these is one window, and each view behind it another, as in PyTorch, whose chain of views begins there.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from .._array.strided import address
from .lifting import representative

#: The ops whose results these are.
TURNING = frozenset({"_conj", "_neg_view", "view_as_complex", "view_as_real"})


class Step(NamedTuple):
    """One view: the op, and where its result lies in the base's memory; strides in elements, the start in bytes."""

    op: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    start: int
    dtype: Any

    def lies_as(self, other: Step) -> bool:
        """Whether two steps lead to the same place."""
        return self[1:] == other[1:]


def step_to(view: Any, op: str = "as_strided") -> Step:
    """How `view` lies in its base."""
    array, base = representative(view._array), representative(view._view._array)
    item = array.itemsize
    return Step(op, array.shape, tuple([s // item for s in array.strides]), address(array) - address(base), array.dtype)


def note_step(view: Any, source: Any, op: str = "as_strided") -> None:
    """Note that `view` was taken of `source` by `op`, a view whose `op` or source is of the kind that has steps."""
    if view._view is None:
        return
    meta = source._autograd_meta
    steps = meta.steps if meta is not None and source._view is not None else ()
    if not steps and source._view is not None:
        steps = (step_to(source),)
    view._meta_for_writing().steps = (*steps, step_to(view, op))


def steps_of(view: Any) -> tuple[Step, ...]:
    """The steps from the base to `view`; none of an ordinary view."""
    meta = view._autograd_meta
    if meta is None or not meta.steps:
        return ()
    steps: tuple[Step, ...] = meta.steps
    now = step_to(view)
    last = steps[-1]
    if now.lies_as(last):
        return steps
    return (*(steps if last.op in TURNING else steps[:-1]), now)  # it was transposed in place, say
