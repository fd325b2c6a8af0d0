"""Settings of saving and loading: byte order, mapping, locations of storages; used by `torch.serialization`, which exports these names."""
from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from math import inf
from typing import Any

from .._array.core.user_warnings import warn
from .._bindings.storage.typed import STORAGES, TypedStorage, UntypedStorage

try:
    import mmap as _mmap
except ImportError:
    _mmap: Any = None  # type: ignore[no-redef]

#: Missing on Windows and in interpreters without mmap.
MAP_PRIVATE: int = getattr(_mmap, "MAP_PRIVATE", 2)
MAP_SHARED: int = getattr(_mmap, "MAP_SHARED", 1)

Tagger = Callable[[Any], str | None]
Deserializer = Callable[[Any, str], Any]


class LoadEndianness(Enum):
    """The byte order of files that do not state theirs.

    Parameters
    ----------
    value : int
        `NATIVE`, `LITTLE` and `BIG` are 1, 2 and 3.
    names, module, qualname, type, start, boundary : optional
        Python's arguments for making enumerations.

    References
    ----------
    PyTorch: ``torch.serialization.LoadEndianness``.

    Examples
    --------
    >>> torch.serialization.LoadEndianness.LITTLE
    <LoadEndianness.LITTLE: 2>
    >>> torch.serialization.LoadEndianness(3).name
    'BIG'
    """

    NATIVE = 1
    LITTLE = 2
    BIG = 3


class Settings:
    """The current settings."""

    endianness: LoadEndianness | None = None
    mmap_flags = MAP_PRIVATE
    crc32 = True
    #: Whether files are mapped into memory where the call does not say.
    mmap = False
    #: The bytes of a record start at a multiple of this number, so that they can be mapped into memory.
    alignment = 64
    #: About speed and GPUs only.
    calculate_storage_offsets = use_pinned_memory_for_d2h = False
    #: Whether storages are written and read without their bytes.
    skipping = False
    #: (priority, function that tags storages, function that restores them), in ascending order.
    places: list[tuple[int, Tagger, Deserializer]] = []


def get_default_load_endianness() -> LoadEndianness | None:
    """Return the byte order assumed for files that do not state theirs.

    Returns
    -------
    LoadEndianness or None
        None stands for the machine's byte order.

    References
    ----------
    PyTorch: ``torch.serialization.get_default_load_endianness``.

    Examples
    --------
    >>> print(torch.serialization.get_default_load_endianness())
    None
    """
    return Settings.endianness


def set_default_load_endianness(endianness: LoadEndianness | None) -> None:
    """Set the byte order assumed for files that do not state theirs.

    Parameters
    ----------
    endianness : LoadEndianness or None
        None stands for the machine's byte order.

    Raises
    ------
    TypeError
        For other values.

    References
    ----------
    PyTorch: ``torch.serialization.set_default_load_endianness``.

    Examples
    --------
    >>> torch.serialization.set_default_load_endianness(torch.serialization.LoadEndianness.LITTLE)
    >>> torch.serialization.get_default_load_endianness().name
    'LITTLE'
    >>> torch.serialization.set_default_load_endianness(None)
    """
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    Settings.endianness = endianness


def get_crc32_options() -> bool:
    """Return whether ``save`` computes checksums.

    Returns
    -------
    bool
        True by default.

    References
    ----------
    PyTorch: ``torch.serialization.get_crc32_options``.

    Examples
    --------
    >>> torch.serialization.get_crc32_options()
    True
    """
    return Settings.crc32


def set_crc32_options(compute_crc32: bool) -> None:
    """Set whether ``save`` writes checksums: without them programs other than PyTorch may not open the archive.

    Parameters
    ----------
    compute_crc32 : bool
        True writes them.

    References
    ----------
    PyTorch: ``torch.serialization.set_crc32_options``.

    Examples
    --------
    >>> torch.serialization.set_crc32_options(False)
    >>> torch.serialization.get_crc32_options()
    False
    >>> torch.serialization.set_crc32_options(True)
    """
    Settings.crc32 = compute_crc32


