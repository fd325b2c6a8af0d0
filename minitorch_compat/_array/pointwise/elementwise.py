"""Elementwise kernels: mostly numpy's own ufuncs, wrapped only where PyTorch differs or numpy would warn.

add, subtract and multiply are the bare ufuncs: they only warn on overflow, which `_dispatch.call.caller` handles.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ..core.conjugate import require_values
from ..core.dtypes import c_name, check_64_bits, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import FLOAT32_KERNELS, blockwise, constants, count_nonzero, rounded_once, through_float32, widen_half, zeros
from ..core.execution.quiet import quiet
from ..core.execution.threads import LARGE_KERNELS, PARALLEL_SIZE, run_in_pieces
from ..core.numbers import NUMBERS32, cache_number32, check_number_fits, to_int64, to_number32
from ..core.undispatched import putmask, vdot
from ..core.undispatched import where as _where
from ..core.user_warnings import warn_once
from ..index.indexing import check_fit, to_scalar_array
from ..shape.strided import convert, copy_dense, layout_template, to_common_layout, with_zero_strides_like
from . import through_float64 as doubled
from .where import select

Array = np.ndarray[Any, np.dtype[Any]]

add, mul = np.add, np.multiply
neg = np.negative
sin, cos, tan = quiet(np.sin), quiet(np.cos), quiet(np.tan)
sinh, cosh, tanh = quiet(doubled.sinh), quiet(doubled.cosh), np.tanh
asin, acos, atan = quiet(np.arcsin), quiet(np.arccos), np.arctan
asinh, acosh, atanh = quiet(doubled.asinh), quiet(doubled.acosh), quiet(doubled.atanh)
exp, exp2, expm1 = quiet(np.exp), quiet(np.exp2), quiet(doubled.expm1)
log, log2, log10 = quiet(np.log), quiet(np.log2), quiet(doubled.log10)


@quiet
def log1p(a: Array, out: Array | None = None) -> Array:
    """log(1 + a); for complex numbers, too, without cancellation for small ones."""
    if a.dtype.kind != "c":
        return doubled.log1p(a, out)
    x, y = a.real, a.imag
    half = x.dtype.type(0.5)
    square = x * (2 + x) + y * y  # |1 + a|^2 - 1
    near = np.where(square == 0, x, np.log1p(square) * half)
    result = np.empty_like(a, subok=False) if out is None else out
    result.real[...] = np.where(np.hypot(x, y) < half, near, np.log(np.hypot(x + 1, y)))
    result.imag[...] = np.arctan2(y, x + 1)
    return result


sqrt, div = quiet(np.sqrt), quiet(np.true_divide)
atan2, hypot = np.arctan2, quiet(np.hypot)
maximum, minimum = np.maximum, np.minimum
# numpy's maximum of an array and a scalar is not vectorized; this ufunc behind np.clip is.
clip = getattr(getattr(getattr(np, "_core", None), "umath", None), "clip", np.clip)


def sub(a: Array, b: Any, out: Any = None) -> Array:
    """a - b; raises for bool."""
    if a.__class__ is np.ndarray and a.dtype.kind == "b" and b.__class__ is np.ndarray and b.dtype.kind == "b":
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
                           "instead.")
    return np.subtract(a, b, out)


FLOAT32_KERNELS.update((add, sub, np.subtract, mul, div, sqrt, maximum, minimum, np.floor, np.ceil, np.trunc, np.rint))


def conj(a: Array) -> Array:
    """The complex conjugate; a copy of real arrays."""
    return np.conjugate(a) if a.dtype.kind == "c" else a.copy(order="K")


def relu(a: Array) -> Array:
    """max(a, 0); NaN stays NaN."""
    dtype = a.dtype
    if dtype is _FLOAT32:
        return clip(a, ZERO32, INFINITY32)  # keeps -0
    size = a.size
    zero = _ZERO.get(dtype)
    if zero is None and dtype.kind in "fV":
        return convert(relu(widen_half(a)), dtype)
    if size > _SMALL_SIZE and dtype.kind == "f":
        if size <= _MEDIUM_SIZE:
            return _maximum(zeros(size, dtype).reshape(a.shape), a)
        return clip(a, 0, np.inf)
    return _maximum(0 if zero is None else zero, a)


def _relu_inplace(a: Array) -> None:
    """`relu` of float32 or float64, in-place."""
    low, high = (ZERO32, INFINITY32) if a.dtype is _FLOAT32 else (0, np.inf)
    clip(a, low, high, a)


#: Kernels with an in-place version, which overwrites a first argument that is a floating array.
INPLACE: dict[Any, Any] = {relu: _relu_inplace}


# Zeros of the array's own dtype: converting a Python 0 takes numpy longer than computing on a small array.
_ZERO = {np.dtype(t): np.zeros((), t) for t in (np.float32, np.float64, np.int64)}
_ONE = {np.dtype(t): np.ones((), t) for t in (np.float32, np.float64)}
_FLOAT32 = np.dtype(np.float32)
_REAL_NUMBERS = frozenset({int, float})
ZERO32, INFINITY32 = _ZERO[_FLOAT32], np.full((), np.inf, np.float32)
LARGE_KERNELS[relu] = lambda a: (
    run_in_pieces(clip, (a, ZERO32, INFINITY32)) if a.dtype is _FLOAT32 and a.size >= 2 * PARALLEL_SIZE else relu(a))
_maximum = np.maximum
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)
_MEDIUM_SIZE = block_size(__name__, "_MEDIUM_SIZE", 1 << 14)
_STEP_SIZE = block_size(__name__, "_STEP_SIZE", 1 << 17)
# The integer dtype of the same width, and the mask of all bits except the sign.
_INTEGER_VIEWS = {np.dtype(f): (np.dtype(i), np.array(np.iinfo(i).max, i)) for f, i in ((np.float32, np.int32), (np.float64, np.int64))}


def contiguous_zeros(a: Array) -> Array:
    """Zeros like `a`."""
    require_values(a)
    return np.zeros(a.shape, a.dtype)


def zeros_alike(a: Array) -> Array:
    """Zeros with the dtype, shape and layout of `a`."""
    require_values(a)
    return np.zeros_like(layout_template(a), subok=False)


def with_shape_of(a: Array, other: Array) -> Array:
    """`a`, broadcast to dimensions that only `other` has."""
    return a.view() if a.shape == other.shape else np.array(np.broadcast_to(a, np.broadcast_shapes(a.shape, other.shape)))


def relu_gradient(out: Array, g: Array) -> Array:
    """The backward of relu with result `out`: g where `out` is not 0, else 0 (for infinite g as well)."""
    if out.size > _SMALL_SIZE and out.dtype in _INTEGER_VIEWS and g.dtype is out.dtype and g.shape == out.shape:
        return blockwise(_relu_gradient_step, 0, out, g) if out.size > _MEDIUM_SIZE else _relu_gradient_step(None, out, g)
    zero = _ZERO.get(out.dtype, 0)
    if g.__class__ is np.ndarray and g.shape == out.shape and out.flags.c_contiguous:
        result = g.copy()
        putmask(result, np.less_equal(out, zero), 0)
        return result
    return select(np.less_equal(out, zero), g.dtype.type(0), g)


def _relu_gradient_step(r: Array | None, out: Array, g: Array) -> Array:
    """As whole numbers, of which nothing times 0 is anything else."""
    integer = _INTEGER_VIEWS[out.dtype][0]
    buffer = None if r is None else r.view(integer)
    return np.multiply(g.view(integer), np.not_equal(out, _ZERO[out.dtype]).view(np.int8), buffer).view(out.dtype)


def _reusable_output(candidate: Any, a: Any, b: Any) -> Array | None:
    """`candidate`, if a result of it, `a` and `b` has the same shape and layout, so that it can be written there."""
    fits = candidate.__class__ is np.ndarray and a.shape == b.shape == candidate.shape and a.flags.c_contiguous and b.flags.c_contiguous
    return candidate if fits else None


def mul_scalar(a: Array, factor: Any) -> Array:
    """`mul` by a number, which is not rounded to half precision first."""
    if factor.__class__ is not float or a.dtype.itemsize != 2 or a.dtype.kind not in "fV":
        return mul(a, factor)
    return convert(np.asarray(np.multiply(widen_half(a), np.float32(factor))), a.dtype)


def div_scalar(a: Array, divisor: Any) -> Array:
    """`div` by a number, which is not rounded to half precision first."""
    if divisor.__class__ is not float or a.dtype.itemsize != 2 or a.dtype.kind not in "fV":
        return div(a, divisor)
    return convert(np.asarray(np.true_divide(widen_half(a), np.float32(divisor))), a.dtype)


@quiet
def add_scaled(a: Array, b: Array, alpha: Any) -> Array:
    """a + alpha * b."""
    if a.dtype is b.dtype and a.dtype.char in "fd":
        factor = NUMBERS32.get(alpha) if b.dtype is _FLOAT32 else None
        if factor is None:
            check_fit(alpha, b.dtype)
            factor = cache_number32(alpha) if b.dtype is _FLOAT32 and alpha.__class__ in _REAL_NUMBERS else np.array(alpha, b.dtype)
        product = np.multiply(b, factor)
        return np.add(a, product, _reusable_output(product, a, b) if a.size > _SMALL_SIZE else None)
    check_fit(alpha, b.dtype)
    return _add_product(a, b, b.dtype.type(alpha))


def _add_scaled_inplace(a: Array, b: Array, alpha: Any) -> None:
    """`add_scaled` of vectors, in-place, by blocks whose products stay in the cache."""
    factor = NUMBERS32.get(alpha) if a.dtype is _FLOAT32 and alpha.__class__ is float else None
    if factor is None:
        check_fit(alpha, a.dtype)
        factor = to_number32(alpha) if a.dtype is _FLOAT32 and alpha.__class__ is float else np.array(alpha, a.dtype)
    if a.size <= _STEP_SIZE:
        np.add(a, np.multiply(b, factor), a)
        return
    for part, product, y in _steps(a, b):
        np.multiply(y, factor, product)
        np.add(part, product, part)


def _steps(a: Array, *others: Array) -> Iterator[tuple[Array, ...]]:
    """Blocks of vectors that stay in the cache: of `a`, of scratch memory, and of the others."""
    scratch = np.empty(min(a.size, _STEP_SIZE), a.dtype)
    for start in range(0, a.size, _STEP_SIZE):
        part = a[start:start + _STEP_SIZE]
        yield part, scratch[:part.size], *[v[start:start + _STEP_SIZE] for v in others]


def sub_scaled(a: Array, b: Array, alpha: Any) -> Array:
    """a - alpha * b."""
    return add_scaled(a, b, -alpha)


INPLACE[add_scaled] = _add_scaled_inplace
INPLACE[sub_scaled] = lambda a, b, alpha: _add_scaled_inplace(a, b, -alpha)


@rounded_once
def _add_product(a: Array, b: Array, alpha: Any) -> Array:
    return a + b * b.dtype.type(alpha)


@quiet
def reciprocal(a: Array) -> Array:
    """1 / a; takes half the time of np.reciprocal."""
    one = _ONE.get(a.dtype)
    return np.true_divide(one if one is not None else a.dtype.type(1) if a.dtype.kind in "fV" else 1, a)


@quiet
@rounded_once
def rsqrt(a: Array) -> Array:
    """1 / sqrt(a)."""
    root = np.sqrt(a)
    return np.true_divide(_ONE.get(root.dtype, 1), root, root) if root.__class__ is np.ndarray else 1 / root


@quiet
def pow(a: Any, b: Any) -> Array:
    """a ** b; small integer exponents by multiplication, far faster than numpy's power."""
    if a.__class__ is np.ndarray and a.dtype.kind == "V":
        exact = b if b.__class__ is not np.ndarray else widen_half(b) if b.ndim else b.item()
        return pow(widen_half(a), exact).astype(a.dtype)
    if b.__class__ in (int, float) and a.dtype.kind in "fc":
        if b == 2:
            return a * a if a.dtype is _FLOAT32 else _product(a, a)
        if b == 1:
            return np.positive(a)
        if b == 3:
            return _cube(a)
        if b == 0.5 and a.dtype.char != "e":  # in half precision PyTorch uses pow here, which differs from sqrt for -0 and -inf
            return np.sqrt(a)
        if b == -1:
            return np.true_divide(1, a)
        if b == 0:
            return np.ones_like(a)
        if b == -2:
            return np.true_divide(1, a * a)
        if b == -0.5 and a.dtype.char != "e":
            return np.true_divide(1, np.sqrt(a))
    if a.__class__ is b.__class__ is np.ndarray and a.dtype.kind == b.dtype.kind == "f":
        return np.power(a, b)
    if b.__class__ is float and a.__class__ is np.ndarray and a.dtype is _FLOAT32:
        return np.power(a, to_number32(b))
    if getattr(a, "dtype", np.dtype(type(a))).kind in "iu" and getattr(b, "dtype", np.dtype(type(b))).kind in "iu":
        if b.__class__ is int:  # a Python number does not widen the result
            if b < 0:
                require_values(a)
                raise RuntimeError("Integers to negative integer powers are not allowed.")
            return _integer_power(a, np.asarray(b), a.dtype)
        return _integer_power(np.asarray(a), b, b.dtype if a.__class__ is int else np.result_type(a, b))
    if a.__class__ is np.ndarray and a.dtype.kind == "b" and _is_bool(b):
        return copy_dense(a, a.dtype) if b else np.ones_like(a)
    if a.__class__ is np.ndarray and a.dtype.char == "e":
        check_fit(b, a.dtype)
    found = np.power(a, b)
    return _complex_power(a, b, found) if found.dtype.kind == "c" else found


