"""A layer of an LSTM over all time steps, forward and backward: one step is too little work for ops of its own."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...core.execution.block_sizes import block_size
from ...core.execution.blocks import add_reduce, widen_half
from ...core.execution.quiet import quiet
from ...pointwise.logistic import sigmoid_of_minus_step

Array = np.ndarray[Any, np.dtype[Any]]


#: Elements of a state up to which numpy's call overhead dominates.
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 2048)


@quiet
def lstm_layer(
    x: Array, w_ih: Array, w_hh: Array, b_ih: Array, b_hh: Array, h0: Array, c0: Array, reverse: bool, *_settings: Any,
) -> tuple[Array, Array, Array, Array]:
    """Hidden states (T, N, H) of `x` (T, N, features), the last hidden and cell state, and the array that `lstm_layer_backward` needs.

    That has the four gates and the cell state of each time step: (T, 5, N, H). Each gate is contiguous, which halves the time of
    elementwise operations on few rows.
    """
    dtype, (times, n, _), size = x.dtype, x.shape, h0.shape[-1]
    if any(a.dtype != dtype for a in (w_ih, w_hh, b_ih, b_hh, h0, c0)):
        raise RuntimeError("get_mkldnn_dtype: unsupported data type")
    x, w_ih, w_hh, b_ih, b_hh, h, c = map(widen_half, (x, w_ih, w_hh, b_ih, b_hh, h0, c0))
    saved, out = np.empty((times, 5, n, size), x.dtype), np.empty((times, n, size), x.dtype)
    gates = np.matmul(_append_ones(x.reshape(times * n, -1)), _weights_by_gate(w_ih, size, b_ih + b_hh)).reshape(4, times, n, size)
    to_gates, total, change = _weights_by_gate(w_hh, size), np.empty((4, n, size), x.dtype), np.empty((n, size), x.dtype)
    add, multiply, matmul, tanh = np.add, np.multiply, np.matmul, np.tanh
    is_small, third = n * size <= _SMALL_SIZE, total[2]
    steps = zip(saved, saved[:, :4], gates.swapaxes(0, 1), out)
    for row, switches, incoming, target in reversed(list(steps)) if reverse else steps:
        add(incoming, matmul(h, to_gates, total), total)
        if is_small:  # a single call for all gates, though the result for the new values is overwritten, is faster than two
            sigmoid_of_minus_step(switches, total)
        else:
            sigmoid_of_minus_step(row[:2], total[:2])
            sigmoid_of_minus_step(row[3], total[3])
        i, f, new, o, cell = row
        tanh(third, new)
        multiply(f, c, cell)
        add(cell, multiply(i, new, change), cell)
        c, h = cell, multiply(o, tanh(cell, change), target)
    return out.astype(dtype, copy=False), h.astype(dtype), c.astype(dtype), saved


def _weights_by_gate(weight: Array, size: int, bias: Array | None = None) -> Array:
    """The transposed weights of each of the four gates, copied once, where BLAS would copy them at every step.

    Those of the three sigmoid gates are negated, as `sigmoid_of_minus_step` expects. The bias is the last row, for rows ending in 1.
    """
    inputs = weight.shape[1]
    found = np.empty((4, inputs + (bias is not None), size), weight.dtype)
    found[:, :inputs] = weight.reshape(4, size, inputs).swapaxes(1, 2)
    if bias is not None:
        found[:, inputs] = bias.reshape(4, size)
    np.negative(found[:2], found[:2])
    np.negative(found[3], found[3])
    return found


def _append_ones(rows: Array) -> Array:
    """The rows with a 1 appended to each."""
    found = np.empty((len(rows), rows.shape[1] + 1), rows.dtype)
    found[:, :-1], found[:, -1] = rows, 1
    return found


def lstm_layer_backward(
    g: Any, out: Array, saved: Array, x: Array, w_ih: Array, w_hh: Array, h0: Array, c0: Array, reverse: bool,
) -> tuple[Array, ...]:
    """Gradients of input, weights, biases and initial states, from those of the hidden states and of the last states."""
    dtype, (times, n, _), size = x.dtype, x.shape, h0.shape[-1]
    out, x, w_ih, w_hh, h0, c0 = map(widen_half, (out, x, w_ih, w_hh, h0, c0))
    h_before, c_before = _previous_states(out, h0, reverse), _previous_states(saved[:, 4], c0, reverse)
    gates, h_first, c_first = _gate_gradients([widen_half(v) for v in g[:3]], saved, c_before, w_hh, reverse)
    flat = gates.reshape(times * n, 4 * size)
    bias = add_reduce(flat, 0)
    found = (np.matmul(flat, w_ih).reshape(x.shape), np.matmul(flat.T, x.reshape(times * n, -1)),
             np.matmul(flat.T, h_before.reshape(times * n, size)), bias, bias.copy(), h_first, c_first)
    return tuple(v.astype(dtype, copy=False) for v in found)


def _previous_states(states: Array, first: Array, reverse: bool) -> Array:
    """The state before each step."""
    out = np.empty(states.shape, states.dtype)
    if reverse:
        out[:-1], out[-1] = states[1:], first
    else:
        out[1:], out[0] = states[:-1], first
    return out


@quiet
def _gate_gradients(g: list[Array], saved: Array, c_before: Array, w_hh: Array, reverse: bool) -> tuple[Array, Array, Array]:
    """Gradients of the gates before their activations, (T, N, 4 * H), and of the initial states."""
    times, _, n, size = saved.shape
    (g_out, dh, dc), (i, f, new, o) = g, (saved[:, k] for k in range(4))
    squashed = np.tanh(saved[:, 4])
    to_cell, slopes = o * (1 - squashed * squashed), np.empty((times, n, 4, size), saved.dtype)
    slopes[:, :, 0], slopes[:, :, 1] = new * i * (1 - i), c_before * f * (1 - f)
    slopes[:, :, 2], slopes[:, :, 3] = i * (1 - new * new), squashed * o * (1 - o)
    flat, add, multiply, matmul = slopes.reshape(times, n, 4 * size), np.add, np.multiply, np.matmul
    steps = zip(g_out, to_cell, slopes[:, :, :3], slopes[:, :, 3], f, flat)
    for incoming, to, of_cell, of_output, kept_part, all_gates in steps if reverse else reversed(list(steps)):
        dh = add(dh, incoming)
        dc = add(dc, multiply(dh, to))
        multiply(of_cell, dc[:, None], of_cell)
        multiply(of_output, dh, of_output)
        multiply(dc, kept_part, dc)
        dh = matmul(all_gates, w_hh)
    return flat, dh, dc
