"""`python -m compat_tests.docs [--record | --shared-sentences | --pytorch-examples [--select REGEX]] [--oracle PYTHON]`: what is
documented, what PyTorch prints for the examples, whether a sentence is PyTorch's, and whether the examples of PyTorch's own docstrings come
out alike."""
from __future__ import annotations

import argparse
import json
import os
import re
import sys

from ..oracle import require
from . import catalogue, examples, pytorch_examples, shared_sentences


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.docs", description=__doc__)
    parser.add_argument("--record", action="store_true", help="run every example with PyTorch and keep what it prints")
    parser.add_argument("--lacking", metavar="NAMESPACE", help="list what the docstrings of a namespace lack")
    parser.add_argument("--shared-sentences", action="store_true", help="list sentences that are PyTorch's, too; with PyTorch")
    parser.add_argument("--pytorch-examples", action="store_true", help="run the examples of PyTorch's own docstrings on both sides")
    parser.add_argument("--select", type=re.compile, help="of those, the docstrings of these names")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="an interpreter with PyTorch")
    options = parser.parse_args()
    if options.record:
        require(options.oracle)
        found = examples.collect_examples()
        printed = examples.outputs(found, options.oracle, "torch")
        # Only what is not what the docstring shows is kept in full: the rest says that it has been run, and with which source.
        kept = {name: [[source, None if examples.agree(want, got) else got] for (source, want), got in zip(pairs, printed[name])]
                for name, pairs in found.items()}
        examples.OUTPUTS.write_text(json.dumps(kept, indent=0, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
        differing = sum(got is not None for pairs in kept.values() for _, got in pairs)
        print(f"{sum(map(len, kept.values()))} statements of {len(kept)} docstrings, {differing} print something else with PyTorch")
        return 0
    if options.shared_sentences:
        require(options.oracle)
        found_runs = shared_sentences.shared(options.oracle)
        for name, run in found_runs:
            print(f"{name}: {run}")
        print(f"{len(found_runs)} runs of {shared_sentences.LENGTH} words")
        return int(bool(found_runs))
    if options.pytorch_examples:
        require(options.oracle)
        return int(bool(pytorch_examples.report(options.oracle, options.select)))
    table = catalogue.table()
    if options.lacking:
        for name, lacks in table[options.lacking]["lacking"].items():
            print(f"{name}: {', '.join(lacks)}")
    else:
        print(catalogue.printed(table))
    return 0


if __name__ == "__main__":
    sys.exit(main())
