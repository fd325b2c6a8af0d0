"""Seeds, drawn like PyTorch's: one 64-bit integer from a generator."""
from __future__ import annotations

from typing import Any

from ...._bindings.generated import functions as ops
from ...._dispatch.dtype import int64


def draw_seed(generator: Any = None) -> int:
    """A random 63-bit integer from `generator`, by default the default one."""
    return int(ops.empty((), dtype=int64).random_(generator=generator).item())


def new_generator(seed: int) -> Any:
    """A new generator with the given seed."""
    from ...._bindings.randomness.generators import Generator  # imported late to avoid a cycle

    generator = Generator()
    generator.manual_seed(seed)
    return generator
