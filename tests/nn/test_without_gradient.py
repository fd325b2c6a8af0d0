"""Arguments of losses and normalizations that have no gradient."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

LOGITS = torch.linspace(-1, 1, 12).view(3, 4).requires_grad_()
WEIGHT = torch.linspace(0.5, 1, 4).requires_grad_()
EACH = torch.linspace(0.1, 0.9, 12).view(3, 4).requires_grad_()
TARGET = torch.tensor([1, 2, 0])
CALLS: dict[str, Callable[[], Any]] = {
    "nll_loss_forward weight": lambda: F.cross_entropy(LOGITS, TARGET, weight=WEIGHT),
    "nll_loss2d_forward weight": lambda: F.nll_loss(torch.ones(2, 4, 2, 2), torch.ones(2, 2, 2).long(), weight=WEIGHT),
    "multi_margin_loss weight": lambda: F.multi_margin_loss(LOGITS, TARGET, weight=WEIGHT),
    "soft_margin_loss target": lambda: F.soft_margin_loss(LOGITS, EACH),
    "binary_cross_entropy weight": lambda: F.binary_cross_entropy(LOGITS.sigmoid(), EACH.detach(), weight=EACH),
    "binary_cross_entropy_with_logits pos_weight": lambda: F.binary_cross_entropy_with_logits(LOGITS, EACH.detach(), pos_weight=WEIGHT),
    "native_batch_norm running_mean": lambda: F.batch_norm(LOGITS, WEIGHT, WEIGHT.detach()),
    "native_batch_norm running_var": lambda: F.batch_norm(LOGITS, WEIGHT.detach(), WEIGHT),
}


@pytest.mark.parametrize("name", CALLS)
def test_refused_where_it_is_asked_for(name: str) -> None:
    native, argument = name.split()
    with pytest.raises(RuntimeError, match=f"The function '{native}' is not differentiable with respect to argument '{argument}'"):
        CALLS[name]()
    with torch.no_grad():
        assert CALLS[name]().isfinite().all()


def test_a_parameter_for_the_weights_of_a_module() -> None:
    loss = torch.nn.CrossEntropyLoss(weight=torch.nn.Parameter(torch.ones(4)))
    with pytest.raises(RuntimeError, match="not differentiable"):
        loss(LOGITS, TARGET)
