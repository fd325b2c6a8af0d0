"""Solvers and decompositions of matrices, by LAPACK through numpy. Results are column-major, as in PyTorch."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from ..core import intp
from ..core.conjugate import require_values
from ..core.dtypes import scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import all_finite, count_nonzero
from ..core.execution.quiet import quiet
from ..core.row_order import note_layout
from ..core.undispatched import copyto
from ..shape.views import with_row_major_strides
from . import lapack

Array = np.ndarray[Any, np.dtype[Any]]


class _LinAlgError(RuntimeError):
    """Raised for a matrix that cannot be inverted or decomposed; PyTorch's `torch.linalg.LinAlgError`, whose names it shares."""

    __module__ = __name__.partition(".")[0] + "._C"


LinAlgError = _LinAlgError


def check_matrix(a: Array, name: str, square: bool = True, half_kernel: str = "", kernel: str = "", allow_empty: bool = False) -> None:
    """Raise for arguments that no decomposition takes.

    `half_kernel` names the kernel that refuses half precision, `kernel` that of all dtypes.

    With `allow_empty` no kernel runs, and so none refuses, for an empty array.
    """
    if a.dtype.char in "fdFD" and a.ndim >= 2 and (not square or a.shape[-1] == a.shape[-2]):
        return
    low = a.dtype.kind in "fV" and a.dtype.itemsize == 2
    if a.dtype.kind not in "fcV" and not kernel:
        if a.ndim < 2 and name != "linalg.solve":
            check_shape(a, name, square)
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {scalar_name(a.dtype)}")
    if low and not half_kernel and not kernel:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {scalar_name(a.dtype)}")
    check_shape(a, name, square)
    if allow_empty and not a.size:
        return
    if low or a.dtype.kind not in "fc":
        raise NotImplementedError(f"\"{half_kernel or kernel}\" not implemented for '{scalar_name(a.dtype)}'")


def check_shape(a: Array, name: str, square: bool = True) -> None:
    """Raise unless there are at least two dimensions, the last two of one size if `square`."""
    if a.ndim < 2:
        raise RuntimeError(f"{name}: The input tensor A must have at least 2 dimensions.")
    if square and a.shape[-1] != a.shape[-2]:
        raise RuntimeError(f"{name}: A must be batches of square matrices, but they are {a.shape[-2]} by {a.shape[-1]} matrices")


def column_major(a: Array) -> Array:
    """Column-major copies of matrices."""
    found = empty_column_major(a.shape, a.dtype)
    found[...] = a
    return found


def empty_column_major(shape: tuple[int, ...], dtype: Any) -> Array:
    """Uninitialised column-major matrices."""
    if 0 in shape:
        return np.swapaxes(with_row_major_strides(np.swapaxes(np.empty(shape, dtype), -1, -2)), -1, -2)
    found = np.empty(shape, dtype, "F") if len(shape) == 2 else np.empty((*shape[:-2], shape[-1], shape[-2]), dtype).swapaxes(-1, -2)
    note_layout(found)
    return found


def batch_element_text(a: Array, found: Array) -> str:
    """The part of a message that names the matrix of a batch."""
    return "" if a.ndim == 2 else f"(Batch element {int(intp.argmax(found.reshape(-1)))}): "


