"""The cases: generators of (name, function of this rank). A function gives something printable, or raises, on whoever's torch it is.

Every rank runs the same cases in the same order, so a case must leave the default group in order: what breaks a group makes its own.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import torch
import torch.distributed as dist

Case = tuple[str, Callable[[], Any]]
MOVED = ("float32", "float64", "float16", "bfloat16", "int8", "uint8", "int32", "int64", "int16", "bool", "complex64", "complex128")
REDUCED = ("SUM", "PRODUCT", "MIN", "MAX", "AVG", "BAND", "BOR", "BXOR")


def numbers(n: int, dtype: str, shift: int = 0) -> Any:
    """n numbers that differ between ranks and are exact in every dtype."""
    return ((torch.arange(n) * 3 + dist.get_rank() * 5 + shift) % 7 + 1).to(getattr(torch, dtype))


def reductions() -> Iterator[Case]:
    """Sums and their kin: every collective with an op × dtype × op."""
    world, rank = dist.get_world_size(), dist.get_rank()
    for dtype in MOVED:
        for word in REDUCED:
            op = getattr(dist.ReduceOp, word)

            def all_reduce(dtype: str = dtype, op: Any = op) -> Any:
                x = numbers(5, dtype)
                dist.all_reduce(x, op=op)
                return x

            def reduce(dtype: str = dtype, op: Any = op) -> Any:
                x = numbers(5, dtype)
                dist.reduce(x, 1, op=op)
                return x if rank == 1 else None

            yield f"all_reduce {dtype} {word}", all_reduce
            yield f"reduce {dtype} {word}", reduce

            def reduce_scatter(dtype: str = dtype, op: Any = op) -> Any:
                out = numbers(2, dtype)
                dist.reduce_scatter(out, [numbers(2, dtype, i) for i in range(world)], op=op)
                return out

            def reduce_scatter_tensor(dtype: str = dtype, op: Any = op) -> Any:
                out = numbers(2, dtype)
                dist.reduce_scatter_tensor(out, numbers(2 * world, dtype), op=op)
                return out

            yield f"reduce_scatter {dtype} {word}", reduce_scatter
            yield f"reduce_scatter_tensor {dtype} {word}", reduce_scatter_tensor


def moves() -> Iterator[Case]:
    """Collectives that copy: × dtype."""
    world, rank = dist.get_world_size(), dist.get_rank()
    for dtype in MOVED:
        def broadcast(dtype: str = dtype) -> Any:
            x = numbers(4, dtype)
            dist.broadcast(x, 1)
            return x

        def all_gather(dtype: str = dtype) -> Any:
            out = [torch.zeros(3, dtype=getattr(torch, dtype)) for _ in range(world)]
            dist.all_gather(out, numbers(3, dtype))
            return out

        def all_gather_into_tensor(dtype: str = dtype) -> Any:
            out = torch.zeros(3 * world, dtype=getattr(torch, dtype))
            dist.all_gather_into_tensor(out, numbers(3, dtype))
            return out

        def gather(dtype: str = dtype) -> Any:
            out = [torch.zeros(3, dtype=getattr(torch, dtype)) for _ in range(world)] if rank == 1 else None
            dist.gather(numbers(3, dtype), out, dst=1)
            return out

        def scatter(dtype: str = dtype) -> Any:
            out = torch.zeros(3, dtype=getattr(torch, dtype))
            dist.scatter(out, [numbers(3, dtype, i) for i in range(world)] if rank == 1 else None, src=1)
            return out

        def all_to_all_single(dtype: str = dtype) -> Any:
            out = torch.zeros(2 * world, dtype=getattr(torch, dtype))
            dist.all_to_all_single(out, numbers(2 * world, dtype))
            return out

        def all_to_all(dtype: str = dtype) -> Any:
            out = [torch.zeros(2, dtype=getattr(torch, dtype)) for _ in range(world)]
            dist.all_to_all(out, [numbers(2, dtype, j) for j in range(world)])
            return out

        def ring(dtype: str = dtype) -> Any:
            out = torch.zeros(3, dtype=getattr(torch, dtype))
            work = dist.isend(numbers(3, dtype), (rank + 1) % world)
            came = dist.irecv(out, (rank - 1) % world)
            came.wait()
            work.wait()
            return out

        for f in (broadcast, all_gather, all_gather_into_tensor, gather, scatter, all_to_all_single, all_to_all, ring):
            yield f"{f.__name__} {dtype}", f


def forms() -> Iterator[Case]:
    """Layouts, `async_op`, objects, groups, points to points."""
    world, rank = dist.get_world_size(), dist.get_rank()

    def transposed(call: Callable[[Any], Any]) -> Callable[[], Any]:
        def run() -> Any:
            x = numbers(6, "float32").reshape(2, 3).t()
            call(x)
            return x
        return run

    yield "all_reduce of a transposed tensor", transposed(dist.all_reduce)
    yield "broadcast of a transposed tensor", transposed(lambda x: dist.broadcast(x, 1))

    def every_second() -> Any:
        base = numbers(8, "float32")
        dist.all_reduce(base[::2])
        return base
    yield "all_reduce of every second element", every_second

    def gathered_transposed() -> Any:
        out = [torch.zeros(2, 3).t() for _ in range(world)]
        dist.all_gather(out, numbers(6, "float32").reshape(2, 3).t())
        return out
    yield "all_gather of transposed tensors", gathered_transposed

    def asynchronous() -> Any:
        xs = [numbers(4, "float32", i) for i in range(3)]
        works = [dist.all_reduce(x, async_op=True) for x in xs]
        told = [work.wait() for work in works]
        return xs, told, [work.is_completed() for work in works], [work.is_success() for work in works]
    yield "async all_reduce", asynchronous

    def out_of_order() -> Any:
        xs = [numbers(4, "float32", i) for i in range(3)]
        works = [dist.all_reduce(x, async_op=True) for x in xs]
        for work in works[::-1]:
            work.wait()
        return xs
    yield "async waits in another order", out_of_order

    def future() -> Any:
        x = numbers(2, "float32")
        return dist.all_reduce(x, async_op=True).get_future().then(lambda f: f.value()[0] / 2).wait()
    yield "get_future", future

    def version() -> Any:
        x = torch.ones(2)
        before = x._version
        dist.all_reduce(x)
        return x._version - before
    yield "an all_reduce is counted as a write", version

    def of_a_leaf() -> Any:
        x = torch.ones(2, requires_grad=True)
        dist.all_reduce(x)
        return x, x.is_leaf
    yield "all_reduce of a leaf", of_a_leaf

    def uneven() -> Any:
        sent = [j + rank + 1 for j in range(world)]
        got = [rank + j + 1 for j in range(world)]
        out = torch.zeros(sum(got))
        dist.all_to_all_single(out, torch.arange(float(sum(sent))) + 100 * rank, got, sent)
        return out
    yield "all_to_all_single of uneven parts", uneven

    def lists() -> Any:
        out = [torch.zeros(2) for _ in range(world)]
        dist.all_to_all(out, [numbers(2, "float32", j) for j in range(world)])
        return out
    yield "all_to_all", lists

    def objects() -> Any:
        out: list[Any] = [None] * world
        dist.all_gather_object(out, {"rank": rank, "text": "x" * rank})
        return out
    yield "all_gather_object", objects

    def told_objects() -> Any:
        what = [rank, "a", {"b": torch.tensor([rank])}] if rank == 1 else [None, None, None]
        dist.broadcast_object_list(what, src=1)
        return what
    yield "broadcast_object_list", told_objects

    def gathered_objects() -> Any:
        out = [None] * world if rank == 0 else None
        dist.gather_object(("r", rank), out, dst=0)
        return out
    yield "gather_object", gathered_objects

    def scattered_objects() -> Any:
        out = [None]
        dist.scatter_object_list(out, [f"for {i}" for i in range(world)] if rank == 0 else None, src=0)
        return out
    yield "scatter_object_list", scattered_objects

    def sent_objects() -> Any:
        if rank == 0:
            dist.send_object_list(["a", 1], dst=1)
        elif rank == 1:
            out: list[Any] = [None, None]
            dist.recv_object_list(out, src=0)
            return out
        return None
    yield "send_object_list", sent_objects

    def from_anyone() -> Any:
        got = []
        if rank == 0:
            for _ in range(world - 1):
                x = torch.zeros(1)
                got.append((dist.recv(x), x.item()))
        else:
            dist.send(torch.tensor([float(rank)]), 0)
        dist.barrier()  # what the next case sends is not for anyone
        return sorted(got) if rank == 0 else None
    yield "recv from anyone", from_anyone

    def tagged() -> Any:
        a, b = torch.zeros(1), torch.zeros(1)
        if rank == 0:
            w = [dist.isend(torch.tensor([1.0]), 1, tag=1), dist.isend(torch.tensor([2.0]), 1, tag=2)]
            return [x.wait() is not None for x in w]
        if rank == 1:
            dist.recv(b, 0, tag=2)
            dist.recv(a, 0, tag=1)
        return a, b
    yield "tags", tagged

    def batched() -> Any:
        out = torch.zeros(2)
        ops = [dist.P2POp(dist.isend, numbers(2, "float32"), (rank + 1) % world), dist.P2POp(dist.irecv, out, (rank - 1) % world)]
        for work in dist.batch_isend_irecv(ops):
            work.wait()
        return out
    yield "batch_isend_irecv", batched

    def halves() -> Any:
        g = dist.new_group([0, world - 1])
        x = numbers(2, "float32")
        if rank in (0, world - 1):
            dist.all_reduce(x, group=g)
            return x, dist.get_rank(g), dist.get_world_size(g), dist.get_process_group_ranks(g), dist.get_global_rank(g, 1)
        return x, dist.get_rank(g), dist.get_world_size(g), g == dist.GroupMember.NON_GROUP_MEMBER
    yield "new_group", halves

    def reversed_group() -> Any:
        g = dist.new_group(list(range(world))[::-1])
        x = numbers(2, "float32")
        dist.broadcast(x, 1, group=g)
        return x, dist.get_rank(g), dist.get_process_group_ranks(g)
    yield "new_group of ranks backwards", reversed_group

    def subgroups() -> Any:
        mine, every = dist.new_subgroups(2)
        x = numbers(2, "float32")
        dist.all_reduce(x, group=mine)
        return x, len(every), dist.get_process_group_ranks(mine)
    yield "new_subgroups", subgroups

    def by_group_rank() -> Any:
        g = dist.new_group([1, 0])
        x = numbers(2, "float32")
        if rank < 2:
            dist.broadcast(x, group=g, group_src=1)
        return x
    yield "group_src", by_group_rank

    yield "barrier", lambda: dist.barrier()
    yield "monitored_barrier", lambda: dist.monitored_barrier()
    yield "names", lambda: (dist.get_backend(), dist.is_initialized(), dist.is_available(), dist.get_rank(), dist.get_world_size(),
                            str(dist.group.WORLD is not None), dist.is_gloo_available(), dist.is_nccl_available())
    yield "empty", lambda: dist.all_reduce(torch.zeros(0))

    def coalesced() -> Any:
        xs = [numbers(2, "float32"), numbers(3, "float32", 1)]
        dist.all_reduce_coalesced(xs)
        return xs
    yield "all_reduce_coalesced", coalesced

    def gathered_lists() -> Any:
        out = [[torch.zeros(2), torch.zeros(1)] for _ in range(world)]
        dist.all_gather_coalesced(out, [numbers(2, "float32"), numbers(1, "float32", 2)])
        return out
    yield "all_gather_coalesced", gathered_lists

    def enumerated() -> Any:
        mine, every = dist.new_subgroups_by_enumeration([[i, i + 1] for i in range(0, world, 2)])
        x = numbers(2, "float32")
        dist.broadcast(x, group=mine, group_src=1)
        return x, len(every), dist.get_process_group_ranks(mine)
    yield "new_subgroups_by_enumeration", enumerated

    def many() -> Any:
        x = (torch.arange(700_000) % 100 + rank).double()
        dist.all_reduce(x)
        return x.sum(), x[:3], x[-3:], x[262_143:262_146]
    yield "all_reduce of a large tensor", many

    def of_many_calls() -> Any:
        xs = [torch.ones(1) * rank for _ in range(150)]
        works = [dist.all_reduce(x, async_op=True) for x in xs]
        for work in works:
            work.wait()
        return torch.cat(xs).sum()
    yield "many calls under way", of_many_calls

    def zero_dim() -> Any:
        x = torch.tensor(float(rank))
        dist.all_reduce(x)
        return x
    yield "a number", zero_dim

    def two_dims() -> Any:
        out = torch.zeros(world, 2)
        dist.all_gather_into_tensor(out, numbers(2, "float32"))
        return out
    yield "all_gather_into_tensor stacks", two_dims


def gathered() -> Iterator[Case]:
    """Calls gathered by `_coalescing_manager`."""
    from torch.distributed.distributed_c10d import _coalescing_manager

    world = dist.get_world_size()

    def reduced(async_ops: bool) -> Any:
        x, y = numbers(2, "float32"), numbers(3, "float32", 1)
        with _coalescing_manager(async_ops=async_ops) as together:
            told = [dist.all_reduce(x), type(dist.all_reduce(y, op=dist.ReduceOp.MAX, async_op=True)).__name__]
            before = x.clone()
        if async_ops:
            together.wait()
        return told, before, x, y
    yield "gathered all_reduce", lambda: reduced(False)
    yield "gathered all_reduce, async", lambda: reduced(True)

    def into_tensors() -> Any:
        a, b = torch.zeros(2 * world), torch.zeros(world)
        with _coalescing_manager():
            dist.all_gather_into_tensor(a, numbers(2, "float32"))
            dist.all_gather_into_tensor(b, numbers(1, "float32"))
        return a, b
    yield "gathered all_gather_into_tensor", into_tensors

    def parts() -> Any:
        out = torch.zeros(2)
        with _coalescing_manager():
            dist.reduce_scatter_tensor(out, numbers(2 * world, "float32"))
        return out
    yield "gathered reduce_scatter_tensor", parts

    def nothing() -> Any:
        with _coalescing_manager() as together:
            pass
        return together.works
    yield "gathered nothing", nothing

    def mixed() -> Any:
        g = dist.new_group()  # which PyTorch does not use again
        with _coalescing_manager(g):
            dist.all_reduce(numbers(2, "float32"), group=g)
            dist.all_gather_into_tensor(torch.zeros(world), numbers(1, "float32"), group=g)
    yield "gathered calls of two kinds", mixed

    def waited_for() -> Any:
        g = dist.new_group()
        with _coalescing_manager(g):
            dist.all_reduce(numbers(2, "float32"), group=g, async_op=True).wait()
    yield "wait for a gathered call", waited_for

    def ungathered() -> Any:
        x = numbers(2, "float32")
        with _coalescing_manager():
            dist.broadcast(x, 1)
            return x.clone()
    yield "calls that are not gathered", ungathered


def refusals() -> Iterator[Case]:
    """Mistakes that each rank can tell on its own."""
    world, rank = dist.get_world_size(), dist.get_rank()
    x = torch.ones(2)
    yield "no tensor", lambda: dist.all_reduce([1.0])
    yield "no list", lambda: dist.all_gather(x, x)
    yield "list of another length", lambda: dist.all_gather([x.clone()] * (world - 1), x)
    yield "list of other dtypes", lambda: dist.all_gather([torch.ones(2, dtype=torch.int64) for _ in range(world)], x)
    yield "list of other shapes", lambda: dist.all_gather([torch.ones(3) for _ in range(world)], x)
    yield "into a tensor of another size", lambda: dist.all_gather_into_tensor(torch.zeros(3), x)
    yield "into a tensor of another dtype", lambda: dist.all_gather_into_tensor(torch.zeros(2 * world, dtype=torch.int32), x)
    yield "broadcast from a rank that is not there", lambda: dist.broadcast(x, 7)
    yield "broadcast from a negative rank", lambda: dist.broadcast(x, -1)
    yield "reduce to a rank that is not there", lambda: dist.reduce(x, 7)
    yield "send to oneself", lambda: dist.send(x, rank)
    yield "gather without a list", lambda: dist.gather(x, None, dst=rank)
    yield "gather with a list elsewhere", lambda: dist.gather(x, [x.clone()] * world, dst=(rank + 1) % world)
    yield "scatter without a list", lambda: dist.scatter(x, None, src=rank)
    yield "scatter with a list elsewhere", lambda: dist.scatter(x, [x] * world, src=(rank + 1) % world)
    yield "op that is none", lambda: dist.all_reduce(x, op="sum")
    yield "sparse", lambda: dist.broadcast(torch.ones(2, 2).to_sparse(), 0)
    yield "a group of ranks that are not there", lambda: dist.new_group([0, 9])
    yield "a group of too many", lambda: dist.new_group(list(range(world + 1)))
    yield "a group of the same rank twice", lambda: dist.new_group([0, 0])
    yield "init twice", lambda: dist.init_process_group("gloo", rank=rank, world_size=world)
    yield "a backend that is none", lambda: dist.new_group(backend="telepathy")
    yield "nccl", lambda: dist.new_group(backend="nccl")
    yield "P2POp of something else", lambda: dist.P2POp(dist.broadcast, x, 0)
    yield "batch of something else", lambda: dist.batch_isend_irecv([])
    yield "src and group_src", lambda: dist.broadcast(x, 0, group_src=0)

    def destroyed() -> Any:
        g = dist.new_group()
        dist.destroy_process_group(g)
        dist.all_reduce(x, group=g)
    yield "a group used after destroy", destroyed

    def foreign() -> Any:
        g = dist.new_group([0])
        y = torch.full((2,), rank + 1.0)
        dist.all_reduce(y, group=g)
        return y
    yield "a group of others", foreign

    def foreign_rank() -> Any:
        g = dist.new_group([0, 1])
        if rank < 2:
            return dist.get_group_rank(g, 5)
        return None
    yield "get_group_rank of others", foreign_rank


def mismatches() -> Iterator[Case]:
    """Ranks that disagree. Some of this hangs or answers nonsense in PyTorch: each makes a group of its own with a short timeout."""
    world, rank = dist.get_world_size(), dist.get_rank()

    def alone(f: Callable[[Any], Any]) -> Callable[[], Any]:
        def run() -> Any:
            return f(dist.new_group(timeout=timedelta(seconds=2)))
        return run

    yield "all_reduce of other sizes", alone(lambda g: dist.all_reduce(torch.ones(2 + 98 * rank), group=g))
    yield "all_reduce of other dtypes", alone(lambda g: dist.all_reduce(
        torch.ones(4, dtype=torch.float64 if rank else torch.float32), group=g))
    yield "broadcast of other sizes", alone(lambda g: dist.broadcast(torch.ones(2 + 98 * rank), 0, group=g))
    yield "all_gather of other sizes", alone(lambda g: dist.all_gather(
        [torch.ones(2 + 98 * rank) for _ in range(world)], torch.ones(2 + 98 * rank), group=g))
    yield "one rank calls something else", alone(lambda g: dist.broadcast(torch.ones(2), 0, group=g) if rank else dist.all_reduce(
        torch.ones(2), group=g))
    yield "one rank stays away", alone(lambda g: dist.all_reduce(torch.ones(2), group=g) if rank else None)
    yield "one rank stays away from monitored_barrier", alone(lambda g: dist.monitored_barrier(g) if rank != 1 else None)
    yield "recv of nothing", alone(lambda g: dist.recv(torch.ones(2), 1, group=g) if rank == 0 else None)
