"""Grad modes, inference mode, anomaly mode. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import warnings

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function, detect_anomaly


def leaf(*values):
    return torch.tensor(list(values), requires_grad=True)


@pytest.fixture
def x():
    return leaf(1.0, 2.0, 3.0, 4.0)


@pytest.fixture
def born():
    """A tensor made in inference mode."""
    with torch.inference_mode():
        return torch.ones(4)


# Grad mode -----------------------------------------------------------------------------------------------------------------------


def state():
    return torch.is_grad_enabled(), torch.is_inference_mode_enabled()


@pytest.mark.parametrize(("outer", "inner", "expected"), [
    (torch.no_grad, torch.enable_grad, (True, False)), (torch.inference_mode, torch.enable_grad, (True, True)),
    (torch.inference_mode, lambda: torch.inference_mode(False), (True, False)),
    (torch.no_grad, lambda: torch.inference_mode(False), (True, False)),
    (torch.enable_grad, torch.inference_mode, (False, True)), (torch.no_grad, lambda: torch.set_grad_enabled(True), (True, False))])
def test_nesting(outer, inner, expected):
    with outer():
        before = state()
        with inner():
            assert state() == expected
        assert state() == before
    assert state() == (True, False)


@pytest.mark.parametrize("mode", [torch.no_grad, torch.inference_mode, lambda: torch.set_grad_enabled(False)])
def test_decorators(mode):
    @mode()
    def function():
        return state()[0]

    @mode()
    def generator():
        sent = yield state()[0]
        yield sent, state()[0]

    assert function() is False and torch.is_grad_enabled()
    steps = generator()
    assert next(steps) is False and torch.is_grad_enabled() and steps.send(5) == (5, False) and torch.is_grad_enabled()


def test_a_decorator_without_a_call():
    assert torch.no_grad(state)() == (False, False) and torch.inference_mode(state)() == (False, True)


def test_set_grad_enabled_acts_at_once_but_not_as_a_decorator():
    decorate = torch.set_grad_enabled(False)
    assert not torch.is_grad_enabled()
    decorated = decorate(torch.is_grad_enabled)
    assert torch.is_grad_enabled() and decorated() is False
    assert str(torch.set_grad_enabled(True)) == "torch.autograd.grad_mode.set_grad_enabled(mode=True)"


def test_decorating_a_class_is_deprecated():
    with pytest.warns(FutureWarning, match="Decorating classes is deprecated and will be disabled in future versions"):
        @torch.no_grad()
        class Thing:
            def __init__(self):
                self.grad = torch.is_grad_enabled()

    assert Thing().grad is False


def test_modes_end_with_an_error():
    for mode in (torch.no_grad(), torch.inference_mode(), torch.autograd.set_detect_anomaly(True), torch.autograd.forward_ad.dual_level()):
        with pytest.raises(KeyError), mode:
            raise KeyError
    assert state() == (True, False) and not torch.is_anomaly_enabled()


def test_unsafe_preserve_version_counter():
    q = torch.ones(2)
    with torch.autograd._unsafe_preserve_version_counter(q):
        q.add_(1)
    assert q._version == 0


# Inference tensors ---------------------------------------------------------------------------------------------------------------


def test_what_is_an_inference_tensor(x, born):
    with torch.inference_mode():
        computed, view, view_of_born = x * 2, x[:2], born[:2]
    assert [t.is_inference() for t in (born, computed, view, view_of_born)] == [True, True, False, True]
    assert not computed.requires_grad and computed.is_leaf
    assert view.requires_grad and view._is_view() and view._base is x and not view_of_born._is_view()
    derived = [born[:2], born.view(2, 2), born.detach(), born.data, born.t(), born.to(torch.float32)]
    assert all(t.is_inference() for t in derived)
    assert not any(t.is_inference() for t in (born.clone(), born * 2, born.to(torch.float64), torch.cat([born, born]), born.relu()))


def test_inference_mode_off_inside_makes_normal_tensors():
    with torch.inference_mode(), torch.inference_mode(False):
        assert not torch.ones(2).is_inference() and (leaf(1.0) * 2).requires_grad


@pytest.mark.parametrize("use", [
    lambda x, born: x * born, lambda x, born: born * x, lambda x, born: torch.mm(x.view(2, 2), born.view(2, 2)),
    lambda x, born: (born + x).exp() * born])
def test_inference_tensors_cannot_be_saved(x, born, use):
    with pytest.raises(RuntimeError, match=r"Inference tensors cannot be saved for backward."):
        use(x, born)
    assert (x + born).requires_grad and (born * 2).tolist() == [2] * 4


def test_nor_by_a_function(x, born):
    class F(Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(b)
            return a * 2

    with pytest.raises(RuntimeError, match=r"Inference tensors cannot be saved for backward."):
        F.apply(x, born)


@pytest.mark.parametrize("change", [
    lambda t, x: t.add_(1), lambda t, x: t.fill_(1), lambda t, x: t.zero_(), lambda t, x: t.copy_(torch.ones(4)), lambda t, x: t.normal_(),
    lambda t, x: t.__setitem__(0, 1.0), lambda t, x: torch.add(torch.ones(4), 1, out=t), lambda t, x: t[:2].add_(1), lambda t, x: t.mul_(x),
    lambda t, x: t.set_(torch.ones(2)), lambda t, x: t.squeeze_(), lambda t, x: t.unsqueeze_(0), lambda t, x: torch.no_grad()(t.add_)(1)])
def test_inference_tensors_may_not_be_changed_in_normal_mode(x, born, change):
    with pytest.raises(RuntimeError, match=r"Inplace update to inference tensor outside InferenceMode is not allowed"):
        change(born, x)
    assert born.tolist() == [1, 1, 1, 1]  # PyTorch refuses only after it has written


def test_they_may_in_inference_mode(born):
    with torch.inference_mode():
        born.add_(1)
        born[0] = 5.0
        born.split(2)[1].fill_(7)
    assert born.tolist() == [5, 2, 7, 7]


@pytest.mark.parametrize(("use", "text"), [
    (lambda t: t._version, "Inference tensors do not track version counter"),
    (lambda t: t.requires_grad_(), "Setting requires_grad=True on inference tensor outside InferenceMode is not allowed"),
    (lambda t: t.register_hook(print), "cannot register a hook on a tensor that doesn't require gradient"),
    (lambda t: t.sum().backward(), "element 0 of tensors does not require grad and does not have a grad_fn")])
def test_other_refusals(born, use, text):
    with pytest.raises(RuntimeError, match=text):
        use(born)


def test_normal_tensors_in_inference_mode(x):
    n, y = torch.ones(4), x * 2
    z = y * y
    with torch.inference_mode():
        n.add_(1)
        n[:2].add_(1)
        x.add_(0)
        y.add_(1)
        r = torch.ones(1).requires_grad_()
        assert r.requires_grad and not (r * 2).requires_grad
    assert n.tolist() == [3, 3, 2, 2] and n._version == 2 and x._version == 1
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        z.sum().backward()


def test_grad_inside_inference_mode(x):
    y = (x * 2).sum()
    with torch.inference_mode():
        assert torch.autograd.grad(y, x)[0].tolist() == [2] * 4


# Anomaly mode --------------------------------------------------------------------------------------------------------------------


class Fails(Function):
    @staticmethod
    def forward(ctx, t):
        return t * 2

    @staticmethod
    def backward(ctx, g):
        raise ValueError("inside")


def messages(call, kind, text):
    """The warnings of `call()`, which must raise."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with pytest.raises(kind, match=text):
            call()
    return [str(w.message) for w in caught]


