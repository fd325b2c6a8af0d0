"""What generated bindings share: `out=`, scalars, missing arguments."""
from __future__ import annotations

import inspect
import math
import sys
from collections.abc import Callable
from functools import cache, partial, wraps
from types import FrameType, FunctionType
from typing import Any, NoReturn, TypeVar

import numpy as np

from .._array.deferred import Family
from .._array.dtypes import bool_, c_name, check_word, floating_of, result_type
from .._array.ghost import Ghost
from .._array.ghost import like as ghost_like
from .._array.linalg import check_dimensions
from .._array.numbers import plain_number
from .._array.pending import Pending
from .._array.type_names import type_of
from .._array.warned import warn
from .._dispatch.call import wrap
from .._dispatch.device import check_device, no_pinned_memory
from .._dispatch.dtype import array_dtype
from .._dispatch.inplace import PARTLY, check_overlap
from .._dispatch.lacking import without_derivative
from .._dispatch.lifting import BatchLevel, Lifted, batch_levels, concrete_array
from .._dispatch.modes import grad_mode
from .._dispatch.overrides import meet
from .._dispatch.refusals import OF_NUMBERS, wrong_combination, wrong_type
from .._dispatch.state import ACTIVE, LOCAL, ORDINARY, PAUSED, PLAIN
from .._dispatch.tensor import TensorBase, is_ghost, put_array
from .._dispatch.versions import about_to_write, bump
from .._dispatch.views import has_node
from .._ops.batching import aligned
from .._ops.op import OPS

#: What only calls with `out` need.
out_texts: Any = Family(f"{__package__}.out_texts")
_memory: Any = Family(f"{__package__}.out_memory")
#: What only numpy's names of parameters need.
_forms: Any = Family(f"{__package__}.call_form")
Function = TypeVar("Function", bound=Callable[..., Any])

MISSING: Any = type("MISSING", (), {"__repr__": lambda self: "<required>", "__slots__": ()})()


