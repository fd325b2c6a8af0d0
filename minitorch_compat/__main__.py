"""`python -m minitorch_compat script.py`: run a program written for PyTorch, unchanged."""
from __future__ import annotations

import sys

from .compat.run import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
