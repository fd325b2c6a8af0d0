"""`torch.fx.experimental.symbolic_shapes` where every size is a number: conditions are what they are."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded


def guard_or_false(a: Any) -> bool:
    """Whether `a` holds."""
    return bool(a)


def guard_or_true(a: Any) -> bool:
    """Whether `a` holds."""
    return bool(a)


def guard_size_oblivious(expr: Any) -> bool:
    """Whether `expr` holds."""
    return bool(expr)


def statically_known_true(x: Any) -> bool:
    """Whether `x` holds."""
    return bool(x)


def is_concrete_bool(a: Any) -> bool:
    """Whether `a` is a bool."""
    return isinstance(a, bool)


def is_concrete_int(a: Any) -> bool:
    """Whether `a` is an int."""
    return isinstance(a, int)


def free_symbols(val: Any) -> set[Any]:
    """No symbols."""
    return set()


def has_free_symbols(val: Any) -> bool:
    """False."""
    return False


free_unbacked_symbols, has_free_unbacked_symbols = free_symbols, has_free_symbols

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.fx.experimental.symbolic_shapes")
