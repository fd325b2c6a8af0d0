"""Functions of `torch` with a leading underscore for sparse tensors, which public code calls nevertheless."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.dtype import int32
from ..generated import functions as ops
from ..settings.constants import sparse_bsc, sparse_bsr, sparse_csc, sparse_csr
from .compressed import sparse_compressed_tensor
from .coo import sparse_coo_tensor


def _convert_indices_from_coo_to_csr(input: Any, size: int, *, out_int32: bool = False) -> Any:
    """Where each of `size` rows begins in ascending row indices, and the end of the last."""
    if input.dim() != 1:
        raise RuntimeError(f"Input is supposed to be a vector, but got {input.dim()} dimensional tensor.")
    if input.dtype.is_floating_point:
        raise NotImplementedError(f"\"convert_indices_from_coo_to_csr_cpu\" not implemented for '{type_name(input._array.dtype)}'")
    return ops.searchsorted(input, ops.arange(size + 1, dtype=input.dtype), out_int32=out_int32)


def _convert_indices_from_csr_to_coo(crow_indices: Any, col_indices: Any, *, out_int32: bool = False, transpose: bool = False) -> Any:
    """The row and the column of each element, below the number of the example if there are several."""
    *batch, ends = crow_indices.shape
    examples = math.prod(batch)
    rows = ops.arange(ends - 1).repeat(examples).repeat_interleave(crow_indices.diff().reshape(-1))
    columns = col_indices.reshape(-1)
    both = (columns, rows) if transpose else (rows, columns)
    dtype = int32 if out_int32 else crow_indices.dtype
    numbers = [n.repeat_interleave(columns.numel() // examples) for n in ops.cartesian_prod(*map(ops.arange, batch)).reshape(
        examples, -1).unbind(1)] if batch else []
    return ops.stack([index.to(dtype) for index in (*numbers, *both)])


def _validate_sparse_coo_tensor_args(indices: Any, values: Any, size: Sequence[int], is_coalesced: bool | None = None,
                                     check_pinning: bool | None = None) -> None:
    """Raise RuntimeError if the parts of a COO tensor do not fit together."""
    sparse_coo_tensor(indices, values, size, is_coalesced=is_coalesced, check_invariants=True)


def _validate_sparse_compressed_tensor_args(compressed_indices: Any, plain_indices: Any, values: Any, size: Sequence[int], layout: Any,
                                            check_pinning: bool | None = None) -> None:
    """Raise RuntimeError if the parts of a compressed tensor do not fit together."""
    sparse_compressed_tensor(compressed_indices, plain_indices, values, size, layout=layout)


def _validate_sparse_csr_tensor_args(crow_indices: Any, col_indices: Any, values: Any, size: Sequence[int],
                                     check_pinning: bool | None = None) -> None:
    """The same for CSR."""
    _validate_sparse_compressed_tensor_args(crow_indices, col_indices, values, size, sparse_csr)


def _validate_sparse_csc_tensor_args(ccol_indices: Any, row_indices: Any, values: Any, size: Sequence[int],
                                     check_pinning: bool | None = None) -> None:
    """The same for CSC."""
    _validate_sparse_compressed_tensor_args(ccol_indices, row_indices, values, size, sparse_csc)


def _validate_sparse_bsr_tensor_args(crow_indices: Any, col_indices: Any, values: Any, size: Sequence[int],
                                     check_pinning: bool | None = None) -> None:
    """The same for BSR."""
    _validate_sparse_compressed_tensor_args(crow_indices, col_indices, values, size, sparse_bsr)


def _validate_sparse_bsc_tensor_args(ccol_indices: Any, row_indices: Any, values: Any, size: Sequence[int],
                                     check_pinning: bool | None = None) -> None:
    """The same for BSC."""
    _validate_sparse_compressed_tensor_args(ccol_indices, row_indices, values, size, sparse_bsc)


def _sparse_sparse_matmul(input: Any, other: Any) -> Any:
    """The product of two sparse matrices."""
    return TENSORS.mm(input, other)


def _sparse_broadcast_to(input: Any, size: Sequence[int]) -> Any:
    """A COO tensor repeated along new dimensions and those of size 1."""
    held = input.coalesce()
    for _ in range(len(size) - held.dim()):
        held = held.unsqueeze(0)
    for d, (wanted, now) in enumerate(zip(size, held.shape, strict=True)):
        if wanted not in (now, -1):
            if now != 1:
                raise RuntimeError(f"The expanded size of the tensor ({wanted}) must match the existing size ({now}) at non-singleton "
                                   f"dimension {d}")
            held = TENSORS.cat([held] * wanted, d)
    return held.coalesce()


def _sparse_csr_sum(input: Any, dim: Any, keepdim: bool = False, dtype: Any = None) -> Any:
    """Sums of a CSR matrix over rows, columns or both, as CSR."""
    return TENSORS.sum_dim(input if dtype is None else input.to(dtype), dim, keepdim, None)


def _sparse_csr_prod(input: Any, dim: Any, keepdim: bool = False, dtype: Any = None) -> Any:
    """Products of the stored values of a CSR matrix over rows, columns or both, as CSR."""
    if not keepdim:
        raise RuntimeError("reduction operations on CSR tensors with keepdim=False is unsupported")
    dims = {d % 2 for d in (dim if isinstance(dim, (tuple, list)) else (dim,))}
    coo = (input if dtype is None else input.to(dtype)).to_sparse().coalesce()
    kept = wrap(np.where([[d in dims] for d in (0, 1)], 0, coo._indices()._array))
    places, groups = kept.unique(dim=1, return_inverse=True)
    values = coo.values().new_ones(places.shape[1]).scatter_reduce(0, groups, coo.values(), "prod")
    shape = [1 if d in dims else n for d, n in enumerate(input.shape)]
    return sparse_coo_tensor(places, values, shape).to_sparse_csr()
