"""`torch.distributed.tensor`: placements of distributed tensors, which are not supported themselves."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from .placement_types import Partial, Placement, Replicate, Shard

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.distributed.tensor")
