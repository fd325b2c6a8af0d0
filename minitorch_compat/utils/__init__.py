"""torch.utils: data loading, hooks and other helpers."""
from __future__ import annotations

from . import hooks
from .._names import missing

__all__ = ["data", "hooks"]

# Data loading brings multiprocessing along: imported when it is first named.
__getattr__ = missing("torch.utils", __name__, lazy=("data",))
