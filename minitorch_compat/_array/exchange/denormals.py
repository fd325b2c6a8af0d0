"""Flush denormal inputs and results to 0: a processor flag, per thread, read and written through the C library."""
from __future__ import annotations

import platform
import sys
from typing import Any

#: Processor -> size of C's `fenv_t` in bytes, offset of the control word, and its flags for results and operands.
_FENV_LAYOUTS = {"x86_64": (32, 28, 0x8040), "aarch64": (8, 0, 1 << 24)}


def _read_float_environment() -> tuple[Any, Any, int, int] | None:
    """The library, a buffer with the thread's `fenv_t`, the offset and the flags; None on platforms that are not supported."""
    layout = _FENV_LAYOUTS.get(platform.machine())
    if layout is None or sys.platform != "linux" or sys.maxsize < 2**32 or platform.libc_ver()[0] != "glibc":
        return None
    try:
        import ctypes

        library = ctypes.CDLL("libm.so.6")
    except (ImportError, OSError):
        return None
    size, offset, flags = layout
    buffer = ctypes.create_string_buffer(size)
    return (library, buffer, offset, flags) if library.fegetenv(buffer) == 0 else None


def set_flush_denormals(on: bool) -> bool:
    """Turn flushing on or off in this thread; False where that cannot be done."""
    found = _read_float_environment()
    if found is None:
        return False
    library, buffer, offset, flags = found
    word = int.from_bytes(buffer.raw[offset:offset + 4], "little")
    word = word | flags if on else word & ~flags
    buffer[offset:offset + 4] = word.to_bytes(4, "little")
    return bool(library.fesetenv(buffer) == 0)