def no_flag(size: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of `expand`; a truth value in front is no size."""
    first = size[0] if size else 0
    if first.__class__ is bool or first.__class__ in (tuple, list) and first and first[0].__class__ is bool:
        raise TypeError("expand(): argument 'size' (position 1) must be tuple of ints, not bool")
    return size


def once(value: Any, own: Any, default: Any) -> Any:
    """What a parameter is that was given under numpy's name for it; TypeError if it was given under its own, too."""
    called = sys._getframe(1)
    stands_for = "keepdim" if default is False else "dim"
    other = own is not default and (own.__class__ is not default.__class__ or own != default)
    if other or default is not MISSING and _given(called, stands_for):
        keyword = "axis" if called.f_locals.get("axis") is value else "keepdims"
        raise TypeError(f"{called.f_code.co_name}() got an unexpected keyword argument '{keyword}'")
    return value


def _given(called: FrameType, own: str) -> bool:
    """Whether a parameter that has its default was given all the same, which only the caller's instruction tells."""
    written = _forms.written(called.f_back)
    if written is None:
        return False
    names = called.f_code.co_varnames
    return own in written[1] or names.index(own) - (names[0] == "self") < written[0]


def end_of(high: Any) -> int:
    """The end of a range of random numbers that was given as a tensor."""
    if high._array.ndim or high._array.__class__ is Ghost:
        raise RuntimeError("high must be a scalar tensor and on CPU")
    return int(high._array)


def missing_argument(name: str, argument: str) -> TypeError:
    """The error for a required argument that was not given."""
    return TypeError(f"{name}() missing 1 required positional arguments: \"{argument}\"")


def no_pinned(name: str, pin_memory: Any) -> None:
    """Refuse memory that is pinned for a device, of which there is none."""
    if pin_memory is not True:
        raise TypeError(f"{name}(): argument 'pin_memory' must be bool, not {type_of(pin_memory)}")
    raise no_pinned_memory()


def unrecorded(*tensors: Any) -> bool:
    """Whether a function made of several ops may run on arrays: nobody watches the ops, and none of them is recorded."""
    if ACTIVE:
        return False
    for t in tensors:  # noqa: SIM110 (a generator would take three times as long)
        if t.__class__ not in PLAIN or t._requires_grad and (not PAUSED or LOCAL.grad) and t.requires_grad:
            return False
    return True


def constants_of(function: str, **arguments: Any) -> None:
    """Refuse arguments that require a gradient where the function has no derivative by them: numbers and None are none of these."""
    for name, t in arguments.items():
        if isinstance(t, TensorBase) and t._requires_grad and LOCAL.grad and t.requires_grad:  # type: ignore[attr-defined]
            raise RuntimeError(f"The function '{function}' is not differentiable with respect to argument '{name}'. This input cannot have "
                               "requires_grad True.")


def misplaced(name: str, parameter: str, wanted: str, value: Any) -> NoReturn:
    """Refuse a value that is no number or flag although numpy takes it for one."""
    raise TypeError(f"{name}(): argument '{parameter}' must be {_SPOKEN.get(wanted[:4], 'tuple of ints')}, not {type_of(value)}")


def is_whole(value: Any) -> bool:
    """Whether a value that is not simply an int may be one to PyTorch: truth values are not, nor those of numpy.

    Of what is of no ordinary class that is not decided here: it may override.
    """
    return not isinstance(value, _NOT_WHOLE)


def whole(name: str, parameter: str, value: Any) -> Any:
    """What stands for an int, as one: numpy's, and tensors of a single one."""
    if not is_whole(value):
        misplaced(name, parameter, "int", value)
    if value.__class__ in PLAIN and value._array.__class__ is np.ndarray and value._array.size == 1 and value._array.dtype.kind in "iu":
        return value._array.item()
    return int(value) if isinstance(value, np.integer) else value


_NOT_WHOLE = (bool, float, complex, str, list, tuple, type(None), np.bool_, np.inexact, np.ndarray)


_SPOKEN = {"bool": "bool", "int": "int", "int?": "int"}
_NUMBERS = frozenset({int, float, bool, complex})


def as_scalar(value: Any) -> Any:
    """A Python number for a `Scalar` or `float` argument: 0-d tensors give their value. Anything but a number is refused."""
    if value.__class__ in _NUMBERS:
        return check_word(value) if value.__class__ is int else value
    if isinstance(value, TensorBase):
        if value._array.ndim or value._requires_grad and value.requires_grad:  # type: ignore[attr-defined]
            raise TypeError("must be Number, not Tensor")  # that holds several, or has a gradient to lose
        return value._array.item()
    if not isinstance(value, (int, float, complex, np.generic)):
        raise TypeError(f"must be Number, not {type_of(value)}")
    return plain_number(value) if isinstance(value, np.generic) else value


def as_float(value: Any) -> Any:
    """The same for what may not be complex."""
    if value.__class__ is float:
        return value
    value = as_scalar(value)
    if value.__class__ is complex:
        raise TypeError("must be float, not complex")
    return value


def same_dtype(x: Any, dtype: Any) -> Any:
    """The dtype asked of a call in place, which has to be the tensor's own."""
    wanted = array_dtype(dtype)
    if wanted != x._array.dtype:
        raise RuntimeError(f"Bad in-place call: input tensor dtype {c_name(x._array.dtype)} and output tensor dtype {c_name(wanted)} "
                           "should match")
    return wanted


#: What has no derivative in PyTorch at all: a tensor that requires a gradient is as good an `out` as any.
_UNTRACKED = frozenset(["histc", "argmax", "argmin", "isin", "searchsorted", "bucketize", "eq", "ne", "lt", "le", "gt", "ge",
                        "logical_and", "logical_or", "logical_xor", "logical_not"])
#: Those that take a number for their first tensor, but not together with `out`.
_TENSOR_BEFORE_OUT = frozenset(["bitwise_and", "bitwise_or", "bitwise_xor", "bitwise_left_shift", "bitwise_right_shift", "remainder"])
#: Those that leave a node which refuses in backward.
_REFUSING_NODES = frozenset(["heaviside", "histogram", "floor_divide", "_chunk_cat"])


def write_out(call: Callable[..., Any], out: Any, *args: Any, **named: Any) -> Any:
    """Call, and store the result(s) in `out`, which is resized if it has another shape. `out=` has no derivative.

    Nothing is written unless every result fits.
    """
    outs = out if isinstance(out, (tuple, list)) else (out,)
    if any(value.__class__ not in ORDINARY for value in (*outs, *args)):
        meet((*outs, *args))
    for o in outs:
        if not isinstance(o, TensorBase):
            if out.__class__ in _NUMBERS and _name(call) in OF_NUMBERS:
                return write_out(call, wrap(np.array(out)), *args, **named)  # a number is as good a tensor for these
            raise TypeError(f"{_name(call)}(): argument 'out' must be Tensor, not {type_of(o)}")
    if args and not isinstance(args[0], TensorBase) and _name(call) in _TENSOR_BEFORE_OUT:
        raise wrong_combination(_name(call), args, {"out": out})
    late = _name(call) in out_texts.TYPE_FIRST
    refusing = not late and _check_recording(call, outs, args)
    with grad_mode(False):
        autocast, LOCAL.autocast = LOCAL.autocast, None  # which leaves alone what is told where to write
        try:
            result = call(*args, **named)
        except Exception as error:
            out_texts.look_first(_name(call), outs, args, error)
            if isinstance(error, NotImplementedError) or str(error) == "ZeroDivisionError":
                _check_unanswered(call, outs, args)
            raise
        finally:
            LOCAL.autocast = autocast
    out_texts.check_count(lambda: _name(call), out, result)
    results = result if isinstance(result, tuple) else (result,)
    _check_results(call, outs, results, args)
    if late:
        refusing = _check_recording(call, outs, args)
    for o, r in zip(outs, results, strict=True):
        _put(call, o, r, args)
    if refusing:
        given = [t for a in (*args, *named.values()) for t in (a if isinstance(a, (tuple, list)) else (a,)) if isinstance(t, TensorBase)]
        without_derivative(f"aten::{_name(call)}", given, outs)
    return type(result)(outs) if isinstance(result, tuple) else out


def _check_recording(call: Callable[..., Any], outs: Any, args: tuple[Any, ...]) -> bool:
    """Refuse a call that would have to be recorded. Answers whether it leaves a node that refuses in backward."""
    if LOCAL.levels:
        _refuse_examples(LOCAL.levels[-1], _name(call), (*outs, *args))
    refusing = LOCAL.grad and _name(call) in _REFUSING_NODES
    untracked = refusing or not getattr(call, "differentiable", True) or _name(call) in _UNTRACKED
    if LOCAL.grad and not untracked and any(_needs_grad(a) for a in (*outs, *args)) or refusing and any(o.requires_grad for o in outs):
        if _name(call) == "matmul":
            check_dimensions(*(t._array.shape for t in args[:2]))
        raise out_texts.gradient_refusal(f"aten::{_name(call)}" if refusing else _name(call), _leaf_among(outs))
    if LOCAL.levels and any(_has_tangent(a) for a in (*outs, *args)):
        raise NotImplementedError(f"Trying to use forward AD with {_name(call)}_out that does not support it because it is an out= "
                                  "function")
    for level in reversed(LOCAL.levels):
        _refuse_examples(level, _name(call), (*outs, *args))
    return refusing


def _leaf_among(outs: Any) -> str:
    """Whether one is a leaf that requires a gradient, or a view of one."""
    needing = [o for o in outs if o.requires_grad]
    if not needing:
        return ""
    if not has_node(needing[0]):
        return "leaf"
    return "view" if needing[0]._view is not None and needing[0]._view.is_leaf else ""


def _check_unanswered(call: Callable[..., Any], outs: Any, args: tuple[Any, ...]) -> None:
    """Refuse an `out` of an elementwise op whose kernel refuses its arguments: PyTorch looks at `out` before it gets there."""
    op = OPS.get(_name(call))
    if op is not None and op.elementwise and op.promote in ("common", "floating") and all(isinstance(a, TensorBase) for a in args):
        shape, dtype = np.broadcast_shapes(*(a._array.shape for a in args)), result_type(a._array for a in args)
        dtype = bool_ if op.name in _COMPARISONS else dtype if op.promote == "common" else floating_of(dtype)
        _check_results(call, outs, (wrap(np.empty(shape, dtype)),), args)


_COMPARISONS = frozenset({"lt", "gt", "le", "ge"})


def _check_results(call: Callable[..., Any], outs: Any, results: Any, args: tuple[Any, ...]) -> None:
    """Refuse what cannot be stored, before anything is."""
    name, exact, first = _name(call), getattr(call, "exact_out", True), _checks_first(call)
    for o, r in zip(outs, results, strict=True):
        if (o._array.__class__ is Ghost) is not (r._array.__class__ is Ghost):
            here, there = ("meta", "cpu") if r._array.__class__ is Ghost else ("cpu", "meta")
            raise out_texts.device_refusal(name, here, there)
        if first and not out_texts.is_exact(name):
            _check_own_shape(o, r, args)
        if args and args[0] is o:
            out_texts.check_own_type(name, r._array.dtype, o._array.dtype)
        _check_type(o, r._array.dtype, exact, "dot" if name in ("matmul", "linear") and not r._array.ndim else name, o is not outs[0])
    if name in ("matmul", "linear") and args[0]._array.ndim == 1 and args[1]._array.ndim == 2:
        put_array(outs[0], _in_one_row(outs[0]._array, results[0]._array.shape))  # PyTorch stores a matrix of one row, and drops the row
        bump(outs[0])
    _memory.refuse_shared(name, outs, args)
    for o, r in zip(outs, results, strict=True):
        if first or len(outs) > 1 and o._array.shape == r._array.shape:  # before the first of several is written
            check_overlap(o._array, ())
        if name in _memory.NEVER_THE_INPUT and _is_among(o, args):
            raise RuntimeError(PARTLY)
        if first:
            _check_own_shape(o, r, args)


def _is_among(o: Any, args: tuple[Any, ...]) -> bool:
    return any(a is o or a.__class__ is list and any(member is o for member in a) for a in args)


def _check_own_shape(o: Any, r: Any, args: tuple[Any, ...]) -> None:
    """Refuse to resize an input of an elementwise op."""
    if o._array.shape != r._array.shape and _is_among(o, args):
        raise RuntimeError(f"output with shape {list(o._array.shape)} doesn't match the broadcast shape {list(r._array.shape)}")


def _put(call: Callable[..., Any], o: Any, r: Any, args: tuple[Any, ...]) -> None:
    """Store one result."""
    if o._array.size and o._array.shape != r._array.shape:
        warn(f"An output with one or more elements was resized since it had shape {list(o._array.shape)}, which does not match the "
             f"required output shape {list(r._array.shape)}. This behavior is deprecated: give an out without elements, as t.resize_(0) "
             "makes it.")
    dense = getattr(call, "dense_out", False)
    if dense and (dense is True or dense(r)) and o._array.shape != r._array.shape:
        resize_array(o, r._array.shape)
    if o._array.__class__ is Ghost:
        put_array(o, o._array if o._array.shape == r._array.shape else ghost_like(r._array.raw, o._array.dtype))
        bump(o)
    elif isinstance(o._array, Lifted):
        with grad_mode(False):
            o.copy_(r)
    else:
        read = [a for a in _memory.read_together(_name(call), args) if not isinstance(getattr(a, "_array", None), Lifted)]
        _copy_into(o, concrete_array(r._array), read)


def _refuse_examples(level: Any, name: str, values: tuple[Any, ...]) -> None:
    """Refuse `out=` where a tensor has one value per example of vmap."""
    tensors = [t for v in values for t in (v if isinstance(v, (tuple, list)) else (v,)) if isinstance(t, TensorBase)]
    if isinstance(level, BatchLevel) and any(level in batch_levels(t) for t in tensors):
        raise RuntimeError(f"Batching rule not implemented for aten::{name}.out; the fallback path doesn't work on out= or view ops.")


def _checks_first(call: Any) -> bool:
    """Whether PyTorch refuses an `out` that overlaps itself even where it would be resized: elementwise ops, and some that pick."""
    op = OPS.get(_name(call)) or OPS.get(_name(call).removeprefix("special_"))
    if op is None:
        return _name(call) == "ldexp"  # which ends in a product
    return op.kind == "elementwise" or op.batch is aligned or op.name in _PICKING


_PICKING = frozenset(("index_select", "take", "masked_select", "scatter_add"))


def overwrite(t: Any, function: Callable[..., Any], *args: Any) -> Any:
    """`function(t, *args)` in place of `t`, refused where the type of the result cannot be cast to the tensor's."""
    from .._dispatch.inplace_parts import compose_in_place

    return compose_in_place(t, lambda t: function(t, *args), lambda result: _check_type(t, result._array.dtype, False))


def given(p: Any, q: Any, r: Any, rest: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function whose first three may be missing."""
    return () if p is MISSING else (p,) if q is MISSING else (p, q) if r is MISSING else (p, q, r, *rest)


@cache
def taking_anything() -> inspect.Signature:
    """The signature of a function that hands on what it is given."""
    return inspect.signature(lambda *args, **kwargs: None)


def dressed_as(function: Any) -> Callable[[Any], Any]:
    """`functools.wraps`, in half the time: there are hundreds of these to an import."""
    if function.__class__ is not FunctionType:
        return wraps(function)

    def dress(face: Any) -> Any:
        face.__module__, face.__name__, face.__qualname__ = function.__module__, function.__name__, function.__qualname__
        face.__doc__, face.__annotations__ = function.__doc__, function.__annotations__
        if function.__dict__:
            face.__dict__.update(function.__dict__)
        face.__wrapped__ = function
        return face

    return dress


def takes_out(function: Function) -> Function:
    """`function` with its `out=`: the function itself declares the argument, its result is stored here."""
    @dressed_as(function)
    def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        return function(*args, **kwargs) if out is None else write_out(partial(function, **kwargs), out, *args)

    return call


#: Of functions that only look whether their first argument is a tensor, before (or after) they call another: the other. A call that
#: is known to have one may go there directly.
BEHIND_CHECK: dict[Callable[..., Any], Callable[..., Any]] = {}


def takes_tensor(function: Function) -> Function:
    """`function` with PyTorch's refusal of a first argument that is no tensor. Not for functions where a tenth of a microsecond counts."""
    @dressed_as(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and not isinstance(args[0], TensorBase):
            raise wrong_type(function.__name__, "input", 1, "Tensor", args[0])
        return function(*args, **kwargs)

    BEHIND_CHECK[call] = function
    return call


def overloaded(function: Function) -> Function:
    """`takes_tensor` for what has several signatures in PyTorch: it then lists the types of all arguments."""
    @dressed_as(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not (isinstance(args[0], TensorBase) if args else kwargs):
            raise wrong_combination(function.__name__, args, kwargs)
        return function(*args, **kwargs)

    BEHIND_CHECK[call] = function
    return call


def check_members(tensors: Any, argument: int = 0) -> None:
    """Refuse a list that holds something that is no tensor."""
    for place, member in enumerate(tensors):
        if not isinstance(member, TensorBase):
            raise TypeError(f"expected Tensor as element {place} in argument {argument}, but got {type(member).__name__}")


def _needs_grad(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_needs_grad(v) for v in value)
    return isinstance(value, TensorBase) and bool(value.requires_grad)  # type: ignore[attr-defined]


def _has_tangent(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has_tangent(v) for v in value)
    return isinstance(value, TensorBase) and value._autograd_meta is not None and bool(value._autograd_meta.tangents)


def _name(call: Any) -> str:
    name: str = getattr(call, "torch_name", "") or getattr(getattr(call, "func", call), "__name__", "op")
    return name


def into(out: Any, call: Callable[..., Any], *args: Any) -> Any:
    """The result of a call, in `out` if there is one."""
    return call(*args) if out is None else write_out(call, out, *args)


def _check_type(out: Any, dtype: np.dtype[Any], exact: bool, name: str = "", place: int = 0) -> None:
    """Refuse a result of type `dtype` that `out` may not hold."""
    if out._array.dtype != dtype:
        out_texts.check_type(name, dtype, out._array.dtype, exact, place)


def store_out(out: Any, result: Any, device: Any = None) -> None:
    """Copy what a factory made, on a device if one was asked for, into `out`, cast as PyTorch allows and resized if it must be."""
    if device is not None and (on_meta := check_device(device)) is not is_ghost(out):
        here, there = ("meta", "cpu") if on_meta else ("cpu", "meta")
        raise RuntimeError(f"device type {here} does not match device type of out parameter ({there})")
    _check_type(out, result.dtype, False)
    if out._array.__class__ is Ghost:
        put_array(out, ghost_like(result, out._array.dtype))
        return bump(out)
    _copy_into(out, result, ())


def _copy_into(out: Any, result: np.ndarray[Any, Any], args: Any) -> None:
    if out._array.shape != result.shape:
        _make_room(out, result)
    about_to_write(out)
    check_overlap(out._array, args)
    if out._array.__class__ is Pending:
        out._array.write(result)
    else:
        np.copyto(out._array, result, casting="unsafe")
    bump(out)


def _shaped_like(result: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Empty, with the shape and the order of dimensions of `result`. (numpy's `empty_like` loses where dimensions of size 1 stand.)"""
    if not result.size:
        found = np.empty(result.shape, dtype)
        return np.lib.stride_tricks.as_strided(found, found.shape, [s // result.itemsize * dtype.itemsize for s in result.strides])
    order = sorted(range(result.ndim), key=lambda d: -abs(result.strides[d]))
    plain = np.empty([result.shape[d] for d in order], dtype)
    return plain.transpose(np.argsort(order)) if order != sorted(order) else plain


def _make_room(out: Any, result: np.ndarray[Any, Any]) -> None:
    """Give `out` the geometry of `result`, in its own memory: views of it are to see what is stored."""
    from .moving import is_alone, place_for

    wanted = _shaped_like(result, out._array.dtype)
    marked = out._array if out._array.__class__ is Pending else None
    if not (wanted.size and is_alone(out) and out._array.size < wanted.size and (out._array.base is None or not out._array.size)):
        wanted = place_for(out, wanted.shape, tuple([step // wanted.itemsize for step in wanted.strides]))
    put_array(out, wanted if marked is None else marked.over(wanted))


def _in_one_row(a: Any, shape: tuple[int, ...]) -> Any:
    """What resizing makes of a vector: the same memory without gaps, where there is enough of it."""
    if a.shape == shape and a.strides > (0,):
        return np.lib.stride_tricks.as_strided(a, shape, (a.itemsize,)) if a.size > 1 else a
    return np.empty(shape, a.dtype)


def resize_array(out: Any, shape: tuple[int, ...]) -> None:
    """Give a tensor another shape in its own memory; its values need not be kept."""
    _make_room(out, np.empty(shape, out._array.dtype))


#: Dimensions from this on are looked at more closely.
LARGE = 2**24


def check_sizes(shape: tuple[int, ...], name: str) -> None:
    """Refuse sizes that no tensor has."""
    for place, n in enumerate(shape, 1):
        if n >= 2**63:
            raise TypeError(f"{name}(): argument 'size' failed to unpack the object at pos {place} with error "
                            '"Overflow when unpacking long long')
        if n < 0 and name == "zeros":
            raise RuntimeError("zeros: Dimension size must be non-negative.")
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    if math.prod(shape) >= 2**60:  # of elements of 8 bytes
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")
