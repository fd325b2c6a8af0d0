"""Arguments and dtypes that functions refuse or accept; the expected results are PyTorch's."""
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


X = torch.ones(2, 3)
TENSOR = "must be Tensor, not str"
COMBINATION = "received an invalid combination of arguments - got"


@pytest.mark.parametrize(("call", "text"), [
    (lambda: torch.clamp("a", X), f"clamp() {COMBINATION} (str, Tensor)"),
    (lambda: torch.div("a", X, rounding_mode="floor"), f"div() {COMBINATION} (str, Tensor, rounding_mode=str)"),
    (lambda: torch.max("a", 1), f"max() {COMBINATION} (str, int)"),
    (lambda: torch.max("a"), f"max(): argument 'input' (position 1) {TENSOR}"),
    (lambda: torch.std("a", 1, keepdim=True), f"std() {COMBINATION} (str, int, keepdim=bool)"),
    (lambda: torch.square("a"), f"square(): argument 'input' (position 1) {TENSOR}"),
    (lambda: torch.broadcast_to("a", (2,)), f"broadcast_to(): argument 'input' (position 1) {TENSOR}"),
    (lambda: X.add("a"), f"add(): argument 'other' (position 1) {TENSOR}"),
    (lambda: X.mm("a"), f"mm(): argument 'mat2' (position 1) {TENSOR}"),
    (lambda: X.clamp_(X, "a"), f"clamp_() {COMBINATION} (Tensor, str)"),
    (lambda: torch.where(X > 0, "a", X), f"where() {COMBINATION} (Tensor, str, Tensor)"),
    (lambda: torch.cat([X, "a"]), "expected Tensor as element 1 in argument 0, but got str"),
    (lambda: torch.cat("a"), "cat(): argument 'tensors' (position 1) must be tuple of Tensors, not str"),
    (lambda: torch.real("a"), f"real(): argument 'input' (position 1) {TENSOR}"),
    (lambda: torch.arange(1, 2, 3, 4), f"arange() {COMBINATION} (int, int, int, int)"),
    (lambda: torch.linspace(1, 2, 2.5), f"linspace() {COMBINATION} (int, int, float)"),
    (lambda: torch.randn(), f"randn() {COMBINATION} ()"),
    (lambda: torch.normal("a", X), f"normal() {COMBINATION} (str, Tensor)"),
    (lambda: torch.bucketize("a", X), f"bucketize() {COMBINATION} (str, Tensor)"),
    (lambda: torch.hsplit(X, "a"), f"hsplit() {COMBINATION} (Tensor, str)"),
    (lambda: torch.atleast_1d("a"), f"atleast_1d() {COMBINATION} (str)"),
    (lambda: torch.scalar_tensor("a"), "scalar_tensor(): argument 's' (position 1) must be Number, not str"),
    (lambda: X.repeat((2,), 3), "repeat() takes 1 positional argument but 2 were given"),
    (lambda: X.expand(2, "a"), "expand(): argument 'size' failed to unpack the object at pos 2"),
])
def test_the_function_called_is_named(call: Callable[[], Any], text: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda: torch.cat([]), ValueError, "expected a non-empty list of Tensors"),
    (lambda: X.movedim((0, -2), (0, 1)), RuntimeError, "movedim: repeated dim in `source` ([0, -2])"),
    (lambda: X.narrow(0, T([1]), 1), RuntimeError, "start must be an 0-dim integral Tensor."),
    (lambda: torch.mean(X, dtype=torch.int64), RuntimeError, "Optional dtype must be either a floating point or complex dtype"),
    (lambda: torch.hsplit(X, 0), RuntimeError, "is not divisible by the split_size 0!"),
    (lambda: torch.amax(X, 1, out=torch.zeros(2, dtype=torch.int32)), RuntimeError, "but got Float for input's dtype and Int for out's"),
    (lambda: torch.scatter_add(X, 0, T([[0, 1]]), T([[[1.0]]])), RuntimeError, "same number of dimensions as src tensor"),
    (lambda: torch.sin(X, out=torch.zeros(1, 2).expand(2, 2)), RuntimeError, "more than one element of the written-to tensor"),
    (lambda: torch.masked_fill(INT, INT > 0, T(1j)), RuntimeError, "cannot be converted to type int64_t without overflow"),
    (lambda: torch.multinomial(T([1.0, -1.0]), 2, True), RuntimeError, "encountering probability entry < 0"),
    (lambda: torch.multinomial(torch.empty(0), 2, True), RuntimeError, "sum of probabilities"),
])
def test_refused_in_these_words(call: Callable[[], Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert text in str(caught.value)


def test_views_without_elements_keep_the_order_of_dimensions() -> None:
    x = torch.zeros(0, 5)
    assert (x.T.stride(), x.narrow(1, 0, 2).stride(), x.unsqueeze(0).stride(), x.expand(2, 0, 5).stride()) == (
        (1, 5), (5, 1), (0, 5, 1), (0, 5, 1))
    assert [part.stride() for part in x.unbind(1)] == [(5,)] * 5


def test_variance_of_what_is_everywhere_the_same_is_zero() -> None:
    x = torch.full((7, 3), 0.1)
    assert torch.var(x, 0).tolist() == [0.0] * 3
    assert torch.std(x).item() == 0


def test_the_memory_format_of_strides_with_gaps_is_kept() -> None:
    x = torch.zeros(2, 6)[:, ::2]
    assert x.to(memory_format=torch.contiguous_format) is x
    image = torch.zeros(2, 3, 4, 5).to(memory_format=torch.channels_last)
    assert image[:, :, ::2].to(memory_format=torch.contiguous_format).stride() == (30, 10, 5, 1)


def test_norms_without_a_neutral_element_need_elements() -> None:
    with pytest.raises(RuntimeError, match="cannot compute the -inf norm on an empty tensor"):
        torch.norm(torch.zeros(0), float("-inf"))
