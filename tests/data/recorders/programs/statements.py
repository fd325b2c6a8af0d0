"""Record PyTorch's errors for the statements of compat_tests/misuse/statements, in tests/compat_tests/statements.json.

Run it with PyTorch first, then, with `--agreeing`, without: that removes statements that are refused differently here. Only statements
that do not use `w` are included, and no messages by Python itself, which change between versions.
"""
from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from compat_tests.judging.scoring import key_phrase
from compat_tests.misuse import statements
from compat_tests.misuse.worker import Side

REFERENCE = Path(__file__).parents[3] / "compat_tests" / "statements.json"
WORDED_BY_PYTHON = re.compile(r"has no attribute|object is not|not supported between|unsupported operand|can't multiply|argument must be|"
                              r"must be real number|concatenate|unhashable|cannot be interpreted|^property '|unpack|"
                              r" takes | missing |unexpected keyword|invalid literal|could not convert|must be a mapping|pickle|"
                              r"out of range$|division|__init__|memory| at 0x|No such file|is not defined|Sphinx")


#: Statements that do not name `w`.
PLAIN = r"^(?!.*\bw\b)"


def record() -> list[list[str]]:
    side = Side(sys.executable, "torch", "compat_tests.misuse.statements")  # which some statements end
    found = []
    for family in statements.families():
        keys = statements.keys_of(family, PLAIN)
        side.ask(family, PLAIN)
        outcomes = side.answers(family, PLAIN, keys)
        for key in keys:
            outcome = outcomes[key]
            if outcome.get("raised") not in (None, "crash", "TimeoutError") and not WORDED_BY_PYTHON.search(outcome["text"]):
                found.append([key[0], outcome["raised"], key_phrase(outcome["text"][:200])])
    side.close()
    return found


def distinct(entries: list[list[str]]) -> list[list[str]]:
    """One statement for each way in which one thing is refused: what is called, the exception, the words without the figures in them."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for entry in entries:
        line, raised, text = entry
        called = re.sub(r"\([^()]*\)", "()", re.sub(r"\([^()]*\)", "()", line))[:40]
        found.setdefault((called, raised, re.sub(r"[\d\[\], -]+|'[^']*'", "#", text)[:40]), entry)
    return list(found.values())


def agreeing() -> list[list[str]]:
    return [entry for entry in json.loads(REFERENCE.read_text()) if agrees(*entry)]


def agrees(line: str, raised: str, text: str) -> bool:
    """Whether a statement is refused here as recorded."""
    import minitorch_compat as torch

    outcome = statements.outcome(torch, line, "")
    cut = {**outcome, "text": key_phrase(outcome.get("text", "")[:200])}
    return not {*statements.verdicts(cut, {"raised": raised, "text": text, "changed": []})} - {"other words"}


if __name__ == "__main__":
    entries = agreeing() if "--agreeing" in sys.argv else distinct(record())
    REFERENCE.write_text("[" + ",\n".join(map(json.dumps, entries)) + "]\n")
