"""Arguments by keyword under the names that PyTorch's other signatures have for them; what it answers is in `compat_tests`."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._bindings.other_names import under_own_names


def test_a_name_of_another_signature() -> None:
    a = torch.arange(6.0).reshape(2, 3)
    assert [p.tolist() for p in torch.hsplit(a, sections=3)] == [p.tolist() for p in torch.hsplit(a, 3)]
    assert [p.tolist() for p in a.tensor_split(indices=[1], dim=1)] == [p.tolist() for p in a.tensor_split([1], 1)]
    assert torch.linalg.cholesky(input=torch.eye(2)).tolist() == [[1.0, 0.0], [0.0, 1.0]]
    assert torch.isin(element=1, test_elements=torch.tensor([1, 2])).item()


@pytest.mark.parametrize("more", ["", ". Did you mean 'keepdim'?"])
def test_names_are_read_in_the_words_of_every_python(more: str) -> None:
    def std(input, dim=None, keepdim=False): ...

    refused = TypeError(f"std() got an unexpected keyword argument 'keepdims'{more}")  # with a suggestion since Python 3.13
    assert under_own_names("torch.std", std, (0,), {"dim": 0, "keepdims": True}, refused) == {"dim": 0, "keepdim": True}


def test_a_name_that_no_signature_has() -> None:
    with pytest.raises(TypeError, match="hsplit"):
        torch.hsplit(torch.eye(2), pieces=2)


def test_a_place_that_is_taken() -> None:
    with pytest.raises(TypeError, match="tensor_split"):
        torch.tensor_split(torch.eye(2), 2, sections=2)


def test_handlers_are_given_the_names_that_were_used() -> None:
    class Seen(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func, types, args=(), kwargs=None):
            return func.__name__, sorted(kwargs or {})

    assert torch.hsplit(torch.eye(2).as_subclass(Seen), sections=2) == ("hsplit", ["sections"])


def test_the_mean_of_a_weighted_huber_loss_is_plain() -> None:
    a, w = torch.tensor([1.0, 2.0]), torch.tensor([1.0, 3.0])
    assert torch.nn.functional.huber_loss(a, a + 1, weight=w).item() == pytest.approx((0.5 + 1.5) / 2)


def test_rrelu_draws_from_a_generator() -> None:
    x = -torch.ones(4)
    first = torch.rrelu(x, 0.1, 0.3, True, torch.Generator().manual_seed(1))
    assert torch.equal(first, torch.rrelu(x, 0.1, 0.3, True, generator=torch.Generator().manual_seed(1)))
    assert not torch.equal(first, torch.rrelu(x, 0.1, 0.3, True, torch.Generator().manual_seed(2)))


def test_a_vector_on_the_left_of_a_matrix_is_refused() -> None:
    for solve in (torch.linalg.solve, torch.linalg.solve_ex):
        with pytest.raises(RuntimeError, match=r"XA = B \(3x3 and 3x1\)"):
            solve(torch.eye(3), torch.ones(3), left=False)


def test_least_squares_with_matrices_of_one_dimension_fewer() -> None:
    a, b = torch.eye(3).expand(1, 3, 3) * 2, torch.arange(6.0).reshape(3, 2)
    assert torch.equal(torch.linalg.lstsq(a, b).solution, (b / 2).expand(3, 3, 2))
    with pytest.raises(RuntimeError, match=r"size of tensor a \(2\) must match the size of tensor b \(3\) at non-singleton dimension 0"):
        torch.linalg.lstsq(torch.ones(2, 3, 3), b)
