"""`torch.distributions.cauchy`."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from ._parameters import LocationScale

__all__ = ["Cauchy"]


class Cauchy(LocationScale):
    """The Cauchy distribution: no mean, heavy tails."""

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
