"""`torch.distributions.normal`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from ._parameters import LocationScale
from .distribution import ExponentialFamily
from .utils import _standard_normal

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Normal"]


class Normal(LocationScale, ExponentialFamily):
    """Density ``exp(-(x - m)**2 / (2 * s**2)) / (s * sqrt(2 * pi))``.

    Parameters
    ----------
    loc : Tensor or float
        ``m``, the mean.
    scale : Tensor or float
        ``s``, the standard deviation, positive.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Normal``.

    Examples
    --------
    >>> d = torch.distributions.Normal(0.0, 2.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-1.6121)
    >>> d.mean, d.variance
    (tensor(0.), tensor(4.))
    >>> d.sample((3,)).shape
    torch.Size([3])
    >>> d.cdf(torch.tensor(0.)), d.icdf(torch.tensor(0.5))
    (tensor(0.5000), tensor(0.))
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
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.mean
        tensor(0.)
        """
        return self.loc

    @property
    def stddev(self) -> Tensor:
        """The standard deviation of each element.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.stddev
        tensor(2.)
        """
        return self.scale

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.variance
        tensor(4.)
        """
        return self.stddev.pow(2)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draw samples without gradients.

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
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.sample((3,)).shape
        torch.Size([3])
        """
        shape = self._extended_shape(sample_shape)
        with grad_mode(False):
            return ops.normal(self.loc.expand(shape), self.scale.expand(shape))

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
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        return self.loc + _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device) * self.scale

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
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-1.6121)
        """
        if self._validate_args:
            self._validate_sample(value)
        return -((value - self.loc) ** 2) / (2 * self.scale**2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

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
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.cdf(torch.tensor(0.))
        tensor(0.5000)
        """
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + ops.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

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
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.icdf(torch.tensor(0.5))
        tensor(0.)
        """
        return self.loc + self.scale * ops.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Normal(0.0, 2.0)
        >>> d.entropy()
        tensor(2.1121)
        """
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()