def test_nan_is_found_and_its_origin_shown():
    def call():
        x = leaf(0.0)
        with detect_anomaly():
            y = x * 0 / x  # the line to blame
            y.sum().backward()

    first, second = messages(call, RuntimeError, "Function 'DivBackward0' returned nan values in its 1th output.")
    assert first.startswith("Anomaly Detection has been enabled.")
    assert second.startswith("Error detected in DivBackward0. Traceback of forward call that caused the error:")
    assert "the line to blame" in second


def test_nan_is_not_searched_for_without_check_nan():
    x = leaf(0.0)
    with pytest.warns(UserWarning, match="Anomaly Detection has been enabled"), detect_anomaly(check_nan=False):
        assert torch.is_anomaly_enabled() and not torch.is_anomaly_check_nan_enabled()
        (x * 0 / x).sum().backward()
    assert x.grad.isnan().all() and torch.is_anomaly_check_nan_enabled()


def test_errors_of_functions_and_hooks_are_reported():
    with torch.autograd.set_detect_anomaly(True):
        y = Fails.apply(leaf(1.0))
        z = leaf(1.0).exp()
        z.register_hook(lambda g: 1 / 0)
        assert messages(y.backward, ValueError, "inside")[0].startswith("Error detected in FailsBackward. Traceback of forward call")
        assert messages(z.backward, ZeroDivisionError,
         "division")[0].startswith("Error detected in ExpBackward0. Traceback of forward call")
    assert messages(lambda: Fails.apply(leaf(1.0)).backward(), ValueError, "inside") == []


