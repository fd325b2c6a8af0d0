"""Normal variates by the Box-Muller method, bit for bit as PyTorch computes them on an x86-64 CPU.

PyTorch has two algorithms. Fewer than 16 values, and non-contiguous tensors, are drawn one by one in double precision, and the second
variate of each pair is cached in the generator. Contiguous tensors are filled in blocks of 16 uniform numbers, whose halves give radius
and angle; if the blocks do not fit, the last 16 values are redrawn.

float32 blocks use the Cephes single-precision log, sin and cos (S. Moshier), evaluated with fused multiply-add. Here an FMA of float32
values is a float64 multiply-add that is then rounded to float32. This can differ from a single rounding, but does not for any of the
2**24 possible uniform numbers.
"""
from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..special.libm import cos, log, log1p, sin
from .mt19937 import Stream, Words

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array = np.ndarray[Any, np.dtype[Any]]
F64 = np.ndarray[Any, np.dtype[np.float64]]
f32, i32 = np.float32, np.int32
float64 = np.dtype(np.float64)
BLOCK = 16
#: Up to this count normals are assembled from those computed ahead.
SMALL_COUNT = 1 << 11
#: Up to this count of these they are taken by a table of positions.
_MAX_TAKEN = 128
#: Up to this count in double precision Python's functions are used, which are the C library's.
_PYTHON_COUNT = 64
#: Words per step of the block kernel: its dozen scratch arrays nearly fit into the second-level cache, and its hundred calls cost little.
_STEP_WORDS = block_size(__name__, "_STEP_WORDS", 1 << 15)

#: Constants are 0-d arrays: numpy takes half as long with them as with Python numbers, which halves the time for a few values.
_LOG = tuple(np.array(f32(c), np.float64) for c in (
    7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
    2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1))
_COS, _SIN = (tuple(np.array(f32(c), np.float64) for c in row) for row in (
    (2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2), (-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1)))
#: -pi/2 in three parts, which are together as exact as the sum of any two of them.
_QUARTER_TURN = np.array(2 * (-0.78515625 - 2.4187564849853515625e-4 + float(f32(-3.77489497744594108e-8))))
_LN2_HIGH, _LN2_LOW = np.array(0.693359375, f32), np.array(-2.12194440e-4, f32)
_ONE_LESS_ROOT_HALF, _ROOT_HALF_BITS = np.array(0x3F800000 - 0x3F3504F3, i32), np.array(0x3F3504F3, i32)
_MANTISSA, _BIAS, _23 = np.array(0x7FFFFF, i32), np.array(127, i32), np.array(23, i32)
_LOW24, _MINUS_STEP24 = np.array(2**24 - 1, i32), np.array(-2.0**-24, f32)
_TWO_PI_24 = np.array(f32(2 * math.pi) * f32(2.0**-24), f32)
_0, _1, _MINUS_2, _HALF, _MINUS_HALF = (np.array(v, f32) for v in (0, 1, -2, 0.5, -0.5))
_I1, _I8, _22, _I31, _HALF_QUADRANT, _SIGN = (np.array(v, i32) for v in (1, 8, 22, 31, 2**21, -2**31))


def _fma_step(y: F64, narrow: Array, x: F64, c: Any) -> None:
    """y = y * x + c, not rounded to float32, after rounding y to float32; `narrow` is a buffer for that."""
    narrow[...] = y
    y[...] = narrow
    np.multiply(y, x, y)
    np.add(y, c, y)


def _radius(x: Array) -> Array:
    """sqrt(-2 log(1 - k / 2**24)) of integers k stored as float32, in-place."""
    np.multiply(x, _MINUS_STEP24, x)
    np.add(x, _1, x)
    bits = x.view(i32)
    # split x = m * 2**e with m in [sqrt(1/2), sqrt(2))
    np.add(bits, _ONE_LESS_ROOT_HALF, bits)
    exponent = bits >> _23
    np.subtract(exponent, _BIAS, exponent)
    np.bitwise_and(bits, _MANTISSA, bits)
    np.add(bits, _ROOT_HALF_BITS, bits)
    np.subtract(x, _1, x)
    return _sqrt_minus_two_log(x, exponent.astype(f32))


def _sqrt_minus_two_log(x: Array, e: Array) -> Array:
    """sqrt(-2 (log(1 + x) + e log 2)), in-place in x."""
    wide = x.astype(float64)
    y = wide * _LOG[0]
    np.add(y, _LOG[1], y)
    narrow = np.empty_like(x)
    for c in _LOG[2:]:
        _fma_step(y, narrow, wide, c)
    narrow[...] = y
    np.multiply(narrow, x, narrow)
    z = x * x
    y[...] = narrow
    wide[...] = z
    np.multiply(y, wide, y)
    np.add(y, e * _LN2_LOW, y)
    narrow[...] = y
    np.multiply(z, _HALF, z)
    np.subtract(narrow, z, narrow)  # the products in the remaining steps are exact: rounding once in float32 gives the same
    np.add(x, narrow, x)
    np.multiply(e, _LN2_HIGH, e)
    np.add(x, e, x)
    np.multiply(x, _MINUS_2, x)
    return np.sqrt(x, x)


