"""Complex arrays: their parts, as copies and as views. https://docs.pytorch.org/docs/stable/complex_numbers.html"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..core.conjugate import require_values
from ..core.dtypes import Defaults, complex32_error, complex_of, real_of, scalar_name
from ..core.execution.blocks import all_finite, constants
from ..core.execution.quiet import quiet
from ..core.row_order import note_layout
from ..shape.strided import to_common_layout

Array = np.ndarray[Any, np.dtype[Any]]


def _check_parts(a: Array, b: Array) -> None:
    if a.dtype is b.dtype and a.dtype.char in "fd":
        return
    first, second = (scalar_name(x.dtype) for x in (a, b))
    if a.dtype.kind != "f" or b.dtype.kind != "f":
        raise RuntimeError(f"Expected both inputs to be Half, Float or Double tensors but got {first} and {second}")
    if a.dtype == np.float16 == b.dtype:
        raise complex32_error()
    if a.dtype != b.dtype:
        raise RuntimeError(f"Expected object of scalar type {first} but got scalar type {second} for second argument")


def complex_(real: Array, imag: Array) -> Array:
    """real + i imag."""
    _check_parts(real, imag)
    shape = real.shape if real.shape == imag.shape else np.broadcast(real, imag).shape
    out = np.empty(shape, complex_of(real.dtype))
    out.real, out.imag = real, imag
    return _copy_to_common_layout(out, real, imag)


def _copy_to_common_layout(out: Array, first: Array, second: Array) -> Array:
    """`out`, or a copy of it in the common layout of the inputs."""
    if first.flags.c_contiguous and second.flags.c_contiguous:
        return out
    out = to_common_layout(out, [first, second])
    note_layout(out)
    return out


@quiet
def complex_sign(a: Array) -> Array:
    """a / |a|, 0 at 0; of infinite numbers infinite parts give NaN, and in single precision the other parts, too."""
    out, infinite = np.asarray(np.sign(a)), np.isinf(a)
    if infinite.any():
        found, size = a[infinite], np.abs(a[infinite])
        other = np.nan if a.dtype.char == "F" else 0.0
        found.real, found.imag = (np.where(np.isfinite(part / size), other, np.nan) for part in (found.real, found.imag))
        out[infinite] = found
    return out


@quiet
def polar(magnitude: Array, angle: Array) -> Array:
    """magnitude (cos angle + i sin angle)."""
    if magnitude.dtype == np.float16 == angle.dtype:
        raise NotImplementedError("\"polar_cpu\" not implemented for 'Half'")
    _check_parts(magnitude, angle)
    return _copy_to_common_layout(complex_(magnitude * np.cos(angle), magnitude * np.sin(angle)), magnitude, angle)


def view_as_real(a: Array) -> Array:
    """The parts as a last dimension of size 2; a view."""
    if a.dtype.kind != "c":
        raise RuntimeError("view_as_real is only supported for complex tensors")
    if a.flags.c_contiguous and a.size:
        return a.reshape(-1).view(real_of(a.dtype)).reshape(*a.shape, 2)
    item = a.itemsize // 2
    return np.lib.stride_tricks.as_strided(a.real, (*a.shape, 2), (*a.strides, item))


def view_as_complex(a: Array) -> Array:
    """The last dimension, of size 2, as the parts of complex numbers; a view."""
    if a.dtype.kind != "f":
        raise RuntimeError("view_as_complex is only supported for half, float and double tensors, but got a tensor of scalar type: "
                           f"{scalar_name(a.dtype)}")
    if not a.ndim:
        raise RuntimeError("Input tensor must have one or more dimensions")
    if a.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if a.dtype.itemsize == 2:
        raise complex32_error()
    if not a.size:  # numpy gives empty arrays strides of 0
        require_values(a)
        return np.empty(a.shape[:-1], complex_of(a.dtype))
    if a.strides[-1] != a.itemsize:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(s % (2 * a.itemsize) for s in a.strides[:-1]):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    return a.view(complex_of(a.dtype))[..., 0]


def angle(a: Array) -> Array:
    """The argument of complex numbers; 0 or pi for real ones, NaN for NaN."""
    if a.dtype.kind in "biu":
        a = a.astype(Defaults.floating)
    if a.dtype.kind == "c":
        return np.angle(a).astype(real_of(a.dtype))
    zero, half_turn = constants(a.dtype, 0, math.pi)
    out = np.multiply(np.less(a, zero), half_turn)
    if all_finite(a):
        return out
    unknown = np.isnan(a)
    if unknown.any():
        return np.where(unknown, a, out)
    return out


def isreal(a: Array) -> Array:
    """Whether the imaginary part is 0."""
    return a.imag == 0 if a.dtype.kind == "c" else np.ones_like(a, np.bool_)


def real_part(a: Array) -> Array:
    """The real part as a view, so that gradients get PyTorch's layout; a real array unchanged."""
    return a.real if a.dtype.kind == "c" else a


def imag_part(a: Array) -> Array:
    """The imaginary part of a complex array, as a view; zeros for a real one."""
    return a.imag if a.dtype.kind == "c" else np.zeros_like(a)


def times_i(a: Array) -> Array:
    """i times a complex array."""
    return a * a.dtype.type(1j)


def multiply_annex_g(x: Array, y: Array) -> Array:
    """x * y as in C99, Annex G: infinite where a factor is infinite and the plain formula gives NaN in both parts."""
    plain = x * y
    a, b, c, d = x.real, x.imag, y.real, y.imag
    infinite = np.isinf(x), np.isinf(y)
    overflow = np.isinf(a * c) | np.isinf(b * d) | np.isinf(a * d) | np.isinf(b * c)
    wrong = np.isnan(plain.real) & np.isnan(plain.imag) & (infinite[0] | infinite[1] | overflow)
    if not wrong.any():
        return plain
    a, b = _replace_infinite_part(a, infinite[0]), _replace_infinite_part(b, infinite[0])
    c, d = _replace_infinite_part(c, infinite[1]), _replace_infinite_part(d, infinite[1])
    out = np.asarray(plain)
    out.real[wrong] = np.broadcast_to(np.inf * (a * c - b * d), out.shape)[wrong]
    out.imag[wrong] = np.broadcast_to(np.inf * (a * d + b * c), out.shape)[wrong]
    return out


def _replace_infinite_part(part: Array, infinite: Array) -> Array:
    """A part of a factor as Annex G replaces it: 1 or 0 with its sign in infinite factors; in others NaN becomes 0."""
    return np.where(infinite, np.copysign(np.isinf(part), part), np.where(np.isnan(part), 0.0, part))
