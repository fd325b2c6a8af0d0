"""Normalisation, dropout, linear maps, embeddings, attention. https://docs.pytorch.org/docs/stable/nn.functional.html"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array import pointwise, reduction
from ..._array import random as _random
from ..._array.blocks import greatest
from ..._array.dtypes import c_name, tensor_type
from ..._array.linalg import affine
from ..._array.norm import unbiased
from ..._bindings import functions as ops
from ..._bindings._support import unrecorded, write_out
from ..._bindings.generators import stream_of
from ..._bindings.overridable import resolve
from ..._bindings.random import drawn, fill_in_order
from ..._dispatch.call import caller, wrap
from ..._dispatch.errors import broadcast_message, type_name
from ..._dispatch.inplace import inplace as _in_place
from ..._dispatch.lifting import Lifted, batch_levels, concrete_values, mapped, settle, values_of
from ..._dispatch.overrides import meet
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY
from ..._dispatch.tensor import TensorBase
from ..._dispatch.ternary import ternary_call
from ..._dispatch.versions import bump
from ..._ops.op import OPS
from .arguments import wants_tensor
from .bags import bag_in_levels, frequencies

_linear, _matmul, _t = caller("linear_2d"), caller("matmul"), caller("t")
_layer_norm, _batch_norm, _embedding = caller("native_layer_norm"), caller("native_batch_norm"), caller("embedding")
_sparse_embedding, _vector_norm = caller("sparse_embedding"), caller("vector_norm")
_mul, _mv, _group_norm, _trilinear = caller("mul"), caller("mv"), caller("group_norm_of"), caller("trilinear")


def linear(input: Any, weight: Any, bias: Any = None, *, out: Any = None) -> Any:
    """input @ weight.T + bias."""
    try:
        if bias is None or out is not None or ACTIVE:
            return _linear_at_length(input, weight, bias, out)
        return _affine(input, weight, bias)
    except Exception as error:
        return resolve(error)


def _linear_at_length(input: Any, weight: Any, bias: Any, out: Any = None) -> Any:
    """`linear` where there is no bias, not a matrix, or something unusual or wrong."""
    # Asked here, not by a face: that would cost a tenth of a small layer.
    if (input.__class__ not in ORDINARY or weight.__class__ not in ORDINARY or bias.__class__ not in ORDINARY
            or out is not None or ACTIVE and LOCAL.function_modes):
        meet((input, weight, bias, out))
    if out is not None:
        return write_out(linear, out, input, weight, bias)
    try:
        if bias is not None and input.array.ndim == 2 == weight.array.ndim:
            return _linear(input, weight, bias)
    except (RuntimeError, AttributeError):
        pass  # refused below
    try:
        shape, _ = input.array.shape, weight.array
    except AttributeError:
        name, wrong = ("weight' (position 2", weight) if isinstance(input, TensorBase) else ("input' (position 1", input)
        raise TypeError(f"linear(): argument '{name}) must be Tensor, not {type(wrong).__name__}") from None
    if not shape or not weight.array.ndim:
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are {len(shape)}D and {weight.array.ndim}D")
    if bias is None:
        return _matmul(input, _t(weight))
    if weight.array.ndim == 1 and (len(shape) > 1 or bias.array.ndim):
        raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
    if len(shape) == 2 and weight.array.ndim == 2:
        try:
            return _linear(input, weight, bias)
        except RuntimeError:
            _check_linear(input.array, weight.array, bias.array)
            raise
    if len(shape) > 2 and weight.array.ndim == 2 and input.array.size and bias.array.ndim < 2:
        rows = input.reshape(-1, shape[-1])
        return linear(rows, weight, bias).view(*shape[:-1], weight.array.shape[0])
    if len(shape) == 1 and weight.array.ndim == 2 and input.array.__class__ is not np.ndarray:
        return _mv(weight, input) + bias  # inside a function transform each op costs more than the arithmetic: two instead of five
    if len(shape) == 1 and weight.array.ndim == 2 and shape[0] == weight.array.shape[1] and bias.array.ndim == 1:
        return linear(input.reshape(1, -1), weight, bias).view(weight.array.shape[0])
    return _matmul(input, _t(weight)) + bias


#: A layer as it mostly is.
_affine = ternary_call(OPS["linear_2d"], affine, _linear_at_length)


def _check_linear(x: Any, weight: Any, bias: Any) -> None:
    """The refusals of PyTorch's product with a bias; only reached when a call has failed."""
    if bias.dtype != weight.dtype:
        raise RuntimeError(f"self and mat2 must have the same dtype, but got {type_name(bias.dtype)} and {type_name(weight.dtype)}")
    if x.dtype != weight.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {type_name(x.dtype)} and {type_name(weight.dtype)}")
    if bias.ndim and bias.shape[-1] not in (1, weight.shape[0]):
        raise RuntimeError(f"The expanded size of the tensor ({weight.shape[0]}) must match the existing size ({bias.shape[-1]}) at "
                           f"non-singleton dimension 1.  Target sizes: {[x.shape[0], weight.shape[0]]}.  Tensor sizes: {list(bias.shape)}")


