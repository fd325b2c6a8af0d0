"""Valid roots of backward, and errors of assignments whose values do not fit."""
import pytest

import minitorch_compat as torch


@pytest.mark.parametrize("made", [lambda a: a, lambda a: a * 2], ids=["leaf", "result"])
def test_views_taken_without_a_record_are_no_roots(made) -> None:
    base = made(torch.ones(3, requires_grad=True))
    with torch.no_grad():
        view = base[:1]
    assert view.requires_grad and view.grad_fn is None
    for call in (view.backward, lambda: torch.autograd.grad(view, base), lambda: torch.autograd.backward([view])):
        with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad and does not have a grad_fn"):
            call()
    with pytest.raises(AssertionError, match="Expected gradient function to be set"):
        torch.autograd.graph.get_gradient_edge(view)


def test_a_view_that_asks_for_a_gradient_of_its_own_is_one() -> None:
    a = torch.ones(3, requires_grad=True)
    with torch.no_grad():
        view = a[:2]
    view.requires_grad_().backward(torch.ones(2))
    assert view.grad.tolist() == [1, 1] and a.grad is None


def test_assignments_tell_shapes_without_leading_ones() -> None:
    x, places = torch.zeros(4, 4), torch.tensor([0, 1])
    with pytest.raises(RuntimeError, match=r"value tensor of shape \[3\] cannot be broadcast to indexing result of shape \[2, 4\]"):
        x[places] = torch.ones(1, 3)
    with pytest.raises(RuntimeError, match=r"value tensor of shape \[1, 3\] cannot"):
        x.index_put_((places,), torch.ones(1, 3))
    with pytest.raises(RuntimeError, match=r"value tensor of shape \[1, 0\] cannot"):
        x.index_put_((places,), torch.ones(1, 0), accumulate=True)
