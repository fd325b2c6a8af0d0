"""Interpolation and sampling at the points of a grid. https://docs.pytorch.org/docs/stable/nn.functional.html#vision-functions"""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.user_warnings import warn
from ..._array.nn.resampling import upsample as k
from ..._array.nn.resampling.grid_sample import affine_base
from ..._bindings.settings.constants import channels_last
from ..._dispatch.call.autocast import in_single_precision
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import TensorBase
from ..._engine.composite.nodes import one_node
from ..._fidelity.argument_checks import check_native
from .arguments import requires_tensor
from .pool import _adaptive_avg_pool

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

#: The numbers of the modes and paddings of `grid_sample` in PyTorch's C++ code.
GRID_SAMPLE_INTERPOLATION_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
GRID_SAMPLE_PADDING_MODES = {"zeros": 0, "border": 1, "reflection": 2}

_grid_samplers = {n: caller(f"grid_sampler_{n}d") for n in (2, 3)}
_DIMS = {"linear": 1, "bilinear": 2, "trilinear": 3, "bicubic": 2, "lanczos": 2}


def interpolate(input: Tensor, size: int | Sequence[int] | None = None, scale_factor: float | Sequence[float] | None = None,
                mode: str = "nearest", align_corners: bool | None = None, recompute_scale_factor: bool | None = None,
                antialias: bool = False) -> Tensor:
    """Resize sequences, images or volumes.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, H x W, or D x H x W.
    size : int or ints, optional
        The new size.
    scale_factor : float or floats, optional
        The factor, instead of `size`.
    mode : str, default 'nearest'
        'nearest', 'nearest-exact', 'linear' (sequences), 'bilinear', 'bicubic' and 'lanczos' (images), 'trilinear'
        (volumes), 'area'.
    align_corners : bool, optional
        Whether the centers of the outermost pixels stay where they are, instead of the edges.
    recompute_scale_factor : bool, optional
        Compute the scale again from the rounded size.
    antialias : bool, default False
        Average when sizes shrink; for 'bilinear' and 'bicubic'.

    Returns
    -------
    Tensor
        batch x channels x the new size.

    Raises
    ------
    ValueError
        Neither or both of `size` and `scale_factor` are given, or do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.interpolate

    Examples
    --------
    >>> torch.nn.functional.interpolate(torch.tensor([[[1., 2.]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    >>> torch.nn.functional.interpolate(torch.tensor([[[1., 2.]]]), size=4, mode="linear")
    tensor([[[1.0000, 1.2500, 1.7500, 2.0000]]])
    """
    if mode in ("nearest", "nearest-exact", "area"):
        if align_corners is not None:
            raise ValueError("align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear")
    elif align_corners is None:
        align_corners = False
    sizes, factors = _output_size(input, size, scale_factor, recompute_scale_factor or mode == "area")
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if antialias and not (mode in ("bilinear", "bicubic", "lanczos") and input._array.ndim == 4):
        raise ValueError("Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input")
    if mode == "lanczos" and not antialias:
        raise ValueError("Lanczos mode requires antialias=True")
    if mode == "lanczos" and align_corners:
        raise ValueError("Lanczos mode does not support align_corners=True")
    return resample(input, sizes, factors, mode, align_corners, antialias)


def _output_size(input: Any, size: Any, scale_factor: Any, recompute: bool | None) -> tuple[Any, Any]:
    """The output sizes, or the factors; the other is None."""
    n = max(input.dim() - 2, 0)
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is not None:
        sizes = _expand_to_list(size, n, "output size", input)
        if isinstance(size, (tuple, list)) and [m for m in size if not (isinstance(m, (int, np.integer)) or _is_integer_tensor(m))]:
            raise TypeError("expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], but got size with "
                            f"types {[type(m) for m in size]}")
        return sizes, None
    if scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    factors = _expand_to_list(scale_factor, n, "scale_factor", input)
    return ([int(m * f) for m, f in zip(input._array.shape[2:], factors, strict=True)], None) if recompute else (None, factors)


def _is_integer_tensor(value: Any) -> bool:
    return isinstance(value, TensorBase) and value._array.dtype.kind in "iub"


def _expand_to_list(value: Any, n: int, what: str, input: Any) -> Any:
    if not isinstance(value, (tuple, list)):
        return [value] * n
    if len(value) != n:
        partner, shown, letter = ("output", value, "o") if what == "output size" else (what, f"shape {value}", "s")
        raise ValueError(f"Input and {partner} must have the same number of spatial dimensions, but got input with spatial dimensions of "
                         f"{list(input.shape[2:])} and {what} of {shown}. Please provide input tensor in (N, C, d1, d2, ...,dK) format "
                         f"and {what} in ({letter}1, {letter}2, ...,{letter}K) format.")
    return value


