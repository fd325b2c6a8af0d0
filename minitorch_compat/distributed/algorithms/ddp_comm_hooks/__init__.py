"""`torch.distributed.algorithms.ddp_comm_hooks`: communication hooks for the buckets of DistributedDataParallel."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...._namespace.modules import recorded_getattr
from . import default_hooks

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.distributed.algorithms.ddp_comm_hooks")
