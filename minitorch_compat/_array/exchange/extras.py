"""Errors for optional extras of the package (pyproject.toml) that are not installed; imported when one is raised."""
from __future__ import annotations

from ..core.dtypes import FLOAT8_NAMES, UnsupportedError


def needs_extra(extra: str) -> str:
    """The part of a message that names the extra and how to install it."""
    return f"needs the extra '{extra}': pip install \"minitorch-compat[{extra}]\""


def extra_missing(name: str, extra: str) -> UnsupportedError:
    """The error for the use of `name`."""
    return UnsupportedError(name, needs_extra(extra))


def no_such_type(name: str) -> UnsupportedError:
    """The error for a dtype that numpy lacks, or lacks without an extra."""
    if name == "bfloat16":
        return extra_missing("torch.bfloat16", "bfloat16")
    if name in FLOAT8_NAMES:
        return extra_missing(f"torch.{name}", "bfloat16")
    return UnsupportedError(f"torch.{name}", "out of scope (a type that numpy has not)")
