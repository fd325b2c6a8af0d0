"""Zip archives of `torch.save`, read as untrusted input: stated sizes are checked against the file's before memory is allocated."""
from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Bytes of an archive without files.
_MIN_ARCHIVE_SIZE = 22
#: Limit of the unpacked size of all records: the larger of this number of bytes and this multiple of the archive's size.
_UNPACKED_ALLOWANCE, _MAX_EXPANSION = 2**24, 4
_ERROR_PREFIX = "PytorchStreamReader failed"
#: What `zipfile` and the modules that it calls raise for broken archives.
_ARCHIVE_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, LookupError, RuntimeError, OverflowError, AttributeError,
                   TypeError)


@contextmanager
def archive_errors(what: str) -> Iterator[None]:
    """Turn errors inside into a RuntimeError that names the part of the archive."""
    try:
        yield
    except _ARCHIVE_ERRORS as error:
        raise RuntimeError(f"{_ERROR_PREFIX} {what}. {str(error) or 'The file ends too early'}") from None


def open_archive(file: Any) -> zipfile.ZipFile:
    """The archive in a file. Not checked against a checksum are records that were written without (the field is 0), and storages: they
    change in place where a file is mapped into shared memory."""
    archive = zipfile.ZipFile(file)
    for info in archive.infolist():
        if not info.CRC or "/data/" in info.filename:
            del info.CRC
    return archive


class SequentialFile:
    """What an archive is written to. It only calls `write` of the file, so that compressing files, files opened to append to, and sockets
    will do, and counts positions from where the archive begins, as PyTorch does."""

    def __init__(self, file: Any) -> None:
        self.file, self.position = file, 0
        self.as_bytes = not isinstance(file, io.IOBase)  # files of a program's own may need more than the buffer interface

    def write(self, data: Any) -> int:
        """Append to the file."""
        self.file.write(bytes(data) if self.as_bytes else data)
        self.position += len(data)
        return len(data)

    def tell(self) -> int:
        """How many bytes the archive has."""
        return self.position

    def flush(self) -> None:
        """Flush the file, which it has to be able to."""
        self.file.flush()


def write_record(archive: zipfile.ZipFile, name: str, data: Any) -> None:
    """Add a record at an aligned position; its header is complete before its bytes are written."""
    info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    info.external_attr = 0o600 << 16
    info.file_size = info.compress_size = len(data)
    info.CRC = zlib.crc32(data) if Settings.crc32 else 0
    file: Any = archive.fp
    info.header_offset = file.tell()
    is_long = len(data) > zipfile.ZIP64_LIMIT
    padding = -(info.header_offset + 34 + len(name.encode()) + 20 * is_long) % Settings.alignment
    info.extra = b"FB" + struct.pack("<H", padding) + b"Z" * padding
    file.write(info.FileHeader(is_long))
    file.write(data)
    archive.filelist.append(info)
    archive.NameToInfo[name] = info
    archive.start_dir = file.tell()


class SeekableFile:
    """Wraps a file object that has seek, tell and read but no `seekable`, which `zipfile` calls."""

    def __init__(self, file: Any) -> None:
        self.file, self.read, self.seek, self.tell = file, file.read, file.seek, file.tell

    def seekable(self) -> bool:
        """Return True: `seek` has been called already."""
        return True


class Archive:
    """The records of an archive, which begins at `start`, by their names."""

    def __init__(self, file: Any, start: int = 0) -> None:
        self.file = file if hasattr(file, "seekable") else SeekableFile(file)
        file.seek(0, os.SEEK_END)
        self.size: int = file.tell()
        if self.size < _MIN_ARCHIVE_SIZE:
            raise RuntimeError(f"{_ERROR_PREFIX} reading zip archive: not a ZIP archive. It has {self.size} bytes")
        with archive_errors("reading zip archive: failed finding central directory"):
            self.zip = open_archive(self.file)
        self.records = {info.filename: info for info in self.zip.infolist()}
        self._check()
        first = min(self.zip.infolist(), key=lambda info: info.header_offset, default=None)
        if first is not None and first.header_offset != start:
            raise RuntimeError(f"{_ERROR_PREFIX} reading zip archive: invalid header or archive is corrupted: its first record, "
                               f"{first.filename}, is at byte {first.header_offset} instead of {start}")

    def _check(self) -> None:
        """Refuse records that are invalid: duplicates, outside of the file, overlapping, or too large when unpacked."""
        packed = unpacked = 0
        for info in self.zip.infolist():
            if info.compress_type == zipfile.ZIP_STORED and info.file_size != info.compress_size:
                raise RuntimeError(f"{_ERROR_PREFIX} reading file {info.filename}: {info.compress_size} bytes are stored, "
                                   f"{info.file_size} stated")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise RuntimeError(f"{_ERROR_PREFIX} reading file {info.filename}: compressed in a way ({info.compress_type}) that no "
                                   "writer of such files uses")
            if info.header_offset < 0 or info.header_offset + info.compress_size > self.size:
                raise RuntimeError(f"{_ERROR_PREFIX} reading file {info.filename}: its {info.compress_size} bytes do not fit the archive's "
                                   f"{self.size}")
            packed, unpacked = packed + info.compress_size, unpacked + info.file_size
        if len(self.records) != len(self.zip.infolist()):
            raise RuntimeError(f"{_ERROR_PREFIX} reading zip archive: a name is there twice")
        if packed > self.size:
            raise RuntimeError(f"{_ERROR_PREFIX} reading zip archive: its records have {packed} bytes together, the archive has "
                               f"{self.size}")
        if unpacked > max(_UNPACKED_ALLOWANCE, _MAX_EXPANSION * self.size):
            raise RuntimeError(f"{_ERROR_PREFIX} reading zip archive: {self.size} bytes would become {unpacked}, more than "
                               f"{_MAX_EXPANSION} times as many")

    def __contains__(self, name: str) -> bool:
        return name in self.records

    def find(self, name: str, shown: str) -> zipfile.ZipInfo:
        """The record of that name; error messages call it `shown`."""
        if name not in self.records:
            raise RuntimeError(f"{_ERROR_PREFIX} locating file {shown}: file not found")
        return self.records[name]

    def read(self, name: str) -> bytes:
        """The bytes of a record."""
        with archive_errors(f"reading file {name}"):
            return self.zip.read(self.records[name])

    def read_into(self, info: zipfile.ZipInfo, block: Any) -> None:
        """Fill an array of bytes that has the record's size."""
        with archive_errors(f"reading file {info.filename}"), self.zip.open(info) as member:
            filled = 0
            while filled < block.size:
                count = member.readinto(block[filled:].data)  # type: ignore[attr-defined]
                if not count:
                    raise EOFError(f"{block.size - filled} of {block.size} bytes are missing")
                filled += count
