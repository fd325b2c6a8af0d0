"""Process groups and collectives: torch's functions over the groups of `_groups.py`, on MPI.

What is passed is checked here as far as one rank can tell; what ranks disagree about is found by the headers of `_groups.py`.
"""
from __future__ import annotations

import pickle
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, ClassVar

import numpy as np

from .._bindings import functions as ops
from .._bindings.tensor import Tensor
from .._dispatch.unsupported import UnsupportedError
from . import _mpi
from ._errors import DistBackendError, DistError, DistNetworkError, DistStoreError, QueueEmptyError
from ._groups import Group, Work, alone
from ._reducing import RedOpType, ReduceOp, check_carried, check_op, for_mpi
from ._rendezvous import rendezvous
from ._stores import PrefixStore, Store
from .constants import default_pg_timeout

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


class Backend(str):
    """The name of a way to communicate, in small letters. All that exist here are MPI underneath."""

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


class BackendConfig:
    """Device -> backend, as `cpu:gloo,cuda:nccl` says it."""

    def __init__(self, backend: str) -> None:
        parts = [part.split(":") for part in backend.split(",")] if ":" in backend else [["cpu", backend]]
        self.device_backend_map = {device: Backend(name) for device, name in parts}

    def get_device_backend_map(self) -> dict[str, Backend]:
        """The dictionary."""
        return self.device_backend_map

    def __repr__(self) -> str:
        return ",".join(f"{device}:{name}" for device, name in self.device_backend_map.items())


class ProcessGroup:
    """Processes that communicate, as `new_group` gives them out: pass it as `group=`."""

    def __init__(self, inner: Group, backend: str, store: Store | None) -> None:
        self._inner, self._backend, self._store = inner, backend, store
        self.group_name = self.group_desc = inner.name
        self.bound_device_id = None

    def rank(self) -> int:
        """This process' place in the group."""
        return self._inner.rank

    def size(self) -> int:
        """How many processes it has."""
        return self._inner.size

    def name(self) -> str:
        """The backend."""
        return self._backend

    def _get_backend_name(self) -> str:
        return self._backend

    def get_group_store(self) -> Store | None:
        """The store that the processes share."""
        return self._store

    def barrier(self, *args: Any, **kwargs: Any) -> Work:
        """Something to wait for until all are here."""
        return self._inner.start("barrier", None)

    def allreduce(self, tensors: Any, op: Any = ReduceOp.SUM) -> Any:
        """`all_reduce` under way."""
        return all_reduce(tensors[0] if isinstance(tensors, (list, tuple)) else tensors, _op_of(op), self, True)

    def broadcast(self, tensors: Any, root: int = 0) -> Any:
        """`broadcast` under way."""
        return broadcast(tensors[0] if isinstance(tensors, (list, tuple)) else tensors, None, self, True, group_src=root)


def _op_of(options: Any) -> Any:
    return getattr(options, "reduceOp", options)


class GroupMember:
    """The group of all processes, and what those that are not in a group get in place of it."""

    WORLD: ProcessGroup | None = None
    NON_GROUP_MEMBER = -100


class _WorldName(type):
    @property
    def WORLD(cls) -> ProcessGroup | None:
        """The group of all processes; None before there is one."""
        return GroupMember.WORLD

    @WORLD.setter
    def WORLD(cls, value: ProcessGroup | None) -> None:
        GroupMember.WORLD = value


class group(metaclass=_WorldName):
    """Where programs look for the group of all processes: `group.WORLD`."""


class _World:
    """The groups of this process."""

    groups: ClassVar[list[ProcessGroup]] = []
    made = 0
    store: Store | None = None


# What there is

def is_available() -> bool:
    """True: one process is always a group, several need the extra `mpi`."""
    return True


def is_initialized() -> bool:
    """Whether there is a group of all processes."""
    return GroupMember.WORLD is not None


def is_mpi_available() -> bool:
    """Whether mpi4py is installed."""
    return _mpi.is_installed()


def is_gloo_available() -> bool:
    """True: programs that ask for gloo are served by MPI."""
    return True


def is_nccl_available() -> bool:
    """False, as in a CPU build."""
    return False


is_ucc_available = is_xccl_available = is_nccl_available


def is_torchelastic_launched() -> bool:
    """Whether `torchrun` started this process."""
    import os

    return "TORCHELASTIC_RUN_ID" in os.environ


def is_backend_available(backend: str) -> bool:
    """Whether groups of that backend can be made."""
    return backend.lower() in ("gloo", "mpi")


def supports_complex(reduceOp: Any) -> bool:
    """Whether a reduction is defined for complex numbers."""
    return reduceOp not in (ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PRODUCT, ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR)


def get_default_backend_for_device(device: Any) -> str:
    """gloo, of which MPI does the work."""
    return Backend.default_device_backend_map.get(str(device).partition(":")[0], Backend.GLOO)


def get_node_local_rank(fallback_rank: int | None = None) -> int:
    """The rank on this host that the launcher put into the environment, or the one given instead."""
    import os

    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
                       "assuming you are not running in a multi-device context and want the code to run locally instead.")


def get_pg_count() -> int:
    """How many groups this process has."""
    return len(_World.groups)


def _default() -> ProcessGroup:
    if GroupMember.WORLD is None:
        raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
    return GroupMember.WORLD


_get_default_group = _default


def _get_default_store() -> Store | None:
    _default()
    return _World.store


def _group(given: Any) -> ProcessGroup:
    if given is None:
        return _default()
    if not isinstance(given, ProcessGroup):
        raise ValueError(f"Invalid process group specified or has been destroyed: {given!r}")
    return given


def _resolve_process_group(name: str) -> ProcessGroup:
    for each in _World.groups:
        if each.group_name == name:
            return each
    raise ValueError(f"no process group is named {name!r}")


def _rank_not_in_group(group: Any) -> bool:
    return group is not None and group == GroupMember.NON_GROUP_MEMBER


