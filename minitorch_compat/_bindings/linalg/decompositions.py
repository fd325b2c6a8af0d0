"""`torch.linalg`: inverses, determinants and decompositions, and their older names. https://docs.pytorch.org/docs/stable/linalg.html"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import scalar_name
from ..._array.core.user_warnings import warn_once
from ..._array.linalg import decompositions as k
from ..._dispatch.call.argument_errors import wrong_combination
from ..._dispatch.call.caller import caller
from ..._dispatch.dtype import of
from ..._dispatch.levels.lifting import Lifted, concrete_values
from ..._dispatch.tensor import TensorBase
from ..functions.arguments import MISSING, constants_of
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
    """The inverse of square matrices."""
    return _inv(A)


@named("linalg_inv_ex")
def inv_ex(A: Tensor, *, check_errors: bool = False, out: Sequence[Tensor] | None = None) -> Any:
    """The inverse and 0; of a singular matrix, nothing meaningful and the number of the zero pivot."""
    inverse, info = _inv_ex(A)
    if check_errors and info.any():
        raise k.not_invertible(concrete_values(A), "linalg.inv_ex")
    return return_types.linalg_inv_ex(inverse, info)


@named("linalg_det")
def det(A: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Determinants."""
    return _det(A)


@named("linalg_slogdet")
def slogdet(A: Tensor, *, out: Sequence[Tensor] | None = None) -> Any:
    """Signs and logarithms of absolute determinants."""
    return return_types.linalg_slogdet(*_slogdet(A))


@named("slogdet")
def torch_slogdet(input: Tensor, *, out: Sequence[Tensor] | None = None) -> Any:
    """Signs and logarithms of absolute determinants."""
    return return_types.slogdet(*_slogdet(input))


@named("logdet")
def logdet(input: Tensor) -> Tensor:
    """Logarithms of determinants; NaN where a real one is negative."""
    k.check(input._array, "logdet")
    sign, value = _slogdet(input)
    if sign._array.dtype.kind == "c":
        return value + sign.log()
    return caller("where")(sign == -1, float("nan"), value)


# Cholesky -----------------------------------------------------------------------------------------------------------------------------


@named("linalg_cholesky")
def cholesky(A: Any, *, upper: bool = False, out: Tensor | None = None) -> Tensor:
    """The triangular factor of Hermitian positive-definite matrices."""
    return _cholesky(A, upper)


@named("cholesky", dense_out=True)
def torch_cholesky(input: Tensor, upper: bool = False, *, out: Tensor | None = None) -> Tensor:
    """The triangular factor of Hermitian positive-definite matrices."""
    warn_once("torch.cholesky is deprecated in favor of torch.linalg.cholesky and will be removed in a future PyTorch release.")
    return caller("torch_cholesky_of")(input, upper)


@named("linalg_cholesky_ex")
def cholesky_ex(A: Any, *, upper: bool = False, check_errors: bool = False, out: Sequence[Tensor] | None = None) -> Any:
    """The factor, and which leading minor is not positive (0: all are); raises only with `check_errors`."""
    factor, info = _cholesky_ex(A, upper)
    if check_errors and info.any():
        raise k.not_positive(concrete_values(A), upper, "linalg.cholesky_ex")
    return return_types.linalg_cholesky_ex(factor, info)


# QR, eigenvalues, singular values -----------------------------------------------------------------------------------------------------


@named("linalg_qr")
def qr(A: Tensor, mode: str = "reduced", *, out: Sequence[Tensor] | None = None) -> Any:
    """Orthonormal columns Q and an upper triangle R with A = Q R; `mode` "complete" makes Q square, "r" leaves it out."""
    return return_types.linalg_qr(*_qr(A, mode))


@named("qr")
def torch_qr(input: Tensor, some: bool = True, *, out: Sequence[Tensor] | None = None) -> Any:
    """Q and R with input = Q R."""
    warn_once("torch.qr is deprecated in favor of torch.linalg.qr and will be removed in a future PyTorch release.")
    return return_types.qr(*_qr(input, "reduced" if some else "complete"))


@named("linalg_eigh")
def eigh(A: Any, UPLO: str = "L", *, out: Sequence[Tensor] | None = None) -> Any:
    """Eigenvalues in ascending order and eigenvectors of Hermitian matrices."""
    return return_types.linalg_eigh(*_eigh(A, UPLO))


