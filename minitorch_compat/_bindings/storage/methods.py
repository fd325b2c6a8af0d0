"""Tensor methods about memory."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._array.core.meta import MetaArray
from ..._array.shape.strided import address, storage_of
from ..._dispatch.device import as_device
from ..._dispatch.levels.lifting import NO_STORAGE, Lifted, belongs_to_transform, example_array, refuse_copy
from ..._dispatch.state import ACTIVE
from ..override.overridable import all_overridable
from .deprecation import warn_once

if TYPE_CHECKING:
    from .typed import TypedStorage
    from .untyped import UntypedStorage


def _memory_array(array: Any) -> Any:
    return array if array.__class__ is MetaArray else example_array(array)


@all_overridable
class StorageMethods:
    """Methods about memory; `Tensor` inherits them."""

    __slots__ = ()

    def untyped_storage(self: Any) -> UntypedStorage:
        # The docstring is written in _bindings/storage/methods.md.
        """The memory of the tensor, as bytes.

        Returns
        -------
        UntypedStorage
            The memory, which views share.

        References
        ----------
        PyTorch: torch.Tensor.untyped_storage

        Examples
        --------
        >>> x = torch.tensor([1., 2.])
        >>> x.untyped_storage().nbytes(), x[1:].untyped_storage().data_ptr() == x.data_ptr()
        (8, True)
        """
        if ACTIVE:
            refuse_copy(self)
        from .untyped import UntypedStorage

        return UntypedStorage._of_array(_memory_array(self._array))

    def storage(self: Any) -> TypedStorage:
        # The docstring is written in _bindings/storage/methods.md.
        """The memory of the tensor as a storage with a dtype; newer code uses `untyped_storage`.

        Returns
        -------
        TypedStorage
            The memory.

        References
        ----------
        PyTorch: torch.Tensor.storage

        Examples
        --------
        >>> x = torch.tensor([1., 2.])
        >>> x.storage().size()
        2
        """
        warn_once()
        if ACTIVE:
            refuse_copy(self)
        return self._typed_storage()

    def _typed_storage(self: Any) -> TypedStorage:
        from .typed import make_typed_storage
        from .untyped import UntypedStorage

        return make_typed_storage(UntypedStorage._of_array(_memory_array(self._array)), self.dtype)

    def storage_type(self: Any) -> Any:
        # The docstring is written in _bindings/storage/methods.md.
        """The class of the tensor's storage.

        Returns
        -------
        type
            The class.

        References
        ----------
        PyTorch: torch.Tensor.storage_type

        Examples
        --------
        >>> torch.zeros(2).storage_type().__name__
        'FloatStorage'
        """
        from ..tensor.conversion import TYPE_NAMES
        from .typed import STORAGES

        return STORAGES[f"{TYPE_NAMES[self.dtype]}Storage"]

    def data_ptr(self: Any) -> int:
        # The docstring is written in _bindings/storage/methods.md.
        """The address of the first element in memory.

        Returns
        -------
        int
            The address, 0 without elements.

        References
        ----------
        PyTorch: torch.Tensor.data_ptr

        Examples
        --------
        >>> x = torch.zeros(2)
        >>> x[1:].data_ptr() - x.data_ptr()
        4
        """
        if isinstance(self._array, Lifted) or ACTIVE and belongs_to_transform(self):
            raise RuntimeError(NO_STORAGE)
        return address(example_array(self._array)) if self._array.size and self._array.__class__ is not MetaArray else 0

    const_data_ptr = data_ptr

    def storage_offset(self: Any) -> int:
        # The docstring is written in _bindings/storage/methods.md.
        """The offset of the tensor in its memory, in elements.

        Returns
        -------
        int
            The offset.

        References
        ----------
        PyTorch: torch.Tensor.storage_offset

        Examples
        --------
        >>> torch.zeros(5)[3:].storage_offset()
        3
        """
        array = example_array(self._array)
        return (address(array) - address(storage_of(array))) // array.itemsize

    def is_shared(self: Any) -> bool:
        # The docstring is written in _bindings/storage/methods.md.
        """Whether the memory is shared between processes.

        Returns
        -------
        bool
            The answer.

        References
        ----------
        PyTorch: torch.Tensor.is_shared

        Examples
        --------
        >>> torch.zeros(2).is_shared()
        False
        """
        from ..._array.exchange.shared_memory import mapping_of
        from .sharing import check_has_storage

        check_has_storage(self)
        return self._array.__class__ is not MetaArray and mapping_of(example_array(self._array)) is not None

    def share_memory_(self: Any) -> Any:
        # The docstring is written in _bindings/storage/methods.md.
        """Move the tensor to memory that other processes can share. In place.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.Tensor.share_memory_

        Examples
        --------
        >>> torch.zeros(2).share_memory_().is_shared()
        True
        """
        from ..._array.exchange.shared_memory import mapping_of
        from .sharing import check_has_storage, move_to_shared_memory, share_if_unreferenced

        check_has_storage(self)
        if self._array.__class__ is MetaArray:
            raise RuntimeError("_share_fd_: only available on CPU")
        if mapping_of(example_array(self._array)) is None and not share_if_unreferenced(self):
            move_to_shared_memory([example_array(self._array)])
        return self

    def is_pinned(self: Any, device: Any = None) -> bool:
        # The docstring is written in _bindings/storage/methods.md.
        """Whether the memory is pinned for GPUs; always False here.

        Parameters
        ----------
        device : torch.device, optional
            The device.

        Returns
        -------
        bool
            False.

        References
        ----------
        PyTorch: torch.Tensor.is_pinned

        Examples
        --------
        >>> torch.zeros(2).is_pinned()
        False
        """
        if device is not None:
            as_device(device)
        return False

    def pin_memory(self: Any, device: Any = None) -> Any:
        # The docstring is written in _bindings/storage/methods.md.
        """Pin the memory for GPUs; without one it raises, as PyTorch does.

        Parameters
        ----------
        device : torch.device, optional
            The device.

        Returns
        -------
        Tensor
            The pinned tensor.

        Raises
        ------
        RuntimeError
            There is no accelerator.

        References
        ----------
        PyTorch: torch.Tensor.pin_memory

        Examples
        --------
        >>> try:
        ...     torch.zeros(2).pin_memory()
        ... except RuntimeError:
        ...     print("no accelerator")
        no accelerator
        """
        from .sharing import refuse_pinning

        refuse_pinning(device)
