"""Calls of nn.functional for test_functional.py, and the recorder of their reference results.

`python tests/nn/recorded/functional_cases.py` needs PyTorch 2.13 and writes functional.npz next to this file.  A case is a function of
`F` and of `t`, which creates its inputs; it is run with seed 0, and gradients flow back to every input created by `t`.
"""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

REFERENCE = Path(__file__).with_name("functional.npz")


class Inputs:
    """Makes tensors without pattern and without a generator: `t(2, 3)` differentiable, `t.int(4, 2, 3)` below 4, `t.bool(2, 3)`."""

    def __init__(self, torch: Any) -> None:
        self.torch = torch
        self.made: list[Any] = []

    def __call__(self, *shape: int) -> Any:
        offset = 11 * len(self.made)
        values = np.sin(np.arange(offset, offset + int(np.prod(shape))) * 1.7 + 0.3).astype(np.float32).reshape(shape)
        tensor = self.torch.from_numpy(values.copy()).requires_grad_()
        self.made.append(tensor)
        return tensor

    def positive(self, *shape: int) -> Any:
        """Values in (0, 1)."""
        return self(*shape) * 0.45 + 0.5

    def int(self, below: int, *shape: int) -> Any:
        """Integers from 0 to below - 1."""
        return self.torch.from_numpy((np.arange(int(np.prod(shape)), dtype=np.int64) * 7 % 11 % below).reshape(shape))

    def bool(self, *shape: int) -> Any:
        """Truth values, about half of each."""
        return self.int(2, *shape) == 1

    def signs(self, *shape: int) -> Any:
        """-1 and 1."""
        return (self.int(2, *shape) * 2 - 1).to(self.torch.float32)


Case = Callable[[Any, Any], Any]

CONVOLUTION: dict[str, Case] = {
    "conv1d": lambda F, t: F.conv1d(t(2, 4, 7), t(6, 2, 3), t(6), 2, 1, 1, 2),
    "conv1d without batch": lambda F, t: F.conv1d(t(4, 7), t(6, 4, 3)),
    "conv1d same": lambda F, t: F.conv1d(t(2, 4, 7), t(6, 4, 4), padding="same"),
    "conv2d": lambda F, t: F.conv2d(t(2, 4, 5, 6), t(6, 2, 3, 2), t(6), (2, 1), (1, 0), (1, 2), 2),
    "conv2d valid": lambda F, t: F.conv2d(t(2, 4, 5, 6), t(6, 4, 3, 2), padding="valid"),
    "conv2d same": lambda F, t: F.conv2d(t(2, 4, 5, 6), t(6, 4, 3, 2), padding="same", dilation=2),
    "conv2d depthwise": lambda F, t: F.conv2d(t(2, 4, 5, 6), t(8, 1, 3, 3), groups=4),
    "conv2d without batch": lambda F, t: F.conv2d(t(4, 5, 6), t(6, 4, 3, 2), t(6)),
    "conv3d": lambda F, t: F.conv3d(t(1, 2, 4, 5, 4), t(4, 1, 2, 3, 2), t(4), (1, 2, 1), 1, (1, 1, 2), 2),
    "conv3d without batch": lambda F, t: F.conv3d(t(2, 4, 5, 4), t(4, 2, 2, 3, 2)),
    "conv_transpose1d": lambda F, t: F.conv_transpose1d(t(2, 4, 5), t(4, 3, 3), t(6), 2, 1, 1, 2, 1),
    "conv_transpose1d without batch": lambda F, t: F.conv_transpose1d(t(4, 5), t(4, 3, 3)),
    "conv_transpose2d": lambda F, t: F.conv_transpose2d(t(2, 4, 3, 4), t(4, 3, 3, 2), t(6), 2, (1, 0), 1, 2, (1, 2)),
    "conv_transpose3d": lambda F, t: F.conv_transpose3d(t(1, 2, 2, 3, 2), t(2, 3, 2, 3, 2), t(3), (1, 2, 1), 1, (0, 1, 0)),
    "conv_tbc": lambda F, t: F.conv_tbc(t(5, 2, 3), t(3, 3, 4), t(4), 1),
    "unfold": lambda F, t: F.unfold(t(2, 3, 5, 6), (2, 3), dilation=(1, 2), padding=1, stride=2),
    "unfold without batch": lambda F, t: F.unfold(t(3, 5, 6), 2),
    "fold": lambda F, t: F.fold(t(2, 12, 6), (3, 4), 2),
    "fold strided": lambda F, t: F.fold(t(12, 6), (5, 5), 2, dilation=2, padding=1, stride=(2, 3)),
    "linear": lambda F, t: F.linear(t(2, 3, 4), t(5, 4), t(5)),
    "linear vector": lambda F, t: F.linear(t(4), t(5, 4), t(5)),
    "linear 1-D weight": lambda F, t: F.linear(t(3, 4), t(4)),
    "bilinear": lambda F, t: F.bilinear(t(2, 3, 4), t(2, 3, 5), t(6, 4, 5), t(6)),
}

