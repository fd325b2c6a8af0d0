"""Matrix products in pieces so small that BLAS does not pack its operands.

OpenBLAS has such kernels for AVX-512, where this takes up to a third less time; elsewhere it costs a few per cent.
"""
from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from .products import multiply_stacks

Array = np.ndarray[Any, np.dtype[Any]]

#: The most multiplications of a small product; and the fewest rows of a piece that are worth a call.
SMALL_PRODUCT, MIN_PIECE_ROWS = 1_000_000, 32


@lru_cache(maxsize=256)
def rows_per_piece(rows: int, inner: int, columns: int) -> int:
    """The largest number of rows of the first matrix that makes a product small and divides all rows evenly; 0 if there is none."""
    max_rows = SMALL_PRODUCT // max(1, inner * columns)
    return next((rows // k for k in range(1, rows // MIN_PIECE_ROWS + 1) if rows % k == 0 and rows // k <= max_rows), 0)


def matmul_in_pieces(a: Array, b: Array, out: Array | None = None) -> Array:
    """a @ b for matrices with the same leading dimensions, by pieces of the rows of a."""
    *batch, rows, inner = a.shape
    columns = b.shape[-1]
    part = rows_per_piece(rows, inner, columns)
    if part in (0, rows) or b.shape[:-2] != a.shape[:-2] or a.dtype is not b.dtype or a.dtype.char not in "fd":
        return multiply_stacks(a, b, out)
    if out is None:
        out = np.empty((*batch, rows, columns), a.dtype)
    pieces = (*batch, rows // part, part)
    target = out.reshape(*pieces, columns)
    if target.base is not out and target.base is not out.base:  # a copy, not a view
        return multiply_stacks(a, b, out)
    multiply_stacks(a.reshape(*pieces, inner), b[..., None, :, :], target)
    return out
