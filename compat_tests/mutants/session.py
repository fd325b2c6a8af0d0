"""The pytest session that records the lines each unit reaches, or tries mutants, each in a forked child that stops at the first failure.

A fault in a function is planted by replacing the code of the child's functions by that of the faulty module. Code that runs at import
needs a process in which the module has the faulty source from the start: `Faulty` is the finder for that.
"""
from __future__ import annotations

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import pickle
import resource
import select
import signal
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from .planting import LAYERS, PACKAGE, ROOT, Mutant

TASK = json.loads(os.environ.get("MUTANTS_TASK", "{}"))
if "file" in TASK:
    TASK = json.loads(Path(TASK["file"]).read_text())
WAITING = 4  # seconds that a child may wait for one that it may compute: others take the processors, too
IMPORTED = "imported"  # the file of the lines that run when the package is imported
PREFIXES = tuple(str(ROOT / PACKAGE / layer) for layer in LAYERS)


class Faulty(importlib.abc.MetaPathFinder):
    """A finder that loads one module of the package from another source."""

    def __init__(self, mutant: Mutant) -> None:
        self.name = mutant.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.path, self.text = str(ROOT / mutant.path), mutant.source()

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name != self.name:
            return None
        spec = importlib.util.spec_from_file_location(name, self.path, loader=_Loader(name, self.path))
        assert spec is not None and isinstance(spec.loader, _Loader)
        spec.loader.text = self.text
        return spec


class _Loader(importlib.machinery.SourceFileLoader):
    text: str

    def get_code(self, fullname: str) -> CodeType:
        return compile(self.text, self.path, "exec", dont_inherit=True)


if TASK.get("fresh"):
    sys.meta_path.insert(0, Faulty(Mutant(**TASK["mutants"][0])))


# Recording ------------------------------------------------------------------------------------------------------------------------

class ReachedLines:
    """The lines of the layers that run, each reported once until `take` is called."""

    def __init__(self) -> None:
        if not hasattr(sys, "monitoring"):
            raise SystemExit("recording what tests reach needs Python 3.12 or newer (sys.monitoring)")
        self.lines: set[tuple[str, int]] = set()
        monitoring = sys.monitoring
        monitoring.use_tool_id(monitoring.COVERAGE_ID, "mutants")
        monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.LINE, self._line)
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)

    def _line(self, code: CodeType, line: int) -> object:
        if code.co_filename.startswith(PREFIXES):
            self.lines.add((code.co_filename, line))
        return sys.monitoring.DISABLE

    def take(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = defaultdict(list)
        for path, line in self.lines.copy():  # threads of a test may still add some
            found[path.removeprefix(f"{ROOT}/")].append(line)
        self.lines.clear()
        sys.monitoring.restart_events()
        return dict(found)


def record(units: list[Any], place: Path, reached: ReachedLines) -> None:
    """Writes for each file of units the lines that each reached, its duration, and whether it passed; and the lines run at import."""
    if not (place / IMPORTED).exists():
        (place / IMPORTED).write_bytes(pickle.dumps(reached.take()))
    by_file: dict[str, dict[str, Any]] = defaultdict(dict)
    pending: str | None = None
    for unit, following in zip(units, [*units[1:], None]):
        if pending not in (None, unit.file):
            _store(place, pending, by_file)
        pending = unit.file
        reached.take()
        started = time.process_time()
        failure = unit.run(getattr(following, "item", None))
        lines = reached.take()
        by_file[unit.file][unit.name] = (time.process_time() - started, not failure, lines)
        if failure:
            print("fails without a fault:", unit.name, failure[-300:], file=sys.stderr, flush=True)
    _store(place, pending, by_file)
    sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, 0)


def _store(place: Path, file: str | None, by_file: dict[str, dict[str, Any]]) -> None:
    if file is not None:
        name = file.replace("/", "-")
        (place / f"{name}.pickle").write_bytes(pickle.dumps(by_file[file]))


REACHED: Any = ReachedLines() if TASK.get("mode") == "record" else None  # from before the package is imported


# Trying ---------------------------------------------------------------------------------------------------------------------------

def plant(mutant: Mutant) -> bool:
    """Replace the code of this process's functions by that of the faulty module; return whether any changed."""
    finder = Faulty(mutant)
    if finder.name not in sys.modules:  # a module that is imported lazily
        sys.meta_path.insert(0, finder)
        return True
    path = str(ROOT / mutant.path)
    pairs: dict[CodeType, CodeType] = {}
    old, new = (compile(text, path, "exec", dont_inherit=True) for text in (Path(path).read_text(), mutant.source()))
    _pair(old, new, pairs)
    taken = False
    gc.unfreeze()  # get_objects does not list what conftest.py froze
    for function in [f for f in gc.get_objects() if isinstance(f, FunctionType) and f.__code__.co_filename == path]:
        code = pairs.get(function.__code__)
        if code is not None and code != function.__code__:
            function.__code__ = code
            taken = True
    return taken


def _pair(old: CodeType, new: CodeType, pairs: dict[CodeType, CodeType]) -> None:
    pairs[old] = new
    inner = [[c for c in code.co_consts if isinstance(c, CodeType)] for code in (old, new)]
    if len(inner[0]) == len(inner[1]):
        for a, b in zip(*inner):
            _pair(a, b, pairs)


def attempt(mutant: Mutant, units: list[Any], limit: float, planted: bool) -> tuple[str, str]:
    """The outcome of a mutant: killed (by which unit), timed out (counts as killed), survived, or fresh (needs a process of its own)."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit) + 1))
        verdict = ("error", "")
        try:
            verdict = _in_child(mutant, units, planted)
        except BaseException as error:
            verdict = ("killed", f"{type(error).__name__}: {error}")
        finally:
            os.write(writing, json.dumps(verdict).encode())
            os._exit(0)
    os.close(writing)
    ready, _, _ = select.select([reading], [], [], limit * WAITING)
    data = os.read(reading, 1 << 16) if ready else b""
    os.close(reading)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    if not ready:
        return "killed", "time limit"
    return tuple(json.loads(data)) if data else ("killed", "the process died")  # type: ignore[return-value]


def _in_child(mutant: Mutant, units: list[Any], planted: bool) -> tuple[str, str]:
    if not planted:
        try:
            if not plant(mutant):
                return "fresh", ""
        except ValueError:  # other free variables
            return "fresh", ""
    for unit, following in zip(units, [*units[1:], None]):
        failure = unit.run(getattr(following, "item", None))
        if failure:
            return "killed", f"{unit.name}: {failure[-200:]}"[:2000]
    return "survived", str(len(units))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    from . import units
    found = [units.of_item(item) for item in session.items]
    if TASK.get("conformance"):
        found += units.of_conformance()
    if TASK["mode"] == "record":
        chosen = [u for u in found if not TASK.get("kinds") or u.item is not None or u.file in TASK["kinds"]]
        record(chosen, Path(TASK["place"]), REACHED)
        return True
    by_name = {unit.name: unit for unit in found}
    with open(TASK["answers"], "a") as file:
        for fields, names in zip(TASK["mutants"], TASK["units"]):
            mutant = Mutant(**fields)
            verdict, why = attempt(mutant, [by_name[n] for n in names if n in by_name], TASK["limit"], bool(TASK.get("fresh")))
            file.write(json.dumps({"key": mutant.key, "verdict": verdict, "why": why}) + "\n")
            file.flush()
    return True
