"""`scatter` with `reduce=`: it has no derivative, and raises in backward. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import forward_ad

X, INDEX, SOURCE = torch.arange(6.0).reshape(2, 3), torch.tensor([[0, 1, 0], [1, 0, 1]]), torch.full((2, 3), 2.0)
SCATTERS = {
    "function": lambda x, value: torch.scatter(x, 0, INDEX, value, reduce="add"),
    "method": lambda x, value: x.scatter(0, INDEX, value, reduce="add"),
    "in place": lambda x, value: x.clone().scatter_(0, INDEX, value, reduce="add"),
}


@pytest.mark.parametrize("value", [SOURCE, 2], ids=["tensor", "number"])
@pytest.mark.parametrize("scatter", SCATTERS.values(), ids=SCATTERS)
@pytest.mark.filterwarnings("ignore:The reduce argument")
def test_gradients_are_refused(scatter, value):
    x = X.clone().requires_grad_()
    made = scatter(x, value)
    assert made.tolist() == [[2, 3, 4], [5, 6, 7]]
    assert made.grad_fn.name() == "torch::autograd::NotImplemented"
    assert len(made.grad_fn.next_functions) == 1
    with pytest.raises(RuntimeError, match="derivative for aten::scatter is not implemented"):
        made.sum().backward()
    with forward_ad.dual_level(), pytest.raises(NotImplementedError, match="forward AD with aten::scatter that does not support it"):
        scatter(forward_ad.make_dual(X, torch.ones_like(X)), value)


def test_each_example_of_a_batch():
    found = torch.vmap(lambda x, index: x.scatter(0, index, 2.0, reduce="multiply"))(X, INDEX)
    assert found.tolist() == [[0, 2, 2], [6, 16, 5]]


def test_no_values_are_needed_on_the_meta_device():
    assert X.to("meta").scatter(0, INDEX.to("meta"), 2, reduce="add").shape == (2, 3)


def test_a_tensor_is_deprecated():
    torch.set_warn_always(True)
    try:
        with pytest.warns(UserWarning, match="The reduce argument of torch.scatter with Tensor src is deprecated"):
            X.scatter(0, INDEX, SOURCE, reduce="add")
    finally:
        torch.set_warn_always(False)