def _check_types(n: int, input: Any, sizes: Any, factors: Any, mode: str, align: Any, antialias: bool) -> None:
    """Refuse sizes, factors and an `align` of wrong types, as PyTorch's native functions do."""
    kinds = set(map(type, factors if sizes is None else sizes))
    if kinds <= ({int, float} if sizes is None else {int}) and (align.__class__ is bool or mode not in _DIMS):
        return
    if mode != "area" and any(isinstance(f, TensorBase) for f in factors or ()):
        native = f"upsample_{'nearest' if mode not in _DIMS else mode}{n}d"
        raise argument_messages.wrong_combination(native, (input, sizes, *([align] if mode in _DIMS else ()), factors), {})
    if mode == "area":
        check_native(f"adaptive_avg_pool{n}d", input, sizes)
    elif mode in _DIMS:
        check_native(_native(n, mode, antialias), input, sizes, align, factors)
    else:
        check_native(_native(n, mode, antialias), input, sizes, factors)


def _native(n: int, mode: str, antialias: bool) -> str:
    """The name of PyTorch's native function."""
    if mode == "area":
        return f"adaptive_avg_pool{n}d"
    if mode in _DIMS:
        return f"{'_' * antialias}upsample_{mode}{n}d{'_aa' * antialias}"
    return f"upsample_nearest{n}d" if mode == "nearest" else f"_upsample_nearest_exact{n}d"


def resample(input: Any, sizes: Any, factors: Any, mode: str, align: Any, antialias: bool) -> Any:
    """`interpolate` in one of its modes. Sizes or factors may be None; if neither is, the result has the sizes, and the factors
    decide at which positions the input is read."""
    have = input._array.shape[2:]
    n = len(have)
    if n not in (1, 2, 3) or mode not in ("nearest", "nearest-exact", "area", *_DIMS) or mode in ("bicubic", "lanczos") and n != 2:
        raise NotImplementedError("Input Error: Only 3D, 4D and 5D input Tensors supported "
                                  f"(got {input._array.ndim}D) for the modes: nearest | linear | bilinear | bicubic | trilinear | "
                                  f"lanczos | area | nearest-exact (got {mode})")
    if mode in _DIMS and _DIMS[mode] != n:
        raise NotImplementedError(f"Got {n + 2}D input, but {mode} mode needs {_DIMS[mode] + 2}D input")
    _check_types(n, input, sizes, factors, mode, align, antialias)
    if sizes is None:
        if not all(math.isfinite(f) and m * f < 1 << 63 for m, f in zip(have, factors, strict=True)):
            raise RuntimeError("value cannot be converted to type int64_t without overflow")
        sizes = [math.floor(float(m) * f) for m, f in zip(have, factors, strict=True)]
    sizes = tuple([m if m.__class__ is int else int(m) for m in sizes])
    if math.prod(shape := [*input._array.shape[:2], *sizes]) * input._array.dtype.itemsize >= 1 << 63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={shape}")
    if mode == "area":
        return _adaptive_avg_pool(n, input, sizes)
    dtype = input._array.dtype
    direct = mode not in _DIMS and n == 2 and (factors is not None or dtype.char == "d") and _is_direct_nearest(input, sizes)
    name = f"resample_{mode.replace('-', '_')}{n}d{'_aa' * antialias}"
    return caller(name)(input,
                        _resampling_geometry(input._array.shape, dtype, sizes, None if factors is None else tuple(factors), mode, align,
                                                    antialias, direct))


@lru_cache(maxsize=256)
def _resampling_geometry(shape: tuple[int, ...], dtype: Any, sizes: tuple[int, ...], factors: tuple[float, ...] | None, mode: str,
                         align: bool,
                         antialias: bool, direct: bool) -> k.Axes:
    """The description of spatial dimensions for the kernel, cached for the next call."""
    have, n, kind = shape[2:], len(sizes), dtype.char
    scales = [None] * n if factors is None else [f if f is None else float(f) for f in factors]
    if min(sizes) < 1 or min(have) < 1:
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({_sizes_by_axis(have)})"
                           f"{' and' * (n == 1)} output ({_sizes_by_axis(sizes)})")
    if not shape[1]:
        raise RuntimeError(f"Non-empty {n + 2}D data tensor expected but got a tensor with sizes {list(shape)}")
    places = zip(have, sizes, scales, strict=True)
    if mode not in _DIMS:
        axes = [k.nearest(a, b, kind, s, mode != "nearest", direct) for a, b, s in places]
    elif antialias:
        if dtype.itemsize == 2 and dtype.kind in "fV" and have != sizes:
            raise NotImplementedError(f"\"compute_index_ranges_weights\" not implemented for '{type_name(dtype)}'")
        axes = [k.antialias(a, b, kind, align, s, mode) for a, b, s in places]
    else:
        make = k.cubic if mode == "bicubic" else k.linear
        axes = [make(a, b, kind, align, s) for a, b, s in places]
    return k.axes(axes, align, scales)


