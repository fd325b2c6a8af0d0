"""Orthogonal polynomials by their three-term recurrences; the degree is an array, too, and counts as 0 below 0."""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from .blocks import all_finite, greatest
from .dtypes import both_arrays
from .quiet import quiet
from .shape import together
from .strided import empty_dense
from .tables import CHUNK

Array = np.ndarray[Any, np.dtype[Any]]
Step = Callable[[int, Array, Array, Array], Array]


def _by_recurrence(name: str, first: Callable[[Array], Array], step: Step, inside: Callable[[Array, Array], Array] | None = None,
                   from_degree: int = 0, shifted: bool = False) -> Any:
    """The kernel of polynomials p_0 = 1, p_1 = first(x), p_{k+1} = step(k, x, p_k, p_{k-1}).

    From a degree on, `inside(degree, x)` stands for them on the open interval of orthogonality, as in PyTorch.
    """
    def call(x: Array, n: Array) -> Array:
        x, n = both_arrays(x, n)
        if x.dtype.itemsize == 2:
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for 'Half'")
        own = x.shape
        if own != n.shape:
            x, n = together(x, n)
        if x.size <= CHUNK and x.ndim:
            values = compute(x, n)
        else:
            flat_x, flat_n, values = np.ravel(x), np.ravel(n), np.empty(x.shape, x.dtype)
            target = values.reshape(-1)
            for i in range(0, x.size, CHUNK):
                target[i:i + CHUNK] = compute(flat_x[i:i + CHUNK], flat_n[i:i + CHUNK])
        if values.shape != own or x.flags.c_contiguous:
            return values
        out = empty_dense(x, x.dtype)
        out[...] = values
        return out

    @quiet
    def compute(x: Array, n: Array) -> Array:
        degree = (n if all_finite(n) else np.where(np.isfinite(n), n, -1)).astype(np.int64)
        at = x + x - 1 if shifted else x
        if inside is None or not degree.size or greatest(degree) < from_degree:
            return _polynomial(at, degree, first, step)
        trigonometric = (degree >= from_degree) & (np.abs(at) < 1)
        if not trigonometric.any():
            return _polynomial(at, degree, first, step)
        # the recurrence need not go as far as where the closed form holds
        out = _polynomial(at, np.where(trigonometric, 0, degree), first, step)
        return np.where(trigonometric, inside(degree.astype(x.dtype), np.where(trigonometric, at, at.dtype.type(0))), out)

    call.__doc__ = f"{name.replace('_', ' ').capitalize()}."
    return call


def _polynomial(x: Array, degree: Array, first: Callable[[Array], Array], step: Step) -> Array:
    """By the recurrence, up to the highest degree; each element takes the row of its own."""
    highest = max(greatest(degree), 1) if degree.size else 1
    rows = np.empty((highest + 2, *x.shape), x.dtype)
    rows[0], rows[1], rows[-1] = 1, first(x), 0
    for k in range(1, highest):
        rows[k + 1] = step(k, x, rows[k], rows[k - 1])
    place = degree if degree.size and degree.item(degree.argmin()) >= 0 else np.where(degree < 0, highest + 1, degree)
    return rows.take(np.multiply(place, x.size) + _places(x.shape))


@lru_cache(maxsize=64)
def _places(shape: tuple[int, ...]) -> Array:
    return np.arange(math.prod(shape)).reshape(shape)


def _chebyshev(_k: int, x: Array, now: Array, before: Array) -> Array:
    return (x + x) * now - before


def _first_kind(n: Array, x: Array) -> Array:
    return np.cos(n * np.arccos(x))


def _second_kind(n: Array, x: Array) -> Array:
    return np.sin((n + 1) * np.arccos(x)) / np.sin(np.arccos(x))


def _third_kind(n: Array, x: Array) -> Array:
    return np.cos((n + 0.5) * np.arccos(x)) / np.cos(np.arccos(x) / 2)


def _fourth_kind(n: Array, x: Array) -> Array:
    return np.sin((n + 0.5) * np.arccos(x)) / np.sin(np.arccos(x) / 2)


chebyshev_t = _by_recurrence("chebyshev_polynomial_t", lambda x: x, _chebyshev, _first_kind, 7)
chebyshev_u = _by_recurrence("chebyshev_polynomial_u", lambda x: x + x, _chebyshev, _second_kind, 9)
chebyshev_v = _by_recurrence("chebyshev_polynomial_v", lambda x: x + x - 1, _chebyshev, _third_kind, 9)
chebyshev_w = _by_recurrence("chebyshev_polynomial_w", lambda x: x + x + 1, _chebyshev, _fourth_kind, 9)
shifted_chebyshev_t = _by_recurrence("shifted_chebyshev_polynomial_t", lambda x: x, _chebyshev, _first_kind, 7, True)
shifted_chebyshev_u = _by_recurrence("shifted_chebyshev_polynomial_u", lambda x: x + x, _chebyshev, _second_kind, 7, True)
shifted_chebyshev_v = _by_recurrence("shifted_chebyshev_polynomial_v", lambda x: x + x - 1, _chebyshev, _third_kind, 7, True)
shifted_chebyshev_w = _by_recurrence("shifted_chebyshev_polynomial_w", lambda x: x + x + 1, _chebyshev, _fourth_kind, 5, True)
hermite_h = _by_recurrence("hermite_polynomial_h", lambda x: x + x, lambda k, x, now, before: (x + x) * now - (k + k) * before)
hermite_he = _by_recurrence("hermite_polynomial_he", lambda x: x, lambda k, x, now, before: x * now - k * before)
laguerre_l = _by_recurrence("laguerre_polynomial_l", lambda x: 1 - x,
                            lambda k, x, now, before: ((k + k + 1 - x) * now - k * before) / (k + 1))
legendre_p = _by_recurrence("legendre_polynomial_p", lambda x: x,
                            lambda k, x, now, before: ((k + k + 1) * x * now - k * before) / (k + 1))
