"""Differentiable collectives: gradients are sent back to the processes that the data came from.

Gradients are those of the sum of all processes' losses. Every process must run backward through the same calls.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from typing_extensions import deprecated

from ..._bindings.generated import functions as ops
from ..._namespace.modules import recorded_getattr
from ...autograd.function import Function
from .. import distributed_c10d as c10d
from ..distributed_c10d import ReduceOp

__all__ = ["all_gather", "all_reduce", "all_to_all", "all_to_all_single", "broadcast", "gather", "reduce", "reduce_scatter", "scatter"]

F = TypeVar("F", bound=Callable[..., Any])

_unavailable = recorded_getattr("torch.distributed.nn.functional")


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        return _unavailable(name)


def _retired(name: str, replacement: str) -> Callable[[F], F]:
    """A decorator of the functions that PyTorch retires: each call warns."""
    return deprecated(f"torch.distributed.nn.functional.{name} is deprecated, use torch.distributed._functional_collectives.{replacement} "
                      "instead.", category=FutureWarning)


def _group(group: Any) -> Any:
    return c10d._get_default_group() if group is None else group


def _empty_like(tensor: Any) -> Any:
    """An uninitialized contiguous tensor of the same shape."""
    return ops.zeros(tuple(tensor.shape), dtype=tensor.dtype)


@_retired("broadcast", "broadcast")
def broadcast(tensor: Any, src: int, group: Any = None) -> Any:
    """Broadcast the tensor of rank `src`; its gradient is the sum over all ranks."""
    return _Broadcast.apply(src, _group(group), tensor)


def gather(tensor: Any, dst: int = 0, group: Any = None) -> tuple[Any, ...]:
    """Gather the tensors of all ranks at rank `dst`; zeros elsewhere."""
    return _Gather.apply(dst, _group(group), tensor)


def scatter(tensors: Any, src: int = 0, group: Any = None) -> Any:
    """Scatter the list of rank `src`; return this rank's tensor."""
    return _Scatter.apply(src, _group(group), *tensors)


def reduce(tensor: Any, dst: int, op: Any = ReduceOp.SUM, group: Any = None) -> Any:
    """Reduce the tensors at rank `dst`."""
    return _Reduce.apply(dst, op, _group(group), tensor)


@_retired("reduce_scatter", "reduce_scatter_single")
def reduce_scatter(output: Any, input_list: Any, op: Any = ReduceOp.SUM, group: Any = None) -> Any:
    """Reduce the lists and return this rank's tensor. `output` defines its shape."""
    return _ReduceScatter.apply(op, _group(group), output, *input_list)


@_retired("all_gather", "all_gather_single")
def all_gather(tensor: Any, group: Any = None) -> tuple[Any, ...]:
    """Gather the tensors of all ranks.

    Example: `torch.cat(all_gather(features))`, in which the features of every rank receive gradients from all losses.
    """
    return _AllGather.apply(_group(group), tensor)


def all_to_all(output_tensor_list: Any, input_tensor_list: Any, group: Any = None) -> tuple[Any, ...]:
    """Send a tensor to each rank and receive one from each. The output list defines their shapes."""
    return _AllToAll.apply(_group(group), tuple(output_tensor_list), *input_tensor_list)


@_retired("all_to_all_single", "all_to_all_single")
def all_to_all_single(output: Any, input: Any, output_split_sizes: Any = None, input_split_sizes: Any = None, group: Any = None) -> Any:
    """`all_to_all` of parts of the first dimension of one tensor."""
    return _AllToAllSingle.apply(_group(group), output, output_split_sizes, input_split_sizes, input)


@_retired("all_reduce", "all_reduce")
def all_reduce(tensor: Any, op: Any = ReduceOp.SUM, group: Any = None) -> Any:
    """Reduce the tensors at every rank."""
    return _AllReduce.apply(op, _group(group), tensor)


def _sum_over_ranks(tensor: Any, group: Any) -> Any:
    """`all_reduce` for layers, which do not warn of what their callers did not write."""
    return _AllReduce.apply(ReduceOp.SUM, _group(group), tensor)


