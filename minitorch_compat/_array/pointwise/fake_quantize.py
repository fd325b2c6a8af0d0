"""Rounding to the values that a quantized tensor could hold, and grouped matrix products."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.dtypes import c_name, scalar_name
from ..core.execution.blocks import widen_half
from ..core.execution.quiet import quiet
from ..linalg.products import matmul

Array = np.ndarray[Any, np.dtype[Any]]


def _check_range(low: int, high: int, zero_point: Any) -> None:
    if low > high:
        raise RuntimeError("`quant_min` should be less than or         equal to `quant_max`.")
    if zero_point is not None and (np.min(zero_point, initial=low) < low or np.max(zero_point, initial=high) > high):
        raise RuntimeError("`zero_point` must be between `quant_min` and `quant_max`.")


@quiet
def fake_quantize(a: Array, scale: float, zero_point: int, low: int, high: int) -> tuple[Array, Array]:
    """`a` rounded to a grid of steps `scale` with 0 at `zero_point`, clamped to [`low`, `high`]; and the mask of elements not clamped."""
    _check_range(low, high, zero_point)
    if a.dtype.kind not in "fV":
        raise NotImplementedError(f"\"fake_quantize_tensor_cachemask_kernel_type_handling\" not implemented for '{scalar_name(a.dtype)}'")
    step = np.float32(scale)
    x = widen_half(a)
    quantized = zero_point + np.rint(x * (np.float32(1) / step).astype(x.dtype))
    inside = (low <= quantized) & (quantized <= high)
    out = (np.fmin(np.fmax(quantized, low), high) - zero_point).astype(np.float32) * step  # in float32 whatever the dtype of `a`
    return out.astype(a.dtype), inside


@quiet
def fake_quantize_channels(a: Array, scale: Array, zero_point: Array, axis: int, low: int, high: int) -> tuple[Array, Array]:
    """The same with a scale and a zero point per index along `axis`. Infinities and NaN become -2**63, as by C's cast."""
    _check_channels(a, scale, zero_point, axis, low, high)
    shape = [1] * a.ndim
    shape[axis] = -1
    step, zero = scale.astype(np.float32).reshape(shape), widen_half(zero_point).reshape(shape)
    x = widen_half(a)
    rescaled = x * (1 / step).astype(x.dtype)
    integral = zero.dtype.kind == "i"
    quantized = zero + np.rint(rescaled) if integral else np.rint(rescaled + zero)
    quantized = np.where(np.abs(quantized) < 2.0 ** 63, quantized, -2.0 ** 63)
    inside = (low <= quantized) & (quantized <= high)
    quantized = np.clip(quantized, low, high)
    out = (quantized - zero) * step.astype(x.dtype) if integral else (quantized.astype(np.float64) - zero) * step
    return out.astype(a.dtype), inside


def _check_channels(a: Array, scale: Array, zero_point: Array, axis: int, low: int, high: int) -> None:
    if scale.dtype.char not in "fV" and scale.dtype.name != "bfloat16":
        raise RuntimeError(f"Scale must be Float or BFloat16, found {scalar_name(scale.dtype)}")
    if zero_point.dtype.name not in ("int32", "float32", "float16", "bfloat16"):
        raise RuntimeError(f"Zero-point must be Int32, Float or Half, found {scalar_name(zero_point.dtype)}")
    for name, t in (("scale", scale), ("zero point", zero_point)):
        if t.ndim != 1:
            raise RuntimeError(f"{name} should be a 1-D tensor")
    if len(scale) != len(zero_point):
        raise RuntimeError("scale and zero-point need to have the same dimensions")
    if not -a.ndim <= axis < a.ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-a.ndim}, {a.ndim - 1}], but got {axis})")
    if len(scale) != a.shape[axis]:
        raise RuntimeError("dimensions of scale and zero-point are not consistent with input tensor")
    _check_range(low, high, zero_point if zero_point.dtype.kind == "i" else None)
    if axis < 0:
        raise RuntimeError("`axis` must be between 0 and number of dimensions of input")
    if a.dtype.kind not in "fV":
        raise NotImplementedError(
            f"\"fake_quantize_channel_cachemask_cpu_type_handling\" not implemented for '{scalar_name(a.dtype)}'")


