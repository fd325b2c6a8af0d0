"""Storages: the memory block behind tensors. https://docs.pytorch.org/docs/stable/storage.html

A storage here is the array that owns the memory.  Tensors over one block give storages that compare equal.
"""
from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import numpy as np

from .._array.ghost import Ghost, made
from .._array.strided import address, storage_of
from .._dispatch import dtype as _d
from .._dispatch.device import CPU, META, builtin_name, check_device, device
from .._dispatch.unsupported import UnsupportedError
from .conversion import TYPE_NAMES

Array = np.ndarray[Any, Any]
_builtin_float = float  # a method of storages has that name


def bytes_of(array: Array) -> Array:
    """The bytes of the block behind `array`, one-dimensional, sharing memory."""
    block = storage_of(array)
    if block.dtype == np.uint8 and block.ndim == 1 and block.flags.c_contiguous:
        return block
    if not block.size:
        return np.empty(0, np.uint8)
    if not block.flags.forc:  # a window on foreign memory: what it spans
        count = int(sum((n - 1) * abs(s) for n, s in zip(block.shape, block.strides, strict=True)) + block.itemsize)
        flat = np.lib.stride_tricks.as_strided(block.view(), (1,), (block.itemsize,)).view(np.uint8)
        return np.lib.stride_tricks.as_strided(flat, (count,), (1,))
    return (block if block.flags.c_contiguous else block.T).reshape(-1).view(np.uint8)


