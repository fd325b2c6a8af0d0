"""Gradients that can be differentiated again: whether they have a graph, and their strides; by operation."""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

UNARY = (
    "neg", "abs", "sign", "square", "sin", "cos", "tanh", "sigmoid", "relu", "floor", "exp", "exp2", "sqrt", "reciprocal", "log1p", "erf",
    "atan", "frac", "sgn", "expm1", "rsqrt", "asinh", "log")
CALLS = (
    "clamp(0, 1)", "clamp(min=0.3)", "clamp(max=0.3)", "nan_to_num()", "pow(2)", "pow(3)", "pow(0)", "hypot(w)", "atan2(w)",
    "logaddexp(w)", "xlogy(w)", "maximum(w)", "minimum(w)", "fmax(w)", "fmin(w)", "fmod(w)", "remainder(2)", "copysign(w)",
    "lerp(w, 0.25)", "addcmul(w, w, value=0.5)", "sum()", "sum(-1)", "mean()", "mean(-1)", "mean(-1, True)", "prod()", "prod(-1)",
    "amax()", "amin(-1, True)", "std()", "norm()", "nansum()", "nansum(-1)", "cumsum(-1)", "cumprod(-1)", "cummax(-1)[0]", "max(-1)[0]",
    "min(-1)[0]", "sort(-1)[0]", "median(-1)[0]", "median()", "max()", "min()", "topk(1, -1)[0]", "kthvalue(1, -1)[0]", "mode(-1)[0]",
    "softmax(-1)", "log_softmax(-1)", "reshape(-1)", "unsqueeze(0)", "flip(0)", "expand(2, *x.shape)", "as_strided((2,), (1,))",
    "index_select(-1, torch.tensor([0, 0]))", "masked_fill(w > 0, 2.0)", "masked_select(w > 0)", "diff(dim=-1)", "tril()")
OTHERS = (
    "x ** w", "w ** x", "2 ** x", "x / w", "w / x", "2 / x", "x @ x.mT", "torch.stack([x, w])", "torch.stack([x, x])",
    "torch.cat([x, w], 0)", "torch.where(w > 0, x, w)", "torch.add(w, x, alpha=2)", "torch.sub(w, x, alpha=2)", "torch.lerp(w, x, 0.3)",
    "F.leaky_relu(x, 0.1)", "F.softplus(x)", "F.gelu(x)", "F.gelu(x, approximate='tanh')", "F.elu(x)", "F.celu(x)", "F.selu(x)",
    "F.silu(x)", "F.hardtanh(x)", "F.logsigmoid(x)", "F.softshrink(x)", "sum(x)", "x[0]", "x[..., None]", "x[w > 0]",
    "torch.einsum('...i,...i->...', x, w)")


def _expressions() -> list[str]:
    return [f"x.{name}()" for name in UNARY] + [f"x.{call}" for call in CALLS] + list(OTHERS)


def _leaf(torch: Any) -> Any:
    return torch.tensor([[0.5, 1.5, 0.7], [2.0, 0.25, 1.1]], dtype=torch.float64, requires_grad=True)


def _value(torch: Any, expression: str, x: Any) -> Any:
    return eval(expression, {"torch": torch, "F": torch.nn.functional, "x": x, "w": x.detach() * 2 - 1.7})


def _summary(g: Any) -> Any:
    return None if g is None else (g.grad_fn is not None, tuple(g.stride()))


def graphs_and_strides(torch: Any) -> Iterator[Any]:
    """Where the gradient comes from a graph, and where it comes from constants."""
    for expression in _expressions():
        x = _leaf(torch)
        y = _value(torch, expression, x)
        moving = torch.autograd.grad((y**2).sum(), x, create_graph=True)[0]
        still = torch.autograd.grad((_value(torch, expression, x) * y.detach()).sum(), x, create_graph=True)[0]
        yield expression, _summary(moving), _summary(still)


def numbers(torch: Any) -> Iterator[Any]:
    """Of tensors without dimensions, much is simpler."""
    for expression in (
            "x.sum()", "x.mean()", "x.cumsum(0)", "x.cumprod(0)", "x.prod()", "x.prod(0)", "x.expand(2)", "x + torch.ones(2)", "x * x",
                       "x.max()", "x.sort()[0]", "x.softmax(0)", "x.clamp(0, 1)", "x.pow(0)", "F.elu(x)", "x.take(torch.tensor([0, 0]))"):
        x = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
        y = _value(torch, expression, x)
        yield expression, _summary(torch.autograd.grad((y**2).sum(), x, create_graph=True)[0])
        y = _value(torch, expression, x)
        yield _summary(torch.autograd.grad((y * y.detach()).sum(), x, create_graph=True)[0])


