"""`torch.storage`: the memory behind tensors. https://docs.pytorch.org/docs/stable/storage.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any
from typing import Any as _Any

from ._bindings.storage.deprecation import get_always_warn as _get_always_warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.deprecation import set_always_warn as _set_always_warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.typed import LegacyStorage as _LegacyStorage
from ._bindings.storage.typed import TypedStorage, UntypedStorage
from ._namespace.names import missing

__all__ = ["TypedStorage", "UntypedStorage"]


def _dtype_to_storage_type_map() -> dict[_Any, str]:
    """The names of the old typed storages by dtype."""
    from ._bindings.storage import typed as _typed

    return {kind.storage_dtype: name for name in _typed.__all__
            if isinstance(kind := getattr(_typed, name), type) and issubclass(kind, _LegacyStorage) and kind is not _LegacyStorage}


def _storage_type_to_dtype_map() -> dict[str, _Any]:
    """The dtypes of the old typed storages by name."""
    return {name: dtype for dtype, name in _dtype_to_storage_type_map().items()}


def _load_from_bytes(b: bytes) -> _Any:
    """What `torch.save` wrote, from bytes: how plain pickles bring storages."""
    from io import BytesIO

    from .serialization import load

    return load(BytesIO(b), weights_only=False)


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.storage", __name__)


if TYPE_CHECKING:  # what `__getattr__` answers
    from .types import Storage as Storage

    HAS_NUMPY: Any
