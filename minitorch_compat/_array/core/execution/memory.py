"""Keep freed arrays in the process and in large pages, so that new ones need not be mapped and zeroed page by page.

glibc returns memory above a threshold to the system at every `free`, and each array that replaces it then costs a page fault per
4 KB: a fifth of a training step. The threshold adapts: once a program has freed a block of up to 32 MiB, blocks of that size are
kept. Allocating and freeing one such block, whose pages are never touched, sets the threshold from the start.

glibc takes larger blocks from the system all the same, unless the heap has room for them, and returns the top of the heap once 64 MiB
of it are free. So the heap gets 370 MiB of room that is not at its top: adjacent blocks, freed untouched below one that stays.
This costs address space, not memory, until arrays use it. The price: as much of it as a program has ever used stays with the process.

numpy requests large pages (2 MiB) from Linux where it allocates 4 MiB or more, and the request stays in force for the address range:
smaller arrays that are placed there later get large pages, too. A million float32 take a thousand small pages, and a few such arrays
exceed a processor's TLB: adding two is up to twice as fast in large pages.

`MINITORCH_COMPAT_KEEP_MEMORY=0` in the environment leaves the allocator as it is; so do glibc's own settings (`MALLOC_MMAP_THRESHOLD_`
and the like); `NUMPY_MADVISE_HUGEPAGE=0` refuses the large pages. Other C libraries and systems are not affected.
"""
from __future__ import annotations

import os
import sys

import numpy as np

# glibc's threshold adapts to blocks of at most 32 MiB, header included.
_MAX_THRESHOLD = (32 << 20) - (64 << 10)
_ROOM_BLOCK, _ROOM_BLOCKS = _MAX_THRESHOLD - (1 << 20), 12 if sys.maxsize > 1 << 32 else 2  # 32-bit address spaces get less
#: The block above the room in the heap: its pages are never touched, and it is larger than any gap that an import leaves.
_TOP_BLOCK: list[object] = []
_TOP_BLOCK_SIZE = 8 << 20


def _has_glibc() -> bool:
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (AttributeError, ValueError, OSError):
        return False


def keep_freed_memory() -> None:
    """Have glibc keep the memory of freed large arrays, unless the environment variable forbids it.

    Elsewhere nothing is gained, and where memory can only grow, as in a browser, much would be lost.
    """
    if os.environ.get("MINITORCH_COMPAT_KEEP_MEMORY", "1") != "0" and not _TOP_BLOCK and _has_glibc():
        try:
            np.empty(_MAX_THRESHOLD, np.uint8)
            room = [np.empty(_ROOM_BLOCK, np.uint8) for _ in range(_ROOM_BLOCKS)]
            _TOP_BLOCK.append(np.empty(_TOP_BLOCK_SIZE, np.uint8))
        except MemoryError:  # the address space may be limited
            return
        del room
