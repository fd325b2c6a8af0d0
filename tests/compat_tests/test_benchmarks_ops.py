"""The benchmark of single ops: how samples are enlarged, which one is timed, and that a run produces a row."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from compat_tests.benchmarks import ops, ops_report, ops_samples
from compat_tests.benchmarks.ops import Row
from compat_tests.judging.portable import TensorRecord, contiguous_strides, tensors_in
from compat_tests.operations.probes import Sample
from compat_tests.record import tiers


def tensor(*shape: int) -> TensorRecord:
    data = np.random.default_rng(0).uniform(1, 2, shape).astype(np.float32)
    return TensorRecord("float32", shape, contiguous_strides(shape), data)


def shapes(sample: Sample) -> list[tuple[int, ...]]:
    return [r.data.shape for r in tensors_in(sample.arguments())]


@pytest.mark.parametrize(("strategy", "args", "expected"), [
    ("all dimensions", (tensor(5, 10), tensor(10, 1)), [(50, 100), (100, 1)]),
    ("first dimension", (tensor(5, 10), tensor(5)), [(500, 10), (500,)]),
    ("last dimension", (tensor(5, 10), tensor(5, 10)), [(5, 1000), (5, 1000)]),
    ("first dimension of the first tensor", (tensor(5, 10), tensor(5)), [(500, 10), (5,)]),
    ("spatial dimensions", (tensor(1, 2, 5, 5), tensor(2, 2, 3, 3)), [(1, 2, 50, 50), (2, 2, 3, 3)]),
    ("batch", (tensor(5, 10), tensor(10, 2)), [(100, 5, 10), (100, 10, 2)])])
def test_a_strategy_grows_what_belongs_together(strategy: str, args: tuple[TensorRecord, ...], expected: list[tuple[int, ...]]) -> None:
    grown = ops_samples.STRATEGIES[strategy](Sample(args[0], args[1:], {}), 5000)
    assert shapes(grown) == expected
    assert all(r.data.min() >= 0.99 and r.data.max() <= 2 for r in tensors_in(grown.arguments()))


def test_sizes_among_the_arguments_grow_too() -> None:
    grown = ops_samples.together_and_numbers(Sample(tensor(2, 8), ((8, 2),), {}), 1600)
    assert shapes(grown) == [(20, 80)] and grown.args == ((80, 20),)


def test_sorted_elements_stay_sorted() -> None:
    record = TensorRecord("float32", (4,), (1,), np.array([1, 2, 4, 8], np.float32))
    assert ops_samples.refill(record, (100,)).data.tolist() == sorted(ops_samples.refill(record, (100,)).data.tolist())


def test_every_entry_has_a_sample_to_time() -> None:
    for name in [*ops_samples.CALLS, "add", "linalg.cholesky", "nn.functional.conv2d", "view_as_real"]:
        assert name in tiers()
        assert name in ops_samples.CALLS or ops_samples.recorded(name)[1]


def test_both_directions_of_an_op_are_timed() -> None:
    rows = ops.run(ops.parse(["--select", "^(mul|argmax|arange)$", "--size", "16,2000", "--rounds", "1"]), None)
    assert [(r.name, r.size, r.backward) for r in rows if "ours" in r.seconds] == [
        *((name, size, backward) for name in ("arange", "mul") for size in (16, 2000) for backward in (False, True)
          if name == "mul" or not backward), ("argmax", 16, False), ("argmax", 2000, False)]
    assert all(1500 < r.elements <= 2600 for r in rows if r.size == 2000)


def test_tables() -> None:
    rows = [Row("a", 1, 16, False, 16, "recorded", {"ours": 1.0, "torch": 4.0}),
            Row("b", 1, 16, False, 16, "recorded", {"ours": 1.0, "torch": 1.0}),
            Row("c", 1, 100_000, False, 90_000, "batch", {"ours": 30.0, "torch": 1.0}),
            Row("d", 2, 100_000, False, 90_000, "batch", errors={"ours": "NotImplementedError: d"})]
    text = ops_report.figures(rows)
    assert "| 1 | 16 | forward | 2 | 2.00 | 0 | 1.000 |" in text
    assert "Slower than 1/20 of PyTorch's speed on large samples: 1." in text
    assert "- not timed: d at 100,000: ours: NotImplementedError: d" in text
    assert text.index("| c at 100,000 |") > text.index("| b at 16 |")


def test_figures_can_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops, "reference_python", lambda given: None)
    page, figures = tmp_path / "page.md", tmp_path / "all.json"
    page.write_text("x\n<!-- measured: begin -->\n<!-- measured: end -->\n")
    ops.main(["--select", "^neg$", "--size", "16", "--rounds", "1", "--write", str(page), "--json", str(figures)])
    assert "geometric mean" in page.read_text() and json.loads(figures.read_text())[0]["name"] == "neg"
    assert "neg" in capsys.readouterr().out
