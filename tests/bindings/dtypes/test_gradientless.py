"""Results without history: integers have no gradients, whatever they were computed from."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("cast", [
    lambda x: x.long(), lambda x: (x * 2).bool(),
    lambda x: x.view(3, 1).int(), lambda x: x.to(torch.uint8), lambda x: x.expand(2, 3).bool(),
])
def test_casts_to_integers(cast):
    y = cast(torch.ones(3, requires_grad=True))
    assert not y.requires_grad and y.grad_fn is None


def test_copies_into_integers():
    target = torch.zeros(3, dtype=torch.int64)
    target.copy_(torch.ones(3, requires_grad=True) * 2)
    assert target.tolist() == [2, 2, 2] and not target.requires_grad


def test_casts_between_floating_types_do():
    x = torch.ones(3, requires_grad=True)
    x.double().sum().backward()
    assert x.grad.dtype == torch.float32


def test_sizes_of_one_broadcast_in_tensordot():
    assert torch.tensordot(torch.ones(1), torch.ones(2, 3), 1).tolist() == [2, 2, 2]  # as PyTorch


@pytest.mark.parametrize("convert", [float, int, complex])
def test_conversions_to_numbers(convert):
    with pytest.raises(ValueError, match="only one element tensors can be converted to Python scalars"):
        convert(torch.ones(2))
    assert convert(torch.ones(1, 1)) == 1
    assert float(torch.tensor(1 + 0j)) == 1.0
