"""Batching rules of matrix products, convolutions, losses and normalisations."""
from __future__ import annotations

import math
from typing import Any

from .rules import Batch, fold_batch, unfold_batch

# Matrix products ------------------------------------------------------------------------------------------------------------------


def _batched_product(xp: Any, batch: Batch, a: Any, b: Any, flags: tuple[bool, bool]) -> Any:
    """a @ b for matrices of which one or both are batched."""
    if flags[0] and not flags[1]:
        rows = a.shape[1]
        return unfold_batch(xp, xp.mm(fold_batch(xp, a), b), batch.size, rows)
    if not flags[0]:
        a = batch.repeat(xp, a)
    return xp.bmm(a, b)


def _transpose(xp: Any, a: Any) -> Any:
    return xp.transpose(a, -2, -1)


def mm(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    _check_ranks(batch, args, 2, 2, "mat1 and mat2 must be matrices")
    return _batched_product(xp, batch, args[0], args[1], tuple(batch.of))


def mm_nt(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    if batch.of[0] and not batch.of[1]:
        return unfold_batch(xp, xp.mm_nt(fold_batch(xp, args[0]), args[1]), batch.size, args[0].shape[1])
    a, b = args
    if not batch.of[0] and a.shape[0] == 1:  # the rows of all examples form one matrix
        return xp.reshape(xp.mm_nt(a, fold_batch(xp, b)), (batch.size, 1, b.shape[1]))
    return _batched_product(xp, batch, a, _transpose(xp, b), tuple(batch.of))


def mm_tn(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    if args[0].shape[-2] == 1:  # outer products: there is no sum, so no BLAS call per example
        a, b = _transpose(xp, args[0]), args[1]
        return a * b
    return _batched_product(xp, batch, _transpose(xp, args[0]), args[1], tuple(batch.of))


def bmm(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    _check_ranks(batch, args, 3, 3, "batch1 and batch2 must be 3D tensors")
    a, b = batch.full(xp, args, 0), batch.full(xp, args, 1)
    return unfold_batch(xp, xp.bmm(fold_batch(xp, a), fold_batch(xp, b)), batch.size, a.shape[1])


def mv(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    _check_ranks(batch, args, 2, 1, "vector + matrix @ vector expected, got 0, 2, 1")
    a, v = args
    if not batch.of[0]:
        return xp.mm_nt(v, a)
    if not batch.of[1]:
        return xp.reshape(xp.mv(fold_batch(xp, a), v), (batch.size, a.shape[1]))
    return xp.reshape(xp.bmm(a, xp.unsqueeze(v, 2)), (batch.size, a.shape[1]))


def dot(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    _check_ranks(batch, args, 1, 1, "1D tensors expected")
    a, b = args
    if not batch.of[1]:
        return xp.mv(a, b)
    if not batch.of[0]:
        return xp.mv(b, a)
    return xp.reshape(xp.bmm(xp.unsqueeze(a, 1), xp.unsqueeze(b, 2)), (batch.size,))


def _check_ranks(batch: Batch, args: list[Any], first: int, second: int, text: str) -> None:
    ranks = batch.ndim(args, 0), batch.ndim(args, 1)
    if ranks != (first, second):
        raise RuntimeError(f"{text}, but they have {ranks[0]} and {ranks[1]} dimensions")


# Convolution ----------------------------------------------------------------------------------------------------------------------


def conv(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    """The examples join the images of the input; if the weights are batched, they join the channels."""
    x, w, *geometry, groups = args
    if batch.of[0] and not batch.of[1]:
        return unfold_batch(xp, xp.conv(fold_batch(xp, x), w, *geometry, groups), batch.size, x.shape[1])
    x, w = batch.full(xp, args, 0), batch.full(xp, args, 1)
    return _split_channels(xp, xp.conv(_join_channels(xp, x), fold_batch(xp, w), *geometry, groups * batch.size), batch.size)


def conv_input_gradient(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    y, w, *geometry, groups = args
    if batch.of[0] and not batch.of[1]:
        return unfold_batch(xp, xp.conv_input_gradient(fold_batch(xp, y), w, *geometry, groups), batch.size, y.shape[1])
    y, w = batch.full(xp, args, 0), batch.full(xp, args, 1)
    return _split_channels(xp, xp.conv_input_gradient(_join_channels(xp, y), fold_batch(xp, w), *geometry, groups * batch.size), batch.size)


def conv_weight_gradient(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    y, x = batch.full(xp, args, 0), batch.full(xp, args, 1)
    *geometry, groups = args[2:]
    out = xp.conv_weight_gradient(_join_channels(xp, y), _join_channels(xp, x), *geometry, groups * batch.size)
    return unfold_batch(xp, out, batch.size, out.shape[0] // batch.size)


def _join_channels(xp: Any, x: Any) -> Any:
    """(examples, images, channels, ...) -> (images, examples * channels, ...)"""
    b, n, c = x.shape[:3]
    return xp.reshape(xp.transpose(x, 0, 1), (n, b * c, *x.shape[3:]))


def _split_channels(xp: Any, x: Any, size: int) -> Any:
    n, c = x.shape[:2]
    return xp.transpose(xp.reshape(x, (n, size, c // size, *x.shape[2:])), 0, 1)


def convolution(xp: Any, x: Any, w: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    """The definition of `convolution`."""
    _check_convolution(x, w, bias, (stride, padding, dilation), groups, None)
    out = xp.conv(x, w, stride, padding, dilation, groups)
    return out if bias is None else out + xp.reshape(bias, (-1, *(1,) * len(stride)))


def convolution_transpose(xp: Any, x: Any, w: Any, bias: Any, stride: Any, padding: Any, output_padding: Any, dilation: Any,
                          groups: int) -> Any:
    """The definition of `convolution_transpose`."""
    from ..._array.nn.conv import check_transposed_size

    _check_convolution(x, w, bias, (stride, padding, dilation), groups, output_padding)
    size = check_transposed_size(tuple(x.shape[2:]), tuple(w.shape[2:]), stride, padding, output_padding, dilation)
    out = xp.conv_input_gradient(x, w, size, stride, padding, dilation, groups)
    return out if bias is None else out + xp.reshape(bias, (-1, *(1,) * len(stride)))


def _check_convolution(x: Any, w: Any, bias: Any, geometry: tuple[Any, ...], groups: int, output_padding: Any) -> None:
    """Refuse what the kernel would refuse of one example: joined examples may have other shapes, and dtypes that promote."""
    from ..._array.nn.conv import check_convolution
    from ..._array.nn.patches import Geometry

    window = Geometry(tuple(w.shape[2:]), *geometry)
    check_convolution(x._array, w._array, None if bias is None else bias._array, window, groups, output_padding)


# Losses ---------------------------------------------------------------------------------------------------------------------------


def _loss_of_joined(xp: Any, x: Any, target: Any) -> tuple[Any, Any]:
    """Scores (examples, [images,] classes, ...) and targets, with the examples merged into the images."""
    if len(x.shape) > 2 and len(target.shape) < 2:
        raise ValueError(f"Expected input batch_size ({x.shape[1]}) to match target batch_size (0).")
    if len(x.shape) == 2:
        return x, xp.reshape(target, (x.shape[0],))
    return fold_batch(xp, x), fold_batch(xp, target)


def nll_loss(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    x, target = batch.full(xp, args, 0), batch.full(xp, args, 1)
    weight, reduction, ignore_index = args[2:]
    scores, joined = _loss_of_joined(xp, x, target)
    each = xp.reshape(xp.nll_loss_plain(scores, joined, None, "none", ignore_index), tuple(target.shape))
    factors = _loss_factors(xp, batch, x, target, weight, ignore_index)
    if weight is not None:
        each = xp.where_or_zero(xp.ne(factors, 0), each * factors)
    if reduction == "none":
        return each
    total = _per_example(xp, each, batch.size)
    return total if reduction == "sum" else total / _per_example(xp, factors, batch.size)


def _per_example(xp: Any, x: Any, size: int) -> Any:
    return xp.sum_dim(xp.reshape(x, (size, math.prod(x.shape) // size if size else 0)), (1,), False, None)


def _loss_factors(xp: Any, batch: Batch, x: Any, target: Any, weight: Any, ignore_index: int) -> Any:
    """The weight of each target in the mean: its class's weight (or 1), 0 for ignored ones."""
    counted = xp.ne(target, ignore_index)
    if weight is None:
        return xp.cast(counted, x._array.dtype)
    safe = xp.where(counted, target, xp.mul(target, 0))
    if batch.of[-3]:  # batched weights
        flat = xp.reshape(safe, (batch.size, math.prod(safe.shape[1:])))
        chosen = xp.reshape(xp.gather(weight, 1, flat, False), tuple(target.shape))
    else:
        chosen = xp.take(weight, safe)
    return xp.where_or_zero(counted, chosen)


def nll_loss_transpose(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
    g, shape, target, weight, reduction, ignore_index = args
    g, target = batch.full(xp, args, 0), batch.full(xp, args, 2)
    factors = _loss_factors(xp, batch, g, target, weight, ignore_index)
    if reduction == "mean":
        g = g / _per_example(xp, factors, batch.size)
    if reduction != "none":
        g = xp.expand(xp.reshape(g, (batch.size, *(1,) * (len(target.shape) - 1))), tuple(target.shape))
    if weight is not None:
        g = g * factors
    joined = (batch.size, *shape) if len(shape) == 1 else (batch.size * shape[0], *shape[1:])
    places = (batch.size,) if len(shape) == 1 else (batch.size * shape[0], *target.shape[2:])
    out = xp.nll_loss_transpose(xp.reshape(g, places), joined, xp.reshape(target, places), None, "none", ignore_index)
    return xp.reshape(out, (batch.size, *shape))


# Normalisations -------------------------------------------------------------------------------------------------------------------


def layer_norm(xp: Any, x: Any, shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    """The definition of `native_layer_norm`, with all its results."""
    if tuple(x.shape[len(x.shape) - len(shape):]) != tuple(shape):
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [*, {', '.join(map(str, shape))}], but got "
                           f"input of size{list(x.shape)}")
    dims = tuple(range(len(x.shape) - len(shape), len(x.shape)))
    mean = xp.mean_dim(x, dims, True, None)
    centred = x - mean
    rstd = xp.rsqrt(xp.mean_dim(centred * centred, dims, True, None) + eps)
    out = centred * rstd
    if weight is not None:
        out = out * weight
    return out if bias is None else out + bias, xp.stop_gradient(mean), xp.stop_gradient(rstd)


def batch_norm(xp: Any, x: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, eps: float) -> Any:
    """The definition of `native_batch_norm`, with all its results."""
    ones = (1,) * (len(x.shape) - 2)
    shape = (1, -1, *ones)
    dims = (0, *range(2, len(x.shape)))
    if training:
        mean = xp.mean_dim(x, dims, False, None)
        centred = x - xp.reshape(mean, shape)
        rstd = xp.rsqrt(xp.mean_dim(centred * centred, dims, False, None) + eps)
    else:
        mean, rstd = running_mean, xp.rsqrt(running_var + eps)
        centred = x - xp.reshape(mean, shape)
    out = centred * xp.reshape(rstd, shape)
    if weight is not None:
        out = out * xp.reshape(weight, shape)
    return out if bias is None else out + xp.reshape(bias, shape), xp.stop_gradient(mean), xp.stop_gradient(rstd)


def joint_rule(dims: tuple[int, ...], out_dims: tuple[int, ...]) -> Any:
    """Ops whose samples are along one dimension of each tensor argument (of the first ones) and of each result: the examples join them."""
    def rule(xp: Any, op: Any, batch: Batch, args: list[Any]) -> Any:
        args, count = list(args), 0
        for i, dim in zip(op.schema.tensor_positions, dims, strict=False):
            x = xp.movedim(batch.full(xp, args, i), 0, dim)
            shape = tuple(x.shape)
            count = shape[dim + 1]
            args[i] = xp.reshape(x, (*shape[:dim], shape[dim] * count, *shape[dim + 2:]))
        outs = getattr(xp, op.name)(*args)
        if not isinstance(outs, tuple):
            return _split_joined(xp, outs, batch.size, count, out_dims[0])
        return tuple(_split_joined(xp, o, batch.size, count, dim) for o, dim in zip(outs, out_dims, strict=True))

    return rule


def _split_joined(xp: Any, x: Any, size: int, count: int, dim: int) -> Any:
    """Separate the examples again, as the first dimension."""
    return xp.movedim(xp.reshape(x, (*x.shape[:dim], size, count, *x.shape[dim + 1:])), dim, 0)
