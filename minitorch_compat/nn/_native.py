"""Functions of `torch` on which `torch.nn.functional` is built: they return statistics too, and take options as numbers."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._bindings.functions.arguments import can_run_on_arrays, takes_out
from .._bindings.generated import functions as ops
from .._bindings.randomness.functions import require_no_grad
from .._dispatch.call.caller import caller, wrap
from .._fidelity.argument_checks import check_native
from ._functional.arguments import requires_tensor
from ._functional.embedding import SavedBagAttributes, bag_padding, check_bag_types, reduce_bags, split_into_bags
from ._functional.norm import _check_mixed_dtypes, _check_normalized, normalized_batch

_INTERPOLATION, _PADDING = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")


@requires_tensor("native_layer_norm")
def native_layer_norm(input: Any, normalized_shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    """Layer normalization, with means and one over standard deviations.

    Parameters
    ----------
    input : Tensor
        Ends in `normalized_shape`.
    normalized_shape : ints
        The sizes of the dimensions that are normalized over.
    weight, bias : Tensor or None
        Multiply and are added, in this shape.
    eps : float
        Is added under the root, so that it is not zero.

    Returns
    -------
    tuple of three Tensors
        The result, the means, and one over the standard deviations.

    References
    ----------
    PyTorch: torch.native_layer_norm

    Examples
    --------
    >>> torch.native_layer_norm(torch.tensor([[1., 3.]]), (2,), None, None, 0.)
    (tensor([[-1.,  1.]]), tensor([[2.]]), tensor([[1.]]))
    """
    shape = tuple(normalized_shape)
    _check_normalized(input._array, shape, ", ", weight=weight, bias=bias)
    _check_mixed_dtypes(input, weight, bias)
    out, mean, rstd = caller("native_layer_norm")(input, shape, weight, bias, eps)
    statistics_dtype = input.dtype if weight is None and bias is None else (bias if weight is None else weight).dtype
    return out, mean.to(statistics_dtype), rstd.to(statistics_dtype)


@requires_tensor("native_group_norm")
def native_group_norm(input: Any, weight: Any, bias: Any, N: int, C: int, HxW: int, group: int, eps: float) -> Any:
    """Group normalization, with means and one over standard deviations.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    weight, bias : Tensor or None
        Multiply and are added, for each channel.
    N : int
        The size of the batch.
    C : int
        The number of channels.
    HxW : int
        The number of elements of a channel.
    group : int
        The number of groups.
    eps : float
        Is added under the root, so that it is not zero.

    Returns
    -------
    tuple of three Tensors
        The result, the means, and one over the standard deviations.

    References
    ----------
    PyTorch: torch.native_group_norm

    Examples
    --------
    >>> torch.native_group_norm(torch.tensor([[1., 3., 10., 30.]]), None, None, 1, 4, 1, 2, 0.)[1]
    tensor([[ 2., 20.]])
    """
    check_native("native_group_norm", input, weight, bias, N, C, HxW, group, eps)
    _check_groups(input, weight, bias, N, C, HxW, group)
    _check_mixed_dtypes(input, weight, bias)
    usual = input._array.shape[:2] == (N, C)
    out, mean, rstd = caller("group_norm_of")(input if usual else input.reshape(N, C, HxW), weight, bias, group, eps)
    out = out if usual else out.reshape(input._array.shape)
    if input._array.dtype.kind != "f" or not can_run_on_arrays(*[t for t in (input, weight, bias) if t is not None]):
        rows = input.reshape(N, group, C * HxW // group)
        mean = rows.mean(2)
        centered = rows - mean.unsqueeze(2)
        rstd = ops.rsqrt((centered * centered).mean(2) + eps)
    statistics_dtype = input.dtype if weight is None else weight.dtype
    return out, mean.to(statistics_dtype), rstd.to(statistics_dtype)


def _check_groups(input: Any, weight: Any, bias: Any, N: int, C: int, HxW: int, group: int) -> None:
    shape = list(input._array.shape)
    if group <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {group}")
    if C % group:
        raise RuntimeError(f"Expected number of channels in input to be divisible by num_groups, but got input of shape {shape} and "
                           f"num_groups={group}")
    for name, t in (("weight", weight), ("bias", bias)):
        if t is not None and t._array.shape != (C,):
            shown = list((t if weight is None else weight)._array.shape)  # PyTorch shows the weight's shape for both
            raise RuntimeError(f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of shape "
                               f"{shown} and input of shape {shape}")
    if N < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {N}: [{N}, {group}]")
    if N * C * HxW != input._array.size:
        raise RuntimeError("Expected X.numel() == N * C * HxW to be true, but got false.")


@requires_tensor("native_batch_norm")
@takes_out
def native_batch_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float,
                      eps: float, *, out: Any = None) -> Any:
    """Batch normalization, with the statistics of the batch.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    weight, bias : Tensor or None
        Multiply and are added, for each channel.
    running_mean, running_var : Tensor or None
        The running statistics; updated in training.
    training : bool
        Normalize by the batch.
    momentum : float
        The share of the running statistics that is replaced.
    eps : float
        Is added under the root, so that it is not zero.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    tuple of three Tensors
        The result, the means, and one over the standard deviations.

    References
    ----------
    PyTorch: torch.native_batch_norm

    Examples
    --------
    >>> torch.native_batch_norm(torch.tensor([[1.], [3.]]), None, None, None, None, True, 0.1, 0.)[1:]
    (tensor([2.]), tensor([1.]))
    """
    return _batch_norm_with_statistics(input, weight, bias, running_mean, running_var, training, momentum, eps)


def _batch_norm_with_statistics(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float,
                                eps: float) -> Any:
    if training and not input._array.size:
        raise RuntimeError(f"input tensor must have at least one element, but got input_sizes = {list(input._array.shape)}")
    out, mean, rstd = normalized_batch(input, running_mean, running_var, weight, bias, training, momentum, eps, True)
    statistics_dtype = next((t.dtype for t in (weight, bias, running_mean) if t is not None), input.dtype)
    if training:
        return out, mean.to(statistics_dtype), rstd.to(statistics_dtype)
    return out, ops.empty(0, dtype=statistics_dtype), ops.empty(0, dtype=statistics_dtype)


@requires_tensor("_native_batch_norm_legit")
def _native_batch_norm_legit(input: Any, weight: Any, bias: Any, *rest: Any, out: Any = None) -> Any:
    """Batch normalization as `native_batch_norm`, with or without the two running statistics."""
    check_native("_native_batch_norm_legit", input, weight, bias, *rest)
    statistics = rest[:2] if len(rest) == 5 else (None, None)
    if out is not None:  # with statistics the name in PyTorch's message differs
        require_no_grad("aten::" * (len(rest) == 5) + "_native_batch_norm_legit", *out, input, weight, bias, *statistics)
    return _batch_norm_without_buffers(input, weight, bias, *statistics, *rest[-3:], out=out)


def _batch_norm_with_buffers(*args: Any) -> Any:
    return _batch_norm_with_statistics(*args)


_batch_norm_with_buffers.__name__ = "_native_batch_norm_legit"
_batch_norm_without_buffers: Any = takes_out(_batch_norm_with_buffers)


@requires_tensor("grid_sampler_2d")
def grid_sampler_2d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Read images at given positions; see `torch.nn.functional.grid_sample`.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W.
    grid : Tensor
        batch x H' x W' x 2.
    interpolation_mode : int
        0 bilinear, 1 nearest, 2 bicubic.
    padding_mode : int
        0 zeros, 1 the border, 2 reflection.
    align_corners : bool
        Whether -1 and 1 are the centers of the outermost pixels.

    Returns
    -------
    Tensor
        batch x channels x H' x W'.

    References
    ----------
    PyTorch: torch.grid_sampler_2d

    Examples
    --------
    >>> torch.grid_sampler_2d(torch.tensor([[[[1., 2.], [3., 4.]]]]), torch.tensor([[[[0., 0.]]]]), 0, 0, True)
    tensor([[[[2.5000]]]])
    """
    from .functional import grid_sample

    return grid_sample(input, grid, _INTERPOLATION[interpolation_mode], _PADDING[padding_mode], align_corners)


