"""`parametrizations.orthogonal`: its weights, and its errors."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn.utils import parametrizations


def orthonormality_error(w: Any) -> float:
    """How far the columns (or rows) are from orthonormal."""
    q = w @ w.mT if w.size(-2) < w.size(-1) else w.mT @ w
    return float((q - torch.eye(q.size(-1))).abs().max())


@pytest.mark.parametrize("trivial", [True, False])
@pytest.mark.parametrize("name", [None, "matrix_exp", "cayley", "householder"])
@pytest.mark.parametrize("shape", [(3, 3), (4, 2), (2, 4)])
def test_orthogonal_stays_orthogonal(shape: tuple[int, int], name: str | None, trivial: bool) -> None:
    layer = parametrizations.orthogonal(nn.Linear(*shape), orthogonal_map=name, use_trivialization=trivial)
    assert orthonormality_error(layer.weight) < 1e-5
    optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
    before = layer.weight.detach().clone()
    layer(torch.ones(2, shape[0])).pow(2).sum().backward()
    optimizer.step()
    assert orthonormality_error(layer.weight) < 1e-5 and not torch.allclose(layer.weight, before)


@pytest.mark.parametrize("name", ["matrix_exp", "cayley", "householder"])
def test_orthogonal_matrices_can_be_assigned(name: str) -> None:
    layer = parametrizations.orthogonal(nn.Linear(3, 3), orthogonal_map=name)
    rotation = torch.linalg.qr(torch.randn(3, 3))[0]
    layer.weight = rotation
    torch.testing.assert_close(layer.weight, rotation)
    assert sorted(layer.state_dict()) == ["bias", "parametrizations.weight.0.base", "parametrizations.weight.original"]


def test_without_trivialization_only_reflections_can_be_assigned() -> None:
    layer = parametrizations.orthogonal(nn.Linear(3, 3), orthogonal_map="cayley", use_trivialization=False)
    with pytest.raises(NotImplementedError, match="It is not possible to assign"):
        layer.weight = torch.eye(3)
    layer = parametrizations.orthogonal(nn.Linear(4, 2), orthogonal_map="householder", use_trivialization=False)
    rows = torch.linalg.qr(torch.randn(4, 2))[0].mT
    layer.weight = rows
    torch.testing.assert_close(layer.weight, rows)


def test_batches_and_complex_numbers() -> None:
    module = nn.Module()
    module.stack, module.unitary = nn.Parameter(torch.randn(2, 4, 3)), nn.Parameter(torch.randn(2, 2, dtype=torch.complex64))
    parametrizations.orthogonal(module, "stack")
    assert orthonormality_error(module.stack) < 1e-5
    parametrizations.orthogonal(module, "unitary")
    torch.testing.assert_close(module.unitary.mH @ module.unitary, torch.eye(2, dtype=torch.complex64))


def test_refusals() -> None:
    with pytest.raises(ValueError, match="has no parameter or buffer with name 'zz'"):
        parametrizations.orthogonal(nn.Linear(2, 2), "zz")
    with pytest.raises(ValueError, match="Expected a matrix or batch of matrices"):
        parametrizations.orthogonal(nn.BatchNorm1d(3))
    with pytest.raises(ValueError, match="orthogonal_map has to be one of"):
        parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map="qr")
    module = nn.Module()
    module.weight = nn.Parameter(torch.eye(2, dtype=torch.complex64))
    with pytest.raises(ValueError, match="does not support complex tensors"):
        parametrizations.orthogonal(module, orthogonal_map="householder")


def test_geqrf_has_no_derivative_but_a_result() -> None:
    x = torch.eye(2, requires_grad=True)
    with torch.no_grad():
        assert not torch.geqrf(x).a.requires_grad
    factors = torch.geqrf(x)
    assert factors.a.grad_fn.name() == "GeqrfBackward0"
    with pytest.raises(NotImplementedError, match="the derivative for 'geqrf' is not implemented"):
        factors.a.sum().backward()
