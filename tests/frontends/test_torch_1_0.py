"""The statements of PyTorch 1.0's documentation about torch.autograd, one test each; warnings are 2.13's."""
from __future__ import annotations

import inspect
import warnings

import pytest

import minitorch_compat as torch
from minitorch_compat.frontends import torch_1_0 as old


def leaf():
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def test_signatures():
    assert list(inspect.signature(old.backward).parameters) == ["tensors", "grad_tensors", "retain_graph", "create_graph", "grad_variables"]
    assert inspect.signature(old.grad).parameters["allow_unused"].default is False
    with pytest.raises(TypeError, match="retain_variables"):
        old.backward(leaf().sum(), retain_variables=True)


def test_backward_computes_the_sum_of_gradients():
    x = leaf()
    old.backward([(x * x).sum(), x.sum()])
    assert x.grad.tolist() == [3.0, 5.0, 7.0]


def test_grad_tensors_for_non_scalars():
    x = leaf()
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        old.backward(x * x)
    old.backward([x * x, x.sum()], [torch.ones(3), None])
    assert x.grad.tolist() == [3.0, 5.0, 7.0]


def test_retain_graph_defaults_to_create_graph():
    x = leaf()
    loss = (x * x).sum()
    (g,) = old.grad(loss, x, create_graph=True)
    old.grad(loss, x)
    assert g.requires_grad
    with pytest.raises(RuntimeError, match="a second time"):
        old.grad(loss, x)


def test_grad_variables():
    x = leaf()
    with pytest.warns(FutureWarning, match=r"`grad_variables` is deprecated. Use `grad_tensors` instead."):
        old.backward(x * 2, grad_variables=torch.ones(3))
    assert x.grad.tolist() == [2.0, 2.0, 2.0]
    with pytest.warns(FutureWarning), pytest.raises(RuntimeError, match="Please only use `grad_tensors`"):
        old.backward(x * 2, torch.ones(3), grad_variables=torch.ones(3))


def test_only_inputs():
    x = leaf()
    with pytest.warns(FutureWarning, match="only_inputs argument is deprecated and is ignored now"):
        (g,) = old.grad(x.sum(), x, only_inputs=False)
    assert g.tolist() == [1.0, 1.0, 1.0]


def test_unused_inputs_are_an_error_by_default():
    x, y = leaf(), leaf()
    with pytest.raises(RuntimeError, match="appears to not have been used in the graph"):
        old.grad(x.sum(), [y])
    assert old.grad(x.sum(), [y], allow_unused=True) == (None,)


def test_variable_function():
    with pytest.warns(UserWarning, match=r"is deprecated, use torch.tensor"):
        assert old.variable([1.0, 2.0], requires_grad=True).requires_grad
    with pytest.raises(RuntimeError, match=r"is deprecated, use torch.tensor"):
        torch.autograd.variable(1.0)


def test_variable_class():
    x = torch.ones(2)
    assert isinstance(x, old.Variable) and old.Variable(x, requires_grad=True).requires_grad
    assert old.Variable(x).data_ptr() == x.data_ptr()
    with pytest.warns(UserWarning, match="volatile was removed and now has no effect"):
        assert not old.Variable(x, volatile=True).requires_grad
    with warnings.catch_warnings(), pytest.raises(ValueError, match="Variable can't be volatile and require_grad at the same time!"):
        warnings.simplefilter("ignore")
        old.Variable(x, True, True)
    with pytest.raises(TypeError, match="Variable data has to be a tensor, but got list"):
        old.Variable([1.0])


