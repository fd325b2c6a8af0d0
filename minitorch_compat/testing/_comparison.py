"""`assert_close`: comparing tensors, numbers and containers of them. https://docs.pytorch.org/docs/stable/testing.html"""
from __future__ import annotations

import cmath
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from .._dispatch import dtype as _d
from .._dispatch.lifting import values_at
from .._dispatch.tensor import TensorBase

_TOLERANCES = {_d.float16: (1e-3, 1e-5), _d.bfloat16: (1.6e-2, 1e-5), _d.float32: (1.3e-6, 1e-5), _d.float64: (1e-7, 1e-7),
               _d.complex64: (1.3e-6, 1e-5), _d.complex128: (1e-7, 1e-7)}
_NUMBERS = (bool, int, float, complex, np.number)
Message = str | Callable[[str], str] | None


class _Rules:
    """What `assert_close` was asked for."""

    def __init__(self, rtol: float | None, atol: float | None, equal_nan: bool, check_dtype: bool, check_stride: bool) -> None:
        self.given = None if rtol is None or atol is None else (float(rtol), float(atol))
        self.equal_nan, self.check_dtype, self.check_stride = equal_nan, check_dtype, check_stride

    def tolerances(self, *dtypes: _d.dtype) -> tuple[float, float]:
        """(relative, absolute): as given, or the wider of what the dtypes allow."""
        if self.given is not None:
            return self.given
        pairs = [_TOLERANCES.get(d, (0.0, 0.0)) for d in dtypes]
        return max(p[0] for p in pairs), max(p[1] for p in pairs)


class _Mismatch(Exception):
    """What is wrong, and where."""

    def __init__(self, text: str, path: tuple[Any, ...], error: type[Exception] = AssertionError) -> None:
        super().__init__(text)
        self.text, self.path, self.error = text, path, error


def assert_close(actual: Any, expected: Any, *, allow_subclasses: bool = True, rtol: float | None = None, atol: float | None = None,
                 equal_nan: bool = False, check_device: bool = True, check_dtype: bool = True, check_layout: bool = True,
                 check_stride: bool = False, msg: Message = None) -> None:
    """AssertionError unless |actual - expected| <= atol + rtol |expected| everywhere.

    Takes tensors, arrays, numbers, and sequences and mappings of them. The tolerances depend on the dtype unless both are given:
    0 for integers, 1.3e-6 and 1e-5 for float32, 1e-7 and 1e-7 for float64.
    """
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.")
    rules = _Rules(rtol, atol, equal_nan, check_dtype, check_stride)
    try:
        _compare(actual, expected, rules, (), allow_subclasses)
    except _Mismatch as found:
        text = found.text
        if found.path:
            text += "\n\nThe failure occurred for item " + "".join(f"[{step!r}]" for step in found.path)
        if found.error is not AssertionError:
            raise found.error(text) from None
        raise AssertionError(text if msg is None else msg if isinstance(msg, str) else msg(text)) from None


