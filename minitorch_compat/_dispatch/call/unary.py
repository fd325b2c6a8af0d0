"""Calls of one tensor."""
from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved
from ..._array.core.dtypes import WIDE, floating_of
from ..._array.core.execution.blocks import by_table, in_single, ones
from ..._array.core.execution.threads import DEAR, POOLS, large
from ..._array.pointwise.elementwise import INFINITY32, ZERO32, clip, relu
from ..._array.reduce.reduction import dot, sum_all
from ..._ops.op import META, VALUE, Meta, Op, meta_of
from ..graph.node import OpNode, next_key
from ..graph.recording import record, record_unary, save_both
from ..graph.versions import INFERENCE_COUNTER, copying
from ..graph.views import mark_view, note_step, refresh
from ..state import ACTIVE, LOCAL, PAUSED, PLAIN
from ..tensor import MAYBE, TensorBase
from ..words import kernel_words
from ..wrapping import view_of, wrap
from .caller import FLOATS, beyond, concerned, general_call, letters
from .kernel_errors import refusal
from .result_layouts import PERMUTED, settler

_ndarray = np.ndarray
Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance of it, with its slots still to be filled
_FLOAT16, _FLOAT32 = np.dtype(np.float16), np.dtype(np.float32)
_asarray = np.asarray
_NOTHING = (None, None)



def bind(cls: type[TensorBase], blank: Any) -> None:
    """Take the class that results have."""
    global Tensor, _blank
    Tensor, _blank = cls, blank


def call_of_one(op: Op) -> Callable[..., Any]:
    """The call of an op of one tensor and any attributes."""
    if op.marks:
        return lambda x: general_call(op, (x,))
    dtypes = any(p.type.startswith("ScalarType") for p in op.params)
    short = len(op.params) <= 4 and not dtypes
    if len(op.params) <= 5 and not dtypes and op.view and op.vjps[0] is not None and not op.refuses and op.strided:
        return _view_call(op)
    if len(op.params) == 1 and not op.view:
        return _total_call(op) if op.kernel is sum_all else _unary_call(op) if not op.copies else copying(_unary_call(op))
    return _call_with_attributes(op) if short and not op.view else _long_unary_call(op)


#: What the node of an op of one tensor keeps: its result, the argument, or shape and dtype of that.
_RESULT: Any = "result"
_ARGUMENT: Any = "argument"
_META: Any = "meta"


def _kept(op: Op) -> Any:
    """One of these, or nothing, or the kinds of what is kept of both; None for an op without a derivative."""
    if op.vjps[0] is None:
        return None
    of_result, of_argument, *_ = op.saves[0] or (0, 0)
    if of_result and of_argument:
        return of_result, of_argument
    return _RESULT if of_result == VALUE else {VALUE: _ARGUMENT, META: _META}.get(of_argument, _NOTHING)


def _unary_call(op: Op) -> Callable[..., Any]:
    """One tensor and nothing else; the result is no view."""
    kernel: Any = op.kernel
    half = by_table(kernel) if op.elementwise and not op.half_directly else in_single(kernel)
    keeps, settle = _kept(op), settler(op)
    refused = beyond(op)
    # The dtype that most tensors have: where it is accepted and a derivative can be taken, the result is of the same.
    usual = _FLOAT32 if keeps is not None and "f" not in beyond(op) else None
    shaped = op.elementwise  # as the argument is
    clips = kernel is relu

    # As in the binary one, everything is written out: it runs for every small step of every program.
    def call(x: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x,))
        dtype = x._dtype
        a = x._array
        try:
            if dtype is usual:
                if POOLS and shaped and a.__class__ is _ndarray and a.size >= DEAR:
                    r = large(kernel, a)
                else:
                    r = clip(a, ZERO32, INFINITY32) if clips else kernel(a)
                if r.__class__ is not _ndarray:
                    r = _asarray(r)
            else:
                if dtype.char in refused:
                    return general_call(op, (x,))
                r = kernel(a) if dtype is not _FLOAT16 else half(a)
                if r.__class__ is not _ndarray:
                    r = _asarray(r)
                dtype = r.dtype
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x,))
        if (x._view is not None or PERMUTED) and settle is not None:
            r = settle(r, (a,))
        t = _blank()
        t._array = r
        t._dtype = dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not x._requires_grad or keeps is None or PAUSED and not LOCAL.grad or x._view is not None and not refresh(x):
            t._grad_fn = None
            t._requires_grad = False
            return t
        node = OpNode()
        edge = x._grad_fn
        if edge is None:
            node._links = x
            node.shape = r.shape
        else:
            node._links = edge
            shape = edge.shape if edge.__class__ is OpNode else None
            if shape is None and x._output_nr:
                node._rare = {"slots": (x._output_nr,)}
            node.shape = shape if shaped and shape is not None else r.shape
        node._only = 0
        node.op = op
        node.key = next_key()
        node.hooks = None
        node.dtype = dtype
        if keeps is _RESULT:
            node._values = r
            node._place = 0
            node._counter = t._counter = [0]
            node._version = 0
        elif keeps is _ARGUMENT:
            node._values = a
            node._place = 1
            counter = x._counter
            if counter is None:
                counter = x._counter = [0]
            node._counter = counter
            node._version = counter[0]
        else:
            node._counter = None
            if keeps is _META:
                node._values = meta_of(a)
                node._place = 1
            else:
                node._values = _NOTHING
                if keeps is not _NOTHING:
                    save_both(node, keeps[0], keeps[1], t, x, a)
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


