"""Python data to arrays, as `torch.tensor(data, dtype=)` reads it.

Lists of plain numbers go straight to numpy once their types are known. Everything else (other kinds of sequences, numpy scalars,
tensors inside lists, and every error) takes the general path, which follows PyTorch step by step: sizes from the first items, dtype
from all, then values.
"""
from __future__ import annotations

import math
from collections.abc import Callable
from itertools import chain
from operator import countOf, index
from typing import Any

import numpy as np

from ..core.dtypes import (
    HALF_TYPES,
    Defaults,
    bool_,
    canonical_dtype,
    complex_of,
    float64_to_float32,
    int64,
    load_bfloat16,
    promote_types,
    to_plain_ndarray,
)
from ..core.execution.quiet import quiet, restore, silence
from ..core.user_warnings import warn_imaginary_part_discarded, warn_once
from .type_names import value_type_name

Array = np.ndarray[Any, np.dtype[Any]]
#: Returns the array of a tensor found inside `data`; None for anything else.
Unwrap = Callable[[Any], Any]

_MAX_DIMENSIONS = 128
_NUMBERS = frozenset((float, int, bool, complex))
_TRUTH_TESTED = (float, complex, np.generic)
_NESTED_SEQUENCES = frozenset((list, tuple))
_ARRAY_CHARS = frozenset("?bBhHiIlLqQefdFD")


def _unwrap_nothing(_item: Any) -> None:
    return None


def parse(data: Any, dtype: np.dtype[Any] | None = None, unwrap: Unwrap = _unwrap_nothing) -> Array:
    """A fresh array of `data`: a number, an array, or nested sequences of these.

    Without `dtype`: bool, int64, the default floating or the default complex dtype for Python numbers, their own dtype for numpy's and for
    tensors, which `unwrap` recognises. ValueError for ragged sequences, TypeError and RuntimeError for items that are not numbers,
    RuntimeError where a value does not fit an integer dtype.
    """
    kind = data.__class__
    if kind is list or kind is tuple:
        if dtype is None and data and data[0].__class__ is list:
            found = _parse_float_matrix(data)
            if found is not None:
                return found
        types = {*map(type, data)}
        if types <= _NESTED_SEQUENCES:
            types = _leaf_types(data, types)
    elif kind in _NUMBERS:
        types = {kind}
    elif isinstance(data, np.ndarray):
        return copy_array(data, dtype)
    else:
        return _parse_general(data, dtype, unwrap)
    if not types or not types <= _NUMBERS:
        return _parse_general(data, dtype, unwrap)
    if dtype is not None and dtype.kind in "iu" and types != {int}:
        return _parse_general(data, dtype, unwrap)  # numpy truncates first and checks the range afterwards
    token = silence()
    try:
        if dtype in HALF_TYPES:
            return float64_to_float32(np.array(data, np.float64)).astype(dtype)
        return np.array(data, _dtype_of(types) if dtype is None else dtype)
    except (TypeError, ValueError, OverflowError):
        pass
    finally:
        restore(token)
    return _parse_general(data, dtype, unwrap)


def _parse_float_matrix(rows: Any) -> Array | None:
    """A list of lists of floats, all of one length, as a matrix of the default dtype, in half the time of the general path; else None."""
    width = len(rows[0])
    items: list[Any] = []
    for row in rows:
        if row.__class__ is not list or len(row) != width:
            return None
        items += row
    if countOf(map(type, items), float) != len(items) or not items:
        return None
    try:
        return np.fromiter(items, Defaults.floating, len(items)).reshape(len(rows), width)
    except (RuntimeWarning, FloatingPointError):  # too large a number, where warnings are turned into errors
        return None


def _dtype_of(types: set[type]) -> np.dtype[Any]:
    if complex in types:
        if Defaults.floating.kind == "V":  # bfloat16
            raise RuntimeError("invalid default scalar type for complex")
        return complex_of(Defaults.floating)
    if float in types:
        return Defaults.floating
    return int64 if int in types else bool_


def _leaf_types(data: Any, types: set[type]) -> set[type]:
    """The types of the items below nested lists and tuples; empty if there are none. `types` are the types of `data`'s items."""
    level, depth = data, 0
    while types and types <= _NESTED_SEQUENCES:
        level = [*chain.from_iterable(level)]
        types = {*map(type, level)}
        depth += 1
        if depth > _MAX_DIMENSIONS:  # for example a list that contains itself
            raise ValueError("too many dimensions 'list'")
    return types


