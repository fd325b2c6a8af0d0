"""Convolution, pooling, unfolding. https://docs.pytorch.org/docs/stable/nn.functional.html#convolution-functions"""
from __future__ import annotations

from typing import Any

from ..._array.pool import adaptive_matrix
from ..._bindings import functions as ops
from ..._dispatch.call import caller

_conv, _conv_transpose, _adaptive_avg, _adaptive_max = (
    caller(n) for n in ("convolution", "convolution_transpose", "adaptive_avg", "adaptive_max"))
_max_pools = {n: caller(f"max_pool{n}d_with_places") for n in (1, 2, 3)}
_avg_pools = {n: caller(f"avg_pool{n}d_plain") for n in (1, 2, 3)}
_pool_scatter = caller("pool_scatter")


def _tuple(value: Any, n: int, name: str = "") -> tuple[int, ...]:
    """One number for all spatial dimensions, or one each."""
    if value.__class__ is int:
        return (value,) * n
    if isinstance(value, (tuple, list)):
        if len(value) == 1:
            return (int(value[0]),) * n
        if len(value) != n:
            raise RuntimeError(f"expected {name} to be a single integer value or a list of {n} values to match the convolution dimensions, "
                               f"but got {name}={list(value)}")
        return tuple(int(v) for v in value)
    return (int(value),) * n


def _batched(input: Any, n: int, name: str) -> tuple[Any, bool]:
    """The input with a batch dimension, and whether it had one."""
    ndim = input.array.ndim
    if ndim == n + 2:
        return input, True
    if ndim == n + 1:
        return input.unsqueeze(0), False
    raise RuntimeError(f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got "
                       f"input of size: {list(input.array.shape)}")