def test_checkpoint_validity():
    seen = []

    class Watch(old.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            seen.append(old._is_checkpoint_valid())
            return g * 2

    x = leaf()
    old.backward(Watch.apply(x).sum())
    old.grad(Watch.apply(x).sum(), x)
    assert seen == [True, False] and old._is_checkpoint_valid()


def test_gradcheck_takes_positions():
    x = torch.tensor([0.5, 1.0], dtype=torch.float64, requires_grad=True)
    assert old.gradcheck(torch.sin, (x,), 1e-6, 1e-5, 1e-3, True) and old.gradgradcheck(torch.sin, (x,), None, 1e-6)


def test_helpers_of_gradcheck():
    x, y = leaf(), torch.ones(2)
    x.sum().backward()
    grad = x.grad
    old.zero_gradients([x, (y,)])
    assert x.grad is grad and grad.tolist() == [0.0, 0.0, 0.0]
    assert len(list(old.iter_tensors([x, (y,)]))) == 2 and len(list(old.iter_tensors([x, (y,)], True))) == 1
    assert old.make_jacobian((x, y), 4)[0].shape == (3, 4) and old.make_jacobian(y, 4) is None
    assert old.traceable(old.Function) is old.Function


def test_variables_of_nothing():
    assert torch.autograd.Variable(None, True).requires_grad and torch.autograd.Variable(requires_grad=True).shape == (0,)


def test_setting_volatile_only_warns():
    t = torch.ones(2)
    with pytest.warns(UserWarning, match="volatile was removed and now has no effect"):
        t.volatile = True
    with pytest.warns(UserWarning), pytest.raises(ValueError, match="can't be volatile and require_grad"):
        torch.autograd.Variable(t, requires_grad=True, volatile=True)


def test_reinforce_is_gone():
    with pytest.raises(RuntimeError, match=r"reinforce\(\) was removed"):
        torch.ones(2).reinforce(1.0)


def test_gradients_accumulate_in_the_leaves():
    x = leaf()
    for _ in range(2):
        old.backward((x * x).sum())
    assert x.grad.tolist() == [4.0, 8.0, 12.0]


def test_create_graph_constructs_the_graph_of_the_derivative():
    x = leaf()
    (first,) = old.grad((x**3).sum(), x, create_graph=True)
    (second,) = old.grad(first.sum(), x)
    assert second.tolist() == [6.0, 12.0, 18.0]


def test_results_inside_no_grad_do_not_require_gradients():
    x = leaf()
    with old.no_grad():
        assert not (x * 2).requires_grad

    @old.no_grad()
    def doubler(t):
        return t * 2

    assert not doubler(x).requires_grad and (x * 2).requires_grad


def test_enable_grad_acts_inside_no_grad():
    x = leaf()
    with old.no_grad(), old.enable_grad():
        y = x * 2
    old.backward(y.sum())
    assert y.requires_grad and x.grad.tolist() == [2.0, 2.0, 2.0]
    with old.enable_grad():  # no effect outside of no_grad
        assert (x * 2).requires_grad


@pytest.mark.parametrize("mode", [True, False])
def test_set_grad_enabled_as_context_and_as_function(mode):
    x = leaf()
    with old.set_grad_enabled(mode):
        assert (x * 2).requires_grad is mode
    old.set_grad_enabled(mode)
    assert (x * 2).requires_grad is mode
    old.set_grad_enabled(True)


@pytest.mark.filterwarnings("ignore:Anomaly Detection has been enabled")
def test_anomalies_are_detected():
    x = torch.zeros(1, requires_grad=True)
    with old.detect_anomaly(), pytest.raises(RuntimeError, match="returned nan values in its 0th output"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old.backward((torch.sqrt(x) * 0).sum())
    with old.set_detect_anomaly(True):
        assert torch.is_anomaly_enabled()
    assert not torch.is_anomaly_enabled()


def test_functions_have_static_forward_and_backward():
    class Exp(old.Function):
        @staticmethod
        def forward(ctx, i):
            result = i.exp()
            ctx.save_for_backward(result)
            return result

        @staticmethod
        def backward(ctx, grad_output):
            result, = ctx.saved_tensors
            return grad_output * result

    x = leaf()
    old.backward(Exp.apply(x).sum())
    assert torch.equal(x.grad, x.detach().exp())


def test_checkpoints_of_1_0():
    from minitorch_compat.utils.checkpoint import checkpoint

    x = leaf()
    with pytest.warns(UserWarning, match="use_reentrant"):
        y = checkpoint(lambda a: (a * a).sum(), x)
    with pytest.raises(RuntimeError, match=r"incompatible with .grad"):
        old.grad(y, x)


def test_the_modules_of_1_0_are_there():
    x = torch.ones(2, requires_grad=True)
    with old.profiler.profile() as prof, old.grad_mode.enable_grad(), old.anomaly_mode.set_detect_anomaly(False):
        (x * 2).sum().backward()
    assert any(e.name == "aten::mul" for e in prof.function_events)
    assert old.function.Function is old.Function and issubclass(old.NestedIOFunction, old.Function)
