"""`python -m compat_tests.hostile --number 100000 --seed 1`: the corpus, then so many mutations; exit code 1 if any went wrong."""
from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter

from .corpus import cases, seeds
from .trying import mutations, outcome, reader


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.hostile")
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the first mutation, to run one again")
    options = parser.parse_args()
    found: Counter[str] = Counter()
    wrong = []
    for name, content, refused in cases():
        kind, why = outcome(content)
        found[f"corpus: {kind}"] += 1
        if kind == "wrong" or refused and kind != "refused":
            wrong.append(f"{name}: {kind} {why}")
    resource.setrlimit(resource.RLIMIT_AS, (4 * 2**30, resource.getrlimit(resource.RLIMIT_AS)[1]))  # what asks for more is told so
    began, slowest = time.monotonic(), 0.0
    for index, (name, content) in enumerate(mutations(seeds(), options.number, options.seed)):
        if index < options.start:
            continue
        before = time.monotonic()
        kind, why = outcome(content, index % 16 == 0, reader(name))
        slowest = max(slowest, time.monotonic() - before)
        found[f"{name.partition(': ')[2]}: {kind}"] += 1
        if kind == "wrong":
            wrong.append(f"{name}: {why}")
            print(wrong[-1][:300], flush=True)
    print(f"{dict(found)}; {time.monotonic() - began:.0f} s, the slowest {slowest:.2f} s")
    for line in wrong:
        print("WRONG", line[:300])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
