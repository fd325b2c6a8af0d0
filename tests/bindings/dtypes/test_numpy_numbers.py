"""numpy scalars count as numbers next to tensors: they do not promote dtypes, and tensors that require gradients accept them."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("number", [np.float32(2), np.float64(2), np.int64(2), np.int8(2)])
def test_arithmetic(number: np.generic) -> None:
    x = torch.tensor([2.0, 3], requires_grad=True)
    for result in (x * number, number * x, torch.add(x, number), number - x, number / x, x ** number, torch.where(x > 2, x, number),
                   x.clone().mul_(number)):
        assert result.dtype is torch.float32 and result.grad_fn is not None
    (x * number).sum().backward()
    assert x.grad.tolist() == [2, 2]
    assert (torch.tensor([3, 4]) * number).dtype is (torch.float32 if isinstance(number, np.floating) else torch.int64)


def test_assignment_refuses_what_python_does_not_take_for_a_number() -> None:
    x = torch.zeros(2)
    with pytest.raises(TypeError, match=r"can't assign a numpy\.float32 to a torch\.FloatTensor"):
        x[0] = np.float32(1)
    x[0] = np.float64(1)
    assert x.tolist() == [1, 0]


def test_products_with_one_element_keep_nan() -> None:
    nan = float("nan")
    column, zero = torch.tensor([[nan], [6.0]]), torch.zeros(1, 1)
    for product in (column @ zero, torch.mm(column, zero), torch.nn.functional.linear(column, zero), column @ torch.zeros(1),
                    torch.tensordot(column, torch.zeros(1), 1), (zero @ column.t()).t()):
        assert product.flatten().isnan().tolist() == [True, False]


def test_equality_with_an_array_compares_elements() -> None:
    """Inequality does not in PyTorch either, where only `==` converts arrays."""
    x = torch.tensor([1.0, 2.0])
    assert (x == np.array([1.0, 3.0])).tolist() == [True, False] and (x == np.array(2.0)).tolist() == [False, True]
    assert (x != np.array([1.0, 3.0])) is True
    for call in (torch.eq, torch.Tensor.eq):
        with pytest.raises(TypeError, match="invalid combination of arguments"):
            call(x, np.array([1.0, 3.0]))


@pytest.mark.parametrize("call", [
    lambda one: torch.ones(one), lambda one: torch.ones(2, 3).reshape(one, 6), lambda one: torch.ones(2, 3).expand(one, 2, 3),
    lambda one: torch.full((one,), 1.0), lambda one: torch.eye(one), lambda one: torch.ones(2, 3).stride(one),
    lambda one: torch.nn.Linear(one, 2)])
def test_a_tensor_that_is_a_truth_value_is_an_index_to_python_alone(call) -> None:  # type: ignore[no-untyped-def]
    assert [5, 6][torch.tensor(True)] == 6 and list(range(torch.tensor(True))) == [0]
    with pytest.raises((TypeError, RuntimeError)):  # which of both is not promised
        call(torch.tensor(True))
