"""Functions that take or put by index or mask, of none, one and two elements: alone, of examples, and their derivatives."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

CALLS = {
    "masked_scatter": "x.masked_scatter(m, s)", "index_select": "x.index_select(0, i) * s.sum()", "gather": "x.gather(0, i) * s",
    "take": "x.take(i) * s", "scatter": "x.scatter(0, i, s)", "scatter_add": "x.scatter_add(0, i, s)", "index_add": "x.index_add(0, i, s)",
    "index_copy": "x.index_copy(0, i, s)", "index_put": "x.index_put((i,), s)", "accumulate": "x.index_put((i,), s, accumulate=True)",
    "put": "x.put(i, s)", "index": "x[i] * s", "take_along_dim": "x.take_along_dim(i, 0) * s", "amax": "x.scatter_reduce(0, i, s, 'amax')",
    "mean": "x.scatter_reduce(0, i, s, 'mean')", "cat": "torch.cat([x, s])",
    "index_fill": "x.index_fill(0, i, 2.0) * s.sum()", "narrow": "x.narrow(0, 1, len(i)) * s", "slice": "x.slice_scatter(s, 0, 0, len(i))",
    "where": "torch.where(m, x, s.sum())", "repeat": "s.repeat_interleave(2) * x.sum()",
    "cumsum": "s.cumsum(0) * x.sum()", "sort": "s.sort()[0] * x.sum()", "flip": "s.flip(0) * x.sum()", "pad": "F.pad(s, (1, 1)) * x.sum()",
    "select_scatter": "x.select_scatter(s.sum(), 0, 0)", "diag": "s.diag() * x.sum()", "outer": "s.outer(x)", "prods": "s.prod() * x",
    "cumprod": "s.cumprod(0) * x.sum()", "logsumexp": "torch.cat([x, s]).logsumexp(0)", "unfold": "torch.cat([x, s]).unfold(0, 2, 1)"}
WAYS = ("plain", "examples", "examples of s", "gradients", "gradients of examples", "twice", "twice of examples", "forward",
        "forward of examples", "forward over backward")


def cases() -> Iterator[str]:
    """Every function of every number of elements in every way."""
    for name, count, way in product(CALLS, range(3), WAYS):
        yield f"told('{name}', {count}, '{way}')"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    grad, jvp, vmap = torch.func.grad, torch.func.jvp, torch.func.vmap

    def told(name: str, count: int, way: str) -> Any:
        code = compile(CALLS[name], name, "eval")
        known = {"torch": torch, "F": torch.nn.functional, "i": torch.tensor([2, 0][:count], dtype=torch.int64),
                 "m": torch.tensor([count > 1, False, False, count > 0])}
        xs = torch.tensor([[0.5, -1.0, 2.0, 1.5], [1.25, 0.75, -0.5, 3.0]], dtype=torch.float64)
        ss = torch.tensor([[1.5, -0.75], [0.25, 2.5]], dtype=torch.float64)[:, :count]

        def function(x: Any, s: Any) -> Any:
            return eval(code, {**known, "x": x, "s": s})

        def loss(x: Any, s: Any) -> Any:
            return (function(x, s) ** 2).sum()

        first = grad(loss, (0, 1))

        def second(x: Any, s: Any) -> Any:
            return grad(lambda x, s: sum((g * g).sum() for g in first(x, s)), (0, 1))(x, s)

        def pushed(x: Any, s: Any) -> Any:
            return jvp(function, (x, s), (x.cos(), s.sin()))[1]

        def over(x: Any, s: Any) -> Any:
            return jvp(first, (x, s), (x.cos(), s.sin()))[1]

        x, s = xs[0], ss[0]
        found = {"plain": lambda: function(x, s), "examples": lambda: vmap(function)(xs, ss),
                 "examples of s": lambda: vmap(function, (None, 0))(x, ss),
                 "gradients": lambda: first(x, s), "gradients of examples": lambda: vmap(first)(xs, ss), "twice": lambda: second(x, s),
                 "twice of examples": lambda: vmap(second)(xs, ss), "forward": lambda: pushed(x, s),
                 "forward of examples": lambda: vmap(pushed)(xs, ss), "forward over backward": lambda: over(x, s)}[way]()
        return [t.detach() for t in found] if isinstance(found, tuple) else found.detach()

    return {"told": told}
