"""Process-wide settings, most of which have nothing to set here, and questions about objects."""
from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from ..._array.core.threads import first_threads, set_threads
from ..._array.core.user_warnings import Once, warn
from ..._array.exchange.type_names import type_of
from ..._dispatch.device import device as _device
from ..._dispatch.tensor import TensorBase
from ..randomness.determinism import Determinism


class _Settings:
    """What has been set, so that asking gives it back."""

    threads = first_threads()
    interop_threads = os.cpu_count() or 1
    interop_set = False
    matmul_precision = "highest"


def get_device_module(device: Any = None) -> Any:
    """The module of functions for a device: torch.cpu, torch.cuda, …; by default that of the CPU."""
    if device is not None and not isinstance(device, (str, _device)):
        raise RuntimeError(f"Invalid value of device '{device}', expect torch.device, str, or None")
    kind = "cpu" if device is None else _device(device).type
    torch = sys.modules[__name__.partition(".")[0]]
    module = getattr(torch, kind, None)
    if module is None:
        raise RuntimeError(f"Device '{kind}' does not have a corresponding module registered as 'torch.{kind}'.")
    return module


def get_num_threads() -> int:
    """The number that `set_num_threads` set; at first what OMP_NUM_THREADS says, or the number of processors."""
    return _Settings.threads


def set_num_threads(num: int) -> None:
    """Have products and factorizations of matrices, and loops over large arrays, use so many threads; results do not depend on it.

    RuntimeError for what is no positive integer. Warns where it is not known how to tell the library behind numpy.

        >>> torch.set_num_threads(1)
    """
    threads = _positive(num, "set_num_threads")
    from ..._array.exchange.blas_threads import set_blas_threads

    set_threads(threads)
    if not set_blas_threads(threads):
        warn("set_num_threads: the library that numpy's linear algebra comes from cannot be told how many threads to use. Set "
             "OMP_NUM_THREADS before Python is started.")
    _Settings.threads = threads


def use_one_thread() -> None:
    """What workers that load data do first: there is one of them per processor, or more."""
    from ..._array.exchange.blas_threads import set_blas_threads

    set_threads(1)
    set_blas_threads(1)
    _Settings.threads = 1


def get_num_interop_threads() -> int:
    """The number that `set_num_interop_threads` set."""
    return _Settings.interop_threads


def set_num_interop_threads(num: int) -> None:
    """Take the number, once, as PyTorch does: that many tasks could be run beside each other, and there are none.

    RuntimeError for what is no positive integer, and when it is called again.
    """
    threads = _positive(num, "set_num_interop_threads")
    if _Settings.interop_set:
        raise RuntimeError("Error: cannot set number of interop threads after parallel work has started or set_num_interop_threads called")
    _Settings.interop_threads, _Settings.interop_set = threads, True


def _positive(num: Any, name: str) -> int:
    if num.__class__ is bool or not isinstance(num, (int, np.integer)):
        raise RuntimeError(f"{name} expects an int, but got {type(num).__name__}")
    if num <= 0:
        raise RuntimeError(f"{name} expects a positive integer")
    if num >= 2**63:
        raise ValueError("Overflow when unpacking long long")
    return int(num)


def use_deterministic_algorithms(mode: bool, *, warn_only: bool = False) -> None:
    """Every algorithm here is deterministic; what is not in PyTorch refuses or warns as there."""
    if mode is not True and mode is not False:
        raise TypeError(f"_set_deterministic_algorithms(): argument 'mode' (position 1) must be bool, not {type_of(mode)}")
    if warn_only is not True and warn_only is not False:
        raise TypeError(f"_set_deterministic_algorithms(): argument 'warn_only' must be bool, not {type_of(warn_only)}")
    Determinism.asked_for, Determinism.warn_only = mode, warn_only


def are_deterministic_algorithms_enabled() -> bool:
    """What `use_deterministic_algorithms` set."""
    return Determinism.asked_for


def is_deterministic_algorithms_warn_only_enabled() -> bool:
    """What `use_deterministic_algorithms` set."""
    return Determinism.warn_only


