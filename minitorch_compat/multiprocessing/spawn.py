"""Processes that run one function each."""
from __future__ import annotations

import multiprocessing as _mp
from collections.abc import Callable
from typing import Any


class ProcessExitedException(Exception):
    """A process of `spawn` ended with an exit code other than 0."""

    def __init__(self, msg: str, error_index: int, exit_code: int) -> None:
        super().__init__(msg)
        self.error_index, self.exit_code = error_index, exit_code


class ProcessContext:
    """The processes that `spawn` started."""

    def __init__(self, processes: list[Any], error_files: list[Any]) -> None:
        self.processes, self.error_files = processes, error_files

    def pids(self) -> list[int | None]:
        """Their process ids."""
        return [p.pid for p in self.processes]

    def join(self, timeout: float | None = None) -> bool:
        """Wait for all; raises ProcessExitedException if one failed, after ending the others."""
        for index, process in enumerate(self.processes):
            process.join(timeout)
            if process.exitcode is None:
                return False
            if process.exitcode:
                for other in self.processes:
                    other.terminate()
                raise ProcessExitedException(f"process {index} terminated with exit code {process.exitcode}", index, process.exitcode)
        return True


def start_processes(fn: Callable[..., Any], args: tuple[Any, ...] = (), nprocs: int = 1, join: bool = True, daemon: bool = False,
                    start_method: str = "spawn") -> ProcessContext | None:
    """Run `fn(i, *args)` in `nprocs` processes; waits for them if `join`."""
    context = _mp.get_context(start_method)
    processes = [context.Process(target=fn, args=(i, *args), daemon=daemon) for i in range(nprocs)]  # type: ignore[attr-defined]
    for process in processes:
        process.start()
    started = ProcessContext(processes, [])
    if not join:
        return started
    started.join()
    return None


def spawn(fn: Callable[..., Any], args: tuple[Any, ...] = (), nprocs: int = 1, join: bool = True, daemon: bool = False,
          start_method: str = "spawn") -> ProcessContext | None:
    """Run `fn(i, *args)` in `nprocs` fresh processes; waits for them if `join`."""
    return start_processes(fn, args, nprocs, join, daemon, start_method)


SpawnContext = ProcessContext
