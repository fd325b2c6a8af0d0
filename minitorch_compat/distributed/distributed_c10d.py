"""`torch.distributed.distributed_c10d`: process groups and collectives, based on `_groups.py` and MPI."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import claim, missing
from ._coalescing import (
    _coalescing_manager as _coalescing_manager,
)
from ._collectives import (
    _all_gather_base as _all_gather_base,
)
from ._collectives import (
    _reduce_scatter_base as _reduce_scatter_base,
)
from ._collectives import (
    all_gather,
    all_gather_coalesced,
    all_gather_into_tensor,
    all_gather_single,
    all_reduce,
    all_reduce_coalesced,
    all_to_all,
    all_to_all_single,
    barrier,
    broadcast,
    gather,
    reduce,
    reduce_scatter,
    reduce_scatter_single,
    reduce_scatter_tensor,
    scatter,
)
from ._errors import DistBackendError, DistError, DistNetworkError, DistStoreError, QueueEmptyError
from ._groups import Work
from ._messages import (
    P2POp,
    all_gather_object,
    batch_isend_irecv,
    broadcast_object_list,
    gather_object,
    irecv,
    isend,
    monitored_barrier,
    recv,
    recv_object_list,
    scatter_object_list,
    send,
    send_object_list,
)
from ._messages import (
    shrink_group as shrink_group,
)
from ._messages import (
    split_group as split_group,
)
from ._transport.reduction_ops import RedOpType, ReduceOp
from ._world import (
    Backend,
    BackendConfig,
    GroupMember,
    ProcessGroup,
    destroy_process_group,
    get_backend,
    get_backend_config,
    get_default_backend_for_device,
    get_global_rank,
    get_group_rank,
    get_node_local_rank,
    get_pg_count,
    get_process_group_ranks,
    get_rank,
    get_world_size,
    group,
    init_process_group,
    is_backend_available,
    is_gloo_available,
    is_initialized,
    is_mpi_available,
    is_nccl_available,
    is_torchelastic_launched,
    is_ucc_available,
    is_xccl_available,
    new_group,
    new_subgroups,
    new_subgroups_by_enumeration,
    supports_complex,
)
from ._world import (
    _get_default_group as _get_default_group,
)
from ._world import (
    _get_default_store as _get_default_store,
)
from ._world import (
    _rank_not_in_group as _rank_not_in_group,
)
from ._world import (
    _resolve_process_group as _resolve_process_group,
)
from ._world import (
    is_available as is_available,
)

__all__ = [
    "Backend", "BackendConfig", "DistBackendError", "DistError", "DistNetworkError", "DistStoreError", "GroupMember", "P2POp",
    "ProcessGroup",
    "QueueEmptyError", "RedOpType", "ReduceOp", "Work", "all_gather", "all_gather_coalesced", "all_gather_into_tensor", "all_gather_object",
    "all_gather_single", "all_reduce", "all_reduce_coalesced", "all_to_all", "all_to_all_single", "barrier", "batch_isend_irecv",
    "broadcast",
    "broadcast_object_list", "destroy_process_group", "gather", "gather_object", "get_backend", "get_backend_config",
    "get_default_backend_for_device", "get_global_rank", "get_group_rank", "get_node_local_rank", "get_pg_count", "get_process_group_ranks",
    "get_rank", "get_world_size", "group", "init_process_group", "irecv", "is_backend_available", "is_gloo_available", "is_initialized",
    "is_mpi_available", "is_nccl_available", "is_torchelastic_launched", "is_ucc_available", "is_xccl_available", "isend",
    "monitored_barrier", "new_group", "new_subgroups", "new_subgroups_by_enumeration", "recv", "recv_object_list", "reduce", "reduce_op",
    "reduce_scatter", "reduce_scatter_single", "reduce_scatter_tensor", "scatter", "scatter_object_list", "send", "send_object_list",
    "supports_complex"]

reduce_op = ReduceOp

claim(globals())


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.distributed_c10d", __name__)
