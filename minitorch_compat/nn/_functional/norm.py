"""Normalization over layers, batches, groups and vectors. https://docs.pytorch.org/docs/stable/nn.functional.html"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import c_name
from ..._array.core.numbers import index
from ..._array.core.row_order import has_row_major_strides
from ..._array.core.user_warnings import warn_once
from ..._array.exchange.type_names import value_type_name
from ..._array.nn.normalization import unbiased_variance, update_bfloat16_statistics, update_running_statistic
from ..._array.pointwise import clamping
from ..._array.pointwise import elementwise as pointwise
from ..._array.reduce import reduction
from ..._array.shape.strided import has_channels_innermost, in_image_layout
from ..._bindings.functions.arguments import as_float, can_run_on_arrays, is_int_like, refuse_requires_grad
from ..._bindings.generated import functions as ops
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.fast_paths.first_result import first_result
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.result_layouts import resolve_layout
from ..._dispatch.graph.saved_tensor_hooks import StopRecomputation
from ..._dispatch.graph.versions import bump_version
from ..._dispatch.levels.lifting import Lifted, batch_levels, concrete_values, resolve_levels
from ..._dispatch.state import ACTIVE, LOCAL
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._fidelity.argument_checks import check_native
from .._torch import no_grad
from .arguments import requires_tensor

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_batch_norm, _shifted, _vector_norm = caller("native_batch_norm"), caller("add_scalar"), caller("vector_norm")
_layer_norm, _group_norm, _batch_norm_by_statistics = (first_result(n) for n in ("native_layer_norm", "group_norm_of", "native_batch_norm"))


def _check_normalized(a: Any, shape: tuple[int, ...], comma: str = "", **scales: Any) -> None:
    """Refuse shapes that are not the trailing ones of the input, and weights of another shape."""
    if not shape:
        raise RuntimeError("Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
                           "normalized_shape = []")
    for name, t in scales.items():
        if t is not None and t._array.shape != shape:
            raise RuntimeError(f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape {list(t._array.shape)} "
                               f"and normalized_shape = {list(shape)}")
    if a.shape[-len(shape):] != shape:
        sizes = ", ".join(map(str, shape))  # PyTorch's message has a comma before it in one place only
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [*{comma}{sizes}], but got input of size"
                           f"{list(a.shape)}")


@requires_tensor("layer_norm")
def layer_norm(input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, bias: Tensor | None = None,
               eps: float = 1e-5) -> Tensor:
    """Normalize over the last dimensions.

        out = (input - mean) / sqrt(var + eps) * weight + bias

    Parameters
    ----------
    input : Tensor
        Ends in `normalized_shape`.
    normalized_shape : ints
        The sizes of the dimensions that are normalized over.
    weight : Tensor, optional
        Multiplies, in this shape.
    bias : Tensor, optional
        Is added, in this shape.
    eps : float, default 1e-05
        Is added under the root, so that it is not zero.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` does not end in `normalized_shape`.

    Notes
    -----
    The variance is that of the population. After Ba, Kiros, Hinton (2016).

    References
    ----------
    PyTorch: torch.nn.functional.layer_norm

    Examples
    --------
    >>> torch.nn.functional.layer_norm(torch.tensor([[1., 2., 3.], [0., 0., 9.]]), (3,))
    tensor([[-1.2247,  0.0000,  1.2247],
            [-0.7071, -0.7071,  1.4142]])
    """
    shape = normalized_shape if normalized_shape.__class__ is tuple else tuple(normalized_shape)
    dtype = input._dtype
    if dtype.char in "fd" and shape and (weight is None or weight._dtype is dtype and weight._array.shape == shape) and (
            bias is None or bias._dtype is dtype and bias._array.shape == shape):
        return _layer_norm(input, shape, weight, bias, eps)
    if not shape or (weight is not None and weight._array.shape != shape) or (
            bias is not None and bias._array.shape != shape):
        _check_normalized(input._array, shape, weight=weight, bias=bias)
    dtype = input._array.dtype
    if dtype.kind in "biu":  # checked before the error about a missing kernel
        _check_normalized(input._array, shape, ", ", weight=weight, bias=bias)
    if weight is not None and weight._array.dtype is not dtype or bias is not None and bias._array.dtype is not dtype:
        _check_mixed_dtypes(input, weight, bias)
    return _layer_norm(input, shape, weight, bias, eps)


def _group_count(value: Any) -> int:
    """Return a number of groups given as a tensor, compared with zero first, which raises for several elements."""
    bool(value <= 0)
    return index(value)


@requires_tensor("rms_norm")
def rms_norm(input: Tensor, normalized_shape: Sequence[int], weight: Tensor | None = None, eps: float | None = None) -> Tensor:
    """Divide by the root of the mean of squares over the last dimensions.

        out = input / sqrt(mean(input ** 2) + eps) * weight

    Parameters
    ----------
    input : Tensor
        Ends in `normalized_shape`.
    normalized_shape : ints
        The sizes of the dimensions that are normalized over.
    weight : Tensor, optional
        Multiplies, in this shape.
    eps : float, optional
        Is added under the root, so that it is not zero; the epsilon of the dtype if not given.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` does not end in `normalized_shape`.

    Notes
    -----
    After Zhang and Sennrich (2019).

    References
    ----------
    PyTorch: torch.nn.functional.rms_norm

    Examples
    --------
    >>> torch.nn.functional.rms_norm(torch.tensor([[3., 4.]]), (2,))
    tensor([[0.8485, 1.1314]])
    """
    shape = tuple(normalized_shape)
    if input._array.ndim < len(shape) and (weight is None or weight._array.shape == shape):
        raise ValueError(f"Input tensor must have at least {len(shape)} dimensions, but got {input._array.ndim}")
    _check_normalized(input._array, tuple(normalized_shape), weight=weight)
    eps = None if eps is None else as_float(eps)
    if weight is not None and weight._array.dtype is not input._array.dtype:
        warn_once(f"Mismatch dtype between input and weight: input dtype = {c_name(input._array.dtype)}, weight dtype = "
                  f"{c_name(weight._array.dtype)}, Cannot dispatch to fused implementation.", "rms_norm")
    if input._array.dtype.kind in "biu":
        raise NotImplementedError(f"\"rms_norm\" not implemented for '{type_name(input._array.dtype)}'")
    if input._array.dtype.itemsize == 2:  # squares need more range and digits than half precision has
        small = float(np.finfo(np.float32).eps) if eps is None else eps
        return rms_norm(input.float(), normalized_shape, None if weight is None else weight.float(), small).to(input.dtype)
    dims = tuple(range(-len(normalized_shape), 0))
    small = float(np.finfo(input._array.dtype).eps) if eps is None else eps
    if can_run_on_arrays(input) and (weight is None or can_run_on_arrays(weight) and weight._array.dtype is input._array.dtype):
        a = input._array
        scaled = pointwise.mul(a, pointwise.rsqrt(pointwise.add(reduction.mean(pointwise.mul(a, a), dims, True), small)))
        return wrap(in_image_layout(np.ascontiguousarray(scaled if weight is None else pointwise.mul(scaled, weight._array)), input._array))
    squares = input.pow(2).mean(dims, keepdim=True)
    if ACTIVE and LOCAL.observer is not None:  # PyTorch's call; the one below gives the same result faster
        LOCAL.observer.record_call("add_.Scalar", (squares, small), lambda: squares.add_(small))
    else:
        squares = _shifted(squares, small)
    out = input * ops.rsqrt(squares)
    out = out if weight is None else (out * weight).to(out.dtype)
    if out._array.__class__ is not np.ndarray or not has_channels_innermost(out._array):
        return out if out._array.__class__ is np.ndarray and out._array.flags.c_contiguous else out.contiguous()
    return out


def _check_batch(shape: tuple[int, ...]) -> None:
    """Raise ValueError if there is only one value per channel, which has no variance."""
    if not shape:
        raise IndexError("tuple index out of range")
    if shape[0] * math.prod(shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {_size_of(shape)}")


def _size_of(shape: tuple[int, ...]) -> Any:
    from ..._dispatch.size import Size

    return Size(shape)


@requires_tensor("batch_norm")
def batch_norm(input: Tensor, running_mean: Tensor | None, running_var: Tensor | None, weight: Tensor | None = None,
               bias: Tensor | None = None, training: bool = False,
               momentum: float | None = 0.1, eps: float = 1e-5) -> Tensor:
    """Normalize each channel by its mean and variance over the batch.

        out = (input - mean) / sqrt(var + eps) * weight + bias

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    running_mean : Tensor or None
        The running mean, of size channels: used instead of the batch's unless `training`, updated if so.
    running_var : Tensor or None
        The running variance, likewise.
    weight : Tensor, optional
        Multiplies each channel.
    bias : Tensor, optional
        Is added to each channel.
    training : bool, default False
        Normalize by the batch.
    momentum : float, default 0.1
        The share of the running statistics that is replaced at a time.
    eps : float, default 1e-05
        Is added under the root, so that it is not zero.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    ValueError
        In training there is only one value per channel.

    Notes
    -----
    The variance is that of the population; `running_var` is updated with that of a sample. After Ioffe and Szegedy (2015).

    References
    ----------
    PyTorch: torch.nn.functional.batch_norm

    Examples
    --------
    >>> x = torch.tensor([[1., 10.], [3., 30.]])
    >>> torch.nn.functional.batch_norm(x, None, None, training=True)
    tensor([[-1.0000, -1.0000],
            [ 1.0000,  1.0000]])
    >>> torch.nn.functional.batch_norm(x, torch.zeros(2), torch.ones(2))
    tensor([[ 1.0000, 10.0000],
            [ 3.0000, 29.9998]])
    """
    if training:
        _check_batch(input._array.shape)
        if eps <= 0.0:
            raise ValueError(f"batch_norm eps must be positive during training, but got {eps}")
    elif eps < 0.0:
        raise ValueError(f"batch_norm eps must be non-negative, but got {eps}")
    return normalized_batch(input, running_mean, running_var, weight, bias, training, momentum, eps)[0]


def _are_channels_plain(a: Any, *tensors: Any) -> bool:
    """Whether all given tensors have one element for each channel of `a`, its dtype, and a plain array."""
    dtype, channels = a.dtype, a.shape[1:2]
    for t in tensors:
        if t is not None and (t._dtype is not dtype or t._array.__class__ is not np.ndarray or t._array.shape != channels):
            return False
    return bool(dtype.char in "fd")


def _check_channels(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, training: bool, native: bool) -> Any:
    """Refuse tensors without one element per channel or with another dtype; return weight and bias as vectors."""
    a = input._array
    channels = a.shape[1] if a.ndim > 1 else 0
    for name, t in (("running_mean", running_mean), ("running_var", running_var), ("weight", weight), ("bias", bias)):
        if t is not None and t._array.shape != (channels,):
            if t._array.size != channels and (t._array.ndim == 1 or not native):
                raise RuntimeError(f"{name} should contain {channels} elements not {t._array.size}")
            if name[:3] == "run":
                raise RuntimeError(f"TensorAccessor expected 1 dims but tensor has {t._array.ndim}")
            if t is weight:
                weight = t.reshape(channels)
            if t is bias:
                bias = t.reshape(channels)
    _check_common_dtype(input, running_mean, running_var, weight, bias, training)
    if training and running_mean is not None and (is_meta_tensor(running_mean) or is_meta_tensor(running_var) or is_meta_tensor(input)):
        _check_common_device(input, running_mean, running_var)
    return weight, bias


def normalized_batch(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, training: bool, momentum: float | None,
                     eps: float, native: bool = False) -> Any:
    """Compute the results of `native_batch_norm`, and update the running statistics in training. Unless the call is `native`, the
    statistics among the results may be None."""
    a = input._array
    if eps.__class__ is not float:
        eps = as_float(eps)
    if momentum.__class__ is not float and momentum is not None:
        momentum = as_float(momentum)
    if not a.size:
        return _empty_batch_norm(input, weight, bias), None, None
    if not training and (running_mean is None or running_var is None):
        raise RuntimeError(f"{'running_mean' if running_mean is None else 'running_var'} must be defined in evaluation mode")
    if (running_mean is None) is not (running_var is None):
        raise ValueError("running_mean and running_var must either both be None or neither be None")
    if native and a.ndim == 1:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 1)")
    plain = a.__class__ is np.ndarray and a.ndim > 1 and not ACTIVE and _are_channels_plain(a, running_mean, running_var, weight, bias)
    if not plain:
        weight, bias = _check_channels(input, running_mean, running_var, weight, bias, training, native)
    if running_mean is not None and (running_mean._requires_grad or running_var._requires_grad):
        refuse_requires_grad("native_batch_norm", running_mean=running_mean, running_var=running_var)
    if plain and not (training or native):
        return _batch_norm_by_statistics(input, weight, bias, running_mean, running_var, False, eps), None, None
    lifted = not plain and training and running_mean is not None and any(
        isinstance(t._array, Lifted) for t in (input, running_mean, running_var))
    statistics = (None, None) if lifted else (running_mean, running_var)
    try:
        out, mean, rstd = _batch_norm(input, weight, bias, *statistics, training, eps)
    except StopRecomputation:  # a checkpoint stops after the kernel, in which PyTorch updates the statistics
        if training and running_mean is not None:
            observer, LOCAL.observer = LOCAL.observer, None  # the observer has seen this call
            try:
                with no_grad():
                    normalized_batch(input, running_mean, running_var, weight, bias, training, momentum, eps, native)
            finally:
                LOCAL.observer = observer
        raise
    if lifted:
        _update_statistic_in_levels(running_mean, mean, momentum)
        _update_statistic_in_levels(running_var, unbiased_variance(rstd, eps, a.size // a.shape[1]), momentum)
    elif training and running_mean is not None and (plain or not running_mean.is_meta):
        # PyTorch's kernel writes to the statistics without increasing their version.
        count = a.size // a.shape[1]
        if running_mean._array.dtype.kind == "V":
            weight_of_batch = 0.1 if momentum is None else momentum
            update_bfloat16_statistics(running_mean._array, running_var._array, mean._array, rstd._array, eps, count, weight_of_batch)
        else:
            _update_statistic(running_mean, mean._array, momentum)
            _update_statistic(running_var, unbiased_variance(rstd._array, eps, count), momentum)
    return out, mean, rstd


def _check_common_dtype(input: Any, mean: Any, var: Any, weight: Any, bias: Any, training: bool) -> None:
    """Refuse weights and statistics that are neither all in the input's dtype, nor all float32 with a half precision input."""
    dtype = input._array.dtype
    tensors = [t for t in (weight, bias, mean, var) if t is not None]
    for t in tensors:
        if t._array.dtype is not dtype:
            break
    else:
        return
    if dtype.kind not in "fV":
        return
    if tensors[0]._array.dtype != dtype:  # the first tensor decides which of the two is expected
        _check_float32_scale(dtype, tensors)
        return
    for t in (mean, var, weight, bias) if training else (weight, bias, mean, var):  # in the order in which PyTorch checks them
        if t is not None and t._array.dtype != dtype:
            raise RuntimeError(f"expected scalar type {type_name(dtype)} but found {type_name(t._array.dtype)}")


