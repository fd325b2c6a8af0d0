"""Values that both sides can read: tensors, errors and torch's constants without torch.

`snapshot` converts the result of a call to this form, `build` converts it to arguments of a call. Everything the suite records and
compares is in it, so a recorded outcome and a fresh one are the same kind of thing.
"""
from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

#: Dtypes that numpy lacks: the bits are stored as integers of the same width.
BITS = {"bfloat16": "int16", "complex32": "int32"}


@dataclass(slots=True)
class TensorRecord:
    """A tensor: metadata, and its elements in row-major order."""

    dtype: str
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    data: np.ndarray
    requires_grad: bool = False


@dataclass(slots=True, frozen=True)
class Raised:
    """An exception instead of a value."""

    type: str
    message: str


@dataclass(slots=True, frozen=True)
class Symbol:
    """A constant of torch (`float32`, `channels_last`), a device, or a Python object represented by its name."""

    kind: str
    name: str


@dataclass(slots=True, frozen=True)
class Named:
    """A named tuple or another sequence type that is part of the outcome."""

    type: str
    items: tuple[Any, ...]


class BrokenCase(BaseException):
    """An error of the suite itself, which must not be taken for an outcome."""


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Strides in elements of a row-major tensor, as torch counts them."""
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= max(size, 1)
    return tuple(reversed(strides))


def exception(error: BaseException) -> Raised:
    """An exception by the name of its nearest class common to both sides."""
    # Without addresses, and without the stack of C++ frames in some messages, which has paths.
    return Raised(type(error).__name__, re.sub(r" at 0x\w+", " at 0x", str(error).partition("\nException raised from")[0]))


def snapshot(torch: Any, value: Any) -> Any:
    """The portable form of a value."""
    if isinstance(value, torch.Tensor):
        return tensor_record(torch, value) if value.layout == torch.strided else Symbol("layout", str(value.layout))
    if value is None or isinstance(value, (bool, int, float, complex, str)):
        return plain(value)
    if isinstance(value, torch.Size):
        return Named("Size", tuple(value))
    if isinstance(value, tuple):
        items = tuple(snapshot(torch, v) for v in value)
        return items if type(value) is tuple else Named(type(value).__name__, items)
    if isinstance(value, list):
        return [snapshot(torch, v) for v in value]
    if isinstance(value, dict):
        return {k if isinstance(k, str) else repr(k): snapshot(torch, v) for k, v in value.items()}
    if isinstance(value, BaseException):
        return exception(value)
    return symbol(torch, value)


def plain(value: Any) -> Any:
    """Numbers and strings of Python's own classes; instances of subclasses become symbols."""
    for kind in (bool, int, float, complex, str):
        if type(value) is kind:
            return value
    return None if value is None else Symbol(type(value).__name__, str(value))


def symbol(torch: Any, value: Any) -> Any:
    if isinstance(value, (torch.dtype, torch.layout, torch.memory_format)):
        return Symbol("torch", str(value).removeprefix("torch."))
    if isinstance(value, torch.device):
        return Symbol("device", str(value))
    if isinstance(value, slice):
        return Symbol("slice", repr((value.start, value.stop, value.step)))
    if value is Ellipsis:
        return Symbol("Ellipsis", "")
    if isinstance(value, np.ndarray):
        return Symbol("ndarray", f"{value.dtype} {value.tolist()}")
    return Symbol("object", type(value).__name__)


def tensor_record(torch: Any, tensor: Any) -> TensorRecord:
    dtype = str(tensor.dtype).removeprefix("torch.")
    detached = tensor.detach()
    if getattr(detached, "_is_zerotensor", bool)():
        detached = detached.clone()  # PyTorch's lazily zero tensors have no memory to read
    if detached.is_conj() or detached.is_neg():
        detached = detached.resolve_conj().resolve_neg()
    if dtype in BITS:
        detached = detached.contiguous().view(getattr(torch, BITS[dtype]))
    data = np.ascontiguousarray(detached.numpy()).reshape(tuple(tensor.shape)).copy()
    return TensorRecord(dtype, tuple(tensor.shape), tuple(tensor.stride()), data, bool(tensor.requires_grad))


def build(torch: Any, value: Any) -> Any:
    """The value on one side: fresh tensors without gradient."""
    if isinstance(value, TensorRecord):
        return build_tensor(torch, value)
    if isinstance(value, tuple):
        return tuple(build(torch, v) for v in value)
    if isinstance(value, list):
        return [build(torch, v) for v in value]
    if isinstance(value, dict):
        return {k: build(torch, v) for k, v in value.items()}
    if isinstance(value, Named):
        return torch.Size(value.items)
    if isinstance(value, Symbol):
        return build_symbol(torch, value)
    return value


def build_symbol(torch: Any, value: Symbol) -> Any:
    if value.kind == "torch":
        return getattr(torch, value.name)
    if value.kind == "device":
        return torch.device(value.name)
    if value.kind == "slice":
        return slice(*(None if part.strip() == "None" else int(part) for part in value.name.strip("()").split(",")))
    if value.kind == "Ellipsis":
        return ...
    raise TypeError(f"no way to build {value}")


def build_tensor(torch: Any, record: TensorRecord) -> Any:
    """A fresh tensor with the recorded strides."""
    if not isinstance(record.data, np.ndarray) or record.data.shape != record.shape:
        raise BrokenCase(f"not an array of shape {record.shape}: {record.data!r}")
    if not record.data.size:
        # numpy chooses the strides of arrays without elements.
        tensor = torch.empty_strided(record.shape, record.strides, dtype=getattr(torch, BITS.get(record.dtype, record.dtype)))
    elif record.strides == contiguous_strides(record.shape):
        tensor = torch.from_numpy(record.data.copy())
    else:
        span = 1 + sum((n - 1) * s for n, s in zip(record.shape, record.strides)) if record.data.size else 0
        storage = np.zeros(span, record.data.dtype)
        view = np.lib.stride_tricks.as_strided(storage, record.shape, tuple(s * storage.itemsize for s in record.strides))
        view[...] = record.data
        tensor = torch.from_numpy(storage).as_strided(record.shape, record.strides)
    return tensor.view(getattr(torch, record.dtype)) if record.dtype in BITS else tensor


def tensors_in(value: Any) -> Iterator[TensorRecord]:
    """The tensor records in a value, in order."""
    if isinstance(value, TensorRecord):
        yield value
    elif isinstance(value, (tuple, list)):
        for item in value:
            yield from tensors_in(item)
    elif isinstance(value, Named):
        yield from tensors_in(value.items)
    elif isinstance(value, dict):
        for item in value.values():
            yield from tensors_in(item)


def map_tensors(function: Callable[[Any], Any], value: Any, kind: type) -> Any:
    """The value with every tensor of the given class replaced."""
    if isinstance(value, kind):
        return function(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*(map_tensors(function, v, kind) for v in value))
    if isinstance(value, (tuple, list)):
        return type(value)(map_tensors(function, v, kind) for v in value) if type(value) in (tuple, list) else value
    if isinstance(value, dict):
        return {k: map_tensors(function, v, kind) for k, v in value.items()}
    return value


def flat_tensors(torch: Any, value: Any) -> list[Any]:
    """Real tensors in a value, in order."""
    found: list[Any] = []
    if isinstance(value, torch.Tensor):
        return [value]
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, (tuple, list)):
        for item in value:
            found.extend(flat_tensors(torch, item))
    return found
