"""`torch.optim.swa_utils`: averaged models. Names that are not built yet say so when they are used."""
from __future__ import annotations

from .._names import missing

__getattr__ = missing("torch.optim.swa_utils", __name__)
