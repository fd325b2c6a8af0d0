"""`torch.accelerator`, without an accelerator."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._namespace.absent_functions import refusing_function_factory
from ._namespace.names import missing

__path__: list[str] = []  # submodules are found by `_namespace/modules.py`


def is_available() -> bool:
    """Return whether there is an accelerator.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.accelerator.is_available``.

    Examples
    --------
    >>> torch.accelerator.is_available()
    False
    """
    return False


def device_count() -> int:
    """Return the number of accelerators.

    Returns
    -------
    int
        0.

    References
    ----------
    PyTorch: ``torch.accelerator.device_count``.

    Examples
    --------
    >>> torch.accelerator.device_count()
    0
    """
    return 0


def current_accelerator(check_available: bool = False) -> None:
    """Return the type of the accelerator.

    Parameters
    ----------
    check_available : bool, default False
        Whether it must be available.

    Returns
    -------
    device or None
        None.

    References
    ----------
    PyTorch: ``torch.accelerator.current_accelerator``.

    Examples
    --------
    >>> print(torch.accelerator.current_accelerator())
    None
    """
    return


_refuse = refusing_function_factory("torch.accelerator", lambda: RuntimeError("Cannot access accelerator device when none is available."))

current_device_idx: Any = _refuse("current_device_idx", "()")
current_device_index: Any = _refuse("current_device_index", "()")
current_stream: Any = _refuse("current_stream", "(device=None, /)")
empty_cache: Any = _refuse("empty_cache", "()")
get_device_capability: Any = _refuse("get_device_capability", "(device=None, /)")
get_memory_info: Any = _refuse("get_memory_info", "(device_index=None, /)")
max_memory_allocated: Any = _refuse("max_memory_allocated", "(device_index=None, /)")
max_memory_reserved: Any = _refuse("max_memory_reserved", "(device_index=None, /)")
memory_allocated: Any = _refuse("memory_allocated", "(device_index=None, /)")
memory_reserved: Any = _refuse("memory_reserved", "(device_index=None, /)")
memory_stats: Any = _refuse("memory_stats", "(device_index=None, /)")
reset_accumulated_memory_stats: Any = _refuse("reset_accumulated_memory_stats", "(device_index=None, /)")
reset_peak_memory_stats: Any = _refuse("reset_peak_memory_stats", "(device_index=None, /)")
set_device_idx: Any = _refuse("set_device_idx", "(device, /)")
set_device_index: Any = _refuse("set_device_index", "(device, /)")
set_stream: Any = _refuse("set_stream", "(stream)")
synchronize: Any = _refuse("synchronize", "(device=None, /)")

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.accelerator", __name__)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    empty_host_cache: Any
    graphs: Any
    memory: Any
