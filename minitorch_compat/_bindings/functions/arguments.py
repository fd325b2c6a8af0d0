"""Helpers of generated bindings: `out=`, scalars, missing arguments."""
from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from functools import cache, partial, wraps
from types import FunctionType
from typing import Any, NoReturn, TypeVar

import numpy as np

from ..._array.core.deferred import Family
from ..._array.core.dtypes import c_name, check_64_bits
from ..._array.core.meta import MetaArray
from ..._array.core.numbers import to_python_number
from ..._array.exchange.type_names import value_type_name
from ..._dispatch.call.caller import is_unaffected_by_modes
from ..._dispatch.device import no_pinned_memory
from ..._dispatch.dtype import array_dtype
from ..._dispatch.messages import argument_messages
from ..._dispatch.size import Size
from ..._dispatch.state import ACTIVE, LOCAL, PAUSED, PLAIN
from ..._dispatch.tensor import TensorBase
from ..settings.constants import layout as layout_type
from ..settings.constants import strided

#: Needed only by calls with `out`.
out_refusals: Any = Family(f"{__name__.partition('.')[0]}._bindings.out.refusals")
out_results: Any = Family(f"{__name__.partition('.')[0]}._bindings.out.results")
Function = TypeVar("Function", bound=Callable[..., Any])

MISSING: Any = type("MISSING", (), {"__repr__": lambda self: "<required>", "__slots__": ()})()


def refuse_bool_size(size: tuple[Any, ...]) -> tuple[Any, ...]:
    """Check the arguments of `expand`: a bool is no size."""
    first = size[0] if size else 0
    if first.__class__ is bool or first.__class__ in (tuple, list) and first and first[0].__class__ is bool:
        raise TypeError("expand(): argument 'size' (position 1) must be tuple of ints, not bool")
    return size


def resolve_alias(function: str, keyword: str, value: Any, value_by_own_name: Any, default: Any) -> Any:
    """The value of a parameter that was passed under numpy's name; TypeError if it was passed under its own name, too."""
    if value_by_own_name is not default and (value_by_own_name.__class__ is not default.__class__ or value_by_own_name != default):
        raise TypeError(f"{function}() got an unexpected keyword argument '{keyword}'")
    return value


def resolve_numpy_names(name: str, count: int, own: Any, *others: Any) -> Any:
    """The value of a parameter that numpy names differently; TypeError if it was passed twice, or more than `count` arguments by position.

    A surplus positional argument is bound to the first of those names, and cannot be told from one passed by that name.
    """
    passed = [value for value in others if value is not MISSING]
    if not passed:
        return own
    if own is not MISSING or len(passed) > 1:
        raise TypeError(f"{name}() takes {count} positional argument{'s' * (count > 1)} but {count + len(passed)} were given")
    return passed[0]


def resolve_numpy_operands(name: str, count: int, input: Any, other: Any, *others: Any) -> tuple[Any, Any]:
    """The same for both operands: the last of numpy's names is that of the second one."""
    return resolve_numpy_names(name, count, input, *others[:-1]), resolve_numpy_names(name, count, other, others[-1])


def high_from_tensor(high: Any) -> int:
    """The end of a range of random numbers, passed as a tensor."""
    if high._array.ndim or high._array.__class__ is MetaArray:
        raise RuntimeError("high must be a scalar tensor and on CPU")
    return int(high._array)


def missing_argument(name: str, argument: str) -> TypeError:
    """The error for a missing required argument."""
    return TypeError(f"{name}() missing 1 required positional arguments: \"{argument}\"")


def refuse_pin_memory(name: str, pin_memory: Any) -> None:
    """Refuse pinned memory, since there is no device to pin it for."""
    if pin_memory is not True:
        raise TypeError(f"{name}(): argument 'pin_memory' must be bool, not {value_type_name(pin_memory)}")
    raise no_pinned_memory()


def require_strided(name: str, layout: Any) -> None:
    """Refuse a layout other than `torch.strided`."""
    if layout is None or layout is strided:
        return
    if layout.__class__ is not layout_type:
        raise TypeError(f"{name}(): argument 'layout' must be torch.layout, not {value_type_name(layout)}")
    raise NotImplementedError(f"{name}() makes strided tensors only, not one of layout {layout}: to_sparse() and its like convert them")