@named("linalg_eigvalsh")
def eigvalsh(A: Any, UPLO: str = "L", *, out: Tensor | None = None) -> Tensor:
    """Eigenvalues of Hermitian matrices in ascending order."""
    return _eigh(A, UPLO)[0]


@named("linalg_eig")
def eig(A: Any, *, out: Sequence[Tensor] | None = None) -> Any:
    """Complex eigenvalues and eigenvectors of square matrices."""
    return return_types.linalg_eig(*_eig(A))


@named("linalg_eigvals")
def eigvals(A: Any, *, out: Tensor | None = None) -> Tensor:
    """Complex eigenvalues of square matrices."""
    k.check_shape(A._array, "linalg.eigvals")
    return _eig(A)[0]


def _check_driver(driver: Any) -> None:
    if driver is not None:
        raise RuntimeError("torch.linalg.svd: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.")


@named("linalg_svd")
def svd(A: Tensor, full_matrices: bool = True, *, driver: str | None = None, out: Sequence[Tensor] | None = None) -> Any:
    """Singular value decomposition U, S, V^H; with `full_matrices` U and V are square."""
    _check_driver(driver)
    return return_types.linalg_svd(*_svd(A, full_matrices))


@named("linalg_svdvals")
def svdvals(A: Tensor, *, driver: str | None = None, out: Tensor | None = None) -> Tensor:
    """Singular values, descending."""
    _check_driver(driver)
    return _svd(A, False)[1]


@named("svd")
def torch_svd(input: Tensor, some: bool = True, compute_uv: bool = True, *, out: Sequence[Tensor] | None = None) -> Any:
    """U, S, V (not its adjoint, as `torch.linalg.svd` gives)."""
    if input._array.ndim < 2:
        raise RuntimeError(f"linalg.svd: input should have at least 2 dimensions, but has {input._array.ndim} dimensions instead")
    if compute_uv:
        u, s, vh = _svd(input, not some)
        return return_types.svd(u, s, conj_view(vh.mT))
    lead, (m, n) = input._array.shape[:-2], input._array.shape[-2:]
    return return_types.svd(input.new_zeros(*lead, m, m), svdvals(input), input.new_zeros(*lead, n, n))


def _value(x: Any) -> Any:
    return x._array if hasattr(x, "_array") else x


@named("linalg_pinv", overloaded=True)
@shown_as("A, *, atol=None, rtol=None, hermitian=False, out=None")
def pinv(A: Any, rcond: Tensor | float | None = None, hermitian: bool = False, *, atol: Tensor | float | None = MISSING,
         rtol: Tensor | float | None = MISSING, out: Tensor | None = None) -> Tensor:
    """The Moore-Penrose inverse; singular values up to max(atol, rtol * largest) count as 0. `rcond` is an older name of `rtol`."""
    if rcond is not None and (atol is not MISSING or rtol is not MISSING):
        named = {name: value for name, value in (("atol", atol), ("rtol", rtol)) if value is not MISSING}
        raise wrong_combination("linalg_pinv", (A, rcond), named)
    atol, rtol = (None if value is MISSING else value for value in (atol, rtol))
    a = A._array
    relative = rtol if rtol is not None else rcond
    constants_of("linalg_pinv", atol=atol, rtol=relative)
    _real_tolerances("torch.linalg.pinv", atol, relative)
    if any(isinstance(getattr(t, "_array", None), Lifted) for t in (relative, atol)) or isinstance(a, Lifted) and atol is not None:
        return _pinv_in_levels(A, atol, relative, hermitian)
    if a.ndim < 2 or a.dtype.kind not in "fc":
        return _pinv(A, 0.0, hermitian)  # which refuses it
    if hermitian and not a.size and a.shape[-1] != a.shape[-2]:  # of which PyTorch does not look at the shape
        hermitian = False
    if relative is None:
        relative = max(a.shape[-2:]) * float(np.finfo(a.dtype).eps) if atol is None else 0.0
    limit = _value(relative)
    if atol is not None:
        largest = np.linalg.norm(a, 2, (-2, -1))
        with np.errstate(divide="ignore", invalid="ignore"):
            limit = np.maximum(limit, np.where(largest > 0, _value(atol) / largest, 0.0))
    if np.ndim(limit) and (batch := np.broadcast_shapes(a.shape[:-2], limit.shape)) != a.shape[:-2]:
        A = A.expand((*batch, *a.shape[-2:]))  # of which each has its limit
    return _pinv(A, limit, hermitian)


