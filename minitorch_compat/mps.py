"""`torch.mps` of a build without MPS."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._namespace.absent_functions import refusing_function_factory
from ._namespace.names import missing

__path__: list[str] = []  # submodules are found by `_namespace/modules.py`


def is_available() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Do nothing: there is no generator to seed."""


def seed() -> None:
    """Do nothing: there is no generator to seed."""


_refuse = refusing_function_factory("torch.mps", lambda: RuntimeError("Cannot execute this without MPS backend."))
_refuse_synchronize = refusing_function_factory(
    "torch.mps", lambda: RuntimeError("Cannot execute deviceSynchronize() without MPS backend."))

current_allocated_memory: Any = _refuse("current_allocated_memory", "()")
driver_allocated_memory: Any = _refuse("driver_allocated_memory", "()")
empty_cache: Any = _refuse("empty_cache", "()")
set_per_process_memory_fraction: Any = _refuse("set_per_process_memory_fraction", "(fraction)")
synchronize: Any = _refuse_synchronize("synchronize", "()")

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.mps", __name__)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    from . import profiler as profiler

    Tensor: Any
    compile_shader: Any
    event: Any
    get_rng_state: Any
    recommended_max_memory: Any
