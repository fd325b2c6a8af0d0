"""Results have the dimension order of their first operand, also for channels-last tensors from other libraries."""
from __future__ import annotations

import copy
import gc
import io
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

ROWS, IMAGES = (60, 20, 5, 1), (60, 1, 15, 3)


def _images() -> Any:
    return torch.arange(120.0).view(2, 3, 4, 5).to(memory_format=torch.channels_last)


def _save_and_load() -> Any:
    file = io.BytesIO()
    torch.save(_images(), file)
    file.seek(0)
    return torch.load(file)


MADE: dict[str, Callable[[], Any]] = {
    "to": _images, "empty": lambda: torch.empty(2, 3, 4, 5, memory_format=torch.channels_last).zero_(),
    "empty_strided": lambda: torch.empty_strided((2, 3, 4, 5), IMAGES).zero_(), "from_numpy": lambda: torch.from_numpy(_images().numpy()),
    "load": _save_and_load, "deepcopy": lambda: copy.deepcopy(_images()), "rand_like": lambda: torch.rand_like(_images()),
    "conv2d": lambda: F.conv2d(_images(), torch.ones(3, 3, 1, 1)), "max_pool2d": lambda: F.max_pool2d(_images(), 1),
    "roll": lambda: _images().roll(1, 2), "cat": lambda: torch.cat([_images()[:, :1]] * 3, 1),
}


@pytest.mark.parametrize("name", MADE)
def test_beside_rows(name: str) -> None:
    gc.collect()
    images = MADE[name]()
    rows = torch.ones(2, 3, 4, 5)
    assert (images.stride(), (images + rows).stride(), (rows * images).stride()) == (IMAGES, IMAGES, ROWS)


def test_stack() -> None:
    images = _images()
    assert torch.stack([images, images]).stride() == (120, 60, 1, 15, 3)
    assert torch.stack([images, images], 1).stride() == (120, 3, 1, 30, 6)
    assert torch.stack([images, torch.ones(2, 3, 4, 5)]).stride() == (120, 60, 20, 5, 1)
