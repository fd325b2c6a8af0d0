"""Runs a workload on several sides, each in its own process, interleaved block by block."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from threading import Timer
from typing import Any

from .workload import Workload

ROOT = Path(__file__).resolve().parents[2]
THREAD_VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
TOLERANCE = 1e-3


@dataclass(frozen=True)
class Settings:
    rounds: int = 7
    block_seconds: float = 0.01
    round_seconds: float = 0.15  # per side; long blocks are repeated less often
    most_blocks: int = 5
    threads: int = 1
    timeout: float = 180.0


@dataclass
class Result:
    group: str
    name: str
    units: int = 1
    seconds: dict[str, float] = field(default_factory=dict)
    megabytes: dict[str, float] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    def ratio(self, other: str = "torch") -> float | None:
        """The other side's time (or memory) over ours: above 1, ours is better."""
        figures = self.seconds or self.megabytes
        if "ours" in figures and other in figures:
            return figures[other] / figures["ours"]
        return None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def environment(threads: int) -> dict[str, str]:
    """Equal thread counts; bytecode may be written, because an installed package has it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | dict.fromkeys(THREAD_VARIABLES, str(threads))


class Side:
    """A worker process and the pipe to it; started on first use, again after `close` or its own end."""

    def __init__(self, name: str, python: str, settings: Settings, module: str = "compat_tests.benchmarks.worker") -> None:
        self.name, self.python, self.settings, self.module = name, python, settings, module
        self.process: subprocess.Popen[str] | None = None

    def _start(self) -> subprocess.Popen[str]:
        command = [self.python, "-m", self.module, self.name]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        return subprocess.Popen(command, cwd=ROOT, env=environment(self.settings.threads), text=True, **pipes)

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
    """A round's minimum is free of most disturbances, the median over rounds of a lucky one."""
    return statistics.median(min(blocks) for blocks in rounds)


def blocks_per_round(block: float, settings: Settings) -> int:
    return max(1, min(settings.most_blocks, int(settings.round_seconds / block)))


def differs(value: float, reference: float) -> bool:
    return not abs(value - reference) <= TOLERANCE * max(abs(reference), 1e-6)


def _load(workload: Workload, sides: list[Side], result: Result, settings: Settings) -> dict[str, float]:
    """Loads the workload on every side; returns the block length of those that can run it."""
    answers = {side.name: side.ask(do="load", key=workload.key, seconds=settings.block_seconds) for side in sides}
    result.errors |= {name: answer["error"] for name, answer in answers.items() if "error" in answer}
    good = {name: answer for name, answer in answers.items() if "error" not in answer}
    reference = good.get("torch", good.get("ours"))
    for name, answer in list(good.items()):
        if differs(answer["magnitude"], reference["magnitude"]):
            result.errors[name] = f"another result: {answer['magnitude']:.7g} instead of {reference['magnitude']:.7g}"
            del good[name]
    return {name: answer["seconds"] for name, answer in good.items()}


def time_rounds(sides: list[Side], blocks: int, rounds: int, result: Result) -> None:
    times: dict[str, list[list[float]]] = {side.name: [] for side in sides}
    for number in range(rounds):
        order = sides if number % 2 == 0 else sides[::-1]
        for side in order:
            times[side.name].append([])
        for _ in range(blocks):
            for side in order:
                answer = side.ask(do="time") if side.name not in result.errors else {"error": result.errors[side.name]}
                if "error" in answer:
                    result.errors[side.name] = answer["error"]
                else:
                    times[side.name][-1].append(answer["seconds"])
    result.seconds = {name: median_of_minima(rows) for name, rows in times.items() if name not in result.errors}


def measure(workload: Workload, sides: list[Side], settings: Settings) -> Result:
    result = Result(workload.group, workload.name, workload.units)
    lengths = _load(workload, sides, result, settings)
    if "ours" in lengths:
        able = [side for side in sides if side.name in lengths]
        time_rounds(able, blocks_per_round(max(lengths.values()), settings), settings.rounds, result)
    for side in sides:  # the next workload gets processes of its own: no allocator or cache remembers this one
        side.close()
    return result
