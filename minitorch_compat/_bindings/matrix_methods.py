"""Methods of tensors that solve and decompose matrices."""
from __future__ import annotations

from typing import Any

from . import decompositions, matrix_norms, solving, spectral
from .overridable import asks


class MatrixMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    slogdet, cholesky, qr, svd = (decompositions.torch_slogdet, decompositions.torch_cholesky, decompositions.torch_qr,
                                  decompositions.torch_svd)
    logdet, pinverse = decompositions.logdet, decompositions.pinverse
    matrix_exp, matrix_power = matrix_norms.torch_matrix_exp, matrix_norms.matrix_power
    cholesky_inverse, cholesky_solve = solving.cholesky_inverse, asks(solving.cholesky_solve)
    lu_solve, triangular_solve = asks(solving.torch_lu_solve), asks(solving.triangular_solve)
    stft, istft = spectral.stft, spectral.istft
    geqrf, ormqr, orgqr = solving.geqrf, asks(solving.ormqr), asks(solving.householder_product)

    def lu(self: Any, pivot: bool = True, get_infos: bool = False) -> Any:
        """L and U in one matrix and the pivots; with `get_infos` the number of the first zero pivot, too."""
        return tuple(solving.torch_lu(self, pivot, get_infos))
