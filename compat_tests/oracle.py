"""The interpreter that has PyTorch: other checks would take its absence for a crash of PyTorch, call by call."""
from __future__ import annotations

import subprocess
import sys


def require(python: str) -> None:
    """Leave the program, and say what to do, unless this interpreter has PyTorch."""
    looks = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"
    try:
        absent = subprocess.run([python, "-c", looks], check=False, timeout=60, capture_output=True).returncode
    except OSError as error:
        sys.exit(f"{python}: {error.strerror}")
    if absent:
        sys.exit(f"{python} has no PyTorch: pip install -e \".[reference]\", or name one that has (--oracle, MINITORCH_COMPAT_ORACLE)")
