"""`torch.distributed` of a build without it: one process, no group."""
from __future__ import annotations

import enum
from typing import ClassVar

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


class ReduceOp(enum.IntEnum):
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


ReduceOp.RedOpType = ReduceOp  # type: ignore[attr-defined]


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


_refuse = refuser("torch.distributed", lambda: ValueError("Default process group has not been initialized, please make sure to call "
                                                          "init_process_group."))

all_gather = _refuse("all_gather", "(tensor_list, tensor, group=None, async_op=False)")
all_gather_into_tensor = _refuse("all_gather_into_tensor", "(output_tensor, input_tensor, group=None, async_op=False)")
all_gather_object = _refuse("all_gather_object", "(object_list, obj, group=None)")
all_reduce = _refuse("all_reduce", "(tensor, op=None, group=None, async_op=False)")
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
reduce = _refuse("reduce", "(tensor, dst=None, op=None, group=None, async_op=False, group_dst=None)")
reduce_scatter = _refuse("reduce_scatter", "(output, input_list, op=None, group=None, async_op=False)")
reduce_scatter_tensor = _refuse("reduce_scatter_tensor", "(output, input, op=None, group=None, async_op=False)")
scatter = _refuse("scatter", "(tensor, scatter_list=None, src=None, group=None, async_op=False, group_src=None)")
scatter_object_list = _refuse("scatter_object_list", "(scatter_object_output_list, scatter_object_input_list=None, src=None, "
                                                     "group=None, group_src=None)")
send = _refuse("send", "(tensor, dst=None, group=None, tag=0, group_dst=None)")
init_process_group = refuser("torch.distributed",
                             lambda: UnsupportedError("torch.distributed.init_process_group", "out of scope (one process)"))(
    "init_process_group", "(backend=None, init_method=None, timeout=None, world_size=-1, rank=-1, store=None, group_name='', "
                          "pg_options=None, device_id=None, _ranks=None)")

__getattr__ = recorded("torch.distributed")
