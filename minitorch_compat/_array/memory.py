"""Freed arrays stay with the process, so that the next ones need not be mapped and zeroed page by page.

glibc hands memory above a threshold back to the system at every `free`, and each array that replaces it then costs a page fault per
4 KB: a fifth of a training step. The threshold adapts: once a program has freed a block of up to 32 MiB, blocks of that size are
kept. Allocating and freeing one such block, whose pages are never touched, brings about that state from the start. The price: up to
64 MiB of freed memory stay with the process. `MINITORCH_COMPAT_KEEP_MEMORY=0` in the environment leaves the allocator as it is; so do
glibc's own settings (`MALLOC_MMAP_THRESHOLD_` and the like), and other C libraries take no notice.
"""
from __future__ import annotations

import os

import numpy as np

# glibc adapts to no larger block than 32 MiB, its own header included.
_LARGEST = (32 << 20) - (64 << 10)


def keep_freed_memory() -> None:
    """Let the allocator keep what large arrays leave behind, unless the environment objects."""
    if os.environ.get("MINITORCH_COMPAT_KEEP_MEMORY", "1") != "0":
        np.empty(_LARGEST, np.uint8)
