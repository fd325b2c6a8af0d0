"""Every test draws the same numbers in every run; like PyTorch, the package seeds each process differently.

After every test, also a failed one, no level, mode or hook is open, and no name of torch installed.

Without the extra `bfloat16`, tests that need it are skipped with that reason.
"""
from __future__ import annotations

import gc
import importlib.util
import itertools
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from functools import partial

import pytest

import minitorch_compat as torch
from compat_tests.judging.invariants import close, left_open
from minitorch_compat._dispatch.state import ACTIVE

torch.manual_seed(0)  # for what test modules draw when they are imported
WITHOUT_BFLOAT16 = importlib.util.find_spec("ml_dtypes") is None


def pytest_configure(config: pytest.Config) -> None:
    """For the workers of this run, and the three hundred processes that its tests start."""
    if getattr(config.option, "numprocesses", None):
        # Each worker has a core: the threads of a BLAS would wait for those of the other worker's, in loops that take both cores.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if sys.dont_write_bytecode and "PYTHONPYCACHEPREFIX" not in os.environ:  # nobody needs to compile the same again
        place = tempfile.mkdtemp(prefix="bytecode")
        config.add_cleanup(partial(shutil.rmtree, place, ignore_errors=True))
        os.environ["PYTHONPYCACHEPREFIX"] = place
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@pytest.fixture(autouse=True)
def seeded_anew() -> Iterator[None]:
    torch.manual_seed(0)
    yield
    if ACTIVE:
        # An inference leaf lives as long as what holds it, which may be the traceback of an expected error: in a cycle, which ends when
        # the collector comes by, at another time on each Python. Until then the next tests' calls would not be the quick ones.
        gc.collect()
    left = left_open()
    if sys.modules.get("torch") is torch:
        left.append("`import torch` gives this package")
        while torch.is_active():
            torch.uninstall()
        sys.modules.pop("torch", None)
    if left:
        close()
        pytest.fail("left open: " + "; ".join(left))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests have the same names in every process: runs are compared by them, and shared between processes."""
    nameless = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if nameless:
        raise pytest.UsageError(f"ids with addresses in them: {', '.join(nameless)}")


def pytest_collection_finish() -> None:
    """What the collected tests consist of stays: the collector, which many tests call, need not look at it again each time."""
    gc.collect()
    gc.freeze()


#: After so many tests their reports, which pytest keeps, are set aside, too: at the end of a run these are most of all objects, and what
#: calls the collector, or asks it for the objects there are, would take ten times as long as alone.
REPORTS = 400
ENDED = itertools.count(1)


def pytest_runtest_logfinish() -> None:
    if next(ENDED) % REPORTS == 0:
        gc.collect()
        gc.freeze()


if WITHOUT_BFLOAT16:
    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call() -> Iterator[None]:
        try:
            return (yield)
        except torch.UnsupportedError as error:
            if error.name != "torch.bfloat16":
                raise
            pytest.skip("needs the extra 'bfloat16'")
