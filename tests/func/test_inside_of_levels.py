"""What looks at values before it computes does so inside of function transforms, too."""
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

A = torch.tensor([[2.0, 0.5], [0.5, 3.0]])


@pytest.mark.parametrize("function", [
    lambda a: torch.linalg.cholesky_ex(a, check_errors=True)[0].sum(), lambda a: torch.linalg.inv_ex(a, check_errors=True)[0].sum(),
    lambda a: torch.linalg.solve_ex(a, A, check_errors=True)[0].sum()])
def test_errors_are_checked(function):
    leaf = A.clone().requires_grad_()
    assert torch.allclose(torch.func.grad(function)(A), torch.autograd.grad(function(leaf), leaf)[0])
    with pytest.raises(torch.linalg.LinAlgError):
        torch.func.grad(function)(A * 0)


def test_rows_are_shrunk_in_place_and_unseen():
    weight, places = torch.tensor([[3.0, 4.0], [0.0, 2.0], [6.0, 8.0]]), torch.tensor([0, 1])
    gradient = torch.func.grad(lambda w: (F.embedding(places, w, max_norm=1.0) ** 2).sum())(weight)
    assert weight.norm(dim=1).tolist() == pytest.approx([1, 1, 10])
    assert torch.allclose(gradient, torch.cat([2 * weight[:2], torch.zeros(1, 2)]))
    bags = torch.func.grad(lambda w: F.embedding_bag(places[None], w, mode="sum", max_norm=1.0).sum())(weight)
    assert bags.tolist() == [[1, 1], [1, 1], [0, 0]]
