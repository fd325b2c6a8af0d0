"""Two numbers as operands, numbers beyond 64 bits, and numbers for tensors; `out` is checked before a kernel refuses its arguments."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("name", ["add", "sub", "mul", "div", "floor_divide", "true_divide", "subtract", "multiply", "divide"])
def test_arithmetic_takes_numbers_alone(name: str) -> None:
    function = getattr(torch, name)
    assert function(7, 2).dtype == (torch.float32 if "div" in name and name != "floor_divide" else torch.int64)
    assert function(7.0, 2).dtype == torch.float32
    stored = function(7, 2, out=1.5)
    assert stored.dtype == torch.float64 and stored.item() == function(7, 2).item()
    with pytest.raises(RuntimeError, match="can't be cast to the desired output type Long"):
        function(torch.ones(2), 2.0, out=1)


def test_the_others_do_not() -> None:
    for name in ("remainder", "pow", "atan2", "maximum", "bitwise_and"):
        with pytest.raises(TypeError):
            getattr(torch, name)(7, 2)
    with pytest.raises(RuntimeError, match="two bool tensors"):
        torch.sub(True, False)


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64, torch.float16])
def test_numbers_have_64_bits(dtype: torch.dtype) -> None:
    x = torch.ones(2, dtype=dtype)
    calls: list[Any] = [lambda v: x + v, lambda v: v - x, lambda v: x * v, lambda v: x / v, lambda v: x // v, lambda v: x % v,
                        lambda v: x ** v, lambda v: x.clone().add_(v), lambda v: x == v, lambda v: x < v, lambda v: torch.float_power(x, v),
                        lambda v: torch.add(x, x, alpha=v)]
    for call in calls:
        with pytest.raises(OverflowError, match="int too big to convert"):
            call(2**70)
        with pytest.raises(OverflowError, match="can't convert negative int to unsigned"):
            call(-2**70)
    assert (torch.ones(1, dtype=torch.float64) * 2**62).item() == 2.0**62


def test_the_first_negative_size_is_named() -> None:
    for call in (lambda: torch.ones(2, 3).repeat(-1, -1), lambda: torch.ones(2, 3).tile(-1, -1)):
        with pytest.raises(RuntimeError, match=r"negative dimension -2: \[-2, -3\]"):
            call()


def test_probabilities_of_bernoulli() -> None:
    x = torch.ones(2, 3)
    with pytest.raises(RuntimeError, match="Expected p_in >= 0 && p_in <= 1"):
        x.bernoulli_(torch.tensor([0.5, 2.0, 0.1]))
    with pytest.raises(RuntimeError, match="The expanded size of the tensor"):
        x.bernoulli_(torch.tensor([2, 3]))
    assert x.tolist() == [[1.0] * 3] * 2


def test_split_looks_at_the_size_first() -> None:
    with pytest.raises(RuntimeError, match="split expects split_size be non-negative, but got split_size=-1"):
        torch.ones(2, 3).split(-1, 4)


def test_no_grad_of_none() -> None:
    with pytest.raises(TypeError, match=r"no_grad.__init__\(\) takes 1 positional argument but 2 were given"):
        torch.no_grad(None)
    with torch.enable_grad(None), torch.no_grad():
        assert not torch.is_grad_enabled()
