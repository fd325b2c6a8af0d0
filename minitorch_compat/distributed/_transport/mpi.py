"""MPI, the transport between processes: loaded when the first group of several processes is created, and finalized at exit.

A process becomes an MPI rank in one of two ways. Started by `mpiexec` (or `torchrun`, or Slurm's `srun`), it is one from the beginning.
Started otherwise (`torch.multiprocessing.spawn`, a shell loop), it becomes one when it creates a group: rank 0 starts `mpiexec` with
stand-ins (`stand_in.py`), each of which passes the environment and the socket of its process manager to a waiting process, and stays
alive until that process ends. So existing processes act as the ranks, without MPI noticing.
"""
from __future__ import annotations

import array
import atexit
import contextlib
import faulthandler
import json
import os
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .._stores import Store
from .launchers import LAUNCHERS

ADVICE = 'pip install "minitorch-compat[mpi]" (mpi4py and an MPI; or "pip install mpi4py" beside an MPI that is installed)'


class MPIState:
    """State of the process: MPI once it is loaded, and how the process may exit."""

    mpi: Any = None
    joined = False  # whether this process joined through a stand-in
    failed_op: str = ""  # the failed op that forbids MPI_Finalize, which waits for all ranks
    exit_code: int | None = None
    has_ended = False
    launcher_errors: Any = None  # the stderr of the mpiexec of `_start_stand_ins`


def launcher_ranks() -> tuple[int, int, int, int] | None:
    """Rank, size, local rank and local size from an MPI launcher; None if this process was not started by one."""
    if MPIState.joined:
        return None
    for names in LAUNCHERS:
        if names[0] in os.environ and names[1] in os.environ:
            rank, size = int(os.environ[names[0]]), int(os.environ[names[1]])
            local_rank, local_size = os.environ.get(names[2], str(rank)), os.environ.get(names[3], str(size))
            return rank, size, int(local_rank), int(local_size) if local_size.isdigit() else size
    return None


def set_rank_variables() -> None:
    """Set PyTorch's environment variables from those of the launcher, unless they are set already."""
    ranks = launcher_ranks()
    if ranks is not None:
        for name, value in zip(("RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"), ranks):
            os.environ.setdefault(name, str(value))
        os.environ.setdefault("MASTER_ADDR", "127.0.0.1")
        os.environ.setdefault("MASTER_PORT", "29500")


def is_installed() -> bool:
    """Whether mpi4py is installed, without importing it."""
    from importlib.util import find_spec

    return find_spec("mpi4py") is not None


