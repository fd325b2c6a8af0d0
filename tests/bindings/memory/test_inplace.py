"""In-place changes: gradients through views and bases, version checks, errors. What is asserted holds in PyTorch too."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch

CHANGES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    # name: (in-place on a (3, 3) that is no leaf, the same out of place)
    "row times": (lambda x: x[0].mul_(2), lambda x: torch.cat([x[:1] * 2, x[1:]])),
    "column set": (lambda x: x[:, 1].fill_(0), lambda x: x * torch.tensor([1.0, 0.0, 1.0])),
    "transposed square": (lambda x: x.t()[1:].square_(), lambda x: torch.cat([x[:, :1], x[:, 1:] ** 2], 1)),
    "diagonal sine": (lambda x: x.diagonal().sin_(), lambda x: x * (1 - torch.eye(3)) + torch.diag(x.diagonal().sin())),
    "assignment": (lambda x: x.__setitem__(0, x[1] * 3), lambda x: torch.stack([x[1] * 3, x[1], x[2]])),
    "mask assignment": (lambda x: x.__setitem__(x > 0, -1.0), lambda x: torch.where(x > 0, -1.0, x)),
    "view of a view": (lambda x: x.view(9)[2:5].exp_(),
                       lambda x: torch.cat([x.view(9)[:2], x.view(9)[2:5].exp(), x.view(9)[5:]]).view(3, 3)),
    "augmented": (lambda x: x[1:].__iadd__(x[:2].clone()), lambda x: torch.cat([x[:1], x[1:] + x[:2]])),
    "copy from": (lambda x: x[2].copy_(x[0] * 3), lambda x: torch.stack([x[0], x[1], x[0] * 3])),
    "clamp": (lambda x: x[:2].clamp_(-0.5, 0.5), lambda x: torch.cat([x[:2].clamp(-0.5, 0.5), x[2:]])),
    "index_add": (lambda x: x.index_add_(0, torch.tensor([0, 0]), x[1:].clone()),
                  lambda x: x.index_add(0, torch.tensor([0, 0]), x[1:])),
}
VALUES = np.array([[0.3, -1.2, 0.7], [1.4, 0.2, -0.6], [-0.9, 0.8, 1.1]])


@pytest.mark.parametrize("name", CHANGES)
def test_gradients_are_those_out_of_place(name: str) -> None:
    change, pure = CHANGES[name]
    weight = torch.arange(9.0, dtype=torch.float64).reshape(3, 3)

    def gradient(run: Callable[[Any], Any]) -> Any:
        leaf = torch.tensor(VALUES, requires_grad=True)
        (run(leaf * 2) * weight).sum().backward()
        return leaf.grad

    def changed(x: Any) -> Any:
        change(x)
        return x

    assert torch.allclose(gradient(changed), gradient(lambda x: pure(x.clone())), rtol=1e-12)


def test_a_view_learns_of_a_change_of_its_base() -> None:
    leaf = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    base = leaf * 1
    view = base[1:]
    base.mul_(10)
    assert view.tolist() == [20.0, 30.0] and type(view.grad_fn).__name__ == "AsStridedBackward0"
    view.sum().backward()
    assert leaf.grad.tolist() == [0.0, 10.0, 10.0]


def test_a_base_learns_of_a_change_of_its_view() -> None:
    leaf = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    base = leaf * 1
    base[1:].mul_(10)
    assert type(base.grad_fn).__name__ == "CopySlices"
    base.sum().backward()
    assert leaf.grad.tolist() == [1.0, 10.0, 10.0]


def test_writing_a_leaf_into_a_buffer() -> None:
    leaf = torch.ones(2, requires_grad=True)
    buffer = torch.zeros(3)
    buffer[1:] = leaf * 2
    assert buffer.requires_grad and not buffer.is_leaf
    buffer.sum().backward()
    assert leaf.grad.tolist() == [2.0, 2.0]


REFUSED: dict[str, tuple[Callable[[Any], Any], str]] = {
    "a leaf": (lambda x: x.add_(1), "a leaf Variable that requires grad is being used in an in-place operation"),
    "a view of a leaf": (lambda x: x[0].zero_(), "a view of a leaf Variable that requires grad is being used in an in-place operation"),
    "assignment to a leaf": (lambda x: x.__setitem__(0, 1.0), "a (view of a )?leaf Variable that requires grad"),
    "one of several views": (lambda x: (x * 1).unbind()[0].add_(1), "Such functions do not allow the output views to be modified inplace"),
    "what was saved": (lambda x: (lambda y: (y.exp(), y.exp().mul_(1), (z := y.exp()), z.add_(1), z.sum().backward()))(x * 1),
                       "modified by an inplace operation"),
    "out of a leaf": (lambda x: torch.add(x, 1, out=torch.zeros(2, 2)), "don't support automatic differentiation"),
    "too large a result": (lambda x: torch.zeros(2).add_(torch.zeros(3, 2)), "doesn't match the broadcast shape"),
    "a float result": (lambda x: torch.zeros(2, dtype=torch.int64).add_(0.5), "result type Float can't be cast to the desired output type"),
    "an expanded tensor": (lambda x: torch.zeros(1).expand(3).add_(1), "more than one element of the written-to tensor refers to a single"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals(name: str) -> None:
    change, message = REFUSED[name]
    x = torch.ones(2, 2, requires_grad=True)
    with pytest.raises(RuntimeError, match=message):
        change(x)
    assert x.tolist() == [[1.0, 1.0], [1.0, 1.0]] and x._version == 0


def test_no_grad_lets_a_leaf_be_changed() -> None:
    x = torch.ones(2, requires_grad=True)
    with torch.no_grad():
        x.add_(1)
        x[0] = 5
    assert x.tolist() == [5.0, 2.0] and x.is_leaf and x.requires_grad and x._version == 2


FAILING: dict[str, tuple[Callable[[Any], Any], type[Exception]]] = {
    "shape": (lambda x: x.add_(torch.ones(4)), RuntimeError), "type": (lambda x: x.add_("a"), TypeError),
    "dtype": (lambda x: x.mul_(1j), RuntimeError), "index": (lambda x: x.__setitem__((0, 9), 1.0), IndexError),
    "values": (lambda x: x.__setitem__(0, torch.ones(5)), RuntimeError),
    "out": (lambda x: torch.mm(x, torch.ones(2, 2), out=x), RuntimeError),
    "copy": (lambda x: x.copy_(torch.ones(7)), RuntimeError), "scatter": (lambda x: x.scatter_(0, torch.tensor([[9]]), 1.0), RuntimeError),
    "keyword": (lambda x: x.add_(1, beta=2), TypeError), "fill": (lambda x: x.fill_(torch.ones(2)), RuntimeError),
}


@pytest.mark.parametrize("name", FAILING)
def test_a_failure_leaves_the_tensor_alone(name: str) -> None:
    change, error = FAILING[name]
    x = torch.arange(6.0).reshape(2, 3).clone()
    with pytest.raises(error):
        change(x)
    assert x.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]] and x._version == 0


def test_writes_into_shared_elements_reach_all_of_them():
    def expanded():
        return torch.arange(3).reshape(1, 3).expand(2, 3)

    mask = torch.tensor([[True, False, False], [False, False, False]])
    # as PyTorch answers
    assert expanded().index_fill_(0, torch.tensor([0]), 7).tolist() == [[7, 7, 7], [7, 7, 7]]
    assert expanded().masked_fill_(mask, 9).tolist() == [[9, 1, 2], [9, 1, 2]]
    assert expanded().tril_().tolist() == [[0, 0, 0], [0, 0, 0]]
    assert expanded().index_put_((torch.tensor([0]), torch.tensor([1])), torch.tensor(5)).tolist() == [[0, 5, 2], [0, 5, 2]]


@pytest.mark.parametrize("accumulate", [False, True])
def test_index_put_wants_an_index(accumulate):
    for x in (torch.zeros(()), torch.zeros(2, 3), torch.zeros(0)):
        for call in (x.index_put, x.index_put_):
            with pytest.raises(RuntimeError, match="at least one index"):
                call([], torch.ones(()), accumulate)
        assert x._version == 0
