"""How `torch.serialization` opens files, for programs that read checkpoints themselves."""
from __future__ import annotations

import os
import zipfile
from types import TracebackType
from typing import Any

from .archive import open_archive


def _is_path(name_or_buffer: Any) -> bool:
    """Whether the argument is a path rather than a file object."""
    return isinstance(name_or_buffer, (str, os.PathLike))


class _FileContext:
    """Context manager of a file, which closes at exit a file that it has opened."""

    def __init__(self, file_like: Any, own: bool = False) -> None:
        self.file_like = file_like
        self.own = own

    def __enter__(self) -> Any:
        return self.file_like

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.own:
            self.file_like.close()
        elif hasattr(self.file_like, "flush") and self.file_like.writable():
            self.file_like.flush()


class _open_buffer_reader(_FileContext):
    """A buffer to read from."""


class _open_buffer_writer(_FileContext):
    """A buffer to write to."""


class _open_file(_FileContext):
    """A file opened by its path."""


def _open_file_like(name_or_buffer: Any, mode: str) -> _FileContext:
    """A context manager whose value is the file: opened, if a path is given, or the buffer."""
    if _is_path(name_or_buffer):
        return _open_file(open(name_or_buffer, mode), own=True)
    if "w" in mode:
        return _open_buffer_writer(name_or_buffer)
    if "r" in mode:
        return _open_buffer_reader(name_or_buffer)
    raise RuntimeError(f"Expected 'r' or 'w' in mode but got {mode}")


class _ArchiveReader:
    """The records of a checkpoint, by their names without the common folder."""

    def __init__(self, file: Any) -> None:
        self._archive = open_archive(file)
        names = self._archive.namelist()
        self._root = names[0].partition("/")[0] + "/" if names else ""

    def get_all_records(self) -> list[str]:
        """The names of the records."""
        return [name.removeprefix(self._root) for name in self._archive.namelist()]

    def has_record(self, name: str) -> bool:
        """Whether there is a record of that name."""
        return self._root + name in self._archive.NameToInfo

    def get_record(self, name: str) -> bytes:
        """The bytes of a record; RuntimeError where there is none."""
        if not self.has_record(name):
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found")
        return self._archive.read(self._root + name)


class _open_zipfile_reader(_FileContext):
    """A reader of a zip file, also usable after the block. RuntimeError for other files."""

    def __init__(self, name_or_buffer: Any) -> None:
        try:
            super().__init__(_ArchiveReader(name_or_buffer))
        except zipfile.BadZipFile as error:
            raise RuntimeError("PytorchStreamReader failed reading zip archive: failed finding central directory") from error
