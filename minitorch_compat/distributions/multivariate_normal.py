"""`torch.distributions.multivariate_normal`, including its helpers that other libraries import."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from ..linalg import cholesky, solve_triangular
from . import constraints
from .distribution import Distribution
from .utils import _standard_normal, lazy_property

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["MultivariateNormal"]


class MultivariateNormal(Distribution):
    """Normal vectors: density ``exp(-(x - m) @ S^-1 @ (x - m) / 2) / sqrt((2 * pi)**n * det(S))``.

    Parameters
    ----------
    loc : Tensor
        ``(*, n)``, the mean ``m``.
    covariance_matrix : Tensor, optional
        ``(*, n, n)``, ``S``, positive definite; give one of the three.
    precision_matrix : Tensor, optional
        ``(*, n, n)``, its inverse.
    scale_tril : Tensor, optional
        ``(*, n, n)``, its Cholesky factor; the most efficient.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.MultivariateNormal``.

    Examples
    --------
    >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), covariance_matrix=torch.eye(2))
    >>> d.log_prob(torch.zeros(2))
    tensor(-1.8379)
    >>> d.mean, d.variance
    (tensor([0., 0.]), tensor([1., 1.]))
    """

    arg_constraints: Any = {"loc": constraints.real_vector, "covariance_matrix": constraints.positive_definite,
                       "precision_matrix": constraints.positive_definite, "scale_tril": constraints.lower_cholesky}
    support: Any = constraints.real_vector
    has_rsample = True
    _expanded = ("loc", "covariance_matrix", "scale_tril", "precision_matrix")

    def __init__(self, loc: Tensor, covariance_matrix: Tensor | None = None, precision_matrix: Tensor | None = None,
                 scale_tril: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        matrices = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        named = [name for name, value in matrices.items() if value is not None]
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        if len(named) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        matrix: Any = matrices[named[0]]
        if matrix.dim() < 2:
            what = named[0] + " matrix" * (named[0] == "scale_tril")
            raise ValueError(f"{what} must be at least two-dimensional, with optional leading batch dimensions")
        batch = Size(np.broadcast_shapes(matrix._array.shape[:-2], loc._array.shape[:-1]))
        # A mismatch of matrix and vector sizes raises where they are combined.
        self.loc: Tensor = loc.expand((*batch, -1))
        setattr(self, named[0], matrix.expand((*batch, -1, -1)))
        super().__init__(batch, loc.shape[-1:], validate_args=validate_args)
        self._unbroadcasted_scale_tril = _scale_tril_of(named[0], matrix)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), covariance_matrix=torch.eye(2))
        >>> d.mean
        tensor([0., 0.])
        """
        return self.loc

    mode = mean

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), covariance_matrix=torch.eye(2))
        >>> d.variance
        tensor([1., 1.])
        """
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    # Computed on first access, then cached and included in the repr.

    @lazy_property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(1), torch.eye(1))
        >>> d.scale_tril
        tensor([[1.]])
        """
        return self._expand_matrix(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(1), torch.eye(1))
        >>> d.covariance_matrix
        tensor([[1.]])
        """
        return self._expand_matrix(self._unbroadcasted_scale_tril @ self._unbroadcasted_scale_tril.mT)

    @lazy_property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(1), torch.eye(1))
        >>> d.precision_matrix
        tensor([[1.]])
        """
        from .._bindings.linalg.solving import cholesky_inverse

        return self._expand_matrix(cholesky_inverse(self._unbroadcasted_scale_tril))

    def _expand_matrix(self, matrix: Any) -> Any:
        return matrix.expand((*self._batch_shape, *self._event_shape, *self._event_shape))

    def _expand_parameters(self, batch_shape: Any) -> Any:
        new = super()._expand_parameters(batch_shape)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril
        return new

    def _event_shape_of(self, name: str) -> tuple[int, ...]:
        size = self._event_shape[0]
        return (size,) if name == "loc" else (size, size)

    def rsample(self, sample_shape: Any = ()) -> Tensor:
        """Draw reparametrized samples, which are differentiable in the parameters.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), covariance_matrix=torch.eye(2))
        >>> d.rsample((3,)).shape
        torch.Size([3, 2])
        """
        eps = _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device)
        return self.loc + (self._unbroadcasted_scale_tril @ eps.unsqueeze(-1)).squeeze(-1)

    def log_prob(self, value: Any) -> Tensor:
        """Logarithm of the density, or of the probability, of a value.

        Parameters
        ----------
        value : Tensor
            Values in the support.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), covariance_matrix=torch.eye(2))
        >>> d.log_prob(torch.zeros(2))
        tensor(-1.8379)
        """
        if self._validate_args:
            self._validate_sample(value)
        distance = _mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        half_log_det = self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + distance) - half_log_det

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.MultivariateNormal(torch.zeros(2), covariance_matrix=torch.eye(2))
        >>> d.entropy()
        tensor(2.8379)
        """
        half_log_det = self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)
        value = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + half_log_det
        return value if not self._batch_shape else value.expand(self._batch_shape)


def _scale_tril_of(name: str, matrix: Any) -> Any:
    from ..linalg import cholesky, solve_triangular

    if name == "scale_tril":
        return matrix
    if name == "covariance_matrix":
        return cholesky(matrix)
    flipped = cholesky(matrix.flip((-2, -1)))
    inverse = flipped.flip((-2, -1)).mT
    identity = ops.eye(matrix._array.shape[-1], dtype=matrix.dtype)
    return solve_triangular(inverse, identity, upper=False)


def _mahalanobis(factor: Any, difference: Any) -> Any:
    """|factor^-1 difference|^2."""
    from ..linalg import solve_triangular

    shape = np.broadcast_shapes(factor._array.shape[:-2], difference._array.shape[:-1])
    size = difference._array.shape[-1]
    solved = solve_triangular(factor.expand((*shape, size, size)), difference.expand((*shape, size)).unsqueeze(-1), upper=False)
    return solved.squeeze(-1).pow(2).sum(-1)


def _batch_mv(bmat: Any, bvec: Any) -> Any:
    """Matrices times vectors, with any leading dimensions."""
    return ops.matmul(bmat, bvec.unsqueeze(-1)).squeeze(-1)


def _batch_mahalanobis(bL: Any, bx: Any) -> Any:
    """Squared Mahalanobis norms of `x`, where `bL` is the Cholesky factor of the covariance."""
    return solve_triangular(bL, bx.unsqueeze(-1), upper=False).squeeze(-1).pow(2).sum(-1)


def _precision_to_scale_tril(P: Any) -> Any:
    """The Cholesky factor of the inverse of `P`: that of `P` with rows and columns reversed, inverted and reversed back."""
    factor = ops.transpose(ops.flip(cholesky(ops.flip(P, (-2, -1))), (-2, -1)), -2, -1)
    return solve_triangular(factor, ops.eye(P.shape[-1], dtype=P.dtype), upper=False)
