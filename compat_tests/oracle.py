"""The interpreter that has PyTorch: without this check its absence would look like a crash of PyTorch in each call."""
from __future__ import annotations

import subprocess
import sys


def require(python: str) -> None:
    """Exit with advice unless this interpreter has PyTorch."""
    looks = "import importlib.util, sys; sys.exit(importlib.util.find_spec('torch') is None)"
    try:
        absent = subprocess.run([python, "-c", looks], check=False, timeout=60, capture_output=True).returncode
    except OSError as error:
        sys.exit(f"{python}: {error.strerror}")
    if absent:
        sys.exit(f"{python} has no PyTorch: pip install -e \".[reference]\", or name one that has (--oracle, MINITORCH_COMPAT_ORACLE)")
