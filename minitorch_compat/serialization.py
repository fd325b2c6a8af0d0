"""`torch.serialization`: saving and loading, in PyTorch's file format. https://docs.pytorch.org/docs/stable/notes/serialization.html

A file is a zip archive, uncompressed: `data.pkl` holds the objects, `data/<key>` the bytes of each storage, so that tensors which
share memory when they are saved share it when they are loaded. Files can be exchanged with PyTorch in both directions.
"""
from __future__ import annotations

import io
import os
import pickle
import struct
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _weights_only_unpickler as _safe
from ._array.core.user_warnings import warn
from ._array.exchange.shared_memory import HAS_MMAP, no_mmap_error
from ._bindings.storage.borrowed import mark_borrowed
from ._bindings.storage.typed import TypedStorage, UntypedStorage, make_typed_storage
from ._dispatch import dtype as _d
from ._dispatch.device import device as _device
from ._dispatch.unsupported import UnsupportedError
from ._namespace.names import claim, missing
from ._serialization.archive import Archive, SequentialFile, open_archive, write_record
from ._serialization.legacy_load import parse_storage_id
from ._serialization.pickling import _get_layout, find_class, pickler_class  # noqa: F401  (_get_layout: files name it here)
from ._serialization.settings import (  # noqa: F401  (torch's names)
    MAP_PRIVATE,
    MAP_SHARED,
    LoadEndianness,
    Settings,
    StorageType,
    check_module_version_greater_or_equal,
    default_restore_location,
    get_crc32_options,
    get_default_load_endianness,
    get_default_mmap_options,
    get_source_lines_and_file,
    location_tag,
    mkdtemp,
    normalize_storage_type,
    register_package,
    set_crc32_options,
    set_default_load_endianness,
    set_default_mmap_options,
    skip_data,
    storage_to_tensor_type,
    validate_cuda_device,
    validate_hpu_device,
)

__all__ = ["LoadEndianness", "SourceChangeWarning", "StorageType", "add_safe_globals", "check_module_version_greater_or_equal",
           "clear_safe_globals", "default_restore_location", "get_crc32_options", "get_default_load_endianness", "get_default_mmap_options",
           "get_safe_globals", "get_unsafe_globals_in_checkpoint", "load", "location_tag", "mkdtemp", "normalize_storage_type",
           "register_package", "safe_globals", "save", "set_crc32_options", "set_default_load_endianness", "set_default_mmap_options",
           "skip_data", "storage_to_tensor_type", "validate_cuda_device", "validate_hpu_device"]

DEFAULT_PROTOCOL = 2
_package_registry = Settings.places
LONG_SIZE, INT_SIZE, SHORT_SIZE = 8, 4, 2
MAGIC_NUMBER = 0x1950a86a20f9469cfc6c
PROTOCOL_VERSION = 1001
IS_WINDOWS = sys.platform == "win32"
STORAGE_KEY_SEPARATOR = ","
_BYTE_ORDERS = {None: "little", LoadEndianness.LITTLE: "little", LoadEndianness.BIG: "big", LoadEndianness.NATIVE: sys.byteorder}
_DOCUMENTATION_HINT = "Check the documentation of torch.load: https://pytorch.org/docs/stable/generated/torch.load.html"

MapLocation = Callable[[Any, str], Any] | str | _device | dict[str, str] | None
MAP_LOCATION = MapLocation

# Writing --------------------------------------------------------------------------------------------------------------------------