def _compare(actual: Any, expected: Any, rules: _Rules, path: tuple[Any, ...], subclasses: bool) -> None:
    if isinstance(actual, str) and isinstance(expected, str):
        raise _unhandled(actual, expected, path)
    if isinstance(actual, Sequence) and isinstance(expected, Sequence):
        if len(actual) != len(expected):
            raise _Mismatch(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        for i, (a, b) in enumerate(zip(actual, expected, strict=True)):
            _compare(a, b, rules, (*path, i), subclasses)
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        _compare_keys(actual, expected, path)
        for key in actual:
            _compare(actual[key], expected[key], rules, (*path, key), subclasses)
    elif actual is None and expected is None:
        return
    else:
        _compare_leaves(actual, expected, rules, path, subclasses)


def _compare_keys(actual: Mapping[Any, Any], expected: Mapping[Any, Any], path: tuple[Any, ...]) -> None:
    missing, additional = ([key for key in a if key not in b] for a, b in ((expected, actual), (actual, expected)))
    if missing or additional:
        text = "The keys of the mappings do not match:"
        text += f"\nMissing keys in the actual mapping: {sorted(missing)}" if missing else ""
        text += f"\nAdditional keys in the actual mapping: {sorted(additional)}" if additional else ""
        raise _Mismatch(text, path)


def _unhandled(actual: Any, expected: Any, path: tuple[Any, ...]) -> _Mismatch:
    return _Mismatch(f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", path, TypeError)


def _compare_leaves(actual: Any, expected: Any, rules: _Rules, path: tuple[Any, ...], subclasses: bool) -> None:
    pair = (actual, expected)
    if all(isinstance(v, (bool, np.bool_)) for v in pair):
        if bool(actual) is not bool(expected):
            raise _Mismatch(f"Booleans mismatch: {actual} is not {expected}", path)
    elif all(isinstance(v, _NUMBERS) for v in pair):
        _compare_numbers(actual, expected, rules, path)
    elif all(isinstance(v, TensorBase) for v in pair) and (subclasses or type(actual) is type(expected)):
        _compare_tensors(actual, expected, rules, path)
    elif all(isinstance(v, np.ndarray) for v in pair):
        from .._bindings.creation import as_tensor

        _compare_tensors(as_tensor(actual), as_tensor(expected), rules, path)
    else:
        raise _unhandled(actual, expected, path)


_PYTHON_DTYPES = {bool: _d.bool_, int: _d.int64, float: _d.float64, complex: _d.complex128}


def _compare_numbers(actual: Any, expected: Any, rules: _Rules, path: tuple[Any, ...]) -> None:
    actual, expected = (v.item() if isinstance(v, np.generic) else v for v in (actual, expected))
    if rules.check_dtype and type(actual) is not type(expected):
        raise _Mismatch(f"The (d)types do not match: {type(actual)} != {type(expected)}.", path)
    rtol, atol = rules.tolerances(*(_PYTHON_DTYPES[type(v)] for v in (actual, expected)))
    if _close(actual, expected, rtol, atol, rules.equal_nan):
        return
    raise _Mismatch(_scalar_text(actual, expected, rtol, atol), path)


def _close(a: Any, b: Any, rtol: float, atol: float, equal_nan: bool) -> bool:
    if a == b:
        return True
    if cmath.isnan(a) or cmath.isnan(b):
        return equal_nan and cmath.isnan(a) and cmath.isnan(b)
    return not (cmath.isinf(a) or cmath.isinf(b)) and abs(a - b) <= atol + rtol * abs(b)


def _scalar_text(actual: Any, expected: Any, rtol: float, atol: float) -> str:
    exact = rtol == atol == 0
    difference = abs(actual - expected)
    relative = difference / abs(expected) if expected != 0 else float("inf")
    return (f"Scalars are not {'equal' if exact else 'close'}!\n\nExpected {expected} but got {actual}.\n"
            f"Absolute difference: {difference}{'' if exact else f' (up to {atol} allowed)'}\n"
            f"Relative difference: {relative}{'' if exact else f' (up to {rtol} allowed)'}")


def _compare_tensors(actual: Any, expected: Any, rules: _Rules, path: tuple[Any, ...]) -> None:
    for name, wanted in (("shape", True), ("dtype", rules.check_dtype), ("stride()", rules.check_stride)):
        a, b = (getattr(t, name[:-2])() if name.endswith("()") else getattr(t, name) for t in (actual, expected))
        if wanted and a != b:
            raise _Mismatch(f"The values for attribute '{name}' do not match: {a} != {b}.", path)
    rtol, atol = rules.tolerances(actual.dtype, expected.dtype)
    a, b = (_wide(values_at(t.array), actual.array.dtype != expected.array.dtype) for t in (actual, expected))
    with np.errstate(all="ignore"):
        same = np.isclose(a, b, rtol, atol, rules.equal_nan) if a.dtype.kind in "fc" else _integers_close(a, b, rtol, atol)
    if not np.all(same):
        if not a.ndim:
            raise _Mismatch(_scalar_text(actual.array.item(), expected.array.item(), rtol, atol), path)
        raise _Mismatch(_tensor_text(a, b, np.asarray(same), rtol, atol), path)


def _wide(array: np.ndarray[Any, Any], mixed: bool) -> np.ndarray[Any, Any]:
    """The values in a type that differences can be taken in."""
    kind = array.dtype.kind
    if kind in "bui":
        return array.astype(np.float64 if mixed else np.int64)
    return array.astype(np.complex128 if kind == "c" else np.float64) if mixed or kind == "V" else array


def _integers_close(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], rtol: float, atol: float) -> np.ndarray[Any, Any]:
    return np.equal(a, b) if rtol == atol == 0 else np.isclose(a, b, rtol, atol)


def _tensor_text(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], same: np.ndarray[Any, Any], rtol: float, atol: float) -> str:
    exact = rtol == atol == 0
    with np.errstate(all="ignore"):
        difference = np.abs(a - b)
        scale = np.abs(b)
        relative = (difference.astype(np.float32) / scale.astype(np.float32)) if a.dtype.kind in "iu" else difference / scale
    difference, relative = (np.where(same, np.zeros((), v.dtype), v) for v in (difference, relative))
    bad = same.size - np.count_nonzero(same)
    lines = [f"Tensor-likes are not {'equal' if exact else 'close'}!", "",
             f"Mismatched elements: {bad} / {same.size} ({bad / same.size:.1%})"]
    for name, values, allowed in (("absolute", difference, atol), ("relative", relative, rtol)):
        where = np.unravel_index(int(np.argmax(values)), values.shape)
        place = tuple(int(i) for i in where)
        limit = "" if exact else f" (up to {allowed} allowed)"
        lines.append(f"Greatest {name} difference: {values[where].item()} at index {place}{limit}")
    return "\n".join(lines)
