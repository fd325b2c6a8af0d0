"""Replaced data, called nodes, version counters of gradients, names and edges of nodes."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function


def leaf(*values):
    return torch.tensor(values, requires_grad=True)


def names(node, depth=4):
    return None if node is None or not depth else [node.name(), *(names(n, depth - 1) for n, _ in node.next_functions)]


def test_data_replaced_after_they_were_saved():
    x = leaf(1.0, 2.0)
    loss, other = (x * x).sum(), (x * x).sum()
    x.data = torch.tensor([10.0, 20.0])
    loss.backward()
    assert x.grad.tolist() == [20, 40] and x._version == 0
    x.data.mul_(0)
    x.grad = None
    other.backward()
    assert x.grad.tolist() == [0, 0]


def test_data_replaced_and_then_changed_in_place_is_noticed():
    x = leaf(1.0, 2.0)
    loss = (x * x).sum()
    x.data = torch.ones(2)
    with torch.no_grad():
        x.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


@pytest.mark.parametrize("create_graph", [False, True])
def test_data_of_a_view_replaced_whose_former_memory_is_gone(create_graph):
    x = leaf(1.0, 2.0, 3.0)
    view, out = x[::2], x.sin()  # the counter is shared: the node of `sin` finds it changed, too
    view.data = view.data * 1
    grad, = torch.autograd.grad(view.sum() + out.sum(), x, create_graph=create_graph)
    assert torch.allclose(grad, torch.tensor([1.0, 0.0, 1.0]) + x.detach().cos())


def test_data_of_another_shape():
    x = leaf(1.0, 2.0)
    loss = (x * x).sum()
    x.data = torch.ones(3)
    with pytest.raises(RuntimeError, match="must match the size of tensor"):
        loss.backward()


def test_nodes_can_be_called():
    x = leaf(1.0, 2.0)
    assert (x * 3).grad_fn(torch.ones(2))[0].tolist() == [3, 3]
    accumulate = x.exp().grad_fn.next_functions[0][0]
    assert accumulate(torch.ones(2)) == () and x.grad.tolist() == [1, 1]
    with pytest.raises(TypeError, match="expected 1 arguments, got 2"):
        x.exp().grad_fn(torch.ones(2), torch.ones(2))


def test_hooks_registered_while_forward_runs():
    seen = []

    class Doubled(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.hooks = "the user's own"
            ctx.register_hook(lambda gi, go: seen.append("post"))
            ctx.register_prehook(lambda go: seen.append("pre"))
            return x * 2

        @staticmethod
        def backward(ctx, g):
            seen.append(ctx.hooks)
            return g

    Doubled.apply(leaf(1.0)).sum().backward()
    assert seen == ["pre", "the user's own", "post"]


def test_a_linear_layer_is_addmm_to_who_looks():
    x, w, b = torch.ones(2, 3), torch.ones(4, 3, requires_grad=True), torch.ones(4, requires_grad=True)
    y = torch.nn.functional.linear(x, w, b)
    seen = []
    turn = y.grad_fn.next_functions[2][0]
    turn.register_hook(lambda gi, go: seen.append((tuple(gi[0].shape), tuple(go[0].shape))))
    assert [n and n.name() for n, _ in y.grad_fn.next_functions] == ["torch::autograd::AccumulateGrad", None, "TBackward0"]
    assert y.grad_fn._saved_mat1.shape == (2, 3) and y.grad_fn._saved_alpha == 1
    y.sum().backward()
    assert seen == [((4, 3), (3, 4))] and w.grad.tolist() == [[2.0] * 3] * 4 and b.grad.tolist() == [2.0] * 4


def test_second_derivative_of_a_power_goes_through_pow():
    x = leaf(2.0)
    (g,) = torch.autograd.grad(x.pow(2).sum(), x, create_graph=True)
    assert names(g.grad_fn) == ["MulBackward0", None, ["MulBackward1", ["PowBackward0", ["torch::autograd::AccumulateGrad"]]]]


def test_masks_and_indices_have_no_edges():
    x = leaf(1.0, 2.0)
    for y in (torch.where(x > 1, x, x), x.masked_fill(x > 1, 0.0), x.index_select(0, torch.tensor([0])), x.gather(0, torch.tensor([1]))):
        assert all(n is not None for n, _ in y.grad_fn.next_functions)


def test_what_is_filled_whole_is_no_view():
    x = leaf(1.0, 2.0)
    for value, name in ((3.0, "FillBackward3"), (torch.ones(2), "torch::autograd::CopyBackwards")):
        y = x * 1
        y[...] = value
        assert y.grad_fn.name() == name
    assert (x * 1).normal_().grad_fn.name() == "NormalBackward0"


def test_products_of_nothing():
    x = torch.zeros(0, 3, requires_grad=True)
    x.prod().backward()
    assert x.grad.shape == (0, 3)


def test_materialized_zeros_can_be_differentiated():
    x, y = leaf(1.0), leaf(1.0)
    _, zeros = torch.autograd.grad(x * x, [x, y], materialize_grads=True, create_graph=True)
    assert zeros.requires_grad
