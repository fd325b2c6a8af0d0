"""A layer of a GRU or an RNN over all time steps, after the product with its input, forward and backward: one step is too little work for
ops of its own.

Both directions take the contribution of the input to the gates (T, N, gates), the weight and bias (or None) of that of the hidden state, a
state (N, H), and whether time is reversed. Forward returns the hidden states (T, N, H) and what backward needs.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ...core.execution.blocks import add_reduce
from ...core.execution.quiet import quiet
from ...pointwise.elementwise import relu, relu_gradient
from ...pointwise.logistic import sigmoid_step

Array = np.ndarray[Any, np.dtype[Any]]


def rnn_layer(gates: Array, w_hh: Array, b_hh: Array | None, h: Array, reverse: bool, rectified: bool) -> tuple[Array, tuple[Array, ...]]:
    """An RNN with relu or tanh."""
    out = np.empty((*gates.shape[:2], h.shape[1]), gates.dtype)
    transposed = np.ascontiguousarray(w_hh.T)  # of which a product with few rows takes half of the time
    add, tanh = np.add, np.tanh
    steps = zip(gates, out)
    for incoming, target in reversed(list(steps)) if reverse else steps:
        hidden = h.dot(transposed)
        if b_hh is not None:
            add(hidden, b_hh, hidden)
        total = add(hidden, incoming, target)
        if rectified:
            target[...] = relu(total)
        else:
            tanh(total, target)
        h = target
    return out, ()


def rnn_layer_backward(g: Any, out: Array, _saved: Any, w_hh: Array, h0: Array, reverse: bool, rectified: bool) -> tuple[Array, ...]:
    """Gradients of the gates, weight, bias and first state, from those of the hidden states and of the last, of which one may be None."""
    (g_out, dh), gates = g, np.empty_like(out) if rectified else 1 - out * out
    steps = zip([None] * len(out) if g_out is None else g_out, gates, out)
    for incoming, gate, state in steps if reverse else reversed(list(steps)):
        if incoming is not None:
            dh = incoming if dh is None else np.add(dh, incoming)
        if rectified:
            gate[...] = relu_gradient(state, dh)
        else:
            np.multiply(gate, dh, gate)
        dh = gate.dot(w_hh)
    return (gates, *_weight_gradient(gates, _previous_states(out, h0, reverse)), dh)


def _previous_states(out: Array, first: Array, reverse: bool) -> Array:
    """The states that the steps began with."""
    found = np.empty_like(out)
    first_step, later, earlier = (-1, slice(None, -1), slice(1, None)) if reverse else (0, slice(1, None), slice(None, -1))
    found[first_step], found[later] = first, out[earlier]
    return found


def _weight_gradient(gates: Array, before: Array) -> tuple[Array, Array]:
    """Gradients of weight and bias, from those of the hidden state's contribution to the gates."""
    rows = gates.reshape(-1, gates.shape[-1])
    return np.matmul(rows.T, before.reshape(len(rows), -1)), add_reduce(rows, 0)


@quiet
def gru_layer(gates: Array, w_hh: Array, b_hh: Array | None, h: Array, reverse: bool) -> tuple[Array, tuple[Array, ...]]:
    """A GRU. Saved per time step: reset and update gates, the candidate, and the hidden state's contribution to it before the reset."""
    (times, n, _), size = gates.shape, h.shape[1]
    out, reset_update = np.empty((times, n, size), gates.dtype), np.empty((times, n, 2 * size), gates.dtype)
    candidates, hidden_candidates = np.empty_like(out), np.empty_like(out)
    transposed = np.ascontiguousarray(w_hh.T)  # of which a product with few rows takes half of the time
    add, multiply, subtract, tanh = np.add, np.multiply, np.subtract, np.tanh
    steps = zip(gates[:, :, :2 * size], gates[:, :, 2 * size:], reset_update, candidates, hidden_candidates, out)
    for gates_input, candidate_input, gate_values, values, hidden_values, target in reversed(list(steps)) if reverse else steps:
        hidden = h.dot(transposed)
        if b_hh is not None:
            add(hidden, b_hh, hidden)
        add(hidden[:, :2 * size], gates_input, gate_values)
        sigmoid_step(gate_values, gate_values)
        hidden_values[...] = hidden[:, 2 * size:]
        multiply(hidden_values, gate_values[:, :size], values)
        add(candidate_input, values, values)
        tanh(values, values)
        subtract(h, values, target)
        multiply(target, gate_values[:, size:], target)
        h = add(target, values, target)
    return out, (reset_update, candidates, hidden_candidates)


def gru_layer_backward(g: Any, out: Array, saved: tuple[Array, ...], w_hh: Array, h0: Array, reverse: bool) -> tuple[Array, ...]:
    """As `rnn_layer_backward`: all are products of the gradient of the state and of factors computed for all time steps first."""
    (reset_update, candidates, hidden_candidates), (times, n, size), (g_out, dh) = saved, out.shape, g
    before = _previous_states(out, h0, reverse)
    reset, update = reset_update[:, :, :size], reset_update[:, :, size:]
    slopes = np.empty((times, n, 3, size), out.dtype)
    to_candidate = np.multiply(1 - update, 1 - candidates * candidates)
    np.multiply(hidden_candidates * to_candidate, reset * (1 - reset), slopes[:, :, 0])
    np.multiply(before - candidates, update * (1 - update), slopes[:, :, 1])
    np.multiply(to_candidate, reset, slopes[:, :, 2])
    flat, add, multiply = slopes.reshape(times, n, 3 * size), np.add, np.multiply
    dh = np.zeros((n, size), out.dtype) if dh is None else dh
    steps = zip([None] * times if g_out is None else g_out, slopes, flat, update, to_candidate)
    for incoming, parts, all_gates, update_step, slope in steps if reverse else reversed(list(steps)):
        if incoming is not None:
            dh = add(dh, incoming)
        multiply(parts, dh[:, None], parts)
        multiply(slope, dh, slope)
        dh = add(all_gates.dot(w_hh), multiply(update_step, dh))
    products = _weight_gradient(flat, before)
    flat[:, :, 2 * size:] = to_candidate
    return (flat, *products, dh)
