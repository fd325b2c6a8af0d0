"""Derivatives of determinants of singular matrices."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("n", [2, 3, 4])
def test_determinants_to_second_order(n: int) -> None:
    torch.manual_seed(0)
    a = torch.randn(3, n, n, dtype=torch.float64)
    a[1, :, 0] = 0  # singular to the last bit
    a.requires_grad_()
    g, = torch.autograd.grad(torch.linalg.det(a).sum(), a, create_graph=True)
    cofactors = torch.stack([torch.stack([torch.stack([
        (-1) ** (i + j) * torch.linalg.det(torch.cat([torch.cat([m[:i], m[i + 1:]])[:, :j], torch.cat([m[:i], m[i + 1:]])[:, j + 1:]], 1))
        for j in range(n)]) for i in range(n)]) for m in a.detach()])
    torch.testing.assert_close(g.detach(), cofactors)
    assert torch.autograd.gradgradcheck(torch.linalg.det, a)


def test_a_gradient_without_a_graph_is_pytorchs() -> None:
    a = torch.tensor([[1.0, 2.0], [2.0, 4.0]], requires_grad=True)
    torch.linalg.det(a).backward()
    assert a.grad is not None and a.grad.tolist() == [[0, 0], [0, 0]]
