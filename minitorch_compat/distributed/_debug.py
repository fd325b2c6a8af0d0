"""How much is checked: here always everything, whatever `TORCH_DISTRIBUTED_DEBUG` says."""
from __future__ import annotations

import enum
import os


class DebugLevel(enum.IntEnum):
    """What `TORCH_DISTRIBUTED_DEBUG` can say."""

    OFF = 0
    INFO = 1
    DETAIL = 2


_level = [DebugLevel.OFF]


def get_debug_level() -> DebugLevel:
    """What was set."""
    return _level[0]


def set_debug_level(level: DebugLevel) -> None:
    """Remember a level. Ranks are compared at every level."""
    _level[0] = DebugLevel(level)


def set_debug_level_from_env() -> None:
    """Read `TORCH_DISTRIBUTED_DEBUG`; RuntimeError for what it cannot say."""
    word = os.environ.get("TORCH_DISTRIBUTED_DEBUG", "OFF").upper()
    if word not in DebugLevel.__members__:
        raise RuntimeError("The value of TORCH_DISTRIBUTED_DEBUG must be OFF, INFO, or DETAIL.")
    set_debug_level(DebugLevel[word])


set_debug_level_from_env()
