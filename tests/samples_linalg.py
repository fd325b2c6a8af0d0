"""Rows of matrix products."""
from __future__ import annotations

from .op_row import F, row

A, B = F((2, 3)), F((3, 2))

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
row("addmm_plain", (F((2, 2)), A, B), (F((2,)), A, B), reference="addmm", holomorphic=True)
row("linear_2d", (A, F((2, 3)), F((2,))), reference="nn.functional.linear", holomorphic=True)
row("mm_nt", (A, F((2, 3))), reference=lambda torch, a, b: torch.mm(a, b.t()), holomorphic=True)
row("mm_tn", (A, F((2, 2))), reference=lambda torch, a, b: torch.mm(a.t(), b), holomorphic=True)
