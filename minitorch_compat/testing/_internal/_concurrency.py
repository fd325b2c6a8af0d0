"""Threads, processes and ports for tests."""
from __future__ import annotations

import socket
import subprocess
import threading
from collections.abc import Callable, Iterable
from typing import Any


def run_concurrently(worker_func: Any, num_threads: int | None = None, args: Any = (), kwargs: dict[str, Any] | None = None) -> None:
    """Call a function in several threads at once, or several functions in one each; the first exception is raised here."""
    workers = list(worker_func) if isinstance(worker_func, Iterable) else [worker_func] * (num_threads or 1)
    barrier, failures = threading.Barrier(len(workers)), []

    def run(worker: Callable[..., Any]) -> None:
        try:
            barrier.wait()
            worker(*args, **(kwargs or {}))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


def find_free_port() -> int:
    """A port of this host that nobody listens at."""
    with socket.socket() as free:
        free.bind(("localhost", 0))
        return int(free.getsockname()[1])


def shell(command: list[str], cwd: Any = None, env: Any = None, stdout: Any = None, stderr: Any = None, timeout: Any = None) -> int:
    """Run a command, a list of arguments, and return its exit code."""
    if isinstance(command, str):
        raise AssertionError("Command to shell should be a list or tuple of tokens")
    return subprocess.run(command, cwd=cwd, env=env, stdout=stdout, stderr=stderr, timeout=timeout, check=False).returncode
