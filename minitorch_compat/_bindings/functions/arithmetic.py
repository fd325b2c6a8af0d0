"""Arithmetic with irregular signatures: several under one name. Functions first, then their methods."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import HALF_TYPES, c_name, check_64_bits
from ..._array.core.numbers import check_number_fits, to_python_number
from ..._array.index.indexing import to_scalar_array
from ..._array.sparse.coo import Sparse
from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.call.torch_function import dispatch_override, handles_overrides
from ..._dispatch.graph.inplace import check_memory, in_place, inplace
from ..._dispatch.levels.lifting import DYNAMIC, batch_levels
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY, PLAIN
from ..._dispatch.tensor import TensorBase
from ..._dispatch.wrapping import wrap
from ..._ops.op import ENTRY, OPS, Op
from ..override.overridable import all_overridable, overridable_def, resolve
from ..retired.scaled_forms import scaled_sum
from ..settings.dtype_info import result_type
from .arguments import MISSING, as_scalar, call_with_out, resolve_numpy_operands, write_out
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_add, _sub, _rsub, _div = (lazy_call(n) for n in ("add", "sub", "rsub", "div"))
_div_trunc, _div_floor, _floor_divide, _remainder = (lazy_call(n) for n in ("div_trunc", "div_floor", "floor_divide", "remainder"))
_pow, _pow_scalar, _pow_of_scalar, _float_power = (lazy_call(n) for n in ("pow", "pow_scalar", "pow_of_scalar", "float_power"))
_clamp_scalars, _clamp_tensors, _clamp_min, _clamp_max = (
    lazy_call(n) for n in ("clamp_scalars", "clamp_tensors", "clamp_min_scalar", "clamp_max_scalar"))
_where, _lerp, _lerp_scalar = (lazy_call(n) for n in ("where", "lerp", "lerp_scalar"))
_rsub_tensor, _round, _round_decimals = lazy_call("rsub_tensor"), lazy_call("round"), lazy_call("round_decimals")
_clamp_min_tensor, _clamp_max_tensor = lazy_call("clamp_min_tensor"), lazy_call("clamp_max_tensor")
_add_, _sub_ = in_place("add"), in_place("sub")
_add_scaled, _sub_scaled, _rsub_scaled = lazy_call("add_scaled"), lazy_call("sub_scaled"), lazy_call("rsub_scaled")
_add_scaled_, _sub_scaled_ = in_place("add_scaled"), in_place("sub_scaled")
_clamp_scalars_ = in_place("clamp_scalars")
resolve_calls(globals())
_NUMBERS = (int, float, complex)


def _multiply_by_alpha(input: Any, other: Any, alpha: Any) -> Any:
    """alpha * other; refuse an alpha of a higher category than the result."""
    if alpha.__class__ is int and alpha == 1:
        return other
    if other.__class__ not in ORDINARY or input.__class__ not in ORDINARY:
        dispatch_override((input, other))
    alpha = as_scalar(alpha)
    kinds = {v._array.dtype.kind if isinstance(v, TensorBase) else _KIND_OF_CLASS.get(v.__class__, "f") for v in (input, other)}
    if isinstance(alpha, bool) and kinds != {"b"}:
        raise RuntimeError("Boolean alpha only supported for Boolean results.")
    if not isinstance(alpha, int) and kinds <= {"b", "i", "u"}:
        raise RuntimeError("For integral input tensors, argument alpha must not be a floating point number.")
    if isinstance(alpha, complex) and "c" not in kinds:
        raise RuntimeError("For non-complex input tensors, argument alpha must not be a complex number.")
    sparse = any(isinstance(v, TensorBase) and isinstance(v._array, Sparse) for v in (input, other))
    if isinstance(other, TensorBase) and not sparse and (other._array.dtype.kind in "biu" or not other._requires_grad):
        # Computed in the dtype of the result: in that of `other`, integers could wrap around.
        common = result_type(input, other)  # type: ignore[arg-type]
        if common.numpy.kind in "iu" and not (isinstance(input, TensorBase) and input._array.dtype.kind == "b"):
            to_scalar_array(alpha, common.numpy)  # refuses an alpha out of range
        other = other if other.dtype is common else other.to(common)  # type: ignore[attr-defined]
    return other * (bool(alpha) if kinds == {"b"} else alpha)


def _is_operand(other: Any) -> bool:
    """Whether `other` can be multiplied: a tensor, or a number of at most 64 bits."""
    return isinstance(other, (TensorBase, *_NUMBERS, np.generic)) and (other.__class__ is not int or -(1 << 63) <= other < 1 << 63)


def _apply_with_alpha(plain: Any, scaled: Any, input: Any, other: Any, alpha: Any, out: Any = None) -> Any:
    """`plain(input, alpha * other)`, into `out` if given; a recorded call gets a node with `alpha`, as PyTorch's has."""
    is_one = alpha.__class__ is int and alpha == 1
    if not is_one and alpha.__class__ is not float:
        alpha = _plain_number(alpha)
        is_one = alpha.__class__ is int and check_64_bits(alpha) == 1
    if not is_one:
        if _scales_as_one(scaled, input, other, alpha):
            return scaled(input, other, alpha) if out is None else call_with_out(out, scaled, input, other, alpha)
        if _is_operand(other):  # otherwise `plain` raises
            if input.__class__ in PLAIN and other.__class__ in PLAIN and (
                    plain is _add_ or plain is _sub_ and other._array.dtype.kind != "b"):
                check_memory(ENTRY.add, input._array, (other,))  # needed here, since the product below is in new memory
            other = (_multiply_by_alpha if scaled in (_add_scaled, _add_scaled_) else _scaled_subtrahend)(input, other, alpha)
    return plain(input, other) if out is None else call_with_out(out, plain, input, other)


def _scales_as_one(scaled: Any, input: Any, other: Any, alpha: Any) -> bool:
    """Whether one op scales and adds: in half precision product and sum are rounded once."""
    if not ((alpha.__class__ is float or alpha.__class__ is int) and input.__class__ in PLAIN and other.__class__ in PLAIN):
        return False
    own, its = input._dtype, other._dtype
    kinds = "fuib" if scaled is _add_scaled else "fui"
    return own is its and (own.kind == "f" or own in HALF_TYPES) or bool(
        LOCAL.grad and own.kind in kinds and its.kind in kinds and "f" in (own.kind, its.kind)
        and (input._requires_grad or other._requires_grad))