POOLING: dict[str, Case] = {
    "max_pool1d": lambda F, t: F.max_pool1d(t(2, 3, 8), 3, 2, 1),
    "max_pool1d with indices": lambda F, t: F.max_pool1d(t(2, 3, 8), 3, 2, 1, 2, return_indices=True),
    "max_pool1d ceil": lambda F, t: F.max_pool1d(t(3, 8), 3, 2, ceil_mode=True),
    "max_pool2d": lambda F, t: F.max_pool2d(t(2, 3, 6, 7), (3, 2), 2, (1, 0), (1, 2)),
    "max_pool2d with indices": lambda F, t: F.max_pool2d(t(3, 6, 7), 2, return_indices=True),
    "max_pool2d ceil": lambda F, t: F.max_pool2d(t(2, 3, 6, 7), 3, 2, 1, ceil_mode=True),
    "max_pool3d": lambda F, t: F.max_pool3d(t(1, 2, 4, 5, 4), 2, (2, 1, 2), 1),
    "max_pool3d with indices": lambda F, t: F.max_pool3d_with_indices(t(1, 2, 4, 5, 4), 2),
    "avg_pool1d": lambda F, t: F.avg_pool1d(t(2, 3, 8), 3, 2, 1, True, False),
    "avg_pool2d": lambda F, t: F.avg_pool2d(t(2, 3, 6, 7), (3, 2), 2, 1, True, False),
    "avg_pool2d divisor": lambda F, t: F.avg_pool2d(t(2, 3, 6, 7), 3, divisor_override=5),
    "avg_pool2d counts padding": lambda F, t: F.avg_pool2d(t(3, 6, 7), 3, 2, 1, True),
    "avg_pool3d": lambda F, t: F.avg_pool3d(t(1, 2, 4, 5, 4), 2, (2, 1, 2), 1, True, False),
    "adaptive_avg_pool1d": lambda F, t: F.adaptive_avg_pool1d(t(2, 3, 8), 3),
    "adaptive_avg_pool2d": lambda F, t: F.adaptive_avg_pool2d(t(2, 3, 7, 5), (3, None)),
    "adaptive_avg_pool3d": lambda F, t: F.adaptive_avg_pool3d(t(1, 2, 4, 5, 4), (2, 3, 1)),
    "adaptive_max_pool1d": lambda F, t: F.adaptive_max_pool1d(t(2, 3, 8), 3, True),
    "adaptive_max_pool2d": lambda F, t: F.adaptive_max_pool2d(t(2, 3, 7, 5), (3, None), True),
    "adaptive_max_pool3d": lambda F, t: F.adaptive_max_pool3d(t(1, 2, 4, 5, 4), (2, 3, 1)),
    "adaptive_max_pool1d_with_indices": lambda F, t: F.adaptive_max_pool1d_with_indices(t(3, 8), 3),
    "adaptive_max_pool2d_with_indices": lambda F, t: F.adaptive_max_pool2d_with_indices(t(3, 7, 5), 2),
    "adaptive_max_pool3d_with_indices": lambda F, t: F.adaptive_max_pool3d_with_indices(t(2, 4, 5, 4), 2),
    "fractional_max_pool2d": lambda F, t: F.fractional_max_pool2d(t(2, 3, 7, 8), 2, (3, 4)),
    "fractional_max_pool2d ratio": lambda F, t: F.fractional_max_pool2d(t(3, 7, 8), (2, 3), output_ratio=(0.5, 0.4), return_indices=True),
    "fractional_max_pool2d samples": lambda F, t: F.fractional_max_pool2d_with_indices(
        t(2, 3, 7, 8), 2, (3, 4), _random_samples=t.positive(2, 3, 2).detach()),
    "fractional_max_pool3d": lambda F, t: F.fractional_max_pool3d(t(1, 2, 5, 6, 7), 2, (3, 2, 3)),
    "fractional_max_pool3d ratio": lambda F, t: F.fractional_max_pool3d(
        t(2, 5, 6, 7), 2, output_ratio=(0.5, 0.6, 0.5), return_indices=True),
    "lp_pool1d": lambda F, t: F.lp_pool1d(t.positive(2, 3, 8), 3, 2, 2, True),
    "lp_pool2d": lambda F, t: F.lp_pool2d(t.positive(2, 3, 6, 7), 2, (3, 2), 2),
    "lp_pool2d odd power": lambda F, t: F.lp_pool2d(t(3, 6, 7), 3.0, 2),
    "lp_pool3d": lambda F, t: F.lp_pool3d(t.positive(1, 2, 4, 5, 4), 2, 2),
    "max_unpool1d": lambda F, t: F.max_unpool1d(*F.max_pool1d(t(2, 3, 8), 2, return_indices=True), 2),
    "max_unpool2d": lambda F, t: F.max_unpool2d(*F.max_pool2d(t(2, 3, 6, 7), 2, return_indices=True), 2, output_size=(6, 7)),
    "max_unpool3d": lambda F, t: F.max_unpool3d(*F.max_pool3d(t(1, 2, 4, 4, 4), 2, return_indices=True), 2),
}

