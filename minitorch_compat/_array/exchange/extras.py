"""Errors for optional extras of the package (pyproject.toml) that are not installed; imported when one is raised."""
from __future__ import annotations

from ..core.dtypes import FLOAT8_NAMES, UnsupportedError


def extra_hint(extra: str) -> str:
    """The part of a message that names the extra and how to install it."""
    return f"needs the extra '{extra}': pip install \"minitorch-compat[{extra}]\""


def unsupported_dtype_error(name: str) -> UnsupportedError:
    """The error for a dtype that numpy lacks, or lacks without an extra."""
    if name == "bfloat16" or name in FLOAT8_NAMES:
        return UnsupportedError(f"torch.{name}", extra_hint("bfloat16"))
    return UnsupportedError(f"torch.{name}", "out of scope (a type that numpy has not)")
