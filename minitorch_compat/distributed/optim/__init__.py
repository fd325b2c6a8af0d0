"""`torch.distributed.optim`: optimizers over several processes."""
from __future__ import annotations

from ..._namespace.modules import recorded
from .zero_redundancy_optimizer import ZeroRedundancyOptimizer

__getattr__ = recorded("torch.distributed.optim")
