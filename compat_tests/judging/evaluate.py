"""Scores many operations in worker processes: `evaluate(names)` gives name -> aspect -> Score."""
from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

from ..record import REFERENCE
from .scoring import Score, Scores, score

#: An operation whose samples together take longer than this many seconds counts as hanging.
LIMIT = 60


def _start() -> None:
    import numpy as np
    np.seterr(all="ignore")


def _out_of_time(_signal: int, _frame: Any) -> None:
    raise TimeoutError(f"not done after {LIMIT} s")


def score_here(name: str, reference: Path) -> Scores:
    """One operation; an error of the suite or of the import is a failure of its existence, not of the run."""
    import minitorch_compat as torch
    signal.signal(signal.SIGALRM, _out_of_time)
    signal.alarm(LIMIT)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # deprecated operations are measured, too
            return score(torch, name, reference)
    except Exception as error:
        broken = Score()
        broken.add("", [f"{type(error).__name__}: {error}"])
        return {"exists": broken}
    finally:
        signal.alarm(0)


def evaluate(names: list[str], jobs: int | None = None, reference: Path = REFERENCE, progress: Callable[[int, int], None] | None = None
             ) -> dict[str, Scores]:
    """Scores of the named operations, by name in the order given."""
    jobs = jobs or min(os.cpu_count() or 1, 8)
    found: dict[str, Scores] = {}
    if jobs == 1 or len(names) < 4:
        for count, name in enumerate(names, 1):
            found[name] = score_here(name, reference)
            if progress:
                progress(count, len(names))
        return found
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    while len(found) < len(names):
        left = [name for name in names if name not in found]
        died = evaluate_together(left, jobs, reference, found, progress)
        # If a worker crashes, the others are stopped, too: run one at a time, the culprit is found.
        for name in died:
            if evaluate_together([name], 1, reference, found, progress):
                found[name] = {"exists": Score(0, 1, ["the process died"])}
    return {name: found[name] for name in names}


def evaluate_together(names: list[str], jobs: int, reference: Path, found: dict[str, Scores],
                      progress: Callable[[int, int], None] | None) -> list[str]:
    """Add scores to `found`; return the operations that were running or queued when a worker process died."""
    context = multiprocessing.get_context("spawn")
    before, died = len(found), []
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_start) as pool:
        futures = {pool.submit(score_here, name, reference): name for name in names}
        for future in as_completed(futures):
            try:
                found[futures[future]] = future.result()
            except BrokenProcessPool:
                died.append(futures[future])
            if progress:
                progress(len(found), before + len(names))
    return sorted(died, key=names.index)[:2 * jobs]


def progress_bar(done: int, total: int) -> None:
    """Rewrite one line on standard error; do nothing if it is not a terminal."""
    if not sys.stderr.isatty():
        return
    width = 40
    filled = width * done // max(total, 1)
    print(f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{total}", end="" if done < total else "\n", file=sys.stderr, flush=True)
