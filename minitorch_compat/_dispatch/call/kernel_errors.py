"""Errors of kernels, said as PyTorch says them. Only reached when a call has failed."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core.dtypes import scalar_name
from ..._array.core.shape_errors import of_too_many
from ..._ops.op import Op
from ..size import Size
from ..tensor import TensorBase


def explain(op: Op, args: tuple[Any, ...], error: Exception) -> Exception:
    """The exception to raise for a kernel's `error`."""
    text = str(error)
    if (dimensions := of_too_many(error)) is not None:
        return dimensions
    if "broadcast" in text or "mismatch" in text.lower() and "operand" in text:
        return RuntimeError(broadcast_message([a._array.shape for a in args if isinstance(a, TensorBase)]) or text)
    if isinstance(error, OverflowError):
        if text in ("int too big to convert", "can't convert negative int to unsigned"):
            return error  # which is said so
        return RuntimeError(f"{op.name}(): value cannot be converted without overflow: {text}")
    return error


def type_in_c(value: Any) -> str:
    """The name of a value's type as C code has it: types written in C tell their module, too."""
    cls = type(value)
    if cls.__name__ in ("SparseTensor", "CompressedTensor"):  # classes of this package's own
        return "Tensor"
    written_in_c = not cls.__flags__ & 1 << 9 and cls.__module__ != "builtins"
    return f"{cls.__module__}.{cls.__name__}" if written_in_c else "torch.Size" if isinstance(value, Size) else cls.__name__


def out_of_memory(error: MemoryError) -> RuntimeError:
    """What PyTorch's allocator says of memory that is not there."""
    shape, dtype = getattr(error, "shape", ()), getattr(error, "dtype", None)
    wanted = "" if dtype is None else f": you tried to allocate {math.prod(shape) * dtype.itemsize} bytes"
    return RuntimeError(f"DefaultCPUAllocator: can't allocate memory{wanted}. Error code 12 (Cannot allocate memory)")


def broadcast_message(shapes: list[tuple[int, ...]]) -> str | None:
    """PyTorch's text for the first dimension, from the right, in which two shapes do not fit."""
    known: list[int] = []  # from the right
    for shape in shapes:
        for back, b in enumerate(shape[::-1]):
            if back == len(known):
                known.append(b)
            elif (a := known[back]) == 1:
                known[back] = b
            elif b != a and b != 1:
                dim = max(len(known), len(shape)) - back - 1
                return f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}"
    return None


def refusal(op: Op, dtype: np.dtype[Any], args: tuple[Any, ...] = ()) -> Exception:
    """The exception for a dtype that an op has no kernel for."""
    text = op.refusals.get(dtype.kind)
    if text is not None:
        return RuntimeError(text)
    if op.name == "clamp_tensors" and args and args[0]._array.dtype.kind != "c":  # the limits are complex, so it is the kernel that refuses
        label = "clamp_cpu" if None not in args else _LABELS["clamp_min_tensor" if args[2] is None else "clamp_max_tensor"]
        return NotImplementedError(f"\"{label}\" not implemented for '{type_name(dtype)}'")
    if op.name in ("nll_loss_plain", "nll_loss_images"):  # whose shapes and targets PyTorch looks at first
        from ..._array.nn.losses import check_weighted

        scores, target, weight = args[:3]
        check_weighted(scores._array, target._array, None if weight is None else weight._array)
    if dtype.kind == "c" and op.name in _NOT_COMPLEX:
        return NotImplementedError(_NOT_COMPLEX[op.name])
    label = _LABELS.get(op.name) or _LABELS.get(op.name.removesuffix("_over_all")) or f"{op.name.removesuffix('_over_all')}_cpu"
    return NotImplementedError(f"\"{label}\" not implemented for '{type_name(dtype)}'")


_NO_CLAMP = "clamp is not supported for complex types"
#: What some ops say of complex numbers before they look for a kernel.
_NOT_COMPLEX = {
    **{name: f"{name} is not supported for complex inputs" for name in ("floor", "ceil", "trunc")},
    **dict.fromkeys(("clamp_scalars", "clamp_tensors", "clamp_min_scalar", "clamp_max_scalar", "relu", "hardtanh"), _NO_CLAMP),
    "sign": "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.",
    "signbit": "signbit is not implemented for complex tensors.",
}


def refused_at_once(op: Op, dtype: np.dtype[Any]) -> bool:
    """Whether an op refuses numbers of a type before it looks at shapes."""
    return dtype.kind == "c" and op.name in _NOT_COMPLEX


#: Names that PyTorch's kernels have in these errors, where they are not the op's with `_cpu`.
_LABELS = {
    **{name: f"{name}_vml_cpu" for name in ("floor", "ceil", "trunc", "round", "erf", "erfc", "erfinv", "lgamma", "i0")},
    **{name: name for name in ("trace", "pow", "digamma", "max_all", "min_all")},
    "round_decimals": "round_cpu", "amin": "min_values_cpu", "amax": "max_values_cpu", "addcmul": "addcmul_cpu_out",
    "logcumsumexp": "logcumsumexp_out_cpu", "floor_divide": "div_floor_cpu",
    "bitwise_left_shift": "lshift_cpu", "bitwise_right_shift": "rshift_cpu", "clamp_min_tensor": "maximum_cpu",
    "clamp_max_tensor": "minimum_cpu", "median_dim": "median_out", "ndtr": "erf_vml_cpu",
    "im2col": "im2col_out_cpu", "col2im": "col2im_out_cpu", "max_unpool2d_to": "max_unpool2d", "max_unpool3d_to": "max_unpool3d",
    **{f"pad_reflect{n}d": f"reflection_pad{n}d" for n in (1, 2, 3)}, **{f"pad_replicate{n}d": f"replication_pad{n}d" for n in (1, 2, 3)},
    "native_layer_norm": "LayerNormKernelImpl", "group_norm_of": "GroupNormKernelImpl", "native_batch_norm": "batch_norm",
    "nll_loss_plain": "nll_loss_out_frame", "nll_loss_images": "nll_loss2d_forward_out_frame", "gelu": "GeluKernelImpl",
    "logsigmoid": "log_sigmoid_cpu", "celu": "elu_cpu", "glu_of": "glu_cpu", "softshrink": "softshrink_check",
    "adaptive_avg": "adaptive_avg_pool2d", "adaptive_avg3d": "adaptive_avg_pool3d_cpu",
    **{f"resample_{mode}{n}d": "compute_indices_weights_nearest" for mode in ("nearest", "nearest_exact") for n in (1, 3)},
    **{f"resample_{mode}2d": "upsample_nearest2d_channels_last" for mode in ("nearest", "nearest_exact")},
    **{f"resample_{mode}": "compute_indices_weights_linear" for mode in ("linear1d", "trilinear3d")},
    "resample_bilinear2d": "upsample_bilinear2d_channels_last", "resample_bicubic2d": "compute_indices_weights_cubic",
    **{f"resample_{mode}2d_aa": "compute_index_ranges_weights" for mode in ("bilinear", "bicubic", "lanczos")},
    "rrelu_of_mean": "leaky_relu_cpu", "rrelu_with_noise": "rrelu_with_noise_out_cpu",
    "bce": "binary_cross_entropy", "bce_weighted": "binary_cross_entropy",
    "bce_with_logits": "log_sigmoid_cpu", "bce_with_logits_weighted": "log_sigmoid_cpu",
    "grid_sampler_2d": "grid_sampler_2d_cpu_kernel_impl", "grid_sampler_3d": "grid_sampler3d_cpu",
}



type_name = scalar_name