def _is_bool(value: Any) -> bool:
    """Whether a number, or the array that promotion made of it, is a bool."""
    return value.__class__ is bool or getattr(value, "dtype", None) == np.bool_


@rounded_once
def _cube(a: Array) -> Array:
    return a * a * a


def _complex_power(a: Any, b: Any, power: Array) -> Array:
    """Powers with operands that are not finite, and 0 ** 0, by exp and log, as in PyTorch; numpy multiplies for small integer exponents."""
    special = ~(np.isfinite(a) & np.isfinite(b)) | np.equal(a, 0) & np.equal(b, 0)
    if not special.any():
        return power
    from .complex import multiply_annex_g

    exponent = multiply_annex_g(np.asarray(b, power.dtype), np.log(np.asarray(a, power.dtype)))
    return np.where(special, np.exp(exponent), power).astype(power.dtype)


@quiet
def ldexp_whole(a: Array, b: Array) -> Array:
    """a * 2 ** b for integers b, cast to C's int as in PyTorch; also where 2 ** b would overflow."""
    return np.ldexp(a if a.dtype.char in "fd" else a.astype(np.float32), b.astype(np.int32)).astype(a.dtype, copy=False)


def ldexp(a: Array, b: Array, dtype: Any) -> Array:
    """a * 2 ** b, with the power computed in `dtype`."""
    exponent = b if b.dtype.kind == "c" else b.astype(dtype, copy=False)
    return np.multiply(a, np.asarray(pow(2.0, exponent)).astype(a.dtype, copy=False))


