"""Whole training steps: forward, loss, backward, optimizer, on one fixed batch.

Learning rates are tiny on purpose: the sides run different numbers of steps, and a batch learned by heart would end in
denormal gradients, whose arithmetic has another speed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from .models import gpt, lenet, mlp
from .workload import Step, Workload, labels, normal, weights

RATE = {"SGD": 1e-3, "momentum": 1e-4, "Adam": 1e-5, "AdamW": 1e-5, "RMSprop": 1e-5}
CLASSES = 10
VOCABULARY = 65


def _optimizer(torch: Any, kind: str, parameters: Any) -> Any:
    if kind == "momentum":
        return torch.optim.SGD(parameters, lr=RATE[kind], momentum=0.9)
    return getattr(torch.optim, kind)(parameters, lr=RATE[kind])


def set_weights(torch: Any, model: Any) -> Any:
    """Weights every side can build without PyTorch's random stream."""
    with torch.no_grad():
        for seed, parameter in enumerate(model.parameters()):
            parameter.copy_(torch.from_numpy(weights(*parameter.shape, seed=seed)))
    return model


def training_step(model: Any, optimizer: Any, loss_of: Callable[[], Any]) -> Step:
    def step() -> Any:
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        optimizer.step()
        return loss

    return step


def classifier(torch: Any, model: Any, images: np.ndarray, kind: str) -> Step:
    x, target = torch.from_numpy(images), torch.from_numpy(labels(len(images), CLASSES))
    optimizer = _optimizer(torch, kind, model.parameters())
    cross_entropy = torch.nn.functional.cross_entropy
    return training_step(model, optimizer, lambda: cross_entropy(model(x), target))


def train_mlp(torch: Any, hidden: int, batch: int, kind: str) -> Step:
    model = set_weights(torch, mlp(torch, 64, hidden, hidden, CLASSES))
    return classifier(torch, model, normal(batch, 64), kind)


def logistic_regression(torch: Any) -> Step:
    model = set_weights(torch, torch.nn.Linear(64, 1))
    x, target = torch.from_numpy(normal(128, 64)), torch.from_numpy(labels(128, 2).astype(np.float32)[:, None])
    optimizer = _optimizer(torch, "SGD", model.parameters())
    loss = torch.nn.functional.binary_cross_entropy_with_logits
    return training_step(model, optimizer, lambda: loss(model(x), target))


def train_lenet(torch: Any) -> Step:
    return classifier(torch, set_weights(torch, lenet(torch, CLASSES)), normal(64, 1, 28, 28), "SGD")


def train_gpt(torch: Any, batch: int = 64, length: int = 16) -> Step:
    model = set_weights(torch, gpt(torch, VOCABULARY, width=128, heads=4, layers=4, length=length))
    tokens = torch.from_numpy(labels(batch * (length + 1), VOCABULARY).reshape(batch, length + 1))
    inputs, targets = tokens[:, :-1].contiguous(), tokens[:, 1:].reshape(-1)
    optimizer = _optimizer(torch, "AdamW", model.parameters())
    cross_entropy = torch.nn.functional.cross_entropy
    return training_step(model, optimizer, lambda: cross_entropy(model(inputs).reshape(-1, VOCABULARY), targets))


def _fill_parameters(torch: Any, count: int, shape: tuple[int, ...]) -> list[Any]:
    """Parameters with gradients."""
    parameters = [torch.from_numpy(normal(*shape, seed=seed)).requires_grad_() for seed in range(count)]
    for seed, parameter in enumerate(parameters):
        parameter.grad = torch.from_numpy(normal(*shape, seed=100 + seed))
    return parameters


def clip_gradients(torch: Any, count: int, shape: tuple[int, ...]) -> Step:
    parameters = _fill_parameters(torch, count, shape)
    clip = torch.nn.utils.clip_grad_norm_
    return lambda: clip(parameters, 1e9)


def optimizer_step(torch: Any, kind: str, count: int, shape: tuple[int, ...]) -> Step:
    parameters = _fill_parameters(torch, count, shape)
    optimizer = _optimizer(torch, kind, parameters)

    def step() -> Any:
        optimizer.step()
        return parameters[0]

    return step


_PARAMETERS = {"20 of 32x32": (20, (32, 32)), "4 of 1000x1000": (4, (1000, 1000))}

WORKLOADS = [
    *(
        Workload("training", f"MLP 64-64-64-10, batch 32, {kind}", partial(train_mlp, hidden=64, batch=32, kind=kind))
        for kind in ("SGD", "momentum", "Adam")
    ),
    Workload("training", "logistic regression", logistic_regression),
    *(
        Workload("training", f"MLP 64-512-512-10, batch 128, {kind}", partial(train_mlp, hidden=512, batch=128, kind=kind))
        for kind in ("SGD", "Adam")
    ),
    Workload("training", "LeNet, batch 64, SGD", train_lenet),
    Workload("training", "GPT 4 layers, 128 wide, 64x16 tokens, AdamW", train_gpt),
    *(
        Workload("training", f"clip_grad_norm_, {text}", partial(clip_gradients, count=count, shape=shape))
        for text, (count, shape) in _PARAMETERS.items()
    ),
    *(
        Workload("training", f"{kind}.step, {text}", partial(optimizer_step, kind=kind, count=count, shape=shape))
        for kind in RATE
        for text, (count, shape) in _PARAMETERS.items()
    ),
]
