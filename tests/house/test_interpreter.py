"""Uses of CPython internals: the code has those that docs/platforms.md lists, and no others."""
from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "minitorch_compat"
ROW = re.compile(r"^\| `([\w/]+\.py)` \| ((?:`\w+`(?:, )?)+) \| .+ \| `([\w/.]+)` \|$", re.M)
#: Frames are listed by where they come from, and by what is read of them: names of modules and variables.
NAMES = frozenset({"getrefcount", "get_objects", "get_referrers", "get_referents", "_getframe", "currentframe", "co_names", "co_stacksize",
                   "co_code", "f_lasti", "f_globals", "f_locals", "tb_frame", "dis"})


def documented_names() -> dict[str, set[str]]:
    return {file: set(re.findall(r"`(\w+)`", names)) for file, names, _ in ROW.findall((ROOT / "docs" / "platforms.md").read_text())}


def interpreter_names(tree: ast.AST) -> Iterator[str]:
    """The names of the constructs in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in NAMES and node.attr != "dis":
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg in NAMES:
            yield str(node.arg)
        elif isinstance(node, ast.ImportFrom) and node.module in NAMES:
            yield node.module
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (alias.name for alias in node.names if alias.name in NAMES)
        elif isinstance(node, ast.Assign):
            yield from ("__bases__" for target in node.targets if isinstance(target, ast.Attribute) and target.attr == "__bases__")


def test_the_list_is_that_of_the_code() -> None:
    # What a module names stands in its text: most need not be parsed.
    texts = {path: path.read_text() for path in PACKAGE.rglob("*.py")}
    anywhere = re.compile(rf"\b(?:{'|'.join([*NAMES, '__bases__'])})\b")
    found = {str(path.relative_to(PACKAGE)): set(interpreter_names(ast.parse(text)))
             for path, text in texts.items() if anywhere.search(text)}
    assert {file: names for file, names in found.items() if names} == documented_names()


def test_no_references_are_counted() -> None:
    assert not [file for file, names in documented_names().items() if "getrefcount" in names]


@pytest.mark.parametrize("test", sorted({test for *_, test in ROW.findall((ROOT / "docs" / "platforms.md").read_text())}))
def test_each_is_tested_on_every_platform(test: str) -> None:
    fast = (ROOT / "tests" / "fast.txt").read_text().splitlines()
    assert (ROOT / test).exists() and any(test == line or test.startswith(f"{line}/") for line in fast)


def test_the_constructs_are_seen() -> None:
    code = "import dis, sys\nfrom gc import get_objects as g\nsys._getframe(1)\nC.__bases__ = D\nc.replace(co_stacksize=3)\n"
    code += "print(C.__bases__)"
    assert sorted(interpreter_names(ast.parse(code))) == ["__bases__", "_getframe", "co_stacksize", "dis", "get_objects"]
