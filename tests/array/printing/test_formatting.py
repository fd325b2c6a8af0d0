"""Texts of tensors against PyTorch's, recorded by tests/data/recorders/ops/reprs.py."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.exchange import printing as formatting
from tests.array.printing import repr_cases

TEXTS = json.loads((Path(__file__).parents[2] / "data" / "reprs.json").read_text())


@pytest.fixture(autouse=True)
def default_options():
    formatting.set_printoptions(profile="default")
    yield
    formatting.set_printoptions(profile="default")


def show(array, dtype_name, **keywords):
    return formatting.format_tensor(np.asarray(array), dtype_name=dtype_name, **keywords)


@pytest.mark.parametrize("seed", range(repr_cases.COUNT))
def test_text_is_that_of_pytorch(seed):
    array, options, what = repr_cases.case(seed)
    formatting.set_printoptions(**options)
    text = show(array, f"torch.{array.dtype.name}", requires_grad=what == "leaf",
                grad_fn_name="CloneBackward0" if what == "result" else None)
    assert text == TEXTS[seed]


def test_default_dtypes_are_not_named():
    assert show([1.5], "torch.float64", default_dtype_name="torch.float64") == "tensor([1.5000])"
    assert show([1j], "torch.complex128", default_dtype_name="torch.float64") == "tensor([0.+1.j])"
    assert show(1j, "torch.complex64", default_dtype_name="torch.float64") == "tensor(0.+1.j, dtype=torch.complex64)"


def test_empty_tensors_name_every_dtype_but_the_default():
    assert show(np.zeros((0, 3), np.int64), "torch.int64") == "tensor([], size=(0, 3), dtype=torch.int64)"
    assert show(np.zeros(0, np.float32), "torch.float32") == "tensor([])"


def test_remarks_and_prefix():
    assert show(2.0, "torch.float32", extra=["tangent=1"]) == "tensor(2., tangent=1)"
    assert show([1.0, 2.0], "torch.float32", prefix="MyTensor(") == "MyTensor([1., 2.])"


def test_negative_zero_imaginary_part_keeps_its_sign():
    assert show(complex(1, -0.0), "torch.complex64") == "tensor(1.-0.j)"
    assert show(complex(1, float("nan")), "torch.complex64") == "tensor(1.+nanj)"


def test_no_edge_items():
    formatting.set_printoptions(threshold=2, edgeitems=0)
    assert show(np.arange(4.0), "torch.float32") == "tensor([...], size=(4,))"


def test_sci_mode_returns_to_automatic():
    formatting.set_printoptions(sci_mode=True)
    assert show(1.5, "torch.float32") == "tensor(1.5000e+00)"
    formatting.set_printoptions(precision=2)
    assert show(1.5, "torch.float32") == "tensor(1.50)"


def test_profiles():
    formatting.set_printoptions(profile="full")
    assert "..." not in show(np.zeros(2000), "torch.float32")
    formatting.set_printoptions(profile="short")
    assert show(1.234567, "torch.float32") == "tensor(1.23)"
    formatting.set_printoptions(profile="DEFAULT")
    assert show(1.234567, "torch.float32") == "tensor(1.23)"


def test_format_scalar():
    assert formatting.format_scalar(np.asarray(1.5, np.float32), ".3f") == "1.500"
    assert formatting.format_scalar(np.asarray(3), "5d") == "    3"


def test_a_sparse_tensors_remarks_fill_the_line() -> None:
    x = torch.eye(2, requires_grad=True).to_sparse()
    assert repr(x).endswith("\n       size=(2, 2), nnz=2, layout=torch.sparse_coo, grad_fn=<ToSparseBackward1>)")