def _outside(group: Any, name: str) -> bool:
    """Whether this process has no part in the group; it is warned then, and the call does nothing."""
    if not _rank_not_in_group(group):
        return False
    warnings.warn(f"Running {name} on global rank {_default().rank()} which does not belong to the given group.", stacklevel=3)
    return True


# Making and ending groups

def _check_backend(backend: Any) -> str:
    """The name of a backend that can be served."""
    if backend is None:
        return Backend.GLOO
    names = {str(name) for name in BackendConfig(str(backend)).device_backend_map.values()} if ":" in str(backend) else {Backend(backend)}
    if len(names) > 1 and "gloo" in names:  # cpu:gloo,cuda:nccl: here there is the CPU
        names = {"gloo"}
    name = str(next(iter(names)))
    if name in ("gloo", "mpi"):
        return name
    if name in ("nccl", "ucc", "xccl"):
        raise RuntimeError(f"Distributed package doesn't have {name.upper()} built in")
    raise AssertionError(f"Unknown backend type {backend}")


def init_process_group(backend: str | None = None, init_method: str | None = None, timeout: timedelta | None = None, world_size: int = -1,
                       rank: int = -1, store: Store | None = None, group_name: str = "", pg_options: Any = None, device_id: Any = None,
                       _ranks: Any = None) -> None:
    """Make the group of all processes.

    Parameters: `backend`, "gloo", "mpi" or None, all served by MPI; `init_method`, "env://" (what None means), "tcp://host:port" or
    "file:///path"; `timeout` of every collective, 30 minutes if not given; `world_size` and `rank`, where the environment or the launcher
    does not say them; `store` in place of an `init_method`. Under `mpiexec`, rank and size are the launcher's.
    ValueError if there is a group already or something is missing; RuntimeError without MPI, with the command that installs it; a group of
    one process needs none.

    Example: `dist.init_process_group("gloo")`, in a program started by `mpiexec -n 4 python -m minitorch_compat program.py`.
    """
    if GroupMember.WORLD is not None:
        raise ValueError("trying to initialize the default process group twice!")
    if store is not None and init_method is not None:
        raise AssertionError("Cannot specify both init_method and store.")
    if timeout is not None and not isinstance(timeout, timedelta):
        raise TypeError(f"Expected timeout argument to be of type datetime.timedelta, got {timeout}")
    if store is not None and (world_size < 1 or rank < 0):
        raise AssertionError("world_size must be positive and rank non-negative if using store")
    name = _check_backend(backend)
    limit = default_pg_timeout if timeout is None else timeout
    store, rank, world_size = _found(init_method, rank, world_size, store, limit)
    if not 0 <= rank < world_size:
        raise ValueError(f"init_process_group: rank {rank} is not between 0 and {world_size - 1} (world_size={world_size})")
    if world_size == 1:
        inner = alone(limit, "the default group")
    else:
        inner = Group(_mpi.world(rank, world_size, PrefixStore(f"default_pg/{_World.made}", store) if store is not None else None), limit,
                      "the default group", list(range(world_size)))
    _World.store, _World.made = store, _World.made + 1
    GroupMember.WORLD = ProcessGroup(inner, name, store)
    GroupMember.WORLD.group_name = group_name or "0"
    _World.groups.append(GroupMember.WORLD)


def _found(init_method: str | None, rank: int, size: int, store: Store | None, limit: timedelta) -> tuple[Store | None, int, int]:
    """Store, rank and size, from whoever knows them."""
    if store is not None:
        return store, rank, size
    started = _mpi.launched()
    if started is not None:
        _mpi.name_ranks()
        # MPI has connected the processes: nobody has to be found.
        return None, started[0] if rank < 0 else rank, started[1] if size < 0 else size
    if init_method is None or init_method == "env://":
        init_method = "env://"
    return next(rendezvous(init_method, rank, size, timeout=limit))


def destroy_process_group(group: ProcessGroup | None = None) -> None:
    """End a group, or with none given all of them. AssertionError if there is none."""
    if _rank_not_in_group(group):
        return
    chosen = GroupMember.WORLD if group is None else group
    if chosen is None:
        raise AssertionError("Process group cannot be None")
    if chosen is GroupMember.WORLD:
        _World.groups.clear()
        GroupMember.WORLD = None
        _World.store = None
        return
    if chosen not in _World.groups:
        raise ValueError("Invalid process group specified")
    _World.groups.remove(chosen)


def new_group(ranks: Any = None, timeout: timedelta | None = None, backend: Any = None, pg_options: Any = None,
              use_local_synchronization: bool = False, group_desc: str | None = None, device_id: Any = None,
              sort_ranks: bool = True) -> Any:
    """A group of some of the processes; all must call this, members or not (`use_local_synchronization`: only members).

    Parameters: `ranks` of the members (None: all); `timeout` of its collectives. Those that are no members get
    `GroupMember.NON_GROUP_MEMBER`. ValueError for ranks that are not there or come twice.

    Example: `even = dist.new_group([0, 2])`.
    """
    world = _default()
    name = _check_backend(world.name() if backend is None else backend)
    chosen = list(range(world.size())) if ranks is None else [int(r) for r in ranks]
    if ranks is not None:
        chosen = _checked_ranks(chosen, world.size(), sort_ranks)
    _World.made += 1
    limit = default_pg_timeout if timeout is None else timeout
    title = group_desc or f"group {_World.made}"
    if not use_local_synchronization:
        world._inner.start("new_group", None, detail=1 + hash(tuple(chosen)) % (1 << 40)).wait()
    if world.rank() not in chosen:
        return GroupMember.NON_GROUP_MEMBER
    inner = Group(_communicator(world, chosen), limit, title, chosen)
    made = ProcessGroup(inner, name, None if _World.store is None else PrefixStore(title, _World.store))
    made.group_name = str(_World.made)
    _World.groups.append(made)
    return made


def _checked_ranks(ranks: list[int], size: int, in_order: bool) -> list[int]:
    if len(ranks) > size:
        raise ValueError("the new group's world size should be less or equal to the world size set by init_process_group")
    for r in ranks:
        if not 0 <= r < size:
            raise ValueError(f"Rank {r} is out of range. Valid ranks are 0 to {size - 1} (world_size={size})")
    if len(set(ranks)) < len(ranks):
        raise ValueError(f"ranks list must not contain duplicate entries, got {ranks}")
    return sorted(ranks) if in_order else ranks


