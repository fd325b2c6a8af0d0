"""Known differences: `python -m compat_tests.xfails --write` brings `xfails.txt` up to date and keeps its reasons.

The file has groups. A group begins with comment lines, its reason; the lines below are cases `kind name aspect`. A case that is listed
and passes fails the suite, and so does one that fails and is not listed. Cases that are new go to a group that names their cause.
"""
from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from . import behaviours
from .judging.evaluate import evaluate, progress_bar
from .judging.scoring import Score, entries, score_family, score_names, score_programs
from .record import REFERENCE

PATH = Path(__file__).with_name("xfails.txt")
HEAD = "# Known differences from PyTorch. Written by `python -m compat_tests.xfails --write`, which keeps the reasons (the comments).\n"

#: Causes recognized by the text of the first difference, in this order, with the reason of their group.
CAUSES: tuple[tuple[str, str], ...] = (
    ("UnsupportedError", "not built yet: the name resolves and raises UnsupportedError"),
    ("is not there", "not built yet: the name resolves and raises UnsupportedError"),
    ("ulp (", "numbers too far from PyTorch's"),
    ("NaN or infinity in another place", "NaN, infinities: another answer than PyTorch's"),
    ("got AssertionError", "an error of our own instead of PyTorch's"),
    ("got AttributeError", "an error of our own instead of PyTorch's"),
    ("got UFuncTypeError", "an error of our own instead of PyTorch's"))
MESSAGE = "the message lacks the phrase that PyTorch's has"
ACCEPTED = "PyTorch refuses, we answer"
REFUSED = "PyTorch answers, we refuse"
OTHER = "another answer than PyTorch's"


def read(path: Path = PATH) -> dict[str, list[str]]:
    """Reason -> cases."""
    groups: dict[str, list[str]] = {}
    reason: list[str] = []
    current: list[str] | None = None
    for line in path.read_text().splitlines()[1:] if path.exists() else []:
        if line.startswith("#"):
            reason.append(line.removeprefix("#").strip())
            current = None
        elif line.strip():
            if current is None:
                current = groups.setdefault("\n".join(reason), [])
                reason = []
            current.append(line.strip())
    return groups


def known(path: Path = PATH) -> frozenset[str]:
    """All listed cases."""
    return frozenset(case for cases in read(path).values() for case in cases)


def write(groups: dict[str, list[str]], path: Path = PATH) -> None:
    """Groups in the order of their reasons, cases in order."""
    parts = [HEAD]
    for reason in sorted(groups):
        if groups[reason]:
            comment = "".join(f"# {line}\n" for line in reason.splitlines())
            parts.append("\n" + comment + "".join(f"{case}\n" for case in sorted(groups[reason])))
    path.write_text("".join(parts))


def cause(case: str, score: Score) -> str:
    """The group of a new case."""
    first = score.failures[0] if score.failures else ""
    for text, reason in CAUSES:
        if text in first:
            return reason
    if case.endswith(" error_message"):
        return MESSAGE
    expected, _, got = first.partition(", got ")
    if "Error(" in got:
        return REFUSED if "Error(" not in expected else "another exception than PyTorch's"
    return ACCEPTED if "Error(" in expected else OTHER


def updated(failing: dict[str, Score], groups: dict[str, list[str]], judged: frozenset[str]) -> dict[str, list[str]]:
    """The groups with the present failures: listed cases stay, new ones are added by cause, passing ones are removed."""
    fresh: dict[str, list[str]] = defaultdict(list)
    for reason, cases in groups.items():
        fresh[reason] = [c for c in cases if c in failing or c not in judged]
    listed = {c for cases in fresh.values() for c in cases}
    for case, score in failing.items():
        if case not in listed:
            fresh[cause(case, score)].append(case)
    return fresh


def operation_cases() -> dict[str, Score]:
    """Every (operation, aspect) pair with its score."""
    results = evaluate(entries(), progress=progress_bar)
    return {f"op {name} {aspect}": score for name, scores in results.items() for aspect, score in scores.items()}


def everything(_case: str) -> bool:
    return True


def behaviour_cases(reference: Path = REFERENCE, wanted: Callable[[str], object] = everything) -> dict[str, Score]:
    """Every selected behaviour."""
    import minitorch_compat as torch
    return {f"behaviour {family} {name}": score for family in behaviours.families()
            for name, score in score_family(torch, family, reference, lambda n, family=family: wanted(f"behaviour {family} {n}")).items()}


def program_cases(reference: Path = REFERENCE, wanted: Callable[[str], object] = everything) -> dict[str, Score]:
    """Every selected random program."""
    import minitorch_compat as torch
    return {f"program {name}": score for name, score in score_programs(torch, reference, lambda n: wanted(f"program {n}")).items()}


def name_cases(reference: Path = REFERENCE) -> dict[str, Score]:
    """Every public name; which of them pass is the coverage page."""
    return {f"name {name}": score for name, score in score_names(reference=reference).items()}


def all_cases() -> dict[str, Score]:
    return operation_cases() | behaviour_cases() | program_cases() | name_cases()


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.xfails", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the file; otherwise print what would change")
    parser.add_argument("--regroup", action="store_true", help="forget the groups there are: every case by its cause")
    options = parser.parse_args(argv)
    cases = all_cases()
    failing = {case: score for case, score in cases.items() if not score.ok}
    before = known()
    if options.write:
        # Everything was judged: lines that no longer name a case are removed, too.
        write(updated(failing, {} if options.regroup else read(), frozenset(cases) | before))
    for case in sorted(set(failing) - before):
        print("+", case, failing[case].failures[:1])
    for case in sorted(before & set(cases) - set(failing)):
        print("-", case)
    print(f"{len(cases) - len(failing)} of {len(cases)} cases pass, {len(failing)} are known differences", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
