"""Set the number of threads of numpy's BLAS, by calling the library's own function, which is looked up by name."""
from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from glob import glob
from typing import Any

import numpy as np

_SETTER_NAMES = (*(f"{before}openblas_set_num_threads{after}" for before in ("", "scipy_") for after in ("", "64_", "_64")),
                 "MKL_Set_Num_Threads", "bli_thread_set_num_threads")
_LIBRARY_NAMES = ("openblas", "mkl_rt", "blis")


def _library_paths() -> Iterator[str]:
    """Paths at which the library may be: beside numpy, as in wheels, or mapped into this process."""
    home = os.path.dirname(np.__file__)
    for folder in (f"{home}.libs", os.path.join(home, ".dylibs"), os.path.join(home, ".libs")):
        yield from sorted(glob(os.path.join(folder, "*")))
    if sys.platform == "linux":
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as maps:
            yield from sorted({line.split(maxsplit=5)[-1].strip() for line in maps if line.count("/")})


@cache
def _find_setter() -> Callable[[int], Any] | None:
    try:
        import ctypes

        for path in _library_paths():
            if any(name in os.path.basename(path) for name in _LIBRARY_NAMES):
                library = ctypes.CDLL(path)
                for name in _SETTER_NAMES:
                    if hasattr(library, name):
                        found = getattr(library, name)
                        found.argtypes, found.restype = [ctypes.c_int], None
                        return found
    except (ImportError, OSError):
        pass
    return None


def set_blas_threads(count: int) -> bool:
    """Set the number of BLAS threads; False if the library has no known function for it."""
    setter = _find_setter()
    if setter is None:
        return False
    setter(min(count, 2**31 - 1))
    return True
