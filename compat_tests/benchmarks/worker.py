"""One side in its own process: reads a JSON request per line, answers with a JSON line.

Requests: {"do": "load", "key", "seconds"} builds a workload and sizes its timing block, {"do": "time"} runs one block.
A failure is answered as {"error": text} and the process lives on.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from itertools import repeat
from time import perf_counter, process_time
from typing import Any

import numpy as np

from .peers import ADAPTERS
from .workloads.every_group import WORKLOADS
from .workloads.workload import CLOCK_VARIABLE, Step

LIBRARIES = {"ours": "minitorch_compat", "torch": "torch"}
COMPARED_CALL = 3  # late enough to have seen the optimizer's work
WARM_UP = 0.05


#: What a second is: one on the wall, or one of the process's own, which others on a busy machine take no part of.
CLOCKS = {"wall": perf_counter, "cpu": process_time}
now = CLOCKS[os.environ.get(CLOCK_VARIABLE, "wall")]


def time_block(step: Step, calls: int) -> float:
    """Seconds per call. The cyclic collector stays on, as in the programs that users run."""
    start = now()
    for _ in repeat(None, calls):
        step()
    return (now() - start) / calls


def block_size(step: Step, seconds: float) -> int:
    """Calls that fill `seconds`, found by doubling; at least one."""
    calls = 1
    while (spent := time_block(step, calls) * calls) < seconds / 2:
        calls *= 2
    return max(1, round(calls * seconds / spent))


def magnitude(result: Any) -> float:
    """Sum of absolute values: equal on two sides that computed the same."""
    array = np.asarray(result.detach().numpy() if hasattr(result, "detach") else result)
    return float(np.abs(array.astype(np.float64)).sum())


def library(side: str) -> Any:
    """The module of that side, told the number of threads; BLAS takes it from the environment by itself."""
    module = importlib.import_module(LIBRARIES[side])
    with contextlib.suppress(AttributeError, NotImplementedError):
        module.set_num_threads(int(os.environ["OMP_NUM_THREADS"]))
    return module


def build(side: str, key: str) -> Step:
    return WORKLOADS[key].build(library(side)) if side in LIBRARIES else ADAPTERS[side][key]()


class Worker:
    def __init__(self, side: str) -> None:
        self.side = side
        self.step: Step | None = None
        self.calls = 1

    def load(self, key: str, seconds: float) -> dict[str, Any]:
        self.step = build(self.side, key)
        results = [self.step() for _ in range(COMPARED_CALL)]
        answer = magnitude(results[-1])
        del results
        until = perf_counter() + min(WARM_UP, 5 * seconds)
        while perf_counter() < until:
            self.step()
        self.calls = block_size(self.step, seconds)
        return {"magnitude": answer, "seconds": time_block(self.step, self.calls) * self.calls}

    def time(self) -> dict[str, Any]:
        assert self.step is not None, "load a workload first"
        return {"seconds": time_block(self.step, self.calls)}

    def actions(self) -> dict[str, Any]:
        """What can be asked for by name."""
        return {"load": self.load, "time": self.time}

    def handle(self, request: dict[str, Any]) -> dict[str, Any]:
        action = self.actions()[request.pop("do")]
        try:
            return action(**request)
        except Exception as error:
            self.step = None
            return {"error": f"{type(error).__name__}: {error}"}


def share_cores(threads: int) -> None:
    """All sides run on the same cores, one per thread, so that whatever else is busy there disturbs them alike."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[-threads:])


def serve(kind: type[Worker], side: str) -> None:
    """Answers the requests on standard input until it ends."""
    share_cores(int(os.environ.get("OMP_NUM_THREADS", "1")))
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what a library prints must not mix with the answers
    worker = kind(side)
    for line in sys.stdin:
        print(json.dumps(worker.handle(json.loads(line))), file=answers)


if __name__ == "__main__":
    serve(Worker, sys.argv[1])
