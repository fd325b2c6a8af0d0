"""Kinds of numbers and sizes that calls refuse, and checks that are skipped where there is nothing to compute."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch

B, C = torch.ones(2, dtype=torch.bool), torch.ones(2, 2, dtype=torch.complex64)


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda: B.clamp(min=True), NotImplementedError, '"clamp_min_scalar_cpu" not implemented for \'Bool\''),
    (lambda: B.clamp_(max=True), NotImplementedError, '"clamp_max_scalar_cpu" not implemented for \'Bool\''),
    (lambda: B.clamp(True, True), NotImplementedError, '"clamp_scalar_cpu" not implemented for \'Bool\''),
    (lambda: B.clamp(B, B), NotImplementedError, '"clamp_cpu" not implemented for \'Bool\''),
    (lambda: C.max(0), RuntimeError, "does not support complex input"),
    (lambda: C.cummax(0), NotImplementedError, '"cummax_cpu" not implemented'),
    (lambda: C.topk(1), RuntimeError, "topk does not support complex dtypes"),
    (lambda: C.median(0), NotImplementedError, '"median_out" not implemented'),
    (lambda: C.unique(dim=0), NotImplementedError, '"unique_dim" not implemented'),
    (lambda: C.aminmax(dim=0), NotImplementedError, '"aminmax_cpu" not implemented'),
    (lambda: C[0, 0].aminmax(dim=0), RuntimeError, "aminmax not implemented for ComplexFloat"),
    (lambda: torch.ones(4, dtype=torch.uint8)[::2].__setitem__(torch.tensor([True, False]), 300), RuntimeError, "without overflow"),
    (lambda: torch.ones(3, 4).expand(2, 3, 4) @ torch.ones(3), RuntimeError, r"batch2 tensor to be: \[2, 4\] but got: \[2, 3\]"),
    (lambda: torch.ones(2, 3, 4) @ torch.ones(3), RuntimeError, r"size mismatch, got input \(6\), mat \(6x4\), vec \(3\)"),
    (lambda: torch.zeros(3).nonzero().as_strided((2,), (1,)), RuntimeError, "out of bounds for storage of size 0")])
def test_complaints(call: Any, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_nothing_to_compute() -> None:
    nothing = torch.ones(0, 2, dtype=torch.complex64)
    for found in (nothing.cummax(3)[0], nothing.mode(-1)[0][:, None].expand(0, 2), nothing.roll(1, 3)):
        assert found.shape == (0, 2)
    assert C[0, 0].cummax(0)[0] == 1 and C[0, 0].kthvalue(1, 0)[0] == 1
    assert torch.ones(0, dtype=torch.uint8).scatter(0, torch.arange(0), 300).shape == (0,)
    x = torch.arange(4, dtype=torch.uint8)
    x[::2][torch.tensor([True, False])] = -1
    assert x.tolist() == [255, 1, 2, 3], "numbers wrap around in views, too"


@pytest.mark.parametrize("call", [
    lambda x: x.add_(x[:1], alpha=2), lambda x: x.sub_(x[:1], alpha=2), lambda x: x.logical_and_(x[:1]), lambda x: x.eq_(x[:1]),
    lambda x: x.view(2, 2).add_(x[:2], alpha=2), lambda x: x[:1].view(1, 1).add_(x[0], alpha=2)])
def test_operands_that_share_a_part(call: Any) -> None:
    with pytest.raises(RuntimeError, match="some elements of the input tensor and the written-to tensor refer to a single memory location"):
        call(torch.ones(4, dtype=torch.int64))


def test_a_copy_of_itself() -> None:
    x = (torch.ones(3, requires_grad=True) * 2).expand(2, 3)
    assert x.copy_(x) is x


def test_sizes_and_kinds_that_do_not_fit() -> None:
    with torch.no_grad():
        view = torch.rand(2, 3, 2)[0:1]
    with pytest.raises(RuntimeError, match=r"t_\(\) expects a tensor with <= 2 dimensions, but self is 3D"):
        view.t_()
    with pytest.raises(RuntimeError, match=r"size of tensor a \(2\) must match the size of tensor b \(9\)"):
        torch.ones(2).masked_fill_(torch.ones(9) > 0, 1)


def test_sums_begin_with_zero() -> None:
    x = torch.tensor([-0.0])
    for total in (x.sum(), x.mean(), x[0].sum()):
        assert not total.signbit().any()


def test_a_contraction_to_one_number_is_a_dot_product() -> None:
    a, b = torch.ones(1, 4, requires_grad=True), torch.ones(4, 1, requires_grad=True)
    assert torch.tensordot(a, b, 1).grad_fn.next_functions[0][0].name() == "DotBackward0"
    assert torch.tensordot(a.mT, b[:1], 1).grad_fn.next_functions[0][0].name() == "MmBackward0"
