"""Layer 1: kernels. ndarrays in, ndarrays out; nothing here has heard of Tensor."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .memory import keep_freed_memory

keep_freed_memory()

#: Families that are imported at the first call of one of their kernels: half of the kernels' code, and many programs need little of it.
DEFERRED = frozenset({
    "activation", "affine", "attention", "bags", "bessel", "borders", "complex", "conv", "copies", "counts", "cross_distances", "ctc",
    "decompositions", "distances", "division", "factorizations", "fourier", "grid", "histogram", "implicit", "incomplete_gamma",
    "ldl", "losses", "margins", "moments", "norm", "placing", "polynomials", "pool", "quantizing", "random", "rearrange", "recurrent",
    "refused", "scatter", "segments", "softmax", "solving", "sorting", "spacing", "special", "special_more", "taps", "unfold"})

if not TYPE_CHECKING:
    def __getattr__(name: str) -> object:
        if name in DEFERRED:
            from .deferred import Family

            return Family(f"{__name__}.{name}")
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
