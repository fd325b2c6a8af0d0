"""Freed arrays stay with the process on glibc, unless the environment says no."""
from __future__ import annotations

import platform
import subprocess
import sys

import pytest

# Two arrays alive, then freed, over and over, as a training step does: 5 * 8 MB are 10,000 pages, if they come from the system.
_PROGRAM = """
import resource
import numpy as np
import minitorch_compat
def step():
    arrays = [np.ones(1 << 18, np.float64) for _ in range(4)]
step()
before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(5):
    step()
print(resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before)
"""


def _faults(switch: str) -> int:
    environment = {"MINITORCH_COMPAT_KEEP_MEMORY": switch, "PYTHONPATH": ":".join(sys.path)}
    done = subprocess.run([sys.executable, "-c", _PROGRAM], env=environment, check=True, capture_output=True, text=True)
    return int(done.stdout)


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="other C libraries decide by themselves")
def test_memory_is_kept_unless_switched_off() -> None:
    kept, returned = _faults("1"), _faults("0")
    assert kept < 500
    assert returned > 2 * kept
