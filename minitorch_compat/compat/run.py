"""Run unmodified programs: `python -m minitorch_compat script.py`, `-m module`, `-c code`, `-`.

The program runs as `__main__` of this process with `import torch` answered by this package; arguments, path, exit codes and
tracebacks are what plain `python` gives.
"""
from __future__ import annotations

import builtins
import os
import runpy
import sys
import types
from collections.abc import Callable
from typing import Any

from .._version import __version__, torch_version
from .install import install

USAGE = """usage: python -m minitorch_compat [script.py | -m module | -c code | -] [argument ...]

Runs a program written for PyTorch on minitorch_compat: inside it, `import torch` gives minitorch_compat.

  conformance [--select REGEX] [--report html|json|md]   measured against PyTorch's recorded behaviour (needs a clone)
  coverage [torch.nn]                                     name by name: works, partly, no (needs a clone)

  --help      this text
  --version   versions"""

#: A launcher of MPI says by one of these that the program is one of several processes.
LAUNCHED = frozenset(("PMI_RANK", "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK", "PMIX_RANK"))

#: Words that are commands of this package rather than programs to run: functions of the remaining arguments, in `conformance.py`.
SUBCOMMANDS = ("conformance", "coverage")


def main(argv: list[str]) -> int:
    """Do what the command line asks; returns the exit code."""
    if not argv or argv[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if argv else 2
    if argv[0] in ("-V", "--version"):
        print(f"minitorch_compat {__version__} (as torch {torch_version})")
        return 0
    if argv[0] in SUBCOMMANDS:
        from . import conformance

        return int(getattr(conformance, argv[0])(argv[1:]))
    install()
    if not LAUNCHED.isdisjoint(os.environ):
        from ..distributed._mpi import name_ranks

        name_ranks()
        return ending_all(argv)
    return guarded(run, argv)


def ending_all(argv: list[str]) -> int:
    """Run as one of several processes: the others are not left waiting for one that failed before it met them."""
    from ..distributed._mpi import end_unmet

    try:
        code = guarded(run, argv)
    except SystemExit as end:
        if end.code:
            end_unmet(end.code if isinstance(end.code, int) else 1)
        raise
    if code:
        end_unmet(code)
    return code


def run(argv: list[str]) -> None:
    """Run the program that `argv` names."""
    if argv[0] == "-m":
        if len(argv) < 2:
            raise SystemExit("Argument expected for the -m option\n" + USAGE)
        sys.path[0] = os.getcwd()
        sys.argv = argv[1:]
        runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
    elif argv[0] == "-c":
        if len(argv) < 2:
            raise SystemExit("Argument expected for the -c option\n" + USAGE)
        sys.path[0] = ""
        sys.argv = ["-c", *argv[2:]]
        execute(argv[1], "<string>", None)
    elif argv[0] == "-":
        sys.path[0] = ""
        sys.argv = argv
        execute(sys.stdin.read(), "<stdin>", None)
    else:
        run_path(argv)


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
    """Run source text as the module `__main__`, which is also what pickle and multiprocessing find under that name."""
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = builtins
    if file is not None:
        module.__file__ = file
    sys.modules["__main__"] = module
    exec(compile(source, name, "exec", dont_inherit=True), module.__dict__)


def guarded(function: Callable[[list[str]], None], argv: list[str]) -> int:
    """Run, and end as Python ends: exit codes of SystemExit, a traceback that begins in the user's code."""
    try:
        function(argv)
    except SystemExit:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        _print(error)
        return 1
    return 0


def _print(error: BaseException) -> None:
    """The traceback without the frames of this module and of runpy."""
    frame = error.__traceback__
    hidden = (__file__, runpy.__file__)
    while frame is not None and (frame.tb_frame.f_code.co_filename in hidden or "runpy" in frame.tb_frame.f_code.co_filename):
        frame = frame.tb_next
    if sys.excepthook is not sys.__excepthook__:
        sys.excepthook(type(error), error.with_traceback(frame), frame)
        return
    import traceback

    traceback.print_exception(type(error), error, frame)
