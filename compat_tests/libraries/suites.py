"""Runs a library's own tests with PyTorch and with this package, and compares the outcomes test by test:

    python -m compat_tests.libraries.suites --reference PYTHON [--ours PYTHON] DIRECTORY [ARGUMENT OF PYTEST...]

`DIRECTORY` is the library's unpacked source distribution. Each side gets `--limit` seconds, and each test `--each`: the tests that a side
has finished by then are compared, and tests that are too slow on a side are left out. `suites.tsv` in this folder has the counts that
docs/libraries.md shows.
"""
from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_name("suites.tsv")
RECORDER = Path(__file__).with_name("outcome_recorder.py")
HEADER = """
## Their own tests

The tests that libraries bring, run on both sides by `python -m compat_tests.libraries.suites` and compared test by test: how many both
sides came to, how many have the same outcome, and what the others want. Tests that fail on both sides (for want of data, a newer Python,
another package) count as the same. In brackets: which part of a suite was run.

| library | version | tests | same outcome | the others |
|---|---|---|---|---|
"""
FOOTER = """
For captum, diffusers, pyro, pytorch_lightning, tensordict, torch_geometric, torchmetrics and transformers only the scripts above stand:
the releases that were looked at (the newest, and one to four older ones) bring no tests of theirs, or no source. The last release of
botorch that was found with tests, 0.3.0, wants a gpytorch of its time. ignite 0.5.1 was run with the tests of its source archive, as
far as they need no GPU, no network and no service. An old release of kornia and torchvision was run, with its own
tests: kornia's on float32 on the CPU (its fixtures of device and dtype are not in the release), torchvision's without its compiled
operators on both sides. torchvision 0.28.0 was run with the tests of 0.21.0, some of which turn warnings into errors: the one
that scripts are deprecated was silenced there on both sides, and the checks of compiled operators were left out.
"""


class Outcome(NamedTuple):
    """The outcome of a test, and the first line of its message."""

    kind: str
    message: str


def outcomes(command: list[str], directory: Path, arguments: list[str], limit: float | None = None, each: int = 0) -> dict[str, Outcome]:
    """The outcomes of a suite on one side, by test: those finished within `limit` seconds, with at most `each` seconds per test."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copy(RECORDER, scratch)
        record = Path(scratch) / "outcomes"
        record.touch()
        path = os.pathsep.join(filter(None, (scratch, os.environ.get("PYTHONPATH"))))
        settings = {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "MPLBACKEND": "Agg", "PYTHONWARNINGS": "ignore", "PYTHONPATH": path,
                    "OUTCOMES": str(record), "OUTCOME_SECONDS": str(each)}
        plugins = ["-p", "no:cacheprovider", "-p", "no:randomly", "-p", RECORDER.stem, "--continue-on-collection-errors"]
        run = subprocess.Popen([*command, "-m", "pytest", "-q", *plugins, *arguments],
                               cwd=directory, env={**os.environ, **settings}, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            run.wait(limit)
        except subprocess.TimeoutExpired:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
        rows = map(json.loads, record.read_text(encoding="utf-8").splitlines())
        return {test: Outcome(kind, message) for test, kind, message in rows}


def compared(theirs: dict[str, Outcome], ours: dict[str, Outcome]) -> list[str]:
    """Lines on how many tests agree, and why others pass with PyTorch only."""
    common = [test for test in theirs if test in ours and "slow" not in (theirs[test].kind, ours[test].kind)]
    same = sum(theirs[test].kind == ours[test].kind for test in common)
    passed = [test for test in common if theirs[test].kind == "passed"]
    lost = Counter(ours[test].message[:160] for test in passed if ours[test].kind != "passed")
    slow = sum("slow" in (theirs[test].kind, ours[test].kind) for test in theirs if test in ours)
    return [f"{len(theirs)} tests with PyTorch, {len(ours)} here, {len(common)} on both sides, {same} with the same outcome",
            f"of {len(passed)} that pass with PyTorch {len(passed) - lost.total()} pass here; {slow} too slow on a side",
            *(f"{count:5d} {message}" for message, count in lost.most_common())]


def each_lost(theirs: dict[str, Outcome], ours: dict[str, Outcome]) -> list[str]:
    """A line for each test whose outcomes differ, or that only PyTorch's side has finished."""
    nothing = Outcome("missing", "")
    pairs = ((test, outcome, ours.get(test, nothing)) for test, outcome in theirs.items())
    return [f"{test}\t{outcome.kind}\t{other.kind}\t{(other.message or outcome.message)[:300]}"
            for test, outcome, other in pairs if outcome.kind != other.kind]


def table() -> str:
    """The part of the page on suites."""
    rows = (line.split("\t") for line in TABLE.read_text().splitlines())
    return HEADER + "".join(f"| {' | '.join(row)} |\n" for row in rows) + FOOTER


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m compat_tests.libraries.suites")
    options.add_argument("--reference", required=True)
    options.add_argument("--ours", default=sys.executable)
    options.add_argument("--limit", type=float, default=300, help="seconds for each side")
    options.add_argument("--each", type=int, default=60, help="seconds for each test")
    options.add_argument("--list", type=Path, help="a file for the tests whose outcomes differ")
    options.add_argument("directory", type=Path)
    given, arguments = options.parse_known_args()
    theirs = outcomes([given.reference], given.directory, arguments, given.limit, given.each)
    ours = outcomes([given.ours, "-m", "minitorch_compat"], given.directory, arguments, given.limit, given.each)
    print(*compared(theirs, ours), sep="\n")
    if given.list is not None:
        given.list.write_text("".join(f"{line}\n" for line in each_lost(theirs, ours)))


if __name__ == "__main__":
    main()