@contextlib.contextmanager
def interruptible() -> Iterator[None]:
    """Context in which Ctrl-C ends the process directly, for MPI calls that wait and that Python cannot interrupt."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def _exit_after(seconds: float) -> Iterator[None]:
    """Context that ends the process with a traceback after a time limit: MPI may wait inside for ranks that never start."""
    with contextlib.suppress(Exception):  # stderr has no file descriptor
        faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()


def _wait_for_all_ranks(seconds: float) -> None:
    """Wait until every rank started by MPICH's launcher has reached this call; raise RuntimeError after the timeout.

    A job that lost a rank fails here rather than in MPI_Init, where the waiting ranks would leave files in /dev/shm.
    """
    if "PMI_FD" not in os.environ or "HYDI_CONTROL_FD" not in os.environ:
        return
    handle = int(os.environ["PMI_FD"])
    try:
        if b" rc=0" not in _pmi_request(handle, _PMI_INIT, 10):
            return
        reply = _pmi_request(handle, "cmd=barrier_in", seconds)
    except OSError:
        return  # no process manager: MPI_Init reports this
    if not reply:
        raise RuntimeError(f"Timed out waiting {seconds * 1000:.0f}ms for init_process_group on rank {os.environ.get('PMI_RANK')}: "
                           f"not all of the {os.environ.get('PMI_SIZE')} ranks have called it")


#: The first message to the process manager of MPICH.
_PMI_INIT = "cmd=init pmi_version=1 pmi_subversion=1"


def _pmi_request(handle: int, line: str, seconds: float) -> bytes:
    """Send a line to the process manager and return its reply; empty after the timeout."""
    os.write(handle, line.encode() + b"\n")
    received, end = b"", time.monotonic() + seconds
    while not received.endswith(b"\n"):
        if not select.select([handle], [], [], max(end - time.monotonic(), 0))[0]:
            return b""
        chunk = os.read(handle, 4096)
        if not chunk:
            raise OSError("the process manager is gone")
        received += chunk
    return received


def load(seconds: float = 1800) -> Any:
    """Return `mpi4py.MPI`, initialized; raise RuntimeError with the pip command if it or MPI is missing."""
    if MPIState.mpi is None:
        try:
            import mpi4py

            mpi4py.rc.initialize = False
            mpi4py.rc.finalize = False
            from mpi4py import MPI
        except (ImportError, RuntimeError) as error:
            raise RuntimeError(f"torch.distributed with several processes runs on MPI, which cannot be loaded ({error}): "
                               f"{ADVICE}") from None
        if not MPI.Is_initialized():
            os.environ.setdefault("OMPI_MCA_osc", "^ucx")  # Open MPI's UCX windows are not used, and warn when created
            with interruptible(), _exit_after(seconds + 5):
                _wait_for_all_ranks(seconds)
                MPI.Init_thread(MPI.THREAD_MULTIPLE)
            _register_finalizer()
            _record_exit_code()
        MPIState.mpi = MPI
    return MPIState.mpi


def world(rank: int, size: int, store: Store | None, seconds: float = 1800) -> Any:
    """The communicator of all ranks; the process joins MPI first if necessary."""
    if launcher_ranks() is None and MPIState.mpi is None:
        if not is_installed():
            load()
        if store is None:
            raise RuntimeError("init_process_group: no store to find the other processes by")
        _join_as_rank(rank, size, store)
    comm = load(seconds).COMM_WORLD
    with interruptible():
        unlink_shared_memory(comm)
    if comm.size != size:
        raise RuntimeError(f"init_process_group: world_size={size}, and MPI has {comm.size} ranks in this job: start it with "
                           f"`mpiexec -n {size}` or `torchrun --nproc-per-node={size}`, and keep the size when a group is made again")
    # The program's ranks may differ from the launcher's.
    return comm.Split(0, rank)


def unlink_shared_memory(comm: Any) -> None:
    """Unlink MPI's shared memory, which all ranks of this host have open now, so that a killed job leaves no files."""
    comm.Barrier()
    with contextlib.suppress(OSError):  # no /proc
        for line in Path("/proc/self/maps").read_text().splitlines():
            name = line[line.find("/"):]
            if name.startswith("/dev/shm/mpich_shm_") and not name.endswith(" (deleted)"):
                with contextlib.suppress(OSError):  # already done by another rank
                    os.unlink(name)


def find_mpiexec() -> str:
    """The path of the launcher: beside this Python, else on the path."""
    beside = Path(sys.executable).parent / "mpiexec"
    path = os.environ.get("MINITORCH_COMPAT_MPIEXEC") or (str(beside) if beside.exists() else shutil.which("mpiexec"))
    if not path:
        raise RuntimeError(f"no `mpiexec` beside {sys.executable} or on the path: {ADVICE}")
    return path


def launcher_environment() -> dict[str, str]:
    """The environment for `mpiexec`, with the settings that Open MPI needs in containers, where users are root and cores are few."""
    return {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",
            "OMPI_MCA_rmaps_base_oversubscribe": "1", **os.environ}


def _join_as_rank(rank: int, size: int, store: Store) -> None:
    """Become a rank of an MPI job started by rank 0, as described above."""
    directory = Path(tempfile.mkdtemp(prefix="ranks-"))
    listener = socket.socket(socket.AF_UNIX)
    try:
        listener.bind(str(directory / "rank"))
        listener.listen(1)
        store.set(f"mpi/{rank}", json.dumps([socket.gethostname(), str(directory / "rank")]))
        starter = _start_stand_ins(size, store) if rank == 0 else None
        _replace_stand_in(listener, starter, store)
    finally:
        listener.close()
        shutil.rmtree(directory, ignore_errors=True)


def _start_stand_ins(size: int, store: Store) -> Any:
    addresses = [json.loads(store.get(f"mpi/{r}")) for r in range(size)]
    if len({host for host, _ in addresses}) > 1:
        raise RuntimeError("processes on several hosts that were not started by mpiexec cannot be joined: start them with mpiexec, srun or "
                           "torchrun (docs/distributed.md)")
    stand_in = str(Path(__file__).with_name("stand_in.py"))
    MPIState.launcher_errors = tempfile.TemporaryFile()  # noqa: SIM115 - mpiexec writes into it as long as it runs
    command = [find_mpiexec(), "-n", str(size), sys.executable, "-S", "-E", stand_in, *(path for _, path in addresses)]
    return subprocess.Popen(command, env=launcher_environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=MPIState.launcher_errors,
                            start_new_session=True)


