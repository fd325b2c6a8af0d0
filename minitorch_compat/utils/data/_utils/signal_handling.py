"""Workers that die, for iterators of other libraries: their process is told by the system, and raises where it is then."""
from __future__ import annotations

import os
import signal
import threading
from typing import Any

#: By iterator: the processes of its workers.
_pids: dict[int, tuple[int, ...]] = {}
_SIGCHLD_handler_set = False


def _set_worker_pids(key: int, pids: tuple[int, ...]) -> None:
    """Watch the workers of an iterator."""
    _pids[key] = tuple(pids)


def _remove_worker_pids(key: int) -> None:
    """Watch them no longer: they are about to end."""
    _pids.pop(key, None)


def _error_if_any_worker_fails() -> None:
    """RuntimeError if a worker that is watched was killed, or has ended with a code; where the system lets one look without waiting."""
    if not hasattr(os, "waitid"):
        return
    for key, pids in list(_pids.items()):
        for pid in pids:
            try:
                ended = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:
                continue  # somebody has waited for it
            if ended is None or ended.si_status == 0:
                continue
            del _pids[key]
            if ended.si_code == os.CLD_EXITED:
                raise RuntimeError(f"DataLoader worker (pid {pid}) exited unexpectedly with exit code {ended.si_status}.")
            raise RuntimeError(f"DataLoader worker (pid {pid}) is killed by signal: {signal.strsignal(ended.si_status)}. ")


def _set_SIGCHLD_handler() -> None:
    """Look after the workers whenever a child of this process has ended; only the main thread of a POSIX process can."""
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
    """In a worker: end by SIGTERM at once, whatever handler came from the parent; other signals do that anyway."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
