"""What is said where an optional extra of the package (pyproject.toml) is not installed; imported when that is to be said."""
from __future__ import annotations

from ..core.dtypes import FLOAT8_NAMES, UnsupportedError


def needs_extra(extra: str) -> str:
    """What is to be done about it."""
    return f"needs the extra '{extra}': pip install \"minitorch-compat[{extra}]\""


def extra_missing(name: str, extra: str) -> UnsupportedError:
    """The error for the use of `name`."""
    return UnsupportedError(name, needs_extra(extra))


def no_such_type(name: str) -> UnsupportedError:
    """The error for tensors of a type that numpy has not, or not without an extra."""
    if name == "bfloat16":
        return extra_missing("torch.bfloat16", "bfloat16")
    if name in FLOAT8_NAMES:
        return extra_missing(f"torch.{name}", "bfloat16")
    return UnsupportedError(f"torch.{name}", "out of scope (a type that numpy has not)")
