"""`torch.distributions.fishersnedecor`."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from .._bindings.generated import functions as ops
from . import constraints
from .distribution import Distribution
from .gamma import Gamma
from .utils import broadcast_all

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["FisherSnedecor"]


class FisherSnedecor(Distribution):
    """The ratio of two chi-squared variates, each over its degrees of freedom."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True
    _expanded = ("df1", "df2")

    def __init__(self, df1: Tensor | float, df2: Tensor | float, validate_args: bool | None = None) -> None:
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    def _repeated(self, batch_shape: Any) -> Any:
        new = super()._repeated(batch_shape)
        new._gamma1, new._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)
        return new

    @property
    def mean(self) -> Any:
        return ops.where(self.df2 > 2, self.df2 / (self.df2 - 2), math.nan)

    @property
    def mode(self) -> Any:
        return ops.where(self.df1 > 2, (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2), math.nan)

    @property
    def variance(self) -> Any:
        a, b = self.df1, self.df2
        return ops.where(b > 4, 2 * b.pow(2) * (a + b - 2) / (a * (b - 2).pow(2) * (b - 4)), math.nan)

    def rsample(self, sample_shape: Any = ()) -> Any:
        first, second = self._gamma1.rsample(sample_shape), self._gamma2.rsample(sample_shape)
        tiny = float(np.finfo(second._array.dtype).tiny)
        second = ops.clamp(second, min=tiny)
        return ops.clamp(first / second, min=tiny)

    def log_prob(self, value: Any) -> Any:
        if self._validate_args:
            self._validate_sample(value)
        a, b = self.df1 * 0.5, self.df2 * 0.5
        ratio = self.df1 / self.df2
        return ((a + b).lgamma() - a.lgamma() - b.lgamma() + a * ratio.log() + (a - 1) * value.log()
                - (a + b) * ops.log1p(ratio * value))
