"""First gradients where a value is infinite, NaN or 0.

Left out are hardtanh, relu6, the shrinking functions, hardswish, logit and elu at NaN: PyTorch answers otherwise for the last few elements,
which it computes one by one, than for those before.
"""
from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

NAN, INF = math.nan, math.inf
EDGES = ((NAN, 1.0, -2.0, 0.5), (0.25, INF, 1.0, -1.0), (1.5, -INF, 0.5, -1.0), (0.0, 0.0, 0.25, 2.0), (1.0, NAN, INF, -INF))


def _gradients(torch: Any, function: Callable[[Any], Any], edges: Any = EDGES) -> Iterator[Any]:
    for values in edges:
        x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # `numpys_warnings` looks at these
            y = function(x)
            result = y.detach(), torch.autograd.grad(y, x, torch.ones_like(y))[0]
        yield result


def numpys_warnings(torch: Any) -> Iterator[Any]:
    """Infinity times 0 and infinity minus infinity give NaN, and the recorder looks for warnings."""
    x = torch.tensor([0.0, INF])
    yield x * x.flip(0), x - x
    # PyTorch: (tensor([nan, nan]), tensor([0., nan]))


def activations(torch: Any) -> Iterator[Any]:
    """Values and gradients of activations at 0, at infinities and at NaN."""
    F = torch.nn.functional
    for function in (F.relu, F.leaky_relu, F.softplus, F.hardsigmoid, F.silu, F.mish, F.tanhshrink, F.softsign,
                     lambda x: F.threshold(x, 0.25, 0.0), lambda x: F.prelu(x, torch.tensor([0.25], dtype=torch.float64))):
        yield from _gradients(torch, function)
    for function in (F.elu, F.celu, F.selu):
        yield from _gradients(torch, function, EDGES[1:4])


def pointwise(torch: Any) -> Iterator[Any]:
    """Values and gradients of pointwise functions at 0, at infinities and at NaN."""
    for function in (torch.abs, torch.sign, torch.sqrt, torch.nan_to_num, torch.frac, torch.sinc, torch.exp, torch.sigmoid,
                     lambda x: torch.xlogy(x, x), lambda x: x.remainder(2), lambda x: x.fmod(2), lambda x: torch.hypot(x, x + 1),
                     lambda x: torch.atan2(x, x + 1), lambda x: x.pow(0), lambda x: x.pow(1), lambda x: x.pow(3), lambda x: x.pow(0.5),
                     lambda x: torch.pow(x, x), lambda x: torch.copysign(x, x), lambda x: torch.logaddexp(x, x * 2),
                     lambda x: torch.lerp(x, x * 2, 0.25), lambda x: torch.where(x > 0, x, x * 2)):
        yield from _gradients(torch, function)


def limits(torch: Any) -> Iterator[Any]:
    """How clamps, maxima and minima share the gradient at a tie or at NaN."""
    zero, one = torch.zeros((), dtype=torch.float64), torch.ones((), dtype=torch.float64)
    for function in (lambda x: x.clamp(min=0), lambda x: x.clamp(max=0), lambda x: x.clamp(zero, one), lambda x: x.clamp(min=zero),
                     lambda x: torch.maximum(x, zero), lambda x: torch.minimum(x, zero), lambda x: torch.fmax(x, zero),
                     lambda x: torch.fmin(x, zero)):
        yield from _gradients(torch, function)


def reductions(torch: Any) -> Iterator[Any]:
    """Where reductions, sorts and norms send the gradient at ties, 0, NaN and infinities."""
    for function in (torch.sum, torch.nansum, torch.prod, torch.amax, torch.max, torch.min, torch.median, torch.nanmedian, torch.nanmean,
                     torch.std, lambda x: x.logsumexp(0), lambda x: x.max(0)[0], lambda x: x.sort()[0],
                     lambda x: x.topk(2)[0], lambda x: x.cummax(0)[0], lambda x: x.cumprod(0),
                     lambda x: x.log_softmax(0), lambda x: torch.dist(x, x * 0)):
        yield from _gradients(torch, function)
    for order in (0, 0.5, 1, 2, 3, INF, -INF):
        yield from _gradients(torch, lambda x, order=order: x.norm(order))


def slices(torch: Any) -> Iterator[Any]:
    """Gradients of `renorm` and max pooling at their edge values."""
    yield from _gradients(torch, lambda x: x.view(2, 2).renorm(2, 0, 1.0), EDGES[:1])
    yield from _gradients(torch, lambda x: torch.nn.functional.max_pool1d(x.view(1, 1, 4), 2).view(-1))


def sinc_inside_of_transforms(torch: Any) -> Iterator[Any]:
    """`sinc` at 0 under `vmap`, `grad` and `jvp`."""
    x = torch.tensor([0.0, 0.5])
    yield torch.vmap(torch.sinc)(x), torch.func.grad(lambda x: torch.sinc(x).sum())(x), torch.func.jvp(torch.sinc, (x,), (x + 1,))
    # PyTorch: (tensor([1.0000, 0.6366]), tensor([0.0000, -1.2732]), (tensor([1.0000, 0.6366]), tensor([0.0000, -1.9099])))


def shapes_of_a_variance(torch: Any) -> Iterator[Any]:
    """Which shapes of variance `gaussian_nll_loss` broadcasts, and which it refuses."""
    loss = torch.nn.functional.gaussian_nll_loss
    flat, deep = ((2,), (1, 3), (2, 1), (2, 3), (1, 1), (3,), ()), ((4, 2), (1, 2, 3), (4, 1, 3), (4, 1, 1))
    for shape, sizes in (((2, 3), flat), ((4, 2, 3), deep)):
        for size in sizes:
            x, variance = torch.ones(shape, requires_grad=True), torch.full(size, 2.0, requires_grad=True)
            try:
                value = loss(x, torch.zeros(shape), variance, reduction="none")
            except ValueError as error:
                yield size, str(error)
            else:
                yield value, torch.autograd.grad(value.sum(), (x, variance))


def divergence_of_one_number(torch: Any) -> Iterator[Any]:
    """`kl_div` of a 0-d tensor under each reduction: value, node and gradient."""
    for reduction in ("batchmean", "sum", "none"):
        x = torch.tensor(-0.5, requires_grad=True)
        out = torch.nn.functional.kl_div(x, torch.tensor(0.25), reduction=reduction)
        yield out, out.grad_fn.name(), torch.autograd.grad(out, x)
    # PyTorch: (tensor(-0.2216, grad_fn=<SumBackward0>), 'SumBackward0', (tensor(-0.2500),))
    # PyTorch: (tensor(-0.2216, grad_fn=<SumBackward0>), 'SumBackward0', (tensor(-0.2500),))
    # PyTorch: (tensor(-0.2216, grad_fn=<SubBackward0>), 'SubBackward0', (tensor(-0.2500),))


def functions_of_the_c_library(torch: Any) -> Iterator[Any]:
    """Which functions of `torch.nn.functional` are the same objects as those of `torch._C._nn`."""
    F = torch.nn.functional
    for name in ("avg_pool2d", "avg_pool3d", "elu_", "gelu", "hardtanh_", "leaky_relu_", "linear", "one_hot",
                 "scaled_dot_product_attention", "softplus", "softshrink"):
        yield name, getattr(torch._C._nn, name) is getattr(F, name)
    yield torch._C._nn.log_sigmoid is F.logsigmoid
