"""`torch.distributions.one_hot_categorical`."""
from __future__ import annotations

from .discrete import OneHotCategorical
from .relaxed import OneHotCategoricalStraightThrough

__all__ = ["OneHotCategorical", "OneHotCategoricalStraightThrough"]
