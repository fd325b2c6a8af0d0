"""The process groups of this process: queries, creation and destruction, ranks."""
from __future__ import annotations

import os
import warnings
from datetime import timedelta
from typing import Any, ClassVar

from ._groups import Group, Work, single_process_group
from ._rendezvous import rendezvous
from ._stores import PrefixStore, Store
from ._transport import mpi as _mpi
from ._transport.reduction_ops import ReduceOp
from .constants import default_pg_timeout


class Backend(str):
    """The name of a backend, in lower case. All backends use MPI here."""

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
    """A mapping of devices to backends, parsed from `cpu:gloo,cuda:nccl`."""

    def __init__(self, backend: str) -> None:
        self.device_backend_map: dict[str, Backend] = {}
        for part in backend.split(",") if ":" in backend else [f"cpu:{backend}"]:
            device, *names = part.split(":")
            if len(names) != 1:
                raise ValueError(f"Invalid device:backend pairing: {part}, of the backend string {backend}: expected such as cpu:gloo")
            if device in self.device_backend_map:
                raise ValueError(f"Duplicate device type {device} in backend string: {backend}")
            self.device_backend_map[device] = Backend(names[0])

    def get_device_backend_map(self) -> dict[str, Backend]:
        """The mapping as a dict."""
        return self.device_backend_map

    def __repr__(self) -> str:
        return ",".join(f"{device}:{name}" for device, name in self.device_backend_map.items())


class ProcessGroup:
    """A group of processes, as returned by `new_group`; pass it as `group=`."""

    group_name: str
    group_desc: str

    def __init__(self, inner: Group, backend: str, store: Store | None) -> None:
        self._inner, self._backend, self._store = inner, backend, store
        self.group_name = self.group_desc = inner.name
        self.bound_device_id: None = None

    def rank(self) -> int:
        """The rank of this process in the group."""
        return self._inner.rank

    def size(self) -> int:
        """The number of processes."""
        return self._inner.size

    def name(self) -> str:
        """The backend."""
        return self._backend

    def _get_backend_name(self) -> str:
        return self._backend

    def get_group_store(self) -> Store | None:
        """The store of the group."""
        return self._store

    def barrier(self, *args: Any, **kwargs: Any) -> Work:
        """Start a barrier."""
        return self._inner.start("barrier", None)

    def allreduce(self, tensors: Any, op: Any = ReduceOp.SUM) -> Any:
        """Start `all_reduce`."""
        from ._collectives import all_reduce

        return all_reduce(tensors[0] if isinstance(tensors, (list, tuple)) else tensors, getattr(op, "reduceOp", op), self, True)

    def broadcast(self, tensors: Any, root: int = 0) -> Any:
        """Start `broadcast`."""
        from ._collectives import broadcast

        return broadcast(tensors[0] if isinstance(tensors, (list, tuple)) else tensors, None, self, True, group_src=root)


class GroupMember:
    """The default group, and the placeholder of a group that this process is not a member of."""

    WORLD: ProcessGroup | None = None
    NON_GROUP_MEMBER = -100


class _WorldName(type):
    @property
    def WORLD(cls) -> ProcessGroup | None:
        """The default group, or None."""
        return GroupMember.WORLD

    @WORLD.setter
    def WORLD(cls, value: ProcessGroup | None) -> None:
        GroupMember.WORLD = value


class group(metaclass=_WorldName):
    """The namespace of `group.WORLD`, the default group."""


class _World:
    """The groups of this process."""

    groups: ClassVar[list[ProcessGroup]] = []
    made = 0
    store: Store | None = None


# Queries

def is_available() -> bool:
    """True: groups of one process always work; several processes need the extra `mpi`."""
    return True


def is_initialized() -> bool:
    """Whether the default process group exists."""
    return GroupMember.WORLD is not None


def is_mpi_available() -> bool:
    """False, as in PyTorch's wheels, although "mpi" is supported: libraries then choose gloo, whose restrictions apply here."""
    return False


def is_gloo_available() -> bool:
    """True: the backend gloo is implemented with MPI."""
    return True


def is_nccl_available() -> bool:
    """False, as in a CPU build."""
    return False


is_ucc_available = is_xccl_available = is_nccl_available


def is_torchelastic_launched() -> bool:
    """Whether `torchrun` started this process."""


    return "TORCHELASTIC_RUN_ID" in os.environ


def is_backend_available(backend: str) -> bool:
    """Whether PyTorch's wheels have that backend; "mpi" is supported here in addition."""
    return backend.lower() == "gloo"


def supports_complex(reduceOp: Any) -> bool:
    """Whether a reduction is defined for complex numbers."""
    return reduceOp not in (ReduceOp.MAX, ReduceOp.MIN, ReduceOp.PRODUCT, ReduceOp.BAND, ReduceOp.BOR, ReduceOp.BXOR)


