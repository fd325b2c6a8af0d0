"""Collects the examples of docstrings in a process of the interpreter that has PyTorch; knows nothing of this package."""
from __future__ import annotations

import doctest
import importlib
import inspect
import json
import pkgutil
import types
from collections.abc import Iterator
from typing import Any


def main(left_out: tuple[str, ...]) -> None:
    """Print name -> statements, as JSON."""
    import torch

    skipped = tuple(f"torch.{name}" for name in left_out)
    found: dict[str, list[str]] = {}
    seen: set[str] = set()
    for name in sorted(_modules(torch, skipped)):
        for full, text in _docstrings(name):
            if ">>> " in text and text not in seen:
                seen.add(text)
                if statements := _statements(text):
                    found[full] = statements
    print(json.dumps(found))


def _modules(package: Any, skipped: tuple[str, ...]) -> Iterator[str]:
    """Public modules; what cannot be imported on this machine is passed over."""
    yield package.__name__
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.", onerror=lambda _: None):
        public = not any(part.startswith("_") for part in module.name.split("."))
        if public and not any(module.name == s or module.name.startswith(f"{s}.") for s in skipped):
            yield module.name


def _docstrings(module: str) -> Iterator[tuple[str, str]]:
    try:
        members = vars(importlib.import_module(module))
    except BaseException:
        return
    for name, value in sorted(members.items()):
        if name.startswith("_") or isinstance(value, types.ModuleType):
            continue
        yield f"{module}.{name}", value.__doc__ if isinstance(getattr(value, "__doc__", None), str) else ""
        if inspect.isclass(value):
            for member, method in sorted(vars(value).items()):
                if not member.startswith("_") and isinstance(getattr(method, "__doc__", None), str):
                    yield f"{module}.{name}.{member}", method.__doc__


def _statements(text: str) -> list[str]:
    """Those of a docstring, also of one that the parser does not take."""
    try:
        return [example.source for example in doctest.DocTestParser().get_examples(text)]
    except ValueError:
        found: list[str] = []
        for line in map(str.strip, text.splitlines()):
            if line.startswith(">>> "):
                found.append(line[4:] + "\n")
            elif line.startswith("... ") and found:
                found[-1] += line[4:] + "\n"
        return found
