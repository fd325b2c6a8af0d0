"""`torch.linalg`: inverses, determinants and decompositions, and their older names. https://docs.pytorch.org/docs/stable/linalg.html"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import scalar_name
from ..._array.core.user_warnings import warn_once
from ..._array.linalg import decompositions as k
from ..._dispatch.call.autocast import in_lower_precision, in_single_precision
from ..._dispatch.call.caller import caller
from ..._dispatch.dtype import of
from ..._dispatch.levels.lifting import Lifted, concrete_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..functions.arguments import MISSING, refuse_requires_grad
from ..functions.complex import conj_view
from ..functions.shown_signatures import shown_as
from ..override.named_refusals import named
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_inv, _det, _slogdet, _cholesky, _qr, _eigh, _eig, _svd, _pinv, _inv_ex, _cholesky_ex = (
    caller(n) for n in ("inv", "det", "slogdet_of", "cholesky_of", "qr_of", "eigh_of", "eig_of", "svd_of", "pinv_of", "inv_ex_of",
                         "cholesky_ex_of"))


@named("linalg_inv")
def inv(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The inverses of square matrices.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n x n.

    Raises
    ------
    torch.linalg.LinAlgError
        A matrix is singular.

    Notes
    -----
    To solve equations, `torch.linalg.solve` is faster and more accurate.

    References
    ----------
    PyTorch: torch.inverse

    Examples
    --------
    >>> torch.linalg.inv(torch.tensor([[2., 0.], [0., 4.]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    return _inv(A)


@named("linalg_inv_ex")
def inv_ex(A: Tensor, *, check_errors: bool = False, out: Sequence[Tensor] | None = None) -> return_types.linalg_inv_ex:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The inverses of square matrices; failures are returned, not raised.

    Parameters
    ----------
    A : Tensor
        ... x n x n.
    check_errors : bool, default False
        Raise errors nevertheless.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    inverse (Tensor)
        ... x n x n.
    info (Tensor)
        0 where it exists (`torch.int32`).

    References
    ----------
    PyTorch: torch.linalg.inv_ex

    Examples
    --------
    >>> torch.linalg.inv_ex(torch.tensor([[2., 0.], [0., 4.]]))
    torch.return_types.linalg_inv_ex(
    inverse=tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]]),
    info=tensor(0, dtype=torch.int32))
    """
    inverse, info = _inv_ex(A)
    if check_errors and info.any():
        raise k.singular_error(concrete_values(A), "linalg.inv_ex")
    return return_types.linalg_inv_ex(inverse, info)


@named("linalg_det")
def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The determinants of square matrices.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the last two dimensions.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    Notes
    -----
    The gradient is right for singular matrices, too.

    References
    ----------
    PyTorch: torch.det

    Examples
    --------
    >>> torch.linalg.det(torch.tensor([[1., 2.], [3., 4.]]))
    tensor(-2.)
    """
    return _det(A)


@named("linalg_slogdet")
def slogdet(A: Tensor, *, out: Sequence[Tensor] | None = None) -> return_types.linalg_slogdet:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The signs of determinants, and the logarithms of their absolute values.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    sign (Tensor)
        1, -1 or 0; of complex matrices a number of absolute value 1.
    logabsdet (Tensor)
        The logarithms, -inf of singular matrices.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.slogdet

    Examples
    --------
    >>> sign, logabsdet = torch.linalg.slogdet(torch.tensor([[1., 2.], [3., 4.]]))
    >>> sign, logabsdet
    (tensor(-1.), tensor(0.6931))
    """
    return return_types.from_items(return_types.linalg_slogdet, _slogdet(A))


