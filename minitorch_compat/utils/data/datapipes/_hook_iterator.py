"""The iterators of a data pipe: only the newest one is valid, and an exception names the pipe that raised it."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any

from ...._dispatch.state import LOCAL

if TYPE_CHECKING:
    from .datapipe import IterDataPipe

#: The phrases by which an exception is known to name its pipe already.
_THROWN_BY, _CONSTRAINT = "thrown by __iter__ of", "single iterator per IterDataPipe constraint"


class _SnapshotState(Enum):
    """A state that is part of pickled pipes of PyTorch. Nothing depends on it here."""

    NotStarted = 0
    Restored = 1
    Iterating = 2


def _short(value: Any) -> str:
    return str(value.__name__) if inspect.isfunction(value) else repr(value)


def describe(pipe: Any) -> str:
    """The class of a pipe, and those arguments of its constructor that it stores."""
    stored, names = vars(pipe), inspect.signature(type(pipe).__init__).parameters
    return f"{type(pipe).__name__}({', '.join(f'{name}={_short(stored[name])}' for name in sorted(names) if name in stored)})"


def constraint_message(cause: str, pipe: Any) -> str:
    """The message about an iterator that has become invalid."""
    return f"This iterator has been invalidated{cause} {describe(pipe)} ({_CONSTRAINT})."


def _name_pipe(error: Exception, pipe: Any) -> None:
    """Add to the message of an exception which pipe raised it."""
    text = error.args[0] if error.args and isinstance(error.args[0], str) else ""
    if _THROWN_BY not in text and _CONSTRAINT not in text:
        error.args = (f"{text}\nThis exception is {_THROWN_BY} {describe(pipe)}", *error.args[1:])


def _next_item(items: Iterator[Any], pipe: Any) -> Any:
    if LOCAL.observer is None:
        return next(items)
    from ....autograd._profile.recording import record_function

    with record_function(describe(pipe).replace("IterDataPipe", "")):
        return next(items)


class IteratorDecorator:
    """The iterator of a pipe whose `__iter__` is no generator; its attributes are those of the iterator that this returned."""

    def __init__(self, iterator: Any, pipe: IterDataPipe[Any]) -> None:
        self.iterator, self.datapipe = iterator, pipe
        self.iterator_id = pipe._start_iterator()

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self.datapipe._check_iterator(self.iterator_id)
        item = _next_item(self.iterator, self.datapipe)
        self.datapipe._number_of_samples_yielded += 1
        return item

    def __getattr__(self, name: str) -> Any:
        return getattr(vars(self)["iterator"], name)


def _hook_generator(iterate: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    @functools.wraps(iterate)
    def __iter__(self: Any, *args: Any, **kwargs: Any) -> Iterator[Any]:
        items = iterate(self, *args, **kwargs)
        number = self._start_iterator()
        while True:
            try:
                item = _next_item(items, self)
            except StopIteration:
                return
            except Exception as error:
                _name_pipe(error, self)
                raise
            self._number_of_samples_yielded += 1
            yield item
            self._check_iterator(number)

    return __iter__


def _hook_function(iterate: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    @functools.wraps(iterate)
    def __iter__(self: Any, *args: Any, **kwargs: Any) -> Iterator[Any]:
        return IteratorDecorator(iterate(self, *args, **kwargs), self)

    return __iter__


def hook_iterator(cls: Any) -> None:
    """Wrap the `__iter__` that a class of pipes defines, so that a new iterator resets the pipe and invalidates the older ones."""
    iterate = vars(cls).get("__iter__")
    if inspect.isfunction(iterate):
        cls.__iter__ = (_hook_generator if inspect.isgeneratorfunction(iterate) else _hook_function)(iterate)
