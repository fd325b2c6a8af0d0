"""`torch.cuda.amp`: the older names of `torch.amp` for CUDA, which is not available."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import amp as _amp
from .._array.core.user_warnings import warn
from .._dispatch import dtype as _d
from .._namespace.names import missing

__path__: list[str] = []  # modules below are found by `_modules.py`


class autocast(_amp.autocast):
    """`torch.amp.autocast("cuda", ...)`."""

    __module__ = "minitorch_compat.cuda.amp.autocast_mode"

    def __init__(self, enabled: bool = True, dtype: Dtype = _d.float16, cache_enabled: bool = True) -> None:
        warn("`torch.cuda.amp.autocast(args...)` is deprecated. Please use `torch.amp.autocast('cuda', args...)` instead.",
             FutureWarning)
        super().__init__("cuda", dtype=dtype, enabled=enabled, cache_enabled=cache_enabled)


class GradScaler(_amp.GradScaler):
    """`torch.amp.GradScaler("cuda", ...)`."""

    __module__ = "minitorch_compat.cuda.amp.grad_scaler"

    def __init__(self, init_scale: float = 65536.0, growth_factor: float = 2.0, backoff_factor: float = 0.5,
                 growth_interval: int = 2000, enabled: bool = True) -> None:
        warn("`torch.cuda.amp.GradScaler(args...)` is deprecated. Please use `torch.amp.GradScaler('cuda', args...)` instead.",
             FutureWarning)
        super().__init__("cuda", init_scale, growth_factor, backoff_factor, growth_interval, enabled)


def amp_definitely_not_available() -> bool:
    """Whether there is neither a GPU nor an XLA device for mixed precision: always, here."""
    return True


def custom_fwd(fwd: Any = None, *, cast_inputs: Any = None) -> Any:
    """`torch.amp.custom_fwd(..., device_type="cuda")`."""
    _warn_deprecated("custom_fwd")
    return _amp.custom_fwd(fwd, device_type="cuda", cast_inputs=cast_inputs)


def custom_bwd(bwd: Any) -> Any:
    """`torch.amp.custom_bwd(..., device_type="cuda")`."""
    _warn_deprecated("custom_bwd")
    return _amp.custom_bwd(bwd, device_type="cuda")


def _warn_deprecated(name: str) -> None:
    warn(f"`torch.cuda.amp.{name}(args...)` is deprecated. Please use `torch.amp.{name}(args..., device_type='cuda')` instead.",
         FutureWarning)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.cuda.amp", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from .._bindings.annotations import Dtype
    autocast_mode: Any
    common: Any
    grad_scaler: Any
