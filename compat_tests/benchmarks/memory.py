"""Peak memory and time of ops at realistic sizes, beside PyTorch's: `python -m compat_tests.benchmarks.memory [--select REGEX]`.

What runs is the table below and every case of the aspect `large` (`compat_tests/large/cases.py`), forward and backward. One process
per side does many calls in turn: before each it gives freed memory back and has Linux forget the largest resident size, so that what the
call took above its inputs can be read. At most twice PyTorch's memory and 64 MB, and five times its time, are wanted. `--write FILE`
puts the worst of each between the marks of a Markdown file.
"""
from __future__ import annotations

import argparse
import ctypes
import gc
import importlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .report import replace_measured

#: Name -> what makes the inputs (leaves where a gradient is wanted), and the call.
OPS: dict[str, tuple[Callable[[Any], Any], Callable[..., Any]]] = {}


def op(name: str, inputs: Callable[[Any], Any], call: Callable[..., Any]) -> None:
    OPS[name] = (inputs, call)


def leaf(torch: Any, *shape: int) -> Any:
    return torch.randn(*shape).requires_grad_()


for p in (0.5, 1.0, 2.0, 3.0, float("inf")):
    op(f"cdist p={p}", lambda t: (leaf(t, 4000, 8), t.randn(4000, 8)), lambda t, x, y, p=p: t.cdist(x, y, p))
    op(f"pdist p={p}", lambda t: (leaf(t, 3000, 8),), lambda t, x, p=p: t.pdist(x, p))
op("conv2d 31x31", lambda t: (leaf(t, 1, 1, 1024, 1024), leaf(t, 1, 1, 31, 31)), lambda t, x, w: t.conv2d(x, w, padding=15))
op("conv2d depthwise 7x7", lambda t: (leaf(t, 4, 32, 128, 128), leaf(t, 32, 1, 7, 7)), lambda t, x, w: t.conv2d(x, w, padding=3, groups=32))
op("conv1d 501", lambda t: (leaf(t, 1, 1, 1_000_000), leaf(t, 1, 1, 501)), lambda t, x, w: t.conv1d(x, w, padding=250))
op("conv3d 5x5x5", lambda t: (leaf(t, 1, 4, 48, 64, 64), leaf(t, 8, 4, 5, 5, 5)), lambda t, x, w: t.conv3d(x, w, padding=2))
op("conv_transpose2d 8x8", lambda t: (leaf(t, 1, 16, 128, 128), leaf(t, 16, 16, 8, 8)), lambda t, x, w: t.conv_transpose2d(x, w, stride=4))
op("attention 4096", lambda t: (leaf(t, 1, 1, 4096, 64),), lambda t, x: t.nn.functional.scaled_dot_product_attention(x, x, x))
op("attention 4096 causal", lambda t: (leaf(t, 1, 1, 4096, 64),),
   lambda t, x: t.nn.functional.scaled_dot_product_attention(x, x, x, is_causal=True))
op("scatter_add expanded", lambda t: (leaf(t, 100_000, 64), t.randint(0, 1000, (100_000, 1))),
   lambda t, x, i: t.zeros(1000, 64).scatter_add(0, i.expand(-1, 64), x))
op("gather expanded", lambda t: (leaf(t, 1000, 64), t.randint(0, 1000, (100_000, 1))), lambda t, x, i: x.gather(0, i.expand(-1, 64)))
for mode in ("bilinear", "nearest", "bicubic"):
    op(f"grid_sample {mode}", lambda t: (leaf(t, 2, 8, 256, 256), t.rand(2, 512, 512, 2) * 2 - 1),
       lambda t, x, g, mode=mode: t.nn.functional.grid_sample(x, g, mode=mode, align_corners=False))
for name in ("cumsum", "logcumsumexp", "cumprod", "logsumexp", "std", "sum", "softmax"):
    op(f"{name} tall", lambda t: (leaf(t, 1_000_000, 4),), lambda t, x, name=name: getattr(t, name)(x, 0))
op("print expanded", lambda t: (t.ones(3, 1),), lambda t, x: len(repr(x.expand(3, 1_000_000))) and x)
op("poisson", lambda t: (t.full((1_000_000,), 10.0),), lambda t, x: t.poisson(x))
op("standard_gamma", lambda t: (t.full((1_000_000,), 2.5),), lambda t, x: t._standard_gamma(x))
op("binomial", lambda t: (t.full((1_000_000,), 20.0), t.full((1_000_000,), 0.25)), lambda t, n, p: t.binomial(n, p))
op("normal by tensors", lambda t: (t.full((1_000_000,), 2.5),), lambda t, x: t.normal(x, x))


def _sparse(t: Any) -> Any:
    places = t.randint(0, 2000, (2, 40_000))
    return t.sparse_coo_tensor(places, t.randn(40_000), (2000, 2000)).coalesce()


op("sparse @ dense", lambda t: (_sparse(t), t.randn(2000, 500)), lambda t, s, d: t.sparse.mm(s, d))
op("sparse @ dense.t()", lambda t: (_sparse(t), t.randn(500, 2000)), lambda t, s, d: t.sparse.mm(s, d.t()))
op("sparse.t() @ dense", lambda t: (_sparse(t), t.randn(2000, 500)), lambda t, s, d: t.sparse.mm(s.t(), d))
op("csr @ dense.t()", lambda t: (_sparse(t).to_sparse_csr(), t.randn(500, 2000)), lambda t, s, d: s @ d.t())
op("dense @ csr", lambda t: (_sparse(t).to_sparse_csr(), t.randn(500, 2000)), lambda t, s, d: d @ s)

