"""Sparse tensors inside function transforms and with tangents: constants beside what is dense, else refused at every door, and never
computed without them."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

M = torch.tensor([[2.0, 1.0], [0.5, 3.0]])
COO, CSR = M.to_sparse(), M.to_sparse_csr()
DOORS: dict[str, Callable[[Any], Any]] = {
    "sparse_coo_tensor": lambda t: torch.sparse_coo_tensor([[0, 1], [0, 1]], t[0], (2, 2)),
    "sparse_csr_tensor": lambda t: torch.sparse_csr_tensor([0, 1, 2], [0, 1], t[0]),
    "to_sparse": lambda t: t.to_sparse(), "to_sparse_csr": lambda t: t.to_sparse_csr(), "to_sparse_bsr": lambda t: t.to_sparse_bsr((1, 1)),
    "sparse_mask": lambda t: t.sparse_mask(COO), "sparse_mask of csr": lambda t: t.sparse_mask(CSR), "@": lambda t: COO @ t,
    "@ of csr": lambda t: CSR @ t, "+": lambda t: t + COO, "*": lambda t: COO * t, "* of csr": lambda t: CSR * t, "/": lambda t: COO / t,
    "sparse.mm": lambda t: torch.sparse.mm(COO, t), "sparse.addmm": lambda t: torch.sparse.addmm(t, COO, t),
    "addmm": lambda t: torch.addmm(t, CSR, t), "add_": lambda t: t.clone().add_(COO)}


def _dual(door: Callable[[Any], Any]) -> Any:
    with torch.autograd.forward_ad.dual_level():
        return door(torch.autograd.forward_ad.make_dual(M, M))


WAYS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "grad": (lambda door: torch.func.grad(lambda t: door(t).to_dense().sum())(M), "."),
    "vmap": (lambda door: torch.vmap(door)(torch.stack([M, M])), "not built for function transforms"),
    "jvp": (lambda door: torch.func.jvp(door, (M,), (M,)), "Forward mode is not built"),
    "dual": (_dual, "Forward mode is not built")}


#: Whose results are dense.
CONSTANTS = {"@", "@ of csr", "+", "sparse.mm", "sparse.addmm", "addmm"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("door", DOORS)
def test_levels_are_refused(door: str, way: str) -> None:
    call, words = WAYS[way]
    if door == "/" and way in ("grad", "vmap"):  # by a matrix, which is refused outside, too
        with pytest.raises(RuntimeError, match="Sparse division requires a scalar"):
            call(DOORS[door])
    elif door not in CONSTANTS or way not in ("grad", "vmap"):
        with pytest.raises(NotImplementedError, match=words):
            call(DOORS[door])


@pytest.mark.parametrize("door", sorted(CONSTANTS))
def test_constants_are_those_outside(door: str) -> None:
    run = DOORS[door]
    leaf = M.clone().requires_grad_()
    expected, = torch.autograd.grad((run(leaf) ** 2).sum(), leaf)
    torch.testing.assert_close(torch.func.grad(lambda t: (run(t) ** 2).sum())(M), expected)
    torch.testing.assert_close(torch.vmap(run)(torch.stack([M, -M])), torch.stack([run(M), run(-M)]))
    rows = torch.stack([run(M + d) - run(M) for d in torch.eye(4).view(4, 2, 2)], -1).view(2, 2, 2, 2)  # linear, or a constant beside
    torch.testing.assert_close(torch.func.jacrev(run)(M), rows)


def _outcome(door: Callable[[Any], Any], t: Any) -> Any:
    try:
        found = door(t)
        return found.layout, found.to_dense().tolist()
    except RuntimeError as error:  # a real matrix times a complex one
        return str(error)


@pytest.mark.parametrize("door", DOORS)
def test_marks_of_views_are_resolved(door: str) -> None:
    z = M * (1 - 2j)
    assert _outcome(DOORS[door], z.conj()) == _outcome(DOORS[door], z.conj().resolve_conj())
    assert _outcome(DOORS[door], torch._neg_view(M)) == _outcome(DOORS[door], -M)
