"""Run numpy kernels without floating-point warnings, as PyTorch's kernels do.

`np.errstate` costs 0.5-0.8 us a call, more than the kernel itself on small arrays. All it does in the end is to set one
context variable; setting that variable directly costs 0.05 us.  The variable is private to numpy, so its absence falls
back to `np.errstate`.
"""
from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from inspect import CO_VARARGS, CO_VARKEYWORDS
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numpy._core.umath import _extobj_contextvar, _make_extobj

    _IGNORE = _make_extobj(all="ignore")
    # numpy fills its buffer with copies of a broadcast column or row, as many as fit, unless a row of the other operand fills most of
    # the buffer. A small buffer therefore makes such operations up to twice as fast on long rows; on short ones, and where dtypes are
    # cast, it would slow them down.
    _IGNORE_SMALL_BUFFER = _make_extobj(all="ignore", bufsize=512)
    silence: Callable[[], Any] = functools.partial(_extobj_contextvar.set, _IGNORE)
    _silence_long_rows: Callable[[], Any] = functools.partial(_extobj_contextvar.set, _IGNORE_SMALL_BUFFER)
    restore: Callable[[Any], None] = _extobj_contextvar.reset
except ImportError:  # pragma: no cover - a numpy that keeps its error state elsewhere

    def silence() -> Any:
        """Ignore floating-point errors until `restore` gets the token returned here."""
        state: AbstractContextManager[Any] = np.errstate(all="ignore")
        state.__enter__()
        return state

    def restore(token: Any) -> None:
        """Undo the matching `silence`."""
        token.__exit__(None, None, None)

    _silence_long_rows = silence

LONG_ROW = 400


def silence_rows(width: int) -> Any:
    """`silence` for a kernel that broadcasts columns or rows against matrices of `width` columns, without dtype casts."""
    return _silence_long_rows() if width >= LONG_ROW else silence()


def quiet(kernel: F) -> F:
    """The kernel without warnings or errors on overflow, division by zero or invalid values."""

    if isinstance(kernel, np.ufunc) and kernel.nin == 2:
        call: Any = _silence_binary_ufunc(kernel)
        functools.update_wrapper(call, kernel)
        return call
    call = _SILENCE_BY_ARITY.get(positional_arity(kernel), _silence_any)(kernel)
    functools.update_wrapper(call, kernel)
    call.__defaults__ = getattr(kernel, "__defaults__", None)
    return call


def positional_arity(kernel: Any) -> int:
    """The number of arguments of a kernel that takes a fixed number by position; 0 for others."""
    if isinstance(kernel, np.ufunc):
        return 1 if kernel.nin == 1 else 0
    code = getattr(kernel, "__code__", None)
    if code is None or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS) or code.co_kwonlyargcount:
        return 0
    return int(code.co_argcount)


def _silence_any(kernel: Any) -> Any:
    def call(*args: Any, **kwargs: Any) -> Any:
        token = silence()
        try:
            return kernel(*args, **kwargs)
        finally:
            restore(token)

    return call


# For the usual numbers of arguments: packing and unpacking `*args` would take as long as the silencing itself.
def _silence_unary(kernel: Any) -> Any:
    def call(a: Any) -> Any:
        token = silence()
        try:
            return kernel(a)
        finally:
            restore(token)

    return call


def _silence_binary(kernel: Any) -> Any:
    def call(a: Any, b: Any) -> Any:
        token = silence()
        try:
            return kernel(a, b)
        finally:
            restore(token)

    return call


def _silence_binary_ufunc(kernel: Any) -> Any:
    def call(a: Any, b: Any, out: Any = None) -> Any:
        token = silence()
        try:
            return kernel(a, b, out)
        finally:
            restore(token)

    return call


def _silence_ternary(kernel: Any) -> Any:
    def call(a: Any, b: Any, c: Any) -> Any:
        token = silence()
        try:
            return kernel(a, b, c)
        finally:
            restore(token)

    return call


def _silence_quaternary(kernel: Any) -> Any:
    def call(a: Any, b: Any, c: Any, d: Any) -> Any:
        token = silence()
        try:
            return kernel(a, b, c, d)
        finally:
            restore(token)

    return call


def _silence_quinary(kernel: Any) -> Any:
    def call(a: Any, b: Any, c: Any, d: Any, e: Any) -> Any:
        token = silence()
        try:
            return kernel(a, b, c, d, e)
        finally:
            restore(token)

    return call


_SILENCE_BY_ARITY: dict[int, Callable[[Any], Any]] = {1: _silence_unary, 2: _silence_binary, 3: _silence_ternary, 4: _silence_quaternary,
                                                      5: _silence_quinary}