def save(obj: Any, f: FileLike, pickle_module: Any = pickle, pickle_protocol: int = DEFAULT_PROTOCOL,
         _use_new_zipfile_serialization: bool = True, _disable_byteorder_record: bool = False) -> None:
    """Write an object to a file, in PyTorch's format.

    Tensors that share a storage still do when loaded; storages are written as a whole, even if a
    view shows only a part.

    Parameters
    ----------
    obj : object
        Anything that pickles: a tensor, ``state_dict``, and containers of them.
    f : str, path or file
        The destination; a file must be open for writing bytes.
    pickle_module : module, default pickle
        Its ``Pickler`` writes the objects.
    pickle_protocol : int, default DEFAULT_PROTOCOL
        The pickle protocol.
    _use_new_zipfile_serialization : bool, default True
        Whether the file is a zip archive; otherwise of the format before PyTorch 1.6.
    _disable_byteorder_record : bool, default False
        Whether the archive omits its byte order.

    Raises
    ------
    RuntimeError
        If the parent directory does not exist, or writing fails.

    References
    ----------
    PyTorch: ``torch.save``.

    Examples
    --------
    >>> import io
    >>> buffer = io.BytesIO()
    >>> torch.save({"w": torch.ones(2)}, buffer)
    >>> position = buffer.seek(0)
    >>> torch.load(buffer)
    {'w': tensor([1., 1.])}
    """
    name = "archive"
    if isinstance(f, (str, os.PathLike)) and _use_new_zipfile_serialization:
        parent = os.path.dirname(os.fspath(f)) or "."
        if not os.fspath(f) or os.path.isdir(f):
            raise RuntimeError(f"invalid file name: {os.fspath(f)}")
        if not os.path.isdir(parent):
            raise RuntimeError(f"Parent directory {parent} does not exist.")
        name = os.path.splitext(os.path.basename(os.fspath(f)))[0]
    elif not isinstance(f, (str, os.PathLike)) and not hasattr(f, "write"):
        raise AttributeError("expected 'f' to be string, path, or a file-like object with a 'write' attribute")
    _check_pickle_module(pickle_module)
    if pickle_protocol is not None and not hasattr(pickle_protocol, "__index__"):
        raise TypeError(f"'{type(pickle_protocol).__name__}' object cannot be interpreted as an integer")
    if not _use_new_zipfile_serialization:
        if Settings.skipping:
            raise RuntimeError("Cannot use skip_data=True with _use_new_zipfile_serialization=False")
        from ._serialization.legacy_save import legacy_save

        with open(f, "wb") if isinstance(f, (str, os.PathLike)) else nullcontext(f) as file:
            legacy_save(obj, file, pickle_protocol, pickler_class(pickle_module))
        return
    if not isinstance(f, (str, os.PathLike)):
        f.write(memoryview(b""))  # an object that takes no bytes raises here, before anything is pickled
    # A deliberate difference: PyTorch opens the file first, so that an object that cannot be pickled replaces the last good checkpoint by a
    # broken file. A broken file is of no use to anyone, so here the file remains unchanged.
    buffer = io.BytesIO()
    pickler = pickler_class(pickle_module)(buffer, pickle_protocol)
    pickler.dump(obj)
    with open(f, "wb") if isinstance(f, (str, os.PathLike)) else nullcontext(f) as file, zipfile.ZipFile(
            SequentialFile(file), "w", zipfile.ZIP_STORED) as archive:  # type: ignore[call-overload]
        how = Settings.crc32, Settings.alignment
        write_record(archive, f"{name}/data.pkl", buffer.getvalue(), *how)
        write_record(archive, f"{name}/.format_version", b"1", *how)
        write_record(archive, f"{name}/.storage_alignment", str(Settings.alignment).encode(), *how)
        if not _disable_byteorder_record:
            write_record(archive, f"{name}/byteorder", sys.byteorder.encode(), *how)
        for key, block in pickler.storages.items():
            data = bytes(block.nbytes) if Settings.skipping else block.data
            write_record(archive, f"{name}/data/{key}", data, *how)
        write_record(archive, f"{name}/version", b"3\n", *how)


def _check_pickle_module(module: Any) -> None:
    """Refuse modules without a pickler and an unpickler."""
    if not hasattr(module, "Pickler"):
        raise AttributeError(f"pickle_module must have a Pickler, as pickle has, and {module!r} has no attribute 'Pickler'")


# Reading --------------------------------------------------------------------------------------------------------------------------


_MMAP_ERROR = ("mmap can only be used with files saved with `torch.save(_use_new_zipfile_serialization=True), please torch.save your "
               "checkpoint with this option in order to use mmap.")


