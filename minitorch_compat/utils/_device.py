"""`torch.utils._device`: the mode of `with torch.device(...)`, and decorators that use it."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from .._bindings.settings.default_device import DeviceContext, _device_constructors

__all__ = ["DeviceContext", "_device_constructors", "device_decorator", "set_device"]


def device_decorator(device: Any, func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate `func` to run each call inside `device()`."""
    @functools.wraps(func)
    def call(*args: Any, **kwargs: Any) -> Any:
        with device():
            return func(*args, **kwargs)

    return call


def set_device(device: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a function to create its tensors on `device`."""
    return lambda func: device_decorator(lambda: DeviceContext(device), func)
