"""`torch.lobpcg`: the eigenpairs of the full decomposition, and their derivative."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


def matrix(n: int = 9) -> torch.Tensor:
    a = torch.arange(float(n * n), dtype=torch.float64).reshape(n, n).sin()
    return a @ a.T + torch.diag(torch.arange(float(n), dtype=torch.float64))


@pytest.mark.parametrize("largest", [True, False])
def test_pairs(largest: bool) -> None:
    a = matrix()
    values, vectors = torch.lobpcg(a, k=3, largest=largest)
    assert torch.allclose(a @ vectors, vectors * values) and torch.allclose(vectors.T @ vectors, torch.eye(3, dtype=torch.float64))
    wanted = torch.linalg.eigvalsh(a)
    assert torch.allclose(values, wanted.flip(0)[:3] if largest else wanted[:3])


def test_a_second_matrix_batches_and_sparse_ones() -> None:
    a, b = matrix(), torch.diag(torch.arange(1.0, 10.0, dtype=torch.float64))
    values, vectors = torch.lobpcg(a, k=2, B=b)
    assert torch.allclose(a @ vectors, b @ vectors * values) and torch.allclose(vectors.T @ b @ vectors, torch.eye(2, dtype=torch.float64))
    assert torch.lobpcg(torch.stack([a, 2 * a]), k=1)[1].shape == (2, 9, 1)
    assert torch.allclose(torch.lobpcg(a.to_sparse(), k=2)[0], torch.lobpcg(a, X=torch.ones(9, 2))[0])


@pytest.mark.parametrize("largest", [True, False])
def test_derivative(largest: bool) -> None:
    weights = torch.arange(9.0, dtype=torch.float64)[:, None]

    def of_symmetric(a: torch.Tensor) -> torch.Tensor:
        values, vectors = torch.lobpcg((a + a.T) / 2, k=2, largest=largest)
        return values.sum() + (vectors ** 2 * weights).sum()

    a = matrix().requires_grad_()
    assert torch.autograd.gradcheck(of_symmetric, (a,)) and torch.autograd.gradgradcheck(of_symmetric, (a,))
    assert "LOBPCGAutogradFunction" in torch.lobpcg(a, k=1)[0].grad_fn.name()


@pytest.mark.parametrize("largest", [True, False])
def test_both_triangles_count(largest: bool) -> None:
    def values(a: torch.Tensor) -> torch.Tensor:
        return torch.lobpcg(a, k=2, largest=largest)[0]

    a = matrix().requires_grad_()
    assert torch.autograd.gradcheck(values, (a,))  # which moves one element at a time
    skew = torch.arange(81, dtype=torch.float64).reshape(9, 9) / 1000
    skew = skew - skew.T
    assert torch.allclose(values(matrix() + skew), values(matrix()), rtol=1e-12)


def test_random_numbers_are_drawn_as_for_an_iteration() -> None:
    torch.manual_seed(0)
    torch.lobpcg(matrix(), k=2)
    after = torch.rand(3)
    torch.manual_seed(0)
    torch.randn(9, 2, dtype=torch.float64)
    assert torch.equal(after, torch.rand(3))


def test_refusals() -> None:
    with pytest.raises(ValueError, match="smaller than 3 x the number of requested eigenpairs"):
        torch.lobpcg(matrix(), k=4)
    with pytest.raises(AssertionError, match="must be square"):
        torch.lobpcg(torch.ones(3, 4))
    with pytest.raises(ValueError, match="backward with B != I"):
        torch.lobpcg(matrix().requires_grad_(), B=torch.eye(9, dtype=torch.float64))[0].sum().backward()
    with pytest.raises(torch.UnsupportedError):
        torch.lobpcg(matrix(), tracker=print)
