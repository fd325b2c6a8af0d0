"""Strides of the results of elementwise ops whose operands have different layouts.

numpy prefers row-major order as soon as one operand has it, PyTorch the order of the first operand.  Comparing strides takes a tenth of a
small addition, so fast paths do it only where an operand is a view, or where tensors that are not views are known not to be row-major
(`PERMUTED`): results of ops on transposed views.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._array.core.row_order import PERMUTED as PERMUTED
from ..._array.core.row_order import has_row_major_strides, note_layout
from ..._array.shape.strided import has_decreasing_strides, to_common_layout
from ..._ops.op import Op, layout_overloads

_ndarray = np.ndarray


def resolve_layout(result: Any, operands: Sequence[Any]) -> Any:
    """The result of an elementwise op on `operands` (arrays, numbers) in PyTorch's layout, recorded if it is not row-major."""
    if result.__class__ is not _ndarray or result.ndim < 2:
        return result
    shape = result.shape
    single = 1 in shape  # strides along such a dimension matter if operands are broadcast, though they are never used
    for a in operands:
        if a.__class__ is _ndarray and (not a.flags.c_contiguous or single and (
                a.shape != shape or not has_row_major_strides(a))):
            break
    else:
        return result
    if not single and result.flags.c_contiguous:  # e.g. slices of tensors in order, the most frequent operands with gaps
        for a in operands:
            if a.__class__ is _ndarray and not has_decreasing_strides(a, shape):
                break
        else:
            return result
    arrays = [a for a in operands if a.__class__ is _ndarray and a.ndim]
    if arrays and result.size > 1 and (single or len(arrays) > 1 or 0 in arrays[0].strides or _has_equal_strides(arrays[0])):
        result = to_common_layout(result, arrays, len(arrays) < len(operands))
    note_layout(result)
    return result


def _has_equal_strides(a: Any) -> bool:
    """Whether two dimensions have equal strides, as in a window whose elements overlap."""
    return len(set(a.strides)) < a.ndim


def resolve_gradient_layout(op: Op, g: Any, saved: Any, gradient: Any) -> Any:
    """The gradient that the formula of an elementwise op computed from `g` and saved values, in PyTorch's layout.

    An operand that is expanded along a dimension leaves its order to the others, operation by operation.
    """
    if gradient is g or gradient.__class__ is not _ndarray or g.__class__ is not _ndarray or gradient.ndim < 2:
        return gradient
    if op.gradient_layout == "own":
        return gradient
    if op.gradient_layout == "cotangent":
        return gradient if 0 in g.strides else resolve_layout(gradient, (g, gradient))
    operands = [v for v in saved if v.__class__ is _ndarray] if saved.__class__ is tuple else [saved]
    return resolve_layout(gradient, [*operands, g])


def layout_resolver(op: Op) -> Any:
    """What to do with the result of a one-tensor op, None for nothing: a copy keeps its own order, which is recorded."""
    return resolve_layout if op.elementwise else None if op.view else note_layouts


def note_layouts(result: Any, _operands: Any = ()) -> Any:
    """Record the result or results if they are not row-major."""
    for r in result if result.__class__ in (tuple, list) else (result,):
        note_layout(r)
    return result


def layout_overload(op: Op, a: Any, b: Any) -> Op:
    """The layouts of the factors of a matrix product, which decide the layout of their gradients."""
    if a.__class__ is not _ndarray or b.__class__ is not _ndarray:
        return op
    transposed = op.layout_formulas[1]  # type: ignore[index]
    first = _is_column_major(a)
    second = b.flags.c_contiguous if transposed and 1 not in b.shape else _is_column_major(b.T if transposed else b)
    return op if second is transposed and not first else layout_overloads(op)[first + 2 * second]


def _is_column_major(a: Any) -> bool:
    """Whether the matrix `a` is column-major. numpy calls a single row or column both; PyTorch compares both strides."""
    return a.strides == (a.itemsize, len(a) * a.itemsize) if 1 in a.shape else bool(a.flags.fnc)
