"""DLPack types that numpy does not export, bfloat16 and 8-bit floats: capsules of integers with another type code.

The structures are documented at https://dmlc.github.io/dlpack/latest/c_api.html#c-api-for-dlpack.
"""
from __future__ import annotations

import ctypes
import enum
from typing import Any

import numpy as np

from ..._dispatch import dtype as _d


class DLDeviceType(enum.IntEnum):
    """Device types as numbered by the standard."""

    __module__ = "minitorch_compat.utils.dlpack"

    kDLCPU = 1
    kDLCUDA = 2
    kDLCUDAHost = 3
    kDLOpenCL = 4
    kDLVulkan = 7
    kDLMetal = 8
    kDLVPI = 9
    kDLROCM = 10
    kDLROCMHost = 11
    kDLExtDev = 12
    kDLCUDAManaged = 13
    kDLOneAPI = 14
    kDLWebGPU = 15
    kDLHexagon = 16
    kDLMAIA = 17

#: DLPack's type code -> dtype name.
_TYPES = {4: "bfloat16", 10: "float8_e4m3fn", 11: "float8_e4m3fnuz", 12: "float8_e5m2", 13: "float8_e5m2fnuz"}
_CODES = {name: code for code, name in _TYPES.items()}
_UNSIGNED = 1
_WORD = ctypes.sizeof(ctypes.c_void_p)
#: Capsule's name -> offset of the tensor in its structure: after the version, the manager's context, the deleter and the flags.
_TENSOR_OFFSET = {b"dltensor": 0, b"dltensor_versioned": 8 + 2 * _WORD + 8}
#: Offset of the type code in the tensor: after the address, the device and the number of dimensions.
_TYPE_OFFSET = _WORD + 8 + 4


def _type_code(capsule: Any) -> Any:
    """The type code in a capsule, readable and writable; ValueError for a capsule that was consumed."""
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    api.PyCapsule_GetPointer.restype, api.PyCapsule_GetPointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    name = api.PyCapsule_GetName(capsule)
    if name not in _TENSOR_OFFSET:
        raise ValueError("a capsule that has been taken out")
    return ctypes.c_uint8.from_address(api.PyCapsule_GetPointer(capsule, name) + _TENSOR_OFFSET[name] + _TYPE_OFFSET)


def export_capsule(array: Any, **request: Any) -> Any:
    """The capsule of an array of one of these types."""
    capsule = array.view(np.dtype(f"u{array.dtype.itemsize}")).__dlpack__(**request)
    _type_code(capsule).value = _CODES[array.dtype.name]
    return capsule


def retype_as_integers(capsule: Any) -> np.dtype[Any] | None:
    """Change the type code of a capsule of these types to integers, for numpy; return the dtype to view them as (None for others)."""
    code = _type_code(capsule)
    if code.value not in _TYPES:
        return None
    found = _d.foreign(_TYPES[code.value]).numpy
    code.value = _UNSIGNED
    return found