MODES = {1: ("nearest", "linear", "area", "nearest-exact"), 2: ("nearest", "bilinear", "bicubic", "area", "nearest-exact"),
         3: ("nearest", "trilinear", "area", "nearest-exact")}


def _resize(n: int, mode: str, **options: Any) -> Case:
    return lambda F, t: F.interpolate(t(1, 2, 4, 5, 3)[(..., *(0,) * (3 - n))], mode=mode, **options)


VISION: dict[str, Case] = {
    **{f"interpolate {n}-D {mode} {name}": _resize(n, mode, **options)
       for n, modes in MODES.items() for mode in modes
       for name, options in (("larger", {"size": (7, 6, 5)[:n]}), ("smaller", {"size": (3, 2, 2)[:n]}), ("scaled", {"scale_factor": 1.7}))},
    **{f"interpolate corners {mode}": _resize(n, mode, size=(7, 2, 5)[:n], align_corners=True)
       for n, mode in ((1, "linear"), (2, "bilinear"), (2, "bicubic"), (3, "trilinear"))},
    **{f"interpolate antialias {mode} {size}": _resize(2, mode, size=size, antialias=True)
       for mode in ("bilinear", "bicubic", "lanczos") for size in ((3, 2), (7, 9))},
    "interpolate recomputed": _resize(2, "bilinear", scale_factor=(1.7, 0.6), recompute_scale_factor=True),
    "upsample": lambda F, t: F.upsample(t(1, 2, 3, 3), scale_factor=2),
    "upsample_nearest": lambda F, t: F.upsample_nearest(t(1, 2, 3, 3), 5),
    "upsample_bilinear": lambda F, t: F.upsample_bilinear(t(1, 2, 3, 3), scale_factor=2),
    **{f"grid_sample 2-D {mode} {padding} {corners}": (
        lambda F, t, m=mode, p=padding, c=corners: F.grid_sample(t(2, 3, 4, 5), t(2, 3, 2, 2) * 1.3, m, p, c))
       for mode in ("bilinear", "nearest", "bicubic") for padding in ("zeros", "border", "reflection") for corners in (False, True)},
    **{f"grid_sample 3-D {mode} {padding}": (
        lambda F, t, m=mode, p=padding: F.grid_sample(t(1, 2, 4, 5, 3), t(1, 2, 3, 2, 3) * 1.3, m, p, False))
       for mode in ("bilinear", "nearest") for padding in ("zeros", "border", "reflection")},
    "affine_grid 2-D": lambda F, t: F.affine_grid(t(2, 2, 3), [2, 3, 4, 5], False),
    "affine_grid 2-D corners": lambda F, t: F.affine_grid(t(2, 2, 3), [2, 3, 4, 5], True),
    "affine_grid 3-D": lambda F, t: F.affine_grid(t(1, 3, 4), [1, 3, 2, 4, 5], False),
    "pad constant": lambda F, t: F.pad(t(2, 3, 4), (1, 2, -1, 1), value=0.5),
    **{f"pad {mode} {n}-D": (lambda F, t, m=mode, n=n: F.pad(t(1, 2, 4, 5, 3)[(..., *(0,) * (3 - n))], (1, 2) + (2, 1) * (n - 1), m))
       for mode in ("reflect", "replicate", "circular") for n in (1, 2, 3)},
    "pad without batch": lambda F, t: F.pad(t(2, 4, 5), (1, 0, 2, 1), "reflect"),
    "pixel_shuffle": lambda F, t: F.pixel_shuffle(t(2, 8, 3, 2), 2),
    "pixel_unshuffle": lambda F, t: F.pixel_unshuffle(t(2, 2, 4, 6), 2),
    "channel_shuffle": lambda F, t: F.channel_shuffle(t(2, 6, 3, 2), 3),
    "native_channel_shuffle": lambda F, t: F.native_channel_shuffle(t(2, 6, 3, 2).detach(), 2),
}

