"""What PyTorch checks of in-place calls before anything is computed; here it is looked at only once something was wrong."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.dtypes import c_name
from ..._array.shape.views import expand
from ..._ops.op import Op
from ..state import PLAIN


def _have_values(a: Any, args: Any) -> bool:
    """Whether the tensor written and both factors are plain tensors with values."""
    return a.__class__ is np.ndarray and all(t.__class__ in PLAIN and t._array.__class__ is np.ndarray for t in args[:2])


def _check_outer(_op: Op, a: Any, args: Any) -> None:
    """Refuse what is to take the product of two vectors and has another shape."""
    if not _have_values(a, args):
        return
    v, w = (t._array.shape for t in args[:2])
    if len(v) != 1 or len(w) != 1:
        return  # the op says that
    if a.ndim != 2:
        raise RuntimeError(f"2D tensor expected, got {a.ndim}D tensor for input")
    if a.shape != (*v, *w):
        raise RuntimeError(f"size mismatch, input: {list(a.shape)}, v1: {list(v)}, v2: {list(w)}")


def _check_product(op: Op, a: Any, args: Any) -> None:
    """Refuse what is to take a product of matrices and has another shape, or another type than the second factor only."""
    if not _have_values(a, args):
        return
    first, second = (t._array for t in args[:2])
    batched, of_vector = op.in_place.check == "batched product", op.in_place.check == "vector product"
    if batched and a.dtype == first.dtype != second.dtype:
        raise RuntimeError(f"Bad in-place call: input tensor dtype {c_name(a.dtype)} and output tensor dtype {c_name(second.dtype)} should "
                           "match")
    if a.dtype == first.dtype == second.dtype and first.ndim == 2 + batched and second.ndim == first.ndim - of_vector:
        size = first.shape[:-1] + second.shape[1 + batched:]
        if batched and 0 in a.shape or of_vector and a.shape not in ((), (1,)):
            return  # the op says that it does not expand
        if first.shape[-1] == second.shape[batched] and first.shape[:batched] == second.shape[:batched] and a.shape != size:
            refuse_size(a, size)


def _check_mask(_op: Op, a: Any, args: Any) -> None:
    """Refuse a mask that does not expand to the tensor written."""
    if _have_values(a, args) and args[1]._array.dtype == a.dtype:
        expand(args[0]._array, a.shape)


def refuse_size(a: Any, size: Any) -> None:
    raise RuntimeError(f"Bad in-place call: input tensor size {list(a.shape)} and output tensor size {list(size)} should match")


#: What `check` of `InPlace` names.
EARLY_CHECKS: dict[str, Callable[[Op, Any, Any], None]] = {
    "vectors": _check_outer, "mask": _check_mask,
    **dict.fromkeys(("matrix product", "vector product", "batched product"), _check_product)}
