"""Methods of both untyped and typed storages: conversions to other dtypes, and device methods."""
from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any, NoReturn

from ..._dispatch import dtype as _d
from .deprecation import warn_once

if TYPE_CHECKING:
    from .typed import TypedStorage


class Conversions:
    """`float()` and the others; `is_pinned()` and the like."""

    __slots__ = ()

    def _to_dtype(self: Any, dtype: _d.dtype) -> TypedStorage:
        from .typed import make_typed_storage
        from .untyped import UntypedStorage

        warn_once()
        return make_typed_storage(UntypedStorage._of_array(self.values.astype(dtype.numpy)), dtype)

    def float(self) -> TypedStorage:
        """As float32."""
        return self._to_dtype(_d.float32)

    def double(self) -> TypedStorage:
        """As float64."""
        return self._to_dtype(_d.float64)

    def half(self) -> TypedStorage:
        """As float16."""
        return self._to_dtype(_d.float16)

    def bfloat16(self) -> TypedStorage:
        """As bfloat16."""
        return self._to_dtype(_d.bfloat16)

    def long(self) -> TypedStorage:
        """As int64."""
        return self._to_dtype(_d.int64)

    def int(self) -> TypedStorage:
        """As int32."""
        return self._to_dtype(_d.int32)

    def short(self) -> TypedStorage:
        """As int16."""
        return self._to_dtype(_d.int16)

    def char(self) -> TypedStorage:
        """As int8."""
        return self._to_dtype(_d.int8)

    def byte(self) -> TypedStorage:
        """As uint8."""
        return self._to_dtype(_d.uint8)

    def bool(self) -> TypedStorage:
        """As bool."""
        return self._to_dtype(_d.bool_)

    def complex_float(self) -> TypedStorage:
        """As complex64."""
        return self._to_dtype(_d.complex64)

    def complex_double(self) -> TypedStorage:
        """As complex128."""
        return self._to_dtype(_d.complex128)

    def get_device(self) -> None:
        """Return None: the CPU has no index."""
        return None

    def is_pinned(self, device: Any = None) -> builtins.bool:
        """Return False."""
        return False

    def pin_memory(self, device: Any = None) -> NoReturn:
        """Raise, as in a CPU build."""
        raise RuntimeError("Cannot access accelerator device when none is available.")

    def cuda(self, device: Any = None, non_blocking: builtins.bool = False) -> NoReturn:
        """Raise, as in a CPU build."""
        raise AssertionError("Torch not compiled with CUDA enabled")

    def hpu(self, device: Any = None, non_blocking: builtins.bool = False) -> NoReturn:
        """Raise, as in a CPU build."""
        raise AssertionError("HPU device module is not loaded")
