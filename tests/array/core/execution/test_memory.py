"""Freed arrays stay with the process on glibc, and in huge pages on Linux, unless the environment forbids it."""
from __future__ import annotations

import platform
import subprocess
import sys
from pathlib import Path

import pytest

# Two arrays alive, then freed, over and over, as a training step does: 5 * 8 MB are 10,000 pages, if they come from the system.
_PROGRAM = """
import resource
import numpy as np
import minitorch_compat
def step():
    arrays = [np.ones(SIZE, np.float64) for _ in range(4)]
step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


# Whether the mapping in which an array of 1 MB lies was recommended for large pages.
_MAPPING = """
import minitorch_compat
import numpy as np
array = np.empty(1 << 20, np.uint8)
place, found = array.ctypes.data, False
for line in open("/proc/self/smaps"):
    if "-" in line.split()[0]:
        low, high = (int(end, 16) for end in line.split()[0].split("-"))
        found = low <= place < high
    elif found and line.startswith("VmFlags:"):
        print(int("hg" in line.split()))
"""


def _run(program: str, switch: str) -> int:
    environment = {"MINITORCH_COMPAT_KEEP_MEMORY": switch, "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", program], env=environment, check=True, capture_output=True, text=True)
    return int(done.stdout)


def _faults(switch: str, size: int) -> int:
    return _run(_PROGRAM.replace("SIZE", str(size)), switch)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries decide by themselves")
@pytest.mark.skipif(sys.maxsize < 1 << 32, reason="with 32 bits glibc gives back all blocks of more than 512 KB, whatever it is told")
@pytest.mark.parametrize("size", [1 << 18, 5 << 20])  # of 2 MB, and of 40 MB, which glibc by itself never keeps
def test_memory_is_kept_unless_switched_off(size: int) -> None:
    kept, returned = _faults("1", size), _faults("0", size)
    assert kept < 500
    assert returned > 2 * kept


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc" or not Path("/sys/kernel/mm/transparent_hugepage/enabled").exists(),
                    reason="large pages are Linux's, their place in the heap is glibc's")
def test_arrays_of_a_megabyte_lie_where_large_pages_were_asked_for() -> None:
    assert _run(_MAPPING, "1") == 1
    assert _run(_MAPPING, "0") == 0


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries decide by themselves")
def test_room_for_arrays_is_addresses_and_no_memory() -> None:
    # Pages of files are left out, and the least of three counts: how much of a library is mapped depends on who else uses it.
    resident = ("import minitorch_compat\nfor line in open('/proc/self/status'):\n"
                "    if line.startswith('RssAnon:'):\n        print(line.split()[1])")
    least = {room: min(_run(resident, room) for _ in range(3)) for room in ("1", "0")}
    assert least["1"] < least["0"] + 4096


@pytest.mark.skipif(platform.system() != "Linux", reason="limits are said in Linux's words")
def test_a_program_with_few_addresses_runs() -> None:
    limited = ("import resource\nimport numpy\n"
               "used = next(int(l.split()[1]) for l in open('/proc/self/status') if l.startswith('VmSize:'))\n"
               "resource.setrlimit(resource.RLIMIT_AS, ((used << 10) + (120 << 20),) * 2)\n"
               "import minitorch_compat as torch\nprint(int(torch.ones(1 << 20).sum()))")
    assert _run(limited, "1") == 1 << 20
