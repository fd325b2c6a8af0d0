"""Complex eigenvectors and singular vectors are determined up to phases: a loss that depends on them is refused, at PyTorch's tolerance."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch


def _matrix(rows: int = 3) -> Any:
    torch.manual_seed(0)
    return torch.randn(rows, 3, dtype=torch.complex128)


def _eigh(much: float) -> Any:
    a = _matrix()
    h = (a + a.mH).requires_grad_()
    vectors = torch.linalg.eigh(h)[1]
    return torch.autograd.grad(vectors, h, much * 1j * vectors.detach())


def _eig(much: float) -> Any:
    a = _matrix().requires_grad_()
    vectors = torch.linalg.eig(a)[1]
    return torch.autograd.grad(vectors, a, much * 1j * vectors.detach())


def _svd(left: float, right: float, rows: int = 3) -> Callable[[float], Any]:
    def gradients(much: float) -> Any:
        a = _matrix(rows).requires_grad_()
        u, _, vh = torch.linalg.svd(a, full_matrices=False)
        return torch.autograd.grad([u, vh], a, [left * much * 1j * u.detach(), right * much * 1j * vh.detach()])
    return gradients


#: How much a loss may depend on them, found with PyTorch; what is infinite does not.
LIMITS: list[tuple[str, Callable[[float], Any], float]] = [
    ("linalg_eigh_backward", _eigh, 0.01), ("linalg_eig_backward", _eig, 0.01), ("svd_backward", _svd(1, 0), 0.005),
    ("svd_backward", _svd(1, 0, 4), 0.005), ("svd_backward", _svd(0, 1), 0.01 / 1.98), ("svd_backward", _svd(1, -1), 0.01 / 3.98),
    ("svd_backward", _svd(1, 1), float("inf")),
]


@pytest.mark.parametrize(("name", "gradients", "limit"), LIMITS)
def test_how_much_a_loss_may_depend_on_phases(name: str, gradients: Callable[[float], Any], limit: float) -> None:
    gradients(min(0.99 * limit, 10.0))
    if limit < float("inf"):
        with pytest.raises(RuntimeError, match=f"^{name}: The .* vectors|^{name}: The eigenvectors"):
            gradients(1.01 * limit)


def test_one_matrix_of_a_batch_and_nan() -> None:
    h = (_matrix() + _matrix().mH).requires_grad_()
    vectors = torch.linalg.eigh(torch.stack([h, h]))[1]
    with pytest.raises(RuntimeError, match="ill-defined"):
        torch.autograd.grad(vectors, h, torch.stack([0 * vectors[0].detach(), 1j * vectors[1].detach()]))
    vectors = torch.linalg.eigh(h)[1]
    with pytest.raises(RuntimeError, match="ill-defined"):
        torch.autograd.grad(vectors, h, vectors.detach() * float("nan"))


def test_what_does_not_depend_on_them_and_real_vectors() -> None:
    h = (_matrix() + _matrix().mH).requires_grad_()
    assert torch.autograd.gradcheck(lambda h: torch.linalg.eigh(h + h.mH)[1].abs(), h)
    real = h.detach().real.clone().requires_grad_()
    torch.linalg.eigh(real)[1].sum().backward()
    assert real.grad is not None
