"""Checkpoints in a directory: `.metadata`, and a file per writing process with concatenated `torch.save` records."""
from __future__ import annotations

import io
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..._bindings.tensor.tensor import Tensor
from ..._namespace.names import missing
from ..._serialization.pickling import Pickler
from ...serialization import _Unpickler, load, save
from .metadata import Metadata, MetadataIndex

__all__ = ["FileSystemReader", "FileSystemWriter"]


@dataclass
class _StorageInfo:
    relative_path: str
    offset: int
    length: int
    transform_descriptors: Any = None


class FileSystemWriter:
    """Writes to a directory, which is created if necessary.

    Parameters: `path`; `overwrite=False` refuses a directory that contains a checkpoint. The others are accepted for compatibility: there
    is always one file per process, and it is always synced.
    """

    path: Any

    def __init__(self, path: Any, single_file_per_rank: bool = True, sync_files: bool = True, thread_count: int = 1,
                 per_thread_copy_ahead: int = 10_000_000, cache_staged_state_dict: bool = False, overwrite: bool = True) -> None:
        self.path, self.overwrite = Path(path), overwrite

    def prepare(self) -> None:
        """Create the directory."""
        self.path.mkdir(parents=True, exist_ok=True)
        if not self.overwrite and (self.path / ".metadata").exists():
            raise RuntimeError(f"Checkpoint already exists and {self.overwrite=}: {self.path}")

    def write(self, rank: int, items: list[tuple[MetadataIndex, Any]]) -> dict[MetadataIndex, _StorageInfo]:
        """Write the items of this process; return where each is stored."""
        if not items:
            return {}
        name, locations = f"__{rank}_0.distcp", {}
        with open(self.path / name, "wb") as file:
            for index, value in items:
                buffer = io.BytesIO()
                # Only the tensor, not the whole storage of a view.
                save(value.detach().contiguous().clone() if isinstance(value, Tensor) else value, buffer)
                locations[index] = _StorageInfo(name, file.tell(), buffer.getbuffer().nbytes)
                file.write(buffer.getbuffer())
            file.flush()
            os.fsync(file.fileno())
        return locations

    def finish(self, metadata: Metadata) -> None:
        """Write the metadata, last: its presence marks a complete checkpoint."""
        temporary = self.path / ".metadata.tmp"
        with open(temporary, "wb") as file:
            Pickler(file, 4).dump(metadata)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self.path / ".metadata")


class FileSystemReader:
    """Reads from a directory."""

    def __init__(self, path: Any) -> None:
        self.path: Any = Path(path)

    def read_metadata(self) -> Metadata:
        """Read the metadata of the checkpoint."""
        with open(self.path / ".metadata", "rb") as file:
            metadata: Metadata = _Unpickler(file).load()
        return metadata

    def read(self, info: Any, weights_only: bool) -> Any:
        """Read one stored part."""
        with open(self.path / info.relative_path, "rb") as file:
            file.seek(info.offset)
            return load(io.BytesIO(file.read(info.length)), weights_only=weights_only)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.checkpoint.filesystem", __name__)
