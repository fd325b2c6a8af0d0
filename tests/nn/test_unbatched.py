"""Functions that accept a single example without batch dimension: results and gradients are those of a batch of one."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn import functional as F


def call(name: str, *args: Any) -> Callable[[Any], Any]:
    """A function of `nn.functional` with what comes behind its input."""
    return lambda x: getattr(F, name)(x, *args)


def layer(name: str, *args: Any, **options: Any) -> Callable[[], Any]:
    """What makes a layer."""
    return lambda: getattr(nn, name)(*args, **options)


SIZES = (4, 7, 8, 6)
DIMENSIONS = (1, 2, 3)
#: The shape of an example, and what is done with it, or with a batch.
ONE = {
    **{f"{kind}_pool{n}d": (SIZES[:n + 1], call(f"{kind}_pool{n}d", 2, 2, 1)) for kind in ("max", "avg") for n in DIMENSIONS},
    **{f"adaptive_{kind}_pool{n}d to {size}": (SIZES[:n + 1], call(f"adaptive_{kind}_pool{n}d", size))
       for kind in ("max", "avg") for n in DIMENSIONS for size in (2, 5)},
    **{f"lp_pool{n}d": (SIZES[:n + 1], call(f"lp_pool{n}d", 3, 2)) for n in DIMENSIONS},
    **{f"pad{n}d {mode}": ((3, 5, 6, 4)[:n + 1], lambda x, n=n, mode=mode: F.pad(x, [1, 2] * n, mode=mode))
       for n in (1, 2, 3) for mode in ("reflect", "replicate", "circular")},
    "max_unpool1d": ((3, 8), lambda x: F.max_unpool1d(*F.max_pool1d(x, 2, return_indices=True), 2)),
    "max_unpool2d": ((3, 8, 6), lambda x: F.max_unpool2d(*F.max_pool2d(x, 2, return_indices=True), 2)),
    "max_unpool3d": ((3, 8, 6, 4), lambda x: F.max_unpool3d(*F.max_pool3d(x, 2, return_indices=True), 2)),
    "unfold": ((3, 5, 6), lambda x: F.unfold(x, 2)), "fold": ((12, 20), lambda x: F.fold(x, (5, 6), 2)),
    "multi_margin_loss": ((5,), lambda x: F.multi_margin_loss(x, torch.full(x.shape[:-1], 2))),
    "multilabel_margin_loss": ((5,), lambda x: F.multilabel_margin_loss(x, torch.tensor([1, 3, -1, 0, 0]).expand(x.shape).contiguous())),
    "cross_entropy": ((5,), lambda x: F.cross_entropy(x, torch.full(x.shape[:-1], 2))),
    "nll_loss": ((5,), lambda x: F.nll_loss(x, torch.full(x.shape[:-1], 2))),
    "triplet_margin_loss": ((5,), lambda x: F.triplet_margin_loss(x, x.sin(), x.cos()).sum()),
    "cosine_embedding_loss": ((5,), lambda x: F.cosine_embedding_loss(x, x.sin(), torch.ones(x.shape[:-1]))),
}
LAYERS: dict[str, tuple[tuple[int, ...], Callable[[], Any]]] = {
    **{f"Conv{n}d": (SIZES[:n + 1], layer(f"Conv{n}d", 4, 6, 3, stride=2, padding=1, groups=2)) for n in DIMENSIONS},
    **{f"ConvTranspose{n}d": (SIZES[:n + 1], layer(f"ConvTranspose{n}d", 4, 6, 3, stride=2, padding=1, groups=2)) for n in DIMENSIONS},
    **{f"InstanceNorm{n}d": (SIZES[:n + 1], layer(f"InstanceNorm{n}d", 4, affine=True)) for n in DIMENSIONS},
    "Linear": ((5,), lambda: nn.Linear(5, 3)), "Bilinear": ((5,), lambda: _OfOne(nn.Bilinear(5, 5, 2))),
    "PixelShuffle": ((4, 3, 2), lambda: nn.PixelShuffle(2)), "PixelUnshuffle": ((4, 6, 4), lambda: nn.PixelUnshuffle(2)),
    "Softmax2d": ((4, 3, 2), lambda: nn.Softmax2d()), "ZeroPad2d": ((4, 3, 2), lambda: nn.ZeroPad2d(1)),
    "RNN": ((6, 5), lambda: _Batched(nn.RNN(5, 3, 2, batch_first=True, bidirectional=True))),
    "LSTM": ((6, 5), lambda: _Batched(nn.LSTM(5, 4, 2, batch_first=True, proj_size=2))),
    "GRU": ((6, 5), lambda: _Batched(nn.GRU(5, 3, batch_first=True))),
    "MultiheadAttention": ((6, 4), lambda: _Attending(nn.MultiheadAttention(4, 2, batch_first=True))),
    "TransformerEncoderLayer": ((6, 4), lambda: nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)),
}


class _OfOne(nn.Module):
    def __init__(self, inner: Any) -> None:
        super().__init__()
        self.inner = inner

    def forward(self, x: Any) -> Any:
        return self.inner(x, x.sin())


class _Batched(_OfOne):
    def forward(self, x: Any) -> Any:
        return self.inner(x)[0]


class _Attending(_OfOne):
    def forward(self, x: Any) -> Any:
        return self.inner(x, x, x)[0]


def example(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(sum(shape)).standard_normal(shape)


def answers(function: Any, array: np.ndarray, parameters: Any = ()) -> list[np.ndarray]:
    """The result and all gradients of a sum that weighs each element of it."""
    x = torch.tensor(array, requires_grad=True)
    y = function(x)
    weights = torch.linspace(0.5, 1.5, y.numel(), dtype=torch.float64).reshape(y.shape)
    grads = torch.autograd.grad((y * weights).sum(), [x, *parameters])
    return [y.detach().numpy(), *[g.numpy() for g in grads]]


def agree(function: Any, shape: tuple[int, ...], parameters: Any = ()) -> None:
    one, of_batch = (answers(function, array, parameters) for array in (example(shape), example(shape)[None]))
    if of_batch[0].ndim > one[0].ndim:
        of_batch[0] = of_batch[0][0]
    of_batch[1] = of_batch[1][0]
    for a, b in zip(one, of_batch, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-14, strict=True)


@pytest.mark.parametrize("name", ONE)
def test_function(name: str) -> None:
    shape, function = ONE[name]
    agree(function, shape)


@pytest.mark.parametrize("name", LAYERS)
def test_layer(name: str) -> None:
    shape, make = LAYERS[name]
    torch.manual_seed(0)
    layer = make().double()
    agree(layer, shape, list(layer.parameters()))
