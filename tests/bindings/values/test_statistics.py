"""Covariances, quantiles, histograms, random results in `out`, positions in sequences; the expected results are PyTorch's."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

T = torch.tensor
X = T([[1.0, 2.0, 4.0], [3.0, 1.0, 0.0]])


def test_cov_with_both_kinds_of_weights() -> None:
    found = torch.cov(X, fweights=T([1, 2, 1]), aweights=T([0.5, 1.0, 2.0]))
    assert torch.allclose(found, T([[1.8571, -1.3571], [-1.3571, 1.2143]]), atol=1e-4)


@pytest.mark.parametrize(("call", "text"), [
    (lambda: torch.cov(X, fweights=T([[1, 2, 1]])), "expected fweights to have one or fewer dimensions"),
    (lambda: torch.cov(X, fweights=T([1.0, 2.0, 1.0])), "expected fweights to have integral dtype"),
    (lambda: torch.cov(X, aweights=T([1, 2, 1])), "expected aweights to have floating point dtype"),
    (lambda: torch.cov(X, fweights=T([1, 2])), "the same numel as there are observations in the input but got 2 != 3"),
    (lambda: torch.cov(X, fweights=T([1, -2, 1])), "fweights cannot be negative"),
    (lambda: torch.cov(X > 1), "bool dtype is not supported for input"),
    (lambda: torch.histogram(X, 0), "bins must be > 0, but got 0 for dimension 0"),
    (lambda: torch.histogram(X, 3, range=(2.0, 1.0)), "min should not exceed max, but got min 2 max 1 for dimension 0"),
    (lambda: torch.histogramdd(X, [2]), "The size of bins must be equal to the innermost dimension"),
    (lambda: torch.deg2rad(X + 1j), "deg2rad is not supported for complex tensors."),
    (lambda: T([1, 2]).sinc_(), "result type Float can't be cast to the desired output type Long"),
    (lambda: torch.isin(X > 1, X), "Unsupported input type encountered for isin\\(\\): Bool"),
    (lambda: torch.dist(T([1, 2]), T([2, 3])), "input dtype should be either floating point or complex. Got Long instead."),
    (lambda: torch.trapezoid(X > 1), "received a bool input for `y`"),
    (lambda: torch.randn(3, out=torch.zeros(3, requires_grad=True)), "cannot resize variables that require grad"),
    (lambda: torch.normal(X, 1.0, out=torch.zeros(3, requires_grad=True)), "normal\\(\\): functions with out=... arguments"),
    (lambda: torch.normal(X, X + 1j), "normal expects standard deviation to be non-complex"),
])
def test_refused(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(RuntimeError, match=text):
        call()


def test_quantile_of_a_number_and_by_q() -> None:
    assert torch.quantile(T(2.0), T([0.1, 0.5]), dim=0, keepdim=True).tolist() == [2.0, 2.0]
    x, q = T([1.0, 3.0, 7.0]), T([0.25, 0.75], requires_grad=True)
    torch.quantile(x, q).sum().backward()
    assert q.grad.tolist() == [4.0, 8.0]
    found = torch.quantile(X, T([0.5, 1.0]), dim=1)
    assert found.stride() == (1, 2)
    assert not found._is_view()


def test_histogramdd() -> None:
    found = torch.histogramdd(T([[0.0, 0.0], [1.0, 0.2], [1.0, 1.0]]), [2, 2], weight=T([1.0, 2.0, 4.0]))
    assert found.hist.tolist() == [[1.0, 0.0], [2.0, 4.0]]
    assert [e.tolist() for e in found.bin_edges] == [[0.0, 0.5, 1.0]] * 2
    edges = T([0.0, 1.0])
    assert torch.histogramdd(T([[0.5]]), [edges]).bin_edges[0] is edges
    assert torch.histogram(T([0.5]), edges).bin_edges is not edges


def test_histogram_skips_nan_between_given_edges() -> None:
    assert torch.histogram(T([float("nan"), 0.5, 2.0]), T([0.0, 1.0])).hist.tolist() == [1.0]


def test_searchsorted_halves_what_is_not_sorted() -> None:
    nan = float("nan")
    assert torch.searchsorted(T([1.0, nan, 3.0, 2.0]), T([0.0, 2.0, 2.5, 9.0])).tolist() == [2, 2, 2, 4]
    assert torch.searchsorted(T([False, True, True]), T([0.5, 1.5])).tolist() == [1, 3]


def test_sums_at_positions_do_not_depend_on_their_inputs() -> None:
    x, g = X.clone().requires_grad_(), torch.ones(2, 3, requires_grad=True)
    out = torch.scatter_reduce(x, 1, T([[0, 1, 1], [1, 0, 0]]), X, "mean")
    (first,) = torch.autograd.grad(out, x, g, create_graph=True)
    assert torch.autograd.grad(first.sum(), [x, g], allow_unused=True)[0] is None


def test_geometry_changed_in_place_takes_the_tangent_along() -> None:
    fa = torch.autograd.forward_ad
    with fa.dual_level():
        y = fa.make_dual(X, X) * 2
        y.unsqueeze_(0).transpose_(0, 2)
        assert fa.unpack_dual(y).tangent.shape == (3, 2, 1)


def test_results_in_an_out_of_another_type() -> None:
    torch.manual_seed(0)
    assert torch.bernoulli(torch.full((3,), 0.5), out=torch.zeros(3, dtype=torch.int64)).dtype == torch.int64
    assert torch.randn(3, out=torch.zeros(3, dtype=torch.float64)).dtype == torch.float64
    assert torch.histc(X, 3, out=torch.zeros(3, requires_grad=True)).requires_grad
    low, high = torch.zeros(()), torch.zeros(())
    torch.aminmax(X, out=(low, high))
    assert (low.item(), high.item()) == (0.0, 4.0)


def test_trapezoid_meets_infinity_as_pytorch_does() -> None:
    assert torch.trapezoid(T([float("inf"), 1.0])).isnan().item()


def test_rounding_to_decimals_is_for_floats() -> None:
    with pytest.raises(NotImplementedError, match="\"round_vml_cpu\" not implemented for 'Long'"):
        torch.round(T([1, 2]), decimals=0)
    x = X.clone().requires_grad_()
    assert (torch.round(x).grad_fn.name(), x.round(decimals=0).grad_fn.name()) == ("RoundBackward0", "RoundBackward1")


def test_products_of_nothing_have_gradients() -> None:
    x = torch.zeros(0, requires_grad=True)
    x.prod().backward()
    assert x.grad.shape == (0,)


def test_a_vector_times_a_matrix_is_no_view() -> None:
    found = T([1.0, 2.0]) @ X
    assert not found._is_view()
    assert torch.matmul(T([1.0, 2.0]), X, out=torch.zeros(3, 2)[:, 0]).stride() == (1,)


def test_normal_numbers_in_a_strided_out_come_in_its_own_order() -> None:
    torch.manual_seed(0)
    complexes = torch.zeros(20, 2, dtype=torch.complex64)[:, 0].normal_()
    assert torch.allclose(complexes[:2], T([1.0896 - 0.2075j, -1.5406 + 0.4019j]), atol=1e-4)


def test_means_beside_variances_lose_infinities() -> None:
    inf = float("inf")
    assert torch.var_mean(T([inf, 1.0]))[1].isnan().item()
    assert torch.var_mean(T([1.0, inf]))[1].item() == inf


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.int64, torch.bool])
def test_values_alone_are_sorted_as_with_their_places(dtype: torch.dtype) -> None:
    rows = torch.tensor([[3.0, -0.0, 0.0, 5.0], [0.0, torch.nan, -0.0, -2.0], [1.0, -torch.inf, -0.0, 1.0]])
    rows = (rows if dtype.is_floating_point else rows.nan_to_num(7.0, 0.0, -9.0)).to(dtype)
    for x in (rows, rows.T, rows[:, ::2], rows[0], rows[:0]):
        values = x.sort(0).values
        assert repr(torch.msort(x).tolist()) == repr(values.tolist()) and torch.msort(x).stride() == values.stride()


@pytest.mark.parametrize("dim", [None, 0, 1])
def test_quantiles_with_and_without_a_record(dim: int | None) -> None:
    x = torch.linspace(-1, 1, 60).reshape(10, 6).sin().round(decimals=1)
    recorded = x.clone().requires_grad_()
    for q in (0.0, 0.3, 1.0):
        assert torch.equal(torch.quantile(x, q, dim), torch.quantile(recorded, q, dim).detach())
