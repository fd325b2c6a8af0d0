"""`__torch_function__`: which handlers are called, in which order, and the error if none accepts.

A public function calls this before it computes, if a mode is open or one of its arguments has a class that overrides; `_bindings` knows the
functions, this module knows the protocol.  Plain tensors never get here.
"""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ..._array.core.user_warnings import warn, warn_once
from ..state import LOCAL, ORDINARY, PLAIN, activate, deactivate

_F = TypeVar("_F", bound=Callable[..., Any])
#: How much is disabled in this thread (`LOCAL.no_overrides`).
ENABLED, NO_CLASSES, NOTHING = range(3)

def disabled(func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """The `__torch_function__` of classes that do not override: it calls `func`."""
    with switched_off(NO_CLASSES):
        return func(*args, **(kwargs or {}))


class switched_off:
    """While open, overrides of classes are disabled, or those of classes and modes."""

    __slots__ = ("level", "previous")

    def __init__(self, level: int) -> None:
        self.level: int = level

    def __enter__(self) -> None:
        self.previous: int = LOCAL.no_overrides
        LOCAL.no_overrides = max(self.level, self.previous)

    def __exit__(self, *error: object) -> None:
        LOCAL.no_overrides = self.previous


def handler_of(cls: Any) -> Any:
    """The `__torch_function__` of a class, or None if it has none or has disabled it."""
    handler = getattr(cls, "__torch_function__", None)
    return None if handler is disabled else handler


def overrides(value: Any) -> bool:
    """Whether the class of `value` overrides."""
    cls = value.__class__
    return cls not in PLAIN and cls not in ORDINARY and handler_of(type(value)) is not None


def members(values: Iterable[Any]) -> Iterator[Any]:
    """The values, and those inside lists and tuples."""
    for value in values:
        if value.__class__ in (list, tuple) or isinstance(value, (list, tuple)) and handler_of(type(value)) is None:
            yield from members(value)
        elif value.__class__ not in ORDINARY or value.__class__ in PLAIN:
            yield value


def ordinary_members(value: Any) -> bool:
    """Whether a value is a list or tuple without any member that overrides."""
    return (value.__class__ is tuple or value.__class__ is list) and ORDINARY.issuperset(map(type, value))


def overriding_arguments(values: Iterable[Any], wanted: Callable[[Any], bool] = overrides, kind: Callable[[Any], type] = type) -> list[Any]:
    """One argument of each class that overrides, in order, a subclass before its base."""
    found: list[Any] = []
    for value in values:
        cls = kind(value)
        if not wanted(value) or any(kind(other) is cls for other in found):
            continue
        place = next((i for i, other in enumerate(found) if issubclass(cls, kind(other))), len(found))
        found.insert(place, value)
    return found


def has_handler(value: Any) -> bool:
    """The wider rule of the functions that PyTorch writes in Python: a plain tensor's own handler counts, too."""
    return handler_of(type(value)) is not None


def mode_open() -> bool:
    """Whether this thread has a mode that handles calls."""
    return bool(LOCAL.function_modes) and LOCAL.no_overrides < NOTHING


def call_handlers(func: Any, name: str, found: list[Any], types: tuple[Any, ...], args: tuple[Any, ...], kwargs: dict[str, Any] | None,
        in_python: bool) -> Any:
    """The first result that is not NotImplemented: of the innermost mode, then of the arguments. TypeError if there is none."""
    given = (func, types, args) if kwargs is None else (func, types, args, kwargs)
    mode = None
    if mode_open():
        mode = LOCAL.function_modes.pop()  # `innermost_closed` inlined
        try:
            answer = mode.__torch_function__(*given)
        finally:
            _reopen(mode)
        if answer is not NotImplemented:
            return answer
    for value in found:
        handler = value.__torch_function__
        if getattr(handler, "__self__", None) is value:
            _warn_of_plain(in_python)
        answer = handler(*given)
        if answer is not NotImplemented:
            return answer
    raise TypeError(_nobody_in_python(name, found) if in_python else _nobody(name, found, mode))


def _warn_of_plain(in_python: bool) -> None:
    """Warn that a handler is a plain method: once for functions that PyTorch writes in C++, each time for those in Python."""
    if in_python:
        warn(_PLAIN.format(""), DeprecationWarning)
    else:
        warn_once(_PLAIN.format("`"))


_PLAIN = ("Defining your `__torch_function__{} as a plain method is deprecated and will be an error in future, please define it as a "
          "classmethod.")


def _nobody_in_python(name: str, found: list[Any]) -> str:
    text = f"no implementation found for '{name}' on types that implement __torch_function__: {[type(v) for v in found]}"
    return text + (f" nor in mode {LOCAL.function_modes[-1]}" if mode_open() else "")


def _nobody(name: str, found: list[Any], mode: Any) -> str:
    lines = [f"Multiple dispatch failed for '{name}'; all __torch_function__ handlers returned NotImplemented:", ""]
    if mode is not None:
        lines.append(f"  - mode object {mode!r}")
    lines += [f"  - tensor subclass {type(v)!r}" for v in found]
    return "\n".join([*lines, "", "For more information, try re-running with TORCH_LOGS=not_implemented"])


class Overridden(Exception):
    """Raised by an op on behalf of the public function that was called, because an argument overrides or a mode is open.

    Nothing has been computed.  The function catches it and calls the handlers (`_bindings/override/overridable.py`), so that a call with
    plain tensors pays nothing for the possibility.
    """


#: Handles a binary operator whose op raised `Overridden`, `(name of the op, operands)`; set by `_bindings`.
OPERATORS: list[Callable[[str, tuple[Any, ...]], Any]] = []

_PACKAGE = __name__.partition(".")[0]


#: The code of the functions that catch `Overridden`.
HANDLING: set[Any] = set()


def handles_overrides(function: _F) -> _F:
    """Decorator for a function that catches `Overridden` and calls the handlers (by `resolve` or `resolve_operator`): it is only noted."""
    HANDLING.add(function.__code__)
    return function


def dispatch_override(values: Iterable[Any]) -> None:
    """Raise `Overridden` if a mode is open or a value overrides, and the public function that was called will catch it.

    Calls made by the engine, by optimizers, and by a level on the values below it cannot be overridden.
    """
    if not mode_open() and (LOCAL.no_overrides or not any(overrides(v) for v in members(values))):
        return
    frame, called = sys._getframe(1), values
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        if frame.f_code in _AT_LEVELS:
            called = [frame.f_locals[name] for name in _AT_LEVELS[frame.f_code]]
        elif frame.f_code in HANDLING:
            if mode_open() or any(overrides(v) for v in members(called)):
                raise Overridden
            return
        frame = frame.f_back  # type: ignore[assignment]


_AT_LEVELS: dict[Any, tuple[str, ...]] = {}


def met_by_levels(*names: str) -> Callable[[_F], _F]:
    """Decorator for a function whose op calls may meet levels: `names` are its variables that hold the caller's arguments."""
    def noted(function: _F) -> _F:
        _AT_LEVELS[function.__code__] = names
        return function

    return noted


def push_mode(mode: Any) -> None:
    """Push a mode: it handles calls first, until it is popped or another is pushed."""
    LOCAL.function_modes.append(mode)
    activate(mode)
    for listen in MODE_LISTENERS:
        listen(1)


def pop_mode() -> Any:
    """Pop the innermost mode and return it."""
    if not LOCAL.function_modes:
        raise AssertionError("no mode is open")
    mode = LOCAL.function_modes.pop()
    deactivate(mode)
    for listen in MODE_LISTENERS:
        listen(-1)
    return mode


def drop_mode(mode: Any) -> None:
    """Remove a mode above which others may have been pushed, or once its handler has returned, if that is running."""
    if mode not in LOCAL.function_modes:
        _DROPPED.append(mode)
    else:
        LOCAL.function_modes.remove(mode)
        deactivate(mode)
        for listen in MODE_LISTENERS:
            listen(-1)


#: Modes that were dropped while their handlers ran.
_DROPPED: list[Any] = []

#: Called with 1 for every mode that is pushed and -1 for every one popped.
MODE_LISTENERS: list[Callable[[int], None]] = []


@contextlib.contextmanager
def innermost_closed() -> Iterator[Any]:
    """Suspend the innermost mode, which is yielded: calls of its handler go to the next one."""
    mode = LOCAL.function_modes.pop()
    try:
        yield mode
    finally:
        _reopen(mode)


def _reopen(mode: Any) -> None:
    LOCAL.function_modes.append(mode)
    if mode in _DROPPED:
        _DROPPED.remove(mode)
        drop_mode(mode)