class _Broadcast(Function):
    @staticmethod
    def forward(ctx: Any, src: int, group: Any, tensor: Any) -> Any:
        ctx.src, ctx.group = src, group
        out = tensor.clone()
        c10d.broadcast(out, src, group)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        total = _Reduce.apply(ctx.src, ReduceOp.SUM, ctx.group, gradient)
        return None, None, total if c10d.get_rank() == ctx.src else ops.zeros_like(total)


class _Gather(Function):
    @staticmethod
    def forward(ctx: Any, dst: int, group: Any, tensor: Any) -> Any:
        ctx.dst, ctx.group = dst, group
        gathered = [_empty_like(tensor) for _ in range(c10d.get_world_size(group))]
        c10d.gather(tensor.contiguous(), gathered if c10d.get_rank() == dst else None, dst, group)
        return tuple(gathered)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        return None, None, _Scatter.apply(ctx.dst, ctx.group, *gradients)


class _Scatter(Function):
    @staticmethod
    def forward(ctx: Any, src: int, group: Any, *tensors: Any) -> Any:
        ctx.src, ctx.group = src, group
        out = _empty_like(tensors[0])
        c10d.scatter(out, [t.contiguous() for t in tensors] if c10d.get_rank() == src else None, src, group)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return None, None, *_Gather.apply(ctx.src, ctx.group, gradient)


class _Reduce(Function):
    @staticmethod
    def forward(ctx: Any, dst: int, op: Any, group: Any, tensor: Any) -> Any:
        ctx.dst, ctx.group = dst, group
        out = tensor.clone()
        c10d.reduce(out, dst, op, group)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return None, None, None, _Broadcast.apply(ctx.dst, ctx.group, gradient)


class _ReduceScatter(Function):
    @staticmethod
    def forward(ctx: Any, op: Any, group: Any, shape: Any, *tensors: Any) -> Any:
        ctx.group = group
        out = _empty_like(shape)
        c10d.reduce_scatter(out, [t.contiguous() for t in tensors], op, group)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return None, None, None, *_AllGather.apply(ctx.group, gradient)


class _AllGather(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, tensor: Any) -> Any:
        ctx.group = group
        gathered = [_empty_like(tensor) for _ in range(c10d.get_world_size(group))]
        c10d.all_gather(gathered, tensor.contiguous(), group)
        return tuple(gathered)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        return None, _ReduceScatter.apply(ReduceOp.SUM, ctx.group, gradients[0], *gradients)


class _AllToAll(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, shapes: Any, *tensors: Any) -> Any:
        ctx.group, ctx.shapes = group, [_empty_like(t) for t in tensors]
        received = [_empty_like(t) for t in shapes]
        c10d.all_to_all(received, [t.contiguous() for t in tensors], group)
        return tuple(received)

    @staticmethod
    def backward(ctx: Any, *gradients: Any) -> Any:
        return None, None, *_AllToAll.apply(ctx.group, tuple(ctx.shapes), *gradients)


class _AllToAllSingle(Function):
    @staticmethod
    def forward(ctx: Any, group: Any, shape: Any, output_sizes: Any, input_sizes: Any, tensor: Any) -> Any:
        ctx.group, ctx.shape, ctx.sizes = group, _empty_like(tensor), (input_sizes, output_sizes)
        out = _empty_like(shape)
        c10d.all_to_all_single(out, tensor.contiguous(), output_sizes, input_sizes, group)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return None, None, None, None, _AllToAllSingle.apply(ctx.group, ctx.shape, *ctx.sizes, gradient)


class _AllReduce(Function):
    @staticmethod
    def forward(ctx: Any, op: Any, group: Any, tensor: Any) -> Any:
        ctx.op, ctx.group = op, group
        out = tensor.clone()
        c10d.all_reduce(out, op, group)
        return out

    @staticmethod
    def backward(ctx: Any, gradient: Any) -> Any:
        return None, None, _AllReduce.apply(ctx.op, ctx.group, gradient)
