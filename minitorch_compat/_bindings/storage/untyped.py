"""`UntypedStorage`: the bytes of tensors. https://docs.pytorch.org/docs/stable/storage.html"""
from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, ClassVar, NoReturn
from weakref import WeakValueDictionary

import numpy as np

from ..._array.core.intp import ADDRESS_BITS_NOTE
from ..._array.core.meta import MetaArray, make_meta
from ..._array.exchange.shared_memory import map_file, mapping_of, shared_blocks
from ..._array.exchange.type_names import value_type_name
from ..._array.shape.strided import address, copy_memory_and_window, storage_of
from ..._dispatch import dtype as _d
from ..._dispatch.call.kernel_errors import out_of_memory
from ..._dispatch.device import CPU, META, check_device, device
from ..._dispatch.dtype import SignatureLike
from ..._dispatch.messages import argument_messages
from ..._dispatch.naming import names_torch
from ..._dispatch.tensor import TensorBase
from ..._dispatch.unsupported import UnsupportedError
from .borrowed import is_borrowed
from .conversions import Conversions

Array = np.ndarray[Any, Any]

#: Existing storages, by the identity of their block, so that a tensor returns the same object each time.
_STORAGE_OF_BLOCK: WeakValueDictionary[int, UntypedStorage] = WeakValueDictionary()

_INVALID_CALL = ("torch.UntypedStorage() received an invalid combination of arguments - got ({}), but expected one of:\n"
                 " * (*, int allocator = None, torch.device device = None)\n"
                 " * (int size, *, int allocator = None, torch.device device = None)\n"
                 " * (object sequence, *, int allocator = None, torch.device device = None)\n")


def bytes_of(array: Array) -> Array:
    """The bytes of the block of `array`, one-dimensional, sharing memory."""
    block = storage_of(array)
    if block.dtype == np.uint8 and block.ndim == 1 and block.flags.c_contiguous:
        return block
    if not block.size:
        return np.empty(0, np.uint8)
    if not block.flags.forc:  # a view of foreign memory: the bytes that it spans
        count = int(sum((n - 1) * abs(s) for n, s in zip(block.shape, block.strides, strict=True)) + block.itemsize)
        flat = np.lib.stride_tricks.as_strided(block.view(), (1,), (block.itemsize,)).view(np.uint8)
        return np.lib.stride_tricks.as_strided(flat, (count,), (1,))
    return (block if block.flags.c_contiguous else block.T).reshape(-1).view(np.uint8)


def map_storage_file(filename: str, shared: bool, nbytes: int) -> Array:
    """The bytes of a file, mapped; changes reach it if `shared`."""
    import os

    if shared and os.path.getsize(filename) < nbytes if os.path.exists(filename) else shared:
        with open(filename, "ab") as file:
            file.truncate(nbytes)
    try:
        file_size = os.path.getsize(filename)
    except OSError as error:
        raise RuntimeError(f"unable to open file <{filename}> in read-only mode: {error.strerror} ({error.errno})") from None
    if file_size < nbytes:
        raise RuntimeError(f"file <{filename}> size <{file_size}> is smaller than the required mapping size <{nbytes}>")
    return map_file(filename, shared, nbytes) if nbytes else np.empty(0, np.uint8)


def copy_buffer(buffer: Any, byte_order: str | None, count: int, offset: int, dtype: _d.dtype | None) -> Array:
    """A copy of `count` elements (-1: all) of a buffer, from byte `offset` on, in this machine's byte order."""
    if dtype is None:
        raise RuntimeError("argument 'dtype' cannot be None")
    size = dtype.itemsize
    if size > 1 and byte_order is None:
        raise RuntimeError("function missing required argument 'byte_order' (pos 2)")
    if byte_order not in (None, "big", "little", "native"):
        raise ValueError(f"invalid byte_order '{byte_order}' (expected 'big', 'little', or 'native')")
    content = np.frombuffer(buffer, np.uint8)
    if offset < 0 or offset > content.size:
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({offset}) , but got {content.size}")
    available = content.size - offset
    if count < 0:
        if available % size:
            raise ValueError(f"buffer size ({content.size}) must be a multiple of element size ({size})")
        count = available // size
    if count * size > available:
        raise ValueError(f"buffer has only {available} elements after offset {offset}, but specified a size of {count}")
    out = content[offset:offset + count * size].copy()
    if dtype is _d.bool_:
        out = (out != 0).view(np.uint8)
    if byte_order not in (None, "native", sys.byteorder):
        _swap_bytes(out, dtype)
    return out