def _communicator(world: ProcessGroup, ranks: list[int]) -> Any:
    """A communicator of these ranks, in that order; members alone take part."""
    if world.size() == 1:
        return world._inner.data.Dup()
    base = world._inner.data
    return base.Create_group(base.Get_group().Incl(ranks))


def new_subgroups(group_size: int | None = None, group: Any = None, timeout: timedelta | None = None, backend: Any = None,
                  pg_options: Any = None, group_desc: str | None = None) -> tuple[Any, list[Any]]:
    """Groups of `group_size` consecutive ranks: the one of this process, and all."""
    size = get_world_size()
    if not group_size:
        raise ValueError("new_subgroups: group_size must be given: there is no accelerator to count")
    if group_size > size:
        raise ValueError(f"Subgroup size {group_size} must not exceed world size {size}")
    if size % group_size:
        raise ValueError(f"The world size must be divisible by 'group_size': {size} % {group_size}")
    return new_subgroups_by_enumeration([list(range(i, i + group_size)) for i in range(0, size, group_size)], timeout, backend, pg_options)


def new_subgroups_by_enumeration(ranks_per_subgroup_list: Any, timeout: timedelta | None = None, backend: Any = None,
                                 pg_options: Any = None,
                                 group_desc: str | None = None) -> tuple[Any, list[Any]]:
    """A group for each list of ranks: the one of this process (None if it is in none), and all."""
    if not ranks_per_subgroup_list:
        raise ValueError("The arg 'ranks_per_subgroup_list' cannot be empty")
    every, mine = [], None
    for ranks in ranks_per_subgroup_list:
        made = new_group(ranks, timeout, backend, pg_options)
        every.append(made)
        if get_rank() in ranks:
            if mine is not None:
                raise ValueError(f"Rank {get_rank()} has appeared in both subgroup {ranks} and another")
            mine = made
    return mine, every


def get_backend(group: Any = None) -> Backend:
    """The backend that was asked for."""
    if _rank_not_in_group(group):
        raise ValueError("Invalid process group specified")
    return Backend(_group(group).name())


def get_backend_config(group: Any = None) -> str:
    """Device and backend, as `cpu:gloo`."""
    return f"cpu:{get_backend(group)}"


def get_rank(group: Any = None) -> int:
    """This process' rank in the group; -1 if it is not in it."""
    return -1 if _rank_not_in_group(group) else _group(group).rank()


def get_world_size(group: Any = None) -> int:
    """How many processes the group has; -1 if this one is not in it."""
    return -1 if _rank_not_in_group(group) else _group(group).size()


def get_process_group_ranks(group: Any = None) -> list[int]:
    """The members' ranks among all processes, in the group's order."""
    return list(_group(group)._inner.ranks)


def get_global_rank(group: Any, group_rank: int) -> int:
    """The rank among all processes of a member."""
    ranks = _group(group)._inner.ranks
    if not 0 <= group_rank < len(ranks):
        raise ValueError(f"Group rank {group_rank} is not part of group {group}")
    return ranks[group_rank]


def get_group_rank(group: Any, global_rank: int) -> int:
    """The rank in the group of one of all processes."""
    ranks = _group(group)._inner.ranks
    if global_rank not in ranks:
        raise ValueError(f"Global rank {global_rank} is not part of group {group}")
    return ranks.index(global_rank)


def _root(group: ProcessGroup, of_all: int | None, of_group: int | None, name: str, default: int | None = 0) -> int:
    """The rank in the group of a root that is given one way or the other."""
    if of_all is not None and of_group is not None:
        raise ValueError("Can't specify both group_rank and global_rank")
    size = group.size()
    if of_group is None:
        if of_all is None:
            if default is None:
                raise ValueError("Must specify group_rank or global_rank")
            of_group = default
        elif group is GroupMember.WORLD:
            of_group = of_all
        else:
            return get_group_rank(group, of_all)
    if not 0 <= of_group < size:
        raise RuntimeError(f"ProcessGroupGloo::{name}: invalid root rank: {of_group}")
    return of_group


# Checking tensors

def _one(tensor: Any, name: str) -> Tensor:
    if not isinstance(tensor, Tensor):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor but got {type(tensor)} instead.")
    if not isinstance(tensor._array, np.ndarray):
        raise NotImplementedError(f"Could not run a collective with arguments of layout {tensor.layout} on {tensor.device}: "
                                  "dense tensors of the CPU only")
    return tensor


def _many(tensors: Any, name: str) -> list[Tensor]:
    if not isinstance(tensors, list):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor] but got {type(tensors)} "
                        f"instead.")
    for t in tensors:
        if not isinstance(t, Tensor):
            raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor] but got {type(tensors)} "
                            f"with elements of type {[type(each) for each in tensors]}.")
        _one(t, name)
    return tensors


def _same_dtypes(*tensors: Tensor) -> None:
    for t in tensors:
        if t.dtype != tensors[0].dtype:
            raise ValueError(f"Invalid usage of tensors with different dtypes Found {tensors[0].dtype} and {t.dtype}")


def _same_shapes(tensors: list[Tensor], like: Tensor, count: int, name: str) -> None:
    if len(tensors) != count:
        raise RuntimeError(f"ProcessGroupGloo::{name}: invalid output tensor list at index 0 (expected length {count}, got {len(tensors)})")
    for i, t in enumerate(tensors):
        if t.shape != like.shape:
            raise RuntimeError(f"ProcessGroupGloo::{name}: invalid tensor size at index {i} (expected {tuple(like.shape)}, "
                               f"got {tuple(t.shape)})")


def _flat(array: Any) -> Any:
    """The elements in order in one piece of memory: the array's own where it is one."""
    return array.reshape(-1) if array.flags.c_contiguous else np.ascontiguousarray(array).reshape(-1)


def _bytes(array: Any) -> Any:
    return array.view(np.uint8)


