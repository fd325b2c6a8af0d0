"""The comparison of `TestCase.assertEqual`: like `assert_close`, with tensors, arrays and numbers mixed; other objects by `==`."""
from __future__ import annotations

import unittest
from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

import numpy as np

import minitorch_compat as torch

from ..._bindings.creation.factories import as_tensor
from .._comparison import ComparisonRules, Mismatch, StructureMismatch, close, compare_keys, compare_tensors, scalar_text
from ._flags import has_corresponding_torch_dtype

Path = tuple[Any, ...]
_BOOLEANS = (bool, np.bool_)
_NUMBERS = (int, float, complex, np.number)
_ARRAYS = (torch.Tensor, np.ndarray)
# Python numbers are compared with the tolerances of tensors of the default dtype.
_DTYPES = {int: torch.int64, float: torch.float32, complex: torch.complex64}


def compare(actual: Any, expected: Any, rules: ComparisonRules, path: Path = ()) -> None:
    """Raise Mismatch unless both are equal."""
    if _are_both(actual, expected, _sequences()) and not (isinstance(actual, str) or isinstance(expected, str)):
        if len(actual) != len(expected):
            raise StructureMismatch(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        for i, (a, b) in enumerate(zip(actual, expected, strict=True)):
            compare(a, b, rules, (*path, i))
    elif _are_both(actual, expected, _mappings()):
        compare_keys(actual, expected, path)
        for key in actual:
            compare(actual[key], expected[key], rules, (*path, key))
    else:
        _compare_leaves(actual, expected, rules, path)


def _are_both(actual: Any, expected: Any, kinds: Any) -> bool:
    return isinstance(actual, kinds) and isinstance(expected, kinds)


def _sequences() -> tuple[Any, ...]:
    return Sequence, torch.nn.Sequential, torch.nn.ModuleList, torch.nn.ParameterList, torch.utils.data.Subset


def _mappings() -> tuple[Any, ...]:
    return Mapping, torch.nn.ModuleDict, torch.nn.ParameterDict


def _is_one_of(actual: Any, expected: Any, kinds: Any, others: Any) -> bool:
    """Whether one is of `kinds`, and the other of `kinds` or `others`."""
    all_kinds = (*kinds, *others)
    return isinstance(actual, kinds) and isinstance(expected, all_kinds) or isinstance(expected, kinds) and isinstance(actual, all_kinds)


def _compare_leaves(actual: Any, expected: Any, rules: ComparisonRules, path: Path) -> None:
    if actual is None or expected is None:
        if actual is not expected:
            raise Mismatch(f"None mismatch: {actual} is not {expected}", path)
    elif _is_one_of(actual, expected, _BOOLEANS, (*_NUMBERS, *_ARRAYS)):
        a, b = (bool(_single_element(v, "a boolean", path)) for v in (actual, expected))
        if a is not b:
            raise Mismatch(f"Booleans mismatch: {a} is not {b}", path)
    elif _is_one_of(actual, expected, _NUMBERS, _ARRAYS):
        _compare_numbers(_number(actual, path), _number(expected, path), rules, path)
    elif _are_both(actual, expected, _ARRAYS):
        compare_tensors(as_tensor(actual), as_tensor(expected), _validated_rules(rules, path), path)
    elif _are_both(actual, expected, torch.storage.TypedStorage):
        compare_tensors(torch.tensor(list(actual), dtype=actual.dtype), torch.tensor(list(expected), dtype=expected.dtype),
                        _validated_rules(rules, path), path)
    else:
        _compare_others(actual, expected, path)


def _validated_rules(rules: ComparisonRules, path: Path) -> ComparisonRules:
    try:
        return rules.checked()
    except ValueError as error:
        raise Mismatch(str(error), path, ValueError) from None


def _single_element(value: Any, kind: str, path: Path) -> Any:
    """The number in an array of one element."""
    if not isinstance(value, _ARRAYS):
        return value.item() if isinstance(value, np.generic) else value
    size = value.size if isinstance(value, np.ndarray) else value.numel()
    if size > 1:
        raise Mismatch(f"Only single element tensor-likes can be compared against {kind}. Got {size} elements instead.", path, ValueError)
    return value.item()


def _number(value: Any, path: Path) -> Any:
    number = _single_element(value, "a number", path)
    return int(number) if isinstance(number, (bool, IntEnum)) else number


def _compare_numbers(a: Any, b: Any, rules: ComparisonRules, path: Path) -> None:
    rtol, atol = _validated_rules(rules, path).tolerances(*(_DTYPES[kind] for v in (a, b) for kind in _DTYPES if isinstance(v, kind)))
    if not close(a, b, rtol, atol, rules.equal_nan):
        raise Mismatch(scalar_text(a, b, rtol, atol), path)


def _compare_others(actual: Any, expected: Any, path: Path) -> None:
    """Compare with unittest's `assertEqual`."""
    try:
        unittest.TestCase().assertEqual(actual, expected)
    except AssertionError as error:
        kinds = {"String": (str, bytes), "Set": (set,), "Type": (type,)}
        name = next((name for name, kind in kinds.items() if _are_both(actual, expected, kind)), "Object")
        raise Mismatch(f"{name} comparison failed: {error}", path) from None


def to_comparable(x: Any, y: Any) -> tuple[Any, Any]:
    """Convert both to comparable types: lists if a numpy dtype has no counterpart, tensors if one is a tensor and the other a sequence."""
    if any(isinstance(v, np.ndarray) and not has_corresponding_torch_dtype(v.dtype) for v in (x, y)):
        return tuple(v.tolist() if isinstance(v, _ARRAYS) else list(v) for v in (x, y))  # type: ignore[return-value]
    if isinstance(x, torch.Tensor) and isinstance(y, Sequence):
        return x, torch.as_tensor(y, dtype=x.dtype, device=x.device)
    if isinstance(x, Sequence) and isinstance(y, torch.Tensor):
        return torch.as_tensor(x, dtype=y.dtype, device=y.device), y
    return x, y
