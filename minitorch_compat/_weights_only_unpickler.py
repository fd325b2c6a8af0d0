"""The unpickler of `torch.load(weights_only=True)`: builds plain data and tensors, and calls only functions on its list."""
from __future__ import annotations

import _codecs
import pickle
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from ._array.core.user_warnings import warn
from ._bindings.retired.constructors import TYPES
from ._bindings.settings.constants import qscheme
from ._bindings.storage.typed import STORAGES, TypedStorage, UntypedStorage
from ._bindings.tensor.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import ALL, dtype
from ._dispatch.size import Size
from ._dispatch.tensor import TensorBase
from ._dispatch.unsupported import UnsupportedError
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

#: What the user has allowed in addition: full name -> object; objects without a name by their id.
_ALLOWED: dict[Any, Any] = {}


def full_name(obj: Any) -> str:
    """`module.name` as files spell it; torch's name for an object of this package."""
    from ._serialization.pickling import torch_name

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
        else:  # harmless: files cannot refer to it
            _ALLOWED[id(item)] = item


def allowed() -> dict[Any, Any]:
    """Return what the user has allowed."""
    return _ALLOWED


def has_other_name(item: Any, name: Any) -> bool:
    """Whether an object was allowed under another name than its own."""
    return isinstance(name, str) and (not hasattr(item, "__qualname__") or full_name(item) != name)


def _defaults() -> dict[str, Any]:
    from ._serialization.pickling import _get_layout
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


def _torch_constant(name: str) -> Any:
    """The dtype or qscheme of that name, including those without tensors here."""
    value = getattr(import_module(__package__), name, None)
    return value if isinstance(value, (dtype, qscheme)) else None


class _Opcodes(dict[int, Callable[[Any], None]]):
    """Opcodes of the unpickler; any other raises."""

    def __missing__(self, key: int) -> Any:
        raise pickle.UnpicklingError(f"Unsupported operand {key}")


#: The opcodes in files of `torch.save`: those of protocol 2 without the older ones.
_OPCODES = (
    pickle.GLOBAL, pickle.NEWOBJ, pickle.REDUCE, pickle.BUILD, pickle.APPEND, pickle.APPENDS, pickle.SETITEM, pickle.SETITEMS, pickle.MARK,
    pickle.TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3, pickle.NONE, pickle.NEWFALSE, pickle.NEWTRUE, pickle.EMPTY_TUPLE,
    pickle.EMPTY_LIST, pickle.EMPTY_DICT, pickle.EMPTY_SET, pickle.BININT, pickle.BININT1, pickle.BININT2, pickle.BINFLOAT,
    pickle.BINUNICODE, pickle.SHORT_BINSTRING, pickle.BINPERSID, pickle.BINGET, pickle.LONG_BINGET, pickle.BINPUT, pickle.LONG_BINPUT,
    pickle.LONG1, pickle.PROTO, pickle.STOP)
#: Functions that allocate as much memory as an int among their arguments says.
_SIZED = (bytearray, TensorBase, TypedStorage, UntypedStorage)


class _TruncatedFile(pickle.UnpicklingError, EOFError):
    """The file ends in the middle of a pickle."""


class _UndecodableText(pickle.UnpicklingError, UnicodeDecodeError):
    """A string cannot be decoded: from Python 2, after which programs retry with `encoding="latin1"`."""


def refusal(explain: Callable[[str], str], error: pickle.UnpicklingError) -> Exception:
    """The exception for a failed load, with `explain(reason)` as its message."""
    if isinstance(error, _UndecodableText):
        return error
    return type(error)(explain(str(error))) if type(error) is _TruncatedFile and str(error) else pickle.UnpicklingError(explain(str(error)))


#: Modules whose names `safe_globals` does not allow either: calling most of them is running a program.
_BLOCKED = frozenset({"sys", "os", "posix", "nt"})


