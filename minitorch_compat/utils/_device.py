"""`torch.utils._device`: the mode of `with torch.device(...)`, and decorators that use it."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings.settings.default_device import DeviceContext, _device_constructors
from .._dispatch.device import device as as_device
from ._contextlib import context_decorator

__all__ = ["DeviceContext", "_device_constructors", "device_decorator", "set_device"]


def device_decorator(device: Any, func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate `func`, which may be a generator, to run inside `with device`."""
    return context_decorator(lambda: device, func)


def set_device(device: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a function to create its tensors on `device`."""
    return lambda func: device_decorator(as_device(device), func)
