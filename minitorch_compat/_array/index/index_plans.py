"""Plans of all indices that `indexing` has no fast path for, and the errors for invalid ones."""
from __future__ import annotations

from operator import index as as_int
from types import EllipsisType
from typing import Any

import numpy as np

from ..core.dtypes import bool_, int64
from ..core.user_warnings import warn
from ..exchange.parsing import parse
from ..exchange.type_names import value_type_name
from .indexing import ALL, Advanced, Array, Plan, int_index_error

_INTEGERS = ("int64", "int32")


def make_plan(index: Any, shape: tuple[int, ...]) -> Plan:
    items = [_normalize_item(item) for item in _split_items(index)]
    consumed = sum(map(_dims_consumed, items))
    if consumed > len(shape):
        if isinstance(index, slice):
            raise IndexError("slice() cannot be applied to a 0-dim tensor.")
        raise IndexError(f"too many indices for tensor of dimension {len(shape)}")
    return _PlanBuilder(shape, len(shape) - consumed).build(items)


def _split_items(index: Any) -> tuple[Any, ...]:
    if isinstance(index, tuple):
        return index
    if isinstance(index, (list, str)) and len(index) < 32 and any(map(_is_tuple_item, index)):
        warn("Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed "
             "in pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as tensor index, "
             "x[torch.tensor(seq)], which will result either in an error or a different result")
        return tuple(index)
    return (index,)


def _is_tuple_item(item: Any) -> bool:
    return item is None or item is ... or isinstance(item, (slice, list, tuple, range, str, bytes, bytearray, memoryview, np.ndarray))


def _normalize_item(item: Any) -> Any:
    """An item as int, slice, None, Ellipsis, bool, mask or int64 array."""
    if item is None or item is ... or isinstance(item, (bool, slice)):
        return item
    if isinstance(item, np.ndarray):
        return _normalize_array(item)
    if isinstance(item, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(item).__name__}'")
    if isinstance(item, (list, tuple, range, bytearray, memoryview)):
        if odd := next((v for v in item if isinstance(v, (str, bytes))), None):
            raise TypeError(f"new(): invalid data type '{type(odd).__name__}'")
        array = parse(item if not isinstance(item, (bytearray, memoryview)) else list(item), None, _array_or_none)
        if array.dtype.kind == "c":
            raise TypeError("'complex' object cannot be interpreted as an integer")
        return array if array.dtype.kind == "b" else array.astype(int64)
    if hasattr(item, "__index__") and not isinstance(item, (np.bool_, type)):
        return as_int(item)
    raise IndexError("only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are valid "
                     f"indices (got {value_type_name(item)})")


def _array_or_none(value: Any) -> Array | None:
    """Tensors of one element in lists come here as arrays."""
    return value if isinstance(value, np.ndarray) else None


def _normalize_array(array: Array) -> Any:
    if array.dtype == np.uint8:
        if array.ndim:
            warn("indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead.")
        array = array.astype(bool_)
    if array.ndim == 0 and array.dtype.kind in "bi":
        return array.item()
    if array.dtype.char not in "?lq" and array.dtype.name not in _INTEGERS:
        raise IndexError("tensors used as indices must be long, int, byte or bool tensors")
    return array


def _dims_consumed(item: Any) -> int:
    if item is None or item is ... or isinstance(item, bool):
        return 0
    return item.ndim if isinstance(item, np.ndarray) and (item.dtype.kind == "b" or item.dtype == np.uint8) else 1


class _PlanBuilder:
    """Builds a plan item by item: `source_dim` counts dimensions of `x`, the length of `index` those that the basic part leaves."""

    def __init__(self, shape: tuple[int, ...], elided: int) -> None:
        self.shape = shape
        self.elided = elided
        self.source_dim = 0
        self.basic: list[Any] = []
        self.index: list[Any] = []
        self.arrays: list[Array] = []
        self.masks: list[tuple[tuple[int, ...], int]] = []
        self.dims = 0

    def build(self, items: list[Any]) -> Plan:
        for position, item in enumerate(items):
            beyond = item.__class__ is not bool and self.source_dim >= len(self.shape)
            if beyond and isinstance(item, int):
                raise IndexError(f"index {item} is out of bounds for dimension {position} with size 0")
            if beyond and isinstance(item, np.ndarray) and item.ndim:
                count = sum(self.elided if other is ... else _dims_consumed(other) for other in items)
                raise IndexError(f"too many indices for tensor of dimension {len(self.shape)} (got {count})")
            if isinstance(item, bool):
                self.append_basic(None)
                self.append_index(np.zeros(int(item), int64), 1)
            elif isinstance(item, int):
                self.select(item, position)
            elif isinstance(item, np.ndarray):
                self.add_array(item)
            elif isinstance(item, EllipsisType):  # a second one skips as many dimensions again, if there are any
                self.skip(min(self.elided, len(self.shape) - self.source_dim))
            elif item is None or self.source_dim < len(self.shape):
                self.add_slice(item)
        return self.plan()

    def plan(self) -> Plan:
        if not self.arrays:
            return (*self.basic, ...)
        if self.masks:
            self.check_masks()
        trivial = all(part.__class__ is slice and part == ALL for part in self.basic)
        lone = len(self.arrays) == 1 and self.arrays[0].dtype.kind != "b"
        masks = all(a.dtype.kind == "b" for a in self.arrays)
        axis = next(i for i, part in enumerate(self.index) if part is not ALL) if lone else -1
        return Advanced(None if trivial else (*self.basic, ...), tuple(self.index), axis, masks)

    def append_basic(self, part: Any) -> None:
        self.basic.append(part)

    def append_index(self, part: Any, dims: int) -> None:
        self.index.append(part)
        self.dims += dims
        if part is not ALL:
            self.arrays.append(part)

    def skip(self, count: int) -> None:
        for _ in range(count):
            self.add_slice(ALL)

    def select(self, item: int, position: int) -> None:
        n = self.shape[self.source_dim]
        if not -n <= item < n:
            raise int_index_error(item, position, self.shape[self.source_dim:])
        self.append_basic(item)
        self.source_dim += 1

    def add_slice(self, part: slice | None) -> None:
        if part is not None:
            _check_step(part.step)
            self.source_dim += 1
        self.append_basic(part)
        self.append_index(ALL, 1)

    def add_array(self, array: Array) -> None:
        dims = 1
        if array.dtype.kind == "b":
            dims = array.ndim
            self.masks.append((array.shape, self.dims))
        for _ in range(dims):
            self.append_basic(ALL)
        self.source_dim += dims
        self.append_index(array, dims)

    def check_masks(self) -> None:
        """Check the shapes of masks, after all other items."""
        left = np.broadcast_to(0, self.shape)[(*self.basic, ...)].shape
        for mask, start in self.masks:
            for i, n in enumerate(mask):
                if n != left[start + i]:
                    raise IndexError(f"The shape of the mask {list(mask)} at index {i} does not match the shape of the indexed tensor "
                                     f"{list(left)} at index {start + i}")


def _check_step(step: Any) -> None:
    if step is None:
        return
    if not hasattr(step, "__index__") or isinstance(step, type):
        raise TypeError("slice indices must be integers or None or have an __index__ method")
    step = as_int(step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    if step < 0:
        raise ValueError("step must be greater than zero")
