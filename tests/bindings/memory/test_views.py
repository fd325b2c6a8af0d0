"""Views: shared memory, strides, versions, errors. What is asserted holds in PyTorch too."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

VIEWS: dict[str, tuple[Callable[[Any], Any], tuple[int, ...], tuple[int, ...], int]] = {
    # name: (view of a contiguous (2, 3, 4), shape, strides, offset)
    "index": (lambda x: x[1], (3, 4), (4, 1), 12),
    "slice": (lambda x: x[:, 1:, ::2], (2, 2, 2), (12, 4, 2), 4),
    "ellipsis": (lambda x: x[..., -1], (2, 3), (12, 4), 3),
    "view": (lambda x: x.view(6, 4), (6, 4), (4, 1), 0),
    "view -1": (lambda x: x.view(-1), (24,), (1,), 0),
    "view of another type": (lambda x: x.view(torch.int32), (2, 3, 4), (12, 4, 1), 0),
    "reshape": (lambda x: x.reshape(4, 6), (4, 6), (6, 1), 0),
    "flatten": (lambda x: x.flatten(1), (2, 12), (12, 1), 0),
    "unflatten": (lambda x: x.unflatten(2, (2, 2)), (2, 3, 2, 2), (12, 4, 2, 1), 0),
    "transpose": (lambda x: x.transpose(0, 2), (4, 3, 2), (1, 4, 12), 0),
    "permute": (lambda x: x.permute(2, 0, 1), (4, 2, 3), (1, 12, 4), 0),
    "mT": (lambda x: x.mT, (2, 4, 3), (12, 1, 4), 0),
    "movedim": (lambda x: x.movedim(0, -1), (3, 4, 2), (4, 1, 12), 0),
    "expand": (lambda x: x[:1].expand(5, 3, 4), (5, 3, 4), (0, 4, 1), 0),
    "squeeze": (lambda x: x[:, :1].squeeze(1), (2, 4), (12, 1), 0),
    "unsqueeze": (lambda x: x.unsqueeze(-1), (2, 3, 4, 1), (12, 4, 1, 1), 0),
    "narrow": (lambda x: x.narrow(2, 1, 2), (2, 3, 2), (12, 4, 1), 1),
    "select": (lambda x: x.select(1, 2), (2, 4), (12, 1), 8),
    "diagonal": (lambda x: x.diagonal(1, 1, 2), (2, 3), (12, 5), 1),
    "unfold": (lambda x: x.unfold(2, 2, 1), (2, 3, 3, 2), (12, 4, 1, 1), 0),
    "as_strided": (lambda x: x.as_strided((2, 2), (3, 1), 5), (2, 2), (3, 1), 5),
    "split": (lambda x: x.split(2, 2)[1], (2, 3, 2), (12, 4, 1), 2),
    "chunk": (lambda x: x.chunk(2)[1], (1, 3, 4), (12, 4, 1), 12),
    "unbind": (lambda x: x.unbind(1)[2], (2, 4), (12, 1), 8),
    "detach": (lambda x: x.detach(), (2, 3, 4), (12, 4, 1), 0),
    "view_as": (lambda x: x.view_as(torch.zeros(3, 8)), (3, 8), (8, 1), 0),
}


@pytest.mark.parametrize("name", VIEWS)
def test_views(name: str) -> None:
    view, shape, strides, offset = VIEWS[name]
    x = torch.arange(24.0).reshape(2, 3, 4).clone()
    y = view(x)
    assert (tuple(y.shape), y.stride(), y.storage_offset()) == (shape, strides, offset)
    assert y._version == x._version == 0
    x.fill_(7)
    assert y._version == x._version == 1
    assert (y.view(torch.float32) == 7).all()
    assert y.data_ptr() == x.data_ptr() + offset * x.element_size()
    assert y.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()


COPIES: dict[str, Callable[[Any], Any]] = {
    "clone": lambda x: x.clone(), "advanced": lambda x: x[[0, 1]], "mask": lambda x: x[x > 3], "contiguous": lambda x: x.t().contiguous(),
    "reshape": lambda x: x.t().reshape(-1),
    "repeat": lambda x: x.repeat(1, 1), "flip": lambda x: x.flip(0),
    "to": lambda x: x.to(torch.float64), "index_select": lambda x: x.index_select(0, torch.tensor([0, 1])),
    "cat": lambda x: torch.cat([x]), "tril": lambda x: x.tril(),
}


@pytest.mark.parametrize("name", COPIES)
def test_copies(name: str) -> None:
    x = torch.arange(6.0).reshape(2, 3).clone()
    y = COPIES[name](x)
    before = y.clone()
    x.zero_()
    assert torch.equal(y, before)


NO_COPY: dict[str, Callable[[Any], Any]] = {
    "contiguous": lambda x: x.contiguous(), "to": lambda x: x.to(torch.float32), "float": lambda x: x.float(), "cpu": lambda x: x.cpu(),
    "type": lambda x: x.type(torch.float32),
}


@pytest.mark.parametrize("name", NO_COPY)
def test_nothing_to_do_gives_the_tensor_itself(name: str) -> None:
    x = torch.zeros(2, 3)
    assert NO_COPY[name](x) is x


IMPOSSIBLE: dict[str, tuple[Callable[[Any], Any], type[Exception], str]] = {
    "view of a transpose": (lambda x: x.t().view(6), RuntimeError, "view size is not compatible with input tensor's size and stride"),
    "view of the wrong size": (lambda x: x.view(4, 2), RuntimeError, r"shape '\[4, 2\]' is invalid for input of size 6"),
    "two unknowns": (lambda x: x.view(-1, -1), RuntimeError, "only one dimension can be inferred"),
    "reshape of the wrong size": (lambda x: x.reshape(5), RuntimeError, r"shape '\[5\]' is invalid for input of size 6"),
    "expand of a size": (lambda x: x.expand(2, 4), RuntimeError, "must match the existing size"),
    "expand to fewer": (lambda x: x.expand(3), RuntimeError, "must be greater or equal to the number of dimensions"),
    "transpose of none": (lambda x: x.transpose(0, 2), IndexError, r"Dimension out of range \(expected .* of \[-2, 1\], but got 2"),
    "permute twice": (lambda x: x.permute(0, 0), RuntimeError, "duplicate dims are not allowed|repeated dim in permute"),
    "permute of fewer": (lambda x: x.permute(0), RuntimeError, "permute"),
    "select outside": (lambda x: x.select(0, 2), IndexError, r"select\(\): index 2 out of range"),
    "narrow outside": (lambda x: x.narrow(1, 2, 2), RuntimeError, r"start \(2\) \+ length \(2\) exceeds dimension size \(3\)"),
    "index outside": (lambda x: x[5], IndexError, "index 5 is out of bounds for dimension 0 with size 2"),
    "too many indices": (lambda x: x[0, 0, 0], IndexError, "too many indices for tensor of dimension 2"),
    "step backwards": (lambda x: x[::-1], ValueError, "step must be greater than zero"),
    "split of nothing": (lambda x: x.split_with_sizes([1, 3]), RuntimeError, "split_with_sizes expects split_sizes to sum exactly to 2"),
    "as_strided outside": (lambda x: x.as_strided((4,), (2,)), RuntimeError, "out of bounds for storage"),
    "view of an odd type": (lambda x: x[:, :1].view(torch.float64), RuntimeError, "self.stride|self.size"),
    "t of three": (lambda x: x[None].t(), RuntimeError, r"t\(\) expects a tensor with <= 2 dimensions, but self is 3D"),
    "unfold too wide": (lambda x: x.unfold(1, 4, 1), RuntimeError, "maximum size for tensor at dimension 1 is 3 but size is 4"),
    "unflatten": (lambda x: x.unflatten(1, (2, 2)), RuntimeError, "unflatten"),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_views(name: str) -> None:
    view, error, message = IMPOSSIBLE[name]
    with pytest.raises(error, match=message):
        view(torch.zeros(2, 3))


def test_chain_of_views_has_one_base() -> None:
    x = torch.zeros(4, 4)
    y = x[1:].t()[::2]
    assert y._base is x and y._is_view() and not x._is_view()
    y.add_(1)
    assert x.tolist() == [[0, 0, 0, 0]] + [[1, 0, 1, 0]] * 3
    assert x._version == y._version == 1


def test_detached_shares_the_version() -> None:
    x = torch.zeros(2, requires_grad=True)
    y = x.detach()
    y.add_(1)
    assert x._version == 1 and x.data._version == 0


def test_contiguity() -> None:
    x = torch.zeros(2, 3, 4)
    assert x.is_contiguous() and not x.mT.is_contiguous() and x[1].is_contiguous() and not x[:, 1].is_contiguous()
    assert x[:, :1].squeeze(1).is_contiguous() is False and torch.zeros(0, 3).t().is_contiguous()
    assert x.expand(2, 3, 4).is_contiguous() and torch.zeros(1, 5)[:, ::2].is_contiguous() is False
