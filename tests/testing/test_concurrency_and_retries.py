"""Threads of a test, and tests that are repeated."""
from __future__ import annotations

import unittest

import pytest

from minitorch_compat.testing._internal.common_utils import find_free_port, retry, run_concurrently


def test_threads_meet_and_report() -> None:
    seen: list[int] = []
    run_concurrently(lambda x, y: seen.append(x + y), 3, (1,), {"y": 2})
    run_concurrently([lambda: seen.append(0)])
    assert seen == [3, 3, 3, 0]
    with pytest.raises(ValueError, match="bad"):
        run_concurrently(_raise, 2)


def _raise() -> None:
    raise ValueError("bad")


def test_repetitions() -> None:
    calls: list[int] = []

    @retry(KeyError, tries=3, delay=0)
    def sometimes() -> int:
        calls.append(1)
        if len(calls) < 3:
            raise KeyError("no")
        return len(calls)

    assert sometimes() == 3
    with pytest.raises(unittest.SkipTest):
        retry(ValueError, tries=2, delay=0, skip_after_retries=True)(_raise)()
    assert 0 < find_free_port() < 65536
