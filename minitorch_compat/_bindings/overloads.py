"""Methods that torch spells irregularly: `*sizes`, several signatures under one name."""
from __future__ import annotations

from typing import Any

from .._array.shape import can_view, resolve_size
from .._dispatch.call import caller

_view, _reshape, _expand, _permute, _as_strided, _clone, _contiguous, _cast = (
    caller(n) for n in ("view", "reshape", "expand", "permute", "as_strided", "clone", "contiguous", "cast"))
_sum_to_size, _transpose = caller("sum_to_size"), caller("transpose")


def sizes(args: tuple[Any, ...]) -> Any:
    """`f(2, 3)` and `f((2, 3))` alike."""
    return tuple(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else args


class Overloads:
    """Hand-written methods of ops; `Tensor` inherits them."""

    __slots__ = ()

    def view(self: Any, *size: Any) -> Any:
        """The same memory in another shape, or in another dtype."""
        if len(size) == 1 and size[0].__class__.__name__ == "dtype":
            from .views import view_dtype

            return view_dtype(self, size[0])
        return _view(self, sizes(size))

    def view_as(self: Any, other: Any) -> Any:
        """`view` in the shape of `other`."""
        return _view(self, other.array.shape)

    def reshape(self: Any, *shape: Any) -> Any:
        """Another shape: a view where the strides allow it, else a copy."""
        return reshape(self, sizes(shape))

    def reshape_as(self: Any, other: Any) -> Any:
        """`reshape` in the shape of `other`."""
        return reshape(self, other.array.shape)

    def expand(self: Any, *size: Any, implicit: bool = False) -> Any:
        """Dimensions of size 1 repeated, without memory."""
        return _expand(self, sizes(size))

    def expand_as(self: Any, other: Any) -> Any:
        """`expand` to the shape of `other`."""
        return _expand(self, other.array.shape)

    def permute(self: Any, *dims: Any) -> Any:
        """All dimensions in a new order."""
        return _permute(self, sizes(dims))

    def as_strided(self: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
        """Any window on the tensor's memory; `storage_offset` counts from the start of the storage."""
        return as_strided(self, size, stride, storage_offset)

    def contiguous(self: Any, memory_format: Any = None) -> Any:
        """The tensor itself if it lies in row-major order, else a copy that does."""
        return self if self.array.flags.c_contiguous else _contiguous(self)

    def is_contiguous(self: Any, memory_format: Any = None) -> bool:
        """Whether the elements lie in row-major order without gaps."""
        return self.array.flags.c_contiguous

    def clone(self: Any, *, memory_format: Any = None) -> Any:
        """A copy that is part of the graph."""
        return _clone(self, None if memory_format is None or memory_format.name == "preserve_format" else memory_format)

    def sum_to_size(self: Any, *size: Any) -> Any:
        """Sum down to a shape that broadcasts to this one."""
        return _sum_to_size(self, sizes(size))

    @property
    def T(self: Any) -> Any:
        """All dimensions reversed."""
        return _permute(self, tuple(range(self.array.ndim - 1, -1, -1))) if self.array.ndim != 2 else _transpose(self, 0, 1)

    @property
    def mT(self: Any) -> Any:
        """The last two dimensions swapped."""
        if self.array.ndim < 2:
            raise RuntimeError(f"tensor.mT is only supported on matrices or batches of matrices. Got {self.array.ndim}-D tensor.")
        return _transpose(self, -2, -1)


def reshape(input: Any, shape: Any) -> Any:
    """Another shape: a view where the strides allow it, else a copy."""
    a = input.array
    shape = resolve_size(shape, a.size)
    return _view(input, shape) if can_view(a, shape) else _reshape(input, shape)


def as_strided(input: Any, size: Any, stride: Any, storage_offset: int | None = None) -> Any:
    """Any window on a tensor's memory; `storage_offset` counts from the start of the storage."""
    from .._array.strided import address, storage_of

    offset = 0
    if storage_offset is not None:
        own = (address(input.array) - address(storage_of(input.array))) // input.array.itemsize
        offset = storage_offset - own
    return _as_strided(input, tuple(size), tuple(stride), offset)


def clone(input: Any, *, memory_format: Any = None) -> Any:
    """A copy that is part of the graph."""
    return input.clone(memory_format=memory_format)


__all__ = ["as_strided", "clone", "reshape"]
