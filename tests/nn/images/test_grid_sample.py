"""Sampling at points outside of the image, or at NaN: PyTorch's results."""
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
            monkeypatch.setattr(grid_sample, "_BLOCKED_MIN_POINTS", many)
            monkeypatch.setattr(grid_sample, "_BLOCK", block if many == 1 else 1 << 17)
            found.append(F.grid_sample(x, points, padding_mode=padding, align_corners=align))
        assert repr(found[0]) == repr(found[1]) and found[0].dtype == x.dtype
        assert torch.equal(found[0].nan_to_num(), found[1].nan_to_num())


@pytest.mark.parametrize(("mode", "dims"), [("bilinear", 2), ("nearest", 2), ("bicubic", 2), ("bilinear", 3), ("nearest", 3)])
def test_points_that_are_not_finite_leave_the_image_alone(mode, dims):
    """A projection that divides by zero gives such points; PyTorch's gradient of the image is that of the other points."""
    image = torch.arange(1.0, 1 + 2 * 3 ** dims).reshape(1, 2, *[3] * dims).requires_grad_()
    points = torch.zeros(1, *[1] * (dims - 1), 5, dims)
    points[..., 0] = torch.tensor([float("nan"), float("inf"), -float("inf"), 3e38, 0.3])
    points.requires_grad_()
    out = torch.nn.functional.grid_sample(image, points, mode=mode, align_corners=False)
    of_image, of_points = torch.autograd.grad(out.sum(), [image, points])
    alone = torch.nn.functional.grid_sample(image, points[..., 4:, :], mode=mode, align_corners=False)
    assert torch.equal(of_image, torch.autograd.grad(alone.sum(), image)[0])
    if dims == 3:
        assert of_points[..., :4, :].count_nonzero() == 0
