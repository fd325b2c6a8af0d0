"""What recurrent layers and cells, and linear layers on batches that do not lie in order, leave behind as their graph."""
from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def _node_counts(node: Any) -> dict[str, int]:
    seen, stack, names = set(), [node], Counter()
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen.add(node)
            names[node.name()] += 1
            stack += [n for n, _ in node.next_functions]
    return dict(sorted(names.items()))


_SETTINGS = ({}, {"batch_first": True}, {"bias": False}, {"bidirectional": True}, {"num_layers": 2, "dropout": 0.5}, {"num_layers": 2,
             "bidirectional": True})


def _graphs(torch: Any, kind: str, settings: tuple[dict[str, Any], ...]) -> Iterator[Any]:
    for given in settings:
        for dtype in (torch.float32, torch.float64):
            layer = getattr(torch.nn, kind)(3, 4, **given).to(dtype)
            out, state = layer(torch.ones(2, 5, 3, dtype=dtype))
            states = state if isinstance(state, tuple) else (state,)
            yield given, out.grad_fn.name(), [s.grad_fn.name() for s in states], _node_counts(out.sum().grad_fn), chain(out.grad_fn, 8)


def lstm(torch: Any) -> Iterator[Any]:
    """An LSTM in single precision is one node of the CPU library; in double precision its graph spells out every step."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of projections PyTorch warns once per process
        yield from _graphs(torch, "LSTM", (*_SETTINGS, {"proj_size": 2}))


def gru(torch: Any) -> Iterator[Any]:
    """The graph of a GRU spells out every time step, for each of its options, in single and double precision."""
    yield from _graphs(torch, "GRU", _SETTINGS)


def rnn(torch: Any) -> Iterator[Any]:
    """The graph of an RNN with tanh or relu spells out every time step, for each of its options and both precisions."""
    yield from _graphs(torch, "RNN", (*_SETTINGS, {"nonlinearity": "relu"}))


def states_and_inputs(torch: Any) -> Iterator[Any]:
    """Where graphs of recurrent layers lead when state and input require grad, and for an input without a batch."""
    for kind in ("LSTM", "GRU", "RNN"):
        for dtype in (torch.float32, torch.float64):
            layer = getattr(torch.nn, kind)(3, 4).to(dtype)
            first = torch.zeros(1, 3, 4, dtype=dtype, requires_grad=True)
            x = torch.ones(2, 3, 3, dtype=dtype, requires_grad=True)
            yield chain(layer(x, (first, first) if kind == "LSTM" else first)[0].grad_fn, 9)
            out, state = layer(x[:, 0])
            yield chain(out.grad_fn, 5), chain((state[0] if kind == "LSTM" else state).grad_fn, 4)


def packed(torch: Any) -> Iterator[Any]:
    """On packed sequences LSTM, GRU and RNN work step by step on the rows that are left, and join them by cat."""
    for kind in ("LSTM", "GRU", "RNN"):
        for given in ({}, {"bidirectional": True}):
            layer = getattr(torch.nn, kind)(3, 4, **given)
            out, state = layer(torch.nn.utils.rnn.pack_sequence([torch.ones(3, 3), torch.ones(2, 3), torch.ones(1, 3)]))
            yield _node_counts(out.data.grad_fn), chain(out.data.grad_fn, 8), chain((state[0] if kind == "LSTM" else state).grad_fn, 5)


def cells(torch: Any) -> Iterator[Any]:
    """The graphs of LSTMCell, GRUCell and RNNCell, with and without bias, of a batch and of a single example."""
    for kind in ("LSTMCell", "GRUCell", "RNNCell"):
        for given in ({}, {"bias": False}):
            cell = getattr(torch.nn, kind)(3, 4, **given)
            for x in (torch.ones(2, 3), torch.ones(3)):
                out = cell(x)
                yield [chain(t.grad_fn, 8) for t in (out if isinstance(out, tuple) else (out,))]


def one_node_of_an_lstm(torch: Any) -> Iterator[Any]:
    """The single node of an LSTM: what it saves, strides of its gradients, and backward after a change in place."""
    torch.manual_seed(0)
    layer = torch.nn.LSTM(3, 4)
    x = torch.randn(2, 3, 3, requires_grad=True)
    out, (hidden, cell) = layer(x)
    node = out.grad_fn
    yield [name for name in dir(node) if name.startswith("_saved_")], node._saved_mode, node._saved_hidden_size, node._saved_has_biases
    yield node._saved_input is x, node._saved_hx_.shape, node._saved_result0.shape
    yield [(list(m.shape), m.dtype) for m in node._input_metadata]
    yield out.stride(), hidden.stride(), out._version, cell._version
    ones = [*torch.autograd.grad(out.sum() + cell.sin().sum(), [x, *layer.parameters()], retain_graph=True)]
    yield [t.stride() for t in ones]
    yield torch.autograd.grad(hidden.sum(), x, retain_graph=True)[0].shape
    yield out.sum().backward(), refused(lambda: layer(x)[0].add_(1).sum().backward())
    yield refused(lambda: out.sum().backward())


def an_lstm_twice(torch: Any) -> Iterator[Any]:
    """Gradients of an LSTM can be differentiated again, with respect to input, weights and biases."""
    torch.manual_seed(0)
    layer = torch.nn.LSTM(3, 4)
    x = torch.ones(2, 1, 3, requires_grad=True)
    grads = torch.autograd.grad(layer(x)[0].sum(), [x, *layer.parameters()], create_graph=True)
    yield [g.stride() for g in grads]
    second = torch.autograd.grad(sum((g * g).sum() for g in grads), [x, *layer.parameters()])
    yield [g.shape for g in second], [bool(g.abs().sum() > 0) for g in second]
    # PyTorch: [(3, 3, 1), (3, 1), (4, 1), (1,), (1,)]
    # PyTorch: ([Size(2, 1, 3), Size(16, 3), Size(16, 4), Size(16), Size(16)], [True, True, True, True, True])


def an_lstm_where_it_is_not_one_node(torch: Any) -> Iterator[Any]:
    """An LSTM on an empty batch or in half precision is no single node, and a sequence of length 0 is refused."""
    yield torch.nn.LSTM(3, 4)(torch.ones(2, 0, 3))[0].grad_fn.name()
    yield refused(lambda: torch.nn.LSTM(3, 4)(torch.ones(0, 2, 3)))
    # Not of bfloat16, which is one node on CPUs that multiply such numbers.
    yield torch.nn.LSTM(3, 4).to(torch.float16)(torch.ones(2, 2, 3, dtype=torch.float16))[0].grad_fn.name()
    with torch.no_grad():
        yield torch.nn.LSTM(3, 4)(torch.ones(2, 2, 3))[0].grad_fn
    # PyTorch: 'StackBackward0'
    # PyTorch: RuntimeError: Expected sequence length to be larger ...
    # PyTorch: 'StackBackward0'
    # PyTorch: None


def frozen_parts_of_an_lstm(torch: Any) -> Iterator[Any]:
    """With frozen weights the one node of an LSTM leads only to the input or the state that requires grad."""
    layer = torch.nn.LSTM(3, 4).requires_grad_(False)
    x, zeros = torch.ones(2, 3, 3), torch.zeros(1, 3, 4)
    yield layer(x)[0].requires_grad, chain(layer(x.requires_grad_())[0].grad_fn)
    yield chain(layer(torch.ones(2, 3, 3), (zeros, torch.zeros(1, 3, 4, requires_grad=True)))[0].grad_fn)


def linear_layers_on_other_layouts(torch: Any) -> Iterator[Any]:
    """Which way linear takes on batches that do not lie in order, told by its nodes, version and strides."""
    ones, linear = torch.ones, torch.nn.functional.linear
    weight, bias = ones(4, 3, requires_grad=True), ones(4, requires_grad=True)
    for x in (ones(5, 2, 3).transpose(0, 1), ones(5, 2, 6)[..., :3], ones(5, 2, 3)[::2], ones(2, 5, 2, 6)[..., :3], ones(2, 5, 3)[:, :1],
              ones(2, 3, 5).transpose(1, 2), ones(0, 5, 3), ones(1, 5, 3).transpose(0, 1), ones(1, 3).expand(4, 2, 3)):
        for asks in (False, True):
            out = linear(x.detach().requires_grad_(asks), weight, bias)
            yield chain(out.grad_fn), out._version, out.stride(), out._is_view()


def packed_rows(torch: Any) -> Iterator[Any]:
    """Packed sequences: their rows, also where lengths go beyond the batch, and back, with gradients through both."""
    rnn = torch.nn.utils.rnn
    x = torch.arange(24.0).reshape(4, 3, 2)
    for lengths in ([4, 3, 1], [2, 2, 2], [1, 1, 1], [5, 3, 1], [7, 7, 7]):
        for first in (False, True):
            given = (x.transpose(0, 1) if first else x).clone().requires_grad_()
            made = rnn.pack_padded_sequence(given, lengths, first)
            yield made.data.detach(), made.batch_sizes, made.data.stride()
            if lengths[0] <= 4:
                padded, back = rnn.pad_packed_sequence(made, first, -1.5, 5)
                padded.pow(2).sum().backward()
                yield padded.detach().clone(), back, padded.stride(), given.grad.clone()
    for dtype in (torch.int64, torch.bool, torch.bfloat16, torch.complex64):
        made = rnn.pack_padded_sequence((x % 2).to(dtype), torch.tensor([1, 4, 2]), enforce_sorted=False)
        yield made, [rnn.pad_packed_sequence(made, padding_value=value) for value in (0, 1, True)]
    made = rnn.PackedSequence(torch.arange(8.0).reshape(4, 2), torch.tensor([2, 1]))
    yield rnn.pad_packed_sequence(made)  # rows too many are passed over
    yield rnn.pad_packed_sequence(rnn.PackedSequence(torch.ones(0, 2), torch.tensor([0, 0])))
    for rows, sizes in ((2, [2, 1]), (3, [1, 2])):
        made = rnn.PackedSequence(torch.ones(rows, 2), torch.tensor(sizes))
        yield refused(lambda made=made: rnn.pad_packed_sequence(made))["raised"]
