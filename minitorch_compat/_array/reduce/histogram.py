"""Counts of values, or sums of weights, per bin."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..core import intp
from ..core.dtypes import c_name, int64, scalar_name
from ..core.execution.blocks import CHAIN_BLOCK, row_slices

Array = np.ndarray[Any, np.dtype[Any]]


def even_edges(column: Array, bins: int, low: float | None, high: float | None, dim: int) -> Array:
    """The edges of `bins` bins of equal width, between the given bounds, else those of the values."""
    if bins <= 0:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}")
    if low is None or high is None:
        low, high = (float(column.min()), float(column.max())) if column.size else (0.0, 1.0)
    if not np.isfinite([low, high]).all():
        raise RuntimeError(f"torch.histogramdd: dimension {dim}'s range [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError(f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} for dimension {dim}")
    if low == high:
        low, high = low - 0.5, high + 0.5
    scalar_type = column.dtype.type
    step, half = (scalar_type(high) - scalar_type(low)) / scalar_type(bins), (bins + 1) // 2
    positions = intp.arange(bins + 1)
    from_low = scalar_type(low) + step * positions.astype(scalar_type)
    from_high = scalar_type(high) - step * (bins - positions).astype(scalar_type)
    return np.where(positions < half, from_low, from_high).astype(scalar_type)


def check_counts(bins: Sequence[int]) -> None:
    """Raise for negative numbers of bins, as PyTorch does when it makes bins + 1 edges, before it counts the bins."""
    for dim, count in enumerate(bins):
        if count < -1:
            raise RuntimeError("number of steps must be non-negative")
        if count == -1:
            raise _no_edges_error(dim)


def _no_edges_error(dim: int) -> RuntimeError:
    return RuntimeError("torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor for "
                        f"dimension {dim}")


def check_edges(edges: Array, dtype: np.dtype[Any], dim: int) -> Array:
    """Check given edges: a vector of the dtype of the values."""
    if edges.dtype != dtype:
        raise RuntimeError("torch.histogramdd: input tensor and bins tensors should have the same dtype, but got input with dtype "
                           f"{c_name(dtype)} and bins for dimension {dim} with dtype {c_name(edges.dtype)}")
    if edges.ndim != 1:
        raise RuntimeError(f"torch.histogramdd: bins tensor should have one dimension, but got {edges.ndim} dimensions in the bins tensor "
                           f"for dimension {dim}")
    if not edges.size:
        raise _no_edges_error(dim)
    if edges.size == 1:
        raise RuntimeError(f"torch.histogram(): bins must be > 0, but got 0 for dimension {dim}")
    return edges


def check_weight(points: Array, weight: Array | None, shape: tuple[int, ...]) -> None:
    """Raise for weights of another dtype or shape, and for dtypes without a kernel."""
    dtype = points.dtype
    if weight is not None and weight.dtype != dtype:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same dtype, "
                           f"but got input({c_name(dtype)}), and weight({c_name(weight.dtype)})")
    if weight is not None and weight.shape != shape:
        raise RuntimeError("torch.histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding "
                           f"its innermost dimension, but got input with shape {[*shape, points.shape[-1]]} and weight with shape "
                           f"{list(weight.shape)}")


def check_dtype(dtype: np.dtype[Any], has_edges: bool) -> None:
    """Raise unless floating; half precision is accepted only with given edges."""
    if dtype.kind not in "fV" or dtype.itemsize < 4 and not has_edges:
        raise NotImplementedError(f"\"histogramdd\" not implemented for '{scalar_name(dtype)}'")


def _cells(points: Array, edges: Sequence[Array], shape: tuple[int, ...]) -> tuple[Array, Array]:
    """The cell of each point, and whether it is inside the grid."""
    inside = np.ones(len(points), np.bool_)
    cell = np.zeros(len(points), int64)
    for d, e in enumerate(edges):
        column = points[:, d]
        inside &= (column >= e[0]) & (column <= e[-1])
        cell = cell * shape[d] + np.minimum(_bin_index(e, column), shape[d] - 1)
    return cell, inside


def counts(points: Array, edges: Sequence[Array], weight: Array | None, density: bool) -> Array:
    """The number (or total weight) of rows of `points` in each cell of the grid. The last bin includes its upper edge."""
    shape = tuple(len(e) - 1 for e in edges)
    weights = None if weight is None else weight.reshape(-1)
    found = np.zeros(math.prod(shape), int64 if weights is None else points.dtype)
    for rows in row_slices(len(points), len(edges), CHAIN_BLOCK):
        cell, inside = _cells(points[rows], edges, shape)
        if weights is None:
            found += intp.bincount(cell[inside], minlength=len(found))
        else:  # summed in the dtype itself, one by one
            np.add.at(found, cell[inside], weights[rows][inside])
    table = found.astype(points.dtype).reshape(shape)
    if density:
        with np.errstate(all="ignore"):
            table = table / table.sum(dtype=points.dtype)
            for d, e in enumerate(edges):
                table = table / np.diff(e).reshape((-1,) + (1,) * (len(edges) - 1 - d))
    return table


def _bin_index(edges: Array, values: Array) -> Array:
    """The index of the last edge that is not above each value."""
    return np.maximum(intp.searchsorted(edges, values, "right") - 1, 0)
