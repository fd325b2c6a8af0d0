"""Rows of matrix products."""
from __future__ import annotations

from typing import Any

from tests.ops.op_row import BY_LAPACK, C, D, F, family

row = family("linalg")

A, B = F((2, 3)), F((3, 2))
SCALED: Any = {"keywords": ("beta", "alpha"), "holomorphic": True}

row("mm", (A, B), holomorphic=True)
row("bmm", (F((2, 2, 3)), F((2, 3, 1))), holomorphic=True)
row("mv", (A, F((3,))), holomorphic=True)
row("dot", (F((3,)), F((3,))), holomorphic=True)
row("vdot", (F((3,)), F((3,))), holomorphic=True)
row("ger", (F((3,)), F((2,))), holomorphic=True)
row("outer", (F((3,)), F((2,))), holomorphic=True)
row("matmul", (A, B), (F((3,)), F((3,))), (A, F((3,))), (F((2,)), A), (F((2, 2, 3)), B), (F((2, 1, 2, 3)), F((2, 3, 1))),
    (F((2, 2, 3)), F((3,))), (F((2,)), F((2, 2, 1))), holomorphic=True)
row("batched_matmul", (F((2, 1, 1, 3)), F((2, 3, 1))), (F((3,)), F((2, 3, 1))), reference="matmul", public=False, holomorphic=True)
row("addmm", (F((2, 2)), A, B, 1, 1), (F((2,)), A, B, 1, 1), (F((2, 1)), A, B, 2, 0.5), (F((2, 2)), A, B, 0, 1), **SCALED)
row("addmv", (F((2,)), A, F((3,)), 1, 1), (F(()), A, F((3,)), 0.5, 2), **SCALED)
row("addr", (F((2, 3)), F((2,)), F((3,)), 1, 1), (F((3,)), F((2,)), F((3,)), 0.5, 2), **SCALED)
row("baddbmm", (F((2, 2, 2)), F((2, 2, 3)), F((2, 3, 2)), 1, 1), (F((2,)), F((2, 2, 3)), F((2, 3, 2)), 0.5, 2), **SCALED)
row("addbmm", (F((2, 2)), F((2, 2, 3)), F((2, 3, 2)), 1, 1), (F((2,)), F((2, 2, 3)), F((2, 3, 2)), 0.5, 2), **SCALED)
row("linear_2d", (A, F((2, 3)), F((2,))), reference="nn.functional.linear", holomorphic=True)
row("mm_nt", (A, F((2, 3))), reference=lambda torch, a, b: torch.mm(a, b.t()), holomorphic=True)
row("mm_of_view", (A, B), reference=lambda torch, a, b: torch.mm(a, b), holomorphic=True)
row("mm_tn", (A, F((2, 2))), reference=lambda torch, a, b: torch.mm(a.t(), b), holomorphic=True)
row("einsum_of", ([A, B], "ij,jk->ik"), ([A, A], "ij,ij->i"), ([F((2, 3, 3))], "bii->b"), ([A, B, F((2,))], "ij,jk,k"),
    ([F((2, 2, 3)), F((3,))], "...j,j->..."), ([A, F((2,))], "ij,k->kji"), holomorphic=True, public=True,
    reference=lambda torch, tensors, equation: torch.einsum(equation, *tensors),
    other_strides="the order in which dimensions are contracted and moved is not specified")
row("tensordot_of", (A, B, (1,), (0,)), (F((2, 3, 2)), F((3, 2, 2)), (1, 0), (0, 2)), holomorphic=True, public=True,
    reference=lambda torch, a, b, left, right: torch.tensordot(a, b, (left, right)))

# Decompositions -------------------------------------------------------------------------------------------------------------------

M = F((3, 3), "dominant")
MS = F((2, 2, 2), "dominant")


def _hermitian(a, *rest):  # type: ignore[no-untyped-def]
    """A Hermitian positive definite matrix, for ops that read but one triangle."""
    return (a + a.transpose(-2, -1).conj(), *rest)


row("inv", M, MS, reference="linalg.inv", holomorphic=True,
    deviates=dict.fromkeys(("0/nan", "1/nan"), BY_LAPACK))
row("det", M, MS, reference="linalg.det", holomorphic=True)
row("solve_matrix", (M, F((3, 2))), (MS, F((2, 2, 1))), (M, F((3,))), (MS, F((2, 2))), reference="linalg.solve", public=False,
    holomorphic=True)
