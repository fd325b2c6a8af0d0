"""Leaves whose memory is replaced while graphs lead to them."""
from __future__ import annotations

import gc
import weakref

import pytest

import minitorch_compat as torch


def leaf_and_loss():
    leaf = torch.ones(3, requires_grad=True)
    return leaf, (leaf * 2).sum()


def test_a_graph_keeps_the_shape_it_was_made_with():
    leaf, loss = leaf_and_loss()
    leaf.data = torch.ones(5)
    loss.backward()
    assert leaf.grad.tolist() == [2.0, 2.0, 2.0]
    leaf.grad = None
    del loss
    gc.collect()
    (leaf * 2).sum().backward()
    assert leaf.grad.shape == (5,)


def test_a_gradient_that_lies_otherwise_is_refused():
    leaf, loss = leaf_and_loss()
    leaf.data = torch.ones(3, 2)
    with pytest.raises(RuntimeError, match=r"size of tensor a \(2\) must match the size of tensor b \(3\)"):
        loss.backward()


def test_a_graph_keeps_the_dtype_it_was_made_with():
    leaf, loss = leaf_and_loss()
    leaf.data = leaf.data.double()
    loss.backward()
    assert leaf.grad.dtype == torch.float32 and leaf.dtype == torch.float64
    layer = torch.nn.Linear(2, 2)
    loss = layer(torch.ones(1, 2)).sum()
    layer.double()
    loss.backward()
    assert layer.weight.grad.dtype == torch.float32


def test_set_makes_another_leaf_of_it():
    leaf, loss = leaf_and_loss()
    with torch.no_grad():
        leaf.set_(torch.zeros(4))
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph"):
        torch.autograd.grad(loss, leaf, retain_graph=True)
    later = (leaf * 3).sum()
    assert torch.autograd.grad(loss + later, leaf, retain_graph=True)[0].tolist() == [3.0] * 4
    loss.backward()
    assert leaf.grad.tolist() == [2.0] * 3


def test_what_hangs_on_the_node_stays_with_its_graphs():
    leaf, loss = leaf_and_loss()
    seen = []
    node = loss.grad_fn.next_functions[0][0].next_functions[0][0]
    node.register_hook(lambda _, g: seen.append("old"))
    with torch.no_grad():
        leaf.set_(torch.zeros(3))
    other = (leaf * 3).grad_fn.next_functions[0][0]
    assert other is not node and node.variable is leaf
    other.register_hook(lambda _, g: seen.append("new"))
    loss.backward()
    assert seen == ["old"]


def test_set_of_what_requires_a_gradient_has_no_derivative():
    t = torch.ones(3)
    t.set_(torch.zeros(3, requires_grad=True))
    with pytest.raises(RuntimeError, match="derivative for set_ is not implemented"):
        t.sum().backward()


def test_a_module_is_converted_with_one_search(monkeypatch):
    from minitorch_compat._dispatch.graph import accumulator_lifetime as accumulators

    searches = []
    search = accumulators._find_nodes_by_leaf
    monkeypatch.setattr(accumulators, "_find_nodes_by_leaf", lambda: searches.append(1) or search())
    module = torch.nn.Sequential(*(torch.nn.Linear(2, 2) for _ in range(5)))
    out = module(torch.ones(1, 2))
    held = list(module.parameters())
    module.double()
    assert len(searches) == 1 and out.dtype is torch.float32 and held[0].dtype is torch.float64
    module(torch.ones(1, 2).double()).sum().backward()
    assert held[0].grad.dtype is torch.float64


def test_no_search_where_no_node_has_been_made_since_the_last(monkeypatch):
    from minitorch_compat._dispatch.graph import accumulator_lifetime as accumulators

    searches = []
    search = accumulators._find_nodes_by_leaf
    monkeypatch.setattr(accumulators, "_find_nodes_by_leaf", lambda: searches.append(1) or search())
    module = torch.nn.Sequential(*(torch.nn.Linear(2, 2) for _ in range(5)))
    module.double()
    before = len(searches)
    module.float().double().half().float()
    assert len(searches) == before
    out = module(torch.ones(1, 2)).sum()
    module.double()
    assert len(searches) == before + 1 and out.dtype is torch.float32


def test_the_last_search_does_not_keep_nodes():
    leaf = torch.ones(3, requires_grad=True)
    node = weakref.ref((leaf * 2).grad_fn)
    out = leaf * 3
    leaf.data = torch.ones(3, dtype=torch.float64)
    assert out.requires_grad and node() is None
    gone = weakref.ref(out.grad_fn)
    del out
    assert gone() is None
