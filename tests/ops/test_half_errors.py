"""Functions of half precision and their gradients are about as accurate as PyTorch's (`data/half_errors.json`), or more."""
from __future__ import annotations

import json
from pathlib import Path

import pytest

import minitorch_compat as torch
from tests.ops.rounding import TWICE

from .half_errors import FUNCTIONS, errors

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "half_errors.json").read_text())
#: By how much the mean and the largest error may be greater: elements of which the last bit is rounded the other way, more of them where
#: sums of doubles are rounded twice.
MEAN, LARGEST = (2.0, 3.0) if TWICE else (1.2, 1.8)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_errors(name: str, dtype: str) -> None:
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
    for what, found, expected in zip(("value", "gradient"), errors(torch, name, dtype), RECORDED[name][dtype], strict=True):
        assert found[0] <= MEAN * expected[0] + 1e-7 and found[1] <= LARGEST * expected[1] + 1e-7, (what, found, expected)


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("count", [512, 20_000])
@pytest.mark.parametrize("exponent", [0.3, 1 / 3, 0.7, -0.4, 2.7, -1])
def test_exponents_are_not_rounded(exponent: float, count: int, dtype: str) -> None:
    """The gradient multiplies with the number that was given: rounded, it would be wrong by the same share everywhere."""
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
    x = torch.linspace(0.6, 3, count).to(getattr(torch, dtype)).requires_grad_()
    gradient, = torch.autograd.grad(x ** exponent, x, torch.ones_like(x))
    exact = exponent * x.detach().double() ** (exponent - 1)
    assert abs(((gradient.double() - exact) / exact).mean().item()) < 0.3 * torch.finfo(x.dtype).eps


def test_divisors_are_not_rounded() -> None:
    x = torch.linspace(0.6, 3, 64).half()
    assert torch.equal(torch.gradient(x, spacing=0.3)[0][1:-1], ((x[2:] - x[:-2]).float() / 0.3).half() / 2)
