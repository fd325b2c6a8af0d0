"""`torch.fft`: discrete Fourier transforms. https://docs.pytorch.org/docs/stable/fft.html

`norm` says where the factor 1/n goes: "backward" (the default, to the inverse transform), "forward", or "ortho" (its root to both).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._array.dtypes import Defaults, floating_of
from .._dispatch.call import caller
from .._dispatch.dtype import array_dtype
from .._dispatch.errors import type_name
from ._support import write_out
from .complexes import conj
from .creation import finish
from .signatures import named

_c2c, _r2c, _c2r, _cast, _narrow, _pad, _roll = (
    caller(n) for n in ("fft_c2c", "fft_r2c", "fft_c2r", "cast", "narrow", "constant_pad_nd", "roll"))
_MODES = {None: (0, 2), "backward": (0, 2), "ortho": (1, 1), "forward": (2, 0)}
Dims = Sequence[int] | int | None


def _mode(norm: str | None, forward: bool) -> int:
    if norm not in _MODES:
        raise RuntimeError(f'Invalid normalization mode: "{norm}"')
    return _MODES[norm][0 if forward else 1]


def _floating(input: Any) -> Any:
    return _cast(input, floating_of(input.array.dtype))


def _complex(input: Any) -> Any:
    a = input.array
    if a.dtype.kind == "c":
        return input
    wanted = np.result_type(floating_of(a.dtype), np.complex64)
    if floating_of(a.dtype).itemsize < 4:
        raise RuntimeError("Unsupported dtype Half")
    return _cast(input, wanted)


def _resized(input: Any, sizes: Sequence[int | None], dims: Sequence[int]) -> Any:
    """Trimmed or padded with zeros to the sizes of a transform; -1 and None keep a size."""
    for size, dim in zip(sizes, dims, strict=True):
        have = input.array.shape[dim]
        want = have if size in (None, -1) else size
        if want is None or want < 1:
            raise RuntimeError(f"Invalid number of data points ({want}) specified")
        if have > want:
            input = _narrow(input, dim, 0, want)
        elif have < want:
            input = _pad(input, (0, 0) * (input.array.ndim - 1 - dim) + (0, want - have), 0)
    return input


def _dims(input: Any, s: Dims, dim: Dims) -> tuple[list[int | None], list[int]]:
    """Sizes and dimensions of a transform over several; negative dimensions count from the end."""
    ndim = input.array.ndim
    given = [s] if isinstance(s, int) else None if s is None else list(s)
    chosen = [dim] if isinstance(dim, int) else None if dim is None else list(dim)
    if chosen is None:
        chosen = list(range(ndim)) if given is None else list(range(ndim - len(given), ndim))
        if given is not None and len(given) > ndim:
            raise RuntimeError(f"Got shape with {len(given)} values but input tensor only has {ndim} dimensions.")
    for d in chosen:
        if not -max(ndim, 1) <= d < max(ndim, 1):
            raise IndexError(f"Dimension out of range (expected to be in range of [{-max(ndim, 1)}, {max(ndim, 1) - 1}], but got {d})")
    chosen = [d % ndim for d in chosen] if ndim else chosen
    if len(set(chosen)) < len(chosen):
        raise RuntimeError("FFT dims must be unique")
    if given is not None and len(given) != len(chosen):
        raise RuntimeError("When given, dim and shape arguments must have the same length")
    return ([None] * len(chosen) if given is None else list(given)), chosen


def _transform(input: Any, s: Dims, dim: Dims, norm: str | None, forward: bool) -> Any:
    sizes, dims = _dims(input, s, dim)
    mode = _mode(norm, forward)
    if input.array.dtype.kind != "c" and forward and dims:
        return _r2c(_resized(_floating(input), sizes, dims), tuple(dims), mode, False)
    return _c2c(_resized(_complex(input), sizes, dims), tuple(dims), mode, forward)


def _real_transform(name: str, input: Any, s: Dims, dim: Dims, norm: str | None, forward: bool) -> Any:
    """Real input, half of the spectrum; conjugated for the inverse direction."""
    if input.array.dtype.kind == "c":
        kind = type_name(input.array.dtype)
        raise RuntimeError(f"Only supports floating-point dtypes, but found: {kind}" if name == "ihfftn" else
                           f"{name} expects a real{'-valued' if name == 'rfftn' else ''} input tensor, but got {kind}")
    sizes, dims = _dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    input = _resized(_floating(input), sizes, dims)
    if forward or len(dims) == 1:
        out = _r2c(input, tuple(dims), _mode(norm, forward), True)
        return out if forward else conj(out)
    half = _r2c(input, (dims[-1],), _mode(norm, False), True)
    return _c2c(conj(half), tuple(dims[:-1]), _mode(norm, False), False)


def _to_real(name: str, input: Any, s: Dims, dim: Dims, norm: str | None, forward: bool) -> Any:
    """From half of a spectrum to a real signal."""
    sizes, dims = _dims(input, s, dim)
    if not dims:
        raise RuntimeError(f"{name} must transform at least one axis")
    input = _complex(input)
    last = sizes[-1] if sizes[-1] not in (None, -1) else 2 * (input.array.shape[dims[-1]] - 1)
    if last is None or last < 1:
        raise RuntimeError(f"Invalid number of data points ({last}) specified")
    input = _resized(input, [*sizes[:-1], last // 2 + 1], dims)
    mode = _mode(norm, forward)
    if not forward:
        return _c2r(input, tuple(dims), mode, last)
    inner = _c2c(input, tuple(dims[:-1]), mode, True) if len(dims) > 1 else input
    return _c2r(conj(inner), (dims[-1],), mode, last)


def _finished(result: Any, out: Any) -> Any:
    return result if out is None else write_out(lambda: result, out)


# One dimension ----------------------------------------------------------------------------------------------------------------------


@named("fft_fft")
def fft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The transform along one dimension, trimmed or padded to `n` first."""
    return _finished(_transform(input, None if n is None else (n,), (dim,), norm, True), out)


