"""Special functions, and helpers that reproduce PyTorch's bits: polynomials, the C library, fused multiply-add."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.deferred import deferred

#: Imported at the first call of one of their functions.
DEFERRED = frozenset({"bessel", "erf_and_gamma", "incomplete_gamma", "modified_bessel_and_zeta", "orthogonal_polynomials"})

if not TYPE_CHECKING:
    __getattr__ = deferred(__name__, DEFERRED)
