"""Strides and views of gradients, errors about dtypes and sizes, single numbers under masks."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
import minitorch_compat.autograd.forward_ad as forward_ad
from minitorch_compat.nn import functional as F

WEIGHT = (4, 3)


@pytest.mark.parametrize("product", [
    lambda x, w: x @ w.t(), lambda x, w: F.linear(x, w), lambda x, w: torch.addmm(torch.zeros(1), x, w.t()),
    lambda x, w: torch.tensordot(x, w, ([1], [1])), lambda x, w: F.linear(x, w, torch.zeros(4))])
@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_of_matrices_lie_as_the_matrices_do(product, create_graph):
    plain, transposed = torch.randn(2, 3, requires_grad=True), torch.randn(3, 2, requires_grad=True)
    weight, weight_transposed = torch.randn(WEIGHT, requires_grad=True), torch.randn(WEIGHT[::-1], requires_grad=True)
    for x, first in (plain, plain), (transposed, transposed.t()):
        for w, second in (weight, weight), (weight_transposed, weight_transposed.t()):
            loss = (product(first, second) ** 2).sum()
            for gradient, leaf in zip(torch.autograd.grad(loss, (x, w), create_graph=create_graph), (x, w), strict=True):
                assert gradient.stride() == leaf.stride()
                assert gradient.is_contiguous()


def test_second_derivatives_of_transposed_products():
    a, b = torch.randn(3, 2, dtype=torch.float64, requires_grad=True), torch.randn(4, 3, dtype=torch.float64, requires_grad=True)
    bias = torch.randn(4, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradgradcheck(lambda a, b: a.t() @ b.t(), (a, b))
    assert torch.autograd.gradgradcheck(lambda a, b: F.linear(a.t(), b.t().contiguous().t()), (a, b))
    assert torch.autograd.gradgradcheck(lambda a, b, c: F.linear(a.t(), b.t().contiguous().t(), c), (a, b, bias))
    assert torch.autograd.gradgradcheck(lambda a, b, c: torch.addmm(c, a.t(), b.t(), alpha=2), (a, b, bias))


def test_the_graph_of_a_transposed_layer_is_the_products():
    x, w = torch.randn(3, 2, requires_grad=True), torch.randn(3, 4, requires_grad=True)
    node = F.linear(x.t(), w.t()).grad_fn
    assert [n.name() for n, _ in node.next_functions] == ["TBackward0", "TBackward0"]
    assert torch.autograd.grad(F.linear(x.t(), w.t()).sum(), w)[0].stride() == (4, 1)


def test_forward_over_reverse_of_transposed_products():
    x, w = torch.randn(3, 2, requires_grad=True), torch.randn(3, 4, requires_grad=True)
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(w, torch.ones_like(w))
        gradient, = torch.autograd.grad((x.t() @ dual).sum(), x)
        assert forward_ad.unpack_dual(gradient).tangent.tolist() == [[4.0] * 2] * 3


def test_the_gradient_of_a_sum_is_a_view():
    x = torch.full((1, 1), -1.0, requires_grad=True)
    gradient, = torch.autograd.grad((x.sum(0) ** 2).sum(), x, create_graph=True)
    assert gradient._is_view()
    gradient.relu_()
    assert gradient.grad_fn.name() == "AsStridedBackward0"
    assert gradient.item() == 0


def test_strides_along_single_elements_count_where_operands_are_broadcast():
    x = torch.ones(2, 1, 3)
    y = x.unsqueeze(-1).permute(0, 3, 1, 2)
    x.squeeze_()
    product = x * y
    assert [step for step, n in zip(product.stride(), product.shape, strict=True) if n > 1] == [6, 1, 2]
    transposed = torch.ones(2, 1, 3).transpose(0, 1).unsqueeze(-1)
    assert transposed.stride() == (3, 3, 1, 1)


def test_a_product_of_two_numbers_is_never_minus_zero():
    for dtype in torch.float32, torch.float64:
        found = torch.tensor([-1.0], dtype=dtype).dot(torch.tensor([0.0], dtype=dtype))
        assert math.copysign(1, found.item()) == 1
        assert found.dtype is dtype


@pytest.mark.parametrize("value", [torch.tensor(5), torch.tensor([5]), torch.tensor(True), torch.tensor(5.0, dtype=torch.float64)])
def test_a_single_number_of_any_type_under_a_mask_of_a_view(value):
    x = torch.zeros(3)
    part = x[:2]
    part[part == 0] = value
    assert x.tolist() == [float(value)] * 2 + [0.0]
    y = torch.zeros(3, requires_grad=True) * 1
    y[y == 0] = value
    assert y.tolist() == [float(value)] * 3


def test_angle_of_one_nan():
    assert math.isnan(torch.tensor(math.nan).angle())


@pytest.mark.parametrize("name", ["max", "min", "median"])
def test_the_tangent_of_an_extreme_that_is_nan(name):
    with forward_ad.dual_level():
        x = forward_ad.make_dual(torch.tensor([math.nan, 1.0]), torch.ones(2))
        assert math.isnan(forward_ad.unpack_dual(getattr(x, name)()).tangent)


def test_argsort_asks_for_a_lost_history():
    base = torch.randn(2, requires_grad=True) * 1
    part = base.unbind(0)[0]
    base.add_(1)
    with pytest.raises(RuntimeError, match="its base or another view of its base has been modified inplace"):
        part.argsort(0)


def test_limits_that_are_complex():
    with pytest.raises(NotImplementedError, match="maximum_cpu"):
        torch.clamp(torch.ones(2), min=torch.ones(2, dtype=torch.complex64))
    with pytest.raises(NotImplementedError, match="clamp_cpu"):
        torch.clamp(torch.ones(2), torch.ones(2), torch.ones(2, dtype=torch.complex64))


def test_running_sums_into_booleans_without_dimensions():
    flag = torch.ones((), dtype=torch.bool)
    assert torch.cumsum(flag, 0, out=flag).item() is True
    with pytest.raises(NotImplementedError, match="cumsum_out_cpu"):
        torch.cumsum(torch.ones(2), 0, out=torch.ones(0, dtype=torch.bool))


def test_nothing_seen_as_another_type():
    assert torch.ones((0, 2), dtype=torch.int64).view(torch.int8).shape == (0, 16)


def test_where_what_is_close_is_told():
    assert torch.isclose(torch.ones(2, 3).t(), torch.ones(3, 2)).stride() == (1, 3)


@pytest.mark.parametrize("size", [1e20, 1e-30, -2.0])
def test_the_norm_of_a_single_number_is_its_size(size):
    x = torch.tensor([[size, 1.0, 2.0]])
    for order in 0.5, 2, 3:
        assert torch.linalg.vector_norm(x, order, dim=0).tolist() == x[0].abs().tolist()
    assert torch.tensor(size).norm() == x[0, 0].abs()
    assert torch.linalg.vector_norm(x, 0, dim=0).tolist() == [1, 1, 1]


@pytest.mark.parametrize(("call", "kind", "phrase"), [
    (lambda: torch.ones(2, dtype=torch.bool).histc(3), NotImplementedError, "linspace_cpu"),
    (lambda: torch.ones(2, dtype=torch.complex64).histc(3), NotImplementedError, "aminmax_cpu"),
    (lambda: torch.zeros(2, dtype=torch.uint8).histc(3), RuntimeError, "cannot be converted to type uint8_t"),
    (lambda: torch.ones(()).take_along_dim(torch.zeros((), dtype=torch.int64), 0), IndexError, "Dimension specified as 0"),
    (lambda: torch.std_mean(torch.ones(2, dtype=torch.int64)), RuntimeError, "std_mean only support"),
    (lambda: torch.ones(2, 2, 2).H, RuntimeError, "consider using tensor.mH")])
def test_refusals(call, kind, phrase):
    with pytest.raises(kind, match=phrase):
        call()


def test_the_logarithm_of_gamma_of_one():
    assert math.copysign(1, torch.tensor(1.0, dtype=torch.float64).lgamma()) == 1


def test_what_has_no_derivative_keeps_nothing_that_could_change():
    x = torch.ones(2, requires_grad=True) * 1
    remainder = 2 % x
    with torch.no_grad():
        x.mul_(2)
    with pytest.raises(RuntimeError, match="derivative for aten::remainder is not implemented"):
        remainder.sum().backward()


def test_the_neighbour_towards_a_number_itself_does_not_move():
    x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([1.0, 3.0], requires_grad=True)
    gx, gy = torch.autograd.grad(torch.nextafter(x, y).sum(), (x, y))
    assert (gx.tolist(), gy.tolist()) == ([0.0, 1.0], [0.0, 0.0])


def test_a_batch_of_one_target_for_one_vector_is_refused_backward():
    x = torch.ones(3, requires_grad=True)
    loss = torch.nn.functional.cross_entropy(x, torch.tensor([0]))
    with pytest.raises(RuntimeError, match=r"size mismatch \(got input: \[3\], target: \[1\]\)"):
        loss.backward()


def test_tangents_of_memory_seen_as_another_type():
    for x in (torch.view_as_real(torch.ones(2, 3, dtype=torch.complex64).mT), torch.full((3, 3), 1.5).view(torch.bfloat16)):
        with torch.autograd.forward_ad.dual_level():
            dual = torch.autograd.forward_ad.make_dual(x.detach(), torch.ones_like(x))
            assert torch.autograd.forward_ad.unpack_dual(dual * 2).tangent.stride() == x.stride()


def test_powers_in_bfloat16_are_differentiated_twice():
    x = torch.tensor([2.0, 0.5], requires_grad=True)
    g = torch.autograd.grad((x.bfloat16() ** 2).sum(), x, create_graph=True)[0]
    assert g.tolist() == [4.0, 1.0] and torch.autograd.grad(g.sum(), x)[0].tolist() == [2.0, 2.0]


def test_gradients_of_acosh_below_minus_one_and_of_xlogy_at_nothing():
    x = torch.tensor([2.0, 0.0], requires_grad=True)
    assert torch.autograd.grad(torch.xlogy(x, torch.tensor([1.0, -1.0])).sum(), x)[0].tolist() == [0.0, 0.0]
    y = torch.tensor([-2.0], requires_grad=True)
    y.acosh().sum().backward()
    assert y.grad.item() == pytest.approx(1 / 3**0.5)


def test_gradients_of_diagonals_are_views():
    x = torch.ones(3, requires_grad=True)
    g = torch.autograd.grad(x.diag_embed().sum(), x)[0]
    assert (g._version, g._is_view(), g.stride()) == (0, True, (0,))


def test_gradients_of_empty_vectors_that_were_joined_have_no_history():
    x = torch.ones(0, requires_grad=True)
    (g,) = torch.autograd.grad((torch.cat([x, torch.ones(2)]) ** 2).sum(), x, create_graph=True)
    assert g.shape == (0,) and not g.requires_grad
