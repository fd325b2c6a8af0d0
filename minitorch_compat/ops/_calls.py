"""The function for an aten name: torch's function or method of that name, or one defined here for names that torch does not export."""
from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import methodcaller
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import caller
from .._namespace.names import MissingFunction

#: Prefixes of aten names whose module has the function without the prefix.
_PREFIXES = {"special_": "special", "linalg_": "linalg", "fft_": "fft"}
_ROOT = __package__.partition(".")[0]

#: Functions of `torch.nn.functional` whose arguments are in another order than aten's, or whose reduction is a string.
_DIFFERENT_FROM_FUNCTIONAL = frozenset({
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cosine_embedding_loss", "cross_entropy_loss", "ctc_loss", "dropout",
    "alpha_dropout", "feature_dropout", "embedding", "embedding_bag", "hinge_embedding_loss", "huber_loss", "kl_div", "l1_loss",
    "layer_norm",
    "group_norm", "batch_norm", "instance_norm", "margin_ranking_loss", "mse_loss", "multi_margin_loss", "multilabel_margin_loss",
    "nll_loss",
    "poisson_nll_loss", "rms_norm", "rrelu", "smooth_l1_loss", "soft_margin_loss", "triplet_margin_loss", "gumbel_softmax",
    "native_channel_shuffle", "multi_head_attention_forward", "fractional_max_pool2d", "fractional_max_pool3d", "affine_grid"})

#: Reductions, by aten's numbers.
_REDUCTIONS = ("none", "mean", "sum")


@cache
def function_for(name: str) -> Callable[..., Any] | None:
    """The function that computes aten's `name` from arguments in the order of its schema; None if there is none."""
    if name in _ATEN_FUNCTIONS:
        return _ATEN_FUNCTIONS[name]
    for prefix, module in _PREFIXES.items():
        if name.startswith(prefix):
            return _find_callable(import_module(f"{_ROOT}.{module}"), name.removeprefix(prefix))
    torch, functional = import_module(_ROOT), import_module(f"{_ROOT}.nn.functional")
    found = _find_callable(torch, name) or (None if name in _DIFFERENT_FROM_FUNCTIONAL else _find_callable(functional, name))
    return found or _find_callable(Tensor, name) or _upsampling_function(name)


def _find_callable(owner: Any, name: str) -> Callable[..., Any] | None:
    if name.startswith("__") or name in ("resize", "resize_as"):  # aten's return a copy, unlike the deprecated methods
        return None
    found = getattr(owner, name, None)
    return found if callable(found) and not isinstance(found, (MissingFunction, type)) else None


def _functional(name: str) -> Any:
    return getattr(import_module(f"{_ROOT}.nn.functional"), name)


def _loss_function(name: str) -> Callable[..., Any]:
    def call(input: Any, target: Any, reduction: int = 1, *rest: float) -> Any:
        options = dict(zip({"huber_loss": ("delta",), "smooth_l1_loss": ("beta",)}.get(name, ()), rest, strict=False))
        return _functional(name)(input, target, reduction=_REDUCTIONS[reduction], **options)

    return call


def _weighted_loss_function(name: str) -> Callable[..., Any]:
    def call(input: Any, target: Any, weight: Any = None, reduction: int = 1) -> Any:
        return _functional(name)(input, target, weight, reduction=_REDUCTIONS[reduction])

    return call


def _class_loss_function(name: str) -> Callable[..., Any]:
    def call(input: Any, target: Any, weight: Any = None, reduction: int = 1, ignore_index: int = -100, *smoothing: float) -> Any:
        return _functional(name)(input, target, weight, None, ignore_index, None, _REDUCTIONS[reduction], *smoothing)

    return call


def _activation_in_place(name: str) -> Callable[..., Any]:
    """The values written into the tensor; F's function takes `inplace=` or has no such form."""
    return lambda input, **options: input.copy_(_functional(name)(input.clone(), **options))


def _to_copy(input: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: Any = None, non_blocking: bool = False,
             memory_format: Any = None) -> Any:
    options = {} if memory_format is None else {"memory_format": memory_format}
    return input.to(input.dtype if dtype is None else dtype, copy=True, **options)


def _convolution_backward(grad: Any, input: Any, weight: Any, bias_sizes: Any, stride: Any, padding: Any, dilation: Any, transposed: bool,
                          output_padding: Any, groups: int, output_mask: Any) -> Any:
    """Pulled back at a level of its own, so that the result can be differentiated again."""
    root = import_module(_ROOT)
    inputs = (input, weight)
    needed = [i for i in (0, 1) if output_mask[i]]

    def convolution(*chosen: Any) -> Any:
        x, w = (chosen[needed.index(i)] if i in needed else inputs[i] for i in (0, 1))
        return root.convolution(x, w, None, stride, padding, dilation, transposed, output_padding, groups)

    gradients = iter(root.func.vjp(convolution, *(inputs[i] for i in needed))[1](grad)) if needed else iter(())
    bias_gradient = grad.sum((0, *range(2, grad.dim()))) if output_mask[2] else None
    return *(next(gradients) if output_mask[i] else None for i in (0, 1)), bias_gradient