def infinite_gradients(torch: Any) -> Iterator[Any]:
    """What a mask keeps out is 0 whatever comes."""
    for expression in (
            "torch.maximum(x, w)", "torch.minimum(x, w)", "torch.fmax(x, w)", "torch.fmin(x, w)", "x.clamp(0, 1)", "x.clamp(min=0.6)",
            "x.max()", "x.median()", "x.amax()", "x ** (w * 0)", "x.xlogy(w)", "torch.where(w > 0, x, w)", "x.relu()", "x.pow(0)"):
        x = _leaf(torch)
        y = _value(torch, expression, x)
        yield expression, torch.autograd.grad(y, x, torch.full_like(y, math.inf))[0].tolist()
    for f in (lambda x: x.amax(), lambda x: x.amax(-1).sum(), lambda x: x.max(), lambda x: x.amin(0).sum(),
              lambda x: torch.maximum(x, x.flip(0)).sum()):
        x = torch.tensor([[1.0, math.nan], [2.0, 3.0]], requires_grad=True)
        yield torch.autograd.grad(f(x), x)[0].tolist()


def signs_of_complex_zeros(torch: Any) -> Iterator[Any]:
    """0 where the number is 0, in both modes, and so are second derivatives of the norms that come of them."""
    x = torch.tensor([0j, 1 + 1j, 1e-200 + 0j, -2j])
    t = torch.tensor([1 + 1j, 1j, 2 - 1j, 3 + 0j])
    for function in (torch.sgn, lambda z: torch.func.vjp(lambda y: y.abs().sum(), z)[1](torch.tensor(1.0))[0]):
        yield [part.clone() for part in torch.func.jvp(function, (x,), (t,))]
    z = x.clone().requires_grad_()
    z.sgn().backward(t)
    yield z.grad.clone()
    (g,) = torch.autograd.grad(z.sgn(), z, t, create_graph=True)
    yield g.grad_fn is not None, g.detach().clone()
    for order in (1, 3, 4, float("inf"), float("-inf")):
        for values in ([0j, 3 + 4j, 1j], [0j, 0j, 0j], [3 + 4j, 5 + 0j, 0j]):
            z = torch.tensor(values, dtype=torch.complex128, requires_grad=True)
            (g,) = torch.autograd.grad(torch.linalg.vector_norm(z, order), z, create_graph=True)
            yield g.detach().clone()
            yield torch.autograd.grad((g * (1 + 2j)).real.sum(), z)[0] + 0.0  # signs of zeros depend on the order of sums


def gradients_that_norms_do_not_have(torch: Any) -> Iterator[Any]:
    """The gradients of weight and bias do not depend on the weight, nor does what is normalised by constants on the input."""
    functional = torch.nn.functional
    x = torch.arange(1.0, 25).mul(0.37).sin().reshape(2, 3, 4).requires_grad_()
    weight, row = torch.tensor([0.5, -1.0, 2.0], requires_grad=True), torch.tensor([0.5, -1.0, 2.0, 0.25], requires_grad=True)
    mean, variance = torch.tensor([0.1, 0.2, 0.3]), torch.tensor([1.0, 2.0, 0.5])
    for function, leaves in (
            (lambda x, w: functional.layer_norm(x, (4,), w), (x, row)), (lambda x, w: functional.layer_norm(x.detach(), (4,), w), (row,)),
            (lambda x, w: functional.layer_norm(x, (4,)), (x,)), (lambda x, w: functional.layer_norm(x, (4,), w.detach(), w), (x, row)),
            (lambda x, w: functional.batch_norm(x, mean, variance), (x,)),
            (lambda x, w: functional.batch_norm(x, mean, variance, w), (x, weight)),
            (lambda x, w: functional.batch_norm(x, None, None, w, training=True), (x, weight)),
            (lambda x, w: functional.batch_norm(x.detach(), None, None, w, training=True), (weight,))):
        y = function(x, row if leaves[-1] is row else weight)
        v = torch.linspace(-1, 1, y.numel()).reshape(y.shape).requires_grad_()
        for g in torch.autograd.grad(y, leaves, v, create_graph=True):
            if g.requires_grad:
                again = torch.linspace(1, 3, g.numel()).reshape(g.shape)
                found = torch.autograd.grad(g, (x, row, weight, v), again, retain_graph=True, allow_unused=True)
                yield [None if f is None else [f"{n:.2f}".replace("-0.00", "0.00") for n in f.flatten().tolist()] for f in found]
