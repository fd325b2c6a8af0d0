"""`torch.mtia` of a build without MTIA."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._namespace.absent_functions import refusing_function_factory
from ._namespace.names import missing

__path__: list[str] = []  # submodules are found by `_namespace/modules.py`


def is_available() -> bool:
    """Return False."""
    return False


def is_initialized() -> bool:
    """Return False."""
    return False


def device_count() -> int:
    """Return 0."""
    return 0


def manual_seed(seed: int) -> None:
    """Do nothing: there is no generator to seed."""


def manual_seed_all(seed: int) -> None:
    """Do nothing: there is no generator to seed."""


def empty_cache() -> None:
    """Do nothing."""


_refuse = refusing_function_factory("torch.mtia", lambda: AssertionError("Torch not compiled with MTIA enabled"))

current_device: Any = _refuse("current_device", "()")
current_stream: Any = _refuse("current_stream", "(device=None)")
get_device_properties: Any = _refuse("get_device_properties", "(device=None)")
set_device: Any = _refuse("set_device", "(device)")
synchronize: Any = _refuse("synchronize", "(device=None)")
get_device_name: Any = _refuse("get_device_name", "(device=None)")

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.mtia", __name__)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    Tensor: Any
    default_generators: Any
    default_stream: Any
    get_device_capability: Any
    get_rng_state: Any
    get_rng_state_all: Any
    graph_pool_handle: Any
    init: Any
    initial_seed: Any
    is_bf16_supported: Any
    is_fbcode: Any
    is_prod: Any
    max_memory_allocated: Any
    memory: Any
    memory_allocated: Any
    memory_stats: Any
    mtia_graph: Any
    record_memory_history: Any
    reset_peak_memory_stats: Any
    seed: Any
    seed_all: Any
    snapshot: Any
    stream: Any
