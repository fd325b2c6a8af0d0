"""Segment reductions, low-level embedding bags, grouped products, hashes, fake quantization."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F

X = torch.arange(12.0).reshape(6, 2)
LENGTHS = torch.tensor([2, 0, 4])


@pytest.mark.parametrize(("how", "empty"), [("sum", 0), ("mean", float("nan")), ("max", -float("inf")), ("min", float("inf")), ("prod", 1)])
def test_runs(how, empty):
    out = torch.segment_reduce(X, how, lengths=LENGTHS)
    numpy = {"max": np.max, "min": np.min}.get(how, getattr(np, how))
    expected = [numpy(X.numpy()[:2], 0), np.full(2, empty), numpy(X.numpy()[2:], 0)]
    np.testing.assert_array_equal(out.numpy(), expected)
    by_offsets = torch.segment_reduce(X, how, offsets=torch.tensor([0, 2, 2, 6]))
    np.testing.assert_array_equal(by_offsets.numpy(), expected)


def test_runs_in_several_rows_at_once():
    x = torch.arange(2000.0).reshape(500, 4)
    lengths = torch.tensor([[1, 3], [4, 0]]).repeat(250, 1)
    out = torch.segment_reduce(x, "sum", lengths=lengths, axis=1)
    assert out[0].tolist() == [0, 6] and out[1].tolist() == [22, 0] and out.shape == (500, 2)


def test_elements_of_no_run_get_no_gradient():
    x = X.clone().requires_grad_()
    out = torch.segment_reduce(x, "sum", offsets=torch.tensor([1, 3, 4]))
    assert torch.autograd.grad(out.sum(), x)[0][:, 0].tolist() == [0, 1, 1, 1, 0, 0]
    assert out.grad_fn.name() == "SegmentReduceBackward0"


def test_equal_extremes_share_the_gradient():
    x = torch.tensor([3.0, 1.0, 3.0], requires_grad=True)
    out = torch.segment_reduce(x, "max", lengths=torch.tensor([3]))
    assert torch.autograd.grad(out, x, torch.ones(1))[0].tolist() == [0.5, 0, 0.5]


@pytest.mark.parametrize(("options", "text"), [
    ({}, "Either lengths or offsets must be defined"),
    ({"lengths": LENGTHS[:2]}, "Expected all rows of lengths along axis to sum to"),
    ({"lengths": torch.tensor([3, -1, 4])}, "lengths contains negative value!"),
    ({"lengths": LENGTHS, "axis": 1}, "Expected axis to be the last dimension of lengths but got 1"),
    ({"offsets": torch.tensor([0, 7])}, "a segment lies beyond the data"),  # where PyTorch reads what happens to be there
    ({"indices": LENGTHS}, "indices based reduction is not supported yet"),
])
def test_runs_that_are_refused(options, text):
    with pytest.raises(RuntimeError, match=text):
        torch.segment_reduce(X, "sum", **options)


def test_axis_keeps_its_name_where_a_call_is_refused():
    with pytest.raises(IndexError, match="Dimension out of range"):  # and not an unexpected `dim`
        torch.segment_reduce(X, "sum", lengths=LENGTHS, axis=2)


def test_bags_with_what_backward_needs():
    index, offsets = torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 2, 5])
    out, bag, sizes, rows = torch.embedding_bag(X, index, offsets, False, 2)
    assert out.tolist() == [[4, 5], [0, 0], [10, 11], [6, 7]] and bag.tolist() == [0, 0, 2, 2, 2, 3]
    assert sizes.tolist() == [2, 0, 3, 1] and rows.tolist() == [[2, 2], [0, 0], [5, 5], [3, 3]]
    out, bag, sizes, rows = torch.embedding_bag(X, index, offsets)
    assert bag.shape == (0,) and sizes.tolist() == rows.tolist() == [0, 0, 0, 0]


def test_the_largest_of_a_bag_passes_over_nan_unless_it_comes_first():
    table = torch.tensor([[1.0, float("nan")], [float("nan"), 3.0], [2.0, 4.0]])
    out = F.embedding_bag(torch.tensor([0, 1, 2]), table, torch.tensor([0]), mode="max")
    assert out[0, 0] == 2 and out[0, 1].isnan()


def test_many_bags_take_no_loop():
    count = 100_000
    index = torch.randint(0, 50, (2 * count,))
    table = torch.randn(50, 4)
    out = F.embedding_bag(index.reshape(count, 2), table, mode="max")
    assert torch.equal(out, table[index.reshape(count, 2)].amax(1))


def test_rows_are_brought_to_a_norm_in_place():
    table = torch.arange(8.0).reshape(4, 2)
    assert torch.embedding_renorm_(table, torch.tensor([1, -1]), 1.0, 2.0) is table and table._version == 1
    assert torch.allclose(table.norm(dim=1), torch.tensor([1.0, 1.0, 41 ** 0.5, 1.0]))
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad"):
        torch.embedding_renorm_(torch.ones(2, 2, requires_grad=True), torch.tensor([0]), 1.0, 2.0)


def test_rounding_passes_gradients_between_the_ends():
    x = torch.tensor([-1.0, 0.26, 5.0], requires_grad=True)
    out = torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 0, 20)
    assert torch.allclose(out, torch.tensor([0.0, 0.3, 2.0])) and out.grad_fn.name() == "FakeQuantizePerTensorAffineCachemaskBackward0"
    assert torch.autograd.grad(out.sum(), x)[0].tolist() == [0, 1, 0]
    out = torch.fake_quantize_per_channel_affine(x, torch.tensor([0.1, 0.5, 1.0]), torch.zeros(3, dtype=torch.int32), 0, 0, 20)
    assert torch.allclose(out, torch.tensor([0.0, 0.5, 5.0]))
    with pytest.raises(RuntimeError, match="`zero_point` must be between"):
        torch.fake_quantize_per_tensor_affine(x, 0.1, 300, 0, 20)
    with pytest.raises(TypeError, match="invalid combination of arguments"):
        torch.fake_quantize_per_tensor_affine(x, torch.ones(1), 0, 0, 20)


def test_products_of_groups():
    a, b = torch.randn(6, 4), torch.randn(2, 3, 4).transpose(1, 2)
    out = F.grouped_mm(a, b, offs=torch.tensor([2, 6], dtype=torch.int32))
    assert torch.allclose(out, torch.cat([a[:2] @ b[0], a[2:] @ b[1]])) and out.stride() == (4, 1)
    for call, text in ((lambda: F.grouped_mm(a, b), "Have to provide offsets"),
                       (lambda: F.grouped_mm(a, b, offs=torch.tensor([2, 6])), "Offsets have to be int32"),
                       (lambda: F.grouped_mm(a[:, ::2], b[:, ::2], offs=torch.tensor([2, 6], dtype=torch.int32)), "Invalid strides/sizes")):
        with pytest.raises(RuntimeError, match=text):
            call()


@pytest.mark.filterwarnings("always")
def test_nan_among_integers_is_no_matter(recwarn):
    x = torch.tensor([float("nan"), 1.0, float("inf")])
    assert x.long()[1] == 1 and torch.zeros(3, dtype=torch.int32).copy_(x)[1] == 1
    assert not recwarn.list


def test_hashes():
    assert torch.hash_tensor(torch.tensor([1, 2, 7])).item() == 1 ^ 2 ^ 7
    assert torch.hash_tensor(torch.tensor([1.5])).item() == int(np.array(1.5).view(np.uint64))
    assert torch.tensor([[-3], [-3]], dtype=torch.int8).hash_tensor(1).tolist() == [2 ** 64 - 3] * 2
    with pytest.raises(RuntimeError, match="Unknown hash_tensor mode: 1"):
        torch.hash_tensor(torch.ones(2), mode=1)