def load(f: FileLike, map_location: MapLocation = None, pickle_module: Any = None, *, weights_only: bool | None = None,
         mmap: bool | None = None, **pickle_load_args: Any) -> Any:
    """Read a file of ``save``, or of PyTorch's.

    Parameters
    ----------
    f : str, path or file
        The source; a file must be seekable. A path that ends in ``.safetensors`` is read as a file of that format.
    map_location : str, device, dict or callable, optional
        How to map storages of other devices; ``'cpu'`` for files saved on a GPU.
    pickle_module : module, optional
        Its ``Unpickler`` reads the objects, with ``weights_only=False``.
    weights_only : bool, optional
        Whether to read only tensors, plain containers and what ``add_safe_globals`` allows, so that a
        file can do no harm; None is True.
    mmap : bool, optional
        Whether to map storages from the file instead of reading them; requires a path, and the zip format.
    **pickle_load_args : object
        Arguments of the unpickler, such as ``encoding``.

    Returns
    -------
    object
        The saved object.

    Raises
    ------
    UnpicklingError
        With ``weights_only``, for other contents.
    FileNotFoundError
        If the file does not exist.

    References
    ----------
    PyTorch: ``torch.load``.

    Examples
    --------
    >>> import io
    >>> buffer = io.BytesIO()
    >>> torch.save(torch.arange(3), buffer)
    >>> torch.load(io.BytesIO(buffer.getvalue()), weights_only=True)
    tensor([0, 1, 2])
    """
    mmap = Settings.mmap if mmap is None else mmap
    only = _is_weights_only(weights_only, pickle_module)
    if only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if only and pickle_load_args:
        warn("pickle_load_args only works if `weights_only=False`.")
    pickle_load_args.setdefault("encoding", "utf-8")
    unpickler = _unpickler_class(only, pickle_module)
    if isinstance(f, (str, os.PathLike)):
        if os.fspath(f).endswith(".safetensors"):
            return _load_safetensors(os.fspath(f), map_location)
        with open(f, "rb") as file:
            return _load(file, map_location, unpickler, os.fspath(f) if mmap else None, pickle_load_args)
    _check_seekable(f)
    return _load(f, map_location, unpickler, _UNMAPPED if mmap else None, pickle_load_args)


def _load_safetensors(path: str, map_location: MapLocation) -> dict[str, Any]:
    from ._serialization.safetensors_files import load_safetensors

    if map_location is not None and not isinstance(map_location, (str, _device)):
        raise RuntimeError("Loading safetensors file with dict or callable map_location is not supported. Use a device string or "
                           "torch.device instead.")
    tensors = load_safetensors(path)
    return tensors if map_location is None else {name: tensor.to(map_location) for name, tensor in tensors.items()}


_TRUE_VALUES = ("1", "y", "yes", "true")


def _is_weights_only(weights_only: bool | None, pickle_module: Any) -> bool:
    """The value given, or that of two environment variables; else True with PyTorch's own pickle module."""
    force, never = (os.getenv(f"TORCH_FORCE_{name}", "0").lower() in _TRUE_VALUES for name in ("WEIGHTS_ONLY_LOAD", "NO_WEIGHTS_ONLY_LOAD"))
    if force and never:
        raise RuntimeError("Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD` or `TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD` should be set, but both "
                           "were set.")
    if force:
        return True
    if weights_only is None and never:
        warn("Environment variable TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD detected: as `weights_only` was not given, the file is read with "
             "`weights_only=False`, which may run code that is in it.")
        return False
    return pickle_module is None if weights_only is None else bool(weights_only)


#: In place of the path of a file to be mapped that was passed as an open file.
_UNMAPPED = object()


def _check_seekable(f: Any) -> None:
    for name in ("seek", "tell", "read", "readline"):
        if not hasattr(f, name):
            whose = f"type object '{f.__name__}'" if isinstance(f, type) else f"'{type(f).__name__}' object"
            raise AttributeError(f"{whose} has no attribute '{name}'. You can only torch.load from a file that is seekable. "
                                 "Please pre-load the data into a buffer like io.BytesIO and try to load from it instead.")


def _load(file: Any, map_location: MapLocation, unpickler: Any, mapped: Any, options: dict[str, Any]) -> Any:
    try:
        start = file.tell()
        is_zip = _is_zipfile(file)
        if is_zip:
            return _load_zip(file, map_location, unpickler, mapped, options)
        if mapped is not None:
            raise RuntimeError(_MMAP_ERROR)
        from ._serialization.legacy_load import legacy_load, refuse_tar_archive

        refuse_tar_archive(file, start)
        return legacy_load(file, _mapper(map_location), unpickler, options)
    except _MapLocationError as error:
        raise error.__cause__ from None  # type: ignore[misc]
    except pickle.UnpicklingError as error:
        if issubclass(unpickler, _safe.Unpickler):
            raise _safe.refusal(_weights_only_error, error) from None
        raise