def can_run_on_arrays(*tensors: Any) -> bool:
    """Whether a function composed of several ops may run on arrays: no observer, and none of the ops is recorded."""
    for t in tensors:
        if t.__class__ not in PLAIN or t._requires_grad and (not PAUSED or LOCAL.grad) and t.requires_grad:
            return False
    return not ACTIVE or is_unaffected_by_modes(tensors)


def refuse_requires_grad(function: str, **arguments: Any) -> None:
    """Refuse arguments that require a gradient if the function has no derivative for them; numbers and None are accepted."""
    for name, t in arguments.items():
        if isinstance(t, TensorBase) and t._requires_grad and LOCAL.grad and t.requires_grad:  # type: ignore[attr-defined]
            raise RuntimeError(f"The function '{function}' is not differentiable with respect to argument '{name}'. This input cannot have "
                               "requires_grad True.")


def raise_wrong_type(name: str, parameter: str, expected: str, value: Any) -> NoReturn:
    """Refuse a value that numpy would accept as a number or flag."""
    wanted = _TYPE_NAMES.get(expected[:4], "tuple of ints")
    raise TypeError(f"{name}(): argument '{parameter}' must be {wanted}, not {value_type_name(value)}")


def is_int_like(value: Any) -> bool:
    """Whether a value of another class than int may count as an int in PyTorch: bools do not, not even numpy's.

    True for unusual classes, which may override.
    """
    return not isinstance(value, _NOT_INTS)


def to_int(name: str, parameter: str, value: Any) -> Any:
    """Convert numpy integers and tensors without dimensions to int. Tensors of more dimensions are left to `retry_arguments`."""
    if value is MISSING:
        raise missing_argument(name, parameter)
    if not is_int_like(value):
        raise_wrong_type(name, parameter, "int", value)
    if value.__class__ in PLAIN and value._array.__class__ is np.ndarray:
        if value._array.ndim or value._array.dtype.kind not in "iu":
            if LOCAL.function_modes:
                return value  # a mode is called first
            raise_wrong_type(name, parameter, "int", value)
        return value._array.item()
    return int(value) if isinstance(value, np.integer) else value


#: Usual classes of an argument for ints, including a single one.
SIZES = frozenset({int, list, tuple, Size})


def check_int_list(name: str, parameter: str, value: Any) -> None:
    """Refuse iterables that are no list of ints; a tensor that stands for a single int is left to `retry_arguments`."""
    if value is MISSING:
        raise missing_argument(name, parameter)
    if value is None or value.__class__ in PLAIN and not LOCAL.function_modes or isinstance(value, _NOT_INT_LISTS):
        raise_wrong_type(name, parameter, "int[]", value)


_NOT_INT_LISTS = (bool, dict, set, frozenset, range, bytes, np.ndarray)
_NOT_INTS = (bool, float, complex, str, list, tuple, type(None), np.bool_, np.inexact, np.ndarray)


_TYPE_NAMES = {"bool": "bool", "int": "int", "int?": "int"}
_NUMBERS = frozenset({int, float, bool, complex})


def as_scalar(value: Any) -> Any:
    """Convert a `Scalar` or `float` argument to a Python number: 0-d tensors by their value. Refuse anything but numbers."""
    if value.__class__ in _NUMBERS:
        return check_64_bits(value) if value.__class__ is int else value
    if isinstance(value, TensorBase):
        if value._array.ndim or value._requires_grad and value.requires_grad:  # type: ignore[attr-defined]
            raise TypeError("must be Number, not Tensor")  # a tensor of several elements, or one that requires a gradient
        return value._array.item()
    if not isinstance(value, (int, float, complex, np.generic)):
        raise TypeError(f"must be Number, not {value_type_name(value)}")
    return to_python_number(value) if isinstance(value, np.generic) else value


def as_float(value: Any) -> Any:
    """The same for arguments that may not be complex; ints may have any size."""
    if value.__class__ is float:
        return value
    if value.__class__ is int:
        return float(value) if abs(value) >= 1 << 63 else value
    value = as_scalar(value)
    if value.__class__ is complex:
        raise TypeError("must be float, not complex")
    return value


def check_own_dtype(x: Any, dtype: Any) -> Any:
    """The `dtype` argument of an in-place call, which has to be the tensor's own."""
    np_dtype = array_dtype(dtype)
    if np_dtype != x._array.dtype:
        raise RuntimeError(f"Bad in-place call: input tensor dtype {c_name(x._array.dtype)} and output tensor dtype {c_name(np_dtype)} "
                           "should match")
    return np_dtype