#: Shape -> as many ones as it has elements, if they are few, and what a node keeps of a float32 tensor of that shape.
_TOTALS: dict[tuple[int, ...], tuple[Any, Meta]] = {}


def _total(shape: tuple[int, ...]) -> tuple[Any, Meta]:
    """A new entry of `_TOTALS`."""
    if len(_TOTALS) >= _MANY:
        _TOTALS.clear()
    size = prod(shape)
    meta = Meta()
    meta.shape, meta.dtype = shape, _FLOAT32
    _TOTALS[shape] = found = (ones(size, _FLOAT32) if 0 < size <= _FEW else None, meta)
    return found


_MANY, _FEW = 256, 1024


def _total_call(op: Op) -> Callable[..., Any]:
    """`_unary_call` of the sum of all elements, with which backward mostly begins: of few numbers it is a product with ones."""
    otherwise = _unary_call(op)

    def call(x: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE or x._dtype is not _FLOAT32:
            return otherwise(x)
        a = x._array
        shape = a.shape
        try:
            units, meta = _TOTALS[shape]
        except KeyError:
            units, meta = _total(shape)
        if units is None or a.__class__ is not _ndarray:
            return otherwise(x)
        t = _blank()
        t._array = _asarray(dot(a, units))
        t._dtype = _FLOAT32
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not x._requires_grad or PAUSED and not LOCAL.grad or x._view is not None and not refresh(x):
            t._grad_fn = None
            t._requires_grad = False
            return t
        node = OpNode()
        edge = x._grad_fn
        if edge is None:
            edge = x
        elif (edge.__class__ is not OpNode or edge.shape is None) and x._output_nr:
            node._rare = {"slots": (x._output_nr,)}
        node._links = edge
        node._only = 0
        node.op = op
        node.key = next_key()
        node.hooks = None
        node.shape = ()
        node.dtype = _FLOAT32
        node._values = meta
        node._place = 1
        node._counter = None
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def _call_with_attributes(op: Op) -> Callable[..., Any]:
    """One tensor and up to three attributes, none of them a dtype; the result is no view."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    differentiable = op.vjps[0] is not None
    saves, settle = (op.saves[0] or (0, 0))[:2], settler(op)
    meets_number = op.promote is not None and op.promote != "floating"
    refused = letters("biucV") if meets_number else beyond(op)
    accepted = _FLOAT32 if "f" not in refused else None
    copies = op.copies
    either = count > 1 and op.params[1].type == op.params[2].type == "Scalar?"  # of two numbers one may be missing

    def call(x: Any, p: Any, q: Any, s: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x, p, q, s)[:count + 1])
        a = x._array
        if a.dtype is not accepted and a.dtype.char in refused or meets_number and p.__class__ not in FLOATS and not (
                either and p is None and q.__class__ in FLOATS):
            return general_call(op, (x, p, q, s)[:count + 1])
        try:
            r = kernel(a, p) if count == 1 else kernel(a, p, q) if count == 2 else kernel(a, p, q, s)
            if r.__class__ is not _ndarray:
                r = np.asarray(r)
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, p, q, s)[:count + 1])
        if settle is not None and (x._view is not None or PERMUTED):
            r = settle(r, (a,))
        t = _blank()
        t._array = r
        t._dtype = r.dtype
        t._grad_fn = None
        t._requires_grad = False
        t._counter = [1] if copies and x._counter is INFERENCE_COUNTER else None
        t._view = None
        t._autograd_meta = None
        if x._requires_grad and differentiable and (not PAUSED or LOCAL.grad) and (x._view is None or refresh(x)):
            record_unary(op, saves, t, x, a, (p,) if count == 1 else (p, q) if count == 2 else (p, q, s))
        return t

    call.__defaults__ = _defaults(op, 3)
    return call


def _view_call(op: Op) -> Callable[..., Any]:
    """A view of one tensor, of its dtype, with up to four attributes."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    saves = (op.saves[0] or (0, 0))[:2]

    def call(x: Any, p: Any, q: Any, s: Any, u: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x, p, q, s, u)[:count + 1])
        a = x._array
        try:
            r = (kernel(a, p) if count == 1 else kernel(a, p, q) if count == 2 else kernel(a) if not count
                 else kernel(a, p, q, s) if count == 3 else kernel(a, p, q, s, u))
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, p, q, s, u)[:count + 1])
        if r.__class__ is not _ndarray:
            return general_call(op, (x, p, q, s, u)[:count + 1])
        if x._autograd_meta is not None or PAUSED:
            t = view_of(x, r)
        else:  # `view_of`, written out
            t = _blank()
            t._array = r
            t._dtype = x._dtype
            t._grad_fn = None
            t._autograd_meta = None
            counter = x._counter
            if counter is None:
                counter = x._counter = [0]
            t._counter = counter
            t._attr_version = counter[0]
            base = x._view
            t._view = x if base is None else base
            t._requires_grad = MAYBE
        needed = x._requires_grad
        if needed and (needed is True or x._view._requires_grad) and (not PAUSED or LOCAL.grad) and (x._view is None or refresh(x)):
            record_unary(op, saves, t, x, a, (p, q, s, u)[:count])
        return t

    call.__defaults__ = _defaults(op, 4)
    return call