class Unpickler(pickle._Unpickler):
    """Refuses globals, calls and states that are not on its list, with PyTorch's messages, and malformed data with UnpicklingError."""

    dispatch = _Opcodes({code[0]: pickle._Unpickler.dispatch[code[0]] for code in _OPCODES})

    def __init__(self, file: Any, *, encoding: str = "bytes") -> None:
        super().__init__(file, encoding=encoding)
        read = file.read

        def exactly(count: int) -> Any:
            """Read exactly this many bytes; for many, check first that the file has them, before memory is allocated."""
            content = read(count if count < _MAX_UNCHECKED_READ else _has_bytes(file, count))
            if len(content) != count:
                raise EOFError("Ran out of input")
            return content

        self._file_read = exactly
        self.table = _defaults()

    def load(self) -> Any:
        try:
            return super().load()
        except UnicodeDecodeError as error:
            raise _UndecodableText(*error.args) from None
        except EOFError as error:
            raise _TruncatedFile(str(error) or "Ran out of input") from None
        except (pickle.UnpicklingError, UnsupportedError):
            raise
        except RecursionError:
            raise pickle.UnpicklingError("the file nests too deeply") from None
        except RuntimeError:
            raise
        except (Exception, MemoryError) as error:
            raise pickle.UnpicklingError(f"{type(error).__name__} {error}; the file is not one that torch.save wrote") from None
        finally:
            if (protocol := getattr(self, "proto", 0)) > _USUAL_PROTOCOL:
                warn(f"Detected pickle protocol {protocol} in the checkpoint, which was not the default pickle protocol used by "
                     f"`torch.save` ({_USUAL_PROTOCOL}): with `weights_only` not everything that it may contain can be read.")

    def find_class(self, module: str, name: str) -> Any:
        module = {"__builtin__": "builtins"}.get(module, module)
        requested = f"{module}.{name}"
        display_name = name if module == "builtins" else requested
        if module.partition(".")[0] in _BLOCKED:
            raise pickle.UnpicklingError(f"Trying to load unsupported GLOBAL {requested} whose module {module} is blocked.")
        if module == "torch" and requested not in self.table and (constant := _torch_constant(name)) is not None:
            return constant
        for table in (self.table, _ALLOWED):
            if requested in table:
                return table[requested]
        raise pickle.UnpicklingError(
            f"Unsupported global: GLOBAL {display_name} was not an allowed global by default. Please use "
            f"`torch.serialization.add_safe_globals([{display_name}])` or the `torch.serialization.safe_globals([{display_name}])` context "
            "manager to allowlist this global if you trust this class/function.")

    def _is_known(self, function: Any) -> bool:
        return any(function is known for table in (self.table, _ALLOWED) for known in table.values())

    def _check_arguments(self, function: Any, args: Any) -> None:
        """Check that the arguments are a tuple without a size, which a file could choose arbitrarily."""
        if not isinstance(args, tuple):
            raise pickle.UnpicklingError(f"a call has the arguments {type(args).__name__}, which is no tuple")
        if isinstance(function, type) and issubclass(function, _SIZED) and function not in _ALLOWED.values() and any(
                isinstance(value, (int, Size)) for value in args):
            raise pickle.UnpicklingError(f"Trying to make a {function.__name__} of a size that the file states")

    def load_reduce(self) -> None:
        function, args = self.stack[-2:]  # type: ignore[attr-defined]
        if not self._is_known(function):
            raise pickle.UnpicklingError(f"Trying to call reduce for unrecognized function {function}")
        self._check_arguments(function, args)
        pickle._Unpickler.dispatch[pickle.REDUCE[0]](self)  # type: ignore[arg-type]

    def load_newobj(self) -> None:
        cls, args = self.stack[-2:]  # type: ignore[attr-defined]
        if not any(cls is known for known in (Tensor, self.table["torch.nn.Parameter"], OrderedDict, *_ALLOWED.values())):
            raise pickle.UnpicklingError(f"Trying to call __new__ of unrecognized class {cls}")
        self._check_arguments(cls, args)
        pickle._Unpickler.dispatch[pickle.NEWOBJ[0]](self)  # type: ignore[arg-type]

    def load_build(self) -> None:
        kind = type(self.stack[-2])  # type: ignore[attr-defined]
        if not (issubclass(kind, (TensorBase, OrderedDict)) or any(kind is known for known in _ALLOWED.values())):
            raise pickle.UnpicklingError("Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but "
                                         f"got {kind}")
        pickle._Unpickler.dispatch[pickle.BUILD[0]](self)  # type: ignore[arg-type]

    def _check_below(self, index: int, kinds: tuple[type, ...], what: str) -> None:
        target = self.stack[index] if index < 0 else self.metastack[-1][-1]  # type: ignore[attr-defined]
        if type(target) not in kinds:
            raise pickle.UnpicklingError(f"Can only {what}, but got {type(target)}")

    def load_append(self) -> None:
        self._check_below(-2, (list,), "append to lists")
        pickle._Unpickler.dispatch[pickle.APPEND[0]](self)  # type: ignore[arg-type]

    def load_appends(self) -> None:
        self._check_below(0, (list,), "append to lists")
        pickle._Unpickler.dispatch[pickle.APPENDS[0]](self)  # type: ignore[arg-type]

    def load_setitem(self) -> None:
        self._check_below(-3, _MAPPINGS, "set items of dicts")
        pickle._Unpickler.dispatch[pickle.SETITEM[0]](self)  # type: ignore[arg-type]

    def load_setitems(self) -> None:
        self._check_below(0, _MAPPINGS, "set items of dicts")
        pickle._Unpickler.dispatch[pickle.SETITEMS[0]](self)  # type: ignore[arg-type]

    dispatch[pickle.REDUCE[0]] = load_reduce
    dispatch[pickle.NEWOBJ[0]] = load_newobj
    dispatch[pickle.BUILD[0]] = load_build
    dispatch[pickle.APPEND[0]] = load_append
    dispatch[pickle.APPENDS[0]] = load_appends
    dispatch[pickle.SETITEM[0]] = load_setitem
    dispatch[pickle.SETITEMS[0]] = load_setitems


#: The protocol of pickles that PyTorch writes.
_USUAL_PROTOCOL = 2
_MAPPINGS = (dict, OrderedDict, Counter)
#: From this number of bytes on, reads check first whether the file has them.
_MAX_UNCHECKED_READ = 2**16


def _has_bytes(file: Any, count: int) -> int:
    position = file.tell()
    file.seek(0, 2)
    remaining: int = file.tell() - position
    file.seek(position)
    if count > remaining:
        raise EOFError("Ran out of input")
    return count