@requires_tensor("grid_sampler_3d")
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """Read volumes at given positions; see `torch.nn.functional.grid_sample`.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W.
    grid : Tensor
        batch x D' x H' x W' x 3.
    interpolation_mode : int
        0 trilinear, 1 nearest.
    padding_mode : int
        0 zeros, 1 the border, 2 reflection.
    align_corners : bool
        Whether -1 and 1 are the centers of the outermost voxels.

    Returns
    -------
    Tensor
        batch x channels x D' x H' x W'.

    References
    ----------
    PyTorch: torch.grid_sampler_3d

    Examples
    --------
    >>> torch.grid_sampler_3d(torch.ones(1, 1, 2, 2, 2), torch.zeros(1, 1, 1, 1, 3), 0, 0, True)
    tensor([[[[[1.]]]]])
    """
    from .functional import grid_sample

    return grid_sample(input, grid, _INTERPOLATION[interpolation_mode], _PADDING[padding_mode], align_corners)


@requires_tensor("unfold_copy")
def unfold_copy(input: Any, dimension: int, size: int, step: int, *, out: Any = None) -> Any:
    """A copy of `Tensor.unfold`."""
    from .._bindings.functions.arguments import call_with_out

    return call_with_out(out, lambda x, *args: x.unfold(*args).contiguous().clone(), input, dimension, size, step)
