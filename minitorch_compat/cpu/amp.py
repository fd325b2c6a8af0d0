"""`torch.cpu.amp`: the older names of `torch.amp`, for the CPU."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .. import amp as _amp
from .._array.core.user_warnings import warn
from .._dispatch import dtype as _d
from .._namespace.names import missing

if TYPE_CHECKING:
    from .._bindings.annotations import Dtype

__path__: list[str] = []  # modules below are found by `_modules.py`


class autocast(_amp.autocast):
    """`torch.amp.autocast("cpu", ...)`."""

    __module__ = "minitorch_compat.cpu.amp.autocast_mode"

    def __init__(self, enabled: bool = True, dtype: Dtype = _d.bfloat16, cache_enabled: bool = True) -> None:
        warn("`torch.cpu.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cpu', args...)` instead.",
             FutureWarning)
        super().__init__("cpu", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)


class GradScaler(_amp.GradScaler):
    """`torch.amp.GradScaler("cpu", ...)`."""

    __module__ = "minitorch_compat.cpu.amp.grad_scaler"

    def __init__(self, init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                 growth_interval: int = 2000, enabled: bool = True) -> None:
        warn("`torch.cpu.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cpu', args...)` instead.",
             FutureWarning)
        super().__init__("cpu", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.cpu.amp", __name__)
