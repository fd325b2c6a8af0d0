"""`torch.types`: names for annotations."""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from ._bindings.storages import TypedStorage, UntypedStorage
from ._bindings.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import dtype as _dtype
from ._dispatch.size import Size
from ._names import missing

Number = int | float | bool
_int, _float, _bool = int, float, bool
_device = device
_size = Size | list[int] | tuple[int, ...]
_dtype = _dtype
_TensorOrTensors = Tensor | Sequence[Tensor]
Device = device | str | int | None
FileLike = str | os.PathLike[str] | Any
Storage = TypedStorage | UntypedStorage

__all__ = ["Device", "FileLike", "Number", "Storage"]


__getattr__ = missing("torch.types", __name__)