@named("slogdet")
def torch_slogdet(input: Tensor, *, out: Sequence[Tensor] | None = None) -> return_types.slogdet:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The signs of determinants, and the logarithms of their absolute values.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    sign (Tensor)
        1, -1 or 0; of complex matrices a number of absolute value 1.
    logabsdet (Tensor)
        The logarithms, -inf of singular matrices.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.slogdet

    Examples
    --------
    >>> sign, logabsdet = torch.slogdet(torch.tensor([[1., 2.], [3., 4.]]))
    >>> sign, logabsdet
    (tensor(-1.), tensor(0.6931))
    """
    return return_types.from_items(return_types.slogdet, _slogdet(input))


@named("logdet")
def logdet(input: Tensor) -> Tensor:
    """Logarithms of determinants; NaN where a real one is negative."""
    k.check_matrix(input._array, "logdet")
    sign, value = _slogdet(input)
    if sign._array.dtype.kind == "c":
        return value + sign.log()
    return caller("where")(sign == -1, float("nan"), value)


# Cholesky -----------------------------------------------------------------------------------------------------------------------------


@named("linalg_cholesky")
def cholesky(A: Any, *, upper: bool = False, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The Cholesky factors of positive definite matrices.

        A = L @ L.mH

    Parameters
    ----------
    A : Tensor
        ... x n x n, equal to its conjugate transpose; only one triangle is read.
    upper : bool, default False
        Return the upper factor, L.mH.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        L, lower triangular with a positive diagonal.

    Raises
    ------
    torch.linalg.LinAlgError
        A matrix is not positive definite.

    References
    ----------
    PyTorch: torch.linalg.cholesky

    Examples
    --------
    >>> torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 5.]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    return _cholesky(A, upper)


@named("cholesky", dense_out=True)
def torch_cholesky(input: Tensor, upper: bool = False, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """Deprecated: the Cholesky factors of positive definite matrices; see `torch.linalg.cholesky`.

    Parameters
    ----------
    input : Tensor
        ... x n x n, equal to its conjugate transpose.
    upper : bool, default False
        Return the upper factor.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Triangular, with a positive diagonal.

    Raises
    ------
    torch.linalg.LinAlgError
        A matrix is not positive definite.

    References
    ----------
    PyTorch: torch.cholesky

    Examples
    --------
    >>> torch.cholesky(torch.tensor([[4., 2.], [2., 5.]]))
    tensor([[2., 0.],
            [1., 2.]])
    """
    warn_once("torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a future PyTorch release.")
    return caller("torch_cholesky_of")(input, upper)


@named("linalg_cholesky_ex")
def cholesky_ex(A: Any, *, upper: bool = False, check_errors: bool = False,
                out: Sequence[Tensor] | None = None) -> return_types.linalg_cholesky_ex:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The Cholesky factors of positive definite matrices; failures are returned, not raised.

    Parameters
    ----------
    A : Tensor
        ... x n x n, equal to its conjugate transpose.
    upper : bool, default False
        Return the upper factor.
    check_errors : bool, default False
        Raise errors nevertheless.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    L (Tensor)
        The factors.
    info (Tensor)
        0 where it exists, else the order of the minor that is not positive (`torch.int32`).

    References
    ----------
    PyTorch: torch.linalg.cholesky_ex

    Examples
    --------
    >>> torch.linalg.cholesky_ex(torch.tensor([[4., 2.], [2., 5.]]))
    torch.return_types.linalg_cholesky_ex(
    L=tensor([[2., 0.],
            [1., 2.]]),
    info=tensor(0, dtype=torch.int32))
    """
    factor, info = _cholesky_ex(A, upper)
    if check_errors and info.any():
        raise k.not_positive_definite_error(concrete_values(A), upper, "linalg.cholesky_ex")
    return return_types.linalg_cholesky_ex(factor, info)


# QR, eigenvalues, singular values -----------------------------------------------------------------------------------------------------


