"""`torch.fx.experimental.symbolic_shapes` where every size is a number, so that conditions have plain truth values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr


def guard_or_false(a: Any) -> bool:
    """Return the truth value of `a`."""
    return bool(a)


def guard_or_true(a: Any) -> bool:
    """Return the truth value of `a`."""
    return bool(a)


def guard_size_oblivious(expr: Any) -> bool:
    """Return the truth value of `expr`."""
    return bool(expr)


def statically_known_true(x: Any) -> bool:
    """Return the truth value of `x`."""
    return bool(x)


def is_concrete_bool(a: Any) -> bool:
    """Whether `a` is a bool."""
    return isinstance(a, bool)


def is_concrete_int(a: Any) -> bool:
    """Whether `a` is an int."""
    return isinstance(a, int)


def free_symbols(val: Any) -> set[Any]:
    """Return an empty set."""
    return set()


def has_free_symbols(val: Any) -> bool:
    """Return False."""
    return False


free_unbacked_symbols, has_free_unbacked_symbols = free_symbols, has_free_symbols

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.experimental.symbolic_shapes")