def write_out(call: Callable[..., Any], out: Any, *args: Any, **named: Any) -> Any:
    """Call, and store the result(s) in `out`, which is resized if it has another shape. `out=` has no derivative.

    Nothing is written unless every result fits.
    """
    return out_results.call_and_store(call, out, *args, **named)



def overwrite(t: Any, function: Callable[..., Any], *args: Any) -> Any:
    """Write `function(t, *args)` into `t`; refused if the result cannot be cast to the tensor's dtype."""
    from ..._dispatch.graph.composed_inplace import compose_in_place
    return compose_in_place(t, lambda t: function(t, *args), lambda result: out_results.check_type(t, result._array.dtype, False))


def passed_arguments(p: Any, q: Any, r: Any, rest: tuple[Any, ...]) -> tuple[Any, ...]:
    """The arguments of a function of which the first three may be missing."""
    return () if p is MISSING else (p,) if q is MISSING else (p, q) if r is MISSING else (p, q, r, *rest)


@cache
def variadic_signature() -> inspect.Signature:
    """The signature of a function that passes on its arguments."""
    return inspect.signature(lambda *args, **kwargs: None)


def fast_wraps(function: Any) -> Callable[[Any], Any]:
    """`functools.wraps` in half the time: an import makes hundreds of these calls."""
    if function.__class__ is not FunctionType:
        return wraps(function)

    def dress(wrapper: Any) -> Any:
        wrapper.__module__, wrapper.__name__, wrapper.__qualname__ = function.__module__, function.__name__, function.__qualname__
        wrapper.__doc__, wrapper.__annotations__ = function.__doc__, function.__annotations__
        if function.__dict__:
            wrapper.__dict__.update(function.__dict__)
        wrapper.__wrapped__ = function
        return wrapper

    return dress


def takes_out(function: Function) -> Function:
    """Store the result of `function` in `out=`, which the function itself only declares."""
    @fast_wraps(function)
    def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        return function(*args, **kwargs) if out is None else write_out(partial(function, **kwargs), out, *args)

    return call


#: Function that checks whether its first argument is a tensor -> function that it wraps. Calls known to have a tensor can use the
#: latter directly.
UNCHECKED: dict[Callable[..., Any], Callable[..., Any]] = {}


def takes_tensor(function: Function) -> Function:
    """Let `function` refuse a first argument that is no tensor. Not for functions where a tenth of a microsecond counts."""
    @fast_wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and not isinstance(args[0], TensorBase):
            raise argument_messages.wrong_type(function.__name__, "input", 1, "Tensor", args[0])
        return function(*args, **kwargs)

    UNCHECKED[call] = function
    return call


def overloaded(function: Function) -> Function:
    """`takes_tensor` for functions of several signatures, whose message lists the types of all arguments."""
    @fast_wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not (isinstance(args[0], TensorBase) if args else kwargs):
            raise argument_messages.wrong_combination(function.__name__, args, kwargs)
        return function(*args, **kwargs)

    UNCHECKED[call] = function
    return call


def check_tensor_list(tensors: Any, argument: int = 0) -> None:
    """Refuse a list with members that are no tensors."""
    for place, member in enumerate(tensors):
        if not isinstance(member, TensorBase):
            raise TypeError(f"expected Tensor as element {place} in argument {argument}, but got {type(member).__name__}")



def call_with_out(out: Any, call: Callable[..., Any], *args: Any) -> Any:
    """Return the result of a call, stored in `out` if given."""
    return call(*args) if out is None else write_out(call, out, *args)


def store_out(out: Any, result: Any, device: Any = None) -> None:
    """Copy the result of a factory function (on `device`, if given) into `out`, with PyTorch's casts, resizing it if necessary."""
    out_results.store_factory_result(out, result, device)



LARGE_SIZE = 2**24


def check_sizes(shape: tuple[int, ...], name: str) -> None:
    """Refuse invalid sizes."""
    for place, n in enumerate(shape, 1):
        if n >= 2**63:
            raise TypeError(f"{name}(): argument 'size' failed to unpack the object at pos {place} with error "
                            '"Overflow when unpacking long long')
        if n < 0 and name == "zeros":
            raise RuntimeError("zeros: Dimension size must be non-negative.")
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    if math.prod(shape) >= 2**60:  # for elements of 8 bytes
        raise RuntimeError(f"Storage size calculation overflowed with sizes={list(shape)}")
