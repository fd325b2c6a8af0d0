"""Processes that a program starts afresh (`spawn`, `forkserver`) find this package under torch's name, as their parent does."""
from __future__ import annotations

from functools import wraps
from os.path import dirname, exists, join
from typing import Any

from .install import OURS, install, is_active

#: By its path: the package may lie where only this process looks for it, and the child may know of another one.
_FIRST = join(dirname(__file__), "in_child.py")

#: The modules of the standard library that start such processes: imported when the first one is started.
STARTERS = frozenset({"multiprocessing.popen_spawn_posix", "multiprocessing.popen_spawn_win32", "multiprocessing.popen_forkserver"})
#: Under this name the fork server asks for what it needs to import the program ahead of its children (from CPython 3.14 on).
_OF_THE_SERVER = "ignore"
_told: list[bool] = []


class _Installed:
    """Unpickled, it installs: a child unpickles what it is to prepare before it imports its parent's program."""

    def __reduce__(self) -> tuple[Any, ...]:
        import runpy

        return (runpy.run_path, (_FIRST,)) if exists(_FIRST) else (install, ())  # the latter for a package in an archive


def tell_children() -> None:
    """Let what children prepare begin with the installation, for as long as this package is installed here."""
    if _told:
        return
    from multiprocessing import spawn

    _told.append(True)
    plain = spawn.get_preparation_data

    @wraps(plain)
    def prepared(name: str) -> dict[str, Any]:
        data: dict[str, Any] = dict(plain(name))
        if is_active():
            data[OURS] = _Installed()
            if name == _OF_THE_SERVER:  # before which nothing can be installed there; its children import the program themselves
                data.pop("init_main_from_path", None)
        return data

    spawn.get_preparation_data = prepared
