"""The command line: `python -m minitorch_compat`, or the console script `minitorch`.

The argument is a command of this package, or a program to run, which options of `python` may precede.
"""
from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module

from .._version import __version__, torch_version

#: Command -> module of this package with a function of that name, which gets the remaining arguments; usage; description.
COMMANDS = {
    "enable": ("importing.enable", "[--user]", "make `import torch` give minitorch_compat in every process of this environment"),
    "disable": ("importing.enable", "", "undo that"),
    "status": ("importing.enable", "", "tell what `import torch` gives"),
    "check": ("checking.check", "PATH... [--json | --sarif | --html]", "read programs and tell what of torch they use works here"),
    "trace": ("checking.trace", "script.py [argument ...]", "run a program and list what it reached that does not work, or only partly"),
    "stubs": ("stubs", "[DIRECTORY]", "write stubs, so that type checkers know `import torch` (default: typings)"),
    "conformance": ("conformance", "[--select REGEX] [--report html|json|md]", "measure against PyTorch's recorded behaviour"),
    "coverage": ("conformance", "[torch.nn ...] [--measure]", "name by name: works, partly, no"),
}

_WIDTH = max(len(f"{name} {takes}") for name, (_, takes, _) in COMMANDS.items())
USAGE = """usage: python -m minitorch_compat [option of python ...] [script.py | -m module | -c code | -] [argument ...]
       python -m minitorch_compat command [argument ...]

Runs a program written for PyTorch on minitorch_compat: inside it, `import torch` gives minitorch_compat. Processes that the program
starts get it, too, if the environment variable MINITORCH_COMPAT is 1.

commands:
""" + "\n".join(f"  {name + ' ' + takes:{_WIDTH}}  {does}" for name, (_, takes, does) in COMMANDS.items()) + """

  --help      this text; `python -m minitorch_compat command --help` tells more of a command
  --version   versions

Options of python, such as -i, -u, -O, -X dev and -W error, go before the program."""

#: Options of the interpreter: those without and those with an argument.
_OPTIONS, _WITH_ARGUMENT = frozenset("bBdEiIOPqsSuvx"), frozenset("XW")


def main(argv: list[str]) -> int:
    """Run the command line; return the exit code."""
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(USAGE)
        return 0 if argv else 2
    if argv[0] in ("-V", "--version"):
        print(f"minitorch_compat {__version__} (as torch {torch_version})")
        return 0
    if argv[0] in COMMANDS and not os.path.isfile(argv[0]):
        try:
            return command(argv[0])(argv[1:])
        except BrokenPipeError:  # the reader has closed the pipe, as `head` does
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return 1
    options, program = split_options(argv)
    if options:
        return run_in_new_interpreter(options, program)
    if program[0].startswith("-") and program[0] not in ("-", "-m", "-c"):
        print(f"unknown option: {program[0]}\n\n{USAGE}", file=sys.stderr)
        return 2
    from . import run
    from .importing.install import install

    if not program[0].startswith("-") and not os.path.exists(program[0]):
        return report_missing_program(program[0])
    for_children()
    install()
    from ..distributed._transport.launchers import LAUNCHERS

    if any(names[0] in os.environ for names in LAUNCHERS):  # this process is one of several
        from ..distributed._transport.mpi import set_rank_variables

        set_rank_variables()
        return run.end_all_on_failure(program)
    return run.run_guarded(run.run, program)


def command(name: str) -> Callable[[list[str]], int]:
    """The function of a command."""
    function: Callable[[list[str]], int] = getattr(import_module(f"{__package__}.{COMMANDS[name][0]}"), name)
    return function


def console() -> int:
    """Entry point of the console script `minitorch`."""
    return main(sys.argv[1:])


def split_options(argv: list[str]) -> tuple[list[str], list[str]]:
    """The leading options of `python`, and the rest, which begins with a program."""
    at = 0
    while at < len(argv) and len(argv[at]) > 1 and argv[at][0] == "-" and argv[at][1] != "-":
        letters = argv[at][1:]
        if letters[0] in _WITH_ARGUMENT:
            at += 2 if len(letters) == 1 else 1
        elif set(letters) <= _OPTIONS:
            at += 1
        else:
            break
    return argv[:at], argv[at:] or ["-"]  # without a program, python reads one, or runs interactively, from its input


def run_in_new_interpreter(options: list[str], program: list[str]) -> int:
    """Run the program in a new interpreter with these options."""
    from subprocess import _args_from_interpreter_flags, call  # type: ignore[attr-defined]  # what multiprocessing uses for its children

    line = [sys.executable, *_args_from_interpreter_flags(), *options, "-m", "minitorch_compat", *program]
    if os.name == "nt":  # where exec would return to the console at once
        return call(line)
    sys.stdout.flush()
    os.execv(sys.executable, line)


def report_missing_program(path: str) -> int:
    """Report that there is no such file, and suggest a command."""
    from difflib import get_close_matches

    print(f"{sys.executable}: can't open file '{os.path.abspath(path)}': [Errno 2] No such file or directory", file=sys.stderr)
    suggestion = get_close_matches(path, COMMANDS, 1)
    if suggestion:
        print(f"did you mean `python -m minitorch_compat {suggestion[0]}`?", file=sys.stderr)
    return 2


def for_children() -> None:
    """If MINITORCH_COMPAT is 1, let all Python processes that this one starts find this package under torch's name."""
    if os.environ.get("MINITORCH_COMPAT") != "1":
        return
    site_directory = os.path.join(os.path.dirname(__file__), "child_site")
    others = [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry and entry != site_directory]
    os.environ["PYTHONPATH"] = os.pathsep.join([site_directory, *others])


__all__ = ["COMMANDS", "USAGE", "console", "main"]
