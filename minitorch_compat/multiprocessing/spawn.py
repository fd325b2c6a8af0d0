"""Start processes that run one function each."""
from __future__ import annotations

import multiprocessing as _mp
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
import uuid
from collections.abc import Callable
from multiprocessing.connection import wait as _wait
from typing import Any

from .._array.core.user_warnings import warn


class ProcessException(Exception):
    """Raised when a process of `spawn` failed."""

    def __init__(self, msg: str, error_index: int, error_pid: int) -> None:
        super().__init__(msg)
        self.msg, self.error_index, self.error_pid = msg, error_index, error_pid

    def __reduce__(self) -> Any:
        return type(self), (self.msg, self.error_index, self.error_pid)


class ProcessRaisedException(ProcessException):
    """Raised when a process of `spawn` raised an exception; the message contains its traceback."""


class ProcessExitedException(ProcessException):
    """Raised when a process of `spawn` ended with a nonzero exit code."""

    def __init__(self, msg: str, error_index: int, error_pid: int, exit_code: int, signal_name: str | None = None) -> None:
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name

    def __reduce__(self) -> Any:
        return type(self), (self.msg, self.error_index, self.error_pid, self.exit_code, self.signal_name)


def _die_with_parent(parent: int | None) -> None:
    """Ask the system to end this process when its parent dies, even if killed (Linux only). `parent`: who that is, if known."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    # SIGINT as in PyTorch; background jobs of a shell ignore that.
    number = signal.SIGTERM if signal.getsignal(signal.SIGINT) == signal.SIG_IGN else signal.SIGINT
    ctypes.CDLL(None).prctl(1, number, 0, 0, 0)  # PR_SET_PDEATHSIG
    if parent is not None and os.getppid() != parent:  # the parent died before the call
        os.kill(os.getpid(), number)


def _run_and_report(fn: Callable[..., Any], i: int, args: tuple[Any, ...], error_file: str, bound: bool, parent: int | None) -> None:
    """Entry point of a process: write an exception to the file for the parent to raise. If `bound`, the process dies with its parent."""
    if bound:
        _die_with_parent(parent)
    try:
        fn(i, *args)
    except KeyboardInterrupt:
        pass  # the parent receives it as well
    except Exception:
        with open(error_file, "w", encoding="utf-8") as file:
            file.write(traceback.format_exc())
        sys.exit(1)


class ProcessContext:
    """The processes started by `spawn`."""

    def __init__(self, processes: list[Any], error_files: list[Any]) -> None:
        self.processes, self.error_files = processes, error_files

    def pids(self) -> list[int | None]:
        """Their process ids."""
        return [p.pid for p in self.processes]

    @property
    def sentinels(self) -> dict[int, int]:
        """The sentinels of the running processes, with their numbers."""
        return {process.sentinel: i for i, process in enumerate(self.processes) if process.exitcode is None}

    def join(self, timeout: float | None = None, grace_period: float | None = None) -> bool:
        """Wait for all processes; if one failed, end the others and raise ProcessRaisedException or ProcessExitedException.

        `timeout` is in seconds, as is `grace_period`, how long the others may take to end by themselves and again when terminated.
        Returns False if some processes are still running, after the timeout or when another one has ended.
        """
        codes = self._exit_codes()
        if None in codes and not any(codes):  # do not wait after a failure: the others may be waiting for that process
            ready = _wait([p.sentinel for p, code in zip(self.processes, codes) if code is None], timeout)
            for process in self.processes:
                if process.sentinel in ready:
                    process.join()  # the sentinel is ready slightly before the exit code
            codes = self._exit_codes()
        for index, code in enumerate(codes):
            if code:
                self._terminate_others(grace_period)
                raise self._process_failure(index, self.processes[index])
        if None in codes:
            return False
        self._remove_error_files()
        return True

    def _exit_codes(self) -> list[int | None]:
        """The exit code of each process; None while it is running."""
        return [process.exitcode for process in self.processes]

    def _terminate_others(self, grace_period: float | None) -> None:
        """Terminate the running processes, and kill them if they do not end."""
        if grace_period is not None:
            self._wait_for_all(grace_period)
        for process in self.processes:
            if process.exitcode is None:
                process.terminate()
        self._wait_for_all(5 if grace_period is None else grace_period)
        for process in self.processes:
            if process.exitcode is None:
                process.kill()
                process.join()

    def _wait_for_all(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        for process in self.processes:
            process.join(max(0.0, end - time.monotonic()))

    def _process_failure(self, index: int, process: Any) -> ProcessException:
        code, text = process.exitcode, ""
        if os.path.exists(self.error_files[index]):
            with open(self.error_files[index], encoding="utf-8") as file:
                text = file.read()
        self._remove_error_files()
        if text:
            return ProcessRaisedException(f"\n\n-- Process {index} terminated with the following error:\n{text}", index, process.pid)
        if code < 0:
            name = signal.Signals(-code).name
            return ProcessExitedException(f"process {index} terminated with signal {name}", index, process.pid, code, name)
        return ProcessExitedException(f"process {index} terminated with exit code {code}", index, process.pid, code)

    def _remove_error_files(self) -> None:
        for name in self.error_files:
            if os.path.exists(name):
                os.remove(name)


def start_processes(fn: Callable[..., Any], args: tuple[Any, ...] = (), nprocs: int = 1, join: bool = True, daemon: bool = False,
                    start_method: str = "spawn") -> ProcessContext | None:
    """Run a function in several processes, started with a given method.

    Parameters
    ----------
    fn : callable
        Called as ``fn(i, *args)``, with the number of the process.
    args : tuple, default ()
        Arguments.
    nprocs : int, default 1
        How many.
    join : bool, default True
        Whether to wait for them.
    daemon : bool, default False
        Whether they are daemons.
    start_method : str, default 'spawn'
        ``'spawn'``, ``'fork'`` or ``'forkserver'``.

    Returns
    -------
    ProcessContext or None
        None if waited for.

    Raises
    ------
    ProcessRaisedException
        If one raised.
    ProcessExitedException
        If one ended otherwise.

    References
    ----------
    PyTorch: ``torch.multiprocessing.start_processes``.
    """
    context = _mp.get_context(start_method)
    files = [os.path.join(tempfile.gettempdir(), f"spawn-{os.getpid()}-{uuid.uuid4().hex}") for _ in range(nprocs)]
    # For Linux the parent is the thread that started the process, and only the main thread is known to live long enough.
    bound = threading.current_thread() is threading.main_thread()
    parent = None if start_method == "forkserver" else os.getpid()
    processes = [context.Process(target=_run_and_report, args=(fn, i, args, files[i], bound, parent), daemon=daemon)  # type: ignore[attr-defined]
                 for i in range(nprocs)]
    for process in processes:
        process.start()
    started = ProcessContext(processes, files)
    if not join:
        return started
    while not started.join():
        pass
    return None


def spawn(fn: Callable[..., Any], args: tuple[Any, ...] = (), nprocs: int = 1, join: bool = True, daemon: bool = False,
          start_method: str = "spawn") -> ProcessContext | None:
    """Run a function in several processes.

    Parameters
    ----------
    fn : callable
        Called as ``fn(i, *args)``, with the number of the process.
    args : tuple, default ()
        Arguments.
    nprocs : int, default 1
        How many.
    join : bool, default True
        Whether to wait for them.
    daemon : bool, default False
        Whether they end with this one.
    start_method : str, default 'spawn'
        Another is ignored, with a warning.

    Returns
    -------
    ProcessContext or None
        None if waited for.

    Raises
    ------
    ProcessRaisedException
        If one raised.
    ProcessExitedException
        If one ended otherwise.

    References
    ----------
    PyTorch: ``torch.multiprocessing.spawn``.
    """
    if start_method != "spawn":
        warn(f"This method only supports start_method=spawn (got: {start_method}); torch.multiprocessing.start_processes takes the others.",
             FutureWarning)
    return start_processes(fn, args, nprocs, join, daemon, "spawn")


SpawnContext = ProcessContext
