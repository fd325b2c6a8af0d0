"""`torch._linalg_utils`: products and decompositions that accept sparse matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import minitorch_compat as torch

from ._namespace.modules import recorded_getattr


def is_sparse(A: Any) -> bool:
    """Whether the layout is sparse COO."""
    if not isinstance(A, torch.Tensor):
        raise TypeError(f"expected Tensor, but got {type(A)}")
    return bool(A.layout == torch.sparse_coo)


def get_floating_dtype(A: Any) -> Any:
    """The dtype of A if it is floating-point, else float32."""
    return A.dtype if A.dtype in (torch.float16, torch.float32, torch.float64) else torch.float32


def matmul(A: Any, B: Any) -> Any:
    """A @ B, where None is the identity and A may be sparse."""
    if A is None:
        return B
    return torch.sparse.mm(A, B) if is_sparse(A) else torch.matmul(A, B)


def bform(X: Any, A: Any, Y: Any) -> Any:
    """X.T @ A @ Y."""
    return matmul(X.mT, matmul(A, Y))


def qform(A: Any, S: Any) -> Any:
    """S.T @ A @ S."""
    return bform(S, A, S)


def basis(A: Any) -> Any:
    """An orthonormal basis of the columns of A."""
    return torch.linalg.qr(A).Q


def symeig(A: Any, largest: bool | None = False) -> tuple[Any, Any]:
    """Eigenvalues, ascending or with `largest` descending, and eigenvectors of a symmetric matrix."""
    values, vectors = torch.linalg.eigh(A)
    return (values.flip(-1), vectors.flip(-1)) if largest else (values, vectors)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch._linalg_utils")
