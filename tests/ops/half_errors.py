"""Accuracy of functions in half precision and their gradients: errors relative to double precision.

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
    "sum": ("positive", lambda t, x: x.sum()), "mean": ("positive", lambda t, x: x.reshape(16, 32).mean(1)),
    "nansum": ("positive", lambda t, x: x.reshape(16, 32).nansum(0)), "nanmean": ("positive", lambda t, x: x.reshape(16, 32).nanmean(1)),
    "trace": ("positive", lambda t, x: x[:256].reshape(16, 16).trace()), "dot": ("positive", lambda t, x: t.dot(x, x.flip(0))),
    "mv": ("real", lambda t, x: t.mv(x.reshape(16, 32), x[:32])),
    "addmv": ("real", lambda t, x: t.addmv(x[:16], x.reshape(16, 32), x[:32])),
    "addmm": ("real", lambda t, x: t.addmm(x[:16], x.reshape(16, 32), x.reshape(32, 16), beta=0.3, alpha=1.7)),
    "bmm": ("real", lambda t, x: t.bmm(x.reshape(4, 8, 16), x.reshape(4, 16, 8))),
    "baddbmm": ("real", lambda t, x: t.baddbmm(x[:8], x.reshape(4, 8, 16), x.reshape(4, 16, 8), beta=0.3)),
    "kron": ("real", lambda t, x: t.kron(x[:16].reshape(4, 4), x[16:32].reshape(4, 4))),
    "bilinear layer": ("real", lambda t, x: t.nn.functional.bilinear(
        x[:64].reshape(8, 8), x[64:128].reshape(8, 8), x[:256].reshape(4, 8, 8), x[:4])),
    "cumprod": ("positive", lambda t, x: x.reshape(64, 8).cumprod(1)), "trapezoid": ("real", lambda t, x: t.trapezoid(x.reshape(16, 32))),
    "cov": ("real", lambda t, x: t.cov(x.reshape(8, 64))), "pairwise_distance": ("real", lambda t, x: t.nn.functional.pairwise_distance(
        x.reshape(16, 32), x.flip(0).reshape(16, 32))),
    "l1_loss": ("real", lambda t, x: t.nn.functional.l1_loss(x, x.detach().flip(0))),
    "mse_loss, mean": ("real", lambda t, x: t.nn.functional.mse_loss(x, x.detach().flip(0))),
    "smooth_l1_loss": ("real", lambda t, x: t.nn.functional.smooth_l1_loss(x, x.detach().flip(0), reduction="sum")),
    "huber_loss, mean": ("real", lambda t, x: t.nn.functional.huber_loss(x, x.detach() * 0.5)),
    "kl_div": ("positive", lambda t, x: t.nn.functional.kl_div(x, x.detach().flip(0), reduction="sum")),
    "poisson_nll_loss": ("positive", lambda t, x: t.nn.functional.poisson_nll_loss(x, x.detach().flip(0))),
    "gaussian_nll_loss": ("positive", lambda t, x: t.nn.functional.gaussian_nll_loss(x, x.detach().flip(0), x.detach() + 1)),
    "binary_cross_entropy, mean": ("probability", lambda t, x: t.nn.functional.binary_cross_entropy(x, x.detach().flip(0))),
    "binary_cross_entropy_with_logits": ("real", lambda t, x: t.nn.functional.binary_cross_entropy_with_logits(
        x, (x.detach() > 0).to(x.dtype))),
    "soft_margin_loss": ("real", lambda t, x: t.nn.functional.soft_margin_loss(x, x.detach().flip(0).sign())),
    "hinge_embedding_loss": ("real", lambda t, x: t.nn.functional.hinge_embedding_loss(x, x.detach().flip(0).sign())),
    "margin_ranking_loss": ("real", lambda t, x: t.nn.functional.margin_ranking_loss(x, x.detach().flip(0), x.detach().sign(), 0.3)),
    "cosine_embedding_loss": ("real", lambda t, x: t.nn.functional.cosine_embedding_loss(
        x.reshape(16, 32), x.detach().flip(0).reshape(16, 32), x.detach()[::32].sign(), 0.1)),
    "triplet_margin_loss": ("real", lambda t, x: t.nn.functional.triplet_margin_loss(
        x.reshape(16, 32), x.detach().flip(0).reshape(16, 32), x.detach().roll(5).reshape(16, 32))),
    "multilabel_soft_margin_loss": ("real", lambda t, x: t.nn.functional.multilabel_soft_margin_loss(
        x.reshape(32, 16), (x.detach().flip(0) > 1).to(x.dtype).reshape(32, 16))),
    "nll_loss": ("real", lambda t, x: t.nn.functional.nll_loss(x.reshape(32, 16) - 3, t.arange(32) % 16)),
    "cross_entropy, mean": ("real", lambda t, x: t.nn.functional.cross_entropy(x.reshape(32, 16), t.arange(32) % 16, label_smoothing=0.1)),
    "bicubic": ("real", lambda t, x: t.nn.functional.interpolate(x.reshape(1, 2, 16, 16), scale_factor=1.7, mode="bicubic")),
    "conv1d": ("real", lambda t, x: t.nn.functional.conv1d(x.reshape(1, 8, 64), x[:48].reshape(2, 8, 3), padding=1)),
    "conv_transpose2d": ("real", lambda t, x: t.nn.functional.conv_transpose2d(x.reshape(1, 2, 16, 16), x[:36].reshape(2, 2, 3, 3))),
    "lp_pool2d": ("positive", lambda t, x: t.nn.functional.lp_pool2d(x.reshape(1, 2, 16, 16), 3.0, 2)),
    "fold": ("real", lambda t, x: t.nn.functional.fold(x.reshape(1, 32, 16), 5, 2)),
    "local_response_norm": ("real", lambda t, x: t.nn.functional.local_response_norm(x.reshape(2, 8, 32), 3)),
    "embedding_bag": ("real", lambda t, x: t.nn.functional.embedding_bag((t.arange(40) % 16).reshape(4, 10), x.reshape(
        16, 32), mode="sum")),
    "scatter_add": ("real", lambda t, x: t.zeros(4, 32, dtype=x.dtype).scatter_add(
        0, (t.arange(512) % 4).reshape(16, 32), x.reshape(16, 32))),
    "scatter_reduce": ("positive", lambda t, x: t.zeros(4, 32, dtype=x.dtype).scatter_reduce(
        0, (t.arange(512) % 4).reshape(16, 32), x.reshape(16, 32), "mean", include_self=False)),
    "index_put": ("real", lambda t, x: t.zeros(4, 32, dtype=x.dtype).index_put((t.arange(16) % 4,), x.reshape(16, 32), accumulate=True)),
    "hypot": ("real", lambda t, x: t.hypot(x, x.flip(0) + 0.1)), "xlogy": ("positive", lambda t, x: t.xlogy(x, x.flip(0))),
    "logaddexp2": ("real", lambda t, x: t.logaddexp2(x, x.flip(0))),
    "addcmul": ("real", lambda t, x: t.addcmul(x, x, x.flip(0), value=0.3)),
    "prelu": ("real", lambda t, x: t.nn.functional.prelu(x.reshape(16, 32), x[:32])), "ndtr": ("real", lambda t, x: t.special.ndtr(x)),
    "entr": ("positive", lambda t, x: t.special.entr(x)), "std_mean": ("real", lambda t, x: t.std_mean(x.reshape(16, 32), 1)[0]),
    "cross": ("real", lambda t, x: t.linalg.cross(x[:510].reshape(-1, 3), x[:510].flip(0).reshape(-1, 3))),
    "gradient": ("real", lambda t, x: t.gradient(x, spacing=0.3)[0]), "renorm": ("real", lambda t, x: x.reshape(16, 32).renorm(2, 0, 3.0)),
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
