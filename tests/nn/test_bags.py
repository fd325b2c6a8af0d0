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


@pytest.mark.parametrize("few", [0, 1, 256])
@pytest.mark.parametrize("mode", ["sum", "mean"])
@pytest.mark.parametrize("offsets", [[0], [0, 0, 3, 3], [0, 2, 4], [0, 1, 6], [0, 5, 6, 6]])
def test_sums_without_a_node_are_those_with_one(offsets: list[int], mode: str, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding_bags, "_PLACES_PER_SEGMENT", few)
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


@pytest.mark.parametrize("block", [1, 5, 1 << 16])
@pytest.mark.parametrize("few", [0, 1, 256])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_bags_by_blocks_are_those_of_all_rows(dtype: torch.dtype, few: int, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums, means and maxima of bags, and their gradients, with whatever sizes, are those of rows that are all there at once."""
    monkeypatch.setattr(embedding_bags, "_FEW_BAGS", few)
    monkeypatch.setattr(embedding_bags, "_PLACES_PER_SEGMENT", few)
    monkeypatch.setattr(embedding_bags, "_SUMS_BLOCK", block)
    torch.manual_seed(0)
    weight = torch.randint(-8, 8, (7, 2)).to(dtype).requires_grad_()
    index, offsets = torch.randint(0, 7, (40,)), torch.tensor([0, 3, 3, 25, 26])
    factors = torch.randint(-4, 4, (40,)).to(dtype).requires_grad_()
    bag = torch.searchsorted(offsets, torch.arange(40), right=True) - 1
    g = torch.randint(-4, 4, (5, 2)).to(dtype)
    for padding in (None, 2):
        kept = torch.ones(40) if padding is None else index != padding
        rows = weight[index] * factors.unsqueeze(1) * kept.unsqueeze(1).to(dtype)
        expected = torch.zeros(5, 2, dtype=dtype).index_add(0, bag, rows)
        found = F.embedding_bag(index, weight, offsets, mode="sum", per_sample_weights=factors, padding_idx=padding)
        assert found.equal(expected)
        for a, b in zip(torch.autograd.grad(found, (weight, factors), g), torch.autograd.grad(expected, (weight, factors), g)):
            assert a.equal(b)
        found = F.embedding_bag(index, weight, offsets, mode="max", padding_idx=padding)
        members = [[i for i in range(40) if bag[i] == k and kept[i]] for k in range(5)]
        expected = torch.stack([weight[index[m]].max(0)[0] if m else torch.zeros(2, dtype=dtype) for m in members])
        assert found.equal(expected)
        assert torch.autograd.grad(found, weight, g)[0].sum(0).equal(g[[bool(m) for m in members]].sum(0))


def test_scaled_gradients_of_infinite_rows() -> None:
    weight = torch.tensor([[1.0], [float("inf")]], requires_grad=True)
    out = F.embedding_bag(torch.tensor([[0, 0], [1, 1]]), weight, mode="sum", scale_grad_by_freq=True)
    assert out.tolist() == [[2.0], [float("inf")]]
    out.sum().backward()
    assert weight.grad.tolist() == [[1.0], [1.0]]


@pytest.mark.parametrize("options", [{}, {"mode": "mean"}, {"mode": "max"}, {"scale_grad_by_freq": True}, {"padding_idx": 1}])
def test_second_derivatives_of_bags(options: dict[str, object]) -> None:
    index, weight = torch.tensor([[0, 2, 1], [1, 1, 3]]), table(torch.float64)
    factors = torch.arange(6.0, dtype=torch.float64).reshape(2, 3).requires_grad_()
    given = {"mode": "sum", "per_sample_weights": factors} | options if "mode" not in options else options
    out = F.embedding_bag(index, weight, **given)
    (first,) = torch.autograd.grad((out * out).sum(), weight, create_graph=True)
    (second,) = torch.autograd.grad(first.sum(), weight)
    assert second.shape == weight.shape and second.abs().sum() > 0
