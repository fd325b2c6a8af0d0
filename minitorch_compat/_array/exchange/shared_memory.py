"""Memory shared between processes: a mapping of an unnamed file, whose descriptor is passed to other processes."""
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
#: Identifies a file: its inode and device.
Identity = tuple[int, int]

if TYPE_CHECKING:
    from mmap import ACCESS_COPY, ACCESS_WRITE
    from mmap import mmap as Pages
else:
    try:
        from mmap import ACCESS_COPY, ACCESS_WRITE
        from mmap import mmap as Pages
    except ImportError:  # this Python has no mmap
        ACCESS_COPY = ACCESS_WRITE = 0

        class Pages:
            """Raises: nothing can be mapped."""

            def __new__(cls, *args: Any, **kwargs: Any) -> Any:
                raise no_mmap_error()

#: Whether files can be mapped into memory.
HAS_MMAP: bool = hasattr(Pages, "flush")
#: Whether several processes can map the same memory, and a descriptor can be passed.
CAN_SHARE = HAS_MMAP and sys.platform not in ("win32", "emscripten", "wasi")
#: Alignment of the blocks in a mapping, in bytes.
_ALIGNMENT = 64


class Mapping(Pages):
    """Pages of a file, and the arrays over blocks of them."""

    identity: Identity | None = None  # None for a file that is not shared by descriptor
    filename: str | None = None
    _descriptor = -1

    def block(self, offset: int, nbytes: int) -> Array:
        """The bytes from `offset` on; the same array as long as it is alive, since storages are identified by it."""
        blocks: WeakValueDictionary[int, Array] = self.__dict__.setdefault("blocks", WeakValueDictionary())
        found = blocks.get(offset)
        if found is None:
            found = blocks[offset] = np.frombuffer(self, np.uint8, nbytes, offset)
        return found

    def descriptor(self) -> int:
        """The mapping's own open descriptor: `mmap` duplicates the one it is given, and does not expose the duplicate.

        It is searched for when memory is first sent, so that a mapping needs one descriptor and not two: their number is limited.
        """
        if self._descriptor < 0 or not _has_identity(self._descriptor, self.identity):
            self._descriptor = next(n for n in _open_descriptors() if _has_identity(n, self.identity))
        return self._descriptor

    def __reduce__(self) -> Any:
        """Pickle for `multiprocessing`, once for all blocks that are sent: a process cannot be spawned with the same descriptor twice."""
        from multiprocessing.context import get_spawning_popen
        from multiprocessing.reduction import DupFd

        popen: Any = get_spawning_popen()
        if popen is not None:  # it records the descriptor's number only, and spawns later
            vars(popen).setdefault("sent_mappings", []).append(self)
        return _rebuild_mapping, (DupFd(self.descriptor()), len(self))


#: Mappings that are alive, so that memory sent back to its sender is recognised.
_LIVE_MAPPINGS: WeakValueDictionary[Identity, Mapping] = WeakValueDictionary()


def _open_descriptors() -> list[int]:
    for folder in ("/proc/self/fd", "/dev/fd"):
        with suppress(OSError):
            return [int(name) for name in os.listdir(folder)]
    return list(range(os.sysconf("SC_OPEN_MAX")))


def identity_of(descriptor: int) -> Identity:
    """The identity of the file behind a descriptor."""
    found = os.fstat(descriptor)
    return found.st_ino, found.st_dev


def _has_identity(descriptor: int, identity: Identity | None) -> bool:
    try:
        return identity_of(descriptor) == identity
    except OSError:  # closed in the meantime
        return False


def _create_anonymous_file(nbytes: int) -> int:
    """A descriptor of a new file that is deleted with the last process using it."""
    if hasattr(os, "memfd_create"):
        out = os.memfd_create("torch")
    else:
        import tempfile

        with tempfile.TemporaryFile() as file:
            out = os.dup(file.fileno())
    os.ftruncate(out, nbytes)
    return out


def map_shared_file(descriptor: int, nbytes: int) -> Mapping:
    """The mapping of a whole shared file."""
    identity = identity_of(descriptor)
    found = _LIVE_MAPPINGS.get(identity)
    if found is None:
        found = _LIVE_MAPPINGS[identity] = Mapping(descriptor, nbytes)
        found.identity = identity
    return found


def _rebuild_mapping(sent: Any, nbytes: int) -> Mapping:
    descriptor = sent.detach()
    try:
        return map_shared_file(descriptor, nbytes)
    finally:
        os.close(descriptor)


def no_mmap_error() -> UnsupportedError:
    """The error for mapping files into memory."""
    return UnsupportedError("a file mapped into memory", "this Python has no module mmap")


def shared_blocks(sizes: Sequence[int]) -> list[Array]:
    """New zeroed blocks of these sizes in bytes, which later processes can share. UnsupportedError where that is impossible."""
    if not CAN_SHARE:
        raise UnsupportedError("memory that processes share", f"there is no way to share it on {sys.platform}")
    starts, end = [], 0
    for size in sizes:
        starts.append(end)
        end += max(-(-size // _ALIGNMENT), 1) * _ALIGNMENT
    file = _create_anonymous_file(end)
    try:
        mapping = map_shared_file(file, end)
    finally:
        os.close(file)
    return [mapping.block(start, size) for start, size in zip(starts, sizes, strict=True)]


def map_file(filename: str, shared: bool, nbytes: int) -> Array:
    """The first `nbytes` bytes of a file; writes reach the file if `shared`."""
    with open(filename, "r+b" if shared else "rb") as file:
        mapping = Mapping(file.fileno(), nbytes, access=ACCESS_WRITE if shared else ACCESS_COPY)
    mapping.filename = filename if shared else None
    return np.frombuffer(mapping, np.uint8)


def mapping_of(array: Array) -> Mapping | None:
    """The mapping that holds the memory of `array`; None for memory of this process alone."""
    below: Any = storage_of(array).base
    owner = below.obj if below.__class__ is memoryview else below
    return owner if owner.__class__ is Mapping else None


def rebase_view(array: Array, old: Array, new: Array) -> Array:
    """The view of the bytes `new` that `array` is of the bytes `old`."""
    offset = address(array) - address(old) if old.size else 0
    out: Array = np.ndarray(array.shape, array.dtype, new, offset, array.strides)
    if id(array) in PERMUTED:
        note_layout(out)
    return out
