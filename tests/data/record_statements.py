"""Records what PyTorch says to the statements of compat_tests/misuse/statements; tests/compat/statements.json holds it.

Run it with PyTorch first, then, with `--agreeing`, without: that leaves out what is refused otherwise here. Only statements that do
not name `w` are taken, of distributions every fifth, and nothing that Python itself words, which changes from one version to the next.
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from compat_tests.misuse import statements

REFERENCE = Path(__file__).parents[1] / "compat" / "statements.json"
WORDED_BY_PYTHON = re.compile(r"has no attribute|object is not|not supported between|unsupported operand|can't multiply|argument must be|"
                              r"must be real number|concatenate|unhashable|cannot be interpreted|^property '|unpack|"
                              r" takes | missing |unexpected keyword|invalid literal|could not convert|must be a mapping|pickle|"
                              r"out of range$|division|__init__|memory| at 0x|No such file|is not defined|Sphinx")


def wanted() -> list[str]:
    chosen = []
    for family in statements.families():
        plain = [line for line, wrong in statements.keys_of(family, "") if not wrong]
        chosen += plain[::5] if family == "distributions" else plain
    return chosen


def record() -> list[list[str]]:
    import torch

    found = []
    for line in wanted():
        outcome = statements.outcome(torch, line, "")
        if "raised" in outcome and not WORDED_BY_PYTHON.search(outcome["text"]):
            found.append([line, outcome["raised"], outcome["text"][:200]])
    return found


def agreeing() -> list[list[str]]:
    import minitorch_compat as torch

    return [entry for entry in json.loads(REFERENCE.read_text()) if not {*statements.verdicts(
        statements.outcome(torch, entry[0], ""), {"raised": entry[1], "text": entry[2], "changed": []})} - {"other words"}]


if __name__ == "__main__":
    entries = agreeing() if "--agreeing" in sys.argv else record()
    REFERENCE.write_text("[" + ",\n".join(map(json.dumps, entries)) + "]\n")
