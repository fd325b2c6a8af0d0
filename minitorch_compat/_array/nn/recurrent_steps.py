"""One step of a recurrent layer after its matrix products: the elementwise part of the gates, in few passes.

Element by element the results are those of the ops that make up a step.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.execution.quiet import quiet
from ..pointwise.elementwise import relu
from ..pointwise.logistic import sigmoid_step

Array = np.ndarray[Any, np.dtype[Any]]


def tanh_step(gates: Array, hidden: Array) -> tuple[Array]:
    """A step of an RNN with tanh, from the contributions of the input and of the hidden state."""
    total = np.add(hidden, gates)
    return (np.tanh(total, total),)


def relu_step(gates: Array, hidden: Array) -> tuple[Array]:
    """The same with relu."""
    return (relu(np.add(hidden, gates)),)


@quiet
def lstm_step(gates: Array, hidden: Array, cell: Array) -> tuple[Array, Array]:
    """The new hidden state and the new cell state."""
    size = cell.shape[1]
    total = np.add(hidden, gates)
    new = np.tanh(total[:, 2 * size:3 * size])
    total = sigmoid_step(total, total)
    kept = np.multiply(total[:, size:2 * size], cell)
    np.multiply(total[:, :size], new, new)
    np.add(kept, new, kept)
    squashed = np.tanh(kept, new)
    return np.multiply(total[:, 3 * size:], squashed, squashed), kept


@quiet
def gru_step(gates: Array, hidden: Array, state: Array) -> tuple[Array]:
    """The new state."""
    size = state.shape[1]
    switches = np.add(hidden[:, :2 * size], gates[:, :2 * size])
    sigmoid_step(switches, switches)
    new = np.multiply(hidden[:, 2 * size:], switches[:, :size])
    np.add(gates[:, 2 * size:], new, new)
    np.tanh(new, new)
    out = np.subtract(state, new)
    np.multiply(out, switches[:, size:], out)
    return (np.add(out, new, out),)
