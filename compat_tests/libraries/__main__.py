"""Runs the scripts in this folder on both sides and compares their output:

    python -m compat_tests.libraries --reference PYTHON [--ours PYTHON] [--select REGEX] [--write docs/libraries.md]

`--reference` is a Python that has PyTorch 2.13 and the libraries, `--ours` one that has this package and the libraries (default: this one).
A script whose library is missing on a side is left out. The first line of a script states its library, and what it does.
"""
from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from .suites import table

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted((Path(__file__).parent / "scripts").glob("*.py"))
NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:[eE][-+]?\d+)?|nan|inf)(?![\w.])")
#: The number of digits that must agree: the precision of float32 after some steps of training.
ENOUGH = 3
_LOOK_UP = """
import importlib.metadata as m, importlib.util, sys
name = sys.argv[1]
if importlib.util.find_spec(name) is None: raise SystemExit(1)
print(m.version(m.packages_distributions()[name][0]))
"""
HEADER = """# Libraries

Libraries written for PyTorch, unchanged, on this package and on PyTorch {version}: the scripts in `compat_tests/libraries/scripts/` build
something small with them, train it for some steps, save and load, and print numbers. The same seed gives the same random numbers on both
sides, so the numbers should agree; "equal to 6 digits" says to how many they do, the worst number counting (differences are taken relative
to the number, or to a hundredth of the largest one in its line). Written by

    python -m compat_tests.libraries --reference PYTHON --write docs/libraries.md

Compiled parts of libraries that are built against PyTorch (torchvision's `nms`, torch_scatter) do not load without it, and the libraries
say so when they are used. `torch.jit.script` and `torch.compile` give back what they get.

| library | version | what was run | outcome |
|---|---|---|---|
"""


class Run(NamedTuple):
    """The outcome of a script on one side."""

    lines: list[str]
    error: str | None
    seconds: float


def about(script: Path) -> tuple[str, str]:
    """The library and what is done with it, from the script's first line."""
    name, _, what = script.read_text().splitlines()[0].strip('"').partition(": ")
    return name, what


def version(python: str, name: str) -> str | None:
    """The version of a library on one side; None if it is not installed."""
    found = subprocess.run([python, "-c", _LOOK_UP, name], capture_output=True, text=True, cwd="/")
    return found.stdout.strip() if found.returncode == 0 else None


def run(command: list[str], script: Path) -> Run:
    """Run a script by itself, on one thread and without a network."""
    start = time.perf_counter()
    settings = {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "MPLBACKEND": "Agg", "PYTHONWARNINGS": "ignore", "PYTHONPATH": str(ROOT)}
    done = subprocess.run([*command, str(script)], capture_output=True, text=True, cwd=script.parent, env={**os.environ, **settings})
    error = None if done.returncode == 0 else (done.stderr.strip().splitlines() or ["no message"])[-1]
    return Run(done.stdout.splitlines(), error, time.perf_counter() - start)


def digits(ours: list[str], theirs: list[str]) -> float:
    """The number of digits to which numbers agree; inf for equal texts. Raise ValueError with the first line whose words differ."""
    worst = 0.0
    for a, b in zip(ours, theirs, strict=False):
        if NUMBER.sub("#", a) != NUMBER.sub("#", b):
            raise ValueError(a)
        pairs = [(float(x), float(y)) for x, y in zip(NUMBER.findall(a), NUMBER.findall(b), strict=True)]
        floor = 0.01 * max((abs(y) for _, y in pairs if abs(y) < float("inf")), default=0.0)
        for x, y in pairs:
            if x != y and not (x != x and y != y):
                worst = max(worst, abs(x - y) / max(abs(x), abs(y), floor))
    if len(ours) != len(theirs):
        raise ValueError(f"{len(ours)} lines instead of {len(theirs)}")
    return float("inf") if worst == 0 else max(0.0, -_log10(worst))


def _log10(x: float) -> float:
    from math import log10

    return 100.0 if x != x else log10(x)


def outcome(ours: Run, theirs: Run) -> str:
    """The text of the page."""
    if theirs.error is not None:
        return f"not compared: with PyTorch, {theirs.error}"
    if ours.error is not None:
        return f"fails: {ours.error}"
    try:
        count = digits(ours.lines, theirs.lines)
    except ValueError as error:
        return f"differs: {error}"
    if count == float("inf"):
        return "equal"
    return f"equal to {int(count)} digits" if count >= ENOUGH else f"differs: equal to {int(count)} digits only"


def main() -> None:
    options = argparse.ArgumentParser(prog="python -m compat_tests.libraries")
    options.add_argument("--reference", required=True)
    options.add_argument("--ours", default=sys.executable)
    options.add_argument("--select", default="")
    options.add_argument("--write")
    given = options.parse_args()
    rows = []
    for script in SCRIPTS:
        name, what = about(script)
        if not re.search(given.select, script.stem):
            continue
        found = version(given.ours, name) if name != "torch" else "-"
        if found is None or name != "torch" and version(given.reference, name) is None:
            print(f"{name}: not installed on both sides")
            continue
        theirs = run([given.reference], script)
        ours = run([given.ours, "-m", "minitorch_compat"], script)
        rows.append(f"| {name} | {found} | {what} | {outcome(ours, theirs)} |".replace("<", "&lt;"))
        print(f"{rows[-1]} {ours.seconds:.1f} s, PyTorch {theirs.seconds:.1f} s", flush=True)
    if given.write:
        Path(given.write).write_text(HEADER.format(version="2.13.0") + "\n".join(rows) + "\n" + table())


if __name__ == "__main__":
    main()