@named("linalg_qr")
def qr(A: Tensor, mode: str = "reduced", *, out: Sequence[Tensor] | None = None) -> return_types.linalg_qr:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The QR decomposition of matrices.

        A = Q @ R

    Parameters
    ----------
    A : Tensor
        ... x m x n; floats or complex numbers.
    mode : 'reduced', 'complete' or 'r', default 'reduced'
        Q with min(m, n) columns, with m columns, or only R.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    Q (Tensor)
        Orthonormal columns; empty for 'r'.
    R (Tensor)
        Upper triangular.

    Notes
    -----
    The diagonal of R may be negative.

    References
    ----------
    PyTorch: torch.linalg.qr

    Examples
    --------
    >>> torch.linalg.qr(torch.tensor([[3., 1.], [4., 2.]])).R
    tensor([[-5.0000, -2.2000],
            [ 0.0000,  0.4000]])
    """
    return return_types.from_items(return_types.linalg_qr, _qr(A, mode))


@named("qr")
def torch_qr(input: Tensor, some: bool = True, *, out: Sequence[Tensor] | None = None) -> return_types.qr:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """Deprecated: the QR decomposition; see `torch.linalg.qr`.

    Parameters
    ----------
    input : Tensor
        ... x m x n.
    some : bool, default True
        Q with min(m, n) columns; False for m columns.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    Q (Tensor)
        Orthonormal columns.
    R (Tensor)
        Upper triangular.

    References
    ----------
    PyTorch: torch.qr

    Examples
    --------
    >>> torch.qr(torch.tensor([[3., 1.], [4., 2.]])).R
    tensor([[-5.0000, -2.2000],
            [ 0.0000,  0.4000]])
    """
    warn_once("torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future PyTorch release.")
    return return_types.from_items(return_types.qr, _qr(input, "reduced" if some else "complete"))


@named("linalg_eigh")
def eigh(A: Any, UPLO: str = "L", *, out: Sequence[Tensor] | None = None) -> return_types.linalg_eigh:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """Eigenvalues and eigenvectors of matrices that are equal to their conjugate transpose.

        A = Q @ diag(L) @ Q.mH

    Parameters
    ----------
    A : Tensor
        ... x n x n; only one triangle is read.
    UPLO : 'L' or 'U', default 'L'
        Which: the lower or the upper.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    eigenvalues (Tensor)
        ... x n, real, ascending.
    eigenvectors (Tensor)
        ... x n x n: one in each column, orthonormal.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    Notes
    -----
    The sign (phase) of eigenvectors is arbitrary; the gradient is not finite where eigenvalues are equal.

    References
    ----------
    PyTorch: torch.linalg.eigh

    Examples
    --------
    >>> torch.linalg.eigh(torch.tensor([[2., 0.], [0., 1.]])).eigenvalues
    tensor([1., 2.])
    """
    return return_types.from_items(return_types.linalg_eigh, _eigh(A, UPLO))


@named("linalg_eigvalsh")
def eigvalsh(A: Any, UPLO: str = "L", *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The eigenvalues of matrices that are equal to their conjugate transpose.

    Parameters
    ----------
    A : Tensor
        ... x n x n; only one triangle is read.
    UPLO : 'L' or 'U', default 'L'
        Which: the lower or the upper.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n, real, ascending.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.linalg.eigvalsh

    Examples
    --------
    >>> torch.linalg.eigvalsh(torch.tensor([[2., 1.], [1., 2.]]))
    tensor([1., 3.])
    """
    return _eigh(A, UPLO)[0]


@named("linalg_eig")
def eig(A: Any, *, out: Sequence[Tensor] | None = None) -> return_types.linalg_eig:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """Eigenvalues and eigenvectors of square matrices.

        A @ v = v * lambda, for each column v

    Parameters
    ----------
    A : Tensor
        ... x n x n; floats or complex numbers.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    eigenvalues (Tensor)
        ... x n, complex, in no particular order.
    eigenvectors (Tensor)
        ... x n x n, complex: one in each column, of norm 1.

    Raises
    ------
    RuntimeError
        A matrix is not square, or has inf or nan.

    Notes
    -----
    Eigenvectors have an arbitrary phase; losses that depend on it have no gradient. For symmetric matrices see
    `torch.linalg.eigh`.

    References
    ----------
    PyTorch: torch.linalg.eig

    Examples
    --------
    >>> torch.linalg.eig(torch.tensor([[2., 0.], [0., 3.]]))
    torch.return_types.linalg_eig(
    eigenvalues=tensor([2.+0.j, 3.+0.j]),
    eigenvectors=tensor([[1.+0.j, 0.+0.j],
            [0.+0.j, 1.+0.j]]))
    """
    return return_types.from_items(return_types.linalg_eig, _eig(A))


