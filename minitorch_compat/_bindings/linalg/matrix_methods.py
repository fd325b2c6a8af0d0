"""Methods of tensors that solve and decompose matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..override.overridable import ask_all

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


@ask_all
class MatrixMethods:
    """The methods of these functions, which are imported at the first call; `Tensor` inherits them."""

    __slots__ = ()

    def slogdet(self: Any) -> Any:
        """Signs and logarithms of absolute determinants."""
        from .decompositions import torch_slogdet

        return torch_slogdet(self)

    def cholesky(self: Any, upper: bool = False) -> Any:
        """The triangular factor of Hermitian positive-definite matrices."""
        from .decompositions import torch_cholesky

        return torch_cholesky(self, upper)

    def qr(self: Any, some: bool = True) -> Any:
        """Q and R with self = Q R."""
        from .decompositions import torch_qr

        return torch_qr(self, some)

    def svd(self: Any, some: bool = True, compute_uv: bool = True) -> Any:
        """U, S, V (not its adjoint, as `torch.linalg.svd` gives)."""
        from .decompositions import torch_svd

        return torch_svd(self, some, compute_uv)

    def logdet(self: Any) -> Any:
        """Logarithms of determinants; NaN where a real one is negative."""
        from .decompositions import logdet

        return logdet(self)

    def pinverse(self: Any, rcond: float = 1e-15) -> Any:
        """The Moore-Penrose inverse."""
        from .decompositions import pinverse

        return pinverse(self, rcond)

    def matrix_exp(self: Any) -> Any:
        """The exponential of square matrices."""
        from .matrix_norms import torch_matrix_exp

        return torch_matrix_exp(self)

    def matrix_power(self: Any, n: int) -> Any:
        """A square matrix to an integer power."""
        from .matrix_norms import matrix_power

        return matrix_power(self, n)

    def cholesky_inverse(self: Any, upper: bool = False) -> Any:
        """The inverse of a matrix, from its Cholesky factor."""
        from .solving import cholesky_inverse

        return cholesky_inverse(self, upper)

    def cholesky_solve(self: Any, input2: Tensor, upper: bool = False) -> Any:
        """X with A X = self, from the Cholesky factor of A."""
        from .solving import cholesky_solve

        return cholesky_solve(self, input2, upper)

    def lu_solve(self: Any, LU_data: Tensor, LU_pivots: Tensor) -> Any:
        """X with A X = self, from the LU factors of A."""
        from .solving import torch_lu_solve

        return torch_lu_solve(self, LU_data, LU_pivots)

    def triangular_solve(self: Any, A: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False) -> Any:
        """X with A X = self for triangular A, and a copy of A."""
        from .solving import triangular_solve

        return triangular_solve(self, A, upper, transpose, unitriangular)

    def geqrf(self: Any) -> Any:
        """R above the diagonal and Householder vectors below it, and their factors."""
        from .solving import geqrf

        return geqrf(self)

    def ormqr(self: Any, input2: Tensor, input3: Tensor, left: bool = True, transpose: bool = False) -> Any:
        """Q input3, or without `left` input3 Q, Q being the product of Householder reflections (or its adjoint)."""
        from .solving import ormqr

        return ormqr(self, input2, input3, left, transpose)

    def orgqr(self: Any, input2: Tensor) -> Any:
        """The first columns of the product of Householder reflections held in the columns of `self`."""
        from .solving import householder_product

        return householder_product(self, input2)

    def stft(self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True,
             pad_mode: str = "reflect", normalized: bool = False, onesided: Any = None, return_complex: Any = None,
             align_to_window: Any = None) -> Any:
        """Fourier transforms of windows; see `torch.stft`."""
        from .spectral import stft

        return stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
                    align_to_window)

    def istft(self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True,
              normalized: bool = False, onesided: Any = None, length: Any = None, return_complex: bool = False) -> Any:
        """The signal of which `stft` gives this; see `torch.istft`."""
        from .spectral import istft

        return istft(self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)

    def lu(self: Any, pivot: bool = True, get_infos: bool = False) -> Any:
        """L and U in one matrix and the pivots; with `get_infos` the number of the first zero pivot, too."""
        from .solving import torch_lu

        return tuple(torch_lu(self, pivot, get_infos))
