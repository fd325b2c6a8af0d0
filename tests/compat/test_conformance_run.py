"""A conformance run as users see it: progress, Ctrl-C, wrong selections, the page."""
from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from compat_tests import conformance_run, report
from compat_tests.judging.scoring import ASPECTS
from tests.compat.test_run import ROOT

SUITE = [sys.executable, "-m", "minitorch_compat", "conformance"]


def test_every_aspect_is_explained() -> None:
    assert report.MEANINGS.keys() == set(ASPECTS)


@pytest.mark.parametrize(("pattern", "said"), [("(", "is no regular expression"), ("no_such_case_at_all", "no case is found by")])
def test_wrong_selections(pattern: str, said: str) -> None:
    done = subprocess.run([*SUITE, "--select", pattern], capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_a_small_run(tmp_path: Path) -> None:
    """All kinds in one plan; the report opens with the counts and the versions; the page can be searched."""
    select = r"^(sin|matrix_exp)$|name torch\.nn\.Linear$"
    done = subprocess.run([*SUITE, "--select", select, "--report", "html", "--out", str(tmp_path / "a.html")],
                          capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    first = re.search(r"^([\d,]+) of ([\d,]+) agree, (\d+) known differences?, 0 new$", done.stderr, re.M)
    assert first is not None and re.search(r"minitorch_compat \S+, PyTorch \S+ \(recorded\), Python \S+, numpy ", done.stderr)
    page = (tmp_path / "a.html").read_text()
    assert '<input id="search"' in page and '<tr data-name="matrix_exp">' in page and "<dt>gradgrad</dt>" in page
    if first[3] != "0":  # of what differs there are the sample and both answers
        assert "expected" in page and "got" in page and "input" in page


def test_plan_and_costs() -> None:
    tasks = conformance_run.plan(re.compile("^sin$|program |name torch.nn.Linear$"))
    assert {task.kind for task in tasks} == {"op", "program", "name"} and all(task.cost > 0 for task in tasks)
    assert conformance_run.plan(re.compile("no_such_case_at_all")) == []


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress() -> None:
    clock = iter(range(0, 1000, 5))
    plain = io.StringIO()
    told = conformance_run.Progress(8, plain, lambda: next(clock))
    for number in range(8):
        told.step(1, f"op {number}")
    told.close()
    lines = plain.getvalue().splitlines()
    assert lines[0] == " 25%, 30 s left: op 1" and lines[-1].startswith("100%") and "\r" not in plain.getvalue()
    terminal = Terminal()
    told = conformance_run.Progress(2, terminal, lambda: next(clock))
    told.step(1, "op sin")
    assert terminal.getvalue().startswith("\r[####################....................]  50%")


@pytest.mark.skipif(os.name == "nt", reason="Windows cannot hold a signal back")
def test_an_interrupt_while_processes_start_is_not_lost(request: pytest.FixtureRequest) -> None:
    # A shell without job control has what it starts in the background ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))
    with pytest.raises(KeyboardInterrupt), conformance_run._ignored_by_children():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.05)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal between processes")
def test_an_interrupted_run_ends_at_once_and_tells_what_ran() -> None:
    select = "^(sin|cos|tan|exp|log|sqrt|add|mul|sub|div|nn.functional.conv.*|linalg.*)$"
    process = subprocess.Popen([*SUITE, "--select", select, "--jobs", "2"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT, start_new_session=True)
    assert process.stderr is not None and process.stderr.readline().startswith("measuring ")
    time.sleep(3)
    began = time.monotonic()
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to the whole group
    _, errors = process.communicate(timeout=60)
    if process.returncode == 0:
        pytest.skip("it had come to its end")
    assert process.returncode == 130 and "stopped: the report has what ran until then" in errors and "Traceback" not in errors
    assert time.monotonic() - began < 10  # 2 s on an idle machine
