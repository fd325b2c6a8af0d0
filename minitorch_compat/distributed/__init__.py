"""`torch.distributed`: programs of several processes, on MPI (see `docs/distributed.md`).

A name is imported when somebody asks for it, and MPI when a group of several processes is made.
"""
from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded
from .._namespace.names import claim

_C10D = frozenset((
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
_ELSEWHERE = {
    "default_pg_timeout": "constants",
    "register_rendezvous_handler": "_rendezvous", "rendezvous": "_rendezvous",
    "Store": "_stores", "HashStore": "_stores", "FileStore": "_stores", "TCPStore": "_stores", "PrefixStore": "_stores",
    "GradBucket": "_buckets", "DebugLevel": "_debug", "get_debug_level": "_debug", "set_debug_level": "_debug",
    "set_debug_level_from_env": "_debug",
}
_MODULES = frozenset(("algorithms", "checkpoint", "constants", "distributed_c10d", "launch", "nn", "optim", "run", "utils"))
_recorded = recorded("torch.distributed")


def is_available() -> bool:
    """True: one process is always a group; several need the extra `mpi`."""
    return True


def is_initialized() -> bool:
    """Whether there is a group of all processes."""
    module = sys.modules.get(__name__ + ".distributed_c10d")
    return module is not None and bool(module.is_initialized())


if not TYPE_CHECKING:  # checkers are to know the names that there are
    def __getattr__(name: str) -> Any:
        home = "distributed_c10d" if name in _C10D else _ELSEWHERE.get(name)
        if home is not None:
            found = getattr(importlib.import_module(f"{__name__}.{home}"), name)
            claim({"__name__": __name__, name: found})
        elif name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        else:
            return _recorded(name)
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_C10D, *_ELSEWHERE, *_MODULES, *_recorded("__all__")})