def _defaults(op: Op, count: int) -> tuple[Any, ...]:
    """Those of an op's attributes, as many as `count`; bindings see to it that what has none is given."""
    values = [None if p.default is None else p.value for p in op.params[1:]]
    return (*values, *[None] * (count - len(values)))


def _long_unary_call(op: Op) -> Callable[..., Any]:
    """One tensor and any attributes: dtypes, of which some kinds have no gradients, among them."""
    kernel: Any = op.kernel
    floating, view, refuses = op.promote == "floating", op.view, op.refuses
    meets_number = op.promote is not None and not floating
    formula = op.vjps[0]
    casts = any(p.type.startswith("ScalarType") for p in op.params)  # perhaps to integers, which have no gradient
    computes = any(p.type == "ScalarType?" for p in op.params)
    copies = op.copies
    count = len(op.params) - 1
    turning = not op.strided
    defaults = _defaults(op, 0)
    saves = (op.saves[0] or (0, 0))[:2] if op.by_number is None and op.layouts is None else None

    def call(x: Any, *args: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x, *args))
        a = x._array
        if floating and a.dtype.kind not in "fc":
            a = a.astype(floating_of(a.dtype))
        elif meets_number and (a.dtype.kind != "f" or args[0].__class__ not in FLOATS):
            return general_call(op, (x, *args))
        if refuses and a.dtype.kind in refuses:
            raise refusal(op, a.dtype)
        if not view and a.dtype.char in WIDE:
            return general_call(op, (x, *args))
        try:
            r = kernel(a, *args)
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, *args))
        t = wrap(r)
        if copies and x._counter is INFERENCE_COUNTER:
            t._counter = [1]
        if view:
            mark_view(t, x)
            if turning:
                note_step(t, x, op.name)
        if x._requires_grad and formula is not None and LOCAL.grad and not (casts and t._array.dtype.kind not in "fcV"):
            if x._view is None or refresh(x):
                if len(args) < count:
                    args += defaults[len(args):]
                if saves is None or view:
                    record(op, 1, (x, *args), (a, *args), (t,))
                else:
                    record_unary(op, saves, t, x, a, args)
        elif (computes and x._requires_grad and LOCAL.grad and t._array.dtype.kind not in "fcV" and x.requires_grad
                and a.dtype.kind in "fcV"):
            raise kernel_words.no_gradient_of(t._array.dtype)
        return t

    return call
