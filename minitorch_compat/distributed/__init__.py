"""`torch.distributed` of a build without it: one process, no group."""
from __future__ import annotations

from typing import Any, NoReturn

from .._dispatch.unsupported import UnsupportedError
from .._names import missing


def is_available() -> bool:
    """False."""
    return False


def is_initialized() -> bool:
    """False."""
    return False


def is_nccl_available() -> bool:
    """False."""
    return False


is_gloo_available = is_mpi_available = is_ucc_available = is_xccl_available = is_torchelastic_launched = is_nccl_available


def init_process_group(*args: Any, **kwargs: Any) -> NoReturn:
    """Not supported."""
    raise UnsupportedError("torch.distributed.init_process_group", "out of scope (one process)")


def _no_group(*args: Any, **kwargs: Any) -> NoReturn:
    """Fails as PyTorch does before `init_process_group`."""
    raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")


get_rank = get_world_size = get_backend = barrier = all_reduce = all_gather = broadcast = reduce = gather = scatter = _no_group
reduce_scatter = all_to_all = send = recv = isend = irecv = all_gather_object = broadcast_object_list = new_group = _no_group
all_gather_into_tensor = reduce_scatter_tensor = gather_object = scatter_object_list = monitored_barrier = _no_group

__getattr__ = missing("torch.distributed", __name__)
