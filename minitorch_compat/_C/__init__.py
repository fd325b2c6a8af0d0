"""The few names of `torch._C` that code reaches for."""
from __future__ import annotations

from .._array.decompositions import LinAlgError as _LinAlgError
from .._bindings.random import Generator, default_generator
from .._bindings.tensor import Tensor as TensorBase
from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .._dispatch.size import Size

__all__ = ["Generator", "Size", "TensorBase", "_LinAlgError", "default_generator", "device", "dtype"]
