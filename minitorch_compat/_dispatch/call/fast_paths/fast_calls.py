"""Fast paths: the calls of ops of one, two or three tensors and attributes, each a single function with everything inlined.

They run in every small step of every program, where one more function call costs a twentieth of an addition. Each handles plain tensors,
no open level and one dtype, and leaves the rest to `general_call`. Each closes over as few variables as it can, because reading a
variable of an enclosing function costs a nanosecond or two.

Generated from `fast_calls.py.jinja` by `python -m minitorch_compat._dispatch.call.fast_paths.generate`; do not edit.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...._array.core.conjugate import Unresolved
from ...._array.core.dtypes import LIMITED_TYPES
from ...._array.core.execution.blocks import through_float32, with_lookup_table
from ...._array.core.execution.threads import PARALLEL_SIZE, POOLS, run_large
from ...._array.core.numbers import NUMBERS32, cache_number32
from ...._array.linalg.products import mm, multiply_matrices
from ...._array.pointwise.elementwise import INFINITY32, ZERO32, clip, relu
from ...._array.reduce.reduction import dot
from ...._ops.op import Op, meta_of
from ...graph.node import OpNode, next_key
from ...graph.recording import record_one_result, record_unary, save_both, select_overload
from ...graph.versions import CONSTANT, INFERENCE_COUNTER
from ...graph.views import refresh
from ...messages import kernel_messages
from ...state import ACTIVE, LOCAL, PAUSED, PLAIN
from ...tensor import MAYBE, TensorBase
from ...wrapping import view_of, wrap
from ..caller import REAL_NUMBER_TYPES, general_call, handle_kernel_error, must_check_modes, slow_chars, slow_chars_of
from ..promotion import SIMPLE_POLICIES, call_of_mixed_dtypes
from ..result_layouts import PERMUTED, layout_overload, layout_resolver, note_layouts, resolve_layout
from .save_plans import ARGUMENT, FIRST, META_ONLY, NOTHING, RESULT, SECOND, SUM_CACHE, new_sum_entry, save_by_plan, unary_saves

_ndarray = np.ndarray
#: Bound of the 64-bit integers, which PyTorch's numbers must not exceed.
_INT64_BOUND = 1 << 63
_FLOAT16, _FLOAT32, _INT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.int64)
Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance whose slots have to be filled
_NOTHING = (None, None, None)
_NUMBER_COUNTER = CONSTANT[0]  # the version counter of numbers
_BY_NUMBER = 3  # `needs_grad` of a call whose second operand is a number; truthy like `_requires_grad`
_FIRST, _SECOND = FIRST, SECOND
_asarray, _matmul = np.asarray, np.matmul


def bind(cls: type[TensorBase], blank: Any) -> None:
    """Set the class of results."""
    global Tensor, _blank
    Tensor, _blank = cls, blank


def unary_call(op: Op) -> Callable[..., Any]:
    """One tensor and no attributes; the result is not a view."""
    kernel: Any = op.kernel
    half = with_lookup_table(kernel) if op.elementwise and not op.has_float16_kernel else through_float32(kernel)
    saves, resolve = unary_saves(op), layout_resolver(op)
    refused = slow_chars_of(op)
    # The most frequent dtype, if the op accepts it and has a derivative; the result has the same dtype.
    common_dtype = _FLOAT32 if saves is not None and "f" not in slow_chars_of(op) else None
    keeps_shape = op.elementwise  # the result has the argument's shape
    is_relu = kernel is relu

    def call(x: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and must_check_modes(x):
            return general_call(op, (x,))
        dtype = x._dtype
        a = x._array
        try:
            if dtype is common_dtype:
                if POOLS and keeps_shape and a.__class__ is _ndarray and a.size >= PARALLEL_SIZE:
                    r = run_large(kernel, a)
                else:
                    r = clip(a, ZERO32, INFINITY32) if is_relu else kernel(a)
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
        if (x._view is not None or PERMUTED) and resolve is not None:
            r = resolve(r, (a,))
        t = _blank()
        t._array = r
        t._dtype = dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not x._requires_grad or saves is None or PAUSED and not LOCAL.grad or x._view is not None and not refresh(x):
            t._grad_fn = None
            t._requires_grad = False
            return t
        node = OpNode()
        edge = x._grad_fn
        if edge is None:
            edge = x
            shape = None
        else:
            shape = edge.shape if edge.__class__ is OpNode else None
            if shape is None and x._output_nr:
                node._optional = {"slots": (x._output_nr,)}
        node._links = edge
        node._only = 0
        node.op = op
        node.key = next_key()
        node.hooks = None
        node.shape = shape if keeps_shape and shape is not None else r.shape
        node.dtype = dtype
        if saves is RESULT:
            node._values = r
            node._place = 0
            node._counter = t._counter = [0]
            node._version = 0
        elif saves is ARGUMENT:
            counter = x._counter
            if counter is None:
                counter = x._counter = [0]
            node._values = a
            node._place = 1
            node._counter = counter
            node._version = counter[0]
        else:
            node._counter = None
            if saves is META_ONLY:
                node._values = meta_of(a)
                node._place = 1
            else:
                node._values = NOTHING
                if saves is not NOTHING:
                    save_both(node, saves[0], saves[1], t, x, a)
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def sum_all_call(op: Op) -> Callable[..., Any]:
    """`unary_call` of the sum of all elements, which most backwards start from; few elements are summed as a product with ones."""
    fallback = unary_call(op)

    def call(x: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE or x._dtype is not _FLOAT32:
            return fallback(x)
        a = x._array
        shape = a.shape
        try:
            ones, meta = SUM_CACHE[shape]
        except KeyError:
            ones, meta = new_sum_entry(shape)
        if ones is None or a.__class__ is not _ndarray:
            return fallback(x)
        t = _blank()
        t._array = _asarray(dot(a, ones))
        t._dtype = _FLOAT32
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not x._requires_grad or PAUSED and not LOCAL.grad or x._view is not None and not refresh(x):
            t._grad_fn = None
            t._requires_grad = False
            return t
        node = OpNode()
        other_edge = x._grad_fn
        if other_edge is None:
            other_edge = x
        elif (other_edge.__class__ is not OpNode or other_edge.shape is None) and x._output_nr:
            node._optional = {"slots": (x._output_nr,)}
        node._links = other_edge
        node._only = 0
        node.op = op
        node.key = next_key()
        node.hooks = None
        node.shape = ()
        node.dtype = _FLOAT32
        node._place = 1
        node._values = meta
        node._counter = None
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def call_with_attributes(op: Op) -> Callable[..., Any]:
    """One tensor and up to three attributes, none of them a dtype; the result is not a view."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    differentiable = op.vjps[0] is not None
    saves, resolve = (op.saves[0] or (0, 0))[:2], layout_resolver(op)
    takes_number = op.promote is not None and op.promote != "floating"
    refused = slow_chars("biucV") if takes_number else slow_chars_of(op)
    accepted = _FLOAT32 if "f" not in refused else None
    copies = op.copies
    one_may_be_none = count > 1 and op.params[1].type == op.params[2].type == "Scalar?"  # one of two numbers may be None

    def call(x: Any, p: Any, q: Any, s: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and must_check_modes(x):
            return general_call(op, (x, p, q, s)[:count + 1])
        a = x._array
        dtype = x._dtype
        if dtype is not accepted and dtype.char in refused or takes_number and p.__class__ not in REAL_NUMBER_TYPES and not (
                one_may_be_none and p is None and q.__class__ in REAL_NUMBER_TYPES):
            return general_call(op, (x, p, q, s)[:count + 1])
        try:
            r = kernel(a, p) if count == 1 else kernel(a, p, q) if count == 2 else kernel(a, p, q, s)
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, p, q, s)[:count + 1])
        if resolve is not None and (x._view is not None or PERMUTED):
            r = resolve(r, (a,))
        t = _blank()
        t._array = r
        t._dtype = r.dtype
        t._counter = [1] if copies and x._counter is INFERENCE_COUNTER else None
        t._view = None
        t._autograd_meta = None
        t._grad_fn = None
        t._requires_grad = False
        if x._requires_grad and differentiable and (not PAUSED or LOCAL.grad) and (x._view is None or refresh(x)):
            record_unary(op, saves, t, x, a, (p,) if count == 1 else (p, q) if count == 2 else (p, q, s))
        return t

    call.__defaults__ = defaults_of(op, 3)
    return call


