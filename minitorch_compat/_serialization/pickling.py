"""The pickler of `torch.save`: protocol 2, tensors as views of storages, this package's names written as torch's.

A file must load in PyTorch, so a class or function of this package is written under the torch name it has there.
"""
from __future__ import annotations

import pickle
import sys
from types import FunctionType
from typing import Any, ClassVar

import numpy as np

from .._array.shape.strided import address
from .._bindings.settings.constants import layout
from .._bindings.storage.typed import TypedStorage, UntypedStorage
from .._bindings.tensor.pickled_windows import DtypelessStorage
from .._dispatch import dtype as _d
from .._dispatch.naming import saving_file, torch_object
from .settings import location_tag


def _get_layout(name: str) -> layout:
    """The layout of that name, as files spell it."""
    from .._bindings.settings import constants

    found = getattr(constants, name.removeprefix("torch."), None)
    if not isinstance(found, layout):
        raise RuntimeError(f"{name} is no layout")
    return found


_get_layout.__module__ = "torch.serialization"

OURS = "minitorch_compat"
#: Modules of this package that PyTorch does not have, and the namespace where PyTorch has their functions.
_PUBLIC_NAMESPACES = ((f"{OURS}.nn._functional", "torch.nn.functional"), (f"{OURS}._bindings.settings.return_types", "torch.return_types"),
                      (f"{OURS}._bindings", "torch"))


def torch_name(obj: Any, name: str | None) -> tuple[str, str] | None:
    """The torch name under which `obj`, a class or function of this package, is written; None for anything else."""
    if isinstance(obj, _d.dtype):
        return "torch", obj.name
    module = getattr(obj, "__module__", None) or ""
    name = name or getattr(obj, "__qualname__", None) or obj.__name__
    if module == "torch" or module.startswith("torch."):
        return module, name
    for private, public in _PUBLIC_NAMESPACES:
        if module.startswith(private):
            return public, name
    if module == OURS or module.startswith(OURS + "."):
        return "torch" + module[len(OURS):], name
    return None


class StoragePickler:
    """The part of a pickler that writes references to storages; `storages` maps each key to the storage's bytes."""

    def begin(self) -> None:
        """Reset before the first object."""
        self.storages: dict[str, np.ndarray[Any, Any]] = {}
        self._keys: dict[Any, str] = {}
        self._dtypes: dict[Any, Any] = {}

    def persistent_id(self, obj: Any) -> Any:
        if type(obj) is UntypedStorage:
            return self._storage_id(obj, _d.uint8, untyped=True)
        if type(obj) is TypedStorage:
            return self._storage_id(obj._untyped_storage, obj.dtype)
        if type(obj) is DtypelessStorage:
            return self._storage_id(obj.untyped, None, untyped=True)
        return None

    def _storage_id(self, storage: UntypedStorage, dtype: _d.dtype | None, untyped: bool = False) -> tuple[Any, ...]:
        block = storage.data
        where = address(block) if block.size else id(block)
        if dtype is not None and self._dtypes.setdefault(where, dtype) is not dtype:
            raise RuntimeError("Cannot save multiple tensors or storages that view the same data as different types")
        key = self._keys.get(where)
        if key is None:
            key = self._keys[where] = str(len(self._keys))
            self.storages[key] = block  # keeps it alive, so that its address is not reused
        tag = location_tag(storage)
        if dtype is None or untyped:
            return "storage", torch_object("torch.storage", "UntypedStorage"), key, tag, block.size
        return "storage", _storage_class(dtype), key, tag, block.size // dtype.itemsize


def _standard_dispatch() -> dict[type, Any]:
    """The standard library's methods for built-in types. Its own table may have been changed: dill registers its methods there globally."""
    kinds = (bool, float, bytes, bytearray, str, tuple, list, dict, set, frozenset, type)
    names = {kind: kind.__name__ for kind in kinds} | {type(None): "none", int: "long", pickle.PickleBuffer: "picklebuffer"}
    return {kind: getattr(pickle._Pickler, f"save_{name}") for kind, name in names.items()}


class Pickler(StoragePickler, pickle._Pickler):
    """Pickles into `file`; afterwards `storages` maps each key to its bytes.

    (The pure-Python pickler, because the C pickler does not let a subclass choose the name of a class. The bulk of a file, the
    numbers, does not go through it.)
    """

    dispatch = _standard_dispatch()

    def __init__(self, file: Any, protocol: int) -> None:
        super().__init__(file, protocol)
        self.begin()

    def save_global(self, obj: Any, name: str | None = None) -> None:
        known = torch_name(obj, name)
        if known is None:
            if "<locals>" in getattr(obj, "__qualname__", ""):
                raise AttributeError(f"Can't pickle local object '{obj.__qualname__}'")  # the C pickler's error, as in PyTorch
            super().save_global(obj, name)  # type: ignore[misc]
            return
        owner, _, member = known[1].rpartition(".")
        if owner:  # a method, say; this protocol has names of modules only
            self.save_reduce(getattr, (find_class(known[0], owner), member), obj=obj)  # type: ignore[attr-defined]
            return
        self.write(b"c" + f"{known[0]}\n{known[1]}\n".encode())  # type: ignore[attr-defined]
        self.memoize(obj)  # type: ignore[attr-defined]

    dispatch[FunctionType] = save_global
    dispatch[_d.dtype] = save_global

    def dump(self, obj: Any) -> None:
        with saving_file():
            super().dump(obj)


def pickler_class(module: Any) -> Any:
    """The pickler class; with a module such as dill or cloudpickle, one that derives from that module's pickler."""
    base: Any = pickle.Pickler if module is None else module.Pickler
    if base in (pickle.Pickler, pickle._Pickler):
        return Pickler
    if not issubclass(base, pickle._Pickler):
        return _c_pickler_class(base)
    base_dispatch = base.dispatch

    class MixedPickler(Pickler, base):  # type: ignore[misc]
        """This package's pickler with a base written in Python, which gets everything that is not of this package."""

        def save_global(self, obj: Any, name: str | None = None) -> None:
            if torch_name(obj, name) is not None:
                Pickler.save_global(self, obj, name)
            else:
                base.save_global(self, obj, name)

        def save_name(self: Any, obj: Any, *rest: Any) -> None:
            if torch_name(obj, None) is not None:
                Pickler.save_global(self, obj)
            else:
                base_dispatch[type(obj)](self, obj, *rest)

        dispatch: ClassVar[Any] = {
            **base_dispatch, **dict.fromkeys({FunctionType, type} & base_dispatch.keys(), save_name), _d.dtype: Pickler.dispatch[_d.dtype]}

    return MixedPickler


def _c_pickler_class(base: Any) -> Any:
    """A pickler over a base written in C. That looks up names itself, so they have to resolve to this package, as in plain pickles."""
    class CPickler(StoragePickler, base):  # type: ignore[misc]
        def __init__(self, file: Any, protocol: Any) -> None:
            base.__init__(self, file, protocol)
            self.begin()

    return CPickler


def _storage_class(dtype: _d.dtype) -> Any:
    from .._bindings.tensor.conversion import TYPE_NAMES

    return torch_object("torch", f"{TYPE_NAMES[dtype]}Storage")


def module_of(module: str) -> Any:
    """The module of this package that a pickle calls `torch.<...>`. ModuleNotFoundError if there is none."""
    name = OURS + module[len("torch"):]
    __import__(name)
    return sys.modules[name]


def find_class(module: str, name: str) -> Any:
    """The object of this package that a file calls `torch.<module>.<name>`."""
    found: Any = module_of(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found
