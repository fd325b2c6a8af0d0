"""Names of `torch` that are imported when somebody asks for them: name -> module."""
from __future__ import annotations

LATE = {
    "load": "serialization", "save": "serialization", "compile": "compiler", "OutOfMemoryError": "cuda", "autocast": "amp",
    "GradScaler": "amp", "is_autocast_enabled": "amp", "is_autocast_cpu_enabled": "amp", "is_autocast_cache_enabled": "amp",
    "get_autocast_dtype": "amp", "get_autocast_gpu_dtype": "amp", "get_autocast_cpu_dtype": "amp", "clear_autocast_cache": "amp",
    "fork": "jit", "wait": "jit",
    "vmap": "func",
}
