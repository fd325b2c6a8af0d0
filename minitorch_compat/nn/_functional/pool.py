"""Pooling. https://docs.pytorch.org/docs/stable/nn.functional.html#pooling-functions"""
from __future__ import annotations

from typing import Any

from ..._array.pool import adaptive_matrix
from ..._bindings import functions as ops
from ..._dispatch.call import caller
from .conv import _batched, _tuple

_adaptive_avg, _adaptive_max, _pool_scatter = caller("adaptive_avg"), caller("adaptive_max"), caller("pool_scatter")
_max_pools = {n: caller(f"max_pool{n}d_with_places") for n in (1, 2, 3)}
_avg_pools = {n: caller(f"avg_pool{n}d_plain") for n in (1, 2, 3)}
_fractional_pools = {n: caller(f"fractional_max{n}d") for n in (2, 3)}


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


def max_pool3d_with_indices(input: Any, kernel_size: Any, stride: Any = None, padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False,
                            return_indices: bool = False) -> Any:
    """`max_pool3d` with the places of the maxima."""
    return _max(3, input, kernel_size, stride, padding, dilation, ceil_mode, True)


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


def adaptive_max_pool1d_with_indices(input: Any, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool1d` with the places of the maxima."""
    return _adaptive_maximum(1, input, output_size, True)


def adaptive_max_pool2d_with_indices(input: Any, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool2d` with the places of the maxima."""
    return _adaptive_maximum(2, input, output_size, True)


def adaptive_max_pool3d_with_indices(input: Any, output_size: Any, return_indices: bool = False) -> Any:
    """`adaptive_max_pool3d` with the places of the maxima."""
    return _adaptive_maximum(3, input, output_size, True)


def _fractional(n: int, input: Any, kernel_size: Any, output_size: Any, output_ratio: Any, return_indices: bool, samples: Any) -> Any:
    if output_size is None and output_ratio is None:
        raise ValueError(f"fractional_max_pool{n}d requires specifying either an output_size or an output_ratio")
    if output_size is None:
        ratios = _per_dimension(output_ratio, n)
        if len(ratios) > n:
            raise ValueError(f"fractional_max_pool{n}d requires output_ratio to either be a single Int or tuple of Ints.")
        output_size = tuple(int(m * r) for m, r in zip(input.array.shape[-n:], ratios, strict=True))
    x, batched = _batched(input, n, f"fractional_max_pool{n}d")
    if samples is None:
        samples = ops.rand(*x.array.shape[:2], n, dtype=input.dtype)
    values, index = _fractional_pools[n](x, _tuple(kernel_size, n), _tuple(output_size, n), samples)
    if not batched:
        values, index = values.squeeze(0), index.squeeze(0)
    return (values, index) if return_indices else values


def _per_dimension(value: Any, n: int) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, (tuple, list)) else (value,) * n


def fractional_max_pool2d(input: Any, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False,
                          _random_samples: Any = None) -> Any:
    """Maxima over windows at random, nearly even distances, as many as `output_size` or `output_ratio` says."""
    return _fractional(2, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool3d(input: Any, kernel_size: Any, output_size: Any = None, output_ratio: Any = None, return_indices: bool = False,
                          _random_samples: Any = None) -> Any:
    """Maxima over windows at random, nearly even distances, as many as `output_size` or `output_ratio` says."""
    return _fractional(3, input, kernel_size, output_size, output_ratio, return_indices, _random_samples)


def fractional_max_pool2d_with_indices(input: Any, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
                                       return_indices: bool = False, _random_samples: Any = None) -> Any:
    """`fractional_max_pool2d` with the places of the maxima."""
    return _fractional(2, input, kernel_size, output_size, output_ratio, True, _random_samples)


def fractional_max_pool3d_with_indices(input: Any, kernel_size: Any, output_size: Any = None, output_ratio: Any = None,
                                       return_indices: bool = False, _random_samples: Any = None) -> Any:
    """`fractional_max_pool3d` with the places of the maxima."""
    return _fractional(3, input, kernel_size, output_size, output_ratio, True, _random_samples)


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