def _check_common_device(input: Any, *statistics: Any) -> None:
    """Refuse statistics that are not on the device of the input: no kernel reads those that are only updated."""
    from ..._dispatch.layouts.meta import device_mismatch

    for t in statistics:
        if is_meta_tensor(t) is not is_meta_tensor(input):
            raise device_mismatch(t, input)


def _check_float32_scale(dtype: Any, tensors: list[Any]) -> None:
    """Refuse weights other than float32, and float32 with an input other than half precision."""
    if any(t._array.dtype != np.float32 for t in tensors):
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if dtype.itemsize != 2 or dtype.kind not in "fV":
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


def _empty_batch_norm(input: Any, weight: Any, bias: Any) -> Any:
    """Batch norm of no elements. As in PyTorch nothing is checked, and multiplication and addition are still in the graph."""
    out = input.clone()
    out = out if weight is None else out * weight.select(0, 0)
    return out if bias is None else out + bias.select(0, 0)


def _update_statistic(buffer: Any, value: Any, momentum: float | None) -> None:
    """Move a running statistic toward the batch's."""
    update_running_statistic(buffer._array, value, 0.1 if momentum is None else momentum)


def _update_statistic_in_levels(buffer: Any, value: Any, momentum: float | None) -> None:
    """Move it inside a function transform. PyTorch's op writes statistics at any level, and they have no derivative."""
    if set(batch_levels(value)) - set(batch_levels(buffer)):
        raise RuntimeError(
            "Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were not "
            "batched.\n"
            "If you are using a module and do not need eval mode, please set `track_running_stats` to be False.")
    weight = 0.1 if momentum is None else momentum
    a, new = _arrays_below_levels(buffer, value)
    a *= a.dtype.type(1 - weight)
    a += (weight * new).astype(a.dtype)
    _bump_all_levels(buffer)


