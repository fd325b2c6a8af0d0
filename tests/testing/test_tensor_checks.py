"""Leaked tensors, and outputs and gradients of two functions compared."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.testing._internal.common_utils import TestCase as Case
from minitorch_compat.testing._internal.common_utils import check_leaked_tensors, compare_equal_outs_and_grads


def test_leaks_outputs_and_gradients() -> None:
    with pytest.warns(UserWarning, match="1 tensors were found"), check_leaked_tensors() as found:
        ring: list[Any] = [torch.ones(1)]
        ring.append(ring)
        del ring
    assert found[0].tolist() == [1]
    x = torch.ones(2, requires_grad=True)
    compare_equal_outs_and_grads(Case(), lambda x: x * 2, lambda x: x + x, (x,))
    with pytest.raises(AssertionError):
        compare_equal_outs_and_grads(Case(), lambda x: x * 2, lambda x: x + x.detach(), (x,))