def _legacy_load(f: Any, map_location: MapLocation, pickle_module: Any, **pickle_load_args: Any) -> Any:
    """Read a file of the old format, with Python's unpickler or, if `pickle_module` is PyTorch's, the one that builds only tensors."""
    from ._serialization.legacy_load import legacy_load

    only = getattr(pickle_module, "Unpickler", None) is _safe.Unpickler
    return legacy_load(f, _mapper(map_location), _unpickler_class(only, None if only else pickle_module), pickle_load_args)


def _weights_only_error(reason: str) -> str:
    return ("Weights only load failed. By default `torch.load` reads with `weights_only=True`: it builds tensors and plain data, and "
            "nothing else. If you trust where the file comes from, re-running `torch.load` with `weights_only` set to `False` will "
            f"likely succeed; it can result in arbitrary code execution.\n\tWeightsUnpickler error: {reason}\n\n{_DOCUMENTATION_HINT}")


class _Unpickler(pickle.Unpickler):
    """Python's unpickler, which resolves torch's names to this package."""

    def find_class(self, module: str, name: str) -> Any:
        return find_class(module, name) if module.partition(".")[0] == "torch" else super().find_class(module, name)


def _unpickler_class(only: bool, pickle_module: Any) -> Any:
    """The unpickler class: the one that builds only tensors, Python's, or one that derives from a given module's."""
    if only:
        return _safe.Unpickler
    base: Any = pickle.Unpickler if pickle_module is None else pickle_module.Unpickler
    if base is pickle.Unpickler:
        return _Unpickler
    base_find_class = base.find_class
    overrides_find_class = base_find_class not in (pickle.Unpickler.find_class, pickle._Unpickler.find_class)

    class Unpickler(base):  # type: ignore[misc]
        def find_class(self, module: str, name: str) -> Any:
            if module.partition(".")[0] != "torch":
                return base_find_class(self, module, name)
            found = find_class(module, name)
            if overrides_find_class:
                base_find_class(self, module, name)  # called because it may refuse the name
            return found

    return Unpickler


def _load_zip(file: Any, map_location: MapLocation, unpickler: Any, mapped: Any, options: dict[str, Any]) -> Any:
    archive = Archive(file, file.tell())
    if mapped is _UNMAPPED:
        raise ValueError("f must be a file path in order to use the mmap argument")
    pickles = [name for name in archive.records if name.endswith("/data.pkl")]
    if not pickles:
        raise RuntimeError("PytorchStreamReader failed locating file data.pkl: file not found")
    root = pickles[0][:-len("data.pkl")]
    if f"{root}constants.pkl" in archive:
        raise UnsupportedError("torch.load of a TorchScript archive", "out of scope (TorchScript)")
    reader = _Reader(archive, root, _has_other_byte_order(archive, root), mapped, _mapper(map_location))
    reading = unpickler(io.BytesIO(archive.read(pickles[0])), **options)
    reading.persistent_load = reader.storage
    return reading.load()


class _UnknownByteOrder(ValueError, RuntimeError):
    """PyTorch's ValueError; a broken file is refused with a RuntimeError."""


def _has_other_byte_order(archive: Archive, root: str) -> bool:
    order = _BYTE_ORDERS[Settings.endianness].encode()
    if f"{root}byteorder" in archive:
        order = archive.read(f"{root}byteorder")
        if order not in (b"little", b"big"):
            raise _UnknownByteOrder(f"Unknown endianness type: {order[:20].decode(errors='replace')}")
    return order != sys.byteorder.encode()