ACTIVATION: dict[str, Case] = {
    **{name: (lambda F, t, f=name: getattr(F, f)(t(3, 4) * 4)) for name in (
        "relu", "relu6", "elu", "selu", "celu", "leaky_relu", "gelu", "logsigmoid", "hardshrink", "tanhshrink", "softsign", "softplus",
        "softshrink", "tanh", "sigmoid", "hardsigmoid", "silu", "mish", "hardswish", "hardtanh")},
    **{name: (lambda F, t, f=name, a=args: getattr(F, f)(t(3, 4) * 4, *a)) for name, args in (
        ("threshold", (0.1, 20.0)), ("glu", (1,)), ("softmin", (1,)), ("softmax", (0,)), ("log_softmax", (0,)))},
    **{f"{name} with arguments": (lambda F, t, f=name, a=args: getattr(F, f)(t(3, 4) * 4, *a)) for name, args in (
        ("elu", (0.5,)), ("celu", (0.7,)), ("leaky_relu", (0.3,)), ("hardshrink", (1.5,)), ("softplus", (2.0, 3.0)), ("softshrink", (1.2,)),
        ("hardtanh", (-2.0, 0.5)), ("rrelu", (0.1, 0.3, True)), ("rrelu", (0.1, 0.3, False)))},
    "rrelu evaluated": lambda F, t: F.rrelu(t(3, 4)),
    "gelu tanh": lambda F, t: F.gelu(t(3, 4) * 4, approximate="tanh"),
    **{f"{name} in place": (lambda F, t, f=name: getattr(F, f)(t(3, 4) * 4, inplace=True)) for name in (
        "relu", "relu6", "elu", "selu", "celu", "leaky_relu", "silu", "mish", "hardswish", "hardtanh", "hardsigmoid")},
    **{name: (lambda F, t, f=name: getattr(F, f)(t(3, 4) * 4)) for name in ("relu_", "elu_", "selu_", "celu_", "leaky_relu_", "hardtanh_")},
    "threshold_": lambda F, t: F.threshold_(t(3, 4) * 1, 0.1, 2.0),
    "rrelu_": lambda F, t: F.rrelu_(t(3, 4) * 1, training=True),
    "prelu": lambda F, t: F.prelu(t(2, 3, 4), t(3)),
    "prelu one": lambda F, t: F.prelu(t(2, 3), t(1)),
    "softmax dtype": lambda F, t: F.softmax(t(2, 3), -1, dtype=t.torch.float64),
    "gumbel_softmax": lambda F, t: F.gumbel_softmax(t(3, 4), tau=0.7),
    "gumbel_softmax hard": lambda F, t: F.gumbel_softmax(t(3, 4), hard=True, dim=0),
    **{f"{name} p={p}": (lambda F, t, f=name, p=p: getattr(F, f)(t(2, 3, 4), p, True)) for p in (0.3, 0.5) for name in (
        "dropout", "alpha_dropout", "feature_alpha_dropout", "dropout1d")},
    "dropout2d": lambda F, t: F.dropout2d(t(2, 3, 4, 2), 0.4),
    "dropout3d": lambda F, t: F.dropout3d(t(2, 3, 4, 2, 1), 0.4),
    "dropout transposed": lambda F, t: F.dropout(t(3, 2, 4).transpose(0, 1), 0.5),
    "alpha_dropout transposed": lambda F, t: F.alpha_dropout(t(3, 4).t(), 0.5, True),
    "dropout in place": lambda F, t: F.dropout(t(3, 4) * 1, 0.5, True, True),
    "dropout all": lambda F, t: F.dropout(t(3, 4), 1.0),
    "dropout half precision of doubles": lambda F, t: F.dropout(t(30).double(), 0.5),
    "normalize": lambda F, t: F.normalize(t(3, 4)),
    "normalize p": lambda F, t: F.normalize(t(3, 4), 1.0, 0),
}

