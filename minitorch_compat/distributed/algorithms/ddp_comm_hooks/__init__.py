"""`torch.distributed.algorithms.ddp_comm_hooks`: how DistributedDataParallel reduces its buckets."""
from __future__ import annotations

from ...._namespace.modules import recorded
from . import default_hooks

__getattr__ = recorded("torch.distributed.algorithms.ddp_comm_hooks")
