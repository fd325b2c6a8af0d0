"""What nodes save besides the values that formulas need: changes of it are refused, as is a second backward without `retain_graph`."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def assign(x: Any, index: Any) -> Any:
    y = x * 1
    y[index] = 0
    return y


@pytest.mark.parametrize("read", [
    lambda x, i: x[i], lambda x, i: x.index_select(0, i), lambda x, i: x.gather(0, i), lambda x, i: x.take(i), assign,
    lambda x, i: x.index_put((i,), x[:2]), lambda x, i: x.reshape(2, 2)[:, i]])
def test_an_index_that_was_changed(read: Any) -> None:
    x, i = torch.arange(4.0, requires_grad=True), torch.tensor([0, 1])
    y = read(x, i)
    i.fill_(1)
    with pytest.raises(RuntimeError, match=r"modified by an inplace operation: \[torch.LongTensor \[2\]\]"):
        y.sum().backward()


@pytest.mark.parametrize("read", [lambda x, m: x[m], assign, lambda x, m: x.masked_select(m)])
def test_a_mask_that_was_changed(read: Any) -> None:
    x, m = torch.arange(3.0, requires_grad=True), torch.tensor([True, False, True])
    y = read(x, m)
    m.fill_(True)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


@pytest.mark.parametrize("index", [[0, 1], torch.tensor([0, 0]), torch.tensor([True, False, True])])
def test_an_index_is_freed(index: Any) -> None:
    x = torch.arange(3.0, requires_grad=True)
    y = x[index]
    y.sum().backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.sum().backward()


@pytest.mark.parametrize("f", [
    lambda x: x.gather(0, torch.tensor([0])), lambda x: x.take(torch.tensor([0])), lambda x: x.masked_select(x > 0),
    lambda x: x.cummax(0)[0], lambda x: x.cummin(0)[0]])
def test_the_source_is_saved(f: Any) -> None:
    x = torch.arange(3.0, requires_grad=True) * 1
    y = f(x)
    with torch.no_grad():
        x.mul_(2)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_the_result_of_a_power_is_saved() -> None:
    x, w = torch.ones(2, requires_grad=True), torch.ones(2)
    for y in (x ** w, torch.copysign(w, x)):
        with torch.no_grad():
            y.mul_(2)
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


@pytest.mark.parametrize("f", [
    lambda x: x ** 3, lambda x: x.sin(), lambda x: x * x * x, lambda x: x / (x + 1), lambda x: x.prod() * x, lambda x: x.logsumexp(0) * x])
def test_second_derivatives_notice_changes(f: Any) -> None:
    """What backward saves again, where it is recorded, is guarded by the counter of the tensor it was saved from."""
    x = torch.arange(1.0, 4.0, dtype=torch.float64, requires_grad=True) * 1
    (g,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
    with torch.no_grad():
        x.mul_(5)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        g.sum().backward()