NORMALISATION: dict[str, Case] = {
    "batch_norm": lambda F, t: F.batch_norm(t(4, 3, 5), None, None, t(3), t(3), True),
    "batch_norm remembered": lambda F, t: F.batch_norm(t(4, 3), t(3).detach(), t.positive(3).detach(), t(3), t(3)),
    "batch_norm running": lambda F, t: (lambda m, v: (F.batch_norm(t(4, 3), m, v, training=True, momentum=0.3), m, v))(
        t.torch.zeros(3), t.torch.ones(3)),
    "instance_norm": lambda F, t: F.instance_norm(t(2, 3, 4), weight=t(3), bias=t(3)),
    "instance_norm running": lambda F, t: (lambda m, v: (F.instance_norm(t(2, 3, 4), m, v), m, v))(t.torch.zeros(3), t.torch.ones(3)),
    "instance_norm remembered": lambda F, t: F.instance_norm(t(2, 3, 4), t(3).detach(), t.positive(3).detach(), use_input_stats=False),
    "layer_norm": lambda F, t: F.layer_norm(t(2, 3, 4), (3, 4), t(3, 4), t(3, 4), 1e-3),
    "layer_norm plain": lambda F, t: F.layer_norm(t(2, 3, 4), [4]),
    "group_norm": lambda F, t: F.group_norm(t(2, 6, 4), 3, t(6), t(6)),
    "rms_norm": lambda F, t: F.rms_norm(t(2, 3, 4), [4], t(4)),
    "rms_norm plain": lambda F, t: F.rms_norm(t(2, 3, 4), [3, 4], eps=1e-2),
    "local_response_norm": lambda F, t: F.local_response_norm(t(2, 5, 3, 4), 3, 0.1, 0.5, 2.0),
    "cosine_similarity": lambda F, t: F.cosine_similarity(t(3, 4), t(3, 4)),
    "cosine_similarity broadcast": lambda F, t: F.cosine_similarity(t(3, 1, 4), t(2, 4), -1),
    "pairwise_distance": lambda F, t: F.pairwise_distance(t(3, 4), t(3, 4), 3.0, keepdim=True),
    "pdist": lambda F, t: F.pdist(t(4, 3)),
    "pdist p": lambda F, t: F.pdist(t(4, 3), 1.5),
    "pdist inf": lambda F, t: F.pdist(t(4, 3), float("inf")),
    "pdist one": lambda F, t: F.pdist(t(4, 3), 1.0),
    "one_hot": lambda F, t: F.one_hot(t.int(4, 2, 3)),
    "one_hot classes": lambda F, t: F.one_hot(t.int(4, 3), 6),
}

