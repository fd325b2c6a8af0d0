"""AccumulateGrad nodes: how long they keep what refers to them, and nodes at which a backward ends."""
from __future__ import annotations

import gc

import pytest

import minitorch_compat as torch


def node_of(t):
    return t.grad_fn.next_functions[0][0]


def test_hooks_go_with_the_last_graph():
    x, log = torch.ones(3, requires_grad=True), []
    y = x * 2
    node_of(y).register_hook(lambda *_: log.append("hook"))
    y.sum().backward()
    assert log == ["hook"]
    del y
    (x * 2).sum().backward()
    assert log == ["hook"]
    assert x._autograd_meta.node_hooks is None


def test_graphs_that_the_collector_has_frozen_keep_hooks():
    x, log = torch.ones(3, requires_grad=True), []
    y = x * 2
    gc.freeze()
    try:
        node_of(y).register_hook(lambda *_: log.append("hook"))
        gc.collect()
        y.sum().backward()
    finally:
        gc.unfreeze()
    assert log == ["hook"]


def test_hooks_stay_while_the_node_is_held():
    x, log = torch.ones(3, requires_grad=True), []
    node = node_of(x * 2)
    node.register_hook(lambda *_: log.append("hook"))
    gc.collect()
    for _ in range(2):
        (x * 2).sum().backward()
    assert log == ["hook"] * 2
    assert node_of(x * 3) is node


def test_a_graph_that_nobody_looked_at_keeps_them():
    x, log = torch.ones(3, requires_grad=True), []
    y, z = x * 2, (x * x, x + x)
    node_of(y).register_hook(lambda *_: log.append("hook"))
    del y
    z[0].sum().backward()
    assert log == ["hook"]
    node_of(z[1]).metadata["key"] = 1
    del z
    assert node_of(x * 2).metadata == {}


def test_a_function_keeps_them():
    class Twice(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x, log = torch.ones(3, requires_grad=True), []
    y, z = x * 2, Twice.apply(x)
    node_of(y).register_hook(lambda *_: log.append("hook"))
    del y
    z.sum().backward()
    assert log == ["hook"]


def test_a_node_whose_output_is_an_input_runs():
    x, log = torch.ones(3, requires_grad=True), []
    y = x.sin()
    y.grad_fn.register_prehook(lambda g: log.append("before"))
    y.grad_fn.register_hook(lambda found, g: log.append(found))
    (y * 2).sum().backward(inputs=[y])
    assert log == ["before", (None,)]
    assert x.grad is None
    with pytest.raises(RuntimeError, match="a second time"):
        y.sum().backward()


def test_grad_of_one_leaf_twice():
    x = torch.ones(3, requires_grad=True)
    first, second = torch.autograd.grad((x * 2).sum(), [x, x])
    assert first is second


@pytest.mark.parametrize("flags", [{"retain_graph": "yes"}, {"create_graph": None}, {"create_graph": "no"}])
def test_flags_are_flags(flags):
    with pytest.raises(TypeError, match="cannot be interpreted as an integer"):
        (torch.ones(3, requires_grad=True) * 2).sum().backward(**flags)


@pytest.mark.parametrize("call", [
    lambda x: torch.histogram(x, 4)[0], lambda x: torch.histogramdd(x[:, None], [4])[0], lambda x: torch._chunk_cat([x], 0, 2),
    lambda x: torch.binomial(x, x), lambda x: torch._sample_dirichlet(x), lambda x: torch._dirichlet_grad(x, x, x * 4),
    lambda x: torch.bincount(torch.tensor([0, 1, 2, 1]), weights=x), lambda x: x.clone().set_(torch.ones(3))])
def test_what_has_no_derivative_says_so(call):
    y = call(torch.full((4,), 0.25, requires_grad=True))
    assert y.grad_fn.name() == "torch::autograd::NotImplemented"
    with pytest.raises(RuntimeError, match=r"derivative for .* is not implemented"):
        y.sum().backward()


def test_changed_results_of_one_node_are_noticed():
    x = torch.arange(4.0, requires_grad=True)
    low, _ = torch.aminmax(x)
    low.add_(1)
    with pytest.raises(RuntimeError, match="output 0 of Aminmax, is at version 1; expected version 0"):
        low.backward()


def test_gradients_of_gamma_variates():
    torch.manual_seed(0)
    x = torch.full((3,), 2.0, requires_grad=True)
    sample = torch._standard_gamma(x)
    assert sample.grad_fn.name() == "StandardGammaBackward0"
    found, = torch.autograd.grad(sample.sum(), x)
    assert torch.equal(found, torch._standard_gamma_grad(x.detach(), sample.detach()))
    with pytest.raises(NotImplementedError, match="the derivative for '_standard_gamma_grad' is not implemented"):
        torch._standard_gamma_grad(x, sample.detach()).sum().backward()
