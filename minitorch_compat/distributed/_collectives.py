"""Collectives on tensors. Local errors are checked here; disagreements between ranks are detected by the headers of `_groups.py`."""
from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import numpy as np
from typing_extensions import deprecated

from .._bindings.tensor.tensor import Tensor
from ._coalescing import COALESCING, collect_call
from ._groups import Group, Steps, Work
from ._transport import mpi as _mpi
from ._transport.reduction_ops import RedOpType, ReduceOp, check_dtype, check_op, mpi_reduction, numpy_reduction
from ._transport.shared_memory import MAX_RANKS, Parts, SharedBoard
from ._world import ProcessGroup, _group, _is_not_member, _root_rank

# Checking tensors

def _check_tensor(tensor: Any, name: str) -> Tensor:
    if not isinstance(tensor, Tensor):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type torch.Tensor but got {type(tensor)} instead.")
    if not isinstance(tensor._array, np.ndarray):
        raise NotImplementedError(f"Could not run a collective with arguments of layout {tensor.layout} on {tensor.device}: "
                                  "dense tensors of the CPU only")
    return tensor


def _check_tensor_list(tensors: Any, name: str) -> list[Tensor]:
    if not isinstance(tensors, list):
        raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor] but got {type(tensors)} "
                        f"instead.")
    for t in tensors:
        if not isinstance(t, Tensor):
            raise TypeError(f"Invalid function argument. Expected parameter `{name}` of type List[torch.Tensor] but got {type(tensors)} "
                            f"with elements of type {[type(element) for element in tensors]}.")
        _check_tensor(t, name)
    return tensors


def _check_same_dtypes(*tensors: Tensor) -> None:
    for t in tensors:
        if t.dtype != tensors[0].dtype:
            raise ValueError(f"Invalid usage of tensors with different dtypes Found {tensors[0].dtype} and {t.dtype}")


def _check_same_shapes(tensors: list[Tensor], like: Tensor, count: int, name: str) -> None:
    if len(tensors) != count:
        raise RuntimeError(f"ProcessGroupGloo::{name}: invalid output tensor list at index 0 (expected length {count}, got {len(tensors)})")
    for i, t in enumerate(tensors):
        if t.shape != like.shape:
            raise RuntimeError(f"ProcessGroupGloo::{name}: invalid tensor size at index {i} (expected {tuple(like.shape)}, "
                               f"got {tuple(t.shape)})")


def _flat(array: Any) -> Any:
    """The elements as a flat contiguous array, which shares memory with a contiguous `array`."""
    return array.reshape(-1) if array.flags.c_contiguous else np.ascontiguousarray(array).reshape(-1)


def _byte_view(array: Any) -> Any:
    return array.view(np.uint8)


def _copy_function(target: Any, values: Any) -> Callable[[], None]:
    """Return a function that copies the values to the tensor's memory, unless they are there already."""
    def finish() -> None:
        if not np.shares_memory(target, values):
            np.copyto(target, values.reshape(target.shape))
    return finish


def _wait_unless_async(work: Work, async_op: bool) -> Work | None:
    if async_op:
        return work
    work.wait()
    return None


# Collectives

def broadcast(tensor: Any, src: int | None = None, group: Any = None, async_op: bool = False, group_src: int | None = None) -> Work | None:
    """Broadcast the tensor of rank `src` to all processes, in place.

    Parameters: `group` (None: all processes); `async_op`: return a `Work`. Raises RuntimeError if the ranks' sizes or dtypes differ.

    Example: `dist.broadcast(weights, src=0)`.
    """
    _check_tensor(tensor, "tensor")
    if _is_not_member(group, "broadcast"):
        return None
    g = _group(group)
    return _wait_unless_async(_broadcast(g, tensor, _root_rank(g, src, group_src, "broadcast", None)), async_op)


def _broadcast(g: ProcessGroup, tensor: Tensor, root: int) -> Work:
    check_dtype(tensor.dtype)
    flat = _flat(tensor._array)
    data = g._inner.data
    return g._inner.start("broadcast", lambda: data.Ibcast(_byte_view(flat), root), dtype=tensor.dtype.name, size=flat.size,
                          detail=1 + root,
                          finish=_copy_function(tensor._array, flat), result=[tensor])