from .._bindings.override.public_functions import make_all_overridable  # noqa: E402

make_all_overridable(globals(), "torch")


_MODES = ("sum", "mean", "max")


@requires_tensor("embedding_bag")
def embedding_bag(weight: Any, indices: Any, offsets: Any, scale_grad_by_freq: bool = False, mode: int = 0, sparse: bool = False,
                  per_sample_weights: Any = None, include_last_offset: bool = False, padding_idx: int | None = None) -> Any:
    """Sums, means or maxima of rows of a table, in bags.

    Parameters
    ----------
    weight : Tensor
        The table.
    indices : Tensor
        Indices, of one dimension.
    offsets : Tensor
        The start of each bag.
    scale_grad_by_freq : bool, default False
        Divide gradients by the number of times an index occurs.
    mode : int, default 0
        0 for sums, 1 for means, 2 for maxima.
    sparse : bool, default False
        Whether the gradient of `weight` is sparse.
    per_sample_weights : Tensor, optional
        Multiply the rows, for sums.
    include_last_offset : bool, default False
        `offsets` also contains the end of the last bag.
    padding_idx : int, optional
        An index that is ignored.

    Returns
    -------
    tuple of four Tensors
        The bags, and what backward needs: the bag of each index, sizes of bags, indices of maxima.

    Notes
    -----
    Programs use `torch.nn.functional.embedding_bag`.

    References
    ----------
    PyTorch: torch.embedding_bag

    Examples
    --------
    >>> torch.embedding_bag(torch.tensor([[1., 10.], [2., 20.]]), torch.tensor([0, 1, 1]), torch.tensor([0, 2]))[0]
    tensor([[ 3., 30.],
            [ 2., 20.]])
    """
    _check_bags(weight, indices, offsets, mode, per_sample_weights)
    padding = bag_padding(weight, padding_idx)
    flat = indices.reshape(-1)
    saved_bag = SavedBagAttributes(weight, per_sample_weights, flat, offsets, padding)
    index, weights, bag, count, saved_bag.all_bags = split_into_bags(flat, weight, offsets, per_sample_weights, include_last_offset,
                                                           padding, _MODES[mode])
    out = reduce_bags(weight, weights, indices, offsets, index, bag, count, _MODES[mode], None, 2.0, scale_grad_by_freq and mode != 2,
                      sparse,
                      saved_bag)
    kind = np.promote_types(indices._array.dtype, offsets._array.dtype)
    return out, *map(wrap, saved_bag.results(index, bag, count, _MODES[mode], kind))


def _check_bags(weight: Any, indices: Any, offsets: Any, mode: int, weights: Any) -> None:
    if indices._array.ndim not in (1, 2):
        raise RuntimeError(f"input has to be a 1D or 2D Tensor, but got Tensor of dimension {indices._array.ndim}")
    if indices._array.ndim == 2 and offsets._array.size and offsets._array[-1] > len(indices._array):
        raise RuntimeError(f"offsets[-1] can not be greater than input's length {len(indices._array)} but got offsets[-1] of "
                           f"{offsets._array[-1]}")
    if offsets._array.ndim != 1:
        raise RuntimeError(f"offsets has to be a 1D Tensor, but got Tensor of dimension {offsets._array.ndim}")
    if weight._array.ndim != 2:
        raise RuntimeError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight._array.ndim}")
    if mode not in (0, 1, 2):
        raise RuntimeError("`mode` must be sum, mean, or max.")
    if weights is not None and mode:
        raise RuntimeError("embedding_bag: per_sample_weights only supported with mode='sum'")
    check_bag_types(weight, weights)
    if weights is not None and weights._array.size != indices._array.size:
        raise RuntimeError("Expected per_sample_weights.value().numel() == indices.numel() to be true, but got false.")