def call_with_dtype(op: Op) -> Callable[..., Any]:
    """One tensor of any dtype and up to four attributes, which may be a dtype; the result is not a view, and its layout the kernel's."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    formula = op.vjps[0]
    saves = (op.saves[0] or (0, 0))[:2]
    casts = any(p.type.startswith("ScalarType") for p in op.params)  # possibly to integers, which have no gradient
    has_compute_dtype = any(p.type == "ScalarType?" for p in op.params)
    copies = op.copies

    def call(x: Any, p: Any, q: Any, s: Any, u: Any) -> Any:
        dtype = x._dtype if x.__class__ is Tensor or x.__class__ in PLAIN else None
        if dtype is not _FLOAT32 and (dtype is None or dtype.char in LIMITED_TYPES) or ACTIVE and must_check_modes(x):
            return general_call(op, (x, p, q, s, u)[:count + 1])
        a = x._array
        try:
            r = (kernel(a, p) if count == 1 else kernel(a, p, q) if count == 2 else kernel(a, p, q, s) if count == 3
                 else kernel(a, p, q, s, u))
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, p, q, s, u)[:count + 1])
        if ACTIVE:
            t = wrap(r)
        else:  # `wrap` inlined
            t = _blank()
            t._array = r
            t._dtype = r.dtype
            t._counter = None
            t._view = None
            t._autograd_meta = None
            t._grad_fn = None
            t._requires_grad = False
        if copies and x._counter is INFERENCE_COUNTER:
            t._counter = [1]
        if x._requires_grad and (not PAUSED or LOCAL.grad):
            if formula is not None and (not casts or t._dtype.kind in "fcV"):
                if (x._view is None or refresh(x)):
                    record_unary(op, saves, t, x, a, (p, q, s, u)[:count])
            elif has_compute_dtype and t._dtype.kind not in "fcV" and x.requires_grad and dtype.kind in "fcV":
                raise kernel_messages.gradient_of_integers(t._dtype)
        return t

    call.__defaults__ = defaults_of(op, 4)
    return call


def view_call(op: Op) -> Callable[..., Any]:
    """A view of one tensor in its dtype, with up to four attributes, whose derivative needs at most its shape and dtype."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    keeps_meta = (op.saves[0] or (0, 0))[1]

    def call(x: Any, p: Any, q: Any, s: Any, u: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and must_check_modes(x):
            return general_call(op, (x, p, q, s, u)[:count + 1])
        a = x._array
        try:
            r = (kernel(a, p) if count == 1 else kernel(a, p, q) if count == 2 else kernel(a) if not count
                 else kernel(a, p, q, s) if count == 3 else kernel(a, p, q, s, u))
        except (Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general_call(op, (x, p, q, s, u)[:count + 1])
        if x._autograd_meta is not None or PAUSED:
            t = view_of(x, r)
        else:  # `view_of` inlined
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
        needs_grad = x._requires_grad
        if (not needs_grad or needs_grad is not True and not x._view._requires_grad or PAUSED and not LOCAL.grad
                or not (x._view is None or refresh(x))):
            return t
        node = OpNode()
        other_edge = x._grad_fn
        if other_edge is None:
            other_edge = x
        elif (other_edge.__class__ is not OpNode or other_edge.shape is None) and x._output_nr:
            node._optional = {"slots": (x._output_nr,)}
        node._links = other_edge
        node._only = 0
        node.op = op
        node.key = next_key()
        node.hooks = None
        node.shape = r.shape
        node.dtype = t._dtype
        m = meta_of(a) if keeps_meta else None
        node._values = ((None, m, p) if count == 1 else (None, m, p, q) if count == 2 else (None, m) if not count
                        else (None, m, p, q, s) if count == 3 else (None, m, p, q, s, u))
        node._counter = None
        if t._autograd_meta is not None:
            t._attr_version = t._counter[0]  # refuses views of inference tensors
        t._grad_fn = node
        t._requires_grad = True
        return t

    call.__defaults__ = defaults_of(op, 4)
    return call


def defaults_of(op: Op, count: int, tensors: int = 1) -> tuple[Any, ...]:
    """The defaults of `count` attributes of an op, after its tensors; bindings make sure that attributes without one are given."""
    values = [None if p.default is None else p.value for p in op.params[tensors:]]
    return (*values, *[None] * (count - len(values)))


def other_binary_call(op: Op, kernel: Any, general: Any, plans: Any) -> Callable[..., Any]:
    """Two tensors, or a tensor and a number; `plans` say what nodes save, by mask of the arguments that need a gradient."""
    refused = slow_chars_of(op)
    accepted = _FLOAT32 if "f" not in refused else None  # tested first: reading `kind` costs three times as much
    numbers = op.numbers != "none"
    number_op = op if op.number_overloads is None else op.number_overloads[1]
    elementwise = op.elementwise
    half = through_float32(kernel)
    mixed = call_of_mixed_dtypes if op.elementwise and op.promote in SIMPLE_POLICIES else None
    is_ufunc = isinstance(getattr(kernel, "__wrapped__", kernel), np.ufunc)  # numbers may be passed as 0-d arrays or not
    keeps_integers = op.promote in ("common", "compared")  # integers are not promoted to floats

    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ is not float and y.__class__ in PLAIN:  # a set costs as much as four comparisons
            if x.__class__ is not Tensor and x.__class__ not in PLAIN:
                return general(op, (x, y))
            dtype = x._dtype
            if dtype is not y._dtype:
                return mixed(op, kernel, general, x, y) if mixed is not None else general(op, (x, y))
            a = x._array
            b = y._array
            if ACTIVE and (must_check_modes(x) or must_check_modes(y)):
                return general(op, (x, y))
            needs_grad = x._requires_grad or y._requires_grad
        elif (y.__class__ is float or y.__class__ is int) and numbers and (x.__class__ is Tensor or x.__class__ in PLAIN):
            dtype = x._dtype
            if dtype is _FLOAT32 and is_ufunc:
                b = NUMBERS32.get(y)
                if b is None:
                    b = cache_number32(y)
            elif (y.__class__ is float or -_INT64_BOUND <= y < _INT64_BOUND) and (
                    dtype.char in "fd" or keeps_integers and dtype is _INT64 and y.__class__ is int):
                b = y
            else:
                return general(op, (x, y))
            if ACTIVE and must_check_modes(x):
                return general(op, (x, y))
            a = x._array
            needs_grad = x._requires_grad and _BY_NUMBER
        else:
            return general(op, (x, y))
        if dtype is not accepted and dtype.char in refused:
            return general(op, (x, y))
        try:
            if POOLS and elementwise and dtype is not _FLOAT16 and a.__class__ is _ndarray and a.size >= PARALLEL_SIZE:
                r = run_large(kernel, a, b)
            else:
                r = kernel(a, b) if dtype is not _FLOAT16 else half(a, b)
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general(op, (x, y))
        # For another tensor that is a view `needs_grad` is never False; its layout counts where it is broadcast.
        if elementwise and (x._view is not None or PERMUTED
                         or needs_grad and needs_grad is not _BY_NUMBER and y._view is not None and r.size != a.size):
            r = resolve_layout(r, (b, a) if op.iterates_backwards else (a, b))
        t = _blank()
        t._array = r
        t._dtype = r.dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not needs_grad or plans is None or PAUSED and not LOCAL.grad:
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
                    node._optional = {"slots": (x._output_nr, 0)}
            if needs_grad is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
                node._links = edge
                node._only = 0
                mask = 1
            else:
                other_edge = y._grad_fn
                if other_edge is None:
                    other_edge = y
                elif (other_edge.__class__ is not OpNode or other_edge.shape is None) and y._output_nr:
                    node._optional = {"slots": (x._output_nr, y._output_nr)}
                node._links = (edge, other_edge)
                mask = 3
        elif needs_grad is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
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
                    node._optional = {"slots": (0, y._output_nr)}
            node._links = edge
            node._only = 1
            mask = 2
        node.op = number_op if needs_grad is _BY_NUMBER else op
        node.key = next_key()
        node.hooks = None
        if shape is None:
            node.shape = r.shape
        else:
            own = r.shape
            node.shape = shape if shape == own else own  # sharing tuples in a long chain gives the cyclic collector less to traverse
        node.dtype = t._dtype
        save_by_plan(node, plans[mask], t, x, y, r, a, y if needs_grad is _BY_NUMBER else b)
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def addition_call(op: Op, kernel: Any, general: Any) -> Callable[..., Any]:
    """An op like `add`: elementwise, saves nothing, accepts numbers as 0-d arrays, and all dtypes."""
    half = through_float32(kernel)
    mixed = call_of_mixed_dtypes if op.elementwise and op.promote in SIMPLE_POLICIES else None

    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ is not float and y.__class__ in PLAIN:  # a set costs as much as four comparisons
            if x.__class__ is not Tensor and x.__class__ not in PLAIN:
                return general(op, (x, y))
            dtype = x._dtype
            if dtype is not y._dtype:
                return mixed(op, kernel, general, x, y) if mixed is not None else general(op, (x, y))
            a = x._array
            b = y._array
            if ACTIVE and (must_check_modes(x) or must_check_modes(y)):
                return general(op, (x, y))
            needs_grad = x._requires_grad or y._requires_grad
        elif (y.__class__ is float or y.__class__ is int) and (x.__class__ is Tensor or x.__class__ in PLAIN):
            dtype = x._dtype
            if dtype is _FLOAT32:
                b = NUMBERS32.get(y)
                if b is None:
                    b = cache_number32(y)
            elif (y.__class__ is float or -_INT64_BOUND <= y < _INT64_BOUND) and (
                    dtype.char in "fd" or dtype is _INT64 and y.__class__ is int):
                b = y
            else:
                return general(op, (x, y))
            if ACTIVE and must_check_modes(x):
                return general(op, (x, y))
            a = x._array
            needs_grad = x._requires_grad and _BY_NUMBER
        else:
            return general(op, (x, y))
        try:
            if dtype is _FLOAT32:
                r = kernel(a, b) if not POOLS or a.__class__ is not _ndarray or a.size < PARALLEL_SIZE else run_large(kernel, a, b)
            elif dtype.char in LIMITED_TYPES:
                return general(op, (x, y))
            else:
                r = kernel(a, b) if dtype is not _FLOAT16 else half(a, b)
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general(op, (x, y))
        # For another tensor that is a view `needs_grad` is never False; its layout counts where it is broadcast.
        if (x._view is not None or PERMUTED
            or needs_grad and needs_grad is not _BY_NUMBER and y._view is not None and r.size != a.size):
            r = resolve_layout(r, (a, b))
        t = _blank()
        t._array = r
        t._dtype = dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not needs_grad or PAUSED and not LOCAL.grad:
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
                    node._optional = {"slots": (x._output_nr, 0)}
            if needs_grad is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
                node._links = edge
                node._only = 0
            else:
                other_edge = y._grad_fn
                if other_edge is None:
                    other_edge = y
                elif (other_edge.__class__ is not OpNode or other_edge.shape is None) and y._output_nr:
                    node._optional = {"slots": (x._output_nr, y._output_nr)}
                node._links = (edge, other_edge)
        elif needs_grad is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
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
                    node._optional = {"slots": (0, y._output_nr)}
            node._links = edge
            node._only = 1
        node.op = op
        node.key = next_key()
        node.hooks = None
        if shape is None:
            node.shape = r.shape
        elif needs_grad is _BY_NUMBER:
            node.shape = shape
        else:
            own = r.shape
            node.shape = shape if shape == own else own  # sharing tuples in a long chain gives the cyclic collector less to traverse
        node.dtype = t._dtype
        node._values = _NOTHING
        node._counter = None
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def product_call(op: Op, kernel: Any, general: Any, numbers: bool) -> Callable[..., Any]:
    """An op like `mul` or `mm`: for each argument that needs a gradient its nodes save the other one."""
    keeps_integers = op.promote == "common"  # integers are not promoted to floats
    half = through_float32(kernel)
    mixed = call_of_mixed_dtypes if op.elementwise and op.promote in SIMPLE_POLICIES else None
    elementwise = op.elementwise
    is_matmul = kernel is mm or kernel is multiply_matrices
    is_batched = kernel is multiply_matrices
    layouts = op.layout_formulas

    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ is not float and y.__class__ in PLAIN:  # a set costs as much as four comparisons
            if x.__class__ is not Tensor and x.__class__ not in PLAIN:
                return general(op, (x, y))
            dtype = x._dtype
            if dtype is not y._dtype:
                return mixed(op, kernel, general, x, y) if mixed is not None else general(op, (x, y))
            a = x._array
            b = y._array
            if ACTIVE and (must_check_modes(x) or must_check_modes(y)):
                return general(op, (x, y))
            needs_grad = x._requires_grad or y._requires_grad
        elif (y.__class__ is float or y.__class__ is int) and numbers and (x.__class__ is Tensor or x.__class__ in PLAIN):
            dtype = x._dtype
            if dtype is _FLOAT32:
                b = NUMBERS32.get(y)
                if b is None:
                    b = cache_number32(y)
            elif (y.__class__ is float or -_INT64_BOUND <= y < _INT64_BOUND) and (
                    dtype.char in "fd" or keeps_integers and dtype is _INT64 and y.__class__ is int):
                b = y
            else:
                return general(op, (x, y))
            if ACTIVE and must_check_modes(x):
                return general(op, (x, y))
            a = x._array
            needs_grad = x._requires_grad and _BY_NUMBER
        else:
            return general(op, (x, y))
        try:
            if dtype is _FLOAT32:
                if is_matmul:
                    if a.ndim == 2 == b.ndim and len(b) > 1:
                        r = a.dot(b)  # what the kernel nearly always does
                    elif is_batched and a.ndim == 3 == b.ndim and len(a) == len(b) and a.shape[2] == b.shape[1] and not (
                            needs_grad and (x.requires_grad or y.requires_grad)):
                        r = _matmul(a, b)
                        needs_grad = False
                    else:
                        r = kernel(a, b)
                else:
                    r = (kernel(a, b) if not POOLS or not elementwise or a.__class__ is not _ndarray or a.size < PARALLEL_SIZE
                         else
                         run_large(kernel, a, b))
            elif dtype.char in LIMITED_TYPES:
                return general(op, (x, y))
            else:
                r = kernel(a, b) if dtype is not _FLOAT16 else half(a, b)
            if r.__class__ is not _ndarray:
                r = _asarray(r)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
            return general(op, (x, y))
        # For another tensor that is a view `needs_grad` is never False; its layout counts where it is broadcast.
        if elementwise and (x._view is not None or PERMUTED
                         or needs_grad and needs_grad is not _BY_NUMBER and y._view is not None and r.size != a.size):
            r = resolve_layout(r, (a, b))
        t = _blank()
        t._array = r
        t._dtype = dtype
        t._counter = None
        t._view = None
        t._autograd_meta = None
        if not needs_grad or PAUSED and not LOCAL.grad:
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
                    node._optional = {"slots": (x._output_nr, 0)}
            if needs_grad is _BY_NUMBER:
                node._links = edge
                node._only = 0
                node._values = y
                node._place = _SECOND
                node._counter = _NUMBER_COUNTER
                node._version = 0
            else:
                counter = y._counter
                if counter is None:
                    counter = y._counter = [0]
                if y._requires_grad and (y._view is None or refresh(y)):
                    other_edge = y._grad_fn
                    if other_edge is None:
                        other_edge = y
                    elif (other_edge.__class__ is not OpNode or other_edge.shape is None) and y._output_nr:
                        node._optional = {"slots": (x._output_nr, y._output_nr)}
                    node._links = (edge, other_edge)
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
        elif needs_grad is _BY_NUMBER or not y._requires_grad or y._view is not None and not refresh(y):
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
                    node._optional = {"slots": (0, y._output_nr)}
            node._links = edge
            node._only = 1
            counter = x._counter
            if counter is None:
                counter = x._counter = [0]
            node._values = a
            node._place = _FIRST
            node._counter = counter
            node._version = counter[0]
        node.op = op if layouts is None or x._view is None is y._view and not PERMUTED else layout_overload(op, a, b)
        node.key = next_key()
        node.hooks = None
        if shape is None:
            node.shape = r.shape
        elif needs_grad is _BY_NUMBER:
            node.shape = shape
        else:
            own = r.shape
            node.shape = shape if shape == own else own  # sharing tuples in a long chain gives the cyclic collector less to traverse
        node.dtype = t._dtype
        t._grad_fn = node
        t._requires_grad = True
        return t

    return call


def two_tensors_call(op: Op) -> Callable[..., Any]:
    """Two tensors, neither of them optional, and up to three attributes after them; one result that is not a view."""
    kernel: Any = op.kernel
    count = len(op.params)
    attributes = count - 2
    promotes = op.promote is not None
    refused = slow_chars(op.refuses + "bui" if promotes else op.refuses)
    accepted = _FLOAT32 if "f" not in refused else None  # tested first, which costs less
    elementwise = op.elementwise
    formulas = (sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else -1) * op.is_differentiable

    def call(x: Any, y: Any, p: Any, q: Any, s: Any) -> Any:
        if (x.__class__ is not Tensor and x.__class__ not in PLAIN or y.__class__ not in PLAIN
                or ACTIVE and (must_check_modes(x) or must_check_modes(y))):
            return general_call(op, (x, y, p, q, s)[:count])
        dtype = x._dtype
        if dtype is not accepted and dtype.char in refused or promotes and y._dtype is not dtype:
            return general_call(op, (x, y, p, q, s)[:count])
        mask = 0
        if x._requires_grad or y._requires_grad:
            mask = 1 if x._requires_grad and (x._view is None or refresh(x)) else 0
            if y._requires_grad and (y._view is None or refresh(y)):
                mask += 2
        a = x._array
        b = y._array
        try:
            r = (kernel(a, b, p) if attributes == 1 else kernel(a, b, p, q) if attributes == 2
                 else kernel(a, b) if not attributes else kernel(a, b, p, q, s))
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, (x, y, p, q, s)[:count], error)
        if not elementwise:
            if r.__class__ is _ndarray and not r.flags.c_contiguous:
                note_layouts(r)
        elif PERMUTED or x._view is not None or y._view is not None:
            r = resolve_layout(r, (a, b))
        if r.__class__ is not _ndarray or ACTIVE:
            t = wrap(r)
        else:  # `wrap` inlined
            t = _blank()
            t._array = r
            t._dtype = r.dtype
            t._counter = None
            t._view = None
            t._autograd_meta = None
            t._grad_fn = None
            t._requires_grad = False
        if mask & formulas and (not PAUSED or LOCAL.grad):
            values = [a, b, p, q, s][:count]
            args = (x, y, p, q, s)[:count]
            record_one_result(op if op.layout_formulas is None else select_overload(op, args, values), mask, args, values, t)
        return t

    call.__defaults__ = defaults_of(op, 3, 2)
    return call


def three_tensors_call(op: Op) -> Callable[..., Any]:
    """Three tensors, none of them optional, and up to three attributes after them; one result that is not a view."""
    kernel: Any = op.kernel
    count = len(op.params)
    attributes = count - 3
    promotes = op.promote is not None
    refused = slow_chars(op.refuses + "bui" if promotes else op.refuses)
    accepted = _FLOAT32 if "f" not in refused else None  # tested first, which costs less
    has_condition = op.promote == "branches"  # the first tensor, which has a dtype of its own
    elementwise = op.elementwise
    formulas = (sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else -1) * op.is_differentiable

    def call(x: Any, y: Any, z: Any, p: Any, q: Any, s: Any) -> Any:
        if (x.__class__ is not Tensor and x.__class__ not in PLAIN or y.__class__ not in PLAIN or z.__class__ not in PLAIN
                or ACTIVE and (must_check_modes(x) or must_check_modes(y) or must_check_modes(z))):
            return general_call(op, (x, y, z, p, q, s)[:count])
        dtype = x._dtype if not has_condition else y._dtype
        if dtype is not accepted and dtype.char in refused or promotes and (y._dtype is not dtype or z._dtype is not dtype):
            return general_call(op, (x, y, z, p, q, s)[:count])
        mask = 0
        if x._requires_grad or y._requires_grad or z._requires_grad:
            mask = 1 if x._requires_grad and (x._view is None or refresh(x)) else 0
            if y._requires_grad and (y._view is None or refresh(y)):
                mask += 2
            if z._requires_grad and (z._view is None or refresh(z)):
                mask += 4
        a = x._array
        b = y._array
        c = z._array
        try:
            r = (kernel(a, b, c, p) if attributes == 1 else kernel(a, b, c, p, q) if attributes == 2
                 else kernel(a, b, c) if not attributes else kernel(a, b, c, p, q, s))
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, (x, y, z, p, q, s)[:count], error)
        if not elementwise:
            if r.__class__ is _ndarray and not r.flags.c_contiguous:
                note_layouts(r)
        elif PERMUTED or x._view is not None or y._view is not None:
            r = resolve_layout(r, (a, b, c))
        if r.__class__ is not _ndarray or ACTIVE:
            t = wrap(r)
        else:  # `wrap` inlined
            t = _blank()
            t._array = r
            t._dtype = r.dtype
            t._counter = None
            t._view = None
            t._autograd_meta = None
            t._grad_fn = None
            t._requires_grad = False
        if mask & formulas and (not PAUSED or LOCAL.grad):
            values = [a, b, c, p, q, s][:count]
            args = (x, y, z, p, q, s)[:count]
            record_one_result(op if op.layout_formulas is None else select_overload(op, args, values), mask, args, values, t)
        return t

    call.__defaults__ = defaults_of(op, 3, 3)
    return call


