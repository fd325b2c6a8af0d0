"""Functions of nn.functional at the ends of their domains."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F


def test_pooling_with_an_infinite_power_takes_the_largest() -> None:
    x = torch.tensor([[[-3.0, 1.0, 2.0, -5.0]]], requires_grad=True)
    assert F.lp_pool1d(x, math.inf, 2).tolist() == [[[3.0, 5.0]]] and F.lp_pool1d(x, -math.inf, 2).tolist() == [[[1.0, 2.0]]]
    F.lp_pool2d(x, math.inf, (1, 2)).sum().backward()
    assert x.grad.tolist() == [[[-1.0, 0.0, 0.0, -1.0]]]


def test_a_sequence_of_no_length_has_no_labels() -> None:
    scores = torch.zeros(3, 2, 4).log_softmax(-1).requires_grad_()
    targets = torch.tensor([[1], [1]])
    loss = F.ctc_loss(scores, targets, torch.tensor([0, 0]), torch.tensor([0, 1]), reduction="none")
    assert loss.tolist() == [0.0, math.inf]
    F.ctc_loss(scores, targets, torch.tensor([0, 3]), torch.tensor([1, 1]), reduction="sum", zero_infinity=True).backward()
    assert scores.grad[:, 0].abs().sum() == 0 and scores.grad[:, 1].abs().sum() > 0


def test_losses_of_nothing_go_backward() -> None:
    x = torch.ones(0, 2, requires_grad=True)
    F.soft_margin_loss(x, torch.ones(0, 2)).backward()
    assert x.grad.shape == (0, 2)


@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_samples_of_no_images_go_backward(mode: str) -> None:
    x, grid = torch.ones(0, 2, 3, 3, requires_grad=True), torch.ones(0, 4, 4, 2, requires_grad=True)
    F.grid_sample(x, grid, mode, align_corners=False).sum().backward()
    assert x.grad.shape == x.shape and grid.grad.shape == grid.shape


def test_maxima_of_no_channels_have_a_graph() -> None:
    x = torch.ones(0, 4, 4, requires_grad=True)
    out = F.adaptive_max_pool2d(x, (1, 2))
    out.sum().backward()
    assert out.shape == (0, 1, 2) and x.grad.shape == x.shape


def test_convolution_of_no_channels_has_none() -> None:
    x, bias = torch.ones(2, 0, 4, requires_grad=True), torch.ones(3, requires_grad=True)
    out = F.conv1d(x, torch.ones(3, 0, 2), bias)
    out.sum().backward()
    assert out.shape == (2, 0, 3) and bias.grad.tolist() == [0.0] * 3


def test_the_node_of_an_affine_grid() -> None:
    node = F.affine_grid(torch.ones(1, 2, 3, requires_grad=True), [1, 1, 2, 2], False).grad_fn
    assert node.name() == "AffineGridGeneratorBackward0"
    assert node._saved_size == (1, 1, 2, 2) and node._saved_align_corners is False
