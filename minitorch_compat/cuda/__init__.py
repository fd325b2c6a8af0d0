"""`torch.cuda` of a CPU build: nothing is available, and functions that need a GPU fail as they do there."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from .._array.core.user_warnings import warn
from .._bindings.retired.constructors import tensor_types_of
from .._namespace.absent_functions import refusing_function_factory
from .._namespace.names import missing

_types = tensor_types_of("cuda")
FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, LongTensor, IntTensor, ShortTensor, CharTensor, ByteTensor, BoolTensor = (
    _types[f"{n}Tensor"] for n in ("Float", "Double", "Half", "BFloat16", "Long", "Int", "Short", "Char", "Byte", "Bool"))

default_generators: tuple[Any, ...] = ()
has_half = True
_initialized = False
has_magma = False


class OutOfMemoryError(RuntimeError):
    """Raised when a device is out of memory; never here."""

    __module__ = "torch"


class CudaError(RuntimeError):
    """Raised for errors of the CUDA runtime; never here."""

    __module__ = "torch.cuda"


def _no_cuda(*args: Any, **kwargs: Any) -> NoReturn:
    """Raise the error of a CPU build."""
    raise AssertionError("Torch not compiled with CUDA enabled")


def is_available() -> bool:
    """Whether there is a GPU.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.cuda.is_available``.

    Examples
    --------
    >>> torch.cuda.is_available()
    False
    """
    return False


def is_initialized() -> bool:
    """Whether CUDA is in use.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.cuda.is_initialized``.

    Examples
    --------
    >>> torch.cuda.is_initialized()
    False
    """
    return False


def is_bf16_supported(including_emulation: bool = True) -> bool:
    """Whether GPUs can compute in bfloat16.

    Parameters
    ----------
    including_emulation : bool, default True
        Whether emulation counts.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.cuda.is_bf16_supported``.
    """
    return False


def is_tf32_supported() -> bool:
    """False."""
    return False


def device_count() -> int:
    """How many GPUs there are.

    Returns
    -------
    int
        0.

    References
    ----------
    PyTorch: ``torch.cuda.device_count``.

    Examples
    --------
    >>> torch.cuda.device_count()
    0
    """
    return 0


def get_arch_list() -> list[str]:
    """[]"""
    return []


def manual_seed(seed: int) -> None:
    """Seed the GPU's generator; no effect.

    Parameters
    ----------
    seed : int
        The seed.

    References
    ----------
    PyTorch: ``torch.cuda.manual_seed``.

    Examples
    --------
    >>> torch.cuda.manual_seed(0)
    """
    int(seed)


manual_seed_all = manual_seed


def seed() -> None:
    """Nothing: there is no generator to seed."""


def seed_all() -> None:
    """Nothing: there is no generator to seed."""


def get_rng_state_all() -> list[Any]:
    """[]"""
    return []


def set_rng_state_all(new_states: Any) -> None:
    """Do nothing; there is no generator state."""


def empty_cache() -> None:
    """Release cached GPU memory; no effect.

    References
    ----------
    PyTorch: ``torch.cuda.empty_cache``.

    Examples
    --------
    >>> torch.cuda.empty_cache()
    """


def memory_allocated(device: Device = None) -> int:
    """Bytes in use on a GPU.

    Parameters
    ----------
    device : device or int, optional
        Which.

    Returns
    -------
    int
        0.

    References
    ----------
    PyTorch: ``torch.cuda.memory_allocated``.

    Examples
    --------
    >>> torch.cuda.memory_allocated()
    0
    """
    return 0


max_memory_allocated = memory_reserved = max_memory_reserved = memory_allocated


def memory_cached(device: Device = None) -> int:
    """`memory_reserved`, by its old name."""
    warn("`torch.cuda.memory_cached` has been renamed to `torch.cuda.memory_reserved`", FutureWarning)
    return memory_reserved(device)


def max_memory_cached(device: Device = None) -> int:
    """`max_memory_reserved`, by its old name."""
    warn("`torch.cuda.max_memory_cached` has been renamed to `torch.cuda.max_memory_reserved`", FutureWarning)
    return max_memory_reserved(device)


def memory_stats(device: Device = None) -> dict[str, Any]:
    """{}"""
    return {}


def reset_peak_memory_stats(device: Device = None) -> None:
    """Do nothing; called at the start of measurements."""


reset_max_memory_allocated = reset_max_memory_cached = reset_accumulated_memory_stats = reset_peak_memory_stats

_refuse = refusing_function_factory("torch.cuda", lambda: AssertionError("Torch not compiled with CUDA enabled"))

can_device_access_peer: Any = _refuse("can_device_access_peer", "(device, peer_device)")
clock_rate: Any = _refuse("clock_rate", "(device=None)")
cudart: Any = _refuse("cudart", "()")
current_blas_handle: Any = _refuse("current_blas_handle", "()")
current_device: Any = _refuse("current_device", "()")
current_stream: Any = _refuse("current_stream", "(device=None)")
default_stream: Any = _refuse("default_stream", "(device=None)")
get_device_capability: Any = _refuse("get_device_capability", "(device=None)")
get_device_name: Any = _refuse("get_device_name", "(device=None)")
get_device_properties: Any = _refuse("get_device_properties", "(device=None)")
get_gencode_flags: Any = _refuse("get_gencode_flags", "()")
get_rng_state: Any = _refuse("get_rng_state", "(device='cuda')")
init: Any = _refuse("init", "()")
initial_seed: Any = _refuse("initial_seed", "()")
ipc_collect: Any = _refuse("ipc_collect", "()")
list_gpu_processes: Any = _refuse("list_gpu_processes", "(device=None)")
mem_get_info: Any = _refuse("mem_get_info", "(device=None)")
memory_snapshot: Any = _refuse("memory_snapshot", "(mempool_id=None, include_traces=True)")
memory_summary: Any = _refuse("memory_summary", "(device=None, abbreviated=False)")
power_draw: Any = _refuse("power_draw", "(device=None)")
set_device: Any = _refuse("set_device", "(device)")
set_per_process_memory_fraction: Any = _refuse("set_per_process_memory_fraction", "(fraction, device=None)")
set_rng_state: Any = _refuse("set_rng_state", "(new_state, device='cuda')")
set_stream: Any = _refuse("set_stream", "(stream)")
synchronize: Any = _refuse("synchronize", "(device=None)")
temperature: Any = _refuse("temperature", "(device=None)")
utilization: Any = _refuse("utilization", "(device=None)")


class device:
    """Context that selects a GPU; entering it raises."""

    def __init__(self, device: Device) -> None:
        self.idx = device

    def __enter__(self) -> None:
        if self.idx not in (None, -1):
            raise RuntimeError("PyTorch was compiled without CUDA support")

    def __exit__(self, *exc: object) -> None:
        return None


class device_of(device):
    """Context that selects the GPU of a tensor; does nothing for CPU tensors."""

    def __init__(self, obj: Any) -> None:
        super().__init__(obj.get_device() if getattr(obj, "is_cuda", False) else -1)


def _lazy_init() -> None:
    """Raise AssertionError: there is nothing to initialize."""
    _no_cuda()


def _lazy_call(callable: Callable[[], Any], **kwargs: Any) -> None:
    """Do nothing: PyTorch keeps what is passed until CUDA is initialized."""


def _is_in_bad_fork() -> bool:
    """Return False."""
    return False


class Stream:
    """Cannot be made."""

    def __init__(self, device: Device = None, priority: int = 0, **kwargs: Any) -> None:
        raise RuntimeError("torch.cuda.Stream requires CUDA support")


class Event:
    """Cannot be made."""

    def __init__(self, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False, external: bool = False) -> None:
        raise RuntimeError("Tried to instantiate dummy base class Event")


class StreamContext:
    """A context that selects a stream: with None, nothing."""

    def __init__(self, stream: Any) -> None:
        if stream is not None:
            _no_cuda()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        return None


def stream(stream: Any) -> StreamContext:
    """A context that selects a stream: with None, nothing."""
    return StreamContext(stream)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.cuda", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from .._bindings.annotations import Device
    AcceleratorError: Any = missing("torch.cuda", __name__)
    caching_allocator_alloc = caching_allocator_delete = caching_allocator_enable = change_current_allocator = AcceleratorError
    current_solver_handle = device_memory_used = gds = get_allocator_backend = get_per_process_memory_fraction = AcceleratorError
    get_stream_from_external = get_sync_debug_mode = graph_pool_handle = graphs = green_contexts = host_memory_stats = AcceleratorError
    host_memory_stats_as_nested_dict = is_current_stream_capturing = jiterator = memory = memory_stats_as_nested_dict = AcceleratorError
    memory_usage = nccl = profiler = random = reset_accumulated_host_memory_stats = reset_peak_host_memory_stats = AcceleratorError
    set_sync_debug_mode = sparse = streams = tunable = AcceleratorError


if TYPE_CHECKING:  # names provided by `__getattr__`
    from . import amp as amp
    from . import nvtx as nvtx
