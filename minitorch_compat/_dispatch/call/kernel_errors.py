"""Errors of kernels in PyTorch's words. Only reached when a call has failed."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core import shape_errors
from ..._array.core.dtypes import require_kernel, scalar_name
from ..._ops.op import Op
from ..messages import kernel_messages
from ..tensor import TensorBase


def to_torch_error(op: Op, args: tuple[Any, ...], error: Exception) -> Exception:
    """The exception to raise for a kernel's `error`."""
    text = str(error)
    if (dimensions := shape_errors.translate_dimension_error(error)) is not None:
        return dimensions
    if "broadcast" in text or "core dimension" in text:
        return RuntimeError(broadcast_message([a._array.shape for a in args if isinstance(a, TensorBase)]) or text)
    if isinstance(error, OverflowError):
        if text in ("int too big to convert", "can't convert negative int to unsigned"):
            return error  # which already has PyTorch's words
        overflow: RuntimeError = kernel_messages.overflow(op.name, text)
        return overflow
    return error


def out_of_memory(error: MemoryError) -> RuntimeError:
    """PyTorch's message for memory that cannot be allocated."""
    raised: RuntimeError = kernel_messages.out_of_memory(error)
    return raised


def broadcast_message(shapes: list[tuple[int, ...]]) -> str | None:
    """PyTorch's message for the first dimension, from the right, in which two shapes cannot be broadcast."""
    sizes: list[int] = []  # from the right
    for shape in shapes:
        for back, b in enumerate(shape[::-1]):
            if back == len(sizes):
                sizes.append(b)
            elif (a := sizes[back]) == 1:
                sizes[back] = b
            elif b != a and b != 1:
                dim = max(len(sizes), len(shape)) - back - 1
                return f"The size of tensor a ({a}) must match the size of tensor b ({b}) at non-singleton dimension {dim}"
    return None


def check_unsigned(op: Op, values: list[Any], dtype: np.dtype[Any]) -> None:
    """Refuse a call on arrays, some of them of a wide unsigned `dtype`, and attributes, if PyTorch has no kernel."""
    missing = op.unsigned
    if missing is None or missing.answers_single and not values[0].ndim or (
            missing.answers_empty and any(isinstance(v, np.ndarray) and not v.size for v in values)):
        return
    label: Any = missing.label or op.kernel_label or f"{op.name}_cpu"
    if not isinstance(label, str):
        label = label(*values)
    if label is not None:
        require_kernel(label, dtype)


def refusal(op: Op, dtype: np.dtype[Any], args: tuple[Any, ...] = ()) -> Exception:
    """The exception for a dtype that an op has no kernel for."""
    text = op.refusals.get(dtype.kind)
    if text is not None:
        return RuntimeError(text)
    label: Any = op.kernel_label
    if label.__class__ is not str:
        if args and args[0]._array.dtype.kind != "c":  # another argument is complex, so the kernel refuses
            mismatched: NotImplementedError = kernel_messages.no_kernel(label(*args), dtype)
            return mismatched
        label = ""
    if dtype.kind == "c" and op.complex_refusal:
        return NotImplementedError(op.complex_refusal)
    error: NotImplementedError = kernel_messages.no_kernel(label or f"{op.name}_cpu", dtype)
    return error


type_name = scalar_name
