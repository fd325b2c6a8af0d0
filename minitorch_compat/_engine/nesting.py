"""Backward inside backward, deeper than one stack is.

A Function whose `backward` calls `backward` nests Python frames, of which a thread has about a thousand.  Every thread has its own
count, so a deep nest goes on in a new thread, which inherits this thread's modes, while this one waits.
"""
from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from .._dispatch.state import LOCAL


def in_new_thread(work: Callable[[], Any]) -> Any:
    """What `work()` answers, or raises, in a thread that has this one's modes."""
    modes = dict(LOCAL.__dict__)
    result: list[Any] = []
    failure: list[BaseException] = []

    def run() -> None:
        LOCAL.__dict__.update(modes)
        LOCAL.task = None
        try:
            result.append(work())
        except BaseException as error:  # handed to the waiting thread, whatever it is
            failure.append(error)

    thread = threading.Thread(target=run, name="backward")
    thread.start()
    thread.join()
    if failure:
        try:
            raise failure[0]
        finally:
            failure.clear()  # the error's traceback holds this frame
    return result[0]
