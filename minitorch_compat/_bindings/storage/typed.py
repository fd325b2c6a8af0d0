"""Typed storages: `TypedStorage` and its legacy names. https://docs.pytorch.org/docs/stable/storage.html

Deprecated, as in PyTorch: user calls warn once.  This package itself uses `make_typed_storage`, `values` and `_untyped_storage`, which do
not.
"""
from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._dispatch import dtype as _d
from ..._dispatch.device import check_device, device
from ..._dispatch.naming import names_torch, pickling_for_process
from ..._dispatch.tensor import TensorBase
from ..tensor.conversion import TYPE_NAMES
from .conversions import Conversions
from .deprecation import warn_once
from .untyped import UntypedStorage, bytes_of, check_dtype, copy_buffer, map_storage_file

Array = np.ndarray[Any, Any]

_TYPED_FORMS = ("TypedStorage.__init__ received an invalid combination of arguments. Expected one of:\n"
                " * (*, torch.device device, torch.dtype dtype)\n"
                " * (int size, *, torch.device device, torch.dtype dtype)\n"
                " * (Sequence data, *, torch.device device, torch.dtype dtype)\n"
                " * (*, UntypedStorage wrap_storage, torch.dtype dtype)\n")
_LEGACY_FORMS = ("{} received an invalid combination of arguments. Expected one of:\n * no arguments\n * (int size)\n"
                 " * (Sequence data)\n * (*, UntypedStorage wrap_storage)\n")


class _StorageMeta(type):
    """`isinstance(s, FloatStorage)` checks the dtype, and calling a legacy name makes a TypedStorage of its dtype."""

    storage_dtype: _d.dtype | None

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], dtype: _d.dtype | None = None) -> _StorageMeta:
        cls = super().__new__(mcs, name, bases, body)
        cls.storage_dtype = dtype
        if dtype is not None:
            cls.__module__ = "torch"
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(name, bases, body)

    def __instancecheck__(cls, instance: Any) -> bool:
        if not type.__instancecheck__(TypedStorage, instance):
            return False
        return cls.storage_dtype is None and cls is not LegacyStorage or instance.dtype is cls.storage_dtype

    def __call__(cls, *args: Any, wrap_storage: Any = None, dtype: Any = None, device: Any = None, _internal: bool = False) -> Any:
        if not _internal:
            warn_once()
        if cls is LegacyStorage:
            raise RuntimeError("Only child classes of _LegacyStorage can be instantiated")
        _check_arguments(cls, args, wrap_storage, dtype, device)
        out: Any = object.__new__(TypedStorage)
        storage_dtype = cls.storage_dtype or dtype
        out.dtype = _d.get_default_dtype() if storage_dtype is None else check_dtype(storage_dtype)
        out._untyped_storage = _make_block(args, out.dtype, device, _expected_forms(cls)) if wrap_storage is None else wrap_storage
        return out

    @property
    def dtype(cls) -> Any:
        """The dtype of the elements; TypedStorage itself has none."""
        if cls.storage_dtype is None:
            raise AttributeError(f"type object '{cls.__name__}' has no attribute 'dtype'")
        return cls.storage_dtype


def _expected_forms(cls: type) -> str:
    return _TYPED_FORMS if cls is TypedStorage else _LEGACY_FORMS.format(f"{cls}.__new__")


def _check_arguments(cls: Any, args: tuple[Any, ...], wrapped: Any, dtype: Any, device: Any) -> None:
    """Check the arguments of TypedStorage, or of a legacy name, which has its dtype already and takes no device."""
    is_legacy = cls.storage_dtype is not None
    problem = None
    if len(args) > 1:
        problem = "Too many positional arguments"
    elif is_legacy and not dtype is device is None:
        problem = f"Keyword argument '{'device' if dtype is None else 'dtype'}' cannot be specified"
    elif args and wrapped is not None:
        problem = "No positional arguments should be given when using 'wrap_storage'"
    elif wrapped is not None and device is not None:
        problem = "Argument 'device' should not be specified when 'wrap_storage' is given"
    elif wrapped is not None and dtype is None and not is_legacy:
        problem = "Argument 'dtype' must be specified"
    elif is_legacy and isinstance(wrapped, UntypedStorage) and wrapped.device.type != "cpu":
        problem = f"Device of 'wrap_storage' must be cpu, but got {wrapped.device.type}"
    if problem is not None:
        raise RuntimeError(_expected_forms(cls) + problem)
    if wrapped is not None and not isinstance(wrapped, UntypedStorage):
        raise TypeError(f"{_expected_forms(cls)}Argument 'wrap_storage' must be UntypedStorage, but got {type(wrapped)}")


