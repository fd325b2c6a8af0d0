"""torch.utils: data loading, hooks and other helpers."""
from __future__ import annotations

from .._namespace.names import missing
from . import hooks
from ._swapping import set_module, swap_tensors

__all__ = ["checkpoint", "data", "hooks", "set_module", "swap_tensors"]

# Data loading brings multiprocessing along: imported when it is first named, and so is the rest.
__getattr__ = missing("torch.utils", __name__, lazy=(
    "_device", "_pytree", "_python_dispatch", "backcompat", "backend_registration", "checkpoint", "collect_env", "cpp_backtrace", "data",
    "deterministic", "dlpack", "flop_counter", "module_tracker", "throughput_benchmark", "weak"))
