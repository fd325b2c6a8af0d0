"""`torch.distributions.multivariate_normal`, with the helpers that other libraries take from it."""
from __future__ import annotations

from typing import Any

from .._bindings.generated import functions as ops
from ..linalg import cholesky, solve_triangular
from .continuous import MultivariateNormal
from .distribution import Distribution  # noqa: F401  (botorch imports it from here)

__all__ = ["MultivariateNormal"]


def _batch_mv(bmat: Any, bvec: Any) -> Any:
    """Matrices times vectors, with any leading dimensions."""
    return ops.matmul(bmat, bvec.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(bL: Any, bx: Any) -> Any:
    """Squared lengths of `x` in the metric of which `bL` is the Cholesky factor."""
    return solve_triangular(bL, bx.unsqueeze(-1), upper=False).squeeze(-1).pow(2).sum(-1)


def _precision_to_scale_tril(P: Any) -> Any:
    """The Cholesky factor of the inverse of `P`: that of `P` with rows and columns reversed, inverted and reversed back."""
    factor = ops.transpose(ops.flip(cholesky(ops.flip(P, (-2, -1))), (-2, -1)), -2, -1)
    return solve_triangular(factor, ops.eye(P.shape[-1], dtype=P.dtype), upper=False)
