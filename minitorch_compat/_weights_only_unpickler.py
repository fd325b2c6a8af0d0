"""The unpickler of `torch.load(weights_only=True)`: builds plain data and tensors, and calls nothing that is not on its list."""
from __future__ import annotations

import _codecs
import pickle
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from ._bindings.constants import qscheme
from ._bindings.legacy import TYPES
from ._bindings.storages import STORAGES, TypedStorage, UntypedStorage
from ._bindings.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import ALL, dtype
from ._dispatch.size import Size
from ._dispatch.tensor import TensorBase
from ._tensor import _rebuild_from_type_v2
from ._utils import (
    _rebuild_meta_tensor_no_storage,
    _rebuild_parameter,
    _rebuild_parameter_with_state,
    _rebuild_sparse_tensor,
    _rebuild_tensor,
    _rebuild_tensor_v2,
    _rebuild_tensor_v3,
)

#: What the user has allowed besides: full name -> object; what has no name of its own under its number.
_ALLOWED: dict[Any, Any] = {}


def full_name(obj: Any) -> str:
    """`module.name` as a file spells it, ours under torch's name."""
    from ._pickling import torch_name

    module, name = torch_name(obj, None) or (obj.__module__, obj.__qualname__)
    return f"{module}.{name}"


def allow(objects: Iterable[Any]) -> None:
    """Allow classes and functions, or (object, full name) pairs."""
    for item in objects:
        if isinstance(item, tuple):
            if len(item) != 2 or not isinstance(item[1], str):
                raise ValueError(f"Expected tuple of 2 items with the name a string: (global, str), got {item}")
            _ALLOWED[item[1]] = item[0]
        elif hasattr(item, "__qualname__") or hasattr(item, "__name__"):
            _ALLOWED[full_name(item)] = item
        else:  # harmless: no file can name it
            _ALLOWED[id(item)] = item


def allowed() -> dict[Any, Any]:
    """What the user has allowed."""
    return _ALLOWED


def _defaults() -> dict[str, Any]:
    from ._pickling import _get_layout
    from .nn.parameter import Buffer, Parameter

    table: dict[str, Any] = {
        "collections.OrderedDict": OrderedDict, "collections.Counter": Counter, "builtins.set": set, "builtins.complex": complex,
        "builtins.bytearray": bytearray, "_codecs.encode": _codecs.encode, "torch.Size": Size, "torch.Tensor": Tensor,
        "torch._tensor.Tensor": Tensor, "torch.device": device, "torch.nn.parameter.Parameter": Parameter,
        "torch.nn.parameter.Buffer": Buffer, "torch.nn.Parameter": Parameter, "torch.storage.UntypedStorage": UntypedStorage,
        "torch.storage.TypedStorage": TypedStorage, "torch._tensor._rebuild_from_type_v2": _rebuild_from_type_v2,
    }
    table["torch.serialization._get_layout"] = _get_layout
    rebuilders = (_rebuild_meta_tensor_no_storage, _rebuild_parameter, _rebuild_parameter_with_state, _rebuild_sparse_tensor,
                  _rebuild_tensor, _rebuild_tensor_v2, _rebuild_tensor_v3)
    table.update({f"torch._utils.{f.__name__}": f for f in rebuilders})
    table.update({f"torch.{d.name}": d for d in ALL})
    table.update({f"torch.{name}": cls for name, cls in {**STORAGES, **TYPES}.items()})
    return table


def _constant(name: str) -> Any:
    """The dtype or qscheme of that name, be it one of which there are no tensors here."""
    found = getattr(import_module(__package__), name, None)
    return found if isinstance(found, (dtype, qscheme)) else None


class _Opcodes(dict[int, Callable[[Any], None]]):
    """Opcodes of the unpickler; those that are not here end the load."""

    def __missing__(self, key: int) -> Any:
        raise pickle.UnpicklingError(f"Unsupported operand {key}")


_REFUSED = (pickle.INST, pickle.OBJ, pickle.EXT1, pickle.EXT2, pickle.EXT4, pickle.STACK_GLOBAL, pickle.NEWOBJ_EX, pickle.FRAME)


class Unpickler(pickle._Unpickler):
    """Refuses globals, calls and states that are not on its list, with PyTorch's words."""

    dispatch = _Opcodes({key: f for key, f in pickle._Unpickler.dispatch.items() if bytes([key]) not in _REFUSED})

    def __init__(self, file: Any, *, encoding: str = "bytes") -> None:
        super().__init__(file, encoding=encoding)
        self.table = _defaults()

    def find_class(self, module: str, name: str) -> Any:
        module = {"__builtin__": "builtins"}.get(module, module)
        wanted = f"{module}.{name}"
        shown = name if module == "builtins" else wanted
        if module == "torch" and wanted not in self.table and (constant := _constant(name)) is not None:
            return constant
        for table in (self.table, _ALLOWED):
            if wanted in table:
                return table[wanted]
        raise pickle.UnpicklingError(
            f"Unsupported global: GLOBAL {shown} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{shown}])` or the `torch.serialization.safe_globals([{shown}])` context manager to "
            "allowlist this global if you trust this class/function.")

    def _is_known(self, function: Any) -> bool:
        return any(function is known for table in (self.table, _ALLOWED) for known in table.values())

    def load_reduce(self) -> None:
        function = self.stack[-2]  # type: ignore[attr-defined]
        if not self._is_known(function):
            raise pickle.UnpicklingError(f"Trying to call reduce for unrecognized function {function}")
        pickle._Unpickler.dispatch[pickle.REDUCE[0]](self)  # type: ignore[arg-type]

    def load_newobj(self) -> None:
        cls = self.stack[-2]  # type: ignore[attr-defined]
        if not any(cls is known for known in (Tensor, self.table["torch.nn.Parameter"], OrderedDict, *_ALLOWED.values())):
            raise pickle.UnpicklingError(f"Trying to call __new__ of unrecognized class {cls}")
        pickle._Unpickler.dispatch[pickle.NEWOBJ[0]](self)  # type: ignore[arg-type]

    def load_build(self) -> None:
        kind = type(self.stack[-2])  # type: ignore[attr-defined]
        if not (issubclass(kind, (TensorBase, OrderedDict)) or any(kind is known for known in _ALLOWED.values())):
            raise pickle.UnpicklingError("Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but "
                                         f"got {kind}")
        pickle._Unpickler.dispatch[pickle.BUILD[0]](self)  # type: ignore[arg-type]

    dispatch[pickle.REDUCE[0]] = load_reduce
    dispatch[pickle.NEWOBJ[0]] = load_newobj
    dispatch[pickle.BUILD[0]] = load_build