EMBEDDING: dict[str, Case] = {
    "embedding": lambda F, t: F.embedding(t.int(5, 2, 4), t(5, 3), padding_idx=1),
    "embedding frequency": lambda F, t: F.embedding(t.int(5, 2, 4), t(5, 3), scale_grad_by_freq=True),
    "embedding renormalised": lambda F, t: (lambda w: (F.embedding(t.int(3, 2, 4), w, max_norm=0.8), w))(t(5, 3).detach().clone()),
    **{f"embedding_bag {mode}": (lambda F, t, m=mode: F.embedding_bag(t.int(5, 3, 4), t(5, 3), mode=m)) for mode in ("sum", "mean", "max")},
    **{f"embedding_bag offsets {mode}": (lambda F, t, m=mode: F.embedding_bag(
        t.int(5, 9), t(5, 3), t.torch.tensor([0, 4, 4]), mode=m)) for mode in ("sum", "mean", "max")},
    **{f"embedding_bag padding {mode}": (lambda F, t, m=mode: F.embedding_bag(
        t.int(5, 9), t(5, 3), t.torch.tensor([0, 4]), mode=m, padding_idx=2)) for mode in ("sum", "mean", "max")},
    "embedding_bag weights": lambda F, t: F.embedding_bag(t.int(5, 3, 4), t(5, 3), mode="sum", per_sample_weights=t(3, 4)),
    "embedding_bag last offset": lambda F, t: F.embedding_bag(t.int(5, 9), t(5, 3), t.torch.tensor([0, 4, 9]), include_last_offset=True),
    "embedding_bag frequency": lambda F, t: F.embedding_bag(t.int(5, 3, 4), t(5, 3), mode="sum", scale_grad_by_freq=True),
}


def _reduced(call: Callable[..., Any]) -> Case:
    """A loss in its three reductions."""
    return lambda F, t: [call(F, t, reduction=r) for r in ("none", "mean", "sum")]


