"""`torch.linalg`. https://docs.pytorch.org/docs/stable/linalg.html"""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._array.linalg.decompositions import LinAlgError
from .._bindings.functions.compositions import linalg_cross as cross
from .._bindings.functions.compositions import linalg_vander as vander
from .._bindings.linalg.decompositions import (
    cholesky,
    cholesky_ex,
    cond,
    det,
    eig,
    eigh,
    eigvals,
    eigvalsh,
    inv,
    inv_ex,
    matrix_rank,
    pinv,
    qr,
    slogdet,
    svd,
    svdvals,
)
from .._bindings.linalg.ldl import ldl_factor, ldl_factor_ex, ldl_solve
from .._bindings.linalg.matrix_norms import diagonal, matmul, matrix_exp, matrix_norm, matrix_power, multi_dot, norm, vecdot, vector_norm
from .._bindings.linalg.solving import (
    householder_product,
    lstsq,
    lu,
    lu_factor,
    lu_factor_ex,
    lu_solve,
    solve,
    solve_ex,
    solve_triangular,
    tensorinv,
    tensorsolve,
)
from .._namespace.names import claim, missing

claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.linalg", __name__)
__all__ = [
    "LinAlgError", "cholesky", "cholesky_ex", "cond", "cross", "det", "diagonal", "eig", "eigh", "eigvals", "eigvalsh",
    "householder_product", "inv", "inv_ex", "ldl_factor", "ldl_factor_ex", "ldl_solve",
    "lstsq", "lu", "lu_factor", "lu_factor_ex", "lu_solve", "matmul", "matrix_exp",
    "matrix_norm", "matrix_power", "matrix_rank", "multi_dot", "norm", "pinv", "qr", "slogdet", "solve", "solve_ex",
    "solve_triangular", "svd", "svdvals", "tensorinv", "tensorsolve", "vander", "vecdot", "vector_norm",
]
from .._bindings.override.public_functions import make_all_overridable

make_all_overridable(globals(), "torch.linalg")
