"""Orthogonal polynomials by their three-term recurrences; the degree is an array, too, and negative degrees give 0."""
from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import as_arrays, scalar_name
from ..core.execution.blocks import all_finite, max_integer
from ..core.execution.quiet import quiet
from ..shape.strided import empty_dense
from ..shape.views import broadcast_arrays
from .polynomial_tables import CHUNK

Array = np.ndarray[Any, np.dtype[Any]]
Step = Callable[[int, Any, Any, Any], Any]
#: Up to this number of elements and degree, and while values are far below float32's maximum, Python arithmetic is faster than numpy
#: calls.
_PYTHON_COUNT, _PYTHON_MAX_DEGREE, _PYTHON_MAX_VALUE = 32, 40, 1e37


class _ScalarFunctions:
    """The functions used by closed forms, for Python numbers."""

    cos, sin, arccos = math.cos, math.sin, math.acos


#: The highest degree for which the polynomials of all degrees are kept as rows.
_MAX_STORED_DEGREE = 64


def _make_kernel(name: str, first: Callable[[Any], Any], step: Step, closed_form: Callable[[Any, Any, Any], Any] | None = None,
                 from_degree: int = 0, shifted: bool = False) -> Any:
    """The kernel of polynomials p_0 = 1, p_1 = first(x), p_{k+1} = step(k, x, p_k, p_{k-1}).

    From `from_degree` on, `closed_form(functions, degree, x)` is used instead on the open interval of orthogonality, as in PyTorch.
    """
    def call(x: Array, n: Array) -> Array:
        x, n = as_arrays(x, n)
        if x.dtype.itemsize == 2:
            raise NotImplementedError(f"\"{name}_cpu\" not implemented for '{scalar_name(x.dtype)}'")
        own = x.shape
        if own != n.shape:
            x, n = broadcast_arrays(x, n)
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
        if x.size <= _PYTHON_COUNT and (values := _evaluate_in_python(at, degree, first, step, closed_form, from_degree)) is not None:
            return values
        if closed_form is None or not degree.size or max_integer(degree) < from_degree:
            return _evaluate_by_rows(at, degree, first, step)
        trigonometric = (degree >= from_degree) & (np.abs(at) < 1)
        if not trigonometric.any():
            return _evaluate_by_rows(at, degree, first, step)
        # no recurrence for elements with the closed form
        out = _evaluate_by_rows(at, np.where(trigonometric, 0, degree), first, step)
        return np.where(trigonometric, closed_form(np, degree.astype(x.dtype), np.where(trigonometric, at, at.dtype.type(0))), out)

    call.__doc__ = f"{name.replace('_', ' ').capitalize()}."
    return call


def _evaluate_in_python(x: Array, degrees: Array, first: Callable[[Any], Any], step: Step, closed_form: Any,
                        from_degree: int) -> Array | None:
    """The polynomials of a few numbers, each in Python; None if a degree or a value gets too large."""
    values = []
    for at, n in zip(x.reshape(-1).tolist(), degrees.reshape(-1).tolist(), strict=True):
        if n <= 0:
            values.append(0.0 if n else 1.0)
        elif closed_form is not None and n >= from_degree and -1 < at < 1:
            values.append(closed_form(_ScalarFunctions, n, at))
        else:
            previous, current = 1.0, first(at)
            for k in range(1, n if n <= _PYTHON_MAX_DEGREE else 0):
                previous, current = current, step(k, at, current, previous)
            if n > _PYTHON_MAX_DEGREE or not (
                    -_PYTHON_MAX_VALUE < previous < _PYTHON_MAX_VALUE and -_PYTHON_MAX_VALUE < current < _PYTHON_MAX_VALUE):
                return None
            values.append(current)
    return np.array(values, x.dtype).reshape(x.shape)


def _evaluate_by_rows(x: Array, degree: Array, first: Callable[[Array], Array], step: Step) -> Array:
    """By the recurrence, up to the highest degree; each element takes the row of its own degree."""
    highest = max(max_integer(degree), 1) if degree.size else 1
    if highest > _MAX_STORED_DEGREE:
        return _evaluate_without_rows(x, degree, first(x), step, highest)
    rows = np.empty((highest + 2, *x.shape), x.dtype)
    rows[0], rows[1], rows[-1] = 1, first(x), 0
    for k in range(1, highest):
        rows[k + 1] = step(k, x, rows[k], rows[k - 1])
    position = degree if degree.size and degree.item(intp.argmin(degree)) >= 0 else np.where(degree < 0, highest + 1, degree)
    return intp.take(rows, np.multiply(position, x.size) + _element_indices(x.shape))


