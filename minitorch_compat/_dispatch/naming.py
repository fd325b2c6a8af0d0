"""The names under which plain pickles refer to this package: torch's, where torch's name is importable.

While the package is installed, `torch` is this package: its classes and functions have `torch.nn.modules.linear` as `__module__`, which
pickle writes. Where it is imported under its own name and there is no PyTorch, reductions name torch by a string (`TorchReference`),
because pickle checks at once that a name can be imported. Where PyTorch could be imported the name `torch` is taken: then, and for
pickles sent to other processes, the name is `minitorch_compat`.
"""
from __future__ import annotations

import copyreg
import sys
from _thread import _local as local  # `threading` is not imported when the package is
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

OWN_NAME, TORCH_NAME = __name__.partition(".")[0], "torch"

#: Private modules that exist under the same names in PyTorch.
_SHARED = ("_C", "_sparse", "_utils", "_tensor", "_VF", "_dynamo", "_jit_internal")


class _State:
    installed = False
    #: Whether PyTorch itself can be imported; None until first needed.
    torch_importable: bool | None = None
    #: Objects whose `__module__` is torch's while the package is installed -> their own.
    renamed: list[tuple[Any, str]] = []


class _Writing(local):
    """Whether this thread is inside `torch.save`, whose pickler names everything itself."""

    file = False


WRITING = _Writing()


@cache
def _exists_in_torch(name: str) -> bool:
    """Whether torch may have a module of this name, given under our name."""
    first, *rest = name.split(".")
    return first == OWN_NAME and not any(part[:1] == "_" and part not in _SHARED for part in rest)


def _set_module(value: Any, name: str) -> None:
    """Set the `__module__` of a class or function to another name of the same module.

    From Python 3.13 on this drops a class's `__firstlineno__`; since the file is the same, it is restored.
    """
    line = vars(value).get("__firstlineno__") if isinstance(value, type) else None
    value.__module__ = name
    if line is not None:
        value.__firstlineno__ = line


def to_torch_name(name: str) -> str:
    """Our name of a module as torch's."""
    return TORCH_NAME + name[len(OWN_NAME):]


# Installed ------------------------------------------------------------------------------------------------------------------------


def name_module(module: ModuleType) -> None:
    """Set torch's names as the `__module__` of what a module defines."""
    for value in list(vars(module).values()):
        if isinstance(value, (FunctionType, type)) and value.__module__.__class__ is str and value.__module__.startswith(OWN_NAME):
            name_as_torchs(value)


def name_as_torchs(value: Any) -> None:
    """Set torch's name as the `__module__` of a class or function, if torch has that module, while the package is installed."""
    name = value.__module__
    if _State.installed and _exists_in_torch(name):
        for named in (value, *[m for m in vars(value).values() if m.__class__ is FunctionType and m.__module__ == name]):
            _set_module(named, to_torch_name(name))
            _State.renamed.append((named, name))


def use_torch_names() -> None:
    """Switch to torch's names: this package is installed."""
    _State.installed = True
    for name, module in list(sys.modules.items()):
        if name == OWN_NAME or name.startswith(OWN_NAME + "."):
            name_module(module)


def use_own_names() -> None:
    """Switch back to the package's own names."""
    _State.installed, _State.torch_importable = False, None
    for value, name in _State.renamed:
        _set_module(value, name)
    _State.renamed.clear()


# Imported -------------------------------------------------------------------------------------------------------------------------


def _torch_is_importable() -> bool:
    """Whether `import torch` would find, or has found, another package than this one."""
    if _State.torch_importable is None:
        module: Any = sys.modules.get(TORCH_NAME)
        _State.torch_importable = module is not None and module is not sys.modules[OWN_NAME] or any(
            getattr(finder, "find_spec", None) and finder.find_spec(TORCH_NAME, None) is not None
            for finder in sys.meta_path if not getattr(finder, "answers_pickles", False))
    return _State.torch_importable


