"""Calls of sums and products: what `binary.py` does, for the two forms that small programs consist of.

Each function holds on to as few variables as it can, and what recording needs is written out: a variable of an enclosing function
costs a nanosecond or two in every call, a call of a function as much as a twentieth of an addition.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved
from ..._array.core.dtypes import WIDE
from ..._array.core.execution.blocks import in_single
from ..._array.core.execution.threads import CHEAP, POOLS, large
from ..._array.core.numbers import NUMBERS32, number32
from ..._array.linalg.products import mm, product
from ..._ops.op import Op
from ..graph.node import PLACES, OpNode, next_key
from ..graph.versions import CONSTANT
from ..graph.views import refresh
from ..state import ACTIVE, LOCAL, PAUSED, PLAIN
from ..tensor import TensorBase
from .caller import concerned
from .result_layouts import PERMUTED, layout_overload, settle_layout

_ndarray = np.ndarray
#: What 64 bits hold of a number, to which PyTorch's are confined.
_WORD = 1 << 63
_FLOAT16, _FLOAT32, _INT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.int64)
Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance of it, with its slots still to be filled
_NOTHING = (None, None, None)
_NEVER = CONSTANT[0]  # the version counter of numbers
_BY_NUMBER = 3  # the gradient that a call needs, where the second operand is a number; true as `_requires_grad` is
_asarray, _matmul = np.asarray, np.matmul
_FIRST, _SECOND = PLACES.index((1, 3)), PLACES.index((2, 3))


def bind(cls: type[TensorBase], blank: Any) -> None:
    """Take the class that results have."""
    global Tensor, _blank
    Tensor, _blank = cls, blank


def sum_call(op: Op, kernel: Any, general: Any) -> Callable[..., Any]:
    """`binary_call` of an op like `add`: elementwise, its nodes save nothing, its numbers may come as arrays, it takes all dtypes."""
    half = in_single(kernel)

    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ is not float and y.__class__ in PLAIN:  # a set costs as much as four comparisons
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
        elif (y.__class__ is float or y.__class__ is int) and (x.__class__ is Tensor or x.__class__ in PLAIN):
            dtype = x._dtype
            if dtype is _FLOAT32:
                b = NUMBERS32.get(y)
                if b is None:
                    b = number32(y)
            elif (y.__class__ is float or -_WORD <= y < _WORD) and (dtype.char in "fd" or dtype is _INT64 and y.__class__ is int):
                b = y
            else:
                return general(op, (x, y))
            if ACTIVE and concerned(x):
                return general(op, (x, y))
            a = x._array
            needed = x._requires_grad and _BY_NUMBER
        else:
            return general(op, (x, y))
        try:
            if dtype is _FLOAT32:
                r = kernel(a, b) if not POOLS or a.__class__ is not _ndarray or a.size < CHEAP else large(kernel, a, b)
            elif dtype.char in WIDE:
                return general(op, (x, y))
            else:
                r = kernel(a, b) if dtype is not _FLOAT16 else half(a, b)
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general(op, (x, y))
        # Of another tensor that is a view `needed` is never False; its layout counts where it is wider.
        if x._view is not None or PERMUTED or needed and needed is not _BY_NUMBER and y._view is not None and r.size != a.size:
            r = settle_layout(r, (a, b))
        t = _blank()
        t._array = r
        t._dtype = dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not needed or PAUSED and not LOCAL.grad:
            t._grad_fn = None
            t._requires_grad = False
            return t
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
            if needed is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
                node._links = edge
                node._only = 0
            else:
                following = y._grad_fn
                if following is None:
                    following = y
                elif (following.__class__ is not OpNode or following.shape is None) and y._output_nr:
                    node._rare = {"slots": (x._output_nr, y._output_nr)}
                node._links = (edge, following)
        elif needed is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
            t._grad_fn = None
            t._requires_grad = False
            return t
        else:
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
        node.op = op
        node.key = next_key()
        node.hooks = None
        if shape is None:
            node.shape = r.shape
        elif needed is _BY_NUMBER:
            node.shape = shape
        else:
            own = r.shape
            node.shape = shape if shape == own else own  # in a long chain each tuple less is one less for the cyclic collector
        node.dtype = dtype
        node._values = _NOTHING
        node._counter = None
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def product_call(op: Op, kernel: Any, general: Any, numbers: bool) -> Callable[..., Any]:
    """`binary_call` of an op like `mul` or `mm`: its nodes save of each argument that needs a gradient the other one."""
    whole = op.promote == "common"  # integers stay integers
    half = in_single(kernel)
    iterates = op.elementwise
    matrices = kernel is mm or kernel is product
    batches = kernel is product
    laid = op.layouts

    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ is not float and y.__class__ in PLAIN:  # a set costs as much as four comparisons
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
        elif (y.__class__ is float or y.__class__ is int) and numbers and (x.__class__ is Tensor or x.__class__ in PLAIN):
            dtype = x._dtype
            if dtype is _FLOAT32:
                b = NUMBERS32.get(y)
                if b is None:
                    b = number32(y)
            elif (y.__class__ is float or -_WORD <= y < _WORD) and (dtype.char in "fd" or whole and dtype is _INT64 and y.__class__ is int):
                b = y
            else:
                return general(op, (x, y))
            if ACTIVE and concerned(x):
                return general(op, (x, y))
            a = x._array
            needed = x._requires_grad and _BY_NUMBER
        else:
            return general(op, (x, y))
        try:
            if dtype is _FLOAT32:  # `dot` is what the kernel nearly always comes to
                if matrices:
                    if a.ndim == 2 == b.ndim and len(b) > 1:
                        r = a.dot(b)
                    elif batches and a.ndim == 3 == b.ndim and len(a) == len(b) and a.shape[2] == b.shape[1] and not (
                            needed and (x.requires_grad or y.requires_grad)):
                        r = _matmul(a, b)
                        needed = False
                    else:
                        r = kernel(a, b)
                else:
                    r = kernel(a, b) if not POOLS or not iterates or a.__class__ is not _ndarray or a.size < CHEAP else large(kernel, a, b)
            elif dtype.char in WIDE:
                return general(op, (x, y))
            else:
                r = kernel(a, b) if dtype is not _FLOAT16 else half(a, b)
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general(op, (x, y))
        if iterates and (x._view is not None or PERMUTED
                         or needed and needed is not _BY_NUMBER and y._view is not None and r.size != a.size):
            r = settle_layout(r, (a, b))
        t = _blank()
        t._array = r
        t._dtype = dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not needed or PAUSED and not LOCAL.grad:
            t._grad_fn = None
            t._requires_grad = False
            return t
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
            if needed is _BY_NUMBER:
                node._links = edge
                node._only = 0
                node._values = y
                node._place = _SECOND
                node._counter = _NEVER
                node._version = 0
            else:
                counter = y._counter
                if counter is None:
                    counter = y._counter = [0]
                if y._requires_grad and (y._view is None or refresh(y)):
                    following = y._grad_fn
                    if following is None:
                        following = y
                    elif (following.__class__ is not OpNode or following.shape is None) and y._output_nr:
                        node._rare = {"slots": (x._output_nr, y._output_nr)}
                    node._links = (edge, following)
                    own = x._counter
                    if own is None:
                        own = x._counter = [0]
                    node._values = (None, a, b)
                    node._counter = (own, own[0], counter, counter[0])
                else:
                    node._links = edge
                    node._only = 0
                    node._values = b
                    node._place = _SECOND
                    node._counter = counter
                    node._version = counter[0]
        elif needed is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
            t._grad_fn = None
            t._requires_grad = False
            return t
        else:
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
            node._values = a
            node._place = _FIRST
            counter = x._counter
            if counter is None:
                counter = x._counter = [0]
            node._counter = counter
            node._version = counter[0]
        node.op = op if laid is None or x._view is None is y._view and not PERMUTED else layout_overload(op, a, b)
        node.key = next_key()
        node.hooks = None
        if shape is None:
            node.shape = r.shape
        elif needed is _BY_NUMBER:
            node.shape = shape
        else:
            own = r.shape
            node.shape = shape if shape == own else own
        node.dtype = dtype
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call
