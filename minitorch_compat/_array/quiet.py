"""Run numpy kernels without floating-point warnings, as PyTorch's kernels run.

`np.errstate` costs 0.5-0.8 us a call, more than the kernel itself on small arrays.  What it does in the end is to set one
context variable; setting that variable directly costs 0.05 us.  The variable is private to numpy, so its absence falls
back to `np.errstate`.
"""
from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numpy._core.umath import _extobj_contextvar, _make_extobj

    _IGNORE = _make_extobj(all="ignore")
    # numpy copies a column or row that is broadcast into its buffer as often as the buffer holds, unless a row of the other
    # operand fills most of the buffer. A small buffer therefore makes such operations up to twice as fast on long rows; on
    # short ones, and where dtypes are cast, it would slow them down.
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
    """`silence` for a kernel that broadcasts columns or rows against matrices of `width` columns, without casts."""
    return _silence_long_rows() if width >= LONG_ROW else silence()


def quiet(kernel: F) -> F:
    """The same kernel, which neither warns nor raises on overflow, division by zero or invalid values."""

    @functools.wraps(kernel)
    def call(*args: Any, **kwargs: Any) -> Any:
        token = silence()
        try:
            return kernel(*args, **kwargs)
        finally:
            restore(token)

    return call  # type: ignore[return-value]
