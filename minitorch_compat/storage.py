"""`torch.storage`: the memory of tensors. https://docs.pytorch.org/docs/stable/storage.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any
from typing import Any as _Any

from ._bindings.storage.deprecation import get_always_warn as _get_always_warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.deprecation import set_always_warn as _set_always_warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.deprecation import warn_once as _warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.typed import LegacyStorage as _LegacyStorage
from ._bindings.storage.typed import TypedStorage, UntypedStorage
from ._namespace.names import missing

__all__ = ["TypedStorage", "UntypedStorage"]


def _dtype_to_storage_type_map() -> dict[_Any, str]:
    """dtype -> name of the old typed storage class."""
    from ._bindings.storage import typed as _typed

    return {kind.storage_dtype: name for name in _typed.__all__
            if isinstance(kind := getattr(_typed, name), type) and issubclass(kind, _LegacyStorage) and kind is not _LegacyStorage}


def _storage_type_to_dtype_map() -> dict[str, _Any]:
    """Name of the old typed storage class -> dtype."""
    return {name: dtype for dtype, name in _dtype_to_storage_type_map().items()}


def _load_from_bytes(b: bytes) -> _Any:
    """Read the bytes of a file of `torch.save`: plain pickles contain storages in this form."""
    from io import BytesIO

    from .serialization import load

    return load(BytesIO(b), weights_only=False)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.storage", __name__)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    from .types import Storage as Storage

    HAS_NUMPY: Any