def _put(target: Any, values: Any) -> Callable[[], None]:
    """What is to be done at the end to have the values in the tensor's memory: nothing where they are."""
    def finish() -> None:
        if not np.shares_memory(target, values):
            np.copyto(target, values.reshape(target.shape))
    return finish


def _finished(work: Work, async_op: bool) -> Work | None:
    if async_op:
        return work
    work.wait()
    return None


# Collectives

def broadcast(tensor: Any, src: int | None = None, group: Any = None, async_op: bool = False, group_src: int | None = None) -> Work | None:
    """Give every process the tensor of rank `src`, in place.

    Parameters: `group` (None: all processes); `async_op`: return a `Work` to wait for. RuntimeError if the ranks' sizes or dtypes differ.

    Example: `dist.broadcast(weights, src=0)`.
    """
    _one(tensor, "tensor")
    if _outside(group, "broadcast"):
        return None
    g = _group(group)
    return _finished(_broadcast(g, tensor, _root(g, src, group_src, "broadcast", None)), async_op)


def _broadcast(g: ProcessGroup, tensor: Tensor, root: int) -> Work:
    check_carried(tensor.dtype)
    flat = _flat(tensor._array)
    data = g._inner.data
    return g._inner.start("broadcast", lambda: data.Ibcast(_bytes(flat), root), dtype=tensor.dtype.name, size=flat.size, detail=1 + root,
                          finish=_put(tensor._array, flat), result=[tensor])


