"""Buckets: gradients of several parameters in one buffer, reduced over the processes in one call."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._bindings.generated import functions as ops
from .._bindings.tensor.tensor import Tensor

#: Bytes of the first bucket, which should be sent early, and of the others.
FIRST_BUCKET_BYTES, BUCKET_BYTES = 1 << 20, 25 << 20


class Bucket:
    """Parameters, and a flat tensor with a slice for the gradient of each."""

    arrays: Any
    views: Any
    pending: int
    work: Any
    parts: list[tuple[Any, Any]]

    def __init__(self, indices: list[int], parameters: list[Any]) -> None:
        self.indices, self.parameters = indices, parameters
        first = parameters[0]
        self.flat: Tensor = ops.zeros(sum(p.numel() for p in parameters), dtype=first.dtype)
        self.arrays, self.views = [], []
        offset = 0
        for p in parameters:
            part = self.flat[offset:offset + p.numel()].view(p.shape)
            self.views.append(part)
            self.arrays.append(part._array)
            offset += p.numel()
        self.flats = [array.reshape(-1) for array in self.arrays]
        self.refresh()

    def refresh(self) -> None:
        """Reset the bucket to expect all gradients."""
        self.pending, self.work = len(self.indices), None
        self.parts = [(flat, flat) for flat in self.flats]
        self.in_place_arrays: list[Any] = [None] * len(self.indices)  # arrays outside the bucket that receive the means directly


def assign_buckets(parameters: list[Any], first_bytes: float, bytes_: float) -> list[Bucket]:
    """Assign parameters to buckets of one dtype, in the expected order of backward: the last parameter first."""
    open_buckets: dict[Any, list[int]] = {}
    sizes: dict[Any, int] = {}
    limits: dict[Any, float] = {}
    full_buckets: list[list[int]] = []
    for i in reversed(range(len(parameters))):
        p = parameters[i]
        indices = open_buckets.setdefault(p.dtype, [])
        indices.append(i)
        sizes[p.dtype] = sizes.get(p.dtype, 0) + p.numel() * p.element_size()
        if sizes[p.dtype] >= limits.get(p.dtype, first_bytes):
            full_buckets.append(open_buckets.pop(p.dtype))
            sizes[p.dtype], limits[p.dtype] = 0, bytes_
    full_buckets.extend(indices for indices in open_buckets.values() if indices)
    return [Bucket(indices, [parameters[i] for i in indices]) for indices in sorted(full_buckets, key=lambda each: -each[0])]


class GradBucket:
    """The argument of a communication hook: one bucket of gradients."""

    __module__ = "torch.distributed"

    def __init__(self, bucket: Bucket, index: int, last: bool) -> None:
        self._bucket, self._index, self._last, self._buffer = bucket, index, last, bucket.flat

    def buffer(self) -> Tensor:
        """All gradients in one flat tensor."""
        return self._buffer

    def set_buffer(self, buffer: Tensor) -> None:
        """Replace the buffer by another flat tensor of the same size."""
        if buffer.numel() != self._bucket.flat.numel():
            raise RuntimeError(f"set_buffer: {buffer.numel()} elements in place of {self._bucket.flat.numel()}")
        self._buffer = buffer

    def gradients(self) -> list[Tensor]:
        """The gradients, views into the buffer."""
        offset, views = 0, []
        for p in self._bucket.parameters:
            views.append(self._buffer[offset:offset + p.numel()].view(p.shape))
            offset += p.numel()
        return views

    def parameters(self) -> list[Any]:
        """The parameters of the gradients."""
        return list(self._bucket.parameters)

    def index(self) -> int:
        """The index of the bucket; 0 is the first to be ready."""
        return self._index

    def is_last(self) -> bool:
        """Whether this is the last bucket of a backward."""
        return self._last


def broadcast_all(tensors: Iterable[Any], group: Any, source: int) -> None:
    """Broadcast the tensors of the source to all processes, in one call per dtype."""
    from . import distributed_c10d as c10d
    from ._collectives import _check_tensor

    by_dtype: dict[Any, list[Any]] = {}
    for t in tensors:
        _check_tensor(t, "tensor")
        by_dtype.setdefault(t.dtype, []).append(t)
    for same_dtype in by_dtype.values():
        flat = ops.from_numpy(np.concatenate([np.ascontiguousarray(t.detach()._array).reshape(-1) for t in same_dtype])) \
            if len(same_dtype) > 1 else same_dtype[0].detach().contiguous()
        c10d.broadcast(flat.view(-1) if len(same_dtype) == 1 else flat, group=group, group_src=source)
        offset, values = 0, flat._array.reshape(-1)
        for t in same_dtype:
            np.copyto(t._array, values[offset:offset + t.numel()].reshape(t._array.shape))
            offset += t.numel()
