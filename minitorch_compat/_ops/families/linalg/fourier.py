"""Fourier transforms. The matrix of a transform is symmetric, so its transpose is the transform itself; the engine conjugates."""
from __future__ import annotations

from typing import Any

from ...._array.linalg import fourier as k
from ...batching import rules as b
from ...op import linear

C2C = linear("fft_c2c(Tensor input, int[] dim, int mode, bool forward) -> Tensor", k.c2c,
             lambda xp, g, _out, _x, dim, mode, forward: xp.fft_c2c(g, dim, mode, forward), module=None, node="FftC2CBackward0",
             batch=b.with_dims(1), aten="_fft_c2c", autocast="single")
R2C = linear("fft_r2c(Tensor input, int[] dim, int mode, bool onesided) -> Tensor", k.r2c,
             lambda xp, g, _out, x, dim, mode, onesided: _to_real(xp, g, x.shape, dim, mode, onesided),
             holomorphic=False, module=None, node="FftR2CBackward0", batch=b.with_dims(1), aten="_fft_r2c", autocast="single")
C2R = linear("fft_c2r(Tensor input, int[] dim, int mode, int last) -> Tensor", k.c2r,
             lambda xp, g, _out, x_meta, dim, mode, last: xp.fft_double_inner(
                 xp.fft_r2c(g, dim, mode, True), dim[-1], last - x_meta.shape[dim[-1]]),
             holomorphic=False, module=None, node="FftC2RBackward0", batch=b.with_dims(1), aten="_fft_c2r", autocast="single")
DOUBLE_INNER = linear("fft_double_inner(Tensor input, int dim, int count) -> Tensor", k.double_inner,
                      lambda xp, g, _out, _x, dim, count: xp.fft_double_inner(g, dim, count), module=None, batch=b.with_dims(1))


def _to_real(xp: Any, g: Any, shape: tuple[int, ...], dim: tuple[int, ...], mode: int, onesided: bool) -> Any:
    """The adjoint of a transform of real input: the real part of the inverse direction."""
    if onesided:
        last = dim[-1] % len(shape)
        pad = (0, 0) * (len(shape) - 1 - last) + (0, shape[last] - (shape[last] // 2 + 1))
        g = xp.constant_pad_nd(g, pad, 0)
    return xp.real_part(xp.fft_c2c(g, dim, mode, False))
