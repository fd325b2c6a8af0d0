"""What losses refuse before their kernels would compute something else: the type and the phrase of the exception."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

_X, _CLASSES, _DOUBLE = torch.ones(2, 3), torch.tensor([0, 1]), torch.ones(3, dtype=torch.float64)
_WEIGHT = torch.ones(5, 3)


@pytest.mark.parametrize(("call", "kind", "phrase"), [
    (lambda: F.nll_loss(torch.tensor(1.0), torch.tensor(0)), ValueError, "Expected 1 or more dimensions"),
    (lambda: F.nll_loss(_X, _CLASSES, weight=_DOUBLE), RuntimeError, "expected scalar type Float but found Double"),
    (lambda: F.cross_entropy(torch.tensor(1.0), torch.tensor([0])), IndexError, "Dimension out of range"),
    (lambda: F.cross_entropy(torch.ones(3), torch.tensor([0]), label_smoothing=0.1), RuntimeError, "output with shape"),
    (lambda: F.cross_entropy(_X, _X, weight=torch.ones(4)), RuntimeError, "cross_entropy: weight tensor should be defined"),
    (lambda: F.linear_cross_entropy(torch.ones(2, 2, 3), _WEIGHT, _CLASSES), RuntimeError, "expected input with dimensionality 1 or 2"),
    (lambda: F.linear_cross_entropy(_X, _WEIGHT, _CLASSES, linear_bias=torch.ones(4)), RuntimeError, "expected linear_bias shape"),
    (lambda: F.linear_cross_entropy(_X, _WEIGHT, torch.ones(2, 5), ignore_index=1), RuntimeError, "ignore_index cannot be specified"),
    (lambda: F.linear_cross_entropy(_X, _WEIGHT.double(), _CLASSES), RuntimeError, "expected m1 and m2 to have the same dtype"),
    (lambda: F.huber_loss(_X, _X, weight=torch.ones(3)), ValueError, "Weights and input must have the same size"),
    (lambda: F.binary_cross_entropy(_X, _X.double()), RuntimeError, "Found dtype Double but expected Float"),
    (lambda: F.binary_cross_entropy(_X, _X.double(), weight=torch.ones(3)), RuntimeError, "Found dtype Double but expected Float"),
    (lambda: F.binary_cross_entropy_with_logits(_X, _X, pos_weight=torch.ones(4)), RuntimeError, "The size of tensor a \\(4\\)"),
])
def test_arguments_that_do_not_fit(call: Callable[[], Any], kind: type[Exception], phrase: str) -> None:
    with pytest.raises(kind, match=phrase):
        call()
