"""`torch.sym_*`: functions for sizes, which are numbers here."""
from __future__ import annotations

from typing import Any

import numpy as np

_NUMBERS = (np.integer, np.floating, int, float)


def sym_int(a: Any) -> int:
    """The number without its fraction."""
    return int(a)


def sym_float(a: Any) -> float:
    """The number as a float."""
    return float(a)


def sym_not(a: Any) -> bool:
    """Whether `a` does not hold."""
    return not a


def sym_ite(b: Any, t: Any, f: Any) -> Any:
    """`t` if `b` holds, otherwise `f`."""
    return t if b else f


def sym_sqrt(a: Any) -> float:
    """The square root."""
    return float(a) ** 0.5


def sym_sum(args: Any) -> Any:
    """The sum of the numbers in `args`."""
    return sum(args)


def _numbers(a: Any, b: Any) -> None:
    for value in (a, b):
        if not isinstance(value, _NUMBERS):
            raise AssertionError(f"expected {_NUMBERS}, got {type(value)}")


def sym_max(a: Any, b: Any) -> Any:
    """The larger number; a float if one of the two is."""
    _numbers(a, b)
    return float(max(a, b)) if isinstance(a, float) or isinstance(b, float) else max(a, b)


def sym_min(a: Any, b: Any) -> Any:
    """The smaller number; a float if one of the two is."""
    _numbers(a, b)
    return float(min(a, b)) if isinstance(a, float) or isinstance(b, float) else min(a, b)
