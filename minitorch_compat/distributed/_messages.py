"""Point-to-point messages, and collectives on objects."""
from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import numpy as np

from .._bindings.generated import functions as ops
from .._bindings.tensor.tensor import Tensor
from .._dispatch.unsupported import UnsupportedError
from ._collectives import _broadcast, _byte_view, _check_tensor, _flat, all_gather_single, is_list_owner
from ._groups import Work
from ._transport import mpi as _mpi
from ._world import GroupMember, ProcessGroup, _group, _is_not_member, _root_rank, get_group_rank

# Point to point

def _start_message(op: str, g: ProcessGroup, tensor: Tensor, start: Callable[[Any], Any], peer: list[int],
                   finish: Any = None) -> Work:
    flat = _flat(tensor._array) if op == "send" else np.empty(tensor.numel(), dtype=tensor._array.dtype)
    target = flat if op == "send" or not tensor._array.flags.c_contiguous else tensor._array.reshape(-1)

    def transfer() -> Iterator[Any]:
        yield start(_byte_view(target))
        if op == "recv" and not np.shares_memory(target, tensor._array):
            np.copyto(tensor._array, target.reshape(tensor._array.shape))
        if finish is not None:
            finish()

    return Work(g._inner, op, transfer(), [tensor], peer)  # type: ignore[arg-type]


def _peer_rank(g: ProcessGroup, global_rank: int | None, group_rank: int | None, role: str) -> int:
    if global_rank is not None and group_rank is not None:
        raise ValueError("Can't specify both group_rank and global_rank")
    if group_rank is None and global_rank is not None:
        group_rank = global_rank if g is GroupMember.WORLD else get_group_rank(g, global_rank)
    peer = group_rank
    if peer is None:
        raise ValueError("Must specify group_rank or global_rank")
    if peer == g.rank():
        raise ValueError(f"Invalid {role} rank: {role} rank should not be the same as the rank of the current process.")
    if not 0 <= peer < g.size():
        raise ValueError(f"Invalid {role} rank: {peer} is not among the {g.size()} ranks of the group")
    return peer


def isend(tensor: Any, dst: int | None = None, group: Any = None, tag: int = 0, group_dst: int | None = None) -> Work | None:
    """Start sending the tensor to rank `dst`; it must not be changed before the `Work` is complete."""
    _check_tensor(tensor, "tensor")
    if _is_not_member(group, "isend"):
        return None
    g = _group(group)
    peer = _peer_rank(g, dst, group_dst, "destination")
    data = g._inner.data
    return _start_message("send", g, tensor, lambda buffer: data.Isend(buffer, dest=peer, tag=tag), [g._inner.ranks[peer]])


def send(tensor: Any, dst: int | None = None, group: Any = None, tag: int = 0, group_dst: int | None = None) -> None:
    """Send the tensor to rank `dst`.

    Example: `dist.send(x, dst=1)` on rank 0, `dist.recv(x, src=0)` on rank 1.
    """
    work = isend(tensor, dst, group, tag, group_dst)
    if work is not None:
        work.wait()


def irecv(tensor: Any, src: int | None = None, group: Any = None, tag: int = 0, group_src: int | None = None) -> Work | None:
    """Start receiving into the tensor from rank `src` (None: any)."""
    _check_tensor(tensor, "tensor")
    if _is_not_member(group, "irecv"):
        return None
    return _receive(_group(group), tensor, src, group_src, tag)


def _receive(g: ProcessGroup, tensor: Tensor, src: int | None, group_src: int | None, tag: int) -> Work:
    inner = g._inner
    is_any_source = src is None and group_src is None
    if inner.size == 1:
        raise ValueError("Invalid source rank: there is no other process to receive from")
    mpi = _mpi.load()
    peer = mpi.ANY_SOURCE if is_any_source else _peer_rank(g, src, group_src, "source")
    status = mpi.Status()

    source = [-1 if is_any_source else inner.ranks[peer]]

    def finish() -> None:
        source[0] = inner.ranks[status.source]
        received, expected = status.Get_count(mpi.BYTE), tensor.numel() * tensor.element_size()
        if received != expected:
            raise RuntimeError(f"recv: rank {source[0]} sent {received} bytes to rank {inner.ranks[inner.rank]}, which expects {expected}")

    return _start_message("recv", g, tensor, lambda buffer: _StatusRequest(inner.data.Irecv(buffer, source=peer, tag=tag), status), source,
                          finish)


class _StatusRequest:
    """A request that records the sender and the size of the message."""

    def __init__(self, request: Any, status: Any) -> None:
        self._request, self._status = request, status

    def Test(self) -> bool:
        """Whether the message has arrived."""
        return bool(self._request.Test(self._status))


