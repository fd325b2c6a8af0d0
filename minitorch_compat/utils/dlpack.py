"""`torch.utils.dlpack`: export and import of tensors as DLPack capsules."""
from __future__ import annotations

from .._bindings.generated.functions import from_dlpack, to_dlpack
from .._bindings.tensor.dlpack_types import DLDeviceType

__all__ = ["DLDeviceType", "from_dlpack", "to_dlpack"]
