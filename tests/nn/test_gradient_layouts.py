"""Strides of gradients of channels-last images; what is expected was seen in PyTorch."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import minitorch_compat as torch
from minitorch_compat.nn import functional
from tests.many_cases import for_each

ROWS, LAST = (144, 36, 6, 1), (144, 1, 24, 4)
TARGET = torch.full((2, 4, 6, 6), 0.5)
#: A function of images, and the strides of the gradient.
LAYOUTS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...]]] = {
    "glu": (lambda x: functional.glu(x, 1), ROWS),
    "reflected": (lambda x: functional.pad(x, (1, 1, 1, 1), "reflect"), LAST),
    "replicated": (lambda x: functional.pad(x, (1, 1, 1, 1), "replicate"), LAST),
    **{f"{name} {reduction}": (lambda x, name=name, r=reduction: getattr(functional, name)(x, TARGET, reduction=r), strides)
       for name, strides in (("mse_loss", ROWS), ("smooth_l1_loss", ROWS), ("huber_loss", ROWS), ("binary_cross_entropy", LAST),
                             ("binary_cross_entropy_with_logits", LAST)) for reduction in ("none", "mean")},
    "weighted": (lambda x: functional.binary_cross_entropy(x, TARGET, torch.ones_like(TARGET)), LAST),
    "weighted logits": (lambda x: functional.binary_cross_entropy_with_logits(x, TARGET, torch.ones_like(TARGET)), LAST),
}


@for_each(LAYOUTS)
def test_layouts(name: str) -> None:
    f, strides = LAYOUTS[name]
    x = torch.rand(2, 4, 6, 6).to(memory_format=torch.channels_last).requires_grad_()
    y = f(x)
    (found,) = torch.autograd.grad(y, x, torch.ones_like(y))
    assert found.stride() == strides