def _is_direct_nearest(input: Any, sizes: tuple[int, ...]) -> bool:
    """Whether PyTorch has a separate kernel for the nearest elements of these images, see `upsample.nearest`."""
    return sum(sizes) <= 128 or bool(input._array.shape[1] > 3 and input.is_contiguous(memory_format=channels_last))


def _sizes_by_axis(sizes: Any) -> str:
    return ", ".join(f"{axis}: {n}" for axis, n in zip("DHW"[-len(sizes):], sizes, strict=True))


def upsample(input: Any, size: Any = None, scale_factor: Any = None, mode: str = "nearest", align_corners: bool | None = None) -> Tensor:
    """Deprecated: makes sequences, images or volumes larger; see `interpolate`.

    Parameters
    ----------
    input : Tensor
        batch x channels x L, H x W, or D x H x W.
    size : int or ints, optional
        The new size.
    scale_factor : float or floats, optional
        The factor, instead of `size`.
    mode : str, default 'nearest'
        As for `interpolate`.
    align_corners : bool, optional
        Whether the centers of the outermost pixels stay where they are.

    Returns
    -------
    Tensor
        batch x channels x the new size.

    References
    ----------
    PyTorch: torch.nn.functional.upsample

    Examples
    --------
    >>> torch.nn.functional.upsample(torch.tensor([[[1., 2.]]]), scale_factor=2)
    tensor([[[1., 1., 2., 2.]]])
    """
    return _deprecated_interpolation("upsample", input, size, scale_factor, mode, align_corners)


def _deprecated_interpolation(name: str, *args: Any) -> Tensor:
    """Warn about a deprecated function and call the one in its place, which tensors that override functions see."""
    from ..functional import interpolate as overridable

    warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.", UserWarning)
    return overridable(*args)


def upsample_nearest(input: Any, size: Any = None, scale_factor: Any = None) -> Tensor:
    """Deprecated: makes images larger by repeating pixels; see `interpolate`.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or D x H x W.
    size : int or ints, optional
        The new size.
    scale_factor : int, optional
        The factor, instead of `size`.

    Returns
    -------
    Tensor
        batch x channels x the new size.

    References
    ----------
    PyTorch: torch.nn.functional.upsample_nearest

    Examples
    --------
    >>> torch.nn.functional.upsample_nearest(torch.tensor([[[[1., 2.]]]]), scale_factor=2)
    tensor([[[[1., 1., 2., 2.],
              [1., 1., 2., 2.]]]])
    """
    return _deprecated_interpolation("upsample_nearest", input, size, scale_factor, "nearest")


def upsample_bilinear(input: Any, size: Any = None, scale_factor: Any = None) -> Tensor:
    """Deprecated: makes images larger by linear interpolation, corners aligned; see `interpolate`.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W.
    size : int or ints, optional
        The new size.
    scale_factor : int or ints, optional
        The factor, instead of `size`.

    Returns
    -------
    Tensor
        batch x channels x the new size.

    References
    ----------
    PyTorch: torch.nn.functional.upsample_bilinear

    Examples
    --------
    >>> torch.nn.functional.upsample_bilinear(torch.tensor([[[[1., 2.], [3., 4.]]]]), size=(3, 3))
    tensor([[[[1.0000, 1.5000, 2.0000],
              [2.0000, 2.5000, 3.0000],
              [3.0000, 3.5000, 4.0000]]]])
    """
    return _deprecated_interpolation("upsample_bilinear", input, size, scale_factor, "bilinear", True)


def _parse_align_corners(align_corners: bool | None) -> bool:
    if align_corners is None:
        warn("Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
             "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details.", UserWarning)
    return bool(align_corners)


