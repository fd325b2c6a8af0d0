"""`torch.testing`. The messages and numbers are PyTorch's."""
from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.testing import assert_close, make_tensor


@pytest.mark.parametrize(("actual", "expected", "text"), [
    (torch.ones(2, 2), torch.tensor([[1.0, 2.0], [1, 1]]),
     "Tensor-likes are not close!\n\nMismatched elements: 1 / 4 (25.0%)\nGreatest absolute difference: 1.0 at index (0, 1) (up to 1e-05 "
     "allowed)\nGreatest relative difference: 0.5 at index (0, 1) (up to 1.3e-06 allowed)"),
    (torch.tensor([1, 2]), torch.tensor([1, 3]),
     "Tensor-likes are not equal!\n\nMismatched elements: 1 / 2 (50.0%)\nGreatest absolute difference: 1 at index (1,)\n"
     "Greatest relative difference: 0.3333333432674408 at index (1,)"),
    (torch.tensor(1.0), torch.tensor(2.0),
     "Scalars are not close!\n\nExpected 2.0 but got 1.0.\nAbsolute difference: 1.0 (up to 1e-05 allowed)\n"
     "Relative difference: 0.5 (up to 1.3e-06 allowed)"),
    ([1, 2], [1, 3], "Scalars are not equal!\n\nExpected 3 but got 2.\nAbsolute difference: 1\nRelative difference: 0.3333333333333333\n\n"
     "The failure occurred for item [1]"),
    (torch.ones(2), torch.ones(3), "The values for attribute 'shape' do not match: torch.Size([2]) != torch.Size([3])."),
    (torch.ones(2), torch.ones(2).double(), "The values for attribute 'dtype' do not match: torch.float32 != torch.float64."),
    ([1, 2], [1, 2, 3], "The length of the sequences mismatch: 2 != 3"),
    ({"a": 1}, {"b": 1}, "The keys of the mappings do not match:\nMissing keys in the actual mapping: ['b']\n"
     "Additional keys in the actual mapping: ['a']"),
    (True, False, "Booleans mismatch: True is not False"),
    (1, 1.5, "The (d)types do not match: <class 'int'> != <class 'float'>."),
])
def test_messages(actual: Any, expected: Any, text: str) -> None:
    with pytest.raises(AssertionError) as caught:
        assert_close(actual, expected)
    assert str(caught.value) == text


def test_what_is_close() -> None:
    assert_close(torch.ones(2), torch.ones(2) + 1e-6)
    assert_close(1.0, 1.00000001)
    assert_close({"a": [torch.ones(1), np.ones(2)], "n": None}, {"a": [torch.ones(1), np.ones(2)], "n": None})
    assert_close(torch.tensor([float("inf")]), torch.tensor([float("inf")]))
    assert_close(torch.tensor([float("nan")]), torch.tensor([float("nan")]), equal_nan=True)
    assert_close(torch.ones(2), torch.ones(2).double(), check_dtype=False)
    assert_close(torch.ones(2), torch.ones(2) + 1e-4, rtol=1e-3, atol=0)
    assert_close(torch.empty(0), torch.empty(0))
    with pytest.raises(AssertionError, match=r"index \(0,\)"):
        assert_close(torch.tensor([float("nan")]), torch.tensor([float("nan")]))


def test_own_messages_and_misuse() -> None:
    with pytest.raises(AssertionError, match=r"^hello$"):
        assert_close(torch.ones(2), torch.zeros(2), msg="hello")
    with pytest.raises(AssertionError, match=r"^X Tensor-likes"):
        assert_close(torch.ones(2), torch.zeros(2), msg=lambda m: "X " + m)
    with pytest.raises(ValueError, match=r"Both 'rtol' and 'atol' must be either specified or omitted, but got no atol"):
        assert_close(1, 1, rtol=1.0)
    with pytest.raises(TypeError, match=r"No comparison pair was able to handle inputs of type"):
        assert_close("a", "a")
    with pytest.raises(AssertionError, match=r"up to 0.0001 allowed"):
        torch.testing.assert_allclose(torch.ones(2), torch.ones(2) + 1)


@pytest.mark.parametrize(("options", "values"), [
    ({"dtype": torch.float32}, [-0.0674, 4.8280, -7.4074]), ({"dtype": torch.int64}, [6, -5, -9]), ({"dtype": torch.bool}, [0, 1, 1]),
    ({"dtype": torch.float64, "low": 0, "high": 1}, [0.9701, 0.7078, 0.4594]),
    ({"dtype": torch.complex64}, [-0.0674 + 4.8280j, -7.4074 - 6.6235j, -3.4664 + 2.4134j]),
])
def test_make_tensor(options: dict[str, Any], values: list[Any]) -> None:
    torch.manual_seed(0)
    made = make_tensor(3, device="cpu", **options)
    assert made.dtype is options["dtype"] and made.tolist() == pytest.approx(values, abs=1e-4)


