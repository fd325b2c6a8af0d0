"""`torch.utils.data._utils.pin_memory`: batches in page-locked memory."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def pin_memory(data: Any, device: Any = None) -> Any:
    """`data` with the tensors in it pinned, and whatever else has a method `pin_memory`; texts and numbers as they are."""
    if isinstance(data, (str, bytes)):
        return data
    if hasattr(data, "pin_memory"):
        return data.pin_memory()
    if isinstance(data, Mapping):
        pinned = {key: pin_memory(value, device) for key, value in data.items()}
        return pinned if type(data) is dict else _made_like(data, pinned)
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*[pin_memory(value, device) for value in data])
    if isinstance(data, Sequence):
        values = [pin_memory(value, device) for value in data]
        return values if type(data) in (list, tuple) else _made_like(data, values)
    return data


def _made_like(data: Any, values: Any) -> Any:
    """The values in a container of the same type, if it can be made from them."""
    try:
        return type(data)(values)
    except TypeError:
        return values
