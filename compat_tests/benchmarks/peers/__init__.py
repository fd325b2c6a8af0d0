"""The same workloads in the numpy libraries a user might pick instead, each written in that library's own idiom.

HIPS autograd differentiates functions, so it takes part where there is a derivative: without one its arrays are plain
numpy. Neither library has modules or optimizers, so their training steps carry weights and optimizer state as arrays.
A workload with no adapter here is one the library cannot express (gelu needs erf, which both leave to scipy).
"""

from __future__ import annotations

from . import hips_autograd as peer_autograd
from . import in_mygrad as peer_mygrad

ADAPTERS = {"autograd": peer_autograd.ADAPTERS, "mygrad": peer_mygrad.ADAPTERS}
