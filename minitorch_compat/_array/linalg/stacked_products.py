"""Products of stacks of matrices: several at once, each on one thread, where BLAS would use all its threads for one after another."""
from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ..core.execution.threads import POOLS, run_parallel

Array = np.ndarray[Any, np.dtype[Any]]

#: Multiplications in one product from which BLAS uses threads, and in a piece of the stack that is worth waking a thread.
_THREADED_PRODUCT, _PIECE_PRODUCTS = 1 << 18, 1 << 22


def multiply_stacks(a: Array, b: Array, out: Array | None = None) -> Array:
    """`np.matmul`."""
    if not POOLS or a.ndim < 3 and b.ndim < 3 or a.ndim < 2 or b.ndim < 2:
        return np.matmul(a, b, out=out)
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    axis = next((i for i, length in enumerate(stack) if length > 1), 0)
    multiplications = a.shape[-2] * a.shape[-1] * b.shape[-1]
    step = -(-_PIECE_PRODUCTS // max(1, multiplications * prod(stack[axis + 1:])))
    count = -(-stack[axis] // step)
    if multiplications < _THREADED_PRODUCT or count < 2 * POOLS[0].thread_count or a.dtype is not b.dtype:
        return np.matmul(a, b, out=out)
    if out is None:
        out = np.empty((*stack, a.shape[-2], b.shape[-1]), a.dtype)

    def cut(v: Array, i: int) -> Array:
        place = axis - (len(stack) + 2 - v.ndim)
        return v if place < 0 or v.shape[place] == 1 else v[(slice(None),) * place + (slice(i * step, (i + 1) * step),)]

    run_parallel(lambda i: np.matmul(cut(a, i), cut(b, i), cut(out, i)), count, calls_blas=True)
    return out
