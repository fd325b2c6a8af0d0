"""What an import of this much code is kept from: the cyclic collector looking at it, and frames that fall off the end of their memory."""
from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import BuiltinImporter, ModuleSpec, SourceFileLoader
from types import FunctionType, ModuleType, TracebackType

#: Words of the stack of a `roomy` function. More than half of what CPython then takes for its frame, so that two nested ones get one each.
_WORDS = 4200


class paused:
    """No collections inside, which save a tenth of the time; what was made there counts as old afterwards, for nothing of it is garbage."""

    def __enter__(self) -> None:
        self.enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if not self.enabled:
            return
        if kind is None and hasattr(gc, "freeze") and not gc.get_freeze_count():
            gc.freeze()  # both together move everything to the oldest generation, and look at nothing
            gc.unfreeze()
        gc.enable()


def roomy(function: Callable[[], None]) -> Callable[[], None]:
    """`function`, with room for the frames of what it calls.

    CPython keeps frames in chunks of 16 KB, which it takes from the system as calls reach their end and returns as calls leave them.
    Imports inside of imports stand at such an end a thousand times if they begin at an unlucky depth: a fifth of their time, or more.
    A frame that says to need more than a chunk gets a larger one, in which the others follow. Memory that nobody writes to costs nothing.
    """
    if isinstance(function, FunctionType):
        function.__code__ = function.__code__.replace(co_stacksize=_WORDS)
    return function


class Modules:
    """Finds the modules of this package that are a source file each; what it does not find is left to the other finders.

    These would ask the system three times for each module, and try it with every suffix that an extension module may have: a fifth of
    what the import system takes for it. Directories are listed once. How a module is then loaded is Python's own business.
    """

    listed: dict[str, frozenset[str]] = {}

    @classmethod
    def find_spec(cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module, None for packages, other people's modules, and what has no file of its own."""
        if path is None or not fullname.startswith(_OWN):
            return None
        name = fullname.rpartition(".")[2] + ".py"
        for directory in path:
            if name in (cls.listed.get(directory) or cls.look(directory)):
                file = os.path.join(directory, name)
                spec = ModuleSpec(fullname, SourceFileLoader(fullname, file), origin=file)
                spec.has_location = True
                return spec
        return None

    @classmethod
    def look(cls, directory: str) -> frozenset[str]:
        """The names in a directory; none of what is no directory, as in an archive."""
        try:
            names = frozenset(os.listdir(directory))
        except OSError:
            names = frozenset()
        cls.listed[directory] = names
        return names

    @classmethod
    def invalidate_caches(cls) -> None:
        """Look again: `importlib.invalidate_caches` was called."""
        cls.listed.clear()


_OWN = __package__ + "."


def find_quickly() -> None:
    """Have this package's modules found by `Modules`, ahead of Python's finders, but not of those that somebody else has put before."""
    if Modules not in sys.meta_path and BuiltinImporter in sys.meta_path:
        sys.meta_path.insert(sys.meta_path.index(BuiltinImporter), Modules)


@roomy
def import_most() -> None:
    """Import what nearly every program uses: numpy, the ops, and torch's functions."""
    find_quickly()
    with paused():
        import numpy  # noqa: F401 (not from deep inside)

        from . import _ops, autograd  # noqa: F401
        from ._bindings import functions  # noqa: F401
