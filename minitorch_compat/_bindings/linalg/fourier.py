"""`torch.fft`: discrete Fourier transforms. https://docs.pytorch.org/docs/stable/fft.html

`norm` is where the factor 1/n is applied: "backward" (the default, in the inverse transform), "forward", or "ortho" (its root in both).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import Defaults, floating_of
from ..._array.core.numbers import index
from ..._array.linalg.fourier import check_dtype
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.autocast import in_single_precision
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.device import refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.state import ACTIVE, LOCAL
from ..creation.factories import finish
from ..functions.arguments import can_run_on_arrays, is_int_like, require_strided, to_int
from ..functions.complex import conj, conj_view
from ..override.named_refusals import named

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype, Layout
    from ..tensor.tensor import Tensor

_c2c, _r2c, _c2r, _cast, _narrow, _pad, _roll = (
    caller(n) for n in ("fft_c2c", "fft_r2c", "fft_c2r", "cast", "narrow", "constant_pad_nd", "roll"))
_NORM_MODES = {None: (0, 2), "backward": (0, 2), "ortho": (1, 1), "forward": (2, 0)}
Dims = Sequence[int] | int | None


def _norm_mode(norm: str | None, forward: bool) -> int:
    if norm not in _NORM_MODES:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    return _NORM_MODES[norm][0 if forward else 1]


def _to_floating(input: Any) -> Any:
    dtype = input._array.dtype
    return input if dtype.kind == "f" else _cast(input, floating_of(dtype))


def _to_complex(input: Any) -> Any:
    a = input._array
    dtype = a.dtype
    if dtype.kind == "c":
        return input
    complex_dtype: Any = _COMPLEX_DTYPES.get(dtype)
    if complex_dtype is not None and a.__class__ is np.ndarray and a.flags.c_contiguous and can_run_on_arrays(input):
        return wrap(a.astype(complex_dtype))
    floating = floating_of(dtype)
    check_dtype(floating)
    return _cast(input, np.result_type(floating, np.complex64))


def _is_not_conjugated(result: Any) -> bool:
    return result._view is None


def _pad_in_one_copy(input: Any, sizes: Sequence[int | None], dims: Sequence[int], dtypes: dict[Any, Any]) -> Any:
    """`_resize`, and a conversion by `dtypes`, in a single copy, for an unrecorded contiguous tensor that is padded; else None."""
    a = input._array
    dtype = dtypes.get(a.dtype) if a.__class__ is np.ndarray and can_run_on_arrays(input) and a.flags.c_contiguous else None
    if dtype is None:
        return None
    shape, grows = list(a.shape), False
    kept: list[slice] = [_FULL_SLICE] * a.ndim
    for size, dim in zip(sizes, dims, strict=True):
        have = shape[dim]
        if size is None or size == -1 or size == have:
            continue
        if size < 1:
            return None
        grows = grows or size > have
        shape[dim], kept[dim] = size, slice(min(size, have))
    if not grows:
        return None
    where = tuple(kept)
    out: Any = np.zeros(shape, dtype)
    out[where] = a[where]
    return wrap(out)


_FULL_SLICE = slice(None)
_REAL_DTYPES = {dtype: dtype for dtype in (np.dtype(np.float32), np.dtype(np.float64))}
_COMPLEX_DTYPES = {np.dtype(np.float32): np.dtype(np.complex64), np.dtype(np.float64): np.dtype(np.complex128),
                   np.dtype(np.complex64): np.dtype(np.complex64), np.dtype(np.complex128): np.dtype(np.complex128)}


def _resize(input: Any, sizes: Sequence[int | None], dims: Sequence[int]) -> Any:
    """Trim or zero-pad to the sizes of a transform; -1 and None keep a size."""
    shape = input._array.shape
    if sizes.count(None) == len(sizes) and 0 not in shape:
        return input
    padding = [0] * (2 * len(shape))
    for size, dim in zip(sizes, dims, strict=True):
        old_size = shape[dim]
        new_size = old_size if size is None or size == -1 else size
        if new_size < 1:
            raise RuntimeError(f"Invalid number of data points ({new_size}) specified")
        if old_size == new_size:
            continue
        if old_size > new_size:
            input = _narrow(input, dim, 0, new_size)
        padding[2 * (input._array.ndim - 1 - dim) + 1] = max(new_size - old_size, 0)
    return _pad(input, padding, 0) if any(padding) else input


def _to_list(value: Any) -> list[Any] | None:
    """The list for one number (also numpy's, or a tensor of one element) or several; None for None."""
    return None if value is None else list(value) if isinstance(value, (list, tuple)) else [index(value)]


def _sizes_and_dims(input: Any, s: Dims, dim: Dims) -> tuple[list[int | None], list[int]]:
    """Sizes and dimensions of a transform over several dimensions; negative ones count from the end."""
    ndim = len(input._array.shape)
    if s is None and ndim and (dim is None or dim.__class__ is tuple):
        found = list(range(ndim)) if dim is None else [d % ndim for d in dim if d.__class__ is int and -ndim <= d < ndim]
        if dim is None or len(found) == len(dim) == len(set(found)):
            return [None] * len(found), found
    sizes, dims = _to_list(s), _to_list(dim)
    if dims is None:
        dims = list(range(ndim)) if sizes is None else list(range(ndim - len(sizes), ndim))
        if sizes is not None and len(sizes) > ndim:
            raise RuntimeError(f"Got shape with {len(sizes)} values but input tensor only has {ndim} dimensions.")
    for d in dims:
        if not ndim:
            raise IndexError(f"Dimension specified as {d} but tensor has no dimensions")
        if not -ndim <= d < ndim:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {d})")
    dims = [d % ndim for d in dims]
    if len(dims) > 1 and len(set(dims)) < len(dims):
        raise RuntimeError("FFT dims must be unique")
    if sizes is not None and len(sizes) != len(dims):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    return ([None] * len(dims) if sizes is None else list(sizes)), dims