def _evaluate_without_rows(x: Array, degree: Array, current: Array, step: Step, highest: int) -> Array:
    """The same without storing all rows; stops early once all remaining elements are NaN."""
    out = np.where(degree < 0, 0, np.where(degree == 0, 1, current)).astype(x.dtype)
    previous: Array = np.ones_like(x)
    for k in range(1, highest):
        previous, current = current, step(k, x, current, previous)
        np.copyto(out, current, where=degree == k + 1)
        if not k % _MAX_STORED_DEGREE and (np.isnan(current) | (degree <= k + 1)).all():
            np.copyto(out, np.nan, where=degree > k + 1)
            break
    return out


@lru_cache(maxsize=64)
def _element_indices(shape: tuple[int, ...]) -> Array:
    return intp.arange(math.prod(shape)).reshape(shape)


def _chebyshev_step(_k: int, x: Array, current: Array, previous: Array) -> Array:
    return (x + x) * current - previous


def _laguerre_step(k: int, x: Any, current: Any, previous: Any) -> Any:
    factor = k + k + (1 - x)
    if getattr(current, "dtype", None) == np.float32:  # PyTorch's kernel uses a fused multiply-subtract, which does not overflow
        return (np.multiply(factor, current, dtype=np.float64) - k * previous).astype(np.float32) / (k + 1)
    return (factor * current - k * previous) / (k + 1)


def _closed_form_t(xp: Any, n: Any, x: Any) -> Any:
    return xp.cos(n * xp.arccos(x))


def _closed_form_u(xp: Any, n: Any, x: Any) -> Any:
    return xp.sin((n + 1) * xp.arccos(x)) / xp.sin(xp.arccos(x))


def _closed_form_v(xp: Any, n: Any, x: Any) -> Any:
    return xp.cos((n + 0.5) * xp.arccos(x)) / xp.cos(xp.arccos(x) / 2)


def _closed_form_w(xp: Any, n: Any, x: Any) -> Any:
    return xp.sin((n + 0.5) * xp.arccos(x)) / xp.sin(xp.arccos(x) / 2)


chebyshev_t = _make_kernel("chebyshev_polynomial_t", lambda x: x, _chebyshev_step, _closed_form_t, 7)
chebyshev_u = _make_kernel("chebyshev_polynomial_u", lambda x: x + x, _chebyshev_step, _closed_form_u, 9)
chebyshev_v = _make_kernel("chebyshev_polynomial_v", lambda x: x + x - 1, _chebyshev_step, _closed_form_v, 9)
chebyshev_w = _make_kernel("chebyshev_polynomial_w", lambda x: x + x + 1, _chebyshev_step, _closed_form_w, 9)
shifted_chebyshev_t = _make_kernel("shifted_chebyshev_polynomial_t", lambda x: x, _chebyshev_step, _closed_form_t, 7, True)
shifted_chebyshev_u = _make_kernel("shifted_chebyshev_polynomial_u", lambda x: x + x, _chebyshev_step, _closed_form_u, 7, True)
shifted_chebyshev_v = _make_kernel("shifted_chebyshev_polynomial_v", lambda x: x + x - 1, _chebyshev_step, _closed_form_v, 7, True)
shifted_chebyshev_w = _make_kernel("shifted_chebyshev_polynomial_w", lambda x: x + x + 1, _chebyshev_step, _closed_form_w, 5, True)
hermite_h = _make_kernel("hermite_polynomial_h", lambda x: x + x, lambda k, x, current, previous: (x + x) * current - (k + k) * previous)
hermite_he = _make_kernel("hermite_polynomial_he", lambda x: x, lambda k, x, current, previous: x * current - k * previous)
laguerre_l = _make_kernel("laguerre_polynomial_l", lambda x: 1 - x, _laguerre_step)
legendre_p = _make_kernel("legendre_polynomial_p", lambda x: x,
                          lambda k, x, current, previous: ((k + k + 1) * x * current - k * previous) / (k + 1))
