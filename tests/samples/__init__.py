"""One row per op. An op without a row fails `tests/ops/test_ops.py`; a module for each family."""
from __future__ import annotations

from tests.ops.op_row import ROWS

from . import complex, fourier, linalg, nn, pointwise, reduction, segments, selection, shape, special, vision

FAMILIES = (complex, fourier, linalg, nn, pointwise, reduction, segments, selection, shape, special, vision)

__all__ = ["FAMILIES", "ROWS"]
