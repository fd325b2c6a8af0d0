"""`torch.amp`: automatic mixed precision. https://docs.pytorch.org/docs/stable/amp.html

There is no device here for which lower precision would pay: autocast for CUDA is off, as in a CPU build, and for the CPU it is refused.
"""
from __future__ import annotations

import functools
import warnings
from typing import Any

from .._dispatch import dtype as _d
from .._dispatch.device import device as _device
from .._dispatch.unsupported import UnsupportedError
from .._names import missing
from .grad_scaler import GradScaler

_FAST = {"cpu": _d.bfloat16, "cuda": _d.float16}


class autocast:
    """Would run some ops in lower precision inside the block, or the function it decorates."""

    def __init__(self, device_type: str, dtype: Any = None, enabled: bool = True, cache_enabled: bool | None = None) -> None:
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        self.device = _device(device_type).type
        self.fast_dtype = _FAST.get(self.device, _d.bfloat16) if dtype is None else dtype
        if enabled and self.device == "cuda":
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", UserWarning, stacklevel=2)
            enabled = False
        if enabled and self.device == "cpu" and self.fast_dtype not in (_d.bfloat16, _d.float16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.", UserWarning, stacklevel=2)
            enabled = False
        self._enabled = enabled

    def __enter__(self) -> autocast:
        if self._enabled and self.device == "cpu":
            raise UnsupportedError("torch.autocast('cpu')", "out of scope (no lower precision on the CPU); pass enabled=False")
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def __call__(self, func: Any) -> Any:
        @functools.wraps(func)
        def inside(*args: Any, **kwargs: Any) -> Any:
            with self:
                return func(*args, **kwargs)

        return inside


def is_autocast_available(device_type: str) -> bool:
    """Whether PyTorch knows autocast for the device type."""
    return _device(device_type).type in ("cpu", "cuda", "xpu", "mps", "hpu", "mtia", "maia", "xla", "ipu")


def _undecorated(fwd: Any = None, **options: Any) -> Any:
    """The function itself (or a decorator that gives it back): no precision changes here."""
    return fwd if fwd is not None else lambda function: function


custom_fwd = custom_bwd = _undecorated


def is_autocast_enabled(device_type: str | None = None) -> bool:
    """False."""
    return False


is_autocast_cpu_enabled = is_autocast_enabled


def is_autocast_cache_enabled() -> bool:
    """True, PyTorch's default."""
    return True


def get_autocast_dtype(device_type: str) -> _d.dtype:
    """The dtype autocast would use."""
    return _FAST.get(device_type, _d.bfloat16)


def get_autocast_gpu_dtype() -> _d.dtype:
    """The dtype autocast would use for CUDA."""
    return _d.float16


def get_autocast_cpu_dtype() -> _d.dtype:
    """The dtype autocast would use for the CPU."""
    return _d.bfloat16


def clear_autocast_cache() -> None:
    """Nothing."""


__all__ = ["GradScaler", "autocast", "custom_bwd", "custom_fwd", "is_autocast_available"]


__getattr__ = missing("torch.amp", __name__)
