"""Forward derivatives of functions of two tensors that require a gradient, one of which has a tangent: what the tangent depends on."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from . import questions


def cases() -> Iterator[str]:
    """Every function, by the tangent that is there and whether it requires a gradient."""
    for text, first, leaf in product(questions("tangents")[0], (True, False), (True, False)):
        yield f"told(lambda a, b: {text}, {first}, {leaf})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    forward = torch.autograd.forward_ad

    def told(function: Callable[[Any, Any], Any], first: bool, leaf: bool) -> list[Any]:
        a = torch.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.75]], dtype=torch.float64, requires_grad=True)
        b = torch.tensor([[0.75, 0.5, -0.25], [-1.1, 0.6, 1.3]], dtype=torch.float64, requires_grad=True)
        zeros = torch.zeros(2, 3, dtype=torch.float64)
        given = torch.tensor([[1.0, 2.0, -1.0], [0.5, -0.5, 3.0]], dtype=torch.float64, requires_grad=leaf)
        with forward.dual_level():
            out = function(forward.make_dual(a, given), b) if first else function(a, forward.make_dual(b, given))
            tangent = forward.unpack_dual(out).tangent
            if tangent is None:
                return [None]
            if not tangent.requires_grad:
                return [tangent + zeros[0, 0], False]
            slopes = torch.autograd.grad(tangent.abs().sum(), [a, b, *([given] if leaf else [])], allow_unused=True)
            # Zeros that have no memory are written out.
            return [tangent.detach() + zeros[0, 0], True, *[None if s is None else s + zeros for s in slopes]]

    return {"told": told}
