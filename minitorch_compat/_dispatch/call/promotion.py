"""Promotion policies: how the arguments of an op are brought to one dtype before its kernel runs."""
from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..._array.core.conjugate import Unresolved, require_values
from ..._array.core.dtypes import CATEGORY, HALF_TYPES, Defaults, UnsupportedError, cast, check_64_bits, result_type
from ..._array.core.execution.blocks import through_float32, widen_half
from ..._array.index.indexing import check_fit, to_assigned_value
from ..._array.shape.strided import convert
from ..._ops.op import Op
from ..graph.views import refresh
from ..messages import kernel_messages
from ..state import ACTIVE
from ..wrapping import wrap
from .result_layouts import PERMUTED, resolve_layout

Values = list[Any]


def _to_common(values: Values, positions: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    for i in positions:
        value = values[i]
        if isinstance(value, np.ndarray):
            values[i] = cast(value, dtype)
        elif value is not None:
            values[i] = scalar_as(value, dtype)


def scalar_as(value: Any, dtype: np.dtype[Any]) -> Any:
    """A Python number as the kernel sees it next to arrays of `dtype`; integers wrap around as in PyTorch."""
    kind = dtype.kind
    if value.__class__ is int:
        check_64_bits(value)
    if kind in "iu" and not (0 if kind == "u" else -128) <= value < 128:
        return np.asarray(int(value) & 0xFFFFFFFFFFFFFFFF, np.uint64).astype(dtype)
    if kind == "b" or kind == "V" or isinstance(value, np.generic):
        return np.asarray(value).astype(dtype)
    return value


def common(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type."""
    _to_common(values, positions, result_type(values[i] for i in positions if values[i] is not None))


def fitting(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type, in which the numbers must be representable."""
    dtype = result_type(values[i] for i in positions if values[i] is not None)
    for i in positions:
        check_fit(values[i], dtype)
    _to_common(values, positions, dtype)


def expanded(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type; a one-element tensor counts like any other, since it is expanded first."""
    _to_common(values, positions, result_type(np.atleast_1d(values[i]) for i in positions))


def compared(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type; half precision and complex are compared in single precision, with the same result."""
    try:
        common(values, positions)
    except UnsupportedError:
        for i in positions:
            value = np.asarray(values[i])
            values[i] = value.real.astype(np.float16) + np.complex64(1j) * value.imag.astype(np.float16)


def common_floating(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type, integers to the default floating type."""
    dtype = result_type(values[i] for i in positions if values[i] is not None)
    _to_common(values, positions, dtype if CATEGORY[dtype.kind] >= 2 else Defaults.floating)


def difference(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type, unless one is bool."""
    refuse_bools(values, positions)
    common(values, positions)


def refuse_bools(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type; bool operands are refused."""
    for i in positions:
        if values[i].__class__ is int:
            check_64_bits(values[i])
    bools = [values[i].__class__ is bool or getattr(values[i], "dtype", None) == np.bool_ for i in positions]
    if True in bools:
        both = all(bools)
        raise kernel_messages.subtract_bools(both)


def power(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type; negative powers of integers are refused."""
    base, exponent = values[0], values[1]
    if isinstance(exponent, int) and exponent < 0 and base.dtype.kind in "iub":
        require_values(base)
        raise kernel_messages.negative_integer_power()
    if exponent.__class__ in (int, float) and (dtype := result_type((base, exponent))).char not in "fdFD":  # floats hold all numbers
        check_fit(exponent, dtype)
    common(values, positions)


def quotient(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type; the last two, a quotient, must not both be integers."""
    if all(CATEGORY[values[i].dtype.kind] < 2 for i in positions[1:]):
        raise kernel_messages.addcdiv_of_integers()
    common(values, positions)


def branches(values: Values, positions: tuple[int, ...]) -> None:
    """All but the first (a condition) to the result type."""
    dtype = result_type(values[i] for i in positions[1:])
    for i in positions[1:]:
        if values[i].__class__ in (int, float) and not -128 <= values[i] < 128:
            values[i] = to_assigned_value(values[i], dtype)
    _to_common(values, positions[1:], dtype)
    operands = [values[i] for i in positions[1:]]
    if not any(isinstance(v, np.ndarray) for v in operands):  # two numbers: the result has their type, not numpy's default
        dtype = result_type(operands)
        for i in positions[1:]:
            values[i] = np.asarray(values[i], dtype)


POLICIES: dict[str, Callable[[Values, tuple[int, ...]], None]] = {
    "common": common, "fitting": fitting, "expanded": expanded, "floating": common_floating, "branches": branches, "compared": compared,
    "difference": difference, "power": power, "quotient": quotient}


def run(op: Op, kernel: Any, values: Values) -> Any:
    """Run the kernel on promoted values."""
    first = values[0]
    if first.__class__ is not np.ndarray or first.dtype not in HALF_TYPES:
        return kernel(*values)
    kernel = through_float32(kernel)
    return kernel(*values) if not op.wide_number else _run_with_wide_number(kernel, *values)


def keep_wide_number(values: Values, operand: Any) -> None:
    """Put the second of two promoted values, which was `operand`, back in single precision if it is a number.

    As in PyTorch, a number that multiplies or divides half precision is not rounded to it, neither for the result nor for gradients.
    """
    if getattr(values[0], "dtype", None) in HALF_TYPES:
        number = getattr(operand, "_array", operand)
        is_number = number.__class__ in (int, float, np.float32) or number.__class__ is np.ndarray and number.ndim == 0
        if is_number and (number.__class__ is not np.ndarray or number.dtype.kind in "fiu"):
            values[1] = np.asarray(number, np.float32)


def _run_with_wide_number(kernel: Any, a: Any, b: Any) -> Any:
    return convert(kernel(widen_half(a), b), a.dtype) if getattr(b, "dtype", None) == np.float32 else kernel(a, b)


# Two tensors of different dtypes that are not recorded: promoted here, since `general_call` takes three times as long --------------------

_ndarray = np.ndarray
#: Policies that convert both operands to the result type, or to the default floating dtype.
SIMPLE_POLICIES = frozenset({"common", "compared", "floating"})
#: The dtypes that numpy's kernels compute as PyTorch's do.
_USUAL_TYPES = "?bhilqBfd"


@lru_cache(maxsize=1024)
def _common_dtype(first: Any, first_is_number: bool, second: Any, second_is_number: bool) -> Any:
    """The result type of arrays of these dtypes, either of which may have no dimensions; None for unusual dtypes."""
    if first.char not in _USUAL_TYPES or second.char not in _USUAL_TYPES:
        return None
    return result_type((np.empty((1,) * (not first_is_number), first), np.empty((1,) * (not second_is_number), second)))


def call_of_mixed_dtypes(op: Op, kernel: Any, general: Any, x: Any, y: Any) -> Any:
    """The call of an elementwise op with one of `SIMPLE_POLICIES`; `general` takes what is not simple."""
    a, b = x._array, y._array
    if (ACTIVE or a.__class__ is not _ndarray or b.__class__ is not _ndarray or x._requires_grad and (x._view is None or refresh(x))
            or y._requires_grad and (y._view is None or refresh(y))):
        return general(op, (x, y))
    dtype = _common_dtype(x._dtype, not a.ndim, y._dtype, not b.ndim)
    if dtype is None or dtype.kind in op.refuses:
        return general(op, (x, y))
    if op.promote == "floating" and dtype.kind != "f":
        dtype = Defaults.floating
    try:
        a, b = cast(a, dtype), cast(b, dtype)
        r = kernel(a, b)
    except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, MemoryError):
        return general(op, (x, y))
    if PERMUTED or x._view is not None or y._view is not None:
        r = resolve_layout(r, (b, a) if op.iterates_backwards else (a, b))
    return wrap(r)
