"""Plants faults drawn by a seed, and reports which of them the suites notice. See docs/conformance.md."""
from __future__ import annotations

import argparse
import json
import os
import pickle
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from itertools import zip_longest
from pathlib import Path
from typing import Any

from .planting import LAYERS, ROOT, Mutant, draw
from .session import IMPORTED
from .units import NAMES

KINDS = ("behaviours", "programs", NAMES, "operations")
COMMON = 300  # units: words in more names are ignored
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "minitorch_compat" / "mutants"


def _words(text: str) -> set[str]:
    """Its identifiers and their prefixes: a test of `scatter_add_dim` is one of `scatter_add`."""
    whole = [name.removeprefix("test_") for name in re.findall(r"[A-Za-z]\w+", text)]
    return {name[:end] for name in whole for end in [*(i for i, c in enumerate(name) if c == "_" and i), len(name)]}


def session(task: dict[str, Any], paths: list[str]) -> None:
    """Run one pytest session with `session.py` as a plugin."""
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "compat_tests.mutants.session", "-p", "no:cacheprovider", *paths]
    environment = {**os.environ, "MUTANTS_TASK": json.dumps(task), "OMP_NUM_THREADS": "1"}
    subprocess.run(command, cwd=ROOT, env=environment, stdout=sys.stderr, check=False)


class Recordings:
    """The lines that each unit reaches, and its duration."""

    def __init__(self, place: Path) -> None:
        self.seconds: dict[str, float] = {}
        self.file: dict[str, str] = {}
        self.reaching: dict[tuple[str, int], list[str]] = defaultdict(list)
        self.by_word: dict[str, list[str]] = defaultdict(list)
        self.by_module: dict[str, list[str]] = defaultdict(list)
        imported = place / IMPORTED
        #: Lines that run at import, after which a fault in a function may come too late.
        lines_of = pickle.loads(imported.read_bytes()) if imported.exists() else {}
        self.imported = {(path, line) for path, lines in lines_of.items() for line in lines}
        for path in sorted(place.glob("*.pickle")):
            for name, (seconds, passed, lines) in pickle.loads(path.read_bytes()).items():
                if passed:
                    self.seconds[name], self.file[name] = seconds, path.stem
                    for word in _words(name):
                        self.by_word[word].append(name)
                    for module, numbers in lines.items():
                        self.by_module[module].append(name)
                        for line in numbers:
                            self.reaching[module, line].append(name)

    def units(self, mutant: Mutant, budget: float) -> list[str]:
        """Units that reach a mutant, as many as the time allows: from each file in turn, the fastest first.

        What runs at import (tables, entries, defaults, functions that make them) is reached by everybody: those go first whose names share
        a word with the statement, then those that reach a line of the module that does, then those that reach the line again, then those
        that reach the module. Signatures are always looked at.
        """
        names = self.reaching.get((mutant.path, mutant.line), [])
        imported = not mutant.function or mutant.at_import or (mutant.path, mutant.line) in self.imported
        chosen, spent = dict.fromkeys(n for n in (NAMES,) if n in self.seconds and mutant.at_import), 0.0
        near = {n for word in mutant.words if len(found := self.by_word[word]) <= COMMON for n in found}
        for group in (sorted(near), self._users(mutant), names, self.by_module[mutant.path] if imported else []):
            for name in self._in_turn(group):
                if spent + self.seconds[name] <= budget and name not in chosen:
                    chosen[name] = None
                    spent += self.seconds[name]
        return list(chosen)

    def _users(self, mutant: Mutant) -> list[str]:
        """Units that reach other lines of the module that contain one of the mutant's words."""
        lines = (ROOT / mutant.path).read_text().splitlines() if mutant.words else []
        numbers = [i for i, text in enumerate(lines, 1) if set(mutant.words) & _words(text)]
        return list({name: None for i in numbers for name in self.reaching.get((mutant.path, i), [])[:COMMON]})

    def _in_turn(self, names: list[str]) -> Iterator[str]:
        """Names from each file in turn, the fastest units first."""
        by_file: dict[str, list[str]] = defaultdict(list)
        for name in sorted(names, key=self.seconds.__getitem__):
            by_file[self.file[name]].append(name)
        return (n for row in zip_longest(*by_file.values()) for n in row if n is not None)


