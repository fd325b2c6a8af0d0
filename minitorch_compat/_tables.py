"""Data files of the package, read from a directory or a zip file."""
from __future__ import annotations

from os.path import dirname, join
from typing import Any


def read_table(name: str) -> bytes:
    """The bytes of a data file; `name` is its path relative to the package, with slashes."""
    loader: Any = __spec__.loader
    data: bytes = loader.get_data(join(dirname(__file__), *name.split("/")))
    return data


def table(name: str) -> Any:
    """The contents of a JSON file of the package."""
    import json

    return json.loads(read_table(name))
