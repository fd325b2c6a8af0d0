"""Functions with default arguments; integers at the limits of machine words; refused arguments."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions


def cases() -> Iterator[str]:
    """Every line, and sizes at the ends of machine words."""
    yield from questions("functions")[0]
    for call, size in product(("F.max_pool2d(image, {})", "F.avg_pool2d(image, {})", "F.max_pool2d(image, ({}, 2))",
                               "F.max_pool3d(volume, {})",
                               "F.max_pool2d(image, 2, {})", "F.conv2d(image, image, stride={})",
                               "torch.narrow(x, 0, {}, 1)",
                               "torch.roll(x, {}, 0)", "x.select(0, {})", "torch.full((1,), {})", "torch.arange({} - 2, {})",
                               "torch.tensor({})", "x.long() + {}", "x.int() + {}", "x.long().fill_({})", "x.add(1, alpha={})",
                               "x.long().add(x.long(), alpha={})", "x.bitwise_and({})", "x.long().bitwise_and({})", "x.clamp(max={})",
                               "x.long().clamp(max={})", "torch.rot90(x, {})", "x.index_fill(0, torch.tensor([0]), {})"),
                              ("2**31 - 1", "2**31", "-2**31", "-2**31 - 1", "2**63 - 1", "2**63", "-2**63", "-2**63 - 1", "2**64")):
        yield call.replace("{}", f"({size})")


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    return {"row": torch.arange(8.0).reshape(1, 2, 4).sin(), "image": torch.arange(32.0).reshape(1, 2, 4, 4).sin(),
            "volume": torch.arange(64.0).reshape(1, 1, 4, 4, 4).sin(), "x": torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]]),
            "y": torch.tensor([[0.25, 0.5, 0.25], [0.1, 0.6, 0.3]]), "z": torch.tensor([[1.0, 0.5, -2.0], [0.3, 1.25, 0.5]]),
            "signs": torch.tensor([1.0, -1.0])}