def _real_tolerances(name: str, atol: Any, rtol: Any) -> None:
    for which, given in (("rtol", rtol), ("atol", atol)):
        if isinstance(given, TensorBase) and given._array.dtype.kind == "c":
            raise RuntimeError(f"{name}: {which} tensor of complex type is not supported. Got {scalar_name(given._array.dtype)}")


def _pinv_in_levels(A: Any, atol: Any, rtol: Any, hermitian: bool) -> Any:
    """`pinv` inside a function transform with tolerances of its own for each example: cut-offs have no derivative."""
    largest = svdvals(A.detach())[..., 0]
    if rtol is None:
        rtol = 0.0 if atol is not None else max(A._array.shape[-2:]) * float(np.finfo(A._array.dtype).eps)
    limit = largest * 0 + rtol
    if atol is not None:
        limit = caller("maximum")(limit, caller("where")(largest > 0, (largest * 0 + atol) / largest, 0.0))
    spread = A + (limit * 0).unsqueeze(-1).unsqueeze(-1)  # as many examples as there are tolerances
    return _pinv(spread, concrete_values(limit), hermitian)


@named("pinverse")
def pinverse(input: Tensor, rcond: float = 1e-15) -> Tensor:
    """The Moore-Penrose inverse."""
    return _pinv(input, rcond, False)


@named("linalg_matrix_rank", overloaded=True, exact_out=False)
def matrix_rank(A: Any, tol: Tensor | float | None = None, hermitian: bool = False, *, atol: Tensor | float | None = None,
                rtol: Tensor | float | None = None, out: Tensor | None = None) -> Tensor:
    """How many singular values (or absolute eigenvalues) lie above max(atol, rtol * largest). `tol` is an older name of `atol`."""
    if tol is not None and (atol is not None or rtol is not None):
        raise TypeError("linalg_matrix_rank() received an invalid combination of arguments: tol stands in place of atol and rtol")
    a = A._array
    given = [v for v in (atol, rtol) if v is not None]
    if len({isinstance(v, TensorBase) for v in given}) > 1 or tol is not None and given:
        raise wrong_combination("linalg_matrix_rank", (A,), {"rtol": rtol, "atol": atol})
    if a.ndim < 2:
        raise RuntimeError("torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.")
    if not a.size:
        return A.new_zeros(a.shape[:-2], dtype=of(np.dtype(np.int64)))
    _real_tolerances("torch.linalg.matrix_rank", atol if tol is None else tol, rtol)
    if rtol is None and tol is None and atol is None and (a.dtype.kind not in "fc" or a.dtype.itemsize == 2):
        raise RuntimeError("This function doesn't handle types other than float and double")
    values = (_eigh(A, "L")[0] if hermitian else svdvals(A)).detach().abs()
    absolute: Any = tol if tol is not None else atol if atol is not None else 0.0
    relative = rtol
    if rtol is None:
        relative = 0.0 if tol is not None or atol is not None else max(a.shape[-2:]) * float(np.finfo(a.dtype).eps)
    largest = values.amax(-1, keepdim=True) if values._array.shape[-1] else values.new_zeros(*values._array.shape[:-1], 1)
    columns: list[Any] = [v.unsqueeze(-1) if hasattr(v, "_array") and v._array.ndim else v for v in (absolute, relative)]
    limit = largest * columns[1]
    limit = limit.clamp(min=columns[0])
    rank = (values > limit).sum(-1)
    if rank._counter is None:
        rank._counter = [1]  # PyTorch makes room for it first
    return rank


@named("linalg_cond")
def cond(A: Any, p: int | float | complex | bool | str | None = None, *, out: Tensor | None = None) -> Tensor:
    """The condition number in a norm: the product of the norms of a matrix and its inverse."""
    from .matrix_norms import matrix_norm

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
    if p == "nuc":
        inverse, info = inv_ex(A)
        singular = concrete_values(info) != 0
        found = matrix_norm(A, p) * matrix_norm(caller("where")(info[..., None, None] != 0, A, inverse) if singular.any() else inverse, p)
        return caller("where")(info != 0, float("inf"), found) if singular.any() else found
    found = matrix_norm(A, p) * matrix_norm(inv_ex(A)[0], p)
    return caller("nan_to_num")(found, float("inf"), float("inf"), -float("inf"))
