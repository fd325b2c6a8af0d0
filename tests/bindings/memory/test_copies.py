"""Pieces and chunks as copies, and functions with a leading underscore; the expected results are PyTorch's."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

T = torch.tensor
X = T([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def test_pieces_go_into_a_list() -> None:
    outs = [torch.zeros(3), torch.zeros(3)]
    assert torch.unbind_copy(X, out=outs) is None
    assert [o.tolist() for o in outs] == X.tolist()
    assert [p.tolist() for p in torch.split_copy(X, 2, 1)] == [[[1.0, 2.0], [4.0, 5.0]], [[3.0], [6.0]]]


def test_chunks_side_by_side() -> None:
    found = torch._chunk_cat([X, X[:, :1]], 0, 2)
    assert found.tolist() == [[1.0, 2.0, 3.0, 1.0], [4.0, 5.0, 6.0, 4.0]]
    assert torch._chunk_cat([X], 1, 2).tolist() == [[[1.0, 2.0], [3.0, 0.0]], [[4.0, 5.0], [6.0, 0.0]]]


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda: torch._chunk_cat([], 0, 1), RuntimeError, "expects a non-empty input tensor list"),
    (lambda: torch._chunk_cat([X], 0, 0), RuntimeError, "expects positive num_chunks"),
    (lambda: torch._chunk_cat([X, X[0]], -1, 2), RuntimeError, "expects non-negative dim when input tensors have different ndims"),
    (lambda: torch._segment_reduce(X, "sum"), RuntimeError, "Either lengths or offsets must be defined"),
    (lambda: torch.empty_permuted((2, 3), (0, 0)), RuntimeError, "Duplicate dim not allowed"),
    (lambda: torch.empty_permuted((2,), (0, 1)), RuntimeError, "does not match the length of the physical_layout"),
    (lambda: X.sum_to_size(3, 2, 3), RuntimeError, r"size \{\[3, 2, 3\]\} is not expandable to size \{\[2, 3\]\}."),
])
def test_refused(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call()


def test_masked_picking_outside() -> None:
    mask, index = T([True, False]), [T([1, 7])]
    assert torch._unsafe_masked_index(X, T([[True], [False]]), index, 9.0).tolist() == [[4.0, 5.0, 6.0], [9.0, 9.0, 9.0]]
    found = torch._unsafe_masked_index_put_accumulate(X[0], mask, index, T([1.0, 2.0]))
    assert found.tolist() == [1.0, 3.0, 3.0]


def test_what_is_nothing_to_do_gives_the_tensor_itself() -> None:
    assert X.sum_to_size(2, 3) is X
    assert torch.conj_physical(X) is X
    assert T([[True, True]]).sum_to_size(1).dtype == torch.int64
