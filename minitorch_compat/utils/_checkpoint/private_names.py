"""Private functions of PyTorch's `utils.checkpoint` that libraries with their own checkpointing call."""
from __future__ import annotations

from typing import Any

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.device import device as _device


def _infer_device_type(*args: Any) -> str:
    """The device type of the first tensor among `args` (and in their tuples, lists and dicts) that is not on the CPU; else "cpu"."""
    for arg in args:
        if isinstance(arg, Tensor):
            device_type = arg.device.type
        elif isinstance(arg, (tuple, list)):
            device_type = _infer_device_type(*arg)
        else:
            device_type = _infer_device_type(*arg.values()) if isinstance(arg, dict) else "cpu"
        if device_type != "cpu":
            return device_type
    return "cpu"


def _get_autocast_kwargs(device_type: str = "cuda") -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Keyword arguments that restore the current autocast state, for the device type and for the CPU."""
    return _autocast_settings(device_type), _autocast_settings("cpu")


def _autocast_settings(device_type: str) -> dict[str, Any]:
    from ...amp import get_autocast_dtype, is_autocast_cache_enabled, is_autocast_enabled

    return {"enabled": is_autocast_enabled(device_type), "dtype": get_autocast_dtype(device_type),
            "cache_enabled": is_autocast_cache_enabled()}


def _get_device_module(device: str = "cuda") -> Any:
    """The module of a device type, such as `torch.cpu`; for "meta", which has none, the device."""
    if device == "meta":
        return _device("meta")
    import minitorch_compat

    return getattr(minitorch_compat, device)


__all__ = ["_get_autocast_kwargs", "_get_device_module", "_infer_device_type"]