def pow_of_scalar(a: Any, b: Array) -> Array:
    """a ** b for a number a, row-major whatever the layout of b, as in PyTorch."""
    if b.dtype.kind == "b" and _is_bool(a):
        raise NotImplementedError("\"pow\" not implemented for 'Bool'")
    if a == 1 and a.__class__ is not bool and b.dtype.kind == "c":  # even for infinite and NaN exponents
        return np.ones(b.shape, b.dtype)
    if a.__class__ in (int, bool) and b.dtype.kind in "iu":
        return _integer_power(np.asarray(a, b.dtype), np.atleast_1d(np.asarray(b, order="C")), b.dtype).reshape(b.shape)
    return np.asarray(pow(a, b), order="C")


def _integer_power(a: Array, b: Array, dtype: np.dtype[Any]) -> Array:
    """Integer powers: negative exponents in an array give 0 except for bases 1 and -1, as in PyTorch."""
    result = np.power(a, np.maximum(b, 0)).astype(dtype)
    if (b < 0).any():
        parity = np.where(b % 2 == 0, 1, a)
        result = np.where(b < 0, np.where(np.abs(a) == 1, parity, 0), result).astype(result.dtype)
    return result


def sign(a: Array) -> Array:
    """-1, 0 or 1; NaN gives 0 in PyTorch."""
    if a.dtype.kind == "b":
        return copy_dense(a, a.dtype)
    if a.dtype.char in "fd" and a.size <= _SMALL_SIZE:
        found = np.sign(a)
        if found.__class__ is np.ndarray and not math.isnan(vdot(found, found)):
            return found
        zero = constants(a.dtype, 0)[0]
        return np.subtract(np.greater(a, zero), np.less(a, zero), dtype=a.dtype)
    if a.dtype.kind in "fV":  # NaN compares neither above nor below 0
        a, dtype = widen_half(a), a.dtype
        # As bytes: bools would be cast one by one.
        return convert(np.subtract(np.greater(a, 0).view(np.int8), np.less(a, 0).view(np.int8)).astype(a.dtype), dtype)
    return np.sign(a)


