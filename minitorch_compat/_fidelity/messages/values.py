"""Errors about dtypes, sizes and attributes of tensors."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.dtypes import scalar_name


def is_signed_of_bits() -> RuntimeError:
    """`is_signed` of a dtype of bits."""
    return RuntimeError("Bits types are undefined")


def is_signed_of_quantized(dtype: Any) -> RuntimeError:
    """`is_signed` of a quantized dtype."""
    return RuntimeError(f"isSignedType not supported for quantized types like {dtype}")


def no_complex_dtype(dtype: np.dtype[Any]) -> RuntimeError:
    """A dtype that has no complex counterpart."""
    return RuntimeError(f"Unknown Complex ScalarType for {scalar_name(dtype)}")


def unsupported_array_type(kind: type) -> TypeError:
    """An array of a type that no tensor has."""
    return TypeError(f"can't convert np.ndarray of type {kind.__module__}.{kind.__name__}. The only supported types are: float64, float32, "
                     "float16, complex64, complex128, int64, int32, int16, int8, uint64, uint32, uint16, uint8, and bool.")


def not_a_dtype(value: Any) -> TypeError:
    """A value that is no dtype."""
    return TypeError(f"argument 'dtype' must be torch.dtype, not {type(value).__name__}")


def invalid_default_dtype(value: Any) -> TypeError:
    """A default dtype that is not floating, or no dtype."""
    start = "" if value else "invalid dtype object: "
    return TypeError(f"{start}only floating-point types are supported as the default type")


def size_item_not_int(place: int, value: Any) -> TypeError:
    """An element of a size that is no int."""
    return TypeError(f"torch.Size() takes an iterable of 'int' (item {place} is '{type(value).__name__}')")


def size_plus_non_tuple(other: Any) -> TypeError:
    """The sum of a size and something else than a tuple."""
    return TypeError(f"can only concatenate tuple (not {type(other).__name__}) to torch.Size")


def size_times_non_int(count: Any) -> TypeError:
    """The product of a size and something else than an int."""
    return TypeError(f"can't multiply sequence by non-int of type '{type(count).__name__}'")


def version_of_inference_tensor() -> RuntimeError:
    """The version counter of an inference tensor."""
    return RuntimeError("Inference tensors do not track version counter.")


def not_writable(name: str) -> AttributeError:
    """Assignment to a read-only attribute of tensors."""
    return AttributeError(f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable")
