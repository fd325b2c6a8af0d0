"""Layer 1: kernels, grouped by subject. They take and return ndarrays and do not use Tensor."""
from __future__ import annotations

from .core.execution.memory import keep_freed_memory

keep_freed_memory()
