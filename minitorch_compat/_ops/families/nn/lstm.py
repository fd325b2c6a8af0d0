"""Recurrent layers that are one op, as in PyTorch's CPU build: an LSTM in single precision."""
from __future__ import annotations

from typing import Any

from ...._array.nn.recurrent import lstm as k
from ...batching import rules as b
from ...op import fused


def _lstm_layer(
    xp: Any, x: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, h: Any, c: Any, reverse: bool, *_settings: Any,
) -> tuple[Any, ...]:
    times, n, features = x.shape
    size, outs, kept = h.shape[-1], {}, {}
    gates = xp.reshape(xp.mm_nt(xp.reshape(x, (times * n, features)), w_ih), (times, n, 4 * size)) + b_ih
    for t in reversed(range(times)) if reverse else range(times):
        a = xp.select(gates, 0, t) + (xp.mm_nt(h, w_hh) + b_hh)
        i, f, new, o = (xp.narrow(a, -1, n * size, size) for n in range(4))
        i, f, new, o = xp.sigmoid(i), xp.sigmoid(f), xp.tanh(new), xp.sigmoid(o)
        c = f * c + i * new
        h = outs[t] = o * xp.tanh(c)
        kept[t] = xp.stack([i, f, new, o, c], 0)
    return xp.stack([outs[t] for t in range(times)], 0), h, c, xp.stop_gradient(xp.stack([kept[t] for t in range(times)], 0))


def _lstm_layer_vjp(
    xp: Any, g: Any, out: Any, h: Any, c: Any, kept: Any, x: Any, w_ih: Any, w_hh: Any, b_ih: Any, b_hh: Any, h0: Any, c0: Any,
    reverse: bool, batch_sizes: Any, mode: int, hidden_size: int, num_layers: int, has_biases: bool, bidirectional: bool,
    batch_first: bool, train: bool,
) -> Any:
    return k.lstm_layer_backward(g, out, kept, x, w_ih, w_hh, h0, c0, reverse)


MKLDNN_RNN_LAYER = fused(
    "mkldnn_rnn_layer(Tensor input, Tensor weight0, Tensor weight1, Tensor weight2, Tensor weight3, Tensor hx_, Tensor cx_, bool reverse, "
    "int[] batch_sizes, int mode, int hidden_size, int num_layers, bool has_biases, bool bidirectional, bool batch_first, bool train) -> "
    "(Tensor result0, Tensor result1, Tensor result2, Tensor result3)", k.lstm_layer,
    joint=_lstm_layer_vjp,
    composite=_lstm_layer, differentiable=(0, 1, 2), module=None, node="MkldnnRnnLayerBackward0", batch=b.Definition(_lstm_layer))
