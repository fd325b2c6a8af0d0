"""Running recurrent layers over time, on top of ordinary ops.

A step takes the product of input and weights, which is computed for all time steps at once, and the state. A state
is a tuple of tensors (hidden,) or (hidden, cell).
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn_once
from ..._array.linalg.products import linear, mm_nt
from ..._array.nn.recurrent import steps as kernels
from ..._dispatch.call.autocast import cast
from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.grad_mode import profiled_within
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Anomaly
from ..._dispatch.wrapping import wrap
from .. import functional as F
from .._torch import Tensor, dtypes, ops

_unsafe_split, _mkldnn_rnn_layer = lazy_call("unsafe_split"), lazy_call("mkldnn_rnn_layer")
resolve_calls(globals())
#: The dtypes for which a layer of an LSTM is a single op.
_MKLDNN_DTYPES = frozenset({dtypes.float32, dtypes.bfloat16})

State = tuple[Tensor, ...]
#: product with the input, state, weights, and the product with the state if already computed -> new state
Step = Callable[..., State]


def _hidden_gates(state: State, weights: Sequence[Any], hidden_gates: Tensor | None = None) -> Tensor:
    return F.linear(state[0], weights[1], weights[3]) if hidden_gates is None else hidden_gates


def _is_profiled() -> bool:
    """Whether an observer sees the calls of a step, some of which are in-place in PyTorch."""
    return bool(ACTIVE) and LOCAL.observer is not None and not LOCAL.levels


def _add_gates(x: Tensor, y: Tensor) -> Tensor:
    return x.add_(y) if _is_profiled() else x + y


def _split_gates(gates: Tensor, count: int) -> Any:
    if not gates._array.shape[1]:  # no hidden units
        return (gates,) * count
    return profiled_within("unsafe_chunk", (gates,), lambda: _unsafe_split(gates, gates._array.shape[1] // count, 1))


def _is_bare(*tensors: Tensor) -> bool:
    """Whether a step may run on arrays: plain tensors of one dtype, without levels or modes, and nothing to record."""
    if ACTIVE:
        return False
    dtype = tensors[0]._dtype
    if dtype.char not in "fd":
        return False
    recording = LOCAL.grad
    for t in tensors:
        if t.__class__ not in PLAIN or t._dtype is not dtype or t._array.__class__ is not np.ndarray or recording and t.requires_grad:
            return False
    return True


def tanh_step(gates: Tensor, state: State, weights: Sequence[Any], hidden: Tensor | None = None) -> State:
    """One step of an RNN with tanh."""
    hidden = _hidden_gates(state, weights, hidden)
    if _is_bare(gates, hidden):
        return (wrap(kernels.tanh_step(gates._array, hidden._array)[0]),)
    return (ops.tanh(_add_gates(hidden, gates)),)


def relu_step(gates: Tensor, state: State, weights: Sequence[Any], hidden: Tensor | None = None) -> State:
    """One step of an RNN with relu."""
    hidden = _hidden_gates(state, weights, hidden)
    if _is_bare(gates, hidden):
        return (wrap(kernels.relu_step(gates._array, hidden._array)[0]),)
    return (ops.relu(_add_gates(hidden, gates)),)


def lstm_step(gates: Tensor, state: State, weights: Sequence[Any], hidden: Tensor | None = None) -> State:
    """One step of an LSTM; a fifth weight projects the hidden state."""
    hidden = _hidden_gates(state, weights, hidden)
    if (len(weights) < 5 or weights[4] is None) and _is_bare(gates, hidden, *state):
        new_hidden, new_cell, *_ = kernels.lstm_step(gates._array, hidden._array, state[1]._array)
        return wrap(new_hidden), wrap(new_cell)
    output, cell = _fold_step(kernels.lstm_step, kernels.lstm_step_backward, _lstm_by_ops, gates, hidden, state[1]) or _lstm_by_ops(
        gates, hidden, state[1])
    if len(weights) > 4 and weights[4] is not None:
        output = F.linear(output, weights[4])
    return output, cell


def _lstm_by_ops(gates: Tensor, hidden: Tensor, last_cell: Tensor) -> State:
    in_gate, forget_gate, cell_gate, out_gate = _split_gates(_add_gates(hidden, gates), 4)
    if _is_profiled():
        in_gate, forget_gate, cell_gate, out_gate = in_gate.sigmoid_(), forget_gate.sigmoid_(), cell_gate.tanh_(), out_gate.sigmoid_()
        cell = (forget_gate * last_cell).add_(in_gate * cell_gate)
        return out_gate * ops.tanh(cell), cell
    cell = ops.sigmoid(forget_gate) * last_cell + ops.sigmoid(in_gate) * ops.tanh(cell_gate)
    return ops.sigmoid(out_gate) * ops.tanh(cell), cell


def gru_step(gates: Tensor, state: State, weights: Sequence[Any]) -> State:
    """One step of a GRU."""
    if not ACTIVE and _is_bare(gates, *state, *[w for w in weights if w is not None]):
        return (wrap(kernels.gru_step(gates._array, _hidden_gates(state, weights)._array, state[0]._array)[0]),)
    if _is_profiled():  # which sees the gates cut before the product
        return _gru_by_ops(_split_gates(gates, 3), _hidden_gates(state, weights), state[0])
    hidden = _hidden_gates(state, weights)
    return _fold_step(kernels.gru_step, kernels.gru_step_backward, _gru_by_ops, gates, hidden, state[0]) or _gru_by_ops(
        gates, hidden, state[0])


def _gru_step_by_ops(gates: Tensor, state: State, weights: Sequence[Any]) -> State:
    return _gru_by_ops(gates, _hidden_gates(state, weights), state[0])


def _gru_by_ops(gates: Any, hidden: Tensor, last_hidden: Tensor) -> State:
    reset_x, update_x, new_x = gates if gates.__class__ is tuple else _split_gates(gates, 3)
    reset_h, update_h, new_h = _split_gates(hidden, 3)
    if _is_profiled():
        reset, update = reset_h.add_(reset_x).sigmoid_(), update_h.add_(update_x).sigmoid_()
        new = (new_x + new_h.mul_(reset)).tanh_()
        return ((last_hidden - new).mul_(update).add_(new),)
    reset, update = ops.sigmoid(reset_h + reset_x), ops.sigmoid(update_h + update_x)
    new = ops.tanh(new_x + new_h * reset)
    return ((last_hidden - new) * update + new,)


STEPS: dict[str, Step] = {"RNN_TANH": tanh_step, "RNN_RELU": relu_step, "LSTM": lstm_step, "GRU": gru_step}


def run_layers(
    mode: str, input: Tensor, batch_sizes: list[int] | None, state: State, weights: list[list[Any]], directions: int,
    dropout: float, training: bool,
) -> tuple[Tensor, State]:
    """Run all layers; return output and final state. `input` is (T, N, features), or packed (total, features) with
    `batch_sizes`.
    """
    if batch_sizes is None and not input.shape[0]:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    is_mkldnn = mode == "LSTM" and batch_sizes is None and _is_mkldnn_layer(input, weights[0])
    if is_mkldnn:
        if ACTIVE and LOCAL.autocast is not None:  # elsewhere products are cast, one by one
            (input, state), weights = cast((input, state), LOCAL.autocast), [list(cast(tuple(w), LOCAL.autocast)) for w in weights]
        input = input.contiguous()
    initial_states: Any = None if is_mkldnn else list(zip(*map(ops.unbind, state), strict=True))
    final_states: list[State] = []
    n_layers = len(weights) // directions
    for layer in range(n_layers):
        outputs = []
        for i in range(layer * directions, (layer + 1) * directions):
            reverse = i % 2 == 1 and directions == 2
            if is_mkldnn:
                out, final = _lstm_layer(input, tuple(s[i] for s in state), weights[i], reverse, training)
            else:
                out, final = _run_direction(STEPS[mode], input, batch_sizes, initial_states[i], weights[i], reverse)
            outputs.append(out)
            final_states.append(final)
        input = outputs[0] if directions == 1 else ops.cat(outputs, -1)
        if dropout != 0 and training and layer < n_layers - 1:
            input = F.dropout(input, dropout, True)
    return input, tuple(ops.stack(parts) for parts in zip(*final_states, strict=True))


def _is_mkldnn_layer(input: Tensor, weights: Sequence[Any]) -> bool:
    """Whether a layer of an LSTM is a single op, as in PyTorch: for float32 or bfloat16, outside of levels, without a projection."""
    if input.dtype not in _MKLDNN_DTYPES or ACTIVE and LOCAL.levels or input._array.__class__ is not np.ndarray or not input._array.size:
        return False
    if _is_by_example(weights):
        return False
    if len(weights) > 4 and weights[4] is not None:
        warn_once("LSTM with projections is not supported with oneDNN. Using default implementation.")
        return False
    return True


def _is_by_example(weights: Sequence[Any]) -> bool:
    """Whether backward is to compute the gradients of a layer for each example of the batch."""
    if all(w is None or w.__class__ in PLAIN for w in weights):
        return False
    from ..utils._expanded_weights.expanded_weights_impl import ExpandedWeight

    return any(isinstance(w, ExpandedWeight) for w in weights)


def _lstm_layer(input: Tensor, state: State, weights: Sequence[Any], reverse: bool, training: bool) -> tuple[Tensor, State]:
    w_ih, w_hh, b_ih, b_hh, *_ = weights
    biased = b_ih is not None
    if not biased:
        b_ih, b_hh = (ops.zeros(w_ih._array.shape[0], dtype=w_ih.dtype) for _ in range(2))
    out, hidden, cell, _ = _mkldnn_rnn_layer(input.contiguous(), w_ih, w_hh, b_ih, b_hh, *state, reverse, [], 2, w_hh._array.shape[1], 1,
                                             biased, False, False, training)
    return out, (hidden, cell)


def _run_direction(
    step: Step, input: Tensor, batch_sizes: list[int] | None, state: State, weights: Sequence[Any], reverse: bool,
) -> tuple[Tensor, State]:
    if batch_sizes is None and _is_by_example(weights):  # the batch has to be the first dimension
        gates = F.linear(input.transpose(0, 1), weights[0], weights[2]).transpose(0, 1)
    else:
        gates = F.linear(input, weights[0], weights[2])
    if batch_sizes is None and (len(weights) < 5 or weights[4] is None) and _is_bare(gates, *state, *[w for w in weights if w is not None]):
        return _run_on_arrays(step, gates._array, tuple(s._array for s in state), weights, reverse)
    if batch_sizes is not None:
        run = _packed_backward if reverse else _packed_forward
        starts = [0, *accumulate(batch_sizes[:-1])]
        return run(step, [ops.narrow(gates, 0, *span) for span in zip(starts, batch_sizes, strict=True)], batch_sizes, state, weights)
    return _fold_layer(step, gates, state, weights, reverse) or _step_by_step(step, gates, state, weights, reverse)


def _step_by_step(step: Step, gates: Tensor, state: State, weights: Sequence[Any], reverse: bool) -> tuple[Tensor, State]:
    steps: Any = gates.unbind(0)
    outputs = []
    for gate in reversed(steps) if reverse else steps:
        state = step(gate, state, weights)
        outputs.append(state[0])
    if reverse:
        outputs.reverse()
    return ops.stack(outputs), state


def _is_foldable(*tensors: tuple[Tensor | None, tuple[int, ...]]) -> bool:
    """Whether what is done to tensors, which are to have certain shapes, is to be recorded, and may be as one step.

    They are plain and of one type, and nobody is there who would see the steps.
    """
    if ACTIVE or LOCAL.saved_hooks or Anomaly.enabled or not LOCAL.grad:
        return False
    dtype: Any = tensors[0][0]._dtype  # type: ignore[union-attr]
    needs_gradient = False
    for t, shape in tensors:
        if t is not None:
            if t._dtype is not dtype or t.__class__ not in PLAIN or t._array.__class__ is not np.ndarray or t._array.shape != shape:
                return False
            needs_gradient = needs_gradient or t.requires_grad
    return needs_gradient and dtype.char in "fd"


def _fold_step(kernel: Any, derivative: Any, steps: Any, gates: Tensor, hidden: Tensor, last: Tensor) -> State | None:
    """A step as one, or None. A cell state is saved, as it is by PyTorch's product with the forget gate; a hidden state is not."""
    is_cell, sizes = kernel is kernels.lstm_step, last._array.shape
    shape = (*sizes[:1], (4 if is_cell else 3) * sizes[-1]) if len(sizes) == 2 else ()
    if not all(shape[1:]) or not _is_foldable((gates, shape), (hidden, shape), (last, sizes)):
        return None
    from ..._engine.lazy_subgraphs import fold

    arrays = gates._array, hidden._array, last._array.copy()
    outputs = kernel(*arrays)
    results, saved = tuple(map(wrap, outputs[:1 + is_cell])), (*outputs[1 + is_cell:], *arrays[3 - is_cell:])
    fold(results, (gates, hidden, last), arrays, (last,) if is_cell else (), lambda g: derivative(g, *saved), steps)
    return results


