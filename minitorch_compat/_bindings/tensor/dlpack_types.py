"""Types that DLPack has and numpy's capsules have not, bfloat16 and floats of 8 bits: capsules of integers that tell another type.

https://dmlc.github.io/dlpack/latest/c_api.html#c-api-for-dlpack gives the structures.
"""
from __future__ import annotations

import ctypes
from typing import Any

import numpy as np

from ..._dispatch import dtype as _d

#: DLPack's number of a type -> ours.
_TYPES = {4: "bfloat16", 10: "float8_e4m3fn", 11: "float8_e4m3fnuz", 12: "float8_e5m2", 13: "float8_e5m2fnuz"}
_CODES = {name: code for code, name in _TYPES.items()}
_UNSIGNED = 1
_WORD = ctypes.sizeof(ctypes.c_void_p)
#: Where the tensor lies in what a capsule of that name points to, behind the version, the manager's context, the deleter and the flags.
_TENSOR_AT = {b"dltensor": 0, b"dltensor_versioned": 8 + 2 * _WORD + 8}
#: And the type in that, behind the address, the device and the number of dimensions.
_TYPE_AT = _WORD + 8 + 4


def _type_of(capsule: Any) -> Any:
    """The number of the type that a capsule tells, to be read and written; ValueError for a capsule that has been taken out."""
    api = ctypes.pythonapi
    api.PyCapsule_GetName.restype, api.PyCapsule_GetName.argtypes = ctypes.c_char_p, [ctypes.py_object]
    api.PyCapsule_GetPointer.restype, api.PyCapsule_GetPointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    name = api.PyCapsule_GetName(capsule)
    if name not in _TENSOR_AT:
        raise ValueError("a capsule that has been taken out")
    return ctypes.c_uint8.from_address(api.PyCapsule_GetPointer(capsule, name) + _TENSOR_AT[name] + _TYPE_AT)


def exported(array: Any, **request: Any) -> Any:
    """The capsule of an array of one of these types."""
    capsule = array.view(np.dtype(f"u{array.dtype.itemsize}")).__dlpack__(**request)
    _type_of(capsule).value = _CODES[array.dtype.name]
    return capsule


def taken_as_integers(capsule: Any) -> np.dtype[Any] | None:
    """Make a capsule of one of these types one of integers, which numpy takes; the type that they are to be read as, None for any other."""
    code = _type_of(capsule)
    if code.value not in _TYPES:
        return None
    found = _d.foreign(_TYPES[code.value]).numpy
    code.value = _UNSIGNED
    return found
