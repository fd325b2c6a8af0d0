"""`torch.xpu` of a build without XPU."""
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


_refuse = refusing_function_factory("torch.xpu", lambda: AssertionError("Torch not compiled with XPU enabled"))

current_device: Any = _refuse("current_device", "()")
current_stream: Any = _refuse("current_stream", "(device=None)")
get_device_name: Any = _refuse("get_device_name", "(device=None)")
get_device_properties: Any = _refuse("get_device_properties", "(device=None)")
set_device: Any = _refuse("set_device", "(device)")
synchronize: Any = _refuse("synchronize", "(device=None)")

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.xpu", __name__)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    from . import random as random

    can_device_access_peer: Any
    change_current_allocator: Any
    clock_rate: Any
    default_generators: Any
    device_memory_used: Any
    get_arch_list: Any
    get_device_capability: Any
    get_gencode_flags: Any
    get_per_process_memory_fraction: Any
    get_rng_state: Any
    get_rng_state_all: Any
    get_stream_from_external: Any
    graph_pool_handle: Any
    graphs: Any
    init: Any
    initial_seed: Any
    is_bf16_supported: Any
    is_current_stream_capturing: Any
    is_tf32_supported: Any
    max_memory_allocated: Any
    max_memory_reserved: Any
    mem_get_info: Any
    memory: Any
    memory_allocated: Any
    memory_reserved: Any
    memory_snapshot: Any
    memory_stats: Any
    memory_stats_as_nested_dict: Any
    memory_usage: Any
    power_draw: Any
    reset_accumulated_memory_stats: Any
    reset_peak_memory_stats: Any
    seed: Any
    seed_all: Any
    set_per_process_memory_fraction: Any
    set_stream: Any
    streams: Any
    temperature: Any
    utilization: Any
