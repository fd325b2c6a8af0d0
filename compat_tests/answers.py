"""Writes PyTorch's outcomes as comments next to behaviours: `python -m compat_tests.answers [--check]`.

A behaviour whose recorded outcome fits into a few short lines gets them as comments after its program, a line for each value that it
yields. They come from `compat_tests/reference/behaviours`, which remains the reference for comparisons and has the longer
outcomes, too. PyTorch is not needed.
"""
from __future__ import annotations

import argparse
import ast
import re
import sys
from pathlib import Path
from typing import Any

from . import behaviours
from .judging.archive import loads
from .judging.portable import Named, Raised, Symbol
from .record import REFERENCE

#: The largest number of lines, and the number of columns of the sources.
LINES, COLUMNS = 6, 140
MARK = "    # PyTorch: "
#: Only the beginning of PyTorch's messages is shown.
WORDS = 40
#: Addresses differ between runs.
_UNSTABLE = re.compile(r"\b0x[0-9a-f]{6,}")


def answer(outcome: dict[str, Any]) -> list[str] | None:
    """The outcome of a behaviour in lines of text; None if they are many or long."""
    lines = [line_of(value) for value in outcome["values"]]
    lines += [f"printed {line}" for line in outcome["printed"].splitlines()]
    lines += [f"{category}: {truncated(text)}" for category, text in outcome["warnings"]]
    if outcome["sharing"]:
        lines.append("memory in common: " + ", ".join(f"{i} and {j}" for i, j in outcome["sharing"]))
    if outcome["error"]:
        lines.append(line_of(outcome["error"]))
    fits = 0 < len(lines) <= LINES and all(
        len(MARK + line) <= COLUMNS and line.isprintable() and not _UNSTABLE.search(line) for line in lines)
    return lines if fits else None


def line_of(value: Any) -> str:
    """A recorded value on a line: tensors as printed, errors as the exception and its message."""
    if isinstance(value, dict):
        if value.keys() >= {"value", "layout", "text"}:
            return " ".join(value["text"].split()).replace("[ ", "[")
        if value.keys() == {"raised", "message"}:
            message = value["message"]  # or whether it matches a pattern
            return f"{value['raised']}: {truncated(message) if isinstance(message, str) else message}"
        return "{" + ", ".join(f"{key}: {line_of(v)}" for key, v in value.items()) + "}"
    if type(value) in (list, tuple):
        inner = ", ".join(map(line_of, value))
        return f"[{inner}]" if isinstance(value, list) else f"({inner}{',' * (len(value) == 1)})"
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, Named):
        return f"{value.type}({', '.join(map(line_of, value.items))})"
    if isinstance(value, str):
        return repr(truncated(value)) if " " in value and value[:7] != "tensor(" else repr(value)
    return f"{value.type}: {truncated(value.message)}" if isinstance(value, Raised) else repr(value)


def truncated(text: str) -> str:
    """The beginning of a sentence, up to the end of a word."""
    if len(text) <= WORDS or not text.isprintable():
        return text
    return text[:WORDS].rpartition(" ")[0] + " ..."


def annotate(source: str, outcomes: dict[str, dict[str, Any]]) -> str:
    """The source of a module of behaviours with the outcomes after its programs, replacing earlier ones."""
    lines = [line for line in source.splitlines() if not line.startswith(MARK.rstrip())]
    functions = {node.name: node for node in ast.parse("\n".join(lines)).body if isinstance(node, ast.FunctionDef)}
    for name, node in sorted(functions.items(), key=lambda item: -item[1].lineno):
        found = answer(outcomes[name]) if name in outcomes else None
        assert node.end_lineno is not None
        lines[node.end_lineno:node.end_lineno] = [(MARK + line).rstrip() for line in found or ()]
    return "\n".join(lines) + "\n"


def stale_modules() -> dict[Path, str]:
    """The modules whose comments differ from the recording, with the source they should have."""
    found = {}
    for family in behaviours.families():
        path = Path(behaviours.module_of(family).__file__ or "")
        source = path.read_text(encoding="utf-8")
        wanted = annotate(source, loads((REFERENCE / "behaviours" / f"{family}.xz").read_bytes()))
        if wanted != source:
            found[path] = wanted
    return found


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.answers", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if something would be written")
    options = parser.parse_args(argv)
    found = stale_modules()
    for path, text in found.items():
        print(f"{'stale' if options.check else 'written'}: {path}")
        if not options.check:
            path.write_text(text, encoding="utf-8")
    return int(options.check and bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
