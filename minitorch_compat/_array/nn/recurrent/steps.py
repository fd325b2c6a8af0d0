"""One step of a recurrent layer after its matrix products: the elementwise part of the gates, in few passes.

Element by element the results are those of the ops that make up a step.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ...core.execution.quiet import quiet
from ...pointwise.elementwise import relu
from ...pointwise.logistic import sigmoid_step

Array = np.ndarray[Any, np.dtype[Any]]


def tanh_step(gates: Array, hidden: Array) -> tuple[Array]:
    """A step of an RNN with tanh, from the contributions of the input and of the hidden state."""
    total = np.add(hidden, gates)
    return (np.tanh(total, total),)


def relu_step(gates: Array, hidden: Array) -> tuple[Array]:
    """The same with relu."""
    return (relu(np.add(hidden, gates)),)


@quiet
def lstm_step(gates: Array, hidden: Array, cell: Array) -> tuple[Array, ...]:
    """The new hidden state and the new cell state, and what `lstm_step_backward` needs."""
    size = cell.shape[1]
    total = np.add(hidden, gates)
    candidate = np.tanh(total[:, 2 * size:3 * size])
    total = sigmoid_step(total, total)
    new_cell = np.multiply(total[:, size:2 * size], cell)
    np.add(new_cell, np.multiply(total[:, :size], candidate), new_cell)
    tanh_cell = np.tanh(new_cell)
    return np.multiply(total[:, 3 * size:], tanh_cell), new_cell, total, candidate, tanh_cell


def lstm_step_backward(g: Any, total: Array, candidate: Array, tanh_cell: Array, cell: Array) -> tuple[Array, Array, Array]:
    """Gradients of both contributions to the gates and of the cell state, from those of the new states, of which one may be None."""
    (g_hidden, g_cell), size = g, cell.shape[1]
    i, f, o = total[:, :size], total[:, size:2 * size], total[:, 3 * size:]
    grad = np.multiply(total, 1 - total)
    if g_hidden is None:
        grad[:, 3 * size:] = 0
    else:
        grad[:, 3 * size:] *= np.multiply(g_hidden, tanh_cell)
        to_cell = np.multiply(np.multiply(g_hidden, o), 1 - tanh_cell * tanh_cell)
        g_cell = to_cell if g_cell is None else np.add(to_cell, g_cell, to_cell)
    grad[:, :size] *= np.multiply(g_cell, candidate)
    grad[:, size:2 * size] *= np.multiply(g_cell, cell)
    np.multiply(np.multiply(g_cell, i), 1 - candidate * candidate, grad[:, 2 * size:3 * size])
    return grad, grad, np.multiply(g_cell, f)


@quiet
def gru_step(gates: Array, hidden: Array, state: Array) -> tuple[Array, ...]:
    """The new state, and what `gru_step_backward` needs."""
    size = state.shape[1]
    reset_update = np.add(hidden[:, :2 * size], gates[:, :2 * size])
    sigmoid_step(reset_update, reset_update)
    candidate = np.multiply(hidden[:, 2 * size:], reset_update[:, :size])
    np.add(gates[:, 2 * size:], candidate, candidate)
    np.tanh(candidate, candidate)
    difference = np.subtract(state, candidate)
    out = np.multiply(difference, reset_update[:, size:])
    return np.add(out, candidate, out), reset_update, candidate, hidden[:, 2 * size:], difference


def gru_step_backward(g: Any, reset_update: Array, candidate: Array, hidden_candidate: Array,
                      difference: Array) -> tuple[Array, Array, Array]:
    """Gradients of both contributions to the gates and of the state, from that of the new state."""
    (g,), size = g, candidate.shape[1]
    reset, update = reset_update[:, :size], reset_update[:, size:]
    passed = np.multiply(g, update)
    grad = np.empty((len(candidate), 3 * size), candidate.dtype)
    np.multiply(np.subtract(g, passed), 1 - candidate * candidate, grad[:, 2 * size:])
    np.multiply(grad[:, 2 * size:], hidden_candidate, grad[:, :size])
    np.multiply(g, difference, grad[:, size:2 * size])
    grad[:, :2 * size] *= reset_update * (1 - reset_update)
    hidden_grad = grad.copy()
    hidden_grad[:, 2 * size:] *= reset
    return grad, hidden_grad, passed
