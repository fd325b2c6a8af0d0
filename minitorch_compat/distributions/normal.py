"""`torch.distributions.normal`."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from ._parameters import LocationScale
from .distribution import ExponentialFamily
from .utils import _standard_normal

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
        Whether parameters and values are checked against their constraints; None takes the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter is outside of its constraint.

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
    def mean(self) -> Any:
        return self.loc

    @property
    def stddev(self) -> Any:
        return self.scale

    @property
    def variance(self) -> Any:
        return self.stddev.pow(2)

    def sample(self, sample_shape: Any = ()) -> Any:
        shape = self._extended_shape(sample_shape)
        with grad_mode(False):
            return ops.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.loc + _standard_normal(self._extended_shape(sample_shape), self.loc.dtype, self.loc.device) * self.scale

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return -((value - self.loc) ** 2) / (2 * self.scale**2) - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 * (1 + ops.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value: Any) -> Any:
        return self.loc + self.scale * ops.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> Any:
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()
