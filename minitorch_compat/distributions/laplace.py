"""`torch.distributions.laplace`."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .._bindings.generated import functions as ops
from ._parameters import LocationScale

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
        Whether parameters and values are checked against their constraints; None takes the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter is outside of its constraint.

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
    def mean(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        return 2 * self.scale.pow(2)

    @property
    def stddev(self) -> Any:
        return math.sqrt(2) * self.scale

    def rsample(self, sample_shape: Any = ()) -> Any:
        eps = float(np.finfo(self.loc._array.dtype).eps)
        u = ops.empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).uniform_(eps - 1, 1)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        return 0.5 - 0.5 * (value - self.loc).sign() * (-(value - self.loc).abs() / self.scale).expm1()

    def icdf(self, value: Any) -> Any:
        term = value - 0.5
        return self.loc - self.scale * term.sign() * (-2 * term.abs()).log1p()

    def entropy(self) -> Any:
        return 1 + (2 * self.scale).log()
