"""Sampling at points that are outside or no numbers: what PyTorch answers."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
from minitorch_compat._array.nn.resampling import grid_sample
from minitorch_compat.nn import functional as F


def test_what_is_outside_does_not_count():
    image, far = torch.full((1, 1, 2, 2), math.inf), torch.tensor([[[[9.0, 9.0]]]])
    assert F.grid_sample(image, far, align_corners=False).item() == 0
    assert F.grid_sample(image, far, padding_mode="border", align_corners=False).item() == math.inf


def test_a_point_that_is_no_number():
    volume, point = torch.arange(8.0).reshape(1, 1, 2, 2, 2), torch.full((1, 1, 1, 1, 3), math.nan)
    assert F.grid_sample(volume, point, padding_mode="border", align_corners=False).item() == 7
    assert F.grid_sample(volume, point, align_corners=False).item() == 0
    assert F.grid_sample(volume[:, :, 0], point[:, 0, ..., :2], padding_mode="border", align_corners=False).item() == 0


@pytest.mark.parametrize("shape", [(0, 3, 4, 5), (2, 0, 4, 5)])
def test_nothing_to_sample(shape):
    assert F.grid_sample(torch.zeros(shape), torch.zeros(shape[0], 3, 2, 2), align_corners=False).shape == (*shape[:2], 3, 2)


@pytest.mark.parametrize("shape", [(1, 1, 1, 1), (2, 3, 4, 5), (3, 2, 5, 1)])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("align", [False, True])
@pytest.mark.parametrize("block", [1, 64, 1 << 17])
def test_channels_one_by_one_are_all_at_once(shape, padding, align, block, monkeypatch):
    chance = torch.Generator().manual_seed(0)
    image = torch.randn(shape, generator=chance)
    grid = torch.randn(shape[0], 7, 6, 2, generator=chance)
    on_kinks = (grid * 2).round() / 2
    not_a_number, hole = grid.clone(), image.clone()
    not_a_number[0, 0, 0, 0], hole[0, 0, 0, 0] = math.nan, math.inf
    cases = [(image, grid), (image, on_kinks), (image, grid.transpose(1, 2)), (image.double(), 50 * grid.double()), (image, not_a_number),
             (hole, grid), (-image, 9 * grid)]
    for x, points in cases:
        found = []
        for many in 1, 1 << 60:
            monkeypatch.setattr(grid_sample, "_MANY", many)
            monkeypatch.setattr(grid_sample, "_BLOCK", block if many == 1 else 1 << 17)
            found.append(F.grid_sample(x, points, padding_mode=padding, align_corners=align))
        assert repr(found[0]) == repr(found[1]) and found[0].dtype == x.dtype
        assert torch.equal(found[0].nan_to_num(), found[1].nan_to_num())
