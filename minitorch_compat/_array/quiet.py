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
    silence: Callable[[], Any] = functools.partial(_extobj_contextvar.set, _IGNORE)
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
