"""Functions at kinks, poles and ends of their domains: values, first and second derivatives, tangents, in each combination of modes."""
from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions

WORDS = 12
POINTS = {"kinks": [-6.0, -3.0, -2.5, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 2.5, 3.0, 6.0, 20.0, 21.0],
          "ends": [-math.inf, math.inf, math.nan, 1e-30], "equal": [1.0, 1.0, 0.0, 1.0], "plain": [0.3, 0.7, 0.2]}
WAYS = ("grad of grad", "grad of func.grad", "func.grad of func.grad", "jvp of grad", "grad of jvp", "jvp of jvp", "vjp of vjp",
        "vmap of grad")


def cases() -> Iterator[str]:
    """Every function at every point, and by every way of deriving twice at plain ones."""
    for call, points in product(questions("kinks_and_poles")[0], POINTS):
        yield f"slopes(lambda x: {call}, '{points}')"
    for call, way in product(questions("kinks_and_poles")[0], WAYS):
        yield f"derived(lambda x: {call}, '{way}')"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    func = torch.func
    at = {name: torch.tensor(values, dtype=torch.float64) for name, values in POINTS.items()}

    def total(value: Any) -> Any:
        return (value * torch.arange(1.0, value.numel() + 1, dtype=torch.float64).reshape(value.shape)).sum()

    def slopes(function: Any, points: str) -> Any:
        """At each point by itself, where a function is one of elements; else at all."""
        x = at[points].clone().requires_grad_()
        y = function(x)
        found = [y.detach()]
        if y.requires_grad:
            found += torch.autograd.grad(total(y), x, create_graph=True)
            if found[1].requires_grad:
                found += torch.autograd.grad(total(found[1]), x, allow_unused=True)
        with torch.autograd.forward_ad.dual_level():
            dual = torch.autograd.forward_ad.make_dual(at[points].clone(), torch.ones_like(at[points]))
            found.append(torch.autograd.forward_ad.unpack_dual(function(dual)).tangent)
        return list(map(dense, found))

    def dense(value: Any) -> Any:
        """In memory: PyTorch's zeros may have none."""
        if isinstance(value, tuple):
            return list(map(dense, value))
        return value if value is None else value.detach() + torch.zeros(value.shape, dtype=value.dtype)

    def derived(function: Any, way: str) -> Any:
        return dense(_derived(function, way))

    def _derived(function: Any, way: str) -> Any:
        x, ones = at["plain"].clone(), torch.ones(3, dtype=torch.float64)

        def value(t: Any) -> Any:
            return total(function(t))

        outer, _, inner = way.partition(" of ")

        def first(t: Any) -> Any:
            if inner == "grad":
                t = t if t.requires_grad or outer != "grad" else t.requires_grad_()
                return func.grad(value)(t) if outer != "grad" else torch.autograd.grad(value(t), t, create_graph=True)[0]
            if inner == "func.grad":
                return func.grad(value)(t)
            return func.jvp(value, (t,), (ones,))[1] if inner == "jvp" else func.vjp(value, t)[1](torch.ones((), dtype=torch.float64))[0]

        if outer == "grad":
            leaf = x.requires_grad_()
            return torch.autograd.grad(total(first(leaf)), leaf, allow_unused=True)[0]
        if outer == "func.grad":
            return func.grad(lambda t: total(first(t)))(x)
        if outer == "jvp":
            return func.jvp(first, (x,), (ones,))
        if outer == "vjp":
            return func.vjp(lambda t: total(first(t)), x)[1](torch.ones((), dtype=torch.float64))
        return torch.vmap(first)(torch.stack([x, x * 0.5]))

    return {"slopes": slopes, "derived": derived}
