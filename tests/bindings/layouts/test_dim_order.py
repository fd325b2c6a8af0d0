"""`Tensor.dim_order`: PyTorch's results for ambiguous and unambiguous strides, with and without formats that decide."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

LAST, ROWS = torch.channels_last, torch.contiguous_format
#: Tensor, its order, and whether it is refused with True, [ROWS], [ROWS, LAST] and [].
CASES = [
    (torch.empty(1, 2, 3, 4), (0, 1, 2, 3), "x..x"),
    (torch.empty(2, 3, 4, 5), (0, 1, 2, 3), "...."),
    (torch.empty(2, 3, 1, 1), (0, 1, 2, 3), "xxxx"),
    (torch.empty(1, 3).expand(2, 3), (0, 1), "xxx."),
    (torch.empty(2, 3, 4, 5, memory_format=LAST), (0, 2, 3, 1), "...."),
    (torch.empty(1, 1, 1, 1), (0, 1, 2, 3), "xxxx"),
    (torch.empty(()), (), "...."),
    (torch.empty(0, 3), (0, 1), "...."),
    (torch.empty(2, 3, 4, 5)[::2, :, ::2], (0, 1, 2, 3), "xxxx"),
    (torch.empty(2, 3, 4).transpose(0, 2), (2, 1, 0), "...."),
]


@pytest.mark.parametrize(("t", "order", "outcome"), CASES)
def test_orders(t, order, outcome):
    assert t.dim_order() == t.dim_order(ambiguity_check=False) == order
    for check, refused in zip((True, [ROWS], [ROWS, LAST], []), outcome, strict=True):
        if refused == "x":
            with pytest.raises(RuntimeError, match="does not have unique dim order"):
                t.dim_order(ambiguity_check=check)
        else:
            assert t.dim_order(ambiguity_check=check) == order


@pytest.mark.parametrize("check", ["x", (ROWS,), None, 1, [1]])
def test_what_is_no_check(check):
    with pytest.raises(TypeError, match="ambiguity_check argument must be a bool or a list of memory formats"):
        torch.empty(2, 3).dim_order(ambiguity_check=check)
