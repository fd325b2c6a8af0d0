"""`functorch.experimental`: functions that have since moved to `torch.func`."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...func import functionalize, hessian, jacfwd, jvp, replace_all_batch_norm_modules_, vmap
from ...utils._pytree import tree_leaves
from . import control_flow

__all__ = ["chunk_vmap", "control_flow", "functionalize", "hessian", "jacfwd", "jvp", "replace_all_batch_norm_modules_"]


def chunk_vmap(func: Callable[..., Any], in_dims: Any = 0, out_dims: Any = 0, randomness: str = "error",
               chunks: int = 2) -> Callable[..., Any]:
    """`vmap` that processes the examples in a given number of chunks, trading time for memory.

    `chunk_vmap(f, chunks=4)(x)` is `torch.vmap(f, chunk_size=...)(x)` with a quarter of the examples at a time, at least one.
    """
    def run_in_chunks(*args: Any, **kwargs: Any) -> Any:
        dims = in_dims if isinstance(in_dims, tuple) else (in_dims,) * len(args)
        counts = [leaf.shape[dim] for arg, dim in zip(args, dims, strict=False) if isinstance(dim, int)
                  for leaf in tree_leaves(arg) if hasattr(leaf, "shape")]
        size = max(1, -(-counts[0] // chunks)) if counts else None
        return vmap(func, in_dims, out_dims, randomness, chunk_size=size)(*args, **kwargs)

    return run_in_chunks