def abs(a: Array) -> Array:
    """Absolute value; for complex input the real magnitude."""
    return np.abs(a)


def _fast_logical(ufunc: np.ufunc) -> Any:
    """A logical ufunc, three times as fast on numbers: numpy's comparisons are vectorized, its truth tests of numbers are not."""

    def call(a: Any, b: Any) -> Array:
        if a.__class__ is np.ndarray and a.size <= _SMALL_SIZE:
            return ufunc(a, b)
        if a.__class__ is np.ndarray and a.dtype.kind != "b":
            a = np.not_equal(a, 0)
        if b.__class__ is np.ndarray and b.dtype.kind != "b":
            b = np.not_equal(b, 0)
        return ufunc(a, b)

    return call


logical_and, logical_or, logical_xor = map(_fast_logical, (np.logical_and, np.logical_or, np.logical_xor))


def logical_not(a: Array) -> Array:
    """Whether elements are 0."""
    return np.logical_not(a) if a.dtype.kind == "b" else np.equal(a, 0)


eq, ne, lt, le, gt, ge = np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal
isnan, isfinite = np.isnan, np.isfinite


def signbit(a: Array) -> Array:
    """Whether elements are negative; np.signbit would convert integers to float64."""
    if a.dtype.kind in "fV":
        return np.signbit(a)
    return np.less(a, 0) if a.dtype.kind == "i" else np.zeros_like(layout_template(a), bool, subok=False)