def _fold_layer(step: Step, gates: Tensor, state: State, weights: Sequence[Any], reverse: bool) -> tuple[Tensor, State] | None:
    """A direction of a GRU or an RNN as one step, or None."""
    entry = _LAYERS.get(step)
    (h, *_), (_, w_hh, _, b_hh, *_), sizes = state, weights, tuple(gates.shape)
    if entry is None or len(sizes) != 3 or not sizes[2]:
        return None
    count, forward, backward, unfolded, extra_args = entry
    size, width = sizes[2] // count, sizes[2]
    if not _is_foldable((gates, (*sizes[:2], count * size)), (h, (sizes[1], size)), (w_hh, (width, size)), (b_hh, (width,))):
        return None
    from ..._array.nn.recurrent import layers as recurrent_layers
    from ..._engine.lazy_subgraphs import fold

    a, w, b, first = gates._array, w_hh._array, None if b_hh is None else b_hh._array.copy(), h._array.copy()
    out, saved = getattr(recurrent_layers, forward)(a, w, b, first, reverse, *extra_args)
    results = wrap(out.copy()), wrap(out[0 if reverse else -1].copy())  # what a program may write into

    def derivative(g: Any) -> Any:
        gates, weight, bias, first_state = getattr(recurrent_layers, backward)(g, out, saved, w, first, reverse, *extra_args)
        return gates, None if b is None else bias, weight, first_state  # a bias first, as PyTorch's steps send gradients

    def steps(gates: Tensor, b_hh: Tensor | None, w_hh: Tensor, h: Tensor) -> Any:
        out, (last,) = _step_by_step(unfolded, gates, (h,), (None, w_hh, None, b_hh), reverse)
        return out, last

    checked_tensors = [t for t, saves in ((w_hh, len(a) > 1 or h.requires_grad), (h, w_hh.requires_grad)) if saves]
    fold(results, (gates, b_hh, w_hh, h), (a, b, w, first), checked_tensors, derivative, steps)
    return results[0], results[1:]


