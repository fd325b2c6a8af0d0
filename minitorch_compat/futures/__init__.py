"""`torch.futures`: results that come later, perhaps from another thread."""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")
S = TypeVar("S")
__all__ = ["Future", "collect_all", "wait_all"]


class Awaited:
    """What `torch.Future` names: the class behind `torch.futures.Future`."""


Awaited.__name__ = Awaited.__qualname__ = "Future"


class Future(Awaited, Generic[T]):
    """A value, or an exception, that somebody sets once; `wait` waits for it."""

    __module__ = "torch.futures"

    def __init__(self, *, devices: Any = None) -> None:
        if devices:
            raise ValueError(f"Expected devices to have indices, got {devices[0]}")
        self._ready = threading.Condition()
        self._done = False
        self._value: Any = None
        self._error: BaseException | None = None
        self._callbacks: list[Callable[[Any], Any]] = []

    def done(self) -> bool:
        """Whether there is a value or an exception."""
        return self._done

    def wait(self) -> T:
        """The value, as soon as there is one; raises the exception if that came instead."""
        with self._ready:
            self._ready.wait_for(self.done)
        return self.value()

    def value(self) -> T:
        """The value, which must be there; raises the exception if that came instead."""
        if not self._done:
            raise RuntimeError("value() of a Future: completed() INTERNAL ASSERT FAILED: it has no value yet, wait for it")
        if self._error is not None:
            raise self._error
        return self._value

    def set_result(self, result: T) -> None:
        """Give it its value, and call who waits for that."""
        self._finish(result, None)

    def set_exception(self, result: BaseException) -> None:
        """Give it an exception, which `wait` will raise."""
        if not isinstance(result, Exception):
            raise AssertionError(f"{result} is of type {type(result)}, not an Exception.")
        self._finish(None, result)

    def _finish(self, value: Any, error: BaseException | None) -> None:
        with self._ready:
            if self._done:
                raise RuntimeError("Attempting to mark a completed Future as complete again. Note that a Future can only be marked "
                                   "completed once.")
            self._value, self._error, self._done = value, error, True
            callbacks, self._callbacks = self._callbacks, []
            self._ready.notify_all()
        for callback in callbacks:
            callback(self)

    def add_done_callback(self, callback: Callable[[Future[T]], None]) -> None:
        """Call `callback` with this Future when it is done; at once if it is."""
        with self._ready:
            if not self._done:
                self._callbacks.append(callback)
                return
        callback(self)

    def then(self, callback: Callable[[Future[T]], S]) -> Future[S]:
        """A Future for what `callback`, called with this one when it is done, gives or raises."""
        later: Future[S] = Future()

        def run(this: Future[T]) -> None:
            try:
                later.set_result(callback(this))
            except Exception as error:
                later.set_exception(RuntimeError(f"Got the following error when running the callback: {type(error).__name__}: {error}"))

        self.add_done_callback(run)
        return later


def collect_all(futures: list[Future[Any]]) -> Future[list[Future[Any]]]:
    """A Future for the list itself, done when all in it are."""
    all_of_them: Future[list[Future[Any]]] = Future()
    lock, left = threading.Lock(), [len(futures)]

    def one_less(_: Any) -> None:
        with lock:
            left[0] -= 1
            last = left[0] == 0
        if last:
            all_of_them.set_result(futures)

    if not futures:
        all_of_them.set_result(futures)
    for future in futures:
        future.add_done_callback(one_less)
    return all_of_them


def wait_all(futures: list[Future[Any]]) -> list[Any]:
    """The values of all; raises the exception of one that has one."""
    return [future.wait() for future in collect_all(futures).wait()]
