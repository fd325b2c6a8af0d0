"""`torch.distributions.wishart`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.user_warnings import warn
from .._bindings.generated import functions as ops
from .._bindings.linalg.solving import cholesky_inverse, cholesky_solve
from .._dispatch.size import Size
from ..linalg import slogdet
from . import constraints
from .chi2 import Chi2
from .distribution import Distribution, ExponentialFamily
from .utils import lazy_property

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Wishart"]


class Wishart(ExponentialFamily):
    """Random covariance matrices: ``X.T @ X`` of ``df`` normal rows.

    Parameters
    ----------
    df : Tensor or float
        Degrees of freedom, more than ``n - 1``.
    covariance_matrix : Tensor, optional
        ``(*, n, n)``, of the rows; give one of the three.
    precision_matrix : Tensor, optional
        ``(*, n, n)``, its inverse.
    scale_tril : Tensor, optional
        ``(*, n, n)``, its Cholesky factor.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Wishart``.

    Examples
    --------
    >>> d = torch.distributions.Wishart(torch.tensor(3.0), covariance_matrix=torch.eye(2))
    >>> d.log_prob(torch.eye(2))
    tensor(-3.5310)
    >>> d.mean, d.variance
    (tensor([[3., 0.],
            [0., 3.]]), tensor([[6., 3.],
            [3., 6.]]))
    """

    support: Any = constraints.positive_definite
    has_rsample = True

    def __init__(self, df: Tensor | int | float | bool, covariance_matrix: Tensor | None = None, precision_matrix: Tensor | None = None,
                 scale_tril: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        matrices = {"covariance_matrix": covariance_matrix, "precision_matrix": precision_matrix, "scale_tril": scale_tril}
        named = [name for name, value in matrices.items() if value is not None]
        if len(named) != 1:
            raise AssertionError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        matrix: Any = matrices[named[0]]
        if matrix.dim() < 2:
            raise ValueError("scale_tril must be at least two-dimensional, with optional leading batch dimensions")
        number, event = isinstance(df, (int, float)), matrix.shape[-2:]
        freedom: Any = df
        batch = Size(np.broadcast_shapes(() if number else freedom.shape, matrix.shape[:-2]))
        if number:
            freedom = ops.tensor(df, dtype=matrix.dtype)
        if (freedom.expand(batch) <= event[-1] - 1).any():
            raise ValueError(f"Value of df={df} expected to be greater than ndim - 1 = {event[-1] - 1}.")
        self.df: Any = freedom.expand(batch)
        self.__dict__[named[0]] = matrix.expand(batch + event)
        if (self.df < event[-1]).any():
            warn("Low df values detected. Singular samples are highly likely to occur for ndim - 1 < df < ndim.")
        super().__init__(batch, event, validate_args=validate_args)
        from .multivariate_normal import _scale_tril_of

        self._unbroadcasted_scale_tril = _scale_tril_of(named[0], matrix)
        steps = ops.arange(event[-1], dtype=self.df.dtype).expand((*batch, event[-1]))
        self._dist_chi2 = Chi2(self.df.unsqueeze(-1) - steps)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_batch_dims": [-(i + 1) for i in range(len(self._batch_shape))]}  # PyTorch uses this after unpickling

    @property
    def _natural_params(self) -> tuple[Any, Any]:
        return -self.precision_matrix / 2, (self.df - self._event_shape[-1] - 1) / 2

    def _log_normalizer(self, *natural_params: Any) -> Any:
        matrix, power = natural_params
        p = self._event_shape[-1]
        half = power + (p + 1) / 2
        return ops.mvlgamma(half, p) - half * slogdet(-matrix)[1]

    @constraints.dependent_property
    def arg_constraints(self) -> Any:
        """The constraint of each parameter.

        Returns
        -------
        dict
            Constraints by parameter name.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2))
        >>> sorted(d.arg_constraints)
        ['covariance_matrix', 'df', 'precision_matrix', 'scale_tril']
        """
        result = {"covariance_matrix": constraints.positive_definite, "precision_matrix": constraints.positive_definite,
                  "scale_tril": constraints.lower_cholesky, "df": constraints.greater_than(0)}
        if "_event_shape" in self.__dict__:
            result["df"] = constraints.greater_than(self._event_shape[-1] - 1)
        return result

    def _expand_parameters(self, batch_shape: Any) -> Any:
        library_class = self._library_class()
        new = library_class.__new__(library_class)
        batch = Size(batch_shape)
        new.df = self.df.expand(batch)
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril.expand(batch + self.event_shape)
        for name in ("covariance_matrix", "precision_matrix", "scale_tril"):
            if name in self.__dict__:
                new.__dict__[name] = self.__dict__[name].expand(batch + self.event_shape)
        steps = ops.arange(self.event_shape[-1], dtype=new.df.dtype).expand((*batch, self.event_shape[-1]))
        new._dist_chi2 = Chi2(new.df.unsqueeze(-1) - steps)
        Distribution.__init__(new, batch, self.event_shape, validate_args=False)
        return new

    def _expand_matrix(self, matrix: Any) -> Any:
        return matrix.expand(self._batch_shape + self._event_shape)

    @lazy_property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2))
        >>> d.scale_tril
        tensor([[1., 0.],
                [0., 1.]])
        """
        return self._expand_matrix(self._unbroadcasted_scale_tril)

    @lazy_property
    def covariance_matrix(self) -> Any:
        """The covariance of the rows.

        Returns
        -------
        Tensor
            Of batch and event shape.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2))
        >>> d.covariance_matrix
        tensor([[1., 0.],
                [0., 1.]])
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
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2))
        >>> d.precision_matrix
        tensor([[1., 0.],
                [0., 1.]])
        """
        return self._expand_matrix(cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), covariance_matrix=torch.eye(2))
        >>> d.mean
        tensor([[3., 0.],
                [0., 3.]])
        """
        return self.df.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), covariance_matrix=torch.eye(2))
        >>> d.mode
        tensor([[nan, nan],
                [nan, nan]])
        """
        factor = self.df - self.covariance_matrix.shape[-1] - 1
        return ops.where(factor <= 0, float("nan"), factor).view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), covariance_matrix=torch.eye(2))
        >>> d.variance
        tensor([[6., 3.],
                [3., 6.]])
        """
        v = self.covariance_matrix
        diagonal = v.diagonal(dim1=-2, dim2=-1)
        return self.df.view((*self._batch_shape, 1, 1)) * (v.pow(2) + ops.einsum("...i,...j->...ij", diagonal, diagonal))

    def _sample_bartlett(self, sample_shape: Any) -> Any:
        p = self._event_shape[-1]
        noise = self._dist_chi2.rsample(sample_shape).sqrt().diag_embed(dim1=-2, dim2=-1)
        rows, columns = ops.tril_indices(p, p, offset=-1)
        noise[..., rows, columns] = ops.randn((*Size(sample_shape), *self._batch_shape, p * (p - 1) // 2), dtype=noise.dtype)
        chol = self._unbroadcasted_scale_tril @ noise
        return chol @ chol.mT

    def rsample(self, sample_shape: Any = (), max_try_correction: int | None = None) -> Tensor:
        """Draw reparametrized matrices; singular ones are redrawn.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.
        max_try_correction : int, optional
            Maximum number of redraws; None is 3 for small matrices, else 10.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, n, n)``.

        Examples
        --------
        >>> torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2)).rsample((4,)).shape
        torch.Size([4, 2, 2])
        """
        shape = Size(sample_shape)
        sample = self._sample_bartlett(shape)
        is_invalid = self._any_per_batch(self.support.check(sample))
        if not is_invalid.any():
            return sample
        warn("Singular sample detected.")
        for _ in range(10 if max_try_correction is None else max_try_correction):
            new = self._sample_bartlett(is_invalid[is_invalid].shape)
            sample[is_invalid] = new
            is_invalid[is_invalid.clone()] = self._any_per_batch(~self.support.check(new))
            if not is_invalid.any():
                break
        return sample

    def _any_per_batch(self, mask: Any) -> Any:
        n = len(self._batch_shape)
        return mask.amax(tuple(range(-n, 0))) if n else mask

    def _log_det_tril(self) -> Any:
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

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
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), covariance_matrix=torch.eye(2))
        >>> d.log_prob(torch.eye(2))
        tensor(-3.5310)
        """
        if self._validate_args:
            self._validate_sample(value)
        p, nu = self._event_shape[-1], self.df
        return (-nu * (p * math.log(2.0) / 2 + self._log_det_tril()) - ops.mvlgamma(nu / 2, p) + (nu - p - 1) / 2 * slogdet(value)[1]
                - cholesky_solve(value, self._unbroadcasted_scale_tril).diagonal(dim1=-2, dim2=-1).sum(dim=-1) / 2)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Wishart(torch.tensor(3.0), covariance_matrix=torch.eye(2))
        >>> d.entropy()
        tensor(5.5310)
        """
        p, nu = self._event_shape[-1], self.df
        steps = ops.arange(p, dtype=nu.dtype)
        digammas = ops.digamma((nu / 2).unsqueeze(-1) - steps.div(2).expand((*self._batch_shape, p))).sum(-1)
        return ((p + 1) * (p * math.log(2.0) / 2 + self._log_det_tril()) + ops.mvlgamma(nu / 2, p)
                - (nu - p - 1) / 2 * digammas + nu * p / 2)
