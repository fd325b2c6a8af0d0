"""Functions that check values before they compute do so inside function transforms, too."""
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


def test_the_padding_of_batched_tables_gets_no_gradient():
    """It has another place in each of the tables, and scaling counts within an example."""
    tables, places = torch.ones(2, 5, 1, requires_grad=True), torch.tensor([[1, 2, 1], [0, 2, 4]])

    def looked_up(**options):
        return torch.func.vmap(lambda w, i: F.embedding(i, w, **options))(tables, places)

    (gradient,) = torch.autograd.grad(looked_up(padding_idx=2).sum(), tables)
    assert gradient.squeeze(-1).tolist() == [[0, 2, 0, 0, 0], [1, 0, 0, 0, 1]]
    (gradient,) = torch.autograd.grad(looked_up(scale_grad_by_freq=True).sum(), tables)
    assert gradient.squeeze(-1).tolist() == [[0, 1, 1, 0, 0], [1, 0, 1, 0, 1]]
    _, tangent = torch.func.jvp(lambda w: torch.func.vmap(lambda w, i: F.embedding(i, w, padding_idx=2))(w, places),
                                (tables.detach(),), (torch.ones_like(tables),))
    assert tangent.unique().tolist() == [1]
