"""`scatter` with `reduce=`: it has no derivative, and raises in backward. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import warnings

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


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16], ids=str)
def test_sums_of_halves_are_rounded_where_pytorch_rounds_them(dtype):
    large = torch.full((6,), 2.0**14, dtype=dtype)
    large[1:5] = 1
    index = torch.zeros(6, dtype=torch.long)

    def gradient(take, shape):
        x = torch.ones(shape, dtype=dtype, requires_grad=True)
        out = take(x)
        out.backward((large * torch.tensor([1, 1, 1, 1, 1, -1])).to(dtype).reshape(-1, *(1,) * (out.dim() - 1)).expand(out.shape))
        return x.grad.flatten()[0].item()

    # At once: the sum of six is 4. One by one: what is added to 2 ** 14 is lost.
    assert gradient(lambda x: x.gather(0, index), (2,)) == gradient(lambda x: x.index_select(0, index), (2, 3)) == 4
    assert gradient(lambda x: x.gather(0, index[:, None].expand(6, 3)), (2, 3)) == 4
    assert gradient(lambda x: x.index_select(0, index), (2,)) == gradient(lambda x: x[index], (2,)) == 0
    signed = (large * torch.tensor([1, 1, 1, 1, 1, -1])).to(dtype)
    assert torch.zeros(2, dtype=dtype).index_add(0, index, signed)[0] == 0
    assert torch.zeros(2, 3, dtype=dtype).index_add(0, index, signed[:, None].expand(6, 3))[0].tolist() == [4, 4, 4]
    assert torch.zeros(3, 2, 1, dtype=dtype).index_add(1, index, signed[:, None].expand(3, 6, 1))[0, 0] == 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it is in beta
        assert torch.zeros(2, dtype=dtype).index_reduce(0, index, signed, "mean")[0] == 0
    assert torch.zeros(2, dtype=dtype).scatter_reduce(0, index, signed, "mean")[0] > 0.5
