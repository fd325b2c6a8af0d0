"""`torch.linalg`: L D L^T factors, and singular values of matrices of low rank by random projections."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import c_name
from ..._dispatch.call.caller import caller
from ..._dispatch.dtype import of
from ..._dispatch.levels.lifting import concrete_values
from ..functions.complex import conj_view
from ..override.named_refusals import named
from ..randomness.functions import randn
from ..settings import return_types
from ..settings.constants import strided
from .decompositions import qr, svd

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


@named("linalg_ldl_factor_ex")
def ldl_factor_ex(input: Tensor, *, hermitian: bool = False, check_errors: bool = False,
                  out: Sequence[Tensor] | None = None) -> return_types.linalg_ldl_factor_ex:
    # The docstring is written in _bindings/linalg/ldl.md.
    """The LDL decomposition of symmetric matrices; failures are returned, not raised.

    Parameters
    ----------
    A : Tensor
        ... x n x n, symmetric.
    hermitian : bool, default False
        Equal to the conjugate transpose, instead of the transpose.
    check_errors : bool, default False
        Raise errors nevertheless.
    input : Tensor
        The tensor that is read.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    LD (Tensor)
        L and D in one matrix.
    pivots (Tensor)
        The pivots.
    info (Tensor)
        0 where it succeeded.

    References
    ----------
    PyTorch: torch.linalg.ldl_factor_ex

    Examples
    --------
    >>> torch.linalg.ldl_factor_ex(torch.tensor([[2., 0.], [0., 4.]])).info
    tensor(0, dtype=torch.int32)
    """
    return return_types.from_items(return_types.linalg_ldl_factor_ex, _factor("torch.linalg.ldl_factor_ex", input, hermitian, check_errors))


@named("linalg_ldl_factor")
def ldl_factor(input: Tensor, *, hermitian: bool = False, out: Sequence[Tensor] | None = None) -> return_types.linalg_ldl_factor:
    # The docstring is written in _bindings/linalg/ldl.md.
    """The LDL decomposition of symmetric matrices, in the compact form of LAPACK.

        A = L @ D @ L.mT

    Parameters
    ----------
    A : Tensor
        ... x n x n, symmetric.
    hermitian : bool, default False
        Equal to the conjugate transpose, instead of the transpose.
    input : Tensor
        The tensor that is read.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    LD (Tensor)
        L and D in one matrix.
    pivots (Tensor)
        The pivots (`torch.int32`).

    Raises
    ------
    RuntimeError
        It cannot be computed.

    References
    ----------
    PyTorch: torch.linalg.ldl_factor

    Examples
    --------
    >>> torch.linalg.ldl_factor(torch.tensor([[2., 0.], [0., 4.]]))
    torch.return_types.linalg_ldl_factor(
    LD=tensor([[2., 0.],
            [0., 4.]]),
    pivots=tensor([1, 2], dtype=torch.int32))
    """
    return return_types.from_items(return_types.linalg_ldl_factor, _factor("torch.linalg.ldl_factor", input, hermitian, True)[:2])


def _factor(name: str, input: Any, hermitian: bool, check_errors: bool) -> Any:
    found = caller("ldl_factor_of")(input, hermitian)
    failed = concrete_values(found[2])
    if check_errors and failed.any():
        raise RuntimeError(f"{name}: Unknown error code: {int(failed[failed != 0][0])}. (A column of D is zero.)")
    return found


@named("linalg_ldl_solve")
def ldl_solve(LD: Tensor, pivots: Tensor, B: Tensor, *, hermitian: bool = False, out: Tensor | None = None) -> Any:
    # The docstring is written in _bindings/linalg/ldl.md.
    """The solutions of systems of linear equations, from an LDL decomposition.

    Parameters
    ----------
    LD : Tensor
        The factors of `torch.linalg.ldl_factor`.
    pivots : Tensor
        The pivots of the same function.
    B : Tensor
        ... x n x k: the right sides.
    hermitian : bool, default False
        As for the decomposition.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        X, in the shape of `B`.

    References
    ----------
    PyTorch: torch.linalg.ldl_solve

    Examples
    --------
    >>> LD, pivots = torch.linalg.ldl_factor(torch.tensor([[2., 0.], [0., 4.]]))
    >>> torch.linalg.ldl_solve(LD, pivots, torch.tensor([[2.], [4.]]))
    tensor([[1.],
            [1.]])
    """
    signed = pivots._array
    if signed.__class__ is np.ndarray and signed.dtype.kind in "iu" and (signed == 0).any():
        raise RuntimeError("Pivots given to ldl_solve must all satisfy |pivot| >= 1. Did you properly pass the result of ldl_factor?")
    if signed.__class__ is np.ndarray and signed.dtype.kind in "iu" and signed.size and signed.shape == LD._array.shape[:-1] and (
            LD._array.shape[-1] == LD._array.shape[-2]) and (
            np.abs(signed).max() > LD._array.shape[-2]):
        raise RuntimeError("Pivots given to ldl_solve must all satisfy |pivot| <= LD.size(-2). Did you properly pass the result of "
                           "ldl_factor?")
    return caller("ldl_solve_of")(LD, pivots, B, hermitian)


def svd_lowrank(A: Tensor, q: int | None = 6, niter: int | None = 2, M: Tensor | None = None) -> tuple[Any, Any, Any]:
    # The docstring is written in _bindings/linalg/ldl.md.
    """An approximate singular value decomposition of low rank, with random vectors.

        A is about U @ diag(S) @ V.mT

    Parameters
    ----------
    A : Tensor
        ... x m x n.
    q : int, default 6
        How many singular values.
    niter : int, default 2
        How many iterations.
    M : Tensor, optional
        Subtracted first, with broadcasting.

    Returns
    -------
    tuple of three Tensors
        U, S and V.

    Notes
    -----
    After Halko, Martinsson and Tropp (2009). Seed the default generator for the same result.

    References
    ----------
    PyTorch: torch.svd_lowrank

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.svd_lowrank(torch.diag(torch.tensor([3., 2., 1.])), q=2)[1].shape
    torch.Size([2])
    """
    rows, columns = A.shape[-2:]
    if M is not None:
        less = M.broadcast_to(A.shape)
        if M._array.dtype != A._array.dtype:
            raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {c_name(M._array.dtype)} != {c_name(A._array.dtype)}")
        A = A - less
    if rows < columns:
        v, s, u = _svd_of_tall_matrix(A.mH, 6 if q is None else q, 2 if niter is None else niter)
        return u, s, v
    return _svd_of_tall_matrix(A, 6 if q is None else q, 2 if niter is None else niter)


def _svd_of_tall_matrix(A: Any, q: int, niter: int) -> tuple[Any, Any, Any]:
    dtype = A.dtype if A.dtype.is_floating_point or A.dtype.is_complex else of(np.dtype(np.float32))
    basis = qr(A @ randn(A.shape[-1], q, dtype=dtype, device=A.device)).Q
    for _ in range(niter):
        basis = qr(A @ qr(A.mH @ basis).Q).Q
    u, s, vh = svd(basis.mH @ A, full_matrices=False)
    return basis @ u, s, conj_view(vh.mT)


def pca_lowrank(A: Tensor, q: int | None = None, center: bool = True, niter: int = 2) -> tuple[Any, Any, Any]:
    # The docstring is written in _bindings/linalg/ldl.md.
    """The principal components of rows, from an approximate decomposition of low rank.

    Parameters
    ----------
    A : Tensor
        ... x m x n: a row per observation.
    q : int, optional
        How many components; min(6, m, n) if not given.
    center : bool, default True
        Subtract the means of columns first.
    niter : int, default 2
        How many iterations.

    Returns
    -------
    tuple of three Tensors
        U, S and V; the columns of V are the directions.

    References
    ----------
    PyTorch: torch.pca_lowrank

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> [part.shape for part in torch.pca_lowrank(torch.randn(5, 3), q=2)]
    [torch.Size([5, 2]), torch.Size([2]), torch.Size([3, 2])]
    """
    least = min(A.shape[-2:])
    if q is None:
        q = min(6, least)
    elif not (q >= 0 and q <= least):
        raise ValueError(f"q(={q}) must be non-negative integer and not greater than min(m, n)={least}")
    if niter < 0:
        raise ValueError(f"niter(={niter}) must be non-negative integer")
    if center and A.layout is not strided:
        if A.dim() != 2:
            raise ValueError("pca_lowrank input is expected to be 2-dimensional tensor")
        A = A.to_dense()  # less its means it is dense, in PyTorch, too
    return svd_lowrank(A - A.mean(dim=(-2,), keepdim=True) if center else A, q, niter)
