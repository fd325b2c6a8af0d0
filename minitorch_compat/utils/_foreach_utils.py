"""`torch.utils._foreach_utils`: group lists of tensors by device and dtype."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import missing


def _group_tensors_by_device_and_dtype(tensorlistlist: Any, with_indices: bool = False) -> dict[Any, Any]:
    """Group lists by (device, dtype) of the first list's tensors; each group has its part of the lists and (`with_indices`) the indices."""
    groups: dict[Any, Any] = {}
    for i, first in enumerate(tensorlistlist[0]):
        if first is None:
            continue
        lists, indices = groups.setdefault((first.device, first.dtype), ([[] for _ in tensorlistlist], []))
        for target, source in zip(lists, tensorlistlist, strict=True):
            if source:
                target.append(source[i])
        if with_indices:
            indices.append(i)
    return groups


def _get_foreach_kernels_supported_devices() -> list[str]:
    """Devices with foreach kernels; none of them is available."""
    return ["cuda", "xpu", "mtia"]


def _get_fused_kernels_supported_devices() -> list[str]:
    """Devices with fused kernels."""
    return ["mps", "cuda", "xpu", "hpu", "cpu", "mtia"]


def _device_has_foreach_support(device: Any) -> bool:
    """Whether a device has foreach kernels."""
    return device.type in _get_foreach_kernels_supported_devices()


def _has_foreach_support(tensors: Any, device: Any) -> bool:
    """Whether there are foreach kernels for these tensors."""
    return _device_has_foreach_support(device)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.utils._foreach_utils", __name__)
