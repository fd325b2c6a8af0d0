"""`torch.cuda.amp`: the older names of `torch.amp`, for CUDA, which is not there."""
from __future__ import annotations

import warnings
from typing import Any

from .. import amp as _amp
from .._dispatch import dtype as _d
from .._names import missing
from ..amp._of_device import autocast_of, scaler_of

__path__: list[str] = []  # modules below are found by `_modules.py`


autocast = autocast_of("cuda", _d.float16)
GradScaler = scaler_of("cuda")


def custom_fwd(fwd: Any = None, *, cast_inputs: Any = None) -> Any:
    """`torch.amp.custom_fwd(..., device_type="cuda")`."""
    _deprecated("custom_fwd")
    return _amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd: Any) -> Any:
    """`torch.amp.custom_bwd(..., device_type="cuda")`."""
    _deprecated("custom_bwd")
    return _amp.custom_bwd(bwd, device_type="cuda")


def _deprecated(name: str) -> None:
    warnings.warn(f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}(args..., device_type='cuda')` instead.",
                  FutureWarning, stacklevel=3)


__getattr__ = missing("torch.cuda.amp", __name__)
