"""Sobol sequences: points that cover the unit cube evenly.

The table `sobol.npz` holds the primitive polynomials and initial direction numbers "new-joe-kuo-6.21201" of S. Joe and F. Y. Kuo,
"Constructing Sobol sequences with better two-dimensional projections", SIAM J. Sci. Comput. 30, 2635-2654 (2008). It is made by
`tests/data/recorders/ops/sobol.py`: halves of the differences between the polynomials (which are all odd), and of the numbers (odd, the
k-th below 2^k) the bits between the first and the last.
"""
from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import numpy as np

from ..._tables import read_table
from ..core import intp
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size

Array = np.ndarray[Any, np.dtype[Any]]

#: Bits of a coordinate.
BITS = 30
DIMENSIONS = 21201
_MAX_DEGREE = 18


@cache
def _load_table() -> tuple[Array, Array]:
    """The polynomials as bits, and for each as many direction numbers as its degree, padded with zeros."""
    with np.load(BytesIO(read_table("_array/random/sobol.npz"))) as file:
        polynomials = 2 * np.cumsum(file["steps"], dtype=np.int64) + 1
        bits = np.unpackbits(file["bits"])
    degrees = _polynomial_degrees(polynomials)
    numbers = np.zeros((DIMENSIONS, _MAX_DEGREE), np.int64)
    start = 0
    for degree in range(1, _MAX_DEGREE + 1):
        rows = intp.flatnonzero(degrees == degree)
        width = degree * (degree - 1) // 2
        chunk = bits[start:start + len(rows) * width].reshape(len(rows), width).astype(np.int64)
        start += chunk.size
        for k in range(degree):
            weights = 1 << intp.arange(k, 0, -1)
            numbers[rows, k] = chunk[:, k * (k - 1) // 2:k * (k + 1) // 2] @ weights + 1
    numbers[0] = 1
    return polynomials, numbers


def _polynomial_degrees(polynomials: Array) -> Array:
    return np.floor(np.log2(polynomials)).astype(np.int64)


def direction_numbers(dimension: int) -> Array:
    """(dimension, BITS): for each coordinate the direction numbers, whose bitwise sums modulo 2 are the points."""
    polynomials, initial = (part[:dimension] for part in _load_table())
    degrees = _polynomial_degrees(polynomials)
    out = np.ones((dimension, BITS), np.int64)
    for degree in range(1, _MAX_DEGREE + 1):
        rows = intp.flatnonzero(degrees == degree)
        if len(rows):
            out[rows] = _extend_direction_numbers(initial[rows, :degree], polynomials[rows], degree)
    return out << intp.arange(BITS - 1, -1, -1)


def _extend_direction_numbers(initial: Array, polynomials: Array, degree: int) -> Array:
    """Direction numbers continued from the initial ones by polynomials of this degree."""
    out = np.empty((len(initial), BITS), np.int64)
    out[:, :degree] = initial
    for j in range(degree, BITS):
        new = out[:, j - degree].copy()
        for k in range(1, degree + 1):
            new ^= (polynomials >> (degree - k) & 1) * (out[:, j - k] << k)
        out[:, j] = new
    return out


def advance(state: Array, numbers: Array, position: int, count: int) -> Array:
    """The point `count` after the one at `position`, which is `state`, as integers of BITS bits."""
    return state ^ _point(numbers, position) ^ _point(numbers, position + count)


def _point(numbers: Array, index: int) -> Array:
    """The point at an index from the origin: the sum of the numbers at the bits of its Gray code."""
    gray = index ^ index >> 1
    return np.bitwise_xor.reduce(numbers[:, [bit for bit in range(BITS) if gray >> bit & 1]], 1)


#: The binary logarithm of how many points are computed at a time.
_BLOCK_BITS = block_size(__name__, "_BLOCK_BITS", 11)


def draw_points(state: Array, numbers: Array, position: int, count: int, dtype: np.dtype[Any]) -> Array:
    """(count, dimension): the points after the one at `position`, which is `state`, as fractions.

    Those of an aligned block differ by the same number from those of the first one, because the Gray code is linear.
    """
    if dtype.char not in "fd":
        raise NotImplementedError(f'"_sobol_engine_draw" not implemented for {scalar_name(dtype)!r}')
    table = np.zeros((1, len(state)), np.int32)
    for bit in range(min(_BLOCK_BITS, (position + count).bit_length())):
        table = np.concatenate([table, table[::-1] ^ numbers[:, bit].astype(np.int32)])
    out = np.empty((count, len(state)), dtype)
    made = 0
    while made < count:
        start = (position + made + 1) % len(table)
        block = table[start:start + count - made]
        shift = advance(state, numbers, position, made + 1 - start).astype(np.int32)
        part = out[made:made + len(block)]
        part[...] = block ^ shift
        part *= dtype.type(2.0 ** -BITS)
        made += len(block)
    return out


def scramble(numbers: Array, matrices: Array) -> Array:
    """Direction numbers multiplied by random triangular bit matrices, one per coordinate (with ones on the diagonal)."""
    matrices = matrices.copy()
    matrices[:, intp.arange(BITS), intp.arange(BITS)] = 1
    rows = matrices @ (1 << intp.arange(BITS - 1, -1, -1))
    out = np.zeros_like(numbers)
    for p in range(BITS):
        out |= _parity(rows[:, p, None] & numbers) << (BITS - 1 - p)
    return out


def _parity(values: Array) -> Array:
    for shift in (16, 8, 4, 2, 1):
        values = values ^ values >> shift
    return values & 1
