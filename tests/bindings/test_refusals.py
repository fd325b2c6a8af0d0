"""Arguments and dtypes that functions refuse, or take all the same; what is expected is what PyTorch does."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

T = torch.tensor
INT, FLOAT = T([1, 2]), T([1.0, 2.0])


@pytest.mark.parametrize("name", ["eq", "lt", "fmod", "copysign"])
def test_a_number_only_as_second_argument(name: str) -> None:
    function = getattr(torch, name)
    assert function(FLOAT, 1).shape == (2,)
    with pytest.raises(TypeError, match=rf"{name}\(\) received an invalid combination of arguments"):
        function(1, FLOAT)


@pytest.mark.parametrize("name", ["maximum", "atan2", "logical_and", "gcd", "hypot"])
def test_no_numbers(name: str) -> None:
    function, x = getattr(torch, name), INT if name == "gcd" else FLOAT
    for args, argument in (((x, 1), "other"), ((1, x), "input")):
        with pytest.raises(TypeError, match=rf"{name}\(\): argument '{argument}' .* must be Tensor, not int"):
            function(*args)


@pytest.mark.parametrize("name", ["remainder", "pow", "bitwise_and"])
def test_one_tensor_at_least(name: str) -> None:
    function = getattr(torch, name)
    assert function(3, INT).shape == (2,)
    with pytest.raises(TypeError, match=rf"{name}\(\) received an invalid combination of arguments"):
        function(3, 1)


@pytest.mark.parametrize("call", [torch.zeros_like, torch.rand_like, torch.bernoulli, torch.sinc, torch.matmul,
                                  lambda x: torch.softmax(x, 0), lambda x: torch.logcumsumexp(x, 0)])
def test_text_is_no_tensor(call: Callable[..., Any]) -> None:
    with pytest.raises(TypeError):
        call("text")


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda: torch.normal(INT, 1.0), NotImplementedError, "\"normal_kernel_cpu\" not implemented for 'Long'"),
    (lambda: torch.bernoulli(INT), NotImplementedError, "\"bernoulli_tensor_cpu_p_\" not implemented for 'Long'"),
    (lambda: torch.zeros(2, dtype=torch.int64).exponential_(), RuntimeError, "must be a floating point but you specified Long"),
    (lambda: torch.mm(T([[True]]), T([[1.0]])), RuntimeError, "expected m1 and m2 to have the same dtype, but got: bool != float"),
    (lambda: torch.addmm(T([[1]]), T([[1.0]]), T([[1.0]])), RuntimeError, "self and mat2 must have the same dtype, but got Long and Float"),
    (lambda: torch.cumsum(FLOAT, 0, dtype=torch.bool), NotImplementedError, "\"cumsum_out_cpu\" not implemented for 'Bool'"),
    (lambda: torch.isclose(FLOAT, FLOAT, rtol=-1.0), RuntimeError, "rtol must be greater than or equal to zero"),
    (lambda: torch.lerp(INT, INT, 0.5), NotImplementedError, "\"lerp_kernel_scalar\" not implemented for 'Long'"),
    (torch.zeros, TypeError, "missing 1 required positional arguments: \"size\""),
    (lambda: FLOAT.new_zeros(2, foo=1), TypeError, "unexpected keyword argument 'foo'"),
    (lambda: T([2]) ** -3, RuntimeError, "Integers to negative integer powers are not allowed."),
])
def test_refused(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text.replace("(", r"\(")):
        call()


def test_negative_powers_of_integers() -> None:
    assert (2 ** T(-3)).item() == 0
    assert (T([2, 1, -1]) ** T(-3)).tolist() == [0, 1, -1]


def test_complex_normals() -> None:
    torch.manual_seed(3)
    x = torch.zeros(3, dtype=torch.complex64).normal_(2.0, 3.0)
    expected = T([3.7040 + 2.3709j, 2.1888 + 0.6981j, 2.0980 - 0.9025j])
    assert torch.allclose(x, expected, atol=1e-4)


def test_results_in_the_type_of_out() -> None:
    x, out = T([1.5, 2.7, -3.2]), torch.zeros(3, dtype=torch.int64)
    assert torch.cumsum(x, 0, out=out).tolist() == [1, 3, 0]
    assert torch.cumprod(x, 0, out=out).tolist() == [1, 2, -6]


@pytest.mark.parametrize("name", ["floor", "ceil", "round", "trunc", "sign"])
def test_flat_functions_have_zeros_without_a_history(name: str) -> None:
    x = FLOAT.clone().requires_grad_()
    (grad,) = torch.autograd.grad(getattr(x, name)().sum(), x, create_graph=True)
    assert grad.tolist() == [0, 0] and not grad.requires_grad


def test_what_numbers_are_drawn_by_gets_zeros() -> None:
    mean, std = FLOAT.clone().requires_grad_(), FLOAT.clone().requires_grad_()
    out = torch.normal(mean, std)
    assert out.grad_fn.name() == "NormalBackward3"
    assert [g.tolist() for g in torch.autograd.grad(out.sum(), (mean, std))] == [[0, 0], [0, 0]]
