"""How exact functions of half precision and their gradients are: errors against the same in double precision.

PyTorch's are in `data/half_errors.json`, by `data/recorders/ops/half_errors.py`; nothing here imports a tensor library.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

POINTWISE = {
    "real": "sin cos tanh sigmoid exp erf erfc sinh cosh asinh atan expm1 sinc i0 exp2 square",
    "positive": "log log2 log10 log1p sqrt rsqrt reciprocal lgamma digamma",
    "probability": "asin acos atanh logit erfinv",
}
ACTIVATIONS = "gelu silu mish softplus elu celu selu hardswish softsign tanhshrink logsigmoid relu6 softshrink hardshrink"
#: Name -> (where 512 elements lie, a function of torch and those).
FUNCTIONS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    **{name: (where, lambda t, x, name=name: getattr(t, name)(x))  # type: ignore[misc]
       for where, names in POINTWISE.items() for name in names.split()},
    **{name: ("real", lambda t, x, name=name: getattr(t.nn.functional, name)(x)) for name in ACTIVATIONS.split()},  # type: ignore[misc]
    "gelu by tanh": ("real", lambda t, x: t.nn.functional.gelu(x, approximate="tanh")),
    "glu": ("real", lambda t, x: t.nn.functional.glu(x, 0)),
    "cube": ("real", lambda t, x: x ** 3), "power": ("positive", lambda t, x: x ** 1.5), "inverse": ("positive", lambda t, x: 1 / x),
    "softmax": ("real", lambda t, x: x.softmax(0)), "log_softmax": ("real", lambda t, x: x.log_softmax(0)),
    "logsumexp": ("real", lambda t, x: x.logsumexp(0)), "logcumsumexp": ("real", lambda t, x: x.reshape(64, 8).logcumsumexp(0)),
    "layer_norm": ("real", lambda t, x: t.nn.functional.layer_norm(x.reshape(16, 32), (32,))),
    "rms_norm": ("real", lambda t, x: t.nn.functional.rms_norm(x.reshape(16, 32), (32,))),
    "group_norm": ("real", lambda t, x: t.nn.functional.group_norm(x.reshape(4, 16, 8), 4)),
    "batch_norm": ("real", lambda t, x: t.nn.functional.batch_norm(x.reshape(32, 16), None, None, training=True)),
    "instance_norm": ("real", lambda t, x: t.nn.functional.instance_norm(x.reshape(2, 4, 64))),
    "var": ("real", lambda t, x: x.reshape(16, 32).var(1)), "std": ("real", lambda t, x: x.reshape(16, 32).std(1)),
    "norm": ("real", lambda t, x: x.reshape(16, 32).norm(dim=1)), "norm of 3": ("real", lambda t, x: x.reshape(16, 32).norm(3, dim=1)),
    "cosine_similarity": ("real", lambda t, x: t.nn.functional.cosine_similarity(x.reshape(16, 32), x.flip(0).reshape(16, 32))),
    "normalize": ("real", lambda t, x: t.nn.functional.normalize(x.reshape(16, 32))),
    "mse_loss": ("real", lambda t, x: t.nn.functional.mse_loss(x, x.detach() * 0.5, reduction="none")),
    "huber_loss": ("real", lambda t, x: t.nn.functional.huber_loss(x, x.detach() * 0.5, reduction="none")),
    "binary_cross_entropy": ("probability", lambda t, x: t.nn.functional.binary_cross_entropy(x, x.detach().flip(0), reduction="none")),
    "cross_entropy": ("real", lambda t, x: t.nn.functional.cross_entropy(x.reshape(32, 16), t.arange(32) % 16, reduction="none")),
    "cumsum": ("real", lambda t, x: x.reshape(64, 8).cumsum(0)), "prod": ("positive", lambda t, x: x.reshape(64, 8).prod(1)),
    "logaddexp": ("real", lambda t, x: t.logaddexp(x, x.flip(0))), "atan2": ("real", lambda t, x: t.atan2(x, x.flip(0) + 0.1)),
    "addcdiv": ("positive", lambda t, x: t.addcdiv(x, x, x.flip(0), value=0.3)),
    "lerp": ("positive", lambda t, x: t.lerp(x, x.flip(0), 0.3)),
    "bilinear": ("real", lambda t, x: t.nn.functional.interpolate(x.reshape(1, 2, 16, 16), scale_factor=2, mode="bilinear")),
    "avg_pool2d": ("real", lambda t, x: t.nn.functional.avg_pool2d(x.reshape(1, 2, 16, 16), 3, 2, 1)),
    "adaptive_avg_pool2d": ("real", lambda t, x: t.nn.functional.adaptive_avg_pool2d(x.reshape(1, 2, 16, 16), 3)),
    "conv2d": ("real", lambda t, x: t.nn.functional.conv2d(x.reshape(1, 2, 16, 16), x[:36].reshape(2, 2, 3, 3))),
    "linear": ("real", lambda t, x: t.nn.functional.linear(x.reshape(16, 32), x[:128].reshape(4, 32), x[:4])),
    "attention": ("real", lambda t, x: t.nn.functional.scaled_dot_product_attention(
        x.reshape(1, 16, 32), x.flip(0).reshape(1, 16, 32), x.reshape(1, 16, 32))),
    "embedding": ("real", lambda t, x: t.nn.functional.embedding(t.arange(40) % 16, x.reshape(16, 32))),
    "index_add": ("real", lambda t, x: t.zeros(4, 32, dtype=x.dtype).index_add(0, t.arange(16) % 4, x.reshape(16, 32))),
    "einsum": ("real", lambda t, x: t.einsum("ij,kj->ik", x.reshape(16, 32), x.reshape(16, 32))),
}
ENDS = {"real": (-3.0, 3.0), "positive": (0.6, 3.0), "probability": (0.05, 0.95)}


def _results(torch: Any, function: Callable[[Any, Any], Any], x: Any, cotangent: Any) -> tuple[Any, Any]:
    x = x.detach().requires_grad_()
    y = function(torch, x)
    grad, = torch.autograd.grad(y, x, cotangent[:y.numel()].reshape(y.shape).to(y.dtype))
    return y.detach().double(), grad.double()


def errors(torch: Any, name: str, dtype: str) -> list[list[float]]:
    """Of the function and of its gradient: the mean and the largest error, relative to the largest element."""
    where, function = FUNCTIONS[name]
    x, cotangent = (torch.linspace(*ends, n).to(getattr(torch, dtype)) for ends, n in ((ENDS[where], 512), ((0.5, 1.0), 2048)))
    pairs = zip(_results(torch, function, x, cotangent), _results(torch, function, x.double(), cotangent), strict=True)
    return [[float(f"{(each / exact.abs().max()).item():.3g}") for each in ((found - exact).abs().mean(), (found - exact).abs().max())]
            for found, exact in pairs]
