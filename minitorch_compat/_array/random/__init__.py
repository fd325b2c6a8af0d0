"""Random numbers, bit for bit PyTorch's: the generator's words, and the variates made from them."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"draws", "implicit_gradients", "poisson_and_binomial"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
