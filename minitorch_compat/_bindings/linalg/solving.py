"""`torch.linalg`: solving equations, LU and Householder factors, and their older names."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import scalar_name
from ..._array.core.execution.blocks import count_nonzero, max_integer, min_number
from ..._array.core.user_warnings import warn_once
from ..._array.linalg.decompositions import LinAlgError
from ..._array.shape.views import common_shape
from ..._dispatch.call.autocast import in_single_precision
from ..._dispatch.call.caller import caller
from ..._dispatch.levels.lifting import concrete_values
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..override.named_refusals import named
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_solve, _triangular, _lu, _lu_factor, _inv = (
    caller(n) for n in ("solve_matrix", "solve_triangular_of", "lu_parts", "lu_factor_of", "inv"))


@named("linalg_solve")
def solve(A: Tensor, B: Tensor, *, left: bool = True, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of systems of linear equations.

        A @ X = B, or X @ A = B if not left

    Parameters
    ----------
    A : Tensor
        ... x n x n.
    B : Tensor
        ... x n x k, or ... x n: one right side or many.
    left : bool, default True
        Whether `A` is the left factor.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        X, in the shape of `B`.

    Raises
    ------
    torch.linalg.LinAlgError
        A matrix is singular.

    References
    ----------
    PyTorch: torch.linalg.solve

    Examples
    --------
    >>> torch.linalg.solve(torch.tensor([[2., 1.], [1., 3.]]), torch.tensor([3., 5.]))
    tensor([0.8000, 1.4000])
    """
    return _solve(A, B, left)


@named("linalg_solve_ex")
def solve_ex(A: Tensor, B: Tensor, *, left: bool = True, check_errors: bool = False,
             out: Sequence[Tensor] | None = None) -> return_types.linalg_solve_ex:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of systems of linear equations; failures are returned, not raised.

    Parameters
    ----------
    A : Tensor
        ... x n x n.
    B : Tensor
        ... x n x k, or ... x n.
    left : bool, default True
        Whether `A` is the left factor.
    check_errors : bool, default False
        Raise errors nevertheless.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    result (Tensor)
        The solutions.
    info (Tensor)
        0 for systems that were solved (`torch.int32`).

    References
    ----------
    PyTorch: torch.linalg.solve_ex

    Examples
    --------
    >>> torch.linalg.solve_ex(torch.tensor([[2., 0.], [0., 4.]]), torch.tensor([2., 4.]))
    torch.return_types.linalg_solve_ex(
    result=tensor([1., 1.]),
    info=tensor(0, dtype=torch.int32))
    """
    solution, info = caller("solve_ex_of")(A, B, left)
    if check_errors and info.any():
        failed = concrete_values(info)
        where = f"(Batch element {int(intp.argmax(failed != 0))}): " if failed.ndim else ""
        raise LinAlgError(f"torch.linalg.solve_ex: {where}The solver failed because the input matrix is singular.")
    return return_types.linalg_solve_ex(solution, info)


@named("linalg_solve_triangular")
def solve_triangular(A: Any, B: Tensor, *, upper: bool, left: bool = True, unitriangular: bool = False,
                     out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of systems of linear equations with triangular matrices.

        A @ X = B, or X @ A = B if not left

    Parameters
    ----------
    A : Tensor
        ... x n x n; only the triangle selected by `upper` is read. (PyTorch also calls it `input`.)
    B : Tensor
        ... x n x k.
    upper : bool
        Whether it is the upper triangle; must be given.
    left : bool, default True
        Whether `A` is the left factor.
    unitriangular : bool, default False
        Treat the diagonal as ones.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        X, in the shape of `B`.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.linalg.solve_triangular

    Examples
    --------
    >>> torch.linalg.solve_triangular(torch.tensor([[2., 1.], [0., 4.]]), torch.tensor([[4.], [8.]]), upper=True)
    tensor([[1.],
            [2.]])
    """
    return _triangular(A, B, upper, left, unitriangular)