@wants_tensor("bilinear", "input1")
def bilinear(input1: Any, input2: Any, weight: Any, bias: Any = None) -> Any:
    """input1^T weight input2 + bias, for each output."""
    given = {"input1": input1, "input2": input2, "weight": weight} | ({} if bias is None else {"bias": bias})
    if len({t.array.dtype for t in given.values()}) > 1:
        kinds = ", ".join(f"{name}: {c_name(t.array.dtype)}" for name, t in given.items())
        raise RuntimeError(f"All tensors must have the same dtype, got {kinds}")
    _check_bilinear(input1.array.shape, input2.array.shape, weight.array.shape, None if bias is None else bias.array.shape)
    left, right = (t.reshape(-1, t.array.shape[-1]) for t in (input1, input2))
    out = _trilinear(left, weight, right).reshape(*input1.array.shape[:-1], weight.array.shape[0])
    return out if bias is None else out + bias


def _check_bilinear(first: tuple[int, ...], second: tuple[int, ...], weight: tuple[int, ...], bias: tuple[int, ...] | None) -> None:
    if len(first) != len(second):
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {len(first)} and {len(second)}")
    for i, (a, b) in enumerate(zip(first[:-1], second[:-1], strict=True)):
        if a != b:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {i}: got {a} and {b}")
    for i, shape in ((1, first), (2, second)):
        if shape[-1] != weight[i]:
            raise RuntimeError(f"bilinear(): input{i} size does not match weight size: got {shape[-1]} but expected {weight[i]}")
    if bias is not None and bias[0] != weight[0]:
        raise RuntimeError(f"bilinear(): bias size does not match weight size: got {bias[0]} but expected {weight[0]}")


def _check_normalized(a: Any, shape: tuple[int, ...], **scales: Any) -> None:
    """Refuse shapes that are not the trailing ones of the input, and weights of another shape."""
    if not shape:
        raise RuntimeError("Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got "
                           "normalized_shape = []")
    for name, t in scales.items():
        if t is not None and t.array.shape != shape:
            raise RuntimeError(f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape {list(t.array.shape)} "
                               f"and normalized_shape = {list(shape)}")
    if a.shape[-len(shape):] != shape:
        wanted = ", ".join(map(str, shape))  # without a comma before it, as in PyTorch
        raise RuntimeError(f"Given normalized_shape={list(shape)}, expected input with shape [*{wanted}], but got input of size"
                           f"{list(a.shape)}")


