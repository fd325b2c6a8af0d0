"""Child processes started by `spawn` or `forkserver` find this package under torch's name, as their parent does."""
from __future__ import annotations

from functools import wraps
from importlib import import_module
from os.path import dirname, exists, join
from typing import Any

from .install import OURS, install, is_active

#: A path, not a module name: the package may be importable only in this process, or the child may find another copy of it.
_FIRST = join(dirname(__file__), "in_child.py")

#: The modules that start such processes, imported when the first one is started -> the module that makes the preparation data: of the
#: standard library, and of loky, which runs joblib's workers.
STARTERS = {
    **{f"multiprocessing.popen_{how}": "multiprocessing.spawn" for how in ("spawn_posix", "spawn_win32", "forkserver")},
    **{f"{loky}.backend.popen_loky_{how}": f"{loky}.backend.spawn"
       for loky in ("loky", "joblib.externals.loky") for how in ("posix", "win32")},
}
#: The name under which the fork server requests the data for importing the program before its children (from CPython 3.14 on).
_SERVER_PREPARATION = "ignore"
_patched_starters: set[str] = set()


class _InstallOnUnpickle:
    """Installs when unpickled: a child unpickles its preparation data before it imports its parent's program."""

    def __reduce__(self) -> tuple[Any, ...]:
        import runpy

        return (runpy.run_path, (_FIRST,)) if exists(_FIRST) else (install, ())  # the latter for a package in an archive


def install_in_children(starter: str = "multiprocessing.spawn") -> None:
    """Put the installation first in the preparation data of children, as long as this package is installed here."""
    if starter in _patched_starters:
        return
    spawn = import_module(starter)
    _patched_starters.add(starter)
    original = spawn.get_preparation_data

    @wraps(original)
    def prepared(*args: Any, **kwargs: Any) -> dict[str, Any]:
        data: dict[str, Any] = dict(original(*args, **kwargs))
        if is_active():
            data[OURS] = _InstallOnUnpickle()
            if args[:1] == (_SERVER_PREPARATION,):  # too early to install in the server; its children import the program themselves
                data.pop("init_main_from_path", None)
        return data

    spawn.get_preparation_data = prepared  # type: ignore[attr-defined]
