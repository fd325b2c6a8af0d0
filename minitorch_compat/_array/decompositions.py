"""Solving and decomposing matrices, by LAPACK through numpy."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .quiet import quiet

Array = NDArray[Any]


class LinAlgError(RuntimeError):
    """A matrix that cannot be inverted or decomposed; PyTorch's `torch.linalg.LinAlgError`."""


def _check(a: Array, name: str, square: bool = True) -> None:
    if a.dtype.kind not in "fc":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {a.dtype.name.capitalize()}")
    if a.dtype.itemsize == 2:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got Half")
    if a.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if square and a.shape[-1] != a.shape[-2]:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {a.shape[-2]} by {a.shape[-1]} matrices")


def _failing(name: str, text: str) -> LinAlgError:
    return LinAlgError(f"{name}: {text}")


def inv(a: Array) -> Array:
    """The inverse of square matrices."""
    _check(a, "linalg.inv")
    try:
        return np.linalg.inv(a)
    except np.linalg.LinAlgError:
        raise _failing("linalg.inv", "The diagonal element 1 is zero, the inversion could not be completed because the input matrix is "
                                     "singular.") from None


def solve(a: Array, b: Array) -> Array:
    """x with a x = b."""
    _check(a, "linalg.solve")
    vector = b.ndim == 1 or (b.ndim == a.ndim - 1 and b.shape == a.shape[:-1])
    try:
        return np.linalg.solve(a, b[..., None])[..., 0] if vector else np.linalg.solve(a, b)
    except np.linalg.LinAlgError:
        raise _failing("torch.linalg.solve", "The solver failed because the input matrix is singular.") from None
    except ValueError:
        raise RuntimeError(f"linalg.solve: Incompatible shapes of A and B for the equation AX = B ({a.shape[-2]}x{a.shape[-1]} and "
                           f"{b.shape[-2] if b.ndim > 1 else b.shape[-1]}x{b.shape[-1]})") from None


def cholesky(a: Array) -> Array:
    """The lower triangular factor of Hermitian positive-definite matrices."""
    _check(a, "linalg.cholesky")
    try:
        return np.linalg.cholesky(a)
    except np.linalg.LinAlgError:
        raise _failing("linalg.cholesky", "The factorization could not be completed because the input is not positive-definite (the "
                                          "leading minor of order 1 is not positive-definite).") from None


@quiet
def det(a: Array) -> Array:
    """Determinants."""
    _check(a, "linalg.det")
    return np.asarray(np.linalg.det(a), a.dtype)


def slogdet(a: Array) -> tuple[Array, Array]:
    """Signs and logarithms of absolute determinants."""
    _check(a, "linalg.slogdet")
    sign, value = np.linalg.slogdet(a)
    return np.asarray(sign, a.dtype), np.asarray(value)


def qr(a: Array) -> tuple[Array, Array]:
    """Orthonormal columns and an upper triangle, reduced."""
    _check(a, "linalg.qr", square=False)
    q, r = np.linalg.qr(a)
    return q, r


def eigh(a: Array) -> tuple[Array, Array]:
    """Eigenvalues in ascending order and eigenvectors of Hermitian matrices, of which the lower triangle is read."""
    _check(a, "linalg.eigh")
    values, vectors = np.linalg.eigh(a)
    return values, vectors


def svd(a: Array) -> tuple[Array, Array, Array]:
    """Reduced singular value decomposition: U, S, V^H."""
    _check(a, "linalg.svd", square=False)
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    return u, s, vh
