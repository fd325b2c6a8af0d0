"""How programs of several processes start, fail and end; each test starts real processes, with a time limit."""
from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from minitorch_compat.distributed._transport import mpi as _mpi

ROOT = Path(__file__).parents[2]
needs_mpi = pytest.mark.skipif(find_spec("mpi4py") is None, reason="mpi4py is not installed: pip install '.[mpi]'")
OURS = [sys.executable, "-m", "minitorch_compat"]


def run_to_end(command: list[str], seconds: float = 120, **environment: str) -> Any:
    """A finished process. One that does not end in time is ended with all that it started, which would answer to others else."""
    job = subprocess.Popen(command, cwd=ROOT, env={**_mpi.launcher_environment(), **environment}, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, start_new_session=True)
    try:
        out, err = job.communicate(timeout=seconds)
    except BaseException:
        os.killpg(job.pid, signal.SIGKILL)
        job.wait()
        raise
    return subprocess.CompletedProcess(command, job.returncode, out, err)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(autouse=True)
def no_shared_memory_is_left() -> Iterator[None]:
    """MPI's files in /dev/shm belong to nobody once a job has ended, however it did."""
    def files() -> set[str]:
        return {path.name for path in Path("/dev/shm").glob("mpich_shm_*")}

    before = files()
    yield
    end = time.monotonic() + 20  # a job elsewhere may be just beginning
    while files() - before and time.monotonic() < end:
        time.sleep(0.1)
    assert files() - before == set()


def program(tmp_path: Path, text: str) -> str:
    """A file with a program that has its group."""
    path = tmp_path / "program.py"
    path.write_text("import datetime, os, signal, sys, time\nimport torch\nimport torch.distributed as dist\n" + text)
    return str(path)


def mpiexec(n: int, path: str, *arguments: str, **environment: str) -> Any:
    """A program in n ranks."""
    return run_to_end([_mpi.find_mpiexec(), "-n", str(n), *OURS, path, *arguments], **environment)


FAULTS = """
how, rank = sys.argv[1], int(os.environ["RANK"])
if how == "early" and rank == 1:
    raise ValueError("planted")
if how == "absent" and rank == 1:
    time.sleep(60)
dist.init_process_group("gloo", timeout=datetime.timedelta(seconds=2 if how == "absent" else 60))
group = dist.new_group(timeout=datetime.timedelta(seconds=2)) if how == "away" else None
x = torch.ones(2)
dist.all_reduce(x)
if rank == 1:
    if how == "raise":
        raise ValueError("planted")
    if how == "exit":
        sys.exit(3)
    if how == "leave":
        sys.exit(0)
    if how == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if how == "away":
        time.sleep(60)
dist.all_reduce(x, group=group)
"""


@needs_mpi
@pytest.mark.parametrize(("how", "words"), [
    ("raise", "ValueError: planted"), ("early", "ValueError: planted"), ("exit", ""), ("kill", ""),
    ("leave", "has ended while others wait"), ("away", "Timed out waiting 2000ms for all_reduce on rank 0"),
    ("absent", "Timed out waiting 2000ms for init_process_group on rank 0"),
])
def test_a_rank_that_fails_ends_the_job(how: str, words: str, tmp_path: Path) -> None:
    begin = time.monotonic()
    done = mpiexec(2, program(tmp_path, FAULTS), how)
    assert done.returncode != 0 and words in done.stderr, done.stderr
    if words.startswith("ValueError"):
        assert done.stderr.lstrip().startswith("Traceback")
    assert time.monotonic() - begin < 60  # 10 s of which may be for the end; starting takes its time on a busy machine


@needs_mpi
def test_ctrl_c_ends_all(tmp_path: Path) -> None:
    path = program(tmp_path, 'dist.init_process_group()\nos.write(1, b"%d\\n" % os.getpid())\ntime.sleep(60)\n')
    job = subprocess.Popen([_mpi.find_mpiexec(), "-n", "2", *OURS, path], cwd=ROOT, env=_mpi.launcher_environment(), stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True)
    assert job.stdout is not None
    ranks = [int(job.stdout.readline()) for _ in range(2)]
    job.send_signal(signal.SIGINT)
    assert job.wait(15) != 0
    assert_gone(ranks)


def assert_gone(processes: list[int]) -> None:
    """These processes end within 10 s."""
    end = time.monotonic() + 10
    while time.monotonic() < end and any(Path(f"/proc/{pid}").exists() for pid in processes):
        time.sleep(0.1)
    assert [pid for pid in processes if Path(f"/proc/{pid}").exists()] == []


WAITING = """
import subprocess
import torch.multiprocessing as mp


def work(rank, url):
    dist.init_process_group("gloo", rank=rank, world_size=2, init_method=url)
    os.write(1, b"%d\\n" % os.getpid())
    x = torch.ones(1)
    while True:
        dist.all_reduce(x)


if __name__ == "__main__":
    mp.spawn(work, args=(sys.argv[1],), nprocs=2)
"""


