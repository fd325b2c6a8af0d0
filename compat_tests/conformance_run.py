"""A run over everything that is recorded: operations, behaviours, programs and names, in worker processes, with one bar and one estimate.

Ctrl-C ends it at once; what ran is kept.
"""
from __future__ import annotations

import multiprocessing
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TextIO

from . import behaviours
from .judging import archive
from .judging.evaluate import score_here
from .judging.scoring import Score, Scores, entries, score_family, score_names, score_programs
from .record import REFERENCE

#: Programs of one task.
_CHUNK = 400
#: The cost of a task relative to the average operation, per case.
_COSTS = {"op": 1.0, "behaviour": 0.05, "program": 0.02, "name": 0.0005}


@dataclass(frozen=True)
class Task:
    """A unit of work: the named cases of an operation, a family of behaviours, some programs, or all names."""

    kind: str
    name: str
    cases: tuple[str, ...]

    @property
    def cost(self) -> float:
        return _COSTS[self.kind] * max(len(self.cases), 1)


@dataclass
class Outcome:
    """Scores by operation, those of the other cases, and whether all requested cases ran."""

    operations: dict[str, Scores] = field(default_factory=dict)
    others: dict[str, Score] = field(default_factory=dict)
    complete: bool = True


class Progress:
    """The progress of a run: a bar on a terminal, elsewhere a plain line every ten seconds."""

    def __init__(self, total: float, stream: TextIO | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.total, self.done, self.stream, self.clock = max(total, 1e-9), 0.0, stream or sys.stderr, clock
        self.began = self.told = clock()
        self.live = self.stream.isatty()

    def step(self, cost: float, what: str) -> None:
        """Count finished work, and show it."""
        self.done += cost
        now = self.clock()
        if self.live:
            filled = round(40 * self.done / self.total)
            self.stream.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {self._percent()} {self._left(now):>12}  {what[:28]:28}")
            self.stream.flush()
        elif now - self.told >= 10:
            self.told = now
            print(f"{self._percent()}, {self._left(now)}: {what}", file=self.stream, flush=True)

    def close(self) -> None:
        if self.live:
            self.stream.write("\r" + " " * 96 + "\r")
            self.stream.flush()

    def _percent(self) -> str:
        return f"{min(self.done / self.total, 1):4.0%}"

    def _left(self, now: float) -> str:
        if self.done <= 0 or now - self.began < 1:
            return ""
        seconds = (now - self.began) * max(self.total / self.done - 1, 0)
        return f"{seconds / 60:.0f} min left" if seconds >= 90 else f"{seconds:.0f} s left"


def plan(select: re.Pattern[str]) -> list[Task]:
    """The tasks whose cases match an expression."""
    found = [Task("op", name, (name,)) for name in entries(select)]
    for family in behaviours.families():
        cases = tuple(name for name in behaviours.cases(family) if select.search(f"behaviour {family} {name}"))
        if cases:
            found.append(Task("behaviour", family, cases))
    programs = [name for name in archive.keys((REFERENCE / "programs.xz").read_bytes()) if select.search(f"program {name}")]
    found += [Task("program", f"from {programs[at]}", tuple(programs[at:at + _CHUNK])) for at in range(0, len(programs), _CHUNK)]
    names = tuple(f"{space}.{name}" for space, known in archive.keys((REFERENCE / "names.xz").read_bytes(), 2).items() for name in known
                  if select.search(f"name {space}.{name}"))
    return [*found, Task("name", "all names", names)] if names else found


def perform(task: Task) -> dict[str, Any]:
    """The scores of a task, by case; in a worker."""
    import minitorch_compat as torch
    if task.kind == "op":
        return {task.name: score_here(task.name, REFERENCE)}
    wanted = frozenset(task.cases)
    if task.kind == "behaviour":
        scores = score_family(torch, task.name, REFERENCE, wanted.__contains__)
        return {f"behaviour {task.name} {name}": score for name, score in scores.items()}
    if task.kind == "program":
        return {f"program {name}": score for name, score in score_programs(torch, REFERENCE, wanted.__contains__).items()}
    return {f"name {name}": score for name, score in score_names().items() if name in wanted}


def start_worker() -> None:
    """The initializer of workers."""
    import numpy as np
    np.seterr(all="ignore")


@contextmanager
def _ignored_by_children() -> Iterator[None]:
    """A context in which processes start with Ctrl-C ignored: it is handled by the parent process."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows, where a Ctrl-C in the meantime is lost
        handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, handler)
        return
    from multiprocessing import resource_tracker  # which Windows does not have

    resource_tracker.ensure_running()  # which unblocks the signal once it has been started
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # children inherit it
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)


def run(tasks: list[Task], jobs: int | None = None, progress: Progress | None = None) -> Outcome:
    """Run every task, or as many as possible before Ctrl-C."""
    jobs = jobs or min(os.cpu_count() or 1, 8)
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    progress = progress or Progress(sum(task.cost for task in tasks))
    outcome = Outcome()
    print(f"measuring {sum(len(task.cases) for task in tasks):,} cases in {jobs} processes", file=progress.stream, flush=True)
    try:
        while tasks:
            tasks = _run_together(tasks, jobs, outcome, progress)
    except KeyboardInterrupt:
        outcome.complete = False
        for process in multiprocessing.active_children():
            process.kill()
    finally:
        progress.close()
    return outcome


def _run_together(tasks: list[Task], jobs: int, outcome: Outcome, progress: Progress) -> list[Task]:
    """Add to the outcome, and return the tasks to repeat because a worker has died."""
    again = []
    context = multiprocessing.get_context("spawn")
    # Behaviours run one after the other in their own process, as when recorded: some warnings are issued once per process.
    behaving = ProcessPoolExecutor(1, context, start_worker)
    sharing = ProcessPoolExecutor(jobs, context, start_worker)
    try:
        futures: dict[Future[dict[str, Any]], Task] = {}
        with _ignored_by_children():
            for task in tasks:
                futures[(behaving if task.kind == "behaviour" else sharing).submit(perform, task)] = task
        for future in as_completed(futures):
            task = futures[future]
            try:
                (outcome.operations if task.kind == "op" else outcome.others).update(future.result())
            except BrokenProcessPool:
                again.append(task)
                continue
            progress.step(task.cost, f"{task.kind} {task.name}")
    except BaseException:
        for pool in (behaving, sharing):
            pool.shutdown(wait=False, cancel_futures=True)
        raise
    behaving.shutdown()
    sharing.shutdown()
    if len(again) == len(tasks) == 1:  # the only task is the one that crashes
        case = again[0]
        (outcome.operations if case.kind == "op" else outcome.others).update(_died(case))
        return []
    if len(again) == len(tasks):  # one of them crashes: run the first by itself, then the others
        return _run_together(again[:1], 1, outcome, progress) + again[1:]
    return again


def _died(task: Task) -> dict[str, Any]:
    score = Score(0, 1, ["the process died"])
    return {task.name: {"exists": score}} if task.kind == "op" else {f"{task.kind} {task.name} {case}": score for case in task.cases}
