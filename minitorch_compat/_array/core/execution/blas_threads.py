"""The number of threads of numpy's BLAS, by calling the library's own functions, which are looked up by name."""
from __future__ import annotations

import os
import sys
from _thread import _count as count_other_threads  # of Python, beside the main thread
from collections.abc import Callable, Iterator
from functools import cache
from glob import glob
from typing import Any

import numpy as np

_OPENBLAS_NAMES = [(f"{before}openblas_set_num_threads{after}", f"{before}openblas_get_num_threads{after}")
                   for before in ("", "scipy_") for after in ("", "64_", "_64")]
_NAMES = (*_OPENBLAS_NAMES, ("MKL_Set_Num_Threads", "MKL_Get_Max_Threads"), ("bli_thread_set_num_threads", "bli_thread_get_num_threads"))
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
def _find_functions() -> tuple[Callable[[int], Any], Callable[[], int]] | None:
    """The functions that set and tell the number of threads."""
    try:
        import ctypes

        for path in _library_paths():
            if any(name in os.path.basename(path) for name in _LIBRARY_NAMES):
                library = ctypes.CDLL(path)
                for set_name, get_name in _NAMES:
                    if hasattr(library, set_name):
                        setter, getter = getattr(library, set_name), getattr(library, get_name)
                        setter.argtypes, setter.restype, getter.restype = [ctypes.c_int], None, ctypes.c_int
                        return setter, getter
    except (ImportError, OSError):
        pass
    return None


def set_blas_threads(count: int) -> bool:
    """Set the number of BLAS threads; False if the library has no known function for it."""
    functions = _find_functions()
    if functions is None:
        return False
    functions[0](min(count, 2**31 - 1))
    return True


def blas_threads() -> int:
    """The number of BLAS threads; -1 if the library has no known function that tells."""
    functions = _find_functions()
    return -1 if functions is None else functions[1]()


def use_one_blas_thread(idle: int) -> int:
    """Have BLAS use one thread; return how many it used before.

    0 if it uses several still: the number must not change while another thread is inside of BLAS, so it does not if Python has threads
    beside this one and the `idle` ones.
    """
    before = blas_threads()
    if before > 1:
        if count_other_threads() > idle:
            return 0
        set_blas_threads(1)
    return before
