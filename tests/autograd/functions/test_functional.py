"""autograd.functional: structure, values and errors, as in PyTorch."""
from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import functional
from tests.autograd.functions import functional_cases

RECORDED = json.loads((Path(__file__).parents[2] / "data" / "functional.json").read_text())


@pytest.mark.parametrize("name", functional_cases.CASES)
def test_as_pytorch(name):
    assert functional_cases.outcome(torch, functional, functional_cases.CASES[name]) == RECORDED[name]


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_strategies_agree_with_finite_differences(strategy):
    def func(a):
        return (a.sin().unsqueeze(1) * a).cumsum(0)

    a = torch.tensor([0.3, -1.2, 2.0], dtype=torch.float64)
    found = functional.jacobian(func, a, vectorize=True, strategy=strategy)
    step = 1e-6
    for k in range(3):
        moved = torch.zeros(3, dtype=torch.float64)
        moved[k] = step
        expected = (func(a + moved) - func(a - moved)) / (2 * step)
        assert torch.allclose(found[..., k], expected, atol=1e-8)


def test_empty_jacobian():
    found = functional.jacobian(lambda a: a * 2, torch.empty(0), vectorize=True, strategy="forward-mode")
    assert found.shape == (0, 0)
    with pytest.raises(RuntimeError, match="stack expects a non-empty TensorList"):
        functional.jacobian(lambda a: a * 2, torch.empty(0))


def test_inputs_are_left_alone():
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    functional.hessian(lambda x: (x**3).sum(), a)
    assert a.grad is None and a.is_leaf and a._version == 0


def test_create_graph_reaches_the_input():
    a = torch.tensor([1.0, 2.0], requires_grad=True)
    functional.jacobian(lambda x: x**3, a, create_graph=True).sum().backward()
    assert a.grad.tolist() == [6.0, 12.0]


def test_vectorize_calls_backward_once():
    calls = []

    class Double(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(x):
            return x * 2

        @staticmethod
        def setup_context(ctx, inputs, output):
            pass

        @staticmethod
        def backward(ctx, g):
            calls.append(g.shape)
            return g * 2

    a = torch.ones(5)
    assert torch.equal(functional.jacobian(Double.apply, a, vectorize=True), 2 * torch.eye(5))
    assert len(calls) == 1
    calls.clear()
    assert torch.equal(functional.jacobian(Double.apply, a), 2 * torch.eye(5))
    assert len(calls) == 5


def test_a_wrong_vector_is_refused_before_the_function_runs():
    def failing(a):
        raise KeyError("ran")

    for product in (functional.jvp, functional.vhp, functional.hvp):
        with pytest.raises(RuntimeError, match="The vector v can only be None"):
            product(failing, torch.ones(3))


def test_no_warning_of_numpys_for_a_real_cotangent_of_a_complex_input():
    z = torch.tensor([1 + 0.5j, 2 - 1j], dtype=torch.complex128)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, tangent = functional.jvp(lambda a: a.abs(), z, torch.ones_like(z), create_graph=True)
    torch.testing.assert_close(tangent, z.real / z.abs())


@pytest.mark.parametrize("inputs", [[torch.ones(2)], (torch.ones(2), [torch.ones(2)])])
def test_hessian_looks_at_its_inputs_first(inputs):
    with pytest.raises(TypeError, match="inputs given to hessian must be either a Tensor or a tuple of Tensors"):
        functional.hessian(lambda *a: a[0].sum(), inputs, outer_jacobian_strategy="sideways")
