"""`torch.distributed.distributed_c10d`: process groups and collectives, based on `_groups.py` and MPI."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import claim, missing
from . import _collectives, _messages, _world
from ._coalescing import _coalescing_manager as _coalescing_manager
from ._collectives import *
from ._collectives import _all_gather_base as _all_gather_base
from ._collectives import _reduce_scatter_base as _reduce_scatter_base
from ._errors import DistBackendError, DistError, DistNetworkError, DistStoreError, QueueEmptyError
from ._groups import Work
from ._messages import *
from ._messages import shrink_group as shrink_group
from ._messages import split_group as split_group
from ._transport.reduction_ops import RedOpType, ReduceOp
from ._world import *
from ._world import _get_default_group as _get_default_group
from ._world import _get_default_store as _get_default_store
from ._world import _rank_not_in_group as _rank_not_in_group
from ._world import _resolve_process_group as _resolve_process_group
from ._world import is_available as is_available

__all__ = [
    "DistBackendError", "DistError", "DistNetworkError", "DistStoreError", "QueueEmptyError", "RedOpType", "ReduceOp", "Work", "reduce_op",
]
__all__ += _collectives.__all__
__all__ += _messages.__all__
__all__ += _world.__all__

reduce_op = ReduceOp

claim(globals())


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.distributed_c10d", __name__)
