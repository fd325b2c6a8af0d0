"""`torch.cpu.amp`: the older names of `torch.amp`, for the CPU."""
from __future__ import annotations

from .._dispatch import dtype as _d
from .._names import missing
from ..amp._of_device import autocast_of, scaler_of

__path__: list[str] = []  # modules below are found by `_modules.py`

autocast = autocast_of("cpu", _d.bfloat16)
GradScaler = scaler_of("cpu")

__getattr__ = missing("torch.cpu.amp", __name__)
