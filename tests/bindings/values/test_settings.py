"""Settings are honoured or refused. The expected results are PyTorch's."""
from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.execution import blas_threads
from minitorch_compat.utils.data import DataLoader, Dataset


class Threads(Dataset[int]):
    def __len__(self) -> int:
        return 2

    def __getitem__(self, index: int) -> int:
        return torch.get_num_threads()


def test_threads() -> None:
    before = torch.get_num_threads()
    try:
        for count in (2, 1):
            torch.set_num_threads(count)
            assert torch.get_num_threads() == count and blas_threads.blas_threads() in (count, -1)
    finally:
        torch.set_num_threads(before)
    for wrong in (0, -1):
        with pytest.raises(RuntimeError, match="expects a positive integer"):
            torch.set_num_threads(wrong)
    with pytest.raises(ValueError, match="Overflow when unpacking long"):
        torch.set_num_threads(2**65)


def test_threads_that_cannot_be_set_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "_find_functions", lambda: None)
    before = torch.get_num_threads()
    with pytest.warns(UserWarning, match="Set OMP_NUM_THREADS before Python is started"):
        torch.set_num_threads(1)
    monkeypatch.undo()
    torch.set_num_threads(before)


def test_workers_use_one_thread() -> None:
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        assert [batch.tolist() for batch in DataLoader(Threads(), num_workers=1)] == [[1], [1]]
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def test_interop_threads_are_set_once() -> None:
    code = """
import minitorch_compat as torch
torch.set_num_interop_threads(3)
assert torch.get_num_interop_threads() == 3
try:
    torch.set_num_interop_threads(2)
except RuntimeError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "cannot set number of interop threads after" in done.stdout


def test_denormal_numbers() -> None:
    small = torch.tensor([1e-38])
    if not torch.set_flush_denormal(True):  # where the system cannot be told
        assert (small * 1e-2).item() != 0
        return
    try:
        assert (small * 1e-2).item() == 0 and torch.tensor([1e-42]).mul(1).item() == 0
        assert (torch.tensor([1e-308], dtype=torch.float64) * 1e-3).item() == 0
    finally:
        assert torch.set_flush_denormal(False)
    assert (small * 1e-2).item() != 0


@pytest.mark.parametrize("made", [
    lambda: torch.empty(2), lambda: torch.empty_like(torch.ones(2)), lambda: torch.empty_strided((2,), (1,)), lambda: torch.Tensor(2),
    lambda: torch.ones(1).new_empty(2), lambda: torch.empty_permuted((2,), (0,)), lambda: torch.ones(0).resize_(2),
], ids=["empty", "empty_like", "empty_strided", "Tensor", "new_empty", "empty_permuted", "resize_"])
def test_memory_is_filled_where_all_is_to_be_deterministic(made: Any) -> None:
    torch.use_deterministic_algorithms(True)
    try:
        assert made().isnan().all()
    finally:
        torch.use_deterministic_algorithms(False)


@pytest.mark.parametrize(("space", "name", "value", "words"), [
    ("cudnn", "enabled", 3, "set_enabled_cudnn expects a bool, but got int"), ("cudnn", "benchmark", 1, "expects a bool"),
    ("mkldnn", "enabled", "x", "set_enabled_mkldnn expects a bool, but got str"), ("quantized", "engine", "nope", "not a valid value"),
    ("cudnn", "fp32_precision", "nope", "Unknown precision: nope"), ("mkldnn.matmul", "fp32_precision", "nope", "Unknown precision"),
    ("cuda.matmul", "fp32_precision", "nope", "Unknown precision"), ("", "fp32_precision", "nope", "Unknown precision"),
])
def test_switches_refuse_what_they_do_not_know(space: str, name: str, value: Any, words: str) -> None:
    module: Any = torch.backends
    for part in filter(None, space.split(".")):
        module = getattr(module, part)
    before = getattr(module, name)
    with pytest.raises(RuntimeError, match=words):
        setattr(module, name, value)
    assert getattr(module, name) == before


def test_switches_for_a_block() -> None:
    cudnn, mkldnn = torch.backends.cudnn, torch.backends.mkldnn
    with cudnn.flags(enabled=False, benchmark=True), mkldnn.flags(enabled=True, fp32_precision="bf16"):
        assert (cudnn.enabled, cudnn.benchmark, mkldnn.enabled, mkldnn.fp32_precision) == (False, True, True, "bf16")
    assert (cudnn.enabled, cudnn.benchmark, mkldnn.fp32_precision) == (True, False, "none")
    with torch.backends.mkl.verbose(0):
        pass
    with pytest.raises(AssertionError, match="Failed to set MKL into verbose mode"):
        torch.backends.mkl.verbose(1).__enter__()


def test_the_precision_of_products_has_two_names() -> None:
    matmul: Any = torch.backends.cuda.matmul
    assert matmul.allow_tf32 is False
    try:
        matmul.allow_tf32 = True
        assert torch.get_float32_matmul_precision() == "high"
        torch.set_float32_matmul_precision("highest")
        assert matmul.allow_tf32 is False
    finally:
        torch.set_float32_matmul_precision("highest")
    with pytest.raises(AttributeError, match="Unknown attribute"):
        matmul.allow_everything = True
    with torch.backends.mkldnn.verbose(0), pytest.raises(AssertionError, match="verbose mode"):
        torch.backends.mkldnn.verbose(1).__enter__()
    assert torch.backends.opt_einsum.get_opt_einsum() is None


def _precisions() -> list[str]:
    b = torch.backends
    parts = b, b.mkldnn, b.mkldnn.matmul, b.mkldnn.conv, b.cuda.matmul, b.cudnn, b.cudnn.conv, b.cudnn.rnn
    return [part.fp32_precision for part in parts]


def test_precisions_are_read_back_as_they_are_linked() -> None:
    from minitorch_compat._bindings.settings import float32_precision

    before, b = dict(float32_precision._SET), torch.backends
    float32_precision._SET.clear()
    try:
        assert _precisions() == ["none"] * 6 + ["tf32"] * 2
        for value in ("ieee", "tf32"):
            b.fp32_precision = value
            assert _precisions() == [value] * 8
        b.mkldnn.fp32_precision = "bf16"  # which is the general one
        assert _precisions() == ["bf16"] * 4 + ["none"] * 4
        b.fp32_precision = "none"
        b.cudnn.fp32_precision = "ieee"
        assert _precisions() == ["none"] * 4 + ["ieee"] * 4
        b.cudnn.fp32_precision = "none"
        b.cudnn.conv.fp32_precision = "none"
        assert _precisions() == ["none"] * 7 + ["tf32"]
        torch.set_float32_matmul_precision("medium")
        assert (b.mkldnn.matmul.fp32_precision, b.cuda.matmul.fp32_precision) == ("bf16", "tf32")
        for part in b.cudnn, b.cudnn.conv, b.cuda.matmul:
            with pytest.raises(RuntimeError, match="backend 'cuda' does not support precision 'bf16'"):
                part.fp32_precision = "bf16"
    finally:
        torch.set_float32_matmul_precision("highest")
        float32_precision._SET.clear()
        float32_precision._SET.update(before)
