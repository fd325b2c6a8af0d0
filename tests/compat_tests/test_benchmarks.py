"""The benchmark harness: its statistics, and that each side runs and is compared."""
from __future__ import annotations

import json
import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat
from compat_tests.benchmarks import harness, report, worker
from compat_tests.benchmarks.__main__ import main
from compat_tests.benchmarks.harness import Result, Settings, Side
from compat_tests.benchmarks.workloads.every_group import WORKLOADS
from compat_tests.benchmarks.workloads.workload import Workload

QUICK = Settings(rounds=1, block_seconds=0.0005, round_seconds=0.001)


def test_a_round_counts_by_its_minimum_and_the_whole_by_the_median() -> None:
    assert harness.median_of_minima([[3.0, 1.0], [2.0, 9.0], [7.0, 8.0]]) == 2.0


def test_geometric_mean() -> None:
    assert report.geometric_mean([0.5, 2.0, 8.0]) == pytest.approx(2.0)
    assert math.isnan(report.geometric_mean([]))


def test_a_group_with_a_missing_workload_does_not_meet_its_goal() -> None:
    good = Result("overhead", "a", seconds={"ours": 1.0, "torch": 3.0})
    bad = Result("overhead", "b", seconds={}, errors={"ours": "UnsupportedError: b"})
    assert "| small calls | 1 | 1 | >= 2.0x, none below 0.8 | 3.00x PyTorch's speed, 0 below | yes |" in report.markdown([good])
    assert "no (1 missing)" in report.markdown([good, bad])
    assert report.missing_lines([good, bad]) == ["missing: b: UnsupportedError: b"]


def test_a_group_with_a_workload_below_the_floor_does_not_meet_its_goal() -> None:
    results = [Result("elementwise", name, seconds={"ours": 1.0, "torch": ratio}) for name, ratio in (("a", 9.0), ("b", 0.9))]
    assert report.GROUPS["elementwise"].judge(results, 1) == report.Verdict("2.85x PyTorch's speed, 1 below", False)
    assert report.GROUPS["elementwise"].judge(results, 2) == report.Verdict("2.85x PyTorch's speed, 0 below", True)


def test_each_number_of_threads_has_rows_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = [Result(group, "a", seconds={"ours": 1.0, "torch": ratio}, threads=threads)
               for group, ratio in (("softmax", 1.2), ("func", 3.0)) for threads in (1, 2)]
    text = report.markdown(results)
    assert "| 1 | 1 | >= 1.3x | 1.20x PyTorch's speed | no |" in text and "| 2 | 1 | >= 1.1x | 1.20x PyTorch's speed | yes |" in text
    assert "| all | 1 | 2 | >= 1.8x, none below 0.7 | 1.90x PyTorch's speed, 0 below | yes |" in text
    assert report.slowest_markdown(results, 1).splitlines()[2:] == ["| a | softmax | 1 | 1 s | 1.2 s | 1.20 |"]
    assert "### function transforms, 2 threads" in report.details(results)
    file = tmp_path / "figures.json"
    file.write_text(json.dumps({"results": [result.as_json() for result in results]}))
    main(["--from", str(file)])
    assert text in capsys.readouterr().out


def test_scale_is_judged_by_time_per_node() -> None:
    flat = [Result("scale", str(n), units=n, seconds={"ours": n * 2e-6}) for n in (10, 100)]
    steep = [*flat, Result("scale", "1000", units=1000, seconds={"ours": 3e-3})]
    assert report.scale(flat).met and not report.scale(steep).met


def test_tables_go_between_the_marks() -> None:
    text = f"before\n{report.MARKS[0]}\nold\n{report.MARKS[1]}\nafter\n"
    assert report.replace_measured(text, "new") == text.replace("old", "new")


def test_every_group_has_workloads() -> None:
    assert {workload.group for workload in WORKLOADS.values()} == set(report.GROUPS) - {"start"}


def test_a_workload_runs_in_a_process_of_its_own() -> None:
    side = Side("ours", sys.executable, QUICK)
    result = harness.measure(WORKLOADS["overhead/3 ops forward+backward"], [side], QUICK)
    assert not result.errors and 0 < result.seconds["ours"] < 1 and side.process is None


def test_time_may_be_that_of_the_process_alone() -> None:
    side = Side("ours", sys.executable, replace(QUICK, clock="cpu"))
    side.ask(do="load", key="overhead/zeros", seconds=0.001)
    command = Path(f"/proc/{side.process.pid}/environ")  # type: ignore[union-attr]
    assert not command.exists() or b"BENCHMARK_CLOCK=cpu" in command.read_bytes()
    assert 0 < side.ask(do="time")["seconds"] < 1
    side.close()


def test_what_is_compared_with_each_other_is_measured_in_turns_and_in_blocks_of_one_length() -> None:
    chosen = [WORKLOADS[f"scale/chain of {n} nodes"] for n in ("1,000", "10,000")]
    asked: list[tuple[str, float]] = []  # what, and the seconds that were answered

    class Noting(Side):
        def ask(self, **request: Any) -> dict[str, Any]:
            answer = super().ask(**request)
            asked.append((request.get("key", request["do"]), answer["seconds"]))
            return answer

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(harness, "Side", Noting)
        results = harness.measure_together(chosen, [Side("ours", sys.executable, QUICK)], replace(QUICK, rounds=1))
    assert [result.units for result in results] == [1000, 10000] and not any(result.errors for result in results)
    assert [what for what, _ in asked] == [chosen[1].key, chosen[0].key, *["time"] * 2 * QUICK.together]
    assert asked[1][1] > asked[0][1] / 4  # seconds of a block, give or take what else the machine does


def test_a_workload_that_is_not_there_is_reported_as_missing() -> None:
    result = harness.measure(Workload("overhead", "no such", lambda torch: None), [Side("ours", sys.executable, QUICK)], QUICK)  # type: ignore[arg-type,return-value]
    assert "KeyError" in result.errors["ours"] and not result.seconds


@pytest.mark.parametrize("key", [key for key, workload in WORKLOADS.items() if workload.group in (
    "autograd", "convolution", "sequences") or key.endswith((" 1e4", "1e4, no grad", "1e4, in place"))])
def test_a_workload_computes_something(key: str) -> None:
    found = worker.magnitude(WORKLOADS[key].build(minitorch_compat)())
    assert math.isfinite(found) and found
