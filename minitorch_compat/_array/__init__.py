"""Layer 1: kernels, in rooms by concern. ndarrays in, ndarrays out; nothing here knows Tensor."""
from __future__ import annotations

from .core.execution.memory import keep_freed_memory

keep_freed_memory()