def _swap_bytes(content: Array, dtype: _d.dtype) -> None:
    """Reverse the bytes of each number, or of both parts of a complex one, in place."""
    size = dtype.itemsize // 2 if dtype.is_complex else dtype.itemsize
    numbers = content[:content.size // size * size].reshape(-1, size)
    numbers[...] = numbers[:, ::-1].copy()


class UntypedStorage(Conversions):
    """A block of bytes, the memory of tensors: the result of `Tensor.untyped_storage()`.

    Tensors that are views of each other share one storage.

    Parameters
    ----------
    *args : int, sequence or nothing
        The number of bytes, uninitialised, or the bytes themselves as numbers.
    **kwargs : object
        `device`, which can only be the CPU or 'meta'.

    References
    ----------
    PyTorch: ``torch.UntypedStorage``.

    Examples
    --------
    >>> torch.UntypedStorage([1, 2, 255]).tolist()
    [1, 2, 255]
    >>> t = torch.arange(6)
    >>> t.untyped_storage().nbytes(), t[4:].untyped_storage().nbytes()
    (48, 48)
    """

    __slots__ = ("__dict__", "__weakref__", "data")
    __module__ = "torch.storage"
    __signature__: ClassVar[Any] = SignatureLike(lambda *args, **kwargs: None)
    is_cuda = is_sparse = is_sparse_csr = is_hpu = False
    _fake_device = _checkpoint_offset = None

    def __init__(self, *args: Any, device: Any = None, allocator: Any = None, **wrong: Any) -> None:
        if wrong or len(args) > 1:
            given = [type(a).__name__ for a in args] + [f"{name}={type(value).__name__}, " for name, value in wrong.items()]
            raise TypeError(_INVALID_CALL.format(", ".join(given)))
        content = _parse_content(args[0] if args else 0)
        meta = check_device(device, None)
        self.data: Any = make_meta((content if isinstance(content, int) else len(content),), np.uint8) if meta else \
            _allocate(content) if isinstance(content, int) else content

    @classmethod
    def _of_array(cls, array: Any) -> UntypedStorage:
        """The storage of the block of an array; the same object as long as it exists.

        Parameters
        ----------
        array : numpy.ndarray
            The array.

        Returns
        -------
        UntypedStorage
            Shares its memory.
        """
        block = storage_of(array.raw if array.__class__ is MetaArray else array)
        out = _STORAGE_OF_BLOCK.get(id(block))
        if out is None or (out.data.raw if out.data.__class__ is MetaArray else storage_of(out.data)) is not block:
            out = cls.__new__(cls)
            out.data = MetaArray(block) if array.__class__ is MetaArray else bytes_of(array)
            register_storage(out)
        return out

    @classmethod
    def from_file(cls, filename: str, shared: bool = False, nbytes: int = 0) -> UntypedStorage:
        """Bytes mapped from a file; changes reach the file if `shared`.

        Parameters
        ----------
        filename : str
            The file.
        shared : bool, default False
            Whether changes are written to it.
        nbytes : int, default 0
            How many bytes.

        Returns
        -------
        UntypedStorage
            A storage over the mapped file.

        Examples
        --------
        >>> with open('numbers', 'wb') as file:
        ...     _ = file.write(bytes([1, 2, 3, 4]))
        >>> torch.UntypedStorage.from_file('numbers', nbytes=3).tolist()
        [1, 2, 3]
        """
        if not isinstance(filename, str):
            raise TypeError(f"argument 1 must be str, not {type(filename).__name__ if filename is not None else None}")
        return cls._of_array(map_storage_file(filename, shared, nbytes))

    @classmethod
    def from_buffer(cls, buffer: Any, byte_order: str | None = None, count: int = -1, offset: int = 0, *,
                    dtype: Any = None) -> UntypedStorage:
        """A copy of a buffer that holds numbers of `dtype` in `byte_order` ("big", "little", "native").

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
        dtype : torch.dtype
            The dtype of the numbers.

        Returns
        -------
        UntypedStorage
            In new memory, with numbers in the machine's byte order.

        Examples
        --------
        >>> torch.UntypedStorage.from_buffer(bytes([1, 2, 3]), dtype=torch.uint8).tolist()
        [1, 2, 3]
        """
        return cls._of_array(copy_buffer(buffer, byte_order, count, offset, dtype))

    @classmethod
    def _new_shared(cls, size: int, *, device: Any = "cpu") -> UntypedStorage:
        if check_device(device, None):
            return cls(size, device=device)
        return cls._of_array(shared_blocks([size])[0])

    @property
    def filename(self) -> str | None:
        """The file that the storage is mapped from."""
        mapping = None if self.data.__class__ is MetaArray else mapping_of(self.data)
        return None if mapping is None else mapping.filename

    @property
    def values(self) -> Array:
        """The bytes, sharing memory."""
        return self._storage_array(np.dtype(np.uint8))

    def _storage_array(self, dtype: np.dtype[Any]) -> Array:
        if self.data.__class__ is MetaArray:
            raise NotImplementedError("Not available for 'meta' device type")
        return self.data[:self.data.size // dtype.itemsize * dtype.itemsize].view(dtype)

    def nbytes(self) -> int:
        """Return the number of bytes.

        Returns
        -------
        int
            Size in bytes.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.nbytes()
        3
        """
        return self.data.size

    def size(self) -> int:
        """Return the number of bytes.

        Returns
        -------
        int
            How many bytes.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.size()
        3
        """
        return self.data.size

    __len__ = size

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self.size()

    def element_size(self) -> int:
        """Return 1.

        Returns
        -------
        int
            Always 1: the elements are bytes.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.element_size()
        1
        """
        return 1

    def data_ptr(self) -> int:
        """Return the address of the first byte.

        Returns
        -------
        int
            A memory address; equal for storages with the same start.

        Examples
        --------
        >>> t = torch.arange(3)
        >>> t.untyped_storage().data_ptr() == t.data_ptr()
        True
        """
        return address(self.data) if self.data.size and self.data.__class__ is not MetaArray else 0

    @property
    def _cdata(self) -> int:
        return id(self.data.raw) if self.data.__class__ is MetaArray else address(self.data)

    @property
    def device(self) -> device:
        """The CPU, or the meta device."""
        return META if self.data.__class__ is MetaArray else CPU

    def _check_slice(self, index: slice) -> slice:
        start, stop, step = index.indices(self.data.size)
        if step != 1:
            raise RuntimeError(f"Trying to slice with a step of {step}, but only a step of 1 is supported")
        return slice(start, stop)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            out = type(self).__new__(type(self))
            out.data = self.values[self._check_slice(index)]
            return out
        if not hasattr(index, "__index__") or isinstance(index, (TensorBase, bool, np.ndarray, type)):
            raise TypeError(f"can't index a torch.UntypedStorage with {value_type_name(index)}")
        values = self.values
        at = index + len(values) if index < 0 else index
        if not 0 <= at < len(values):
            raise IndexError(f"index {at} out of range for storage of size {len(values)}")
        return int(values[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        if not isinstance(value, int):
            raise RuntimeError(f"can only set storage content with a int types, but got {_type_name(value)} instead")
        if isinstance(index, slice):
            self.values[self._check_slice(index)] = value & 255
        elif not hasattr(index, "__index__"):
            raise RuntimeError(f"can't index a torch.UntypedStorage with {type(index).__name__}")
        elif not -len(self.data) <= index < len(self.data):
            raise RuntimeError("out of bounds")
        else:
            self.values[index] = value & 255

    def __iter__(self) -> Any:
        return iter(self.values.tolist())

    def __bytes__(self) -> bytes:
        return self.values.tobytes()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, UntypedStorage) and self._cdata == other._cdata and self.data.size == other.data.size

    def __hash__(self) -> int:
        return hash(self._cdata)

    def tolist(self) -> list[int]:
        """Return the bytes as numbers.

        Returns
        -------
        list of int
            As many as there are bytes.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.tolist()
        [1, 2, 3]
        """
        return self.values.tolist()

    def clone(self) -> UntypedStorage:
        """Return a copy.

        Returns
        -------
        UntypedStorage
            In new memory.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> t = s.clone()
        >>> t[0] = 9
        >>> s.tolist(), t.tolist()
        ([1, 2, 3], [9, 2, 3])
        """
        if self.data.__class__ is MetaArray:
            return UntypedStorage(self.data.size, device="meta")
        return UntypedStorage._of_array(self.data.copy())

    __copy__ = clone

    def __deepcopy__(self, memo: dict[Any, Any]) -> UntypedStorage:
        """Copy the memory; tensors that are copied along with it become views of the copy."""
        if self.data.__class__ is MetaArray or not self.data.size:
            return memo.setdefault(("storage", self._cdata), self.clone())
        return UntypedStorage._of_array(copy_memory_and_window(self.data, memo))

    def new(self) -> UntypedStorage:
        """Return an empty storage.

        Returns
        -------
        UntypedStorage
            Without bytes.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.new().size()
        0
        """
        return UntypedStorage()

    def copy_(self, source: Any, non_blocking: bool | None = None) -> UntypedStorage:
        """Overwrite with the bytes of another storage of the same size.

        Parameters
        ----------
        source : UntypedStorage
            The storage to copy.
        non_blocking : bool, optional
            Ignored: a copy on the CPU is done when the call returns.

        Returns
        -------
        UntypedStorage
            `self`, changed.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.copy_(torch.UntypedStorage([4, 5, 6])).tolist()
        [4, 5, 6]
        """
        storage = getattr(source, "_untyped_storage", source)
        if not isinstance(storage, UntypedStorage):
            raise argument_messages.wrong_type("copy_", "src", 0, "torch.Storage", source)
        if non_blocking is not None and not isinstance(non_blocking, bool):
            raise argument_messages.wrong_type("copy_", "non_blocking", 1, "bool", non_blocking)
        data = storage.data
        if data.size != self.data.size:
            raise RuntimeError(f"size does not match, self was {self.data.size} bytes but src was {data.size} bytes")
        if self.data.__class__ is not MetaArray:
            self.data[...] = data
        return self

    def fill_(self, value: int) -> UntypedStorage:
        """Set every byte.

        Parameters
        ----------
        value : int
            The value.

        Returns
        -------
        UntypedStorage
            `self`, changed.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.fill_(7).tolist()
        [7, 7, 7]
        """
        if not isinstance(value, int):
            raise RuntimeError(f"fill_ expects int, but got {type(value).__name__}")
        if self.data.__class__ is not MetaArray:
            self.data[...] = value & 255
        return self

    def byteswap(self, dtype: Any) -> None:
        """Reverse the bytes of each element of `dtype`, in place.

        Parameters
        ----------
        dtype : torch.dtype
            The dtype, which determines the bytes per element.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3, 4])
        >>> s.byteswap(torch.int16)
        >>> s.tolist()
        [2, 1, 4, 3]
        """
        _swap_bytes(self.values, check_dtype(dtype))

    def resizable(self) -> bool:
        """Return whether `resize_` is possible: not for a mapped file, nor for memory owned by another library.

        Returns
        -------
        bool
            False for a mapped file, and for memory owned by numpy.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.resizable()
        True
        """
        if self.data.__class__ is MetaArray:
            return True
        mapping = mapping_of(self.data)
        return not is_borrowed(self.data) and (mapping is None or mapping.identity is not None)

    def resize_(self, size: int) -> UntypedStorage:
        """Change the size; tensors over the memory follow. Refused if it would be too small for one of them.

        Parameters
        ----------
        size : int
            How many bytes.

        Returns
        -------
        UntypedStorage
            `self`, changed; new bytes are uninitialised.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.resize_(2).tolist()
        [1, 2]
        """
        if not isinstance(size, (int, np.integer)) or isinstance(size, bool):
            raise RuntimeError(f"resize_ expects an int, but got {type(size).__name__}")
        if size < 0:
            raise _negative_size_error(int(size))
        if not self.resizable():
            raise RuntimeError("Trying to resize storage that is not resizable")
        if size == self.data.size:
            return self
        if self.data.__class__ is MetaArray:
            self.data = make_meta((size,), np.uint8)
            return self
        if mapping_of(self.data) is not None:  # other processes could not follow; PyTorch crashes
            raise RuntimeError("Trying to resize storage that is not resizable")
        from .moved_memory import enlarge, try_replace

        resized = _allocate(size)
        kept = min(size, self.data.size)
        resized[:kept] = self.data[:kept]
        unregister_storage(self)  # otherwise it could be found by the identity of a freed block
        done = try_replace(self, "data", resized)
        register_storage(self)
        if done:
            return self
        if size > self.data.size:
            enlarge(storage_of(self.data), size)
        else:
            raise UnsupportedError("torch.UntypedStorage.resize_", "out of scope (tensors cannot reach beyond their memory)")
        return self

    def untyped(self) -> UntypedStorage:
        """Return the storage itself.

        Returns
        -------
        UntypedStorage
            Shares the memory.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.untyped().tolist()
        [1, 2, 3]
        """
        return self

    def cpu(self) -> UntypedStorage:
        """Return the storage itself.

        Returns
        -------
        UntypedStorage
            In the CPU's memory, where it is already.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.cpu().tolist()
        [1, 2, 3]
        """
        return self

    def to(self, *, device: Any, non_blocking: bool = False) -> UntypedStorage:
        """Return the storage itself: there is no other device with memory.

        Parameters
        ----------
        device : torch.device or str
            The device, which is the CPU.
        non_blocking : bool, default False
            Ignored: there is nothing to wait for.

        Returns
        -------
        UntypedStorage
            Shares the memory.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.to(device='cpu').tolist()
        [1, 2, 3]
        """
        if check_device(device, None):
            raise AssertionError("META device module is not loaded")
        return self

    def mps(self) -> NoReturn:
        """Raise, as in a CPU build.

        Raises
        ------
        RuntimeError
            Always: there is no such device.

        Examples
        --------
        >>> try:
        ...     torch.UntypedStorage([1]).mps()
        ... except (NotImplementedError, RuntimeError) as error:
        ...     print('not here')
        not here
        """
        raise RuntimeError("torch.UntypedStorage(): Storage device not recognized: mps")

    def type(self, dtype: Any = None, non_blocking: bool = False) -> Any:
        """Return the name of the class, or convert the bytes to a storage of that type, of which there must be as many.

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
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.type()
        'torch.storage.UntypedStorage'
        """
        if dtype is None:
            return "torch.storage.UntypedStorage"
        from .typed import convert_bytes

        return convert_bytes(self, dtype)

    def is_shared(self) -> bool:
        """Return whether other processes can access this memory.

        Returns
        -------
        bool
            Whether `share_memory_` was called, or the memory came from another process.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.is_shared()
        False
        """
        return self.data.__class__ is not MetaArray and mapping_of(self.data) is not None

    def share_memory_(self) -> UntypedStorage:
        """Move the storage to shared memory, with every tensor that refers to it; see `Tensor.share_memory_`.

        Returns
        -------
        UntypedStorage
            `self`, in other memory.

        Examples
        --------
        >>> s = torch.UntypedStorage([1, 2, 3])
        >>> s.share_memory_().tolist(), s.is_shared()
        ([1, 2, 3], True)
        """
        from .sharing import move_to_shared_memory

        if self.data.__class__ is MetaArray:
            raise RuntimeError("_share_fd_: only available on CPU")
        move_to_shared_memory([self.data])
        return self

    def __reduce__(self) -> Any:
        if "multiprocessing.reduction" in sys.modules:
            from .sharing import is_being_sent, reduce_storage

            if is_being_sent():
                return reduce_storage(self)
        if names_torch():
            from ..tensor.pickled_windows import reduce_storage as reduce_in_words

            return reduce_in_words(self, None)
        return _restore, (self.data.tobytes(),)

    def __repr__(self) -> str:
        if self.data.__class__ is MetaArray:
            return f"...\n[torch.storage.UntypedStorage(device=meta) of size {self.data.size}]"
        return "\n".join(f" {v}" for v in self.data.tolist() or [""]) + f"\n[torch.storage.UntypedStorage(device=cpu) of size {len(self)}]"


def _negative_size_error(count: int) -> RuntimeError:
    return RuntimeError("[enforce fail at alloc_cpu.cpp] ((ptrdiff_t)nbytes) >= 0. alloc_cpu() seems to have been called with negative "
                        f"number: {count % 2**64}")


def _parse_content(data: Any) -> Any:
    """The number of bytes, or the bytes."""
    if isinstance(data, np.integer) or isinstance(data, TensorBase) and not data.dim() and data._array.dtype.kind in "iu":  # type: ignore[attr-defined]
        data = int(data)  # type: ignore[arg-type]
    if isinstance(data, int) and data is not True and data is not False:
        if data < 0:
            raise _negative_size_error(data)
        return data
    listed = isinstance(data, Sequence) or hasattr(data, "__len__") and hasattr(data, "__getitem__")
    if isinstance(data, (dict, TensorBase)) or not listed:
        raise RuntimeError(f"torch.UntypedStorage(): Expected a sequence type, but got {value_type_name(data)}")
    for wrong in [v for v in data if not hasattr(v, "__index__")][:1]:
        raise RuntimeError(f"torch.UntypedStorage(): tried to construct a storage from a sequence ({value_type_name(data)}), but one of "
                           f"the items was of type {value_type_name(wrong)} instead of int")
    return np.array([int(v) & 255 for v in data], np.uint8)


def _allocate(nbytes: int) -> Array:
    """New memory; RuntimeError if it cannot be allocated."""
    try:
        return np.empty(nbytes, np.uint8)
    except MemoryError as error:
        raise out_of_memory(error) from None
    except ValueError:  # numpy refuses more than can be addressed
        raise RuntimeError(f"DefaultCPUAllocator: can't allocate memory: you tried to allocate {nbytes} bytes{ADDRESS_BITS_NOTE}") from None


def block_of(storage: UntypedStorage) -> Any:
    """The array that owns the memory of a storage."""
    return storage.data.raw if storage.data.__class__ is MetaArray else storage_of(storage.data)


def _block_id(storage: UntypedStorage) -> int:
    return id(block_of(storage))


def register_storage(storage: UntypedStorage) -> None:
    """Make this the storage object of its memory. It keeps the block alive, so that its identity is not reused."""
    _STORAGE_OF_BLOCK[_block_id(storage)] = storage


def unregister_storage(storage: UntypedStorage) -> None:
    """Undo that, before the storage gets other memory."""
    if _STORAGE_OF_BLOCK.get(_block_id(storage)) is storage:
        del _STORAGE_OF_BLOCK[_block_id(storage)]


def check_dtype(dtype: Any) -> _d.dtype:
    """Refuse what is not a dtype."""
    if not isinstance(dtype, _d.dtype):
        raise RuntimeError(f"expected torch.dtype, but got {type(dtype)}")
    return dtype


def _type_name(value: Any) -> str:
    kind = type(value)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _restore(content: bytes) -> UntypedStorage:
    return UntypedStorage._of_array(np.frombuffer(bytearray(content), np.uint8))


__all__ = ["UntypedStorage", "bytes_of"]
