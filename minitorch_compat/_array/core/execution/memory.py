"""Freed arrays stay with the process, so that the next ones need not be mapped and zeroed page by page, and lie in large pages.

glibc hands memory above a threshold back to the system at every `free`, and each array that replaces it then costs a page fault per
4 KB: a fifth of a training step. The threshold adapts: once a program has freed a block of up to 32 MiB, blocks of that size are
kept. Allocating and freeing one such block, whose pages are never touched, brings about that state from the start.

What is larger glibc takes from the system all the same, unless the heap has room for it, and it returns the end of the heap once 64 MiB
of it are free. So the heap gets 370 MiB of room that do not lie at its end: blocks side by side, freed untouched below one that stays.
It costs addresses, not memory, until arrays lie there. The price: as much of it as a program has ever used stays with the process.

numpy asks Linux for large pages (2 MiB) where it allocates 4 MiB or more, and what was asked of an address range holds for whatever
comes to lie there: smaller arrays in that room get large pages, too. A million float32 in small pages are a thousand of them, more than
a processor knows the places of once a few such arrays are at work: adding two is up to twice as fast in large ones.

`MINITORCH_COMPAT_KEEP_MEMORY=0` in the environment leaves the allocator as it is; so do glibc's own settings (`MALLOC_MMAP_THRESHOLD_`
and the like); `NUMPY_MADVISE_HUGEPAGE=0` refuses the large pages. Other C libraries and systems take no notice.
"""
from __future__ import annotations

import os
import sys

import numpy as np

# glibc adapts to no larger block than 32 MiB, its own header included.
_LARGEST = (32 << 20) - (64 << 10)
_BLOCK, _BLOCKS = _LARGEST - (1 << 20), 12 if sys.maxsize > 1 << 32 else 2  # where addresses are few, less
#: What lies above the room in the heap: no page of it is ever touched, and it is larger than any gap that an import leaves.
_STAYS: list[object] = []
_STAYING = 8 << 20


def _has_glibc() -> bool:
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (AttributeError, ValueError, OSError):
        return False


def keep_freed_memory() -> None:
    """Let glibc keep what large arrays leave behind, unless the environment objects.

    Elsewhere nothing is gained, and where memory only ever grows, as in a browser, much would be lost.
    """
    if os.environ.get("MINITORCH_COMPAT_KEEP_MEMORY", "1") != "0" and not _STAYS and _has_glibc():
        try:
            np.empty(_LARGEST, np.uint8)
            room = [np.empty(_BLOCK, np.uint8) for _ in range(_BLOCKS)]
            _STAYS.append(np.empty(_STAYING, np.uint8))
        except MemoryError:  # the program may not have so many addresses
            return
        del room
