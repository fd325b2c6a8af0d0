"""Tangents of another dtype than their primals, as PyTorch's formulas treat them. Imported when the first one is met."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._array.core.dtypes import promote_types
from ..._array.core.user_warnings import warn_imaginary_part_discarded
from ..call.kernel_errors import type_name
from ..messages import graph_messages, kernel_messages, level_messages


def check_dtypes(op: Any, primals: list[Any], tangents: list[Any]) -> None:
    """Refuse dtypes that the kernels in PyTorch's formulas do not take together."""
    tensors = [primals[i] for i in op.schema.tensor_positions]
    if op.tangent_dtype.startswith("rounded"):
        _refuse_complex(tensors, tangents)
    elif op.tangent_check == "exact" and primals[1] == "none" and tensors[0].dtype.itemsize == 4:
        _refuse_wide(tangents[0])
    elif op.tangent_check in _CHECKS:
        _CHECKS[op.tangent_check](tensors, tangents)


def in_tangent_dtype(op: Any, out: Any, tangent: Any) -> Any:
    """The tangent of a result in the dtype that PyTorch's formula gives it."""
    if tangent.dtype == out.dtype:
        return tangent
    if tangent.is_complex() and out.is_complex():
        return tangent.to(out.dtype) if _is_resolved(op) else tangent
    if not op.tangent_dtype or op.tangent_dtype == "rounded by kind" and not tangent.is_complex():
        return tangent
    if tangent.is_complex():
        warn_imaginary_part_discarded()
        tangent = tangent.real
    return tangent.to(out.dtype)


def _is_resolved(op: Any) -> bool:
    """Whether PyTorch's tangent is a lazy conjugate that is resolved into the result's dtype, or written into such a tensor."""
    return op.kind == "elementwise" and len(op.schema.tensor_positions) == 1 or op.tangent_dtype not in ("", "real part, unresolved")


def _refuse_complex(primals: list[Any], tangents: list[Any]) -> None:
    dtype = primals[0]._array.dtype
    for tangent in tangents:
        if tangent is not None and tangent.is_complex() and dtype.kind != "c":
            found = promote_types(tangent._array.dtype, dtype)
            raise graph_messages.cannot_cast(type_name(found), type_name(dtype))


def _refuse_wide(tangent: Any) -> None:
    """PyTorch computes the exact gelu of float32 with a library without a wider dtype."""
    if tangent.dtype.itemsize > 4:
        raise level_messages.unsupported_tangent_dtype(tangent._array.dtype)


def _product_terms(primals: list[Any], tangents: list[Any]) -> list[tuple[Any, Any]]:
    """The products that make up the tangent of a product, in PyTorch's order: from the last."""
    left, right = primals[:2]
    return [(a, b) for a, b in ((left, tangents[1]), (tangents[0], right)) if a is not None and b is not None]


def _check_product(primals: list[Any], tangents: list[Any]) -> None:
    for a, b in _product_terms(primals, tangents):
        if a.dtype != b.dtype:
            raise level_messages.matmul_dtype_mismatch(a._array.dtype, b._array.dtype)


def _check_convolution(primals: list[Any], tangents: list[Any]) -> None:
    for a, b in _product_terms(primals, tangents):
        if a.is_complex() and not b.is_complex():
            raise kernel_messages.no_kernel("slow_conv2d_cpu", a._array.dtype)
        if a.dtype != b.dtype:
            raise level_messages.scalar_type_mismatch(a._array.dtype, b._array.dtype)


def _check_lerp(primals: list[Any], tangents: list[Any]) -> None:
    start, end = (p if t is None else t for p, t in zip(primals[:2], tangents, strict=False))
    if start.dtype != end.dtype:
        raise level_messages.lerp_dtype_mismatch(start._array.dtype, end._array.dtype)


def _check_same_dtype(primals: list[Any], tangents: list[Any]) -> None:
    for primal, tangent in zip(primals, tangents, strict=False):
        if tangent is not None and tangent.dtype != primal.dtype:
            raise level_messages.unexpected_dtype(tangent._array.dtype, primal._array.dtype)


def _check_entropy(primals: list[Any], tangents: list[Any]) -> None:
    tangent, expected = tangents[0], primals[0]._array.dtype
    if tangent is not None and tangent._array.dtype != expected:
        promoted = promote_types(tangent._array.dtype, expected) if tangent.is_complex() else tangent._array.dtype
        raise level_messages.unexpected_dtype(expected, promoted)


#: The checks that entries refer to (`tangent_check`).
_CHECKS: dict[str, Callable[[list[Any], list[Any]], None]] = {
    "product": _check_product, "convolutions": _check_convolution, "interpolation": _check_lerp, "written": _check_same_dtype,
    "entropy": _check_entropy,
}