def _make_block(args: tuple[Any, ...], dtype: _d.dtype, device: Any, forms: str) -> UntypedStorage:
    """A block with this number of elements, or with the given ones."""
    data = args[0] if args else 0
    if isinstance(data, (int, np.integer)):
        return UntypedStorage(data * dtype.itemsize, device=device)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if not isinstance(data, (Sequence, TypedStorage)):
        raise TypeError(f"{forms}Argument type not recognized: {type(data)}")
    if check_device(device, None):
        return UntypedStorage(len(data) * dtype.itemsize, device=device)
    if dtype.numpy.kind != "c":
        for wrong in (v for v in data if isinstance(v, (str, complex)) or v is None):
            if isinstance(data[0], str):
                raise ValueError("too many dimensions 'str'")
            raise TypeError(f"must be real number, not {type(wrong).__name__}" if dtype.numpy.kind in "fV" else
                            f"'{type(wrong).__name__}' object cannot be interpreted as an integer")
    return UntypedStorage._of_array(np.asarray(data.values if isinstance(data, TypedStorage) else data).astype(dtype.numpy))


def make_typed_storage(block: UntypedStorage, dtype: _d.dtype) -> TypedStorage:
    """A typed storage of a block, without the deprecation warning."""
    out = object.__new__(TypedStorage)
    out.dtype, out._untyped_storage = dtype, block
    return out


def convert_bytes(block: UntypedStorage, storage_type: Any) -> TypedStorage:
    """The result of `type(storage_type)`: as in PyTorch, one element per byte, so that sizes only match for one-byte dtypes."""
    if isinstance(storage_type, str):
        storage_type = STORAGES[storage_type.rpartition(".")[2]]
    dtype: _d.dtype = storage_type.dtype if isinstance(storage_type, _StorageMeta) else storage_type
    out = UntypedStorage(block.nbytes() * dtype.itemsize)
    return make_typed_storage(out.copy_(block), dtype)


