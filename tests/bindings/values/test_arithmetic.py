"""Arithmetic whose dtypes or strides are easily wrong; expected values are PyTorch's."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


def test_scaled_terms_do_not_wrap_around():
    a, b = torch.tensor([1.5, 2.0]), torch.tensor([255, 3], dtype=torch.uint8)
    assert torch.add(a, b, alpha=-1).tolist() == [-253.5, -1.0]
    assert torch.sub(a, b, alpha=2).tolist() == [-508.5, -4.0]
    assert torch.tensor([250, 3]).add(b, alpha=2).tolist() == [760, 9]
    assert torch.tensor([250.0, 3.0]).add_(b, alpha=-1).tolist() == [-5.0, 0.0]
    assert torch.rsub(b, a, alpha=2).tolist() == [-508.5, -4.0]


@pytest.mark.parametrize("subtract", [torch.sub, torch.Tensor.sub, torch.Tensor.sub_])
def test_no_multiple_of_a_bool_is_subtracted(subtract):
    with pytest.raises(RuntimeError, match="with a bool tensor is not supported"):
        subtract(torch.ones(2), torch.tensor([True, False]), alpha=2)


def test_gradient_of_powers_of_zero():
    x = torch.tensor([-1.0, 0.0, 1.0], requires_grad=True)
    g, = torch.autograd.grad((0**x).sum(), x)
    assert g.tolist() == [-torch.inf, 0.0, 0.0]


@pytest.mark.parametrize("name", ["erf", "erfinv", "lgamma", "sigmoid", "nan_to_num", "cos", "clone"])
def test_results_of_expanded_tensors_are_laid_out_in_order(name):
    x = torch.rand(5).expand(2, 5)
    assert getattr(x, name)().stride() == (5, 1)
    assert torch.ones_like(x).stride() == torch.rand_like(x).stride() == torch.nn.functional.gelu(x).stride() == (5, 1)


def test_sorted_values_lie_as_the_input_does():
    values, order = torch.rand(3, 4).t().sort(-1)
    assert values.stride() == order.stride() == (1, 4)
    assert torch.ones(3, 2).nonzero().floor().stride() == (1, 6)


@pytest.mark.parametrize("index, shape, text", [(1, (2,), "expand(torch.FloatTensor{[2]}, size=[])"),
                                                (slice(0, 1), (3, 3), "The expanded size of the tensor (2) must match")])
def test_assignments_with_a_history_refuse_in_the_same_words(index, shape, text):
    x = torch.zeros((2,) if index == 1 else (3, 2))
    for value in (torch.ones(shape), torch.ones(shape, requires_grad=True)):
        with pytest.raises(RuntimeError) as caught:
            x[index] = value
        assert str(caught.value).startswith(text)


def test_median_of_no_integers():
    assert [torch.ones(0, dtype=d).median().item() for d in (torch.int8, torch.int32, torch.int64)] == [0, -2**31, -2**63]


@pytest.mark.parametrize("shapes", [((2, 3), (4, 2)), ((2, 3), (4,))])
def test_products_look_at_shapes_before_types(shapes):
    with pytest.raises(RuntimeError, match=r"cannot be multiplied|size mismatch"):
        torch.ones(shapes[0]) @ torch.ones(shapes[1], dtype=torch.int64)


def test_where_of_two_numbers_has_their_type_not_that_of_numpy() -> None:
    mask = torch.tensor([True, False])
    for first, second, wanted in ((0.0, 1.0, torch.float32), (1, 2, torch.int64), (1, 2.0, torch.float32), (True, False, torch.bool),
                                  (1j, 1, torch.complex64), (torch.tensor(1), 2.0, torch.float32)):
        assert torch.where(mask, first, second).dtype == wanted
    assert torch.where(mask, 0.5, 2.0).tolist() == [0.5, 2.0]