def _check_half(input: Any) -> None:
    """Refuse half precision before other errors, as PyTorch does in transforms along one dimension."""
    dtype = input._array.dtype
    if dtype.itemsize == 2 and dtype.kind in "fV" and not (ACTIVE and LOCAL.autocast is not None):
        check_dtype(dtype)


def _autocast(input: Any) -> Any:
    """`input` in single precision if autocast is enabled."""
    return in_single_precision(input)[0] if ACTIVE else input


def _check_size(input: Any, n: int | None) -> tuple[int] | None:
    """The size of a transform of `input` along one dimension; None keeps the size."""
    _check_half(input)
    if n is not None and n < 1:
        raise RuntimeError(f"Invalid number of data points ({n}) specified")
    return None if n is None else (n,)


def _transform_along_dim(input: Any, n: int | None, dim: int, norm: str | None, forward: bool) -> Any:
    """The transform along one dimension; for real input a real transform, conjugated for the inverse direction."""
    shape = input._array.shape
    _check_half(input)
    input = _autocast(input)
    if n is None and dim.__class__ is int and -len(shape) <= dim < len(shape) and shape[dim]:
        dims: tuple[int, ...] = (dim % len(shape),)
        resized = input
    else:
        sizes, transformed = _sizes_and_dims(input, _check_size(input, n), (dim,))
        dims, resized = tuple(transformed), _resize(input, sizes, transformed)
    mode = _norm_mode(norm, forward)
    if input._array.dtype.kind == "c":
        return _c2c(resized, dims, mode, forward)
    out = _r2c(_to_floating(resized), dims, mode, False)
    return out if forward else conj_view(out)


def _transform(input: Any, s: Dims, dim: Dims, norm: str | None, forward: bool) -> Any:
    input = _autocast(input)
    sizes, dims = _sizes_and_dims(input, s, dim)
    padded = None if s is None else _pad_in_one_copy(input, sizes, dims, _COMPLEX_DTYPES)
    return _c2c(_resize(_to_complex(input), sizes, dims) if padded is None else padded, tuple(dims), _norm_mode(norm, forward), forward)


def _transform_real(name: str, input: Any, s: Dims, dim: Dims, norm: str | None, forward: bool) -> Any:
    """Half of the spectrum of a real input; conjugated for the inverse direction."""
    if input._array.dtype.kind == "c":
        kind = type_name(input._array.dtype)
        raise RuntimeError(f"Only supports floating-point dtypes, but found: {kind}" if name == "ihfftn" else
                           f"{name} expects a real{'-valued' if name == 'rfftn' else ''} input tensor, but got {kind}")
    sizes, dims = _sizes_and_dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    input = _autocast(input)
    # Images and volumes have memory formats, which `_resize` keeps.
    padded = None if s is None or input._array.ndim > 3 else _pad_in_one_copy(input, sizes, dims, _REAL_DTYPES)
    input = _resize(_to_floating(input), sizes, dims) if padded is None else padded
    if forward or len(dims) == 1:
        out = _r2c(input, tuple(dims), _norm_mode(norm, forward), True)
        return out if forward else conj_view(out)
    half = _r2c(input, (dims[-1],), _norm_mode(norm, False), True)
    return _c2c(conj(half), tuple(dims[:-1]), _norm_mode(norm, False), False)


