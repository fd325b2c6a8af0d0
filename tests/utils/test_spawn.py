"""Processes of `torch.multiprocessing.spawn` that fail."""
from __future__ import annotations

import pickle
import sys

import pytest

from minitorch_compat import multiprocessing as mp


def raises(i: int, wanted: int) -> None:
    if i == wanted:
        raise ValueError("boom")


def leaves(i: int) -> None:
    sys.exit(3)


def test_an_exception_is_told_with_its_traceback() -> None:
    with pytest.raises(mp.ProcessRaisedException, match=r"Process 1 .* following error:(.|\n)*ValueError: boom") as caught:
        mp.spawn(raises, (1,), nprocs=2)
    assert isinstance(caught.value, mp.ProcessException) and caught.value.error_index == 1
    assert pickle.loads(pickle.dumps(caught.value)).error_pid == caught.value.error_pid


def test_an_exit_code() -> None:
    with pytest.raises(mp.ProcessExitedException, match="process 0 terminated with exit code 3") as caught:
        mp.start_processes(leaves, nprocs=1, start_method="fork")
    assert caught.value.exit_code == 3 and caught.value.signal_name is None


def test_all_is_well() -> None:
    assert mp.start_processes(raises, (5,), nprocs=1, start_method="fork") is None
