"""Tensors over windows of somebody's array: what lies around the window is no part of their memory."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import refused

_WINDOWS = (lambda b: b, lambda b: b[3:], lambda b: b[3:9], lambda b: b[::2], lambda b: b.reshape(4, 5).T,
            lambda b: b.reshape(4, 5)[:, 1:3], lambda b: b.reshape(4, 5)[1:].T, lambda b: b[:0], lambda b: b[7:7],
            lambda b: b[5:6].reshape(()), lambda b: b[2:4].view("f4"))


def windows(torch: Any) -> Iterator[Any]:
    """Offset and length of the storage of a tensor that is made over a window of a NumPy array."""
    b = np.arange(20.0)
    for window in _WINDOWS:
        for make in (torch.from_numpy, torch.as_tensor):
            t = make(window(b))
            yield t, t.storage_offset(), t.untyped_storage().nbytes(), t.untyped_storage().resizable()


def two_over_one_array(torch: Any) -> Iterator[Any]:
    """What two tensors over one NumPy array share: memory, versions, storage and is_set_to."""
    b = np.arange(6.0)
    whole, rest, again = torch.from_numpy(b), torch.from_numpy(b[2:]), torch.from_numpy(b[2:])
    rest.mul_(10)
    yield whole, rest, whole._version, rest._version, rest.is_set_to(again), whole[2:].is_set_to(rest), whole[2:].is_set_to(whole[2:])
    yield refused(lambda: rest.as_strided((3,), (1,), 2)), rest.as_strided((3,), (1,)), rest.as_strided((3,), (1,), 1)
    yield rest.set_(rest.untyped_storage(), 1, (3,))
    own = torch.arange(6.0)
    over = torch.from_numpy(own.numpy()[2:])
    over[0] = 9
    yield own, over.storage_offset(), over.is_set_to(own[2:]), over.data_ptr() == own[2:].data_ptr()


def arrays_without_dimensions(torch: Any) -> Iterator[Any]:
    """`asarray` copies them, whatever `copy` says."""
    for make in (lambda: np.array(3.0), lambda: np.float64(3), lambda: np.array([3.0])):
        for dtype in (None, torch.float64, torch.float32, torch.int64):
            for copy in (None, True, False):
                yield refused(lambda make=make, dtype=dtype, copy=copy: torch.asarray(make(), dtype=dtype, copy=copy))
    for dtype in (None, torch.float64, torch.float32):
        for copy in (None, False):
            for make in (torch.asarray, torch.as_tensor):
                a = np.array(3.0)
                options = {"dtype": dtype} if make is torch.as_tensor else {"dtype": dtype, "copy": copy}
                try:
                    t = make(a, **options)
                except ValueError:
                    continue
                a[...] = 4
                yield t


def nothing_as_other_elements(torch: Any) -> Iterator[Any]:
    """Views of another element size of tensors without elements keep the strides that the elements would have."""
    for dtype in (torch.float32, torch.int64, torch.uint8):
        x = torch.zeros(3, 8, dtype=dtype)
        for t in (x[:0], x[:, :0], x[:0].t(), x[:0, ::2], x.nonzero(), x[0].nonzero(), x[:, :0].expand(2, 3, 0)):
            for wanted in (torch.int8, torch.int16, torch.float64, torch.complex128):
                yield refused(lambda t=t, wanted=wanted: t.view(wanted)), t.stride()
                try:
                    yield t.view(wanted).stride()
                except RuntimeError:
                    continue