#: Common modules and functions of nn, by what is called: shapes of the inputs (leaves), then the call.
_NETWORKS: dict[str, tuple[tuple[tuple[int, ...], ...], Callable[..., Any]]] = {
    "linear": (((4096, 512), (1024, 512), (1024,)), lambda t, f, *a: f.linear(*a)),
    "bilinear": (((2000, 64), (2000, 64), (64, 64, 64)), lambda t, f, *a: f.bilinear(*a)),
    "conv2d 3x3": (((8, 64, 56, 56), (64, 64, 3, 3), (64,)), lambda t, f, *a: f.conv2d(*a, padding=1)),
    "conv2d 1x1": (((8, 256, 56, 56), (64, 256, 1, 1)), lambda t, f, *a: f.conv2d(*a)),
    "conv2d strided": (((8, 64, 112, 112), (128, 64, 3, 3)), lambda t, f, *a: f.conv2d(*a, stride=2, padding=1)),
    "conv2d dilated": (((4, 32, 128, 128), (32, 32, 3, 3)), lambda t, f, *a: f.conv2d(*a, dilation=4, padding=4)),
    "conv2d first layer": (((8, 3, 224, 224), (64, 3, 7, 7)), lambda t, f, *a: f.conv2d(*a, stride=2, padding=3)),
    "conv2d depthwise 3x3": (((8, 128, 56, 56), (128, 1, 3, 3)), lambda t, f, *a: f.conv2d(*a, padding=1, groups=128)),
    "conv2d grouped": (((8, 64, 56, 56), (64, 8, 3, 3)), lambda t, f, *a: f.conv2d(*a, padding=1, groups=8)),
    "conv1d 9": (((16, 64, 4000), (64, 64, 9)), lambda t, f, *a: f.conv1d(*a, padding=4)),
    "conv1d depthwise 31": (((8, 128, 4000), (128, 1, 31)), lambda t, f, *a: f.conv1d(*a, padding=15, groups=128)),
    "conv1d 1000 of two channels": (((2, 2, 100_000), (2, 2, 1000)), lambda t, f, *a: f.conv1d(*a)),
    "conv3d 3x3x3": (((2, 16, 32, 64, 64), (16, 16, 3, 3, 3)), lambda t, f, *a: f.conv3d(*a, padding=1)),
    "conv_transpose1d": (((4, 32, 10_000), (32, 32, 8)), lambda t, f, *a: f.conv_transpose1d(*a, stride=4)),
    "conv_transpose2d 4x4": (((8, 64, 56, 56), (64, 32, 4, 4)), lambda t, f, *a: f.conv_transpose2d(*a, stride=2, padding=1)),
    "conv_transpose3d": (((1, 16, 16, 32, 32), (16, 8, 4, 4, 4)), lambda t, f, *a: f.conv_transpose3d(*a, stride=2, padding=1)),
    "max_pool2d 3x3": (((8, 64, 112, 112),), lambda t, f, x: f.max_pool2d(x, 3, 2, 1)),
    "max_pool2d 13x13": (((4, 32, 64, 64),), lambda t, f, x: f.max_pool2d(x, 13, 1, 6)),
    "avg_pool2d 3x3": (((8, 64, 112, 112),), lambda t, f, x: f.avg_pool2d(x, 3, 2, 1)),
    "avg_pool1d 101": (((4, 32, 20_000),), lambda t, f, x: f.avg_pool1d(x, 101, 1, 50)),
    "max_pool1d 101": (((4, 32, 20_000),), lambda t, f, x: f.max_pool1d(x, 101, 1, 50)),
    "max_pool3d": (((2, 16, 32, 64, 64),), lambda t, f, x: f.max_pool3d(x, 2)),
    "lp_pool2d": (((8, 32, 112, 112),), lambda t, f, x: f.lp_pool2d(x, 2, 3, 2)),
    "adaptive_avg_pool2d 7": (((8, 64, 112, 112),), lambda t, f, x: f.adaptive_avg_pool2d(x, 7)),
    "adaptive_max_pool2d 7": (((8, 64, 112, 112),), lambda t, f, x: f.adaptive_max_pool2d(x, 7)),
    "unfold 3x3": (((4, 32, 112, 112),), lambda t, f, x: f.unfold(x, 3, padding=1)),
    "fold 3x3": (((4, 288, 12_544),), lambda t, f, x: f.fold(x, 112, 3, padding=1)),
    "local_response_norm": (((8, 64, 56, 56),), lambda t, f, x: f.local_response_norm(x, 5)),
    "layer_norm": (((16, 512, 768), (768,), (768,)), lambda t, f, x, w, b: f.layer_norm(x, (768,), w, b)),
    "rms_norm": (((16, 512, 768), (768,)), lambda t, f, x, w: f.rms_norm(x, (768,), w)),
    "group_norm": (((8, 64, 112, 112), (64,), (64,)), lambda t, f, x, w, b: f.group_norm(x, 8, w, b)),
    "instance_norm": (((8, 64, 112, 112),), lambda t, f, x: f.instance_norm(x)),
    "batch_norm": (((8, 64, 112, 112), (64,), (64,)), lambda t, f, x, w, b: f.batch_norm(x, None, None, w, b, True)),
    "normalize": (((100_000, 64),), lambda t, f, x: f.normalize(x)),
    "weight_norm": (((2048, 2048), (2048, 1)), lambda t, f, v, g: t._weight_norm(v, g)),
    "cosine_similarity of all pairs": (((1000, 1, 64), (1, 1000, 64)), lambda t, f, *a: f.cosine_similarity(*a, dim=-1)),
    "pairwise_distance": (((100_000, 64), (100_000, 64)), lambda t, f, *a: f.pairwise_distance(*a)),
    "triplet_margin_loss": (((50_000, 64), (50_000, 64), (50_000, 64)), lambda t, f, *a: f.triplet_margin_loss(*a)),
    "cross_entropy 32000": (((512, 32_000),), lambda t, f, x: f.cross_entropy(x, t.arange(512))),
    "cross_entropy smoothed": (((512, 32_000),), lambda t, f, x: f.cross_entropy(x, t.arange(512), label_smoothing=0.1)),
    "cross_entropy of images": (((4, 21, 256, 256),), lambda t, f, x: f.cross_entropy(x, t.ones(4, 256, 256, dtype=t.int64))),
    "cross_entropy by probabilities": (((512, 8000), (512, 8000)), lambda t, f, x, y: f.cross_entropy(x, y.softmax(1))),
    "nll_loss": (((100_000, 100),), lambda t, f, x: f.nll_loss(x, t.ones(100_000, dtype=t.int64))),
    "multi_margin_loss": (((10_000, 100),), lambda t, f, x: f.multi_margin_loss(x, t.ones(10_000, dtype=t.int64))),
    "multilabel_margin_loss": (((1000, 100),), lambda t, f, x: f.multilabel_margin_loss(x, t.arange(100).expand(1000, 100).contiguous())),
    "ctc_loss": (((500, 16, 100),), lambda t, f, x: f.ctc_loss(x.log_softmax(-1), t.ones(16, 60, dtype=t.int64), (500,) * 16, (60,) * 16)),
    "bce with logits": (((4_000_000,),), lambda t, f, x: f.binary_cross_entropy_with_logits(x, t.ones_like(x))),
    "kl_div": (((4_000_000,),), lambda t, f, x: f.kl_div(x, t.ones_like(x), reduction="batchmean")),
    "smooth_l1_loss": (((4_000_000,),), lambda t, f, x: f.smooth_l1_loss(x, t.ones_like(x))),
    "gelu": (((4_000_000,),), lambda t, f, x: f.gelu(x)),
    "silu": (((4_000_000,),), lambda t, f, x: f.silu(x)),
    "mish": (((4_000_000,),), lambda t, f, x: f.mish(x)),
    "glu": (((4000, 1000),), lambda t, f, x: f.glu(x)),
    "dropout": (((4_000_000,),), lambda t, f, x: f.dropout(x)),
    "gumbel_softmax": (((40_000, 100),), lambda t, f, x: f.gumbel_softmax(x)),
    "embedding": (((50_000, 128),), lambda t, f, w: f.embedding(t.arange(60_000) % 50_000, w)),
    "embedding_bag": (((50_000, 128),), lambda t, f, w: f.embedding_bag(t.arange(60_000).reshape(-1, 10) % 50_000, w)),
    "embedding_bag max": (((50_000, 128),), lambda t, f, w: f.embedding_bag(t.arange(60_000).reshape(-1, 10) % 50_000, w, mode="max")),
    "interpolate bilinear": (((8, 16, 128, 128),), lambda t, f, x: f.interpolate(x, scale_factor=2, mode="bilinear")),
    "interpolate bilinear antialias": (((8, 16, 256, 256),), lambda t, f, x: f.interpolate(x, (100, 90), mode="bilinear", antialias=True)),
    "interpolate bicubic": (((8, 16, 128, 128),), lambda t, f, x: f.interpolate(x, scale_factor=2, mode="bicubic")),
    "interpolate nearest": (((8, 16, 128, 128),), lambda t, f, x: f.interpolate(x, scale_factor=2)),
    "affine_grid": (((8, 2, 3),), lambda t, f, x: f.affine_grid(x, (8, 3, 512, 512))),
    "grid_sample border reflected": (((2, 8, 256, 256), (2, 256, 256, 2)), lambda t, f, *a: f.grid_sample(*a, padding_mode="reflection")),
    "grid_sample 3d": (((1, 4, 32, 64, 64), (1, 32, 64, 64, 3)), lambda t, f, *a: f.grid_sample(*a)),
    "pixel_shuffle": (((8, 64, 128, 128),), lambda t, f, x: f.pixel_shuffle(x, 2)),
    "pad reflect": (((8, 32, 128, 128),), lambda t, f, x: f.pad(x, (8, 8, 8, 8), "reflect")),
    "attention 1024 of 8 heads": (((2, 8, 1024, 64),) * 3, lambda t, f, *a: f.scaled_dot_product_attention(*a)),
    "attention masked": (((2, 8, 1024, 64),) * 3, lambda t, f, *a: f.scaled_dot_product_attention(*a, attn_mask=t.ones(1024, 1024) > 0)),
    "attention of one query": (((8, 8, 1, 64), (8, 8, 4096, 64), (8, 8, 4096, 64)), lambda t, f, *a: f.scaled_dot_product_attention(*a)),
    "LSTM": (((100, 32, 128),), lambda t, f, x: t.nn.LSTM(128, 256)(x)[0]),
    "LSTM of two layers, both ways": (((100, 32, 128),), lambda t, f, x: t.nn.LSTM(128, 128, 2, bidirectional=True)(x)[0]),
    "GRU": (((100, 32, 128),), lambda t, f, x: t.nn.GRU(128, 256)(x)[0]),
    "RNN": (((100, 32, 128),), lambda t, f, x: t.nn.RNN(128, 256)(x)[0]),
    "MultiheadAttention": (((8, 512, 256),), lambda t, f, x: t.nn.MultiheadAttention(256, 8, batch_first=True)(x, x, x)[0]),
    "TransformerEncoderLayer": (((8, 512, 256),), lambda t, f, x: t.nn.TransformerEncoderLayer(256, 8, 1024, batch_first=True)(x)),
}
for _name, (_shapes, _call) in _NETWORKS.items():
    op(f"nn {_name}", lambda t, shapes=_shapes: tuple(leaf(t, *s) for s in shapes), lambda t, *a, call=_call: call(t, t.nn.functional, *a))