def _transform_to_real(name: str, input: Any, s: Dims, dim: Dims, norm: str | None, forward: bool) -> Any:
    """The real signal for half of a spectrum."""
    input = _autocast(input)
    sizes, dims = _sizes_and_dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    input = _to_complex(input)
    if len(dims) > 1 and not input._array.shape[dims[-1]] and sizes[-1] in (None, -1):
        raise RuntimeError("Invalid number of data points (0) specified")
    last = sizes[-1] if sizes[-1] not in (None, -1) else 2 * (input._array.shape[dims[-1]] - 1)
    if last is None or last < 1:
        raise RuntimeError(f"Invalid number of data points ({last}) specified")
    input = _resize(input, [*sizes[:-1], last // 2 + 1], dims)
    mode = _norm_mode(norm, forward)
    if not forward:
        return _c2r(input, tuple(dims), mode, last)
    inner = _c2c(input, tuple(dims[:-1]), mode, True) if len(dims) > 1 else input
    return _c2r(conj(inner), (dims[-1],), mode, last)


# One dimension ----------------------------------------------------------------------------------------------------------------------


@named("fft_fft", dense_out=_is_not_conjugated)
def fft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The discrete Fourier transform along a dimension.

        out[k] = sum_j input[j] * e ** (-2j pi j k / n)

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    n : int, optional
        The number of points: the input is zero-padded or trimmed to it; all if not given.
    dim : int, default -1
        The dimension.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex, in the shape of `input` except for the transformed dimensions.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.fft

    Examples
    --------
    >>> torch.fft.fft(torch.tensor([1., 2., 3., 4.]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j, -2.-2.j])
    """
    return _transform_along_dim(input, n, dim, norm, True)


@named("fft_ifft", dense_out=_is_not_conjugated)
def ifft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of the discrete Fourier transform along a dimension.

        out[j] = sum_k input[k] * e ** (2j pi j k / n) / n

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    n : int, optional
        The number of points: the input is zero-padded or trimmed to it; all if not given.
    dim : int, default -1
        The dimension.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex, in the shape of `input` except for the transformed dimensions.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.ifft

    Examples
    --------
    >>> torch.fft.ifft(torch.fft.fft(torch.tensor([1., 2., 3., 4.])))
    tensor([1.+0.j, 2.+0.j, 3.+0.j, 4.+0.j])
    """
    return _transform_along_dim(input, n, dim, norm, False)


@named("fft_rfft", dense_out=_is_not_conjugated)
def rfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The discrete Fourier transform of real numbers along a dimension.

        out[k] = sum_j input[j] * e ** (-2j pi j k / n), for k = 0, ..., n // 2

    Parameters
    ----------
    input : Tensor
        Real numbers.
    n : int, optional
        The number of points: the input is zero-padded or trimmed to it; all if not given.
    dim : int, default -1
        The dimension.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex; along the last transformed dimension only the n // 2 + 1 frequencies that are not repeated, conjugated.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.rfft

    Examples
    --------
    >>> torch.fft.rfft(torch.tensor([1., 2., 3., 4.]))
    tensor([10.+0.j, -2.+2.j, -2.+0.j])
    """
    return _transform_real("rfft", input, _check_size(input, n), (dim,), norm, True)


@named("fft_irfft", dense_out=_is_not_conjugated)
def irfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of `torch.fft.rfft`: a real signal from half of its spectrum.

    Parameters
    ----------
    input : Tensor
        Half of a Hermitian spectrum, frequencies from 0 up.
    n : int, optional
        The number of points of the result; 2 * (m - 1) for m of the input, if not given: pass it for odd numbers.
    dim : int, default -1
        The dimension.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Real.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.irfft

    Examples
    --------
    >>> torch.fft.irfft(torch.fft.rfft(torch.tensor([1., 2., 3.])), n=3)
    tensor([1., 2., 3.])
    """
    return _transform_to_real("irfft", input, _check_size(input, n), (dim,), norm, False)


@named("fft_hfft", dense_out=_is_not_conjugated)
def hfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The real spectrum of a signal that is Hermitian: input[-j] = conj(input[j]).

    Parameters
    ----------
    input : Tensor
        Half of a Hermitian signal, times from 0 up.
    n : int, optional
        The number of points of the result; 2 * (m - 1) for m of the input, if not given.
    dim : int, default -1
        The dimension.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Real.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.hfft

    Examples
    --------
    >>> torch.fft.hfft(torch.tensor([1., 2., 3.]), n=4)
    tensor([ 8., -2.,  0., -2.])
    """
    return _transform_to_real("hfft", input, _check_size(input, n), (dim,), norm, True)


@named("fft_ihfft", dense_out=_is_not_conjugated)
def ihfft(input: Tensor, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of `torch.fft.hfft`: half of a Hermitian signal from its real spectrum.

    Parameters
    ----------
    input : Tensor
        Real numbers.
    n : int, optional
        The number of points: the input is zero-padded or trimmed to it; all if not given.
    dim : int, default -1
        The dimension.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex; only the n // 2 + 1 elements that are not repeated, conjugated.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.ihfft

    Examples
    --------
    >>> torch.fft.ihfft(torch.tensor([11., -2., -3., -2.]))
    tensor([1.0000-0.j, 3.5000-0.j, 3.0000-0.j])
    """
    return _transform_real("ihfft", input, _check_size(input, n), (dim,), norm, False)


# Several dimensions -----------------------------------------------------------------------------------------------------------------


@named("fft_fftn", dense_out=_is_not_conjugated)
def fftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The discrete Fourier transform along several dimensions.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    s : ints, optional
        The number of points along each dimension; all if not given.
    dim : ints, optional
        The dimensions; if not given all, or the last `len(s)`.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex, in the shape of `input` except for the transformed dimensions.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.fftn

    Examples
    --------
    >>> torch.fft.fftn(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return _transform(input, s, dim, norm, True)


@named("fft_ifftn", dense_out=_is_not_conjugated)
def ifftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of the discrete Fourier transform along several dimensions.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    s : ints, optional
        The number of points along each dimension; all if not given.
    dim : ints, optional
        The dimensions; if not given all, or the last `len(s)`.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex, in the shape of `input` except for the transformed dimensions.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.ifftn

    Examples
    --------
    >>> torch.fft.ifftn(torch.tensor([[10., -2.], [-4., 0.]]))
    tensor([[1.+0.j, 2.+0.j],
            [3.+0.j, 4.+0.j]])
    """
    return _transform(input, s, dim, norm, False)


@named("fft_rfftn", dense_out=_is_not_conjugated)
def rfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The discrete Fourier transform of real numbers along several dimensions.

    Parameters
    ----------
    input : Tensor
        Real numbers.
    s : ints, optional
        The number of points along each dimension; all if not given.
    dim : ints, optional
        The dimensions; if not given all, or the last `len(s)`.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex; along the last transformed dimension only the n // 2 + 1 frequencies that are not repeated, conjugated.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.rfftn

    Examples
    --------
    >>> torch.fft.rfftn(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return _transform_real("rfftn", input, s, dim, norm, True)


@named("fft_irfftn", dense_out=_is_not_conjugated)
def irfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of `torch.fft.rfftn`.

    Parameters
    ----------
    input : Tensor
        Half of a Hermitian spectrum, frequencies from 0 up.
    s : ints, optional
        The number of points along each dimension; all if not given.
    dim : ints, optional
        The dimensions; if not given all, or the last `len(s)`.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Real.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.irfftn

    Examples
    --------
    >>> torch.fft.irfftn(torch.tensor([[10., -2.], [-4., 0.]]))
    tensor([[1., 2.],
            [3., 4.]])
    """
    return _transform_to_real("irfftn", input, s, dim, norm, False)


@named("fft_hfftn", dense_out=_is_not_conjugated)
def hfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The real spectrum of a signal that is Hermitian along several dimensions.

    Parameters
    ----------
    input : Tensor
        Half of a Hermitian signal along the last dimension.
    s : ints, optional
        The number of points along each dimension; all if not given.
    dim : ints, optional
        The dimensions; if not given all, or the last `len(s)`.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Real.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.hfftn

    Examples
    --------
    >>> torch.fft.hfftn(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return _transform_to_real("hfftn", input, s, dim, norm, True)


@named("fft_ihfftn", dense_out=_is_not_conjugated)
def ihfftn(input: Tensor, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of `torch.fft.hfftn`.

    Parameters
    ----------
    input : Tensor
        Real numbers.
    s : ints, optional
        The number of points along each dimension; all if not given.
    dim : ints, optional
        The dimensions; if not given all, or the last `len(s)`.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex; half of a Hermitian signal along the last dimension.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.ihfftn

    Examples
    --------
    >>> torch.fft.ihfftn(torch.tensor([[10., -2.], [-4., 0.]]))
    tensor([[1.-0.j, 2.-0.j],
            [3.+0.j, 4.+0.j]])
    """
    return _transform_real("ihfftn", input, s, dim, norm, False)


@named("fft_fft2", dense_out=_is_not_conjugated)
def fft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The discrete Fourier transform along two dimensions.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    s : two ints, optional
        The number of points along each dimension; all if not given.
    dim : two ints, default (-2, -1)
        The dimensions.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex, in the shape of `input` except for the transformed dimensions.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.fft2

    Examples
    --------
    >>> torch.fft.fft2(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return fftn(input, s, dim, norm)


@named("fft_ifft2", dense_out=_is_not_conjugated)
def ifft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of the discrete Fourier transform along two dimensions.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    s : two ints, optional
        The number of points along each dimension; all if not given.
    dim : two ints, default (-2, -1)
        The dimensions.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex, in the shape of `input` except for the transformed dimensions.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.ifft2

    Examples
    --------
    >>> torch.fft.ifft2(torch.tensor([[10., -2.], [-4., 0.]]))
    tensor([[1.+0.j, 2.+0.j],
            [3.+0.j, 4.+0.j]])
    """
    return ifftn(input, s, dim, norm)


@named("fft_rfft2", dense_out=_is_not_conjugated)
def rfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The discrete Fourier transform of real numbers along two dimensions.

    Parameters
    ----------
    input : Tensor
        Real numbers.
    s : two ints, optional
        The number of points along each dimension; all if not given.
    dim : two ints, default (-2, -1)
        The dimensions.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex; along the last transformed dimension only the n // 2 + 1 frequencies that are not repeated, conjugated.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.rfft2

    Examples
    --------
    >>> torch.fft.rfft2(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[10.+0.j, -2.+0.j],
            [-4.+0.j,  0.+0.j]])
    """
    return rfftn(input, s, dim, norm)


@named("fft_irfft2", dense_out=_is_not_conjugated)
def irfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of `torch.fft.rfft2`.

    Parameters
    ----------
    input : Tensor
        Half of a Hermitian spectrum, frequencies from 0 up.
    s : two ints, optional
        The number of points along each dimension; all if not given.
    dim : two ints, default (-2, -1)
        The dimensions.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Real.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.irfft2

    Examples
    --------
    >>> torch.fft.irfft2(torch.tensor([[10., -2.], [-4., 0.]]))
    tensor([[1., 2.],
            [3., 4.]])
    """
    return irfftn(input, s, dim, norm)


@named("fft_hfft2", dense_out=_is_not_conjugated)
def hfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The real spectrum of a signal that is Hermitian along two dimensions.

    Parameters
    ----------
    input : Tensor
        Half of a Hermitian signal along the last dimension.
    s : two ints, optional
        The number of points along each dimension; all if not given.
    dim : two ints, default (-2, -1)
        The dimensions.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Real.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.hfft2

    Examples
    --------
    >>> torch.fft.hfft2(torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[10., -2.],
            [-4.,  0.]])
    """
    return hfftn(input, s, dim, norm)


@named("fft_ihfft2", dense_out=_is_not_conjugated)
def ihfft2(input: Tensor, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The inverse of `torch.fft.hfft2`.

    Parameters
    ----------
    input : Tensor
        Real numbers.
    s : two ints, optional
        The number of points along each dimension; all if not given.
    dim : two ints, default (-2, -1)
        The dimensions.
    norm : 'backward', 'ortho' or 'forward', optional
        Which direction divides by the number of points: the inverse ('backward', the default), the forward one, or both
        by its root ('ortho').
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Complex; half of a Hermitian signal along the last dimension.

    Raises
    ------
    RuntimeError
        A number of points is not positive, or `norm` none of the three.

    References
    ----------
    PyTorch: torch.fft.ihfft2

    Examples
    --------
    >>> torch.fft.ihfft2(torch.tensor([[10., -2.], [-4., 0.]]))
    tensor([[1.-0.j, 2.-0.j],
            [3.+0.j, 4.+0.j]])
    """
    return ihfftn(input, s, dim, norm)


# Helpers ------------------------------------------------------------------------------------------------------------------------------


def fftfreq(n: int, d: float = 1.0, *, out: Tensor | None = None, dtype: Dtype = None, layout: Layout = None, device: Device = None,
            pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The frequencies of the elements of a discrete Fourier transform.

        out = [0, 1, ..., (n - 1) // 2, -(n // 2), ..., -1] / (d * n)

    Parameters
    ----------
    n : int
        How many points the transform has.
    d : float, default 1.0
        The distance between samples.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of size n.

    References
    ----------
    PyTorch: torch.fft.fftfreq

    Examples
    --------
    >>> torch.fft.fftfreq(3)
    tensor([ 0.0000,  0.3333, -0.3333])
    >>> torch.fft.fftfreq(4, d=0.1)
    tensor([ 0.0000,  2.5000, -5.0000, -2.5000])
    """
    require_strided("fft_fftfreq", layout)
    if n.__class__ is int and n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    n = to_int("fft_fftfreq", "n", n)
    counts = np.concatenate([intp.arange((n + 1) // 2), intp.arange(-(n // 2), 0)])
    return _frequencies("fftfreq", counts, n, d, dtype, pin_memory, requires_grad, device, out)


def rfftfreq(n: int, d: float = 1.0, *, out: Tensor | None = None, dtype: Dtype = None, layout: Layout = None, device: Device = None,
             pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """The frequencies of the elements of `torch.fft.rfft`.

        out = [0, 1, ..., n // 2] / (d * n)

    Parameters
    ----------
    n : int
        How many points the signal has.
    d : float, default 1.0
        The distance between samples.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of size n // 2 + 1.

    References
    ----------
    PyTorch: torch.fft.rfftfreq

    Examples
    --------
    >>> torch.fft.rfftfreq(5)
    tensor([0.0000, 0.2000, 0.4000])
    """
    require_strided("fft_rfftfreq", layout)
    n = to_int("fft_rfftfreq", "n", n)
    return _frequencies("rfftfreq", intp.arange(n // 2 + 1), n, d, dtype, pin_memory, requires_grad, device, out)


def _frequencies(name: str, counts: Any, n: int, d: Any, dtype: Any, pin_memory: bool, requires_grad: bool, device: Any, out: Any) -> Any:
    """`counts` times the lowest frequency of `n` samples at distance `d`."""
    refuse_pinned(pin_memory)
    if dtype is not None and array_dtype(dtype).kind not in "fcV":
        raise RuntimeError(f"{name} requires a floating point or complex dtype")
    with np.errstate(divide="ignore", invalid="ignore"):
        values = counts * np.divide(1.0, np.float64(n * d)) if n * d else counts * np.float64("inf")
    return finish(values.astype(Defaults.floating if dtype is None else array_dtype(dtype)), requires_grad, device, out)


def _shift(input: Any, dim: Any, inverse: bool) -> Any:
    dims = tuple(range(input._array.ndim)) if dim is None else (index(dim),) if is_int_like(dim) else tuple(dim)
    if dims and not input._array.ndim:
        raise IndexError(f"Dimension specified as {dims[0]} but tensor has no dimensions")
    lengths = [input._array.shape[wrap_dim(d, input._array.ndim)] for d in dims]
    return _roll(input, tuple((n + 1) // 2 if inverse else n // 2 for n in lengths), dims)


@named("fft_fftshift")
def fftshift(input: Tensor, dim: Dims = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """Move the frequency 0 from the front to the middle.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int or ints, optional
        The dimensions; all if not given.

    Returns
    -------
    Tensor
        In the shape of `input`.

    References
    ----------
    PyTorch: torch.fft.fftshift

    Examples
    --------
    >>> torch.fft.fftshift(torch.fft.fftfreq(5))
    tensor([-0.4000, -0.2000,  0.0000,  0.2000,  0.4000])
    """
    return _shift(input, dim, False)


@named("fft_ifftshift")
def ifftshift(input: Tensor, dim: Dims = None) -> Tensor:
    # The docstring is written in _bindings/linalg/fourier.md.
    """Move the frequency 0 from the middle back to the front, the inverse of `torch.fft.fftshift`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int or ints, optional
        The dimensions; all if not given.

    Returns
    -------
    Tensor
        In the shape of `input`.

    References
    ----------
    PyTorch: torch.fft.ifftshift

    Examples
    --------
    >>> torch.fft.ifftshift(torch.fft.fftshift(torch.arange(5)))
    tensor([0, 1, 2, 3, 4])
    """
    return _shift(input, dim, True)


__all__ = ["fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "ihfft2",
           "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn"]
