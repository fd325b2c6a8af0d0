"""`python -m compat_tests.docs [--record [--oracle PYTHON]]`: what is documented, and what PyTorch prints for the examples."""
from __future__ import annotations

import argparse
import json
import os
import sys

from ..oracle import require
from . import catalogue, examples


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.docs", description=__doc__)
    parser.add_argument("--record", action="store_true", help="run every example with PyTorch and keep what it prints")
    parser.add_argument("--lacking", metavar="NAMESPACE", help="list what the docstrings of a namespace lack")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="an interpreter with PyTorch")
    options = parser.parse_args()
    if options.record:
        require(options.oracle)
        found = examples.found()
        printed = examples.outputs(found, options.oracle, "torch")
        # Only what is not what the docstring shows is kept in full: the rest says that it has been run, and with which source.
        kept = {name: [[source, None if examples.agree(want, got) else got] for (source, want), got in zip(pairs, printed[name])]
                for name, pairs in found.items()}
        examples.OUTPUTS.write_text(json.dumps(kept, indent=0, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        differing = sum(got is not None for pairs in kept.values() for _, got in pairs)
        print(f"{sum(map(len, kept.values()))} statements of {len(kept)} docstrings, {differing} print something else with PyTorch")
        return 0
    table = catalogue.table()
    if options.lacking:
        for name, lacks in table[options.lacking]["lacking"].items():
            print(f"{name}: {', '.join(lacks)}")
    else:
        print(catalogue.printed(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
