"""What comes out of scripted and traced code that fails: the exceptions of PyTorch's interpreter, around those of the Python that ran."""
from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from .._dispatch.unsupported import UnsupportedError

_FAILED = "The following operation failed in the TorchScript interpreter."


class Error(Exception):
    """What scripted code raised, by `raise` or `assert`."""

    __module__ = "torch.jit"


class Failure(Error, RuntimeError):
    """What failed in scripted code. PyTorch raises RuntimeError for an op, `Error` for a `raise`; here either catches both.

    To tell them apart would take the source of the line that failed, which a compiler has.
    """

    __module__ = "torch.jit"


def interpreted(function: Callable[..., Any], error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any], traced: bool) -> Exception:
    """The exception that a caller of scripted or traced code gets, where `error` came out of `function(*args, **kwargs)`, its cause.

    What a traced module's Python raises, which a recorded path does not have, stays as it is. So does what this package lacks.
    """
    if isinstance(error, (Error, UnsupportedError, Warning)):
        return error
    refused = isinstance(error, TypeError) and not _fits(function, args, kwargs)
    if traced and not refused and not isinstance(error, RuntimeError):
        return error
    answer = RuntimeError(str(error)) if refused else _answer(error)
    answer.__cause__ = error
    return answer


def _answer(error: Exception) -> Exception:
    if isinstance(error, AssertionError):
        return Error(f"{_FAILED}\nRuntimeError: AssertionError: {error}")
    if isinstance(error, NotImplementedError):
        return error if str(error).startswith(_FAILED) else NotImplementedError(f"{_FAILED}\nNotImplementedError: {error}")
    name = "RuntimeError" if isinstance(error, RuntimeError) else f"{type(error).__module__}.{type(error).__qualname__}"
    return Failure(f"{_FAILED}\n{name}: {error}")


def _fits(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether a call fits the parameters of `function`, as far as that is known."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        return False
    return True
