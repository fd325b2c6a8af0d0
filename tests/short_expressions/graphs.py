"""What nodes lead to, in which order: of losses, of all pairs, and with weights."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions

LOSSES = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss", "poisson_nll_loss", "kl_div", "binary_cross_entropy",
          "binary_cross_entropy_with_logits")


def cases() -> Iterator[str]:
    """Losses by reduction and weight, and the other calls."""
    for name, reduction, weight in product(LOSSES, ("none", "mean", "sum"), ("", ", weight=z")):
        yield f"graph(lambda x, y, z: F.{name}(x, y, reduction='{reduction}'{weight}))"
    for call in questions("graphs")[0]:
        yield f"graph(lambda x, y, z: {call})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    leaves = [torch.tensor([[0.5, 0.25, 0.75], [0.125, 0.625, 0.375]]).add(0.01 * i).requires_grad_() for i in range(3)]

    def told(node: Any) -> Any:
        if node is None:
            return None
        if hasattr(node, "variable"):
            return "xyz"[[node.variable is leaf for leaf in leaves].index(True)]
        return [node.name(), *([told(following), slot] for following, slot in node.next_functions)]

    return {"graph": lambda function: told(function(*leaves).grad_fn)}
