"""`python -m compat_tests.benchmarks.ops`: every op of the suite beside PyTorch, one ratio per op; see docs/benchmarks-ops.md.

Both sides time the suite's own samples, as recorded for a size of 16 elements and grown for 100,000, forward and, where something is
differentiable, forward with backward. The sides take turns in processes of their own, one thread each.
"""
from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..record import tiers
from .__main__ import machine, reference_python
from .harness import Result, Settings, Side, blocks_per_round, differs, time_rounds
from .ops_report import figures
from .report import duration, replace_measured

SIZES = (16, 100_000)
MODULE = "compat_tests.benchmarks.ops_worker"
#: A block this long is repeated no more than once a round, and only in the first rounds.
SLOW = 0.25


@dataclass
class Row:
    """One op at one size in one direction."""

    name: str
    tier: int
    size: int
    backward: bool
    elements: int = 0
    strategy: str = ""
    seconds: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    differs: str = ""

    @property
    def ratio(self) -> float | None:
        """PyTorch's time over ours: above 1, we are faster."""
        if "ours" in self.seconds and "torch" in self.seconds:
            return self.seconds["torch"] / self.seconds["ours"]
        return None


def measure(row: Row, plan: dict[str, Any], sides: list[Side], settings: Settings) -> None:
    """Fills in the times of a row. What both sides computed is compared, but a difference is a remark: conformance has its own suite."""
    answers = {side.name: side.ask(do="load", name=row.name, plan=plan, backward=row.backward, seconds=settings.block_seconds)
               for side in sides}
    row.errors = {name: answer["error"] for name, answer in answers.items() if "error" in answer}
    if "ours" in row.errors or len(row.errors) == len(sides):
        return
    able = [side for side in sides if side.name not in row.errors]
    values = [answers[side.name]["magnitude"] for side in able]
    if any(differs(value, values[-1]) for value in values):
        row.differs = " and ".join(f"{value:.6g}" for value in values)
    longest = max(answers[side.name]["seconds"] for side in able)
    result = Result("ops", row.name)
    rounds = settings.rounds if longest < SLOW else 1
    time_rounds([(able, result)], blocks_per_round(longest, settings), rounds)
    row.seconds, row.errors = result.seconds, row.errors | result.errors


def rows_of(name: str, tier: int, size: int, sides: list[Side], settings: Settings) -> Iterable[Row]:
    """Forward, and forward with backward unless PyTorch has nothing to differentiate."""
    plan = sides[-1].ask(do="plan", name=name, n=size)
    for backward in (False, True):
        row = Row(name, tier, size, backward, plan.get("elements", 0), plan.get("strategy", ""))
        if "error" in plan:
            row.errors = {sides[-1].name: plan["error"]}
            yield row
            return
        measure(row, plan, sides, settings)
        if not (backward and sides[-1].name in row.errors):
            yield row
        if row.errors:
            return


def line(row: Row) -> str:
    ratio = f"{row.ratio:.2f}" if row.ratio is not None else "-"
    times = "".join(f"{duration(row.seconds.get(side)):>10}" for side in ("ours", "torch"))
    remark = "".join(f"   {side}: {text[:90]}" for side, text in row.errors.items())
    if row.differs:
        remark += f"   results differ: {row.differs}"
    what = row.name + (", backward" if row.backward else "")
    return f"{what:<60}{row.elements:>8}{times}{ratio:>8}{remark}"


def parse(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.benchmarks.ops", description="Every op beside PyTorch.")
    parser.add_argument("--select", default="", metavar="REGEX", help="only ops whose name matches")
    parser.add_argument("--tier", default="1,2,3", help="comma-separated: %(default)s")
    parser.add_argument("--size", default=",".join(map(str, SIZES)), help="elements of the largest tensor, comma-separated: %(default)s")
    parser.add_argument("--reference", metavar="PYTHON", help="interpreter with PyTorch (else MINITORCH_COMPAT_ORACLE, or this one)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the tables between the marks of a Markdown file")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures")
    options = parser.parse_args(arguments)
    options.size = [int(size) for size in options.size.split(",")]
    options.tier = [int(tier) for tier in options.tier.split(",")]
    return options


def run(options: argparse.Namespace, reference: str | None) -> list[Row]:
    settings = Settings(rounds=options.rounds, block_seconds=0.002, round_seconds=0.006, most_blocks=3)
    names = {"ours": sys.executable} | ({"torch": reference} if reference else {})
    sides = [Side(name, python, settings, MODULE) for name, python in names.items()]
    rows: list[Row] = []
    try:
        for name, tier in tiers().items():
            if tier in options.tier and re.search(options.select, name):
                for size in options.size:
                    for row in rows_of(name, tier, size, sides, settings):
                        print(line(row), flush=True)
                        rows.append(row)
    finally:
        for side in sides:
            side.close()
    return rows


def main(arguments: Sequence[str] | None = None) -> None:
    options = parse(arguments)
    reference = reference_python(options.reference)
    if reference is None:
        print("no PyTorch: give --reference or MINITORCH_COMPAT_ORACLE; measuring our side alone")
    rows = run(options, reference)
    text = f"{machine([1])}\n\n{figures(rows)}"
    print(f"\n{text}")
    if options.write:
        options.write.write_text(replace_measured(options.write.read_text(), text))
    if options.json:
        options.json.write_text(json.dumps([asdict(row) | {"ratio": row.ratio} for row in rows], indent=1))


if __name__ == "__main__":
    main()
