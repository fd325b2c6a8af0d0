"""Errors of kernels, said as PyTorch says them. Only reached when a call has failed."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._ops.op import Op
from .tensor import TensorBase


def explain(op: Op, args: tuple[Any, ...], error: Exception) -> Exception:
    """The exception to raise for a kernel's `error`."""
    text = str(error)
    if "broadcast" in text or "mismatch" in text.lower() and "operand" in text:
        return RuntimeError(broadcast_message([a.array.shape for a in args if isinstance(a, TensorBase)]) or text)
    if isinstance(error, OverflowError):
        return RuntimeError(f"{op.name}(): value cannot be converted without overflow: {text}")
    return error


def broadcast_message(shapes: list[tuple[int, ...]]) -> str | None:
    """PyTorch's text for the first dimension, from the right, in which two shapes do not fit."""
    known: tuple[int, ...] = ()
    for shape in shapes:
        for back in range(1, min(len(known), len(shape)) + 1):
            a, b = known[-back], shape[-back]
            if a != b and a != 1 and b != 1:
                dim = max(len(known), len(shape)) - back
                return (f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}")
        longer, shorter = (known, shape) if len(known) >= len(shape) else (shape, known)
        head = len(longer) - len(shorter)
        known = longer[:head] + tuple(b if a == 1 else a for a, b in zip(longer[head:], shorter, strict=True))
    return None


def refusal(op: Op, dtype: np.dtype[Any]) -> Exception:
    """The exception for a dtype that an op has no kernel for."""
    text = op.refusals.get(dtype.kind)
    if text is not None:
        return RuntimeError(text)
    if op.name in _ROUNDINGS and dtype.kind == "c":
        return NotImplementedError(f"{op.name} is not supported for complex inputs")
    return NotImplementedError(f"\"{_KERNELS.get(op.name, op.name)}_cpu\" not implemented for '{type_name(dtype)}'")


_ROUNDINGS = frozenset({"floor", "ceil", "trunc"})
#: Names that PyTorch's kernels have in these errors, where they are not those of the ops.
_KERNELS = {"floor": "floor_vml", "ceil": "ceil_vml", "trunc": "trunc_vml", "round": "round_vml", "amin": "min_values",
            "amax": "max_values", "logcumsumexp": "logcumsumexp_out"}


_SCALAR_NAMES = {"bool": "Bool", "uint8": "Byte", "int8": "Char", "int16": "Short", "int32": "Int", "int64": "Long", "float16": "Half",
                 "float32": "Float", "float64": "Double", "bfloat16": "BFloat16", "complex64": "ComplexFloat",
                 "complex128": "ComplexDouble", "uint16": "UInt16", "uint32": "UInt32", "uint64": "UInt64"}


def type_name(dtype: np.dtype[Any]) -> str:
    """`Float`, `Long`: the names that PyTorch's messages use."""
    return _SCALAR_NAMES[dtype.name]