class TypedStorage(Conversions, metaclass=_StorageMeta):
    """A block of memory viewed as elements of one dtype: the result of `Tensor.storage()`.

    Indexing reads and writes single elements. PyTorch plans to remove it in favour of `torch.UntypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes to view as `dtype`, without a copy.
    dtype : torch.dtype, optional
        The dtype of the elements; the default dtype if not given.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.TypedStorage``.

    Examples
    --------
    >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int32)
    >>> s[0] = 5
    >>> s.tolist(), s.nbytes()
    ([5, 2, 3], 12)
    >>> torch.TypedStorage(wrap_storage=s.untyped(), dtype=torch.int32).tolist()
    [5, 2, 3]
    """

    __slots__ = ("__dict__", "__weakref__", "_untyped_storage", "dtype")
    __module__ = "torch.storage"
    dtype: _d.dtype
    _untyped_storage: UntypedStorage
    is_sparse = False

    @classmethod
    def _from_buffer(cls, *args: Any, **kwargs: Any) -> Any:
        """`from_buffer`, under the name by which trainers make storages of bytes."""
        return cls.from_buffer(*args, **kwargs)

    @classmethod
    def from_buffer(cls, buffer: Any, byte_order: str | None = None, count: int = -1, offset: int = 0, *, dtype: Any = None) -> Any:
        """A copy of a buffer that holds numbers of its dtype in `byte_order` ("big", "little", "native").

        Parameters
        ----------
        buffer : object
            An object with the buffer protocol, such as bytes.
        byte_order : {'big', 'little', 'native'}, optional
            The byte order of the numbers; required if they have several bytes.
        count : int, default -1
            The number of elements; -1 for all up to the end.
        offset : int, default 0
            The number of bytes to skip.
        dtype : torch.dtype, optional
            Only for calls on `TypedStorage` itself.

        Returns
        -------
        storage
            In new memory.

        Examples
        --------
        >>> torch.ShortStorage.from_buffer(bytes([1, 0, 0, 1]), 'little').tolist()
        [1, 256]
        >>> torch.ShortStorage.from_buffer(bytes([1, 0, 0, 1]), 'big', 1, 2).tolist()
        [1]
        """
        if dtype is not None and cls is not TypedStorage:
            raise RuntimeError("from_buffer: 'dtype' can only be specified in UntypedStorage.from_buffer and TypedStorage.from_buffer")
        warn_once()
        storage_dtype = cls.storage_dtype or (_d.get_default_dtype() if dtype is None else dtype)
        return make_typed_storage(UntypedStorage._of_array(copy_buffer(buffer, byte_order, count, offset, storage_dtype)), storage_dtype)

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, size: int = 0) -> Any:
        """Elements mapped from a file; changes reach the file if `shared`.

        Parameters
        ----------
        filename : str
            The file.
        shared : bool, default False
            Whether changes are written to it.
        size : int, default 0
            How many elements.

        Returns
        -------
        storage
            A storage over the mapped file.

        Examples
        --------
        >>> with open('numbers', 'wb') as file:
        ...     _ = file.write(bytes([1, 2, 3, 4]))
        >>> torch.ByteStorage.from_file('numbers', False, 3).tolist()
        [1, 2, 3]
        """
        warn_once()
        if cls is TypedStorage or cls.storage_dtype is None:
            raise RuntimeError("from_file can only be called on derived classes")
        return make_typed_storage(UntypedStorage._of_array(map_storage_file(filename, shared, size * cls.storage_dtype.itemsize)),
                                  cls.storage_dtype)

    def _new_shared(self, size: int, *, device: Any = None) -> TypedStorage:
        return make_typed_storage(UntypedStorage._new_shared(size * self.dtype.itemsize, device=device), self.dtype)

    @property
    def is_cuda(self) -> bool:
        """Return False."""
        warn_once()
        return False

    is_hpu = is_cuda

    @property
    def filename(self) -> str | None:
        """The file that the storage is mapped from."""
        return self._untyped_storage.filename

    def _storage_array(self, dtype: np.dtype[Any]) -> Array:
        if dtype != self.dtype.numpy:
            raise RuntimeError(f"Expected a Storage of type {TYPE_NAMES[_d.of(dtype)].lower()} or an UntypedStorage, but got type "
                               f"{TYPE_NAMES[self.dtype]} for argument 1 'storage'")
        return self.values

    @property
    def values(self) -> Array:
        """The elements, sharing memory."""
        return self._untyped_storage._storage_array(self.dtype.numpy)

    def _size(self) -> int:
        return self._untyped_storage.nbytes() // self.dtype.itemsize

    def size(self) -> int:
        """Return the number of elements.

        Returns
        -------
        int
            How many elements.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.size()
        3
        """
        warn_once()
        return self._size()

    def __len__(self) -> int:
        warn_once()
        return self._size()

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self._untyped_storage.nbytes()

    def nbytes(self) -> int:
        """Return the number of bytes.

        Returns
        -------
        int
            Size in bytes.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.nbytes()
        6
        """
        warn_once()
        return self._untyped_storage.nbytes()

    def element_size(self) -> int:
        """Return the number of bytes per element.

        Returns
        -------
        int
            That of the dtype.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.element_size()
        2
        """
        warn_once()
        return self.dtype.itemsize

    def data_ptr(self) -> int:
        """Return the address of the first element.

        Returns
        -------
        int
            A memory address; equal for storages with the same start.

        Examples
        --------
        >>> t = torch.arange(3)
        >>> t.storage().data_ptr() == t.data_ptr()
        True
        """
        warn_once()
        return self._untyped_storage.data_ptr()

    @property
    def _cdata(self) -> int:
        return self._untyped_storage._cdata

    @property
    def device(self) -> device:
        """The CPU, or the meta device."""
        return self._untyped_storage.device

    def untyped(self) -> UntypedStorage:
        """Return the block without a dtype.

        Returns
        -------
        UntypedStorage
            Shares the memory.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.untyped().tolist()
        [1, 0, 2, 0, 3, 0]
        """
        warn_once()
        return self._untyped_storage

    def _check_index(self, index: Any) -> Any:
        """A checked index."""
        if not isinstance(index, (int, slice)):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        return index

    def __getitem__(self, index: Any) -> Any:
        warn_once()
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if isinstance(index, bool):
            raise TypeError(f"can't index a {type(self)} with {type(index)}")
        if self.device.type == "meta":
            raise NotImplementedError("Not available for 'meta' device type")
        count = self._size()
        at = self._check_index(index) + (count if index < 0 else 0)
        if not 0 <= at < count:
            raise IndexError(f"index {index} out of range for storage of size {count}")
        return self.values[index].item()

    def __setitem__(self, index: Any, value: Any) -> None:
        warn_once()
        count = self._size()
        if not isinstance(self._check_index(index), slice) and not -count <= index < count:
            raise IndexError(f"index {index} is out of bounds for dimension 0 with size {count}")
        if not isinstance(value, (int, float, complex, np.number, np.bool_, TensorBase)):
            raise TypeError(f"can't assign a {type(value).__name__} to a torch.{TYPE_NAMES[self.dtype]}Tensor")
        self.values[index] = value

    def __iter__(self) -> Any:
        warn_once()
        return iter(self.values.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedStorage) and self._untyped_storage == other._untyped_storage

    def __hash__(self) -> int:
        warn_once()
        return hash(self._cdata)

    def tolist(self) -> list[Any]:
        """Return the elements as Python numbers.

        Returns
        -------
        list of numbers
            As many as there are elements.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.tolist()
        [1, 2, 3]
        """
        warn_once()
        return self.values.tolist()

    def clone(self) -> TypedStorage:
        """Return a copy.

        Returns
        -------
        TypedStorage
            In new memory.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> t = s.clone()
        >>> t[0] = 9
        >>> s.tolist(), t.tolist()
        ([1, 2, 3], [9, 2, 3])
        """
        warn_once()
        return make_typed_storage(self._untyped_storage.clone(), self.dtype)

    __copy__ = clone

    def __deepcopy__(self, memo: dict[Any, Any]) -> TypedStorage:
        warn_once()
        return make_typed_storage(self._untyped_storage.__deepcopy__(memo), self.dtype)

    def fill_(self, value: Any) -> TypedStorage:
        """Set every element.

        Parameters
        ----------
        value : number
            The value.

        Returns
        -------
        TypedStorage
            `self`, changed.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.fill_(7).tolist()
        [7, 7, 7]
        """
        warn_once()
        self.values[...] = value
        return self

    def copy_(self, source: Any, non_blocking: bool | None = None) -> TypedStorage:
        """Overwrite with the bytes of another storage of the same size.

        Parameters
        ----------
        source : TypedStorage
            The storage to copy.
        non_blocking : bool, optional
            Ignored: a copy on the CPU is done when the call returns.

        Returns
        -------
        TypedStorage
            `self`, changed.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.copy_(torch.TypedStorage([4, 5, 6], dtype=torch.int16)).tolist()
        [4, 5, 6]
        """
        warn_once()
        self._untyped_storage.copy_(source)
        return self

    def resize_(self, size: int) -> None:
        """Change the number of elements; see `UntypedStorage.resize_`.

        Parameters
        ----------
        size : int
            How many elements.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.resize_(2)
        >>> s.tolist()
        [1, 2]
        """
        warn_once()
        self._untyped_storage.resize_(size * self.dtype.itemsize)

    def resizable(self) -> builtins.bool:
        """Return whether `resize_` is possible.

        Returns
        -------
        bool
            False for a mapped file, and for memory owned by numpy.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.resizable()
        True
        """
        warn_once()
        return self._untyped_storage.resizable()

    def cpu(self) -> TypedStorage:
        """Return the same block. NotImplementedError if there is no data.

        Returns
        -------
        TypedStorage
            In the CPU's memory, where it is already.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.cpu().tolist()
        [1, 2, 3]
        """
        warn_once()
        if self.device.type == "meta":
            raise NotImplementedError("Cannot copy out of meta tensor; no data!")
        return make_typed_storage(self._untyped_storage, self.dtype)

    def to(self, *, device: Any, non_blocking: builtins.bool = False) -> TypedStorage:
        """Return the same block: there is no other device with memory.

        Parameters
        ----------
        device : torch.device or str
            The device, which is the CPU.
        non_blocking : bool, default False
            Ignored: there is nothing to wait for.

        Returns
        -------
        TypedStorage
            Shares the memory.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.to(device='cpu').tolist()
        [1, 2, 3]
        """
        warn_once()
        return make_typed_storage(self._untyped_storage.to(device=device), self.dtype)

    def share_memory_(self) -> TypedStorage:
        """Move the storage to shared memory, with every tensor that refers to it; see `Tensor.share_memory_`.

        Returns
        -------
        TypedStorage
            `self`, in other memory.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.share_memory_().tolist(), s.is_shared()
        ([1, 2, 3], True)
        """
        warn_once()
        self._untyped_storage.share_memory_()
        return self

    def is_shared(self) -> builtins.bool:
        """Return whether other processes can access this memory.

        Returns
        -------
        bool
            Whether `share_memory_` was called, or the memory came from another process.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.is_shared()
        False
        """
        warn_once()
        return self._untyped_storage.is_shared()

    def _pickle_storage_type(self) -> str:
        return f"{TYPE_NAMES[self.dtype]}Storage"

    def pickle_storage_type(self) -> str:
        """Return the legacy name of the storage's type: `FloatStorage`.

        Returns
        -------
        str
            The name in files of `torch.save`.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.pickle_storage_type()
        'ShortStorage'
        """
        warn_once()
        return self._pickle_storage_type()

    def type(self, dtype: Any = None, non_blocking: builtins.bool = False) -> Any:
        """Return the legacy name of the storage's type, or convert its bytes to another type, of which there must be as many.

        Parameters
        ----------
        dtype : type or str, optional
            The storage class, or its name; None returns the name.
        non_blocking : bool, default False
            Ignored.

        Returns
        -------
        str or storage
            The name, or a storage of the other type.

        Examples
        --------
        >>> s = torch.TypedStorage([1, 2, 3], dtype=torch.int16)
        >>> s.type()
        'torch.ShortStorage'
        """
        warn_once()
        return f"torch.{self._pickle_storage_type()}" if dtype is None else convert_bytes(self._untyped_storage, dtype)

    def __reduce__(self) -> Any:
        if names_torch() and pickling_for_process() is None:  # a storage that is sent shares its memory
            from ..tensor.pickled_windows import WITHOUT_STORAGE_CLASS, reduce_storage

            if self.dtype not in WITHOUT_STORAGE_CLASS:
                return reduce_storage(self._untyped_storage, self.dtype)
        return _restore_typed, (self._untyped_storage, self.dtype)

    def __repr__(self) -> str:
        warn_once()
        if self.device.type == "meta":
            return f"...\n[torch.storage.TypedStorage(dtype={self.dtype}, device=meta) of size {self._size()}]"
        return ("\n".join(f" {v}" for v in self.values.tolist() or [""])
                + f"\n[torch.storage.TypedStorage(dtype={self.dtype}, device=cpu) of size {self._size()}]")


