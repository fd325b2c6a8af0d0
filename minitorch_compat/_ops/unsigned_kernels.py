"""Unsigned integers of 16, 32 and 64 bits: the ops without a kernel for them in PyTorch, under the kernel's name in errors.

Ops not listed here are supported. Imported when a call has met such a dtype.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.core.dtypes import LIMITED_TYPES, require_kernel

_BY_KERNEL = {
    "add_stub": "add sub rsub rsub_tensor",
    "addmm_impl_cpu_": "mm addmm addbmm linear_2d",
    "addmv_impl_cpu": "mv addmv",
    "clamp_min_scalar_cpu": "clamp_min_scalar relu",
    "clamp_max_scalar_cpu": "clamp_max_scalar",
    "clamp_scalar_cpu": "hardtanh",
    "compute_columns3d": "convolution",
    "compute_indices_weights_cubic": "resample_bicubic2d",
    "compute_indices_weights_nearest": "resample_nearest1d resample_nearest3d resample_nearest_exact1d resample_nearest_exact3d",
    "cross": "linalg_cross",
    "div_floor_cpu": "div_floor floor_divide",
    "dot": "dot vdot",
    "index_fill_cpu": "index_fill_value index_fill_tensor",
    "lshift_cpu": "bitwise_left_shift",
    "masked_fill": "masked_fill_value masked_fill_tensor",
    "max_cpu": "max_dim",
    "max_pool2d": "max_pool2d_and_indices",
    "max_pool3d": "max_pool3d_and_indices",
    "max_values_cpu": "amax",
    "maximum_cpu": "maximum fmax clamp_min_tensor",
    "median_cpu": "median_all",
    "median_out": "median_dim",
    "min_cpu": "min_dim",
    "min_values_cpu": "amin",
    "minimum_cpu": "minimum fmin clamp_max_tensor",
    "nonzero_count_cpu": "nonzero_rows",
    "pow": "pow pow_scalar pow_of_scalar",
    "rshift_cpu": "bitwise_right_shift",
    "scatter_gather_tensor_cpu": "gather scatter_tensor scatter_add",
    "scatter_gather_scalar_cpu": "scatter_value",
    "sign_cpu": "sign sgn",
    "take_put_cpu": "put_flat",
    "tril": "lu_unpack_of",
    "upsample_bilinear2d_channels_last": "resample_bilinear2d",
    "upsample_nearest2d_channels_last": "resample_nearest2d resample_nearest_exact2d",
    "addcmul_cpu_out": "addcmul",
    "bmm": "trilinear",
}
_AS_THE_OP = "baddbmm bmm max_all masked_scatter masked_select min_all trace tril triu"
_WITH_CPU = ("abs addr argmax argmin bincount bitwise_not cummax cummin div_trunc fmod gcd ge gt index_copy kthvalue lcm le logical_and "
             "logical_not logical_or logical_xor lt neg remainder take topk heaviside")
_KERNELS: dict[str, str] = {
    **{op: op for op in _AS_THE_OP.split()}, **{op: f"{op}_cpu" for op in _WITH_CPU.split()},
    **{f"pad_{op}{n}d": f"{kernel}_pad{n}d" for op, kernel in (("reflect", "reflection"), ("replicate", "replication")) for n in (1, 2, 3)},
    **{f"{op}_by": op for op in ("channel_shuffle", "pixel_shuffle", "pixel_unshuffle")},
    **{op: kernel for kernel, ops in _BY_KERNEL.items() for op in ops.split()}}

#: Ops supported if one of the arrays is empty; PyTorch refuses the others all the same.
_NOTHING_TO_DO = (
    "addbmm addmm addmv amax amin argmax argmin baddbmm bmm channel_shuffle_by convolution cummax cummin cumprod cumsum flip "
    "gather linear_2d masked_select max_dim median_all min_dim mm mode mv pixel_shuffle_by pixel_unshuffle_by prod_dim put_flat rot90 "
    "scatter_add scatter_reduce_of scatter_tensor scatter_value sum_dim take trilinear tril triu")
_NONE_OF_NOTHING = frozenset(_NOTHING_TO_DO.split())
#: Ops supported if the first array is 0-d.
_SINGLE = "cummax cummin cumprod cumsum flip kthvalue max_dim min_dim mode topk"
_NOT_OF_ONE = frozenset(_SINGLE.split())


def check_kernel(name: str, values: list[Any], dtype: np.dtype[Any]) -> None:
    """Refuse a call of op `name` on arrays, some of them of `dtype`, and attributes, if PyTorch has no kernel."""
    kernel = _no_kernel(name, values)
    if kernel is not None:
        require_kernel(kernel, dtype)


def _no_kernel(name: str, values: list[Any]) -> str | None:
    if name in _NOT_OF_ONE and not values[0].ndim:
        return None
    if name in _NONE_OF_NOTHING and any(isinstance(v, np.ndarray) and not v.size for v in values):
        return None
    ask = _BY_ATTRIBUTES.get(name)
    return _KERNELS.get(name) if ask is None else ask(values)


def _cast_kernel(dtype: Any, kernel: str) -> str | None:
    """Accumulation in such a dtype is refused; it has to be requested, since sums are int64 by default."""
    return kernel if dtype is not None and np.dtype(dtype).char in LIMITED_TYPES else None


def _add_at(values: list[Any]) -> str:
    return "index_add_" if values[0].ndim < 2 else "add_stub" if values[1] % values[0].ndim else "scatter_gather_tensor_cpu"


def _flip(x: Any, dims: Any) -> str | None:
    """PyTorch copies contiguous rows without checking the dtype."""
    long = [d for d in range(x.ndim) if x.shape[d] > 1]
    if not dims or not long:
        return None
    inner = min(long, key=lambda d: x.strides[d])
    return "flip_cpu" if inner in [d % x.ndim for d in dims] or x.strides[inner] != x.itemsize else None


def _reduce_at(values: list[Any]) -> str | None:
    if values[0].ndim < 2:
        return "index_func_"
    return {"mean": "add_stub", "amin": "minimum_cpu", "amax": "maximum_cpu"}.get(values[4])


def _clamp(values: list[Any]) -> str:
    return "clamp_min_scalar_cpu" if values[2] is None else "clamp_max_scalar_cpu" if values[1] is None else "clamp_scalar_cpu"


def _clamp_tensors(values: list[Any]) -> str:
    return "maximum_cpu" if values[2] is None else "minimum_cpu" if values[1] is None else "clamp_cpu"


#: For these it depends on the attributes.
_BY_ATTRIBUTES: dict[str, Any] = {
    "clamp_scalars": _clamp,
    "clamp_tensors": _clamp_tensors,
    "convolution": lambda values: "compute_columns3d" if values[0].ndim == 5 else "slow_conv2d_cpu",
    "count_nonzero": lambda values: "nonzero_count_cpu" if values[1] is None or values[1] == () or values[1] == [] else None,
    "cumprod": lambda values: _cast_kernel(values[2], "cumprod_out_cpu"),
    "cumsum": lambda values: _cast_kernel(values[2], "cumsum_out_cpu"),
    "flip": lambda values: _flip(*values),
    "index_add": _add_at,
    "index_put_plan": lambda values: "masked_fill" if values[2].masks and values[1].size == 1 and values[0].ndim else "index_put",
    "index_reduce": _reduce_at,
    "index_select": lambda values: "index_select" if values[0].ndim < 2 else None,
    "mode": lambda values: "mode_cpu",
    "prod_dim": lambda values: _cast_kernel(values[3], "prod_out_cpu"),
    "rot90": lambda values: _flip(values[0], ((), values[2][1:], values[2], values[2][:1])[values[1] % 4]),
    "scatter_reduce_of": lambda values: "scatter_gather_tensor_cpu" + ("" if values[4] in ("sum", "prod") else f"_reduce_{values[4]}"),
    "sum_dim": lambda values: _cast_kernel(values[3], "sum_cpu"),
}
