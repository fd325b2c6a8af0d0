"""Calls of two tensors, or of a tensor and a number."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._ops.op import META, OPS, VALUE, Op, meta_of
from .call import FLOATS, beyond, concerned, general_call
from .node import PLACES, OpNode, next_key
from .overrides import OPERATORS, Overridden
from .record import plan_for
from .state import ACTIVE, LOCAL, PAUSED, PLAIN
from .tensor import TensorBase
from .versions import CONSTANT
from .views import refresh

_ndarray = np.ndarray
Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance of it, with its slots still to be filled
_NOTHING = (None, None, None)


def bind(cls: type[TensorBase], blank: Any) -> None:
    """Take the class that results have."""
    global Tensor, _blank
    Tensor, _blank = cls, blank


def operator(name: str, kernel: Any = None, otherwise: Any = None) -> Callable[[Any, Any], Any]:
    """Python's binary operator for op `name`, to stand in a class body.

    The caller itself, not a method around it: a second Python call would cost a sixth of a small addition.  An operand that is
    neither a tensor nor a number makes it answer NotImplemented, so that the other operand gets its turn.  With a `kernel` that
    raises ValueError for some arrays, `otherwise` is called for those, and for everything out of the ordinary.
    """

    def fallback(op: Op, args: tuple[Any, ...]) -> Any:
        try:
            return general_call(op, args) if otherwise is None else otherwise(*args)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0](op.name, args)

    return binary_call(OPS[name], kernel, fallback)


def binary_call(op: Op, kernel: Any = None, general: Any = None) -> Callable[..., Any]:
    kernel = kernel or op.kernel
    general = general or general_call
    refused = beyond(op)
    differentiable = op.is_differentiable
    numbers = FLOATS if op.numbers != "none" else frozenset()
    plans = [None, *(_binary_plan(op, mask) for mask in (1, 2, 3))]
    numbered = op if op.numbered is None else op.numbered[1]

    # Recording is written out in here, long as it gets: a call of a function that did it would cost more than it does.
    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ in PLAIN:
            if x.__class__ is not Tensor and x.__class__ not in PLAIN:
                return general(op, (x, y))
            a = x.array
            b = y.array
            if a.dtype is not b.dtype or ACTIVE and (not LOCAL.lowered or a.__class__ is not _ndarray or b.__class__ is not _ndarray
                                                     or x._meta is not None or y._meta is not None):
                return general(op, (x, y))
            needed = x._requires_grad or y._requires_grad
        elif y.__class__ in numbers and x.__class__ in PLAIN:
            a = x.array
            b = y
            if a.dtype.char not in "fd" or ACTIVE and concerned(x):
                return general(op, (x, y))
            needed = x._requires_grad
        else:
            return general(op, (x, y))
        if refused and a.dtype.kind in refused:
            return general(op, (x, y))
        try:
            r = kernel(a, b)
        except (ValueError, RuntimeWarning):
            return general(op, (x, y))
        if r.__class__ is not _ndarray:
            r = np.asarray(r)
        t = _blank()
        t.array = r
        t._grad_fn = None
        t._output_nr = 0
        t._requires_grad = False
        t._counter = None
        t._view = None
        t._grad = None
        t._meta = None
        if needed and differentiable and (not PAUSED or LOCAL.grad):
            number = b is y
            slot = mask = 0
            edge: Any = None
            if x._requires_grad and (x._view is None or refresh(x)):
                edge = x._grad_fn
                if edge is None:
                    edge = x
                slot = x._output_nr
                mask = 1
            if number or not y._requires_grad or y._view is not None and not refresh(y):
                if not mask:
                    return t
                node = OpNode()
                node._links = edge
                node._only = 0
                node.slots = (slot, 0) if slot else None
            else:
                other = y._output_nr
                node = OpNode()
                following = y._grad_fn
                if following is None:
                    following = y
                if mask:
                    node._links = (edge, following)
                else:
                    node._links = following
                    node._only = 1
                node.slots = (slot, other) if slot or other else None
                mask += 2
            node.op = numbered if number else op
            node.key = next_key()
            node.hooks = None
            node.metas = None
            node.shape = shape = r.shape
            if shape and edge.__class__ is OpNode:
                known = edge.shape
                if known == shape:  # in a long chain each tuple less is one that the cyclic collector does not have to look at
                    node.shape = known
            node.dtype = r.dtype
            plan = plans[mask]
            if plan is None:
                node._values = _NOTHING
                node._counter = None
            elif plan[3]:
                node._place = only = plan[3]
                if only == _SECOND:
                    node._values = b
                    holder = y
                elif only == _FIRST:
                    node._values = a
                    holder = x
                else:
                    node._values = r
                    holder = t
                if holder is b:  # a number
                    node._counter, node._version = CONSTANT
                else:
                    own = holder._counter
                    if own is None:
                        own = holder._counter = [0]
                    node._counter = own
                    node._version = own[0]
            else:
                save_out, save_x, save_y, _ = plan
                counter: Any = None
                if save_out:
                    counter = t._counter = [0]
                    version = 0
                if save_x == VALUE:
                    own = x._counter
                    if own is None:
                        own = x._counter = [0]
                    if counter is None:
                        counter = own
                        version = own[0]
                    else:
                        counter = (counter, version, own, own[0])
                else:
                    a = meta_of(a) if save_x else None
                if save_y == VALUE:
                    if not number:
                        own = y._counter
                        if own is None:
                            own = y._counter = [0]
                        if counter is None:
                            counter = own
                            version = own[0]
                        elif counter.__class__ is tuple:
                            counter += (own, own[0])
                        else:
                            counter = (counter, version, own, own[0])
                    elif counter is None:
                        counter, version = CONSTANT
                elif not (number and save_y):
                    b = meta_of(b) if save_y else None
                node._values = (r if save_out else None, a, b)
                node._counter = counter
                if counter is not None:
                    node._version = version
            t._grad_fn = node
            t._requires_grad = True
        return t

    return call


def _binary_plan(op: Op, mask: int) -> tuple[bool, int, int, int] | None:
    """What a node saves of the result and of both arguments, and the place of the value if it saves just one; None for nothing at all."""
    plan = plan_for(op, mask)
    out, (x, y) = plan.outputs[0] == VALUE, plan.args
    if not (out or x or y):
        return None
    kept = [place for place, kind in ((_RESULT, out and VALUE), (_FIRST, x), (_SECOND, y)) if kind]
    single = len(kept) == 1 and META not in (x, y)
    return out, x, y, kept[0] if single else 0


#: Places, among `PLACES`, of what a node of a binary op saves.
_RESULT, _FIRST, _SECOND = PLACES.index((0, 3)), PLACES.index((1, 3)), PLACES.index((2, 3))
