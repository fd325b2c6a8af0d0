"""Neural network kernels: convolution, pooling, interpolation, normalization, attention, losses."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({
    "attention", "border_padding", "conv", "ctc", "embedding_bags", "grid_sample", "interpolation_weights", "losses", "lstm",
    "margin_losses", "normalization", "pool", "unfold"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
