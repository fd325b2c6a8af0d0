"""Strides of results, found by random programs; expected values are PyTorch's."""
from __future__ import annotations

import math
import pickle

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F


def test_the_result_of_rsub_lies_as_what_is_subtracted_from():
    square = torch.arange(9.0).reshape(3, 3)
    assert torch.rsub(square.t(), square).stride() == (3, 1)
    assert torch.rsub(square, square.t()).stride() == (1, 3)
    assert torch.rsub(square, square.t(), alpha=2).tolist() == (square.t() - 2 * square).tolist()


@pytest.mark.parametrize(("values", "text"), [
    ([math.nan, 1.0], "[-nan, -nan]"), ([-math.inf, 2.807354927], "[-inf, 2.80735]"), ([1.0, math.inf], "[1, inf]"),
    ([math.inf, math.inf], "[3.40282e+38, inf]"), ([-math.inf], "[-inf, -3.40282e+38]")])
def test_histc_tells_an_infinite_range(values, text):
    with pytest.raises(RuntimeError) as refused:
        torch.tensor(values).histc(3)
    assert str(refused.value) == f"torch.histc: range of {text} is not finite"


def test_histc_tells_a_range_that_was_given():
    with pytest.raises(RuntimeError, match=r"range of \[nan, 1\] is not finite"):
        torch.ones(2).histc(3, math.nan, 1)


@pytest.mark.parametrize("value", [torch.ones(2, 3), torch.ones(()), torch.ones(3), 1])
def test_true_as_an_index_casts_what_is_assigned(value):
    whole = torch.zeros(2, 3, dtype=torch.float64)
    whole[True] = value
    assert whole.tolist() == [[1.0] * 3] * 2 and whole._version == 1


def test_false_as_an_index_assigns_nothing():
    whole = torch.zeros(2, 3, dtype=torch.float64)
    whole[False] = torch.ones(5)
    assert whole.tolist() == [[0.0] * 3] * 2 and whole._version == 0
    with pytest.raises(RuntimeError, match="value cannot be converted to type double without overflow"):
        whole[False] = 2j


@pytest.mark.parametrize(("primal", "tangent"), [(torch.float32, torch.float64), (torch.bfloat16, torch.float32)])
def test_a_tangent_of_another_type_is_taken_as_it_is(primal, tangent):
    x, t = torch.ones(2, 2, dtype=primal), torch.ones(2, 2, dtype=tangent)
    found = torch.func.jvp(lambda x: x.exp() * x, (x,), (t,))[1]
    assert found.dtype == tangent and found._version == 0


@pytest.mark.parametrize("tangent", [torch.float16, torch.float64])
def test_a_tangent_that_lies_otherwise_is_cast_as_it_is_copied(tangent):
    x, t = torch.ones(2, 2), torch.arange(4, dtype=tangent).reshape(2, 2).t()
    found = torch.func.jvp(torch.clone, (x,), (t,))[1]
    assert found.dtype == torch.float32 and found.tolist() == [[0.0, 2.0], [1.0, 3.0]]
    with torch.autograd.forward_ad.dual_level():
        assert torch.autograd.forward_ad.unpack_dual(torch.autograd.forward_ad.make_dual(x, t)).tangent.dtype == torch.float32


@pytest.mark.parametrize("value", [math.inf, math.nan, 0.0])
def test_the_product_of_one_number_has_its_tangent(value):
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(torch.tensor(value), torch.tensor(3.0))
        assert torch.autograd.forward_ad.unpack_dual(dual.prod()).tangent == 3.0


def test_gradients_of_blocks_are_windows_on_that_of_all():
    a, b = torch.ones(2, 3, requires_grad=True), torch.ones(3, 2, requires_grad=True)
    whole = torch.block_diag(a, b)
    assert whole.grad_fn.name() == "BlockDiagBackward0"
    given = torch.autograd.grad((whole * torch.arange(25.0).reshape(5, 5)).sum(), (a, b))
    assert [g.stride() for g in given] == [(5, 1), (5, 1)]
    assert [g.tolist() for g in given] == [[[0, 1, 2], [5, 6, 7]], [[13, 14], [18, 19], [23, 24]]]
    whole.sum().backward()
    assert a.grad.stride() == (3, 1)


