"""Denormal numbers taken and given as 0: a flag of the processor, per thread, which C's library reads and writes."""
from __future__ import annotations

import platform
import sys
from typing import Any

#: Processor -> bytes of C's `fenv_t`, where the word with the flags is, and the flags for results and for operands.
_LAYOUTS = {"x86_64": (32, 28, 0x8040), "aarch64": (8, 0, 1 << 24)}


def _environment() -> tuple[Any, Any, int, int] | None:
    """The library, a buffer with the thread's environment, and place and flags in it; None where it is not known how."""
    layout = _LAYOUTS.get(platform.machine())
    if layout is None or sys.platform != "linux" or sys.maxsize < 2**32 or platform.libc_ver()[0] != "glibc":
        return None
    try:
        import ctypes

        library = ctypes.CDLL("libm.so.6")
    except (ImportError, OSError):
        return None
    size, place, flags = layout
    buffer = ctypes.create_string_buffer(size)
    return (library, buffer, place, flags) if library.fegetenv(buffer) == 0 else None


def set_flushing(on: bool) -> bool:
    """Whether denormal numbers are 0 from now on, in this thread; False where that cannot be set."""
    found = _environment()
    if found is None:
        return False
    library, buffer, place, flags = found
    word = int.from_bytes(buffer.raw[place:place + 4], "little")
    word = word | flags if on else word & ~flags
    buffer[place:place + 4] = word.to_bytes(4, "little")
    return bool(library.fesetenv(buffer) == 0)