@needs_mpi
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process that its parent has been killed")
@pytest.mark.parametrize(("number", "background"), [(signal.SIGINT, False), (signal.SIGKILL, False), (signal.SIGKILL, True)])
def test_spawned_processes_end_with_the_one_that_started_them(number: int, background: bool, tmp_path: Path) -> None:
    def as_a_shell_does() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN if background else signal.SIG_DFL)

    job = subprocess.Popen([*OURS, program(tmp_path, WAITING), f"tcp://127.0.0.1:{free_port()}"], cwd=ROOT, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, text=True, env=_mpi.launcher_environment(), start_new_session=True,
                           preexec_fn=as_a_shell_does)
    assert job.stdout is not None
    ranks = [int(job.stdout.readline()) for _ in range(2)]
    if number == signal.SIGINT:
        os.killpg(job.pid, number)  # as a terminal does
    else:
        job.send_signal(number)
    assert job.wait(15) != 0
    assert_gone(ranks)


SPAWNED = """
import torch.multiprocessing as mp


def work(rank, world, how, url):
    if url == "env://":
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=sys.argv[3])
    dist.init_process_group("gloo", rank=rank, world_size=world, init_method=url)
    x = torch.ones(1) * rank
    dist.all_reduce(x)
    if how == "raise" and rank == 1:
        raise ValueError("planted")
    if how == "raise":
        dist.all_reduce(x)
    print(f"rank {rank}: {x.item()}\\n", end="", flush=True)


if __name__ == "__main__":
    mp.spawn(work, args=(2, sys.argv[1], sys.argv[2]), nprocs=2)
"""


@needs_mpi
@pytest.mark.parametrize("scheme", ["env", "file"])  # tcp is what the tests beside this one use
def test_spawned_processes_are_joined(scheme: str, tmp_path: Path) -> None:
    url = {"env": "env://", "file": f"file://{tmp_path}/store"}[scheme]
    done = run_to_end([*OURS, program(tmp_path, SPAWNED), "ok", url, str(free_port())])
    assert done.returncode == 0 and "rank 0: 1.0" in done.stdout and "rank 1: 1.0" in done.stdout, done.stderr


@needs_mpi
def test_a_spawned_process_that_raises_ends_the_others(tmp_path: Path) -> None:
    done = run_to_end([*OURS, program(tmp_path, SPAWNED), "raise", f"tcp://127.0.0.1:{free_port()}"])
    assert done.returncode == 1 and "ValueError: planted" in done.stderr and "Process 1 terminated" in done.stderr


TOLD = """
dist.init_process_group()
names = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE", "GROUP_RANK")
print(f"{[os.environ[n] for n in names]} {dist.get_rank()} {dist.is_torchelastic_launched()} {sys.argv[1:]}\\n", end="", flush=True)
dist.barrier()
sys.exit(int(sys.argv[1]) if dist.get_rank() == 1 else 0)
"""


@needs_mpi
def test_torchrun(tmp_path: Path) -> None:
    path = program(tmp_path, TOLD)
    done = run_to_end([*OURS, "-m", "torch.distributed.run", "--nproc-per-node=2", path, "0", "--x"])
    assert done.returncode == 0, done.stderr
    assert sorted(done.stdout.splitlines()) == [f"['{r}', '{r}', '2', '2', '0'] {r} True ['0', '--x']" for r in range(2)]
    failed = run_to_end([*OURS, "-m", "torch.distributed.launch", "--nproc_per_node", "2", path, "3"])
    assert failed.returncode == 1 and "FAILED" in failed.stderr


def test_one_process_needs_no_mpi(tmp_path: Path) -> None:
    path = program(tmp_path, """
dist.init_process_group("gloo", rank=0, world_size=1, init_method=f"file://{sys.argv[1]}")
x = torch.arange(3.0)
dist.all_reduce(x)
every = [torch.zeros(3)]
dist.all_gather(every, x)
model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(3, 1))
model(x).sum().backward()
assert every[0].tolist() == [0, 1, 2] and model.module.weight.grad.tolist() == [[0, 1, 2]]
objects = [None]
dist.all_gather_object(objects, "a")
dist.destroy_process_group()
assert objects == ["a"] and not any(name.startswith("mpi4py") for name in sys.modules)
""")
    done = run_to_end([*OURS, path, str(tmp_path / "store")])
    assert done.returncode == 0, done.stderr


def test_without_the_extra_there_is_one_error_with_the_command(tmp_path: Path) -> None:
    path = program(tmp_path, """
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "mpi4py" else found(name, *rest)
sys.modules["mpi4py"] = None
dist.init_process_group("gloo", rank=0, world_size=2, init_method="tcp://127.0.0.1:1")
""")
    done = run_to_end([*OURS, path])
    assert done.returncode == 1 and 'RuntimeError: torch.distributed with several processes runs on MPI' in done.stderr
    assert 'pip install "minitorch-compat[mpi]"' in done.stderr


def test_what_is_not_there_says_so() -> None:
    import minitorch_compat as torch

    for use in (lambda: torch.distributed.fsdp.FullyShardedDataParallel(torch.nn.Linear(1, 1)), lambda: torch.distributed.rpc.init_rpc("a"),
                lambda: torch.distributed.pipelining.pipeline(None), lambda: torch.distributed.init_device_mesh("cpu", (1,)),
                lambda: torch.distributed.tensor.parallel.parallelize_module(None, None, None)):
        with pytest.raises(torch.UnsupportedError):
            use()


def test_a_launcher_of_several_hosts_is_refused() -> None:
    done = run_to_end([*OURS, "-m", "torch.distributed.run", "--nnodes=2", "x.py"], RANK="0")
    assert done.returncode == 1 and "docs/distributed.md" in done.stderr and os.path.exists(ROOT / "docs" / "distributed.md")