class UntypedStorage:
    """A block of bytes: `UntypedStorage(n)` of uninitialised ones, `UntypedStorage([...])` of given ones."""

    __slots__ = ("__weakref__", "data")
    __module__ = "torch.storage"
    is_cuda = is_sparse = is_sparse_csr = is_hpu = False

    def __init__(self, data: Any = 0, *, device: Any = None) -> None:
        size = _is_whole(data)
        if not size:
            _check_bytes(data)
        elif data < 0:
            raise _negative(data)
        if check_device(device, None):
            self.data: Any = made((int(data),) if size else (len(data),), np.uint8)
        else:
            self.data = np.empty(data, np.uint8) if size else np.array([int(v) & 255 for v in data], np.uint8)

    @classmethod
    def over(cls, array: Any) -> UntypedStorage:
        """The storage of the block behind an array."""
        out = cls.__new__(cls)
        out.data = Ghost(storage_of(array.raw)) if array.__class__ is Ghost else bytes_of(array)
        return out

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, nbytes: int = 0) -> UntypedStorage:
        """Bytes mapped from a file; changes reach the file if `shared`."""
        return cls.over(np.memmap(filename, np.uint8, "r+" if shared else "c", shape=(nbytes,)).view(np.ndarray))

    def _storage_array(self, dtype: np.dtype[Any]) -> Array:
        if self.data.__class__ is Ghost:
            raise NotImplementedError("Not available for 'meta' device type")
        return self.data[:self.data.size // dtype.itemsize * dtype.itemsize].view(dtype)

    def nbytes(self) -> int:
        """Bytes."""
        return self.data.size

    def size(self) -> int:
        """Bytes."""
        return self.data.size

    __len__ = size

    def element_size(self) -> int:
        """1."""
        return 1

    def data_ptr(self) -> int:
        """The address of the first byte."""
        return address(self.data) if self.data.size and self.data.__class__ is not Ghost else 0

    @property
    def _cdata(self) -> int:
        return id(self.data.raw) if self.data.__class__ is Ghost else address(self.data)

    @property
    def device(self) -> device:
        """The CPU, or the meta device."""
        return META if self.data.__class__ is Ghost else CPU

    def get_device(self) -> int:
        """-1, the number of the CPU."""
        return -1

    def __getitem__(self, index: Any) -> Any:
        if self.data.__class__ is Ghost:
            raise NotImplementedError("Not available for 'meta' device type")
        if not isinstance(index, slice) and not _is_whole(index):
            raise TypeError(f"can't index a torch.UntypedStorage with {builtin_name(index)}")
        if isinstance(index, slice):
            out = type(self).__new__(type(self))
            out.data = self.data[index]
            return out
        if not -len(self.data) <= index < len(self.data):
            raise IndexError(f"index {index} out of range for storage of size {len(self.data)}")
        return int(self.data[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(value, int):
            raise RuntimeError(f"can only set storage content with a int types, but got {builtin_name(value)} instead")
        if not isinstance(index, slice):
            if not _is_whole(index):
                raise RuntimeError(f"can't index a torch.UntypedStorage with {builtin_name(index)}")
            if not -len(self.data) <= index < len(self.data):
                raise RuntimeError("out of bounds")
        self.data[index] = value & 255

    def __iter__(self) -> Any:
        return iter(self.data.tolist())

    def __bytes__(self) -> bytes:
        return self.data.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UntypedStorage) and self._cdata == other._cdata and self.data.size == other.data.size

    def __hash__(self) -> int:
        return hash(self._cdata)

    def tolist(self) -> list[int]:
        """The bytes as numbers."""
        return self.data.tolist()

    def clone(self) -> UntypedStorage:
        """A copy."""
        return UntypedStorage.over(self.data.copy())

    __copy__ = clone

    def __deepcopy__(self, memo: dict[Any, Any]) -> UntypedStorage:
        return memo.setdefault(("storage", self._cdata), self.clone())

    def copy_(self, source: Any, non_blocking: bool = False) -> UntypedStorage:
        """Overwrite with the bytes of another storage."""
        if not isinstance(source, (UntypedStorage, TypedStorage)):
            raise TypeError(f"copy_(): argument 'src' (position 1) must be torch.Storage, not {builtin_name(source)}")
        self.data[...] = source.untyped().data
        return self

    def fill_(self, value: int) -> UntypedStorage:
        """Set every byte."""
        if not isinstance(value, int):
            raise RuntimeError(f"fill_ expects int, but got {builtin_name(value)}")
        self.data[...] = value & 255
        return self

    def resize_(self, size: int) -> UntypedStorage:
        """Another size; refused but for the same one: the tensors over this memory could not follow."""
        if not _is_whole(size):
            raise RuntimeError(f"resize_ expects an int, but got {builtin_name(size)}")
        if size < 0:
            raise _negative(size)
        if size != self.data.size:
            raise UnsupportedError("torch.UntypedStorage.resize_", "out of scope (numpy cannot grow memory that others look at)")
        return self

    def untyped(self) -> UntypedStorage:
        """Itself."""
        return self

    def cpu(self) -> UntypedStorage:
        """Itself."""
        return self

    def cuda(self, device: Any = None, non_blocking: bool = False) -> UntypedStorage:
        """Fails as in a CPU build."""
        raise AssertionError("Torch not compiled with CUDA enabled")

    def is_shared(self) -> bool:
        """False: memory is not shared with other processes."""
        return False

    def is_pinned(self, device: Any = None) -> bool:
        """False."""
        return False

    def share_memory_(self) -> UntypedStorage:
        """Fails: memory is not shared with other processes here."""
        raise UnsupportedError("torch.UntypedStorage.share_memory_", "out of scope (no memory shared between processes)")

    def type(self, dtype: Any = None, non_blocking: bool = False) -> Any:
        """The name of the class."""
        return "torch.storage.UntypedStorage" if dtype is None else TypedStorage(wrap_storage=self, dtype=dtype.dtype)

    def __reduce__(self) -> Any:
        return _restore, (self.data.tobytes(),)

    def __repr__(self) -> str:
        if self.data.__class__ is Ghost:
            return f"...\n[torch.storage.UntypedStorage(device=meta) of size {self.data.size}]"
        return "".join(f" {v}\n" for v in self.data.tolist()) + f"[torch.storage.UntypedStorage(device=cpu) of size {self.data.size}]"


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)


def _negative(size: int) -> RuntimeError:
    return RuntimeError(f"alloc_cpu() seems to have been called with negative number: {size}")


def _check_bytes(data: Any) -> None:
    """Refuse what is no sequence of whole numbers."""
    start = "torch.UntypedStorage(): "
    if not isinstance(data, (Sequence, np.ndarray)):
        raise RuntimeError(f"{start}Expected a sequence type, but got {builtin_name(data)}")
    for value in data:
        if not isinstance(value, (int, np.integer)):
            raise RuntimeError(f"{start}tried to construct a storage from a sequence ({builtin_name(data)}), but one of the items was of "
                               f"type {builtin_name(value)} instead of int")


def _restore(content: bytes) -> UntypedStorage:
    return UntypedStorage.over(np.frombuffer(bytearray(content), np.uint8))


class _StorageMeta(type):
    """`isinstance(s, FloatStorage)` asks for the dtype."""

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
        return cls.storage_dtype is None or instance.dtype is cls.storage_dtype

    def __call__(cls, *args: Any, wrap_storage: Any = None, dtype: Any = None, device: Any = None, _internal: bool = False) -> Any:
        wanted = dtype if cls.storage_dtype is None else cls.storage_dtype
        if wrap_storage is None:
            cls._check(args)
        return type.__call__(TypedStorage, *args, wrap_storage=wrap_storage, dtype=wanted, device=device, _internal=_internal)

    def _check(cls, args: tuple[Any, ...]) -> None:
        """Refuse what is neither a size nor a sequence of numbers."""
        called = "TypedStorage.__init__" if cls.storage_dtype is None else f"<class 'torch.{cls.__name__}'>.__new__"
        text = (f"{called} received an invalid combination of arguments. Expected one of:\n * no arguments\n * (int size)\n"
                " * (Sequence data)")
        if len(args) > 1:
            raise RuntimeError(f"{text}\nToo many positional arguments")
        for data in args:
            if isinstance(data, (str, bytes)):
                raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
            if isinstance(data, (int, np.integer)) and data < 0:
                raise _negative(int(data))
            if not isinstance(data, (int, np.integer, Sequence, np.ndarray)):
                raise TypeError(f"{text}\nArgument type not recognized: {type(data)}")
            for value in data if isinstance(data, Sequence) else ():
                if not hasattr(value, "__float__") and not isinstance(value, complex):
                    raise TypeError(f"must be real number, not {type(value).__name__}")

    @property
    def dtype(cls) -> Any:
        """The dtype of its elements; of TypedStorage itself there is none."""
        if cls.storage_dtype is None:
            raise AttributeError(f"type object '{cls.__name__}' has no attribute 'dtype'")
        return cls.storage_dtype


class TypedStorage(metaclass=_StorageMeta):
    """A block of elements of one dtype: `TypedStorage(n)`, `TypedStorage([...])`, or over an untyped one (`wrap_storage=`)."""

    __slots__ = ("__weakref__", "_untyped_storage", "dtype")
    __module__ = "torch.storage"
    is_cuda = is_sparse = is_hpu = False

    def __init__(self, data: Any = 0, *, wrap_storage: Any = None, dtype: Any = None, device: Any = None, _internal: bool = False) -> None:
        self.dtype: _d.dtype = _d.get_default_dtype() if dtype is None else dtype
        if wrap_storage is not None:
            self._untyped_storage: UntypedStorage = wrap_storage
        else:
            wanted = self.dtype.numpy
            array = np.empty(int(data), wanted) if isinstance(data, (int, np.integer)) else np.asarray(data).astype(wanted)
            self._untyped_storage = UntypedStorage.over(array)

    def _storage_array(self, dtype: np.dtype[Any]) -> Array:
        if dtype != self.dtype.numpy:
            raise RuntimeError(f"Expected a Storage of type {_d.of(dtype)} or an UntypedStorage, but got type {self.dtype}")
        return self.values

    @property
    def values(self) -> Array:
        """The elements, sharing memory."""
        return self._untyped_storage._storage_array(self.dtype.numpy)

    def size(self) -> int:
        """Elements."""
        return self._untyped_storage.nbytes() // self.dtype.itemsize

    __len__ = _size = size

    def nbytes(self) -> int:
        """Bytes."""
        return self._untyped_storage.nbytes()

    def element_size(self) -> int:
        """Bytes per element."""
        return self.dtype.itemsize

    def data_ptr(self) -> int:
        """The address of the first element."""
        return self._untyped_storage.data_ptr()

    @property
    def _cdata(self) -> int:
        return self._untyped_storage._cdata

    @property
    def device(self) -> device:
        """The CPU, or the meta device."""
        return self._untyped_storage.device

    def untyped(self) -> UntypedStorage:
        """The block without a dtype."""
        return self._untyped_storage

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        self._check_index(index)
        return self.values[index].item()

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(index, slice):
            self._check_index(index)
        if not isinstance(value, (int, _builtin_float, complex, np.generic)) and not hasattr(value, "array"):
            raise TypeError(f"can't assign a {builtin_name(value)} to a torch.{TYPE_NAMES[self.dtype]}Tensor")
        self.values[index] = value

    def _check_index(self, index: Any) -> None:
        if index.__class__ is not builtins.int:
            kind = TypeError if isinstance(index, builtins.bool) else RuntimeError
            raise kind(f"can't index a <class 'torch.storage.TypedStorage'> with {type(index)}")
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} out of range for storage of size {len(self)}")

    def __iter__(self) -> Any:
        return iter(self.tolist())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TypedStorage) and self._untyped_storage == other._untyped_storage

    def __hash__(self) -> int:
        return hash(self._cdata)

    def tolist(self) -> list[Any]:
        """The elements as Python numbers."""
        return self.values.tolist()

    def clone(self) -> TypedStorage:
        """A copy."""
        return TypedStorage(wrap_storage=self._untyped_storage.clone(), dtype=self.dtype)

    __copy__ = clone

    def fill_(self, value: Any) -> TypedStorage:
        """Set every element."""
        self.values[...] = value
        return self

    def copy_(self, source: Any, non_blocking: bool | None = None) -> TypedStorage:
        """Overwrite with the elements of another storage."""
        self.values[...] = source.values if isinstance(source, TypedStorage) else source._storage_array(self.dtype.numpy)
        return self

    def _as(self, dtype: _d.dtype) -> TypedStorage:
        return TypedStorage(wrap_storage=UntypedStorage.over(self.values.astype(dtype.numpy)), dtype=dtype)

    def float(self) -> TypedStorage:
        """As float32."""
        return self._as(_d.float32)

    def double(self) -> TypedStorage:
        """As float64."""
        return self._as(_d.float64)

    def half(self) -> TypedStorage:
        """As float16."""
        return self._as(_d.float16)

    def long(self) -> TypedStorage:
        """As int64."""
        return self._as(_d.int64)

    def int(self) -> TypedStorage:
        """As int32."""
        return self._as(_d.int32)

    def bool(self) -> TypedStorage:
        """As bool."""
        return self._as(_d.bool_)

    def cpu(self) -> TypedStorage:
        """Itself."""
        return self

    def cuda(self, device: Any = None, non_blocking: builtins.bool = False) -> TypedStorage:
        """Fails as in a CPU build."""
        raise AssertionError("Torch not compiled with CUDA enabled")

    def is_shared(self) -> builtins.bool:
        """False: memory is not shared with other processes."""
        return False

    def pickle_storage_type(self) -> str:
        """The old name of the storage's type: `FloatStorage`."""
        return f"{TYPE_NAMES[self.dtype]}Storage"

    def type(self, dtype: Any = None, non_blocking: builtins.bool = False) -> Any:
        """The old name of the storage's type, or the storage converted."""
        return f"torch.{self.pickle_storage_type()}" if dtype is None else self._as(dtype.dtype if hasattr(dtype, "dtype") else dtype)

    def __reduce__(self) -> Any:
        return _restore_typed, (self._untyped_storage, self.dtype)

    def __repr__(self) -> str:
        if self.device.type == "meta":
            return f"...\n[torch.storage.TypedStorage(dtype={self.dtype}, device=meta) of size {len(self)}]"
        return ("".join(f" {v}\n" for v in self.tolist())
                + f"[torch.storage.TypedStorage(dtype={self.dtype}, device=cpu) of size {len(self)}]")