#: How many gates there are, the kernels for a layer of all times, the step by ops, and what else the kernels are told.
_LAYERS: dict[Any, Any] = {
    gru_step: (3, "gru_layer", "gru_layer_backward", _gru_step_by_ops, ()),
    tanh_step: (1, "rnn_layer", "rnn_layer_backward", tanh_step, (False,)),
    relu_step: (1, "rnn_layer", "rnn_layer_backward", relu_step, (True,)),
}
_KERNELS: dict[Any, Any] = {tanh_step: kernels.tanh_step, relu_step: kernels.relu_step, lstm_step: kernels.lstm_step,
                            gru_step: kernels.gru_step}


def _hidden_projection(state: Any, w_hh: Any, b_hh: Any, times: int) -> Callable[[Any], Any]:
    """A function like `linear` for the hidden state. For more than a few time steps the weight is transposed in advance."""
    fits = w_hh.dtype is state.dtype and w_hh.shape[1:] == state.shape[1:] and (
        b_hh is None or b_hh.dtype is w_hh.dtype and b_hh.shape == w_hh.shape[:1])
    if fits and times > 3 and state.shape[1] > 1 and w_hh.dtype.char in "fd":
        transposed = np.ascontiguousarray(w_hh.T)  # with which a product with few rows takes half the time
        if b_hh is None:
            return lambda h: h.dot(transposed)

        def project(h: Any) -> Any:
            out = h.dot(transposed)
            return np.add(out, b_hh, out)

        return project
    return (lambda h: mm_nt(h, w_hh)) if b_hh is None else lambda h: linear(h, w_hh, b_hh)


