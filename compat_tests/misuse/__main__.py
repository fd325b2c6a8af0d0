"""Wrong calls on both sides: `python -m compat_tests.misuse [--kinds K,K] [--select REGEX] [--oracle PYTHON] [--out FILE]`.

Prints how many calls of each kind differ in which way, and separately how many differ for a reason in `known.py`. The list of
both is written to the file, with crashes of PyTorch and known differences at its end.
"""
from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from pathlib import Path

from ..judging.evaluate import progress_bar
from ..judging.scoring import entries
from ..oracle import require
from .argument_states import ARGUMENT_STATES
from .calls import KINDS
from .judging import VERDICTS, described, verdicts
from .known import counts_by_reason, reason_of
from .running import Outcome
from .worker import Side, keys_of, side_of


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.misuse", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kinds", default=",".join(KINDS), help="of " + ", ".join((*KINDS, *ARGUMENT_STATES)))
    parser.add_argument("--select", type=re.compile, help="operations by name")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="a Python that has PyTorch")
    parser.add_argument("--out", type=Path, help="where the list of differences goes")
    parser.add_argument("--keep", type=Path, help="a folder in which PyTorch's answers are kept for the next time")
    options = parser.parse_args(argv)
    if options.keep is None:  # kept answers replace PyTorch
        require(options.oracle)
    kinds = options.kinds.split(",")
    sides = Side(sys.executable, "minitorch_compat"), side_of(options.oracle, "torch", kept=options.keep)
    table, listed = Table(), []
    names = entries(options.select)
    for done, name in enumerate(names, 1):
        listed += examine(name, kinds, sides, table)
        progress_bar(done, len(names))
    for one in sides:
        one.close()
    print(table)
    if options.out:
        options.out.write_text("".join(line + "\n" for line in sorted(listed, key=order)))
    return 1 if table.unexplained() else 0


class Table:
    """Counts by kind."""

    def __init__(self) -> None:
        self.calls: Counter[str] = Counter()
        self.found: Counter[tuple[str, str]] = Counter()
        self.known: Counter[str] = Counter()

    def unexplained(self) -> int:
        """The number of unexplained differences."""
        return sum(count for (_, verdict), count in self.found.items() if verdict not in APART)

    def __str__(self) -> str:
        columns = ["calls", *VERDICTS, KNOWN, CRASH]
        rows = [["kind", *columns]]
        rows += [[kind, str(count), *(str(self.found[kind, c]) for c in columns[1:])] for kind, count in self.calls.items()]
        grid = "\n".join("| " + " | ".join(row) + " |" for row in rows)
        return f"{grid}\nunexplained: {self.unexplained()}\n{counts_by_reason(self.known.items())}"


CRASH, KNOWN = "crash of PyTorch", "known"
#: Verdicts that are counted but need no explanation: other words around the same key phrase, and unsupported functions.
APART = (*VERDICTS[VERDICTS.index("other words"):], KNOWN, CRASH)


def examine(name: str, kinds: list[str], sides: tuple[Side, Side], table: Table) -> list[str]:
    """One operation's differences, a line each: verdict, kind, operation, call, PyTorch's outcome, ours."""
    keys = keys_of(name, kinds)
    for one in sides:
        one.ask(name, kinds)
    ours, theirs = (one.answers(name, kinds, keys) for one in sides)
    listed = []
    for key in keys:
        kind, _, place = key.partition("|")
        table.calls[kind] += 1
        for verdict in found(ours[key], theirs[key]):
            there, here = described(theirs[key]), described(ours[key])
            changed = f" CHANGED {ours[key]['changed']}" if verdict == VERDICTS[0] else ""
            reason = reason_of(verdict, f"{kind} | {name} | {place}", there, here)
            if reason is not None:
                table.known[reason] += 1
                verdict = KNOWN
            table.found[kind, verdict] += 1
            listed.append(f"{verdict} | {kind} | {name} | {place} | {there} | {here}{changed}")
    return listed


def found(ours: Outcome, theirs: Outcome) -> list[str]:
    return [CRASH] if theirs.get("raised") == "crash" else verdicts(ours, theirs)


def order(line: str) -> int:
    return [*VERDICTS, CRASH, KNOWN].index(line.partition(" | ")[0])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
