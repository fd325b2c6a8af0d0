"""Exceptions of failing scripted and traced code: those of PyTorch's interpreter, with the Python exception as their cause."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .._dispatch.unsupported import UnsupportedError

_FAILED = "The following operation failed in the TorchScript interpreter."


class Error(Exception):
    """An exception of scripted code, by `raise` or `assert`."""

    __module__ = "torch.jit"


class Failure(Error, RuntimeError):
    """A failure in scripted code. PyTorch raises RuntimeError for an op, `Error` for a `raise`; here either catches both.

    To distinguish them would take the source of the failing line, which a compiler has.
    """

    __module__ = "torch.jit"


def scripted_error(function: Callable[..., Any], error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any],
                   traced: bool) -> Exception:
    """The exception for the caller of scripted or traced code in which `function(*args, **kwargs)` raised `error`, which becomes its cause.

    Exceptions other than of ops stay as they are in a traced module, since a trace does not raise them; so do UnsupportedErrors.
    """
    if isinstance(error, (Error, UnsupportedError, Warning)):
        return error
    refused = isinstance(error, TypeError) and not _matches_signature(function, args, kwargs)
    if traced and not refused and not isinstance(error, RuntimeError):
        return error
    converted = RuntimeError(str(error)) if refused else _convert_error(error)
    converted.__cause__ = error
    return converted


def _convert_error(error: Exception) -> Exception:
    if isinstance(error, AssertionError):
        return Error(f"{_FAILED}\nRuntimeError: AssertionError: {error}")
    if isinstance(error, NotImplementedError):
        return error if str(error).startswith(_FAILED) else NotImplementedError(f"{_FAILED}\nNotImplementedError: {error}")
    name = "RuntimeError" if isinstance(error, RuntimeError) else f"{type(error).__module__}.{type(error).__qualname__}"
    return Failure(f"{_FAILED}\n{name}: {error}")


def _matches_signature(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a call fits the signature of `function`; True if that is unknown."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True
