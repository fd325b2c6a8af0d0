"""The debug level, which has no effect: ranks are always compared, whatever `TORCH_DISTRIBUTED_DEBUG` is."""
from __future__ import annotations

import enum
import os


class DebugLevel(enum.IntEnum):
    """The values of `TORCH_DISTRIBUTED_DEBUG`."""

    OFF = 0
    INFO = 1
    DETAIL = 2


_level = [DebugLevel.OFF]


def get_debug_level() -> DebugLevel:
    """The current level."""
    return _level[0]


def set_debug_level(level: DebugLevel) -> None:
    """Set the level. Ranks are compared at every level."""
    _level[0] = DebugLevel(level)


def set_debug_level_from_env() -> None:
    """Read the level from `TORCH_DISTRIBUTED_DEBUG`; raise RuntimeError for an invalid value."""
    word = os.environ.get("TORCH_DISTRIBUTED_DEBUG", "OFF").upper()
    if word not in DebugLevel.__members__:
        raise RuntimeError("The value of TORCH_DISTRIBUTED_DEBUG must be OFF, INFO, or DETAIL.")
    set_debug_level(DebugLevel[word])


set_debug_level_from_env()
