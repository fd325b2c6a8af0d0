"""`torch.distributed`: programs of several processes, on MPI (see `docs/distributed.md`).

Names are imported on first access, and MPI when a group of several processes is created.
"""
from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from .._namespace.names import claim

_C10D_NAMES = frozenset((
    "Backend", "BackendConfig", "DistBackendError", "DistError", "DistNetworkError", "DistStoreError",
    "GroupMember", "P2POp", "ProcessGroup", "QueueEmptyError", "RedOpType", "ReduceOp",
    "Work", "_all_gather_base", "_coalescing_manager", "_get_default_group", "_get_default_store", "_rank_not_in_group",
    "_reduce_scatter_base", "_resolve_process_group", "all_gather", "all_gather_coalesced", "all_gather_into_tensor", "all_gather_object",
    "all_gather_single", "all_reduce", "all_reduce_coalesced", "all_to_all", "all_to_all_single", "barrier",
    "batch_isend_irecv", "broadcast", "broadcast_object_list", "destroy_process_group", "gather", "gather_object",
    "get_backend", "get_backend_config", "get_default_backend_for_device", "get_global_rank", "get_group_rank", "get_node_local_rank",
    "get_pg_count", "get_process_group_ranks", "get_rank", "get_world_size", "group", "init_process_group",
    "irecv", "is_backend_available", "is_gloo_available", "is_mpi_available", "is_nccl_available", "is_torchelastic_launched",
    "is_ucc_available", "is_xccl_available", "isend", "monitored_barrier", "new_group", "new_subgroups",
    "new_subgroups_by_enumeration", "recv", "recv_object_list", "reduce", "reduce_op", "reduce_scatter",
    "reduce_scatter_single", "reduce_scatter_tensor", "scatter", "scatter_object_list", "send", "send_object_list",
    "shrink_group", "split_group", "supports_complex"))
_NAMES_BY_MODULE = {
    "default_pg_timeout": "constants",
    "register_rendezvous_handler": "_rendezvous", "rendezvous": "_rendezvous",
    "Store": "_stores", "HashStore": "_stores", "FileStore": "_stores", "TCPStore": "_stores", "PrefixStore": "_stores",
    "GradBucket": "_buckets", "DebugLevel": "_debug", "get_debug_level": "_debug", "set_debug_level": "_debug",
    "set_debug_level_from_env": "_debug",
}
_MODULES = frozenset(("algorithms", "checkpoint", "constants", "distributed_c10d", "launch", "nn", "optim", "run", "utils"))
_unavailable = recorded_getattr("torch.distributed")


def is_available() -> bool:
    """True: groups of one process always work; several processes need the extra `mpi`."""
    return True


def is_initialized() -> bool:
    """Whether the default process group exists."""
    module = sys.modules.get(__name__ + ".distributed_c10d")
    return module is not None and bool(module.is_initialized())


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        home = "distributed_c10d" if name in _C10D_NAMES else _NAMES_BY_MODULE.get(name)
        if home is not None:
            found = getattr(importlib.import_module(f"{__name__}.{home}"), name)
            claim({"__name__": __name__, name: found})
        elif name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        else:
            return _unavailable(name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_C10D_NAMES, *_NAMES_BY_MODULE, *_MODULES, *_unavailable("__all__")})


if TYPE_CHECKING:  # names provided by `__getattr__`
    from ..distributed._collectives import all_gather as all_gather
    from ..distributed._collectives import all_gather_coalesced as all_gather_coalesced
    from ..distributed._collectives import all_gather_into_tensor as all_gather_into_tensor
    from ..distributed._collectives import all_gather_into_tensor as all_gather_single
    from ..distributed._collectives import all_reduce as all_reduce
    from ..distributed._collectives import all_reduce_coalesced as all_reduce_coalesced
    from ..distributed._collectives import all_to_all as all_to_all
    from ..distributed._collectives import all_to_all_single as all_to_all_single
    from ..distributed._collectives import barrier as barrier
    from ..distributed._collectives import broadcast as broadcast
    from ..distributed._collectives import gather as gather
    from ..distributed._collectives import reduce as reduce
    from ..distributed._collectives import reduce_scatter as reduce_scatter
    from ..distributed._collectives import reduce_scatter_tensor as reduce_scatter_single
    from ..distributed._collectives import reduce_scatter_tensor as reduce_scatter_tensor
    from ..distributed._collectives import scatter as scatter
    from ..distributed._debug import get_debug_level as get_debug_level
    from ..distributed._debug import set_debug_level as set_debug_level
    from ..distributed._debug import set_debug_level_from_env as set_debug_level_from_env
    from ..distributed._messages import all_gather_object as all_gather_object
    from ..distributed._messages import batch_isend_irecv as batch_isend_irecv
    from ..distributed._messages import broadcast_object_list as broadcast_object_list
    from ..distributed._messages import gather_object as gather_object
    from ..distributed._messages import irecv as irecv
    from ..distributed._messages import isend as isend
    from ..distributed._messages import monitored_barrier as monitored_barrier
    from ..distributed._messages import recv as recv
    from ..distributed._messages import recv_object_list as recv_object_list
    from ..distributed._messages import scatter_object_list as scatter_object_list
    from ..distributed._messages import send as send
    from ..distributed._messages import send_object_list as send_object_list
    from ..distributed._rendezvous import register_rendezvous_handler as register_rendezvous_handler
    from ..distributed._world import destroy_process_group as destroy_process_group
    from ..distributed._world import get_backend as get_backend
    from ..distributed._world import get_backend_config as get_backend_config
    from ..distributed._world import get_default_backend_for_device as get_default_backend_for_device
    from ..distributed._world import get_global_rank as get_global_rank
    from ..distributed._world import get_group_rank as get_group_rank
    from ..distributed._world import get_node_local_rank as get_node_local_rank
    from ..distributed._world import get_pg_count as get_pg_count
    from ..distributed._world import get_process_group_ranks as get_process_group_ranks
    from ..distributed._world import get_rank as get_rank
    from ..distributed._world import get_world_size as get_world_size
    from ..distributed._world import init_process_group as init_process_group
    from ..distributed._world import is_backend_available as is_backend_available
    from ..distributed._world import is_gloo_available as is_gloo_available
    from ..distributed._world import is_mpi_available as is_mpi_available
    from ..distributed._world import is_nccl_available as is_nccl_available
    from ..distributed._world import is_nccl_available as is_ucc_available
    from ..distributed._world import is_nccl_available as is_xccl_available
    from ..distributed._world import is_torchelastic_launched as is_torchelastic_launched
    from ..distributed._world import new_group as new_group
    from ..distributed._world import new_subgroups as new_subgroups
    from ..distributed._world import new_subgroups_by_enumeration as new_subgroups_by_enumeration
    from ..distributed._world import supports_complex as supports_complex
    from . import rendezvous as rendezvous

    Backend: Any
    BackendConfig: Any
    DebugLevel: Any
    DistBackendError: Any
    DistError: Any
    DistNetworkError: Any
    DistStoreError: Any
    FileStore: Any
    GradBucket: Any
    GroupMember: Any
    HashStore: Any
    P2POp: Any
    PrefixStore: Any
    ProcessGroup: Any
    QueueEmptyError: Any
    ReduceOp: Any
    Store: Any
    TCPStore: Any
    Work: Any
    c10d_logger: Any
    config: Any
    default_pg_timeout: Any
    device_mesh: Any
    group: Any
    logging_handlers: Any
    reduce_op: Any
    remote_device: Any
    shrink_group: Any
    split_group: Any
    utils: Any
