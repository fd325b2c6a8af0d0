"""Forward mode at one level. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function, forward_ad
from minitorch_compat.autograd.forward_ad import dual_level, make_dual, unpack_dual


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


@pytest.fixture
def d():
    """A dual: (1, 2) with tangent (10, 20)."""
    with dual_level():
        yield make_dual(torch.tensor([1.0, 2.0]), torch.tensor([10.0, 20.0]))


def tangent(t):
    found = unpack_dual(t).tangent
    return None if found is None else found.tolist()


X, T = torch.tensor([1.0, 2.0]), torch.tensor([10.0, 20.0])


@pytest.mark.parametrize(("call", "kind", "text"), [
    (lambda: make_dual(X, torch.ones(1)), RuntimeError,
     "Trying to set a forward gradient that has a different size than that of the original"),
    (lambda: make_dual(X.long(), T), ValueError, "Expected primal to be floating point or complex, but got: torch.int64"),
    (lambda: make_dual(X, T.long()), ValueError, "Expected tangent to be floating point or complex, but got: torch.int64"),
    (lambda: make_dual(make_dual(X, T), T), RuntimeError, "already has a forward gradient at the same level 0 is not supported"),
    (lambda: make_dual(X, make_dual(T, T)), RuntimeError, "Setting a forward grad that itself has a forward gradient at the same level0"),
    (lambda: torch.mul(make_dual(X, T), 2, out=torch.empty(2)), NotImplementedError, "because it is an out= function"),
    (lambda: forward_ad.exit_dual_level(level=5), RuntimeError, "Trying to exit a forward AD level that was not the last one that was")])
def test_refusals(call, kind, text):
    with dual_level(), pytest.raises(kind, match=text):
        call()


def test_without_a_level():
    with pytest.raises(RuntimeError, match="no level exists, make sure to enter_dual_level"):
        make_dual(X, T)
    with pytest.raises(RuntimeError, match="Dual level must be a positive number"):
        forward_ad.exit_dual_level()
    assert unpack_dual(X) == (X, None)


def test_a_dual_is_a_view_that_knows_its_tangent():
    with dual_level() as level:
        dual = make_dual(X, T)
        assert level == 0 and dual._is_view() and dual._base is X and unpack_dual(dual).tangent is T
        assert unpack_dual(X).tangent is None and repr(dual) == "tensor([1., 2.], tangent=tensor([10., 20.]))"
        y = dual * 2
    with dual_level():
        assert unpack_dual(dual).tangent is None and unpack_dual(y).tangent is None


@pytest.mark.parametrize(("call", "expected"), [
    (lambda d: d * 2, [20, 40]), (lambda d: d + d, [20, 40]), (lambda d: d * d, [20, 80]), (lambda d: d.sum(), 30), (lambda d: d @ d, 100),
    (lambda d: d / 4, [2.5, 5]),
    (lambda d: 1 / d, [-10, -5]), (lambda d: d**2, [20, 80]), (lambda d: torch.stack([d, X]), [[10, 20], [0, 0]]),
    (lambda d: d.view(2, 1), [[10], [20]]), (lambda d: d[1], 20), (lambda d: d.max(0).values, 20), (lambda d: d.unbind()[1], 20),
    (lambda d: d.clone(), [10, 20]), (lambda d: d.detach(), None),
    (lambda d: d.data, None), (lambda d: d > 1, None), (lambda d: d.argmax(), None),
    (lambda d: d.long(), None), (lambda d: torch.ones_like(d), None), (lambda d: d.new_zeros(2), None), (lambda d: d.sort().indices, None)])
def test_tangents_of_results(d, call, expected):
    assert tangent(call(d)) == expected
    with torch.no_grad():
        assert tangent(call(d)) == expected


def test_tangents_can_be_switched_off(d):
    with forward_ad._set_fwd_grad_enabled(False):
        y = d * 2
    assert tangent(y) is None and tangent(d * 2) == [20, 40]


def test_dual_level_decorates():
    @dual_level()
    def function():
        return tangent(make_dual(X, T) * 2)

    assert function() == [20, 40]


# In place ------------------------------------------------------------------------------------------------------------------------


def scaled_window(d):
    v = d[:1]
    v.mul_(3)
    return d


def base_scaled(d):
    v = d[:1]
    d.mul_(3)
    return v


def dual_into_window(d):
    p = torch.tensor([1.0, 2.0])
    p[:1].mul_(d[:1])
    return p


def dual_into_base(d):
    p = torch.tensor([1.0, 2.0])
    v = p[:1]
    p.mul_(d)
    return v


def dual_into_element(d):
    p = torch.tensor([1.0, 2.0])
    p[0] = d[1]
    return p


def element_set(d):
    d[0] = 5.0
    return d


def several_outputs(d):
    d.unbind()[0].mul_(5)
    return d


@pytest.mark.parametrize(("change", "expected"), [
    (lambda d: d.mul_(2), [20, 40]), (lambda d: torch.tensor([3.0, 4.0]).mul_(d), [30, 80]), (scaled_window, [30, 20]), (base_scaled, [30]),
    (dual_into_window, [10, 0]), (dual_into_base, [10]), (dual_into_element, [20, 0]), (element_set, [0, 20]),
    (lambda d: d.zero_(), [0, 0]),
    (lambda d: d.fill_(3.0), [0, 0]), (lambda d: torch.zeros(2).copy_(d), [10, 20]), (lambda d: d.copy_(X), [0, 0]),
    (several_outputs, [50, 20])])
def test_in_place(d, change, expected):
    assert tangent(change(d)) == expected


def test_in_place_changes_write_the_tangent_given():
    t = torch.tensor([10.0, 20.0])
    with dual_level():
        make_dual(torch.tensor([1.0, 2.0]), t).mul_(2)
    assert t.tolist() == [20, 40]


def test_a_tangent_is_laid_out_as_its_primal():
    with dual_level():
        assert unpack_dual(make_dual(torch.ones(2, 3).t(), torch.ones(3, 2))).tangent.stride() == (1, 3)
        d = make_dual(torch.ones(2, 3), torch.ones(3).expand(2, 3))
        assert tangent(d.mul_(2)) == [[2] * 3] * 2


def test_results_do_not_share_their_tangent_with_arguments(d):
    for y in (d + 1, d.expand(3, 2) + 0, d.clone()):
        y.mul_(5)
    assert tangent(d) == [10, 20]


# With reverse mode ---------------------------------------------------------------------------------------------------------------


def test_forward_over_reverse():
    p = leaf(1.0, 2.0)
    with dual_level():
        d = make_dual(p, T)
        for source in (p, d):
            g, = torch.autograd.grad((d**3).sum(), source)
            assert unpack_dual(g).primal.tolist() == [3, 12] and tangent(g) == [60, 240]


def test_reverse_over_forward():
    p, t = leaf(1.0, 2.0), leaf(10.0, 20.0)
    with dual_level():
        j = unpack_dual(make_dual(p, t) ** 3).tangent
        gp, gt = torch.autograd.grad(j.sum(), [p, t])
    assert gp.tolist() == [60, 240] and gt.tolist() == [3, 12]


# Functions -----------------------------------------------------------------------------------------------------------------------


def make(jvp, forward=lambda ctx, a: a * 2):
    return type("F", (Function,), {"forward": staticmethod(forward), "jvp": staticmethod(jvp)})


def square(ctx, a):
    ctx.save_for_forward(a)
    return a**2


def dirty(ctx, a):
    ctx.mark_dirty(a)
    return a.mul_(2)


def flagged(ctx, a):
    flag = a > 1
    ctx.mark_non_differentiable(flag)
    return a * 2, flag


@pytest.mark.parametrize(("function", "expected"), [
    (make(lambda ctx, t: t * 2), [20, 40]), (make(lambda ctx, t: 2 * ctx.saved_tensors[0] * t, square), [20, 80]),
    (make(lambda ctx, t: t.view(2, 1), lambda ctx, a: a.view(2, 1)), [[10], [20]]), (make(lambda ctx, t: t.mul_(2), dirty), [20, 40])])
def test_jvp_of_a_function(d, function, expected):
    assert tangent(function.apply(d)) == expected


@pytest.mark.parametrize(("function", "kind", "text"), [
    (make(Function.jvp), NotImplementedError, "You must implement the jvp function for custom autograd.Function"),
    (make(lambda ctx, t: (t, t)), RuntimeError, r"jvp returned an invalid number of forward gradients \(expected 1 but got 2\)"),
    (make(lambda ctx, t: torch.ones(3)), RuntimeError, "Trying to set a forward gradient that has a different size"),
    (make(lambda ctx, t: 3), RuntimeError, r"expected Variable or None \(got int\) for grad output 0"),
    (make(lambda ctx, t: t * 1, lambda ctx, a: a), RuntimeError, "forward is returning a view .* but the jvp is not returning a view"),
    (make(lambda ctx, t: t.clone().view(2, 1), lambda ctx, a: a.view(2, 1)), RuntimeError, "not returning a view of the given grad input"),
    (make(lambda ctx, t: t * 2, dirty), RuntimeError, "An inplace custom Function is not modifying the forward mode gradients inplace"),
    (make(lambda ctx, t: (t * 2, t), flagged), RuntimeError,
     "jvp returned a gradient at position 1, but  the corresponding forward output")])
def test_wrong_jvps(d, function, kind, text):
    with pytest.raises(kind, match=text):
        function.apply(d)


def test_a_jvp_that_is_no_view_of_the_base(d):
    function = make(lambda ctx, t: t.clone().view(2, 1), lambda ctx, a: a.view(2, 1))
    with pytest.raises(RuntimeError, match="not returning a view of the same base as the given grad input"):
        function.apply(d.view_as(d))


def test_what_jvp_is_given(d):
    seen = []

    def forward(ctx, a, b, k):
        return a * k, b

    def jvp(ctx, ta, tb, tk):
        seen.append((tb.tolist(), tk, torch.is_grad_enabled()))
        return ta * 3, tb.view_as(tb)

    out, _ = make(jvp, forward).apply(d, torch.ones(2), 3)
    assert seen == [([0, 0], None, True)] and tangent(out) == [30, 60]


# Both modes, and what a level leaves behind -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("f", "expected"), [(lambda a: a**3, 4.2), (torch.sin, -0.644217687237691), (lambda a: a * a, 2.0)])
def test_backward_through_jvp_of_a_leaf(f, expected):
    x = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
    tangent = torch.func.jvp(f, (x,), (torch.ones_like(x),))[1]
    assert torch.autograd.grad(tangent, x)[0].item() == pytest.approx(expected)


def test_graphs_of_a_closed_level_have_no_tangents():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with dual_level(), dual_level():
        y = unpack_dual(torch.i0(make_dual(make_dual(x, T, level=0), T, level=1))).tangent
    with dual_level():
        (first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        assert tangent(first) is None
        (second,) = torch.autograd.grad(first.sum(), x, create_graph=True)
        assert tangent(second) is None


def test_gradients_accumulate_as_duals():
    x = torch.ones(3, requires_grad=True)
    (x * 2).sum().backward()
    with dual_level():
        for _ in range(2):
            d = make_dual(x, torch.arange(3.0))
            (d * d).sum().backward()
        assert tangent(x.grad) == [0.0, 4.0, 8.0]
    assert x.grad.tolist() == [6.0, 6.0, 6.0]


def test_inference_mode_has_no_tangents():
    with dual_level():
        outer = make_dual(X, T)
        with torch.inference_mode():
            assert tangent(outer) is None and tangent(outer * 2) is None and tangent(make_dual(X, T)) is None
            assert "tangent" not in repr(outer)
        assert tangent(outer) == [10.0, 20.0]
    with torch.inference_mode():
        assert torch.func.jvp(torch.square, (X,), (T,))[1].tolist() == [20.0, 80.0]


def test_tangents_are_laid_out_as_their_primals():
    primal, other = torch.arange(8.0)[1:4], torch.ones(6)[3:]
    with dual_level():
        made = unpack_dual(make_dual(primal, other)).tangent
        assert made is not other and made.storage_offset() == 1 and made.untyped_storage().nbytes() == 32
        assert unpack_dual(make_dual(primal, torch.zeros(8)[1:4])).tangent.storage_offset() == 1


def test_primals_are_identities():
    x = torch.ones(2, requires_grad=True)
    with dual_level():
        assert repr(unpack_dual(make_dual(x, T)).primal) == "tensor([1., 1.], grad_fn=<Identity>)"
        assert repr(make_dual(X[0], T[0])) == "tensor(1., tangent=10.0)"


def test_what_has_no_derivative_is_refused():
    with dual_level():
        for call in (lambda d: d // 2, lambda d: torch.heaviside(d, d)):
            with pytest.raises(NotImplementedError, match="Trying to use forward AD with aten::"):
                call(make_dual(X, T))


def test_tangents_depend_on_all_that_they_were_multiplied_with():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with dual_level():
        tangent = unpack_dual(make_dual(x, torch.ones(2)) * 3).tangent
        assert tangent.requires_grad and tangent.grad_fn.name() == "AddBackward0"
        assert torch.autograd.grad(tangent.sum(), x)[0].tolist() == [0.0, 0.0]
        assert not unpack_dual(make_dual(x, torch.ones(2)) + 3).tangent.requires_grad


def test_a_change_in_place_leaves_its_own_node():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    with dual_level():
        d = make_dual(x, torch.ones(2)).clone()
        assert d.sin_().grad_fn.name() == "SinBackward0"
        with torch.no_grad():
            d.mul_(2)
        assert torch.allclose(torch.autograd.grad(d.sum(), x)[0], x.cos())
        assert d.normal_().grad_fn.name() == "NormalBackward0"


def test_a_refused_change_leaves_the_tangent():
    with dual_level():
        d = make_dual(torch.ones(2), torch.ones(2)).clone().requires_grad_()
        for change in (d.zero_, d.sin_, d.normal_, lambda: d.resize_(1)):
            with pytest.raises(RuntimeError):
                change()
        assert unpack_dual(d).tangent.tolist() == [1.0, 1.0]


def test_a_number_beside_a_dual():
    with dual_level():
        d = make_dual(torch.tensor(2.0), torch.tensor(1.0))
        assert unpack_dual(torch.xlogy(d, 2)).tangent.item() == pytest.approx(math.log(2))
        assert unpack_dual(torch.special.xlog1py(d, 2)).tangent.item() == pytest.approx(math.log(3))
    x = torch.tensor(2.0, requires_grad=True)
    assert torch.autograd.grad(torch.xlogy(x, 2), x, create_graph=True)[0].item() == pytest.approx(math.log(2))


_TIES = [math.nan, 1.0, 0.0], [1.0, math.nan, 0.0]


@pytest.mark.parametrize(("call", "x", "y", "expected"), [
    (torch.maximum, *_TIES, [3.0, 6.0, 7.5]), (torch.minimum, *_TIES, [3.0, 6.0, 7.5]), (torch.fmax, *_TIES, [3.0, 4.0, 9.0]),
    (lambda x, y: x.clamp(min=y), *_TIES, [3.0, 6.0, 9.0]), (lambda x, y: x.clamp(y, y), *_TIES, [2.0, 4.0, 6.0]),
    (torch.atan2, [0.0, 1.0], [0.0, 1.0], [math.nan, -1.0])])
def test_tangents_at_ties_and_beside_nan(call, x, y, expected):
    count = torch.arange(1.0, len(x) + 1)
    with dual_level():
        out = call(make_dual(torch.tensor(x), count * 2), make_dual(torch.tensor(y), count * 3))
        assert str(unpack_dual(out).tangent.tolist()) == str(expected)


def test_the_tangent_of_prelu_at_zero_is_that_of_the_part_above():
    with dual_level():
        x, w = make_dual(torch.zeros(1, 1), torch.full((1, 1), 4.0)), make_dual(torch.tensor([0.25]), torch.ones(1))
        assert unpack_dual(torch.nn.functional.prelu(x, w)).tangent.item() == 4.0


@pytest.mark.parametrize(("name", "args"), [("unsqueeze_", (0,)), ("squeeze_", ()), ("t_", ()), ("as_strided_", ((2,), (1,)))])
def test_tangents_of_what_was_transposed_in_place_end_with_their_level(name, args):
    with dual_level():
        dual = make_dual(torch.ones(2, 1), torch.tensor([[3.0], [4.0]]))
        getattr(dual, name)(*args)
        assert unpack_dual(dual * 2).tangent.flatten().tolist() == [6, 8]
    with dual_level():
        assert unpack_dual(dual).tangent is None and unpack_dual(dual * 2).tangent is None
