"""Backward through graphs that are captured halfway, freed, profiled, batched or changed while they run. Values are PyTorch's."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch
from minitorch_compat.func import grad, vjp

saved_tensors_hooks = torch.autograd.graph.saved_tensors_hooks


class Constant(torch.autograd.Function):
    """A gradient that does not depend on the cotangent."""

    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(2)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, log):
        ctx.log = log
        return x * 2

    @staticmethod
    def backward(ctx, g):
        ctx.log.append("function")
        return g * 2, None


def leaf():
    return torch.tensor([1.0, 2.0], requires_grad=True)


@pytest.mark.parametrize("create_graph", [False, True])
def test_gradients_of_all_tensors_along_a_chain(create_graph):
    x = leaf()
    y = x.exp()
    z = y.sin()
    w = z * z
    grads = torch.autograd.grad(w.sum(), [y, x, z], create_graph=create_graph)
    to_y = 2 * y.sin() * y.cos()
    for found, expected in zip(grads, (to_y, to_y * y, 2 * z)):
        torch.testing.assert_close(found, expected)
    assert [g.requires_grad for g in grads] == [create_graph] * 3


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("hooked", [False, True])
def test_gradients_of_outputs_of_other_nodes(create_graph, hooked):
    x = leaf()
    for make in (lambda: Double.apply(x, []), lambda: x.sort()[0] * 1, lambda: x.sort()[0], lambda: x.exp().log()):
        y = make()
        if hooked:
            y.register_hook(lambda g: g * 3)
        factor, inner = 3 if hooked else 1, 2 if "Double" in y.grad_fn.name() else 1
        captured, g = torch.autograd.grad((y**2).sum(), [y, x], create_graph=create_graph)
        torch.testing.assert_close([captured, g], [2 * y, 2 * y * factor * inner])


@pytest.mark.parametrize("create_graph", [False, True])
def test_hooks_of_complete_leaves_run_before_later_nodes(create_graph):
    x, y, log = leaf(), leaf(), []
    for name, t in (("x", x), ("y", y)):
        t.register_hook(lambda g, name=name: log.append(name))
    (Double.apply(x.exp(), log).exp() * y).sum().backward(create_graph=create_graph)
    assert log == ["y", "function", "x"]


def test_outputs_that_need_no_gradient_are_refused():
    x = leaf()
    for outputs in ([(x * 2).sum(), torch.ones(())], [torch.ones(())], [torch.ones((), dtype=torch.float64), x.sum()]):
        for cotangents in (None, [torch.ones((), dtype=t.dtype) for t in outputs]):
            index = [t.requires_grad for t in outputs].index(False)
            with pytest.raises(RuntimeError, match=f"element {index} of tensors does not require grad"):
                torch.autograd.grad(outputs, [x], cotangents)


def test_constant_gradients_of_batched_cotangents():
    x = leaf()
    (g,) = torch.autograd.grad(Constant.apply(x), x, torch.ones(3, 2), is_grads_batched=True)
    assert g.tolist() == [[1, 1]] * 3


def test_anomaly_mode_looks_into_conjugates():
    class Nan(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return (g * float("nan")).conj()

    x = torch.tensor([1 + 2j, 3], requires_grad=True)
    with torch.autograd.set_detect_anomaly(True), pytest.raises(RuntimeError, match="returned nan values in its 0th output"):
        Nan.apply(x * 1).real.sum().backward()


@pytest.mark.parametrize("function", [lambda x: x.exp().sin().sum(), lambda x: torch.where(x > 0, x, x.exp()).sum(),
                                      lambda x: torch.nn.functional.layer_norm(x, (2,)).sum(),
                                      lambda x: torch.cat([x.exp(), x]).prod(), lambda x: (x.exp() * 1j).real.exp().sum()])
@pytest.mark.parametrize("profiled", [False, True])
def test_a_freed_graph_is_refused(function, profiled):
    x = leaf()
    y = function(x)
    with torch.autograd.profiler.profile(enabled=profiled):
        y.backward()
        with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
            y.backward()


def test_graphs_of_transforms_are_freed_on_request():
    x = leaf().detach()
    _, pull = vjp(lambda x: x.exp() * x, x)
    first, = pull(torch.ones(2))
    assert torch.equal(pull(torch.ones(2), retain_graph=False)[0], first)
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        pull(torch.ones(2))


@pytest.mark.parametrize("replacement", [(None,), None])
def test_post_hooks_registered_while_a_node_unpacks(replacement):
    x, nodes = leaf(), []

    def unpack(value):
        if not nodes:
            nodes.append(y.grad_fn.register_hook(lambda inputs, outputs: replacement))
        return value

    with saved_tensors_hooks(lambda value: value, unpack):
        y = x.exp()
    y.sum().backward()
    assert len(nodes) == 1
    assert (x.grad is None) == (replacement is not None)


def test_saved_tensors_of_transforms_are_checked_and_unpacked():
    x = leaf().detach()

    def changed(x):
        y = x.sin()
        z = y * y
        y.add_(1)
        return z.sum()

    def doubled(x):
        with saved_tensors_hooks(lambda v: v * 1, lambda v: v * 2):
            return (x * x).exp().sum()

    for function in (grad(changed), grad(lambda x: grad(changed)(x).sum())):
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            function(x)
    with pytest.raises(RuntimeError):
        grad(doubled)(x)


def test_gradients_of_exponents_alone():
    exponent = leaf()
    torch.ldexp(torch.tensor([3.0, 5.0]), exponent).sum().backward()
    torch.testing.assert_close(exponent.grad, torch.tensor([3.0, 5.0]) * 2**exponent.detach() * math.log(2))


def test_second_derivatives_of_kinks_stay_connected():
    F, x = torch.nn.functional, torch.tensor([-1.0, 0.5, 3.0], requires_grad=True)
    for function in (F.relu, F.hardtanh, F.leaky_relu, torch.abs, F.relu6, lambda x: F.threshold(x, 1, 2), lambda x: x.clamp(0, 1),
                     F.hardshrink, F.softshrink):
        (first,) = torch.autograd.grad(function(x).sum(), x, create_graph=True)
        if first.requires_grad:
            (second,) = torch.autograd.grad(first.sum(), x, allow_unused=True)
            assert second is None or not second.abs().sum()
        inner = grad(lambda x: grad(lambda x: function(x).sum())(x * 1).sum())(x.detach())  # noqa: B023 (called at once)
        assert not inner.abs().sum()
    (first,) = torch.autograd.grad(F.relu(x.detach() * torch.ones(3) + x).sum(), x, create_graph=True)
    assert first.tolist() == [0, 1, 1]
