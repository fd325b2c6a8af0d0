"""Parallel prefix scan of an associative operation, in logarithmically many steps."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings.generated.functions import cat, movedim, stack
from ..func import vmap
from ..utils import _pytree as pytree

Leaves = list[Any]


def associative_scan(combine_fn: Callable[[Any, Any], Any], xs: Any, dim: int, reverse: bool = False,
                     combine_mode: str = "pointwise") -> Any:
    """The prefix results of `combine_fn(left, right)` over the slices of `xs`, a tensor or nested tensors, along `dim`.

    `reverse` starts from the end. `combine_fn` receives single slices. `combine_mode` must be "generic": "pointwise" is for GPUs.
    """
    if not callable(combine_fn):
        raise ValueError(f"Combine_fn must be a callable, but got {combine_fn}")
    if not isinstance(dim, int):
        raise ValueError(f"Dim must be an int, but got {type(dim)}")
    if not isinstance(reverse, bool):
        raise RuntimeError(f"Reverse must be a bool, but got {type(reverse)}")
    if combine_mode not in ("pointwise", "generic"):
        raise ValueError(f"Combine_mode must either 'pointwise' or 'generic', but got {combine_mode}")
    if combine_mode == "pointwise":
        raise ValueError("For combine_mode='pointwise', all input tensors need to be on CUDA or XPU")
    leaves, spec = pytree.tree_flatten(xs)
    if not leaves:
        raise ValueError("Expected at least 1 xs leaf")
    leaves = [movedim(leaf, dim, 0) for leaf in leaves]
    if any(not leaf.shape[0] for leaf in leaves):
        raise ValueError("All xs leaves must at least have 'dim' number of dimensions and scan dimension > 0")

    def combine(left: Leaves, right: Leaves) -> Leaves:
        combined_tree = vmap(combine_fn)(pytree.tree_unflatten(left, spec), pytree.tree_unflatten(right, spec))
        return pytree.tree_flatten(combined_tree)[0]

    results = _scan_pairs(combine, [leaf.flip([0]) if reverse else leaf for leaf in leaves])
    return pytree.tree_unflatten([movedim(result.flip([0]) if reverse else result, 0, dim) for result in results], spec)


def _scan_pairs(combined: Callable[[Leaves, Leaves], Leaves], leaves: Leaves) -> Leaves:
    """Combine pairs and scan these: that gives every second prefix, and each of the others is one step further."""
    count = leaves[0].shape[0]
    if count < 2:
        return leaves
    odd = _scan_pairs(combined, combined([x[:-1:2] for x in leaves], [x[1::2] for x in leaves]))
    if count == 2:
        return [cat((x[:1], y)) for x, y in zip(leaves, odd)]
    even = combined([y[:(count - 1) // 2] for y in odd], [x[2::2] for x in leaves])
    return [_interleave(cat((x[:1], e)), o) for x, e, o in zip(leaves, even, odd)]


def _interleave(even: Any, odd: Any) -> Any:
    """Interleave the rows of both; `even` may have one more."""
    common = odd.shape[0]
    pairs = stack((even[:common], odd), 1).flatten(0, 1)
    return pairs if common == even.shape[0] else cat((pairs, even[common:]))
