"""`torch.distributions.cauchy`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from ._parameters import LocationScale

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["Cauchy"]


class Cauchy(LocationScale):
    """Ratio of independent normals: density ``1 / (pi * s * (1 + ((x - m) / s)**2))``.

    It has no mean and no variance: both are nan, or inf.

    Parameters
    ----------
    loc : Tensor or float
        ``m``, the median.
    scale : Tensor or float
        ``s``, half of the width at half height.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.Cauchy``.

    Examples
    --------
    >>> d = torch.distributions.Cauchy(0.0, 1.0)
    >>> d.log_prob(torch.tensor(0.))
    tensor(-1.1447)
    >>> d.mean, d.variance
    (tensor(nan), tensor(inf))
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
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.mean
        tensor(nan)
        """
        return ops.full(self._extended_shape(), math.nan, dtype=self.loc.dtype)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.variance
        tensor(inf)
        """
        return ops.full(self._extended_shape(), math.inf, dtype=self.loc.dtype)

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
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.rsample((3,)).shape
        torch.Size([3])
        """
        return self.loc + ops.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).cauchy_() * self.scale

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
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.log_prob(torch.tensor(0.))
        tensor(-1.1447)
        """
        if self._validate_args:
            self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

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
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.cdf(torch.tensor(0.))
        tensor(0.5000)
        """
        if self._validate_args:
            self._validate_sample(value)
        return ops.atan((value - self.loc) / self.scale) / math.pi + 0.5

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
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.icdf(torch.tensor(0.5))
        tensor(0.)
        """
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Tensor:
        """The entropy, in nats.

        Returns
        -------
        Tensor
            ``batch_shape``.

        Examples
        --------
        >>> d = torch.distributions.Cauchy(0.0, 1.0)
        >>> d.entropy()
        tensor(2.5310)
        """
        return math.log(4 * math.pi) + self.scale.log()
