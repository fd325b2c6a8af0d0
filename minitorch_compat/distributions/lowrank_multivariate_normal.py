"""`torch.distributions.lowrank_multivariate_normal`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.dtypes import c_name
from .._bindings.generated import functions as ops
from .._dispatch.size import Size
from ..linalg import cholesky, solve_triangular
from . import constraints
from .distribution import Distribution
from .kl import register_kl
from .multivariate_normal import MultivariateNormal, _mahalanobis
from .utils import _standard_normal, lazy_property

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["LowRankMultivariateNormal"]


class LowRankMultivariateNormal(Distribution):
    """Normal vectors with covariance ``W @ W.T + diag(D)``, efficient for ``W`` of low rank.

    Parameters
    ----------
    loc : Tensor
        ``(*, n)``, the mean.
    cov_factor : Tensor
        ``(*, n, r)``, ``W``.
    cov_diag : Tensor
        ``(*, n)``, ``D``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.LowRankMultivariateNormal``.

    Examples
    --------
    >>> d = torch.distributions.LowRankMultivariateNormal(torch.zeros(2), torch.tensor([[1.0], [0.0]]), torch.ones(2))
    >>> d.log_prob(torch.zeros(2))
    tensor(-2.1845)
    >>> d.mean, d.variance
    (tensor([0., 0.]), tensor([2., 1.]))
    """

    arg_constraints: Any = {"loc": constraints.real_vector, "cov_factor": constraints.independent(constraints.real, 2),
                       "cov_diag": constraints.independent(constraints.positive, 1)}
    support: Any = constraints.real_vector
    has_rsample = True

    def __init__(self, loc: Tensor, cov_factor: Tensor, cov_diag: Tensor, validate_args: bool | None = None) -> None:
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        size = loc.shape[-1]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != (size,):
            raise ValueError(f"cov_factor must be a batch of matrices with shape {size} x m")
        if cov_diag.shape[-1:] != (size,):
            raise ValueError(f"cov_diag must be a batch of vectors with shape {Size((size,))}")
        try:
            batch = Size(np.broadcast_shapes(loc.shape[:-1], cov_factor.shape[:-2], cov_diag.shape[:-1]))
        except ValueError:
            raise ValueError(f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, "
                             f"cov_diag {cov_diag.shape}") from None
        self.loc: Tensor = loc.expand((*batch, size))
        self.cov_factor: Tensor = cov_factor.expand((*batch, *cov_factor.shape[-2:]))
        self.cov_diag: Tensor = cov_diag.expand((*batch, size))
        scaled = ops.result_type(cov_factor, cov_diag)
        if scaled != cov_factor.dtype:  # for which the product raises
            raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {c_name(scaled.numpy)} != "
                               f"{c_name(cov_factor._array.dtype)}")
        _ = self._capacitance_tril  # raises for non-positive-definite matrices before parameters are checked, as in PyTorch
        super().__init__(batch, Size((size,)), validate_args=validate_args)

    def _expand_parameters(self, batch_shape: Any) -> Any:
        size = self._event_shape[0]
        return LowRankMultivariateNormal(self.loc.expand((*batch_shape, size)),
                                         self.cov_factor.expand((*batch_shape, *self.cov_factor.shape[-2:])),
                                         self.cov_diag.expand((*batch_shape, size)), validate_args=False)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_unbroadcasted_cov_factor": self.cov_factor, "_unbroadcasted_cov_diag": self.cov_diag,
                "_capacitance_tril": self._capacitance_tril}  # PyTorch uses these after unpickling

    @lazy_property
    def _capacitance_tril(self) -> Any:
        """The Cholesky factor of I + W^T D^-1 W, with a row per column of the factor."""
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        return cholesky(scaled @ self.cov_factor + ops.eye(self.cov_factor.shape[-1], dtype=self.loc.dtype))

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> parts = (torch.zeros(2), torch.tensor([[1.0], [0.0]]), torch.ones(2))
        >>> d = torch.distributions.LowRankMultivariateNormal(*parts)
        >>> d.mean
        tensor([0., 0.])
        """
        return self.loc

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> parts = (torch.zeros(2), torch.tensor([[1.0], [0.0]]), torch.ones(2))
        >>> d = torch.distributions.LowRankMultivariateNormal(*parts)
        >>> d.mode
        tensor([0., 0.])
        """
        return self.loc

    @lazy_property
    def variance(self) -> Tensor:
        """The variance of each element: the diagonal of the covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2))
        >>> d.variance
        tensor([2., 2.])
        """
        return self.cov_factor.pow(2).sum(-1) + self.cov_diag

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The full covariance matrix.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2))
        >>> d.covariance_matrix
        tensor([[2., 1.],
                [1., 2.]])
        """
        return self.cov_factor @ self.cov_factor.mT + self.cov_diag.diag_embed()

    @lazy_property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2))
        >>> d.scale_tril
        tensor([[1.4142, 0.0000],
                [0.7071, 1.2247]])
        """
        root = self.cov_diag.sqrt().unsqueeze(-1)
        scaled = self.cov_factor / root
        return root * cholesky(scaled @ scaled.mT + ops.eye(self._event_shape[0], dtype=self.loc.dtype))

    @lazy_property
    def precision_matrix(self) -> Any:
        """The inverse of the covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2))
        >>> d.precision_matrix
        tensor([[ 0.6667, -0.3333],
                [-0.3333,  0.6667]])
        """
        scaled = self.cov_factor.mT / self.cov_diag.unsqueeze(-2)
        solved = solve_triangular(self._capacitance_tril, scaled, upper=False)
        return self.cov_diag.reciprocal().diag_embed() - solved.mT @ solved

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
        >>> parts = (torch.zeros(2), torch.tensor([[1.0], [0.0]]), torch.ones(2))
        >>> d = torch.distributions.LowRankMultivariateNormal(*parts)
        >>> d.rsample((3,)).shape
        torch.Size([3, 2])
        """
        shape = self._extended_shape(sample_shape)
        factor_noise = _standard_normal((*shape[:-1], self.cov_factor.shape[-1]), self.loc.dtype, self.loc.device)
        diagonal_noise = _standard_normal(shape, self.loc.dtype, self.loc.device)
        return self.loc + (self.cov_factor @ factor_noise.unsqueeze(-1)).squeeze(-1) + self.cov_diag.sqrt() * diagonal_noise

    def _log_det(self) -> Any:
        return 2 * self._capacitance_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self.cov_diag.log().sum(-1)

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
        >>> parts = (torch.zeros(2), torch.tensor([[1.0], [0.0]]), torch.ones(2))
        >>> d = torch.distributions.LowRankMultivariateNormal(*parts)
        >>> d.log_prob(torch.zeros(2))
        tensor(-2.1845)
        """
        if self._validate_args:
            self._validate_sample(value)
        difference = value - self.loc
        scaled = difference / self.cov_diag
        low = (self.cov_factor.mT @ scaled.unsqueeze(-1)).squeeze(-1)
        distance = (difference * scaled).sum(-1) - _mahalanobis(self._capacitance_tril, low)
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + self._log_det() + distance)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> parts = (torch.zeros(2), torch.tensor([[1.0], [0.0]]), torch.ones(2))
        >>> d = torch.distributions.LowRankMultivariateNormal(*parts)
        >>> d.entropy()
        tensor(3.1845)
        """
        return 0.5 * (self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._log_det())


@register_kl(LowRankMultivariateNormal, LowRankMultivariateNormal)
@register_kl(MultivariateNormal, LowRankMultivariateNormal)
@register_kl(LowRankMultivariateNormal, MultivariateNormal)
def _kl_normals(p: Any, q: Any) -> Any:
    if p.event_shape != q.event_shape:
        raise ValueError("KL-divergence between two (Low Rank) Multivariate Normals with different event shapes cannot be computed")
    first, second = p.scale_tril, q.scale_tril
    half = second.diagonal(dim1=-2, dim2=-1).log().sum(-1) - first.diagonal(dim1=-2, dim2=-1).log().sum(-1)
    shape = np.broadcast_shapes(first.shape, second.shape)
    spread = solve_triangular(second.expand(shape), first.expand(shape), upper=False).pow(2).sum((-2, -1))
    return half + 0.5 * (spread + _mahalanobis(second, q.loc - p.loc) - p.event_shape[0])