@quiet
def nextafter(x: Array, y: Array) -> Array:
    """The next number from x towards y. numpy calls the C library for each element; large arrays are computed on their bits."""
    if max(x.size, y.size) < 512 or x.dtype.char not in "fd" or not (x.flags.c_contiguous and y.flags.c_contiguous):
        return np.asarray(np.nextafter(x, y))
    if x.shape != y.shape:
        x, y = (np.ascontiguousarray(t) for t in np.broadcast_arrays(x, y))
    out, step = np.empty(x.shape, x.dtype), 1 << 13
    flat_x, flat_y, flat = x.reshape(-1), y.reshape(-1), out.reshape(-1)
    for i in range(0, x.size, step):
        _nextafter_bits(flat_x[i:i + step], flat_y[i:i + step], flat[i:i + step])
    return out


def _nextafter_bits(x: Array, y: Array, out: Array) -> None:
    """`nextafter` on the bits: as integers, a nonzero number and its neighbour away from 0 differ by 1, whatever the sign."""
    integer = np.dtype(np.int32 if x.dtype.char == "f" else np.int64)
    outwards = (y > x) == (x > 0)
    bits = outwards.astype(integer)
    bits += bits
    bits -= integer.type(1)
    bits *= x != y
    np.add(bits, x.view(integer), out.view(integer))
    rare = (x == 0) | (x == y) | np.isnan(x) | np.isnan(y)
    if rare.any():
        out[rare] = np.nextafter(x[rare], y[rare])




bitwise_not, bitwise_and, bitwise_or, bitwise_xor = np.invert, np.bitwise_and, np.bitwise_or, np.bitwise_xor
left_shift, right_shift, gcd, lcm = np.left_shift, np.right_shift, np.gcd, np.lcm


def isinf(a: Array) -> Array:
    """Whether elements are infinite; integers never are."""
    return np.isinf(a)


def _all_false(a: Array) -> Array:
    """False for every element."""
    require_values(a)
    return np.zeros_like(layout_template(a), dtype=bool, subok=False)


def isposinf(a: Array) -> Array:
    """Whether elements are +inf."""
    if a.dtype.char in "fd":
        return np.equal(a, constants(a.dtype, np.inf)[0])
    return np.isposinf(a) if a.dtype.kind in "fV" else _all_false(a)


def isneginf(a: Array) -> Array:
    """Whether elements are -inf."""
    if a.dtype.char in "fd":
        return np.equal(a, constants(a.dtype, -np.inf)[0])
    return np.isneginf(a) if a.dtype.kind in "fV" else _all_false(a)


def _cast_factor(value: Any, a: Any) -> Any:
    """The factor of a term, cast to the dtype of the tensors: for integers 0.5 becomes 0."""
    if value.__class__ in (int, float) and not (0 if a.dtype.kind == "u" else -128) <= value < 128:
        return to_scalar_array(value, a.dtype)[()]  # raises if it is out of range
    return int(value) if check_number_fits(value, a.dtype).__class__ is not int and a.dtype.kind in "iu" else value


