"""`torch.backends.mkldnn`: settings of an absent library. Nothing uses the lower precision or nondeterminism that they permit."""
from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import Any

from ._switches import BackendSettings, check_flag, make_part, set_temporarily

enabled: bool
deterministic: bool
allow_tf32: bool
enabled, deterministic, allow_tf32 = False, False, False
_precision_keys = ("mkldnn", ""), ("generic", "")  # PyTorch, too, sets the general one
conv: Any
rnn: Any
matmul: Any
conv, rnn, matmul = (make_part(f"torch.backends.mkldnn.{op}", backend="mkldnn", op=op)
                     for op in ("conv", "rnn", "matmul"))
_checks = {"enabled": check_flag("set_enabled_mkldnn"), "deterministic": check_flag("set_deterministic_mkldnn"),
           "allow_tf32": check_flag("set_allow_tf32_mkldnn")}


def is_available() -> bool:
    """False."""
    return False


VERBOSE_OFF, VERBOSE_ON, VERBOSE_ON_CREATION = 0, 1, 2


class verbose:
    """Context for verbose output of the library; entering it raises, except for the level that disables output."""

    def __init__(self, level: int) -> None:
        self.level = level

    def __enter__(self) -> verbose | None:
        if self.level == VERBOSE_OFF:
            return None
        raise AssertionError("Failed to set MKLDNN into verbose mode. Please consider to disable this verbose scope.")

    def __exit__(self, *exc: object) -> None:
        return None


def flags(enabled: bool = False, deterministic: bool = False, allow_tf32: bool = True,
          fp32_precision: str = "none") -> AbstractContextManager[None]:
    """Context with changed settings."""
    return set_temporarily(sys.modules[__name__], enabled=enabled, deterministic=deterministic, allow_tf32=allow_tf32,
                           fp32_precision=fp32_precision)


sys.modules[__name__].__class__ = BackendSettings
