"""`torch._functorch.vmap`: `vmap`, and those of its private helpers that libraries use."""
from __future__ import annotations

from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._C._functorch import _add_batch_dim, _remove_batch_dim, is_batchedtensor
from ..func._vmap import name_of as _get_name
from ..func._vmap import restore_vmap, vmap
from ..utils._pytree import broadcast_prefix as _broadcast_to_and_flatten
from ..utils._pytree import tree_flatten, tree_unflatten

__all__ = ["Tensor", "_add_batch_dim", "_broadcast_to_and_flatten", "_get_name", "_maybe_remove_batch_dim", "_remove_batch_dim",
           "restore_vmap", "tree_flatten", "tree_unflatten", "vmap"]


def _maybe_remove_batch_dim(name: str, batched_output: Any, vmap_level: int, batch_size: int, out_dim: int | None) -> Any:
    """Unwrap a result of a function under vmap, with the batch dimension at `out_dim`."""
    if out_dim is None:
        if isinstance(batched_output, Tensor) and is_batchedtensor(batched_output):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return batched_output
    if not isinstance(batched_output, Tensor):
        raise ValueError(f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(batched_output)}. Did you mean to set "
                         "out_dims= to None for output?")
    return _remove_batch_dim(batched_output, vmap_level, batch_size, out_dim)
