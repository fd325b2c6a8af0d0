"""torch.utils: data loading, hooks and other helpers."""
from __future__ import annotations

from .._names import missing
from . import hooks

__all__ = ["checkpoint", "data", "hooks"]

# Data loading brings multiprocessing along: imported when it is first named, and so is the rest.
__getattr__ = missing("torch.utils", __name__, lazy=("_pytree", "_python_dispatch", "checkpoint", "data", "dlpack"))