def test_without_a_forward_traceback():
    y = Fails.apply(leaf(1.0))
    with torch.autograd.set_detect_anomaly(True):
        warning, = messages(y.backward, ValueError, "inside")
    assert warning.startswith("Error detected in FailsBackward. No forward pass information available.")


def test_where_the_traceback_is_kept():
    with torch.autograd.set_detect_anomaly(True):
        y = leaf(1.0).exp()  # here
    assert "# here" in y.grad_fn.metadata["traceback_"][-1] and leaf(1.0).exp().grad_fn.metadata == {}


def test_an_error_in_the_derivative_of_a_derivative():
    with torch.autograd.set_detect_anomaly(True):
        x = leaf(0.0)
        y = x**1.5  # first
        g, = torch.autograd.grad(y.sum(), x, create_graph=True)
        warnings_ = messages(lambda: torch.autograd.grad((g * torch.tensor(float("nan"))).sum(), x), RuntimeError, "returned nan values")
    assert "Previous calculation was induced by PowBackward0" in "".join(warnings_) or "Error detected in MulBackward0" in warnings_[0]


def test_gradients_made_in_inference_mode_stay_there():
    x = torch.ones(2, requires_grad=True)
    y = (x * 2).sum()
    with torch.inference_mode():
        y.backward()
    assert x.grad.is_inference()
    with pytest.raises(RuntimeError, match="Inplace update to inference tensor"):
        (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_inference_goes_with_the_memory():
    x = torch.ones(2)
    with torch.inference_mode():
        made = torch.zeros(2)
    x.data = made
    assert x.is_inference() and x.add_(1).tolist() == [1.0, 1.0] and x._version == 1
    made.data = torch.ones(2)
    assert not made.is_inference()
    with torch.inference_mode():
        inside = torch.zeros(2)
    assert torch.nn.Parameter(inside, requires_grad=False).is_inference()


@pytest.mark.parametrize("call", [lambda: torch.autograd.set_detect_anomaly(1), lambda: torch.autograd.set_detect_anomaly(True, None),
                                  lambda: torch.autograd.set_multithreading_enabled(0)])
def test_switches_want_bools(call):
    with pytest.raises(TypeError, match="must be bool, not"):
        call()
    assert not torch.is_anomaly_enabled()


def test_no_grad_nested_in_other_modes_restores_what_was_before() -> None:
    x = torch.ones(1, requires_grad=True)
    with torch.no_grad():
        with torch.no_grad():
            assert not (x * 2).requires_grad
        assert not torch.is_grad_enabled()
        with torch.enable_grad():
            with torch.no_grad():
                assert not torch.is_grad_enabled()
            assert (x * 2).requires_grad
    assert torch.is_grad_enabled()
    with torch.no_grad():
        torch.set_grad_enabled(True)
        assert (x * 2).requires_grad
    assert torch.is_grad_enabled()
    assert (x * 2).requires_grad


def test_no_grad_left_by_an_exception() -> None:
    with pytest.raises(ValueError, match="here"), torch.no_grad():
        raise ValueError("here")
    assert torch.is_grad_enabled()


@pytest.mark.parametrize("mode", [torch.autograd.detect_anomaly, torch.autograd.profiler.profile])
def test_function_transforms_while_somebody_looks_at_backward(mode):
    x, w = torch.ones(2, 3), torch.ones(3, 3)
    with warnings.catch_warnings(), mode():
        warnings.simplefilter("ignore")
        assert torch.func.grad(lambda a: (a @ w).sum())(x).tolist() == [[3.0] * 3] * 2
        assert torch.func.vmap(torch.func.grad(lambda a: (a @ w).sum()))(x).tolist() == [[3.0] * 3] * 2
        assert torch.func.hessian(lambda a: (a @ w).pow(2).sum())(x).sum().item() == 108
        leaf = x.clone().requires_grad_()
        (g,) = torch.autograd.grad(leaf.sin(), leaf, torch.eye(6).view(6, 2, 3), is_grads_batched=True)
        assert torch.allclose(g.sum(0), leaf.cos())


def test_anomaly_mode_finds_nan_inside_of_function_transforms():
    with warnings.catch_warnings(record=True) as caught, torch.autograd.detect_anomaly():
        warnings.simplefilter("always")
        with pytest.raises(RuntimeError, match="Function 'SqrtBackward0' returned nan values in its 0th output"):
            torch.func.grad(lambda a: a.sqrt().sum() * 0)(torch.zeros(2))
    assert any("Error detected in SqrtBackward0. Traceback of forward call" in str(w.message) for w in caught)


def test_copies_of_inference_tensors_count_that_they_are_written():
    with torch.inference_mode():
        i = torch.ones(2, 3)
    assert [i.clone()._version, i.t().contiguous()._version, i.clone().add_(1)._version, (i + 1)._version] == [1, 1, 2, 0]
    with torch.inference_mode():
        assert i.clone().is_inference()


def test_switches_of_c():
    assert torch._C._is_fwd_grad_enabled() and not torch._C._is_view_replay_enabled()
    with torch.autograd.forward_ad._set_fwd_grad_enabled(False), torch.autograd._force_original_view_tracking(True):
        assert not torch._C._is_fwd_grad_enabled() and torch._C._is_view_replay_enabled()


def test_the_extension_module_tells_the_modes_too():
    assert torch._C.is_grad_enabled() and not torch._C.is_inference_mode_enabled()
    with torch.no_grad():
        assert not torch._C.is_grad_enabled()
    with torch.inference_mode():
        assert torch._C.is_inference_mode_enabled() and not torch._C.is_grad_enabled()


def test_tangents_turned_off_by_a_call() -> None:
    fw = torch.autograd.forward_ad
    with fw.dual_level():
        dual = fw.make_dual(torch.ones(2), torch.ones(2))
        torch._C._set_fwd_grad_enabled(False)
        try:
            assert not fw._is_fwd_grad_enabled() and fw.unpack_dual(dual * 2).tangent is None
        finally:
            torch._C._set_fwd_grad_enabled(True)
        assert fw.unpack_dual(dual * 2).tangent is not None


def test_weak_references_to_tensors() -> None:
    t = torch.ones(2)
    reference = torch._C._WeakTensorRef(t)
    other = t.detach()
    assert not reference.expired() and other.sum() == 2
    del t
    assert reference.expired()
