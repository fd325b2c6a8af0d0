"""unfold by its definition, fold as its adjoint."""
from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from minitorch_compat._array.nn import unfold as u

CASES = [((2, 3, 6, 7), (2, 3), (1, 2), (0, 1), (2, 1)), ((1, 2, 5, 5), (3, 3), (1, 1), (1, 1), (1, 1)),
         ((2, 2, 9), (3,), (2,), (2,), (2,)), ((0, 2, 5, 5), (2, 2), (1, 1), (0, 0), (2, 2))]


def naive(x, kernel, dilation, padding, stride):
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])
    out = [(n - d * (k - 1) - 1) // s + 1 for n, k, d, s in zip(padded.shape[2:], kernel, dilation, stride)]
    blocks = [padded[(..., *(slice(i * s, i * s + d * (k - 1) + 1, d) for i, s, d, k in zip(place, stride, dilation, kernel)))]
              for place in product(*map(range, out))]
    return np.stack([block.reshape(len(x), x.shape[1] * int(np.prod(kernel))) for block in blocks], axis=2)


@pytest.mark.parametrize(("shape", "kernel", "dilation", "padding", "stride"), CASES)
def test_unfold_and_fold(shape, kernel, dilation, padding, stride):
    x = np.random.default_rng(0).standard_normal(shape)
    y = u.unfold(x, kernel, dilation, padding, stride)
    np.testing.assert_array_equal(y, naive(x, kernel, dilation, padding, stride))
    g = np.random.default_rng(1).standard_normal(y.shape)
    back = u.fold(g, shape[2:], kernel, dilation, padding, stride)
    assert back.shape == shape
    assert np.vdot(g, y) == pytest.approx(np.vdot(back, x), rel=1e-10)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: u.unfold(np.zeros((1, 2, 2, 2)), (3, 3), (1, 1), (0, 0), (1, 1)),
     r"calculated shape of the array of sliding blocks as \(0, 0\)"),
    (lambda: u.unfold(np.zeros((1, 2, 4, 4)), (0, 0), (1, 1), (0, 0), (1, 1)),
     "greater than zero, but got kernel_height: 0 kernel_width: 0"),
    (lambda: u.unfold(np.zeros((1, 2, 4, 4)), (2, 2), (1, 1), (-1, 0), (1, 1)), "padding should be non-negative, but got pad_height: -1"),
    (lambda: u.unfold(np.zeros((1, 0, 4, 4)), (2, 2), (1, 1), (0, 0), (1, 1)), "other non-zero dimensions for input"),
    (lambda: u.fold(np.zeros((1, 7, 4)), (4, 4), (2, 2), (1, 1), (0, 0), (2, 2)), "divisible by the product of kernel_size"),
    (lambda: u.fold(np.zeros((1, 8, 5)), (4, 4), (2, 2), (1, 1), (0, 0), (2, 2)), r"sliding blocks 2 \* 2 = 4, but got input.size\(2\)=5"),
])
def test_refusals(call, message):
    with pytest.raises(RuntimeError, match=message):
        call()