@quiet
@rounded_once
def addcmul(a: Any, b: Any, c: Any, value: Any = 1) -> Array:
    """a + value * b * c."""
    if a.dtype is _FLOAT32 and a.ndim and b.dtype is c.dtype is _FLOAT32:
        factor = NUMBERS32.get(value)
        if factor is None:
            factor = to_number32(_cast_factor(value, a))
        return np.add(a, np.multiply(b, c) if value == 1 else np.multiply(np.multiply(b, factor), c))
    value = _cast_factor(value, a)
    if a.dtype.kind == "c":  # a factor of 1 is multiplied, too: with infinities that gives NaN
        return a + b * complex(value) * c
    return a + (b * c if value == 1 else value * b * c)


def _addcmul_inplace(a: Array, b: Array, c: Array, value: Any = 1) -> None:
    factor = _cast_factor(value, a)
    if a.dtype is _FLOAT32:
        factor = to_number32(factor)
    for part, product, y, z in _steps(a, b, c):
        np.multiply(y if value == 1 else np.multiply(y, factor, product), z, product)
        np.add(part, product, part)


INPLACE[addcmul] = _addcmul_inplace


@quiet
@rounded_once
def addcdiv(a: Any, b: Any, c: Any, value: Any = 1) -> Array:
    """a + value * b / c."""
    if a.dtype.kind == "c":
        return a + b * complex(value) / c
    if a.dtype is _FLOAT32 and a.ndim and value.__class__ is not complex:
        factor = NUMBERS32.get(value)
        if factor is None:
            factor = to_number32(check_number_fits(value, a.dtype))
        return np.add(a, np.multiply(np.true_divide(b, c), factor))
    return a + _cast_factor(value, a) * (b / c)


def _addcdiv_inplace(a: Array, b: Array, c: Array, value: Any = 1) -> None:
    factor = to_number32(check_number_fits(value, a.dtype)) if a.dtype is _FLOAT32 else _cast_factor(value, a)
    for part, quotient, y, z in _steps(a, b, c):
        np.multiply(np.true_divide(y, z, quotient), factor, quotient)
        np.add(part, quotient, part)


INPLACE[addcdiv] = _addcdiv_inplace


@quiet
def lerp(a: Array, b: Array, w: Any) -> Array:
    """a + w * (b - a), from the nearer end, so that w = 1 gives b exactly."""
    if b.dtype is not a.dtype:
        raise RuntimeError(f"expected dtype {c_name(a.dtype)} for `end` but got dtype {c_name(b.dtype)}")
    if a.dtype.kind in "biu":
        np.broadcast(a, b, w)  # raises first for shapes that do not broadcast
        kernel = "lerp_kernel_tensor" if isinstance(w, np.ndarray) else "lerp_kernel_scalar"
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{scalar_name(a.dtype)}'")
    if w.__class__ is int:
        check_64_bits(w)
    elif w.__class__ is float:
        check_number_fits(w, a.dtype)
    return _lerp(a, b, w)


@rounded_once
def _lerp(a: Array, b: Array, w: Any) -> Array:
    if w.__class__ is float and a.dtype is _FLOAT32:
        near, factor = _lerp_factor(w)
    else:
        w = np.asarray(w, a.dtype)
        if w.ndim:
            near = np.abs(w) < 0.5
            return select(near, a, b) + (w - np.logical_not(near)) * (b - a)
        near, factor = _split_weight(w)
    difference = np.subtract(b, a)
    out = _reusable_output(difference, a, b) if a.size > _SMALL_SIZE else None
    if near:
        return np.add(a, np.multiply(difference, factor, out), out)
    return np.subtract(b, np.multiply(difference, factor, out), out)


def _lerp_inplace(a: Array, b: Array, w: Any) -> None:
    lerp(a[:0], b[:0], w if w.__class__ is not np.ndarray else w[:0])  # checks the arguments
    if w.__class__ is np.ndarray:
        for part, _, y, weights in _steps(a, b, w):
            part[...] = _lerp(part, y, weights)
        return
    near, factor = _lerp_factor(w) if w.__class__ is float and a.dtype is _FLOAT32 else _split_weight(np.asarray(w, a.dtype))
    for part, difference, y in _steps(a, b):
        np.multiply(np.subtract(y, part, difference), factor, difference)
        if near:
            np.add(part, difference, part)
        else:
            np.subtract(y, difference, part)


INPLACE[lerp] = _lerp_inplace


@lru_cache(maxsize=64)
def _lerp_factor(weight: float) -> tuple[bool, Any]:
    """`_split_weight` of a number for float32."""
    return _split_weight(np.asarray(to_number32(weight), _FLOAT32))


