"""Names of `torch` that are imported when somebody asks for them: name -> module, or module:name there."""
from __future__ import annotations

LATE = {
    "load": "serialization", "save": "serialization", "compile": "compiler", "OutOfMemoryError": "cuda", "autocast": "amp",
    "GradScaler": "amp", "is_autocast_enabled": "amp", "is_autocast_cpu_enabled": "amp", "is_autocast_cache_enabled": "amp",
    "get_autocast_dtype": "amp", "get_autocast_gpu_dtype": "amp", "get_autocast_cpu_dtype": "amp", "clear_autocast_cache": "amp",
    "fork": "jit", "wait": "jit", "cholesky": "linalg.solvers", "cholesky_inverse": "linalg.solvers", "cholesky_solve": "linalg.solvers",
    "lu_unpack": "linalg.solvers", "matrix_exp": "linalg.solvers", "pinverse": "linalg.solvers", "triangular_solve": "linalg.solvers",
    "matrix_power": "linalg", "slogdet": "linalg", "orgqr": "linalg.solvers:householder_product", "lu": "linalg.solvers:torch_lu",
    "lu_solve": "linalg.solvers:torch_lu_solve", "svd": "linalg.solvers:torch_svd", "qr": "linalg.solvers:torch_qr",
    "vmap": "func",
}
