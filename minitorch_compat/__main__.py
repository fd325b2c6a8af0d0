"""`python -m minitorch_compat script.py`: run a program written for PyTorch, unchanged; see `compat/commands.py`."""
from __future__ import annotations

import sys

from .compat.commands import main

if __name__ == "__main__":
    code: int = main(sys.argv[1:])
    if code and not sys.flags.inspect:  # with `-i` the interpreter becomes interactive, and would show the exit as an error
        sys.exit(code)