row("solve_triangular_of", (M, F((3, 2)), True, True, False), (MS, F((2, 1, 2)), False, False, True), (M, F((3, 2)), False, True, False),
    reference=lambda torch, a, b, upper, left, unit: torch.linalg.solve_triangular(a, b, upper=upper, left=left, unitriangular=unit),
    public=False, holomorphic=True)
row("slogdet_of", M, MS, reference="linalg.slogdet", public=False, holomorphic=True)
row("cholesky_of", (M, False), (MS, False), (M, True), reference=lambda torch, a, upper: torch.linalg.cholesky(a, upper=upper),
    public=False, prepare=_hermitian, holomorphic=True)
row("qr_of", *((a, "reduced") for a in (M, F((4, 2)), F((2, 3, 2)), F((2, 3)))), (F((2, 3)), "complete"), reference="linalg.qr",
    public=False, holomorphic=True, rtol=1e-8)
# Of real matrices only: the phases of complex vectors are arbitrary, and differences do not keep them; `bindings/test_linalg.py` has those.
row("eigh_of", (M, "L"), (MS, "U"), reference="linalg.eigh", public=False, prepare=_hermitian, outputs=(0,), rtol=1e-8)
row("svd_of", (M, False), (F((4, 2)), False), (F((2, 3)), False), reference="linalg.svd", outputs=(1,), rtol=1e-8, public=False)
row("lu_parts", M, MS, F((2, 3)), F((3, 2)), reference="linalg.lu", public=False, holomorphic=True)
row("lu_factor_of", M, F((2, 2, 3)), F((3, 2)), reference="linalg.lu_factor_ex", public=False, holomorphic=True, outputs=(0,))
# A loss may depend on how long the entries of complex vectors are, not on their phases.
row("eig_of", M, MS, reference="linalg.eig", public=False, outputs=(0,), rtol=1e-8, derived=lambda values, vectors: (values, vectors.abs()))
row("pinv_of", *((a, 1e-15, False) for a in (M, F((3, 2)), F((2, 3)))), reference=lambda torch, a, rtol, hermitian: torch.linalg.pinv(
    a, rtol=rtol, hermitian=hermitian), public=False, holomorphic=True, rtol=1e-8)
row("inv_ex_of", M, MS, reference="linalg.inv_ex", public=False, holomorphic=True, outputs=(0,))
row("solve_ex_of", (M, F((3, 2))), (MS, F((2, 2, 1))), reference="linalg.solve_ex", public=False, holomorphic=True, outputs=(0,))
row("cholesky_ex_of", M, (MS, True), reference=lambda torch, a, upper=False: torch.linalg.cholesky_ex(a, upper=upper), public=False,
    prepare=_hermitian, holomorphic=True, outputs=(0,))
row("lu_permutation", (C([[2, 3, 3], [1, 2, 3]], "int32"), 3, D("float64")), public=False,
    reference=lambda torch, pivots, rows, dtype: torch.lu_unpack(torch.zeros(2, rows, rows, dtype=dtype), pivots)[0])

# From factors ---------------------------------------------------------------------------------------------------------------------

PIVOTS, MANY = C([2, 3, 3], "int32"), C([[1, 2], [2, 2]], "int32")


def _last_lower(*args):  # type: ignore[no-untyped-def]
    """The second argument as a lower triangle: what is above is not read, but gets its share of the gradient."""
    return (args[0], args[1].tril(), *args[2:])


def _lower(a, *rest):  # type: ignore[no-untyped-def]
    return (a.tril(), *rest)


row("torch_cholesky_of", (M, False), (MS, True), reference="cholesky", public=False, prepare=_hermitian, first=False, second=False)
row("cholesky_solve_of", (F((3, 2)), M, False), (F((2, 2, 1)), MS, False), reference="cholesky_solve", public=False, holomorphic=True,
    prepare=_last_lower, rtol=1e-8)
# (LAPACK drops the imaginary parts of the diagonal, which a Cholesky factor does not have.)
row("cholesky_inverse_of", (M, False), (MS, False), reference="cholesky_inverse", public=False, prepare=_lower)
row("lu_solve_of", (M, PIVOTS, F((3, 2)), True, False), (M, PIVOTS, F((3, 2)), True, True), (M, PIVOTS, F((2, 3)), False, False),
    (MS, MANY, F((2, 2, 1)), True, False), public=False, holomorphic=True, rtol=1e-8,
    reference=lambda torch, lu, pivots, b, left, adjoint: torch.linalg.lu_solve(lu, pivots, b, left=left, adjoint=adjoint))
