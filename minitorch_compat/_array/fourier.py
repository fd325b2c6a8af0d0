"""Fourier transforms over numpy's; single precision stays single. `mode` scales by 1 (0), 1/sqrt(n) (1) or 1/n (2), in either direction."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
_FORWARD = ("backward", "ortho", "forward")
_INVERSE = ("forward", "ortho", "backward")


def _check(a: Array) -> None:
    if a.dtype.itemsize < 4:
        raise RuntimeError(f"Unsupported dtype {'Half' if a.dtype.kind == 'f' else a.dtype.name}")


def c2c(a: Array, dim: tuple[int, ...], mode: int, forward: bool) -> Array:
    """Complex to complex over several dimensions."""
    if not dim:
        return a.copy()
    if forward:
        return np.fft.fftn(a, axes=dim, norm=_FORWARD[mode])  # type: ignore[arg-type]
    return np.fft.ifftn(a, axes=dim, norm=_INVERSE[mode])  # type: ignore[arg-type]


def r2c(a: Array, dim: tuple[int, ...], mode: int, onesided: bool) -> Array:
    """Real to complex; `onesided` leaves out the half of the last dimension that follows from the other."""
    _check(a)
    transform = np.fft.rfftn if onesided else np.fft.fftn
    return transform(a, axes=dim, norm=_FORWARD[mode])  # type: ignore[arg-type]


def c2r(a: Array, dim: tuple[int, ...], mode: int, last: int) -> Array:
    """From the half of a Hermitian spectrum to a real signal, with `last` values along the last dimension."""
    sizes = [*(a.shape[d] for d in dim[:-1]), last]
    return np.fft.irfftn(a, s=sizes, axes=dim, norm=_INVERSE[mode])  # type: ignore[arg-type]


def double_inner(a: Array, dim: int, count: int) -> Array:
    """`count` entries after the first along a dimension doubled: each stands for two of a Hermitian spectrum."""
    out = a.copy()
    index = [slice(None)] * a.ndim
    index[dim] = slice(1, 1 + count)
    out[tuple(index)] *= 2
    return out
