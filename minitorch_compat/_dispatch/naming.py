"""Under which names plain pickles know what is of this package: torch's, wherever these lead back here.

While the package is installed, `torch` is this package: its classes and functions say `torch.nn.modules.linear` themselves, and pickle
writes that. Where it is only imported, under its own name or any other, and there is no PyTorch, reductions name torch by text
(`Named`), because pickle looks at once whether a name leads back. Where PyTorch could be imported the name is taken: then, and for
processes that this one talks to, it is `minitorch_compat`.
"""
from __future__ import annotations

import copyreg
import sys
from _thread import _local as local  # `threading` itself is not imported by an import of the package
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from types import FunctionType, ModuleType
from typing import Any

OURS, THEIRS = __name__.partition(".")[0], "torch"

#: Private modules that PyTorch has under these names, too.
_SHARED = ("_C", "_utils", "_tensor", "_VF", "_dynamo", "_jit_internal")


class _State:
    installed = False
    #: Whether PyTorch itself could be imported; None until somebody has to know.
    beside: bool | None = None
    #: What says torch's name for as long as the package is installed, with its own.
    renamed: list[tuple[Any, str]] = []


class _Writing(local):
    """Whether this thread writes a file of `torch.save`, whose pickler names everything itself."""

    file = False


WRITING = _Writing()


@cache
def _is_theirs(name: str) -> bool:
    """Whether torch may have a module of that name, given as ours."""
    first, *rest = name.split(".")
    return first == OURS and not any(part[:1] == "_" and part not in _SHARED for part in rest)


def _set_module(value: Any, name: str) -> None:
    """Give a class or function another name of the same module.

    From Python 3.13 on a class forgets the line of its source when its `__module__` is set; as the file is the same, it is put back.
    """
    line = vars(value).get("__firstlineno__") if isinstance(value, type) else None
    value.__module__ = name
    if line is not None:
        value.__firstlineno__ = line


def torchs(name: str) -> str:
    """A name of ours as torch's."""
    return THEIRS + name[len(OURS):]


# Installed ------------------------------------------------------------------------------------------------------------------------


def name_module(module: ModuleType) -> None:
    """Let the classes and functions that a module defines say that they are torch's."""
    for value in list(vars(module).values()):
        if isinstance(value, (FunctionType, type)) and value.__module__.__class__ is str and value.__module__.startswith(OURS):
            name_as_torchs(value)


def name_as_torchs(value: Any) -> None:
    """Let a class or function of this package say that it is torch's, if torch has that place: while the package is installed."""
    name = value.__module__
    if _State.installed and _is_theirs(name):
        _set_module(value, torchs(name))
        _State.renamed.append((value, name))


def begin() -> None:
    """Take torch's names: this package is installed."""
    _State.installed = True
    for name, module in list(sys.modules.items()):
        if name == OURS or name.startswith(OURS + "."):
            name_module(module)


def end() -> None:
    """Go by the package's own names again."""
    _State.installed, _State.beside = False, None
    for value, name in _State.renamed:
        _set_module(value, name)
    _State.renamed.clear()


# Imported -------------------------------------------------------------------------------------------------------------------------


def _beside() -> bool:
    """Whether `import torch` would find, or has found, something else than this package."""
    if _State.beside is None:
        found: Any = sys.modules.get(THEIRS)
        _State.beside = found is not None and found is not sys.modules[OURS] or any(
            getattr(finder, "find_spec", None) and finder.find_spec(THEIRS, None) is not None
            for finder in sys.meta_path if not getattr(finder, "answers_pickles", False))
    return _State.beside


_SENDERS = ("multiprocessing.reduction", "joblib.externals.loky.backend.reduction", "loky.backend.reduction")


#: Whose frames stand between a reduction and who asked for it: loky pickles with cloudpickle.
_BETWEEN = (OURS, THEIRS + ".", "cloudpickle", "joblib.externals.cloudpickle", "joblib.externals.loky.cloudpickle_wrapper")


def for_a_process() -> str | None:
    """The module that asks for a pickle to send it to a process at once, and not to keep it; None if nobody does."""
    if not any(name in sys.modules for name in _SENDERS):
        return None
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith(_BETWEEN):
        frame = frame.f_back
    name = "" if frame is None else frame.f_globals.get("__name__", "")
    return name if name in _SENDERS else None


def names_torch() -> bool:
    """Whether a pickle that is being written names torch."""
    return WRITING.file or _State.installed or not _beside() and for_a_process() is None


class Named:
    """A class or function in a pickle, under the name that torch has for it: looked up when the pickle is read, not when it is written."""

    __slots__ = ("module", "name", "target")

    def __init__(self, module: str, name: str) -> None:
        self.module, self.name = module, name
        self.target = _find(module, name)

    def __call__(self, *args: Any) -> Any:
        return self.target(*args)

    def __reduce__(self) -> Any:
        from pkgutil import resolve_name

        return resolve_name, (f"{self.module}:{self.name}",)


class _New:
    """Makes an object of a class without calling it; in a pickle, of the class of that name."""

    __slots__ = ("cls", "named")

    def __init__(self, cls: type, named: Named) -> None:
        self.cls, self.named = cls, named

    def __call__(self) -> Any:
        return object.__new__(self.cls)

    def __reduce__(self) -> Any:
        from functools import partial

        return partial, (copyreg._reconstructor, self.named, object, None)  # type: ignore[attr-defined]


_NAMED: dict[tuple[str, str], Named] = {}
_NEW: dict[type, _New] = {}


def _find(module: str, name: str) -> Any:
    found: Any = import_module(OURS + module[len(THEIRS):])
    for part in name.split("."):
        found = getattr(found, part)
    return found


def by_name(module: str, name: str) -> Any:
    """What torch has under a name: for a reduction to return where pickles name torch."""
    if WRITING.file or _State.installed:
        return _find(module, name)
    return _NAMED.get((module, name)) or _NAMED.setdefault((module, name), Named(module, name))


def name_constant(name: str) -> Any:
    """What `__reduce__` of a constant that is an attribute of torch returns: its name where pickles name torch, and None elsewhere."""
    if not names_torch():
        return None
    if WRITING.file or _State.installed:
        return name
    from pkgutil import resolve_name

    return resolve_name, (f"{THEIRS}:{name}",)


def reduce_instance(self: Any, protocol: Any) -> Any:
    """`__reduce_ex__` of classes of torch's that users have instances of: the class is named as torch's."""
    plain = object.__reduce_ex__(self, protocol)
    cls = type(self)
    if WRITING.file or _State.installed or not isinstance(plain, tuple) or not _is_theirs(cls.__module__) or not names_torch():
        return plain
    function, arguments, *rest = plain
    if arguments[:1] != (cls,) or function is not copyreg.__newobj__ and arguments[1:] != (object, None):  # type: ignore[attr-defined]
        return plain
    new = _NEW.get(cls) or _NEW.setdefault(cls, _New(cls, by_name(torchs(cls.__module__), cls.__qualname__)))
    return (new, (), *rest) if len(arguments) == 1 or arguments[1:] == (object, None) else plain


@contextmanager
def writing_a_file() -> Iterator[None]:
    """For the length of a `torch.save`."""
    before, WRITING.file = WRITING.file, True
    try:
        yield
    finally:
        WRITING.file = before
