"""`torch.distributions.laplace`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._bindings.settings.dtype_info import finfo
from ._parameters import LocationScale

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Laplace"]


class Laplace(LocationScale):
    """Density ``exp(-|x - m| / s) / (2 * s)``.

    Variance ``2 * s**2``.

    Parameters
    ----------
    loc : Tensor or float
        ``m``, the mean.
    scale : Tensor or float
        ``s``, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Laplace``.

    Examples
    --------
    >>> d = torch.distributions.Laplace(0.0, 1.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-0.6931)
    >>> d.mean, d.variance
    (tensor(0.), tensor(2.))
    """

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.mean
        tensor(0.)
        """
        return self.loc

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.variance
        tensor(2.)
        """
        return 2 * self.scale.pow(2)

    @property
    def stddev(self) -> Tensor:
        """The standard deviation of each element.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.stddev
        tensor(1.4142)
        """
        return math.sqrt(2) * self.scale

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
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        eps = finfo(self.loc.dtype).eps
        u = ops.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

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
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-0.6931)
        """
        if self._validate_args:
            self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Any) -> Tensor:
        """Cumulative distribution function.

        Parameters
        ----------
        value : Tensor
            Values.

        Returns
        -------
        Tensor
            In [0, 1].

        Examples
        --------
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.cdf(torch.tensor(0.))
        tensor(0.5000)
        """
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 - 0.5 * (value - self.loc).sign() * (-(value - self.loc).abs() / self.scale).expm1()

    def icdf(self, value: Any) -> Tensor:
        """Quantile function, the inverse of ``cdf``.

        Parameters
        ----------
        value : Tensor
            Probabilities.

        Returns
        -------
        Tensor
            Values.

        Examples
        --------
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.icdf(torch.tensor(0.5))
        tensor(0.)
        """
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Laplace(0.0, 1.0)
        >>> d.entropy()
        tensor(1.6931)
        """
        return 1 + (2 * self.scale).log()
