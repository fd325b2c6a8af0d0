"""The statements of OneFlow's documentation about autograd.backward and autograd.grad, one test each."""
from __future__ import annotations

import inspect

import pytest

import minitorch_compat as torch
from minitorch_compat.frontends import oneflow, oneflow_early


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def test_signatures():
    def names(function):
        return {name: p.default for name, p in inspect.signature(function).parameters.items()}

    none = inspect.Parameter.empty
    assert names(oneflow.backward) == {"tensors": none, "grad_tensors": none, "retain_graph": False, "create_graph": False}
    assert names(oneflow.grad) == {"outputs": none, "inputs": none, "grad_outputs": None, "retain_graph": False, "create_graph": False,
                                   "allow_unused": False}
    assert names(oneflow_early.backward) == dict.fromkeys(["outputs", "out_grads", "retain_graph", "create_graph"], none)
    assert names(oneflow_early.grad) == dict.fromkeys(["outputs", "inputs", "out_grads", "retain_graph", "create_graph"], none)


def test_backward_sums_the_gradients_with_respect_to_leaves():
    x = leaf()
    oneflow.backward([(x * x).sum(), x * 3], [None, torch.ones(3)])
    assert x.grad.tolist() == [5.0, 7.0, 9.0]


def test_non_scalar_tensors_need_grad_tensors():
    x = leaf()
    with pytest.raises(RuntimeError, match="Grad can be implicitly created only for scalar outputs"):
        oneflow.backward(x * x, None)
    with pytest.raises(RuntimeError, match="got 1 tensors and 2 gradients"):
        oneflow.backward(x * x, [torch.ones(3), torch.ones(3)])


def test_none_is_acceptable_for_scalars():
    x = leaf()
    oneflow.backward([x.sum()], [None])
    oneflow.backward(x.sum(), [])
    oneflow.backward(x.sum(), None)
    assert x.grad.tolist() == [3.0, 3.0, 3.0]


def test_gradients_accumulate():
    x = leaf()
    for _ in range(2):
        oneflow.backward(x.sum(), None)
    assert x.grad.tolist() == [2.0, 2.0, 2.0]


def test_without_retain_graph_the_graph_is_reset():
    x = leaf()
    loss = (x * x).sum()
    oneflow.backward(loss, None)
    with pytest.raises(RuntimeError, match="a second time"):
        oneflow.backward(loss, None)


@pytest.mark.filterwarnings("ignore:Using backward")
@pytest.mark.parametrize("options", [{"retain_graph": True}, {"create_graph": True}, {"create_graph": True, "retain_graph": False}])
def test_create_graph_implies_retain_graph(options):
    x = leaf()
    loss = (x * x).sum()
    oneflow.backward(loss, None, **options)
    oneflow.backward(loss, None)
    assert x.grad.tolist() == [4.0, 8.0, 12.0]
    x.grad = None


def test_grad_returns_a_tuple_and_leaves_grad_alone():
    x = leaf()
    found = oneflow.grad((x * x).sum(), x)
    assert isinstance(found, tuple) and found[0].tolist() == [2.0, 4.0, 6.0] and x.grad is None


def test_grad_of_grad():
    x = leaf()
    (first,) = oneflow.grad((x**3).sum(), x, create_graph=True)
    assert oneflow.grad(first, x, torch.ones(3))[0].tolist() == [6.0, 12.0, 18.0]


def test_empty_inputs_mean_backward():
    x = leaf()
    assert oneflow.grad((x * x).sum(), []) == ()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_inputs_and_outputs_must_require_grad():
    x = leaf()
    with pytest.raises(RuntimeError, match=r"All input tensors `.requires_grad` should be true"):
        oneflow.grad(x.sum(), [torch.ones(3)])
    with pytest.raises(RuntimeError, match=r"All output tensors `.requires_grad` should be true"):
        oneflow.backward(torch.ones(()), None)


def test_unused_inputs():
    x, y = leaf(), leaf()
    with pytest.raises(RuntimeError, match="appears to not have been used"):
        oneflow.grad(x.sum(), [x, y])
    assert oneflow.grad(x.sum(), [x, y], allow_unused=True)[1] is None


def test_early_names():
    x = leaf()
    oneflow_early.backward(outputs=[x * 2], out_grads=[torch.ones(3)], retain_graph=False, create_graph=False)
    (g,) = oneflow_early.grad([x * x], [x], out_grads=[torch.ones(3)], retain_graph=False, create_graph=False)
    assert x.grad.tolist() == [2.0, 2.0, 2.0] and g.tolist() == [2.0, 4.0, 6.0]
    with pytest.raises(TypeError, match="out_grads"):
        oneflow_early.backward([x.sum()], retain_graph=False, create_graph=False)


def test_grad_outputs_match_outputs_in_length():
    x = leaf()
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        oneflow.grad([x * x, x * 2], x, torch.ones(3))
    found = oneflow.grad([x * x, x * 2], x, [torch.ones(3), torch.ones(3)])
    assert found[0].tolist() == [4.0, 6.0, 8.0]


def test_none_for_scalars_among_grad_outputs():
    x = leaf()
    assert oneflow.grad([(x * x).sum(), x * 2], [x], [None, torch.ones(3)])[0].tolist() == [4.0, 6.0, 8.0]
    assert oneflow.grad((x * x).sum(), [x], None)[0].tolist() == [2.0, 4.0, 6.0]


def test_tensors_alone_and_in_sequences():
    x, y = leaf(), leaf()
    for outputs in ((x * y).sum(), [(x * y).sum()], ((x * y).sum(),)):
        for inputs in (x, [x], (x,)):
            assert oneflow.grad(outputs, inputs, retain_graph=True)[0].tolist() == [1.0, 2.0, 3.0]
    assert [g.tolist() for g in oneflow.grad((x * y * 2).sum(), (x, y))] == [[2.0, 4.0, 6.0], [2.0, 4.0, 6.0]]


def test_backward_leaves_the_inputs_of_grad_alone():
    x, y = leaf(), leaf()
    oneflow.grad((x * y).sum(), [x])
    assert x.grad is None and y.grad is None
