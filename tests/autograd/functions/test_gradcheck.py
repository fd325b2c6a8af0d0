"""gradcheck accepts correct derivatives and finds wrong ones. Texts are PyTorch 2.13's for the same planted errors."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Function, gradcheck, gradgradcheck
from minitorch_compat.autograd.gradcheck import (
    GradcheckError,
    get_analytical_jacobian,
    get_numerical_jacobian,
    get_numerical_jacobian_wrt_specific_input,
)

FAST = pytest.mark.parametrize("fast_mode", [False, True])


def leaf(*values: complex, dtype: Any = torch.float64) -> Any:
    return torch.tensor(values, dtype=dtype, requires_grad=True)


def real() -> Any:
    return leaf(1.0, 2.0, 3.0)


def cplx() -> Any:
    return leaf(1 + 2j, 2 - 1j, dtype=torch.complex128)


def square(backward: Callable[..., Any], jvp: Callable[..., Any] | None = None, materialize: bool = True) -> Any:
    """x * x with derivatives of one's own."""

    def forward(ctx: Any, x: Any) -> Any:
        ctx.x = x.detach()
        ctx.set_materialize_grads(materialize)
        ctx.save_for_backward(x)
        return x * x

    body: dict[str, Any] = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    if jvp is not None:
        body["jvp"] = staticmethod(jvp)
    return type("Square", (Function,), body).apply


def times(factor: float) -> Callable[..., Any]:
    return lambda ctx, g: factor * ctx.saved_tensors[0] * g


@FAST
@pytest.mark.parametrize("func", [
    lambda x: x * x, lambda x: x.sin().sum(), lambda x: (x * 2, x.exp()), lambda x: x.clone().mul_(x), lambda x: [x * 2, x.detach() * 1],
], ids=["square", "scalar", "pair", "in-place", "list with constant"])
def test_right_derivatives_pass(func: Any, fast_mode: bool) -> None:
    assert gradcheck(func, (real(),), fast_mode=fast_mode)
    assert gradgradcheck(func, (real(),), fast_mode=fast_mode)


@FAST
@pytest.mark.parametrize("func", [lambda z: z * z, lambda z: z.abs(), lambda z: z.exp() * z.conj(), lambda z: (z * z, z.abs())])
def test_right_complex_derivatives_pass(func: Any, fast_mode: bool) -> None:
    assert gradcheck(func, (cplx(),), fast_mode=fast_mode)


def test_real_to_complex_passes() -> None:
    assert gradcheck(lambda x: x * (1 + 2j), (real(),))


@FAST
def test_wrong_factor(fast_mode: bool) -> None:
    with pytest.raises(GradcheckError, match=r"^Jacobian mismatch for output 0 with respect to input 0,\nnumerical:"):
        gradcheck(square(times(3)), (real(),), fast_mode=fast_mode)
    assert gradcheck(square(times(3)), (real(),), fast_mode=fast_mode, raise_exception=False) is False
    assert gradcheck(square(times(2)), (real(),), fast_mode=fast_mode)


def test_mismatch_shows_both_jacobians() -> None:
    with pytest.raises(GradcheckError) as caught:
        gradcheck(square(times(3)), (real(),))
    assert str(caught.value) == """Jacobian mismatch for output 0 with respect to input 0,
numerical:tensor([[2.0000, 0.0000, 0.0000],
        [0.0000, 4.0000, 0.0000],
        [0.0000, 0.0000, 6.0000]], dtype=torch.float64)
analytical:tensor([[3., 0., 0.],
        [0., 6., 0.],
        [0., 0., 9.]], dtype=torch.float64)
"""


def test_fast_mode_explains_itself_in_full() -> None:
    with pytest.raises(GradcheckError, match=r"(?s)fast mode.*Analytical:\ntensor.*slow mode"):
        gradcheck(square(times(3)), (real(),), fast_mode=True)


