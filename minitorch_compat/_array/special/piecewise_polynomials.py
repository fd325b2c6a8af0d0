"""Piecewise polynomials that replace slow functions of one variable, fitted to them once on short intervals."""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size

Array = np.ndarray[Any, np.dtype[Any]]
_CHUNK_SIZE = block_size(__name__, "_CHUNK_SIZE", 1 << 14)  # elements of a block: the scratch arrays fit into the cache


class PiecewisePolynomial:
    """`function` on [low, high], in pieces of equal length, each with a polynomial through `degree + 1` Chebyshev points.

    The function must be smooth enough for the degree; it is called at first use, with an array of all points.
    """

    def __init__(self, function: Callable[[Array], Array], low: float, high: float, pieces: int, degree: int = 13) -> None:
        self.function, self.low, self.pieces, self.degree = function, low, pieces, degree
        self.width = (high - low) / pieces

    @cached_property
    def table(self) -> Array:
        """Coefficients, (degree + 1, pieces), the highest first; the variable of each polynomial goes from -1 to 1."""
        n = self.degree + 1
        t = np.cos((intp.arange(n) + 0.5) * math.pi / n)
        points = self.low + (intp.arange(self.pieces)[:, None] + (t + 1) / 2) * self.width
        values = self.function(points.reshape(-1)).reshape(points.shape)
        return np.ascontiguousarray(np.linalg.solve(np.vander(t), values.T))

    def __call__(self, x: Array) -> Array:
        """The function of a float64 array, in the same layout; arguments outside are moved to the nearest end."""
        if not x.flags.c_contiguous:
            like = np.empty_like(x)
            like[...] = self(np.ascontiguousarray(x))
            return like
        out = np.empty(x.shape)
        flat, target = x.reshape(-1), out.reshape(-1)
        for i in range(0, flat.size, _CHUNK_SIZE):
            self._step(target[i:i + _CHUNK_SIZE], flat[i:i + _CHUNK_SIZE])
        return out

    def _step(self, out: Array, x: Array) -> None:
        t = (x - self.low) / self.width
        np.clip(t, 0, self.pieces, t)
        piece = np.fmin(t, self.pieces - 1).astype(np.int64)
        t -= piece
        t *= 2
        t -= 1
        coefficient = np.empty_like(t)
        intp.take(self.table[0], piece, out=out, mode="clip")
        for row in self.table[1:]:
            np.multiply(out, t, out)
            np.add(out, intp.take(row, piece, out=coefficient, mode="clip"), out)
