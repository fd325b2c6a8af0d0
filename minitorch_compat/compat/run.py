"""Run unmodified programs: `python -m minitorch_compat script.py`, `-m module`, `-c code`, `-`.

The program runs as `__main__` of this process, and its `import torch` loads this package; arguments, path, exit codes and
tracebacks are those of plain `python`.
"""
from __future__ import annotations

import builtins
import os
import runpy
import sys
import types
from collections.abc import Callable
from typing import Any


def end_all_on_failure(argv: list[str]) -> int:
    """Run as one of several processes: if this one fails before it meets the others, they do not wait for it."""
    from ..distributed._transport.mpi import abort_before_connection

    try:
        code = run_guarded(run, argv)
    except SystemExit as end:
        if end.code:
            abort_before_connection(end.code if isinstance(end.code, int) else 1)
        raise
    if code:
        abort_before_connection(code)
    return code


def run(argv: list[str]) -> None:
    """Run the program that `argv` names."""
    if argv[0] == "-m":
        if len(argv) < 2:
            raise SystemExit("Argument expected for the -m option")
        sys.path[0] = os.getcwd()
        sys.argv = argv[1:]
        try:
            runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
        except ImportError as error:
            if _innermost(error) not in ("<frozen runpy>", runpy.__file__):
                raise
            raise SystemExit(f"{sys.executable}: {error}") from None  # no such program: python's message and exit code
    elif argv[0] == "-c":
        if len(argv) < 2:
            raise SystemExit("Argument expected for the -c option")
        sys.path[0] = ""
        sys.argv = ["-c", *argv[2:]]
        execute(argv[1], "<string>", None)
    elif argv[0] == "-":
        sys.path[0] = ""
        sys.argv = argv
        execute(sys.stdin.read(), "<stdin>", None)
    else:
        run_path(argv)


def _innermost(error: BaseException) -> str:
    """The file in which an exception was raised."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename if trace is not None else ""


def run_path(argv: list[str]) -> None:
    """Run a script, or a directory or archive with a `__main__.py`."""
    path = argv[0]
    sys.argv = argv
    if os.path.isdir(path) or path.endswith((".zip", ".pyz")):
        sys.path[0] = path
        runpy.run_path(path, run_name="__main__")
        return
    try:
        with open(path, "rb") as file:
            source: Any = file.read()
    except OSError as error:
        print(f"{sys.executable}: can't open file '{os.path.abspath(path)}': [Errno {error.errno}] {error.strerror}", file=sys.stderr)
        raise SystemExit(2) from None
    path = os.path.abspath(path)
    sys.path[0] = os.path.dirname(path)
    execute(source, path, path)


def execute(source: Any, name: str, file: str | None) -> None:
    """Run source text as the module `__main__`, under which pickle and multiprocessing find it."""
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = builtins
    if file is not None:
        module.__file__ = file
    sys.modules["__main__"] = module
    exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)


def run_guarded(function: Callable[[list[str]], None], argv: list[str]) -> int:
    """Run, and exit as Python does: exit codes of SystemExit, a traceback that begins in the user's code."""
    try:
        function(argv)
    except SystemExit:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _print_traceback(error)
        return 1
    return 0


def _print_traceback(error: BaseException) -> None:
    """Print the traceback without the frames of this module and of runpy."""
    frame = error.__traceback__
    hidden = (__file__, runpy.__file__)
    while frame is not None and (frame.tb_frame.f_code.co_filename in hidden or "runpy" in frame.tb_frame.f_code.co_filename):
        frame = frame.tb_next
    if sys.excepthook is not sys.__excepthook__:
        sys.excepthook(type(error), error.with_traceback(frame), frame)
        return
    import traceback

    traceback.print_exception(type(error), error, frame)
