"""Rows of complex numbers and their parts."""
from __future__ import annotations

from tests.ops.op_row import C, F, family

row = family("complex")

V = F((2, 3))
PAIRS = F((2, 3, 2))

NO_HALF = {f"{call}/float16": "numpy has no complex numbers of half precision" for call in (0, 1)}
ROW_MAJOR = "written in row-major order; PyTorch keeps the order of the arguments"
row("complex", (V, F((2, 3))), (V, F((3,))), deviates=NO_HALF, other_strides=ROW_MAJOR)
row("polar", (F((2, 3), "positive"), F((2, 3))), (F((2, 1), "positive"), F((3,))), other_strides=ROW_MAJOR)
row("view_as_real", V, base="complex128")
row("view_as_complex", PAIRS, any_layout=False, deviates={"0/float16": NO_HALF["0/float16"]})
row("imag_part", V, base="complex128", reference=lambda torch, x: x.imag)
row("times_i", V, base="complex128", reference=lambda torch, x: x * 1j)
row("_conj", V, base="complex128", reference=lambda torch, x: x.conj())
row("conj_now", V, holomorphic=True, reference=lambda torch, x: x.conj().resolve_conj())
row("_neg_view", V, holomorphic=True, reference=lambda torch, x: torch._neg_view(x))
row("angle", V, holomorphic=True)
row("isreal", V, (C([1 + 1j, 2, 3j], "complex128"),))