def test_wrong_input_is_named() -> None:
    class Product(Function):
        @staticmethod
        def forward(ctx: Any, a: Any, b: Any) -> Any:
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            a, b = ctx.saved_tensors
            return g * b, 1.5 * g * a

    with pytest.raises(GradcheckError, match="output 0 with respect to input 1"):
        gradcheck(Product.apply, (real(), real()))


@FAST
def test_wrong_conjugate(fast_mode: bool) -> None:
    with pytest.raises(GradcheckError, match=r"^While considering the imaginary part of complex outputs only, Jacobian mismatch"):
        gradcheck(square(times(2)), (cplx(),), fast_mode=fast_mode)
    assert gradcheck(square(lambda ctx, g: 2 * ctx.saved_tensors[0].conj() * g), (cplx(),), fast_mode=fast_mode)


@FAST
def test_not_deterministic(fast_mode: bool) -> None:
    calls = [0]

    def drifting(ctx: Any, g: Any) -> Any:
        calls[0] += 1
        return (2 * ctx.saved_tensors[0] + 1e-8 * calls[0]) * g

    with pytest.raises(GradcheckError, match=r"^Backward is not reentrant, .* tolerance for nondeterminism was 0\.0"):
        gradcheck(square(drifting), (real(),), fast_mode=fast_mode)
    assert gradcheck(square(drifting), (real(),), nondet_tol=1e-5, fast_mode=fast_mode)


@FAST
def test_wrong_under_double_backward(fast_mode: bool) -> None:
    def frozen(ctx: Any, g: Any) -> Any:
        return 2 * ctx.saved_tensors[0].detach() * g

    assert gradcheck(square(frozen), (real(),), fast_mode=fast_mode)
    with pytest.raises(GradcheckError, match="Jacobian mismatch"):
        gradgradcheck(square(frozen), (real(),), fast_mode=fast_mode)


