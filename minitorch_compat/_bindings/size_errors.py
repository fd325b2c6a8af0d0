"""What `torch.broadcast_shapes` says of sizes that do not fit."""
from __future__ import annotations

from typing import Any


def mismatch(shapes: list[tuple[int, ...]]) -> str:
    """What is wrong with the first shape that does not fit those before it."""
    known = [1] * max(len(s) for s in shapes)
    for number, shape in enumerate(shapes):
        for back in range(1, len(shape) + 1):
            size = shape[-back]
            if size not in (1, known[-back]):
                if known[-back] != 1:
                    return (f"Attempting to broadcast a dimension of length {size} at -{back}! Mismatching argument at index {number} had "
                            f"{shape}; but expected shape should be broadcastable to {known}")
                known[-back] = size
    if any(size < 0 for shape in shapes for size in shape):
        raise ValueError("Attempting to broadcast a dimension with negative length!")
    return "Shape mismatch: objects cannot be broadcast to a single shape"


def refuse_fractions(shapes: list[Any]) -> None:
    """PyTorch broadcasts fractions, too, before it finds that they are no sizes."""
    text = mismatch(shapes)
    if text.startswith("Attempting"):
        raise RuntimeError(text)
    place = next(i for s in shapes for i, n in enumerate(s) if isinstance(n, float))
    raise TypeError(f"torch.Size() takes an iterable of 'int' (item {place} is 'float')")
