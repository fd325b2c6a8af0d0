"""gelu far from 0: exactly 0 on the left, as in PyTorch, whatever else is in the block."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.pointwise.activation import gelu


@pytest.mark.parametrize("dtype", [np.float16, np.float32])
def test_it_vanishes(dtype: type) -> None:
    a = np.array([-5.6, -8.0, -40.0, np.nan, -5.4, 8.0, 0.0], dtype)
    found = gelu(a)
    assert (found[:3] == 0).all() and np.signbit(found[:3]).all() and np.isnan(found[3])
    assert (dtype is np.float16 or -4e-7 < found[4] < 0) and found[5] == 8 and found[6] == 0
    assert (gelu(np.tile(a, 3000)).reshape(-1, 7)[:, :3] == 0).all() and gelu(np.array(-9.0, dtype)) == 0