def attempt_all(mutants: list[Mutant], recordings: Recordings, budget: float, limit: float) -> dict[str, tuple[str, str]]:
    """Key -> verdict and its reason."""
    with tempfile.TemporaryDirectory(prefix="mutants") as place:
        answers = Path(place) / "answers"
        chosen = {m.key: recordings.units(m, budget) for m in mutants}
        together = [m for m in mutants if m.function and chosen[m.key]]
        _run(together, chosen, answers, limit)
        found = _read(answers)
        for mutant in mutants:
            verdict, _ = found.get(mutant.key, ("fresh", ""))
            late = verdict == "survived" and (mutant.path, mutant.line) in recordings.imported
            if (late or verdict == "fresh") and chosen[mutant.key]:
                _run([mutant], {mutant.key: chosen[mutant.key]}, answers, limit, fresh=True)
                after = _read(answers)
                # If the package cannot be imported, nothing is collected, and no answer is written.
                found[mutant.key] = after[mutant.key] if after.get(mutant.key, ("fresh",))[0] != "fresh" else ("killed", "at import")
        return {m.key: found.get(m.key, ("unreached", "")) for m in mutants}


def attempt_in_parts(mutants: list[Mutant], recordings: Recordings, budget: float, limit: float, jobs: int) -> dict[str, tuple[str, str]]:
    """`attempt_all` of equal parts, each of which starts its own processes."""
    with ThreadPoolExecutor(jobs) as pool:
        parts = pool.map(lambda first: attempt_all(mutants[first::jobs], recordings, budget, limit), range(jobs))
        return {key: verdict for found in parts for key, verdict in found.items()}


def _read(answers: Path) -> dict[str, tuple[str, str]]:
    rows = [json.loads(line) for line in answers.read_text().splitlines()] if answers.exists() else []
    return {row["key"]: (row["verdict"], row["why"]) for row in rows}


def _run(mutants: list[Mutant], chosen: dict[str, list[str]], answers: Path, limit: float, fresh: bool = False) -> None:
    names = [chosen[m.key] for m in mutants]
    paths = sorted({name.split("::")[0] for some in names for name in some if "::" in name})
    conformance = any("::" not in name for some in names for name in some)
    task = {"mode": "try", "mutants": [asdict(m) for m in mutants], "units": names, "answers": str(answers), "limit": limit,
            "conformance": conformance, "fresh": fresh}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:  # longer than an environment variable may be
        json.dump(task, file)
        file.flush()
        session({"file": file.name}, paths or ["compat_tests/mutants"])


def report(mutants: list[Mutant], found: dict[str, tuple[str, str]]) -> str:
    """A table by layer, then the survivors with their diffs."""
    lines = ["| layer | planted | killed | survived | reached by no test |", "|---|--:|--:|--:|--:|"]
    for layer in (*LAYERS, "all"):
        verdicts = [found[m.key][0] for m in mutants if layer in ("all", m.layer)]
        if verdicts:
            counts = " | ".join(str(verdicts.count(v)) for v in ("killed", "survived", "unreached"))
            lines.append(f"| {layer} | {len(verdicts)} | {counts} |")
    for mutant in mutants:
        verdict, why = found[mutant.key]
        if verdict != "killed":
            lines += ["", f"{verdict} ({why} units): {mutant.key}", mutant.diff()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.mutants", description=__doc__)
    parser.add_argument("--select", help="regular expression on path, function and change")
    parser.add_argument("--number", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--budget", type=float, default=60, help="seconds of units for one mutant")
    parser.add_argument("--limit", type=float, default=240,
                        help="seconds of computing (four times as many of waiting) after which a mutant counts as hanging, and is killed")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where recordings lie")
    parser.add_argument("--list", action="store_true", help="show what would be planted, and stop")
    parser.add_argument("--record", nargs="*", metavar="PATH", help="record what the tests of these paths reach (all, if none is given); "
                        "`behaviours`, `programs`, `operations`, `names` are those of compat_tests. Needed once, after large changes")
    options = parser.parse_args()
    options.cache.mkdir(parents=True, exist_ok=True)
    if options.record is not None:
        wanted = options.record or ["tests", *KINDS]
        kinds = [w for w in wanted if w in KINDS]
        paths = [w for w in wanted if w not in kinds]
        task = {"mode": "record", "place": str(options.cache)}
        if paths:
            session({**task, "conformance": False, "kinds": []}, paths)
        if kinds:  # in a process of its own, since tests have already issued warnings that come once
            session({**task, "conformance": True, "kinds": kinds}, ["compat_tests/mutants"])
        return 0
    mutants = draw(options.number, options.seed, re.compile(options.select) if options.select else None)
    if options.list:
        print("\n".join(m.key for m in mutants))
        return 0
    found = attempt_in_parts(mutants, Recordings(options.cache), options.budget, options.limit, options.jobs)
    print(report(mutants, found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
