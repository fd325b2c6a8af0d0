"""Block sizes and size thresholds of kernels, declared so that tests can change them.

A kernel that works by blocks, or switches algorithms above a size, reads that size from a constant of its module:

    BLOCK = block_size(__name__, "BLOCK", 1 << 15)

The constant is an ordinary number, read when the kernel runs. Tests set all of them to a few elements (`tests/ops/test_block_edges.py`),
so that small arrays have several blocks and a tail. Sizes that change results and not only speed, such as PyTorch's block of 16 normal
variates, are not declared.
"""
from __future__ import annotations

#: (module, name) -> the default size.
DECLARED: dict[tuple[str, str], int] = {}


def block_size(module: str, name: str, size: int) -> int:
    """`size`, registered as the constant `name` of a module: elements (or bytes, or rows) of a block, or the most that are done at once."""
    DECLARED[module, name] = size
    return size
