"""`torch.futures`: results that become available later, possibly set by another thread."""
from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

_LOG = logging.getLogger(__name__)
T = TypeVar("T")
S = TypeVar("S")
__all__ = ["Future", "collect_all", "wait_all"]


class FutureBase:
    """The class `torch.Future`, base of `torch.futures.Future`.

    References
    ----------
    PyTorch: ``torch.Future``.

    Examples
    --------
    >>> future = torch.futures.Future()
    >>> isinstance(future, torch.Future)
    True
    """


FutureBase.__name__ = FutureBase.__qualname__ = "Future"


class Future(FutureBase, Generic[T]):
    """A result that may become available later.

    Parameters
    ----------
    devices : list, optional
        Devices of the result; there is only the CPU.

    References
    ----------
    PyTorch: ``torch.futures.Future``.

    Examples
    --------
    >>> future = torch.futures.Future()
    >>> isinstance(future, torch.Future), future.done()
    (True, False)
    >>> future.set_result(3)
    >>> future.wait()
    3
    """

    __module__ = "torch.futures"

    def __init__(self, *, devices: Any = None) -> None:
        if devices:
            raise ValueError(f"Expected devices to have indices, got {devices[0]}")
        self._ready = threading.Condition()
        self._done = False
        self._value: Any = None
        self._error: BaseException | None = None
        self._callbacks: list[Callable[[Any], Any]] = []
        self._collected: list[Future[Any]] = []  # those that must be done: their errors are raised

    def __reduce__(self) -> NoReturn:
        raise RuntimeError("Can not pickle torch.futures.Future")

    def done(self) -> bool:
        """Whether a result or an error has been set.

        Returns
        -------
        bool
            True if so.

        Examples
        --------
        >>> torch.futures.Future().done()
        False
        """
        return self._done

    def wait(self) -> T:
        """Wait for the result.

        Returns
        -------
        object
            The result.

        Raises
        ------
        Exception
            The error, if one was set instead.

        Examples
        --------
        >>> future = torch.futures.Future()
        >>> future.set_result(3)
        >>> future.wait()
        3
        """
        with self._ready:
            self._ready.wait_for(self.done)
        return self.value()

    def value(self) -> T:
        """The result, which must be available.

        Returns
        -------
        object
            The result.

        Examples
        --------
        >>> future = torch.futures.Future()
        >>> future.set_result(3)
        >>> future.value()
        3
        """
        if not self._done:
            raise RuntimeError("value() of a Future: completed() INTERNAL ASSERT FAILED: it has no value yet, wait for it")
        if self._error is not None:
            raise self._error
        for future in self._collected:
            future.value()
        return self._value

    def set_result(self, result: T) -> None:
        """Set the result; once.

        Parameters
        ----------
        result : object
            The result.

        Raises
        ------
        RuntimeError
            If one is set already.

        Examples
        --------
        >>> future = torch.futures.Future()
        >>> future.set_result(3)
        >>> future.value()
        3
        """
        self._finish(result, None)

    def set_exception(self, result: BaseException) -> None:
        """Set an error instead of a result.

        Parameters
        ----------
        result : Exception
            The error.

        Raises
        ------
        AssertionError
            If it is not an exception.

        Examples
        --------
        >>> future = torch.futures.Future()
        >>> future.set_exception(ValueError("failed"))
        >>> try:
        ...     future.wait()
        ... except ValueError as error:
        ...     print(error)
        failed
        """
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
            self._run(callback)

    def _run(self, callback: Callable[[Future[T]], Any]) -> None:
        """Call a function of this future; its error is logged, as nobody waits for it."""
        try:
            callback(self)
        except Exception as error:
            _LOG.error("%s", _callback_error_text(error))

    def add_done_callback(self, callback: Callable[[Future[T]], None]) -> None:
        """Call a function when the future is done.

        Parameters
        ----------
        callback : callable
            Takes the future. An error that it raises is logged.

        Raises
        ------
        TypeError
            If it cannot be called.

        Examples
        --------
        >>> future = torch.futures.Future()
        >>> future.add_done_callback(lambda f: print(f.wait()))
        >>> future.set_result(3)
        3
        """
        _check_callback("add_done_callback", callback)
        with self._ready:
            if not self._done:
                self._callbacks.append(callback)
                return
        self._run(callback)

    def then(self, callback: Callable[[Future[T]], S]) -> Future[S]:
        """Return a future of the result of a function of this future.

        Parameters
        ----------
        callback : callable
            Takes the future.

        Returns
        -------
        Future
            Its result.

        Examples
        --------
        >>> future = torch.futures.Future()
        >>> double = future.then(lambda f: 2 * f.wait())
        >>> future.set_result(3)
        >>> double.wait()
        6
        """
        _check_callback("then", callback)
        later: Future[S] = Future()

        def run(this: Future[T]) -> None:
            try:
                later.set_result(callback(this))
            except Exception as error:
                later.set_exception(RuntimeError(_callback_error_text(error)))

        self.add_done_callback(run)
        return later


def _callback_error_text(error: Exception) -> str:
    return f"Got the following error when running the callback: {type(error).__name__}: {error}"


def _check_callback(name: str, callback: Any) -> None:
    if not callable(callback):
        raise TypeError(f"{name}(): incompatible function arguments. Expected a function of the future, got {callback!r}")


def collect_all(futures: list[Future[Any]]) -> Future[list[Future[Any]]]:
    """Return a future that is done when all the given futures are.

    Parameters
    ----------
    futures : list of Future
        The futures.

    Returns
    -------
    Future
        Of the list of them; to wait for it raises the error of the first that has one.

    Raises
    ------
    TypeError
        If they are not futures.

    References
    ----------
    PyTorch: ``torch.futures.collect_all``.

    Examples
    --------
    >>> a = torch.futures.Future()
    >>> both = torch.futures.collect_all([a])
    >>> a.set_result(1)
    >>> [f.wait() for f in both.wait()]
    [1]
    """
    if not isinstance(futures, (list, tuple)) or not all(isinstance(future, Future) for future in futures):
        raise TypeError(f"_collect_all(): incompatible function arguments. Expected a list of futures, got {futures!r}")
    collected: Future[list[Future[Any]]] = Future()
    collected._collected = list(futures)
    lock, remaining = threading.Lock(), [len(futures)]

    def on_done(_: Any) -> None:
        with lock:
            remaining[0] -= 1
            last = remaining[0] == 0
        if last:
            collected.set_result(futures)

    if not futures:
        collected.set_result(futures)
    for future in futures:
        future.add_done_callback(on_done)
    return collected


def wait_all(futures: list[Future[Any]]) -> list[Any]:
    """Wait for several futures.

    Parameters
    ----------
    futures : list of Future
        The futures.

    Returns
    -------
    list
        Their results.

    References
    ----------
    PyTorch: ``torch.futures.wait_all``.

    Examples
    --------
    >>> a = torch.futures.Future()
    >>> a.set_result(1)
    >>> torch.futures.wait_all([a])
    [1]
    """
    return [future.wait() for future in collect_all(futures).wait()]
