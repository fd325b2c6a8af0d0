"""Common mistakes in training code."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import nn


def test_parameters_do_not_become_integers() -> None:
    for kind in (torch.int64, torch.bool, "torch.LongTensor"):
        with pytest.raises(RuntimeError, match="data set to a tensor that requires gradients must be floating point or complex dtype"):
            nn.Linear(2, 2).type(kind)
    assert nn.Linear(2, 2).requires_grad_(False).type(torch.int64).weight.dtype == torch.int64


def test_an_average_wants_the_same_buffers() -> None:
    average = torch.optim.swa_utils.AveragedModel(nn.Linear(2, 2))
    with pytest.raises(ValueError, match="argument 2 is longer than argument 1"):
        average.update_parameters(nn.BatchNorm1d(2))


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_cross_entropy_of_no_classes(smoothing: float) -> None:
    for shape in ((0,), (2, 0)):
        none = torch.zeros(shape)
        assert nn.functional.cross_entropy(none, none, label_smoothing=smoothing).isnan()
        assert nn.functional.cross_entropy(none, none, label_smoothing=smoothing, reduction="sum") == 0


@pytest.mark.parametrize("shape", [(2,), (3, 1)])
def test_weights_of_classes_are_checked_when_a_loss_is_made(shape: tuple[int, ...]) -> None:
    with pytest.raises(RuntimeError, match=r"expected weight shape to be \(3,\), got"):
        nn.LinearCrossEntropyLoss(2, 3, weight=torch.ones(shape))