def ternary_call(op: Op, kernel: Any = None, fallback: Any = None) -> Callable[..., Any]:
    """Three tensors and nothing else, of types that the kernel sees to: a linear layer.

    With a `kernel` for arrays of one dtype, float32 or float64, that returns None or raises ValueError for some, `fallback` is called
    for these, and for every case that the fast path does not handle.
    """
    kernel = kernel or op.kernel
    refused = slow_chars(op.refuses)
    elementwise = op.elementwise
    layouts = op.layout_formulas
    formulas = (sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else 7) * op.is_differentiable

    def call(x: Any, y: Any, z: Any) -> Any:
        if (x.__class__ is not Tensor and x.__class__ not in PLAIN or y.__class__ not in PLAIN or z.__class__ not in PLAIN
                or ACTIVE and (must_check_modes(x) or must_check_modes(y) or must_check_modes(z))):
            return general_call(op, (x, y, z)) if fallback is None else fallback(x, y, z)
        dtype = x._dtype
        if fallback is not None:
            if dtype is not y._dtype or dtype is not z._dtype or dtype is not _FLOAT32 and dtype.char != "d":
                return fallback(x, y, z)
        elif dtype is not _FLOAT32 and dtype.char in refused:
            return general_call(op, (x, y, z))
        a = x._array
        b = y._array
        c = z._array
        try:
            r = kernel(a, b, c)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, (x, y, z), error) if fallback is None else fallback(x, y, z)
        if elementwise and (PERMUTED or x._view is not None or y._view is not None or z._view is not None):
            r = resolve_layout(r, (a, b, c))
        if r.__class__ is not _ndarray or ACTIVE:
            if r is None and fallback is not None:
                return fallback(x, y, z)
            t = wrap(r)
        else:  # `wrap` inlined
            t = _blank()
            t._array = r
            t._dtype = dtype if fallback is not None else r.dtype
            t._counter = None
            t._view = None
            t._autograd_meta = None
            t._grad_fn = None
            t._requires_grad = False
        if (x._requires_grad or y._requires_grad or z._requires_grad) and formulas and (not PAUSED or LOCAL.grad):
            mask = 1 if x._requires_grad and (x._view is None or refresh(x)) else 0
            if y._requires_grad and (y._view is None or refresh(y)):
                mask += 2
            if z._requires_grad and (z._view is None or refresh(z)):
                mask += 4
            if mask & formulas:
                is_default_layout = layouts is None or x._view is None is y._view and not PERMUTED
                record_one_result(op if is_default_layout else layout_overload(op, a, b), mask, (x, y, z), [a, b, c], t)
        return t

    return call
