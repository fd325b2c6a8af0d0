"""Errors of kernels: dtypes, shapes, memory."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..._array.core.dtypes import scalar_name


def no_kernel(label: str, dtype: np.dtype[Any]) -> NotImplementedError:
    """A dtype for which an op has no kernel."""
    return NotImplementedError(f"\"{label}\" not implemented for '{scalar_name(dtype)}'")


def overflow(name: str, text: str) -> RuntimeError:
    """A number outside the range of the dtype; `text` is Python's message."""
    return RuntimeError(f"{name}(): value cannot be converted without overflow: {text}")


def out_of_memory(error: MemoryError) -> RuntimeError:
    """Memory that could not be allocated."""
    shape, dtype = getattr(error, "shape", ()), getattr(error, "dtype", None)
    wanted = "" if dtype is None else f": you tried to allocate {math.prod(shape) * dtype.itemsize} bytes"
    return RuntimeError(f"DefaultCPUAllocator: can't allocate memory{wanted}. Error code 12 (Cannot allocate memory)")


def subtract_bools(both: bool) -> RuntimeError:
    """A subtraction of bools: of two, or of one and a number."""
    operands, instead = (("two bool tensors", "Use the `^` or `logical_xor()` operator instead.") if both else
                         ("a bool tensor", "If you are trying to invert a mask, use the `~` or `logical_not()` operator instead."))
    return RuntimeError(f"Subtraction, the `-` operator, with {operands} is not supported. {instead}")


def negative_integer_power() -> RuntimeError:
    """An integer to a negative integer power."""
    return RuntimeError("Integers to negative integer powers are not allowed.")


def addcdiv_of_integers() -> RuntimeError:
    """`addcdiv` of integers only."""
    return RuntimeError(
        "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true division of "
        "tensor1 and tensor2. The historic addcdiv behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2))"
        ".to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float inputs. The future addcdiv "
        "behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all dtypes.")


def gradient_of_integers(dtype: np.dtype[Any]) -> RuntimeError:
    """A result whose dtype has no gradient."""
    return RuntimeError(f"Autograd not support dtype: {scalar_name(dtype)}")


def mixed_half_precision() -> RuntimeError:
    """Autocast meets another half precision than its own, before it meets float32."""
    return RuntimeError("Unexpected floating ScalarType in at::autocast::prioritize")