def test_inference_tensors_are_not_written_outside() -> None:
    with torch.inference_mode():
        born = torch.ones(2, 2)
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        born.add_(born)
    assert born.tolist() == [[1.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize("call", [lambda x: x.logical_not_(), lambda x: x.logical_and_(torch.ones(2))])
def test_leaves_of_inference_mode_change_nothing_for_what_has_no_derivative(call):
    with torch.inference_mode():
        kept = torch.ones(2, requires_grad=True)
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: g)
    call(x)
    assert x.is_leaf and x.requires_grad and kept.is_inference()


def test_a_single_number_may_be_assigned_to_itself_where_something_is_recorded():
    with torch.inference_mode():
        kept = torch.ones(2, requires_grad=True)
    x = torch.ones(1)
    x[[True]] = x
    assert x.tolist() == [1.0] and kept.is_inference()


def test_windows_that_overlap_are_laid_out_by_their_sizes():
    window = torch.arange(5.0).as_strided((2, 4), (1, 1))
    assert (window + 1).stride() == (1, 2) and window.exp().stride() == (1, 2)


def test_steps_along_single_elements_say_whether_channels_are_innermost():
    volume = torch.rand(1, 1, 2, 3, 3).permute(0, 4, 2, 1, 3)
    assert volume.shape == (1, 3, 2, 1, 3) and volume.stride() == (18, 1, 9, 18, 3)
    assert F.pad(volume, (1, 0)).stride() == (24, 8, 4, 4, 1)
    assert F.batch_norm(volume, None, None, training=True).stride() == (18, 1, 9, 9, 3)


@pytest.mark.parametrize("order", [(1, 0, 2), (2, 0, 1), (1, 2, 0)])
def test_pickles_keep_the_order_in_memory(order):
    whole = torch.arange(24.0).reshape(2, 3, 4).permute(order)
    again = pickle.loads(pickle.dumps(whole))
    assert again.stride() == whole.stride() and torch.equal(again, whole) and again._version == 1


@pytest.mark.parametrize(("shape", "ord", "expected"), [
    ((0, 2), 2, 0.0), ((0, 2), math.inf, 0.0), ((2, 0), 2, 0.0), ((2, 0), 1, 0.0),
    ((3, 0, 2), math.inf, [0.0] * 3), ((3, 2, 0), 1, [0.0] * 3)])
def test_norms_of_empty_matrices(shape, ord, expected):
    assert torch.linalg.matrix_norm(torch.zeros(shape), ord).tolist() == expected


@pytest.mark.parametrize("name", ["fft", "ifft", "rfft", "irfft", "hfft", "ihfft"])
def test_half_precision_is_refused_before_dimensions_and_sizes(name):
    for wrong in {"dim": 5}, {"n": 0}, {"norm": "x"}:
        with pytest.raises(RuntimeError, match="Unsupported dtype Half"):
            getattr(torch.fft, name)(torch.ones(3, dtype=torch.float16), **wrong)


@pytest.mark.parametrize("weight", [None, torch.ones(3)])
@pytest.mark.parametrize("needed", [False, True])
def test_rms_norm_gives_rows(weight, needed):
    assert F.rms_norm(torch.rand(3, 4, requires_grad=needed).t(), (3,), weight).stride() == (3, 1)


def test_versions_of_what_is_written_before_it_is_returned():
    codes = F.one_hot(torch.tensor([[0, 1], [1, 0]]).t(), 3)
    assert codes._version == 2 and codes.stride() == (6, 3, 1)
    x, y = torch.ones(3), torch.tensor([1.0, -1.0, 1.0])
    assert F.margin_ranking_loss(x, 2 * x, y, 0.1, reduction="none")._version == 1
    assert F.poisson_nll_loss(x, x, full=True, reduction="none")._version == 1
    assert F.gaussian_nll_loss(x, x, x, full=True, reduction="none")._version == 1