@named("triangular_solve")
def triangular_solve(b: Any, A: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False, *,
                     out: Sequence[Tensor] | None = None) -> return_types.triangular_solve:
    # The docstring is written in _bindings/linalg/solving.md.
    """Deprecated: solutions with triangular matrices; see `torch.linalg.solve_triangular`.

    Parameters
    ----------
    b : Tensor
        ... x n x k: the right sides.
    A : Tensor
        ... x n x n.
    upper : bool, default True
        Whether it is the upper triangle.
    transpose : bool, default False
        Solve with the transpose of `A`.
    unitriangular : bool, default False
        Treat the diagonal as ones.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    solution (Tensor)
        In the shape of `b`.
    cloned_coefficient (Tensor)
        A copy of `A`.

    References
    ----------
    PyTorch: torch.triangular_solve

    Examples
    --------
    >>> torch.triangular_solve(torch.tensor([[4.], [8.]]), torch.tensor([[2., 1.], [0., 4.]])).solution
    tensor([[1.],
            [2.]])
    """
    warn_once("torch.triangular_solve is deprecated in favor of torch.linalg.solve_triangular, which takes its arguments in the other "
              "order and gives no copy of one of them.")
    return return_types.from_items(return_types.triangular_solve, caller("triangular_pair")(b, A, upper, transpose, unitriangular))


def _broadcast_batches(input: Any, b: Any) -> tuple[Any, Any]:
    """Broadcast the batch dimensions of `input` and of a `b` of one dimension less, among which PyTorch counts its rows."""
    batch = common_shape((input._array.shape[:-2], b._array.shape[:-1]))
    return input.expand(*batch, *input._array.shape[-2:]), b.expand(*batch, *b._array.shape[-2:])


