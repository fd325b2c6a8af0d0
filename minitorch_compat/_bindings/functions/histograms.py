"""`histogram` and `histogramdd`, imported when one of them is called."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.reduce import histogram as k
from ..._dispatch.call.caller import wrap
from ..._dispatch.graph.not_implemented import mark_not_differentiable
from ..._dispatch.messages import argument_messages
from ..._dispatch.tensor import TensorBase
from ..settings import return_types
from .arguments import check_tensor_list


def histogram_of_values(input: Any, bins: Any, range: Any, weight: Any, density: bool) -> Any:
    """Counts of values in bins, and the edges of the bins."""
    table, (edges,) = _histogram(input._array.reshape(-1, 1), (input._array.size,), [bins], range, _flatten_weight(weight), density)
    given = (input, weight, bins if isinstance(bins, TensorBase) else None)
    found = mark_not_differentiable("aten::histogram", given, (wrap(table), wrap(np.array(edges))))
    return return_types.from_items(return_types.histogram, found)


def _flatten_weight(weight: Any) -> Any:
    return None if weight is None else weight._array.reshape(-1)


def histogram_of_points(input: Any, bins: Any, range: Any, weight: Any, density: bool, unknown: dict[str, Any]) -> Any:
    """Counts of points in the cells of a grid, and the edges along each coordinate."""
    if not isinstance(input, TensorBase) or not isinstance(bins, (int, tuple, list)):
        raise argument_messages.wrong_combination("histogramdd", (input, bins), {})
    if unknown:  # PyTorch tries its signatures in order, and its message is about the last
        check_tensor_list(() if isinstance(bins, int) else bins, 1)
        raise TypeError(f"histogramdd() got an unexpected keyword argument '{next(iter(unknown))}'")
    a = input._array
    if a.ndim < 2:
        raise RuntimeError("torch.histogramdd: input tensor should have at least 2 dimensions")
    each = [bins] * a.shape[-1] if isinstance(bins, int) else list(bins)
    if any(isinstance(b, TensorBase) for b in each):
        check_tensor_list(each, 1)
    if len(each) != a.shape[-1]:
        raise RuntimeError("histogramdd: The size of bins must be equal to the innermost dimension of the input.")
    if -1 in [b for b in each if isinstance(b, int)]:
        raise RuntimeError("torch.histogramdd: bins tensor should have at least 1 element, but got 0 elements in the bins tensor for "
                           f"dimension {each.index(-1)}")
    table, edges = _histogram(a.reshape(-1, a.shape[-1]), a.shape[:-1], each, range, None if weight is None else weight._array, density,
                              joint=True)
    edge_tensors = [b for b in each if isinstance(b, TensorBase)]
    kind = "tensors" if edge_tensors else "cts"
    (counts,) = mark_not_differentiable(f"aten::_histogramdd_from_bin_{kind}", (input, weight, *edge_tensors), (wrap(table),))
    shown = tuple(edge_tensors) or mark_not_differentiable("aten::_histogramdd_bin_edges", (input, weight), map(wrap, edges))
    return return_types.histogramdd(counts, shown)


def _histogram(points: Any, shape: tuple[int, ...], bins: list[Any], range: Any, weight: Any, density: bool,
               joint: bool = False) -> tuple[Any, list[Any]]:
    if range is not None and len(range) != 2 * len(bins):
        raise RuntimeError(f"torch.histogramdd: for a {len(bins)}-dimensional histogram range should have {2 * len(bins)} elements, but "
                           f"got {len(range)}")
    has_edges = any(isinstance(b, TensorBase) for b in bins)
    if joint and not has_edges:
        k.check_counts(bins)
    edges = [k.check_edges(b._array, points.dtype, d) for d, b in enumerate(bins)] if has_edges else []
    k.check_weight(points, weight, shape)
    k.check_dtype(points.dtype, has_edges)
    for d, b in enumerate(() if has_edges else bins):
        low, high = (None, None) if range is None else range[2 * d:2 * d + 2]
        edges.append(k.even_edges(points[:, d], b, low, high, d))
    return k.counts(points, edges, weight, density), edges
