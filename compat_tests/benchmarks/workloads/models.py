"""The networks of the training workloads, in ordinary `nn.Module` code; `torch` is whichever library is measured."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any


def mlp(torch: Any, *widths: int) -> Any:
    nn = torch.nn
    layers: list[Any] = []
    for fan_in, fan_out in pairwise(widths):
        layers += [nn.Linear(fan_in, fan_out), nn.ReLU()]
    return nn.Sequential(*layers[:-1])


def lenet(torch: Any, classes: int) -> Any:
    """LeNet-5's shape on 28x28 images, with ReLU and max-pooling."""
    nn = torch.nn
    features = [nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2)]
    head = [nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, classes)]
    return nn.Sequential(*features, *head)


def gpt(torch: Any, vocabulary: int, width: int, heads: int, layers: int, length: int) -> Any:
    """A pre-norm decoder; the classes are made here because their base belongs to the library measured."""
    nn = torch.nn
    functional = nn.functional

    class Attention(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.qkv = nn.Linear(width, 3 * width)
            self.out = nn.Linear(width, width)
            self.register_buffer("mask", torch.tril(torch.ones(length, length)) == 0)

        def forward(self, x: Any) -> Any:
            batch, tokens, _ = x.shape
            q, k, v = (t.view(batch, tokens, heads, -1).transpose(1, 2) for t in self.qkv(x).split(width, dim=2))
            scores = (q @ k.transpose(-2, -1)) / math.sqrt(width // heads)
            attention = functional.softmax(scores.masked_fill(self.mask, float("-inf")), dim=-1)
            return self.out((attention @ v).transpose(1, 2).contiguous().view(batch, tokens, width))

    class Block(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attention = Attention()
            self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x: Any) -> Any:
            x = x + self.attention(self.norm1(x))
            return x + self.down(functional.gelu(self.up(self.norm2(x))))

    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.tokens, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
            self.blocks = nn.Sequential(*(Block() for _ in range(layers)))
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary, bias=False)

        def forward(self, tokens: Any) -> Any:
            positions = torch.arange(tokens.shape[1])
            return self.head(self.norm(self.blocks(self.tokens(tokens) + self.positions(positions))))

    return Model()