def set_deterministic_debug_mode(debug_mode: int | str) -> None:
    """0 or "default", 1 or "warn", 2 or "error"."""
    modes = {"default": 0, "warn": 1, "error": 2}
    if not isinstance(debug_mode, (int, str)):
        raise TypeError(f"debug_mode must be str or int, but got {type(debug_mode)}")
    level = modes.get(debug_mode) if isinstance(debug_mode, str) else debug_mode
    if level not in (0, 1, 2):
        wanted = "one of `default`, `warn`, `error`," if isinstance(debug_mode, str) else "0, 1, or 2,"
        raise RuntimeError(f"invalid value of debug_mode, expected {wanted} but got {debug_mode}")
    use_deterministic_algorithms(level != 0, warn_only=level == 1)


def get_deterministic_debug_mode() -> int:
    """0, 1 (warn) or 2 (error)."""
    return 0 if not Determinism.asked_for else 1 if Determinism.warn_only else 2


def get_float32_matmul_precision() -> str:
    """What `set_float32_matmul_precision` set."""
    return _Settings.matmul_precision


def set_float32_matmul_precision(precision: str) -> None:
    """Remembered; products are always computed in full precision."""
    if not isinstance(precision, str):
        raise RuntimeError(f"set_float32_matmul_precision expects a str, but got {type_of(precision)}")
    if precision not in ("highest", "high", "medium"):
        warn(f"{precision} is not one of 'highest', 'high', or 'medium'; the current setFloat32MatmulPrecision call has no "
             "effect.")
        return
    _Settings.matmul_precision = precision


def set_flush_denormal(mode: bool) -> bool:
    """Have denormal numbers taken and given as 0 in this thread, or no longer; False where the system cannot be told (numbers stay).

        >>> torch.set_flush_denormal(False)
        True
    """
    if mode is not True and mode is not False:
        raise RuntimeError(f"flush_denormal expects a bool, but got {type_of(mode)}")
    from ..._array.exchange.denormals import set_flushing

    return set_flushing(mode)


def set_warn_always(b: bool, /) -> None:
    """Whether what warns once per process warns each time."""
    if b is not True and b is not False:
        raise RuntimeError(f"setWarnOnlyOnce expects a bool, but got {type_of(b)}")
    Once.always = b


def is_warn_always_enabled() -> bool:
    """What `set_warn_always` set."""
    return Once.always


def is_inference(input: Any) -> bool:
    """Whether `input` was made in inference mode."""
    return input.is_inference()


def is_same_size(input: Any, other: Any) -> bool:
    """Whether the shapes are equal."""
    return input._array.shape == other._array.shape


def is_signed(input: Any) -> bool:
    """Whether the dtype has negative values."""
    return input.is_signed()


def is_nonzero(input: Any) -> bool:
    """Whether the one element is not 0."""
    return bool(input)


def is_distributed(input: Any) -> bool:
    """False."""
    return False


def is_vulkan_available() -> bool:
    """False."""
    return False


def get_device(input: Any) -> int:
    """-1, the number of the CPU."""
    return -1


def typename(obj: Any, /) -> str:
    """The name of an object's type, with its module; of a tensor that of its old type."""
    if isinstance(obj, TensorBase):
        return str(obj.type())  # type: ignore[attr-defined]
    named = obj if hasattr(obj, "__qualname__") else type(obj)
    module = getattr(named, "__module__", None) or ""
    if module == "minitorch_compat" or module.startswith("minitorch_compat."):
        module = "torch" + module[len("minitorch_compat"):]
    return named.__qualname__ if module in ("", "builtins") else f"{module}.{named.__qualname__}"


def compiled_with_cxx11_abi() -> bool:
    """True, as in PyTorch's builds of today."""
    return True


__all__ = [
    "are_deterministic_algorithms_enabled",
    "compiled_with_cxx11_abi",
    "get_deterministic_debug_mode",
    "get_device",
    "get_device_module",
    "get_float32_matmul_precision",
    "get_num_interop_threads",
    "get_num_threads",
    "is_deterministic_algorithms_warn_only_enabled",
    "is_distributed",
    "is_inference",
    "is_nonzero",
    "is_same_size",
    "is_signed",
    "is_vulkan_available",
    "is_warn_always_enabled",
    "set_deterministic_debug_mode",
    "set_float32_matmul_precision",
    "set_flush_denormal",
    "set_num_interop_threads",
    "set_num_threads",
    "set_warn_always",
    "typename",
    "use_deterministic_algorithms",
]
