"""Pickling of a worker's results: large tensors are sent in shared memory, small ones as copies."""
from __future__ import annotations

from collections import ChainMap
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ...._bindings import Tensor
from ...._bindings.storage.sharing import reduce_tensor
from ...._bindings.tensor.interop import reduce_by_copy

#: Size in bytes from which sending a file descriptor is faster than a copy through a pipe. Descriptors are also a limited resource.
LARGE = 2**20


def _reduce(tensor: Any) -> Any:
    reducer = ForkingPickler._extra_reducers.get(type(tensor), reduce_tensor)  # type: ignore[attr-defined]
    if reducer is reduce_tensor and tensor.is_leaf and _is_small(tensor):
        return reduce_by_copy(tensor)
    return reducer(tensor)


def _is_small(tensor: Tensor) -> bool:
    return tensor.nbytes < LARGE and not tensor.is_shared()


class AnswerPickler(ForkingPickler):
    """The pickler of `multiprocessing`, except that small tensors are copied."""

    _extra_reducers = ChainMap({Tensor: _reduce}, ForkingPickler._extra_reducers)  # type: ignore[attr-defined]
