"""What a tensor says of its memory."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._array.core.meta import Ghost
from ..._array.shape.strided import address, storage_of
from ..._dispatch.device import as_device
from ..._dispatch.levels.lifting import NO_STORAGE, Lifted, of_a_transform, refuse_copy, representative
from ..._dispatch.state import ACTIVE
from ..override.overridable import ask_all
from .deprecation import warn_once

if TYPE_CHECKING:
    from .typed import TypedStorage
    from .untyped import UntypedStorage


def _memory(array: Any) -> Any:
    return array if array.__class__ is Ghost else representative(array)


@ask_all
class StorageMethods:
    """What a tensor says of its memory; `Tensor` inherits them."""

    __slots__ = ()

    def untyped_storage(self: Any) -> UntypedStorage:
        """The block of bytes that holds the elements."""
        if ACTIVE:
            refuse_copy(self)
        from .untyped import UntypedStorage

        return UntypedStorage.over(_memory(self._array))

    def storage(self: Any) -> TypedStorage:
        """The block that holds the elements, with their dtype; deprecated."""
        warn_once()
        if ACTIVE:
            refuse_copy(self)
        return self._typed_storage()

    def _typed_storage(self: Any) -> TypedStorage:
        from .typed import typed
        from .untyped import UntypedStorage

        return typed(UntypedStorage.over(_memory(self._array)), self.dtype)

    def storage_type(self: Any) -> Any:
        """The class of the typed storage."""
        from ..tensor.conversion import TYPE_NAMES
        from .typed import STORAGES

        return STORAGES[f"{TYPE_NAMES[self.dtype]}Storage"]

    def data_ptr(self: Any) -> int:
        """The address of the first element; 0 for an empty tensor."""
        if isinstance(self._array, Lifted) or ACTIVE and of_a_transform(self):
            raise RuntimeError(NO_STORAGE)
        return address(representative(self._array)) if self._array.size and self._array.__class__ is not Ghost else 0

    const_data_ptr = data_ptr

    def storage_offset(self: Any) -> int:
        """Elements from the start of the memory block to the tensor's first."""
        array = representative(self._array)
        return (address(array) - address(storage_of(array))) // array.itemsize

    def is_shared(self: Any) -> bool:
        """Whether the memory is shared with other processes, those started afterwards or sent to, as `share_memory_` makes it."""
        from ..._array.exchange.shared_memory import mapping_of
        from .sharing import check_has_storage

        check_has_storage(self)
        return self._array.__class__ is not Ghost and mapping_of(representative(self._array)) is not None

    def share_memory_(self: Any) -> Any:
        """Move the memory to where other processes have it, too: those that are forked afterwards, and those the tensor is sent to.

        Views, other tensors over the same memory and storage objects move along; arrays that `numpy()` gave before do not. Gives the
        tensor itself. UnsupportedError where the system has no way to share memory by a descriptor (Windows).
        """
        from ..._array.exchange.shared_memory import mapping_of
        from .sharing import check_has_storage, share, share_alone

        check_has_storage(self)
        if self._array.__class__ is Ghost:
            raise RuntimeError("_share_fd_: only available on CPU")
        if mapping_of(representative(self._array)) is None and not share_alone(self):
            share([representative(self._array)])
        return self

    def is_pinned(self: Any, device: Any = None) -> bool:
        """False."""
        if device is not None:
            as_device(device)
        return False

    def pin_memory(self: Any, device: Any = None) -> Any:
        """Fails as in a CPU build."""
        from .sharing import refuse_pinning

        refuse_pinning(device)