def _softmax_function(name: str) -> Callable[..., Any]:
    return lambda input, dim, half_to_float: getattr(import_module(_ROOT), name)(input, dim)


def _safe_softmax(input: Any, dim: int, dtype: Any = None) -> Any:
    return caller("safe_softmax")(input if dtype is None else input.to(dtype), dim)


def _max_pool2d_backward(grad: Any, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool,
                         indices: Any) -> Any:
    return input.new_zeros(input.shape).flatten(-2).scatter_add(-1, indices.flatten(-2), grad.flatten(-2)).reshape(input.shape)


def _upsampling_function(name: str) -> Callable[..., Any] | None:
    """The function for `upsample_bilinear2d`, `_upsample_nearest_exact1d` and the like, which unlike `interpolate` use size and factors."""
    found = re.fullmatch(r"_?upsample_(nearest_exact|nearest|linear|bilinear|bicubic|trilinear|lanczos)[123]d(_aa)?", name)
    if found is None:
        return None
    mode, antialias = found[1].replace("_", "-"), bool(found[2])
    aligned = "nearest" not in mode

    def call(input: Any, output_size: Any, *rest: Any) -> Any:
        factors = rest[aligned:]
        if len(factors) == 1 and not isinstance(factors[0], (int, float)):  # the overload with the factors in a list
            factors = factors[0] or ()
            if (output_size is None) == (not factors):
                raise RuntimeError("Must specify exactly one of output_size and scale_factors")
        sampling = import_module(f"{_ROOT}.nn._functional.sampling")
        return sampling.resample(input, output_size, factors if any(factors) else None, mode, rest[0] if aligned else None, antialias)

    return call


def _batch_norm_with_update(input: Any, weight: Any, bias: Any, mean: Any, var: Any, momentum: float, eps: float) -> Any:
    result = import_module(_ROOT).native_batch_norm(input, weight, bias, mean, var, True, momentum, eps)
    return (*result, input.new_empty(0, dtype=import_module(_ROOT).uint8))


#: Functions for aten names that torch does not export, or not with these arguments.
_ATEN_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "convolution_backward": _convolution_backward, "_softmax": _softmax_function("softmax"),
    "_log_softmax": _softmax_function("log_softmax"), "_to_copy": _to_copy,
    "_unsafe_view": lambda input, size: input.reshape(size), "alias": lambda input: input.view_as(input),
    "slice": lambda input, dim=0, start=None, end=None, step=1: input[(slice(None),) * dim + (slice(start, end, step),)],
    "lift_fresh": lambda input: input, "mse_loss": _loss_function("mse_loss"), "smooth_l1_loss": _loss_function("smooth_l1_loss"),
    "huber_loss": _loss_function("huber_loss"), "l1_loss": _loss_function("l1_loss"),
    "binary_cross_entropy": _weighted_loss_function("binary_cross_entropy"),
    "embedding": lambda weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False: weight[indices],
    "index": lambda input, indices: input[tuple(slice(None) if i is None else i for i in indices)],
    "log_sigmoid_forward": lambda input: (_functional("logsigmoid")(input), input.new_empty(0)),
    "max_pool2d_with_indices": lambda input, *rest: _functional("max_pool2d")(input, *rest, return_indices=True),
    "_safe_softmax": _safe_softmax, "native_dropout_backward": lambda grad, mask, scale: grad * mask * scale,
    "max_pool2d_with_indices_backward": _max_pool2d_backward, "_batch_norm_with_update": _batch_norm_with_update,
    "sym_size": lambda input, dim=None: input.size(dim) if dim is not None else input.size(), "sym_numel": lambda input: input.numel(),
    "sym_stride": lambda input, dim=None: input.stride(dim) if dim is not None else input.stride(),
    "sym_storage_offset": lambda input: input.storage_offset(), "_local_scalar_dense": lambda input: input.item(),
    "copy": lambda input, src, non_blocking=False: input.clone().copy_(src), "zero": lambda input: input.clone().zero_(),
    "ctc_loss": lambda *args: import_module(_ROOT).ctc_loss(*args, *(0, 1)[len(args) - 4:]),  # the mean, unlike torch's function
    "log_sigmoid": lambda input: _functional("logsigmoid")(input), "nll_loss": _class_loss_function("nll_loss"),
    "nll_loss_nd": _class_loss_function("nll_loss"), "cross_entropy_loss": _class_loss_function("cross_entropy"),
    "multilabel_margin_loss": _loss_function("multilabel_margin_loss"),
    **{name: methodcaller(name) for name in ("ccol_indices", "col_indices", "crow_indices", "row_indices")},
    **{f"{name}_": _activation_in_place(name) for name in ("gelu", "hardsigmoid", "hardswish", "mish", "relu6", "silu")},
    "threshold_backward": lambda grad, input, threshold: grad * (input > threshold),
}
