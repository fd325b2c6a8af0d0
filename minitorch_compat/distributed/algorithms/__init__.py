"""`torch.distributed.algorithms`: uneven inputs, communication hooks."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from .join import Join, Joinable, JoinHook

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.distributed.algorithms")