def _split_weight(w: Array) -> tuple[bool, Any]:
    """Whether a 0-d weight is nearer to 0 than to 1, and its distance from that end."""
    weight = w.item()
    near = bool(-0.5 < weight < 0.5 if weight.__class__ is float else abs(weight) < 0.5)
    return near, w if near else np.asarray(1 - w, w.dtype)


@rounded_once
@quiet
def tanh_gradient(g: Array, out: Array) -> Array:
    """g * (1 - out**2)."""
    alike = g.shape == out.shape and g.dtype is out.dtype
    if alike and out.size > _MEDIUM_SIZE and out.dtype.char in "fd":
        return blockwise(_tanh_gradient_step, 0, out, g)
    r = out * out
    if r.__class__ is not np.ndarray:
        return g * (1 - r)
    np.subtract(_ONE.get(r.dtype, 1), r, r)
    return np.multiply(g, r, r) if alike else g * r


def _tanh_gradient_step(r: Array | None, out: Array, g: Array) -> Array:
    r = np.multiply(out, out, r)
    np.subtract(_ONE[out.dtype], r, r)
    return np.multiply(g, r, r)


@quiet
def logaddexp2(a: Any, b: Any) -> Array:
    """log2(2**a + 2**b)."""
    return _log_add_exp(a, b, np.exp2, math.log2(math.e), np.logaddexp2)


def _log_add_exp(a: Array, b: Array, power: np.ufunc, scale: float, fallback: np.ufunc) -> Array:
    """max(a, b) + log(1 + power(-|a - b|)), vectorized, unlike numpy's function; infinities and NaN by `fallback`."""
    if a.size * b.size <= _SMALL_SIZE:
        return fallback(a, b)
    d = np.subtract(a, b)
    if d.size <= _SMALL_SIZE or d.dtype.kind != "f":
        return fallback(a, b)
    np.negative(np.abs(d, d), d)
    doubled.log1p(power(d, d), d)
    if scale != 1:
        d *= d.dtype.type(scale)
    d += np.maximum(a, b)
    invalid = np.isnan(d)
    if invalid.any():
        d[invalid] = fallback(*(v[invalid] for v in np.broadcast_arrays(a, b)))
    return d


@quiet
def logaddexp(a: Any, b: Any) -> Array:
    """log(exp(a) + exp(b)), computed from the one with the larger real part."""
    if a.dtype.kind != "c":
        return _log_add_exp(a, b, np.exp, 1, np.logaddexp)
    swap = b.real > a.real
    high, low = np.where(swap, b, a), np.where(swap, a, b)
    return high + np.log1p(np.exp(low - high))


@quiet
def xlogy(a: Any, b: Any) -> Array:
    """a * log(b), 0 where a is 0 and b is not NaN."""
    if not isinstance(b, np.ndarray):
        b = np.asarray(b, a.dtype)
    product = a * np.log(b)
    if a.__class__ is np.ndarray and a.size <= _SMALL_SIZE and count_nonzero(a) == a.size:
        return product
    return np.where(np.equal(a, 0) & ~np.isnan(b), np.zeros((), np.result_type(a, b)), product)


def copysign(a: Any, b: Any) -> Array:
    """The magnitude of a with the sign of b; large arrays by bits, which is twice as fast."""
    alike = a.__class__ is b.__class__ is np.ndarray and a.dtype == b.dtype and a.shape == b.shape
    if alike and a.dtype in _INTEGER_VIEWS and a.size > _SMALL_SIZE:
        integer, magnitude = _INTEGER_VIEWS[a.dtype]
        sign = np.bitwise_and(b.view(integer), np.invert(magnitude))
        return np.bitwise_or(sign, np.bitwise_and(a.view(integer), magnitude), sign).view(a.dtype)
    return np.copysign(a, b)


def sgn(a: Array) -> Array:
    """a / |a|, 0 at 0; for real arrays the sign."""
    if a.dtype.kind != "c":
        return sign(a)
    from .complex import complex_sign

    return complex_sign(a)


def sgn_gradient(xp: Any, g: Any, out: Any, x: Any) -> Any:
    """The derivative of sgn in direction g: 0 for real arrays and at 0, else the part of g orthogonal to x, over |x|."""
    if (x._array if hasattr(x, "_array") else x).dtype.kind != "c":
        return xp.zero_gradient(g)
    along = xp.cast(xp.real_part(g * xp.conj_physical(out)), (out._array if hasattr(out, "_array") else out).dtype)
    size = xp.abs(x)
    return xp.masked_fill_value((g - along * out) / size, size == 0, 0.0)


