"""`torch.multiprocessing`: Python's `multiprocessing`, with shared memory for tensors sent to other processes."""
from __future__ import annotations

import multiprocessing as _mp
import sys
from typing import TYPE_CHECKING, Any

from .._namespace.names import missing
from .reductions import init_reductions
from .spawn import ProcessContext, ProcessException, ProcessExitedException, ProcessRaisedException, SpawnContext, spawn, start_processes

__all__ = ["get_all_sharing_strategies", "get_sharing_strategy", "set_sharing_strategy", *_mp.__all__]

_SYSTEMS_WITHOUT_DESCRIPTORS = ("darwin", "win32")
_strategy = ["file_system" if sys.platform in _SYSTEMS_WITHOUT_DESCRIPTORS else "file_descriptor"]


def get_all_sharing_strategies() -> set[str]:
    """The strategies to share tensors among processes.

    Returns
    -------
    set of str
        Their names.

    References
    ----------
    PyTorch: ``torch.multiprocessing.get_all_sharing_strategies``.

    Examples
    --------
    >>> "file_system" in torch.multiprocessing.get_all_sharing_strategies()
    True
    """
    return {"file_system"} if sys.platform in _SYSTEMS_WITHOUT_DESCRIPTORS else {"file_descriptor", "file_system"}


def get_sharing_strategy() -> str:
    """The current strategy to share tensors among processes.

    Returns
    -------
    str
        Its name.

    References
    ----------
    PyTorch: ``torch.multiprocessing.get_sharing_strategy``.
    """
    return _strategy[0]


def set_sharing_strategy(new_strategy: str) -> None:
    """Choose the strategy to share tensors among processes.

    Parameters
    ----------
    new_strategy : str
        Its name.

    Raises
    ------
    AssertionError
        If it is unknown.

    References
    ----------
    PyTorch: ``torch.multiprocessing.set_sharing_strategy``.
    """
    if new_strategy not in get_all_sharing_strategies():
        raise AssertionError(f"invalid sharing strategy {new_strategy!r}, expected one of {get_all_sharing_strategies()}")
    _strategy[0] = new_strategy


init_reductions()
_missing = missing("torch.multiprocessing", __name__)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        """Look up all other names in Python's `multiprocessing`."""
        if not name.startswith("_") and hasattr(_mp, name):
            return getattr(_mp, name)
        return _missing(name)


if TYPE_CHECKING:  # names provided by `__getattr__`
    ENV_VAR_PARALLEL_START: Any
