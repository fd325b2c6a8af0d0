"""Files of the safetensors format: the length of a header in JSON, the header, and the bytes of each tensor, of which nothing is run.

https://huggingface.co/docs/safetensors/index#format
"""
from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np

from .._dispatch import dtype as _d
from .._dispatch.wrapping import wrap

#: The format's names of dtypes that are not those of torch in short, as F32 and I64 are.
_NAMES = {"BOOL": "bool", "BF16": "bfloat16", "C64": "complex64", "F8_E4M3": "float8_e4m3fn", "F8_E4M3FNUZ": "float8_e4m3fnuz",
          "F8_E5M2": "float8_e5m2", "F8_E5M2FNUZ": "float8_e5m2fnuz"}
_NAMES |= {f"{letter}{bits}": f"{kind}{bits}" for letter, kind in (("F", "float"), ("I", "int"), ("U", "uint"))
           for bits in (8, 16, 32, 64) if (letter, bits) != ("F", 8)}


def load_safetensors(path: str) -> dict[str, Any]:
    """The tensors of a file by their names, in the order of their bytes; RuntimeError if it is not one."""
    with open(path, "rb") as file:
        end = file.seek(0, 2)
        file.seek(0)
        length = int.from_bytes(file.read(8), "little")
        if length > end - 8:
            raise _malformed(path, f"its header of {length} bytes does not fit in {end}")
        try:
            header = json.loads(file.read(length))
            header.pop("__metadata__", None)
            entries = sorted(header.items(), key=lambda entry: entry[1]["data_offsets"])
            _check_contiguous([entry["data_offsets"] for _, entry in entries])
            return {name: _read(file, 8 + length, end, **entry) for name, entry in entries}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise _malformed(path, f"{type(error).__name__} {error}") from error


def _malformed(path: str, reason: str) -> RuntimeError:
    return RuntimeError(f"{path} is not a file of the safetensors format: {reason}")


def _check_contiguous(offsets: list[Any]) -> None:
    """Refuse tensors that share bytes, which could take any multiple of the file's size, and gaps, as the format's own library does."""
    reached = 0
    for first, last in offsets:
        if first != reached:
            raise ValueError(f"a tensor begins at byte {first} and not behind the one before, at {reached}")
        reached = last


def _read(file: Any, start: int, end: int, dtype: str, shape: list[int], data_offsets: tuple[int, int]) -> Any:
    """One tensor, whose bytes begin after `start`."""
    first, last = data_offsets
    stored = _d.foreign(_NAMES[dtype]).numpy
    if not 0 <= first <= last <= end - start or min(shape, default=0) < 0:
        raise ValueError(f"bytes {first} to {last} are not in the file")
    block = np.empty(last - first, np.uint8)
    file.seek(start + first)
    file.readinto(block)
    array = block.view(stored)
    if sys.byteorder == "big":
        array.byteswap(inplace=True)
    return wrap(array.reshape(shape))
