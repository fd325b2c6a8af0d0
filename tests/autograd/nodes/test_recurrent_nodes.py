"""The graphs of recurrent layers."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

nn = torch.nn


def lstm_by_steps(layer, x, reverse=False):
    """The layer's output and last state by the definition of its steps, in double precision."""
    w_ih, w_hh, b_ih, b_hh = (p.detach().double() for p in list(layer.parameters())[:4])
    h = c = torch.zeros(x.shape[1], w_hh.shape[1], dtype=torch.float64)
    outs = []
    for row in reversed(x.double().unbind()) if reverse else x.double().unbind():
        i, f, g, o = (row @ w_ih.T + b_ih + h @ w_hh.T + b_hh).chunk(4, 1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        h = o.sigmoid() * c.tanh()
        outs.append(h)
    return torch.stack(outs), h, c


def test_a_layer_of_an_lstm_in_single_precision_is_one_node():
    layer = nn.LSTM(3, 4)
    out, (h, c) = layer(torch.randn(5, 2, 3))
    node = out.grad_fn
    assert node.name() == "MkldnnRnnLayerBackward0" and h.grad_fn.next_functions == ((node, 1),)
    assert [None if n is None else n.variable.shape for n, _ in node.next_functions] == [
        None, *(p.shape for p in layer.parameters()), None, None]
    assert c.grad_fn.next_functions == ((node, 2),) and node._saved_result3.shape == (5, 5, 2, 4)


def test_its_values_and_gradients_are_those_of_the_steps():
    torch.manual_seed(0)
    layer, x = nn.LSTM(3, 4), torch.randn(5, 2, 3, requires_grad=True)
    out, (h, c) = layer(x)
    expected = lstm_by_steps(layer, x)
    for a, b in zip((out, h[0], c[0]), expected, strict=True):
        torch.testing.assert_close(a.double(), b, rtol=1e-5, atol=1e-6)
    weights = [torch.randn_like(t) for t in (out, h, c)]
    asked = [x, *layer.parameters()]
    found = torch.autograd.grad(sum((t * w).sum() for t, w in zip((out, h, c), weights, strict=True)), asked)
    layer, x = layer.double(), x.detach().double().requires_grad_()
    out, (h, c) = layer(x)
    assert out.grad_fn.name() == "StackBackward0"
    asked = [x, *layer.parameters()]
    wanted = torch.autograd.grad(sum((t * w).sum() for t, w in zip((out, h, c), weights, strict=True)), asked)
    for a, b in zip(found, wanted, strict=True):
        torch.testing.assert_close(a.double(), b, rtol=1e-4, atol=1e-5)


def test_it_can_be_differentiated_twice():
    torch.manual_seed(0)
    single, x = nn.LSTM(2, 3, bidirectional=True), torch.randn(3, 2, 2)
    twice = []
    for dtype in (torch.float32, torch.float64):
        layer, given = single.to(dtype), x.to(dtype).requires_grad_()
        first = torch.autograd.grad(layer(given)[0].sin().sum(), given, create_graph=True)[0]
        twice.append(torch.autograd.grad((first * first).sum(), [given, *layer.parameters()]))
    for a, b in zip(*twice, strict=True):
        torch.testing.assert_close(a.double(), b, rtol=1e-3, atol=1e-5)


def test_transforms_and_forward_mode_go_through_the_steps():
    layer, x = nn.LSTM(2, 3), torch.randn(4, 3, 1, 2)
    together = torch.func.vmap(lambda t: layer(t)[0])(x)
    for a, b in zip(together, x, strict=True):
        torch.testing.assert_close(a, layer(b)[0], rtol=1e-5, atol=1e-6)
    _, tangent = torch.func.jvp(lambda t: layer(t)[0], (x[0],), (torch.ones(3, 1, 2),))
    jacobian = torch.func.jacrev(lambda t: layer(t)[0])(x[0])
    torch.testing.assert_close(tangent, jacobian.flatten(3).sum(3), rtol=1e-4, atol=1e-5)


def test_other_layers_leave_the_nodes_of_their_steps():
    for kind, name in (("GRU", "UnsafeSplitBackward0"), ("RNN", "TanhBackward0")):
        out, state = getattr(nn, kind)(3, 4)(torch.ones(2, 1, 3))
        names, stack = set(), [out.grad_fn]
        while stack:
            node = stack.pop()
            names.add(node.name())
            stack += [n for n, _ in node.next_functions if n is not None]
        assert out.grad_fn.name() == state.grad_fn.name() == "StackBackward0" and {name, "UnbindBackward0", "AddmmBackward0"} <= names


def test_an_lstm_that_is_refused_or_made_of_steps():
    with pytest.raises(RuntimeError, match="Expected sequence length to be larger than 0 in RNN"):
        nn.LSTM(3, 4)(torch.ones(0, 2, 3))
    assert nn.LSTM(3, 4)(torch.ones(2, 0, 3))[0].grad_fn.name() == "StackBackward0"
    assert nn.LSTM(3, 4, proj_size=2)(torch.ones(2, 1, 3))[0].grad_fn.name() == "StackBackward0"


def test_rows_that_do_not_lie_one_behind_the_other_are_multiplied_before_the_bias_is_added():
    layer, x = nn.Linear(3, 4), torch.randn(2, 5, 3)
    assert layer(x).grad_fn.name() == "ViewBackward0" and layer(x[:0]).grad_fn.name() == "ViewBackward0"
    out = layer(x.transpose(0, 1))
    assert out.grad_fn.name() == "AddBackward0"
    torch.testing.assert_close(out, layer(x).transpose(0, 1))


@pytest.mark.parametrize("spoil", [
    lambda layer, states: states.__setitem__(0, states[0].double()), lambda layer, states: states.__setitem__(1, states[1].double()),
    lambda layer, states: setattr(layer, "weight_hh_l0", nn.Parameter(layer.weight_hh_l0.double())),
    lambda layer, states: setattr(layer, "bias_hh_l0", nn.Parameter(layer.bias_hh_l0.double()))], ids=["hidden", "cell", "weight", "bias"])
def test_an_lstm_of_two_types_is_refused(spoil):
    layer, states = nn.LSTM(4, 5), [torch.zeros(1, 2, 5), torch.zeros(1, 2, 5)]
    spoil(layer, states)
    with pytest.raises(RuntimeError, match="unsupported data type"):
        layer(torch.ones(3, 2, 4), tuple(states))


def names_behind(node):
    """How many nodes of each name there are in a graph."""
    seen, stack, found = set(), [node], {}
    while stack:
        node = stack.pop()
        if node is not None and node not in seen:
            seen.add(node)
            found[node.name()] = found.get(node.name(), 0) + 1
            stack += [n for n, _ in node.next_functions]
    return found


def gru_and_inputs(kind="GRU", **options):
    torch.manual_seed(1)
    layer = getattr(nn, kind)(3, 4, dtype=torch.float64, **options)
    states = options.get("num_layers", 1) * (1 + options.get("bidirectional", False))
    return layer, torch.randn(5, 2, 3, dtype=torch.float64, requires_grad=True), torch.randn(
        states, 2, 4, dtype=torch.float64, requires_grad=True)


@pytest.mark.parametrize("options", [
    {}, {"bias": False}, {"bidirectional": True}, {"num_layers": 2}, {"kind": "RNN", "bidirectional": True},
    {"kind": "RNN", "nonlinearity": "relu"}], ids=str)
def test_a_layer_that_nobody_looks_at_has_the_gradients_of_its_steps(options):
    layer, x, h0 = gru_and_inputs(**options)
    name = {"RNN": "ReluBackward0" if "nonlinearity" in options else "TanhBackward0"}.get(options.get("kind"), "SubBackward0")
    asked, found = [x, h0, *layer.parameters()], []
    for look in (False, True):
        out, h = layer(x, h0)
        assert out._grad_fn.op is None or options.get("bidirectional")  # folded
        if look:
            assert names_behind(out.grad_fn)[name] == names_behind(h.grad_fn)[name] == 5 * len(h0)
        total = (out * torch.linspace(0, 1, out.numel(), dtype=torch.float64).reshape(out.shape)).sum() + h.cos().sum()
        found.append(torch.autograd.grad(total, asked))
    for folded, seen in zip(*found, strict=True):
        torch.testing.assert_close(folded, seen, rtol=1e-10, atol=1e-12)


def test_either_result_of_a_folded_gru_alone():
    layer, x, h0 = gru_and_inputs()
    for pick in (0, 1):
        found = []
        for look in (False, True):
            results = layer(x, h0)
            if look:
                assert results[pick].grad_fn.name() == "StackBackward0"
            found.append(torch.autograd.grad(results[pick].sin().sum(), [x, layer.weight_hh_l0]))
        for a, b in zip(*found, strict=True):
            torch.testing.assert_close(a, b, rtol=1e-10, atol=1e-12)


def test_a_folded_gru_can_be_differentiated_twice():
    layer, x, h0 = gru_and_inputs(bidirectional=True)
    assert torch.autograd.gradgradcheck(lambda *args: layer(*args)[0], (x, h0))


def test_a_graph_is_there_when_backward_has_used_it_up():
    layer, x, h0 = gru_and_inputs()
    out, _ = layer(x, h0)
    total = out.sum()
    total.backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        total.backward()
    assert names_behind(out.grad_fn)["SigmoidBackward0"] == 10
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        total.backward()


def test_what_a_folded_gru_saved_may_not_be_changed_and_the_rest_may():
    layer, x, h0 = gru_and_inputs()
    h0 = h0.detach()
    expected = torch.autograd.grad(layer(x, h0)[0].sum(), list(layer.parameters()))
    for changed, refused in ((layer.weight_hh_l0, True), (h0, True), (layer.bias_hh_l0, False)):
        out, _ = layer(x, h0)
        with torch.no_grad():
            changed.add_(1)
        try:
            if refused:
                with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
                    out.sum().backward()
            else:
                for a, b in zip(torch.autograd.grad(out.sum(), list(layer.parameters())), expected, strict=True):
                    torch.testing.assert_close(a, b)
        finally:
            with torch.no_grad():
                changed.sub_(1)
    out, _ = layer(x, h0)
    out.mul_(2)  # which no step has saved
    for a, b in zip(torch.autograd.grad(out.sum(), list(layer.parameters())), expected, strict=True):
        torch.testing.assert_close(a, 2 * b)


def test_looking_at_a_folded_gru_inside_of_a_mode_records_its_steps():
    layer, x, h0 = gru_and_inputs()
    for mode in (torch.no_grad, torch.inference_mode, torch.profiler.profile, torch.autograd.detect_anomaly):
        out, _ = layer(x, h0)
        with mode():
            assert names_behind(out.grad_fn)["MulBackward0"] == 10


def test_hooks_at_the_results_of_a_folded_gru():
    layer, x, h0 = gru_and_inputs()
    plain = torch.autograd.grad(layer(x, h0)[0].sum(), x)[0]
    out, _ = layer(x, h0)
    out.register_hook(lambda g: 2 * g)
    out.retain_grad()
    out.sum().backward()
    torch.testing.assert_close(x.grad, 2 * plain)
    assert bool((out.grad == 2).all())


def after_three_steps(kind, look, **options):
    """A cell's parameters and first states, and a number that depends on all of its states after three steps."""
    torch.manual_seed(2)
    cell = getattr(nn, kind)(3, 4, dtype=torch.float64, **options)
    x, *states = (torch.randn(*shape, dtype=torch.float64, requires_grad=True) for shape in ((3, 2, 3), (2, 4), (2, 4)))
    state, total = tuple(states) if kind == "LSTMCell" else states[0], 0
    for row in x:
        state = cell(row, state)
        parts = state if kind == "LSTMCell" else (state,)
        assert all(part._grad_fn.folded for part in parts)
        if look:
            assert parts[0].grad_fn.name() == ("MulBackward0" if kind == "LSTMCell" else "AddBackward0")
            assert names_behind(parts[-1].grad_fn)["UnsafeSplitBackward0"]
        total = total + sum((part.sin() * torch.arange(4)).sum() for part in parts)
    return [x, states[0], *(states[1:] if kind == "LSTMCell" else ()), *cell.parameters()], total


@pytest.mark.parametrize("options", [{}, {"bias": False}], ids=str)
@pytest.mark.parametrize("kind", ["LSTMCell", "GRUCell"])
def test_a_cell_that_nobody_looks_at_has_the_gradients_of_its_ops(kind, options):
    found = []
    for look in (False, True):
        asked, total = after_three_steps(kind, look, **options)
        first = torch.autograd.grad(total, asked, retain_graph=True)
        again = torch.autograd.grad(total, asked, create_graph=True)
        found.append([*first, *again, *torch.autograd.grad(sum((g * g).sum() for g in again), asked)])
    for folded, seen in zip(*found, strict=True):
        torch.testing.assert_close(folded, seen, rtol=1e-10, atol=1e-12)


def test_what_a_folded_cell_saved_may_not_be_changed_and_the_rest_may():
    cell, x = nn.LSTMCell(3, 4), torch.randn(2, 3)
    h, c = torch.randn(2, 4), torch.randn(2, 4)
    h_new, c_new = cell(x, (h, c))
    expected = torch.autograd.grad(h_new.sum(), list(cell.parameters()), retain_graph=True)
    h_new.mul_(3), c_new.mul_(3)  # which no op has saved
    for a, b in zip(torch.autograd.grad(h_new.sum(), list(cell.parameters()), retain_graph=True), expected, strict=True):
        torch.testing.assert_close(a, 3 * b)
    c.add_(1)
    with pytest.raises(RuntimeError, match="has been modified by an inplace operation"):
        h_new.sum().backward()


def test_packed_sequences_have_the_gradients_of_each_alone():
    layer = nn.GRU(3, 4, bidirectional=True, dtype=torch.float64)
    x, lengths = torch.randn(4, 3, 3, dtype=torch.float64, requires_grad=True), [4, 2, 1]
    packed, _ = layer(nn.utils.rnn.pack_padded_sequence(x, lengths))
    found = torch.autograd.grad(packed.data.sin().sum(), [x, *layer.parameters()])
    alone = sum(layer(x[:n, i:i + 1])[0].sin().sum() for i, n in enumerate(lengths))
    for a, b in zip(found, torch.autograd.grad(alone, [x, *layer.parameters()]), strict=True):
        torch.testing.assert_close(a, b, rtol=1e-10, atol=1e-12)
