"""Writes into views whose derivatives vary with the examples of `vmap`: right, or refused, never lost."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import func


def test_a_write_into_a_view_reaches_the_tangent_of_what_it_is_of() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = x.clone()
        y[0].mul_(x[1])
        return y

    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    assert func.vmap(func.jacfwd(f))(x).tolist() == [[[2.0, 1.0], [0.0, 1.0]], [[5.0, 3.0], [0.0, 1.0]]]
    second = func.vmap(func.jacfwd(func.jacfwd(f)))(x)
    assert second[0].tolist() == [[[0.0, 1.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]


def test_what_would_not_reach_it_is_refused() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = torch.zeros_like(x)
        y[0] = x[1] * 2
        return (y ** 2).sum()

    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    assert func.hessian(f)(x[0]).tolist() == [[0.0, 0.0], [0.0, 8.0]]
    with pytest.raises(NotImplementedError, match="under vmap"):
        func.vmap(func.hessian(f))(x)
