"""The tables that come with the package, wherever that lies: in a folder or in a zip file."""
from __future__ import annotations

from os.path import dirname, join
from typing import Any


def content(name: str) -> bytes:
    """The bytes of a file that comes with the package; `name` is its path below it, with slashes."""
    loader: Any = __spec__.loader
    data: bytes = loader.get_data(join(dirname(__file__), *name.split("/")))
    return data


def table(name: str) -> Any:
    """What a JSON file that comes with the package holds."""
    import json

    return json.loads(content(name))