def _restore_typed(untyped: UntypedStorage, dtype: _d.dtype) -> TypedStorage:
    return TypedStorage(wrap_storage=untyped, dtype=dtype)


class FloatStorage(TypedStorage, dtype=_d.float32):
    """float32 storages."""


class DoubleStorage(TypedStorage, dtype=_d.float64):
    """float64 storages."""


class HalfStorage(TypedStorage, dtype=_d.float16):
    """float16 storages."""


class BFloat16Storage(TypedStorage, dtype=_d.bfloat16):
    """bfloat16 storages."""


class LongStorage(TypedStorage, dtype=_d.int64):
    """int64 storages."""


class IntStorage(TypedStorage, dtype=_d.int32):
    """int32 storages."""


class ShortStorage(TypedStorage, dtype=_d.int16):
    """int16 storages."""


class CharStorage(TypedStorage, dtype=_d.int8):
    """int8 storages."""


class ByteStorage(TypedStorage, dtype=_d.uint8):
    """uint8 storages."""


class BoolStorage(TypedStorage, dtype=_d.bool_):
    """bool storages."""


class ComplexFloatStorage(TypedStorage, dtype=_d.complex64):
    """complex64 storages."""


class ComplexDoubleStorage(TypedStorage, dtype=_d.complex128):
    """complex128 storages."""


def is_storage(obj: Any, /) -> bool:
    """Whether `obj` is a storage."""
    return isinstance(obj, (TypedStorage, UntypedStorage))


STORAGES = {c.__name__: c for c in (FloatStorage, DoubleStorage, HalfStorage, BFloat16Storage, LongStorage, IntStorage, ShortStorage,
                                    CharStorage, ByteStorage, BoolStorage, ComplexFloatStorage, ComplexDoubleStorage)}

__all__ = ["BFloat16Storage", "BoolStorage", "ByteStorage", "CharStorage", "ComplexDoubleStorage", "ComplexFloatStorage", "DoubleStorage",
           "FloatStorage", "HalfStorage", "IntStorage", "LongStorage", "ShortStorage", "TypedStorage", "UntypedStorage", "is_storage"]
