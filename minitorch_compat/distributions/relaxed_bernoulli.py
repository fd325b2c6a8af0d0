"""`torch.distributions.relaxed_bernoulli`."""
from __future__ import annotations

from .relaxed import LogitRelaxedBernoulli, RelaxedBernoulli

__all__ = ["LogitRelaxedBernoulli", "RelaxedBernoulli"]