@named("linalg_lstsq")
def lstsq(input: Tensor, b: Tensor, rcond: float | None = None, *, driver: str | None = None,
          out: Sequence[Tensor] | None = None) -> return_types.linalg_lstsq:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of overdetermined systems of linear equations, by least squares.

        X minimizes norm(A @ X - B)

    Parameters
    ----------
    A, input : Tensor
        ... x m x n.
    B, b : Tensor
        ... x m x k, or ... x m.
    rcond : float, optional
        Singular values below this, relative to the greatest, count as zero; max(m, n) times the epsilon if not given.
    driver : str, default None) -> (Tensor
        LAPACK's routine: 'gelsy' (if not given), 'gels', 'gelsd' or 'gelss'. 'gels' assumes full rank.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    solution (Tensor)
        X, ... x n x k.
    residuals (Tensor)
        The sums of squares, if m > n and the rank is full; else empty.
    rank (Tensor)
        The ranks; empty for 'gels'.
    singular_values (Tensor)
        For 'gelsd' and 'gelss'; else empty.

    References
    ----------
    PyTorch: torch.linalg.lstsq

    Examples
    --------
    >>> A = torch.tensor([[1., 0.], [1., 1.], [1., 2.]])
    >>> torch.linalg.lstsq(A, torch.tensor([[1.], [3.], [5.]])).solution.round(decimals=4)
    tensor([[1.],
            [2.]])
    """
    input, b = in_single_precision(input, b)
    a = input._array
    if a.ndim < 2:
        raise RuntimeError("torch.linalg.lstsq: input must have at least 2 dimensions.")
    if not b._array.ndim:
        raise RuntimeError("torch.linalg.lstsq: other must have at least 1 dimension.")
    if a.dtype != b._array.dtype:
        raise RuntimeError(f"torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype "
                           f"{scalar_name(a.dtype)} and other's dtype {scalar_name(b._array.dtype)}")
    if not 0 <= a.ndim - b._array.ndim <= 1:
        raise RuntimeError("torch.linalg.lstsq: input.dim() must be greater or equal to other.dim() and (input.dim() - other.dim()) <= 1")
    vector = b._array.ndim == 1 or b._array.shape == a.shape[:-1]
    if a.shape[-2] != b._array.shape[-1 if vector else -2]:
        raise RuntimeError(f"torch.linalg.lstsq: input.size(-2) should match other.size(-{1 if vector else 2})")
    if not vector and a.ndim > b._array.ndim:
        input, b = _broadcast_batches(input, b)
    if driver not in (None, "gels", "gelsy", "gelsd", "gelss"):
        raise RuntimeError("torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
    if a.dtype.kind not in "fc" or a.dtype.itemsize == 2:
        raise RuntimeError("This function doesn't handle types other than float and double")
    return return_types.from_items(return_types.linalg_lstsq, caller("lstsq_of")(input, b, rcond, driver or "gelsy"))


# LU -----------------------------------------------------------------------------------------------------------------------------------


def _check_pivoting(pivot: bool) -> None:
    if not pivot:
        raise RuntimeError("linalg.lu_factor: LU without pivoting is not implemented on the CPU")


@named("linalg_lu")
def lu(A: Tensor, *, pivot: bool = True, out: Sequence[Tensor] | None = None) -> return_types.linalg_lu:
    # The docstring is written in _bindings/linalg/solving.md.
    """The LU decomposition of matrices, with pivots.

        A = P @ L @ U

    Parameters
    ----------
    A : Tensor
        ... x m x n; floats or complex numbers.
    pivot : bool, default True
        Whether to exchange rows; False is for GPUs only.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    P (Tensor)
        A permutation of rows, as a matrix.
    L (Tensor)
        Lower triangular, with ones on the diagonal.
    U (Tensor)
        Upper triangular.

    References
    ----------
    PyTorch: torch.linalg.lu

    Examples
    --------
    >>> torch.linalg.lu(torch.tensor([[1., 2.], [4., 4.]])).U
    tensor([[4., 4.],
            [0., 1.]])
    """
    _check_pivoting(pivot)
    return return_types.from_items(return_types.linalg_lu, _lu(A))


@named("linalg_lu_factor")
def lu_factor(A: Tensor, *, pivot: bool = True, out: Sequence[Tensor] | None = None) -> return_types.linalg_lu_factor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The LU decomposition of matrices, in the compact form of LAPACK.

    Parameters
    ----------
    A : Tensor
        ... x m x n; floats or complex numbers.
    pivot : bool, default True
        Whether to exchange rows; False is for GPUs only.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    LU (Tensor)
        L, without its diagonal, and U in one matrix.
    pivots (Tensor)
        The row that each was exchanged with, counted from 1 (`torch.int32`).

    Raises
    ------
    RuntimeError
        A matrix is singular.

    References
    ----------
    PyTorch: torch.linalg.lu_factor

    Examples
    --------
    >>> torch.linalg.lu_factor(torch.tensor([[1., 2.], [4., 4.]]))
    torch.return_types.linalg_lu_factor(
    LU=tensor([[4.0000, 4.0000],
            [0.2500, 1.0000]]),
    pivots=tensor([2, 2], dtype=torch.int32))
    """
    _check_pivoting(pivot)
    compact, pivots, info = _lu_factor(A)
    _check_singular(info, "torch.linalg.lu_factor")
    return return_types.linalg_lu_factor(compact, pivots)


def _check_singular(info: Any, name: str) -> None:
    failed = concrete_values(info)
    if is_meta_tensor(info):
        return
    if count_nonzero(failed):
        number = int(failed[failed != 0][0])
        where = f"(Batch element {int(intp.argmax(failed != 0))}): " if failed.ndim else ""
        raise RuntimeError(f"{name}: {where}U[{number},{number}] is zero and using it on lu_solve would result in a division by zero. If "
                           "you still want to perform the factorization, consider calling linalg.lu(A, pivot) or "
                           "linalg.lu_factor_ex(A, pivot)")


@named("linalg_lu_factor_ex")
def lu_factor_ex(A: Tensor, *, pivot: bool = True, check_errors: bool = False,
                 out: Sequence[Tensor] | None = None) -> return_types.linalg_lu_factor_ex:
    # The docstring is written in _bindings/linalg/solving.md.
    """The LU decomposition of matrices in compact form; failures are returned, not raised.

    Parameters
    ----------
    A : Tensor
        ... x m x n.
    pivot : bool, default True
        Whether to exchange rows.
    check_errors : bool, default False
        Raise errors nevertheless.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    LU (Tensor)
        L and U in one matrix.
    pivots (Tensor)
        The row that each was exchanged with, counted from 1.
    info (Tensor)
        0, or the number of the zero diagonal element of U.

    References
    ----------
    PyTorch: torch.linalg.lu_factor_ex

    Examples
    --------
    >>> torch.linalg.lu_factor_ex(torch.tensor([[1., 2.], [4., 4.]])).info
    tensor(0, dtype=torch.int32)
    """
    _check_pivoting(pivot)
    found = _lu_factor(A)
    if check_errors:
        _check_singular(found[2], "torch.linalg.lu_factor_ex")
    return return_types.from_items(return_types.linalg_lu_factor_ex, found)


def torch_lu(A: Any, pivot: bool = True, get_infos: bool = False, out: Any = None) -> Any:
    # The docstring is written in _bindings/linalg/solving.md.
    """The LU decomposition in compact form; see `torch.linalg.lu_factor`.

    Parameters
    ----------
    pivot : bool, default True
        Whether to exchange rows.
    get_infos : bool, default False
        Return a third tensor: 0, or the number of the zero diagonal element of U.
    input : Tensor
        ... x m x n; a function names it `A`.
    out : tuple of Tensors, optional
        Of the function: take the results.

    Returns
    -------
    tuple of Tensors
        LU, the pivots counted from 1, and the infos if requested.

    References
    ----------
    PyTorch: torch.lu

    Examples
    --------
    >>> torch.lu(torch.tensor([[1., 2.], [4., 4.]]))
    (tensor([[4.0000, 4.0000],
            [0.2500, 1.0000]]), tensor([2, 2], dtype=torch.int32))
    """
    warn_once("torch.lu is deprecated in favor of torch.linalg.lu_factor / torch.linalg.lu_factor_ex and "
              "will be removed in a future PyTorch release.")
    found = _lu_with_info(A, pivot)
    result = found if get_infos else tuple(found[:2])
    if out is None:
        return result
    if isinstance(out, TensorBase):
        raise TypeError("argument 'out' must be tuple of Tensors, not Tensor")
    if len(out) != len(result):
        raise TypeError(f"expected tuple of {len(result)} elements but got {len(out)}")
    for target, source in zip(out, result, strict=True):
        target.resize_as_(source).copy_(source)
    return out


@named("_lu_with_info")
def _lu_with_info(input: Any, pivot: bool = True) -> return_types._lu_with_info:
    _check_pivoting(pivot)
    return return_types.from_items(return_types._lu_with_info, _lu_factor(*in_single_precision(input)))


@named("lu_unpack")
def lu_unpack(LU_data: Tensor, LU_pivots: Tensor, unpack_data: bool = True, unpack_pivots: bool = True, *,
              out: Sequence[Tensor] | None = None) -> return_types.lu_unpack:
    # The docstring is written in _bindings/linalg/solving.md.
    """The three matrices of a compact LU decomposition.

    Parameters
    ----------
    LU_data : Tensor
        The result of `torch.linalg.lu_factor`.
    LU_pivots : Tensor
        The pivots of the same function.
    unpack_data : bool, default True
        Whether L and U are wanted; empty if not.
    unpack_pivots : bool, default True
        Whether P is wanted; empty if not.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    P (Tensor)
        A permutation of rows, as a matrix.
    L (Tensor)
        Lower triangular, with ones on the diagonal.
    U (Tensor)
        Upper triangular.

    References
    ----------
    PyTorch: torch.lu_unpack

    Examples
    --------
    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[1., 2.], [4., 4.]]))
    >>> torch.lu_unpack(LU, pivots)
    torch.return_types.lu_unpack(
    P=tensor([[0., 1.],
            [1., 0.]]),
    L=tensor([[1.0000, 0.0000],
            [0.2500, 1.0000]]),
    U=tensor([[4., 4.],
            [0., 1.]]))
    """
    pivots = getattr(LU_pivots, "_array", None)
    checked = unpack_pivots and pivots.__class__ is np.ndarray and pivots.dtype == np.int32
    if checked and not _are_pivots_within(pivots, 1, LU_data._array.shape[-2:-1]):
        raise RuntimeError("pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive.Did you properly pass the result of "
                           "lu_factor?")
    return return_types.from_items(return_types.lu_unpack, caller("lu_unpack_of")(LU_data, LU_pivots, unpack_data, unpack_pivots))


@named("linalg_lu_solve")
def lu_solve(LU: Tensor, pivots: Tensor, B: Tensor, *, left: bool = True, adjoint: bool = False, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of systems of linear equations, from an LU decomposition.

    Parameters
    ----------
    LU : Tensor
        The result of `torch.linalg.lu_factor`.
    pivots : Tensor
        The pivots of the same function.
    B : Tensor
        ... x n x k: the right sides.
    left : bool, default True
        A @ X = B; False for X @ A = B.
    adjoint : bool, default False
        Solve with A.mH instead of A.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        X, in the shape of `B`.

    References
    ----------
    PyTorch: torch.linalg.lu_solve

    Examples
    --------
    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2., 0.], [0., 4.]]))
    >>> torch.linalg.lu_solve(LU, pivots, torch.tensor([[2.], [4.]]))
    tensor([[1.],
            [1.]])
    """
    if LU._array.ndim > 1 and pivots._array.dtype != np.int32:
        raise RuntimeError("linalg.lu_solve: pivots should be a Tensor of scalar type torch.int32")
    _check_factors(LU._array.shape, pivots._array.shape, B._array.shape, left)
    if pivots._array.__class__ is np.ndarray and LU._array.shape[-2:-1] == LU._array.shape[-1:]:
        rows = LU._array.shape[-2:-1]
        for text, fits in (("greater or equal to 1", _are_pivots_within(pivots._array, 1, ())),
                           ("smaller or equal to LU.size(-2)", _are_pivots_within(pivots._array, None, rows))):
            if not fits:
                raise RuntimeError(f"Pivots given to lu_solve must all be {text}. Did you properly pass the result of lu_factor?")
    return caller("lu_solve_of")(LU, pivots, B, left, adjoint)


def _are_pivots_within(pivots: Any, least: int | None, most: tuple[int, ...]) -> bool:
    """Whether all pivots are within limits; True if there are none."""
    return not pivots.size or (least is None or min_number(pivots) >= least) and (not most or max_integer(pivots) <= most[0])


def _check_factors(lu: tuple[int, ...], pivots: tuple[int, ...], b: tuple[int, ...], left: bool) -> None:
    """Refuse pivots that do not have the shape of the rows of a batch of square matrices, and right sides that do not fit."""
    if len(lu) < 2 or lu[-1] != lu[-2]:
        return  # refused where it is computed
    if not pivots:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    if len(b) < 2:
        raise RuntimeError("linalg.lu_solve: The input tensor B must have at least 2 dimensions.")
    if lu[-1] != b[-2 if left else -1]:
        _raise_incompatible_shapes(lu, b, left)
    if pivots[-1:] != lu[-1:]:
        raise RuntimeError("linalg.lu_solve: Number of pivots per batch should be same as the dimension of the matrix")
    if pivots != lu[:-1]:
        raise RuntimeError(f"linalg.lu_solve: Expected LU.shape[:-1] and pivots.shape to be the same, but got pivots with shape "
                           f"{list(pivots)} instead")

def _raise_incompatible_shapes(lu: tuple[int, ...], b: tuple[int, ...], left: bool) -> NoReturn:
    raise RuntimeError(f"linalg.lu_solve: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
                       f"({lu[-2]}x{lu[-1]} and {b[-2]}x{b[-1]})")


@named("lu_solve")
def torch_lu_solve(b: Any, LU_data: Tensor, LU_pivots: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of systems of linear equations from an LU decomposition; see `torch.linalg.lu_solve`.

    Parameters
    ----------
    b : Tensor
        ... x n x k: the right sides.
    LU_data : Tensor
        The result of `torch.linalg.lu_factor`.
    LU_pivots : Tensor
        The pivots of the same function.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `b`.

    References
    ----------
    PyTorch: torch.lu_solve

    Examples
    --------
    >>> LU, pivots = torch.linalg.lu_factor(torch.tensor([[2., 0.], [0., 4.]]))
    >>> torch.lu_solve(torch.tensor([[2.], [4.]]), LU, pivots)
    tensor([[1.],
            [1.]])
    """
    warn_once("torch.lu_solve is deprecated in favor of torch.linalg.lu_solve and will be removed in a future PyTorch release.")
    LU_data, b = in_single_precision(LU_data, b)
    return lu_solve(LU_data, LU_pivots, b)


