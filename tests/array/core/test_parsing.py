"""Conversion of Python data by `torch.tensor(data, dtype=)`."""
from __future__ import annotations

import re
from collections import deque

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.user_warnings import IssuedWarnings
from minitorch_compat._array.exchange.parsing import parse


class Boxed:
    """Stands for a tensor."""

    def __init__(self, value, dtype="float32"):
        self._array = np.array(value, dtype)


def unwrap(item):
    return item._array if isinstance(item, Boxed) else None


@pytest.mark.parametrize(("data", "dtype", "shape"), [
    (1.5, "float32", ()),
    (True, "bool", ()),
    (3, "int64", ()),
    (1j, "complex64", ()),
    ([1, 2.0], "float32", (2,)),
    ([True, 2], "int64", (2,)),
    ([True, False], "bool", (2,)),
    ([1, 2j], "complex64", (2,)),
    ([], "float32", (0,)),
    ([[], []], "float32", (2, 0)),
    ([[], [1]], "float32", (2, 0)),
    ([[1, 2], (3, 4)], "int64", (2, 2)),
    (range(3), "int64", (3,)),
    (deque([1.0, 2.0]), "float32", (2,)),
    ([range(2), [1.0, 2.0]], "float32", (2, 2)),
    (bytearray(b"abc"), "int64", (3,)),
    (np.float64(3), "float64", ()),
    ([np.float64(3)], "float64", (1,)),
    ([1.0, np.float64(3)], "float64", (2,)),
    ([1.0, np.float16(3)], "float32", (2,)),
    ([np.int8(3), 2], "int64", (2,)),
    ([np.uint8(200)], "uint8", (1,)),
    ([np.array([1, 2], np.int32), np.array([3, 4], np.int32)], "int32", (2, 2)),
    (np.array([1, 2], np.int16), "int16", (2,)),
    ([Boxed(1.0), 2], "float32", (2,)),
    ([2.0, Boxed([1.0], "float64")], "float64", (2,)),
    ([[1, 2], Boxed([3, 4], "int64")], "int64", (2, 2)),
])
def test_inferred_dtype_and_shape(data, dtype, shape):
    array = parse(data, None, unwrap)
    assert (array.dtype.name, array.shape) == (dtype, shape)


@pytest.mark.parametrize(("data", "dtype", "values"), [
    ([1.7, -1.7], "int64", [1, -1]),
    ([1.7, 0], "bool", [True, False]),
    ([2**64], "bool", [True]),
    ([-1, -255, 255], "uint8", [255, 1, 255]),
    ([-128, 127], "int8", [-128, 127]),
    ([2**63], "uint64", [2**63]),
    ([2**63], "float32", [2.0**63]),
    ([1e40, 70000], "float32", [np.inf, 70000]),
    ([70000.0], "float16", [np.inf]),
    ([1, 2j], "complex128", [1, 2j]),
    ([Boxed(2.0), 1], "float64", [2, 1]),
])
def test_values_for_a_given_dtype(data, dtype, values):
    array = parse(data, np.dtype(dtype), unwrap)
    assert array.dtype == dtype
    assert array.tolist() == values


@pytest.mark.parametrize(("data", "dtype", "error", "message"), [
    ([[1, 2, 3], [1, 2]], None, ValueError, "expected sequence of length 3 at dim 1 (got 2)"),
    ([[[1], [2]], [[3], [4, 5]]], None, ValueError, "expected sequence of length 1 at dim 2 (got 2)"),
    ([[1], []], None, ValueError, "expected sequence of length 1 at dim 1 (got 0)"),
    ([[1, 2], 3], None, TypeError, "not a sequence"),
    ([1, [2, 3]], None, TypeError, "'list' object cannot be interpreted as an integer"),
    ("a", None, TypeError, "new(): invalid data type 'str'"),
    (["a"], None, ValueError, "too many dimensions 'str'"),
    ([1, "a"], None, TypeError, "new(): invalid data type 'str'"),
    ([1.5, "x"], "float32", TypeError, "must be real number, not str"),
    (None, None, RuntimeError, "Could not infer dtype of NoneType"),
    ([[1], None], None, RuntimeError, "Could not infer dtype of NoneType"),
    ({1: 2}, None, RuntimeError, "Could not infer dtype of dict"),
    ([None], "float32", TypeError, "must be real number, not NoneType"),
    ([1j], "float32", TypeError, "must be real number, not complex"),
    ([1j], "int64", TypeError, "'complex' object cannot be interpreted as an integer"),
    (2**63, None, ValueError, "Overflow when unpacking long long"),
    ([300], "uint8", RuntimeError, "value cannot be converted to type uint8 without overflow"),
    ([-256], "uint8", RuntimeError, "value cannot be converted to type uint8 without overflow"),
    ([255.9], "uint8", RuntimeError, "value cannot be converted to type uint8 without overflow"),
    ([float("nan")], "int32", RuntimeError, "value cannot be converted to type int32 without overflow"),
    ([2.0**63], "int64", RuntimeError, "value cannot be converted to type int64 without overflow"),
    ([-1], "uint64", OverflowError, "can't convert negative int to unsigned"),
    ([Boxed([1.0, 2.0])], None, ValueError, "only one element tensors can be converted to Python scalars"),
    (np.array(["a"]), None, TypeError, "can't convert np.ndarray of type numpy.str_"),
    (np.array([1], ">i4"), None, ValueError, "byte order different from the native byte order"),
    (np.arange(3)[::-1], None, ValueError, "At least one stride in the given numpy array is negative"),
])
def test_refusals(data, dtype, error, message):
    with pytest.raises(error, match=re.escape(message)):
        parse(data, None if dtype is None else np.dtype(dtype), unwrap)


def test_arrays_are_copied():
    source = np.arange(3.0)
    result = parse(source)
    result[0] = 9
    assert source[0] == 0


def test_discarding_an_imaginary_part_warns(monkeypatch):
    monkeypatch.setattr(IssuedWarnings, "texts", set())  # whatever ran before
    with pytest.warns(UserWarning, match="discards the imaginary part"):
        assert parse(np.array([1 + 2j]), np.dtype("float32")).tolist() == [1]


@pytest.mark.filterwarnings("error")
def test_overflow_to_infinity_is_silent():
    assert parse([[1e40]]).tolist() == [[np.inf]]
    assert parse(np.array([1e40]), np.dtype("float32")).tolist() == [np.inf]


def test_lists_of_floats_are_matrices():
    assert torch.tensor([[1.0, 2.0], [3.0, 4.0]]).tolist() == [[1, 2], [3, 4]]
    assert torch.tensor([[0.5]] * 20).shape == (20, 1) and torch.tensor([[], []]).shape == (2, 0)
    assert torch.tensor([[1e300, 1.0]]).tolist() == [[float("inf"), 1]]
    assert torch.tensor([[1.0, 2]]).dtype is torch.float32 and torch.tensor([[1.0, True]]).dtype is torch.float32
    assert torch.tensor([[1.0], [1j]]).dtype is torch.complex64
    with pytest.raises(ValueError, match="expected sequence of length 2 at dim 1"):
        torch.tensor([[1.0, 2.0], [3.0]])
    with pytest.raises(TypeError):
        torch.tensor([[1.0, 2.0], 3.0])
