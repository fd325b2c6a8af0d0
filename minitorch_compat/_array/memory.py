"""Freed arrays stay with the process, so that the next ones need not be mapped and zeroed page by page, and lie in large pages.

glibc hands memory above a threshold back to the system at every `free`, and each array that replaces it then costs a page fault per
4 KB: a fifth of a training step. The threshold adapts: once a program has freed a block of up to 32 MiB, blocks of that size are
kept. Allocating and freeing one such block, whose pages are never touched, brings about that state from the start. The price: up to
64 MiB of freed memory stay with the process.

What is kept then lies in the heap. numpy asks Linux for large pages (2 MiB) where it allocates 4 MiB or more, and what was asked of
an address range holds for whatever comes to lie there: two more blocks, allocated side by side and freed untouched, leave a heap
in which smaller arrays get large pages, too. A million float32 in small pages are a thousand of them, more than a processor knows
the places of once a few such arrays are at work: adding two is up to twice as fast in large ones. The two must be less than the
64 MiB from which on glibc would return them.

`MINITORCH_COMPAT_KEEP_MEMORY=0` in the environment leaves the allocator as it is; so do glibc's own settings (`MALLOC_MMAP_THRESHOLD_`
and the like); `NUMPY_MADVISE_HUGEPAGE=0` refuses the large pages. Other C libraries and systems take no notice.
"""
from __future__ import annotations

import os

import numpy as np

# glibc adapts to no larger block than 32 MiB, its own header included.
_LARGEST = (32 << 20) - (64 << 10)
_HALF_OF_HEAP = _LARGEST - (1 << 20)


def keep_freed_memory() -> None:
    """Let the allocator keep what large arrays leave behind, unless the environment objects."""
    if os.environ.get("MINITORCH_COMPAT_KEEP_MEMORY", "1") != "0":
        np.empty(_LARGEST, np.uint8)
        side_by_side = [np.empty(_HALF_OF_HEAP, np.uint8) for _ in range(2)]
        del side_by_side
