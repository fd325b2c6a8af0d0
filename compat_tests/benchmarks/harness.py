"""Runs a workload on several sides, each in its own process, interleaved block by block."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from threading import Timer
from typing import Any

from .workloads.workload import CLOCK_VARIABLE, Workload

ROOT = Path(__file__).resolve().parents[2]
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
TOLERANCE = 1e-3


@dataclass(frozen=True)
class Settings:
    rounds: int = 7
    block_seconds: float = 0.01
    round_seconds: float = 0.15  # per side, which limits the repetitions of long blocks
    most_blocks: int = 5
    together: int = 3  # blocks per round of workloads that are compared with each other
    threads: int = 1
    timeout: float = 180.0
    own_processes: bool = True  # a new process for each workload
    clock: str = "wall"


@dataclass
class Result:
    group: str
    name: str
    units: int = 1
    seconds: dict[str, float] = field(default_factory=dict)
    megabytes: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)
    threads: int = 1

    def ratio(self, other: str = "torch") -> float | None:
        """The other side's time (or memory) over ours: above 1, ours is better."""
        figures = self.seconds or self.megabytes
        if "ours" in figures and other in figures:
            return figures[other] / figures["ours"]
        return None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def environment(threads: int) -> dict[str, str]:
    """An environment with equal thread counts; bytecode may be written, since an installed package has it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | dict.fromkeys(THREAD_VARIABLES, str(threads))


class Side:
    """A worker process and the pipe to it; started on first use, again after `close` or its own end."""

    def __init__(self, name: str, python: str, settings: Settings, module: str = "compat_tests.benchmarks.worker") -> None:
        self.name, self.python, self.settings, self.module = name, python, settings, module
        self.process: subprocess.Popen[str] | None = None

    def _start(self) -> subprocess.Popen[str]:
        command = [self.python, "-m", self.module, self.name]
        variables = environment(self.settings.threads) | {CLOCK_VARIABLE: self.settings.clock}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return subprocess.Popen(command, cwd=ROOT, env=variables, text=True, **pipes)

    def ask(self, **request: Any) -> dict[str, Any]:
        if self.process is None:
            self.process = self._start()
        alarm = Timer(self.settings.timeout, self.process.kill)
        alarm.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            alarm.cancel()
        return json.loads(line) if line else {"error": self._died()}

    def _died(self) -> str:
        code = self.close()
        return f"the process ended (exit code {code}) or took more than {self.settings.timeout:.0f} s"

    def close(self) -> int:
        process, self.process = self.process, None
        if process is None:
            return 0
        process.stdin.close()
        process.stdout.close()
        return process.wait()


def median_of_minima(rounds: Iterable[Iterable[float]]) -> float:
    """The median over rounds of their minima: a minimum excludes most disturbances, the median lucky rounds."""
    return statistics.median(min(blocks) for blocks in rounds)


def blocks_per_round(block: float, settings: Settings) -> int:
    return max(1, min(settings.most_blocks, int(settings.round_seconds / block)))


def differs(value: float, reference: float) -> bool:
    return not abs(value - reference) <= TOLERANCE * max(abs(reference), 1e-6)


def _load(workload: Workload, sides: list[Side], result: Result, settings: Settings) -> dict[str, float]:
    """Load the workload on every side; return the block length of those that can run it."""
    answers = {side.name: side.ask(do="load", key=workload.key, seconds=settings.block_seconds) for side in sides}
    result.errors |= {name: answer["error"] for name, answer in answers.items() if "error" in answer}
    good = {name: answer for name, answer in answers.items() if "error" not in answer}
    reference = good.get("torch", good.get("ours"))
    for name, answer in list(good.items()):
        if differs(answer["magnitude"], reference["magnitude"]):
            result.errors[name] = f"another result: {answer['magnitude']:.7g} instead of {reference['magnitude']:.7g}"
            del good[name]
    return {name: answer["seconds"] for name, answer in good.items()}


def time_rounds(lanes: Sequence[tuple[list[Side], Result]], blocks: int, rounds: int) -> None:
    """Time the workload of each lane; lanes and their sides alternate, block by block."""
    pairs = [(side, result) for sides, result in lanes for side in sides]
    times: list[list[list[float]]] = [[] for _ in pairs]
    for number in range(rounds):
        order = range(len(pairs))[:: 1 if number % 2 == 0 else -1]
        for rows in times:
            rows.append([])
        for _ in range(blocks):
            for place in order:
                side, result = pairs[place]
                answer = side.ask(do="time") if side.name not in result.errors else {"error": result.errors[side.name]}
                if "error" in answer:
                    result.errors[side.name] = answer["error"]
                else:
                    times[place][-1].append(answer["seconds"])
    for (side, result), rows in zip(pairs, times, strict=True):
        if side.name not in result.errors:
            result.seconds[side.name] = median_of_minima(rows)


def measure(workload: Workload, sides: list[Side], settings: Settings) -> Result:
    result = Result(workload.group, workload.name, workload.units, threads=settings.threads)
    lengths = _load(workload, sides, result, settings)
    if "ours" in lengths:
        able = [side for side in sides if side.name in lengths]
        time_rounds([(able, result)], blocks_per_round(max(lengths.values()), settings), settings.rounds)
    if settings.own_processes:  # no allocator or cache is shared with the next workload
        for side in sides:
            side.close()
    return result


def measure_together(workloads: Sequence[Workload], sides: Sequence[Side], settings: Settings) -> list[Result]:
    """Time workloads that are compared with each other, in alternating blocks of equal length, that of the longest call.

    Measured one after another, they would be affected differently by other load on the machine, and a long call would have
    fewer chances of an undisturbed block.
    """
    lanes: list[tuple[list[Side], Result]] = []
    block = settings.block_seconds
    for workload in sorted(workloads, key=lambda w: -w.units):
        own = [Side(side.name, side.python, settings) for side in sides]
        result = Result(workload.group, workload.name, workload.units, threads=settings.threads)
        lengths = _load(workload, own, result, replace(settings, block_seconds=block))
        block = max(block, lengths.get("ours", 0.0))
        lanes.append(([side for side in own if side.name in lengths], result))
        for side in own:
            if side.name not in lengths:
                side.close()
    time_rounds(lanes[::-1], settings.together, settings.rounds)
    for own, _ in lanes:
        for side in own:
            side.close()
    return [result for _, result in lanes[::-1]]
