"""Running recurrent layers over time, on top of ordinary ops.

A step takes the input's share of the gates, which one product computes for all times at once, and the state; a state
is a tuple of tensors (hidden,) or (hidden, cell).
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ..._dispatch.modes import as_one
from ..._dispatch.state import ACTIVE
from .. import functional as F
from .._torch import Tensor, dtypes, ops

State = tuple[Tensor, ...]
#: gates of the input, state, weights -> new state
Step = Callable[[Tensor, State, Sequence[Any]], State]


def _hidden_gates(state: State, weights: Sequence[Any]) -> Tensor:
    return F.linear(state[0], weights[1], weights[3])


def tanh_step(gates: Tensor, state: State, weights: Sequence[Any]) -> State:
    """One step of an RNN with tanh."""
    return (ops.tanh(_hidden_gates(state, weights) + gates),)


def relu_step(gates: Tensor, state: State, weights: Sequence[Any]) -> State:
    """One step of an RNN with relu."""
    return (ops.relu(_hidden_gates(state, weights) + gates),)


def lstm_step(gates: Tensor, state: State, weights: Sequence[Any]) -> State:
    """One step of an LSTM; a fifth weight projects the hidden state."""
    in_gate, forget_gate, cell_gate, out_gate = (_hidden_gates(state, weights) + gates).chunk(4, -1)
    cell = ops.sigmoid(forget_gate) * state[1] + ops.sigmoid(in_gate) * ops.tanh(cell_gate)
    hidden = ops.sigmoid(out_gate) * ops.tanh(cell)
    if len(weights) > 4 and weights[4] is not None:
        hidden = F.linear(hidden, weights[4])
    return hidden, cell


def gru_step(gates: Tensor, state: State, weights: Sequence[Any]) -> State:
    """One step of a GRU."""
    reset_x, update_x, new_x = gates.chunk(3, -1)
    reset_h, update_h, new_h = _hidden_gates(state, weights).chunk(3, -1)
    update = ops.sigmoid(update_h + update_x)
    new = ops.tanh(new_x + ops.sigmoid(reset_h + reset_x) * new_h)
    return ((state[0] - new) * update + new,)


STEPS: dict[str, Step] = {"RNN_TANH": tanh_step, "RNN_RELU": relu_step, "LSTM": lstm_step, "GRU": gru_step}


def run_layers(
    mode: str, input: Tensor, batch_sizes: list[int] | None, state: State, weights: list[list[Any]], directions: int,
    dropout: float, training: bool,
) -> tuple[Tensor, State]:
    """All layers: output and final state. `input` is (T, N, features), or packed (total, features) with
    `batch_sizes`.
    """
    finals: list[State] = []
    n_layers = len(weights) // directions
    for layer in range(n_layers):
        outputs = []
        for direction in range(directions):
            i = layer * directions + direction
            run = partial(_run_direction, STEPS[mode], input, batch_sizes, tuple(s[i] for s in state), weights[i], reverse=direction == 1)
            if ACTIVE and mode == "LSTM" and batch_sizes is None and input.dtype is dtypes.float32:  # an op of its own in PyTorch
                out, *parts = as_one("mkldnn_rnn_layer.default", (input, *weights[i]), partial(_flat, run))
                final = tuple(parts)
            else:
                out, final = run()
            outputs.append(out)
            finals.append(final)
        input = outputs[0] if directions == 1 else ops.cat(outputs, -1)
        if dropout != 0 and training and layer < n_layers - 1:
            input = F.dropout(input, dropout, True)
    return input, tuple(ops.stack(parts) for parts in zip(*finals, strict=True))


def _flat(run: Callable[[], tuple[Tensor, State]]) -> tuple[Tensor, ...]:
    out, state = run()
    return out, *state


def _run_direction(
    step: Step, input: Tensor, batch_sizes: list[int] | None, state: State, weights: Sequence[Any], reverse: bool,
) -> tuple[Tensor, State]:
    gates = F.linear(input, weights[0], weights[2])
    if batch_sizes is not None:
        run = _packed_backward if reverse else _packed_forward
        return run(step, gates.split(batch_sizes), batch_sizes, state, weights)
    steps: Any = gates.unbind(0)
    outputs = []
    for gate in reversed(steps) if reverse else steps:
        state = step(gate, state, weights)
        outputs.append(state[0])
    if reverse:
        outputs.reverse()
    return ops.stack(outputs), state


def _packed_forward(
    step: Step, gates: Any, batch_sizes: list[int], state: State, weights: Sequence[Any],
) -> tuple[Tensor, State]:
    """The sequences are sorted by length, so those that end leave from the back of the batch."""
    outputs, ended = [], []
    size = batch_sizes[0]
    for gate, new_size in zip(gates, batch_sizes, strict=True):
        if new_size < size:
            ended.append(tuple(s[new_size:] for s in state))
            state = tuple(s[:new_size] for s in state)
            size = new_size
        state = step(gate, state, weights)
        outputs.append(state[0])
    ended.append(state)
    return ops.cat(outputs), tuple(ops.cat(parts) for parts in zip(*reversed(ended), strict=True))


def _packed_backward(
    step: Step, gates: Any, batch_sizes: list[int], initial: State, weights: Sequence[Any],
) -> tuple[Tensor, State]:
    """Going back in time, shorter sequences join the batch at its end."""
    outputs = []
    size = batch_sizes[-1]
    state = tuple(s[:size] for s in initial)
    for gate, new_size in zip(reversed(gates), reversed(batch_sizes), strict=True):
        if new_size > size:
            state = tuple(ops.cat([s, s0[size:new_size]]) for s, s0 in zip(state, initial, strict=True))
            size = new_size
        state = step(gate, state, weights)
        outputs.append(state[0])
    outputs.reverse()
    return ops.cat(outputs), state
