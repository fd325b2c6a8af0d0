"""Detection of dead workers, for iterators of other libraries: a SIGCHLD handler raises in the main process."""
from __future__ import annotations

import os
import signal
import threading
from typing import Any

#: The process ids of the workers of each iterator.
_pids: dict[int, tuple[int, ...]] = {}
_SIGCHLD_handler_set = False


def _set_worker_pids(key: int, pids: tuple[int, ...]) -> None:
    """Monitor the workers of an iterator."""
    _pids[key] = tuple(pids)


def _remove_worker_pids(key: int) -> None:
    """Stop monitoring workers that are about to end."""
    _pids.pop(key, None)


def _error_if_any_worker_fails() -> None:
    """Raise RuntimeError if a monitored worker was killed or exited with an error, where the system has `waitid`."""
    if not hasattr(os, "waitid"):
        return
    for key, pids in list(_pids.items()):
        for pid in pids:
            try:
                ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                continue  # already reaped
            if ended is None or ended.si_status == 0:
                continue
            del _pids[key]
            if ended.si_code == os.CLD_EXITED:
                raise RuntimeError(f"DataLoader worker (pid {pid}) exited unexpectedly with exit code {ended.si_status}.")
            raise RuntimeError(f"DataLoader worker (pid {pid}) is killed by signal: {signal.strsignal(ended.si_status)}. ")


def _set_SIGCHLD_handler() -> None:
    """Check the workers whenever a child process ends; requires the main thread and a POSIX system."""
    global _SIGCHLD_handler_set
    if _SIGCHLD_handler_set or not hasattr(signal, "SIGCHLD") or threading.current_thread() is not threading.main_thread():
        return
    before = signal.getsignal(signal.SIGCHLD)

    def handler(number: int, frame: Any) -> None:
        _error_if_any_worker_fails()
        if callable(before):
            before(number, frame)

    signal.signal(signal.SIGCHLD, handler)
    _SIGCHLD_handler_set = True


def _set_worker_signal_handlers() -> None:
    """In a worker, reset SIGTERM to end the process at once, because the handler may be inherited from the parent."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