def _replace_stand_in(listener: socket.socket, starter: Any, store: Store) -> None:
    """Replace the stand-in that connects."""
    listener.settimeout(0.5)
    end = time.monotonic() + min(store.timeout.total_seconds(), 300)
    while True:
        try:
            channel, _ = listener.accept()
            break
        except TimeoutError:
            has_failed = starter is not None and starter.poll() is not None
            if has_failed:
                MPIState.launcher_errors.seek(0)
                raise RuntimeError(f"mpiexec failed: {MPIState.launcher_errors.read().decode(errors='replace').strip()}") from None
            if time.monotonic() > end:
                raise RuntimeError("init_process_group: Timed out waiting for the other processes to be joined by MPI") from None
    channel.settimeout(60)
    data, handles, _, _ = socket.recv_fds(channel, 1 << 20, 4)
    while not data.endswith(b"\n"):
        data += channel.recv(1 << 20)
    environment = json.loads(data)
    if handles:
        environment["PMI_FD"] = str(handles[0])
    os.environ.update(environment)
    # The stand-in ends when the system closes this at exit, after MPI has disconnected from its process manager.
    channel.detach()
    MPIState.joined = True


def _register_finalizer() -> None:
    """Register `_finalize_or_abort`; children of multiprocessing do not always run `atexit` functions."""
    import multiprocessing
    import multiprocessing.util

    atexit.register(_finalize_or_abort)
    if multiprocessing.parent_process() is not None:
        multiprocessing.util.Finalize(None, _finalize_or_abort, exitpriority=-100)


def _record_exit_code() -> None:
    """Make an uncaught exception, or `sys.exit` with a code, end the whole job: the other ranks would wait for this one."""
    original_excepthook, original_exit = sys.excepthook, sys.exit

    def excepthook(kind: Any, error: Any, trace: Any) -> None:
        original_excepthook(kind, error, trace)
        MPIState.exit_code = 130 if issubclass(kind, KeyboardInterrupt) else 1

    def exit_with_code(code: Any = None) -> Any:
        MPIState.exit_code = code if isinstance(code, int) else 0 if code is None else 1
        original_exit(code)

    sys.excepthook, sys.exit = excepthook, exit_with_code


def _finalize_or_abort() -> None:
    """Finalize MPI at exit together with all ranks, or abort all of them after a failure."""
    mpi = MPIState.mpi
    if mpi is None or mpi.Is_finalized() or MPIState.has_ended:
        return
    if sys.exc_info()[0] is not None and not issubclass(sys.exc_info()[0] or Exception, SystemExit):
        return  # a child of multiprocessing that is about to print its traceback and fail
    MPIState.has_ended = True
    if MPIState.exit_code or MPIState.failed_op:
        _abort(MPIState.exit_code or 1)
    if not _wait_for_all_exits(mpi.COMM_WORLD):
        print(f"torch.distributed: rank {mpi.COMM_WORLD.rank} has ended while others wait for it", file=sys.stderr)
        _abort(1)
    mpi.Finalize()


def _flush_output_to_launcher() -> None:
    """Wait until the launcher has read the output of this process: it discards the contents of its pipes when it ends a job."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # closed, or without a reader
            stream.flush()
    if sys.platform == "win32":
        return
    import fcntl
    import termios

    end = time.monotonic() + 2
    for handle in (1, 2):
        unread = array.array("i", [0])
        with contextlib.suppress(OSError):  # not a pipe
            if not stat.S_ISFIFO(os.fstat(handle).st_mode):
                continue
            while fcntl.ioctl(handle, termios.FIONREAD, unread) == 0 and unread[0] and time.monotonic() < end:
                time.sleep(0.005)
    time.sleep(0.1)  # time for the launcher to write it to its own output


def _abort(code: int) -> None:
    """Abort all ranks."""
    _flush_output_to_launcher()
    if MPIState.joined:  # the parent process sees this one fail, and ends the others
        os._exit(code)
    MPIState.mpi.COMM_WORLD.Abort(code)


def abort_before_connection(code: int) -> None:
    """Abort the job for a process that failed before it connected: MPICH's launcher and the other ranks would wait for it."""
    handle = os.environ.get("PMI_FD")
    if MPIState.mpi is not None or handle is None:
        return  # handled by `_finalize_or_abort`; other launchers end the job when a process fails
    _flush_output_to_launcher()
    with contextlib.suppress(OSError):
        for line in (_PMI_INIT, f"cmd=abort exitcode={code}"):
            os.write(int(handle), line.encode() + b"\n")
            time.sleep(0.05)


def _wait_for_all_exits(comm: Any) -> bool:
    """Wait until all ranks exit. Return False if one keeps announcing that it waits for this rank."""
    from .._groups import receive_announcements

    request, begin = comm.Ibarrier(), time.monotonic()
    while not request.Test():
        time.sleep(0.001)
        waits = receive_announcements()
        if waits and time.monotonic() - begin > 2.5:  # earlier announcements may be outdated
            return False
    return True
