"""A loop over slices with a carried state and one output per slice."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._bindings.generated.functions import movedim, stack
from ..utils import _pytree as pytree


def scan(combine_fn: Callable[[Any, Any], tuple[Any, Any]], init: Any, xs: Any, *, dim: int = 0, reverse: bool = False) -> tuple[Any, Any]:
    """Compute `carry, y = combine_fn(carry, x)` for each slice `x` of `xs` along `dim`, starting with `carry = init`. Return the last
    carry, and all `y` stacked along `dim`.

    `init`, `xs` and the results may be nested tensors. `reverse` starts from the last slice.
    """
    if not callable(combine_fn):
        raise RuntimeError(f"Combine_fn must be a callable, but got {combine_fn}")
    if not isinstance(reverse, bool):
        raise RuntimeError(f"Reverse must be a bool, but got {type(reverse)}")
    if not pytree.tree_leaves(init):
        raise RuntimeError("scan() operator requires init leaves.")
    leaves, spec = pytree.tree_flatten(xs)
    if not leaves:
        return init, []
    leaves = [movedim(leaf, dim, 0) for leaf in leaves]
    count, carry, given = leaves[0].shape[0], init, []
    for k in reversed(range(count)) if reverse else range(count):
        carry, y = combine_fn(carry, pytree.tree_unflatten([leaf[k] for leaf in leaves], spec))
        given.append(y)
    given = given[::-1] if reverse else given
    found, form = pytree.tree_flatten(given[0])
    columns = [pytree.tree_leaves(y) for y in given]
    return carry, pytree.tree_unflatten([movedim(stack([column[k] for column in columns]), 0, dim) for k in range(len(found))], form)
