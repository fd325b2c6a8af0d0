"""Tracebacks that a user can read. Only imported when a call has failed.

Every door (a public function, a method, a module's call) that lets an error out passes it through `shortened`: of the package's own frames
the doors stay, of the user's all; of the errors that the package has met and answered by another one, numpy's among them, none but a cause
that it names (`raise … from`).
"""
from __future__ import annotations

import os
from os.path import dirname
from types import TracebackType
from typing import TypeVar

import numpy as np

_Error = TypeVar("_Error", bound=BaseException)
_OWN = (dirname(dirname(__file__)) + os.sep, dirname(np.__file__) + os.sep, "<frozen importlib")


def shortened(error: _Error) -> _Error:
    """The error, to be raised again by the door that has caught it: `raise shortened(error)`.

    With MINITORCH_COMPAT_TRACEBACK=full in the environment it stays as it is.
    """
    if os.environ.get("MINITORCH_COMPAT_TRACEBACK") == "full":
        return error
    entries = _entries(error.__traceback__)
    kept: TracebackType | None = None
    for number in range(len(entries) - 1, -1, -1):
        entry = entries[number]
        # A door stands where the user's code leads into the package; the first one is who calls this, and is added by raising.
        if not _is_own(entry) or number and not _is_own(entries[number - 1]):
            kept = TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    error.__traceback__ = kept
    context = error.__context__
    while context is not None and _is_internal(context):
        context = context.__context__
    error.__context__ = context
    return error


def _entries(trace: TracebackType | None) -> list[TracebackType]:
    found = []
    while trace is not None:
        found.append(trace)
        trace = trace.tb_next
    return found


def _is_own(entry: TracebackType) -> bool:
    return entry.tb_frame.f_code.co_filename.startswith(_OWN)


def _is_internal(error: BaseException) -> bool:
    """Whether an error was met and answered within the package: the user's code has no part in it."""
    entries = _entries(error.__traceback__)
    return bool(entries) and all(map(_is_own, entries))
