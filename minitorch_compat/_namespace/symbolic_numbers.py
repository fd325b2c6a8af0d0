"""`torch.sym_int` and its like: arithmetic on sizes, which compilers of PyTorch's trace. Sizes are plain numbers here."""
from __future__ import annotations

import math
from typing import Any


def sym_int(a: Any) -> int:
    """`int(a)`."""
    return int(a)


def sym_float(a: Any) -> float:
    """`float(a)`."""
    return float(a)


def sym_not(a: Any) -> bool:
    """`not a`."""
    return not a


def sym_max(a: Any, b: Any) -> Any:
    """The larger number: a float if either is one."""
    return _of_kind(max(a, b), a, b)


def sym_min(a: Any, b: Any) -> Any:
    """The smaller number: a float if either is one."""
    return _of_kind(min(a, b), a, b)


def sym_ite(b: Any, t: Any, f: Any) -> Any:
    """`t` if `b` else `f`, which are of one type."""
    if not isinstance(b, bool) or type(t) is not type(f):
        raise AssertionError(f"expected a bool and two values of one type, got {type(b).__name__}, {type(t).__name__}, {type(f).__name__}")
    return t if b else f


def sym_sqrt(a: Any) -> float:
    """The square root."""
    return math.sqrt(a)


def sym_sum(*args: Any) -> Any:
    """The sum of numbers, or of a list of them."""
    return sum(args[0] if len(args) == 1 and isinstance(args[0], (list, tuple)) else args)


def _of_kind(value: Any, *operands: Any) -> Any:
    return float(value) if any(isinstance(v, float) for v in operands) else value