@named("fft_ifft")
def ifft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `fft`."""
    return _finished(_transform(input, None if n is None else (n,), (dim,), norm, False), out)


@named("fft_rfft")
def rfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The transform of real input: n // 2 + 1 values, the others are their conjugates."""
    return _finished(_real_transform("rfft", input, None if n is None else (n,), (dim,), norm, True), out)


@named("fft_irfft")
def irfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `rfft`, `n` real values (by default an even number of them)."""
    return _finished(_to_real("irfft", input, None if n is None else (n,), (dim,), norm, False), out)


@named("fft_hfft")
def hfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The real transform of a Hermitian signal, of which half is given."""
    return _finished(_to_real("hfft", input, None if n is None else (n,), (dim,), norm, True), out)


@named("fft_ihfft")
def ihfft(input: Any, n: int | None = None, dim: int = -1, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `hfft`."""
    return _finished(_real_transform("ihfft", input, None if n is None else (n,), (dim,), norm, False), out)


# Several dimensions -----------------------------------------------------------------------------------------------------------------


@named("fft_fftn")
def fftn(input: Any, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The transform over several dimensions, all by default."""
    return _finished(_transform(input, s, dim, norm, True), out)


@named("fft_ifftn")
def ifftn(input: Any, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `fftn`."""
    return _finished(_transform(input, s, dim, norm, False), out)


@named("fft_rfftn")
def rfftn(input: Any, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The transform of real input over several dimensions, half of the last one."""
    return _finished(_real_transform("rfftn", input, s, dim, norm, True), out)


@named("fft_irfftn")
def irfftn(input: Any, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `rfftn`."""
    return _finished(_to_real("irfftn", input, s, dim, norm, False), out)


@named("fft_hfftn")
def hfftn(input: Any, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Any = None) -> Any:
    """`hfft` over several dimensions."""
    return _finished(_to_real("hfftn", input, s, dim, norm, True), out)


@named("fft_ihfftn")
def ihfftn(input: Any, s: Dims = None, dim: Dims = None, norm: str | None = None, *, out: Any = None) -> Any:
    """The inverse of `hfftn`."""
    return _finished(_real_transform("ihfftn", input, s, dim, norm, False), out)


@named("fft_fft2")
def fft2(input: Any, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Any = None) -> Any:
    """`fftn` over two dimensions."""
    return fftn(input, s, dim, norm, out=out)


@named("fft_ifft2")
def ifft2(input: Any, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Any = None) -> Any:
    """`ifftn` over two dimensions."""
    return ifftn(input, s, dim, norm, out=out)


@named("fft_rfft2")
def rfft2(input: Any, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Any = None) -> Any:
    """`rfftn` over two dimensions."""
    return rfftn(input, s, dim, norm, out=out)


@named("fft_irfft2")
def irfft2(input: Any, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Any = None) -> Any:
    """`irfftn` over two dimensions."""
    return irfftn(input, s, dim, norm, out=out)


@named("fft_hfft2")
def hfft2(input: Any, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Any = None) -> Any:
    """`hfftn` over two dimensions."""
    return hfftn(input, s, dim, norm, out=out)


@named("fft_ihfft2")
def ihfft2(input: Any, s: Dims = None, dim: Dims = (-2, -1), norm: str | None = None, *, out: Any = None) -> Any:
    """`ihfftn` over two dimensions."""
    return ihfftn(input, s, dim, norm, out=out)


# Helpers ------------------------------------------------------------------------------------------------------------------------------


def fftfreq(n: int, d: float = 1.0, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
            requires_grad: bool = False) -> Any:
    """The frequencies of `fft`'s values, `d` being the step between samples."""
    return _frequencies(np.fft.fftfreq(n, d), dtype, requires_grad, device, out)


def rfftfreq(n: int, d: float = 1.0, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
             requires_grad: bool = False) -> Any:
    """The frequencies of `rfft`'s values."""
    return _frequencies(np.fft.rfftfreq(n, d), dtype, requires_grad, device, out)


def _frequencies(values: Any, dtype: Any, requires_grad: bool, device: Any, out: Any) -> Any:
    return finish(values.astype(Defaults.floating if dtype is None else array_dtype(dtype)), requires_grad, device, out)


def _rolled(input: Any, dim: Dims, inverse: bool) -> Any:
    dims = tuple(range(input.array.ndim)) if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    lengths = [input.array.shape[d] for d in dims]
    return _roll(input, tuple((n + 1) // 2 if inverse else n // 2 for n in lengths), dims)


@named("fft_fftshift")
def fftshift(input: Any, dim: Dims = None) -> Any:
    """The frequency 0 moved to the middle."""
    return _rolled(input, dim, False)


@named("fft_ifftshift")
def ifftshift(input: Any, dim: Dims = None) -> Any:
    """The inverse of `fftshift`."""
    return _rolled(input, dim, True)


__all__ = ["fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "ihfft2",
           "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn"]