def _check_batches_broadcast(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    """Raise for the dimension in which two shapes do not broadcast."""
    for back, (m, n) in enumerate(zip(reversed(first), reversed(second), strict=False), 1):
        if m != n and 1 not in (m, n):
            raise RuntimeError(f"The size of tensor a ({m}) must match the size of tensor b ({n}) at non-singleton dimension "
                               f"{max(len(first), len(second)) - back}")


def first_zero_pivot(a: Array) -> Array:
    """The number of the first zero pivot of each matrix, 0 if there is none."""
    from .factorizations import first_zero_on_diagonal, lu_inplace

    return first_zero_on_diagonal(lu_inplace(a.reshape(math.prod(a.shape[:-2]), *a.shape[-2:]).copy())[0]).reshape(a.shape[:-2])


def inv(a: Array, name: str = "linalg.inv") -> Array:
    """The inverses of square matrices; `name` is that of the calling function."""
    check_matrix(a, name)
    try:
        return np.asarray(lapack.inv(a, (empty_column_major(a.shape, a.dtype),)))
    except np.linalg.LinAlgError:
        raise singular_error(a, name) from None


def singular_error(a: Array, name: str) -> LinAlgError:
    """The error for a singular matrix."""
    info = first_zero_pivot(a)
    number = int(info[info != 0][0]) if info.any() else 1
    return LinAlgError(f"{name}: {batch_element_text(a, info != 0)}The diagonal element {number} is zero, the inversion could "
                       "not be completed because the input matrix is singular.")


def inv_ex(a: Array) -> tuple[Array, Array]:
    """Inverses, and the number of the first zero pivot of each matrix (0: none), by which those of singular ones are divided."""
    check_matrix(a, "linalg.inv")
    try:
        return lapack.inv(a, (empty_column_major(a.shape, a.dtype),)), np.zeros(a.shape[:-2], np.int32)
    except np.linalg.LinAlgError:
        info = first_zero_pivot(a)
    inverses = np.empty_like(a)
    inverses[info == 0] = lapack.inv(a[info == 0])
    inverses[info != 0] = solve_ex(a[info != 0], np.broadcast_to(np.eye(a.shape[-1], dtype=a.dtype), a[info != 0].shape))[0]
    return column_major(inverses), info


def is_vector_rhs(a_shape: tuple[int, ...], b_shape: tuple[int, ...]) -> bool:
    """Whether the right side of `solve` is a vector, or a batch of vectors, rather than matrices."""
    return len(b_shape) == 1 or (len(b_shape) == len(a_shape) - 1 and tuple(b_shape) == tuple(a_shape[:-1]))


def solve(a: Array, b: Array, left: bool = True) -> Array:
    """x with a x = b, or x a = b."""
    if a.dtype != b.dtype and a.dtype.kind in "fc":
        raise RuntimeError(f"linalg.solve: Expected A and B to have the same dtype, but found A of type {scalar_name(a.dtype)} and B of "
                           f"type {scalar_name(b.dtype)} instead")
    check_matrix(a, "linalg.solve", half_kernel="lu_cpu")
    vector = is_vector_rhs(a.shape, b.shape)
    if not vector and b.ndim < 2:
        raise RuntimeError("linalg.solve: The input tensor B must have at least 2 dimensions.")
    if vector and not left and a.shape[-1] == 1:
        raise RuntimeError("linalg.solve: Vector broadcasting of the left hand side is not supported for left=False.")
    try:
        if vector:
            if not left:
                raise ValueError
            solution = lapack.solve(a, b[..., None])[..., 0]
            return column_major(solution) if solution.ndim > 1 else solution  # a batch of vectors is stored as the columns of a matrix
        if left and a.shape[:-1] == b.shape[:-1]:
            return lapack.solve(a, b, (empty_column_major(b.shape, a.dtype),))
        if left:
            return column_major(lapack.solve(a, b))
        return np.ascontiguousarray(lapack.solve(a.swapaxes(-1, -2), b.swapaxes(-1, -2)).swapaxes(-1, -2))
    except np.linalg.LinAlgError:
        where = batch_element_text(a, first_zero_pivot(a) != 0)
        raise LinAlgError(f"torch.linalg.solve: {where}The solver failed because the input matrix is singular.") from None
    except ValueError:
        if not vector and left and a.shape[-1] == b.shape[-2]:
            _check_batches_broadcast(b.shape[:-2], a.shape[:-2])
        rows, columns = (b.shape[-1], 1) if vector else b.shape[-2:]
        raise RuntimeError(f"linalg.solve: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
                           f"({a.shape[-2]}x{a.shape[-1]} and {rows}x{columns})") from None


@quiet
def solve_ex(a: Array, b: Array, left: bool = True) -> tuple[Array, Array]:
    """`solve`, and the number of the first zero pivot of each matrix; a solution of a singular one is divided by it."""
    if a.ndim < 2 or a.shape[-1] != a.shape[-2] or a.dtype.kind not in "fc" or a.dtype != b.dtype:
        return solve(a, b, left), np.zeros(())  # raises
    try:
        return solve(a, b, left), np.zeros(a.shape[:-2], np.int32)
    except LinAlgError:
        info = first_zero_pivot(a)
    from .factorizations import lu_factor, permutation_matrix

    if is_vector_rhs(a.shape, b.shape):
        return solve_ex(a, b[..., None])[0][..., 0], info
    if not left:
        return np.swapaxes(solve_ex(a.swapaxes(-1, -2), b.swapaxes(-1, -2))[0], -1, -2), info
    compact, pivots, _ = lu_factor(a)
    permuted = np.matmul(np.swapaxes(permutation_matrix(pivots, a.shape[-1], a.dtype), -1, -2), b)
    inner = solve_triangular(compact, permuted, False, True, True)
    return solve_triangular(compact, inner, True, True, False), info


@quiet
def solve_triangular(a: Array, b: Array, upper: bool, left: bool, unitriangular: bool) -> Array:
    """x with a x = b (or x a = b) for triangular a; the other triangle is not read."""
    check_matrix(a, "linalg.solve_triangular", kernel="triangular_solve_cpu")
    if b.ndim < 2:
        raise RuntimeError("linalg.solve_triangular: The input tensor B must have at least 2 dimensions.")
    if not left and a.shape[-1] != b.shape[-1]:
        raise RuntimeError(f"linalg.solve_triangular: Incompatible shapes of A and B for the equation XA = B ({a.shape[-2]}x{a.shape[-1]} "
                           f"and {b.shape[-2]}x{b.shape[-1]})")
    if left and b.shape[-2] != a.shape[-1]:
        raise RuntimeError(f"linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B ({a.shape[-2]}x{a.shape[-1]} "
                           f"and {b.shape[-2]}x{b.shape[-1]})")
    if a.dtype is b.dtype and b.size and (a.ndim == b.ndim == 2 or a.size <= _SMALL_SIZE and a.shape[:-2] == b.shape[:-2]):
        out = empty_column_major(b.shape, b.dtype)
        if (_solve_by_elimination(a, b, upper, unitriangular, out) if left else
                _solve_by_elimination(a.swapaxes(-1, -2), b.swapaxes(-1, -2), not upper, unitriangular, out.swapaxes(-1, -2))):
            return out
    if left:
        return _solve_by_substitution(a, b, upper, unitriangular)
    return column_major(_solve_by_substitution(a.swapaxes(-1, -2), b.swapaxes(-1, -2), not upper, unitriangular).swapaxes(-1, -2))


def _solve_by_substitution(a: Array, b: Array, upper: bool, unitriangular: bool) -> Array:
    """Solve by substitution, row by row, for all matrices of a batch at once."""
    n = a.shape[-1]
    x = column_major(np.broadcast_to(b, (*np.broadcast_shapes(a.shape[:-2], b.shape[:-2]), *b.shape[-2:])).astype(a.dtype))
    for i in range(n - 1, -1, -1) if upper else range(n):
        known = slice(i + 1, n) if upper else slice(0, i)
        row = x[..., i, :] - np.matmul(a[..., None, i, known], x[..., known, :])[..., 0, :]
        x[..., i, :] = row if unitriangular else row / a[..., i, i, None]
    return x


_ZERO = np.zeros((), np.bool_)  # which numpy converts to any dtype
#: Elements of a batch of matrices up to which solving one by one is faster than substitution for all.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 512)


def _solve_by_elimination(a: Array, b: Array, upper: bool, unitriangular: bool, out: Array) -> bool:
    """Solve by LAPACK's general solver, for which an upper triangle needs no elimination and no pivoting; a lower one is reversed.

    False if `out` has elements that are not finite: then those may come from products with zeros of the triangle.
    """
    x = out
    if not upper:
        a, b, x = a[..., ::-1, ::-1], b[..., ::-1, :], out[..., ::-1, :]
    triangle = upper_triangle(a)
    if unitriangular:
        diagonal = triangle.diagonal(0, -2, -1)
        diagonal.setflags(write=True)
        diagonal[...] = 1
    try:
        lapack.solve(triangle, b, (x,))
    except np.linalg.LinAlgError:
        return False
    return all_finite(out if out.flags.c_contiguous else out.swapaxes(-1, -2))  # row-major, which takes half the time


@lru_cache(maxsize=64)
def _cached_strictly_lower_mask(m: int, n: int) -> Array:
    mask = np.tri(m, n, -1, dtype=np.bool_)
    mask.setflags(write=False)
    return mask


def strictly_lower_mask(m: int, n: int) -> Array:
    """A mask that is True below the diagonal; cached if it is small."""
    return _cached_strictly_lower_mask(m, n) if m * n <= 4096 else np.tri(m, n, -1, dtype=np.bool_)


def upper_triangle(a: Array) -> Array:
    """Copies of matrices with zeros below the diagonal; row-major."""
    out = np.array(a, order="C")  # refuses what has no values
    copyto(out, _ZERO, where=strictly_lower_mask(*a.shape[-2:]))
    return out


def cholesky(a: Array, upper: bool, name: str = "linalg.cholesky") -> Array:
    """The triangular factor of Hermitian positive-definite matrices; only the same triangle of these is read."""
    check_matrix(a, name, half_kernel="cholesky_cpu")
    out = empty_column_major(a.shape, a.dtype)
    try:
        if not upper:
            factor = lapack.cholesky(a, (out,))
        else:
            factor = lapack.cholesky(adjoint(a), (out.swapaxes(-1, -2),))
            if a.dtype.kind == "c":
                np.conjugate(out, out)
    except np.linalg.LinAlgError:
        factor = None
    if factor is None or not all_finite(out.swapaxes(-1, -2)) and not _are_positive_definite(adjoint(a) if upper else a):
        raise not_positive_definite_error(a, upper, name)
    return out


def adjoint(a: Array) -> Array:
    """Conjugate transposes: views of real matrices."""
    return a.swapaxes(-1, -2).conj() if a.dtype.kind == "c" else a.swapaxes(-1, -2)


def cholesky_ex(a: Array, upper: bool) -> tuple[Array, Array]:
    """The factors, and the order of the first leading minor of each matrix that is not positive (0: all are)."""
    check_matrix(a, "linalg.cholesky", half_kernel="cholesky_cpu", allow_empty=True)
    if not a.size:
        return column_major(a), np.zeros(a.shape[:-2], np.int32)
    readable = a.swapaxes(-1, -2).conj() if upper else a
    try:
        return cholesky(a, upper), np.zeros(a.shape[:-2], np.int32)
    except LinAlgError:
        info = first_bad_minors(readable)
    parts = np.empty_like(readable)
    for index in np.ndindex(*info.shape):
        parts[index] = _partial_factor(readable[index], int(info[index]))
    return column_major(parts.swapaxes(-1, -2).conj() if upper else parts), info


def _partial_factor(a: Array, order: int) -> Array:
    """What LAPACK leaves when it stops: the factor so far, and the reduced pivot that is not positive in its place."""
    if not order:
        return np.linalg.cholesky(a)
    out = np.tril(a)
    k = order - 1
    head = np.linalg.cholesky(a[:k, :k])
    out[:k, :k] = head
    out[k, :k] = np.linalg.solve(head, a[k, :k].conj()).conj()
    out[k, k] = a[k, k] - np.vdot(out[k, :k], out[k, :k])
    return out


def not_positive_definite_error(a: Array, upper: bool = False, name: str = "linalg.cholesky") -> LinAlgError:
    """The error for a matrix without a Cholesky factor."""
    info = first_bad_minors(a.swapaxes(-1, -2).conj() if upper else a)
    first = int(info[info != 0][0]) if info.any() else 1
    return LinAlgError(f"{name}: {batch_element_text(a, info != 0)}The factorization could not be completed because the input is not "
                       f"positive-definite (the leading minor of order {first} is not positive-definite).")


def first_bad_minors(a: Array) -> Array:
    """For each matrix the order of the first leading minor that is not positive, 0 if all are."""
    info = np.zeros(math.prod(a.shape[:-2]), np.int32)
    _find_bad_minors(a.reshape(info.size, *a.shape[-2:]), info)
    return info.reshape(a.shape[:-2])


def _find_bad_minors(a: Array, info: Array) -> None:
    """Find them by bisection of a batch: numpy does not report which matrix has failed."""
    if _are_positive_definite(a):
        return
    if len(a) == 1:
        info[0] = _first_bad_minor(a[0])
        return
    half = len(a) // 2
    _find_bad_minors(a[:half], info[:half])
    _find_bad_minors(a[half:], info[half:])


def _are_positive_definite(a: Array) -> bool:
    if not np.isfinite(np.tril(a, -1)).all():
        return False  # an infinity off the diagonal leaves NaN or a negative pivot, which numpy does not report
    try:
        return not np.isnan(lapack.cholesky(a)).any()
    except np.linalg.LinAlgError:
        return False


def _first_bad_minor(a: Array) -> int:
    for k in (a.shape[-1], *range(1, a.shape[-1] + 1)):
        ok = _are_positive_definite(a[:k, :k])
        if ok and k == a.shape[-1]:
            return 0
        if not ok and (k < a.shape[-1] or k == 1):
            return k
    return a.shape[-1]


@quiet
def det(a: Array) -> Array:
    """Determinants."""
    check_matrix(a, "linalg.det", half_kernel="lu_cpu", allow_empty=True)
    if not a.size:
        require_values(a)
        return np.ones(a.shape[:-2], a.dtype)
    found = np.asarray(lapack.det(a), a.dtype)
    if count_nonzero(found) < found.size and not all_finite(a):
        odd, pivots = _lu_pivots(a)
        found = np.where(np.isfinite(a).all((-2, -1)), found, odd * pivots.prod(-1)).astype(a.dtype)
    return found


@quiet
def slogdet(a: Array) -> tuple[Array, Array]:
    """Signs and logarithms of absolute determinants."""
    check_matrix(a, "linalg.slogdet")
    sign, value = lapack.slogdet(a)
    if not all_finite(a):
        plain = np.isfinite(a).all((-2, -1))
        odd, pivots = _lu_pivots(a)
        lengths = np.abs(pivots)
        # for a real NaN PyTorch's sign is 0
        signs = pivots / lengths if a.dtype.kind == "c" else np.where(pivots != pivots, 0, np.sign(pivots))
        sign, value = np.where(plain, sign, odd * signs.prod(-1)), np.where(plain, value, np.log(lengths).sum(-1))
    return np.asarray(sign, a.dtype), np.asarray(value, np.empty(0, a.dtype).real.dtype)


def _lu_pivots(a: Array) -> tuple[Array, Array]:
    """The signs of the permutations and the pivots of LU factorizations. (numpy treats a matrix with a zero pivot as singular, even if
    another one is not finite.)"""
    from .factorizations import lu_factor  # imported late: it imports this module

    # PyTorch factors the transpose if that is column-major
    compact, rows, _ = lu_factor(a.swapaxes(-1, -2) if a.dtype.kind == "f" and a.flags.c_contiguous else a)
    odd = (rows != intp.arange(1, rows.shape[-1] + 1)).sum(-1) % 2
    return (1 - 2 * odd).astype(a.dtype), compact.diagonal(0, -2, -1)


def qr(a: Array, mode: str) -> tuple[Array, Array]:
    """Orthonormal columns and an upper triangle, "reduced" or "complete"; with "r" the triangle only."""
    check_matrix(a, "linalg.qr", square=False, half_kernel="geqrf_cpu")
    if mode not in ("reduced", "complete", "r"):
        raise RuntimeError(f"qr received unrecognized mode '{mode}' but expected one of 'reduced' (default), 'r', or 'complete'")
    if mode == "r":
        return np.empty(0, a.dtype), column_major(np.asarray(np.linalg.qr(a, mode="r")))
    if not a.size:
        q, r = np.linalg.qr(a, mode=mode)  # type: ignore[call-overload]
        return column_major(q), column_major(r)
    m, n = a.shape[-2:]
    complete = mode == "complete"
    q, triangle = lapack.qr(a, complete, (empty_column_major((*a.shape[:-1], m if complete else min(m, n)), a.dtype),))
    r = empty_column_major(triangle.shape, a.dtype)
    r[...] = triangle
    copyto(r, _ZERO, where=strictly_lower_mask(*r.shape[-2:]))
    return q, r


def eigh(a: Array, uplo: str) -> tuple[Array, Array]:
    """Eigenvalues in ascending order and eigenvectors of Hermitian matrices; only one triangle is read."""
    check_matrix(a, "linalg.eigh", kernel="linalg_eigh_cpu")
    if uplo not in ("L", "U", "l", "u"):
        raise RuntimeError(f"Expected UPLO argument to be 'L' or 'U', but got {uplo}")
    if not all_finite(a):
        if a.shape[-1] < 3:
            return _eigh_of_small_nonfinite(a, uplo)
        where = batch_element_text(a, np.asarray(~np.isfinite(a).all((-2, -1))))
        raise LinAlgError(f"linalg.eigh: {where}The algorithm failed to converge because the input matrix is ill-conditioned or has too "
                          f"many repeated eigenvalues (error code: {max(a.shape[-1] - 1, 1)}).")
    return (lapack.eigh_lower if uplo in ("L", "l") else lapack.eigh_upper)(a, (None, empty_column_major(a.shape, a.dtype)))


def _eigh_of_small_nonfinite(a: Array, uplo: str) -> tuple[Array, Array]:
    """`eigh` of matrices so small that LAPACK does not iterate: NaN if an element is not finite, except for a 1 x 1 eigenvector."""
    bad = np.asarray(~np.isfinite(a).all((-2, -1)))
    values, vectors = eigh(np.where(bad[..., None, None], 0, a), uplo)
    return (np.where(bad[..., None], np.nan, values).astype(values.dtype),
            column_major(np.where(bad[..., None, None] & (a.shape[-1] > 1), np.nan, vectors).astype(vectors.dtype)))


def _check_svd(a: Array) -> None:
    check_matrix(a, "linalg.svd", square=False, half_kernel="linalg_svd_cpu", allow_empty=True)
    if not all_finite(a):
        where = batch_element_text(a, np.asarray(~np.isfinite(a).all((-2, -1))))
        raise LinAlgError(f"linalg.svd: {where}The algorithm failed to converge because the input matrix contained non-finite values.")


def _is_decomposed_as_it_is(a: Array) -> bool:
    """Whether an array needs no further checks before its singular values are computed."""
    return a.ndim >= 2 and a.dtype.char in "fdFD" and all_finite(a)


def svdvals(a: Array) -> Array:
    """Singular values only, in descending order."""
    if a.dtype.itemsize == 2 or not a.size:
        return svd(a, False)[1]
    finite, infinite = a, None
    if not _is_decomposed_as_it_is(a):
        finite, infinite = _replace_infinities(a)
        _check_svd(finite)
    found = np.asarray(lapack.svdvals(finite))
    return found if infinite is None else _fill_nan(infinite, found, 1)


def _replace_infinities(a: Array) -> tuple[Array, Array | None]:
    """Matrices with infinities but no NaN replaced by zeros, and their mask: LAPACK refuses NaN only, and turns infinities into NaN."""
    if a.ndim < 2 or a.dtype.kind not in "fc" or all_finite(a):
        return a, None
    infinite = np.asarray(~np.isfinite(a).all((-2, -1)) & ~np.isnan(a).any((-2, -1)))
    return (np.where(infinite[..., None, None], a.dtype.type(0), a), infinite) if infinite.any() else (a, None)


def _fill_nan(infinite: Array, found: Array, dims: int) -> Array:
    found[np.broadcast_to(infinite.reshape(infinite.shape + (1,) * dims), found.shape)] = np.nan
    return found


def svd(a: Array, full: bool) -> tuple[Array, Array, Array]:
    """The singular value decomposition U, S, V^H; NaN for a matrix with infinities."""
    if not _is_decomposed_as_it_is(a):
        a, infinite = _replace_infinities(a)
        if infinite is not None:
            u, s, vh = svd(a, full)
            return _fill_nan(infinite, u, 2), _fill_nan(infinite, s, 1), _fill_nan(infinite, vh, 2)
        _check_svd(a)
    decompose = lapack.svd_full if full else lapack.svd_reduced
    if a.size:
        *lead, m, n = a.shape
        k = min(m, n)
        u = empty_column_major((*lead, m, m if full else k), a.dtype)
        return decompose(a, (u, None, empty_column_major((*lead, n if full else k, n), a.dtype)))
    low = a.dtype.itemsize == 2
    u, s, vh = [t.astype(a.dtype) for t in decompose(a.astype(np.float32))] if low else decompose(a)
    return column_major(u), s, column_major(vh)