def test_backward_not_multiplied() -> None:
    class Total(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.sum()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return torch.ones(3, dtype=torch.float64)

    with pytest.raises(GradcheckError, match=r"^backward not multiplied by grad_output$"):
        gradcheck(Total.apply, (real(),))


def refuses_none(ctx: Any, g: Any) -> Any:
    if g is None:
        raise RuntimeError("no cotangent")
    return 2 * ctx.saved_tensors[0] * g


def ones_for_none(ctx: Any, g: Any) -> Any:
    return torch.ones(3, dtype=torch.float64) if g is None else 2 * ctx.saved_tensors[0] * g


@pytest.mark.parametrize(("backward", "text"), [
    (refuses_none, "^Expected backward function to handle undefined output grads"),
    (ones_for_none, "^Expected all input grads to be undefined or zero when all output grads are undefined or zero"),
])
def test_undefined_cotangents(backward: Any, text: str) -> None:
    func = square(backward, materialize=False)
    with pytest.warns(UserWarning, match="check_undefined_grad=False"), pytest.raises(GradcheckError, match=text):
        gradcheck(lambda x: func(x) * 2, (real(),))
    assert gradcheck(func, (real(),), check_undefined_grad=False)


@FAST
@pytest.mark.parametrize("inputs", [real, cplx])
def test_forward_mode(inputs: Any, fast_mode: bool) -> None:
    assert gradcheck(lambda x: (x.sin(), x.sum()), (inputs(),), check_forward_ad=True, fast_mode=fast_mode)
    assert gradcheck(lambda x: x.sin(), (inputs(),), check_forward_ad=True, check_backward_ad=False, fast_mode=fast_mode)


@FAST
def test_forward_mode_wrong(fast_mode: bool) -> None:
    func = square(times(2), lambda ctx, t: 3 * ctx.x * t)
    assert gradcheck(func, (real(),), fast_mode=fast_mode)
    with pytest.raises(GradcheckError, match=r"^Jacobian computed with forward mode mismatch for output 0 with respect to input 0,"):
        gradcheck(func, (real(),), check_forward_ad=True, fast_mode=fast_mode)


def test_forward_mode_wrong_conjugate() -> None:
    func = square(lambda ctx, g: 2 * ctx.saved_tensors[0].conj() * g, lambda ctx, t: 2 * ctx.x.conj() * t)
    with pytest.raises(GradcheckError, match=r"^While considering the imaginary part of complex inputs only, Jacobian computed"):
        gradcheck(func, (cplx(),), check_forward_ad=True)


def test_forward_mode_missing_tangent() -> None:
    class Product(Function):
        @staticmethod
        def forward(ctx: Any, a: Any, b: Any) -> Any:
            ctx.set_materialize_grads(False)
            ctx.save_for_backward(a, b)
            ctx.a, ctx.b = a.detach(), b.detach()
            return a * b

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            a, b = ctx.saved_tensors
            return (None, None) if g is None else (g * b, g * a)

        @staticmethod
        def jvp(ctx: Any, s: Any, t: Any) -> Any:
            return (1.0 if s is None else s) * ctx.b + (0.0 if t is None else t) * ctx.a

    with pytest.raises(GradcheckError, match=r"^Mismatch in tangent values for output with index: 0"):
        gradcheck(Product.apply, (real(), real()), check_forward_ad=True)


def test_forward_over_reverse() -> None:
    assert gradgradcheck(lambda x: x.sin() * x, (real(),), check_fwd_over_rev=True)


@pytest.mark.parametrize("options", [
    {"gen_non_contig_grad_outputs": True},
    {"grad_outputs": torch.ones(3, dtype=torch.float64)},
    {"grad_outputs": [torch.ones(3, dtype=torch.float64, requires_grad=True)]},
])
def test_gradgradcheck_cotangents(options: Any) -> None:
    assert gradgradcheck(lambda x: x.sin() * x, (real(),), **options)


def test_constant_function() -> None:
    assert gradcheck(lambda x: torch.ones(3), (real(),))
    assert gradcheck(lambda x: x.argmax(), (real(),))
    with pytest.raises(GradcheckError, match=r"^Numerical gradient for function expected to be zero$"):
        gradcheck(lambda x: x.detach() * 1, (real(),))


@pytest.mark.parametrize(("kind", "text", "call"), [
    (ValueError, "gradcheck expects at least one input tensor to require gradient", lambda: gradcheck(torch.sin, (real().detach(),))),
    (AssertionError, "check_forward_ad or check_backward_ad", lambda: gradcheck(torch.sin, real(), check_backward_ad=False)),
    (AssertionError, "check_batched_grad=True requires",
     lambda: gradcheck(torch.sin, real(), check_backward_ad=False, check_forward_ad=True, check_batched_grad=True)),
    (AssertionError, "check_batched_forward_grad=True requires", lambda: gradcheck(torch.sin, real(), check_batched_forward_grad=True)),
    (AssertionError, "check_fwd_over_rev or check_rev_over_rev", lambda: gradgradcheck(torch.sin, real(), check_rev_over_rev=False)),
    (RuntimeError, "The 0th input has a dimension with stride 0",
     lambda: gradcheck(torch.sin, torch.ones(1, dtype=torch.float64).expand(3).detach().requires_grad_())),
    (ZeroDivisionError, "division", lambda: gradcheck(lambda x: 1 / 0, real(), raise_exception=False)),
    (AttributeError, "'int' object has no attribute 'requires_grad'", lambda: gradcheck(lambda x: (x * 2, 3), real())),
    (NotImplementedError, "You must implement the jvp function", lambda: gradcheck(square(times(2)), real(), check_forward_ad=True)),
    (TypeError, "positional", lambda: gradcheck(torch.sin, real(), 1e-6)),
])
def test_refusals(kind: Any, text: str, call: Any) -> None:
    with pytest.raises(kind, match=text):
        call()


def test_single_precision_warns() -> None:
    with pytest.warns(UserWarning, match="Input #0 requires gradient and is not a double precision"), pytest.raises(GradcheckError):
        gradcheck(lambda x: x * x, leaf(1.0, 2.0, 3.0, dtype=torch.float32))


def test_nan_is_a_mismatch() -> None:
    with pytest.raises(GradcheckError, match=r"^Jacobian mismatch"):
        gradcheck(lambda x: x * float("nan"), (real(),))


def test_leaves_input_and_random_stream_alone() -> None:
    x = real()
    torch.manual_seed(3)
    expected = torch.rand(2)
    torch.manual_seed(3)
    gradcheck(lambda a: a.sin(), (x,), fast_mode=True, check_forward_ad=True)
    assert torch.equal(torch.rand(2), expected)
    assert x.tolist() == [1.0, 2.0, 3.0] and x._version == 0 and x.grad is None


def test_other_arguments_pass_through() -> None:
    assert gradcheck(lambda x, k, flag: x * k if flag else x, (real(), 2.5, True))
    assert gradcheck(lambda x: x * 2, (torch.empty(0, dtype=torch.float64, requires_grad=True),), check_forward_ad=True)


def test_earlier_functions() -> None:
    x = real()
    with pytest.warns(FutureWarning, match="`get_numerical_jacobian` was part of PyTorch's private API"):
        (numerical,) = get_numerical_jacobian(lambda i: i[0] * i[0], (x,))
    with pytest.warns(FutureWarning, match="`get_analytical_jacobian` was part of PyTorch's private API"):
        (analytical,), repeats, sizes, types = get_analytical_jacobian((x,), x * x)
    assert (repeats, sizes, types) == (True, True, True)
    assert np.allclose(numerical._array, np.diag([2.0, 4.0, 6.0])) and np.allclose(analytical._array, np.diag([2.0, 4.0, 6.0]))
    (again,) = get_numerical_jacobian_wrt_specific_input(lambda a: a * a, 0, (x,), None, 1e-6)
    assert np.allclose(again._array, numerical._array)
    with warnings.catch_warnings(), pytest.raises(ValueError, match=r"Expected grad_out to be 1.0"):
        warnings.simplefilter("ignore")
        get_numerical_jacobian(lambda i: i[0], (x,), grad_out=2.0)


def test_batched_gradients_pass() -> None:
    assert gradcheck(lambda x: (x * x, x.sum()), (real(),), check_batched_grad=True)
    assert gradcheck(lambda x: x.sin() * 2, (real(),), check_forward_ad=True, check_batched_forward_grad=True)
    assert gradgradcheck(lambda x: x.sin() * x, (real(),), check_batched_grad=True)


def test_batched_gradients_that_read_values() -> None:
    def reads(ctx: Any, g: Any) -> Any:
        return 2 * ctx.saved_tensors[0] * g * (1.0 if g.sum().item() > -100 else 2.0)

    assert gradcheck(square(reads), (real(),))
    with pytest.raises(GradcheckError, match=r"(?s)^While computing batched gradients, got: .*failed while testing batched gradient"):
        gradcheck(square(reads), (real(),), check_batched_grad=True)


def test_batched_tangents_that_read_values() -> None:
    def func(x: Any) -> Any:
        dual = torch.autograd.forward_ad.unpack_dual(x)
        if dual.tangent is not None:
            dual.tangent.sum().item()
        return x * 2

    with pytest.raises(GradcheckError, match=r"(?s)^While computing batched gradients, got: .*with forward-mode AD"):
        gradcheck(func, (real(),), check_forward_ad=True, check_batched_forward_grad=True)


def test_arguments_of_gradgradcheck_that_exclude_each_other():
    for name in ("check_undefined_grad", "check_batched_grad"):
        options = {"check_undefined_grad": False, name: True}
        with pytest.raises(AssertionError, match=f"Setting {name}=True requires check_rev_over_rev to be True"):
            gradgradcheck(torch.sin, real(), check_fwd_over_rev=True, check_rev_over_rev=False, **options)


def test_a_backward_that_ignores_its_cotangent_is_found_in_fast_mode():
    class Ignores(Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.sum()

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return torch.ones(3, dtype=torch.float64)

    with pytest.raises(GradcheckError, match="backward not multiplied by grad_output"):
        gradcheck(Ignores.apply, real(), fast_mode=True)


def test_empty_inputs_pass():
    assert gradcheck(lambda a: a * a, torch.zeros(2, 0, dtype=torch.float64, requires_grad=True))


def test_sparse_inputs():
    x = torch.tensor([[1.0, 0.0], [0.0, 3.0]], dtype=torch.float64).to_sparse().requires_grad_()
    for fast in (False, True):
        assert gradcheck(lambda s: s.to_dense(), (x,), masked=True, fast_mode=fast)
    assert gradcheck(lambda s: s.to_dense(masked_grad=False), (x,))
    with pytest.raises(GradcheckError, match="Jacobian mismatch"):
        gradcheck(lambda s: s.to_dense(), (x,), masked=False)
    with pytest.raises(ValueError, match="Sparse output is not supported at gradcheck yet"):
        gradcheck(lambda s: s * 2, (x,))

    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, s):
            return s.to_dense()

        @staticmethod
        def backward(ctx, g):
            return (g * 2).to_sparse()

    with pytest.raises(GradcheckError, match="Jacobian mismatch"):
        gradcheck(Wrong.apply, (x,), masked=True)


@pytest.mark.parametrize("form", ["csr", "csc", "bsr", "bsc"])
def test_compressed_inputs(form):
    """Stored elements are varied with `masked`, all without; a wrong derivative is found."""
    dense = torch.tensor([[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 0.5]], dtype=torch.float64)
    block = ((2, 2),) if form[0] == "b" else ()

    def leaf():
        return getattr(dense, f"to_sparse_{form}")(*block).requires_grad_()

    assert torch.autograd.gradcheck(lambda s: s.to_dense() * 2, (leaf(),), masked=True)
    assert torch.autograd.gradcheck(lambda s: s.to_dense(masked_grad=False) ** 2, (leaf(),), masked=False)
    assert torch.autograd.gradcheck(lambda s: s.values() ** 2, (leaf(),), masked=True)

    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 3

    for options in ({"masked": True}, {"masked": True, "fast_mode": True}):
        with pytest.raises(RuntimeError, match="Jacobian mismatch"):
            torch.autograd.gradcheck(lambda s: Wrong.apply(s.to_dense()), (leaf(),), **options)


@pytest.mark.parametrize("norm", ["layer", "batch", "batch of constants", "group", "instance"])
def test_third_derivatives_of_norms(norm: str) -> None:
    """PyTorch's of layer and batch norms take mean and deviation for constants there and fail this check."""
    functional = torch.nn.functional
    x = torch.arange(1.0, 25, dtype=torch.float64).mul(0.37).sin().reshape(2, 3, 4).requires_grad_()
    mean, variance = torch.zeros(3, dtype=torch.float64), torch.ones(3, dtype=torch.float64)
    functions = {
        "layer": lambda x, w: functional.layer_norm(x, (4,), w), "group": lambda x, w: functional.group_norm(x, 1, w),
        "batch": lambda x, w: functional.batch_norm(x, None, None, w, training=True),
        "batch of constants": lambda x, w: functional.batch_norm(x, mean, variance, w),
        "instance": lambda x, w: functional.instance_norm(x, None, None, w)}
    weight = torch.linspace(-1, 2, 4 if norm == "layer" else 3, dtype=torch.float64).requires_grad_()

    def gradient(x: torch.Tensor, w: torch.Tensor) -> Any:
        return torch.autograd.grad(functions[norm](x, w).sin().sum(), (x, w), create_graph=True)

    assert torch.autograd.gradgradcheck(gradient, (x, weight), fast_mode=True)
