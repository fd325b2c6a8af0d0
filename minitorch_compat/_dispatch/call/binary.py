"""Calls of two tensors, or of a tensor and a number."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved
from ..._array.core.dtypes import WIDE
from ..._array.core.execution.blocks import in_single
from ..._array.core.execution.threads import DEAR, POOLS, large
from ..._array.core.numbers import NUMBERS32, number32
from ..._ops.op import META, OPS, VALUE, Op, meta_of
from ..graph.node import PLACES, OpNode, next_key
from ..graph.recording import plan_for
from ..graph.versions import CONSTANT
from ..graph.views import refresh
from ..state import ACTIVE, LOCAL, PAUSED, PLAIN
from ..tensor import TensorBase
from .caller import FLOATS, beyond, concerned, general_call, wrap
from .result_layouts import PERMUTED, settle_layout
from .sums_and_products import product_call, sum_call
from .torch_function import OPERATORS, Overridden

_ndarray = np.ndarray
Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance of it, with its slots still to be filled
#: What 64 bits hold of a number, to which PyTorch's are confined.
_WORD = 1 << 63
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

    def attempt(op: Op, args: tuple[Any, ...]) -> Any:
        try:
            return general_call(op, args) if otherwise is None else otherwise(*args)
        except TypeError:
            if op.takes_arrays and args[1].__class__ is np.ndarray and args[1].dtype.kind in "biufc":
                return general_call(op, (args[0], wrap(args[1])))  # as in PyTorch, alone among the comparisons
            return NotImplemented
        except Overridden:
            return OPERATORS[0](op.name, args)

    def fallback(op: Op, args: tuple[Any, ...]) -> Any:
        try:
            return attempt(op, args)
        except Exception as error:
            from ..._fidelity.tracebacks import shortened

            raise shortened(error)  # noqa: B904 (the same)

    return binary_call(OPS[name], kernel, fallback)


def binary_call(op: Op, kernel: Any = None, general: Any = None) -> Callable[..., Any]:
    """The call of an op of two tensors; `kernel` and `general` (for everything out of the ordinary) if not the usual ones."""
    kernel = kernel or op.kernel
    general = general or general_call
    refused = beyond(op)
    accepted = _FLOAT32 if "f" not in refused else None  # looked at first: to ask for a kind costs three times as much
    plans = [None, *(_binary_plan(op, mask) for mask in (1, 2, 3))] if op.is_differentiable else None
    if plans is not None and refused == WIDE and op.by_number is None:
        if op.elementwise and op.numbers == "any" and not any(plans):
            return sum_call(op, kernel, general)
        if plans == _OTHERS and op.numbers in ("any", "none"):
            return product_call(op, kernel, general, op.numbers == "any")
    numbers = FLOATS if op.numbers != "none" else frozenset()
    numbered = op if op.by_number is None else op.by_number[1]
    iterates = op.elementwise
    half = in_single(kernel)
    direct = isinstance(kernel, np.ufunc)  # indifferent to whether a number comes as an array
    whole = op.promote in ("common", "compared")  # integers stay integers

    # Recording is written out in here, long as it gets: a call of a function that did it would cost more than it does.
    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ in PLAIN:
            if x.__class__ is not Tensor and x.__class__ not in PLAIN:
                return general(op, (x, y))
            dtype = x._dtype
            if dtype is not y._dtype:
                return general(op, (x, y))
            a = x._array
            b = y._array
            if ACTIVE and (not LOCAL.lowered or a.__class__ is not _ndarray or b.__class__ is not _ndarray
                           or x._autograd_meta is not None or y._autograd_meta is not None):
                return general(op, (x, y))
            needed = x._requires_grad or y._requires_grad
            number = False
        elif y.__class__ in numbers and x.__class__ in PLAIN:
            a = x._array
            b = y
            dtype = x._dtype
            if dtype is _FLOAT32:
                if direct:
                    b = NUMBERS32.get(y)
                    if b is None:
                        b = number32(y)
                elif y.__class__ is int and not -_WORD <= y < _WORD:
                    return general(op, (x, y))
            elif dtype.char not in "fd" and not (whole and dtype is _INT64 and y.__class__ is int) or (
                    y.__class__ is int and not -_WORD <= y < _WORD):
                return general(op, (x, y))
            if ACTIVE and concerned(x):
                return general(op, (x, y))
            needed = x._requires_grad
            number = True
        else:
            return general(op, (x, y))
        if dtype is not accepted and dtype.char in refused:
            return general(op, (x, y))
        try:
            if POOLS and iterates and dtype is not _FLOAT16 and a.__class__ is _ndarray and a.size >= DEAR:
                r = large(kernel, a, b)
            else:
                r = kernel(a, b) if dtype is not _FLOAT16 else half(a, b)
            if r.__class__ is not _ndarray:
                r = np.asarray(r)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general(op, (x, y))
        if iterates and (x._view is not None or PERMUTED or needed and not number and y._view is not None and r.size != a.size):
            r = settle_layout(r, (b, a) if op.backwards else (a, b))
        t = _blank()
        t._array = r
        t._dtype = r.dtype
        t._grad_fn = None
        t._requires_grad = False
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if needed and plans is not None and (not PAUSED or LOCAL.grad):
            if x._requires_grad and (x._view is None or refresh(x)):
                node = OpNode()
                edge = x._grad_fn
                if edge is None:
                    edge = x
                    shape = None
                else:
                    shape = edge.shape if edge.__class__ is OpNode else None
                    if shape is None and x._output_nr:
                        node._rare = {"slots": (x._output_nr, 0)}
                if number or not y._requires_grad or y._view is not None and not refresh(y):
                    mask = 1
                    node._links = edge
                    node._only = 0
                else:
                    mask = 3
                    following = y._grad_fn
                    if following is None:
                        following = y
                    elif (following.__class__ is not OpNode or following.shape is None) and y._output_nr:
                        node._rare = {"slots": (x._output_nr, y._output_nr)}
                    node._links = (edge, following)
            elif number or not y._requires_grad or y._view is not None and not refresh(y):
                return t
            else:
                mask = 2
                node = OpNode()
                edge = y._grad_fn
                if edge is None:
                    edge = y
                    shape = None
                else:
                    shape = edge.shape if edge.__class__ is OpNode else None
                    if shape is None and y._output_nr:
                        node._rare = {"slots": (0, y._output_nr)}
                node._links = edge
                node._only = 1
            node.op = numbered if number else op
            node.key = next_key()
            node.hooks = None
            own = r.shape
            node.shape = shape if shape is not None and shape == own else own  # in a long chain each tuple less is one less to be collected
            node.dtype = t._dtype
            _save(node, plans[mask], t, x, y, r, a, y if number else b)
            t._grad_fn = node
            t._requires_grad = True
        return t

    return call


_FLOAT16, _FLOAT32, _INT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.int64)

#: Places, among `PLACES`, of what a node of a binary op saves.
_RESULT, _FIRST, _SECOND = PLACES.index((0, 3)), PLACES.index((1, 3)), PLACES.index((2, 3))

#: What the nodes of products keep by mask of arguments that need a gradient: of each the other one.
_OTHERS = [None, (False, 0, VALUE, _SECOND), (False, VALUE, 0, _FIRST), (False, VALUE, VALUE, 0)]


def _save(node: Any, plan: Any, t: Any, x: Any, y: Any, r: Any, a: Any, b: Any) -> None:
    """Let a node keep what its plan says of the result and the arguments (tensors `t`, `x`, `y`, arrays `r`, `a`, `b`)."""
    number = b is y
    if plan is None:
        node._values = _NOTHING
        node._counter = None
        return
    save_out, save_x, save_y, only = plan
    if only:
        node._place = only
        node._values, holder = (b, y) if only == _SECOND else (a, x) if only == _FIRST else (r, t)
        node._counter, node._version = CONSTANT if holder is b else _version(holder)
        return
    versions: tuple[Any, ...] = _version(t) if save_out else ()
    if save_x == VALUE:
        versions += _version(x)
    else:
        a = meta_of(a) if save_x else None
    if save_y == VALUE:
        if not number:
            versions += _version(y)
        elif not versions:
            versions = CONSTANT
    elif not (number and save_y):
        b = meta_of(b) if save_y else None
    node._values = (r if save_out else None, a, b)
    node.versions = versions


def _version(t: Any) -> tuple[list[int], int]:
    counter = t._counter
    if counter is None:
        counter = t._counter = [0]
    return counter, counter[0]


def _binary_plan(op: Op, mask: int) -> tuple[bool, int, int, int] | None:
    """What a node saves of the result and of both arguments, and the place of the value if it saves just one; None for nothing at all."""
    plan = plan_for(op, mask)
    out, (x, y) = plan.outputs[0] == VALUE, plan.args
    if not (out or x or y):
        return None
    kept = [place for place, kind in ((_RESULT, out and VALUE), (_FIRST, x), (_SECOND, y)) if kind]
    single = len(kept) == 1 and META not in (x, y)
    return out, x, y, kept[0] if single else 0
