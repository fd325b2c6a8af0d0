"""A plugin of pytest that writes each outcome as it comes, a line of JSON each, to the file that `OUTCOMES` names, so that a run
that is stopped has recorded all finished tests. A test that takes longer than `OUTCOME_SECONDS` is stopped, and its outcome is "slow".

It imports nothing but pytest: `suites` runs it in interpreters that have neither this folder nor the package.
"""
from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

RANKS = ("passed", "skipped", "failure", "error", "slow")
found: dict[str, tuple[str, str]] = {}


class TooSlow(BaseException):
    """Raised in a test that takes too long; not caught by `except Exception`."""


def _stop(_signal: int, _frame: object) -> None:
    raise TooSlow("the time for one test is up")


def _write(test: str, kind: str, message: str) -> None:
    """A test's worst outcome counts, of its set-up, its call and its clean-up, which are reported separately."""
    if test in found and RANKS.index(kind) <= RANKS.index(found[test][0]):
        return
    found[test] = kind, message
    with open(os.environ["OUTCOMES"], "a", encoding="utf-8") as file:
        file.write(json.dumps([test, kind, message]) + "\n")


def _last_words(report: Any) -> str:
    said = getattr(report.longrepr, "reprcrash", None)
    text = said.message if said is not None else str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines[0] if said is not None else lines[-1]) if lines else ""


def pytest_collectreport(report: Any) -> None:
    if report.failed:
        _write(report.nodeid, "error", _last_words(report))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: Any) -> Iterator[None]:
    signal.signal(signal.SIGALRM, _stop)
    signal.alarm(int(os.environ.get("OUTCOME_SECONDS", "0")))
    try:
        return (yield)
    finally:
        signal.alarm(0)


def pytest_runtest_logreport(report: Any) -> None:
    if report.when == "call" and report.passed:
        _write(report.nodeid, "passed", "")
    elif report.skipped:
        _write(report.nodeid, "skipped", _last_words(report))
    elif report.failed:
        message = _last_words(report)
        kind = "slow" if "TooSlow" in message else "failure" if report.when == "call" else "error"
        _write(report.nodeid, kind, message)
