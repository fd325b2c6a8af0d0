"""`torch.distributed.algorithms`: uneven inputs, communication hooks."""
from __future__ import annotations

from ..._namespace.modules import recorded
from .join import Join, Joinable, JoinHook

__getattr__ = recorded("torch.distributed.algorithms")