class _Reader:
    """Reads the storages of an archive, each once."""

    def __init__(self, archive: Archive, root: str, swap: bool, mapped: Any, restore: Callable[[Any, str], Any]) -> None:
        self.archive, self.root, self.swap, self.mapped, self.restore = archive, root, swap, mapped, restore
        self.known: dict[str, Any] = {}

    def storage(self, saved: Any) -> Any:
        dtype, key, location, count, *_ = parse_storage_id(saved)
        dtype = dtype or _d.uint8  # as in PyTorch, also for what was saved as an untyped storage
        block = self.known.get(key)
        if block is None:
            block = self.known[key] = self.restore(self._read(key, dtype, count), location)
        return make_typed_storage(block, dtype)

    def _read(self, key: str, dtype: _d.dtype, count: int) -> UntypedStorage:
        info = self.archive.find(f"{self.root}data/{key}", f"data/{key}")
        needed = count * dtype.itemsize
        if info.file_size < needed or self.swap and info.file_size % dtype.itemsize:
            raise RuntimeError(f"PytorchStreamReader failed reading file data/{key}: it has {info.file_size} bytes, {needed} are needed")
        if self.mapped is not None and not self.swap:
            return self._map(info)
        block = np.empty(info.file_size, np.uint8)
        if Settings.skipping:
            return UntypedStorage._of_array(block)
        self.archive.read_into(info, block)
        if self.swap:
            block.view(dtype.numpy).byteswap(inplace=True)
        return UntypedStorage._of_array(block)

    def _map(self, info: zipfile.ZipInfo) -> UntypedStorage:
        if info.compress_type != zipfile.ZIP_STORED:
            raise RuntimeError("mmap can only be used with files whose data is not compressed")
        with open(self.mapped, "rb") as file:
            file.seek(info.header_offset)
            header = file.read(30)
        if len(header) < 30 or header[:4] != b"PK\x03\x04":
            raise RuntimeError(f"PytorchStreamReader failed reading file {info.filename}: there is no record at byte {info.header_offset}")
        name, extra = struct.unpack("<HH", header[26:])
        if not info.file_size:
            return UntypedStorage(0)
        start = info.header_offset + 30 + name + extra
        if start + info.file_size > self.archive.size:
            raise RuntimeError(f"PytorchStreamReader failed reading file {info.filename}: it ends outside of the archive")
        if not HAS_MMAP:
            raise no_mmap_error()
        mode: Any = "c" if Settings.mmap_flags == MAP_PRIVATE else "r+"
        mapping = np.memmap(self.mapped, np.uint8, mode, start, (info.file_size,))
        return UntypedStorage._of_array(mark_borrowed(mapping.view(np.ndarray)))


def _is_zipfile(f: Any) -> bool:
    """Whether a zip archive begins at the file's position."""
    start = f.tell()
    magic = f.read(4)
    f.seek(start)
    return bool(magic == b"PK\x03\x04")


def _mapper(map_location: MapLocation) -> Callable[[Any, str], Any]:
    """Return a function (storage, location) -> storage that applies `map_location`; all devices except the CPU are refused."""
    if map_location is None:
        return default_restore_location
    if isinstance(map_location, dict):
        table = map_location
        return lambda storage, location: default_restore_location(storage, str(table.get(location, location)))
    if isinstance(map_location, (str, _device)):
        device_name = str(map_location)
        return lambda storage, location: default_restore_location(storage, device_name)
    chosen = map_location

    def restore(storage: Any, location: str) -> Any:
        try:
            return _check_storage(chosen(storage, location), storage, location)
        except Exception as error:
            raise _MapLocationError from error

    return restore


class _MapLocationError(RuntimeError):
    """A function given as `map_location` has failed; unpicklers, which report their own failures in another way, let it pass."""


def _check_storage(result: Any, storage: Any, location: str) -> Any:
    if result is not None and not isinstance(result, (UntypedStorage, TypedStorage)):
        raise TypeError("TypedStorage.__init__ received an invalid combination of arguments. Expected one of:\n * (*, UntypedStorage "
                        f"wrap_storage, torch.dtype dtype)\nArgument 'wrap_storage' must be UntypedStorage, but got {type(result)}")
    return default_restore_location(storage, location) if result is None else result


# Allowed globals of weights_only ------------------------------------------------------------------------------------------------


