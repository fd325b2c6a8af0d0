"""Arrays without values: what a tensor of the meta device holds.

A `MetaArray` has a shape, strides, a dtype and an offset in a block of memory that is never allocated. It wraps an ordinary ndarray
over pages that the system reserves and does not provide until they are written, which they never are: they read as zeros. So a
kernel that makes a view of it makes the right view, and one that computes with it gives a result of the right shape and dtype.
"""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..shape.strided import dense_strides, memory_order, row_major
from . import shape_errors
from .conjugate import Unreadable
from .intp import ADDRESS_BITS_NOTE

if TYPE_CHECKING:
    import mmap

Array = np.ndarray[Any, np.dtype[Any]]

NO_DATA = "Cannot copy out of meta tensor; no data!"
NO_ITEM = "Tensor.item() cannot be called on meta tensors"


class MetaArray(Unreadable):
    """The array of a tensor without values (device="meta")."""

    __slots__ = ()
    is_meta_tensor = True

    def __init__(self, raw: Array) -> None:
        self.raw = raw

    def rewrap(self, raw: Array) -> MetaArray:
        """Another view of the same block."""
        return MetaArray(raw)

    def item(self) -> NoReturn:
        """Raise: there is no value."""
        if self.raw.size != 1:
            raise ValueError("more than one element")
        raise RuntimeError(NO_ITEM)

    def tolist(self) -> NoReturn:
        """Raise: there are no values."""
        raise NotImplementedError(NO_DATA)

    def __bool__(self) -> NoReturn:
        raise RuntimeError(NO_ITEM)

    def copy(self, order: str = "C") -> MetaArray:
        """A new block of the same layout, made dense where this one has gaps."""
        return make_meta_like(self.raw)


_PAGES: list[mmap.mmap | Array] = []


def _placeholder_block(nbytes: int) -> Array:
    """Bytes that read as 0 and take no memory. All blocks share one address; each is an object of its own."""
    if not nbytes:
        return np.empty(0, np.uint8)
    if not _PAGES or len(_PAGES[-1]) < nbytes:
        _PAGES.append(_reserve_addresses(nbytes))
    block = np.frombuffer(_PAGES[-1], np.uint8, nbytes)
    block.flags.writeable = False
    return block


def _reserve_addresses(nbytes: int) -> mmap.mmap | Array:
    """Reserve addresses, not pages; without mmap it is ordinary memory, which most systems provide when it is touched."""
    try:
        import mmap  # imported late: few programs use the meta device
    except ImportError:
        return np.zeros(nbytes, np.uint8)
    nbytes = max(nbytes, 1 << 30)
    if sys.platform == "win32":
        return mmap.mmap(-1, nbytes)
    unreserved = getattr(mmap, "MAP_NORESERVE", 0x4000) if sys.platform == "linux" else 0
    return mmap.mmap(-1, nbytes, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | unreserved)


def make_meta(shape: tuple[int, ...], dtype: Any, strides: tuple[int, ...] | None = None) -> MetaArray:
    """A new meta array; strides are in elements, by default those of a contiguous array."""
    steps = row_major(shape) if strides is None else strides
    count = 0 if 0 in shape else 1 + sum((n - 1) * s for n, s in zip(shape, steps, strict=True))
    item = np.dtype(dtype).itemsize
    try:
        return MetaArray(np.ndarray(shape, dtype, _placeholder_block(count * item), 0, tuple(s * item for s in steps)))
    except (OverflowError, MemoryError, OSError, ValueError) as error:  # there are not even enough addresses to reserve
        raise shape_errors.translate_dimension_error(error) or RuntimeError(
            f"Storage size calculation overflowed with sizes={list(shape)}{ADDRESS_BITS_NOTE}") from None


def make_meta_like(a: Array, dtype: Any = None) -> MetaArray:
    """A meta array with the layout of a dense copy of `a`: the dimensions keep their order in memory."""
    strides = None if not a.size or a.flags.c_contiguous else dense_strides(a.shape, memory_order(a))
    return make_meta(a.shape, a.dtype if dtype is None else dtype, strides)