def _cos_and_sin(k: NDArray[np.int32]) -> tuple[Array, Array]:
    """cos and sin of 2 pi k / 2**24 in float32 for integers k below 2**24, which are overwritten."""
    x = k.astype(f32)
    np.multiply(x, _TWO_PI_24, x)
    np.add(k, _HALF_QUADRANT, k)
    wide = (k >> _22).astype(float64)  # to the nearest quarter turn
    np.multiply(wide, _QUARTER_TURN, wide)
    np.add(wide, x.astype(float64), wide)
    x[...] = wide
    cos, sin = _cos_sin_polynomials(x)
    _apply_quadrant(cos.view(i32), sin.view(i32), np.left_shift(k, _I8, k))
    return cos, sin


def _cos_sin_polynomials(x: Array) -> tuple[Array, Array]:
    """cos x and sin x for |x| <= pi / 4."""
    z = x * x
    square, wide = z.astype(float64), x.astype(float64)
    cos = _polynomial(_COS, z, square, square, square * _MINUS_HALF)
    np.add(cos, _1, cos)
    return cos, _polynomial(_SIN, z, square, wide, wide)


def _polynomial(c: Any, z: Array, square: F64, factor: F64, term: F64) -> Array:
    """z (c0 z^2 + c1 z + c2) factor + term."""
    y = square * c[0]
    np.add(y, c[1], y)
    p = np.empty_like(z)
    _fma_step(y, p, square, c[2])
    p[...] = y
    np.multiply(p, z, p)
    y[...] = p
    np.multiply(y, factor, y)
    np.add(y, term, y)
    p[...] = y
    return p


def _apply_quadrant(cos: Array, sin: Array, turn: NDArray[np.int32]) -> None:
    """Exchange cos and sin and set their signs by the first two bits of `turn`, which is overwritten. Bit operations are used because
    `where` is slow for unpredictable masks."""
    odd = turn << _I1
    swapped = cos ^ sin
    np.bitwise_and(swapped, odd >> _I31, swapped)
    np.bitwise_xor(cos, swapped, cos)
    np.bitwise_xor(sin, swapped, sin)
    np.bitwise_xor(odd, turn, odd)
    np.bitwise_and(odd, _SIGN, odd)
    np.bitwise_xor(cos, odd, cos)
    np.bitwise_and(turn, _SIGN, turn)
    np.bitwise_xor(sin, turn, sin)


def _split_blocks(values: Array) -> tuple[Array, Array]:
    """The first and second halves of the blocks of 16, each contiguous. Rows of 8 are copied as units."""
    rows = values.view(f"V{8 * values.itemsize}")
    return rows[0::2].copy().view(values.dtype), rows[1::2].copy().view(values.dtype)


def _join_blocks(first: Array, second: Array, out: Array) -> None:
    row = f"V{8 * out.itemsize}"
    rows = out.view(row)
    rows[0::2] = first.view(row)
    rows[1::2] = second.view(row)


def block_normals32(words: Words, out: NDArray[np.float32]) -> None:
    """Standard normals in float32 from 32-bit words; both sizes are the same multiple of 16."""
    for start in range(0, out.size, _STEP_WORDS):
        first, angle = _split_blocks(words[start:start + _STEP_WORDS].view(i32) & _LOW24)
        radius = _radius(first.astype(f32))
        pair = _cos_and_sin(angle)
        for part in pair:
            np.multiply(part, radius, part)
            np.add(part, _0, part)  # -0 becomes 0, as in the FMA with mean 0
        _join_blocks(*pair, out[start:start + _STEP_WORDS])


def many_normals32(stream: Stream, out: NDArray[np.float32]) -> None:
    """Fill a vector of 16 or more with standard normals in float32."""
    full = out.size // BLOCK * BLOCK
    for start in range(0, full, _STEP_WORDS):
        part = out[start:min(start + _STEP_WORDS, full)]
        block_normals32(stream.words(part.size), part)
    if full < out.size:  # the last 16 values are redrawn
        block_normals32(stream.words(out.size - full + BLOCK)[-BLOCK:], out[-BLOCK:])


class _NormalsAhead:
    """The normals that each of the next words would give in the first half of a block, at any position in it."""

    __slots__ = ("block", "pairs", "start")

    def __init__(self, words: Words, block: Words, start: int) -> None:
        """`words` in the order of drawing; the one at position 0 of the stream's block is `words[-start]`."""
        k = words.view(i32) & _LOW24
        self.block, self.start = block, start
        radius = _radius(k[:-8].astype(f32))
        #: Alternately the first and the second normal of each word.
        self.pairs = np.zeros(2 * words.size, f32)
        for i, part in enumerate(_cos_and_sin(k)):
            np.multiply(part[8:], radius, self.pairs[i:-16:2])
        np.add(self.pairs, _0, self.pairs)  # -0 becomes 0, as in the FMA with mean 0