def get_default_mmap_options() -> int:
    """Return how ``load(mmap=True)`` maps files.

    Returns
    -------
    int
        ``mmap.MAP_PRIVATE`` by default.

    References
    ----------
    PyTorch: ``torch.serialization.get_default_mmap_options``.

    Examples
    --------
    >>> import mmap
    >>> torch.serialization.get_default_mmap_options() == mmap.MAP_PRIVATE
    True
    """
    return Settings.mmap_flags


class set_default_mmap_options:
    """Set how ``load(mmap=True)`` maps files; also a context manager.

    Parameters
    ----------
    flags : int
        ``mmap.MAP_PRIVATE``, or ``mmap.MAP_SHARED``, with which changes reach the file.

    Raises
    ------
    RuntimeError
        On Windows.
    ValueError
        For other flags.

    References
    ----------
    PyTorch: ``torch.serialization.set_default_mmap_options``.

    Examples
    --------
    >>> import mmap
    >>> with torch.serialization.set_default_mmap_options(mmap.MAP_SHARED):
    ...     print(torch.serialization.get_default_mmap_options() == mmap.MAP_SHARED)
    True
    """

    def __init__(self, flags: int) -> None:
        if flags not in (MAP_PRIVATE, MAP_SHARED):
            raise ValueError("Invalid argument in function set_default_mmap_options, expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, but got "
                             f"{flags}")
        self.prev, Settings.mmap_flags = Settings.mmap_flags, flags

    def __enter__(self) -> None:
        return None

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        Settings.mmap_flags = self.prev


class skip_data:
    """Context in which ``save`` reserves space for the bytes of storages without writing them, and ``load`` does not read them.

    Parameters
    ----------
    materialize_fake_tensors : bool, default False
        Accepted for compatibility.

    References
    ----------
    PyTorch: ``torch.serialization.skip_data``.

    Examples
    --------
    >>> import io
    >>> buffer = io.BytesIO()
    >>> with torch.serialization.skip_data():
    ...     torch.save(torch.ones(2), buffer)
    >>> position = buffer.seek(0)
    >>> torch.load(buffer).shape
    torch.Size([2])
    """

    def __init__(self, materialize_fake_tensors: bool = False) -> None:
        self.materialize_fake_tensors = materialize_fake_tensors

    def __enter__(self) -> None:
        self.before, Settings.skipping = Settings.skipping, True

    def __exit__(self, type: Any, value: Any, tb: Any) -> None:
        Settings.skipping = self.before


# Places ---------------------------------------------------------------------------------------------------------------------------


def register_package(priority: int, tagger: Tagger, deserializer: Deserializer) -> None:
    """Register how storages of a kind of device are saved and restored.

    Parameters
    ----------
    priority : int
        Functions with lower values are called first; the CPU's is 10.
    tagger : callable
        Takes a storage, returns a tag for it, or None.
    deserializer : callable
        Takes a storage and a tag, returns the restored storage, or None.

    References
    ----------
    PyTorch: ``torch.serialization.register_package``.

    Examples
    --------
    >>> print(torch.serialization.register_package(99, lambda storage: None, lambda storage, tag: None))
    None
    """
    if not isinstance(priority, (int, float)):
        raise TypeError(f"'<' not supported between instances of '{type(priority).__name__}' and 'int'")
    Settings.places.append((priority, tagger, deserializer))
    Settings.places.sort(key=lambda entry: entry[0])


def location_tag(storage: Any) -> str:
    """The location tag of a storage, as files have it.

    Parameters
    ----------
    storage : storage
        The storage.

    Returns
    -------
    str
        Such as ``'cpu'``.

    References
    ----------
    PyTorch: ``torch.serialization.location_tag``.

    Examples
    --------
    >>> torch.serialization.location_tag(torch.ones(1).untyped_storage())
    'cpu'
    """
    own = str(storage.device)
    for _, tagger, _ in _places_before(own):
        tag = tagger(storage)
        if tag is not None:
            return tag
    return own


