"""Inference tensors that require gradients. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import gc
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.state import ACTIVE


def make_leaf(requires_grad: bool = True) -> Any:
    with torch.inference_mode():
        return torch.ones(2, 3, requires_grad=requires_grad)


def test_calls_of_nothing_but_inference_tensors_are_not_recorded() -> None:
    i = make_leaf()
    for out in (i.exp(), i * i, i.mm(i.t()), torch.cat([i, i]), i.softmax(0), i ** 2):
        assert not out.requires_grad and not out.is_inference()
    assert i[0].is_inference() and not i.view(-1).requires_grad
    with pytest.raises(RuntimeError, match="element 0 of tensors does not require grad"):
        i.sum().backward()


def test_an_ordinary_tensor_among_them_has_the_call_recorded() -> None:
    i, n = make_leaf(), torch.ones(2, 3, requires_grad=True)
    assert type((i + 1).grad_fn).__name__ == type((i + n).grad_fn).__name__ == "AddBackward0"
    (i + n).sum().backward()
    assert i.grad.tolist() == n.grad.tolist() == [[1.0] * 3] * 2
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        i * n


@pytest.mark.parametrize("requires_grad", [False, True])
def test_copies_are_ordinary_tensors_that_were_written_once(requires_grad: bool) -> None:
    i = make_leaf(requires_grad)
    for copy in (i.clone(), i.double(), i.to(torch.float16), i.to(torch.float32, copy=True)):
        assert copy._version == 1 and copy.requires_grad is requires_grad
        assert type(copy.grad_fn).__name__ == ("CopyBackwards" if requires_grad else "NoneType")
    for copy in (i.repeat(2, 1), i.tile(2), i.t().contiguous()):
        assert copy._version == 1 and not copy.requires_grad


def test_what_is_open_on_their_behalf_is_closed_with_the_last() -> None:
    before = len(ACTIVE)
    i = make_leaf()
    assert len(ACTIVE) == before + 1
    j = make_leaf()
    del i
    gc.collect()
    assert len(ACTIVE) == before + 1 and j.requires_grad
    del j
    gc.collect()
    assert len(ACTIVE) == before
