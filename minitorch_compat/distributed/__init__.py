"""`torch.distributed` of a build without it: one process, no group."""
from __future__ import annotations

import enum
import os
from datetime import timedelta
from typing import Any, ClassVar

from .._dispatch.unsupported import UnsupportedError
from .._modules import recorded
from .._refusals import refuser


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


class RedOpType(enum.IntEnum):
    """What reductions over processes do. There are none here, but defaults of arguments name it."""

    SUM = 0
    AVG = 1
    PRODUCT = 2
    MIN = 3
    MAX = 4
    BAND = 5
    BOR = 6
    BXOR = 7
    PREMUL_SUM = 8


class ReduceOp:
    """The same, under the names that programs write."""

    RedOpType = RedOpType
    SUM, AVG, PRODUCT, MIN, MAX = RedOpType.SUM, RedOpType.AVG, RedOpType.PRODUCT, RedOpType.MIN, RedOpType.MAX
    BAND, BOR, BXOR, PREMUL_SUM = RedOpType.BAND, RedOpType.BOR, RedOpType.BXOR, RedOpType.PREMUL_SUM

    def __new__(cls, op: Any) -> Any:
        return op


class DistError(RuntimeError):
    """An error of communication between processes."""


class DistBackendError(DistError):
    """An error of what communicates."""


class DistNetworkError(DistError):
    """An error of the network."""


class DistStoreError(DistError):
    """An error of the store that processes share."""


class QueueEmptyError(DistStoreError):
    """A queue of the store from which nothing can be taken."""


class GroupMember:
    """Groups of processes: there is none."""

    WORLD = None
    NON_GROUP_MEMBER = -100


class group:
    """The group of all processes: there is none."""

    WORLD = None


class Backend(str):
    """The name of a way to communicate, in small letters."""

    UNDEFINED = "undefined"
    GLOO = "gloo"
    NCCL = "nccl"
    UCC = "ucc"
    MPI = "mpi"
    XCCL = "xccl"
    FAKE = "fake"
    backend_list: ClassVar[list[str]] = [UNDEFINED, GLOO, NCCL, XCCL, UCC, MPI, FAKE]
    default_device_backend_map: ClassVar[dict[str, str]] = {"cpu": GLOO, "cuda": NCCL, "xpu": XCCL, "mps": GLOO}

    def __new__(cls, name: str) -> Backend:
        if not isinstance(name, str):
            raise ValueError("Backend constructor parameter must be string-ish")
        return str.__new__(cls, name.lower())


def get_pg_count() -> int:
    """0."""
    return 0


def is_backend_available(backend: str) -> bool:
    """False."""
    backend.lower()
    return False


def supports_complex(reduceOp: Any) -> bool:
    """Whether a reduction is defined for complex numbers."""
    return reduceOp not in (ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PRODUCT, ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR)


def get_node_local_rank(fallback_rank: int | None = None) -> int:
    """The rank that the environment says, or the one given instead."""
    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
                       "assuming you are not running in a multi-device context and want the code to run locally instead.")


default_pg_timeout = timedelta(seconds=1800)
_refuse = refuser("torch.distributed", lambda: ValueError("Default process group has not been initialized, please make sure to call "
                                                          "init_process_group."), {"op": ReduceOp.SUM})

all_gather = _refuse("all_gather", "(tensor_list, tensor, group=None, async_op=False)")
all_gather_into_tensor = _refuse("all_gather_into_tensor", "(output_tensor, input_tensor, group=None, async_op=False)")
all_gather_object = _refuse("all_gather_object", "(object_list, obj, group=None)")
all_reduce = _refuse("all_reduce", "(tensor, op=ReduceOp.SUM, group=None, async_op=False)")
all_to_all = _refuse("all_to_all", "(output_tensor_list, input_tensor_list, group=None, async_op=False)")
barrier = _refuse("barrier", "(group=None, async_op=False, device_ids=None, timeout=None)")
broadcast = _refuse("broadcast", "(tensor, src=None, group=None, async_op=False, group_src=None)")
broadcast_object_list = _refuse("broadcast_object_list", "(object_list, src=None, group=None, device=None, group_src=None)")
gather = _refuse("gather", "(tensor, gather_list=None, dst=None, group=None, async_op=False, group_dst=None)")
gather_object = _refuse("gather_object", "(obj, object_gather_list=None, dst=None, group=None, group_dst=None)")
get_backend = _refuse("get_backend", "(group=None)")
get_rank = _refuse("get_rank", "(group=None)")
get_world_size = _refuse("get_world_size", "(group=None)")
irecv = _refuse("irecv", "(tensor, src=None, group=None, tag=0, group_src=None)")
isend = _refuse("isend", "(tensor, dst=None, group=None, tag=0, group_dst=None)")
monitored_barrier = _refuse("monitored_barrier", "(group=None, timeout=None, wait_all_ranks=False)")
new_group = _refuse("new_group", "(ranks=None, timeout=None, backend=None, pg_options=None, use_local_synchronization=False, "
                                 "group_desc=None, device_id=None, sort_ranks=True)")
recv = _refuse("recv", "(tensor, src=None, group=None, tag=0, group_src=None)")
reduce = _refuse("reduce", "(tensor, dst=None, op=ReduceOp.SUM, group=None, async_op=False, group_dst=None)")
reduce_scatter = _refuse("reduce_scatter", "(output, input_list, op=ReduceOp.SUM, group=None, async_op=False)")
reduce_scatter_tensor = _refuse("reduce_scatter_tensor", "(output, input, op=ReduceOp.SUM, group=None, async_op=False)")
scatter = _refuse("scatter", "(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None)")
scatter_object_list = _refuse("scatter_object_list", "(scatter_object_output_list, scatter_object_input_list=None, src=None, "
                                                     "group=None, group_src=None)")
send = _refuse("send", "(tensor, dst=None, group=None, tag=0, group_dst=None)")
all_gather_coalesced = _refuse("all_gather_coalesced", "(output_tensor_lists, input_tensor_list, group=None, async_op=False)")
all_gather_single = _refuse("all_gather_single", "(output_tensor, input_tensor, group=None, async_op=False)")
all_reduce_coalesced = _refuse("all_reduce_coalesced", "(tensors, op=ReduceOp.SUM, group=None, async_op=False)")
all_to_all_single = _refuse("all_to_all_single", "(output, input, output_split_sizes=None, input_split_sizes=None, group=None, "
                                                 "async_op=False)")
get_backend_config = _refuse("get_backend_config", "(group=None)")
get_global_rank = _refuse("get_global_rank", "(group, group_rank)")
get_group_rank = _refuse("get_group_rank", "(group, global_rank)")
get_process_group_ranks = _refuse("get_process_group_ranks", "(group)")
recv_object_list = _refuse("recv_object_list", "(object_list, src=None, group=None, device=None, group_src=None, use_batch=False)")
reduce_scatter_single = _refuse("reduce_scatter_single", "(output, input, op=ReduceOp.SUM, group=None, async_op=False)")
send_object_list = _refuse("send_object_list", "(object_list, dst=None, group=None, device=None, group_dst=None, use_batch=False)")
destroy_process_group = refuser("torch.distributed", lambda: AssertionError("Process group cannot be None"))(
    "destroy_process_group", "(group=None)")
init_process_group = refuser("torch.distributed",
                             lambda: UnsupportedError("torch.distributed.init_process_group", "out of scope (one process)"))(
    "init_process_group", "(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name='', "
                          "pg_options=None, device_id=None, _ranks=None)")

__getattr__ = recorded("torch.distributed")
