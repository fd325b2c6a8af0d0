"""Tensor methods that solve and decompose matrices."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..override.overridable import all_overridable

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


@all_overridable
class MatrixMethods:
    """Methods whose functions are imported at the first call; `Tensor` inherits them."""

    __slots__ = ()

    def slogdet(self: Any) -> Any:
        # The docstring is written in _bindings/linalg/matrix_methods.md.
        """The signs of determinants, and the logarithms of their absolute values.

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
        PyTorch: torch.Tensor.slogdet

        Examples
        --------
        >>> torch.tensor([[1., 2.], [3., 4.]]).slogdet()
        torch.return_types.slogdet(
        sign=tensor(-1.),
        logabsdet=tensor(0.6931))
        """
        from .decompositions import torch_slogdet

        return torch_slogdet(self)

    def cholesky(self: Any, upper: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/decompositions.md.
        """Deprecated: the Cholesky factors of positive definite matrices; see `torch.linalg.cholesky`.

        Parameters
        ----------
        upper : bool, default False
            Return the upper factor.

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
        >>> torch.tensor([[4., 2.], [2., 5.]]).cholesky()
        tensor([[2., 0.],
                [1., 2.]])
        """
        from .decompositions import torch_cholesky

        return torch_cholesky(self, upper)

    def qr(self: Any, some: bool = True) -> Any:
        # The docstring is written in _bindings/linalg/decompositions.md.
        """Deprecated: the QR decomposition; see `torch.linalg.qr`.

        Parameters
        ----------
        some : bool, default True
            Q with min(m, n) columns; False for m columns.

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
        >>> torch.tensor([[3., 1.], [4., 2.]]).qr().R
        tensor([[-5.0000, -2.2000],
                [ 0.0000,  0.4000]])
        """
        from .decompositions import torch_qr

        return torch_qr(self, some)

    def svd(self: Any, some: bool = True, compute_uv: bool = True) -> Any:
        # The docstring is written in _bindings/linalg/decompositions.md.
        """Deprecated: the singular value decomposition; see `torch.linalg.svd`.

            self = U @ diag(S) @ V.mH

        Parameters
        ----------
        some : bool, default True
            Only the first min(m, n) columns of U and V.
        compute_uv : bool, default True
            Whether to compute U and V; zeros if not.

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
        >>> torch.tensor([[3., 0.], [0., 4.]]).svd().S
        tensor([4., 3.])
        """
        from .decompositions import torch_svd

        return torch_svd(self, some, compute_uv)

    def logdet(self: Any) -> Any:
        """Logarithms of determinants; NaN where a real one is negative."""
        from .decompositions import logdet

        return logdet(self)

    def pinverse(self: Any, rcond: float = 1e-15) -> Any:
        # The docstring is written in _bindings/linalg/decompositions.md.
        """The Moore-Penrose pseudoinverses of matrices.

        Parameters
        ----------
        rcond : float, default 1e-15
            Of `torch.pinverse`: the tolerance relative to the greatest singular value.

        Returns
        -------
        Tensor
            ... x n x m.

        References
        ----------
        PyTorch: torch.pinverse

        Examples
        --------
        >>> torch.tensor([[2., 0.], [0., 0.]]).pinverse()
        tensor([[0.5000, 0.0000],
                [0.0000, 0.0000]])
        """
        from .decompositions import pinverse

        return pinverse(self, rcond)

    def matrix_exp(self: Any) -> Any:
        # The docstring is written in _bindings/linalg/matrix_norms.md.
        """The exponentials of square matrices.

            sum over k >= 0 of A ** k / k!

        Returns
        -------
        Tensor
            ... x n x n.

        Raises
        ------
        RuntimeError
            A matrix is not square.

        References
        ----------
        PyTorch: torch.matrix_exp

        Examples
        --------
        >>> torch.tensor([[0., 1.], [0., 0.]]).matrix_exp()
        tensor([[1., 1.],
                [0., 1.]])
        """
        from .matrix_norms import torch_matrix_exp

        return torch_matrix_exp(self)

    def matrix_power(self: Any, n: int) -> Any:
        # The docstring is written in _bindings/linalg/matrix_norms.md.
        """Square matrices to an integer power.

        Parameters
        ----------
        n : int
            The power; negative ones take the inverse, 0 gives the identity.

        Returns
        -------
        Tensor
            ... x n x n.

        Raises
        ------
        RuntimeError
            A matrix is not square, or, for negative powers, singular.

        References
        ----------
        PyTorch: torch.matrix_power

        Examples
        --------
        >>> torch.tensor([[1., 1.], [0., 1.]]).matrix_power(3)
        tensor([[1., 3.],
                [0., 1.]])
        """
        from .matrix_norms import matrix_power

        return matrix_power(self, n)

    def cholesky_inverse(self: Any, upper: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The inverses of positive definite matrices, from their Cholesky factors.

        Parameters
        ----------
        upper : bool, default False
            Whether the factors are upper ones.

        Returns
        -------
        Tensor
            ... x n x n.

        References
        ----------
        PyTorch: torch.cholesky_inverse

        Examples
        --------
        >>> torch.linalg.cholesky(torch.tensor([[4., 2.], [2., 5.]])).cholesky_inverse()
        tensor([[ 0.3125, -0.1250],
                [-0.1250,  0.2500]])
        """
        from .solving import cholesky_inverse

        return cholesky_inverse(self, upper)

    def cholesky_solve(self: Any, input2: Tensor, upper: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The solutions of systems of linear equations, from Cholesky factors.

            (L @ L.mH) @ X = B

        Parameters
        ----------
        input2 : Tensor
            ... x n x n: the factors of `torch.linalg.cholesky`.
        upper : bool, default False
            Whether the factors are upper ones.

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
        >>> torch.tensor([[8.], [4.]]).cholesky_solve(L)
        tensor([[2.],
                [2.]])
        """
        from .solving import cholesky_solve

        return cholesky_solve(self, input2, upper)

    def lu_solve(self: Any, LU_data: Tensor, LU_pivots: Tensor) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The solutions of systems of linear equations from an LU decomposition; see `torch.linalg.lu_solve`.

        Parameters
        ----------
        LU_data : Tensor
            The result of `torch.linalg.lu_factor`.
        LU_pivots : Tensor
            The pivots of the same function.

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
        >>> torch.tensor([[2.], [4.]]).lu_solve(LU, pivots)
        tensor([[1.],
                [1.]])
        """
        from .solving import torch_lu_solve

        return torch_lu_solve(self, LU_data, LU_pivots)

    def triangular_solve(self: Any, A: Tensor, upper: bool = True, transpose: bool = False, unitriangular: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """Deprecated: solutions with triangular matrices; see `torch.linalg.solve_triangular`.

        Parameters
        ----------
        A : Tensor
            ... x n x n.
        upper : bool, default True
            Whether it is the upper triangle.
        transpose : bool, default False
            Solve with the transpose of `A`.
        unitriangular : bool, default False
            Treat the diagonal as ones.

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
        >>> torch.tensor([[4.], [8.]]).triangular_solve(torch.tensor([[2., 1.], [0., 4.]])).solution
        tensor([[1.],
                [2.]])
        """
        from .solving import triangular_solve

        return triangular_solve(self, A, upper, transpose, unitriangular)

    def geqrf(self: Any) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The QR decomposition in the compact form of LAPACK.

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
        >>> torch.tensor([[3., 1.], [4., 2.]]).geqrf()
        torch.return_types.geqrf(
        a=tensor([[-5.0000, -2.2000],
                [ 0.5000,  0.4000]]),
        tau=tensor([1.6000, 0.0000]))
        """
        from .solving import geqrf

        return geqrf(self)

    def ormqr(self: Any, input2: Tensor, input3: Tensor, left: bool = True, transpose: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The product of a Q in compact form and a matrix.

        Parameters
        ----------
        input2 : Tensor
            The factors of the same function.
        input3 : Tensor
            The matrix.
        left : bool, default True
            Q @ other; False for other @ Q.
        transpose : bool, default False
            Take the conjugate transpose of Q.

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
        >>> a.ormqr(tau, torch.eye(2))
        tensor([[-0.6000, -0.8000],
                [-0.8000,  0.6000]])
        """
        from .solving import ormqr

        return ormqr(self, input2, input3, left, transpose)

    def orgqr(self: Any, input2: Tensor) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The first columns of a product of Householder reflections.

        Parameters
        ----------
        input2 : Tensor
            ... x k: the factors.

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
        >>> a.orgqr(tau)
        tensor([[-0.6000, -0.8000],
                [-0.8000,  0.6000]])
        """
        from .solving import householder_product

        return householder_product(self, input2)

    def stft(self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True,
             pad_mode: str = "reflect", normalized: bool = False, onesided: Any = None, return_complex: Any = None,
             align_to_window: Any = None) -> Any:
        # The docstring is written in _bindings/linalg/spectral.md.
        """The short-time Fourier transform: spectra of windows along a signal.

            out[..., f, t] = sum_k window[k] * self[..., t * hop_length + k] * e ** (-2j pi f k / n_fft)

        Parameters
        ----------
        n_fft : int
            The number of points of each spectrum.
        hop_length : int, optional
            The distance between windows; n_fft // 4 if not given.
        win_length : int, optional
            The length of a window; `n_fft` if not given.
        window : Tensor, optional
            Weights of size `win_length`; ones if not given.
        center : bool, default True
            Pad the signal so that windows are centered at multiples of `hop_length`.
        pad_mode : str, default 'reflect'
            The padding mode, see `torch.nn.functional.pad`.
        normalized : bool, default False
            Divide by the root of `n_fft`.
        onesided : bool, optional
            Only frequencies up to half; True for real signals if not given.
        return_complex : bool, optional
            Must be True for real signals.
        align_to_window : bool, optional
            Align windows by the window instead of the transform, if `center` is false.

        Returns
        -------
        Complex
            ... x frequencies x windows.

        Raises
        ------
        RuntimeError
            `return_complex` is missing, or a length does not fit.

        References
        ----------
        PyTorch: torch.stft

        Examples
        --------
        >>> torch.ones(8).stft(4, window=torch.ones(4), return_complex=True).shape
        torch.Size([3, 9])
        """
        from .spectral import stft

        return stft(self, n_fft, hop_length, win_length, window, center, pad_mode, normalized, onesided, return_complex,
                    align_to_window)

    def istft(self: Any, n_fft: int, hop_length: Any = None, win_length: Any = None, window: Any = None, center: bool = True,
              normalized: bool = False, onesided: Any = None, length: Any = None, return_complex: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/spectral.md.
        """The signal of a short-time Fourier transform, the inverse of `torch.stft`.

        Parameters
        ----------
        n_fft : int
            The number of points of each spectrum.
        hop_length : int, optional
            The distance between windows; n_fft // 4 if not given.
        win_length : int, optional
            The length of a window; `n_fft` if not given.
        window : Tensor, optional
            The weights used before.
        center : bool, default True
            Whether the signal was padded.
        normalized : bool, default False
            Whether the spectra were divided by the root of `n_fft`.
        onesided : bool, optional
            Whether only frequencies up to half are there.
        length : int, optional
            The length of the returned signal.
        return_complex : bool, default False
            Whether the signal is complex.

        Returns
        -------
        Tensor
            ... x L.

        Raises
        ------
        RuntimeError
            The overlapping windows add up to zero somewhere, or a size does not fit.

        References
        ----------
        PyTorch: torch.istft

        Examples
        --------
        >>> x = torch.arange(8.)
        >>> w = torch.hann_window(4)
        >>> s = torch.stft(x, 4, window=w, return_complex=True)
        >>> torch.allclose(s.istft(4, window=w, length=8), x, atol=1e-5)
        True
        """
        from .spectral import istft

        return istft(self, n_fft, hop_length, win_length, window, center, normalized, onesided, length, return_complex)

    def lu(self: Any, pivot: bool = True, get_infos: bool = False) -> Any:
        # The docstring is written in _bindings/linalg/solving.md.
        """The LU decomposition in compact form; see `torch.linalg.lu_factor`.

        Parameters
        ----------
        pivot : bool, default True
            Whether to exchange rows.
        get_infos : bool, default False
            Return a third tensor: 0, or the number of the zero diagonal element of U.

        Returns
        -------
        tuple of Tensors
            LU, the pivots counted from 1, and the infos if requested.

        References
        ----------
        PyTorch: torch.lu

        Examples
        --------
        >>> torch.tensor([[1., 2.], [4., 4.]]).lu()
        (tensor([[4.0000, 4.0000],
                [0.2500, 1.0000]]), tensor([2, 2], dtype=torch.int32))
        """
        from .solving import torch_lu

        return tuple(torch_lu(self, pivot, get_infos))
