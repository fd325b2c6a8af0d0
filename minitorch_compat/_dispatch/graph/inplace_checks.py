"""PyTorch's checks of in-place calls before computing; here they run only after a call has failed."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.shape.views import expand
from ..._ops.op import Op
from ..messages import graph_messages
from ..state import PLAIN


def _have_values(a: Any, args: Any) -> bool:
    """Whether the written tensor and both factors are plain tensors with values."""
    return a.__class__ is np.ndarray and all(t.__class__ in PLAIN and t._array.__class__ is np.ndarray for t in args[:2])


def _check_outer(_op: Op, a: Any, args: Any) -> None:
    """Refuse a tensor of another shape than the product of two vectors."""
    if not _have_values(a, args):
        return
    v, w = (t._array.shape for t in args[:2])
    if len(v) != 1 or len(w) != 1:
        return  # the op raises the error
    if a.ndim != 2:
        raise graph_messages.not_a_matrix(a.ndim)
    if a.shape != (*v, *w):
        raise graph_messages.outer_size_mismatch(a.shape, v, w)


def _check_product(op: Op, a: Any, args: Any) -> None:
    """Refuse a tensor that has not the shape of the matrix product, or not the dtype if that is wrong in it alone."""
    if not _have_values(a, args):
        return
    first, second = (t._array for t in args[:2])
    batched, of_vector = op.in_place.check == "batched product", op.in_place.check == "vector product"
    if batched and a.dtype == first.dtype != second.dtype:
        raise graph_messages.inplace_dtype_mismatch(a.dtype, second.dtype)
    if a.dtype == first.dtype == second.dtype and first.ndim == 2 + batched and second.ndim == first.ndim - of_vector:
        size = first.shape[:-1] + second.shape[1 + batched:]
        if batched and 0 in a.shape or of_vector and a.shape not in ((), (1,)):
            return  # the op reports that it does not expand
        if first.shape[-1] == second.shape[batched] and first.shape[:batched] == second.shape[:batched] and a.shape != size:
            refuse_size(a, size)


def _check_mask(_op: Op, a: Any, args: Any) -> None:
    """Refuse a mask that cannot be expanded to the written tensor."""
    if _have_values(a, args) and args[1]._array.dtype == a.dtype:
        expand(args[0]._array, a.shape)


def refuse_size(a: Any, size: Any) -> None:
    raise graph_messages.inplace_size_mismatch(a.shape, size)


#: The checks that `InPlace.check` names.
EARLY_CHECKS: dict[str, Callable[[Op, Any, Any], None]] = {
    "vectors": _check_outer, "mask": _check_mask,
    **dict.fromkeys(("matrix product", "vector product", "batched product"), _check_product)}