def _plain_number(alpha: Any) -> Any:
    """A number that came as a tensor or a scalar of numpy, as a number of Python; anything else as it is."""
    return as_scalar(alpha) if alpha.__class__ in PLAIN or isinstance(alpha, np.generic) else alpha


def _scaled_subtrahend(input: Any, other: Any, alpha: Any) -> Any:
    """alpha * other; a bool unchanged, which the subtraction then refuses."""
    as_it_is = other.__class__ is bool or isinstance(other, TensorBase) and other._array.dtype.kind == "b"
    return other if as_it_is else _multiply_by_alpha(input, other, alpha)


_KIND_OF_CLASS = {bool: "b", int: "i", complex: "c"}


@shown_as("input, other, *, alpha=1, out=None")
@handles_overrides
def add(input: Tensor | int | float | complex | bool = MISSING, other: Tensor | int | float | complex | bool = MISSING,
        x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
        alpha: int | float | complex | bool = 1, out: Tensor | int | float | complex | bool | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """The sum of two tensors, the second multiplied by `alpha`.

        out[i] = input[i] + alpha * other[i]

    The operators `+` and `+=` call it with `alpha` 1.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    alpha : number, default 1
        Multiplies `other`. For integers it must be an int, for truth values a bool.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, `alpha` is a fraction for integer operands, or the result does not fit into `out`.

    References
    ----------
    PyTorch: torch.add

    Examples
    --------
    >>> torch.add(torch.tensor([1., 2.]), 10)
    tensor([11., 12.])
    >>> a = torch.tensor([[1], [2]])
    >>> torch.add(a, torch.tensor([10, 20]), alpha=2)
    tensor([[21, 41],
            [22, 42]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            if input is not MISSING and other is not MISSING:  # a third positional argument is bound to the first of numpy's names
                return scaled_sum("add", add, input, other, tuple(v for v in (x, a, x1, x2) if v is not MISSING), out)
            input, other = resolve_numpy_operands("add", 2, input, other, x, a, x1, x2)
        return _apply_with_alpha(_add, _add_scaled, input, other, alpha, out)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, alpha=1, out=None")
@handles_overrides
def sub(input: Tensor | int | float | complex | bool = MISSING, other: Tensor | int | float | complex | bool = MISSING,
        x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
        alpha: int | float | complex | bool = 1, out: Tensor | int | float | complex | bool | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """The difference of two tensors, the second multiplied by `alpha`.

        out[i] = input[i] - alpha * other[i]

    The operators `-` and `-=` call it with `alpha` 1.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    alpha : number, default 1
        Multiplies `other`. For integers it must be an int.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, an operand is of truth values (use `^` or `logical_xor` for those), or the result
        does not fit into `out`.

    References
    ----------
    PyTorch: torch.sub

    Examples
    --------
    >>> torch.sub(torch.tensor([5, 7]), torch.tensor([1, 2]))
    tensor([4, 5])
    >>> torch.sub(torch.tensor([1., 1.]), torch.tensor([1., 2.]), alpha=3)
    tensor([-2., -5.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            if input is not MISSING and other is not MISSING:  # a third positional argument is bound to the first of numpy's names
                return scaled_sum("sub", sub, input, other, tuple(v for v in (x, a, x1, x2) if v is not MISSING), out)
            input, other = resolve_numpy_operands("sub", 2, input, other, x, a, x1, x2)
        return _apply_with_alpha(_sub, _sub_scaled, input, other, alpha, out)
    except Exception as error:
        return resolve(error)


subtract = sub


_TWO_BOOLS_ERROR = ("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
                    "instead.")
_ONE_BOOL_ERROR = ("Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
                   "`logical_not()` operator instead.")


def rsub(input: Tensor, other: Tensor | int | float | complex | bool, *, alpha: int | float | complex | bool = 1) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """The difference the other way round: `other` minus `alpha` times `input`.

        out[i] = other[i] - alpha * input[i]

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    alpha : number, default 1
        Multiplies `input`.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or an operand is of truth values.

    References
    ----------
    PyTorch: torch.rsub

    Examples
    --------
    >>> torch.rsub(torch.tensor([1., 2.]), 10)
    tensor([9., 8.])
    """
    subtrahend: Any = input
    minuend: Any = other
    alpha = _plain_number(alpha)
    if subtrahend.__class__ in PLAIN and minuend.__class__ in PLAIN and subtrahend._dtype is minuend._dtype and (
            subtrahend._dtype.char in "fd" and subtrahend._array.shape == minuend._array.shape):
        if alpha.__class__ is int:
            return _rsub_tensor(input, other) if alpha == 1 else _rsub_scaled(input, other, alpha)
        if alpha.__class__ is float:
            return _rsub_scaled(input, other, check_number_fits(alpha, subtrahend._dtype))
    if not isinstance(input, TensorBase):
        raise argument_messages.wrong_combination("rsub", (input, other), {})
    if isinstance(other, np.generic):
        other = to_python_number(other)
    if other.__class__ is int:
        check_64_bits(other)
    for t in (input, other):
        if isinstance(t, TensorBase) and t._array.dtype.kind == "b":
            both = all(isinstance(v, bool) or isinstance(v, TensorBase) and v._array.dtype.kind == "b" for v in (input, other))
            raise RuntimeError(_TWO_BOOLS_ERROR if both else _ONE_BOOL_ERROR)
    if isinstance(other, TensorBase) and (text := broadcast_message([other._array.shape, input._array.shape])):
        raise RuntimeError(text)
    if isinstance(other, TensorBase) and other._array.dtype is input._array.dtype and other._array.dtype.kind == "f" and (
            alpha.__class__ is float or alpha.__class__ is int and alpha != 1):
        return _rsub_scaled(input, other, check_number_fits(alpha, input._array.dtype) if alpha.__class__ is float else alpha)
    input = _multiply_by_alpha(other, input, check_number_fits(alpha, input._array.dtype) if alpha.__class__ is float else alpha)
    return _rsub(input, other) if isinstance(other, _NUMBERS) else _rsub_tensor(input, other)


def _select_division(rounding_mode: str | None) -> tuple[Any, Op]:
    if rounding_mode is None:
        return _div, ENTRY.div
    if rounding_mode == "trunc":
        return _div_trunc, ENTRY.div_trunc
    if rounding_mode == "floor":
        return _div_floor, ENTRY.div_floor
    raise RuntimeError(f"div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '{rounding_mode}'")


@shown_as("input, other, *, rounding_mode=None, out=None")
@handles_overrides
def div(input: Tensor | int | float | complex | bool = MISSING, other: Tensor | int | float | complex | bool = MISSING,
        x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING, rounding_mode: str | None = None,
        out: Tensor | int | float | complex | bool | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """The quotient of two tensors, element by element, optionally rounded.

        out[i] = input[i] / other[i]

    Without `rounding_mode` this is the operator `/`, and integers give the default floating dtype.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    rounding_mode : str, optional
        'trunc' rounds towards zero and 'floor' downwards, both in the dtype to which the operands promote; None does not
        round.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast; without rounding in a floating or complex dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, integers are divided by zero with rounding, or the result does not fit into `out`.

    References
    ----------
    PyTorch: torch.div

    Examples
    --------
    >>> a = torch.tensor([7, -7])
    >>> torch.div(a, 2)
    tensor([ 3.5000, -3.5000])
    >>> torch.div(a, 2, rounding_mode="trunc"), torch.div(a, 2, rounding_mode="floor")
    (tensor([ 3, -3]), tensor([ 3, -4]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("div", 2, input, other, x, a, x1, x2)
        return call_with_out(out, _select_division(rounding_mode)[0], input, other)
    except Exception as error:
        return resolve(error)


divide = div


def true_divide(input: Tensor | int | float | complex | bool, other: Tensor | int | float | complex | bool, *,
                out: Tensor | int | float | complex | bool | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """The quotient of two tensors, never rounded: `torch.div` without `rounding_mode`.

        out[i] = input[i] / other[i]

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.true_divide

    Examples
    --------
    >>> torch.true_divide(torch.tensor([1, 2]), 4)
    tensor([0.2500, 0.5000])
    """
    return call_with_out(out, _div, input, other)


def floor_divide(input: Any, other: Any, *, out: Any = None) -> Tensor:
    """input / other, rounded down."""
    return call_with_out(out, _floor_divide, input, other)


def remainder(input: Any, other: Any, *, out: Any = None) -> Tensor:
    """Remainder of the division that rounds down: it has the sign of `other`."""
    return call_with_out(out, _remainder, input, other)


def power(input: Any, exponent: Any, *, out: Any = None) -> Any:
    """input ** exponent, either of which may be a number."""
    if out is None and input.__class__ in PLAIN and (exponent.__class__ in PLAIN or exponent.__class__ is float):
        return _pow_scalar(input, exponent) if exponent.__class__ is float else _pow(input, exponent)
    if isinstance(exponent, np.generic):
        exponent = to_python_number(exponent)
    elif isinstance(input, np.generic):
        input = to_python_number(input)
    for v in (exponent, input):
        if v.__class__ is int:
            check_64_bits(v)
    if isinstance(exponent, _NUMBERS):
        return call_with_out(out, _pow if isinstance(input, _NUMBERS) else _pow_scalar, input, exponent)
    if isinstance(input, _NUMBERS):
        return call_with_out(out, _pow_of_scalar, input, exponent)
    return call_with_out(out, _pow, input, exponent)


def pow(input: Tensor, exponent: Tensor | int | float | complex | bool, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """One tensor to the power of another, element by element.

        out[i] = input[i] ** exponent[i]

    This is the operator `**`. Either operand may be a number, but not both.

    Parameters
    ----------
    input : Tensor or number
        The base.
    exponent : Tensor or number
        The exponent.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An int has a negative exponent that is an int, the shapes cannot be broadcast, or the result does not fit into
        `out`.

    References
    ----------
    PyTorch: torch.pow

    Examples
    --------
    >>> torch.pow(torch.tensor([1., 2., 3.]), 2)
    tensor([1., 4., 9.])
    >>> torch.pow(2, torch.tensor([0., 1., 2., 3.]))
    tensor([1., 2., 4., 8.])
    >>> torch.pow(torch.tensor([2, 3]), torch.tensor([3, 2]))
    tensor([8, 9])
    """
    return power(input, exponent, out=out)


def pow_(self: Any, exponent: Any) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """One tensor to the power of another, element by element. In place.

        out[i] = self[i] ** exponent[i]

    This is the operator `**`. Either operand may be a number, but not both.

    Parameters
    ----------
    exponent : Tensor or number
        The exponent.

    Returns
    -------
    Tensor
        `self`, changed.

    Raises
    ------
    RuntimeError
        An int has a negative exponent that is an int, the shapes cannot be broadcast, or the result does not fit into
        `self`.

    References
    ----------
    PyTorch: torch.pow

    Examples
    --------
    >>> torch.tensor([1., 2., 3.]).pow_(2)
    tensor([1., 4., 9.])
    """
    if exponent.__class__ is int:
        check_64_bits(exponent)
    return inplace(OPS["pow_scalar" if isinstance(exponent, _NUMBERS) else "pow"], self, exponent)


def float_power(input: Tensor, exponent: Tensor | int | float | complex | bool, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """One tensor to the power of another, computed in double precision.

        out[i] = input[i] ** exponent[i]

    Parameters
    ----------
    input : Tensor or number
        The base.
    exponent : Tensor or number
        The exponent; it may be negative.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        `torch.float64`, or `torch.complex128` if an operand is complex.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast; in place, the tensor has another dtype than the result.

    References
    ----------
    PyTorch: torch.float_power

    Examples
    --------
    >>> torch.float_power(torch.tensor([4, 6]), -1)
    tensor([0.2500, 0.1667], dtype=torch.float64)
    >>> torch.float_power(torch.tensor([1., 4.]), 0.5)
    tensor([1., 2.], dtype=torch.float64)
    """
    return call_with_out(out, _float_power, *(as_scalar(v) if isinstance(v, (np.generic, int)) else v for v in (input, exponent)))


def clamp(input: Tensor, min: Tensor | int | float | complex | bool | None = None,
          max: Tensor | int | float | complex | bool | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not below `min` and not above `max`.

        out[i] = minimum(maximum(input[i], min[i]), max[i])

    Where `min` is above `max`, the result is `max`. nan stays nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min : number or Tensor, optional
        The lower bound; None for none.
    max : number or Tensor, optional
        The upper bound; None for none. Not both may be None.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and the bounds broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        Both bounds are None, or `input` is complex.

    Notes
    -----
    The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

    References
    ----------
    PyTorch: torch.clamp

    Examples
    --------
    >>> x = torch.tensor([-1.5, 0.3, 2.])
    >>> torch.clamp(x, min=-1, max=1)
    tensor([-1.0000,  0.3000,  1.0000])
    >>> torch.clamp(x, min=torch.tensor([0., 0.5, 0.]))
    tensor([0.0000, 0.5000, 2.0000])
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if out is None and min.__class__ in _LIMIT_CLASSES and max.__class__ in _LIMIT_CLASSES:
        return _clamp_scalars(input, min, max)
    if out is None and (min is None or min.__class__ in PLAIN) and (max is None or max.__class__ in PLAIN):
        return _clamp_tensors(input, min, max)
    _refuse_complex(input, min, max)
    min, max = _matching_limits("clamp", (input, min, max))
    return call_with_out(out, _clamp_tensors if isinstance(min, TensorBase) or isinstance(max, TensorBase) else _clamp_scalars, input, min,
                         max)


clip = clamp
_LIMIT_CLASSES = frozenset({float, int, type(None)})


def _matching_limits(name: str, args: tuple[Any, ...]) -> tuple[Any, Any]:
    """The limits, both as tensors or neither: next to a number, a tensor has to stand for a number."""
    if args[-2].__class__ in _LIMIT_CLASSES and args[-1].__class__ in _LIMIT_CLASSES:
        return args[-2], args[-1]
    low, high = (to_python_number(limit) if isinstance(limit, np.generic) else limit for limit in args[-2:])
    if isinstance(low, TensorBase) is not isinstance(high, TensorBase) and low is not None and high is not None:
        try:
            return as_scalar(low), as_scalar(high)
        except TypeError:
            raise argument_messages.wrong_combination(name, args, {}) from None
    return low, high


def _refuse_complex(input: Any, *limits: Any) -> None:
    """Refuse complex limits of a real tensor."""
    if (limits[0].__class__ is complex or limits[1].__class__ is complex) and isinstance(input, TensorBase) and (
            input._array.dtype.kind != "c"):
        raise RuntimeError("value cannot be converted to type double without overflow")


def clamp_min(input: Tensor, min: Tensor | int | float | complex | bool, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not below `min`.

        out[i] = maximum(input[i], min[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min : number or Tensor
        The lower bound.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `min` broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.clamp_min

    Examples
    --------
    >>> torch.clamp_min(torch.tensor([-1., 0.5, 2.]), 0)
    tensor([0.0000, 0.5000, 2.0000])
    """
    return call_with_out(out, _clamp_min_tensor if isinstance(min, TensorBase) else _clamp_min, input, min)


def clamp_max(input: Tensor, max: Tensor | int | float | complex | bool, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element, but not above `max`.

        out[i] = minimum(input[i], max[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    max : number or Tensor
        The upper bound.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `max` broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.clamp_max

    Examples
    --------
    >>> torch.clamp_max(torch.tensor([-1., 0.5, 2.]), 1)
    tensor([-1.0000,  0.5000,  1.0000])
    """
    return call_with_out(out, _clamp_max_tensor if isinstance(max, TensorBase) else _clamp_max, input, max)


@shown_as("input, *, decimals=0, out=None")
def round(input: Tensor, *, decimals: int = MISSING, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Each element rounded to the nearest integer, or to a number of decimals; halves to even.

        out[i] = round(input[i] * 10 ** decimals) / 10 ** decimals

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    decimals : int, default 0
        How many decimals to keep; negative ones round to tens, hundreds, and so on.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or of integers and `decimals` is not 0.

    Notes
    -----
    Not decimal arithmetic: the float 2.675 is slightly less than 2.675, and rounds accordingly. The gradient is zero.

    References
    ----------
    PyTorch: torch.round

    Examples
    --------
    >>> torch.round(torch.tensor([0.5, 1.5, 2.3, -2.7]))
    tensor([ 0.,  2.,  2., -3.])
    >>> torch.round(torch.tensor([0.1234567, 2.5]), decimals=3)
    tensor([0.1230, 2.5000])
    """
    if out is None:
        return _round(input) if decimals is MISSING else _round_decimals(input, _check_decimals(input, decimals))
    if decimals is MISSING:
        return write_out(_round, out, input)
    return write_out(_round_decimals, out, input, _check_decimals(input, decimals))


def _check_decimals(x: Any, decimals: Any) -> Any:
    """The number of decimals. For 0 another kernel is named in the refusal of an unsupported dtype."""
    if decimals == 0 and isinstance(x, TensorBase) and x._array.dtype.kind in "biuc":
        raise NotImplementedError(f"\"round_vml_cpu\" not implemented for '{type_name(x._array.dtype)}'")
    return decimals


def lerp(input: Tensor, end: Tensor, weight: Tensor | int | float | complex | bool, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Linear interpolation between two tensors.

        out[i] = input[i] + weight[i] * (end[i] - input[i])

    Parameters
    ----------
    input : Tensor
        The points where `weight` is 0.
    end : Tensor
        The points where `weight` is 1; of the dtype of `input`.
    weight : float or Tensor
        The weight of `end`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which all operands broadcast.

    Raises
    ------
    RuntimeError
        The dtypes of `input`, `end` and `weight` differ, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.lerp

    Examples
    --------
    >>> torch.lerp(torch.tensor([1., 2.]), torch.tensor([10., 10.]), 0.5)
    tensor([5.5000, 6.0000])
    >>> torch.lerp(torch.zeros(2), torch.ones(2), torch.tensor([0.25, 1.5]))
    tensor([0.2500, 1.5000])
    """
    if isinstance(weight, TensorBase):
        if isinstance(out, TensorBase) and weight._array.ndim and out._dtype is not input._dtype:
            raise RuntimeError(f"Found dtype {type_name(out._array.dtype)} but expected {type_name(input._array.dtype)}")
        return call_with_out(out, _lerp, input, _check_lerp_dtype(input, "end", end), _check_lerp_dtype(input, "weight", weight))
    return _lerp_scalar(input, end, weight) if out is None else write_out(_lerp_scalar, out, input, end, weight)


def _check_lerp_dtype(input: Any, name: str, other: Any) -> Any:
    """Return `other`, an argument of `lerp`, if it has the dtype of `input` or is a weight without dimensions; else raise."""
    if other._dtype is not input._dtype and (name == "end" or other._array.ndim):
        raise RuntimeError(f"expected dtype {c_name(input._array.dtype)} for `{name}` but got dtype {c_name(other._array.dtype)}")
    return other


def where(condition: Tensor, input: Tensor | None = None, other: Tensor | int | float | complex | bool | None = None, *,
          out: Tensor | None = None) -> Any:
    # The docstring is written in _bindings/functions/arithmetic.md.
    """Elements of one tensor where a condition is true, and of another where it is false.

        out[i] = input[i] if condition[i] else other[i]

    With the condition alone it is `torch.nonzero(condition, as_tuple=True)`.

    Parameters
    ----------
    condition : Tensor
        Truth values.
    input : Tensor or number
        What to take where it is true. As a method, that is `self`.
    other : Tensor or number
        What to take where it is false.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which all three broadcast and the dtype to which `input` and `other` promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `condition` is not of truth values.

    References
    ----------
    PyTorch: torch.where

    Examples
    --------
    >>> x = torch.tensor([-1., 2., -3.])
    >>> torch.where(x > 0, x, 0.)
    tensor([0., 2., 0.])
    >>> torch.where(x < 0)
    (tensor([0, 2]),)
    """
    if input is None and other is None:
        if ACTIVE and batch_levels(condition):
            raise RuntimeError(DYNAMIC.format("where"))
        return condition.nonzero(as_tuple=True)
    if out is not None and not (isinstance(input, TensorBase) and isinstance(other, TensorBase)):
        raise argument_messages.wrong_combination("where", (condition, input, other), {"out": out})
    if out is None:
        return _where(condition, _number_to_tensor(input, other), _number_to_tensor(other, input))
    return write_out(_where, out, condition, input, other)


def _number_to_tensor(value: Any, other: Any) -> Any:
    """Convert a number to a tensor of the other operand's dtype, because calls with three tensors are quick.

    Numbers that could be out of range, and NaN, stay numbers, whose conversion is checked.
    """
    if value.__class__ is not float and value.__class__ is not int or other.__class__ not in PLAIN or ACTIVE:
        return value
    char = other._dtype.char
    fits = (char == "f" or char == "d" or char == "l" and value.__class__ is int) and -1e9 < value < 1e9
    return wrap(np.array(value, other._dtype)) if fits else value


@all_overridable
class ArithmeticMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    @shown_as("self, other, *, alpha=1")
    @handles_overrides
    def add(self: Any, other: Tensor | int | float | complex | bool, *rest: Any, alpha: int | float | complex | bool = 1) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The sum of two tensors, the second multiplied by `alpha`.

            out[i] = self[i] + alpha * other[i]

        The operators `+` and `+=` call it with `alpha` 1.

        Parameters
        ----------
        other : Tensor or number
            The second operand.
        alpha : number, default 1
            Multiplies `other`. For integers it must be an int, for truth values a bool.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, `alpha` is a fraction for integer operands.

        References
        ----------
        PyTorch: torch.add

        Examples
        --------
        >>> torch.tensor([1., 2.]).add(10)
        tensor([11., 12.])
        >>> a = torch.tensor([[1], [2]])
        >>> a.add(torch.tensor([10, 20]), alpha=2)
        tensor([[21, 41],
                [22, 42]])
        """
        try:
            if rest:
                return scaled_sum("add", type(self).add, self, other, rest)
            return _add(self, other) if alpha.__class__ is int and alpha == 1 else _apply_with_alpha(_add, _add_scaled, self, other, alpha)
        except Exception as error:
            return resolve(error)

    @shown_as("self, other, *, alpha=1")
    @handles_overrides
    def add_(self: Any, other: Tensor | int | float | complex | bool, *rest: Any, alpha: int | float | complex | bool = 1) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The sum of two tensors, the second multiplied by `alpha`. In place.

            out[i] = self[i] + alpha * other[i]

        The operators `+` and `+=` call it with `alpha` 1.

        Parameters
        ----------
        other : Tensor or number
            The second operand.
        alpha : number, default 1
            Multiplies `other`. For integers it must be an int, for truth values a bool.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, `alpha` is a fraction for integer operands, or the result does not fit into `self`.

        References
        ----------
        PyTorch: torch.add

        Examples
        --------
        >>> torch.tensor([1., 2.]).add_(10)
        tensor([11., 12.])
        """
        try:
            if rest:
                return scaled_sum("add_", type(self).add_, self, other, rest)
            if alpha.__class__ is int and alpha == 1:
                return _add_(self, other)
            return _apply_with_alpha(_add_, _add_scaled_, self, other, alpha)
        except Exception as error:
            return resolve(error)

    @shown_as("self, other, *, alpha=1")
    @handles_overrides
    def sub(self: Any, other: Tensor | int | float | complex | bool, *rest: Any, alpha: int | float | complex | bool = 1) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The difference of two tensors, the second multiplied by `alpha`.

            out[i] = self[i] - alpha * other[i]

        The operators `-` and `-=` call it with `alpha` 1.

        Parameters
        ----------
        other : Tensor or number
            The second operand.
        alpha : number, default 1
            Multiplies `other`. For integers it must be an int.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, an operand is of truth values (use `^` or `logical_xor` for those).

        References
        ----------
        PyTorch: torch.sub

        Examples
        --------
        >>> torch.tensor([5, 7]).sub(torch.tensor([1, 2]))
        tensor([4, 5])
        >>> torch.tensor([1., 1.]).sub(torch.tensor([1., 2.]), alpha=3)
        tensor([-2., -5.])
        """
        try:
            if rest:
                return scaled_sum("sub", type(self).sub, self, other, rest)
            return _apply_with_alpha(_sub, _sub_scaled, self, other, alpha)
        except Exception as error:
            return resolve(error)

    @shown_as("self, other, *, alpha=1")
    @handles_overrides
    def sub_(self: Any, other: Tensor | int | float | complex | bool, *rest: Any, alpha: int | float | complex | bool = 1) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The difference of two tensors, the second multiplied by `alpha`. In place.

            out[i] = self[i] - alpha * other[i]

        The operators `-` and `-=` call it with `alpha` 1.

        Parameters
        ----------
        other : Tensor or number
            The second operand.
        alpha : number, default 1
            Multiplies `other`. For integers it must be an int.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, an operand is of truth values (use `^` or `logical_xor` for those), or the result
            does not fit into `self`.

        References
        ----------
        PyTorch: torch.sub

        Examples
        --------
        >>> torch.tensor([5, 7]).sub_(torch.tensor([1, 2]))
        tensor([4, 5])
        """
        try:
            if rest:
                return scaled_sum("sub_", type(self).sub_, self, other, rest)
            if alpha.__class__ is int and alpha == 1:
                return _sub_(self, other)
            return _apply_with_alpha(_sub_, _sub_scaled_, self, other, alpha)
        except Exception as error:
            return resolve(error)

    subtract, subtract_ = sub, sub_

    @handles_overrides
    def div(self: Any, other: Tensor | int | float | complex | bool, *, rounding_mode: str | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The quotient of two tensors, element by element, optionally rounded.

            out[i] = self[i] / other[i]

        Without `rounding_mode` this is the operator `/`, and integers give the default floating dtype.

        Parameters
        ----------
        other : Tensor or number
            The second operand.
        rounding_mode : str, optional
            'trunc' rounds towards zero and 'floor' downwards, both in the dtype to which the operands promote; None does not
            round.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast; without rounding in a floating or complex dtype.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, integers are divided by zero with rounding.

        References
        ----------
        PyTorch: torch.div

        Examples
        --------
        >>> a = torch.tensor([7, -7])
        >>> a.div(2)
        tensor([ 3.5000, -3.5000])
        >>> a.div(2, rounding_mode="trunc"), a.div(2, rounding_mode="floor")
        (tensor([ 3, -3]), tensor([ 3, -4]))
        """
        try:
            return _select_division(rounding_mode)[0](self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def div_(self: Any, other: Tensor | int | float | complex | bool, *, rounding_mode: str | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The quotient of two tensors, element by element, optionally rounded. In place.

            out[i] = self[i] / other[i]

        Without `rounding_mode` this is the operator `/`, and integers give the default floating dtype.

        Parameters
        ----------
        rounding_mode : str, optional
            'trunc' rounds towards zero and 'floor' downwards, both in the dtype to which the operands promote; None does not
            round.
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, integers are divided by zero with rounding, or the result does not fit into `self`.

        References
        ----------
        PyTorch: torch.Tensor.div_

        Examples
        --------
        >>> torch.tensor([7., -7.]).div_(2, rounding_mode="floor")
        tensor([ 3., -4.])
        """
        try:
            return inplace(_select_division(rounding_mode)[1], self, other)
        except Exception as error:
            return resolve(error)

    divide, divide_ = div, div_

    @overridable_def
    def true_divide(self: Any, other: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The quotient of two tensors, never rounded: `torch.div` without `rounding_mode`.

            out[i] = self[i] / other[i]

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast; integers give the default dtype.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.true_divide

        Examples
        --------
        >>> torch.tensor([1, 2]).true_divide(4)
        tensor([0.2500, 0.5000])
        """
        return _div(self, other)

    @overridable_def
    def true_divide_(self: Any, other: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """The quotient of two tensors, never rounded: `torch.div` without `rounding_mode`. In place.

            out[i] = self[i] / other[i]

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.Tensor.true_divide_

        Examples
        --------
        >>> torch.tensor([1., 2.]).true_divide_(4)
        tensor([0.2500, 0.5000])
        """
        return inplace(ENTRY.div, self, other)

    @handles_overrides
    def pow(self: Any, exponent: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """One tensor to the power of another, element by element.

            out[i] = self[i] ** exponent[i]

        This is the operator `**`. Either operand may be a number, but not both.

        Parameters
        ----------
        exponent : Tensor or number
            The exponent.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            An int has a negative exponent that is an int, the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.pow

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).pow(2)
        tensor([1., 4., 9.])
        >>> torch.pow(2, torch.tensor([0., 1., 2., 3.]))
        tensor([1., 2., 4., 8.])
        >>> torch.tensor([2, 3]).pow(torch.tensor([3, 2]))
        tensor([8, 9])
        """
        try:
            return power(self, exponent)
        except Exception as error:
            return resolve(error)

    pow_ = overridable_def(pow_)

    @overridable_def
    def float_power(self: Any, exponent: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """One tensor to the power of another, computed in double precision.

            out[i] = self[i] ** exponent[i]

        Parameters
        ----------
        exponent : Tensor or number
            The exponent; it may be negative.

        Returns
        -------
        Tensor
            `torch.float64`, or `torch.complex128` if an operand is complex.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast; in place, the tensor has another dtype than the result.

        References
        ----------
        PyTorch: torch.float_power

        Examples
        --------
        >>> torch.tensor([4, 6]).float_power(-1)
        tensor([0.2500, 0.1667], dtype=torch.float64)
        >>> torch.tensor([1., 4.]).float_power(0.5)
        tensor([1., 2.], dtype=torch.float64)
        """
        return float_power(self, exponent)

    @overridable_def
    def float_power_(self: Any, exponent: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """One tensor to the power of another, computed in double precision. In place.

            out[i] = self[i] ** exponent[i]

        Parameters
        ----------
        exponent : Tensor or number
            The exponent; it may be negative.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast; in place, the tensor has another dtype than the result.

        References
        ----------
        PyTorch: torch.Tensor.float_power_

        Examples
        --------
        >>> torch.tensor([4., 6.], dtype=torch.float64).float_power_(-1)
        tensor([0.2500, 0.1667], dtype=torch.float64)
        """
        own = self._array.dtype
        exponent_kind = exponent._array.dtype.kind if isinstance(exponent, TensorBase) else np.asarray(exponent).dtype.kind
        result_dtype = np.dtype(np.complex128 if "c" in (own.kind, exponent_kind) else np.float64)
        if own != result_dtype:
            raise RuntimeError(f"the base given to float_power_ has dtype {type_name(own)} but the operation's result requires dtype "
                               f"{type_name(result_dtype)}")
        return pow_(self, exponent.to(self.dtype) if isinstance(exponent, TensorBase) else exponent)

    @overridable_def
    def clamp(self: Any, min: Tensor | int | float | complex | bool | None = None,
              max: Tensor | int | float | complex | bool | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not below `min` and not above `max`.

            out[i] = minimum(maximum(self[i], min[i]), max[i])

        Where `min` is above `max`, the result is `max`. nan stays nan.

        Parameters
        ----------
        min : number or Tensor, optional
            The lower bound; None for none.
        max : number or Tensor, optional
            The upper bound; None for none. Not both may be None.

        Returns
        -------
        Tensor
            In the shape to which `self` and the bounds broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            Both bounds are None, or `self` is complex.

        Notes
        -----
        The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

        References
        ----------
        PyTorch: torch.clamp

        Examples
        --------
        >>> x = torch.tensor([-1.5, 0.3, 2.])
        >>> x.clamp(min=-1, max=1)
        tensor([-1.0000,  0.3000,  1.0000])
        >>> x.clamp(min=torch.tensor([0., 0.5, 0.]))
        tensor([0.0000, 0.5000, 2.0000])
        """
        return clamp(self, *_matching_limits("clamp", (min, max)))

    @overridable_def
    def clamp_(self: Any, min: Tensor | int | float | complex | bool | None = None,
               max: Tensor | int | float | complex | bool | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not below `min` and not above `max`. In place.

            out[i] = minimum(maximum(self[i], min[i]), max[i])

        Where `min` is above `max`, the result is `max`. nan stays nan.

        Parameters
        ----------
        min : number or Tensor, optional
            The lower bound; None for none.
        max : number or Tensor, optional
            The upper bound; None for none. Not both may be None.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            Both bounds are None, or `self` is complex.

        Notes
        -----
        The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

        References
        ----------
        PyTorch: torch.clamp

        Examples
        --------
        >>> x = torch.tensor([-1.5, 0.3, 2.])
        >>> x.clamp_(min=-1, max=1)
        tensor([-1.0000,  0.3000,  1.0000])
        """
        if min is None and max is None:
            raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
        _refuse_complex(self, min, max)
        min, max = _matching_limits("clamp_", (min, max))
        tensors = isinstance(min, TensorBase) or isinstance(max, TensorBase)
        return inplace(ENTRY.clamp_tensors, self, min, max) if tensors else _clamp_scalars_(self, min, max)

    @overridable_def
    def clip(self: Any, min: Tensor | int | float | complex | bool | None = None,
             max: Tensor | int | float | complex | bool | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not below `min` and not above `max`.

            out[i] = minimum(maximum(self[i], min[i]), max[i])

        Where `min` is above `max`, the result is `max`. nan stays nan.

        Parameters
        ----------
        min : number or Tensor, optional
            The lower bound; None for none.
        max : number or Tensor, optional
            The upper bound; None for none. Not both may be None.

        Returns
        -------
        Tensor
            In the shape to which `self` and the bounds broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            Both bounds are None, or `self` is complex.

        Notes
        -----
        The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

        References
        ----------
        PyTorch: torch.clamp

        Examples
        --------
        >>> x = torch.tensor([-1.5, 0.3, 2.])
        >>> x.clip(min=-1, max=1)
        tensor([-1.0000,  0.3000,  1.0000])
        >>> x.clip(min=torch.tensor([0., 0.5, 0.]))
        tensor([0.0000, 0.5000, 2.0000])
        """
        return clamp(self, *_matching_limits("clip", (min, max)))

    @overridable_def
    def clip_(self: Any, min: Tensor | int | float | complex | bool | None = None,
              max: Tensor | int | float | complex | bool | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not below `min` and not above `max`. In place.

            out[i] = minimum(maximum(self[i], min[i]), max[i])

        Where `min` is above `max`, the result is `max`. nan stays nan.

        Parameters
        ----------
        min : number or Tensor, optional
            The lower bound; None for none.
        max : number or Tensor, optional
            The upper bound; None for none. Not both may be None.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            Both bounds are None, or `self` is complex.

        Notes
        -----
        The gradient of elements out of bounds is zero. Bounds that are tensors get gradients, too.

        References
        ----------
        PyTorch: torch.clamp

        Examples
        --------
        >>> x = torch.tensor([-1.5, 0.3, 2.])
        >>> x.clip_(min=-1, max=1)
        tensor([-1.0000,  0.3000,  1.0000])
        """
        return self.clamp_(min, max)

    @overridable_def
    def clamp_min(self: Any, min: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not below `min`.

            out[i] = maximum(self[i], min[i])

        Parameters
        ----------
        min : number or Tensor
            The lower bound.

        Returns
        -------
        Tensor
            In the shape to which `self` and `min` broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.clamp_min

        Examples
        --------
        >>> torch.tensor([-1., 0.5, 2.]).clamp_min(0)
        tensor([0.0000, 0.5000, 2.0000])
        """
        return clamp_min(self, min)

    @overridable_def
    def clamp_max(self: Any, max: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not above `max`.

            out[i] = minimum(self[i], max[i])

        Parameters
        ----------
        max : number or Tensor
            The upper bound.

        Returns
        -------
        Tensor
            In the shape to which `self` and `max` broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.clamp_max

        Examples
        --------
        >>> torch.tensor([-1., 0.5, 2.]).clamp_max(1)
        tensor([-1.0000,  0.5000,  1.0000])
        """
        return clamp_max(self, max)

    @overridable_def
    def clamp_min_(self: Any, min: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not below `min`. In place.

            out[i] = maximum(self[i], min[i])

        Parameters
        ----------
        min : number or Tensor
            The lower bound.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.clamp_min

        Examples
        --------
        >>> torch.tensor([-1., 0.5, 2.]).clamp_min_(0)
        tensor([0.0000, 0.5000, 2.0000])
        """
        return inplace(OPS["clamp_min_tensor" if isinstance(min, TensorBase) else "clamp_min_scalar"], self, min)

    @overridable_def
    def clamp_max_(self: Any, max: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element, but not above `max`. In place.

            out[i] = minimum(self[i], max[i])

        Parameters
        ----------
        max : number or Tensor
            The upper bound.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.clamp_max

        Examples
        --------
        >>> torch.tensor([-1., 0.5, 2.]).clamp_max_(1)
        tensor([-1.0000,  0.5000,  1.0000])
        """
        return inplace(OPS["clamp_max_tensor" if isinstance(max, TensorBase) else "clamp_max_scalar"], self, max)

    @shown_as("self, *, decimals=0")
    def round(self: Any, *, decimals: int = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element rounded to the nearest integer, or to a number of decimals; halves to even.

            out[i] = round(self[i] * 10 ** decimals) / 10 ** decimals

        Parameters
        ----------
        decimals : int, default 0
            How many decimals to keep; negative ones round to tens, hundreds, and so on.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is complex, or of integers and `decimals` is not 0.

        Notes
        -----
        Not decimal arithmetic: the float 2.675 is slightly less than 2.675, and rounds accordingly. The gradient is zero.

        References
        ----------
        PyTorch: torch.round

        Examples
        --------
        >>> torch.tensor([0.5, 1.5, 2.3, -2.7]).round()
        tensor([ 0.,  2.,  2., -3.])
        >>> torch.tensor([0.1234567, 2.5]).round(decimals=3)
        tensor([0.1230, 2.5000])
        """
        return _round(self) if decimals is MISSING else _round_decimals(self, _check_decimals(self, decimals))

    @shown_as("self, *, decimals=0")
    def round_(self: Any, *, decimals: int = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Each element rounded to the nearest integer, or to a number of decimals; halves to even. In place.

            out[i] = round(self[i] * 10 ** decimals) / 10 ** decimals

        Parameters
        ----------
        decimals : int, default 0
            How many decimals to keep; negative ones round to tens, hundreds, and so on.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or of integers and `decimals` is not 0.

        Notes
        -----
        Not decimal arithmetic: the float 2.675 is slightly less than 2.675, and rounds accordingly. The gradient is zero.

        References
        ----------
        PyTorch: torch.round

        Examples
        --------
        >>> torch.tensor([0.5, 1.5, 2.3, -2.7]).round_()
        tensor([ 0.,  2.,  2., -3.])
        """
        if decimals is MISSING:
            return inplace(ENTRY.round, self)
        return inplace(ENTRY.round_decimals, self, _check_decimals(self, decimals))

    @overridable_def
    def lerp(self: Any, end: Tensor, weight: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Linear interpolation between two tensors.

            out[i] = self[i] + weight[i] * (end[i] - self[i])

        Parameters
        ----------
        end : Tensor
            The points where `weight` is 1; of the dtype of `self`.
        weight : float or Tensor
            The weight of `end`.

        Returns
        -------
        Tensor
            In the shape to which all operands broadcast.

        Raises
        ------
        RuntimeError
            The dtypes of `self`, `end` and `weight` differ, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.lerp

        Examples
        --------
        >>> torch.tensor([1., 2.]).lerp(torch.tensor([10., 10.]), 0.5)
        tensor([5.5000, 6.0000])
        >>> torch.zeros(2).lerp(torch.ones(2), torch.tensor([0.25, 1.5]))
        tensor([0.2500, 1.5000])
        """
        return lerp(self, end, weight)

    @overridable_def
    def lerp_(self: Any, end: Tensor, weight: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Linear interpolation between two tensors. In place.

            out[i] = self[i] + weight[i] * (end[i] - self[i])

        Parameters
        ----------
        end : Tensor
            The points where `weight` is 1; of the dtype of `self`.
        weight : float or Tensor
            The weight of `end`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The dtypes of `self`, `end` and `weight` differ, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.lerp

        Examples
        --------
        >>> torch.tensor([1., 2.]).lerp_(torch.tensor([10., 10.]), 0.5)
        tensor([5.5000, 6.0000])
        """
        if isinstance(weight, TensorBase):
            return inplace(ENTRY.lerp, self, _check_lerp_dtype(self, "end", end), _check_lerp_dtype(self, "weight", weight))
        return inplace(ENTRY.lerp_scalar, self, end, weight)

    @overridable_def
    def where(self: Any, condition: Tensor, other: Tensor | int | float | complex | bool) -> Any:
        # The docstring is written in _bindings/functions/arithmetic.md.
        """Elements of one tensor where a condition is true, and of another where it is false.

            out[i] = self[i] if condition[i] else other[i]

        With the condition alone it is `torch.nonzero(condition, as_tuple=True)`.

        Parameters
        ----------
        condition : Tensor
            Truth values.
        other : Tensor or number
            What to take where it is false.

        Returns
        -------
        Tensor
            In the shape to which all three broadcast and the dtype to which `self` and `other` promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or `condition` is not of truth values.

        References
        ----------
        PyTorch: torch.where

        Examples
        --------
        >>> x = torch.tensor([-1., 2., -3.])
        >>> torch.where(x > 0, x, 0.)
        tensor([0., 2., 0.])
        >>> torch.where(x < 0)
        (tensor([0, 2]),)
        """
        return _where(condition, self, _number_to_tensor(other, self))


__all__ = ["add", "clamp", "clamp_max", "clamp_min", "clip", "div", "divide", "float_power", "lerp", "pow", "round", "rsub", "sub",
           "subtract", "true_divide", "where"]
