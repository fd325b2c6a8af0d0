"""Sampling at points that are outside or no numbers: what PyTorch answers."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
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
