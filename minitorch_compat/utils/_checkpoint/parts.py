"""Private functions of PyTorch's `utils.checkpoint` that libraries with their own checkpointing call."""
from __future__ import annotations

from typing import Any

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.device import device as _device


def _infer_device_type(*args: Any) -> str:
    """The device type of the first tensor among `args` (and in their tuples, lists and dicts) that is not on the CPU; else "cpu"."""
    for each in args:
        if isinstance(each, Tensor):
            found = each.device.type
        elif isinstance(each, (tuple, list)):
            found = _infer_device_type(*each)
        else:
            found = _infer_device_type(*each.values()) if isinstance(each, dict) else "cpu"
        if found != "cpu":
            return found
    return "cpu"


def _get_autocast_kwargs(device_type: str = "cuda") -> tuple[dict[str, Any] | None, dict[str, Any]]:
    """Keyword arguments that restore the current autocast state, for the device type and for the CPU."""
    return _settings(device_type), _settings("cpu")


def _settings(device_type: str) -> dict[str, Any]:
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
