"""Neural network kernels: convolution, normalization, attention, losses; rooms for pooling, interpolation and recurrent layers."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"attention", "conv", "ctc", "embedding_bags", "losses", "margin_losses", "normalization", "unfold"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