_PROCESS_PICKLERS = ("multiprocessing.reduction", "joblib.externals.loky.backend.reduction", "loky.backend.reduction")


#: Modules whose frames may lie between a reduction and its caller: loky pickles with cloudpickle.
_SKIPPED_MODULES = (OWN_NAME, TORCH_NAME + ".", "cloudpickle", "joblib.externals.cloudpickle", "joblib.externals.loky.cloudpickle_wrapper")


def pickling_for_process() -> str | None:
    """The module that is pickling something for another process at once, not for a file; None if there is none."""
    if not any(name in sys.modules for name in _PROCESS_PICKLERS):
        return None
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith(_SKIPPED_MODULES):
        frame = frame.f_back
    name = "" if frame is None else frame.f_globals.get("__name__", "")
    return name if name in _PROCESS_PICKLERS else None


def names_torch() -> bool:
    """Whether the pickle being written names torch."""
    return WRITING.file or _State.installed or not _torch_is_importable() and pickling_for_process() is None


class TorchReference:
    """A class or function in a pickle under torch's name, which is looked up when the pickle is read, not when it is written."""

    __slots__ = ("module", "name", "target")

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name
        self.target = _find(module, name)

    def __call__(self, *args: Any) -> Any:
        return self.target(*args)

    def __reduce__(self) -> Any:
        from pkgutil import resolve_name

        return resolve_name, (f"{self.module}:{self.name}",)


class _InstanceMaker:
    """Creates an instance of a class without calling it; in a pickle, of torch's class of that name."""

    __slots__ = ("cls", "named")

    def __init__(self, cls: type, named: TorchReference) -> None:
        self.cls, self.named = cls, named

    def __call__(self) -> Any:
        return object.__new__(self.cls)

    def __reduce__(self) -> Any:
        from functools import partial

        return partial, (copyreg._reconstructor, self.named, object, None)  # type: ignore[attr-defined]


_REFERENCES: dict[tuple[str, str], TorchReference] = {}
_INSTANCE_MAKERS: dict[type, _InstanceMaker] = {}


def _find(module: str, name: str) -> Any:
    found: Any = import_module(OWN_NAME + module[len(TORCH_NAME):])
    for part in name.split("."):
        found = getattr(found, part)
    return found


def torch_object(module: str, name: str) -> Any:
    """An object under torch's name, for a reduction to return where pickles name torch."""
    if WRITING.file or _State.installed:
        return _find(module, name)
    return _REFERENCES.get((module, name)) or _REFERENCES.setdefault((module, name), TorchReference(module, name))


def name_constant(name: str) -> Any:
    """The result of `__reduce__` for a constant that is an attribute of torch: its name where pickles name torch, None elsewhere."""
    if not names_torch():
        return None
    if WRITING.file or _State.installed:
        return name
    from pkgutil import resolve_name

    return resolve_name, (f"{TORCH_NAME}:{name}",)


def reduce_instance(self: Any, protocol: Any) -> Any:
    """`__reduce_ex__` of torch's classes that users have instances of: the class is named as torch's."""
    plain = object.__reduce_ex__(self, protocol)
    cls = type(self)
    if WRITING.file or _State.installed or not isinstance(plain, tuple) or not _exists_in_torch(cls.__module__) or not names_torch():
        return plain
    function, arguments, *rest = plain
    if arguments[:1] != (cls,) or function is not copyreg.__newobj__ and arguments[1:] != (object, None):  # type: ignore[attr-defined]
        return plain
    new = _INSTANCE_MAKERS.get(cls)
    if new is None:
        new = _INSTANCE_MAKERS[cls] = _InstanceMaker(cls, torch_object(to_torch_name(cls.__module__), cls.__qualname__))
    return (new, (), *rest) if len(arguments) == 1 or arguments[1:] == (object, None) else plain


@contextmanager
def saving_file() -> Iterator[None]:
    """Context of a `torch.save`."""
    previous, WRITING.file = WRITING.file, True
    try:
        yield
    finally:
        WRITING.file = previous
