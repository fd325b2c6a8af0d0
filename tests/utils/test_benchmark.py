"""`torch.utils.benchmark`; texts as PyTorch formats them for the same times."""
from __future__ import annotations

import pickle
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.utils import benchmark


def make_measurement(seconds: float, threads: int = 1, **names: Any) -> benchmark.Measurement:
    task = benchmark.TaskSpec(stmt=names.pop("stmt", "x+y"), setup="pass", num_threads=threads, **names)
    return benchmark.Measurement(10, [seconds * 10 * f for f in (1, 1.02, 0.99, 1.01)], task)


def test_timers_time() -> None:
    timer = benchmark.Timer("x + 1", "x = torch.ones(n)", globals={"n": 3}, label="sum", num_threads=1)
    once = timer.timeit(20)
    assert once.number_per_run == 20 and len(once.raw_times) == 1 and once.median > 0
    assert len(timer.blocked_autorange(min_run_time=0.01).raw_times) > 0 and timer.adaptive_autorange(max_run_time=0.05).median > 0
    assert pickle.loads(pickle.dumps(once)).task_spec == once.task_spec
    with pytest.raises(NotImplementedError):
        timer.repeat()
    with pytest.raises(ValueError, match="Invalid language"):
        benchmark.Timer(language="fortran")
    with pytest.raises(torch.UnsupportedError):
        benchmark.Timer(language="c++")
    with pytest.raises(NameError):
        benchmark.Timer("nowhere").timeit(1)
    assert benchmark.Timer("    x = 1\n    y = 2\n")._task_spec.stmt == "x = 1\ny = 2"


def test_what_a_measurement_says() -> None:
    told = repr(make_measurement(2e-3, label="lab", sub_label="sub", description="desc")).splitlines()[1:]
    assert told == ["lab: sub", "desc", "  Median: 2.01 ms", "  IQR:    0.03 ms (2.00 to 2.02)",
                    "  4 measurements, 10 runs per measurement, 1 thread"]
    wide = benchmark.Measurement(1, [1.0, 2.0, 3.0], benchmark.TaskSpec("a", "b"))
    assert repr(wide).splitlines()[1:] == [
        "a", "setup: b", "  Median: 2.00 s", "  3 measurements, 1 runs per measurement, 1 thread",
        "  WARNING: Interquartile range is 50.0% of the median measurement.",
        "           This suggests significant environmental influence."]
    assert wide.has_warnings and make_measurement(1e-5).significant_figures == 2 and not make_measurement(1e-5).has_warnings


TABLE = """\
[----------- Lab ------------]
          |    d1    |    d2  
1 threads: -------------------
      s1  |    10.1  |    20.1
      s2  |   301.5  |   603.0
4 threads: -------------------
      s1  |    40.2  |    80.4
      s2  |  1206.0  |  2412.0

Times are in microseconds (us).
"""  # noqa: W291

TRIMMED = """\
[--------- Lab ----------]
          |   d1   |   d2 
1 threads: ---------------
      s1  |    10  |    20
      s2  |   300  |   600
4 threads: ---------------
      s1  |    40  |    80
      s2  |  1200  |  2400

Times are in microseconds (us).
"""  # noqa: W291

MARKED = """\
[--------------- A ----------------]
           |   q    |        z      
1 threads: -------------------------
      x+y  |  10.1  |               
      st   |        |  20.0 (! 200%)

Times are in microseconds (us).
(! XX%) Measurement has high variance, where XX is the IQR / median * 100.
"""  # noqa: W291


def test_tables() -> None:
    results = [make_measurement(x * f * t, t, label="Lab", sub_label=s, description=d) for t in (1, 4) for s, f in (("s1", 1), ("s2", 30))
               for d, x in (("d1", 1e-5), ("d2", 2e-5))]
    table = benchmark.Compare(results)
    assert str(table) == TABLE
    table.trim_significant_figures()
    assert str(table) == TRIMMED
    table.colorize()
    assert str(table).splitlines()[3] == ("      s1  |  \x1b[92m\x1b[1m  10\x1b[0m\x1b[0m  |  \x1b[92m\x1b[1m  20\x1b[0m\x1b[0m")
    table.colorize(rowwise=True)
    assert str(table).splitlines()[3] == ("      s1  |  \x1b[92m\x1b[1m  10\x1b[0m\x1b[0m  |  \x1b[2m\x1b[91m  20\x1b[0m\x1b[0m")


def test_marked_tables() -> None:
    varied = benchmark.Measurement(1, [1e-5, 2e-5, 9e-5], benchmark.TaskSpec("st", "s", label="A", description="z"))
    table = benchmark.Compare([make_measurement(1e-5, label="A", description="q"), varied])
    table.highlight_warnings()
    assert str(table) == MARKED


def test_units() -> None:
    assert [benchmark.select_unit(t)[0] for t in (1e-5, 2e-3, 5.0, 1e-8)] == ["us", "ms", "s", "ns"]
    assert benchmark.unit_to_english("us") == "microsecond" and benchmark.trim_sigfig(1234.567, 3) == 1230.0
    assert [len(m.raw_times)
            for m in benchmark.Measurement.merge([make_measurement(1e-5), make_measurement(1e-5), make_measurement(1e-5, 4)])] == [8, 4]
