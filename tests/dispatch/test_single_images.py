"""Layouts of results where a dimension has size 1: an image turned from (height, width, channels) and made a batch of one."""
from __future__ import annotations

from collections.abc import Callable

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

IMAGE = torch.arange(144.0).reshape(6, 6, 4).permute(2, 0, 1)
#: Strides (4, 1, 24, 4), (0, 1, 24, 4) and (288, 1, 24, 4): the batch dimension has no say in PyTorch.
INPUTS = {"unsqueezed": IMAGE.unsqueeze(0), "expanded": IMAGE.expand(3, 4, 6, 6)[:1],
          "slice": torch.arange(288.0).reshape(1, 12, 6, 4).permute(0, 3, 1, 2)[:, :, :6]}


@pytest.mark.parametrize("source", INPUTS)
@pytest.mark.parametrize("call", [torch.relu, torch.neg, F.gelu, lambda t: t + t, lambda t: t.clamp(0, 1)])
def test_results_fill_memory_as_images(source: str, call: Callable[[torch.Tensor], torch.Tensor]) -> None:
    out = call(INPUTS[source])
    assert out.stride() == (144, 1, 24, 4)
    assert torch.equal(out, call(INPUTS[source].contiguous()))


def test_layers_after_them_keep_the_format() -> None:
    out = F.conv2d(INPUTS["unsqueezed"].relu(), torch.ones(2, 4, 3, 3))
    assert out.stride() == (32, 1, 8, 2)
    assert F.lp_pool2d(INPUTS["unsqueezed"], 2, 2).stride() == (36, 1, 12, 4)


@pytest.mark.parametrize("shape", [(2, 4, 1, 1), (1, 4, 1, 1)])
def test_adaptive_maxima_of_a_pixel(shape: tuple[int, ...]) -> None:
    pixel = torch.ones(shape).to(memory_format=torch.channels_last)
    assert F.adaptive_max_pool2d(pixel, 2).stride() == (16, 1, 8, 4)
    assert F.adaptive_max_pool2d(torch.ones(shape), 2).stride() == (16, 4, 2, 1)


def test_ops_that_answer_in_row_major_order() -> None:
    x = torch.randn(2, 4, 3, 3).to(memory_format=torch.channels_last).requires_grad_()
    for training in (False, True):
        assert F.rrelu(x, training=training).stride() == (36, 9, 3, 1)
    assert torch.autograd.grad(F.logsigmoid(x).sum(), x)[0].stride() == (36, 9, 3, 1)