def _restore_typed(untyped: UntypedStorage, dtype: _d.dtype) -> TypedStorage:
    return make_typed_storage(untyped, dtype)


class LegacyStorage(TypedStorage):
    """The base class of the legacy names."""

    @classmethod
    def _new_shared(cls, size: int) -> TypedStorage:  # type: ignore[override]
        assert cls.storage_dtype is not None
        return make_typed_storage(UntypedStorage._new_shared(size * cls.storage_dtype.itemsize), cls.storage_dtype)


LegacyStorage.__name__ = LegacyStorage.__qualname__ = "_LegacyStorage"


class FloatStorage(LegacyStorage, dtype=_d.float32):
    """A typed storage of float32 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as float32, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.FloatStorage``.

    Examples
    --------
    >>> s = torch.FloatStorage([1.5, 2.0])
    >>> s.tolist(), len(s), s.nbytes()
    ([1.5, 2.0], 2, 8)
    >>> s.dtype
    torch.float32
    """


class DoubleStorage(LegacyStorage, dtype=_d.float64):
    """A typed storage of float64 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as float64, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.DoubleStorage``.

    Examples
    --------
    >>> s = torch.DoubleStorage([1.5, 2.0])
    >>> s.tolist(), len(s), s.nbytes()
    ([1.5, 2.0], 2, 16)
    >>> s.dtype
    torch.float64
    """


