"""`torch.Size`: the type of a tensor's shape."""
from __future__ import annotations

import math
from typing import Any


class Size(tuple):  # type: ignore[type-arg]
    """A tuple of dimensions that prints as PyTorch's and stays a Size when sliced, added or repeated."""

    __slots__ = ()
    __module__ = "torch"

    def numel(self) -> int:
        """The number of elements of a tensor of this shape."""
        return math.prod(self)

    def __repr__(self) -> str:
        return f"torch.Size([{', '.join(map(str, self))}])"

    def __getitem__(self, index: Any) -> Any:
        item = tuple.__getitem__(self, index)
        return Size(item) if index.__class__ is slice else item

    def __add__(self, other: Any) -> Any:
        return Size(tuple.__add__(self, other))

    def __radd__(self, other: Any) -> Any:
        return Size(tuple.__add__(other, self)) if isinstance(other, tuple) else NotImplemented

    def __mul__(self, count: Any) -> Any:
        return Size(tuple.__mul__(self, count))

    __rmul__ = __mul__

    def __reduce__(self) -> Any:
        return Size, (tuple(self),)