row("lu_unpack_of", (M, PIVOTS, True, True), (F((2, 2, 3)), MANY, True, False), reference="lu_unpack", public=False, holomorphic=True,
    outputs=(1, 2))
row("triangular_pair", (F((3, 2)), M, True, False, False), (F((3, 2)), M, False, True, False), reference="triangular_solve", public=False,
    holomorphic=True, prepare=lambda b, a, upper, *rest: (b, a.triu() if upper else a.tril(), upper, *rest))
row("lstsq_of", (F((4, 2)), F((4, 3)), None, "gels"), (F((2, 4, 2)), F((2, 4)), None, "gelsy"), (F((2, 3)), F((2, 1)), None, "gelsd"),
    reference=lambda torch, a, b, rcond, driver: torch.linalg.lstsq(a, b, rcond, driver=driver), public=False, outputs=(0,), rtol=1e-7)
row("lstsq_inverse", (F((4, 2)), None), (F((2, 3)), None), reference=lambda torch, a, rcond: torch.linalg.pinv(a), public=False,
    holomorphic=True, rtol=1e-8)
row("unit_lower", F((4, 2)), F((2, 3, 3)), public=False, holomorphic=True,
    reference=lambda torch, a: torch.tril(a, -1) + torch.eye(*a.shape[-2:], dtype=a.dtype))
row("householder_product_of", (F((4, 3)), F((2,))), (F((2, 3, 2)), F((2, 2))), reference="linalg.householder_product", public=False,
    holomorphic=True, rtol=1e-8)
row("ormqr_of", *((F((4, 2)), F((2,)), F((4, 3)), True, t) for t in (False, True)), (F((4, 2)), F((2,)), F((3, 4)), False, False),
    reference="ormqr", public=False, first=False, second=False)
row("geqrf_of", F((4, 2)), F((2, 2, 3)), reference="geqrf", public=False, first=False, second=False)
row("matrix_exp_of", M, MS, F((1, 1)), reference="matrix_exp", public=False, holomorphic=True, rtol=1e-8)
row("ldl_factor_of", (M, False), (MS, False), reference=lambda torch, a, hermitian: torch.linalg.ldl_factor_ex(a, hermitian=hermitian),
    public=False, prepare=_hermitian, first=False, second=False)
row("ldl_solve_of", (M, PIVOTS, F((3, 2)), False), public=False, first=False, second=False,
    reference=lambda torch, ld, pivots, b, hermitian: torch.linalg.ldl_solve(ld, pivots, b, hermitian=hermitian))
row("linalg_cross", (F((2, 3)), F((2, 3)), -1), (F((3, 1)), F((3, 2)), 0), public=False, holomorphic=True,
    reference=lambda torch, a, b, dim: torch.linalg.cross(a, b, dim=dim))

# Distances ------------------------------------------------------------------------------------------------------------------------

row("cdist_of", *((F((3, 2)), F((2, 2)), p) for p in (0.0, 0.5, 1.0, 2.0, 3.0, float("inf"))), (F((2, 1, 3)), F((2, 2, 3)), 1.5),
    reference="cdist", public=False, first=False, second=False)
row("cdist_backward", *((F((3, 2)), F((3, 2)), F((2, 2)), F((3, 2), "positive"), p) for p in (0.0, 1.0, 2.0, 3.0)), public=False,
    reference=lambda torch, g, a, b, d, p: torch.ops.aten._cdist_backward(g, a, b, p, d), first=False, second=False)
row("euclidean_dist", (F((3, 2)), F((2, 2))), (F((2, 3, 2)), F((2, 2, 2))), public=False, first=False, second=False,
    reference=lambda torch, a, b: torch.cdist(a, b, compute_mode="use_mm_for_euclid_dist"), rtol=1e-6)
row("renorm_of", (F((3, 2)), 2.0, 0, 1.0), (F((2, 3, 2)), 1.0, 1, 2.5), (F((3, 2)), 3.0, 1, 9.0), reference="renorm", public=False)
