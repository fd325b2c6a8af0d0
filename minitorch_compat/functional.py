"""`torch.functional`: the functions that PyTorch writes in Python."""
from __future__ import annotations

from typing import TYPE_CHECKING

from . import istft, lu, pca_lowrank, stft, svd_lowrank
from ._bindings.generated.functions import (
    atleast_1d,
    atleast_2d,
    atleast_3d,
    block_diag,
    broadcast_shapes,
    broadcast_tensors,
    cartesian_prod,
    cdist,
    chain_matmul,
    einsum,
    meshgrid,
    norm,
    split,
    tensordot,
    unique,
    unique_consecutive,
    unravel_index,
)
from ._namespace.names import missing

__all__ = ["atleast_1d", "atleast_2d", "atleast_3d", "block_diag", "broadcast_shapes", "broadcast_tensors", "cartesian_prod", "cdist",
           "chain_matmul", "einsum", "istft", "lu", "meshgrid", "norm", "pca_lowrank", "split", "stft", "svd_lowrank", "tensordot",
           "unique", "unique_consecutive", "unravel_index"]

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.functional", __name__)
