"""Runs a library's own tests with PyTorch and with this package, and compares the outcomes test by test:

    python -m compat_tests.libraries.suites --reference PYTHON [--ours PYTHON] DIRECTORY [ARGUMENT OF PYTEST...]

`DIRECTORY` is where the library's source distribution lies unpacked. `suites.tsv` beside this file has the counts that docs/libraries.md
gives.
"""
from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("suites.tsv")
HEADER = """
## Their own tests

The tests that libraries bring, run on both sides by `python -m compat_tests.libraries.suites` and compared test by test: how many both
sides came to, how many have the same outcome, and what the others want. Tests that fail on both sides (for want of data, a newer Python,
another package) count as the same.

| library | version | tests | same outcome | the others |
|---|---|---|---|---|
"""


class Outcome(NamedTuple):
    """What became of a test, and the first line of what it said."""

    kind: str
    message: str


def outcomes(command: list[str], directory: Path, arguments: list[str]) -> dict[str, Outcome]:
    """The outcomes of a suite on one side, by test."""
    settings = {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "MPLBACKEND": "Agg", "PYTHONWARNINGS": "ignore"}
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        subprocess.run([*command, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *arguments], cwd=directory,
                       env={**os.environ, **settings}, stdout=subprocess.DEVNULL, check=False)
        return dict(map(_outcome, ElementTree.parse(report).iter("testcase")))


def _outcome(case: ElementTree.Element) -> tuple[str, Outcome]:
    kind, message = "passed", ""
    for part in case:
        if part.tag in ("failure", "error", "skipped"):
            kind, message = part.tag, (part.get("message") or "").partition("\n")[0]
    return f"{case.get('classname')}::{case.get('name')}", Outcome(kind, message)


def compared(theirs: dict[str, Outcome], ours: dict[str, Outcome]) -> list[str]:
    """Lines that say how many tests agree, and why others pass with PyTorch only."""
    common = [test for test in theirs if test in ours]
    same = sum(theirs[test].kind == ours[test].kind for test in common)
    lost = Counter(ours[test].message[:160] for test in common if theirs[test].kind == "passed" and ours[test].kind != "passed")
    return [f"{len(theirs)} tests with PyTorch, {len(ours)} here, {len(common)} on both sides, {same} with the same outcome",
            *(f"{count:5d} {message}" for message, count in lost.most_common())]


def table() -> str:
    """The part of the page that is about suites."""
    rows = (line.split("\t") for line in TABLE.read_text().splitlines())
    return HEADER + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m compat_tests.libraries.suites")
    options.add_argument("--reference", required=True)
    options.add_argument("--ours", default=sys.executable)
    options.add_argument("directory", type=Path)
    given, arguments = options.parse_known_args()
    theirs = outcomes([given.reference], given.directory, arguments)
    ours = outcomes([given.ours, "-m", "minitorch_compat"], given.directory, arguments)
    print(*compared(theirs, ours), sep="\n")


if __name__ == "__main__":
    main()
