"""Methods of tensors that solve and decompose matrices."""
from __future__ import annotations

from typing import Any

from . import decompositions, matrix_norms, solving, spectral
from .overridable import ask_all, asks


@ask_all
class MatrixMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    slogdet, cholesky, qr, svd = (decompositions.torch_slogdet, decompositions.torch_cholesky, decompositions.torch_qr,
                                  decompositions.torch_svd)
    logdet, pinverse = decompositions.logdet, decompositions.pinverse
    matrix_exp, matrix_power = matrix_norms.torch_matrix_exp, matrix_norms.matrix_power
    cholesky_inverse, cholesky_solve = solving.cholesky_inverse, asks(solving.cholesky_solve)
    lu_solve, triangular_solve = asks(solving.torch_lu_solve), asks(solving.triangular_solve)
    geqrf, ormqr, orgqr = solving.geqrf, asks(solving.ormqr), asks(solving.householder_product)

    def stft(self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True,
             pad_mode: str = "reflect", normalized: bool = False, onesided: Any = None, return_complex: Any = None,
             align_to_window: Any = None) -> Any:
        """Fourier transforms of windows; see `torch.stft`."""
        return spectral.stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
                             align_to_window)

    def istft(self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True,
              normalized: bool = False, onesided: Any = None, length: Any = None, return_complex: bool = False) -> Any:
        """The signal of which `stft` gives this; see `torch.istft`."""
        return spectral.istft(self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)

    def lu(self: Any, pivot: bool = True, get_infos: bool = False) -> Any:
        """L and U in one matrix and the pivots; with `get_infos` the number of the first zero pivot, too."""
        return tuple(solving.torch_lu(self, pivot, get_infos))
