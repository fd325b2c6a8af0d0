"""`torch.testing._internal.common_dtype`: sets of dtypes."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import minitorch_compat as _torch

torch: Any = _torch  # includes dtype placeholders, unknown to type checkers

Dtypes = tuple[Any, ...]


class _dispatch_dtypes(tuple[Any, ...]):
    """A tuple of dtypes that keeps its type under addition."""

    __slots__ = ()

    def __add__(self, other: Any) -> _dispatch_dtypes:
        if not isinstance(other, tuple):
            raise AssertionError(f"Expected other to be a tuple, got {type(other)}")
        return _dispatch_dtypes((*self, *other))


def _validate_dtypes(*dtypes: Any) -> Dtypes:
    for dtype in dtypes:
        if not isinstance(dtype, torch.dtype):
            raise AssertionError(f"Expected dtype to be torch.dtype, got {type(dtype)}")
    return dtypes


def _constant_dtypes(*dtypes: Any) -> Callable[[], _dispatch_dtypes]:
    these = _dispatch_dtypes(dtypes)
    return lambda: these


def _extended_by(some: Callable[[], _dispatch_dtypes]) -> Callable[..., _dispatch_dtypes]:
    return lambda *dtypes: some() + _validate_dtypes(*dtypes)


_FLOATS = (torch.float32, torch.float64)
_INTEGERS = (torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64)
_COMPLEX = (torch.complex64, torch.complex128)
_FLOAT8 = (torch.float8_e4m3fn, torch.float8_e4m3fnuz, torch.float8_e5m2, torch.float8_e5m2fnuz)

empty_types = _constant_dtypes()
floating_types = _constant_dtypes(*_FLOATS)
floating_types_and_half = _constant_dtypes(*_FLOATS, torch.half)
floating_and_complex_types = _constant_dtypes(*_FLOATS, *_COMPLEX)
double_types = _constant_dtypes(torch.float64, torch.complex128)
integral_types = _constant_dtypes(*_INTEGERS)
all_types = _constant_dtypes(*_FLOATS, *_INTEGERS)
all_types_and_half = _constant_dtypes(*_FLOATS, *_INTEGERS, torch.half)
complex_types = _constant_dtypes(*_COMPLEX)
all_types_and_complex = _constant_dtypes(*_FLOATS, *_INTEGERS, *_COMPLEX)
all_mps_types = _constant_dtypes(torch.float32, torch.half, torch.bfloat16, *_INTEGERS)
float8_types = _constant_dtypes(*_FLOAT8)

floating_types_and = _extended_by(floating_types)
floating_and_complex_types_and = _extended_by(floating_and_complex_types)
integral_types_and = _extended_by(integral_types)
all_types_and = _extended_by(all_types)
complex_types_and = _extended_by(complex_types)
all_types_and_complex_and = _extended_by(all_types_and_complex)
all_mps_types_and = _extended_by(all_mps_types)
float8_types_and = _extended_by(float8_types)
all_types_complex_float8_and = _extended_by(_constant_dtypes(*_FLOATS, *_INTEGERS, *_COMPLEX, *_FLOAT8))
custom_types = _extended_by(empty_types)

float_to_corresponding_complex_type_map = {torch.float16: torch.complex32, torch.float32: torch.complex64, torch.float64: torch.complex128}


def get_all_dtypes(include_half: bool = True, include_bfloat16: bool = True, include_bool: bool = True, include_complex: bool = True,
                   include_complex32: bool = False, include_qint: bool = False) -> list[Any]:
    """All dtypes except wide unsigned integers and those excluded."""
    return [*_INTEGERS, *get_all_fp_dtypes(include_half, include_bfloat16), *([torch.bool] if include_bool else []),
            *(get_all_complex_dtypes(include_complex32) if include_complex else []), *(get_all_qint_dtypes() if include_qint else [])]


def get_all_math_dtypes(device: str) -> list[Any]:
    """The dtypes that support arithmetic on a device."""
    return [*_INTEGERS, *get_all_fp_dtypes(device.startswith("cuda"), False), *_COMPLEX]


def get_all_complex_dtypes(include_complex32: bool = False) -> list[Any]:
    """Complex dtypes."""
    return [*([torch.complex32] if include_complex32 else []), *_COMPLEX]


def get_all_int_dtypes() -> list[Any]:
    """Integers."""
    return list(_INTEGERS)


def get_all_fp_dtypes(include_half: bool = True, include_bfloat16: bool = True) -> list[Any]:
    """Floating dtypes."""
    return [*_FLOATS, *([torch.float16] if include_half else []), *([torch.bfloat16] if include_bfloat16 else [])]


def get_all_qint_dtypes() -> list[Any]:
    """Quantized dtypes, for which there are no tensors here."""
    return [torch.qint8, torch.quint8, torch.qint32, torch.quint4x2, torch.quint2x4]


def highest_precision_float(device: Any) -> Any:
    """float64, but not on MPS."""
    return torch.float32 if torch.device(device).type == "mps" else torch.float64


def highest_precision_complex(device: Any) -> Any:
    """complex128, but not on MPS."""
    return torch.complex64 if torch.device(device).type == "mps" else torch.complex128
