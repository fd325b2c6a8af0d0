"""The metadata of a checkpoint in its file `.metadata`, with the classes of PyTorch, which reads and writes the same files."""
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from ..._bindings.settings.constants import contiguous_format, layout, strided
from ..._serialization.pickling import _get_layout

__all__ = ["BytesStorageMetadata", "ChunkStorageMetadata", "Metadata", "MetadataIndex", "StorageMeta", "TensorProperties",
           "TensorStorageMetadata"]


class _MEM_FORMAT_ENCODING(Enum):
    """Numbers of memory formats."""

    TORCH_CONTIGUOUS_FORMAT = 0
    TORCH_CHANNELS_LAST = 1
    TORCH_PRESERVE_FORMAT = 2


@dataclass
class ChunkStorageMetadata:
    """A part of a tensor: its offsets and shape."""

    offsets: Any
    sizes: Any


class _Layout:
    """A layout, pickled as in PyTorch."""

    def __init__(self, value: layout) -> None:
        self.value = value

    def __reduce__(self) -> Any:
        return _get_layout, (str(self.value),)


@dataclass
class TensorProperties:
    """The properties of a tensor except its values and shape."""

    dtype: Any = None
    layout: Any = field(default_factory=lambda: strided)
    requires_grad: bool = False
    memory_format: Any = field(default_factory=lambda: contiguous_format)
    pin_memory: bool = False

    def __getstate__(self) -> Any:
        return self.dtype, _Layout(self.layout), self.requires_grad, _MEM_FORMAT_ENCODING.TORCH_CONTIGUOUS_FORMAT, self.pin_memory

    def __setstate__(self, state: Any) -> None:
        self.dtype, self.layout, self.requires_grad, _, self.pin_memory = state
        self.memory_format = contiguous_format


@dataclass
class TensorStorageMetadata:
    """A tensor: properties, shape and stored parts."""

    properties: TensorProperties
    size: Any
    chunks: list[ChunkStorageMetadata]


@dataclass
class BytesStorageMetadata:
    """A value that is not a tensor."""


@dataclass
class StorageMeta:
    """Properties of the whole checkpoint."""

    checkpoint_id: Any = None
    save_id: str | None = None
    load_id: str | None = None
    modules: list[str] = field(default_factory=list)


@dataclass
class Metadata:
    """Maps names to stored values and to paths in the state dict, and parts to their location in files."""

    state_dict_metadata: dict[str, Any]
    planner_data: Any = None
    storage_data: Any = None
    storage_meta: StorageMeta | None = None
    version: str | None = None


@dataclass(frozen=True)
class MetadataIndex:
    """The key of a stored part."""

    fqn: str
    offset: Any = None
    index: int | None = field(hash=False, compare=False, default=None)

    def __init__(self, fqn: str, offset: Sequence[int] | None = None, index: int | None = None) -> None:
        object.__setattr__(self, "fqn", fqn)
        object.__setattr__(self, "index", index)
        object.__setattr__(self, "offset", offset)
