"""`__torch_function__`: who is asked, in which order, and what is said when nobody answers.

A public function asks here before it computes, if one of its arguments is of a class that overrides or a mode is open; `_bindings`
knows the functions, this module knows the protocol.  Plain tensors never come here.
"""
from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ..._array.core.user_warnings import warn, warn_once
from ..state import LOCAL, ORDINARY, PLAIN, activate, deactivate

_F = TypeVar("_F", bound=Callable[..., Any])
#: How much is switched off in this thread (`LOCAL.no_overrides`).
ENABLED, NO_CLASSES, NOTHING = range(3)

def disabled(func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
    """The `__torch_function__` of classes that do not override: it calls `func`."""
    with switched_off(NO_CLASSES):
        return func(*args, **(kwargs or {}))


class switched_off:
    """While open, classes are not asked, or neither classes nor modes."""

    __slots__ = ("level", "previous")

    def __init__(self, level: int) -> None:
        self.level: int = level

    def __enter__(self) -> None:
        self.previous: int = LOCAL.no_overrides
        LOCAL.no_overrides = max(self.level, self.previous)

    def __exit__(self, *error: object) -> None:
        LOCAL.no_overrides = self.previous


def handler_of(cls: Any) -> Any:
    """The `__torch_function__` of a class, or None if it has none or has switched it off."""
    handler = getattr(cls, "__torch_function__", None)
    return None if handler is disabled else handler


def overrides(value: Any) -> bool:
    """Whether the class of `value` has to be asked."""
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
    """Whether a value is a list or tuple of which nobody has to be asked."""
    return (value.__class__ is tuple or value.__class__ is list) and ORDINARY.issuperset(map(type, value))


def askable(values: Iterable[Any], wanted: Callable[[Any], bool] = overrides, kind: Callable[[Any], type] = type) -> list[Any]:
    """One argument of each class to be asked, in order, a subclass before its base."""
    found: list[Any] = []
    for value in values:
        cls = kind(value)
        if not wanted(value) or any(kind(other) is cls for other in found):
            continue
        place = next((i for i, other in enumerate(found) if issubclass(cls, kind(other))), len(found))
        found.insert(place, value)
    return found


def has_handler(value: Any) -> bool:
    """The wider question of the functions that PyTorch writes in Python: plain tensors are asked, too."""
    return handler_of(type(value)) is not None


def mode_open() -> bool:
    """Whether a mode of this thread is to be asked."""
    return bool(LOCAL.function_modes) and LOCAL.no_overrides < NOTHING


def ask(func: Any, name: str, found: list[Any], types: tuple[Any, ...], args: tuple[Any, ...], kwargs: dict[str, Any] | None,
        in_python: bool) -> Any:
    """The answer of the first that has one: the innermost mode, then the arguments. TypeError if nobody has."""
    given = (func, types, args) if kwargs is None else (func, types, args, kwargs)
    mode = None
    if mode_open():
        mode = LOCAL.function_modes.pop()  # `innermost_closed`, written out
        try:
            answer = mode.__torch_function__(*given)
        finally:
            LOCAL.function_modes.append(mode)
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
    """A handler is a plain method: functions that PyTorch writes in C++ say so once, those in Python each time."""
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
    """Raised by an op that met an argument which overrides, or an open mode, on behalf of the public function that was called.

    It has not computed anything.  The function catches it and asks (`_bindings/override/overridable.py`); so a call with plain tensors pays
    nothing for the possibility.
    """


#: Answers a binary operator whose op raised `Overridden`, `(op's name, operands)`; set by `_bindings`.
OPERATORS: list[Callable[[str, tuple[Any, ...]], Any]] = []

_PACKAGE = __name__.partition(".")[0]


def dispatch_override(values: Iterable[Any]) -> None:
    """Raise `Overridden` if a mode is open or one of the values overrides, and the public function that was called will catch it.

    What the engine and optimizers do on their own account is nobody's to override, nor is what a level calls on the values below.
    """
    if not mode_open() and (LOCAL.no_overrides or not any(overrides(v) for v in members(values))):
        return
    frame, called = sys._getframe(1), values
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE:
        if frame.f_code in _AT_LEVELS:
            called = [frame.f_locals[name] for name in _AT_LEVELS[frame.f_code]]
        elif not _CATCHES.isdisjoint(frame.f_code.co_names):  # it catches it
            if mode_open() or any(overrides(v) for v in members(called)):
                raise Overridden
            return
        frame = frame.f_back  # type: ignore[assignment]


_AT_LEVELS: dict[Any, tuple[str, ...]] = {}


def met_by_levels(*names: str) -> Callable[[_F], _F]:
    """For a function in which calls of ops meet levels: `names` are those of its variables that are what was called with."""
    def noted(function: _F) -> _F:
        _AT_LEVELS[function.__code__] = names
        return function

    return noted


#: The names of one of which a function that catches `Overridden` makes use.
_CATCHES = frozenset({"Overridden", "resolve", "resolve_operator"})


def push_mode(mode: Any) -> None:
    """Open a mode: it is asked first, until it is closed or another is opened."""
    LOCAL.function_modes.append(mode)
    activate(mode)
    for listen in MODE_LISTENERS:
        listen(1)


def pop_mode() -> Any:
    """Close the innermost mode, which is the answer."""
    if not LOCAL.function_modes:
        raise AssertionError("no mode is open")
    mode = LOCAL.function_modes.pop()
    deactivate(mode)
    for listen in MODE_LISTENERS:
        listen(-1)
    return mode


def drop_mode(mode: Any) -> None:
    """Close a mode that others may have been opened above."""
    if mode in LOCAL.function_modes:
        LOCAL.function_modes.remove(mode)
        deactivate(mode)
        for listen in MODE_LISTENERS:
            listen(-1)


#: Told of every mode that is opened (1) or closed (-1).
MODE_LISTENERS: list[Callable[[int], None]] = []


@contextlib.contextmanager
def innermost_closed() -> Iterator[Any]:
    """Without the innermost mode, which it answers with: what its handler calls goes to the next one."""
    mode = LOCAL.function_modes.pop()
    try:
        yield mode
    finally:
        LOCAL.function_modes.append(mode)
