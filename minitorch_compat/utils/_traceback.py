"""`torch.utils._traceback`: short tracebacks, captured ones, and tracebacks of errors in generated code."""
from __future__ import annotations

import ast
import itertools
import linecache
import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

_numbers = itertools.count()


@contextmanager
def report_compile_source_on_error() -> Iterator[None]:
    """Show the lines of generated code in the traceback of an error: of code that `exec` ran with its text as `__compile_source__`."""
    try:
        yield
    except Exception as error:
        link: TracebackType | None = None
        for entry in reversed(list(_entries(error.__traceback__))):
            source = entry.tb_frame.f_globals.get("__compile_source__")
            if source is None or entry.tb_frame.f_code.co_filename != "<string>":
                entry.tb_next = link  # changed in place: `contextlib` restores the first entry
                link = entry
            else:
                link = _entry_in(source, entry, link)
        raise


def _entries(tb: TracebackType | None) -> Iterator[TracebackType]:
    while tb is not None:
        yield tb
        tb = tb.tb_next


def _entry_in(source: str, entry: TracebackType, link: TracebackType | None) -> TracebackType:
    """The entry of a traceback, for the same place in a file whose text is `source`, which `linecache` has."""
    filename = f"<generated {next(_numbers)}>"
    linecache.cache[filename] = len(source), None, source.splitlines(keepends=True), filename
    code = entry.tb_frame.f_code
    line, last_line, column, last_column = next(itertools.islice(code.co_positions(), entry.tb_lasti // 2, None))
    raising = ast.parse("raise RuntimeError")
    for node in ast.walk(raising):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno, node.end_lineno = line or entry.tb_lineno, last_line
            node.col_offset, node.end_col_offset = column or 0, last_column
    try:
        exec(compile(raising, filename, "exec").replace(co_name=code.co_name, co_qualname=code.co_qualname), {})  # to have a frame
    except RuntimeError as error:
        made: Any = error.__traceback__.tb_next  # type: ignore[union-attr]
        return TracebackType(link, made.tb_frame, made.tb_lasti, made.tb_lineno)
    raise AssertionError("unreachable")


def shorten_filename(fn: str, *, base: str | None = None) -> str:
    """The path without the part that it has in common with `base`, by default the directory of the package."""
    base = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) if base is None else base
    try:
        prefix = os.path.commonpath([fn, base])
    except ValueError:  # on another drive
        return fn
    return fn[len(prefix) + 1:]


def format_frame(frame: Any, *, base: str | None = None, line: bool = False) -> str:
    """A `FrameSummary` in one line; with `line`, its source before."""
    code = f"{frame.line}  # " if line else ""
    return f"{code}{shorten_filename(frame.filename, base=base)}:{frame.lineno} in {frame.name}"


def format_traceback_short(tb: TracebackType | None) -> str:
    """The innermost entry of a traceback in one line."""
    return format_frame(traceback.extract_tb(tb)[-1])


class CapturedTraceback:
    """The stack at a moment. A pickled one has no stack."""

    __slots__ = ("skip", "tb")

    def __init__(self, tb: traceback.StackSummary | None, skip: int = 0) -> None:
        self.tb, self.skip = tb, skip

    @staticmethod
    def extract(*, script: bool = False, cpp: bool = False, skip: int = 0) -> CapturedTraceback:
        """Capture the stack of the caller, less its `skip` innermost frames; there are no stacks of C++ or TorchScript."""
        return CapturedTraceback(traceback.StackSummary.from_list(traceback.extract_stack()[:-1 - skip]), skip + 1)

    def summary(self) -> traceback.StackSummary:
        """The frames, outermost first."""
        return traceback.StackSummary() if self.tb is None else self.tb

    def format(self) -> list[str]:
        """The lines of the stack, as `traceback.format_stack` gives them."""
        return traceback.format_list(self.summary())

    @staticmethod
    def format_all(tbs: Any) -> list[list[str] | None]:
        """`format` of each; None for None."""
        return [None if tb is None else tb.format() for tb in tbs]

    def cleanup(self) -> None:
        """Forget the stack."""
        self.tb = None

    def __getstate__(self) -> Any:
        return None, {"tb": None, "skip": self.skip}