@cache
def _pair_positions(n: int) -> NDArray[np.int64]:
    """The positions of the normals of a draw of n in `pairs`, relative to its first word: by blocks, with the last 16 redrawn."""
    full = n // BLOCK * BLOCK
    word = intp.arange(BLOCK) % 8 + intp.arange(0, full + BLOCK, BLOCK)[:, None]
    positions = (2 * word + (intp.arange(BLOCK) >= 8)).reshape(-1)
    if full == n:
        return positions[:n]
    positions[full:] += 2 * (n - full)  # the last block uses the last words that are drawn
    return np.concatenate([positions[:n - BLOCK], positions[full:]])


def small_normals32(stream: Stream, n: int) -> NDArray[np.float32]:
    """n standard normals in float32, 16 <= n <= FEW.

    The block kernel takes hardly longer for all available words than for 16: it is run ahead, and small draws are assembled from its
    results.
    """
    full = n // BLOCK * BLOCK
    needed = n if full == n else n + BLOCK
    ahead = stream.ahead
    reserved = stream.reserve(needed)
    if reserved is None:
        drawn = stream.words(needed)
        block, start = stream.buffered_words()
        start -= needed
        ahead = stream.ahead = _NormalsAhead(np.concatenate([drawn, block[start + needed:]]), block, start)
    else:
        block, start = reserved
        if ahead is None or ahead.block is not block:
            ahead = stream.ahead = _NormalsAhead(block[start:], block, start)
    begin = 2 * (start - ahead.start)
    if n <= _MAX_TAKEN:
        return ahead.pairs[begin:][_pair_positions(n)]  # `take` has twice the overhead
    pairs, out = ahead.pairs[begin:begin + 2 * needed], np.empty(n, f32)
    _assemble_pairs(pairs[:2 * full], out[:full])
    if full < n:
        _assemble_pairs(pairs[-2 * BLOCK:], out[-BLOCK:])
    return out


def _assemble_pairs(pairs: NDArray[np.float32], out: NDArray[np.float32]) -> None:
    """Assemble whole blocks: the first normals of the eight words of a first half, then the second ones."""
    out.reshape(-1, 2, 8)[...] = pairs.reshape(-1, BLOCK, 2)[:, :8].transpose(0, 2, 1)


def block_normals64(u: F64) -> F64:
    """Standard normals in float64 from as many uniform numbers, a multiple of 16."""
    if u.size <= _PYTHON_COUNT:
        return _small_blocks64(u.tolist())
    first, angle = _split_blocks(u)
    r = np.sqrt(-2.0 * log(1.0 - first))
    angle *= 2.0 * math.pi
    out = np.empty_like(u)
    _join_blocks(r * cos(angle), r * sin(angle), out)
    return out


def _small_blocks64(u: list[float]) -> F64:
    values = u[:]
    for start in range(0, len(u), BLOCK):
        for i in range(start, start + 8):
            r, angle = math.sqrt(-2.0 * math.log(1.0 - u[i])), u[i + 8] * (2.0 * math.pi)
            values[i], values[i + 8] = r * math.cos(angle), r * math.sin(angle)
    return np.array(values)


def serial_normals(stream: Stream, n: int) -> F64:
    """n standard normals in float64, drawn by pairs; the stream's cached value comes first."""
    head = [] if stream.cached is None or not n else [stream.cached]
    pairs = (n - len(head) + 1) // 2
    if head:
        stream.cached = None
    if not pairs:
        return np.array(head, np.float64)
    values = _pairs_in_python(stream, pairs) if pairs <= BLOCK else _pairs_by_numpy(stream, pairs)
    if len(head) + 2 * pairs > n:
        stream.cached = float(values[-1])
        values = values[:-1]
    return np.array(head + list(values)) if head or pairs <= BLOCK else np.asarray(values)


def _pairs_in_python(stream: Stream, pairs: int) -> list[float]:
    values: list[float] = []
    cosine, sine, root, log_of_1_plus, turn = math.cos, math.sin, math.sqrt, math.log1p, 2.0 * math.pi
    words = iter(stream.words(4 * pairs).tolist())
    for a, b, c, d in zip(words, words, words, words):
        angle = turn * (((a & 0x1FFFFF) << 32 | b) * 2.0**-53)
        r = root(-2.0 * log_of_1_plus(-(((c & 0x1FFFFF) << 32 | d) * 2.0**-53)))
        values += r * cosine(angle), r * sine(angle)
    return values


def _pairs_by_numpy(stream: Stream, pairs: int) -> F64:
    u = stream.doubles(2 * pairs)
    angle = u[0::2] * (2.0 * math.pi)
    r = np.sqrt(-2.0 * log1p(-u[1::2]))
    values = np.empty(2 * pairs)
    values[0::2], values[1::2] = r * cos(angle), r * sin(angle)
    return values
