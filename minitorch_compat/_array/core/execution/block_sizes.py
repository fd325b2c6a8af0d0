"""Where kernels cut their work, declared in one way, so that tests can cut it elsewhere.

A kernel that works by blocks, or goes another way above a size, reads that size from a constant of its module:

    BLOCK = block_size(__name__, "BLOCK", 1 << 15)

The constant is an ordinary number, read when the kernel runs. Tests set all of them to a few elements (`tests/ops/test_block_edges.py`),
so that small arrays have several blocks and a tail. What decides on results and not on speed only, as PyTorch's block of 16 normal
numbers does, is not declared.
"""
from __future__ import annotations

#: (module, name) -> the size that is shipped.
DECLARED: dict[tuple[str, str], int] = {}


def block_size(module: str, name: str, size: int) -> int:
    """`size`, noted as the constant `name` of a module: elements (or bytes, or rows) of one block, or up to which all is done at once."""
    DECLARED[module, name] = size
    return size
