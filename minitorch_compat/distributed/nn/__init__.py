"""`torch.distributed.nn`: differentiable collectives."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from . import functional
from .functional import (
    all_gather,
    all_reduce,
    all_to_all,
    all_to_all_single,
    broadcast,
    gather,
    reduce,
    reduce_scatter,
    scatter,
)

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.distributed.nn")
