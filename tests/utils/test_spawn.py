"""Failing processes of `torch.multiprocessing.spawn`."""
from __future__ import annotations

import os
import pickle
import sys
import time

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


def test_spawn_spawns_whatever_start_method_is_named() -> None:
    with pytest.warns(FutureWarning, match=r"only supports start_method=spawn \(got: fork\)"):
        context = mp.spawn(raises, (5,), nprocs=1, join=False, start_method="fork")
    assert type(context.processes[0]).__name__ == "SpawnProcess" and context.join(60)


def test_all_is_well() -> None:
    assert mp.start_processes(raises, (5,), nprocs=1, start_method="fork") is None


def test_a_process_that_fails_while_it_is_asked_about_is_told_of(tmp_path) -> None:  # type: ignore[no-untyped-def]
    class Ending:
        """Alive at the first two questions, failed from the third on."""
        pid, asked = 0, 0
        sentinel, write_end = os.pipe()

        @property
        def exitcode(self) -> int | None:
            self.asked += 1
            return None if self.asked <= 2 else 3

        def join(self, timeout: float | None = None) -> None:
            pass

    os.close(Ending.write_end)  # the sentinel says that it has ended
    try:
        context = mp.ProcessContext([Ending()], [str(tmp_path / "none")])
        with pytest.raises(mp.ProcessExitedException, match="exit code 3"):
            while not context.join():
                pass
    finally:
        os.close(Ending.sentinel)


class Ending:
    """A process that is at its end: what one waits for is ready, its exit code comes a moment later."""

    def __init__(self, code: int, asked: int) -> None:
        self.sentinel, end = os.pipe()
        os.close(end)
        self.pid, self._code, self._asked = 1, code, asked

    @property
    def exitcode(self) -> int | None:
        self._asked -= 1
        return None if self._asked >= 0 else self._code

    def join(self, timeout: float | None = None) -> None:
        self._asked = 0


class Running(Ending):
    """One that runs until it is told to end."""

    def __init__(self) -> None:
        super().__init__(-15, 10**9)
        self.sentinel, self.end = os.pipe()

    def terminate(self) -> None:
        self._asked = 0


@pytest.mark.parametrize("asked", range(4))
def test_a_process_that_fails_between_two_looks_is_seen(asked: int) -> None:
    failed, other = Ending(3, asked), Running()
    context = mp.ProcessContext([other, failed], ["", ""])
    begin = time.monotonic()
    with pytest.raises(mp.ProcessExitedException, match="process 1 terminated with exit code 3"):
        for _ in range(10):
            context.join(timeout=10)  # waiting for the other would take that long
    assert time.monotonic() - begin < 8
    for handle in (failed.sentinel, other.sentinel, other.end):
        os.close(handle)


def naps(i: int) -> None:
    if i == 1:
        raise ValueError("boom")
    time.sleep(0.3)


@pytest.mark.skipif(sys.platform == "win32", reason="no fork server")
def test_a_fork_server_is_no_dead_parent() -> None:
    assert mp.start_processes(raises, (5,), nprocs=2, start_method="forkserver") is None


def test_the_others_may_end_by_themselves_in_the_grace_period() -> None:
    context = mp.start_processes(naps, nprocs=2, join=False, start_method="fork")
    assert context is not None
    assert sorted(context.sentinels.values()) == [0, 1]
    with pytest.raises(mp.ProcessRaisedException, match="boom"):
        while not context.join(grace_period=60):
            pass
    assert context.processes[0].exitcode == 0 and not context.sentinels