def recv(tensor: Any, src: int | None = None, group: Any = None, tag: int = 0, group_src: int | None = None) -> int:
    """Receive into the tensor from rank `src` (None: any); return the sender, or -1 outside of the group."""
    work = irecv(tensor, src, group, tag, group_src)
    if work is None:
        return -1
    work.wait()
    return work.source_rank()


class P2POp:
    """A message for `batch_isend_irecv`: `P2POp(dist.isend, tensor, peer)` or `P2POp(dist.irecv, tensor, peer)`."""

    op: Any
    tensor: Tensor

    def __init__(self, op: Callable[..., Any], tensor: Any, peer: int | None = None, group: Any = None, tag: int = 0,
                 group_peer: int | None = None) -> None:
        if op not in (isend, irecv):
            raise ValueError("Invalid ``op``. Expected ``op`` to be of type ``torch.distributed.isend`` or ``torch.distributed.irecv``.")
        self.op, self.tensor, self.group, self.tag = op, _check_tensor(tensor, "tensor"), group, tag
        self.peer, self.group_peer = peer, group_peer


def batch_isend_irecv(p2p_op_list: list[P2POp]) -> list[Any]:
    """Start all messages; return their works."""
    if not all(isinstance(p, P2POp) for p in p2p_op_list):
        raise ValueError("Invalid ``p2p_op_list``. Each op is expected to to be of type ``torch.distributed.P2POp``.")
    group = p2p_op_list[0].group
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
    """Wait until every process of the group has reached this call; rank 0 raises for processes that are missing after the timeout.

    The RuntimeError names the first missing rank (all with `wait_all_ranks`).
    """
    if _is_not_member(group, "monitored_barrier"):
        return
    g = _group(group)
    inner = g._inner
    if inner.size == 1:
        return
    limit = inner.timeout if timeout is None else timeout
    word = np.zeros(1, dtype=np.uint8)

    def transfer(request: Any) -> Iterator[Any]:
        yield request

    def wait(request: Any, peer: int) -> None:
        Work(inner, "monitored_barrier", transfer(request), None, [inner.ranks[peer]]).wait(limit)  # type: ignore[arg-type]

    tag = 78
    if inner.rank:
        wait(inner.headers.Isend(word, dest=0, tag=tag), 0)
        wait(inner.headers.Irecv(word, source=0, tag=tag), 0)
        return
    missing = []
    for r in range(1, inner.size):
        try:
            wait(inner.headers.Irecv(word, source=r, tag=tag), r)
        except RuntimeError:
            missing.append(inner.ranks[r])
            if not wait_all_ranks:
                break
    if missing:
        raise RuntimeError(f"[Rank 0]: Rank{'s' * wait_all_ranks} {', '.join(map(str, missing))} failed to pass monitoredBarrier in "
                           f"{limit.total_seconds() * 1000:.0f} ms")
    for r in range(1, inner.size):
        wait(inner.headers.Isend(word, dest=r, tag=tag), r)


# Objects

def _pickle_to_tensor(value: Any) -> Tensor:
    return ops.tensor(np.frombuffer(pickle.dumps(value), dtype=np.uint8).copy())


def all_gather_object(object_list: Any, obj: Any, group: Any = None) -> None:
    """Gather the objects of all processes (anything that can be pickled) in every process, into `object_list`.

    Objects are unpickled without checks: use only between processes that trust each other.

    Example: `dist.all_gather_object(names, platform.node())` with `names = [None] * dist.get_world_size()`.
    """
    if _is_not_member(group, "all_gather_object"):
        return
    g = _group(group)
    if len(object_list) != g.size():
        raise RuntimeError(f"all_gather_object: a list of {len(object_list)} for {g.size()} ranks")
    sizes, gathered = _all_gather_bytes(g, _pickle_to_tensor(obj))
    for i, (size, part) in enumerate(zip(sizes, gathered)):
        object_list[i] = pickle.loads(part[:size].tobytes())


def _all_gather_bytes(g: ProcessGroup, own_bytes: Tensor) -> tuple[list[int], Any]:
    """The bytes of all ranks as rows, padded to the longest, and their lengths."""
    sizes = ops.zeros(g.size(), dtype=_int64())
    all_gather_single(sizes, ops.tensor([own_bytes.numel()]), g)
    lengths = sizes.tolist()
    row = np.zeros(max(lengths), dtype=np.uint8)
    row[: own_bytes.numel()] = own_bytes._array
    gathered = ops.zeros(g.size() * row.size, dtype=own_bytes.dtype)
    all_gather_single(gathered, ops.from_numpy(row), g)
    return lengths, gathered._array.reshape(g.size(), -1)


