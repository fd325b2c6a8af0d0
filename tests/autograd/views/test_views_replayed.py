"""Rebuilt histories of views that are no strided window; tangents with another dtype or layout than the primal."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import forward_ad


def _names(x: torch.Tensor) -> list[str]:
    node, found = x.grad_fn, []
    while node is not None and len(found) < 4:
        found.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    return found


def test_one_node_per_view_from_the_first_that_is_no_window() -> None:
    base = torch.ones(2, 2, requires_grad=True).cdouble()
    view = base.mT.conj()[0]
    base.mul_(2)
    assert _names(view) == ["AsStridedBackward0", "ConjBackward0", "AsStridedBackward0", "MulBackward0"]
    assert _names(base) == ["MulBackward0", "ToCopyBackward0", "torch::autograd::AccumulateGrad"]


def test_what_was_transposed_in_place_is_where_it_is_now() -> None:
    leaf = torch.arange(1.0, 5.0).reshape(2, 2).requires_grad_()
    base = leaf.cdouble()
    view = base.conj().t_()
    base.mul_(2)
    gradient, = torch.autograd.grad((view.real * torch.tensor([[1.0, 10.0], [100.0, 1000.0]])).sum(), leaf)
    assert gradient.tolist() == [[2, 200], [20, 2000]]


def test_a_detached_conjugate_is_written_through() -> None:
    base = torch.tensor([1 + 2j])
    base.conj().detach().add_(1j)
    assert base.tolist() == [1 + 1j]


def test_inference_tensors_that_meet_only_their_like_lose_tangents() -> None:
    with torch.inference_mode():
        x = torch.ones(2)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, torch.ones(2))
        assert forward_ad.unpack_dual(dual.sin()).tangent is None
        assert forward_ad.unpack_dual(dual * torch.ones(2)).tangent.tolist() == [1, 1]
        with pytest.raises(NotImplementedError, match="abs_out"):
            dual.abs()


def test_a_wider_tangent_keeps_its_type() -> None:
    _, tangent = torch.func.jvp(torch.sin, (torch.zeros(2),), (torch.ones(2, dtype=torch.float64),))
    assert tangent.dtype == torch.float64


def test_a_tangent_does_not_fit_into_an_expanded_primal() -> None:
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        torch.func.jvp(torch.sin, (torch.ones(1).expand(3),), (torch.ones(3),))


def test_parts_replaced_in_a_view_with_gaps() -> None:
    x = torch.arange(12.0)[::2].view(2, 3)
    assert torch.as_strided_scatter(x, torch.full((2,), -1.0), (2,), (1,), 0).tolist() == [[-1, 2, 4], [6, 8, 10]]
    found = torch.slice_scatter(torch.arange(8.0)[2:].view(2, 3), torch.zeros(1, 3), 0, 0, 1)
    assert found.storage_offset() == 2 and found.tolist() == [[0, 0, 0], [5, 6, 7]]


def test_cosines_of_two_types() -> None:
    similarity = torch.nn.functional.cosine_similarity
    assert similarity(torch.zeros(2).half(), torch.ones(2), 0).isnan()  # in half precision nothing is added to a norm of zero
    assert similarity(torch.zeros(2), torch.ones(2), 0) == 0


def test_a_single_value_under_a_mask_may_be_the_tensors_own() -> None:
    x = torch.ones(2)
    x[torch.tensor([True, False])] = x[1:] * 3
    x[torch.tensor([False, True])] = x[:1]
    assert x.tolist() == [3, 3]
    mask = torch.ones(2, dtype=torch.bool)
    with pytest.raises(RuntimeError, match="single memory location"):
        mask[mask] = torch.ones(2)
    alone = torch.tensor(True)
    alone[alone] = 0
    assert not alone
