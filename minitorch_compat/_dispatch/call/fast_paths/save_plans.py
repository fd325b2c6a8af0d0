"""What nodes of ops of one and of two tensors save."""
from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ...._array.core.execution.blocks import ones
from ...._ops.op import META, VALUE, Meta, Op, meta_of
from ...graph.node import SAVED_PLACES
from ...graph.recording import plan_for
from ...graph.versions import CONSTANT

_FLOAT32 = np.dtype(np.float32)

#: What the node of a one-tensor op saves: its result, the argument, or its shape and dtype; or nothing.
RESULT: Any = "result"
ARGUMENT: Any = "argument"
META_ONLY: Any = "meta"
NOTHING = (None, None)


def unary_saves(op: Op) -> Any:
    """One of these, or the kinds of both saved values; None for an op without a derivative."""
    saves = op.saves[0]
    if saves is None:
        return None
    result_kind, argument_kind, *_ = saves
    if result_kind and argument_kind:
        return result_kind, argument_kind
    return RESULT if result_kind == VALUE else {VALUE: ARGUMENT, META: META_ONLY}.get(argument_kind, NOTHING)


#: Shape -> an array of ones, for shapes with few elements, and what a node saves of a float32 tensor of that shape.
SUM_CACHE: dict[tuple[int, ...], tuple[Any, Meta]] = {}
_MAX_ENTRIES, _MAX_ELEMENTS = 256, 1024


def new_sum_entry(shape: tuple[int, ...]) -> tuple[Any, Meta]:
    """A new entry of `SUM_CACHE`."""
    if len(SUM_CACHE) >= _MAX_ENTRIES:
        SUM_CACHE.clear()
    size = prod(shape)
    meta = Meta()
    meta.shape, meta.dtype = shape, _FLOAT32
    SUM_CACHE[shape] = entry = (ones(size, _FLOAT32) if 0 < size <= _MAX_ELEMENTS else None, meta)
    return entry


#: Indices into `SAVED_PLACES` of what a node of a binary op saves.
_RESULT, FIRST, SECOND = SAVED_PLACES.index((0, 3)), SAVED_PLACES.index((1, 3)), SAVED_PLACES.index((2, 3))

#: What nodes of products save, by mask of the arguments that need a gradient: for each, the other one.
SAVES_OTHER_OPERAND = [None, (False, 0, VALUE, SECOND), (False, VALUE, 0, FIRST), (False, VALUE, VALUE, 0)]


def binary_plan(op: Op, mask: int) -> tuple[bool, int, int, int] | None:
    """What a node saves of the result and of both arguments, and its place if it is a single value; None for nothing."""
    plan = plan_for(op, mask)
    out, (x, y) = plan.outputs[0] == VALUE, plan.args
    if not (out or x or y):
        return None
    places = [place for place, kind in ((_RESULT, out and VALUE), (FIRST, x), (SECOND, y)) if kind]
    single = len(places) == 1 and META not in (x, y)
    return out, x, y, places[0] if single else 0


def save_by_plan(node: Any, plan: Any, t: Any, x: Any, y: Any, r: Any, a: Any, b: Any) -> None:
    """Save in a node what its plan says of the result and the arguments (tensors `t`, `x`, `y`, arrays `r`, `a`, `b`)."""
    is_number = b is y
    if plan is None:
        node._values = (None, None, None)
        node._counter = None
        return
    save_out, save_x, save_y, single_place = plan
    if single_place:
        node._place = single_place
        node._values, holder = (b, y) if single_place == SECOND else (a, x) if single_place == FIRST else (r, t)
        node._counter, node._version = CONSTANT if holder is b else _version_entry(holder)
        return
    versions: tuple[Any, ...] = _version_entry(t) if save_out else ()
    if save_x == VALUE:
        versions += _version_entry(x)
    else:
        a = meta_of(a) if save_x else None
    if save_y == VALUE:
        if not is_number:
            versions += _version_entry(y)
        elif not versions:
            versions = CONSTANT
    elif not (is_number and save_y):
        b = meta_of(b) if save_y else None
    node._values = (r if save_out else None, a, b)
    node.versions = versions


def _version_entry(t: Any) -> tuple[list[int], int]:
    counter = t._counter
    if counter is None:
        counter = t._counter = [0]
    return counter, counter[0]