#: The priorities of the devices known to PyTorch itself.
_PRIORITIES = {"cpu": 10, "cuda": 20, "meta": 22, "hpu": 24}


def _places_before(location: str) -> Iterator[tuple[int, Tagger, Deserializer]]:
    """What was registered with a priority that comes before that of this device."""
    limit = _PRIORITIES.get(location.partition(":")[0], inf)
    return (place for place in Settings.places if place[0] < limit)


def validate_cuda_device(location: str) -> None:
    """Refuse a CUDA device, since there is none.

    Parameters
    ----------
    location : str
        Such as ``'cuda:0'``.

    Raises
    ------
    RuntimeError
        Always here.

    References
    ----------
    PyTorch: ``torch.serialization.validate_cuda_device``.

    Examples
    --------
    >>> try:
    ...     torch.serialization.validate_cuda_device("cuda:0")
    ... except RuntimeError:
    ...     print("no such device")
    no such device
    """
    raise RuntimeError(
        "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a CPU-only "
        "machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU.")


def validate_hpu_device(location: str) -> None:
    """Refuse an HPU device, since there is none.

    Parameters
    ----------
    location : str
        Such as ``'hpu:0'``.

    Raises
    ------
    RuntimeError
        Always here.

    References
    ----------
    PyTorch: ``torch.serialization.validate_hpu_device``.

    Examples
    --------
    >>> try:
    ...     torch.serialization.validate_hpu_device("hpu:0")
    ... except (RuntimeError, AssertionError):
    ...     print("no such device")
    no such device
    """
    raise RuntimeError("The HPU device module is not registered. If you are running on a CPU-only machine, please use torch.load with "
                       "map_location=torch.device('cpu') to map your storages to the CPU.")


def default_restore_location(storage: Any, location: str) -> Any:
    """A storage restored to the location of a tag.

    Parameters
    ----------
    storage : storage
        The storage, on the CPU.
    location : str
        The tag.

    Returns
    -------
    storage
        The restored storage.

    Raises
    ------
    RuntimeError
        If no device accepts the tag.

    References
    ----------
    PyTorch: ``torch.serialization.default_restore_location``.

    Examples
    --------
    >>> torch.serialization.default_restore_location(torch.ones(1).untyped_storage(), "cpu").nbytes()
    4
    """
    for _, _, deserializer in _places_before(location):
        found = deserializer(storage, location)
        if found is not None:
            return found
    place = location.partition(":")[0]
    if place == "cpu":
        return storage
    if place == "meta":
        return UntypedStorage(storage.nbytes(), device="meta")
    if place == "cuda":
        validate_cuda_device(location)
    if place == "hpu":
        validate_hpu_device(location)
    raise RuntimeError(f"don't know how to restore data location of torch.storage.UntypedStorage (tagged with {location})")


# Small things ---------------------------------------------------------------------------------------------------------------------


class StorageType:
    """Represents the class of a typed storage in a file.

    Parameters
    ----------
    name : str
        Name of the class, such as 'FloatStorage'.

    References
    ----------
    PyTorch: ``torch.serialization.StorageType``.

    Examples
    --------
    >>> torch.serialization.StorageType("FloatStorage").dtype
    torch.float32
    """

    def __init__(self, name: str) -> None:
        if f"{name.removesuffix('Storage')}Storage" not in STORAGES:
            raise KeyError(f'pickle storage type "{name}" is not recognized')
        self._dtype = STORAGES[f"{name.removesuffix('Storage')}Storage"].dtype

    @property
    def dtype(self) -> Any:
        """The dtype of the elements."""
        return self._dtype

    def __str__(self) -> str:
        return f"StorageType(dtype={self.dtype})"


