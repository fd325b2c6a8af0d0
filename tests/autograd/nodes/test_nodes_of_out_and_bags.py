"""Nodes in unusual cases: `out=`, embedding bags, anomalies in hooks, read-only attributes."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import UnsupportedError


def test_out_of_what_has_no_derivative():
    x, out = torch.tensor([1.0, -1.0], requires_grad=True), torch.empty(2)
    torch.heaviside(x, torch.ones(2), out=out)
    assert out.grad_fn.name() == "torch::autograd::NotImplemented"
    with pytest.raises(RuntimeError, match="derivative for aten::heaviside is not implemented"):
        out.sum().backward()
    with pytest.raises(RuntimeError, match="don't support automatic differentiation"):
        torch.heaviside(x, x, out=torch.empty(2, requires_grad=True))


@pytest.mark.parametrize("name", ["grad_fn", "is_leaf", "output_nr", "_version", "_base", "name", "retains_grad", "shape", "dtype", "ndim"])
def test_attributes_that_cannot_be_assigned(name):
    with pytest.raises(AttributeError, match=f"attribute '{name}' of 'torch._C.TensorBase' objects is not writable"):
        setattr(torch.ones(3), name, None)


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
def test_a_bag_is_one_node(mode):
    weight = torch.arange(8.0).view(4, 2).requires_grad_()
    out = torch.nn.functional.embedding_bag(torch.tensor([0, 2, 1]), weight, torch.tensor([0, 2]), mode=mode)
    assert out.grad_fn.name() == "EmbeddingBagBackward0"
    assert [n if n is None else n.name() for n, _ in out.grad_fn.next_functions] == ["torch::autograd::AccumulateGrad", None]
    torch.autograd.gradcheck(lambda w: torch.nn.functional.embedding_bag(torch.tensor([0, 2, 1]), w, torch.tensor([0, 2]), mode=mode),
                             (weight.detach().double().requires_grad_(),))


def test_what_a_hook_makes_is_searched_for_nan():
    x = torch.ones(3, requires_grad=True)
    with torch.autograd.set_detect_anomaly(True), pytest.warns(UserWarning), pytest.raises(RuntimeError, match=r"MulBackward0.*nan values"):
        y = x * 2
        y.grad_fn.register_hook(lambda found, _: (found[0] * float("nan"), None))
        y.sum().backward()


def test_detaching_in_inference_mode_does_nothing():
    y = torch.ones(3, requires_grad=True) * 2
    with torch.inference_mode():
        y.detach_()
    assert y.requires_grad


def test_what_is_detached_from_an_inference_tensor_counts():
    with torch.inference_mode():
        t = torch.ones(3)
    d = t.detach()
    assert d.is_inference() and d._version == 0
    d.add_(1)
    assert d._version == 1 and t.tolist() == [2.0] * 3
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        torch.ones(3, requires_grad=True) * d


def test_hooks_outlive_detaching_in_place():
    y, log = torch.ones(3, requires_grad=True) * 2, []
    y.register_hook(lambda _: log.append(1))
    y.detach_().requires_grad_()
    (y * 2).sum().backward()
    assert log == [1]


def test_leaves_are_refused_before_shared_memory():
    with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
        torch.ones(2, 1, requires_grad=True).expand(2, 2).normal_()


def test_functions_of_python_write_unnoticed():
    t = torch.ones(3)
    t.apply_(lambda value: value + 1).map_(torch.ones(3), lambda a, b: a + b)
    assert t.tolist() == [3.0] * 3 and t._version == 0


def test_what_a_bag_on_the_meta_device_does_not_keep_is_refused():
    weight = torch.empty(3, 2, device="meta", requires_grad=True)
    index = torch.empty(2, dtype=torch.int64, device="meta")
    node = torch.nn.functional.embedding_bag(index, weight, index[:1]).grad_fn
    with pytest.raises(UnsupportedError, match="_saved_padding_idx"):
        _ = node._saved_padding_idx
