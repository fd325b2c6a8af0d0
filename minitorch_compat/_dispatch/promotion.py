"""Promotion policies: how the arguments of an op come to one dtype before its kernel runs."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .._array.dtypes import CATEGORY, Defaults, cast, result_type

Values = list[Any]


def _to_common(values: Values, positions: tuple[int, ...], dtype: np.dtype[Any]) -> None:
    for i in positions:
        value = values[i]
        if isinstance(value, np.ndarray):
            values[i] = cast(value, dtype)
        elif value is not None:
            values[i] = scalar_as(value, dtype)


def scalar_as(value: Any, dtype: np.dtype[Any]) -> Any:
    """A Python number as the kernel may see it beside arrays of `dtype`; integers wrap around as in PyTorch."""
    kind = dtype.kind
    if kind in "iu" and not (0 if kind == "u" else -128) <= value < 128:
        return np.asarray(int(value) & 0xFFFFFFFFFFFFFFFF, np.uint64).astype(dtype)
    if kind == "b" or kind == "V" or isinstance(value, np.generic):
        return np.asarray(value).astype(dtype)
    return value


def common(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type."""
    _to_common(values, positions, result_type(values[i] for i in positions if values[i] is not None))


def common_floating(values: Values, positions: tuple[int, ...]) -> None:
    """All to the result type, integers to the default floating type."""
    dtype = result_type(values[i] for i in positions if values[i] is not None)
    _to_common(values, positions, dtype if CATEGORY[dtype.kind] >= 2 else Defaults.floating)


def branches(values: Values, positions: tuple[int, ...]) -> None:
    """All but the first (a condition) to the result type."""
    common(values, positions[1:])


POLICIES: dict[str, Callable[[Values, tuple[int, ...]], None]] = {"common": common, "floating": common_floating, "branches": branches}