def normalize_storage_type(storage_type: Any) -> Any:
    """The name of the storage class for a tensor or storage type.

    Parameters
    ----------
    storage_type : object
        The type.

    Returns
    -------
    type
        The class of ``torch`` with that name.

    References
    ----------
    PyTorch: ``torch.serialization.normalize_storage_type``.

    Examples
    --------
    >>> torch.serialization.normalize_storage_type(torch.FloatStorage)
    <class 'torch.FloatStorage'>
    """
    return STORAGES.get(storage_type.__name__, storage_type)


def storage_to_tensor_type(storage: TypedStorage) -> Any:
    """The tensor class for a storage class.

    Parameters
    ----------
    storage : storage
        The storage.

    Returns
    -------
    type
        Such as ``torch.FloatTensor``.

    References
    ----------
    PyTorch: ``torch.serialization.storage_to_tensor_type``.

    Examples
    --------
    >>> try:
    ...     print(torch.serialization.storage_to_tensor_type(torch.FloatStorage(1)).__name__)
    ... except AttributeError as error:
    ...     print(error)
    FloatTensor

    PyTorch looks it up where it no longer is, and prints ``module 'torch.storage' has no attribute 'TypedTensor'``.
    """
    from .._bindings.retired.constructors import TYPES

    return TYPES[storage._pickle_storage_type().replace("Storage", "Tensor")]


def check_module_version_greater_or_equal(module: Any, req_version_tuple: tuple[int, ...], error_if_malformed: bool = True) -> bool:
    """Return whether the version of a module is at least another.

    Parameters
    ----------
    module : module
        With a ``__version__``.
    req_version_tuple : tuple of int
        The minimum version.
    error_if_malformed : bool, default True
        Whether a version that cannot be read is an error; otherwise it warns.

    Returns
    -------
    bool
        True if it is.

    References
    ----------
    PyTorch: ``torch.serialization.check_module_version_greater_or_equal``.

    Examples
    --------
    >>> import numpy
    >>> torch.serialization.check_module_version_greater_or_equal(numpy, (1, 0))
    True
    """
    try:
        found = tuple(int(part) for part in module.__version__.split(".")[:len(req_version_tuple)])
    except ValueError as error:
        if error_if_malformed:
            raise RuntimeError(f"'{module.__name__}' module version string is malformed '{module.__version__}' and cannot be compared with "
                               f"tuple {req_version_tuple}") from error
        warn(f"'{module.__name__}' module version string is malformed '{module.__version__}' and cannot be compared with tuple "
             f"{req_version_tuple}, but continue assuming that it is recent enough")
        return True
    return found >= tuple(req_version_tuple)


def get_source_lines_and_file(obj: Any, error_msg: str | None = None) -> tuple[list[str], int, str | None]:
    r"""The source of a class or function.

    Parameters
    ----------
    obj : object
        The class or function.
    error_msg : str, optional
        Text to append to errors.

    Returns
    -------
    tuple
        Lines, number of the first, and file.

    Raises
    ------
    OSError
        If there is none.

    References
    ----------
    PyTorch: ``torch.serialization.get_source_lines_and_file``.

    Examples
    --------
    >>> lines, first, file = torch.serialization.get_source_lines_and_file(torch.nn.Linear)
    >>> lines[0], file.endswith("linear.py")
    ('class Linear(Module):\n', True)
    """
    try:
        return (*inspect.getsourcelines(obj), inspect.getsourcefile(obj))
    except OSError as error:
        raise OSError(f"Can't get source for {obj}." + (f"\n{error_msg}" if error_msg else "")) from error


@contextmanager
def mkdtemp() -> Iterator[str]:
    """Context manager of a temporary folder.

    Yields
    ------
    str
        Its path.

    References
    ----------
    PyTorch: ``torch.serialization.mkdtemp``.

    Examples
    --------
    >>> import os
    >>> with torch.serialization.mkdtemp() as folder:
    ...     print(os.path.isdir(folder))
    True
    >>> os.path.exists(folder)
    False
    """
    import tempfile

    with tempfile.TemporaryDirectory() as path:
        yield path
