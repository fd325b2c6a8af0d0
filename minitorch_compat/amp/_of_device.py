"""The older names of `torch.amp`, which say the device by their place: `torch.cpu.amp.autocast`, `torch.cuda.amp.GradScaler`."""
from __future__ import annotations

import warnings
from typing import Any

from . import GradScaler, autocast


def autocast_of(device: str, default: Any) -> Any:
    """The class `torch.<device>.amp.autocast`, of that default dtype."""

    class OfDevice(autocast):
        def __init__(self, enabled: bool = True, dtype: Any = default, cache_enabled: bool = True) -> None:
            _warn(device, "autocast")
            super().__init__(device, dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)

    return _placed(OfDevice, device, "autocast", "autocast_mode")


def scaler_of(device: str) -> Any:
    """The class `torch.<device>.amp.GradScaler`."""

    class OfDevice(GradScaler):
        def __init__(self, init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                     growth_interval: int = 2000, enabled: bool = True) -> None:
            _warn(device, "GradScaler")
            super().__init__(device, init_scale, growth_factor, backoff_factor, growth_interval, enabled)

    return _placed(OfDevice, device, "GradScaler", "grad_scaler")


def _warn(device: str, name: str) -> None:
    warnings.warn(f"`torch.{device}.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}('{device}', args...)` instead.",
                  FutureWarning, stacklevel=3)


def _placed(made: Any, device: str, name: str, module: str) -> Any:
    """`made` under its name in PyTorch, by which it is printed and pickled."""
    made.__name__ = made.__qualname__ = name
    made.__init__.__qualname__ = f"{name}.__init__"
    made.__module__ = f"minitorch_compat.{device}.amp.{module}"
    made.__doc__ = f'`torch.amp.{name}("{device}", ...)`: FutureWarning.'
    return made
