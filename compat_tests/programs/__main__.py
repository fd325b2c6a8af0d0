"""Random programs on both sides: `python -m compat_tests.programs [--seeds FIRST:LAST] [--wide] [--oracle PYTHON] [--out FILE]`.

Prints every difference, reduced to the fewest statements that show it, and counts by kind at the end.
"""
from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ..judging.evaluate import progress_bar
from ..oracle import require
from .explaining import explanation
from .judging import Difference, Shrunk, judge, shrink
from .oracle import Oracle, OracleDied
from .running import run


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.programs", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", default="0:200", help="FIRST:LAST")
    parser.add_argument("--wide", action="store_true", help="more sorts of statements: other programs than those of the same seeds without")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="a Python that has PyTorch")
    parser.add_argument("--out", type=Path, help="where shrunk programs go, as JSON lines")
    parser.add_argument("--seconds", type=float, default=1e9, help="stop after so long")
    options = parser.parse_args(argv)
    require(options.oracle)
    import minitorch_compat as torch
    first, last = map(int, options.seeds.split(":"))
    oracle = Oracle(options.oracle)
    kinds: Counter[str] = Counter()
    found: dict[str, dict[str, Any]] = {}
    started, done = time.monotonic(), 0
    for seed in range(first, last):
        try:
            difference, small = examine(torch, oracle, seed, options.wide)
        except OracleDied:
            kinds["crash of PyTorch"] += 1
            oracle = Oracle(options.oracle)
            continue
        done += 1
        why = None if small is None else explanation(torch, oracle, small)
        kinds["equal" if difference is None else f"explained: {why}" if why else difference.kind] += 1
        progress_bar(seed - first + 1, last - first)
        if why is None and difference is not None and small is not None and small.key() not in found:
            found[small.key()] = {"seed": seed, "kind": difference.kind, "program": small.program, "difference": small.difference.text}
        if time.monotonic() - started > options.seconds:
            break
    oracle.close()
    report(done, kinds, list(found.values()), options.out)
    return 1 if found else 0


def examine(torch: Any, oracle: Oracle, seed: int, wide: bool = False) -> tuple[Difference | None, Shrunk | None]:
    """The difference of a seed's program, and the smallest program that shows it."""
    program, expected = oracle.of_seed(seed, wide)
    difference = judge(expected, run(torch, program), program)
    return difference, None if difference is None else shrink(torch, oracle, program, difference)


def report(done: int, kinds: Counter[str], found: list[dict[str, Any]], out: Path | None) -> None:
    for item in found:
        print(f"--- seed {item['seed']}, {item['kind']}\n" + "\n".join(item["program"]) + f"\n# {item['difference']}")
    if out:
        out.write_text("".join(json.dumps(item) + "\n" for item in found))
    counted = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    print(f"{done} programs: {counted}; {len(found)} distinct differences")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