class HalfStorage(LegacyStorage, dtype=_d.float16):
    """A typed storage of float16 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as float16, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.HalfStorage``.

    Examples
    --------
    >>> s = torch.HalfStorage([1.5, 2.0])
    >>> s.tolist(), len(s), s.nbytes()
    ([1.5, 2.0], 2, 4)
    >>> s.dtype
    torch.float16
    """


class BFloat16Storage(LegacyStorage, dtype=_d.bfloat16):
    """A typed storage of bfloat16 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as bfloat16, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.BFloat16Storage``.

    Examples
    --------
    >>> s = torch.BFloat16Storage([1.5, 2.0])
    >>> s.tolist(), len(s), s.nbytes()
    ([1.5, 2.0], 2, 4)
    >>> s.dtype
    torch.bfloat16
    """


class LongStorage(LegacyStorage, dtype=_d.int64):
    """A typed storage of int64 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as int64, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.LongStorage``.

    Examples
    --------
    >>> s = torch.LongStorage([1, 2, 3])
    >>> s.tolist(), len(s), s.nbytes()
    ([1, 2, 3], 3, 24)
    >>> s.dtype
    torch.int64
    """


class IntStorage(LegacyStorage, dtype=_d.int32):
    """A typed storage of int32 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as int32, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.IntStorage``.

    Examples
    --------
    >>> s = torch.IntStorage([1, 2, 3])
    >>> s.tolist(), len(s), s.nbytes()
    ([1, 2, 3], 3, 12)
    >>> s.dtype
    torch.int32
    """