@wants_tensor("layer_norm")
def layer_norm(input: Any, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> Any:
    """Trailing dimensions brought to mean 0 and variance 1, then scaled and shifted."""
    shape = tuple(normalized_shape)
    if not shape or (weight is not None and weight.array.shape != shape) or (
            bias is not None and bias.array.shape != shape):
        _check_normalized(input.array, shape, weight=weight, bias=bias)
    if weight is not None and weight.array.dtype is not input.array.dtype:
        _check_mixed(input, weight, bias)
    return _layer_norm(input, shape, weight, bias, eps)[0]


@wants_tensor("rms_norm")
def rms_norm(input: Any, normalized_shape: Any, weight: Any = None, eps: float | None = None) -> Any:
    """Trailing dimensions divided by their root mean square."""
    if not input.array.ndim and (weight is None or weight.array.shape == tuple(normalized_shape)):
        raise ValueError("Input tensor must have at least 1 dimensions, but got 0")
    _check_normalized(input.array, tuple(normalized_shape), weight=weight)
    if input.array.dtype.kind in "biu":
        raise NotImplementedError(f"\"rms_norm\" not implemented for '{type_name(input.array.dtype)}'")
    if input.array.dtype.itemsize == 2:  # squares need more range and digits than half precision has
        small = float(np.finfo(np.float32).eps) if eps is None else eps
        return rms_norm(input.float(), normalized_shape, None if weight is None else weight.float(), small).to(input.dtype)
    dims = tuple(range(-len(normalized_shape), 0))
    small = float(np.finfo(input.array.dtype).eps) if eps is None else eps
    if unrecorded(input) and (weight is None or unrecorded(weight) and weight.array.dtype is input.array.dtype):
        a = input.array
        scaled = pointwise.mul(a, pointwise.rsqrt(pointwise.add(reduction.mean(pointwise.mul(a, a), dims, True), small)))
        return wrap(scaled if weight is None else pointwise.mul(scaled, weight.array))
    out = input * ops.rsqrt((input * input).mean(dims, keepdim=True) + small)
    return out if weight is None else (out * weight).to(out.dtype)


def _check_batch(shape: tuple[int, ...]) -> None:
    """One value per channel has no variance."""
    if not shape:
        raise IndexError("tuple index out of range")
    if shape[0] * math.prod(shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {ops_size(shape)}")


def ops_size(shape: tuple[int, ...]) -> Any:
    from ..._dispatch.size import Size

    return Size(shape)


@wants_tensor("batch_norm")
def batch_norm(input: Any, running_mean: Any, running_var: Any, weight: Any = None, bias: Any = None, training: bool = False,
               momentum: float | None = 0.1, eps: float = 1e-5) -> Any:
    """Channels brought to mean 0 and variance 1: of the batch in training (running statistics follow), as remembered otherwise."""
    if training:
        _check_batch(input.array.shape)
    return normalised_batch(input, running_mean, running_var, weight, bias, training, momentum, eps)[0]


def normalised_batch(input: Any, running_mean: Any, running_var: Any, weight: Any, bias: Any, training: bool, momentum: float | None,
                     eps: float) -> Any:
    """The results of the op behind `batch_norm`; in training the running statistics follow."""
    a = input.array
    if not a.size:
        return _of_nothing(input, weight, bias), None, None
    if not training and (running_mean is None or running_var is None):
        raise RuntimeError(f"{'running_mean' if running_mean is None else 'running_var'} must be defined in evaluation mode")
    channels = a.shape[1] if a.ndim > 1 else 0
    for name, t in (("running_mean", running_mean), ("running_var", running_var), ("weight", weight), ("bias", bias)):
        if t is not None and t.array.shape != (channels,):
            raise RuntimeError(f"{name} should contain {channels} elements not {t.array.size}")
    _check_one_type(input, running_mean, running_var, weight, bias, training)
    out, mean, rstd = _batch_norm(input, weight, bias, None if training else running_mean, None if training else running_var, training, eps)
    buffers = [t.array for t in (input, running_mean, running_var) if t is not None]
    if training and running_mean is not None and any(isinstance(b, Lifted) for b in buffers):
        _remember_in_levels(running_mean, mean, momentum)
        _remember_in_levels(running_var, unbiased(rstd, eps, a.size // a.shape[1]), momentum)
    elif training and running_mean is not None:
        # PyTorch's kernel writes to the statistics without counting it as a change of them.
        _remember(running_mean, mean.array, momentum)
        _remember(running_var, unbiased(rstd.array, eps, a.size // a.shape[1]), momentum)
    return out, mean, rstd


def _check_one_type(input: Any, mean: Any, var: Any, weight: Any, bias: Any, training: bool) -> None:
    """Weights and statistics are all of the input's type, or all of single precision beside half."""
    own = input.array.dtype
    given = [t for t in (weight, bias, mean, var) if t is not None]
    if all(t.array.dtype is own for t in given) or own.kind not in "fV":
        return
    if given[0].array.dtype != own:  # the first that is there says which of the two is meant
        _check_single(own, given)
        return
    for t in (mean, var, weight, bias) if training else (weight, bias, mean, var):  # in the order in which PyTorch comes upon them
        if t is not None and t.array.dtype != own:
            raise RuntimeError(f"expected scalar type {type_name(own)} but found {type_name(t.array.dtype)}")


def _check_single(own: Any, given: list[Any]) -> None:
    """Refuse weights that are not of single precision, and single precision beside anything but half."""
    if any(t.array.dtype != np.float32 for t in given):
        raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")
    if own.itemsize != 2:
        raise RuntimeError("mixed dtype (CPU): all inputs must share same datatype.")


def _of_nothing(input: Any, weight: Any, bias: Any) -> Any:
    """Batch norm without any element. As in PyTorch nothing is checked, and a scale and shift of no element are still in the graph."""
    out = input.clone()
    out = out if weight is None else out * weight.select(0, 0)
    return out if bias is None else out + bias.select(0, 0)


def _remember(buffer: Any, value: Any, momentum: float | None) -> None:
    """Move a running statistic toward the batch's."""
    weight = 0.1 if momentum is None else momentum
    a = buffer.array
    a *= a.dtype.type(1 - weight)
    a += (weight * value).astype(a.dtype)


def _remember_in_levels(buffer: Any, value: Any, momentum: float | None) -> None:
    """The same inside a function transform: PyTorch's op writes statistics of whatever level, and they have no derivative."""
    if set(batch_levels(value)) - set(batch_levels(buffer)):
        raise RuntimeError(
            "Batch norm got a batched tensor as input while the running_mean or running_var, which will be updated in place, were not "
            "batched.\n"
            "If you are using a module and do not need eval mode, please set `track_running_stats` to be False.")
    weight = 0.1 if momentum is None else momentum
    a, new = _below_all(buffer, value)
    a *= a.dtype.type(1 - weight)
    a += (weight * new).astype(a.dtype)
    _bump_all(buffer)


def _below_all(buffer: Any, value: Any) -> tuple[Any, Any]:
    """The array of a buffer under all levels, and that of a value per example of some of its levels, to broadcast against it."""
    settled = settle(value)
    own = batch_levels(settled)
    sizes = (level.size if level in own else 1 for level in batch_levels(buffer))
    return concrete_values(buffer), concrete_values(settled).reshape(*sizes, *settled.array.shape)


def _bump_all(t: Any) -> None:
    """Note at every level that `t` was written."""
    bump(t)
    while isinstance(t.array, Lifted):
        t = t.array.value
        bump(t)


def instance_norm(input: Any, running_mean: Any = None, running_var: Any = None, weight: Any = None, bias: Any = None,
                  use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-5) -> Any:
    """Each channel of each instance brought to mean 0 and variance 1."""
    shape = input.array.shape
    n, c = shape[:2]
    if use_input_stats and math.prod(shape[2:]) == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {input.shape}")
    if not use_input_stats and (running_mean is None or running_var is None):
        raise RuntimeError("Expected running_mean and running_var to be defined when use_input_stats is false")
    # As in PyTorch a batch norm of one example with a channel for each channel of each instance.
    joined = input.reshape(1, n * c, *shape[2:])
    scale, shift, mean, var = (None if t is None else _repeated(t, n) for t in (weight, bias, running_mean, running_var))
    kind = input if weight is None else weight
    if mean is not None and var is not None and mean.array.dtype != kind.array.dtype:
        mean, var = mean.to(kind.dtype), var.to(kind.dtype)  # as in PyTorch, where the mean's type alone decides
    out = normalised_batch(joined, mean, var, scale, shift, use_input_stats, momentum, eps)[0]
    if use_input_stats:
        for buffer, each in ((running_mean, mean), (running_var, var)):
            if buffer is not None and each is not None:
                if unrecorded(buffer, each) and buffer._meta is None and buffer.array.flags.c_contiguous:
                    averages = reduction.mean(each.array.reshape(n, c).astype(out.array.dtype, copy=False), 0)
                    np.copyto(buffer.array, averages, casting="unsafe")
                    bump(buffer)
                    continue
                mean_of_all = each.view(n, c).to(out.dtype).mean(0)
                if ACTIVE:
                    a, new = _below_all(buffer, mean_of_all)
                    a[...] = new
                    _bump_all(buffer)
                else:
                    buffer.detach().copy_(mean_of_all)
    return out.view(shape)


def _repeated(t: Any, n: int) -> Any:
    """`t.repeat(n)` of a vector."""
    if t.array.ndim == 1 and unrecorded(t):
        return wrap(np.concatenate((t.array,) * n)) if n else t.repeat(n)
    return t.repeat(n)


def group_norm(input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> Any:
    """Groups of channels brought to mean 0 and variance 1."""
    shape = input.array.shape
    if len(shape) < 2:
        raise RuntimeError(f"Expected at least 2 dimensions for input tensor but received {len(shape)}")
    n, c = shape[:2]
    if num_groups <= 0:
        raise RuntimeError(f"Expected num groups to be greater than 0, got {num_groups}")
    if c % num_groups:
        raise RuntimeError(f"Expected number of channels in input to be divisible by num_groups, but got input of shape "
                           f"{list(shape)} and num_groups={num_groups}")
    for name, t in (("weight", weight), ("bias", bias)):
        if t is not None and t.array.shape != (c,):
            raise RuntimeError(f"Expected {name} to be a vector of size equal to the number of channels in input, but got {name} of shape "
                               f"{list(t.array.shape)} and input of shape {list(shape)}")
    if math.prod(shape) == n * num_groups and n:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {list(shape)}")
    _check_mixed(input, weight, bias)
    return _group_norm(input, weight, bias, num_groups, eps)[0]


def _check_mixed(input: Any, *scales: Any) -> None:
    """Refuse weights of another type, except single precision beside half."""
    own = input.array.dtype
    for t in scales:
        if t is not None and t.array.dtype != own and not (own.kind in "fV" and own.itemsize == 2 and t.array.dtype == np.float32):
            raise RuntimeError("mixed dtype (CPU): expect parameter to have scalar type of Float")


def local_response_norm(input: Any, size: int, alpha: float = 1e-4, beta: float = 0.75, k: float = 1.0) -> Any:
    """Each value divided by a power of its neighbours' mean square across channels."""
    from .pool import avg_pool2d, avg_pool3d

    if input.array.ndim < 3:
        raise ValueError(f"Expected 3D or higher dimensionality                          input (got {input.array.ndim} dimensions)")
    if not input.array.size:
        return input
    square = (input * input).unsqueeze(1)
    before, after = size // 2, (size - 1) // 2
    if input.array.ndim == 3:
        padded = ops.constant_pad_nd(square, (0, 0, before, after))
        mean = avg_pool2d(padded, (size, 1), 1).squeeze(1)
    else:
        shape = input.array.shape
        padded = ops.constant_pad_nd(square.view(shape[0], 1, shape[1], shape[2], -1), (0, 0, 0, 0, before, after))
        mean = avg_pool3d(padded, (size, 1, 1), 1).squeeze(1).view(shape)
    return input / (mean * alpha + k).pow(beta)


def normalize(input: Any, p: float = 2.0, dim: Any = 1, eps: float = 1e-12, out: Any = None) -> Any:
    """input divided by its p-norm along `dim`."""
    if out is None and input.array.dtype.kind == "f" and unrecorded(input):
        a = input.array
        return wrap(pointwise.div(a, pointwise.clamp(reduction.vector_norm(a, p, dim, True), eps)))
    size = _vector_norm(input, p, dim, True, None).clamp_min(eps).expand_as(input)
    return ops.div(input, size, out=out)


@wants_tensor("cosine_similarity", "x1")
def cosine_similarity(x1: Any, x2: Any, dim: int = 1, eps: float = 1e-8) -> Any:
    """The cosine of the angle between vectors along `dim`."""
    a, b = x1, x2
    if a.array.shape != b.array.shape or a.array.dtype is not b.array.dtype or a.array.dtype.kind not in "fV":
        text = broadcast_message([x1.array.shape, x2.array.shape])
        if text:
            raise RuntimeError(text)
        common = ops.promote_types(x1.dtype, x2.dtype)
        if not common.is_floating_point:
            raise RuntimeError(f"expected common dtype to be floating point, yet common dtype is {common}")
        a, b = ops.broadcast_tensors(x1.to(common), x2.to(common))
    if a.array.dtype.kind == "f" and unrecorded(a, b):
        return wrap(_cosine(a.array, b.array, dim, eps))
    norm = _vector_norm
    return ((a / norm(a, 2, dim, True, None).clamp_min(eps)) * (b / norm(b, 2, dim, True, None).clamp_min(eps))).sum(dim)


def _cosine(a: Any, b: Any, dim: int, eps: float) -> Any:
    """The same of arrays."""
    left, right = (pointwise.div(x, pointwise.clamp(reduction.vector_norm(x, 2, dim, True), eps)) for x in (a, b))
    return reduction.sum(pointwise.mul(left, right), dim)


def _check_p(p: float) -> None:
    if p < 0.0 or p > 1.0:
        raise ValueError(f"dropout probability has to be between 0 and 1, but got {p}")


def _masked(input: Any, shape: tuple[int, ...], p: float, inplace: bool) -> Any:
    """input times a random 0/1 mask of `shape`, scaled to keep the mean."""
    a = input.array
    if p == 1:
        mask = wrap(np.zeros((), a.dtype))
    else:
        _check_droppable(a, a.dtype)
        mask = drawn(shape, lambda full: np.divide(_kept(a, full, p), a.dtype.type(1 - p)))
    return _in_place(OPS["mul"], input, mask) if inplace else _mul(input, mask)


def _check_droppable(a: Any, result: Any) -> None:
    """The scale of what is kept is no integer; random masks are real."""
    if a.dtype.kind == "c":
        raise NotImplementedError(f"\"bernoulli_scalar_cpu_\" not implemented for '{type_name(a.dtype)}'")
    if a.dtype.kind not in "fV":
        raise RuntimeError(f"result type Float can't be cast to the desired output type {type_name(result)}")


def _kept(a: Any, shape: tuple[int, ...], p: float) -> Any:
    """A 0/1 mask of `shape`; where that is the shape of `a`, laid out as `a` is, for draws go by memory order."""
    values = _random.bernoulli(stream_of(None), math.prod(shape), 1 - p).astype(a.dtype)
    if shape != a.shape or a.flags.c_contiguous or 0 in a.strides or a.__class__ is not np.ndarray:
        return values.reshape(shape)
    mask = np.empty_like(a)
    fill_in_order(mask, values)
    return mask


def _check_input(name: str, input: Any) -> None:
    if not isinstance(input, TensorBase):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")


def dropout(input: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:
    """Elements set to 0 with probability `p` in training, the others scaled by 1 / (1 - p)."""
    _check_p(p)
    _check_input("dropout", input)
    return input if not training or p == 0 or not input.array.size else _masked(input, input.array.shape, p, inplace)


def _channel_dropout(input: Any, p: float, training: bool, inplace: bool, batched: bool = True) -> Any:
    _check_p(p)
    _check_input("feature_dropout", input)
    if not batched:  # a view of a view, as in PyTorch, even where nothing is dropped
        return _channel_dropout(input.unsqueeze(0), p, training, inplace).squeeze(0)
    if not training or p == 0:
        return input
    shape = input.array.shape
    return _masked(input, (*shape[:2], *(1,) * (len(shape) - 2)), p, inplace)


def dropout1d(input: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:
    """Whole channels of signals (N, C, L) or (C, L) set to 0 with probability `p`."""
    _check_input("feature_dropout", input)
    ndim = input.array.ndim
    if ndim not in (2, 3):
        raise RuntimeError(f"dropout1d: Expected 2D or 3D input, but received a {ndim}D input. Note that dropout1d exists to provide "
                           "channel-wise dropout on inputs with 1 spatial dimension, a channel dimension, and an optional batch dimension "
                           "(i.e. 2D or 3D inputs).")
    return _channel_dropout(input, p, training, inplace, ndim == 3)


def dropout2d(input: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:
    """Whole channels of images (N, C, H, W) set to 0 with probability `p`."""
    return _channel_dropout(input, p, training, inplace)


def dropout3d(input: Any, p: float = 0.5, training: bool = True, inplace: bool = False) -> Any:
    """Whole channels of volumes (N, C, D, H, W) or (C, D, H, W) set to 0 with probability `p`."""
    _check_input("feature_dropout", input)
    return _channel_dropout(input, p, training, inplace, input.array.ndim == 5)


def _alpha(input: Any, shape: tuple[int, ...], p: float) -> Any:
    """Dropout that keeps mean 0 and variance 1 after selu: dropped elements become its lower limit."""
    if p == 1:
        return _mul(input, wrap(np.zeros((), input.array.dtype)))
    _check_droppable(input.array, np.dtype(np.int64) if input.array.dtype.kind == "b" else input.array.dtype)
    limit = 1.7580993408473766
    a = 1.0 / math.sqrt((limit * limit * p + 1) * (1 - p))
    kept = drawn(shape, lambda full: _kept(input.array, full, p))
    return input * (kept * a) + ((kept - 1) * (limit * a) + limit * a * p)


def alpha_dropout(input: Any, p: float = 0.5, training: bool = False, inplace: bool = False) -> Any:
    """Dropout for selu networks."""
    _check_p(p)
    _check_input("alpha_dropout", input)
    if not training or p == 0:
        return input
    out = _alpha(input, input.array.shape, p)
    return input.copy_(out) if inplace else out


def feature_alpha_dropout(input: Any, p: float = 0.5, training: bool = False, inplace: bool = False) -> Any:
    """`alpha_dropout` of whole channels."""
    _check_p(p)
    _check_input("feature_alpha_dropout", input)
    if not training or p == 0:
        return input
    if input.array.ndim < 2:
        raise RuntimeError("Feature dropout requires at least 2 dimensions in the input")
    out = _alpha(input, (*input.array.shape[:2], *(1,) * (input.array.ndim - 2)), p)
    return input.copy_(out) if inplace else out


def embedding(input: Any, weight: Any, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0,
              scale_grad_by_freq: bool = False, sparse: bool = False) -> Any:
    """Rows of `weight`; the row `padding_idx` gets no gradient; `max_norm` shrinks used rows in place first; `sparse` gradients are COO."""
    _check_table(weight)
    rows = weight.array.shape[0]
    if padding_idx is not None:
        if not -rows <= padding_idx < rows:
            raise AssertionError("Padding_idx must be within num_embeddings")
        padding_idx %= rows
    if max_norm is not None:
        _renormalise(weight, input, max_norm, norm_type)
    if not rows and input.array.size:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if sparse and weight._grad_fn is None and not LOCAL.levels:  # what else there is of a graph expects dense gradients
        return _sparse_embedding(weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq)
    return _embedding(weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq)


def _check_table(weight: Any) -> None:
    if not isinstance(weight, TensorBase):
        raise TypeError(f"embedding(): argument 'weight' (position 1) must be Tensor, not {type(weight).__name__}")
    if weight.array.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")


def _renormalise(weight: Any, input: Any, max_norm: float, norm_type: float) -> None:
    used = np.unique(input.array)
    rows = weight.array[used]
    size = np.linalg.norm(rows, norm_type, axis=1, keepdims=True)
    factor = np.where(size > max_norm, max_norm / (size + 1e-7), 1.0)
    weight.array[used] = (rows * factor).astype(rows.dtype)
    bump(weight)


def embedding_bag(input: Any, weight: Any, offsets: Any = None, max_norm: float | None = None, norm_type: float = 2,
                  scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, per_sample_weights: Any = None,
                  include_last_offset: bool = False, padding_idx: int | None = None) -> Any:
    """Sums, means or maxima of rows of `weight` over bags of indices: the rows of a matrix, or cut out of a vector by `offsets`."""
    _check_bags(input, offsets, mode, per_sample_weights)
    _check_bag_types(weight, per_sample_weights)
    padding = _bag_padding(weight, padding_idx)
    input, offsets = (t if t is None or batch_levels(t) else wrap(values_of(t)) for t in (input, offsets))
    watched = (input, offsets, weight if mode == "max" else None)
    if any(t is not None and isinstance(t.array, Lifted) for t in watched):
        return bag_in_levels(input, weight, offsets, mode, per_sample_weights, include_last_offset, padding, scale_grad_by_freq)
    if input.array.ndim == 2:
        starts = np.arange(len(input.array)) * input.array.shape[1]
    else:
        starts = _bag_starts(input, offsets, include_last_offset)
    index = input.array.reshape(-1)
    _check_rows(index, weight.array.shape[0])
    bag = np.searchsorted(starts, np.arange(index.size), side="right") - 1
    weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    if padding is not None:
        kept = np.flatnonzero(index != padding)
        index, bag = index[kept], bag[kept]
        weights = None if weights is None else weights.index_select(0, wrap(kept))
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    rows = embedding(wrap(index), weight, None, max_norm, norm_type, scale_grad_by_freq and sparse, sparse)
    if scale_grad_by_freq and not sparse:
        rows = rows.detach() + (rows - rows.detach()) / wrap(frequencies(index).astype(rows.array.dtype)).unsqueeze(1)
    if weights is not None:
        rows = rows * weights.unsqueeze(1)
    return _largest(rows, bag, len(starts)) if mode == "max" else _bag_sums(rows, bag, len(starts), mode == "mean")


def _check_bags(input: Any, offsets: Any, mode: str, weights: Any) -> None:
    if weights is not None and weights.array.shape != input.array.shape:
        raise ValueError(f"embedding_bag: If per_sample_weights ({weights.shape}) is not None, then it must have the same shape as the "
                         f"input ({input.shape})")
    if input.array.ndim == 2 and offsets is not None:
        raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. "
                         "However, found offsets of type <class 'torch.Tensor'>")
    if input.array.ndim == 1 and offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if input.array.ndim == 1 and offsets.array.ndim != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    if input.array.ndim not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.array.ndim}")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if weights is not None and mode != "sum":
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
                                  f"(got mode='{mode}'). Please open a feature request on GitHub.")


def _check_bag_types(weight: Any, weights: Any) -> None:
    own = weight.array.dtype
    if own.kind not in "fV":
        raise RuntimeError("Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, "
                           f"Double; but got {tensor_type(own)} instead (while checking arguments for embedding_bag)")
    if weights is not None and weights.array.dtype != own:
        raise RuntimeError("Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; "
                           f"but type {tensor_type(own)} does not equal {tensor_type(weights.array.dtype)} (while checking arguments for "
                           "embedding_bag)")


def _check_rows(index: Any, rows: int) -> None:
    if index.dtype.name not in ("int64", "int32"):
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
                           f"{tensor_type(index.dtype)} instead (while checking arguments for embedding_bag)")
    wrong = np.flatnonzero((index < 0) | (index >= rows))
    if wrong.size:
        raise RuntimeError(f"Index {wrong[0]} of input takes value {index[wrong[0]]} which is not in the valid range [0, {rows})")


def _bag_padding(weight: Any, padding_idx: int | None) -> int | None:
    rows = weight.array.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise RuntimeError(f"padding_idx must be within the number of embeddings, -{rows} through {rows - 1}, but got {padding_idx}")
    return None if padding_idx is None else padding_idx % rows


def _bag_starts(input: Any, offsets: Any, include_last_offset: bool) -> Any:
    starts = offsets.array
    if starts.size and starts[0] != 0:
        raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got "
                           f"{starts[0]}")
    if starts.size and starts[-1] > input.array.size:
        raise RuntimeError(f"offsets[-1] can not be greater than input's length {input.array.size} but got offsets[-1] of {starts[-1]}")
    return starts[:-1] if include_last_offset else starts


def _bag_sums(rows: Any, bag: Any, count: int, mean: bool) -> Any:
    out = ops.zeros(count, rows.array.shape[1], dtype=rows.dtype).index_add(0, wrap(bag), rows)
    if not mean:
        return out
    return out / wrap(np.maximum(np.bincount(bag, minlength=count), 1).astype(rows.array.dtype)).unsqueeze(1)


def _largest(rows: Any, bag: Any, count: int) -> Any:
    """The maxima over each bag, 0 for an empty one."""
    a = rows.array
    place, filled = np.zeros((count, a.shape[1]), np.int64), np.zeros((count, 1), bool)
    for b in np.unique(bag):
        members = np.flatnonzero(bag == b)
        place[b], filled[b] = members[a[members].argmax(0)], True
    if not len(a):
        return ops.zeros(count, a.shape[1], dtype=rows.dtype)
    return ops.where(wrap(filled), rows.gather(0, wrap(place)), 0.0)


def one_hot(tensor: Any, num_classes: int = -1) -> Any:
    """1 at the index that each element names, along a new last dimension."""
    a = concrete_values(tensor)
    if a.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    largest = greatest(a.view(np.uint64)) if a.size else 0  # negative numbers are the largest of all as unsigned ones
    if largest >= 1 << 63:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        if batch_levels(tensor):
            raise RuntimeError("When vmap-ing torch.nn.functional.one_hot, please provide an explicit positive num_classes argument.")
        if not a.size:
            raise RuntimeError("Can not infer total number of classes from empty tensor.")
        num_classes = largest + 1
    elif a.size and largest >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    if not ACTIVE and tensor.array is a:
        return wrap(_one_hot(a, num_classes))
    return mapped(tensor, lambda values: _one_hot(values, num_classes))


def _one_hot(values: Any, count: int) -> Any:
    return np.equal(values[..., None], np.arange(count)).astype(np.int64)
