"""`torch.distributions.half_cauchy`."""
from __future__ import annotations

import math
from typing import Any

from .._bindings.generated import functions as ops
from .cauchy import Cauchy
from .half_normal import _Half

__all__ = ["HalfCauchy"]


class HalfCauchy(_Half):
    """The absolute value of a Cauchy variate about 0."""

    _whole = Cauchy

    def _as_scale(self, value: Any) -> Any:
        return ops.as_tensor(value, dtype=self.scale.dtype)

    @property
    def mean(self) -> Any:
        return ops.full(self._extended_shape(), math.inf, dtype=self.scale.dtype)

    @property
    def variance(self) -> Any:
        return self.base_dist.variance
