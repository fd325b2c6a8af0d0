"""Layers whose weights have another dtype than the input: accepted and refused as in PyTorch, in its order of checks."""
from __future__ import annotations

import importlib.util
import re
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

SINGLE, SHARED = "expect parameter to have scalar type of Float", "all inputs must share same datatype"


def norm(name: str, kinds: str, training: bool = True) -> Any:
    """A norm of input, weight, bias, mean and variance of the dtypes whose letters are given; `-` for none."""
    of = {"h": torch.float16, "b": torch.bfloat16, "f": torch.float32, "d": torch.float64, "l": torch.int64}
    x, *rest = kinds
    weight, bias, mean, var = (None if k == "-" else torch.ones(2, dtype=of[k]) for k in rest)
    return getattr(F, name)(torch.arange(24.0).reshape(3, 2, 4).to(of[x]), mean, var, weight, bias, training)


@pytest.mark.parametrize(("kinds", "training", "text"), [
    ("d--ff", True, SHARED), ("d--fh", True, SINGLE), ("dh---", True, SINGLE), ("hhf--", True, "expected scalar type Half but found Float"),
    ("d--dh", False, "expected scalar type Double but found Half"), ("ddfff", False, "expected scalar type Double but found Float"),
    ("ddfhh", True, "expected scalar type Double but found Half"), ("hf-hh", True, SINGLE)])
def test_batch_norm_refuses_a_mixture(kinds: str, training: bool, text: str) -> None:
    with pytest.raises(RuntimeError, match=text):
        norm("batch_norm", kinds, training)


@pytest.mark.parametrize("kinds", ["h--ff", "hffff", "hff--", "bff--", "d----", "ddddd"])
def test_batch_norm_takes_single_precision_beside_half(kinds: str) -> None:
    assert norm("batch_norm", kinds).dtype is norm("batch_norm", f"{kinds[0]}----").dtype


@pytest.mark.parametrize("kinds", ["d--ff", "d--fd", "h--dd", "hffhd", "f--hh"])
def test_instance_norm_brings_statistics_to_the_weights_type(kinds: str) -> None:
    assert norm("instance_norm", kinds).dtype is norm("instance_norm", f"{kinds[0]}----").dtype


def test_instance_norm_goes_by_the_type_of_the_mean() -> None:
    with pytest.raises(RuntimeError, match="expected scalar type Double but found Float"):
        norm("instance_norm", "d--df")


def test_norms_of_integers_have_no_kernel_whatever_the_weights() -> None:
    for name in ("batch_norm", "instance_norm"):
        with pytest.raises(NotImplementedError, match="\"batch_norm\" not implemented for 'Long'"):
            norm(name, "lff--")


def test_batch_norm_of_a_number_in_training() -> None:
    with pytest.raises(IndexError, match="tuple index out of range"):
        F.batch_norm(torch.tensor(1.0), torch.zeros(1), torch.ones(1), training=True)


def test_infinite_weights_meet_the_mean_as_in_pytorch() -> None:
    x = torch.tensor([[[4.0, 2.0, -4.0, -3.0], [-1.0, -2.0, -3.0, -4.0]]])
    out = F.instance_norm(x, weight=torch.full((2,), float("inf")))
    assert out.isnan().tolist() == [[[False, False, True, True], [True] * 4]]
    assert out[0, 0, :2].isposinf().all()


WITH_BFLOAT16 = pytest.mark.skipif(importlib.util.find_spec("ml_dtypes") is None, reason="needs the extra 'bfloat16'")


@pytest.mark.parametrize(("x", "w", "bias", "error", "text"), [
    (torch.uint8, torch.float32, torch.float32, RuntimeError, "Input type (unsigned char) and bias type (float) should be the same"),
    (torch.int64, torch.float32, torch.float32, RuntimeError, "Input type (long int) and bias type (float) should be the same"),
    (torch.float64, torch.float32, None, RuntimeError, "expected scalar type Double but found Float"),
    pytest.param(torch.bfloat16, torch.float32, None, RuntimeError,
                 "Input type (CPUBFloat16Type) and weight type (torch.FloatTensor) should be the same or input should be a MKLDNN tensor",
                 marks=WITH_BFLOAT16),
    (torch.complex64, torch.float32, None, RuntimeError,
     "Input type (CPUComplexFloatType) and weight type (torch.FloatTensor) should be the same"),
    (torch.bool, torch.float32, None, NotImplementedError, "\"slow_conv2d_cpu\" not implemented for 'Bool'")])
def test_convolution_names_the_types_that_differ(x: Any, w: Any, bias: Any, error: Any, text: str) -> None:
    with pytest.raises(error, match=re.escape(text)):
        F.conv2d(torch.ones(1, 1, 4, 4).to(x), torch.ones(1, 1, 2, 2, dtype=w), None if bias is None else torch.ones(1, dtype=bias))


def test_padding_by_name_is_refused_for_the_weight_before_the_bias() -> None:
    with pytest.raises(RuntimeError, match="expected scalar type Double but found Float"):
        F.conv2d(torch.ones(1, 1, 4, 4).double(), torch.ones(1, 1, 2, 2), torch.ones(1), padding="valid")
