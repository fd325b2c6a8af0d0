"""Portable values as bytes: JSON for the structure, raw bytes for the elements, xz around both.

The same value gives the same bytes. Equal arrays are stored once, so that the method, the in-place and the `out=` variant of an op,
which have the same results as the function, cost next to nothing.
"""
from __future__ import annotations

import json
import lzma
from typing import Any

import numpy as np

from .portable import Named, Raised, Symbol, TensorRecord, contiguous_strides

#: numpy dtypes are written by these letters.
CODES = {np.dtype(name): name for name in ("bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64",
                                           "float16", "float32", "float64", "complex64", "complex128")}


class Writer:
    """Collects the arrays while a value becomes JSON."""

    def __init__(self) -> None:
        self.blobs: list[bytes] = []
        self.known: dict[bytes, int] = {}

    def array(self, data: np.ndarray) -> int:
        # The bytes of equal significance are grouped, which xz compresses far better.
        raw = np.ascontiguousarray(data).reshape(-1)
        packed = raw.view(np.uint8).reshape(raw.size, -1).T.tobytes() if raw.size else b""
        if packed not in self.known:
            self.known[packed] = len(self.blobs)
            self.blobs.append(packed)
        return self.known[packed]

    def encode(self, value: Any) -> Any:
        if value is None or isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, list):
            return [self.encode(v) for v in value]
        if isinstance(value, tuple):
            return {"(": [self.encode(v) for v in value]}
        if isinstance(value, dict):
            return {"{": [[k, self.encode(v)] for k, v in value.items()]}
        return self.encode_class(value)

    def encode_class(self, value: Any) -> Any:
        if isinstance(value, TensorRecord):
            strides = None if value.strides == contiguous_strides(value.shape) else value.strides
            return {"t": [value.dtype, CODES[value.data.dtype], value.shape, strides, self.array(value.data), int(value.requires_grad)]}
        if isinstance(value, Raised):
            return {"!": [value.type, value.message]}
        if isinstance(value, Symbol):
            return {"s": [value.kind, value.name]}
        if isinstance(value, Named):
            return {"n": [value.type, self.encode(value.items)]}
        if isinstance(value, complex):
            return {"c": [value.real, value.imag]}
        raise TypeError(f"cannot be recorded: {type(value).__name__}")


def dumps(value: Any) -> bytes:
    """The compressed bytes of a portable value."""
    writer = Writer()
    head = json.dumps([writer.encode(value), [len(b) for b in writer.blobs]], separators=(",", ":")).encode()
    return lzma.compress(len(head).to_bytes(8, "little") + head + b"".join(writer.blobs), preset=6)


class Reader:
    def __init__(self, blobs: list[bytes]) -> None:
        self.blobs = blobs

    def decode(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self.decode(v) for v in value]
        if not isinstance(value, dict):
            return value
        ((tag, content),) = value.items()
        return getattr(self, TAGS[tag])(content)

    def tensor(self, content: Any) -> TensorRecord:
        dtype, code, shape, strides, blob, requires_grad = content
        width = np.dtype(code).itemsize
        raw = np.frombuffer(self.blobs[blob], np.uint8).reshape(width, -1).T.tobytes()
        shape = tuple(shape)
        data = np.frombuffer(raw, code).reshape(shape)
        return TensorRecord(dtype, shape, contiguous_strides(shape) if strides is None else tuple(strides), data, bool(requires_grad))

    def tuple(self, content: Any) -> Any:
        return tuple([self.decode(v) for v in content])

    def dict(self, content: Any) -> Any:
        return {k: self.decode(v) for k, v in content}

    def raised(self, content: Any) -> Raised:
        return Raised(*content)

    def symbol(self, content: Any) -> Symbol:
        return Symbol(*content)

    def named(self, content: Any) -> Named:
        return Named(content[0], self.decode(content[1]))

    def complex(self, content: Any) -> complex:
        return complex(*content)


TAGS = {"t": "tensor", "(": "tuple", "{": "dict", "!": "raised", "s": "symbol", "n": "named", "c": "complex"}


def _opened(data: bytes) -> tuple[bytes, int, Any, list[int]]:
    """What `dumps` compressed, where its tensors begin, the structure that they are part of, and how long each is."""
    raw = lzma.decompress(data)
    start = 8 + int.from_bytes(raw[:8], "little")
    return raw, start, *json.loads(raw[8:start])


def keys(data: bytes, depth: int = 1) -> dict[str, Any]:
    """The keys of a recorded dict, and to some depth those of the dicts in it: without their values, of which most of the time goes."""
    def inside(structure: Any, depth: int) -> Any:
        return {key: inside(value, depth - 1) for key, value in structure["{"]} if depth else None

    found: dict[str, Any] = inside(_opened(data)[2], depth)
    return found


def loads(data: bytes) -> Any:
    """The value that `dumps` was given."""
    raw, start, structure, lengths = _opened(data)
    blobs = []
    for length in lengths:
        blobs.append(raw[start:start + length])
        start += length
    return Reader(blobs).decode(structure)
