"""`torch.distributions.cauchy`."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from ._parameters import LocationScale

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
        Whether parameters and values are checked against their constraints; None takes the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter is outside of its constraint.

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
    def mean(self) -> Any:
        return ops.full(self._extended_shape(), math.nan, dtype=self.loc.dtype)

    @property
    def variance(self) -> Any:
        return ops.full(self._extended_shape(), math.inf, dtype=self.loc.dtype)

    def rsample(self, sample_shape: Any = ()) -> Any:
        return self.loc + ops.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).cauchy_() * self.scale

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return ops.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value: Any) -> Any:
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> Any:
        return math.log(4 * math.pi) + self.scale.log()