@quiet
def copy_array(array: Array, dtype: np.dtype[Any] | None = None) -> Array:
    """A contiguous copy of a numpy array, after PyTorch's checks."""
    check_array(array)
    array = to_plain_ndarray(array)
    if dtype is None or dtype is array.dtype:
        return np.array(array, order="C", subok=False)
    if array.dtype.kind == "c" and dtype.kind not in "cb":
        warn_imaginary_part_discarded()
        array = array.real
    return np.array(float64_to_float32(array) if dtype in HALF_TYPES else array, dtype, order="C", subok=False)


def check_array(array: Array) -> None:
    """Raise for dtypes that tensors do not have, non-native byte order and negative strides."""
    dtype = array.dtype
    if dtype.char not in _ARRAY_CHARS and (dtype.kind != "V" or dtype != load_bfloat16()):
        raise TypeError(
            f"can't convert np.ndarray of type {dtype.type.__module__}.{dtype.type.__name__}. The only supported "
            "types are: float64, float32, float16, complex64, complex128, int64, int32, int16, int8, uint64, "
            "uint32, uint16, uint8, and bool.")
    if not dtype.isnative:
        raise ValueError("given numpy array has byte order different from the native byte order. Conversion "
                         "between byte orders is currently not supported.")
    check_array_strides(array)


def check_array_strides(array: Array) -> None:
    """Refuse strides that are no multiple of an element's size, as those of a field of records, and negative ones."""
    for stride in array.strides:
        if stride % array.itemsize:
            raise ValueError("given numpy array strides not a multiple of the element byte size. Copy the numpy array to reallocate the "
                             "memory.")
        if stride < 0:
            raise ValueError("At least one stride in the given numpy array is negative, and tensors with negative strides are not "
                             "currently supported. (You can probably work around this by making a copy of your array  with "
                             "array.copy().) ")


def _parse_general(data: Any, dtype: np.dtype[Any] | None, unwrap: Unwrap) -> Array:
    if isinstance(data, (str, bytes)):
        raise _inference_error(data)
    target = _infer_dtype(data, unwrap) if dtype is None else dtype
    sizes = _infer_sizes(data, unwrap)
    if 0 in sizes:  # PyTorch stops at the first empty sequence
        return np.empty(sizes, target)
    integral = target.kind in "iub"
    leaves = [_unwrap_leaf(item, unwrap, integral) for item in _flatten(data, sizes, unwrap)]
    return _convert_leaves(leaves, target).reshape(sizes)


def _is_sequence(item: Any) -> bool:
    if isinstance(item, (str, bytes, dict, np.generic)):
        return False
    return isinstance(item, (list, tuple, np.ndarray)) or (hasattr(item, "__getitem__") and hasattr(item, "__len__"))


def _infer_sizes(data: Any, unwrap: Unwrap) -> tuple[int, ...]:
    sizes: list[int] = []
    while unwrap(data) is None and _is_sequence(data):
        size, first = _length_and_first(data)
        sizes.append(size)
        if not size:
            break
        if len(sizes) > _MAX_DIMENSIONS:  # for example a list that contains itself
            raise ValueError(f"too many dimensions '{type(data).__name__}'")
        data = first
    if sizes and isinstance(data, str):
        raise ValueError("too many dimensions 'str'")
    return tuple(sizes)


def _length_and_first(data: Any) -> tuple[int, Any]:
    try:
        size = len(data)
        return size, data[0] if size else None
    except (TypeError, ValueError, LookupError):
        if isinstance(data, (list, tuple, np.ndarray)) or hasattr(data, "dtype"):
            raise
        raise ValueError(f"could not determine the shape of object type '{type(data).__name__}'") from None


def _flatten(data: Any, sizes: tuple[int, ...], unwrap: Unwrap) -> list[Any]:
    level = [data]
    for dim, size in enumerate(sizes):
        below: list[Any] = []
        for item in level:
            array = unwrap(item)
            row = item if array is None else array
            if not _is_sequence(row):
                raise TypeError("not a sequence")
            if len(row) != size:
                raise ValueError(f"expected sequence of length {size} at dim {dim} (got {len(row)})")
            below.extend(row)
        level = below
    return level


def _unwrap_leaf(item: Any, unwrap: Unwrap, integral: bool) -> Any:
    """A number; if `integral`, it has to be an integer or a bool, and a tensor must be of such a dtype."""
    array = unwrap(item)
    if array is None:
        if isinstance(item, np.ndarray) and item.ndim:
            raise TypeError("only 0-dimensional arrays can be converted to Python scalars")
        return item
    if integral and (array.size != 1 or array.dtype.kind not in "iub"):
        raise TypeError("only integer tensors of a single element can be converted to an index")
    if array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return array.item()


