"""`torch.Size`: the type of a tensor's shape."""
from __future__ import annotations

import math
from functools import partial
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

from .messages import value_messages


def _to_int(position: int, size: Any) -> int:
    if size.__class__ is int:
        return size
    if not isinstance(size, (float, str)) and hasattr(size, "__index__"):
        try:
            return size.__index__()
        except TypeError:
            pass
    raise value_messages.size_item_not_int(position, size)


if TYPE_CHECKING:
    _Ints = tuple[int, ...]
else:
    _Ints = tuple


class Size(_Ints):
    """The shape of a tensor: a tuple of ints that stays a Size when sliced, added or repeated.

    Parameters
    ----------
    iterable : iterable of int, optional
        The dimensions.

    References
    ----------
    PyTorch: ``torch.Size``.

    Examples
    --------
    >>> torch.zeros(2, 3, 4).shape
    torch.Size([2, 3, 4])
    >>> size = torch.Size([2, 3])
    >>> size + (4,), size[1:], size == (2, 3)
    (torch.Size([2, 3, 4]), torch.Size([3]), True)
    """

    __slots__ = ()
    __module__ = "torch"

    def __new__(cls, iterable: Any = ()) -> Size:
        """A Size of integers; one-element tensors and the like become numbers."""
        if iterable.__class__ is not Size and not (iterable.__class__ is tuple and all(n.__class__ is int for n in iterable)):
            iterable = [_to_int(place, n) for place, n in enumerate(iterable)]
        return tuple.__new__(cls, iterable)

    def numel(self) -> int:
        """The number of elements of a tensor of this shape.

        Returns
        -------
        int
            The product of the dimensions.

        Examples
        --------
        >>> torch.Size([2, 3]).numel(), torch.Size([]).numel()
        (6, 1)
        """
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    if TYPE_CHECKING:
        @overload
        def __getitem__(self, index: SupportsIndex, /) -> int: ...
        @overload
        def __getitem__(self, index: slice, /) -> Size: ...

    def __getitem__(self, index: Any) -> Any:
        item = tuple.__getitem__(self, index)
        return size_of(item) if index.__class__ is slice else item

    def __add__(self, other: Any) -> Size:
        if not isinstance(other, tuple):
            if hasattr(other, "__radd__"):
                return NotImplemented
            raise value_messages.size_plus_non_tuple(other)
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: Any) -> Size:
        return size_of(tuple.__add__(other, self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: Any) -> Size:
        if not hasattr(count, "__index__"):
            raise value_messages.size_times_non_int(count)
        return size_of(tuple.__mul__(self, count))

    if TYPE_CHECKING:
        def __rmul__(self, count: Any) -> Size: ...
    else:
        __rmul__ = __mul__

    def __reduce__(self) -> Any:
        from .naming import names_torch, torch_object

        return torch_object("torch", "Size") if names_torch() else _made, (tuple(self),)


def _made(sizes: tuple[int, ...]) -> Size:
    return Size(sizes)


#: A Size made of known integers, unchecked.
size_of: Any = partial(tuple.__new__, Size)
