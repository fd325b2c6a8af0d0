"""The deprecation warning of typed storages: once per process, unless each time is requested."""
from __future__ import annotations

from ..._array.core.user_warnings import warn


class _WarningState:
    """Whether the warning was given."""

    already = False
    always = False


def get_always_warn() -> bool:
    """Return whether typed storages warn each time."""
    return _WarningState.always


def set_always_warn(always: bool) -> None:
    """Set whether typed storages warn each time."""
    _WarningState.always = always


def warn_once() -> None:
    """Give the deprecation warning."""
    if _WarningState.already and not _WarningState.always:
        return
    _WarningState.already = True
    warn("TypedStorage is deprecated. It will be removed in the future and UntypedStorage will be the only storage class. "
         "This should only matter to you if you are using storages directly.  To access UntypedStorage directly, use "
         "tensor.untyped_storage() instead of tensor.storage()")
