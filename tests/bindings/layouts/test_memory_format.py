"""Memory formats: the strides after conversions and copies. Figures are PyTorch's."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

LAST = torch.channels_last


def images() -> Any:
    return torch.arange(120.0).reshape(2, 3, 4, 5)


@pytest.mark.parametrize("make", [lambda x: x.contiguous(memory_format=LAST), lambda x: x.to(memory_format=LAST),
                                  lambda x: x.clone(memory_format=LAST), lambda x: x.double(memory_format=LAST),
                                  lambda x: x.float(memory_format=LAST)])
def test_channels_last(make: Callable[[Any], Any]) -> None:
    out = make(images())
    assert out.stride() == (60, 1, 15, 3)
    assert out.is_contiguous(memory_format=LAST) and not out.is_contiguous()
    assert torch.equal(out, images().to(out.dtype))


def test_no_copy_without_need() -> None:
    x = images()
    laid = x.contiguous(memory_format=LAST)
    assert laid.contiguous(memory_format=LAST) is laid and laid.to(memory_format=LAST) is laid
    assert x.float(memory_format=torch.contiguous_format) is x and x.float(memory_format=torch.preserve_format) is x
    assert laid.float(memory_format=torch.contiguous_format).stride() == (60, 20, 5, 1)


def test_derivative() -> None:
    x = images().requires_grad_()
    out = x.float(memory_format=LAST)
    assert out.grad_fn.name() == "ToCopyBackward0"
    out.sum().backward()
    assert torch.equal(x.grad, torch.ones_like(x))


@pytest.mark.parametrize("make", [lambda x: x.clone(memory_format=LAST), lambda x: x.contiguous(memory_format=LAST),
                                  lambda x: x.double(memory_format=LAST)])
def test_other_ranks_have_no_channels(make: Callable[[Any], Any]) -> None:
    with pytest.raises(RuntimeError, match="required rank 4 tensor to use channels_last format"):
        make(images()[0])


@pytest.mark.parametrize("make", [
    torch.empty_like, torch.zeros_like, torch.ones_like, torch.rand_like, torch.randn_like,
    lambda x, **k: torch.full_like(x, 2.0, **k), lambda x, **k: torch.randint_like(x, 5, **k)])
def test_functions_that_make_tensors_like_another_lay_them_out_as_told(make: Any) -> None:
    rows, columns = (60, 20, 5, 1), (60, 1, 15, 3)
    for x, kept in ((torch.zeros(2, 3, 4, 5), rows), (torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last), columns)):
        assert make(x, memory_format=torch.contiguous_format).stride() == rows
        assert make(x, memory_format=torch.channels_last).stride() == columns
        assert make(x, memory_format=torch.preserve_format).stride() == kept
    assert torch.empty(2, 3, 4, 5, memory_format=torch.channels_last).stride() == columns
    with pytest.raises(RuntimeError, match="unsupported memory format Preserve"):
        torch.empty(2, 3, 4, 5, memory_format=torch.preserve_format)


@pytest.mark.parametrize("make", [torch.empty_like, torch.zeros_like, torch.ones_like, torch.rand_like, torch.clone])
def test_strides_along_single_elements_are_kept(make):
    for order in ((0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        for shape in ((3, 3, 1), (3, 1, 3), (1, 3, 3)):
            x = torch.rand(shape).permute(order)
            assert make(x).stride() == x.stride(), (shape, order)