LOSS: dict[str, Case] = {
    "l1_loss": _reduced(lambda F, t, **k: F.l1_loss(t(3, 4), t(3, 4), **k)),
    "l1_loss weighted": lambda F, t: F.l1_loss(t(3, 4), t(3, 4), weight=t.positive(3, 4).detach()),
    "mse_loss": _reduced(lambda F, t, **k: F.mse_loss(t(3, 4), t(3, 4), **k)),
    "mse_loss weighted": lambda F, t: F.mse_loss(t(3, 4), t(3, 4), weight=t.positive(3, 4).detach()),
    "smooth_l1_loss": _reduced(lambda F, t, **k: F.smooth_l1_loss(t(3, 4), t(3, 4), beta=0.5, **k)),
    "huber_loss": _reduced(lambda F, t, **k: F.huber_loss(t(3, 4), t(3, 4), delta=0.5, **k)),
    "cross_entropy": _reduced(lambda F, t, **k: F.cross_entropy(t(3, 4), t.int(4, 3), **k)),
    "cross_entropy images": _reduced(lambda F, t, **k: F.cross_entropy(t(2, 4, 3, 2), t.int(4, 2, 3, 2), t.positive(4).detach(), **k)),
    "cross_entropy ignored": _reduced(lambda F, t, **k: F.cross_entropy(t(3, 4), t.int(4, 3), ignore_index=0, **k)),
    "cross_entropy smoothed": _reduced(lambda F, t, **k: F.cross_entropy(
        t(6, 4), t.int(4, 6), t.positive(4).detach(), ignore_index=0, label_smoothing=0.1, **k)),
    "cross_entropy probabilities": _reduced(lambda F, t, **k: F.cross_entropy(
        t(3, 4), t.positive(3, 4), t.positive(4).detach(), label_smoothing=0.2, **k)),
    "cross_entropy one sample": lambda F, t: F.cross_entropy(t(4), t.torch.tensor(2)),
    "nll_loss": _reduced(lambda F, t, **k: F.nll_loss(t(3, 4), t.int(4, 3), t.positive(4).detach(), ignore_index=1, **k)),
    "nll_loss images": _reduced(lambda F, t, **k: F.nll_loss(t(2, 4, 3, 2), t.int(4, 2, 3, 2), **k)),
    "nll_loss one sample": lambda F, t: F.nll_loss(t(4), t.torch.tensor(2)),
    "poisson_nll_loss": _reduced(lambda F, t, **k: F.poisson_nll_loss(t(3, 4), t.positive(3, 4) * 5, full=True, **k)),
    "poisson_nll_loss rate": lambda F, t: F.poisson_nll_loss(t.positive(3, 4), t.positive(3, 4), log_input=False),
    "gaussian_nll_loss": _reduced(lambda F, t, **k: F.gaussian_nll_loss(t(3, 4), t(3, 4), t.positive(3, 1), full=True, **k)),
    "gaussian_nll_loss number": lambda F, t: F.gaussian_nll_loss(t(3, 4), t(3, 4), 0.5),
    "kl_div": lambda F, t: [F.kl_div(t(3, 4), t.positive(3, 4), reduction=r) for r in ("none", "batchmean", "sum")],
    "kl_div log": lambda F, t: F.kl_div(t(3, 4), t(3, 4), reduction="sum", log_target=True),
    "binary_cross_entropy": _reduced(lambda F, t, **k: F.binary_cross_entropy(
        t.positive(3, 4), t.positive(3, 4), t.positive(3, 4).detach(), **k)),
    "binary_cross_entropy_with_logits": _reduced(lambda F, t, **k: F.binary_cross_entropy_with_logits(
        t(3, 4), t.positive(3, 4), t.positive(4).detach(), pos_weight=t.positive(4).detach(), **k)),
    "hinge_embedding_loss": _reduced(lambda F, t, **k: F.hinge_embedding_loss(t(3, 4), t.signs(3, 4), 0.5, **k)),
    "multilabel_margin_loss": _reduced(lambda F, t, **k: F.multilabel_margin_loss(
        t(2, 4), t.torch.tensor([[3, 0, -1, 1], [1, -1, 2, 3]]), **k)),
    "multilabel_margin_loss one sample": lambda F, t: F.multilabel_margin_loss(t(4), t.torch.tensor([3, 0, -1, 1])),
    "soft_margin_loss": _reduced(lambda F, t, **k: F.soft_margin_loss(t(3, 4), t.signs(3, 4), **k)),
    "multilabel_soft_margin_loss": _reduced(lambda F, t, **k: F.multilabel_soft_margin_loss(
        t(3, 4), t.bool(3, 4).float(), t.positive(4).detach(), **k)),
    "cosine_embedding_loss": _reduced(lambda F, t, **k: F.cosine_embedding_loss(t(3, 4), t(3, 4), t.signs(3), 0.1, **k)),
    "margin_ranking_loss": _reduced(lambda F, t, **k: F.margin_ranking_loss(t(3), t(3), t.signs(3), 0.1, **k)),
    "multi_margin_loss": _reduced(lambda F, t, **k: F.multi_margin_loss(t(3, 4), t.int(4, 3), 2, 0.7, t.positive(4).detach(), **k)),
    "triplet_margin_loss": _reduced(lambda F, t, **k: F.triplet_margin_loss(t(3, 4), t(3, 4), t(3, 4), swap=True, **k)),
    "triplet_margin_with_distance_loss": _reduced(lambda F, t, **k: F.triplet_margin_with_distance_loss(
        t(3, 4), t(3, 4), t(3, 4), distance_function=lambda a, b: (a - b).abs().sum(-1), **k)),
    "ctc_loss": _reduced(lambda F, t, **k: F.ctc_loss(
        F.log_softmax(t(7, 2, 5), -1), t.torch.tensor([[1, 2, 2], [3, 4, 0]]), t.torch.tensor([7, 6]), t.torch.tensor([3, 2]), **k)),
    "ctc_loss joined targets": lambda F, t: F.ctc_loss(
        F.log_softmax(t(7, 2, 5), -1), t.torch.tensor([1, 2, 2, 3, 4]), (7, 6), (3, 2), blank=4 - 4),
    "ctc_loss impossible": lambda F, t: F.ctc_loss(
        F.log_softmax(t(3, 2, 5), -1), t.torch.tensor([[1, 1, 1], [3, 4, 1]]), (3, 3), (3, 2), zero_infinity=True),
    "ctc_loss without batch": lambda F, t: F.ctc_loss(
        F.log_softmax(t(7, 5), -1), t.torch.tensor([1, 2, 2]), t.torch.tensor(7), t.torch.tensor(3), blank=4),
}