def grouped_product(a: Array, b: Array, offsets: Array | None) -> Array:
    """Products of matrices, one per group. Where an operand is a single matrix, `offsets` are the ends of its groups."""
    if offsets is None:
        return _align_rows(matmul(a, b))
    ends = [int(end) for end in offsets]
    cuts = [slice(start, max(start, end)) for start, end in zip([0, *ends[:-1]], ends, strict=True)]
    if a.ndim == b.ndim:
        return _align_rows(np.stack([matmul(a[:, cut], b[cut]) for cut in cuts]) if cuts else np.zeros((0, len(a), b.shape[1]), a.dtype))
    out = np.zeros((len(a), b.shape[2]) if a.ndim == 2 else (a.shape[1], b.shape[1]), a.dtype)
    for group, cut in enumerate(cuts):
        if a.ndim == 2:
            out[cut] = matmul(a[cut], b[group])
        else:
            out[:, cut] = matmul(a[group], b[:, cut])
    return _align_rows(out)


def _align_rows(a: Array) -> Array:
    """The same with rows aligned to multiples of 16 bytes."""
    step = 16 // a.dtype.itemsize
    if a.shape[-1] % step == 0:
        return a
    out = np.empty((*a.shape[:-1], -(-a.shape[-1] // step) * step), a.dtype)[..., :a.shape[-1]]
    out[...] = a
    return out


def check_grouped(a: Array, b: Array, offsets: Array | None, bias: Any, out_dtype: Any) -> None:
    """Raise RuntimeError for operands that `grouped_mm` does not take."""
    for name, m in (("mat_a", a), ("mat_b", b)):
        if m.dtype.kind not in "fV" or m.dtype.char == "d":
            raise RuntimeError(f"Expected {name} to be Float32, BFloat16 or Float16 matrix, got {scalar_name(m.dtype)}")
    for name, m in (("mat_a", a), ("mat_b", b)):
        if m.ndim not in (2, 3):
            raise RuntimeError(f"{name} has to be 2 or 3d")
    _check_groups(a, b, offsets)
    for m in (a, b):
        _check_layout(m)
    if bias is not None:
        raise RuntimeError("Bias not supported yet")
    if a.dtype != b.dtype:
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {c_name(a.dtype)} != {c_name(b.dtype)}")
    if out_dtype is not None and out_dtype != a.dtype:
        raise RuntimeError("Grouped gemm output dtype must match `mat_a` dtype")


def _check_groups(a: Array, b: Array, offsets: Array | None) -> None:
    if a.shape[-1] != b.shape[-2]:
        raise RuntimeError("contraction dimension of mat_a and mat_b must match")
    if (offsets is None) != (a.ndim == b.ndim == 3):
        raise RuntimeError("Have to provide offsets if there is a 2d matrix, or no offset if both matrices are 3d")
    if offsets is None:
        if len(a) != len(b):
            raise RuntimeError("batched dimension has to match")
        return
    if offsets.ndim != 1:
        raise RuntimeError("offs has to be 1D")
    if offsets.dtype != np.int32:
        raise RuntimeError("Offsets have to be int32")
    groups = len(a) if a.ndim == 3 else len(b) if b.ndim == 3 else None
    if groups is not None and groups != len(offsets):
        raise RuntimeError("matrix batch sizes have to match")


def _check_layout(m: Array) -> None:
    """Raise unless rows or columns are contiguous and start at multiples of 16 bytes."""
    size = m.dtype.itemsize
    rows, columns = m.strides[-2:]
    if columns == size and rows >= max(1, m.shape[-1]) * size:
        step = rows
    elif rows == size and columns >= max(1, m.shape[-2]) * size:
        step = columns
    else:
        strides = [stride // size for stride in m.strides]
        raise RuntimeError(f"Invalid strides/sizes, got {strides} for strides and {list(m.shape)} for sizes")
    if step % 16:
        raise RuntimeError("strides should be multiple of 16 bytes")
