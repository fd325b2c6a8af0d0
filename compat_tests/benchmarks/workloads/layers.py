"""Convolutions, pooling, normalisation of batches; recurrent layers, attention, embedding, dropout."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from .elementwise import forward_backward
from .func import digits_cnn
from .training import CLASSES, classifier, set_weights
from .workload import Step, Workload, labels, normal

Module = Callable[[Any], Any]


def _both_ways(torch: Any, module: Any, x: Any) -> Step:
    """Forward and backward of the sum of squares, with cotangents for the input and all parameters."""
    leaves = [x, *module.parameters()]

    def step() -> Any:
        for leaf in leaves:
            leaf.grad = None
        out = module(x)
        out = out[0] if isinstance(out, tuple) else out
        (out * out).mean().backward()
        return x.grad

    return step


def layer(torch: Any, module: Module, shape: tuple[int, ...], backward: bool) -> Step:
    x = torch.from_numpy(normal(*shape, seed=1))
    built = set_weights(torch, module(torch))
    if backward:
        return _both_ways(torch, built, x.requires_grad_())

    def step() -> Any:
        with torch.no_grad():
            out = built(x)
        return out[0] if isinstance(out, tuple) else out

    return step


def evaluated(module: Module) -> Module:
    return lambda torch: module(torch).eval()


def cnn_step(torch: Any, batch: int = 64) -> Step:
    return classifier(torch, set_weights(torch, digits_cnn(torch)), normal(batch, 1, 8, 8), "SGD")


def residual_step(torch: Any, batch: int = 16, width: int = 16) -> Step:
    """Two 3x3 convolutions with batch norm around a shortcut."""
    nn = torch.nn

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.second = (nn.Conv2d(width, width, 3, padding=1, bias=False) for _ in range(2))
            self.norm1, self.norm2 = nn.BatchNorm2d(width), nn.BatchNorm2d(width)

        def forward(self, x: Any) -> Any:
            y = torch.relu(self.norm1(self.first(x)))
            return torch.relu(x + self.norm2(self.second(y)))

    head = [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(width, CLASSES)]
    model = nn.Sequential(nn.Conv2d(3, width, 3, padding=1), Block(), nn.MaxPool2d(2), Block(), *head)
    return classifier(torch, set_weights(torch, model), normal(batch, 3, 32, 32), "SGD")


def cell(torch: Any, name: str, backward: bool, steps: int = 8) -> Step:
    module = set_weights(torch, getattr(torch.nn, name)(32, 32))
    x = torch.from_numpy(normal(8, 32, seed=1)).requires_grad_(backward)

    def unrolled(x: Any) -> Any:
        state = None
        for _ in range(steps):
            state = module(x, state)
        return state[0] if isinstance(state, tuple) else state

    def step() -> Any:
        if not backward:
            with torch.no_grad():
                return unrolled(x)
        x.grad = None
        unrolled(x).sum().backward()
        module.zero_grad()
        return x.grad

    return step


def attention(torch: Any, shape: tuple[int, ...], backward: bool, causal: bool = False) -> Step:
    q, k, v = (torch.from_numpy(normal(*shape, seed=seed)).requires_grad_(backward) for seed in (1, 2, 3))
    function = torch.nn.functional.scaled_dot_product_attention
    if not backward:
        return lambda: function(q, k, v, is_causal=causal)
    return forward_backward([q, k, v], lambda q, k, v: function(q, k, v, is_causal=causal), torch.from_numpy(normal(*shape, seed=4)))


def self_attention(torch: Any, backward: bool) -> Step:
    module = set_weights(torch, torch.nn.MultiheadAttention(64, 4, batch_first=True))
    x = torch.from_numpy(normal(8, 32, 64, seed=1)).requires_grad_(backward)
    if not backward:
        with torch.no_grad():
            return lambda: module(x, x, x, need_weights=False)[0]
    return forward_backward([x], lambda x: module(x, x, x, need_weights=False)[0].square().mean())


def embedding(torch: Any, backward: bool) -> Step:
    module = set_weights(torch, torch.nn.Embedding(1000, 64))
    index = torch.from_numpy(labels(64 * 32, 1000).reshape(64, 32))
    weight = module.weight
    if not backward:
        return lambda: module(index)
    return forward_backward([weight], lambda weight: module(index).sum())


def dropout(torch: Any, shape: tuple[int, ...], backward: bool) -> Step:
    torch.manual_seed(0)
    x = torch.from_numpy(normal(*shape)).requires_grad_(backward)
    function = torch.nn.functional.dropout
    if not backward:
        return lambda: function(x, 0.3)
    return forward_backward([x], lambda x: function(x, 0.3), torch.from_numpy(normal(*shape, seed=4)))


_IMAGES = (16, 32, 32, 32)
_CONVOLUTIONS: dict[str, tuple[Module, tuple[int, ...]]] = {
    "conv 3x3": (lambda torch: torch.nn.Conv2d(32, 64, 3, padding=1), _IMAGES),
    "conv 3x3, few channels": (lambda torch: torch.nn.Conv2d(3, 16, 3, padding=1), (16, 3, 32, 32)),
    "conv 3x3, small images": (lambda torch: torch.nn.Conv2d(64, 64, 3, padding=1), (16, 64, 8, 8)),
    "conv 3x3, stride 2": (lambda torch: torch.nn.Conv2d(32, 64, 3, stride=2, padding=1), _IMAGES),
    "conv 3x3, depthwise": (lambda torch: torch.nn.Conv2d(32, 32, 3, padding=1, groups=32), _IMAGES),
    "conv 1x1": (lambda torch: torch.nn.Conv2d(32, 64, 1), _IMAGES),
    "conv 5x5": (lambda torch: torch.nn.Conv2d(16, 32, 5, padding=2), (16, 16, 32, 32)),
    "conv1d 5": (lambda torch: torch.nn.Conv1d(32, 32, 5, padding=2), (16, 32, 256)),
    "max_pool2d 2": (lambda torch: torch.nn.MaxPool2d(2), _IMAGES),
    "max_pool2d 3, stride 2": (lambda torch: torch.nn.MaxPool2d(3, 2, 1), _IMAGES),
    "avg_pool2d 2": (lambda torch: torch.nn.AvgPool2d(2), _IMAGES),
    "batch_norm": (lambda torch: torch.nn.BatchNorm2d(32), _IMAGES),
    "batch_norm, rows": (lambda torch: torch.nn.BatchNorm1d(64), (128, 64)),
    "batch_norm, eval": (evaluated(lambda torch: torch.nn.BatchNorm2d(32)), _IMAGES),
}
_RECURRENT: dict[str, tuple[Module, tuple[int, ...]]] = {
    "LSTM": (lambda torch: torch.nn.LSTM(32, 64), (20, 16, 32)),
    "LSTM, two layers": (lambda torch: torch.nn.LSTM(32, 64, 2), (20, 16, 32)),
    "LSTM, wide": (lambda torch: torch.nn.LSTM(128, 256), (20, 32, 128)),
    "GRU": (lambda torch: torch.nn.GRU(32, 64), (20, 16, 32)),
    "GRU, both directions": (lambda torch: torch.nn.GRU(32, 64, bidirectional=True), (20, 16, 32)),
    "RNN": (lambda torch: torch.nn.RNN(32, 64), (20, 16, 32)),
}
_SEQUENCES: dict[str, Callable[..., Step]] = {
    **{f"{name}, 8 steps": partial(cell, name=name) for name in ("LSTMCell", "GRUCell", "RNNCell")},
    "attention 8x4x32x16": partial(attention, shape=(8, 4, 32, 16)),
    "attention 4x4x256x32": partial(attention, shape=(4, 4, 256, 32)),
    "attention 4x4x256x32, causal": partial(attention, shape=(4, 4, 256, 32), causal=True),
    "MultiheadAttention 8x32x64": self_attention,
    "embedding 1000x64 at 64x32": embedding,
    "dropout 1e4": partial(dropout, shape=(100, 100)),
    "dropout 1e6": partial(dropout, shape=(1000, 1000)),
}
_WAYS = (("no grad", False), ("forward + backward", True))

WORKLOADS = [
    *(
        Workload(group, f"{name}, {text}", partial(layer, module=module, shape=shape, backward=backward))
        for group, cases in (("convolution", _CONVOLUTIONS), ("sequences", _RECURRENT))
        for name, (module, shape) in cases.items()
        for text, backward in _WAYS
    ),
    Workload("convolution", "digits CNN, batch 64, SGD", cnn_step),
    Workload("convolution", "residual CNN, batch 16, SGD", residual_step),
    *(
        Workload("sequences", f"{name}, {text}", partial(build, backward=backward))
        for name, build in _SEQUENCES.items()
        for text, backward in _WAYS
    ),
]
