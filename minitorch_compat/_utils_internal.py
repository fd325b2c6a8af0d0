"""`torch._utils_internal`: functions for paths, which tests of libraries use."""
from __future__ import annotations

import os
import tempfile
from typing import TYPE_CHECKING

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


if not TYPE_CHECKING:
    __getattr__ = recorded_getattr("torch._utils_internal")