#: Options of `embedding_bag` for 20,000 bags of 20 rows of 64 numbers.
_BAGS: dict[str, dict[str, Any]] = {
    "sum": {"mode": "sum"}, "mean": {"mode": "mean"}, "max": {"mode": "max"}, "padded": {"mode": "sum", "padding_idx": 3},
    "mean padded": {"mode": "mean", "padding_idx": 3}, "max padded": {"mode": "max", "padding_idx": 3},
    "sparse": {"mode": "sum", "sparse": True}, "mean sparse": {"mode": "mean", "sparse": True},
    "by frequency": {"mode": "sum", "scale_grad_by_freq": True}, "renormalized": {"mode": "sum", "max_norm": 1.0},
}


def _bags(t: Any, options: dict[str, Any]) -> tuple[Any, ...]:
    return leaf(t, 10_000, 64), t.randint(0, 10_000, (20_000, 20)), options


for _name, _options in _BAGS.items():
    op(f"bags {_name}", lambda t, options=_options: _bags(t, options),
       lambda t, w, i, options: t.nn.functional.embedding_bag(i, w, **options))
    op(f"bags {_name} by offsets", lambda t, options=_options: (*_bags(t, options), t.cat((t.zeros(1, dtype=t.int64), t.randint(
        0, 400_000, (19_999,)).sort()[0]))), lambda t, w, i, options, o: t.nn.functional.embedding_bag(i.reshape(-1), w, o, **options))