ATTENTION: dict[str, Case] = {
    "attention": lambda F, t: F.scaled_dot_product_attention(t(2, 3, 4), t(2, 5, 4), t(2, 5, 6)),
    "attention causal": lambda F, t: F.scaled_dot_product_attention(t(2, 2, 4, 4), t(2, 2, 6, 4), t(2, 2, 6, 3), is_causal=True),
    "attention mask": lambda F, t: F.scaled_dot_product_attention(t(2, 3, 4), t(2, 5, 4), t(2, 5, 4), t.bool(3, 5)),
    "attention nothing to see": lambda F, t: F.scaled_dot_product_attention(
        t(2, 2, 4), t(2, 3, 4), t(2, 3, 4), t.torch.tensor([[True, False, True], [False, False, False]])),
    "attention added": lambda F, t: F.scaled_dot_product_attention(t(2, 3, 4), t(2, 5, 4), t(2, 5, 4), t(2, 3, 5), scale=0.3),
    "attention dropout": lambda F, t: F.scaled_dot_product_attention(t(2, 3, 4), t(2, 5, 4), t(2, 5, 4), dropout_p=0.4),
    "attention grouped": lambda F, t: F.scaled_dot_product_attention(t(2, 4, 3, 4), t(2, 2, 5, 4), t(2, 2, 5, 4), enable_gqa=True),
    **{f"multi_head_attention_forward {name}": (lambda F, t, o=options: F.multi_head_attention_forward(
        t(3, 2, 4), t(5, 2, 4), t(5, 2, 4), 4, 2, t(12, 4), t(12), *((t(1, 1, 4), t(1, 1, 4)) if "zero" in o else (None, None)),
        "zero" in o, 0.3 if "drop" in o else 0.0, t(4, 4), t(4), need_weights="fast" not in o,
        average_attn_weights="each" not in o, key_padding_mask=t.bool(2, 5) if "padding" in o else None,
        attn_mask=t(4, 3, 5) if "mask" in o else None)) for name, options in (
            ("", ""), ("each head", "each"), ("without weights", "fast"), ("padding", "padding mask"), ("zeros", "zero padding mask"),
            ("dropout", "drop"), ("padding without weights", "padding fast"))},
}

CASES: dict[str, Case] = {**CONVOLUTION, **POOLING, **VISION, **ACTIVATION, **NORMALISATION, **EMBEDDING, **LOSS, **ATTENTION}


def flat(torch: Any, output: Any) -> list[Any]:
    """The tensors of an output, however nested."""
    if isinstance(output, torch.Tensor):
        return [output]
    return [t for part in output for t in flat(torch, part)] if isinstance(output, (tuple, list)) else []


def run(torch: Any, functional: Any, case: Case) -> tuple[list[Any], list[Any]]:
    """Outputs, and the gradients of the inputs that get one."""
    torch.manual_seed(0)
    inputs = Inputs(torch)
    outputs = flat(torch, case(functional, inputs))
    terms = [(o * torch.cos(torch.arange(o.numel(), dtype=o.dtype) * 1.3).view(o.shape)).sum() for o in outputs if o.requires_grad]
    if terms:
        sum(terms).backward()
    return [o.detach() for o in outputs], [i.grad for i in inputs.made]


def record(torch: Any) -> None:
    """Write the references."""
    arrays: dict[str, Any] = {"version": np.array(torch.__version__)}
    for name, case in CASES.items():
        outputs, grads = run(torch, torch.nn.functional, case)
        for kind, tensors in (("out", outputs), ("grad", grads)):
            for i, t in enumerate(tensors):
                if t is not None:
                    arrays[f"{name}/{kind}/{i}"] = t.numpy()
    np.savez_compressed(REFERENCE, **arrays)


if __name__ == "__main__":
    import importlib

    record(importlib.import_module("torch"))
