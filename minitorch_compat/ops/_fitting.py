"""Whether a value fits a schema's type, and its conversion: numpy's numbers and one-element tensors become Python numbers."""
from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np

from .._bindings.tensor.tensor import Tensor
from .._dispatch import dtype as dtypes
from .._dispatch.device import device
from .._dispatch.dtype import dtype

#: The numbers of dtypes in schemas.
DTYPE_CODES = {"uint8": 0, "int8": 1, "int16": 2, "short": 2, "int32": 3, "int": 3, "int64": 4, "long": 4, "float16": 5, "half": 5,
               "float32": 6, "float": 6, "float64": 7, "double": 7, "complex32": 8, "complex64": 9, "cfloat": 9, "complex128": 10,
               "cdouble": 10, "bool": 11, "bfloat16": 15, "uint16": 27, "uint32": 28, "uint64": 29}


class ArgumentMismatch(Exception):
    """A value is not of the schema's type, which the message names."""


def convert_argument(kind: str, value: Any) -> Any:
    """`value` as an argument declared as `kind`; ArgumentMismatch if it does not fit. Tensors and other kinds are hardly checked."""
    plain = kind.removesuffix("?")
    if plain != kind and value is None:
        return None
    plain = re.sub(r"\([^)]*\)", "", plain)
    try:
        if plain.endswith("]"):
            return _to_list(plain, value)
        convert = _CONVERTERS.get(plain)
        return value if convert is None else convert(value)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentMismatch(type_name(re.sub(r"\([^)]*\)", "", kind))) from None


def type_name(kind: str) -> str:
    """How error messages and schema objects name a type, given without alias marks: "int[2]?" is "Optional[List[int]]"."""
    if kind.endswith("?"):
        return f"Optional[{type_name(kind[:-1])}]"
    if kind.endswith("]"):
        return f"List[{type_name(kind[:kind.rindex('[')])}]"
    return _TYPE_NAMES.get(kind, kind)


def convert_result(op: str, returns: str, result: Any) -> Any:
    """The return value of a registered function as the op's result, by the schema's text; RuntimeError or TypeError if it does not fit."""
    if returns == "()":
        if result is not None:
            raise RuntimeError(f"Expected PythonKernelHolder for {op} to return None but it returned something else instead.")
        return None
    if not returns.startswith("("):
        return _convert_result(returns, result)
    if not isinstance(result, (list, tuple)):
        raise TypeError(f"Object of type '{type(result).__name__}' is not an instance of 'sequence'")
    kinds = [kind.strip() for kind in returns[1:-1].split(",")]
    if len(result) > len(kinds):
        raise RuntimeError(f"{op}: expected {len(kinds)} results but the function returned {len(result)}")  # undefined behaviour in PyTorch
    found = tuple(map(_convert_result, kinds, result))
    return found[0] if len(found) == 1 else found


def _convert_result(kind: str, value: Any) -> Any:
    if re.fullmatch(r"Tensor(\([^)]*\))?", kind):
        if value is None or isinstance(value, Tensor):
            return value
        raise RuntimeError(f"Unable to cast {value} to Tensor")
    try:
        found = convert_argument(kind, value)
        if kind.startswith("Tensor") and kind.endswith("]") and not all(isinstance(t, Tensor) for t in found):
            raise ArgumentMismatch
    except ArgumentMismatch:
        name = type(value).__module__.replace("minitorch_compat", "torch") + "." if isinstance(value, Tensor) else ""
        raise RuntimeError(f"Unable to cast Python instance of type <class '{name}{type(value).__name__}'> to {type_name(kind)}") from None
    return list(found) if kind.endswith("]") and isinstance(found, tuple) else found


def _to_list(kind: str, value: Any) -> Any:
    """A list of values; a list of fixed length may be given as one number."""
    element, _, length = kind.removesuffix("]").rpartition("[")
    convert = _CONVERTERS.get(element)
    if element.startswith("Tensor"):
        return value if isinstance(value, (list, tuple)) else _refuse()
    if convert is None:
        return value
    if length and isinstance(value, (int, float)):
        return value
    if isinstance(value, (str, bytes, dict, set)) or not hasattr(value, "__len__") or not hasattr(value, "__getitem__"):
        _refuse()
    return [convert(v) for v in value]


def _refuse() -> Any:
    raise TypeError


def _to_tensor(value: Any) -> Any:
    return value if value is None or isinstance(value, Tensor) else _refuse()  # None: an undefined tensor


def _to_int(value: Any) -> int:
    if isinstance(value, (int, np.integer, np.bool_)) or isinstance(value, Tensor) and value.numel() == 1:
        return int(value)
    raise TypeError


def _to_float(value: Any) -> float:
    if isinstance(value, (int, float, np.integer, np.floating)) or isinstance(value, Tensor) and value.numel() == 1:
        return float(value)
    raise TypeError


def _to_bool(value: Any) -> bool:
    if value is None or hasattr(type(value), "__bool__"):
        return bool(value)
    raise TypeError


def _to_number(value: Any) -> Any:
    return value if isinstance(value, (int, float, complex)) else _refuse()


def _to_str(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else value if isinstance(value, str) else _refuse()


def _to_dtype(value: Any) -> Any:
    if isinstance(value, dtype):
        return value
    names = [name for name, code in DTYPE_CODES.items() if code == value and value.__class__ is int]
    return getattr(dtypes, names[0], None) or _refuse() if names else _refuse()


def _to_device(value: Any) -> Any:
    return value if isinstance(value, device) else device(value) if isinstance(value, str) else _refuse()


_CONVERTERS: dict[str, Callable[[Any], Any]] = {
    "Tensor": _to_tensor, "Scalar": _to_number, "int": _to_int, "SymInt": _to_int, "float": _to_float, "bool": _to_bool, "str": _to_str,
    "ScalarType": _to_dtype, "Device": _to_device,
}
#: Types that PyTorch names differently than schemas do.
_TYPE_NAMES = {"SymInt": "int", "Scalar": "number", "ScalarType": "int", "MemoryFormat": "int", "Layout": "int"}
