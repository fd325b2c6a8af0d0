"""Pickles of windows: they bring the memory that they are a window on, as in PyTorch."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.strided import bytes_into, storage_of
from .._dispatch.state import ACTIVE
from .interop import _rebuild, reduce_by_copy, warn_if_has_hooks
from .shared_memory import is_borrowed


def reduce_with_memory(t: Any) -> Any:
    """How a tensor is pickled: a window on more memory with all of that, as in PyTorch, unless it came as one, from numpy."""
    array = t._array
    block = storage_of(array) if array.__class__ is np.ndarray and array.size and not ACTIVE else array
    if block is array or t._view is None and is_borrowed(array) or block.nbytes == array.nbytes or not block.flags.forc:
        return reduce_by_copy(t)
    warn_if_has_hooks(t)
    memory = np.frombuffer(block if block.flags.c_contiguous else block.T, np.uint8)
    return _rebuild_window, (type(t), memory, array.dtype, array.shape, bytes_into(block, array), array.strides,
                             t.grad_fn is not None or bool(t.requires_grad), dict(t.__dict__))


def _rebuild_window(cls: Any, memory: Any, dtype: Any, shape: Any, offset: int, strides: Any, requires_grad: bool,
                    attributes: dict[str, Any]) -> Any:
    """`_rebuild` of a window on memory that has its size."""
    block = np.array(memory).view(np.dtype(dtype.type)) if len(memory) % dtype.itemsize == 0 else np.array(memory)
    return _rebuild(cls, np.ndarray(shape, dtype, block, offset, strides), requires_grad, attributes)
