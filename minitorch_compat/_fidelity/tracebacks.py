"""Shorten tracebacks to what users can read. Imported only when a call has failed.

Every entry point (a public function, a method, a module's call) passes an error that leaves it through `shorten_traceback`, which keeps of
the package's own frames those of the entry points, and all of the user's; of the errors that the package caught and replaced by another
one, numpy's among them, it keeps only an explicit cause (`raise … from`).
"""
from __future__ import annotations

import os
from os.path import dirname
from types import TracebackType
from typing import TypeVar

import numpy as np

_Error = TypeVar("_Error", bound=BaseException)
_INTERNAL_PATHS = (dirname(dirname(__file__)) + os.sep, dirname(np.__file__) + os.sep, "<frozen importlib")


def shorten_traceback(error: _Error) -> _Error:
    """Return the error with a shorter traceback, for the entry point that caught it: `raise shortened(error)`.

    With MINITORCH_COMPAT_TRACEBACK=full in the environment it stays as it is.
    """
    if os.environ.get("MINITORCH_COMPAT_TRACEBACK") == "full":
        return error
    entries = _entries(error.__traceback__)
    kept: TracebackType | None = None
    for number in range(len(entries) - 1, -1, -1):
        entry = entries[number]
        # An entry point is where user code calls the package; the frame of the first, the caller of this function, is added by raising.
        if not _is_internal_frame(entry) or number and not _is_internal_frame(entries[number - 1]):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = kept
    context = error.__context__
    while context is not None and _is_internal_error(context):
        context = context.__context__
    error.__context__ = context
    return error


def _entries(trace: TracebackType | None) -> list[TracebackType]:
    found = []
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    return found


def _is_internal_frame(entry: TracebackType) -> bool:
    return entry.tb_frame.f_code.co_filename.startswith(_INTERNAL_PATHS)


def _is_internal_error(error: BaseException) -> bool:
    """Whether an error was raised and handled within the package, without frames of user code."""
    entries = _entries(error.__traceback__)
    return bool(entries) and all(map(_is_internal_frame, entries))
