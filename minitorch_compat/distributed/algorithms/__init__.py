"""`torch.distributed.algorithms`: uneven inputs, communication hooks."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded
from .join import Join, Joinable, JoinHook

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.distributed.algorithms")
