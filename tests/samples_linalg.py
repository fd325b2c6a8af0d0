"""Rows of matrix products."""
from __future__ import annotations

from typing import Any

from .op_row import F, family

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


row("inv", M, MS, reference="linalg.inv", holomorphic=True, other_strides="PyTorch's is column-major, as LAPACK leaves it",
    deviates=dict.fromkeys(("0/nan", "1/nan"), "how far NaN spreads is up to the LAPACK that was linked"))
HALF = "half precision is refused as by the other functions of linalg, with RuntimeError"
row("det", M, MS, reference="linalg.det", holomorphic=True, deviates={"0/float16": HALF, "1/float16": HALF})
row("solve_matrix", (M, F((3, 2))), (MS, F((2, 2, 1))), reference="linalg.solve", public=False, holomorphic=True)
row("slogdet_of", M, MS, reference="linalg.slogdet", public=False)
row("cholesky_lower", M, MS, reference="linalg.cholesky", public=False, prepare=_hermitian)
row("qr_reduced", M, F((4, 2)), F((2, 3, 2)), reference="linalg.qr", public=False)
row("eigh_lower", M, MS, reference="linalg.eigh", public=False, prepare=_hermitian, outputs=(0,), rtol=1e-8)
row("svd_reduced", M, F((4, 2)), F((2, 3)), reference=lambda torch, a: torch.linalg.svd(a, full_matrices=False), outputs=(1,), rtol=1e-8)
row("lu_parts", M, MS, reference="linalg.lu", public=False, holomorphic=True)
# Of real matrices only: the phases of complex eigenvectors are arbitrary, and differences do not keep them.
row("eig_of", M, MS, reference="linalg.eig", public=False, outputs=(0,), rtol=1e-8)
row("pinv_of", (M, 1e-15), (F((3, 2)), 1e-15), (F((2, 3)), 1e-15), reference="linalg.pinv", public=False, holomorphic=True, rtol=1e-8)
