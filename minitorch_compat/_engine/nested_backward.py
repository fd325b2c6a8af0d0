"""Backward inside backward, nested deeper than one stack allows.

A Function whose `backward` calls `backward` nests Python frames, of which a thread has about a thousand.  Every thread has its own
count, so a deep nest goes on in a new thread, which inherits this thread's modes, while this one waits.
"""
from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

from .._dispatch.state import LOCAL

#: Stack size of a thread; 0 is the system's default, mostly 8 MB, for which 32-bit address spaces have no room hundreds of times. A thread
#: needs a fraction of it, since Python keeps its frames elsewhere.
_STACK = 0 if sys.maxsize > 1 << 32 else 1 << 20
_STACK_SIZE_LOCK = threading.Lock()


def _start(thread: threading.Thread) -> None:
    with _STACK_SIZE_LOCK:
        size = threading.stack_size()
        if not _STACK or size:  # the program has chosen a stack size
            thread.start()
            return
        threading.stack_size(_STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(size)


def in_new_thread(work: Callable[[], Any]) -> Any:
    """Run `work()` in a new thread with this thread's modes; return its result or raise its exception."""
    modes = dict(LOCAL.__dict__)
    result: list[Any] = []
    failure: list[BaseException] = []

    def run() -> None:
        LOCAL.__dict__.update(modes)
        LOCAL.task = None
        try:
            result.append(work())
        except BaseException as error:  # raised again in the waiting thread
            failure.append(error)

    thread = threading.Thread(target=run, name="backward")
    _start(thread)
    thread.join()
    if failure:
        try:
            raise failure[0]
        finally:
            failure.clear()  # the traceback of the error refers to this frame
    return result[0]
