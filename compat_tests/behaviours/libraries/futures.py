"""`torch.futures`: who raises the error of a future, and what becomes of errors in functions that are called when it is done."""
from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _first_line(call: Callable[[], Any]) -> Any:
    """The result, or the error's type and the first line of its message, which is followed by a stack in PyTorch."""
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error).split("\n")[0]


def _fails(future: Any) -> Any:
    raise ValueError("in the callback")


def callbacks_that_fail(torch: Any) -> Iterator[Any]:
    """Their errors do not reach who sets the result; those of `then` reach who waits."""
    for set_before in (True, False):
        future = torch.futures.Future()
        called: list[Any] = []
        if set_before:
            future.set_result(1)
        future.add_done_callback(_fails)
        future.add_done_callback(lambda f, called=called: called.append(f.value()))
        if not set_before:
            future.set_result(1)
        yield called, future.wait(), _first_line(future.then(_fails).wait)
    # PyTorch: ([1], 1, ('RuntimeError', 'Got the following error when running ...'))
    # PyTorch: ([1], 1, ('RuntimeError', 'Got the following error when running ...'))


def errors_of_futures(torch: Any) -> Iterator[Any]:
    """An error set instead of a result, passed on by `then`, `collect_all` and `wait_all`."""
    failed, other = torch.futures.Future(), torch.futures.Future()
    both = torch.futures.collect_all([failed, other])
    passed_on = failed.then(lambda f: f.wait()).then(lambda f: f.wait() + 1)
    yield failed.done(), both.done(), passed_on.done()
    failed.set_exception(KeyError("lost"))
    yield failed.done(), both.done(), passed_on.done(), refused(failed.value), refused(failed.wait), refused(lambda: failed.set_result(2))
    other.set_result(2)
    yield both.done(), refused(both.wait), _first_line(passed_on.wait), refused(lambda: torch.futures.wait_all([other, failed]))
    yield torch.futures.wait_all([other, other]), torch.futures.collect_all([other]).wait()[0].value()
    # PyTorch: (False, False, False)
    # PyTorch: (True, False, True, KeyError: 'lost', KeyError: 'lost', RuntimeError: Attempting to mark a completed Future ...)
    # PyTorch: (True, KeyError: 'lost', ('RuntimeError', 'Got the following error when running ...'), KeyError: 'lost')
    # PyTorch: ([2, 2], 2)


def misused(torch: Any) -> Iterator[Any]:
    """Futures are not pickled or copied; functions and lists of futures are wanted."""
    future = torch.futures.Future()
    yield refused(lambda: pickle.dumps(future)), refused(lambda: copy.copy(future)), refused(lambda: future.set_exception("no error"))
    for call in (lambda: future.then(3), lambda: future.add_done_callback(3), lambda: torch.futures.collect_all(3),
                 lambda: torch.futures.wait_all([1])):
        outcome = refused(call)
        yield outcome["raised"], outcome["message"][:39]
