"""Layer 2: the table of ops. One entry per op; importing the package fills `op.OPS`."""
from __future__ import annotations

from . import (
    activation,
    complex,
    conv,
    decompositions,
    einsum,
    factorizations,
    fourier,
    indexing,
    linalg,
    loss,
    norm,
    pointwise,
    reduction,
    scatter,
    shape,
    sorting,
    vision,
)

__all__ = [
    "activation",
    "complex",
    "conv",
    "decompositions",
    "einsum",
    "factorizations",
    "fourier",
    "indexing",
    "linalg",
    "loss",
    "norm",
    "pointwise",
    "reduction",
    "scatter",
    "shape",
    "sorting",
    "vision",
]