def _infer_dtype(item: Any, unwrap: Unwrap) -> np.dtype[Any]:
    # numpy's uint64 scalars keep their dtype: PyTorch fails on them with "an integer is required".
    if isinstance(item, (np.ndarray, np.generic)):
        if isinstance(item, np.ndarray) and item.ndim:
            warn_once("Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting the list to a single "
                      "numpy.ndarray with numpy.array() before converting to a tensor.")
        if item.dtype.kind in "mM":
            check_array(np.asarray(item))
        return canonical_dtype(item.dtype)
    if isinstance(item, (bool, int, float, complex)):
        return _dtype_of({next(t for t in (bool, int, float, complex) if isinstance(item, t))})
    array = unwrap(item)
    if array is not None:
        return array.dtype
    if isinstance(item, (str, bytes)):
        raise _inference_error(item)
    if not _is_sequence(item):
        raise RuntimeError(f"Could not infer dtype of {value_type_name(item)}")
    return _infer_common_dtype(item, unwrap)


def _infer_common_dtype(items: Any, unwrap: Unwrap) -> np.dtype[Any]:
    if isinstance(_length_and_first(items)[1], str):
        raise ValueError("too many dimensions 'str'")
    result: np.dtype[Any] | None = None
    for item in items:
        found = _infer_dtype(item, unwrap)
        result = found if result is None else promote_types(result, found)
    return Defaults.floating if result is None else result


def _inference_error(item: Any) -> Exception:
    return TypeError(f"new(): invalid data type '{type(item).__name__}'")


@quiet
def _convert_leaves(leaves: list[Any], dtype: np.dtype[Any]) -> Array:
    kind = dtype.kind
    if any(isinstance(leaf, (str, bytes)) for leaf in leaves):
        raise _leaf_error(next(leaf for leaf in leaves if isinstance(leaf, (str, bytes))), kind)
    if kind in "iu":
        return np.array([_to_integer(leaf, dtype) for leaf in leaves], dtype)
    if kind == "b":
        return np.array([bool(leaf if isinstance(leaf, _TRUTH_TESTED) else index(leaf)) for leaf in leaves], bool_)
    for leaf in leaves:
        if leaf is None or (kind != "c" and isinstance(leaf, (complex, list, tuple))):
            raise _leaf_error(leaf, kind)
        if kind != "c" and (isinstance(leaf, type) or not hasattr(leaf, "__float__") and not hasattr(leaf, "__index__")):
            raise TypeError(f"must be real number, not {value_type_name(leaf)}")
    return float64_to_float32(np.array(leaves, np.float64)).astype(dtype) if dtype in HALF_TYPES else np.array(leaves, dtype)


def _leaf_error(leaf: Any, kind: str) -> Exception:
    name = type(leaf).__name__
    return TypeError(f"'{name}' object cannot be interpreted as an integer" if kind in "iub" else f"must be real number, not {name}")


def _to_integer(leaf: Any, dtype: np.dtype[Any]) -> int:
    """A value for an integer tensor: floats are truncated, unsigned dtypes accept negatives down to -max."""
    if isinstance(leaf, float):
        return _truncate_float(leaf, dtype)
    value = index(leaf)
    limits = np.iinfo(dtype)
    if limits.min <= value <= limits.max:
        return value
    if dtype.itemsize == 8 and dtype.kind == "u":
        raise OverflowError("int too big to convert" if value > 0 else "can't convert negative int to unsigned")
    if not -2**63 <= value < 2**63:
        raise ValueError("Overflow when unpacking long long")
    if dtype.kind == "u" and -limits.max <= value < 0:
        return value % (limits.max + 1)
    raise _overflow_error(dtype)


def _truncate_float(value: float, dtype: np.dtype[Any]) -> int:
    if dtype.char in "LQ":
        raise TypeError("an integer is required")
    limits = np.iinfo(dtype)
    if not math.isfinite(value) or not limits.min <= value <= limits.max or (dtype == int64 and value >= 2.0**63):
        raise _overflow_error(dtype)
    return int(value)


def _overflow_error(dtype: np.dtype[Any]) -> Exception:
    return RuntimeError(f"value cannot be converted to type {dtype.name} without overflow")