def all_reduce(tensor: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """Reduce the tensors of all processes in place; every process gets the result.

    Parameters: `op`, a `ReduceOp`; `group` (None: all processes); `async_op`: return a `Work`. Raises RuntimeError for ops that the dtype
    does not support, for ranks that disagree, and after the timeout.

    Example: `dist.all_reduce(loss, op=dist.ReduceOp.AVG)`.
    """
    _check_tensor(tensor, "tensor")
    if _is_not_member(group, "all_reduce"):
        return None
    g = _group(group)
    if g in COALESCING:
        return collect_call(g, "all_reduce", lambda first: _all_reduce(g, tensor, first), op, async_op)
    return _wait_unless_async(_all_reduce(g, tensor, op), async_op)


def _all_reduce(g: ProcessGroup, tensor: Tensor, op: Any) -> Work:
    op = check_op(op, tensor.dtype, "all_reduce")
    inner, mpi = g._inner, _mpi.MPIState.mpi
    flat = _flat(tensor._array)
    in_memory = None
    if inner.board is not None and inner.size <= MAX_RANKS:
        def in_memory(board: SharedBoard) -> Steps:
            array, ufunc = numpy_reduction(flat, op)
            return board.reduce([(array, array)], ufunc)

    def data() -> Any:
        buffer, function = mpi_reduction(flat, op, mpi)
        return inner.data.Iallreduce(_in_place_argument(mpi), buffer, function)

    return inner.start("all_reduce", data, dtype=tensor.dtype.name, size=flat.size, detail=1 + op, result=[tensor], in_memory=in_memory,
                       finish=_finish_reduction_function(tensor._array, flat, op, inner.size))


def supports_parts(g: ProcessGroup) -> bool:
    """Whether `all_reduce_parts` supports the group."""
    return g._inner.board is not None and g._inner.size <= MAX_RANKS


def all_reduce_parts(g: ProcessGroup, parts: Parts, factor: float) -> Work:
    """Start an `all_reduce` of `factor` times a tensor given as separate arrays; other ranks may call `all_reduce` with one tensor.

    Parameters: `parts`, pairs of flat arrays of one dtype, to read from and to write the sums to, in order.
    """
    first, size = parts[0][0], sum(source.size for source, _ in parts)
    reduced = [(numpy_reduction(source, RedOpType.SUM)[0], numpy_reduction(target, RedOpType.SUM)[0]) for source, target in parts]

    def in_memory(board: SharedBoard) -> Steps:
        return board.reduce(reduced, np.add, reduced[0][0].dtype.type(factor))

    return g._inner.start("all_reduce", None, dtype=first.dtype.name, size=size, detail=1 + RedOpType.SUM, in_memory=in_memory)


def _in_place_argument(mpi: Any) -> Any:
    return None if mpi is None else mpi.IN_PLACE


def _finish_reduction_function(target: Any, flat: Any, op: RedOpType, size: int) -> Callable[[], None]:
    """Return a function that finishes a reduction: divides a sum for the mean, and converts sums of bytes to booleans."""
    put = _copy_function(target, flat)

    def finish() -> None:
        if op is RedOpType.AVG:
            np.divide(flat, flat.dtype.type(size), out=flat)
        if flat.dtype.kind == "b":
            np.not_equal(flat.view(np.uint8), 0, out=flat)
        put()
    return finish


def _retired(name: str, notice: str, function: Callable[..., Any]) -> Any:
    """A function under a name that is being retired: each call warns."""
    @deprecated(f"`torch.distributed.{name}` {notice}", category=FutureWarning)
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    call.__name__ = call.__qualname__ = name
    return call


_IN_FAVOUR_OF = "Please use `torch.distributed.{}` instead."
_PRIVATE = "is a private function and will be deprecated. " + _IN_FAVOUR_OF
_SOON = ("will be deprecated. If you must use it, please revisit our documentation later at "
         "https://pytorch.org/docs/main/distributed.html#collective-functions")


@deprecated(f"`torch.distributed.all_reduce_coalesced` {_SOON}", category=FutureWarning)
def all_reduce_coalesced(tensors: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Any:
    """`all_reduce` of several tensors."""
    if isinstance(tensors, Tensor):
        tensors = [tensors]
    if _is_not_member(group, "all_reduce_coalesced"):
        return None
    works = [_all_reduce(_group(group), t, op) for t in _check_tensor_list(tensors, "tensor")]
    return _CombinedWork(works, tensors) if async_op else _CombinedWork(works, tensors).wait() and None


class _CombinedWork:
    """Several works as one."""

    def __init__(self, works: list[Work], result: Any) -> None:
        self._works, self._result = works, result

    def wait(self, timeout: timedelta | None = None) -> bool:
        """Wait for all."""
        return all(work.wait(timeout) for work in self._works)

    def is_completed(self) -> bool:
        """Whether all works are complete."""
        return all(work.is_completed() for work in self._works)

    def result(self) -> Any:
        """The tensors."""
        return self._result


def reduce(tensor: Any, dst: int | None = None, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False,
           group_dst: int | None = None) -> Work | None:
    """Reduce the tensors of all processes; rank `dst` gets the result, in place."""
    _check_tensor(tensor, "tensor")
    if _is_not_member(group, "reduce"):
        return None
    g = _group(group)
    root = _root_rank(g, dst, group_dst, "reduce", None)
    op = check_op(op, tensor.dtype, "reduce")
    inner, mpi = g._inner, _mpi.MPIState.mpi
    flat = _flat(tensor._array)
    is_root = root == inner.rank
    buffer, function = mpi_reduction(flat, op, mpi)

    def data() -> Any:
        if is_root:
            return inner.data.Ireduce(_in_place_argument(mpi), buffer, function, root)
        return inner.data.Ireduce(buffer, None, function, root)

    return _wait_unless_async(inner.start("reduce", data, dtype=tensor.dtype.name, size=flat.size, detail=1 + root * 16 + op,
                                          result=[tensor],
                                          finish=_finish_reduction_function(tensor._array, flat, op, inner.size) if is_root else None),
                                          async_op)


def all_gather(tensor_list: Any, tensor: Any, group: Any = None, async_op: bool = False) -> Work | None:
    """Gather the tensors of all processes in every process, into a list of tensors of the same shape."""
    _check_tensor_list(tensor_list, "tensor_list")
    _check_tensor(tensor, "tensor")
    _check_same_dtypes(*tensor_list, tensor)
    if _is_not_member(group, "all_gather"):
        return None
    g = _group(group)
    _check_same_shapes(tensor_list, tensor, g.size(), "allgather")
    return _wait_unless_async(_all_gather(g, [t._array for t in tensor_list], tensor, tensor_list), async_op)


def _all_gather(g: ProcessGroup, targets: list[Any], tensor: Tensor, result: Any) -> Work:
    check_dtype(tensor.dtype)
    flat = _flat(tensor._array)
    # A single contiguous target is written by MPI directly.
    direct = len(targets) == 1 and targets[0].flags.c_contiguous and not np.shares_memory(targets[0], flat)
    gathered = targets[0].reshape(-1) if direct else np.empty(flat.size * g.size(), dtype=flat.dtype)
    data = g._inner.data

    def finish() -> None:
        if direct:
            return
        parts = [gathered] if len(targets) == 1 else gathered.reshape(len(targets), -1)
        for target, part in zip(targets, parts):
            np.copyto(target, part.reshape(target.shape))

    return g._inner.start("all_gather", lambda: data.Iallgather(_byte_view(flat), _byte_view(gathered)), dtype=tensor.dtype.name,
                          size=flat.size, finish=finish, result=result)


def all_gather_single(output_tensor: Any, input_tensor: Any, group: Any = None, async_op: bool = False) -> Work | None:
    """Gather the tensors of all processes in every process, concatenated into one tensor."""
    _check_tensor(input_tensor, "input_tensor")
    _check_tensor(output_tensor, "output_tensor")
    if _is_not_member(group, "all_gather_single"):
        return None
    g = _group(group)
    if output_tensor.dtype != input_tensor.dtype:
        raise RuntimeError(f"ProcessGroupGloo::allgather: invalid tensor type at index 0 (expected {input_tensor.dtype}, "
                           f"got {output_tensor.dtype})")
    size = g.size()
    # PyTorch's MPI backend checks only the number of elements.
    same_form = g.name() == "mpi" or not input_tensor.dim() or output_tensor.dim() == input_tensor.dim()
    if output_tensor.numel() != input_tensor.numel() * size or not same_form:
        raise RuntimeError(f"ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected {size} times "
                           f"{tuple(input_tensor.shape)}, got {tuple(output_tensor.shape)})")

    def start(_: Any = None) -> Work:
        return _all_gather(g, [output_tensor._array], input_tensor, [output_tensor])

    return collect_call(g, "all_gather_single", start, None, async_op) if g in COALESCING else _wait_unless_async(start(), async_op)


all_gather_into_tensor = _retired("all_gather_into_tensor", f"is deprecated. {_IN_FAVOUR_OF.format('all_gather_single')}",
                                  all_gather_single)
_all_gather_base = _retired("_all_gather_base", _PRIVATE.format("all_gather_single"), all_gather_single)


@deprecated(f"`torch.distributed.all_gather_coalesced` {_SOON}", category=FutureWarning)
def all_gather_coalesced(output_tensor_lists: Any, input_tensor_list: Any, group: Any = None, async_op: bool = False) -> Any:
    """`all_gather` of several tensors, into a list of lists per rank."""
    if _is_not_member(group, "all_gather_coalesced"):
        return None
    g = _group(group)
    works = [_all_gather(g, [each[i]._array for each in output_tensor_lists], t, output_tensor_lists)
             for i, t in enumerate(_check_tensor_list(input_tensor_list, "input_tensor_list"))]
    together = _CombinedWork(works, output_tensor_lists)
    return together if async_op else together.wait() and None


def is_list_owner(name: str, kind: str, values: Any, root: int, inner: Any) -> bool:
    """Whether this process is the root, which alone passes a list."""
    is_root = bool(root == inner.rank)
    if is_root and not values:
        raise ValueError(f"Argument ``{name}_list`` must be specified on {kind} rank.")
    if values and not is_root:
        raise ValueError(f"Argument ``{name}_list`` must NOT be specified on non-{kind} ranks.")
    return is_root


def gather(tensor: Any, gather_list: Any = None, dst: int | None = None, group: Any = None, async_op: bool = False,
           group_dst: int | None = None) -> Work | None:
    """Gather the tensors of all processes at rank `dst`, into a list that only this rank passes."""
    _check_tensor(tensor, "tensor")
    targets = _check_tensor_list(gather_list, "gather_list") if gather_list else []
    _check_same_dtypes(tensor, *targets)
    if _is_not_member(group, "gather"):
        return None
    g = _group(group)
    root, inner = _root_rank(g, dst, group_dst, "gather"), g._inner
    is_root = is_list_owner("gather", "destination", targets, root, inner)
    if is_root:
        _check_same_shapes(targets, tensor, inner.size, "gather")
    check_dtype(tensor.dtype)
    if tensor.dtype.is_complex:
        raise RuntimeError("Invalid scalar type")
    flat = _flat(tensor._array)
    gathered = np.empty((inner.size, flat.size), dtype=flat.dtype) if is_root else None

    def finish() -> None:
        if gathered is not None:
            for target, part in zip(targets, gathered):
                np.copyto(target._array, part.reshape(target._array.shape))

    return _wait_unless_async(inner.start(
        "gather", lambda: inner.data.Igather(_byte_view(flat), None if gathered is None else _byte_view(gathered), root),
        dtype=tensor.dtype.name,
        size=flat.size, detail=1 + root, finish=finish, result=targets), async_op)


def scatter(tensor: Any, scatter_list: Any = None, src: int | None = None, group: Any = None, async_op: bool = False,
            group_src: int | None = None) -> Work | None:
    """Scatter a list of tensors, which only rank `src` passes, to the processes."""
    _check_tensor(tensor, "tensor")
    sources = _check_tensor_list(scatter_list, "scatter_list") if scatter_list else []
    _check_same_dtypes(tensor, *sources)
    if _is_not_member(group, "scatter"):
        return None
    g = _group(group)
    root, inner = _root_rank(g, src, group_src, "scatter"), g._inner
    is_root = is_list_owner("scatter", "source", sources, root, inner)
    if is_root:
        _check_same_shapes(sources, tensor, inner.size, "scatter")
    check_dtype(tensor.dtype)
    receive_buffer = np.empty(tensor.numel(), dtype=tensor._array.dtype)
    send_buffer = np.stack([_flat(t._array) for t in sources]) if is_root else None
    return _wait_unless_async(inner.start(
        "scatter", lambda: inner.data.Iscatter(None if send_buffer is None else _byte_view(send_buffer), _byte_view(receive_buffer), root),
        dtype=tensor.dtype.name,
        size=receive_buffer.size, detail=1 + root, finish=_copy_function(tensor._array, receive_buffer), result=[tensor]), async_op)


def reduce_scatter(output: Any, input_list: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """Reduce the lists of all processes elementwise; each process gets the tensor at the index of its rank."""
    _check_tensor(output, "output")
    _check_tensor_list(input_list, "input_list")
    _check_same_dtypes(output, *input_list)
    if _is_not_member(group, "reduce_scatter"):
        return None
    g = _group(group)
    _check_same_shapes(input_list, output, g.size(), "reduce_scatter")
    return _wait_unless_async(_reduce_scatter(g, output, np.concatenate([_flat(t._array) for t in input_list]), op), async_op)


def reduce_scatter_single(output: Any, input: Any, op: Any = ReduceOp.SUM, group: Any = None, async_op: bool = False) -> Work | None:
    """Reduce the tensors of all processes; each process gets its part of the first dimension."""
    _check_tensor(output, "output")
    _check_tensor(input, "input")
    _check_same_dtypes(output, input)
    if _is_not_member(group, "reduce_scatter_single"):
        return None
    g = _group(group)
    if input.numel() != output.numel() * g.size():
        raise RuntimeError(f"reduce_scatter_single: the input of {input.numel()} elements is not {g.size()} times the output of "
                           f"{output.numel()}")
    if g in COALESCING:
        return collect_call(g, "reduce_scatter_single", lambda first: _reduce_scatter(g, output, _flat(input._array), first), op, async_op)
    return _wait_unless_async(_reduce_scatter(g, output, _flat(input._array), op), async_op)


reduce_scatter_tensor = _retired("reduce_scatter_tensor", f"is deprecated. {_IN_FAVOUR_OF.format('reduce_scatter_single')}",
                                 reduce_scatter_single)
_reduce_scatter_base = _retired("_reduce_scatter_base", _PRIVATE.format("reduce_scatter_single"), reduce_scatter_single)


def _reduce_scatter(g: ProcessGroup, output: Tensor, sent: Any, op: Any) -> Work:
    op = check_op(op, output.dtype, "reduce_scatter")
    received = np.empty(output.numel(), dtype=sent.dtype)
    inner, mpi = g._inner, _mpi.MPIState.mpi
    (buffer, function), (target, _) = mpi_reduction(sent, op, mpi), mpi_reduction(received, op, mpi)
    return inner.start("reduce_scatter", lambda: inner.data.Ireduce_scatter_block(buffer, target, function), dtype=output.dtype.name,
                       size=received.size, detail=1 + op, finish=_finish_reduction_function(output._array, received, op, inner.size),
                       result=[output])


def all_to_all(output_tensor_list: Any, input_tensor_list: Any, group: Any = None, async_op: bool = False) -> Work | None:
    """Send tensor i of the input list to rank i, and receive one from each."""
    _check_tensor_list(output_tensor_list, "output_tensor_list")
    _check_tensor_list(input_tensor_list, "input_tensor_list")
    _check_same_dtypes(*output_tensor_list, *input_tensor_list)
    if _is_not_member(group, "all_to_all"):
        return None
    g = _group(group)
    for name, tensor_list in (("output", output_tensor_list), ("input", input_tensor_list)):
        if len(tensor_list) != g.size():
            raise RuntimeError(f"all_to_all: {len(tensor_list)} tensors in the {name} list, and {g.size()} ranks in the group")
    check_dtype(input_tensor_list[0].dtype)
    received = np.empty(sum(t.numel() for t in output_tensor_list), dtype=output_tensor_list[0]._array.dtype)
    counts = [t.numel() for t in output_tensor_list]

    def finish() -> None:
        for t, part in zip(output_tensor_list, np.split(received, np.cumsum(counts)[:-1])):
            np.copyto(t._array, part.reshape(t._array.shape))

    return _wait_unless_async(_exchange(g, np.concatenate([_flat(t._array) for t in input_tensor_list]),
                                        [t.numel() for t in input_tensor_list],
                                        received, counts, input_tensor_list[0].dtype.name, finish, output_tensor_list), async_op)


def all_to_all_single(output: Any, input: Any, output_split_sizes: Any = None, input_split_sizes: Any = None, group: Any = None,
                      async_op: bool = False) -> Work | None:
    """Send a part of the first dimension to each rank and receive one from each, in equal or given sizes."""
    _check_tensor(output, "output")
    _check_tensor(input, "input")
    _check_same_dtypes(output, input)
    if _is_not_member(group, "all_to_all_single"):
        return None
    g = _group(group)
    check_dtype(input.dtype)
    received = np.empty(output.numel(), dtype=output._array.dtype)
    return _wait_unless_async(_exchange(g, _flat(input._array), _element_counts(input, input_split_sizes, g.size()), received,
                                        _element_counts(output, output_split_sizes, g.size()), input.dtype.name,
                                        _copy_function(output._array, received), [output]),
                               async_op)


def _element_counts(tensor: Tensor, sizes: Any, count: int) -> list[int]:
    """The number of elements sent to, or received from, each rank."""
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


def _exchange(g: ProcessGroup, sent: Any, send_counts: list[int], received: Any, receive_counts: list[int], dtype: str,
              finish: Callable[[], None],
              result: Any) -> Work:
    width, inner = sent.itemsize, g._inner
    all_counts = np.zeros((inner.size, inner.size), dtype=np.int64)

    def data() -> Any:
        return inner.data.Ialltoallv([_byte_view(sent), ([n * width for n in send_counts], None)],
                                     [_byte_view(received), ([n * width for n in receive_counts], None)])

    inner.start("all_to_all", lambda: inner.data.Iallgather(np.array(send_counts, dtype=np.int64), all_counts), dtype=dtype,
                finish=lambda: _check_counts(inner, all_counts, receive_counts), label="all_to_all_single").wait()
    return inner.start("all_to_all", data, dtype=dtype, finish=finish, result=result)


def _check_counts(inner: Group, all_counts: Any, receive_counts: list[int]) -> None:
    """Refuse parts whose sizes differ from those that the receivers expect."""
    for r, expected in enumerate(receive_counts):
        if all_counts[r, inner.rank] != expected:
            raise RuntimeError(f"all_to_all: rank {inner.ranks[r]} sends {all_counts[r, inner.rank]} elements to rank "
                               f"{inner.ranks[inner.rank]}, "
                               f"which expects {expected}")


def barrier(group: Any = None, async_op: bool = False, device_ids: Any = None, timeout: timedelta | None = None) -> Work | None:
    """Wait until every process of the group has reached this call."""
    if _is_not_member(group, "barrier"):
        return None
    work = _group(group)._inner.start("barrier", None)
    if async_op:
        return work
    work.wait(timeout)
    return None


__all__ = [
    "all_gather", "all_gather_coalesced", "all_gather_into_tensor", "all_gather_single", "all_reduce", "all_reduce_coalesced",
    "all_to_all", "all_to_all_single", "barrier", "broadcast", "gather", "reduce", "reduce_scatter", "reduce_scatter_single",
    "reduce_scatter_tensor", "scatter",
]
