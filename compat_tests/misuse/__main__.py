"""Wrong calls on both sides: `python -m compat_tests.misuse [--kinds K,K] [--select REGEX] [--oracle PYTHON] [--out FILE]`.

Prints how many calls of each kind differ in which way; the list of them goes to the file, crashes of PyTorch at its end.
"""
from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from pathlib import Path

from ..evaluate import progress_bar
from ..scoring import entries
from .calls import KINDS
from .judging import VERDICTS, described, verdicts
from .running import Outcome
from .worker import Side, keys_of


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.misuse", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kinds", default=",".join(KINDS), help="of " + ", ".join(KINDS))
    parser.add_argument("--select", type=re.compile, help="operations by name")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="a Python that has PyTorch")
    parser.add_argument("--out", type=Path, help="where the list of differences goes")
    options = parser.parse_args(argv)
    kinds = options.kinds.split(",")
    sides = Side(sys.executable, "minitorch_compat"), Side(options.oracle, "torch")
    table, listed = Table(), []
    names = entries(options.select)
    for done, name in enumerate(names, 1):
        listed += examine(name, kinds, sides, table)
        progress_bar(done, len(names))
    for side in sides:
        side.close()
    print(table)
    if options.out:
        options.out.write_text("".join(line + "\n" for line in sorted(listed, key=order)))
    return 1 if listed else 0


class Table:
    """Counts by kind."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.found: Counter[tuple[str, str]] = Counter()

    def __str__(self) -> str:
        columns = ["calls", *VERDICTS, CRASH]
        rows = [["kind", *columns]]
        rows += [[kind, str(count), *(str(self.found[kind, c]) for c in columns[1:])] for kind, count in self.calls.items()]
        return "\n".join("| " + " | ".join(row) + " |" for row in rows)


CRASH = "crash of PyTorch"


def examine(name: str, kinds: list[str], sides: tuple[Side, Side], table: Table) -> list[str]:
    """One operation's differences, a line each: verdict, kind, operation, call, PyTorch's outcome, ours."""
    keys = keys_of(name, kinds)
    for side in sides:
        side.ask(name, kinds)
    ours, theirs = (side.answers(name, kinds, keys) for side in sides)
    listed = []
    for key in keys:
        kind, _, place = key.partition("|")
        table.calls[kind] += 1
        for verdict in found(ours[key], theirs[key]):
            table.found[kind, verdict] += 1
            there, here = described(theirs[key]), described(ours[key])
            changed = f" CHANGED {ours[key]['changed']}" if verdict == VERDICTS[0] else ""
            listed.append(f"{verdict} | {kind} | {name} | {place} | {there} | {here}{changed}")
    return listed


def found(ours: Outcome, theirs: Outcome) -> list[str]:
    return [CRASH] if theirs.get("raised") == "crash" else verdicts(ours, theirs)


def order(line: str) -> int:
    return [*VERDICTS, CRASH].index(line.partition(" | ")[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