@requires_tensor("grid_sampler")
def grid_sample(input: Tensor, grid: Tensor, mode: str = "bilinear", padding_mode: str = "zeros",
                align_corners: bool | None = None) -> Tensor:
    """Read images at given positions, also between pixels.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W, or D x H x W.
    grid : Tensor
        batch x H' x W' x 2 (or 3): coordinates x before y; -1 and 1 are the borders.
    mode : str, default 'bilinear'
        'bilinear', 'nearest', or, for images, 'bicubic'.
    padding_mode : str, default 'zeros'
        The values beyond the borders: 'zeros', 'border' or 'reflection'.
    align_corners : bool, optional
        Whether -1 and 1 are the centers of the outermost pixels, instead of their edges; False, with a
        warning, if not given.

    Returns
    -------
    Tensor
        batch x channels x H' x W'.

    Raises
    ------
    RuntimeError
        The shapes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.grid_sample

    Examples
    --------
    >>> image = torch.tensor([[[[1., 2.], [3., 4.]]]])
    >>> torch.nn.functional.grid_sample(image, torch.tensor([[[[0., 0.], [-1., 1.]]]]), align_corners=True)
    tensor([[[[2.5000, 3.0000]]]])
    """
    if mode not in list(GRID_SAMPLE_INTERPOLATION_MODES):  # a list, since values without a hash must be refused, too
        raise ValueError(f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'")
    if padding_mode not in list(GRID_SAMPLE_PADDING_MODES):
        raise ValueError("nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
                         f"'{padding_mode}'")
    align = _parse_align_corners(align_corners)
    if ACTIVE:
        input, grid = in_single_precision(input, grid)
    _check_grid(input._array, grid._array, mode)
    return _grid_samplers[input._array.ndim - 2](input, grid, mode, padding_mode, align)


def _check_grid(a: Any, grid: Any, mode: str) -> None:
    if not a.ndim or not grid.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if a.shape[0] != grid.shape[0]:
        raise RuntimeError(f"grid_sampler(): expected grid and input to have same batch size, but got input with sizes {list(a.shape)} and "
                           f"grid with sizes {list(grid.shape)}")
    if grid.shape[-1] != a.ndim - 2:
        raise RuntimeError(f"grid_sampler(): expected grid to have size {a.ndim - 2} in last dimension, but got grid with sizes "
                           f"{list(grid.shape)}")
    if 0 in a.shape[2:]:
        raise RuntimeError("grid_sampler(): expected input to have non-empty spatial dimensions, but input has sizes "
                           f"{list(a.shape)} with dimension {a.shape.index(0, 2)} being empty")
    if a.ndim not in (4, 5) or grid.ndim != a.ndim:
        expected_rank = "4D" if a.ndim == 4 else "5D"
        raise RuntimeError(f"grid_sampler(): expected {expected_rank} input and grid with same number of dimensions, but got input "
                           f"with sizes {list(a.shape)} and grid with sizes {list(grid.shape)}")
    if a.dtype.kind in "fV" and a.dtype != grid.dtype:
        raise RuntimeError(f"expected scalar type {type_name(a.dtype)} but found {type_name(grid.dtype)}")
    if a.ndim == 5 and mode == "bicubic":
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")


def affine_grid(theta: Tensor, size: Sequence[int], align_corners: bool | None = None) -> Tensor:
    """The grid with which `grid_sample` applies an affine map to images.

    Parameters
    ----------
    theta : Tensor
        The maps: batch x 2 x 3, or batch x 3 x 4 for volumes.
    size : ints
        The shape of the result of `grid_sample`: batch x channels x H x W.
    align_corners : bool, optional
        Whether -1 and 1 are the centers of the outermost pixels, instead of their edges; False, with a
        warning, if not given.

    Returns
    -------
    Tensor
        batch x H x W x 2, coordinates x before y between -1 and 1.

    Raises
    ------
    RuntimeError
        The shapes do not fit, or `theta` is not floating.

    References
    ----------
    PyTorch: torch.nn.functional.affine_grid

    Examples
    --------
    >>> torch.nn.functional.affine_grid(torch.tensor([[[1., 0., 0.], [0., 1., 0.]]]), (1, 1, 2, 2), align_corners=True)
    tensor([[[[-1., -1.],
              [ 1., -1.]],
    <BLANKLINE>
             [[-1.,  1.],
              [ 1.,  1.]]]])
    """
    align = _parse_align_corners(align_corners)
    a = theta._array
    if a.dtype.kind not in "fV":
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    dims = len(size) - 2
    if dims not in (2, 3):
        raise NotImplementedError("affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
                                  f"Got size {size}.")
    if a.shape[1:] != (dims, dims + 1):
        rows = "x".join(map(str, (dims, dims + 1)))
        raise ValueError(f"Expected a batch of {dims}D affine matrices of shape Nx{rows} for size {size}. Got {theta.shape}.")
    if align and min(size[2:]) == 1:
        warn("Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This is not an "
             "intended use case of affine_grid. See the documentation of affine_grid for details.", UserWarning)
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    if size[0] < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {size[0]}: {[size[0], *size[2:], dims + 1]}")
    return _affine_points(theta, tuple(size), align)


@one_node("AffineGridGeneratorBackward0", saves="", overload="affine_grid_generator.default")
def _affine_points(theta: Any, size: tuple[int, ...], align_corners: bool) -> Any:
    base = wrap(affine_base(size[2:], align_corners, theta._array.dtype))
    return (base @ theta.transpose(1, 2)).view(size[0], *size[2:], len(size) - 2)


__all__ = [
    "GRID_SAMPLE_INTERPOLATION_MODES", "GRID_SAMPLE_PADDING_MODES", "affine_grid", "grid_sample", "interpolate", "upsample",
    "upsample_bilinear", "upsample_nearest",
]
