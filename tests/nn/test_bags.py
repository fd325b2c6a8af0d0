"""Edge cases of embedding bags, and attributes of their nodes."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat._array.nn import embedding_bags


def table(dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.arange(8.0, dtype=dtype).reshape(4, 2).requires_grad_()


def test_maxima_of_no_indices_are_zeros_with_a_graph() -> None:
    weight = table()
    out = F.embedding_bag(torch.tensor([], dtype=torch.int64), weight, torch.tensor([0, 0]), mode="max")
    assert out.tolist() == [[0.0, 0.0]] * 2
    out.sum().backward()
    assert weight.grad.tolist() == [[0.0, 0.0]] * 4


def test_the_last_offset_ends_the_last_bag_in_single_precision() -> None:
    index, offsets = torch.tensor([0, 1, 3]), torch.tensor([0, 1, 2])
    for dtype, last in (torch.float32, [2.0, 3.0]), (torch.float64, [8.0, 10.0]):
        weight = table(dtype)
        out = F.embedding_bag(index, weight, offsets, mode="sum", include_last_offset=True)
        assert out.tolist() == [[0.0, 1.0], last]
        out.sum().backward()
        assert weight.grad[3].tolist() == [float(dtype is torch.float64)] * 2
    with pytest.raises(RuntimeError, match="number of offset should be at least 1"):
        F.embedding_bag(index, table(), torch.tensor([], dtype=torch.int64), include_last_offset=True)


def test_nodes_show_the_bags() -> None:
    node = F.embedding_bag(torch.tensor([[0, 1], [3, 3]]), table(), mode="max", padding_idx=1).grad_fn
    assert node._saved_indices.tolist() == [0, 1, 3, 3] and node._saved_offsets.tolist() == [0, 2]
    assert node._saved_result1.tolist() == [0, 0, 1, 1] and node._saved_result2.tolist() == [1, 2]
    assert node._saved_result3.tolist() == [[0, 0], [3, 3]] and node._saved_padding_idx == 1


def test_used_up_nodes_keep_numbers_only() -> None:
    out = F.embedding_bag(torch.tensor([[0, 1]]), table(), mode="mean")
    out.sum().backward()
    assert out.grad_fn._saved_weight_sym_argsize_0 == 4
    for name in ("indices", "offsets", "result1"):
        with pytest.raises(RuntimeError, match="a second time"):
            getattr(out.grad_fn, f"_saved_{name}")


@pytest.mark.parametrize("call", [1, 1 << 10, 1 << 30])
@pytest.mark.parametrize("mode", ["sum", "mean"])
@pytest.mark.parametrize("offsets", [[0], [0, 0, 3, 3], [0, 2, 4], [0, 1, 6], [0, 5, 6, 6]])
def test_sums_without_a_node_are_those_with_one(offsets: list[int], mode: str, call: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_bags, "_CALL_COST", call)
    index = torch.tensor([3, 0, 0, 2, 1, 3])
    weight = torch.tensor([[0.1, -0.0], [float("nan"), -0.0], [1e8, -0.0], [-1e8, 3.0]])
    for given, starts in [(index, torch.tensor(offsets)), (index.reshape(3, 2), None), (index.reshape(2, 3).t(), None)]:
        for table in weight, weight.double(), weight.t().contiguous().t():
            plain = F.embedding_bag(given, table, starts, mode=mode)
            recorded = F.embedding_bag(given, table.clone().requires_grad_(), starts, mode=mode)
            assert plain.grad_fn is None and recorded.grad_fn is not None
            assert repr(plain) == repr(recorded.detach()) and plain.dtype is recorded.dtype  # with the signs of zeros


def test_bags_that_do_not_fit_are_refused_without_a_node() -> None:
    with pytest.raises(RuntimeError, match="takes value 4 which is not in the valid range"):
        F.embedding_bag(torch.tensor([0, 4]), table().detach(), torch.tensor([0]), mode="sum")
    with pytest.raises(RuntimeError, match="has to be 0"):
        F.embedding_bag(torch.tensor([0, 1]), table().detach(), torch.tensor([1]), mode="sum")
