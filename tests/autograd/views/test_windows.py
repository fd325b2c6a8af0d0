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


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("method", ["add_", "mul_", "copy_"])
def test_gradients_of_what_was_written_through_a_transposed_view_are_row_major(method, create_graph):
    y = torch.ones(2, 3, requires_grad=True) * 1
    other = torch.ones(3, 2, requires_grad=True)
    getattr(y.t(), method)(other)
    (grad,) = torch.autograd.grad((y * y).sum(), other, create_graph=create_graph)
    assert grad.stride() == (2, 1)


@pytest.mark.parametrize(("method", "arguments", "node"), [
    ("deg2rad_", (), "Deg2RadBackward0"), ("sinc_", (), "SincBackward0"), ("renorm_", (2, 0, 0.5), "RenormBackward0"),
    ("ldexp_", (torch.tensor(2),), "LdexpBackward0")])
def test_a_view_written_by_one_node_adds_no_edge_to_its_base(method, arguments, node):
    x = (torch.arange(6.0).reshape(2, 3) / 7 + 0.1).requires_grad_()
    y, z = x * 1, x * 1
    before = y.grad_fn
    part = getattr(y[:, :2], method)(*arguments)
    assert type(y.grad_fn).__name__ == "CopySlices"
    assert y.grad_fn.next_functions[0][0] is before
    assert not any(following for following, _ in y.grad_fn.next_functions[1:])
    assert type(getattr(z, method)(*arguments).grad_fn).__name__ == node
    expected = torch.cat([getattr(x[:, :2].clone(), method)(*arguments), x[:, 2:]], 1)
    assert torch.equal(part, expected[:, :2])
    for one, other in zip(*(torch.autograd.grad((v ** 2).sum(), x) for v in (y, expected)), strict=True):
        assert torch.allclose(one, other)
