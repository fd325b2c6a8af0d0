"""In-place arithmetic with an operand of another dtype, on few and many elements: the out-of-place result, cast; or refused."""
from __future__ import annotations

from itertools import product

import pytest

import minitorch_compat as torch

DTYPES = [torch.bool, torch.uint8, torch.int32, torch.int64, torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.complex64]
KIND = {torch.bool: 0, torch.uint8: 1, torch.int32: 1, torch.int64: 1, torch.complex64: 3}


@pytest.mark.parametrize(("own", "other"), list(product(DTYPES, DTYPES)))
def test_results_are_cast_or_refused(own, other):
    halves = {own, other} & {torch.float16, torch.bfloat16}
    for n, name in product((3, 5000), ("add", "sub", "mul")):
        if name == "sub" and torch.bool in (own, other):
            continue
        x, y = (torch.arange(n).remainder(5).to(own), torch.arange(n).remainder(3).to(other))
        kept = x.clone()
        if KIND.get(other, 2) > KIND.get(own, 2):
            with pytest.raises(RuntimeError, match="can't be cast to the desired output type"):
                getattr(x, f"{name}_")(y)
            assert torch.equal(x, kept)
        elif not (own is torch.complex64 and halves):
            wanted = getattr(torch, name)(x, y)
            assert getattr(x, f"{name}_")(y) is x and x.dtype is own and torch.equal(x, wanted.to(own)), (name, n)


@pytest.mark.parametrize("number", [1j, 2 + 1j])
def test_a_complex_number_does_not_fit_into_halves(number):
    for name in ("add_", "mul_", "sub_", "div_"):
        x = torch.ones(3, dtype=torch.float16)
        with pytest.raises(RuntimeError, match="result type ComplexHalf can't be cast to the desired output type Half"):
            getattr(x, name)(number)
        assert x.tolist() == [1, 1, 1]
