"""What comes out of scripted and traced code that fails: the exceptions of PyTorch's interpreter, around those of the Python that ran."""
from __future__ import annotations

import re
from collections.abc import Callable
from os.path import dirname, join
from typing import Any

from .._dispatch.unsupported import UnsupportedError

_PACKAGE = join(dirname(dirname(__file__)), "")
_FAILED = "The following operation failed in the TorchScript interpreter."
#: A statement that raises, as TorchScript finds it: in the source.
_RAISES = re.compile(r"(?:^|:)\s*(?:raise|assert)\b")


class Error(Exception):
    """What scripted code raised, by `raise` or `assert`."""

    __module__ = "torch.jit"


def interpreted(function: Callable[..., Any], error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any], traced: bool) -> Exception:
    """The exception that a caller of scripted or traced code gets, where `error` came out of `function(*args, **kwargs)`, its cause.

    What a traced module's Python raises, which a recorded path does not have, stays as it is. So does what this package lacks.
    """
    if isinstance(error, (Error, UnsupportedError, Warning)) or str(error).startswith(_FAILED):
        return error
    answer = _answer(function, error, args, kwargs, traced)
    if answer is not error:
        answer.__cause__ = error
    return answer


def _answer(function: Callable[..., Any], error: Exception, args: tuple[Any, ...], kwargs: dict[str, Any], traced: bool) -> Exception:
    trace: Any = error.__traceback__
    if trace.tb_next is None and isinstance(error, TypeError):  # the call itself failed
        return RuntimeError(_refusal(function, args, kwargs) or str(error))
    while trace.tb_next is not None:
        trace = trace.tb_next
    if traced and not _is_own(trace):
        return error
    if _was_raised(error, trace):
        return Error(f"{_FAILED}\n{_said(error)}")
    kind = NotImplementedError if isinstance(error, NotImplementedError) else RuntimeError
    return kind(f"{_FAILED}\n{kind.__name__}: {error}")


def _is_own(trace: Any) -> bool:
    return bool(trace.tb_frame.f_code.co_filename.startswith(_PACKAGE))


def _was_raised(error: Exception, trace: Any) -> bool:
    """Whether a `raise` or an `assert` did it: the program's, or of a function that PyTorch has in Python, and no op."""
    if _is_own(trace):
        return isinstance(error, (AssertionError, ValueError))
    import linecache

    return bool(_RAISES.search(linecache.getline(trace.tb_frame.f_code.co_filename, trace.tb_lineno)))


def _said(error: Exception) -> str:
    kind = "RuntimeError: AssertionError" if type(error) is AssertionError else f"{type(error).__module__}.{type(error).__qualname__}"
    return f"{kind}: {error}"


def _refusal(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str:
    """Why a call does not fit the parameters of `function`; nothing if that is not known."""
    import inspect

    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
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
