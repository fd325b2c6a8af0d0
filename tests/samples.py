"""One row per op. An op without a row fails `test_ops.py`; the families are in `samples_*.py`."""
from __future__ import annotations

from . import (
    samples_complex,
    samples_fourier,
    samples_linalg,
    samples_nn,
    samples_pointwise,
    samples_reduction,
    samples_segments,
    samples_selection,
    samples_shape,
    samples_special,
    samples_vision,
)
from .op_row import ROWS

FAMILIES = (samples_complex, samples_fourier, samples_linalg, samples_nn, samples_pointwise, samples_reduction,
            samples_segments, samples_selection, samples_shape, samples_special, samples_vision)

__all__ = ["FAMILIES", "ROWS"]
