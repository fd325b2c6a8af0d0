"""`docs/examples/digits_ddp.py`: it runs by one command, and its checkpoints can be exchanged with PyTorch."""
from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from minitorch_compat.distributed._transport import mpi as _mpi

ROOT = Path(__file__).parents[2]
SCRIPT = str(ROOT / "docs" / "examples" / "digits_ddp.py")
ORACLE = os.environ.get("MINITORCH_COMPAT_ORACLE") or None
pytestmark = pytest.mark.skipif(find_spec("mpi4py") is None, reason="mpi4py is not installed: pip install '.[mpi]'")


def here(*arguments: str) -> list[float]:
    """The losses of the script in two ranks."""
    command = [_mpi.find_mpiexec(), "-n", "2", sys.executable, "-m", "minitorch_compat", SCRIPT, *arguments]
    done = subprocess.run(command, cwd=ROOT, env={**_mpi.launcher_environment(), "OMP_NUM_THREADS": "1"}, capture_output=True, text=True,
                          timeout=90)
    assert done.returncode == 0, done.stderr
    return losses(done.stdout)


def there(*arguments: str) -> list[float]:
    """The same with PyTorch."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = str(s.getsockname()[1])
    environment = {**os.environ, "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": port, "WORLD_SIZE": "2", "OMP_NUM_THREADS": "1",
                   "GLOO_SOCKET_IFNAME": "lo"}
    ranks = [subprocess.Popen([str(ORACLE), SCRIPT, *arguments], env={**environment, "RANK": str(r)}, stdout=subprocess.PIPE, text=True)
             for r in range(2)]
    told = [rank.communicate(timeout=120)[0] for rank in ranks]
    assert [rank.returncode for rank in ranks] == [0, 0]
    return losses(told[0])


def losses(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"loss ([\d.]+)", text)]


def test_the_example_learns_and_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    first = here("--epochs", "2", "--save", str(tmp_path / "run"))
    second = here("--epochs", "1", "--load", str(tmp_path / "run"))
    assert first[0] > first[1] > second[0] > 0 and len(first) == 2
    assert (tmp_path / "run" / ".metadata").exists()


@pytest.mark.skipif(ORACLE is None, reason="MINITORCH_COMPAT_ORACLE does not name a Python with PyTorch")
def test_checkpoints_go_to_pytorch_and_back(tmp_path: Path) -> None:
    ours, theirs = (str(tmp_path / name) for name in ("ours", "theirs"))
    assert here("--epochs", "2", "--save", ours) == pytest.approx(there("--epochs", "2", "--save", theirs), rel=1e-3)
    assert here("--epochs", "1", "--load", theirs) == pytest.approx(there("--epochs", "1", "--load", ours), rel=1e-3)


def printed_numbers(command: list[str]) -> list[float]:
    """The numbers that a program prints, within a limit on its time."""
    environment = {**_mpi.launcher_environment(), "OMP_NUM_THREADS": "1", "GLOO_SOCKET_IFNAME": "lo"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return [float(number) for number in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", done.stdout)]


@pytest.mark.skipif(ORACLE is None, reason="MINITORCH_COMPAT_ORACLE does not name a Python with PyTorch")
def test_a_program_that_spawns_its_ranks_prints_what_it_prints_on_pytorch() -> None:
    path = str(ROOT / "compat_tests" / "distributed" / "examples" / "toy_spawned.py")
    ours = printed_numbers([sys.executable, "-m", "minitorch_compat", path])
    assert len(ours) == 33 and ours == pytest.approx(printed_numbers([str(ORACLE), path]), rel=1e-6)
