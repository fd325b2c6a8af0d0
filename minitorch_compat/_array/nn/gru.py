"""A layer of a GRU over all times, behind the product with its input, forward and back: a step is too little work for ops of its own."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.execution.blocks import add_reduce
from ..core.execution.quiet import quiet
from ..pointwise.logistic import sigmoid_step

Array = np.ndarray[Any, np.dtype[Any]]


@quiet
def gru_layer(gates: Array, w_hh: Array, b_hh: Array | None, h: Array, reverse: bool) -> tuple[Array, tuple[Array, ...]]:
    """Hidden states (T, N, H), of the input's share of the gates (T, N, 3 * H), and what `gru_layer_backward` needs.

    That is, for each time, the two switches, the new values, and the hidden state's share of these before it is switched.
    """
    (times, n, _), size = gates.shape, h.shape[1]
    out, switches = np.empty((times, n, size), gates.dtype), np.empty((times, n, 2 * size), gates.dtype)
    new, share = np.empty_like(out), np.empty_like(out)
    transposed = np.ascontiguousarray(w_hh.T)  # of which a product with few rows takes half of the time
    add, multiply, subtract, tanh = np.add, np.multiply, np.subtract, np.tanh
    steps = zip(gates[:, :, :2 * size], gates[:, :, 2 * size:], switches, new, share, out)
    for for_switches, for_new, both, values, kept, target in reversed(list(steps)) if reverse else steps:
        hidden = h.dot(transposed)
        if b_hh is not None:
            add(hidden, b_hh, hidden)
        add(hidden[:, :2 * size], for_switches, both)
        sigmoid_step(both, both)
        kept[...] = hidden[:, 2 * size:]
        multiply(kept, both[:, :size], values)
        add(for_new, values, values)
        tanh(values, values)
        subtract(h, values, target)
        multiply(target, both[:, size:], target)
        h = add(target, values, target)
    return out, (switches, new, share)


def gru_layer_backward(g: Any, out: Array, kept: tuple[Array, ...], w_hh: Array, h0: Array, reverse: bool) -> tuple[Array, ...]:
    """Gradients of the input's share of the gates, of weight and bias of the hidden state, and of the first state.

    From those of the hidden states and of the last one, either of which may be None. All are products of the state's gradient and of what
    is known of all times before.
    """
    (switches, new, share), (times, n, size) = kept, out.shape
    before, (g_out, dh) = np.empty_like(out), g
    first, others, theirs = (-1, slice(None, -1), slice(1, None)) if reverse else (0, slice(1, None), slice(None, -1))
    before[first], before[others] = h0, out[theirs]
    reset, update = switches[:, :, :size], switches[:, :, size:]
    slopes = np.empty((times, n, 3, size), out.dtype)
    to_new = np.multiply(1 - update, 1 - new * new)
    np.multiply(share * to_new, reset * (1 - reset), slopes[:, :, 0])
    np.multiply(before - new, update * (1 - update), slopes[:, :, 1])
    np.multiply(to_new, reset, slopes[:, :, 2])
    flat, add, multiply = slopes.reshape(times, n, 3 * size), np.add, np.multiply
    dh = np.zeros((n, size), out.dtype) if dh is None else dh
    steps = zip([None] * times if g_out is None else g_out, slopes, flat, update, to_new)
    for given, parts, all_gates, passed, slope in steps if reverse else reversed(list(steps)):
        if given is not None:
            dh = add(dh, given)
        multiply(parts, dh[:, None], parts)
        multiply(slope, dh, slope)
        dh = add(all_gates.dot(w_hh), multiply(passed, dh))
    rows = flat.reshape(times * n, 3 * size)
    weight, bias = np.matmul(rows.T, before.reshape(times * n, size)), add_reduce(rows, 0)
    flat = flat.copy()
    flat[:, :, 2 * size:] = to_new
    return flat, weight, bias, dh