def as_double(xp: Any, x: Any) -> Any:
    """x as float64 (complex128 if complex), Python numbers unchanged."""
    dtype = getattr(x._array if hasattr(x, "_array") else x, "dtype", None)
    wanted = np.dtype(np.complex128 if dtype is not None and dtype.kind == "c" else np.float64)
    return x if dtype is None or dtype == wanted else xp.cast(x, wanted)


def _integral_unchanged(ufunc: Any) -> Any:
    """floor, ceil or trunc, with integers unchanged."""

    def call(a: Array) -> Array:
        if a.dtype.char in "fd":
            return ufunc(a)
        return copy_dense(a, a.dtype) if a.dtype.kind in "biu" else float32_ufunc(a)

    float32_ufunc = through_float32(ufunc)
    return call


floor, ceil, trunc = _integral_unchanged(np.floor), _integral_unchanged(np.ceil), _integral_unchanged(np.trunc)


_product = through_float32(mul)


@quiet
@rounded_once
def round_half_even(a: Array, decimals: int | None = None) -> Array:
    """Rounded to `decimals`, halves to even."""
    if a.dtype.kind in "iu":
        if decimals:
            raise NotImplementedError("round(): decimals is not implemented for integer tensors")
        return copy_dense(a, a.dtype)
    if not decimals:
        return np.rint(a)
    scale = _power_of_ten(decimals if decimals >= 0 else -decimals, a.dtype)
    scale_up, scale_down = (np.multiply, np.divide) if decimals > 0 else (np.divide, np.multiply)
    return scale_down(np.rint(scale_up(a, scale)), scale)


@lru_cache(maxsize=64)
def _power_of_ten(exponent: int, dtype: Any) -> Array:
    """10**exponent as a read-only 0-d array."""
    return constants(dtype, 10.0 ** exponent if to_int64(exponent) < 309 else np.inf)[0]


def zero_gradient(g: Array) -> Array:
    """Zeros like `g`."""
    require_values(g)
    return with_zero_strides_like(np.zeros_like(layout_template(g), subok=False), g)


@quiet
@rounded_once
def frac(a: Array) -> Array:
    """The fractional part of a, with its sign."""
    return a - np.trunc(a)


fmax, fmin = np.fmax, np.fmin


def maximum_gradient(a: Array, b: Array, g: Array) -> Array:
    """How the gradient of a maximum is split: g where a > b, half of it where a = b, 0 where a < b."""
    return select(np.less(a, b), 0, select(np.equal(a, b), g / 2, g))


def selects_first(a: Array, b: Array, smaller: bool = False) -> Array:
    """Where fmax (or, with the arguments swapped, fmin) returns the first operand."""
    if smaller:
        return np.less_equal(b, a) | np.isnan(a)
    return np.greater_equal(a, b) | np.isnan(b)


def where(condition: Array, a: Any, b: Any) -> Array:
    """a where the condition holds, else b."""
    if condition.dtype.kind != "b":
        if condition.dtype != np.uint8:
            raise RuntimeError("where expected condition to be a boolean tensor, but got a tensor with dtype "
                               f"{scalar_name(condition.dtype)}")
        warn_once("where received a uint8 condition tensor. This behavior is deprecated and will be removed in a future version. "
                  "Use a boolean condition instead.")
        condition = condition.astype(bool)
    return select(condition, a, b)


def where_or_zero(mask: Array, a: Array) -> Array:
    """a where the mask holds, else 0; in the layout of the mask."""
    return select(mask, a, 0)


def masked_keep(a: Array, mask: Array) -> Array:
    """a where the mask holds, else 0; in the layout of a."""
    out = select(mask, a, 0)
    return out if a.flags.c_contiguous and mask.flags.c_contiguous or out.size < 2 else to_common_layout(out, [a, mask])


def masked_clear(a: Array, mask: Array) -> Array:
    """0 where the mask holds, else a; in the layout of a."""
    out = select(mask, 0, a)
    return out if a.flags.c_contiguous or out.size < 2 else to_common_layout(out, [a])


def heaviside(a: Array, values: Array) -> Array:
    """0 below 0 and for NaN, 1 above, `values` at 0."""
    if a.dtype is not values.dtype:
        if values.dtype.kind == "c":
            raise RuntimeError("heaviside is not yet implemented for complex tensors.")
        raise RuntimeError("heaviside is not yet implemented for tensors with different dtypes.")
    zero, = constants(a.dtype, 0)
    return _where(np.equal(a, zero), values, np.greater(a, zero).astype(a.dtype))
