"""Strides and offsets of tensors without elements, which numpy does not preserve."""
from __future__ import annotations

import minitorch_compat as torch


def test_offsets() -> None:
    x = torch.zeros(2, 3, 2).mT.unsqueeze(0)
    assert (x < x)[1:].storage_offset() == 12 and x.clone()[1:].storage_offset() == 12
    assert torch.zeros(1, 3).diagonal()[1:].storage_offset() == 4, "behind the memory"
    assert torch.zeros(3, 3).diagonal()[3:].storage_offset() == 12
    assert torch.ones(()).nonzero()[1:].storage_offset() == 1
    assert torch.full((0, 2), 1).expand(2, 0, 2).index_select(2, torch.tensor([0, 0]))[-1].storage_offset() == 2


def test_strides() -> None:
    x = torch.ones(0, 2).t()
    for y in (x, x.clone(), torch.zeros_like(x), torch.empty_like(x), x.to(torch.int64)):
        assert y.stride() == (1, 2) and y[-1].storage_offset() == 1
    assert torch.zeros(3).nonzero().untyped_storage().nbytes() == 0


def test_one_element_repeated() -> None:
    x = torch.ones(()).expand(1)
    for y in (x, x.double(), x.clone(), x.flip(0)):
        assert y.stride() == (0,)
    assert (x * 2).stride() == (1,)


def test_results_that_are_permuted_lead() -> None:
    """The first operand decides on the layout, be it no view."""
    n = torch.ones(2, 3, 1).nonzero()
    base = torch.zeros(3, 6).t()
    for x in (n, base.double(), base.detach(), torch.zeros_like(base), base.flip(0), base.argsort(0)):
        assert torch.maximum(x, x.contiguous()).stride() == (1, 6)


def test_where_of_two_numbers_has_the_default_type() -> None:
    c = torch.tensor([True, False])
    assert torch.where(c, -1.0, 1.0).dtype is torch.where(c, 1, 2.0).dtype is torch.float32
    assert torch.where(c, 1, 2).dtype is torch.int64 and torch.where(c, 1j, 2).dtype is torch.complex64
    assert torch.where(c, True, False).dtype is torch.bool
