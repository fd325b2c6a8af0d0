"""What changed between two references: `python -m compat_tests.references NEWER [--older DIRECTORY]`, directories that `record` wrote.

Prints Markdown: how many operations, behaviours, programs and names are new, gone, or different, and each with its first
difference. PyTorch is not needed for that. A part that is missing in one of both is left out.
"""
from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .judging import archive
from .judging.archive import dumps
from .judging.compare import differences
from .judging.scoring import METADATA, manifest
from .judging.tolerances import DERIVATIVE, EXACT, POINTWISE, Rule
from .judging.tolerances import rule as rule_of
from .record import REFERENCE

#: The largest number of entries printed of each list.
_SHOWN = 200


@dataclass
class Change:
    """The cases of a kind that are new, gone and different."""

    kind: str
    total: int = 0
    new: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    different: dict[str, str] = field(default_factory=dict)
    #: Cases that differ within the tolerances of the suite, see `tolerances.py`.
    digits: list[str] = field(default_factory=list)

    def count(self, older: dict[str, Any], newer: dict[str, Any], compare: Comparison) -> Change:
        """Compare two tables of outcomes."""
        self.total = len(older)
        self.new = sorted(newer.keys() - older.keys())
        self.gone = sorted(older.keys() - newer.keys())
        for name in sorted(older.keys() & newer.keys()):
            found = compare(name, older[name], newer[name])
            if found:
                self.different[name] = found
            elif differences(older[name], newer[name], EXACT):
                self.digits.append(name)
        return self


#: Name, outcome with the older and with the newer PyTorch -> the first difference beyond the tolerances, or an empty string.
Comparison = Callable[[str, Any, Any], str]


def by_aspect(name: str, older: list[Any], newer: list[Any]) -> str:
    """Two recordings of an operation: compare common samples, aspect by aspect, within the tolerances of the suite."""
    theirs = {dumps((dtype, sample)): outcomes for dtype, sample, outcomes in newer}
    for dtype, sample, outcomes in older:
        now = theirs.get(dumps((dtype, sample)))
        if now is None:
            return f"other samples of {dtype}"
        for aspect, expected in outcomes.items():
            rule = EXACT if aspect in METADATA else rule_of(name, aspect, dtype)
            found = differences(expected, now.get(aspect), rule)
            if found:
                return f"{aspect}, {dtype}{found[0]}"
    return "" if len(older) == len(newer) else "other samples"


def within(rule: Rule) -> Comparison:
    def compare(name: str, older: Any, newer: Any) -> str:
        return next(iter(differences(older, newer, rule)), "")

    return compare


def operations(place: Path) -> dict[str, Any]:
    """Operation -> outcomes of its samples."""
    found = {}
    for path in sorted((place / "operations").glob("*.xz")):
        record = archive.loads(path.read_bytes())
        found[record["op"].get("name", path.stem)] = [[case["dtype"], case["sample"], case["outcomes"]] for case in record["samples"]]
    return found


def behaviours(place: Path) -> dict[str, Any]:
    return {f"{path.stem} {name}": outcome for path in sorted((place / "behaviours").glob("*.xz"))
            for name, outcome in archive.loads(path.read_bytes()).items()}


def programs(place: Path) -> dict[str, Any]:
    return {name: outcome for name, (_, outcome) in archive.loads((place / "programs.xz").read_bytes()).items()}


def names(place: Path) -> dict[str, Any]:
    return {f"{space}.{name}": entry for space, known in archive.loads((place / "names.xz").read_bytes()).items()
            for name, entry in known.items()}


#: Kind -> a function that reads it from a directory, and one that compares two outcomes.
KINDS: dict[str, tuple[Callable[[Path], dict[str, Any]], Comparison]] = {
    "operations": (operations, by_aspect), "behaviours": (behaviours, within(POINTWISE)), "programs": (programs, within(DERIVATIVE)),
    "names": (names, within(EXACT)),
}


def changes(older: Path, newer: Path) -> Iterator[Change]:
    """A change per kind, except kinds that are missing in one of both."""
    for kind, (read, compare) in KINDS.items():
        if all((place / kind).exists() or (place / f"{kind}.xz").exists() for place in (older, newer)):
            yield Change(kind).count(read(older), read(newer), compare)


def on(older: Path, newer: Path) -> str:
    """A phrase on the processors."""
    first, second = (manifest(place).get("cpu", "an unknown processor") for place in (older, newer))
    return f"on {first}" if first == second else f"on {first} and {second}"


def page(older: Path, newer: Path) -> str:
    """The report."""
    found = list(changes(older, newer))
    title = f"# PyTorch {manifest(older)['torch']} and {manifest(newer)['torch']}"
    lines = [title, "", "Recorded with the same seed " + on(older, newer) + ". What differs by no more than the suite allows anybody "
             "(`compat_tests/judging/tolerances.py`) is counted under last digits.", "",
             "| | recorded | new | gone | different | last digits |", "|---|---:|---:|---:|---:|---:|"]
    lines += [f"| {c.kind} | {c.total} | {len(c.new)} | {len(c.gone)} | {len(c.different)} | {len(c.digits)} |" for c in found]
    for change in found:
        lists = {"new": dict.fromkeys(change.new, ""), "gone": dict.fromkeys(change.gone, ""), "different": change.different}
        for title, entries in lists.items():
            if entries:
                lines += ["", f"## {change.kind}: {title}", ""]
                told = {name: " ".join(text.split())[:200] for name, text in list(entries.items())[:_SHOWN]}
                lines += [f"- `{name}`" + (f": {text}" if text else "") for name, text in told.items()]
                lines += [f"- and {len(entries) - _SHOWN} more"] * (len(entries) > _SHOWN)
    return "\n".join(lines) + "\n"


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.references", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("newer", type=Path, help="directory that `python -m compat_tests.record --out` wrote")
    parser.add_argument("--older", type=Path, default=REFERENCE)
    options = parser.parse_args(argv)
    print(page(options.older, options.newer), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