def get_default_backend_for_device(device: Any) -> str:
    """gloo, which is implemented with MPI."""
    return Backend.default_device_backend_map.get(str(device).partition(":")[0], Backend.GLOO)


def get_node_local_rank(fallback_rank: int | None = None) -> int:
    """The rank on this host from the environment, or `fallback_rank`."""


    if "LOCAL_RANK" in os.environ:
        return int(os.environ["LOCAL_RANK"])
    if fallback_rank is not None:
        return int(fallback_rank)
    raise RuntimeError("LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, "
                       "assuming you are not running in a multi-device context and want the code to run locally instead.")


def get_pg_count() -> int:
    """The number of groups of this process."""
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
    for group in _World.groups:
        if group.group_name == name:
            return group
    raise ValueError(f"no process group is named {name!r}")


def _rank_not_in_group(group: Any) -> bool:
    return group is not None and group == GroupMember.NON_GROUP_MEMBER


def _is_not_member(group: Any, name: str) -> bool:
    """Whether this process is not a member of the group; warns, and the call has no effect."""
    if not _rank_not_in_group(group):
        return False
    warnings.warn(f"Running {name} on global rank {_default().rank()} which does not belong to the given group.", stacklevel=3)
    return True


# Creation and destruction

def _check_backend(backend: Any) -> str:
    """Return the name of a supported backend; raise for others."""
    if backend is None:
        return Backend.GLOO
    names = {str(name) for name in BackendConfig(str(backend)).device_backend_map.values()} if ":" in str(backend) else {Backend(backend)}
    if len(names) > 1 and "gloo" in names:  # such as cpu:gloo,cuda:nccl: only the CPU counts
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
    """Create the default process group.

    Parameters: `backend`, "gloo", "mpi" or None, all implemented with MPI; `init_method`, "env://" (the default), "tcp://host:port" or
    "file:///path"; `timeout` of every collective, 30 minutes by default; `world_size` and `rank`, unless the environment or the launcher
    defines them; `store` instead of an `init_method`. Under `mpiexec`, rank and size are the launcher's.
    Raises ValueError if the group exists already or an argument is missing, and RuntimeError with installation advice without MPI, which a
    group of one process does not need.

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
    store, rank, world_size = _find_store(init_method, rank, world_size, store, limit)
    if not 0 <= rank < world_size:
        raise ValueError(f"init_process_group: rank {rank} is not between 0 and {world_size - 1} (world_size={world_size})")
    if world_size == 1:
        inner = single_process_group(limit, "the default group")
    else:
        group_store = PrefixStore(f"default_pg/{_World.made}", store) if store is not None else None
        comm = _mpi.world(rank, world_size, group_store, limit.total_seconds())
        with _mpi.interruptible():
            inner = Group(comm, limit, "the default group", list(range(world_size)))
    _World.store, _World.made = store, _World.made + 1
    GroupMember.WORLD = ProcessGroup(inner, name, store)
    GroupMember.WORLD.group_name = group_name or "0"
    _World.groups.append(GroupMember.WORLD)


def _find_store(init_method: str | None, rank: int, size: int, store: Store | None, limit: timedelta) -> tuple[Store | None, int, int]:
    """Store, rank and size, from the arguments, the environment or the launcher."""
    if store is not None:
        return store, rank, size
    started = _mpi.launcher_ranks()
    if started is not None:
        _mpi.set_rank_variables()
        # MPI has connected the processes, so no rendezvous is needed.
        return None, started[0] if rank < 0 else rank, started[1] if size < 0 else size
    if init_method is None or init_method == "env://":
        init_method = "env://"
    return next(rendezvous(init_method, rank, size, timeout=limit))


def destroy_process_group(group: ProcessGroup | None = None) -> None:
    """Destroy a group, or all groups by default. Raises AssertionError if there is none."""
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
    """Create a group of some processes; all processes must call this (with `use_local_synchronization`: only members).

    Parameters: `ranks` of the members (None: all); `timeout` of its collectives. Other processes get `GroupMember.NON_GROUP_MEMBER`.
    Raises ValueError for invalid or duplicate ranks.

    Example: `even = dist.new_group([0, 2])`.
    """
    world = _default()
    name = _check_backend(world.name() if backend is None else backend)
    chosen = list(range(world.size())) if ranks is None else [int(r) for r in ranks]
    if ranks is not None:
        chosen = _check_ranks(chosen, world.size(), sort_ranks)
    _World.made += 1
    limit = default_pg_timeout if timeout is None else timeout
    title = group_desc or f"group {_World.made}"
    if not use_local_synchronization:
        world._inner.start("new_group", None, detail=1 + hash(tuple(chosen)) % (1 << 40)).wait()
    if world.rank() not in chosen:
        return GroupMember.NON_GROUP_MEMBER
    with _mpi.interruptible():
        inner = Group(_communicator(world, chosen), limit, title, chosen)
    new = ProcessGroup(inner, name, None if _World.store is None else PrefixStore(title, _World.store))
    new.group_name = str(_World.made)
    _World.groups.append(new)
    return new


def _check_ranks(ranks: list[int], size: int, in_order: bool) -> list[int]:
    if len(ranks) > size:
        raise ValueError("the new group's world size should be less or equal to the world size set by init_process_group")
    for r in ranks:
        if not 0 <= r < size:
            raise ValueError(f"Rank {r} is out of range. Valid ranks are 0 to {size - 1} (world_size={size})")
    if len(set(ranks)) < len(ranks):
        raise ValueError(f"ranks list must not contain duplicate entries, got {ranks}")
    return sorted(ranks) if in_order else ranks


def _communicator(world: ProcessGroup, ranks: list[int]) -> Any:
    """Create a communicator of these ranks, in this order; called only by members."""
    if world.size() == 1:
        return world._inner.data.Dup()
    base = world._inner.data
    return base.Create_group(base.Get_group().Incl(ranks))


def new_subgroups(group_size: int | None = None, group: Any = None, timeout: timedelta | None = None, backend: Any = None,
                  pg_options: Any = None, group_desc: str | None = None) -> tuple[Any, list[Any]]:
    """Create groups of `group_size` consecutive ranks; return the one of this process, and all."""
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
    """Create a group for each list of ranks; return the one of this process (or None), and all."""
    if not ranks_per_subgroup_list:
        raise ValueError("The arg 'ranks_per_subgroup_list' cannot be empty")
    all_groups, own_group = [], None
    for ranks in ranks_per_subgroup_list:
        group = new_group(ranks, timeout, backend, pg_options)
        all_groups.append(group)
        if get_rank() in ranks:
            if own_group is not None:
                raise ValueError(f"Rank {get_rank()} has appeared in both subgroup {ranks} and another")
            own_group = group
    return own_group, all_groups


def get_backend(group: Any = None) -> Backend:
    """The requested backend."""
    if _rank_not_in_group(group):
        raise ValueError("Invalid process group specified")
    return Backend(_group(group).name())


def get_backend_config(group: Any = None) -> str:
    """Device and backend, such as `cpu:gloo`."""
    return f"cpu:{get_backend(group)}"


def get_rank(group: Any = None) -> int:
    """The rank of this process in the group; -1 if it is not a member."""
    return -1 if _rank_not_in_group(group) else _group(group).rank()


def get_world_size(group: Any = None) -> int:
    """The size of the group; -1 if this process is not a member."""
    return -1 if _rank_not_in_group(group) else _group(group).size()


def get_process_group_ranks(group: Any) -> list[int]:
    """The global ranks of the members, in the order of the group."""
    return list(_group(group)._inner.ranks)


def get_global_rank(group: Any, group_rank: int) -> int:
    """The global rank of a member."""
    ranks = _group(group)._inner.ranks
    if not 0 <= group_rank < len(ranks):
        raise ValueError(f"Group rank {group_rank} is not part of group {group}")
    return ranks[group_rank]


def get_group_rank(group: Any, global_rank: int) -> int:
    """The rank in the group of a global rank."""
    ranks = _group(group)._inner.ranks
    if global_rank not in ranks:
        raise ValueError(f"Global rank {global_rank} is not part of group {group}")
    return ranks.index(global_rank)


def _root_rank(group: ProcessGroup, global_rank: int | None, group_rank: int | None, name: str, default: int | None = 0) -> int:
    """The rank in the group of a root given as a global or a group rank."""
    if global_rank is not None and group_rank is not None:
        raise ValueError("Can't specify both group_rank and global_rank")
    size = group.size()
    if group_rank is None:
        if global_rank is None:
            if default is None:
                raise ValueError("Must specify global_rank or group_rank")
            group_rank = default
        elif group is GroupMember.WORLD:
            group_rank = global_rank
        else:
            return get_group_rank(group, global_rank)
    if not 0 <= group_rank < size:
        raise RuntimeError(f"ProcessGroupGloo::{name}: invalid root rank: {group_rank}")
    return group_rank


__all__ = [
    "Backend", "BackendConfig", "GroupMember", "ProcessGroup", "destroy_process_group", "get_backend", "get_backend_config",
    "get_default_backend_for_device", "get_global_rank", "get_group_rank", "get_node_local_rank", "get_pg_count",
    "get_process_group_ranks", "get_rank", "get_world_size", "group", "init_process_group", "is_backend_available", "is_gloo_available",
    "is_initialized", "is_mpi_available", "is_nccl_available", "is_torchelastic_launched", "is_ucc_available", "is_xccl_available",
    "new_group", "new_subgroups", "new_subgroups_by_enumeration", "supports_complex",
]
