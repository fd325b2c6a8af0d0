"""Versions of gradients, which count the writes of PyTorch's backward: a node that hands its gradient on hands on the version."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def versions(f: Any, *, zero_d: bool = False) -> tuple[int, int]:
    x = torch.tensor(0.5 if zero_d else [[0.5, 1.5], [2.0, 0.25]], dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(f(x).sum(), x)
    f(x).sum().backward()
    assert x.grad is not None
    return g._version, x.grad._version


@pytest.mark.parametrize("before", [
    lambda x: x + 1, lambda x: x.clone(), lambda x: x.reshape(-1).view(2, 2), lambda x: x.mT.mT, lambda x: x[None].squeeze(0)])
def test_handed_on(before: Any) -> None:
    assert versions(lambda x: before(x)[[0, 1]]) == (1, 1)
    assert versions(lambda x: before(x).max(-1)[0]) == (2, 2)
    assert versions(lambda x: before(x).mean()) == (0, 0)
    assert versions(lambda x: before(x).sum()) == (0, 1), "expanded, so that it is copied when it is kept"
    assert versions(lambda x: (lambda y: y * y)(before(x))) == (1, 1)


def test_made_anew() -> None:
    for before in (lambda x: x * 1, lambda x: 3 - x, lambda x: x.exp()):
        assert versions(lambda x, before=before: before(x).max(-1)[0]) == (0, 0)


def test_without_dimensions() -> None:
    assert versions(lambda x: x * x, zero_d=True) == (1, 1)
    assert versions(lambda x: x * 2 + x * 3 + x * 4, zero_d=True) == (2, 2)


def test_windows_copy_first() -> None:
    def changed(x: Any) -> Any:
        y = x + 1
        y[0].mul_(2)
        return y

    assert versions(changed) == (2, 2)


def test_hooks_bring_their_own() -> None:
    x = torch.ones(3, requires_grad=True)
    x.register_hook(lambda g: g * 2)
    assert torch.autograd.grad(x.take(torch.tensor([0, 1])).sum(), x)[0]._version == 0


def test_a_gradient_that_is_kept_can_be_added_to() -> None:
    x = torch.ones(8, 1, requires_grad=True)
    for count in (1, 2):
        x.sum(1, keepdim=True).sum().backward()
        assert x.grad is not None
        assert x.grad.tolist() == [[float(count)]] * 8
