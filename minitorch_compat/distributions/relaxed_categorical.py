"""`torch.distributions.relaxed_categorical`."""
from __future__ import annotations

from .relaxed import ExpRelaxedCategorical, RelaxedOneHotCategorical

__all__ = ["ExpRelaxedCategorical", "RelaxedOneHotCategorical"]
