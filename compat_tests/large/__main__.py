"""`python -m compat_tests.large`: relative errors of whole results against double precision, beside PyTorch's where those are recorded.

    python -m compat_tests.large [--select REGEX] [--case REGEX] [--all] [--torch NAME]

With `--torch torch` in an environment that has PyTorch it measures PyTorch's.
"""
from __future__ import annotations

import argparse
import importlib
import re
import sys
import time
import warnings

import numpy as np

from . import recorded
from .cases import DRAWING, WITHOUT_SIZE, cases
from .summaries import ALLOWED, errors, run


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.large", description="Relative errors of large results.")
    parser.add_argument("--select", type=re.compile, default=re.compile(""), help="regular expression: only these entries")
    parser.add_argument("--case", type=re.compile, default=re.compile(""), help="regular expression: only cases of such a label")
    parser.add_argument("--all", action="store_true", help="also what is within bounds")
    parser.add_argument("--torch", default="minitorch_compat")
    options = parser.parse_args(argv)
    torch = importlib.import_module(options.torch)
    known = recorded.load()
    worst = 0
    np.seterr(all="ignore")
    warnings.simplefilter("ignore")
    for entry, found in cases().items():
        if not options.select.search(entry) or entry in WITHOUT_SIZE | DRAWING:
            continue
        for case in found:
            if not options.case.search(case.label):
                continue
            for dtype in case.dtypes:
                started = time.perf_counter()
                try:
                    narrow = run(torch, entry, case, dtype, None)
                    took = time.perf_counter() - started
                    wide = run(torch, entry, case, dtype, "float64")
                except Exception as error:
                    print(f"{entry} [{case.label}] {dtype}: {type(error).__name__}: {str(error)[:120]}")
                    continue
                theirs = known.get(entry, {}).get(f"{case.label} {dtype}")
                for part, a, b in (("", narrow[0], wide[0]), (" gradient", narrow[1], wide[1])):
                    off = max(errors(a, b), default=0.0)
                    limit = ALLOWED[dtype]
                    beside = max(theirs["gradient_errors" if part else "errors"], default=0.0) if theirs else None
                    over = off > max(limit, 2 * (beside or 0.0))
                    worst += over
                    if over or options.all:
                        print(f"{entry} [{case.label}] {dtype}{part}: {off:.2g}" + ("" if beside is None else f" (PyTorch {beside:.2g})")
                              + f" {took:.2f} s", flush=True)
    print(f"{worst} beyond bounds")
    return worst > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
