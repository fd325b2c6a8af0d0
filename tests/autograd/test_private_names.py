"""Private names that tests of autograd are written with."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._C import _functions


def test_a_delayed_error_waits_for_backward() -> None:
    x = torch.ones(2, requires_grad=True)
    y = _functions.DelayedError("planted", 1)(x)
    assert y.tolist() == x.tolist() and y.grad_fn.name() == "torch::autograd::Error"
    with pytest.raises(RuntimeError, match="planted"):
        y.sum().backward()


def test_hooks_before_a_delayed_error_hear_of_their_output() -> None:
    x, seen = torch.ones(2, requires_grad=True), []
    _, second = _functions.DelayedError("planted", 2)(x, x * 2)
    second.register_hook(lambda g: seen.append(g.tolist()))
    with pytest.raises(RuntimeError, match="planted"):
        (second * torch.tensor([1.0, 2.0])).sum().backward()
    assert seen == [[1.0, 2.0]]


def test_an_undefined_gradient_reaches_no_leaf() -> None:
    x = torch.ones(2, requires_grad=True)
    _functions.UndefinedGrad()(x * 2).sum().backward()
    assert x.grad is None


def test_classes_of_nodes_have_names() -> None:
    node = (torch.ones(2, requires_grad=True) * 2).grad_fn
    assert isinstance(node, _functions.MulBackward0) and not isinstance(node, _functions.AddBackward0)
    assert isinstance(node.next_functions[0][0], _functions.AccumulateGrad)
    with pytest.raises(TypeError, match="cannot create 'MulBackward0' instances"):
        _functions.MulBackward0()
    assert not hasattr(_functions, "NoSuchBackward0")


def test_a_gather_can_have_a_sparse_gradient() -> None:
    x, index = torch.rand(3, 4, requires_grad=True), torch.tensor([[0, 1], [2, 2], [1, 0]])
    x.gather(1, index, sparse_grad=True).sum().backward()
    sparse = x.grad
    x.grad = None
    x.gather(1, index).sum().backward()
    assert sparse.is_sparse and torch.equal(sparse.to_dense(), x.grad)


def test_a_view_of_another_base() -> None:
    base, other = torch.zeros(2, 3), torch.arange(6.0).view(2, 3).requires_grad_()
    again = base.t()[1:]._view_func(other)
    assert torch.equal(again, other.t()[1:]) and again.requires_grad
    assert base[0]._view_func(torch.zeros(3, 2)) is None and base._view_func(other) is None
    with pytest.raises(torch.UnsupportedError):
        torch.view_as_real(torch.zeros(2, dtype=torch.complex64))._view_func(torch.zeros(2, dtype=torch.complex64))


def test_inputs_that_no_path_leads_to_are_not_waited_for() -> None:
    a, b = (torch.ones(2, requires_grad=True) for _ in range(2))
    seen = []
    torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: seen.append([g is not None for g in grads]))
    (b * 2).sum().backward(inputs=(a, b))
    assert seen == [[False, True]]


def test_what_dir_names_can_be_read() -> None:
    unreadable = []
    for name in dir(torch.ones(1, 1)):
        try:
            getattr(torch.ones(1, 1), name)
        except (AttributeError, RuntimeError):
            unreadable.append(name)
    assert unreadable == ["imag"]


@pytest.mark.filterwarnings("ignore:non-inplace resize")
def test_resize_keeps_all_elements() -> None:
    x = torch.arange(6.0, requires_grad=True)
    y = x.resize(2, 3)
    y.sum().backward()
    assert y.shape == (2, 3) and y.grad_fn.name() == "ResizeBackward" and x.grad.tolist() == [1.0] * 6
    assert x.detach().view(2, 3).t().resize_as(x).tolist() == [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]
    with pytest.raises(RuntimeError, match="requested resize to 2x2"):
        x.resize(2, 2)