def _same_padding(input: Any, weight: Any, dilation: tuple[int, ...], stride: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    """Padding that keeps the size; an odd one is put at the end first."""
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' is not supported for strided convolutions")
    total = [d * (k - 1) for d, k in zip(dilation, weight.array.shape[2:], strict=True)]
    if any(t % 2 for t in total):
        extra = []
        for t in reversed(total):
            extra += [0, t % 2]
        input = ops.constant_pad_nd(input, extra)
    return input, tuple(t // 2 for t in total)


def _convolve(n: int, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> Any:
    x, batched = _batched(input, n, f"conv{n}d")
    if weight.array.ndim != n + 2:
        raise RuntimeError(f"Expected {n + 2}-dimensional weight for {n + 2}-dimensional input, but got weight of size "
                           f"{list(weight.array.shape)}")
    step, spread = _tuple(stride, n, "stride"), _tuple(dilation, n, "dilation")
    if any(s <= 0 for s in step):
        raise RuntimeError("non-positive stride is not supported")
    if padding == "same":
        x, pads = _same_padding(x, weight, spread, step)
    elif padding == "valid":
        pads = (0,) * n
    elif isinstance(padding, str):
        raise RuntimeError(f"Invalid padding string: '{padding}'")
    else:
        pads = _tuple(padding, n, "padding")
    if any(p < 0 for p in pads):
        raise RuntimeError("negative padding is not supported")
    out = _conv(x, weight, bias, step, pads, spread, groups)
    return out if batched else out.squeeze(0)


def conv1d(input: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Any:
    """Cross-correlation of signals (N, C, L) with a kernel (O, C / groups, K)."""
    return _convolve(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Any:
    """Cross-correlation of images (N, C, H, W) with a kernel (O, C / groups, KH, KW)."""
    return _convolve(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, dilation: Any = 1, groups: int = 1) -> Any:
    """Cross-correlation of volumes (N, C, D, H, W) with a kernel (O, C / groups, KD, KH, KW)."""
    return _convolve(3, input, weight, bias, stride, padding, dilation, groups)


def _transposed(n: int, input: Any, weight: Any, bias: Any, stride: Any, padding: Any, output_padding: Any, groups: int,
                dilation: Any) -> Any:
    x, batched = _batched(input, n, f"conv_transpose{n}d")
    out = _conv_transpose(x, weight, bias, _tuple(stride, n), _tuple(padding, n), _tuple(output_padding, n), _tuple(dilation, n), groups)
    return out if batched else out.squeeze(0)


def conv_transpose1d(input: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1,
                     dilation: Any = 1) -> Any:
    """The transpose of `conv1d`; the kernel is (C, O / groups, K)."""
    return _transposed(1, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose2d(input: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1,
                     dilation: Any = 1) -> Any:
    """The transpose of `conv2d`; the kernel is (C, O / groups, KH, KW)."""
    return _transposed(2, input, weight, bias, stride, padding, output_padding, groups, dilation)


def conv_transpose3d(input: Any, weight: Any, bias: Any = None, stride: Any = 1, padding: Any = 0, output_padding: Any = 0, groups: int = 1,
                     dilation: Any = 1) -> Any:
    """The transpose of `conv3d`; the kernel is (C, O / groups, KD, KH, KW)."""
    return _transposed(3, input, weight, bias, stride, padding, output_padding, groups, dilation)


def _max(n: int, input: Any, kernel_size: Any, stride: Any, padding: Any, dilation: Any, ceil_mode: bool, return_indices: bool) -> Any:
    x, batched = _batched(input, n, f"max_pool{n}d")
    kernel = _tuple(kernel_size, n)
    step = kernel if stride is None or stride == [] else _tuple(stride, n)
    values, index = _max_pools[n](x, kernel, step, _tuple(padding, n), _tuple(dilation, n), ceil_mode)
    if not batched:
        values, index = values.squeeze(0), index.squeeze(0)
    return (values, index) if return_indices else values


def max_pool1d(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False,
               return_indices: bool = False) -> Any:
    """Maxima over windows of signals."""
    return _max(1, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool2d(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False,
               return_indices: bool = False) -> Any:
    """Maxima over windows of images."""
    return _max(2, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool3d(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False,
               return_indices: bool = False) -> Any:
    """Maxima over windows of volumes."""
    return _max(3, input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


def max_pool1d_with_indices(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Any:
    """`max_pool1d` with the places of the maxima."""
    return _max(1, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def max_pool2d_with_indices(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Any:
    """`max_pool2d` with the places of the maxima."""
    return _max(2, input, kernel_size, stride, padding, dilation, ceil_mode, True)


def _avg(n: int, input: Any, kernel_size: Any, stride: Any, padding: Any, ceil_mode: bool, count_include_pad: bool, divisor: Any) -> Any:
    x, batched = _batched(input, n, f"avg_pool{n}d")
    kernel = _tuple(kernel_size, n)
    step = kernel if stride is None or stride == [] else _tuple(stride, n)
    out = _avg_pools[n](x, kernel, step, _tuple(padding, n), ceil_mode, count_include_pad, divisor)
    return out if batched else out.squeeze(0)


def avg_pool1d(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False,
               count_include_pad: bool = True) -> Any:
    """Means over windows of signals."""
    return _avg(1, input, kernel_size, stride, padding, ceil_mode, count_include_pad, None)


def avg_pool2d(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True,
               divisor_override: int | None = None) -> Any:
    """Means over windows of images."""
    return _avg(2, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def avg_pool3d(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, ceil_mode: bool = False, count_include_pad: bool = True,
               divisor_override: int | None = None) -> Any:
    """Means over windows of volumes."""
    return _avg(3, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override)


def _sizes(input: Any, output_size: Any, n: int) -> tuple[int, ...]:
    given = (output_size,) * n if isinstance(output_size, int) else tuple(output_size)
    given = given * n if len(given) == 1 else given
    return tuple(have if want is None else want for want, have in zip(given, input.array.shape[-n:], strict=True))


def _adaptive_mean(n: int, input: Any, output_size: Any) -> Any:
    x, batched = _batched(input, n, f"adaptive_avg_pool{n}d")
    sizes = _sizes(x, output_size, n)
    if all(s == 1 for s in sizes):
        out = x.mean(tuple(range(-n, 0)), keepdim=True)
    else:
        out = _adaptive_avg(x, tuple(adaptive_matrix(a, b, x.array.dtype) for a, b in zip(x.array.shape[2:], sizes, strict=True)))
    return out if batched else out.squeeze(0)


def adaptive_avg_pool1d(input: Any, output_size: Any) -> Any:
    """Means over windows that give `output_size` results."""
    return _adaptive_mean(1, input, output_size)


def adaptive_avg_pool2d(input: Any, output_size: Any) -> Any:
    """Means over windows that give `output_size` results per dimension."""
    return _adaptive_mean(2, input, output_size)


def adaptive_avg_pool3d(input: Any, output_size: Any) -> Any:
    """Means over windows that give `output_size` results per dimension."""
    return _adaptive_mean(3, input, output_size)


def _adaptive_maximum(n: int, input: Any, output_size: Any, return_indices: bool) -> Any:
    x, batched = _batched(input, n, f"adaptive_max_pool{n}d")
    values, index = _adaptive_max(x, _sizes(x, output_size, n))
    if not batched:
        values, index = values.squeeze(0), index.squeeze(0)
    return (values, index) if return_indices else values


def adaptive_max_pool1d(input: Any, output_size: Any, return_indices: bool = False) -> Any:
    """Maxima over windows that give `output_size` results."""
    return _adaptive_maximum(1, input, output_size, return_indices)


def adaptive_max_pool2d(input: Any, output_size: Any, return_indices: bool = False) -> Any:
    """Maxima over windows that give `output_size` results per dimension."""
    return _adaptive_maximum(2, input, output_size, return_indices)


def adaptive_max_pool3d(input: Any, output_size: Any, return_indices: bool = False) -> Any:
    """Maxima over windows that give `output_size` results per dimension."""
    return _adaptive_maximum(3, input, output_size, return_indices)


def _unpool(n: int, input: Any, indices: Any, kernel_size: Any, stride: Any, padding: Any, output_size: Any) -> Any:
    x, batched = _batched(input, n, f"max_unpool{n}d")
    index = indices if batched else indices.unsqueeze(0)
    kernel = _tuple(kernel_size, n)
    step = kernel if stride is None else _tuple(stride, n)
    pads = _tuple(padding, n)
    size = tuple((m - 1) * s - 2 * p + k for m, s, p, k in zip(x.array.shape[2:], step, pads, kernel, strict=True))
    if output_size is not None:
        size = tuple(output_size)[-n:]
    out = _pool_scatter(x, index, size)
    return out if batched else out.squeeze(0)


def max_unpool1d(input: Any, indices: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, output_size: Any = None) -> Any:
    """Maxima put back at their places, 0 elsewhere."""
    return _unpool(1, input, indices, kernel_size, stride, padding, output_size)


def max_unpool2d(input: Any, indices: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, output_size: Any = None) -> Any:
    """Maxima put back at their places, 0 elsewhere."""
    return _unpool(2, input, indices, kernel_size, stride, padding, output_size)


def max_unpool3d(input: Any, indices: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, output_size: Any = None) -> Any:
    """Maxima put back at their places, 0 elsewhere."""
    return _unpool(3, input, indices, kernel_size, stride, padding, output_size)


def _power_mean(n: int, input: Any, norm_type: float, kernel_size: Any, stride: Any, ceil_mode: bool) -> Any:
    kernel = _tuple(kernel_size, n)
    count = 1
    for k in kernel:
        count *= k
    out = _avg(n, input.pow(norm_type), kernel, stride, 0, ceil_mode, True, None)
    return (out.sign() * out.abs().clamp_min(0) * count).pow(1.0 / norm_type)


def lp_pool1d(input: Any, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> Any:
    """Power means over windows of signals."""
    return _power_mean(1, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool2d(input: Any, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> Any:
    """Power means over windows of images."""
    return _power_mean(2, input, norm_type, kernel_size, stride, ceil_mode)


def lp_pool3d(input: Any, norm_type: float, kernel_size: Any, stride: Any = None, ceil_mode: bool = False) -> Any:
    """Power means over windows of volumes."""
    return _power_mean(3, input, norm_type, kernel_size, stride, ceil_mode)


def unfold(input: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Any:
    """The patches under a moving kernel as columns: (N, C * K, L)."""
    x, batched = _batched(input, 2, "unfold")
    k, d, p, s = _tuple(kernel_size, 2), _tuple(dilation, 2), _tuple(padding, 2), _tuple(stride, 2)
    padded = ops.constant_pad_nd(x, (p[1], p[1], p[0], p[0]))
    n, c, height, width = padded.array.shape
    rows, columns = [(m - e * (f - 1) - 1) // t + 1 for m, e, f, t in zip((height, width), d, k, s, strict=True)]
    if rows < 1 or columns < 1:
        raise RuntimeError(f"Given input with spatial size ({height - 2 * p[0]}, {width - 2 * p[1]}), kernel_size=({k[0]}, {k[1]}), "
                           f"dilation=({d[0]}, {d[1]}), padding=({p[0]}, {p[1]}), stride=({s[0]}, {s[1]}), calculated shape of the array "
                           f"of sliding blocks as ({rows}, {columns}), but its components must be at least one.")
    strides = (c * height * width, height * width, width * d[0], d[1], width * s[0], s[1])
    windows = padded.contiguous().as_strided((n, c, *k, rows, columns), strides)
    out = windows.reshape(n, c * k[0] * k[1], rows * columns)
    return out if batched else out.squeeze(0)


def fold(input: Any, output_size: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0, stride: Any = 1) -> Any:
    """Columns put back as overlapping patches, added up: the transpose of `unfold`."""
    x = input if input.array.ndim == 3 else input.unsqueeze(0)
    o, k, d, p, s = (_tuple(v, 2) for v in (output_size, kernel_size, dilation, padding, stride))
    n, rows, length = x.array.shape
    if rows % (k[0] * k[1]):
        raise RuntimeError(f"Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got "
                           f"input.size(1)={rows} and kernel_size=({k[0]}, {k[1]}).")
    c = rows // (k[0] * k[1])
    height, width = o[0] + 2 * p[0], o[1] + 2 * p[1]
    out_rows, out_columns = [(m - e * (f - 1) - 1) // t + 1 for m, e, f, t in zip((height, width), d, k, s, strict=True)]
    if out_rows * out_columns != length:
        raise RuntimeError(f"Given output_size=({o[0]}, {o[1]}), kernel_size=({k[0]}, {k[1]}), dilation=({d[0]}, {d[1]}), padding=({p[0]}, "
                           f"{p[1]}), stride=({s[0]}, {s[1]}), expected size of input's dimension 2 to match the calculated number of "
                           f"sliding blocks {out_rows} * {out_columns} = {out_rows * out_columns}, but got input.size(2)={length}.")
    windows = x.reshape(n, c, *k, out_rows, out_columns)
    strides = (c * height * width, height * width, width * d[0], d[1], width * s[0], s[1])
    full = caller("as_strided_transpose")(windows, (n, c, height, width), (n, c, *k, out_rows, out_columns), strides, 0)
    out = full[:, :, p[0]:p[0] + o[0], p[1]:p[1] + o[1]] if any(p) else full
    return out if input.array.ndim == 3 else out.squeeze(0)