@named("linalg_eigvals")
def eigvals(A: Any, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The eigenvalues of square matrices.

    Parameters
    ----------
    A : Tensor
        ... x n x n; floats or complex numbers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n, complex, in no particular order.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.linalg.eigvals

    Examples
    --------
    >>> torch.linalg.eigvals(torch.tensor([[0., 1.], [-1., 0.]]))
    tensor([0.+1.j, 0.-1.j])
    """
    k.check_shape(A._array, "linalg.eigvals")
    return _eig(A)[0]


def _check_driver(driver: Any) -> None:
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")


@named("linalg_svd")
def svd(A: Tensor, full_matrices: bool = True, *, driver: str | None = None,
        out: Sequence[Tensor] | None = None) -> return_types.linalg_svd:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The singular value decomposition of matrices.

        A = U @ diag(S) @ Vh

    Parameters
    ----------
    A : Tensor
        ... x m x n; floats or complex numbers.
    full_matrices : bool, default True
        Square U and Vh; False for the first min(m, n) columns and rows.
    driver : str, optional
        For GPUs; refused on a CPU.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    U (Tensor)
        Orthonormal columns.
    S (Tensor)
        ... x min(m, n): real, not negative, descending.
    Vh (Tensor)
        Orthonormal rows.

    Raises
    ------
    RuntimeError
        The algorithm did not converge, or the dtype is not floating.

    Notes
    -----
    Signs (phases) of singular vectors are arbitrary; gradients through U and Vh are not finite where singular values are
    equal.

    References
    ----------
    PyTorch: torch.linalg.svd

    Examples
    --------
    >>> torch.linalg.svd(torch.tensor([[3., 0.], [0., 4.]])).S
    tensor([4., 3.])
    """
    _check_driver(driver)
    return return_types.from_items(return_types.linalg_svd, _svd(A, full_matrices))


@named("linalg_svdvals")
def svdvals(A: Tensor, *, driver: str | None = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The singular values of matrices.

    Parameters
    ----------
    A : Tensor
        ... x m x n; floats or complex numbers.
    driver : str, optional
        For GPUs; refused on a CPU.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x min(m, n): real, not negative, descending.

    References
    ----------
    PyTorch: torch.linalg.svdvals

    Examples
    --------
    >>> torch.linalg.svdvals(torch.tensor([[3., 0.], [0., 4.]]))
    tensor([4., 3.])
    """
    _check_driver(driver)
    return _svd(A, False)[1]


@named("svd")
def torch_svd(input: Tensor, some: bool = True, compute_uv: bool = True, *, out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """Deprecated: the singular value decomposition; see `torch.linalg.svd`.

        input = U @ diag(S) @ V.mH

    Parameters
    ----------
    input : Tensor
        ... x m x n.
    some : bool, default True
        Only the first min(m, n) columns of U and V.
    compute_uv : bool, default True
        Whether to compute U and V; zeros if not.
    out : tuple of three Tensors, optional
        Take the results.

    Returns
    -------
    U (Tensor)
        Orthonormal columns.
    S (Tensor)
        The singular values, descending.
    V (Tensor)
        Orthonormal columns; `torch.linalg.svd` has rows instead.

    References
    ----------
    PyTorch: torch.svd

    Examples
    --------
    >>> torch.svd(torch.tensor([[3., 0.], [0., 4.]])).S
    tensor([4., 3.])
    """
    if input._array.ndim < 2:
        raise RuntimeError(f"linalg.svd: input should have at least 2 dimensions, but has {input._array.ndim} dimensions instead")
    if compute_uv:
        u, s, vh = _svd(input, not some)
        return return_types.svd(u, s, conj_view(vh.mT))
    lead, (m, n) = input._array.shape[:-2], input._array.shape[-2:]
    return return_types.svd(input.new_zeros(*lead, m, m), svdvals(input), input.new_zeros(*lead, n, n))


def _to_array(x: Any) -> Any:
    return concrete_values(x) if isinstance(x, TensorBase) else x


@named("linalg_pinv")
@shown_as("A, *, atol=None, rtol=None, hermitian=False, out=None")
def pinv(A: Any, rcond: Tensor | float | None = None, hermitian: bool = False, *, atol: Tensor | float | None = MISSING,
         rtol: Tensor | float | None = MISSING, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The Moore-Penrose pseudoinverses of matrices.

    Parameters
    ----------
    input, A : Tensor
        ... x m x n; floats or complex numbers.
    rcond : float, default 1e-15
        Of `torch.pinverse`: the tolerance relative to the greatest singular value.
    atol, rtol : float or Tensor, optional
        Of `torch.linalg.pinv`: singular values at or below max(atol, rtol * greatest) count as zero; rtol is max(m, n)
        times the epsilon if neither is given.
    hermitian : bool, default False
        Of `torch.linalg.pinv`: use eigenvalues, for matrices equal to their conjugate transpose.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n x m.

    References
    ----------
    PyTorch: torch.pinverse

    Examples
    --------
    >>> torch.linalg.pinv(torch.tensor([[2., 0.], [0., 0.]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])
    """
    if rcond is not None and (atol is not MISSING or rtol is not MISSING):
        named = {name: value for name, value in (("atol", atol), ("rtol", rtol)) if value is not MISSING}
        raise argument_messages.wrong_combination("linalg_pinv", (A, rcond), named)
    atol = None if atol is MISSING else atol
    a = A._array
    relative = rcond if rtol is None or rtol is MISSING else rtol
    if atol is not None or relative is not None:
        refuse_requires_grad("linalg_pinv", atol=atol, rtol=relative)
        _check_real_tolerances("torch.linalg.pinv", atol, relative)
        if any(isinstance(getattr(t, "_array", None), Lifted) for t in (relative, atol)) or isinstance(a, Lifted) and atol is not None:
            return _pinv_under_transforms(A, atol, relative, hermitian)
    if a.ndim < 2 or a.dtype.kind not in "fc":
        return _pinv(A, 0.0, hermitian)  # raises
    if hermitian and not a.size and a.shape[-1] != a.shape[-2]:  # PyTorch does not check the shape of empty ones
        hermitian = False
    if relative is None:
        relative = max(a.shape[-2:]) * float(np.finfo(a.dtype).eps) if atol is None else 0.0
    limit = _to_array(relative)
    if is_meta_tensor(A):
        limit = np.zeros(np.broadcast_shapes(*[t._array.shape for t in (relative, atol) if isinstance(t, TensorBase)]))
    elif atol is not None:
        largest = np.linalg.norm(a, 2, (-2, -1))
        with np.errstate(divide="ignore", invalid="ignore"):
            limit = np.maximum(limit, np.where(largest > 0, _to_array(atol) / largest, 0.0))
    if np.ndim(limit) and (batch := np.broadcast_shapes(a.shape[:-2], limit.shape)) != a.shape[:-2]:
        A = A.expand((*batch, *a.shape[-2:]))  # of which each has its limit
    found = _pinv(A, limit, hermitian)
    return in_lower_precision(found)[0] if ACTIVE else found  # to autocast it is the product of its factors


def _check_real_tolerances(name: str, atol: Any, rtol: Any) -> None:
    for parameter, tolerance in (("rtol", rtol), ("atol", atol)):
        if isinstance(tolerance, TensorBase) and tolerance._array.dtype.kind == "c":
            raise RuntimeError(f"{name}: {parameter} tensor of complex type is not supported. Got {scalar_name(tolerance._array.dtype)}")


def _pinv_under_transforms(A: Any, atol: Any, rtol: Any, hermitian: bool) -> Any:
    """`pinv` inside a function transform with one tolerance per example; the cut-off has no derivative."""
    largest = svdvals(A.detach())[..., 0]
    if rtol is None:
        rtol = 0.0 if atol is not None else max(A._array.shape[-2:]) * float(np.finfo(A._array.dtype).eps)
    limit = largest * 0 + rtol
    if atol is not None:
        limit = caller("maximum")(limit, caller("where")(largest > 0, (largest * 0 + atol) / largest, 0.0))
    expanded = A + (limit * 0).unsqueeze(-1).unsqueeze(-1)  # broadcast to one example per tolerance
    return _pinv(expanded, concrete_values(limit), hermitian)


@named("pinverse")
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The Moore-Penrose pseudoinverses of matrices.

    Parameters
    ----------
    input, A : Tensor
        ... x m x n; floats or complex numbers.
    rcond : float, default 1e-15
        Of `torch.pinverse`: the tolerance relative to the greatest singular value.
    atol, rtol : float or Tensor, optional
        Of `torch.linalg.pinv`: singular values at or below max(atol, rtol * greatest) count as zero; rtol is max(m, n)
        times the epsilon if neither is given.
    hermitian : bool, default False
        Of `torch.linalg.pinv`: use eigenvalues, for matrices equal to their conjugate transpose.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n x m.

    References
    ----------
    PyTorch: torch.pinverse

    Examples
    --------
    >>> torch.pinverse(torch.tensor([[2., 0.], [0., 0.]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.0000]])
    """
    return _pinv(*(in_single_precision(input) if ACTIVE else (input,)), rcond, False)


@named("linalg_matrix_rank", exact_out=False)
def matrix_rank(A: Any, tol: Tensor | float | None = None, hermitian: bool = False, *, atol: Tensor | float | None = None,
                rtol: Tensor | float | None = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The ranks of matrices: the numbers of singular values above a tolerance.

    Parameters
    ----------
    A : Tensor
        ... x m x n.
    atol : float or Tensor, optional
        The absolute tolerance, 0 if not given.
    rtol : float or Tensor, optional
        The tolerance relative to the greatest singular value; max(m, n) times the epsilon of the dtype if neither is
        given.
    hermitian : bool, default False
        Use eigenvalues, for matrices equal to their conjugate transpose.
    tol : float, optional
        An older name of `atol`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Integers, without the last two dimensions.

    References
    ----------
    PyTorch: torch.linalg.matrix_rank

    Examples
    --------
    >>> torch.linalg.matrix_rank(torch.tensor([[1., 2.], [2., 4.]]))
    tensor(1)
    """
    if tol is not None and (atol is not None or rtol is not None):
        raise TypeError("linalg_matrix_rank() received an invalid combination of arguments: tol stands in place of atol and rtol")
    if ACTIVE:
        A, tol, atol, rtol = in_single_precision(A, tol, atol, rtol)
    a = A._array
    given = [v for v in (atol, rtol) if v is not None]
    if len({isinstance(v, TensorBase) for v in given}) > 1 or tol is not None and given:
        raise argument_messages.wrong_combination("linalg_matrix_rank", (A,), {"rtol": rtol, "atol": atol})
    if a.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    if not a.size:
        return A.new_zeros(a.shape[:-2], dtype=of(np.dtype(np.int64)))
    _check_real_tolerances("torch.linalg.matrix_rank", atol if tol is None else tol, rtol)
    if rtol is None and tol is None and atol is None and (a.dtype.kind not in "fc" or a.dtype.itemsize == 2):
        raise RuntimeError("This function doesn't handle types other than float and double")
    values = (_eigh(A, "L")[0] if hermitian else svdvals(A)).detach().abs()
    absolute: Any = tol if tol is not None else atol if atol is not None else 0.0
    relative: Any = rtol
    if rtol is None:
        relative = 0.0 if tol is not None or atol is not None else max(a.shape[-2:]) * float(np.finfo(a.dtype).eps)
    largest = values.amax(-1, keepdim=True) if values._array.shape[-1] else values.new_zeros(*values._array.shape[:-1], 1)
    columns: list[Any] = [v.unsqueeze(-1) if hasattr(v, "_array") and v._array.ndim else v for v in (absolute, relative)]
    limit = largest * columns[1]
    limit = limit.clamp(min=columns[0])
    rank = (values > limit).sum(-1)
    if rank._counter is None:
        rank._counter = [1]  # PyTorch writes the rank into a preallocated tensor
    return rank


@named("linalg_cond")
def cond(A: Any, p: int | float | complex | bool | str | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/decompositions.md.
    """The condition numbers of matrices.

        norm(A) * norm(inverse(A))

    Parameters
    ----------
    A : Tensor
        ... x m x n; square unless `p` is 2 or -2.
    p : number or str, optional
        The norm: 2 (if not given) or -2, of singular values, 1, -1, inf, -inf, 'fro' or 'nuc'.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the last two dimensions; inf of singular matrices.

    References
    ----------
    PyTorch: torch.linalg.cond

    Examples
    --------
    >>> torch.linalg.cond(torch.tensor([[1., 0.], [0., 4.]]))
    tensor(4.)
    """
    if A._array.ndim < 2:
        raise RuntimeError("linalg.cond: The input tensor must have at least 2 dimensions.")
    if not A._array.size:
        return A.new_zeros(A._array.shape[:-2])
    if p in (None, 2, -2):
        values = svdvals(A)
        first, last = values.narrow(-1, 0, 1), values.narrow(-1, -1, 1)
        return (last / first if p == -2 else first / last).squeeze(-1)
    if A._array.shape[-1] != A._array.shape[-2]:
        raise RuntimeError(f"linalg.cond(ord={p}): A must be batches of square matrices, but they are {A._array.shape[-2]} by "
                           f"{A._array.shape[-1]} matrices")
    if p not in ("fro", "nuc", 1, -1, float("inf"), -float("inf")):
        raise RuntimeError(f"linalg.cond got an invalid norm type: {p}")
    from .matrix_norms import matrix_norm

    if p == "nuc":
        inverse, info = inv_ex(A)
        singular = concrete_values(info) != 0
        found = matrix_norm(A, p) * matrix_norm(caller("where")(info[..., None, None] != 0, A, inverse) if singular.any() else inverse, p)
        return caller("where")(info != 0, float("inf"), found) if singular.any() else found
    found = matrix_norm(A, p) * matrix_norm(inv_ex(A)[0], p)
    return caller("nan_to_num")(found, float("inf"), float("inf"), -float("inf"))
