"""`torch.lobpcg`: some of the largest or smallest eigenvalues of symmetric matrices, with their vectors.

PyTorch computes them by iteration, down to a tolerance. Here they come from the full decomposition, which is at least as close
to the exact ones; parameters of the iteration (`iK`, `niter`, `tol`, `method`, `ortho_*`) are accepted and have no effect.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from . import linalg
from ._bindings.generated import functions as ops
from ._bindings.settings.constants import strided
from ._dispatch.call.autocast import in_lower_precision, in_single_precision
from ._dispatch.call.kernel_errors import type_name
from ._dispatch.unsupported import UnsupportedError
from .autograd import Function


def lobpcg(A: Any, k: int | None = None, B: Any = None, X: Any = None, n: int | None = None, iK: Any = None, niter: int | None = None,
           tol: float | None = None, largest: bool | None = None, method: str | None = None, tracker: None = None,
           ortho_iparams: Any = None, ortho_fparams: Any = None, ortho_bparams: Any = None) -> tuple[Any, Any]:
    """Return some of the largest or smallest eigenvalues of a symmetric positive definite matrix, with eigenvectors.

        A @ X = B @ X @ diag(E)

    Parameters
    ----------
    A : Tensor
        ... x n x n, or sparse.
    k : int, optional
        The number of eigenvalues; the number of columns of `X`, or 1, if not given. n must be at least 3k.
    B : Tensor, optional
        The matrix on the right side; the identity if not given.
    X : Tensor, optional
        The starting vectors: ... x n x k; random if not given.
    n : int, optional
        The number of random starting vectors.
    iK : Tensor, optional
        A preconditioner.
    niter : int, optional
        The maximum number of iterations.
    tol : float, optional
        The tolerance of the residual.
    largest : bool, optional
        Whether to return the largest eigenvalues; False for the smallest.
    method : str, optional
        'basic' or 'ortho' (if not given).
    tracker : callable, optional
        Called in each iteration.
    ortho_iparams, ortho_fparams, ortho_bparams : dict, optional
        Settings of 'ortho'.

    Returns
    -------
    tuple of two Tensors
        Eigenvalues and eigenvectors.

    Notes
    -----
    After Knyazev (2001).

    References
    ----------
    PyTorch: torch.lobpcg

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> A = torch.diag(torch.tensor([1., 2., 3., 4., 5., 6.]))
    >>> torch.lobpcg(A, k=1)[0].round(decimals=3)
    tensor([6.])
    """
    if tracker is not None:
        raise UnsupportedError("torch.lobpcg(tracker=...)", "there is no iteration to follow")
    needs_gradient = A.requires_grad or (B is not None and B.requires_grad)
    rows, columns = A.shape[-2], A.shape[-1]
    A, B, X = in_single_precision(A, B, X)
    _check_square(A, B, rows, columns)
    k = (1 if X is None else X.shape[-1]) if k is None else k
    started = (k if n is None else n) if X is None else X.shape[-1]
    if rows < 3 * started:
        raise ValueError(f"LOBPCG algorithm is not applicable when the number of A rows (={rows}) is smaller than 3 x the number of "
                         f"requested eigenpairs (={started})")
    _draw_start(A, X, started)
    run: Any = LOBPCGAutogradFunction.apply if needs_gradient else _pairs
    values, vectors = run(A, k, B, largest is None or largest)
    return values, vectors if method == "basic" else in_lower_precision(vectors)[0]


def _check_square(A: Any, B: Any, rows: int, columns: int) -> None:
    if rows != columns:
        raise AssertionError(f"A must be square, got shape {A.shape}")
    if B is not None and A.shape != B.shape:
        raise AssertionError(f"A and B must have same shape, got {A.shape} vs {B.shape}")
    dtype = A._array.dtype
    if dtype.kind in "iubcV":
        name = type_name(dtype)
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {_CPP_NAMES.get(name, name)} != float")
    if dtype not in (np.float32, np.float64):
        raise KeyError(A.dtype)


_CPP_NAMES = {"Long": "long", "Int": "int", "BFloat16": "c10::BFloat16", "ComplexFloat": "c10::complex<float>",
              "ComplexDouble": "c10::complex<double>"}


def _draw_start(A: Any, X: Any, n: int) -> None:
    """Draw the random numbers with which an iteration would start, to advance the generator; refuse an `X` of another shape."""
    rows = A.shape[-1]
    if X is not None:
        if X.shape[-2:] != (rows, n):
            raise AssertionError(f"X shape mismatch: got {X.shape}, expected {(rows, n)}")
        return
    for _ in range(A.shape[:-2].numel()):
        ops.randn(rows, n, dtype=A.dtype)


def _pairs(A: Any, k: int, B: Any, largest: bool) -> tuple[Any, Any]:
    """The pairs, from the full decomposition; with B = L L^T that of L^-1 A L^-T."""
    dense = _symmetric(A)
    if B is None:
        return _select_pairs(linalg.eigh(dense), k, largest)
    low = linalg.cholesky(_symmetric(B))
    left = linalg.solve_triangular(low, dense, upper=False)
    values, vectors = _select_pairs(linalg.eigh(linalg.solve_triangular(low, left.mT, upper=False)), k, largest)
    return values, linalg.solve_triangular(low.mT, vectors, upper=True)


def _symmetric(t: Any) -> Any:
    """The symmetric part as a dense matrix: an iteration reads both triangles, a decomposition only one."""
    dense = t if t.layout is strided else t.to_dense()
    return (dense + dense.mT) / 2


def _select_pairs(pairs: tuple[Any, Any], k: int, largest: bool) -> tuple[Any, Any]:
    values, vectors = pairs
    if largest:
        values, vectors = values.flip(-1), vectors.flip(-1)
    return values[..., :k].contiguous(), vectors[..., :k].contiguous()


class LOBPCGAutogradFunction(Function):
    """The eigenpairs; their derivative needs all eigenpairs of the matrix."""

    @staticmethod
    def forward(ctx: Any, A: Any, k: int, B: Any, largest: bool) -> tuple[Any, Any]:
        """Compute the eigenpairs."""
        ctx.save_for_backward(A)
        ctx.dense_only, ctx.has_b, ctx.k, ctx.largest = A.layout is strided, B is not None, k, largest
        return _pairs(A.detach(), k, None if B is None else B.detach(), largest)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        """With a full basis V: V (diag(g) + (V^T G) / (lambda_i - lambda_j) off the diagonal) U^T, symmetric."""
        if not ctx.dense_only:
            raise ValueError("lobpcg.backward does not support sparse input yet. Note that lobpcg.forward does though.")
        if ctx.has_b:
            raise ValueError("lobpcg.backward does not support backward with B != I yet.")
        A, = ctx.saved_tensors
        g_values, g_vectors = grads
        values, vectors = linalg.eigh(_symmetric(A))
        if ctx.largest:
            values, vectors = values.flip(-1), vectors.flip(-1)
        chosen, basis = values[..., :ctx.k], vectors[..., :ctx.k]
        gaps = chosen.unsqueeze(-2) - values.unsqueeze(-1)
        itself = ops.eye(*gaps.shape[-2:]).bool()
        inner = (vectors.mT @ g_vectors / gaps.masked_fill(itself, 1.0)).masked_fill(itself, 0.0)
        inner = inner + ops.zeros_like(inner).diagonal_scatter(g_values, 0, -2, -1)
        grad = vectors @ inner @ basis.mT
        return (grad + grad.mT) / 2, None, None, None


__all__ = ["LOBPCGAutogradFunction", "lobpcg"]
