"""What `torch.broadcast_shapes` does with sizes that do not fit, and with fractions."""
from __future__ import annotations

from typing import Any


def mismatch(shapes: list[Any]) -> list[Any]:
    """The common shape, size by size; RuntimeError for the first shape that does not fit those before it."""
    known = [1] * max(len(s) for s in shapes)
    for number, shape in enumerate(shapes):
        for back in range(1, len(shape) + 1):
            size = shape[-back]
            if size not in (1, known[-back]):
                if known[-back] != 1:
                    raise RuntimeError(f"Attempting to broadcast a dimension of length {size} at -{back}! Mismatching argument at index "
                                       f"{number} had {shape}; but expected shape should be broadcastable to {known}")
                known[-back] = size
    if any(size < 0 for shape in shapes for size in shape):
        raise ValueError("Attempting to broadcast a dimension with negative length!")
    return known


def common_fractions(shapes: list[Any]) -> list[int]:
    """PyTorch broadcasts fractions, too, before it finds that they are no sizes: those that are equal to a size, or to 1, pass."""
    known = mismatch(shapes)
    for place, size in enumerate(known):
        if isinstance(size, float):
            raise TypeError(f"torch.Size() takes an iterable of 'int' (item {place} is 'float')")
    return known


def checked(shape: Any) -> tuple[int, ...]:
    """The sizes of a shape, which are compared before anything is done with them: what makes no plain truth value of that is refused."""
    for n in shape:
        if n.__class__ is not int and not isinstance(n, bool):
            found = n < 0  # refuses what has no order
            raise AssertionError(f"Expected bool, got {type(found)}")
    return tuple(map(int, shape))
