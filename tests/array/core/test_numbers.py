"""Python numbers that are cached as arrays give the same results as the numbers."""
from __future__ import annotations

import math
import types
import warnings

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core import numbers
from minitorch_compat._array.core.numbers import NUMBERS32, cache_number32

VALUES = (0.1, -0.1, 1, 1.0, -1, 3, 2.5, 0.0, -0.0, 0, 1e-46, 2**24 + 1, 1e300, -1e300, math.inf, -math.inf, math.nan)


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("times", [1, 2])
def test_a_number_and_its_array_compute_alike(value: float, times: int) -> None:
    x = np.array([1.5, -0.0, 0.0, 3e38, math.inf, math.nan], np.float32)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for _ in range(times):  # the second time it is known
            np.testing.assert_array_equal((torch.from_numpy(x) * value).numpy().view(np.int32), (x * value).view(np.int32))
            np.testing.assert_array_equal((torch.from_numpy(x) + value).numpy().view(np.int32), (x + value).view(np.int32))
            np.testing.assert_array_equal(torch.from_numpy(x.copy()).mul_(value).numpy().view(np.int32), (x * value).view(np.int32))


def test_zeros_keep_their_sign() -> None:
    x = torch.tensor([1.0])
    assert math.copysign(1, (x * 0.0).item()) == 1
    assert math.copysign(1, (x * -0.0).item()) == -1


def test_what_is_kept_is_bounded_and_cannot_be_written_to() -> None:
    for i in range(1, 2000):
        cache_number32(i / 3)
    assert len(NUMBERS32) <= 512
    with pytest.raises(ValueError, match="read-only"):
        cache_number32(0.75)[...] = 2


def test_a_node_remembers_the_number_itself() -> None:
    y = torch.tensor([2.0, 3.0], requires_grad=True) * 0.1
    assert y.grad_fn._saved_other == 0.1
    y.sum().backward()


def test_backward_with_numbers() -> None:
    x = torch.tensor([2.0, 3.0], requires_grad=True)
    (x * 0.1 * 3).backward(torch.tensor([1.0, 2.0]))
    np.testing.assert_array_equal(x.grad.numpy(), np.array([1.0, 2.0], np.float32) * 3 * np.float32(0.1))


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("count", [1, 100])  # few and many: numpy has other code for what fills a vector
def test_logarithms_of_powers_of_their_base_are_whole(dtype: torch.dtype, count: int) -> None:
    for log, base in ((torch.log10, 10.0), (torch.log2, 2.0)):
        powers = torch.tensor([base ** k for k in range(-30, 31)], dtype=dtype).repeat(count)
        wanted = list(range(-30, 31)) * count
        assert log(powers).tolist() == wanted
        assert log(powers.repeat_interleave(2)[::2]).tolist() == wanted
        assert [log(v).item() for v in powers[:61]] == wanted[:61]
        assert powers.log10_().tolist() == wanted if log is torch.log10 else powers.log2_().tolist() == wanted


def test_numpys_truth_values_are_no_indices_in_any_version_of_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbers, "operator", types.SimpleNamespace(index=int))  # as in old versions, which only warn
    assert numbers._index_refusing_bool(np.int32(3)) == numbers._index_refusing_bool(3) == 3
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        numbers._index_refusing_bool(np.True_)
