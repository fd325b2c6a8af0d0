"""Strides of results and gradients of pooling, interpolation and losses, of channels-last volumes and images (recorded)."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

LAST, ROWS = (288, 1, 72, 18, 3), (288, 96, 24, 6, 1)
SMALL_LAST, SMALL_ROWS = (108, 1, 36, 12, 3), (108, 36, 12, 4, 1)


@pytest.mark.parametrize("alike", [False, True])
@pytest.mark.parametrize(("function", "result", "gradient"), [
    (lambda x: F.avg_pool3d(x, 2, padding=1), SMALL_ROWS, ROWS), (lambda x: F.max_pool3d(x, 2, padding=1), SMALL_LAST, LAST),
    (lambda x: F.lp_pool3d(F.pad(x, (1,) * 6), 2, 2), SMALL_ROWS, ROWS),
])
def test_pooled_volumes(function: Callable[[Any], Any], result: tuple[int, ...], gradient: tuple[int, ...], alike: bool) -> None:
    x = torch.randn(2, 3, 4, 4, 6).contiguous(memory_format=torch.channels_last_3d).requires_grad_()
    out = function(x)
    assert out.stride() == result
    assert torch.autograd.grad(out, x, torch.ones_like(out) if alike else torch.ones(out.shape))[0].stride() == gradient


def test_pooled_volumes_without_batch() -> None:
    x = torch.randn(3, 4, 4, 6).contiguous(memory_format=torch.channels_last).requires_grad_()
    out = F.avg_pool3d(x, 2, padding=1)
    assert out.stride() == (36, 12, 4, 1) and torch.autograd.grad(out.sum(), x)[0].stride() == (96, 24, 6, 1)


@pytest.mark.parametrize(("mode", "shape", "in_order"), [("nearest", (2, 3, 4, 4, 6), True), ("nearest-exact", (2, 3, 4, 4, 6), True),
                                                         ("trilinear", (2, 3, 4, 4, 6), False), ("bicubic", (2, 3, 4, 6), True),
                                                         ("bilinear", (2, 3, 4, 6), False), ("nearest", (2, 3, 4, 6), False)])
def test_gradients_of_interpolation(mode: str, shape: tuple[int, ...], in_order: bool) -> None:
    form = torch.channels_last if len(shape) == 4 else torch.channels_last_3d
    x = torch.randn(shape).contiguous(memory_format=form).requires_grad_()
    out = F.interpolate(x, scale_factor=2, mode=mode)
    (gradient,) = torch.autograd.grad(out, x, torch.ones_like(out))
    assert out.is_contiguous(memory_format=form) and gradient.is_contiguous(memory_format=torch.contiguous_format if in_order else form)


def test_losses_of_logits_are_laid_out_as_the_target() -> None:
    x = torch.randn(2, 3, 4, 6).contiguous(memory_format=torch.channels_last)
    assert F.binary_cross_entropy_with_logits(x, torch.zeros(2, 3, 4, 6), reduction="none").is_contiguous()
    assert F.binary_cross_entropy_with_logits(x, torch.zeros_like(x), reduction="none").stride() == x.stride()