op("bags weighted", lambda t: (leaf(t, 10_000, 64), t.randint(0, 10_000, (20_000, 20)), leaf(t, 20_000, 20)),
   lambda t, w, i, p: t.nn.functional.embedding_bag(i, w, mode="sum", per_sample_weights=p))
op("Sobol points", lambda t: (), lambda t: t.quasirandom.SobolEngine(16).draw(100_000))
op("scrambled Sobol points", lambda t: (), lambda t: t.quasirandom.SobolEngine(16, scramble=True, seed=1).draw(100_000))

#: Functions of larger tensors, and of shapes that the cases of the aspect `large` have not.
_FUNCTIONS: dict[str, tuple[tuple[tuple[int, ...], ...], Callable[..., Any]]] = {
    "matmul": (((1000, 1000), (1000, 1000)), lambda t, *a: t.matmul(*a)),
    "bmm": (((64, 128, 256), (64, 256, 128)), lambda t, *a: t.bmm(*a)),
    "matmul broadcast": (((64, 1, 128, 64), (1, 16, 64, 32)), lambda t, *a: t.matmul(*a)),
    "einsum outer": (((2000, 32), (500, 32)), lambda t, *a: t.einsum("ik,jk->ij", *a)),
    "einsum of three": (((200, 100), (200, 50), (200, 20)), lambda t, *a: t.einsum("ni,nj,nk->ijk", *a)),
    "tensordot": (((100, 50, 80), (50, 80, 60)), lambda t, *a: t.tensordot(*a, dims=2)),
    "kron": (((60, 60), (40, 40)), lambda t, *a: t.kron(*a)),
    "outer": (((2000,), (2000,)), lambda t, *a: t.outer(*a)),
    "broadcast sum": (((4000, 1, 8), (1, 500, 8)), lambda t, a, b: (a - b).square().sum(-1)),
    "cov": (((200, 20_000),), lambda t, x: t.cov(x)),
    "sort": (((4_000_000,),), lambda t, x: t.sort(x)[0]),
    "sort of rows": (((40_000, 100),), lambda t, x: t.sort(x)[0]),
    "topk": (((4000, 1000),), lambda t, x: t.topk(x, 20)[0]),
    "median of columns": (((2000, 2000),), lambda t, x: x.median(0)[0]),
    "quantiles": (((4_000_000,),), lambda t, x: t.quantile(x, t.tensor([0.1, 0.5, 0.9]))),
    "unique": (((1_000_000,),), lambda t, x: t.unique((x * 1000).long(), return_inverse=True, return_counts=True)[0]),
    "unique of rows": (((100_000, 4),), lambda t, x: t.unique((x * 3).long(), dim=0)),
    "index rows": (((100_000, 64),), lambda t, x: x[t.arange(200_000) % 100_000]),
    "index pairs": (((2000, 2000),), lambda t, x: x[t.arange(1_000_000) % 2000, t.arange(1_000_000) % 1999]),
    "masked_select": (((4_000_000,),), lambda t, x: x[x > 0]),
    "where broadcast": (((4000, 1), (1, 1000)), lambda t, a, b: t.where(a > b, a, b)),
    "index_add rows": (((100_000, 64),), lambda t, x: t.zeros(1000, 64).index_add(0, t.arange(100_000) % 1000, x)),
    "scatter_reduce amax expanded": (((100_000, 64),), lambda t, x: t.zeros(1000, 64).scatter_reduce(
        0, (t.arange(100_000) % 1000)[:, None].expand(-1, 64), x, "amax")),
    "scatter_reduce mean expanded": (((100_000, 64),), lambda t, x: t.zeros(1000, 64).scatter_reduce(
        0, (t.arange(100_000) % 1000)[:, None].expand(-1, 64), x, "mean")),
    "scatter_reduce prod expanded": (((100_000, 64),), lambda t, x: t.ones(1000, 64).scatter_reduce(
        0, (t.arange(100_000) % 1000)[:, None].expand(-1, 64), x, "prod")),
    "scatter expanded": (((1000, 64),), lambda t, x: t.zeros(100_000, 64).scatter(0, (t.arange(1000) * 7)[:, None].expand(-1, 64), x)),
    "gather columns": (((1000, 1000),), lambda t, x: x.gather(1, (t.arange(1000) * 7 % 1000).expand(1000, 1000))),
    "take_along_dim": (((1000, 64),), lambda t, x: x.take_along_dim((t.arange(100_000) % 1000)[:, None], 0)),
    "repeat_interleave": (((100_000, 16),), lambda t, x: x.repeat_interleave(3, 0)),
    "cat": (((1_000_000,),) * 4, lambda t, *a: t.cat(a)),
    "roll": (((2000, 2000),), lambda t, x: x.roll((3, 5), (0, 1))),
    "tril": (((2000, 2000),), lambda t, x: x.tril()),
    "cumsum of columns": (((2000, 2000),), lambda t, x: x.cumsum(0)),
    "cummax": (((2000, 2000),), lambda t, x: x.cummax(0)[0]),
    "logcumsumexp of rows": (((2000, 2000),), lambda t, x: x.logcumsumexp(1)),
    "prod of rows": (((2000, 2000),), lambda t, x: x.prod(1)),
    "var of two dims": (((64, 200, 300),), lambda t, x: x.var((0, 2))),
    "renorm": (((2000, 2000),), lambda t, x: x.renorm(2, 0, 1.0)),
    "fft 2**20": (((2**20,),), lambda t, x: t.fft.fft(x)),
    "rfft 2**20": (((2**20,),), lambda t, x: t.fft.rfft(x)),
    "fft of a million": (((1_000_000,),), lambda t, x: t.fft.fft(x)),
    "fft of a prime": (((1_000_003,),), lambda t, x: t.fft.fft(x)),
    "fft of rows": (((2000, 1000),), lambda t, x: t.fft.fft(x)),
    "fft of columns": (((1024, 2000),), lambda t, x: t.fft.fft(x, dim=0)),
    "fft2": (((1024, 1024),), lambda t, x: t.fft.fft2(x)),
    "ifft2": (((1024, 1024),), lambda t, x: t.fft.ifft2(x)),
    "rfft2": (((8, 512, 512),), lambda t, x: t.fft.rfft2(x)),
    "irfft2": (((8, 512, 257),), lambda t, x: t.fft.irfft2(x)),
    "fftn": (((128, 128, 128),), lambda t, x: t.fft.fftn(x)),
    "ifftn": (((128, 128, 128),), lambda t, x: t.fft.ifftn(x)),
    "rfftn": (((128, 128, 128),), lambda t, x: t.fft.rfftn(x)),
    "fftshift": (((2000, 2000),), lambda t, x: t.fft.fftshift(x)),
    "stft": (((8, 160_000),), lambda t, x: t.stft(x, 400, 160, window=t.hann_window(400), return_complex=True)),
    "inv": (((500, 500),), lambda t, x: t.linalg.inv(x)),
    "solve": (((500, 500), (500, 500)), lambda t, *a: t.linalg.solve(*a)),
    "svd": (((300, 300),), lambda t, x: t.linalg.svd(x)[1]),
    "eigh": (((300, 300),), lambda t, x: t.linalg.eigh(x + x.mT)[0]),
    "qr": (((500, 300),), lambda t, x: t.linalg.qr(x)[0]),
    "cholesky": (((500, 500),), lambda t, x: t.linalg.cholesky(x @ x.mT + t.eye(500))),
    "matrix_exp": (((200, 200),), lambda t, x: t.matrix_exp(x / 50)),
    "matrix_power": (((500, 500),), lambda t, x: t.linalg.matrix_power(x / 50, 5)),
    "det of many": (((10_000, 8, 8),), lambda t, x: t.linalg.det(x)),
    "histc": (((4_000_000,),), lambda t, x: t.histc(x.detach(), 100)),
    "bincount": (((4_000_000,),), lambda t, x: t.bincount((x.detach() * 10).abs().long())),
    "bucketize": (((4_000_000,),), lambda t, x: t.bucketize(x.detach(), t.linspace(-3, 3, 1000))),
    "digamma": (((1_000_000,),), lambda t, x: t.digamma(x.detach())),
    "lgamma": (((1_000_000,),), lambda t, x: t.lgamma(x)),
    "igamma": (((1_000_000,),), lambda t, x: t.igamma(x.detach().exp(), x.detach().exp())),
    "erfinv": (((1_000_000,),), lambda t, x: t.erfinv(x.tanh())),
    "zeta": (((100_000,),), lambda t, x: t.special.zeta(x.detach().exp() + 1.1, x.detach().exp())),
    "complex product": (((1_000_000, 2),), lambda t, x: t.view_as_complex(x) * t.view_as_complex(x).conj()),
    "clone of a transpose": (((2000, 2000),), lambda t, x: x.t().contiguous()),
    "to float64": (((4_000_000,),), lambda t, x: x.double()),
    "to bfloat16": (((4_000_000,),), lambda t, x: x.bfloat16()),
    "sum of bfloat16": (((4_000_000,),), lambda t, x: x.bfloat16().sum()),
    "matmul of bfloat16": (((512, 512), (512, 512)), lambda t, a, b: a.bfloat16() @ b.bfloat16()),
    "softmax of float16": (((2000, 2000),), lambda t, x: x.half().softmax(-1)),
}
for _name, (_shapes, _given) in _FUNCTIONS.items():
    op(f"torch {_name}", lambda t, shapes=_shapes: tuple(leaf(t, *s) for s in shapes), _given)