# Cholesky -----------------------------------------------------------------------------------------------------------------------------


@named("cholesky_solve", dense_out=True)
def cholesky_solve(B: Any, L: Any, upper: bool = False, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solutions of systems of linear equations, from Cholesky factors.

        (L @ L.mH) @ X = B

    Parameters
    ----------
    B : Tensor
        ... x n x k: the right sides.
    L, input2 : Tensor
        ... x n x n: the factors of `torch.linalg.cholesky`.
    upper : bool, default False
        Whether the factors are upper ones.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        X, in the shape of `B`.

    References
    ----------
    PyTorch: torch.cholesky_solve

    Examples
    --------
    >>> L = torch.linalg.cholesky(torch.tensor([[4., 0.], [0., 2.]]))
    >>> torch.cholesky_solve(torch.tensor([[8.], [4.]]), L)
    tensor([[2.],
            [2.]])
    """
    return caller("cholesky_solve_of")(B, L, upper)


@named("cholesky_inverse")
def cholesky_inverse(L: Any, upper: bool = False, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The inverses of positive definite matrices, from their Cholesky factors.

    Parameters
    ----------
    L : Tensor
        ... x n x n: the factors of `torch.linalg.cholesky`.
    upper : bool, default False
        Whether the factors are upper ones.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n x n.

    References
    ----------
    PyTorch: torch.cholesky_inverse

    Examples
    --------
    >>> torch.cholesky_inverse(torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 5.]])))
    tensor([[ 0.3125, -0.1250],
            [-0.1250,  0.2500]])
    """
    return caller("cholesky_inverse_of")(L, upper)


# Tensors as maps ----------------------------------------------------------------------------------------------------------------------


@named("linalg_tensorinv", dense_out=True)
def tensorinv(A: Any, ind: int = 2, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The inverse of a tensor, as a linear map between tensors.

    Parameters
    ----------
    A : Tensor
        The product of its first `ind` sizes equals that of the others.
    ind : int, default 2
        The number of leading dimensions.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape A.shape[ind:] + A.shape[:ind].

    Raises
    ------
    RuntimeError
        The products differ, or the map is not invertible.

    References
    ----------
    PyTorch: torch.linalg.tensorinv

    Examples
    --------
    >>> torch.linalg.tensorinv(torch.eye(4).reshape(2, 2, 4), ind=2).shape
    torch.Size([4, 2, 2])
    """
    if ind <= 0:
        raise RuntimeError("Expected a strictly positive integer for 'ind'")
    shape = A._array.shape
    if ind > len(shape):
        raise RuntimeError(f"ArrayRef: invalid slice, N = {ind}; size = {len(shape)}")
    rows, columns = math.prod(shape[:ind]), math.prod(shape[ind:])
    if rows != columns:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
                           f"{columns} != {rows}")
    return _inv(A.reshape(rows, columns)).reshape(*shape[ind:], *shape[:ind])


@named("linalg_tensorsolve")
def tensorsolve(A: Any, B: Any, dims: Sequence[int] | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The solution of a linear equation between tensors.

        torch.tensordot(A, X, X.dim()) = B

    Parameters
    ----------
    A : Tensor
        Its first sizes are those of `B`; the product of the rest equals that of the first.
    B : Tensor
        The right side.
    dims : ints, optional
        Dimensions of `A` that are moved to the end first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        X, in the shape of the rest.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.linalg.tensorsolve

    Examples
    --------
    >>> torch.linalg.tensorsolve(2 * torch.eye(4).reshape(2, 2, 4), torch.ones(2, 2))
    tensor([0.5000, 0.5000, 0.5000, 0.5000])
    """
    if dims is not None:
        A = A.movedim(tuple(dims), tuple(range(A._array.ndim - len(dims), A._array.ndim)))
    shape = A._array.shape[B._array.ndim:]
    if math.prod(shape) != B._array.size:
        raise RuntimeError("Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but "
                           f"got {math.prod(shape)} != {B._array.size}")
    return _solve(A.reshape(B._array.size, B._array.size), B.reshape(-1), True).reshape(shape)


def _check_reflections(name: str, shape: tuple[int, ...], tau: tuple[int, ...], other: int | None = None) -> None:
    """Refuse `tau` unless it has one factor per reflection of each matrix."""
    ndim = len(shape)
    if ndim < 2:
        return  # refused where it is computed
    _check_tau(tau)
    if ndim - len(tau) != 1:
        raise RuntimeError(f"{name}: Expected tau to have one dimension less than input, but got tau.ndim equal to {len(tau)} and "
                           f"input.ndim is equal to {ndim}")
    if other is not None and other != ndim:
        raise RuntimeError(f"{name}: Expected other to have the same number of dimensions as input, but got other.ndim equal to {other} "
                           f"and input.ndim is equal to {ndim}")
    if tau[:-1] != shape[:-2]:
        raise RuntimeError(f"{name}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got {list(tau[:-1])}")


def _check_tau(tau: tuple[int, ...]) -> None:
    if not tau:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")


def _check_ormqr(shape: tuple[int, ...], tau: tuple[int, ...], other: tuple[int, ...], side: int) -> None:
    """Refuse matrices to which the reflections cannot be applied from that side, in PyTorch's order of checks."""
    for name, given in (("input", shape), ("other", other)):
        if len(given) < 2:
            raise RuntimeError(f"torch.ormqr: {name} must have at least 2 dimensions.")
    _check_tau(tau)
    if other[side] != shape[-2]:
        raise RuntimeError(f"torch.ormqr: other.shape[{side}] must be equal to input.shape[-2]")
    if tau[-1] != min(other[side], shape[-1]):
        raise RuntimeError(f"torch.ormqr: tau.shape[-1] must be equal to min(other.shape[{side}], input.shape[-1])")
    _check_reflections("torch.ormqr", shape, tau, len(other))
    if other[:-2] != shape[:-2]:
        raise RuntimeError(f"torch.ormqr: Expected batch dimensions of other to be equal to input.shape[:-2], but got {list(other[:-2])}")


@named("linalg_householder_product")
def householder_product(input: Tensor, tau: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The first columns of a product of Householder reflections.

    Parameters
    ----------
    input, A : Tensor
        ... x m x n with m >= n: the vectors below the diagonal, as returned by `torch.geqrf`.
    tau, input2 : Tensor
        ... x k: the factors.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x m x n, with orthonormal columns.

    References
    ----------
    PyTorch: torch.orgqr

    Examples
    --------
    >>> a, tau = torch.geqrf(torch.tensor([[3., 1.], [4., 2.]]))
    >>> torch.linalg.householder_product(a, tau)
    tensor([[-0.6000, -0.8000],
            [-0.8000,  0.6000]])
    """
    _check_reflections("torch.linalg.householder_product", input._array.shape, tau._array.shape)
    return caller("householder_product_of")(input, tau)


@named("ormqr")
def ormqr(input: Tensor, tau: Any, other: Any, left: bool = True, transpose: bool = False, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/solving.md.
    """The product of a Q in compact form and a matrix.

    Parameters
    ----------
    input : Tensor
        ... x m x n: the result of `torch.geqrf`.
    tau, input2 : Tensor
        The factors of the same function.
    other, input3 : Tensor
        The matrix.
    left : bool, default True
        Q @ other; False for other @ Q.
    transpose : bool, default False
        Take the conjugate transpose of Q.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        The product.

    References
    ----------
    PyTorch: torch.ormqr

    Examples
    --------
    >>> a, tau = torch.geqrf(torch.tensor([[3., 1.], [4., 2.]]))
    >>> torch.ormqr(a, tau, torch.eye(2))
    tensor([[-0.6000, -0.8000],
            [-0.8000,  0.6000]])
    """
    _check_ormqr(input._array.shape, tau._array.shape, other._array.shape, -2 if left else -1)
    return caller("ormqr_of")(input, tau, other, left, transpose)


@named("geqrf")
def geqrf(input: Tensor, *, out: Sequence[Tensor] | None = None) -> return_types.geqrf:
    # The docstring is written in _bindings/linalg/solving.md.
    """The QR decomposition in the compact form of LAPACK.

    Parameters
    ----------
    input : Tensor
        ... x m x n.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    a (Tensor)
        R in the upper triangle, the Householder vectors below.
    tau (Tensor)
        Their factors.

    Notes
    -----
    For Q and R as matrices see `torch.linalg.qr`.

    References
    ----------
    PyTorch: torch.geqrf

    Examples
    --------
    >>> torch.geqrf(torch.tensor([[3., 1.], [4., 2.]]))
    torch.return_types.geqrf(
    a=tensor([[-5.0000, -2.2000],
            [ 0.5000,  0.4000]]),
    tau=tensor([1.6000, 0.0000]))
    """
    return return_types.from_items(return_types.geqrf, caller("geqrf_of")(input))
