"""Functions of `torch` that lie beneath `torch.nn.functional`: with statistics as results, and options as numbers."""
from __future__ import annotations

from typing import Any

from .._bindings import functions as ops
from .._dispatch.call import caller
from ._functional.arguments import wants_tensor
from ._functional.norm import _check_mixed, _check_normalized, normalised_batch

_INTERPOLATION, _PADDING = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")


@wants_tensor("native_layer_norm")
def native_layer_norm(input: Any, normalized_shape: Any, weight: Any, bias: Any, eps: float) -> Any:
    """`layer_norm`, with the means and the reciprocal deviations."""
    shape = tuple(normalized_shape)
    _check_normalized(input.array, shape, weight=weight, bias=bias)
    _check_mixed(input, weight, bias)
    out, mean, rstd = caller("native_layer_norm")(input, shape, weight, bias, eps)
    kept = input.dtype if weight is None and bias is None else (bias if weight is None else weight).dtype
    return out, mean.to(kept), rstd.to(kept)


@wants_tensor("native_group_norm")
def native_group_norm(input: Any, weight: Any, bias: Any, N: int, C: int, HxW: int, group: int, eps: float) -> Any:
    """`group_norm` of an input (N, C, *), with the means and the reciprocal deviations, which have derivatives too."""
    _check_mixed(input, weight, bias)
    rows = input.reshape(N, group, C * HxW // group)
    mean = rows.mean(2)
    away = rows - mean.unsqueeze(2)
    rstd = ops.rsqrt((away * away).mean(2) + eps)
    out = caller("group_norm_of")(input, weight, bias, group, eps)[0]
    kept = input.dtype if weight is None else weight.dtype
    return out, mean.to(kept), rstd.to(kept)


@wants_tensor("native_batch_norm")
def native_batch_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float,
                      eps: float) -> Any:
    """`batch_norm`, with the means and the reciprocal deviations of the batch; both empty out of training."""
    return _with_statistics(input, weight, bias, running_mean, running_var, training, momentum, eps)


def _with_statistics(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float,
                     eps: float) -> Any:
    out, mean, rstd = normalised_batch(input, running_mean, running_var, weight, bias, training, momentum, eps)
    if training:
        return out, mean, rstd
    return out, ops.empty(0, dtype=mean.dtype), ops.empty(0, dtype=mean.dtype)


@wants_tensor("_native_batch_norm_legit")
def _native_batch_norm_legit(input: Any, weight: Any, bias: Any, *rest: Any) -> Any:
    """`native_batch_norm`, running statistics present or left out."""
    if len(rest) not in (3, 5):
        raise TypeError("_native_batch_norm_legit() received an invalid combination of arguments")
    statistics = rest[:2] if len(rest) == 5 else (None, None)
    return _with_statistics(input, weight, bias, *statistics, *rest[-3:])


@wants_tensor("grid_sampler_2d")
def grid_sampler_2d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """`grid_sample` of images, modes as numbers."""
    from .functional import grid_sample

    return grid_sample(input, grid, _INTERPOLATION[interpolation_mode], _PADDING[padding_mode], align_corners)


@wants_tensor("grid_sampler_3d")
def grid_sampler_3d(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """`grid_sample` of volumes, modes as numbers."""
    from .functional import grid_sample

    return grid_sample(input, grid, _INTERPOLATION[interpolation_mode], _PADDING[padding_mode], align_corners)


@wants_tensor("unfold_copy")
def unfold_copy(input: Any, dimension: int, size: int, step: int, *, out: Any = None) -> Any:
    """`Tensor.unfold`, copied."""
    from .._bindings._support import into

    return into(out, lambda x, *args: x.unfold(*args).contiguous().clone(), input, dimension, size, step)
from .._bindings.overridable import publish  # noqa: E402

publish(globals(), "torch")