def _arrays_below_levels(buffer: Any, value: Any) -> tuple[Any, Any]:
    """The array of a buffer below all levels, and that of a value, reshaped to broadcast over the levels that it lacks."""
    bare = resolve_levels(value)
    own_levels = batch_levels(bare)
    sizes = (level.size if level in own_levels else 1 for level in batch_levels(buffer))
    return concrete_values(buffer), concrete_values(bare).reshape(*sizes, *bare._array.shape)


def _bump_all_levels(t: Any) -> None:
    """Increase the version of `t` at every level."""
    bump_version(t)
    while isinstance(t._array, Lifted):
        t = t._array.value
        bump_version(t)


def instance_norm(input: Tensor, running_mean: Tensor | None = None, running_var: Tensor | None = None, weight: Tensor | None = None,
                  bias: Tensor | None = None,
                  use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-5) -> Tensor:
    """Normalize each channel of each example by its own mean and variance.

        out = (input - mean) / sqrt(var + eps) * weight + bias

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    running_mean : Tensor, optional
        The running mean, of size channels.
    running_var : Tensor, optional
        The running variance.
    weight : Tensor, optional
        Multiplies each channel.
    bias : Tensor, optional
        Is added to each channel.
    use_input_stats : bool, default True
        Normalize by the examples; False by the running statistics.
    momentum : float, default 0.1
        The share of the running statistics that is replaced at a time.
    eps : float, default 1e-05
        Is added under the root, so that it is not zero.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    ValueError
        There is only one value per channel.

    Notes
    -----
    After Ulyanov, Vedaldi, Lempitsky (2016).

    References
    ----------
    PyTorch: torch.nn.functional.instance_norm

    Examples
    --------
    >>> torch.nn.functional.instance_norm(torch.tensor([[[1., 3.], [10., 30.]]]))
    tensor([[[-1.0000,  1.0000],
             [-1.0000,  1.0000]]])
    """
    shape = input._array.shape
    if use_input_stats and math.prod(shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    n, c = shape[:2]
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    # As in PyTorch, a batch norm of one example, whose channels are the channels of all instances.
    joined = input.contiguous().view(1, n * c, *shape[2:])
    scale, shift, mean, var = (None if t is None else _repeat_vector(t, n) for t in (weight, bias, running_mean, running_var))
    kind = input if weight is None else weight
    if mean is not None and var is not None and mean._array.dtype != kind._array.dtype:
        mean, var = mean.to(kind.dtype), var.to(kind.dtype)  # as in PyTorch, which checks the mean's dtype only
    out = normalized_batch(joined, mean, var, scale, shift, use_input_stats, momentum, eps)[0]
    if use_input_stats:
        for buffer, average in ((running_mean, mean), (running_var, var)):
            if buffer is not None and average is not None:
                if is_meta_tensor(buffer):
                    bump_version(buffer)
                    continue
                if can_run_on_arrays(buffer, average) and buffer._autograd_meta is None and buffer._array.flags.c_contiguous:
                    averages = reduction.mean(average._array.reshape(n, c).astype(out._array.dtype, copy=False), 0)
                    np.copyto(buffer._array, averages, casting="unsafe")
                    bump_version(buffer)
                    continue
                mean_of_all = average.view(n, c).to(out.dtype).mean(0)
                if ACTIVE:
                    a, new = _arrays_below_levels(buffer, mean_of_all)
                    a[...] = new
                    _bump_all_levels(buffer)
                else:
                    buffer.detach().copy_(mean_of_all)
    return out.view(shape)


def _repeat_vector(t: Any, n: int) -> Any:
    """`t.repeat(n)` of a vector."""
    if t._array.ndim == 1 and can_run_on_arrays(t) and not is_meta_tensor(t):
        return wrap(np.concatenate((t._array,) * n)) if n else t.repeat(n)
    return t.repeat(n)


def group_norm(input: Tensor, num_groups: int, weight: Tensor | None = None, bias: Tensor | None = None, eps: float = 1e-5) -> Tensor:
    """Normalize over groups of channels.

        out = (input - mean) / sqrt(var + eps) * weight + bias

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    num_groups : int
        The number of groups, of equal size.
    weight : Tensor, optional
        Multiplies each channel.
    bias : Tensor, optional
        Is added to each channel.
    eps : float, default 1e-05
        Is added under the root, so that it is not zero.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        The channels cannot be divided into that many groups.

    Notes
    -----
    After Wu and He (2018).

    References
    ----------
    PyTorch: torch.nn.functional.group_norm

    Examples
    --------
    >>> torch.nn.functional.group_norm(torch.tensor([[1., 3., 10., 30.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    shape = input._array.shape
    if len(shape) < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {len(shape)}")
    n, c = shape[:2]
    if isinstance(num_groups, TensorBase):
        num_groups = _group_count(num_groups)
    if num_groups.__class__ is not int or not num_groups:
        n * c // num_groups  # raises for zero, and for other types than numbers
        check_native("group_norm", input, num_groups, weight, bias, eps, True)
    _check_groups(shape, num_groups)
    for name, t in (("weight", weight), ("bias", bias)):
        if t is not None and t._array.shape != (c,):
            raise RuntimeError(f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of shape "
                               f"{list(t._array.shape)} and input of shape {list(shape)}")
    _check_mixed_dtypes(input, weight, bias)
    return _group_norm(input, weight, bias, num_groups, eps)


@lru_cache(maxsize=256)
def _check_groups(shape: tuple[int, ...], num_groups: int) -> None:
    """Refuse channels that cannot be divided into groups. Shapes that have passed are cached."""
    n, c = shape[:2]
    sizes = [n * c // num_groups, num_groups, *shape[2:]]  # PyTorch's message counts all examples as one
    if sizes[0] * math.prod(shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {sizes}")
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if c % num_groups:
        raise RuntimeError(f"Expected number of channels in input to be divisible by num_groups, but got input of shape "
                           f"{list(shape)} and num_groups={num_groups}")


def _check_mixed_dtypes(input: Any, *scales: Any) -> None:
    """Refuse scales of another dtype, except float32 with half precision; the first decides which of the two is expected."""
    expected, tensors = input._array.dtype, [t for t in scales if t is not None]
    if not tensors:
        return
    if tensors[0]._array.dtype != expected:
        _check_float32_scale(expected, tensors)
    elif (unexpected := tensors[-1]._array.dtype) != expected:
        raise RuntimeError(f"expected scalar type {type_name(expected)} but found {type_name(unexpected)}")


def local_response_norm(input: Tensor, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Tensor:
    """Divide each element by a power of the sum of squares over neighbouring channels.

        out = input / (k + alpha / size * sum of squares of `size` channels around) ** beta

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    size : int
        The number of channels.
    alpha : float, default 0.0001
        Multiplies the sum.
    beta : float, default 0.75
        The exponent.
    k : float, default 1.0
        Is added.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Notes
    -----
    After Krizhevsky, Sutskever, Hinton (2012).

    References
    ----------
    PyTorch: torch.nn.functional.local_response_norm

    Examples
    --------
    >>> torch.nn.functional.local_response_norm(torch.ones(1, 3, 2), 2, alpha=1.)
    tensor([[[0.7378, 0.7378],
             [0.5946, 0.5946],
             [0.5946, 0.5946]]])
    """
    from .pool import avg_pool2d, avg_pool3d

    if input._array.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality                          input (got {input._array.ndim} dimensions)")
    if not input._array.size:
        return input
    square = (input * input).unsqueeze(1)
    before, after = size // 2, (size - 1) // 2
    if size.__class__ is bool or isinstance(size, np.bool_):
        check_native("avg_pool2d" if input._array.ndim == 3 else "avg_pool3d", square, (size, 1))
    if size.__class__ is not int:
        check_native("pad", square, (0, 0, before, after) if input._array.ndim == 3 else (0, 0, 0, 0, before, after))
    if input._array.ndim == 3:
        padded = ops.constant_pad_nd(square, (0, 0, before, after))
        mean = avg_pool2d(padded, (size, 1), 1).squeeze(1)
    else:
        shape = input._array.shape
        padded = ops.constant_pad_nd(square.view(shape[0], 1, shape[1], shape[2], -1), (0, 0, 0, 0, before, after))
        mean = avg_pool3d(padded, (size, 1, 1), 1).squeeze(1).view(shape)
    return input / mean.mul(alpha).add(k).pow(beta)


_NUMBERS = frozenset({int, float})


def normalize(input: Tensor, p: float = 2.0, dim: int = 1, eps: float = 1e-12, out: Tensor | None = None) -> Tensor:
    """Divide by the norm along a dimension.

        out = input / max(norm(input), eps)

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    p : float, default 2.0
        The order of the norm.
    dim : int or tuple of ints, default 1
        The dimension.
    eps : float, default 1e-12
        The least value of the norm.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    References
    ----------
    PyTorch: torch.nn.functional.normalize

    Examples
    --------
    >>> torch.nn.functional.normalize(torch.tensor([[3., 4.], [0., 0.]]))
    tensor([[0.6000, 0.8000],
            [0.0000, 0.0000]])
    """
    if isinstance(p, str):
        return ops.div(input, ops.norm(input, p, dim, True).clamp_min(eps).expand_as(input), out=out)
    if out is None and eps.__class__ is float and p.__class__ in _NUMBERS and input._array.dtype.kind == "f" and can_run_on_arrays(input):
        a = input._array
        sizes = clamping.clamp_scalars(reduction.vector_norm(a, p, dim, True), eps)
        out = pointwise.div(a, sizes)
        is_row_major = out.__class__ is np.ndarray and out.strides == a.strides and has_row_major_strides(a)
        return wrap(out if is_row_major else resolve_layout(out, (a, np.broadcast_to(sizes, a.shape))))
    size = _vector_norm(input, 2 if p is None else p, dim, True, None).clamp_min(eps).expand_as(input)
    return ops.div(input, size, out=out)


@requires_tensor("cosine_similarity", "x1")
def cosine_similarity(x1: Tensor, x2: Tensor, dim: int = 1, eps: float = 1e-8) -> Tensor:
    """The cosine of the angle between vectors.

        sum(x1 * x2) / (max(norm(x1), eps) * max(norm(x2), eps))

    Parameters
    ----------
    x1 : Tensor
        The first vectors.
    x2 : Tensor
        The second vectors; both are broadcast.
    dim : int, default 1
        The dimension of the vectors.
    eps : float, default 1e-8
        The least value of a norm.

    Returns
    -------
    Tensor
        Without `dim`.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or the dtypes are not floating.

    References
    ----------
    PyTorch: torch.nn.functional.cosine_similarity

    Examples
    --------
    >>> torch.nn.functional.cosine_similarity(torch.tensor([[1., 0.], [1., 1.]]), torch.tensor([[0., 2.], [2., 2.]]))
    tensor([0.0000, 1.0000])
    """
    if not eps >= 0:
        raise RuntimeError(f"eps must be non-negative, got: {eps:g}")
    a, b = x1, x2
    if dim.__class__ is not int and not is_int_like(dim):
        raise TypeError(f"cosine_similarity(): argument 'dim' (position 3) must be int, not {value_type_name(dim)}")
    eps = as_float(eps)
    if a._array.shape != b._array.shape or a._array.dtype is not b._array.dtype or a._array.dtype.kind not in "fV":
        common = ops.promote_types(x1.dtype, x2.dtype)
        if not common.is_floating_point:
            raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {type_name(common.numpy)}")
        # Each is divided by its norm in its own dtype.
        a, b = ops.broadcast_tensors(*(x if x.is_floating_point() else x.to(common) for x in (x1, x2)))
    if a._array.dtype.kind == "f" and a._array.dtype is b._array.dtype and can_run_on_arrays(a, b):
        return wrap(_cosine(a._array, b._array, dim, eps))
    return ((a / _clamped_norm(eps, a, dim)) * (b / _clamped_norm(eps, b, dim))).sum(dim)


def _clamped_norm(eps: float, x: Any, dim: int) -> Any:
    """The norms along `dim`, at least `eps`: the lower bound is not in the graph, as in PyTorch."""
    norm = _vector_norm(x, 2, dim, True, None).clone()
    with no_grad():
        return norm.clamp_min_(eps)


def _cosine(a: Any, b: Any, dim: int, eps: float) -> Any:
    """Cosines on arrays."""
    left, right = (pointwise.div(x, clamping.clamp_scalars(reduction.vector_norm(x, 2, dim, True), eps)) for x in (a, b))
    return reduction.sum(pointwise.mul(left, right), dim)


__all__ = ["batch_norm", "cosine_similarity", "group_norm", "instance_norm", "layer_norm", "local_response_norm", "normalize", "rms_norm"]