class ShortStorage(LegacyStorage, dtype=_d.int16):
    """A typed storage of int16 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as int16, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.ShortStorage``.

    Examples
    --------
    >>> s = torch.ShortStorage([1, 2, 3])
    >>> s.tolist(), len(s), s.nbytes()
    ([1, 2, 3], 3, 6)
    >>> s.dtype
    torch.int16
    """


class CharStorage(LegacyStorage, dtype=_d.int8):
    """A typed storage of int8 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as int8, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.CharStorage``.

    Examples
    --------
    >>> s = torch.CharStorage([-1, 2])
    >>> s.tolist(), len(s), s.nbytes()
    ([-1, 2], 2, 2)
    >>> s.dtype
    torch.int8
    """


class ByteStorage(LegacyStorage, dtype=_d.uint8):
    """A typed storage of uint8 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as uint8, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.ByteStorage``.

    Examples
    --------
    >>> s = torch.ByteStorage([1, 255])
    >>> s.tolist(), len(s), s.nbytes()
    ([1, 255], 2, 2)
    >>> s.dtype
    torch.uint8
    """


class BoolStorage(LegacyStorage, dtype=_d.bool_):
    """A typed storage of bool elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as bool, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.BoolStorage``.

    Examples
    --------
    >>> s = torch.BoolStorage([True, False])
    >>> s.tolist(), len(s), s.nbytes()
    ([True, False], 2, 2)
    >>> s.dtype
    torch.bool
    """


class ComplexFloatStorage(LegacyStorage, dtype=_d.complex64):
    """A typed storage of complex64 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as complex64, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.ComplexFloatStorage``.

    Examples
    --------
    >>> s = torch.ComplexFloatStorage([1 + 2j])
    >>> s.tolist(), len(s), s.nbytes()
    ([(1+2j)], 1, 8)
    >>> s.dtype
    torch.complex64
    """


class ComplexDoubleStorage(LegacyStorage, dtype=_d.complex128):
    """A typed storage of complex128 elements; the legacy name of that kind of `torch.TypedStorage`.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of elements, uninitialised, or the elements themselves.
    wrap_storage : UntypedStorage, optional
        Bytes that are read as complex128, without a copy.
    dtype : torch.dtype, optional
        Refused: the class determines it.
    device : torch.device or str, optional
        Only the CPU has memory.

    References
    ----------
    PyTorch: ``torch.ComplexDoubleStorage``.

    Examples
    --------
    >>> s = torch.ComplexDoubleStorage([1 + 2j])
    >>> s.tolist(), len(s), s.nbytes()
    ([(1+2j)], 1, 16)
    >>> s.dtype
    torch.complex128
    """


def is_storage(obj: Any, /) -> bool:
    # The docstring is written in _bindings/storage/typed.md.
    """Whether an object is a storage.

    Parameters
    ----------
    obj : object
        Any object.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_storage

    Examples
    --------
    >>> torch.is_storage(torch.zeros(2).untyped_storage()), torch.is_storage(torch.zeros(2))
    (True, False)
    """
    return isinstance(obj, (TypedStorage, UntypedStorage))


STORAGES = {c.__name__: c for c in (FloatStorage, DoubleStorage, HalfStorage, BFloat16Storage, LongStorage, IntStorage, ShortStorage,
                                    CharStorage, ByteStorage, BoolStorage, ComplexFloatStorage, ComplexDoubleStorage)}

__all__ = [
    "STORAGES", "BFloat16Storage", "BoolStorage", "ByteStorage", "CharStorage", "ComplexDoubleStorage", "ComplexFloatStorage",
    "DoubleStorage", "FloatStorage", "HalfStorage", "IntStorage", "LegacyStorage", "LongStorage", "ShortStorage", "TypedStorage",
    "UntypedStorage", "bytes_of", "convert_bytes", "is_storage", "make_typed_storage",
]
