"""`torch._higher_order_ops.associative_scan` and `scan`."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._higher_order_ops import associative_scan, cond, scan
from minitorch_compat.testing import assert_close


@pytest.mark.parametrize("count", [1, 2, 3, 4, 7, 8])
@pytest.mark.parametrize("reverse", [False, True])
def test_prefixes_of_a_recurrence(count: int, reverse: bool) -> None:
    decay, x = torch.rand(2, count, 3, dtype=torch.float64), torch.randn(2, count, 3, dtype=torch.float64)

    def combine(left, right):
        return left[0] * right[0], right[0] * left[1] + right[1]

    _, states = associative_scan(combine, (decay, x), 1, reverse=reverse, combine_mode="generic")
    _, steps = scan(lambda state, now: ((now[0] * state + now[1],) * 2), torch.zeros(2, 3, dtype=torch.float64), (decay, x), dim=1,
                    reverse=reverse)
    assert_close(states, steps)


def test_combine_sees_slices_and_nests_are_kept() -> None:
    seen = []

    def combine(left, right):
        seen.append(tuple(left["a"].shape))
        return {"a": left["a"] + right["a"]}

    x = torch.arange(10.0).reshape(5, 2)
    assert torch.equal(associative_scan(combine, {"a": x}, 0, combine_mode="generic")["a"], x.cumsum(0))
    assert set(seen) == {(2,)}


def test_gradients() -> None:
    x = torch.randn(5, 2, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(lambda x: associative_scan(lambda a, b: a * b, x, 0, combine_mode="generic"), x)
    assert torch.autograd.gradcheck(lambda x: scan(lambda c, v: (torch.tanh(c + v), c * v), torch.zeros(2, dtype=torch.float64), x), x)


def test_refusals() -> None:
    x = torch.ones(3)
    for error, phrase, options in ((ValueError, "need to be on CUDA", {}), (ValueError, "'pointwise' or 'generic'", {"combine_mode": "x"}),
                                   (RuntimeError, "Reverse must be a bool", {"reverse": 1})):
        with pytest.raises(error, match=phrase):
            associative_scan(torch.add, x, 0, **options)
    with pytest.raises(ValueError, match="scan dimension > 0"):
        associative_scan(torch.add, torch.ones(0), 0, combine_mode="generic")
    with pytest.raises(RuntimeError, match="Combine_fn must be a callable"):
        scan(3, x, x)
    assert cond is torch.cond
