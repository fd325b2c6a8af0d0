"""Differences between a recorded outcome and a fresh one, both portable."""
from __future__ import annotations

from typing import Any

import numpy as np

from .portable import BITS, Named, Raised, TensorRecord
from .python_messages import in_words_of_today, plain
from .tolerances import Rule, spacing


def differences(expected: Any, actual: Any, rule: Rule, where: str = "") -> list[str]:
    """A list of the differences; empty if there are none."""
    if isinstance(expected, Raised) or isinstance(actual, Raised):
        return raised(expected, actual, where)
    if type(expected) is not type(actual):
        return [f"{where}: expected {brief(expected)}, got {brief(actual)}"]
    if isinstance(expected, TensorRecord):
        return tensors(expected, actual, rule, where)
    if isinstance(expected, Named):
        if expected.type != actual.type:
            return [f"{where}: expected a {expected.type}, got a {actual.type}"]
        return differences(expected.items, actual.items, rule, where)
    if isinstance(expected, dict):
        if list(expected) != list(actual):
            return [f"{where}: expected keys {list(expected)}, got {list(actual)}"]
        return [d for k, value in expected.items() for d in differences(value, actual[k], rule, f"{where}[{k!r}]")]
    if isinstance(expected, (tuple, list)):
        if len(expected) != len(actual):
            return [f"{where}: expected {len(expected)} items, got {len(actual)}"]
        return [d for i, (a, b) in enumerate(zip(expected, actual)) for d in differences(a, b, rule, f"{where}[{i}]")]
    if isinstance(expected, (float, complex)):
        return numbers(expected, actual, rule, where)
    if expected == actual or isinstance(expected, str) and in_words_of_today(expected) == plain(actual):
        return []
    return [f"{where}: expected {brief(expected)}, got {brief(actual)}"]


def brief(value: Any) -> str:
    if isinstance(value, Raised):
        return f"{value.type}({value.message.splitlines()[0][:160] if value.message else ''})"
    if isinstance(value, TensorRecord):
        return f"{value.dtype} tensor {value.shape}"
    return repr(value)[:160]


def raised(expected: Any, actual: Any, where: str) -> list[str]:
    """Differences of errors: in their type only, since messages are a separate aspect."""
    if isinstance(expected, Raised) and isinstance(actual, Raised) and same_error(expected, actual):
        return []
    return [f"{where}: expected {brief(expected)}, got {brief(actual)}"]


#: UnsupportedError is a NotImplementedError, but is never taken for PyTorch's.
def same_error(expected: Raised, actual: Raised) -> bool:
    return expected.type == actual.type


def numbers(expected: complex, actual: complex, rule: Rule, where: str) -> list[str]:
    dtype = "complex128" if isinstance(expected, complex) else "float64"
    a, b = (TensorRecord(dtype, (), (), np.array(v)) for v in (expected, actual))
    # A Python number that came from a narrower dtype carries that dtype's error.
    narrow = dtype.replace("128", "64") if dtype == "complex128" else "float32"
    return tensors(a, b, rule, where) and tensors(TensorRecord(narrow, (), (), a.data), TensorRecord(narrow, (), (), b.data), rule, where)


def tensors(expected: TensorRecord, actual: TensorRecord, rule: Rule, where: str) -> list[str]:
    for name in ("dtype", "shape", "requires_grad"):
        a, b = getattr(expected, name), getattr(actual, name)
        if a != b:
            return [f"{where}: expected {name} {a}, got {b}"]
    if expected.dtype in rule.ulps:
        return floats(expected, actual, rule, where)
    wrong = expected.data != actual.data
    if not wrong.any():
        return []
    return [f"{where}: {int(wrong.sum())} of {wrong.size} elements differ: {sample_of(expected.data, actual.data, wrong)}"]


def sample_of(a: np.ndarray, b: np.ndarray, wrong: np.ndarray) -> str:
    index = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(wrong)))
    return f"at {list(index)} expected {np.atleast_1d(a)[index]!r}, got {np.atleast_1d(b)[index]!r}"


def widened(record: TensorRecord) -> np.ndarray:
    if record.dtype in BITS:
        return (record.data.astype(np.int32) << 16).view(np.float32).astype(np.float64)
    return record.data.astype(np.complex128 if record.data.dtype.kind == "c" else np.float64)


def out_of_place(a: np.ndarray, b: np.ndarray, infinities: str) -> np.ndarray:
    """A mask of infinities and NaN that a rule does not allow."""
    if infinities == "same":
        return (np.isnan(a) != np.isnan(b)) | ((np.isinf(a) | np.isinf(b)) & (a != b) & ~np.isnan(a))
    axis = -1 if infinities == "numbers" else None
    finite = [np.isfinite(v).all(axis, keepdims=True) for v in (a, b)]
    return np.broadcast_to(finite[0] != finite[1], a.shape)


def floats(expected: TensorRecord, actual: TensorRecord, rule: Rule, where: str) -> list[str]:
    a, b = widened(expected), widened(actual)
    if a.dtype.kind == "c":
        a, b = (np.stack([v.real, v.imag], -1) for v in (a, b))
    with np.errstate(all="ignore"):
        misplaced = out_of_place(a, b, rule.infinities if expected.data.dtype.kind == "c" else "same")
        finite = np.isfinite(a) & np.isfinite(b)
        error = np.where(finite, np.abs(a - b), 0.0)
        size = np.where(finite, np.maximum(np.abs(a), np.abs(b)), 0.0)
        scale = np.full_like(size, size.max(initial=0.0)) if rule.scaled or expected.data.dtype.kind == "c" else size
        ulps = error / spacing(np.maximum(scale, rule.floor), expected.dtype)
    wrong = misplaced | (ulps > rule.ulps[expected.dtype])
    if not wrong.any():
        return []
    allowed = f"({rule.name}: {rule.ulps[expected.dtype]:g})"
    worst = "NaN or infinity in another place" if misplaced.any() else f"up to {ulps.max():.3g} ulp {allowed}"
    return [f"{where}: {int(wrong.sum())} of {a.size} numbers differ, {worst}: {sample_of(a, b, wrong)}"]
