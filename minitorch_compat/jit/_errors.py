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
    refusal = _refusal(function, args, kwargs) if isinstance(error, TypeError) else ""
    if not refusal and traced and not isinstance(error, RuntimeError):
        return error
    answer = RuntimeError(refusal) if refusal else _answer(error)
    answer.__cause__ = error
    return answer


def _answer(error: Exception) -> Exception:
    if isinstance(error, AssertionError):
        return Error(f"{_FAILED}\nRuntimeError: AssertionError: {error}")
    if isinstance(error, NotImplementedError):
        return error if str(error).startswith(_FAILED) else NotImplementedError(f"{_FAILED}\nNotImplementedError: {error}")
    name = "RuntimeError" if isinstance(error, RuntimeError) else f"{type(error).__module__}.{type(error).__qualname__}"
    return Failure(f"{_FAILED}\n{name}: {error}")


def _refusal(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Why a call does not fit the parameters of `function`; nothing if it does, or if that is not known."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return ""
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        parameters = list(signature.parameters.values())
    else:
        return ""
    name = getattr(function, "__name__", "").replace("<lambda>", "_lambda")
    given = [p.name for p in parameters[:len(args)]]
    if len(args) > len(parameters):
        return f"{name}() expected at most {len(parameters)} argument(s) but received {len(args) + len(kwargs)} argument(s)."
    for parameter in parameters:
        if parameter.name in given and parameter.name in kwargs:
            return f"Argument '{parameter.name}' specified both as positional and keyword argument."
        if parameter.default is parameter.empty and parameter.name not in given and parameter.name not in kwargs:
            return f"{name}() is missing value for argument '{parameter.name}'."
    unknown = [key for key in kwargs if all(key != parameter.name for parameter in parameters)]
    return f"Unknown keyword argument '{unknown[0]}' for operator '{name}'." if unknown else ""
