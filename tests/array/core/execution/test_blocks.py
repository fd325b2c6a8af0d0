"""Computing block by block agrees with computing at once."""
from __future__ import annotations

import sys

import numpy as np
import pytest

from minitorch_compat._array.core.execution import blocks
from minitorch_compat._array.nn import normalization as norm
from minitorch_compat._array.pointwise import activation, logistic
from minitorch_compat._array.reduce import softmax

X = np.random.default_rng(5).standard_normal((131, 157)).astype(np.float32) * 3
G = np.random.default_rng(6).standard_normal(X.shape).astype(np.float32)
W = np.random.default_rng(7).standard_normal(157).astype(np.float32)
_, MEAN, RSTD = norm.layer_norm(X, (157,), W, W, 1e-5)

KERNELS = {
    "sigmoid": lambda: logistic.sigmoid(X),
    "gelu": lambda: activation.gelu(X),
    "gelu of a transposed matrix": lambda: activation.gelu(X.T),
    "gelu_gradient": lambda: activation.gelu_gradient(G, X),
    "softmax of rows": lambda: softmax.softmax(X, 1),
    "softmax of columns": lambda: softmax.softmax(X, 0),
    "log_softmax of rows": lambda: softmax.log_softmax(X, -1),
    "log_softmax_backward": lambda: softmax.log_softmax_backward(G, softmax.log_softmax(X, 0), 0),
    "layer_norm": lambda: norm.layer_norm(X, (157,), W, W, 1e-5),
    "layer_norm_backward": lambda: norm.layer_norm_backward(G, X, MEAN, RSTD, (157,), W, W),
}


@pytest.mark.parametrize("name", KERNELS)
def test_blocks_agree_with_one_piece(monkeypatch, name):
    whole = KERNELS[name]()
    for limit, size in (("BLOCK", 1000), ("CHAIN_BLOCK", 1000), ("_SMALL_SIZE", 100)):
        monkeypatch.setattr(blocks, limit, size)
    monkeypatch.setattr(norm, "CHAIN_BLOCK", 1000)
    monkeypatch.setattr(sys.modules["minitorch_compat._array.reduce.softmax"], "_ROW_BLOCK", 1000)
    cut = []
    pieces = blocks.piece_length
    monkeypatch.setattr(blocks, "piece_length", lambda *args, **more: cut.append(args) or pieces(*args, **more))
    parts = KERNELS[name]()
    assert cut or "columns" in name or "backward" in name  # wide columns are cut without it
    for a, b in zip(whole, parts, strict=True) if isinstance(whole, tuple) else [(whole, parts)]:
        assert a.strides == b.strides
        np.testing.assert_allclose(a, b, rtol=2e-5, atol=2e-6)


@pytest.mark.parametrize("rows, width", [(1, 1), (1000, 1), (3, 5 * blocks.BLOCK), (7 * blocks.BLOCK // 4, 1), (1000, 1000), (0, 7)])
def test_rows_are_cut_into_equal_pieces(rows, width):
    cuts = list(blocks.row_slices(rows, width))
    assert [i for cut in cuts for i in range(rows)[cut]] == list(range(rows))
    lengths = [len(range(rows)[cut]) for cut in cuts]
    assert max(lengths) * width <= max(blocks.BLOCK * 3 // 2, width)
    assert not rows or max(lengths) - min(lengths) < len(lengths) or min(lengths) > max(lengths) // 2
