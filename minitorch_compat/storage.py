"""`torch.storage`: the memory behind tensors. https://docs.pytorch.org/docs/stable/storage.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any
from typing import Any as _Any

from ._bindings.storage.deprecation import get_always_warn as _get_always_warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.deprecation import set_always_warn as _set_always_warn_typed_storage_removal  # noqa: F401
from ._bindings.storage.typed import LegacyStorage as _LegacyStorage  # noqa: F401
from ._bindings.storage.typed import TypedStorage, UntypedStorage
from ._namespace.names import missing

__all__ = ["TypedStorage", "UntypedStorage"]


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