def add_safe_globals(safe_globals: list[Any]) -> None:
    """Allow ``load(weights_only=True)`` to build and call these classes and functions.

    Parameters
    ----------
    safe_globals : list
        Classes and functions, or pairs of (object, full name).

    References
    ----------
    PyTorch: ``torch.serialization.add_safe_globals``.

    Examples
    --------
    >>> class Config:
    ...     pass
    >>> torch.serialization.add_safe_globals([Config])
    >>> Config in torch.serialization.get_safe_globals()
    True
    >>> torch.serialization.clear_safe_globals()
    """
    _safe.allow(safe_globals)


def get_safe_globals() -> list[Any]:
    """Return what ``add_safe_globals`` has allowed.

    Returns
    -------
    list
        Classes, functions and pairs.

    References
    ----------
    PyTorch: ``torch.serialization.get_safe_globals``.

    Examples
    --------
    >>> torch.serialization.get_safe_globals()
    []
    """
    return [(item, name) if _safe.has_other_name(item, name) else item for name, item in _safe.allowed().items()]


def clear_safe_globals() -> None:
    """Remove what ``add_safe_globals`` has allowed.

    References
    ----------
    PyTorch: ``torch.serialization.clear_safe_globals``.

    Examples
    --------
    >>> torch.serialization.clear_safe_globals()
    >>> torch.serialization.get_safe_globals()
    []
    """
    _safe.allowed().clear()


class safe_globals:
    """Context in which ``load(weights_only=True)`` also accepts these classes and functions.

    Parameters
    ----------
    safe_globals : list
        As for ``add_safe_globals``.

    References
    ----------
    PyTorch: ``torch.serialization.safe_globals``.

    Examples
    --------
    >>> class Config:
    ...     pass
    >>> with torch.serialization.safe_globals([Config]):
    ...     print(len(torch.serialization.get_safe_globals()))
    1
    """

    def __init__(self, safe_globals: list[Any]) -> None:
        self.objects = safe_globals

    def __enter__(self) -> None:
        self.before: dict[Any, Any] = dict(_safe.allowed())
        _safe.allow(self.objects)

    def __exit__(self, *exc: object) -> None:
        _safe.allowed().clear()
        _safe.allowed().update(self.before)


def get_unsafe_globals_in_checkpoint(f: Any) -> list[str]:
    """Return the names in a file that ``load(weights_only=True)`` would refuse.

    Parameters
    ----------
    f : str, path or file
        The file.

    Returns
    -------
    list of str
        Full names.

    Raises
    ------
    ValueError
        If it has the format before PyTorch 1.6.

    References
    ----------
    PyTorch: ``torch.serialization.get_unsafe_globals_in_checkpoint``.

    Examples
    --------
    >>> import io
    >>> buffer = io.BytesIO()
    >>> torch.save({"a": torch.ones(1)}, buffer)
    >>> position = buffer.seek(0)
    >>> torch.serialization.get_unsafe_globals_in_checkpoint(buffer)
    []
    """
    if isinstance(f, (str, os.PathLike)):
        with open(f, "rb"):
            pass  # there is such a file
    else:
        _check_seekable(f)
    if not zipfile.is_zipfile(f):
        raise ValueError("Expected input to be a checkpoint returned by torch.save")
    with open_archive(f) as archive:
        content = archive.read(next(n for n in archive.namelist() if n.endswith("/data.pkl")))
    known = {**_safe.Unpickler(io.BytesIO()).table, **_safe.allowed()}
    return sorted({name for name in _find_globals(content) if name not in known})


def _find_globals(content: bytes) -> Iterator[str]:
    import pickletools

    for opcode, argument, _ in pickletools.genops(content):
        if opcode.name == "GLOBAL":
            module, name = str(argument).split(" ", 1)
            yield f"{'builtins' if module == '__builtin__' else module}.{name}"


class SourceChangeWarning(Warning):
    """Kept for code that filters it: sources are not compared."""


_OPENERS = frozenset(("_is_path", "_open_buffer_reader", "_open_buffer_writer", "_open_file", "_open_file_like",
                      "_open_zipfile_reader"))
claim(globals())
_missing = missing("torch.serialization", __name__)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name in _OPENERS:
            from ._serialization import openers as _openers

            return getattr(_openers, name)
        return _missing(name)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    from .types import FileLike as FileLike
    from .types import Storage as Storage