def test_make_tensor_variants() -> None:
    assert make_tensor((4,), dtype=torch.float32, device="cpu", noncontiguous=True).stride() == (2,)
    assert make_tensor((2,), dtype=torch.float64, device="cpu", requires_grad=True).requires_grad
    assert 0 not in make_tensor((50,), dtype=torch.uint8, device="cpu", high=2, exclude_zero=True).tolist()
    with pytest.raises(ValueError, match=r"`low` must be less than `high`, but got 2 >= 1"):
        make_tensor((2,), dtype=torch.float32, device="cpu", low=2, high=1)


@pytest.mark.parametrize(("dtype", "low", "high", "least", "end"), [
    (torch.bool, None, None, 0, 2), (torch.bool, -9, 300, 0, 2), (torch.uint8, None, None, 0, 10), (torch.uint8, 3, 300, 3, 256),
    (torch.uint8, -5, 2.5, 0, 3), (torch.int8, None, None, -9, 10), (torch.int8, 0.5, math.inf, 1, 128),
    (torch.int8, -math.inf, 0, -128, 0),
    (torch.int16, 32766, 1e40, 32766, 32768), (torch.int32, 2 ** 31 - 2, math.inf, 2 ** 31 - 2, 2 ** 31),
    (torch.int64, 3, 5, 3, 5), (torch.float16, -math.inf, math.inf, -65504, 65504), (torch.float16, None, math.inf, -9, 65504),
    (torch.float32, None, None, -9, 9),
    (torch.float64, 1, 2, 1, 2), (torch.float32, -math.inf, math.inf, *(s * torch.finfo(torch.float32).max for s in (-1, 1)))])
def test_bounds_of_make_tensor(dtype, low, high, least, end):
    torch.manual_seed(0)
    values = make_tensor(4000, dtype=dtype, device="cpu", low=low, high=high).double()
    assert values.isfinite().all() and values.min() >= least and values.max() <= end
    if not dtype.is_floating_point:
        assert values.max() < end
    width = end - least
    assert values.min() <= least + width / 100 + 1 and values.max() >= end - width / 100 - 1  # as far as they may go


@pytest.mark.parametrize(("dtype", "low", "high", "message"), [
    (torch.int64, 3, 3, "`low` must be less than `high`, but got 3 >= 3"), (torch.bool, None, 0, "but got 0 >= 0"),
    (torch.uint8, None, -1, r"is \[-9, -1\), but torch.uint8 only supports \[0, 256\)"),
    (torch.int8, 128, 300, r"is \[128, 300\), but torch.int8 only supports \[-128, 128\)"),
    (torch.float32, 2, 1, "but got 2 >= 1"), (torch.float16, 65504, math.inf, r"\[65504, inf\), but torch.float16 only supports"),
    (torch.float32, math.nan, 1, "cannot be NaN")])
def test_refused_bounds_of_make_tensor(dtype, low, high, message):
    with pytest.raises(ValueError, match=message):
        make_tensor(2, dtype=dtype, device="cpu", low=low, high=high)


def test_values_of_one_byte_are_compared_bit_by_bit():
    a, b = (torch.tensor([[1.0, 2.0], [3.0, v]]).to(torch.float8_e5m2) for v in (4.0, 5.0))
    with pytest.raises(AssertionError, match=r"not 'equal'!\n\nMismatched elements: 1 / 4 \(25.0%\)\nThe first .* at index \(1, 1\)\.$"):
        assert_close(a, b)
    with pytest.raises(AssertionError, match=r"Rtol=0\.1 and atol=0\.1 are not supported"):
        assert_close(a, a, rtol=0.1, atol=0.1)
    nan = torch.tensor([math.nan]).to(torch.float8_e5m2)
    assert_close(nan, nan, equal_nan=True)
    assert not make_tensor(2, dtype=torch.float8_e5m2, device="cpu", requires_grad=True).requires_grad  # as in PyTorch


def test_half_precision_is_compared_in_half_precision():
    """Each step of |a - b| <= atol + rtol |b| is rounded, as in `torch.isclose`: these are at the limit."""
    for dtype, a, b, limits, close in (
            (torch.bfloat16, -1.4453125, -1.4609375, (0.01, 1e-3), False), (torch.bfloat16, 0.671875, 0.6796875, (0.01, 1e-3), True),
            (torch.float16, -0.487548828125, -0.488037109375, (1e-3, 0.0), False), (torch.float16, 1.0, 1.001, (1e-3, 0.0), True)):
        x, y = (torch.tensor([v], dtype=dtype) for v in (a, b))
        assert bool(torch.isclose(x, y, *limits)) is close
        if close:
            assert_close(x, y, rtol=limits[0], atol=limits[1])
        else:
            with pytest.raises(AssertionError, match="not close"):
                assert_close(x, y, rtol=limits[0], atol=limits[1])
    with pytest.raises(AssertionError, match=r"relative difference: 0.02294921875 at index \(0,\)"):
        assert_close(torch.tensor([1.0]).bfloat16(), torch.tensor([1.02]).bfloat16())
    assert_close(torch.tensor([2 ** 24 + 1]), torch.tensor([2.0 ** 24]), check_dtype=False)  # compared as float32
    nan = torch.tensor([math.nan]).bfloat16()
    assert torch.isclose(nan, nan, equal_nan=True).item()