def _run_on_arrays(step: Step, gates: Any, state: Any, weights: Sequence[Any], reverse: bool) -> tuple[Tensor, State]:
    """Run one direction on arrays, without recording."""
    kernel, w_hh, b_hh = _KERNELS[step], weights[1]._array, None if weights[3] is None else weights[3]._array
    out = np.empty((*gates.shape[:2], state[0].shape[-1]), gates.dtype)
    # The step of an LSTM also takes the cell, that of a GRU the state.
    extra_state: Any = {lstm_step: lambda state: state[1:], gru_step: lambda state: state}.get(step, lambda state: ())
    times = len(gates)
    project = _hidden_projection(state[0], w_hh, b_hh, times)
    for t in range(times - 1, -1, -1) if reverse else range(times):
        hidden = project(state[0])
        state = kernel(gates[t], hidden, *extra_state(state))[:len(state)]
        out[t] = state[0]
    return wrap(out), tuple(map(wrap, state))


def _packed_forward(
    step: Step, gates: Any, batch_sizes: list[int], state: State, weights: Sequence[Any],
) -> tuple[Tensor, State]:
    """Run forward in time. Sequences are sorted by length, so those that end are at the end of the batch."""
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
    """Run backward in time, in which shorter sequences are appended to the batch."""
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
