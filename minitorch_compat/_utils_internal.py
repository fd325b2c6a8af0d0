"""`torch._utils_internal`: functions for paths, which tests of libraries use."""
from __future__ import annotations

import functools
import os
import sys
import tempfile
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._array.core.user_warnings import warn
from ._namespace.modules import recorded_getattr

torch_parent = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
TEST_MASTER_ADDR, TEST_MASTER_PORT = "127.0.0.1", 29500


def get_file_path(*path_components: str) -> str:
    """A path relative to the directory that contains the package."""
    return os.path.join(torch_parent, *path_components)


def get_file_path_2(*path_components: str) -> str:
    """Join the parts of a path."""
    return os.path.join(*path_components)


def get_writable_path(path: str) -> str:
    """The path itself if it can be written, else a new directory."""
    return path if os.access(path, os.W_OK) else tempfile.mkdtemp(suffix=os.path.basename(path))


def resolve_library_path(path: str) -> str:
    """The path with symbolic links resolved."""
    return os.path.realpath(path)


def deprecated() -> Callable[[Any], Any]:
    """Decorate a function `_name`: its module gets a function `name`, which warns and calls it."""
    def decorate(func: Any) -> Any:
        if not func.__name__.startswith("_"):
            raise ValueError("@deprecate must decorate a function whose name starts with a single leading underscore: it is internal then")
        name = func.__name__[1:]

        @functools.wraps(func)
        def warning(*args: Any, **kwargs: Any) -> Any:
            warn(f"{name} is DEPRECATED, please consider using an alternative API(s). ")
            return func(*args, **kwargs)

        warning.__name__ = name
        setattr(sys.modules[func.__module__], name, warning)
        return func

    return decorate


if not TYPE_CHECKING:
    __getattr__ = recorded_getattr("torch._utils_internal")
