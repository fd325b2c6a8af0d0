"""`torch.types`: names for annotations."""
from __future__ import annotations

import os
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING, Union

from ._bindings.settings.constants import layout as _layout  # noqa: F401
from ._bindings.tensor.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import dtype as _dtype
from ._dispatch.size import Size
from ._namespace.names import missing

if TYPE_CHECKING:
    from .autograd.graph import GradientEdge

Number = int | float | bool
_Number = (int, float, bool)
_int, _float, _bool, _complex, _str, _bytes = int, float, bool, complex, str, bytes
IntLikeType, FloatLikeType, BoolLikeType = int, float, bool  # PyTorch adds symbolic numbers
_device = device
_size = Size | list[int] | tuple[int, ...]
_symsize = Size | Sequence[int]
_TensorOrTensors, _TensorOrOptionalTensors = Tensor | Sequence[Tensor], Tensor | Sequence[Tensor | None]
_TensorOrTensorsOrGradEdge = Union[Tensor, Sequence[Tensor], "GradientEdge", Sequence["GradientEdge"]]
Device = device | str | int | None
FileLike = Union[str, os.PathLike[str], IO[bytes]]  # noqa: UP007 (as PyTorch has it: one can see the difference)


class Storage:
    """The common interface of storages, for annotations: the real classes are in `torch.storage` and do not derive from it."""

    _cdata: int
    device: device
    dtype: _dtype

    def nbytes(self) -> int:
        """The number of bytes."""
        raise NotImplementedError

    def element_size(self) -> int:
        """The bytes of an element."""
        raise NotImplementedError

    def data_ptr(self) -> int:
        """The address of the first byte."""
        raise NotImplementedError


__all__ = ["Device", "FileLike", "Number", "Storage"]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.types", __name__)
