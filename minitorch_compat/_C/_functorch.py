"""`torch._C._functorch`: what code outside of `torch.func` asks of it."""
from __future__ import annotations

from typing import Any

from .._bindings.tensor import Tensor
from .._dispatch.lifting import Lifted


def is_functorch_wrapped_tensor(tensor: Any) -> bool:
    """Whether `tensor` is one of an open level of `torch.func`."""
    return isinstance(tensor, Tensor) and isinstance(tensor.array, Lifted)


def is_legacy_batchedtensor(tensor: Any) -> bool:
    """False: the old vmap is gone."""
    return False
