"""torch.utils: data loading, hooks and other helpers."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import missing
from . import hooks
from ._swapping import set_module, swap_tensors

__all__ = ["checkpoint", "data", "hooks", "set_module", "swap_tensors"]

# Submodules are imported on first access: data loading, for one, imports multiprocessing.
if TYPE_CHECKING:
    from . import _device as _device
    from . import _python_dispatch as _python_dispatch
    from . import _pytree as _pytree
    from . import checkpoint as checkpoint
    from . import collect_env as collect_env
    from . import data as data
    from . import deterministic as deterministic
    from . import dlpack as dlpack
    from . import flop_counter as flop_counter
    from . import module_tracker as module_tracker
    from . import weak as weak
else:  # checkers are to know the names that there are
    __getattr__ = missing("torch.utils", __name__, lazy=(
        "_device", "_pytree", "_python_dispatch", "backcompat", "backend_registration", "checkpoint", "collect_env", "cpp_backtrace",
        "data", "deterministic", "dlpack", "flop_counter", "module_tracker", "throughput_benchmark", "weak"))
