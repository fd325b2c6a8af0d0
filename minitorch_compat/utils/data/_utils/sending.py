"""How a worker sends what it answers: large tensors as memory that both processes have, small ones as copies."""
from __future__ import annotations

from collections import ChainMap
from multiprocessing.reduction import ForkingPickler
from typing import Any

from ...._bindings import Tensor
from ...._bindings.storage.sharing import reduce_tensor
from ...._bindings.tensor.interop import reduce_by_copy

#: From so many bytes on, handing over a descriptor takes less time than a copy through a pipe. There are not many descriptors either.
LARGE = 2**20


def _reduce(tensor: Any) -> Any:
    reducer = ForkingPickler._extra_reducers.get(type(tensor), reduce_tensor)  # type: ignore[attr-defined]
    if reducer is reduce_tensor and tensor.is_leaf and _is_small(tensor):
        return reduce_by_copy(tensor)
    return reducer(tensor)


def _is_small(tensor: Tensor) -> bool:
    return tensor.nbytes < LARGE and not tensor.is_shared()


class AnswerPickler(ForkingPickler):
    """The pickler of `multiprocessing`, but for small tensors."""

    _extra_reducers = ChainMap({Tensor: _reduce}, ForkingPickler._extra_reducers)  # type: ignore[attr-defined]