_N = 1_000_000
#: Random laws by parameter tensors.
_LAWS: dict[str, Callable[[Any, Any], Any]] = {
    "Beta": lambda t, d: d.Beta(t.full((_N // 4,), 2.0), 3.0),
    "Dirichlet": lambda t, d: d.Dirichlet(t.full((_N // 10, 5), 0.7)),
    "Gamma below 1": lambda t, d: d.Gamma(t.full((_N // 4,), 0.5), 1.0),
    "StudentT": lambda t, d: d.StudentT(t.full((_N // 4,), 3.0)),
    "Categorical": lambda t, d: d.Categorical(t.ones(_N // 100, 100)),
    "Multinomial": lambda t, d: d.Multinomial(50, t.ones(_N // 1000, 20)),
    "NegativeBinomial": lambda t, d: d.NegativeBinomial(t.full((_N // 4,), 5.0), 0.4),
    "VonMises": lambda t, d: d.VonMises(t.zeros(_N // 20), 2.0),
    "Bernoulli": lambda t, d: d.Bernoulli(t.full((_N,), 0.3)),
    "Geometric": lambda t, d: d.Geometric(t.full((_N,), 0.3)),
    "LogNormal": lambda t, d: d.LogNormal(t.zeros(_N), 1.0),
    "Exponential": lambda t, d: d.Exponential(t.ones(_N)),
    "Cauchy": lambda t, d: d.Cauchy(t.zeros(_N), 1.0),
    "Poisson small": lambda t, d: d.Poisson(t.full((_N,), 0.5)),
    "Binomial few": lambda t, d: d.Binomial(t.full((_N // 4,), 5.0), t.full((_N // 4,), 0.5)),
    "MultivariateNormal": lambda t, d: d.MultivariateNormal(t.zeros(_N // 20, 5), t.eye(5)),
    "Chi2": lambda t, d: d.Chi2(t.full((_N // 4,), 3.0)),
    "Laplace": lambda t, d: d.Laplace(t.zeros(_N), 1.0),
    "Weibull": lambda t, d: d.Weibull(t.ones(_N), 2.0),
    "Gumbel": lambda t, d: d.Gumbel(t.zeros(_N), 1.0),
    "OneHotCategorical": lambda t, d: d.OneHotCategorical(t.ones(_N // 100, 100)),
}
for _name, _law in _LAWS.items():
    op(f"law {_name}", lambda t, law=_law: (law(t, importlib.import_module(f"{t.__name__}.distributions")),), lambda t, law: law.sample())
op("multinomial without replacement", lambda t: (t.rand(1000, 1000),), lambda t, p: t.multinomial(p, 100))
op("multinomial with replacement", lambda t: (t.rand(1000, 1000),), lambda t, p: t.multinomial(p, 100, True))
op("bernoulli by tensor", lambda t: (t.rand(_N),), lambda t, p: t.bernoulli(p))
op("randperm", lambda t: (), lambda t: t.randperm(_N))
op("randint", lambda t: (), lambda t: t.randint(0, 1000, (4 * _N,)))
op("randn", lambda t: (), lambda t: t.randn(4 * _N))
op("exponential_", lambda t: (t.empty(4 * _N),), lambda t, x: x.exponential_())
op("geometric_", lambda t: (t.empty(_N),), lambda t, x: x.geometric_(0.3))
op("sparse add", lambda t: (_sparse(t), _sparse(t)), lambda t, a, b: a + b)
op("sparse times sparse", lambda t: (_sparse(t), _sparse(t)), lambda t, a, b: a * b)
op("sparse @ sparse", lambda t: (_sparse(t), _sparse(t)), lambda t, a, b: a @ b)
op("sparse sum", lambda t: (_sparse(t),), lambda t, s: t.sparse.sum(s, 0).to_dense())
op("sparse to dense", lambda t: (_sparse(t),), lambda t, s: s.to_dense())
op("dense to sparse", lambda t: (_sparse(t).to_dense(),), lambda t, d: d.to_sparse())
op("dense to csr", lambda t: (_sparse(t).to_dense(),), lambda t, d: d.to_sparse_csr())
op("sparse coalesce", lambda t: (t.randint(0, 2000, (2, 400_000)), t.randn(400_000)),
   lambda t, i, v: t.sparse_coo_tensor(i, v, (2000, 2000)).coalesce())
op("sparse softmax", lambda t: (_sparse(t),), lambda t, s: t.sparse.softmax(s, 1))
op("sparse mm, gradients", lambda t: (_sparse(t).requires_grad_(), leaf(t, 2000, 200)), lambda t, s, d: t.sparse.mm(s, d))
op("csr.t() @ dense", lambda t: (_sparse(t).to_sparse_csr(), t.randn(2000, 500)), lambda t, s, d: s.t() @ d)
op("csr @ csr", lambda t: (_sparse(t).to_sparse_csr(), _sparse(t).to_sparse_csr()), lambda t, a, b: a @ b)
op("csr matvec", lambda t: (_sparse(t).to_sparse_csr(), t.randn(2000)), lambda t, a, b: a @ b)
op("sparse.t() @ dense.t()", lambda t: (_sparse(t), t.randn(500, 2000)), lambda t, s, d: t.sparse.mm(s.t(), d.t()))


# What one process measures ------------------------------------------------------------------------------------------------------------

#: A call that takes longer is not made twice; seconds.
LONG = 0.5
#: Rows of the lists in the report.
WORST = 20
WANTED_MEGABYTES, WANTED_TIMES = 64, 5


@cache
def _large() -> dict[str, tuple[str, Any, str]]:
    """The name of a row -> entry, case and dtype."""
    from ..large.cases import WITHOUT_SIZE, cases

    return {f"{entry} [{case.label}]" + f" {dtype}" * (dtype != "float32"): (entry, case, dtype)
            for entry, found in cases().items() if entry not in WITHOUT_SIZE for case in found for dtype in case.dtypes}


def names() -> list[str]:
    return [*OPS, *_large()]


def _prepare(torch: Any, name: str) -> tuple[Callable[[], Any], list[Any]]:
    """The call and the leaves among its inputs."""
    from ..judging.portable import flat_tensors, map_tensors
    from ..large.inputs import Large

    if name in OPS:
        inputs, call = OPS[name]
        given = inputs(torch)
        return lambda: call(torch, *given), [t for t in flat_tensors(torch, given) if t.layout is torch.strided and t.requires_grad]
    entry, case, dtype = _large()[name]
    leaves = []

    def made(given: Large) -> Any:
        tensor = given.tensor(torch, dtype, None)
        if case.grad and given.leaf and (tensor.is_floating_point() or tensor.is_complex()):
            leaves.append(tensor.requires_grad_())
        return tensor

    args, kwargs = map_tensors(made, (case.args, case.kwargs), Large)
    function = case.function(torch, entry)
    return lambda: function(*args, **kwargs), leaves


def _step(torch: Any, call: Callable[[], Any], leaves: list[Any]) -> Callable[[], Any]:
    """The call with the gradients of all leaves, of cotangents that are there before."""
    from ..judging.portable import flat_tensors

    first = flat_tensors(torch, call())
    if not leaves or not any(t.requires_grad for t in first):
        return call
    cotangents = [torch.ones_like(t.detach()) for t in first if t.requires_grad]
    del first

    def step() -> Any:
        ends = [t for t in flat_tensors(torch, call()) if t.requires_grad]
        return torch.autograd.grad(ends, leaves, cotangents, allow_unused=True)

    return step


def _resident(key: str) -> float:
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(key))


def _reset_memory() -> float:
    """Give freed memory back, start to count anew; the megabytes in use."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")  # the largest resident size becomes the present one
    return _resident("VmRSS")


def measure(torch: Any, name: str) -> dict[str, Any]:
    """Megabytes and seconds of a row in this process."""
    torch.manual_seed(0)
    step = _step(torch, *_prepare(torch, name))  # which makes the call once: what is imported then is no one's memory
    found = {"seconds": float("inf"), "megabytes": float("inf")}
    for _ in range(2):
        before, started = _reset_memory(), time.perf_counter()
        result = step()
        seconds = time.perf_counter() - started
        found = {"seconds": min(found["seconds"], seconds), "megabytes": min(found["megabytes"], _resident("VmHWM") - before)}
        del result
        if seconds > LONG:
            break
    return found


def _serve(module: str, wanted: str) -> None:
    """Measure the rows named in a file; a line of JSON for each, flushed."""
    torch = importlib.import_module(module)
    torch.set_num_threads(1)
    warnings.simplefilter("ignore")
    for name in json.loads(Path(wanted).read_text()):
        try:
            row = measure(torch, name)
        except Exception as error:
            row = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps([name, row]), flush=True)


def side(python: str, module: str, wanted: list[str]) -> dict[str, dict[str, Any]]:
    """What processes of one side measured; a row whose process ended is an error, and the next ones get another."""
    found: dict[str, dict[str, Any]] = {}
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    while rest := [name for name in wanted if name not in found]:
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(rest, file)
            file.flush()
            with subprocess.Popen([python, "-W", "ignore", "-m", "compat_tests.benchmarks.memory", "--serve", file.name, "--torch", module],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment,
                                  cwd=Path(__file__).parents[2]) as process:
                assert process.stdout and process.stderr
                found.update(json.loads(line) for line in process.stdout)
                said = process.stderr.read()
        left = next((name for name in wanted if name not in found), None)
        if left is not None:
            found[left] = {"error": said.strip().rpartition("\n")[2] or f"the process ended with {process.returncode}"}
    return found


# The report ---------------------------------------------------------------------------------------------------------------------------

@dataclass
class Row:
    """A call on both sides."""

    name: str
    ours: dict[str, Any]
    theirs: dict[str, Any]

    @property
    def bad(self) -> bool:
        return "error" in self.ours or "error" in self.theirs

    @property
    def memory(self) -> float:
        """Our memory as a part of what is wanted."""
        return float(self.ours["megabytes"] / (2 * self.theirs["megabytes"] + WANTED_MEGABYTES))

    @property
    def times(self) -> float:
        return float(self.ours["seconds"] / self.theirs["seconds"])

    def line(self) -> str:
        return (f"| {self.name} | {self.ours['megabytes']:.0f} | {self.theirs['megabytes']:.0f} | {self.memory:.2f} "
                f"| {1000 * self.ours['seconds']:.1f} | {1000 * self.theirs['seconds']:.1f} | {self.times:.1f} |")


def report(rows: list[Row], worst: int = WORST) -> str:
    """The worst by memory, the worst by time, and how many there are beyond what is wanted."""
    good = [row for row in rows if not row.bad]
    over, slow = (sum(row.memory > 1 for row in good), sum(row.times > WANTED_TIMES for row in good))
    head = ("| call | MB | PyTorch | of 2x + 64 MB | ms | PyTorch | times |", "|---|---:|---:|---:|---:|---:|---:|")
    lines = [f"{platform.system()} {platform.machine()}, Python {platform.python_version()}; 1 thread on either side. {len(good)} calls; "
             f"{over} take more than twice PyTorch's memory and 64 MB, {slow} more than five times its time.", "",
             f"### The {worst} that take most memory", "", *head,
             *(row.line() for row in sorted(good, key=lambda row: -row.memory)[:worst]), "",
             f"### The {worst} slowest", "", *head, *(row.line() for row in sorted(good, key=lambda row: -row.times)[:worst])]
    errors = [f"- {row.name}: " + "; ".join(f"{who}: {found['error'][:160]}" for who, found in (("ours", row.ours), ("PyTorch", row.theirs))
                                            if "error" in found) for row in rows if row.bad]
    return "\n".join([*lines, *(["", "### Not measured", "", *errors] if errors else [])]) + "\n"


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m compat_tests.benchmarks.memory", description="Peak memory beside PyTorch's.")
    parser.add_argument("--select", type=re.compile, default=re.compile(""), help="regular expression: only these calls")
    parser.add_argument("--oracle", default=os.environ.get("MINITORCH_COMPAT_ORACLE", sys.executable), help="an interpreter with PyTorch")
    parser.add_argument("--theirs", type=Path, help="file with what PyTorch took: read where it exists, else written")
    parser.add_argument("--json", type=Path, help="file for all figures")
    parser.add_argument("--write", type=Path, help="Markdown file to put the report into")
    parser.add_argument("--worst", type=int, default=WORST, help="rows of each list")
    parser.add_argument("--serve", help=argparse.SUPPRESS)
    parser.add_argument("--torch", default="minitorch_compat", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.serve:
        _serve(options.torch, options.serve)
        return 0
    wanted = [name for name in names() if options.select.search(name)]
    known = json.loads(options.theirs.read_text()) if options.theirs and options.theirs.exists() else {}
    theirs = known | side(options.oracle, "torch", [name for name in wanted if name not in known])
    if options.theirs:
        options.theirs.write_text(json.dumps(theirs))
    ours = side(sys.executable, "minitorch_compat", wanted)
    text = report([Row(name, ours[name], theirs[name]) for name in wanted], options.worst)
    print(text)
    if options.json:
        options.json.write_text(json.dumps({name: [ours[name], theirs[name]] for name in wanted}))
    if options.write:
        options.write.write_text(replace_measured(options.write.read_text(), text))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
