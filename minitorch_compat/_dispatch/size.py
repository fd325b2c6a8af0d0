"""`torch.Size`: the type of a tensor's shape."""
from __future__ import annotations

import math
import operator
from typing import Any

#: Makes a Size of what is known to be whole numbers: `new_size(Size, array.shape)` of a tensor's, which is asked for often.
new_size = tuple.__new__


class Size(tuple):  # type: ignore[type-arg]
    """A tuple of dimensions that prints as PyTorch's and stays a Size when sliced, added or repeated."""

    __slots__ = ()
    __module__ = "torch"

    def __new__(cls, *dimensions: Any, **named: Any) -> Size:
        if named:
            raise TypeError("tuple() takes no keyword arguments")
        new = new_size(cls, *dimensions)
        for i, n in enumerate(new):
            if n.__class__ is not int:
                return new_size(cls, (*new[:i], *(_whole(n, i + k) for k, n in enumerate(new[i:]))))
        return new

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __getitem__(self, index: Any) -> Any:
        item = tuple.__getitem__(self, index)
        return new_size(Size, item) if index.__class__ is slice else item

    def __add__(self, other: Any) -> Any:
        if not isinstance(other, tuple):
            raise TypeError(f"can only concatenate tuple (not {type(other).__name__}) to torch.Size")
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: Any) -> Any:
        return Size(tuple.__add__(other, self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: Any) -> Any:
        try:
            return new_size(Size, tuple.__mul__(self, count))
        except TypeError:
            raise TypeError(f"can't multiply sequence by non-int of type '{type(count).__name__}'") from None

    __rmul__ = __mul__

    def __reduce__(self) -> Any:
        return Size, (tuple(self),)


def _whole(n: Any, place: int) -> int:
    """A dimension as it is kept: whole numbers of any class as they are, True and what else can be an index as one."""
    if isinstance(n, int) and n.__class__ is not bool:
        return n
    try:
        whole = operator.index(n)
    except (TypeError, ValueError, RuntimeError):
        raise TypeError(f"torch.Size() takes an iterable of 'int' (item {place} is '{_kind(n)}')") from None
    return n if n.__class__.__module__ == "numpy" else whole  # numpy's integers stay what they are


def _kind(n: Any) -> str:
    """The class as C code calls it."""
    kind = type(n)
    return f"{kind.__module__}.{kind.__name__}" if kind.__module__ == "numpy" else kind.__name__
