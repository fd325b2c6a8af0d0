"""`as_strided` on a slice, with windows that begin before it in its storage: the gradient covers only the slice."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

WINDOWS = [((2, 2), (2, 1), 0), ((3,), (2,), 1), ((3, 3), (1, 1), 0), ((2, 1), (1, 0), 2), ((9,), (1,), 0)]


def weighted_window_counts(size: tuple[int, ...], stride: tuple[int, ...], offset: int) -> torch.Tensor:
    """How often each element of the storage is in the window, weighted by its place there."""
    count = torch.zeros(9)
    places = torch.arange(9).as_strided(size, stride, offset).reshape(-1)
    return count.index_add(0, places, torch.arange(1.0, len(places) + 1))


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("of_leaf", [True, False])
def test_gradient(window: tuple[tuple[int, ...], tuple[int, ...], int], of_leaf: bool) -> None:
    leaf = torch.arange(1.0, 10).requires_grad_()
    seen = (leaf if of_leaf else leaf * 2)[3:].as_strided(*window)
    weights = torch.arange(1.0, seen.numel() + 1).reshape(seen.shape)
    gradient, = torch.autograd.grad((seen * weights).sum(), leaf, create_graph=not of_leaf)
    expected = weighted_window_counts(*window) * (1 if of_leaf else 2)
    expected[:3] = 0  # of the slice, as in PyTorch, no more is known than what lies in it
    assert torch.equal(gradient, expected)


def test_gradient_of_a_batch() -> None:
    x = torch.arange(18.0).reshape(2, 9)
    slices = x[:, 3:]
    _, vjp = torch.func.vjp(lambda s: s.as_strided((2, 4), (6, 1), 1), torch.arange(12.0).reshape(2, 6))
    expected, = vjp(torch.ones(2, 4))
    assert torch.equal(expected, torch.tensor([[0.0, 1, 1, 1, 1, 0]] * 2))
    found = torch.func.vmap(torch.func.grad(lambda s: s.as_strided((4,), (1,), s.storage_offset() + 1).sum()))(slices.contiguous())
    assert torch.equal(found, expected)
