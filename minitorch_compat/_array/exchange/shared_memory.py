"""Memory that processes share: mapped from a file without a name, whose descriptor another process is given to map it, too."""
from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import numpy as np

from ..core.dtypes import UnsupportedError
from ..core.row_order import PERMUTED, note_layout
from ..shape.strided import address, storage_of

Array = np.ndarray[Any, np.dtype[Any]]
#: What tells a file from all others: its inode and device.
Identity = tuple[int, int]

if TYPE_CHECKING:
    from mmap import ACCESS_COPY, ACCESS_WRITE
    from mmap import mmap as Pages
else:
    try:
        from mmap import ACCESS_COPY, ACCESS_WRITE
        from mmap import mmap as Pages
    except ImportError:  # an interpreter without it
        ACCESS_COPY = ACCESS_WRITE = 0

        class Pages:
            """Nothing can be mapped."""

            def __new__(cls, *args: Any, **kwargs: Any) -> Any:
                raise no_mmap()

#: Whether files can be mapped into memory.
MAPPED: bool = hasattr(Pages, "flush")
#: Whether memory can be mapped by several processes, and a descriptor handed over.
POSSIBLE = MAPPED and sys.platform not in ("win32", "emscripten", "wasi")
#: Blocks of one mapping begin at multiples of so many bytes.
_APART = 64


class Mapping(Pages):
    """Pages of a file, with the blocks that arrays have of them."""

    identity: Identity | None = None  # none of a file that was mapped for itself
    filename: str | None = None
    _descriptor = -1

    def block(self, offset: int, nbytes: int) -> Array:
        """The bytes from `offset` on; the same array as long as somebody holds it, since memory is told apart by that."""
        blocks: WeakValueDictionary[int, Array] = self.__dict__.setdefault("blocks", WeakValueDictionary())
        found = blocks.get(offset)
        if found is None:
            found = blocks[offset] = np.frombuffer(self, np.uint8, nbytes, offset)
        return found

    def descriptor(self) -> int:
        """The open descriptor behind the mapping, which belongs to it: `mmap` duplicates the one it is given, and does not say as what.

        It is looked for when memory is first sent, so that a mapping needs one descriptor and not two: there are not many.
        """
        if self._descriptor < 0 or not _is(self._descriptor, self.identity):
            self._descriptor = next(n for n in _open_descriptors() if _is(n, self.identity))
        return self._descriptor

    def __reduce__(self) -> Any:
        """How `multiprocessing` sends it, once however many blocks of it are sent: a program is not started with one descriptor twice."""
        from multiprocessing.context import get_spawning_popen
        from multiprocessing.reduction import DupFd

        popen: Any = get_spawning_popen()
        if popen is not None:  # which takes the number, not a descriptor of its own, and starts the program later
            vars(popen).setdefault("sent_mappings", []).append(self)
        return _received, (DupFd(self.descriptor()), len(self))


#: Mappings that somebody holds: what is sent back to where it came from is known there.
_LIVE: WeakValueDictionary[Identity, Mapping] = WeakValueDictionary()


def _open_descriptors() -> list[int]:
    for place in ("/proc/self/fd", "/dev/fd"):
        with suppress(OSError):
            return [int(name) for name in os.listdir(place)]
    return list(range(os.sysconf("SC_OPEN_MAX")))


def identity_of(descriptor: int) -> Identity:
    """What tells the file behind a descriptor from all others."""
    found = os.fstat(descriptor)
    return found.st_ino, found.st_dev


def _is(descriptor: int, identity: Identity | None) -> bool:
    try:
        return identity_of(descriptor) == identity
    except OSError:  # closed since
        return False


def _nameless_file(nbytes: int) -> int:
    """A descriptor of a new file that goes with the last process that has it."""
    if hasattr(os, "memfd_create"):
        out = os.memfd_create("torch")
    else:
        import tempfile

        with tempfile.TemporaryFile() as file:
            out = os.dup(file.fileno())
    os.ftruncate(out, nbytes)
    return out


def mapped(descriptor: int, nbytes: int) -> Mapping:
    """The mapping of a shared file, all of it."""
    identity = identity_of(descriptor)
    found = _LIVE.get(identity)
    if found is None:
        found = _LIVE[identity] = Mapping(descriptor, nbytes)
        found.identity = identity
    return found


def _received(sent: Any, nbytes: int) -> Mapping:
    descriptor = sent.detach()
    try:
        return mapped(descriptor, nbytes)
    finally:
        os.close(descriptor)


def no_mmap() -> UnsupportedError:
    """For files that were to be mapped into memory."""
    return UnsupportedError("a file mapped into memory", "this Python has no module mmap")


def shared_blocks(sizes: Sequence[int]) -> list[Array]:
    """New blocks of so many bytes, all zero, that later processes share. UnsupportedError where there is no way to."""
    if not POSSIBLE:
        raise UnsupportedError("memory that processes share", f"there is no way to share it on {sys.platform}")
    starts, end = [], 0
    for size in sizes:
        starts.append(end)
        end += max(-(-size // _APART), 1) * _APART
    file = _nameless_file(end)
    try:
        mapping = mapped(file, end)
    finally:
        os.close(file)
    return [mapping.block(start, size) for start, size in zip(starts, sizes, strict=True)]


def mapped_file(filename: str, shared: bool, nbytes: int) -> Array:
    """The first bytes of a file; changes reach it if `shared`."""
    with open(filename, "r+b" if shared else "rb") as file:
        mapping = Mapping(file.fileno(), nbytes, access=ACCESS_WRITE if shared else ACCESS_COPY)
    mapping.filename = filename
    return np.frombuffer(mapping, np.uint8)


def mapping_of(array: Array) -> Mapping | None:
    """The mapping that the memory of `array` lies in; None for memory of this process alone."""
    below: Any = storage_of(array).base
    owner = below.obj if below.__class__ is memoryview else below
    return owner if owner.__class__ is Mapping else None


def moved(array: Array, old: Array, new: Array) -> Array:
    """The window on the bytes `new` that `array` is on the bytes `old`."""
    offset = address(array) - address(old) if old.size else 0
    out: Array = np.ndarray(array.shape, array.dtype, new, offset, array.strides)
    if id(array) in PERMUTED:
        note_layout(out)
    return out