def _int64() -> Any:
    from .._dispatch import dtype as dtypes

    return dtypes.int64


def gather_object(obj: Any, object_gather_list: Any = None, dst: int | None = None, group: Any = None,
                  group_dst: int | None = None) -> None:
    """Gather the objects of all processes at rank `dst`, into a list that only this rank passes."""
    if _is_not_member(group, "gather_object"):
        return
    g = _group(group)
    is_root = is_list_owner("gather", "destination", object_gather_list, _root_rank(g, dst, group_dst, "gather"), g._inner)
    sizes, gathered = _all_gather_bytes(g, _pickle_to_tensor(obj))
    if is_root:
        for i, (size, part) in enumerate(zip(sizes, gathered)):
            object_gather_list[i] = pickle.loads(part[:size].tobytes())


def broadcast_object_list(object_list: Any, src: int | None = None, group: Any = None, device: Any = None,
                          group_src: int | None = None) -> None:
    """Broadcast the objects in the list of rank `src` to all processes, in place."""
    if _is_not_member(group, "broadcast_object_list"):
        return
    g = _group(group)
    root = _root_rank(g, src, group_src, "broadcast")
    packed = [_pickle_to_tensor(obj) for obj in object_list] if g.rank() == root else []
    sizes = ops.tensor([t.numel() for t in packed]) if packed else ops.zeros(len(object_list), dtype=_int64())
    _broadcast(g, sizes, root).wait()
    lengths = sizes.tolist()
    content = ops.from_numpy(np.concatenate([t._array for t in packed]) if packed else np.zeros(sum(lengths), dtype=np.uint8))
    _broadcast(g, content, root).wait()
    if g.rank() != root:
        _unpickle_into(object_list, content, lengths)


def _unpickle_into(objects: Any, content: Tensor, lengths: list[int]) -> None:
    offset = 0
    for i, size in enumerate(lengths):
        objects[i] = pickle.loads(content._array[offset:offset + size].tobytes())
        offset += size


def scatter_object_list(scatter_object_output_list: Any, scatter_object_input_list: Any = None, src: int | None = None, group: Any = None,
                        group_src: int | None = None) -> None:
    """Scatter the objects in the list of rank `src`; each process gets one as the first element of the output list."""
    if _is_not_member(group, "scatter_object_list"):
        return
    if not isinstance(scatter_object_output_list, list) or not scatter_object_output_list:
        raise ValueError("Expected argument scatter_object_output_list to be a list of size at least 1.")
    g = _group(group)
    root = _root_rank(g, src, group_src, "scatter")
    object_lists: list[Any] = [scatter_object_input_list if g.rank() == root else None]
    if g.rank() == root and len(scatter_object_input_list or ()) != g.size():
        raise ValueError(f"scatter_object_list: {len(scatter_object_input_list or ())} objects for {g.size()} ranks")
    broadcast_object_list(object_lists, group=g, group_src=root)
    scatter_object_output_list[0] = object_lists[0][g.rank()]


def send_object_list(object_list: Any, dst: int | None = None, group: Any = None, device: Any = None, group_dst: int | None = None,
                     use_batch: bool = False) -> None:
    """Send the objects in the list to rank `dst`."""
    packed = [_pickle_to_tensor(obj) for obj in object_list]
    send(ops.tensor([t.numel() for t in packed]), dst, group, group_dst=group_dst)
    send(ops.from_numpy(np.concatenate([t._array for t in packed])), dst, group, group_dst=group_dst)


def recv_object_list(object_list: Any, src: int | None = None, group: Any = None, device: Any = None, group_src: int | None = None,
                     use_batch: bool = False) -> int:
    """Receive objects from rank `src` into the list; return the sender."""
    sizes = ops.zeros(len(object_list), dtype=_int64())
    source = recv(sizes, src, group, group_src=group_src)
    if source < 0:
        return -1
    content = ops.from_numpy(np.zeros(sum(sizes.tolist()), dtype=np.uint8))
    recv(content, None if group_src is not None else source, group, group_src=group_src)
    _unpickle_into(object_list, content, sizes.tolist())
    return source


def _unsupported(name: str) -> Callable[..., Any]:
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise UnsupportedError(f"torch.distributed.{name}")

    refuse.__name__ = refuse.__qualname__ = name
    return refuse


split_group, shrink_group = _unsupported("split_group"), _unsupported("shrink_group")


__all__ = [
    "P2POp", "all_gather_object", "batch_isend_irecv", "broadcast_object_list", "gather_object", "irecv", "isend", "monitored_barrier",
    "recv", "recv_object_list", "scatter_object_list", "send", "send_object_list",
]
