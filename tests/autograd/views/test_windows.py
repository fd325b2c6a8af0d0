"""as_strided, and in-place writes through views, when the base is not contiguous. Values are PyTorch's."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


def base(kind):
    plain = torch.arange(24.0).reshape(4, 6)
    return {"transposed": lambda: plain.t(), "gaps": lambda: plain[:, ::2],
            "expanded": lambda: torch.arange(3.0).reshape(3, 1).expand(3, 2)}[
        kind]().detach().requires_grad_()


@pytest.mark.parametrize(("kind", "window", "expected"), [
    ("transposed", ((2, 3), (1, 6)), [[1, 2, 3, 0], [4, 5, 6, 0], *[[0] * 4] * 4]),
    ("gaps", ((2, 2), (6, 2), 2), [[0, 1, 2], [0, 3, 4], [0, 0, 0], [0, 0, 0]]),
    ("expanded", ((2,), (1,)), [[0.5, 0.5], [1, 1], [0, 0]]),
])
def test_gradient_of_as_strided(kind, window, expected):
    x = base(kind)
    y = x.as_strided(*window)
    weights = torch.arange(1.0, y.numel() + 1).reshape(y.shape)
    (y * weights).sum().backward()
    assert x.grad.tolist() == expected


def test_second_order_goes_the_same_way():
    x = base("transposed")
    (g,) = torch.autograd.grad((x.as_strided((2, 2), (1, 6)) ** 3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(g.sum(), x)
    assert second[:2, :2].tolist() == (6 * x[:2, :2]).tolist()
    assert second.count_nonzero() == 3  # the first element is 0


def test_write_through_a_view_of_a_transposed_base():
    x = torch.arange(24.0).reshape(4, 6).t().detach().requires_grad_()
    z = x * 1
    part, row = z[1:3], z[2]
    part.mul_(3)
    (row * torch.arange(4.0)).sum().backward()
    assert x.grad.tolist() == [[0] * 4, [0] * 4, [0, 3, 6, 9], [0] * 4, [0] * 4, [0] * 4]


def test_scatter_keeps_to_its_memory():
    assert torch.as_strided_scatter(torch.zeros(1).expand(3), torch.ones(2), (2,), (1,)).tolist() == [1, 1, 0]
    with pytest.raises(RuntimeError, match="out of bounds for storage of size"):
        torch.as_strided_scatter(torch.zeros(3), torch.ones(2, 2), (2, 2), (2, 1))
