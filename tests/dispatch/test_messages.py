"""Error messages are in `_fidelity.messages`: dispatch contains none but for internal errors."""
from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.many_cases import for_each

ROOT = Path(__file__).parents[2] / "minitorch_compat"
FILES = sorted((ROOT / "_dispatch").rglob("*.py"))

#: Sentences that remain, by file: one of an error of its own.
REMAINING = {"call/torch_function.py": 1}


def text_of(node: ast.AST) -> str:
    """A string, with a letter for each value that is put into it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "X" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def sentences(path: Path) -> Iterator[int]:
    """The lines where an error of three words or more is made."""
    for node in ast.walk(ast.parse(path.read_text())):
        made = node.exc if isinstance(node, ast.Raise) else None
        if isinstance(node, ast.Call) and re.search("(Error|Exception)$", ast.unparse(node.func)):
            made = node
        if made is not None and any(len(text_of(part).split()) > 2 for part in ast.walk(made)):
            yield node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_dispatch_holds_no_sentences(path: Path) -> None:
    name = path.relative_to(ROOT / "_dispatch").as_posix()
    assert len(set(sentences(path))) == REMAINING.get(name, 0), sorted(sentences(path))


def used() -> Iterator[tuple[str, str]]:
    """The words that are asked for anywhere: subject and name."""
    for path in ROOT.rglob("*.py"):
        yield from re.findall(r"\b(argument|device|graph|kernel|layout|level|value)_messages\.(\w+)", path.read_text())


SUBJECTS = {"argument": "arguments", "device": "devices", "graph": "graph", "kernel": "kernels", "layout": "layouts",
            "level": "levels", "value": "values"}


@for_each(sorted(set(used())))
def test_what_is_asked_for_is_there(subject: str, name: str) -> None:
    """They are looked up when a call fails, so nothing else would notice."""
    assert callable(getattr(importlib.import_module(f"minitorch_compat._fidelity.messages.{SUBJECTS[subject]}"), name))