def all_reduce(tensor: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """Combine the tensors of all processes, in place: every process gets the result.

    Parameters: `op`, a `ReduceOp`; `group` (None: all processes); `async_op`: return a `Work` to wait for. RuntimeError for ops that the
    dtype does not have, for ranks that disagree, and after the timeout.

    Example: `dist.all_reduce(loss, op=dist.ReduceOp.AVG)`.
    """
    _one(tensor, "tensor")
    if _outside(group, "all_reduce"):
        return None
    return _finished(_all_reduce(_group(group), tensor, op), async_op)


def _all_reduce(g: ProcessGroup, tensor: Tensor, op: Any) -> Work:
    op = check_op(op, tensor.dtype, "all_reduce")
    inner, mpi = g._inner, _mpi.State.mpi
    flat = _flat(tensor._array)
    buffer, function = for_mpi(flat, op, mpi)
    return inner.start("all_reduce", lambda: inner.data.Iallreduce(_in_place(mpi), buffer, function), dtype=tensor.dtype.name,
                       size=flat.size,
                       detail=1 + op, finish=_reduced(tensor._array, flat, op, inner.size), result=[tensor])


def _in_place(mpi: Any) -> Any:
    return None if mpi is None else mpi.IN_PLACE


def _reduced(target: Any, flat: Any, op: RedOpType, size: int) -> Callable[[], None]:
    """The end of a reduction: the mean of a sum, truth of what was added as bytes."""
    put = _put(target, flat)

    def finish() -> None:
        if op is RedOpType.AVG:
            np.divide(flat, flat.dtype.type(size), out=flat)
        if flat.dtype.kind == "b":
            np.not_equal(flat.view(np.uint8), 0, out=flat)
        put()
    return finish


def all_reduce_coalesced(tensors: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Any:
    """`all_reduce` of each of several tensors."""
    if isinstance(tensors, Tensor):
        tensors = [tensors]
    if _outside(group, "all_reduce_coalesced"):
        return None
    works = [_all_reduce(_group(group), t, op) for t in _many(tensors, "tensor")]
    return _Together(works, tensors) if async_op else _Together(works, tensors).wait() and None


class _Together:
    """Several works as one."""

    def __init__(self, works: list[Work], result: Any) -> None:
        self._works, self._result = works, result

    def wait(self, timeout: timedelta | None = None) -> bool:
        """Wait for all."""
        return all(work.wait(timeout) for work in self._works)

    def is_completed(self) -> bool:
        """Whether all are done."""
        return all(work.is_completed() for work in self._works)

    def result(self) -> Any:
        """The tensors."""
        return self._result


def reduce(tensor: Any, dst: int | None = None, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False,
           group_dst: int | None = None) -> Work | None:
    """Combine the tensors of all processes; rank `dst` gets the result, in place."""
    _one(tensor, "tensor")
    if _outside(group, "reduce"):
        return None
    g = _group(group)
    root = _root(g, dst, group_dst, "reduce", None)
    op = check_op(op, tensor.dtype, "reduce")
    inner, mpi = g._inner, _mpi.State.mpi
    flat = _flat(tensor._array)
    here = root == inner.rank
    buffer, function = for_mpi(flat, op, mpi)

    def data() -> Any:
        if here:
            return inner.data.Ireduce(_in_place(mpi), buffer, function, root)
        return inner.data.Ireduce(buffer, None, function, root)

    return _finished(inner.start("reduce", data, dtype=tensor.dtype.name, size=flat.size, detail=1 + root * 16 + op, result=[tensor],
                                 finish=_reduced(tensor._array, flat, op, inner.size) if here else None), async_op)


def all_gather(tensor_list: Any, tensor: Any, group: Any = None, async_op: bool = False) -> Work | None:
    """Give every process the tensors of all, in a list of tensors of that shape."""
    _many(tensor_list, "tensor_list")
    _one(tensor, "tensor")
    _same_dtypes(*tensor_list, tensor)
    if _outside(group, "all_gather"):
        return None
    g = _group(group)
    _same_shapes(tensor_list, tensor, g.size(), "allgather")
    return _finished(_all_gather(g, [t._array for t in tensor_list], tensor, tensor_list), async_op)


def _all_gather(g: ProcessGroup, targets: list[Any], tensor: Tensor, result: Any, op: str = "all_gather") -> Work:
    check_carried(tensor.dtype)
    flat = _flat(tensor._array)
    # One target that can take all of it is written by MPI itself.
    direct = len(targets) == 1 and targets[0].flags.c_contiguous and not np.shares_memory(targets[0], flat)
    gathered = targets[0].reshape(-1) if direct else np.empty(flat.size * g.size(), dtype=flat.dtype)
    data = g._inner.data

    def finish() -> None:
        if direct:
            return
        parts = [gathered] if len(targets) == 1 else gathered.reshape(len(targets), -1)
        for target, part in zip(targets, parts):
            np.copyto(target, part.reshape(target.shape))

    return g._inner.start(op, lambda: data.Iallgather(_bytes(flat), _bytes(gathered)), dtype=tensor.dtype.name, size=flat.size,
                          finish=finish, result=result)


def all_gather_into_tensor(output_tensor: Any, input_tensor: Any, group: Any = None, async_op: bool = False) -> Work | None:
    """Give every process the tensors of all, one behind the other in one tensor."""
    _one(input_tensor, "input_tensor")
    _one(output_tensor, "output_tensor")
    if _outside(group, "all_gather_into_tensor"):
        return None
    g = _group(group)
    if output_tensor.dtype != input_tensor.dtype:
        raise RuntimeError(f"ProcessGroupGloo::allgather: invalid tensor type at index 0 (expected {input_tensor.dtype}, "
                           f"got {output_tensor.dtype})")
    size = g.size()
    if output_tensor.numel() != input_tensor.numel() * size or input_tensor.dim() and output_tensor.dim() != input_tensor.dim():
        raise RuntimeError(f"ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected {size} times "
                           f"{tuple(input_tensor.shape)}, got {tuple(output_tensor.shape)})")
    return _finished(_all_gather(g, [output_tensor._array], input_tensor, [output_tensor]), async_op)


all_gather_single = _all_gather_base = all_gather_into_tensor


def all_gather_coalesced(output_tensor_lists: Any, input_tensor_list: Any, group: Any = None, async_op: bool = False) -> Any:
    """`all_gather` of each of several tensors: lists of the ranks' lists."""
    if _outside(group, "all_gather_coalesced"):
        return None
    g = _group(group)
    works = [_all_gather(g, [each[i]._array for each in output_tensor_lists], t, output_tensor_lists)
             for i, t in enumerate(_many(input_tensor_list, "input_tensor_list"))]
    together = _Together(works, output_tensor_lists)
    return together if async_op else together.wait() and None


def gather(tensor: Any, gather_list: Any = None, dst: int | None = None, group: Any = None, async_op: bool = False,
           group_dst: int | None = None) -> Work | None:
    """Give rank `dst` the tensors of all processes, in a list that it alone passes."""
    _one(tensor, "tensor")
    targets = _many(gather_list, "gather_list") if gather_list else []
    _same_dtypes(tensor, *targets)
    if _outside(group, "gather"):
        return None
    g = _group(group)
    root, inner = _root(g, dst, group_dst, "gather"), g._inner
    here = root == inner.rank
    if here and not targets:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    if targets and not here:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    if here:
        _same_shapes(targets, tensor, inner.size, "gather")
    check_carried(tensor.dtype)
    if tensor.dtype.is_complex:
        raise RuntimeError("Invalid scalar type")
    flat = _flat(tensor._array)
    gathered = np.empty((inner.size, flat.size), dtype=flat.dtype) if here else None

    def finish() -> None:
        if gathered is not None:
            for target, part in zip(targets, gathered):
                np.copyto(target._array, part.reshape(target._array.shape))

    return _finished(inner.start(
        "gather", lambda: inner.data.Igather(_bytes(flat), None if gathered is None else _bytes(gathered), root), dtype=tensor.dtype.name,
        size=flat.size, detail=1 + root, finish=finish, result=targets), async_op)


def scatter(tensor: Any, scatter_list: Any = None, src: int | None = None, group: Any = None, async_op: bool = False,
            group_src: int | None = None) -> Work | None:
    """Give each process its tensor of a list that rank `src` alone passes."""
    _one(tensor, "tensor")
    sources = _many(scatter_list, "scatter_list") if scatter_list else []
    _same_dtypes(tensor, *sources)
    if _outside(group, "scatter"):
        return None
    g = _group(group)
    root, inner = _root(g, src, group_src, "scatter"), g._inner
    here = root == inner.rank
    if here and not sources:
        raise ValueError("Argument ``scatter_list`` must be specified on source rank.")
    if sources and not here:
        raise ValueError("Argument ``scatter_list`` must NOT be specified on non-source ranks.")
    if here:
        _same_shapes(sources, tensor, inner.size, "scatter")
    check_carried(tensor.dtype)
    received = np.empty(tensor.numel(), dtype=tensor._array.dtype)
    sent = np.stack([_flat(t._array) for t in sources]) if here else None
    return _finished(inner.start(
        "scatter", lambda: inner.data.Iscatter(None if sent is None else _bytes(sent), _bytes(received), root), dtype=tensor.dtype.name,
        size=received.size, detail=1 + root, finish=_put(tensor._array, received), result=[tensor]), async_op)


def reduce_scatter(output: Any, input_list: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """Combine the processes' lists, tensor by tensor; each process gets the one at its rank."""
    _one(output, "output")
    _many(input_list, "input_list")
    _same_dtypes(output, *input_list)
    if _outside(group, "reduce_scatter"):
        return None
    g = _group(group)
    _same_shapes(input_list, output, g.size(), "reduce_scatter")
    return _finished(_reduce_scatter(g, output, np.concatenate([_flat(t._array) for t in input_list]), op), async_op)


def reduce_scatter_tensor(output: Any, input: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """Combine the processes' tensors; each process gets its part of the first dimension."""
    _one(output, "output")
    _one(input, "input")
    _same_dtypes(output, input)
    if _outside(group, "reduce_scatter_tensor"):
        return None
    g = _group(group)
    if input.numel() != output.numel() * g.size():
        raise RuntimeError(f"reduce_scatter_tensor: the input of {input.numel()} elements is not {g.size()} times the output of "
                           f"{output.numel()}")
    return _finished(_reduce_scatter(g, output, _flat(input._array), op), async_op)


reduce_scatter_single = _reduce_scatter_base = reduce_scatter_tensor


def _reduce_scatter(g: ProcessGroup, output: Tensor, sent: Any, op: Any) -> Work:
    op = check_op(op, output.dtype, "reduce_scatter")
    received = np.empty(output.numel(), dtype=sent.dtype)
    inner, mpi = g._inner, _mpi.State.mpi
    (buffer, function), (target, _) = for_mpi(sent, op, mpi), for_mpi(received, op, mpi)
    return inner.start("reduce_scatter", lambda: inner.data.Ireduce_scatter_block(buffer, target, function), dtype=output.dtype.name,
                       size=received.size, detail=1 + op, finish=_reduced(output._array, received, op, inner.size), result=[output])


def all_to_all(output_tensor_list: Any, input_tensor_list: Any, group: Any = None, async_op: bool = False) -> Work | None:
    """Send tensor i of the input list to rank i, and receive one from each."""
    _many(output_tensor_list, "output_tensor_list")
    _many(input_tensor_list, "input_tensor_list")
    _same_dtypes(*output_tensor_list, *input_tensor_list)
    if _outside(group, "all_to_all"):
        return None
    g = _group(group)
    for name, given in (("output", output_tensor_list), ("input", input_tensor_list)):
        if len(given) != g.size():
            raise RuntimeError(f"all_to_all: {len(given)} tensors in the {name} list, and {g.size()} ranks in the group")
    received = np.empty(sum(t.numel() for t in output_tensor_list), dtype=output_tensor_list[0]._array.dtype)
    counts = [t.numel() for t in output_tensor_list]

    def finish() -> None:
        for t, part in zip(output_tensor_list, np.split(received, np.cumsum(counts)[:-1])):
            np.copyto(t._array, part.reshape(t._array.shape))

    return _finished(_exchange(g, np.concatenate([_flat(t._array) for t in input_tensor_list]), [t.numel() for t in input_tensor_list],
                               received, counts, input_tensor_list[0].dtype.name, finish, output_tensor_list), async_op)


def all_to_all_single(output: Any, input: Any, output_split_sizes: Any = None, input_split_sizes: Any = None, group: Any = None,
                      async_op: bool = False) -> Work | None:
    """Send a part of the first dimension to each rank, and receive one from each: equal parts, or of the sizes given."""
    _one(output, "output")
    _one(input, "input")
    _same_dtypes(output, input)
    if _outside(group, "all_to_all_single"):
        return None
    g = _group(group)
    check_carried(input.dtype)
    received = np.empty(output.numel(), dtype=output._array.dtype)
    return _finished(_exchange(g, _flat(input._array), _parts(input, input_split_sizes, g.size()), received,
                               _parts(output, output_split_sizes, g.size()), input.dtype.name, _put(output._array, received), [output]),
                               async_op)


def _parts(tensor: Tensor, sizes: Any, count: int) -> list[int]:
    """How many elements go to, or come from, each rank."""
    rows = tensor.shape[0] if tensor.dim() else 1
    if not sizes:
        if rows % count:
            raise RuntimeError("Tensor's dim 0 does not divide equally across group size")
        return [tensor.numel() // count] * count
    if len(sizes) != count:
        raise RuntimeError("Number of tensor splits not equal to group size")
    if sum(sizes) != rows:
        raise RuntimeError("Split sizes doesn't match total dim 0 size")
    return [int(size) * (tensor.numel() // rows if rows else 0) for size in sizes]


def _exchange(g: ProcessGroup, sent: Any, given: list[int], received: Any, taken: list[int], dtype: str, finish: Callable[[], None],
              result: Any) -> Work:
    width, inner = sent.itemsize, g._inner
    every = np.zeros((inner.size, inner.size), dtype=np.int64)

    def data() -> Any:
        return inner.data.Ialltoallv([_bytes(sent), ([n * width for n in given], None)], [_bytes(received), ([n * width for n in taken],
                                                                                                             None)])

    inner.start("all_to_all", lambda: inner.data.Iallgather(np.array(given, dtype=np.int64), every), dtype=dtype,
                finish=lambda: _check_parts(inner, every, taken), label="all_to_all_single").wait()
    return inner.start("all_to_all", data, dtype=dtype, finish=finish, result=result)


def _check_parts(inner: Group, every: Any, taken: list[int]) -> None:
    """Refuse parts that are not as large as their receiver expects."""
    for r, expected in enumerate(taken):
        if every[r, inner.rank] != expected:
            raise RuntimeError(f"all_to_all: rank {inner.ranks[r]} sends {every[r, inner.rank]} elements to rank "
                               f"{inner.ranks[inner.rank]}, "
                               f"which expects {expected}")


def barrier(group: Any = None, async_op: bool = False, device_ids: Any = None, timeout: timedelta | None = None) -> Work | None:
    """Wait until every process of the group is here."""
    if _outside(group, "barrier"):
        return None
    work = _group(group)._inner.start("barrier", None)
    if async_op:
        return work
    work.wait(timeout)
    return None


# From one to another

def _message(op: str, g: ProcessGroup, tensor: Tensor, start: Callable[[Any], Any], peer: list[int],
             finish: Any = None) -> Work:
    flat = _flat(tensor._array) if op == "send" else np.empty(tensor.numel(), dtype=tensor._array.dtype)
    target = flat if op == "send" or not tensor._array.flags.c_contiguous else tensor._array.reshape(-1)

    def steps() -> Iterator[Any]:
        yield start(_bytes(target))
        if op == "recv" and not np.shares_memory(target, tensor._array):
            np.copyto(tensor._array, target.reshape(tensor._array.shape))
        if finish is not None:
            finish()

    return Work(g._inner, op, steps(), [tensor], peer)  # type: ignore[arg-type]


def _peer(g: ProcessGroup, of_all: int | None, of_group: int | None, what: str) -> int:
    if of_all is not None and of_group is not None:
        raise ValueError("Can't specify both group_rank and global_rank")
    peer = of_group if of_group is not None else of_all if g is GroupMember.WORLD or of_all is None else get_group_rank(g, of_all)
    if peer is None:
        raise ValueError("Must specify group_rank or global_rank")
    if peer == g.rank():
        raise ValueError(f"Invalid {what} rank: {what} rank should not be the same as the rank of the current process.")
    if not 0 <= peer < g.size():
        raise ValueError(f"Invalid {what} rank: {peer} is not among the {g.size()} ranks of the group")
    return peer


def isend(tensor: Any, dst: int | None = None, group: Any = None, tag: int = 0, group_dst: int | None = None) -> Work | None:
    """Begin to send the tensor to rank `dst`; it must not change before the `Work` is done."""
    _one(tensor, "tensor")
    if _outside(group, "isend"):
        return None
    g = _group(group)
    peer = _peer(g, dst, group_dst, "destination")
    data = g._inner.data
    return _message("send", g, tensor, lambda buffer: data.Isend(buffer, dest=peer, tag=tag), [g._inner.ranks[peer]])


def send(tensor: Any, dst: int | None = None, group: Any = None, tag: int = 0, group_dst: int | None = None) -> None:
    """Send the tensor to rank `dst`.

    Example: `dist.send(x, dst=1)` on rank 0, `dist.recv(x, src=0)` on rank 1.
    """
    work = isend(tensor, dst, group, tag, group_dst)
    if work is not None:
        work.wait()


def irecv(tensor: Any, src: int | None = None, group: Any = None, tag: int = 0, group_src: int | None = None) -> Work | None:
    """Begin to receive a tensor from rank `src` (None: any) into this one."""
    _one(tensor, "tensor")
    if _outside(group, "irecv"):
        return None
    return _receive(_group(group), tensor, src, group_src, tag)


def _receive(g: ProcessGroup, tensor: Tensor, src: int | None, group_src: int | None, tag: int) -> Work:
    inner = g._inner
    anyone = src is None and group_src is None
    if inner.size == 1:
        raise ValueError("Invalid source rank: there is no other process to receive from")
    mpi = _mpi.load()
    peer = mpi.ANY_SOURCE if anyone else _peer(g, src, group_src, "source")
    status = mpi.Status()

    source = [-1 if anyone else inner.ranks[peer]]

    def finish() -> None:
        source[0] = inner.ranks[status.source]
        got, expected = status.Get_count(mpi.BYTE), tensor.numel() * tensor.element_size()
        if got != expected:
            raise RuntimeError(f"recv: rank {source[0]} sent {got} bytes to rank {inner.ranks[inner.rank]}, which expects {expected}")

    return _message("recv", g, tensor, lambda buffer: _WithStatus(inner.data.Irecv(buffer, source=peer, tag=tag), status), source, finish)


class _WithStatus:
    """A request that notes who sent, and how much."""

    def __init__(self, request: Any, status: Any) -> None:
        self._request, self._status = request, status

    def Test(self) -> bool:
        """Whether it is there."""
        return bool(self._request.Test(self._status))


def recv(tensor: Any, src: int | None = None, group: Any = None, tag: int = 0, group_src: int | None = None) -> int:
    """Receive a tensor from rank `src` (None: any) into this one; returns the rank it came from, -1 outside of the group."""
    work = irecv(tensor, src, group, tag, group_src)
    if work is None:
        return -1
    work.wait()
    return work.source_rank()


class P2POp:
    """A message for `batch_isend_irecv`: `P2POp(dist.isend, tensor, peer)` or `P2POp(dist.irecv, tensor, peer)`."""

    def __init__(self, op: Callable[..., Any], tensor: Any, peer: int | None = None, group: Any = None, tag: int = 0,
                 group_peer: int | None = None) -> None:
        if op not in (isend, irecv):
            raise ValueError("Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.")
        self.op, self.tensor, self.group, self.tag = op, _one(tensor, "tensor"), group, tag
        self.peer, self.group_peer = peer, group_peer


def batch_isend_irecv(p2p_op_list: list[P2POp]) -> list[Any]:
    """Begin all these messages; returns their works."""
    group = p2p_op_list[0].group
    if not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise ValueError("Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.")
    if any(p.group is not group for p in p2p_op_list):
        raise ValueError("All ops need to use the same group.")
    works = []
    for p in p2p_op_list:
        key = "group_dst" if p.op is isend else "group_src"
        work = p.op(p.tensor, p.peer, p.group, p.tag, **{key: p.group_peer})
        if work is not None:
            works.append(work)
    return works


def monitored_barrier(group: Any = None, timeout: timedelta | None = None, wait_all_ranks: bool = False) -> None:
    """Wait until every process of the group is here; rank 0 finds out, within the timeout, which are not, and raises.

    RuntimeError names the first rank that is missing (all with `wait_all_ranks`).
    """
    if _outside(group, "monitored_barrier"):
        return
    g = _group(group)
    inner = g._inner
    if inner.size == 1:
        return
    limit = inner.timeout if timeout is None else timeout
    word = np.zeros(1, dtype=np.uint8)

    def steps(request: Any) -> Iterator[Any]:
        yield request

    def wait(request: Any, peer: int) -> None:
        Work(inner, "monitored_barrier", steps(request), None, [inner.ranks[peer]]).wait(limit)  # type: ignore[arg-type]

    tag = 78
    if inner.rank:
        wait(inner.headers.Isend(word, dest=0, tag=tag), 0)
        wait(inner.headers.Irecv(word, source=0, tag=tag), 0)
        return
    absent = []
    for r in range(1, inner.size):
        try:
            wait(inner.headers.Irecv(word, source=r, tag=tag), r)
        except RuntimeError:
            absent.append(inner.ranks[r])
            if not wait_all_ranks:
                break
    if absent:
        raise RuntimeError(f"[Rank 0]: Rank{'s' * wait_all_ranks} {', '.join(map(str, absent))} failed to pass monitoredBarrier in "
                           f"{limit.total_seconds() * 1000:.0f} ms")
    for r in range(1, inner.size):
        wait(inner.headers.Isend(word, dest=r, tag=tag), r)


# Objects

def _packed(value: Any) -> Tensor:
    return ops.tensor(np.frombuffer(pickle.dumps(value), dtype=np.uint8).copy())


def _unpacked(tensor: Tensor, size: int) -> Any:
    return pickle.loads(tensor._array[:size].tobytes())


def all_gather_object(object_list: Any, obj: Any, group: Any = None) -> None:
    """Give every process the objects of all (anything that can be pickled), in `object_list`.

    Objects are unpickled as they come: only for processes that trust each other.

    Example: `dist.all_gather_object(names, platform.node())` with `names = [None] * dist.get_world_size()`.
    """
    if _outside(group, "all_gather_object"):
        return
    g = _group(group)
    if len(object_list) != g.size():
        raise RuntimeError(f"all_gather_object: a list of {len(object_list)} for {g.size()} ranks")
    sizes, gathered = _gathered_bytes(g, _packed(obj))
    for i, (size, part) in enumerate(zip(sizes, gathered)):
        object_list[i] = pickle.loads(part[:size].tobytes())


def _gathered_bytes(g: ProcessGroup, mine: Tensor) -> tuple[list[int], Any]:
    """The bytes of all ranks, a row each, as long as the longest."""
    sizes = ops.zeros(g.size(), dtype=_int64())
    all_gather_into_tensor(sizes, ops.tensor([mine.numel()]), g)
    lengths = sizes.tolist()
    row = np.zeros(max(lengths), dtype=np.uint8)
    row[: mine.numel()] = mine._array
    gathered = ops.zeros(g.size() * row.size, dtype=mine.dtype)
    all_gather_into_tensor(gathered, ops.from_numpy(row), g)
    return lengths, gathered._array.reshape(g.size(), -1)


def _int64() -> Any:
    from .._dispatch import dtype as dtypes

    return dtypes.int64


def gather_object(obj: Any, object_gather_list: Any = None, dst: int | None = None, group: Any = None,
                  group_dst: int | None = None) -> None:
    """Give rank `dst` the objects of all processes, in a list that it alone passes."""
    if _outside(group, "gather_object"):
        return
    g = _group(group)
    here = _root(g, dst, group_dst, "gather") == g.rank()
    if here and not object_gather_list:
        raise ValueError("Argument ``gather_list`` must be specified on destination rank.")
    if object_gather_list and not here:
        raise ValueError("Argument ``gather_list`` must NOT be specified on non-destination ranks.")
    sizes, gathered = _gathered_bytes(g, _packed(obj))
    if here:
        for i, (size, part) in enumerate(zip(sizes, gathered)):
            object_gather_list[i] = pickle.loads(part[:size].tobytes())


def broadcast_object_list(object_list: Any, src: int | None = None, group: Any = None, device: Any = None,
                          group_src: int | None = None) -> None:
    """Give every process the objects in the list of rank `src`, in place."""
    if _outside(group, "broadcast_object_list"):
        return
    g = _group(group)
    root = _root(g, src, group_src, "broadcast")
    packed = [_packed(each) for each in object_list] if g.rank() == root else []
    sizes = ops.tensor([t.numel() for t in packed]) if packed else ops.zeros(len(object_list), dtype=_int64())
    _broadcast(g, sizes, root).wait()
    lengths = sizes.tolist()
    content = ops.from_numpy(np.concatenate([t._array for t in packed]) if packed else np.zeros(sum(lengths), dtype=np.uint8))
    _broadcast(g, content, root).wait()
    if g.rank() != root:
        _fill(object_list, content, lengths)


def _fill(objects: Any, content: Tensor, lengths: list[int]) -> None:
    place = 0
    for i, size in enumerate(lengths):
        objects[i] = pickle.loads(content._array[place:place + size].tobytes())
        place += size


def scatter_object_list(scatter_object_output_list: Any, scatter_object_input_list: Any = None, src: int | None = None, group: Any = None,
                        group_src: int | None = None) -> None:
    """Give each process its object of a list that rank `src` passes; it comes first in the output list."""
    if _outside(group, "scatter_object_list"):
        return
    if not isinstance(scatter_object_output_list, list) or not scatter_object_output_list:
        raise ValueError("Expected argument scatter_object_output_list to be a list of size at least 1.")
    g = _group(group)
    root = _root(g, src, group_src, "scatter")
    every: list[Any] = [scatter_object_input_list if g.rank() == root else None]
    if g.rank() == root and len(scatter_object_input_list or ()) != g.size():
        raise ValueError(f"scatter_object_list: {len(scatter_object_input_list or ())} objects for {g.size()} ranks")
    broadcast_object_list(every, group=g, group_src=root)
    scatter_object_output_list[0] = every[0][g.rank()]


def send_object_list(object_list: Any, dst: int | None = None, group: Any = None, device: Any = None, group_dst: int | None = None,
                     use_batch: bool = False) -> None:
    """Send the objects in the list to rank `dst`."""
    packed = [_packed(each) for each in object_list]
    send(ops.tensor([t.numel() for t in packed]), dst, group, group_dst=group_dst)
    send(ops.from_numpy(np.concatenate([t._array for t in packed])), dst, group, group_dst=group_dst)


def recv_object_list(object_list: Any, src: int | None = None, group: Any = None, device: Any = None, group_src: int | None = None,
                     use_batch: bool = False) -> int:
    """Receive objects from rank `src` into the list; returns the rank they came from."""
    sizes = ops.zeros(len(object_list), dtype=_int64())
    source = recv(sizes, src, group, group_src=group_src)
    if source < 0:
        return -1
    content = ops.from_numpy(np.zeros(sum(sizes.tolist()), dtype=np.uint8))
    recv(content, None if group_src is not None else source, group, group_src=group_src)
    _fill(object_list, content, sizes.tolist())
    return source


@contextmanager
def _coalescing_manager(group: Any = None, device: Any = None, async_ops: bool = False) -> Iterator[Any]:
    yield _Together([], [])


def _unsupported(name: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise UnsupportedError(f"torch.distributed.{name}")

    refuse.__name__ = refuse.__qualname__ = name
    return refuse


split_group, shrink_group = _unsupported("split_group"), _unsupported("shrink_group")
