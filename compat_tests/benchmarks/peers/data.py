"""Weights, batches and optimizer steps that both peers share: numpy only."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np

from ..workloads.training import CLASSES, RATE
from ..workloads.workload import labels, normal, weights

Update = Callable[[list[np.ndarray], list[np.ndarray]], None]
MLPS = {
    **{f"training/MLP 64-64-64-10, batch 32, {kind}": (64, 32, kind) for kind in ("SGD", "momentum", "Adam")},
    **{f"training/MLP 64-512-512-10, batch 128, {kind}": (512, 128, kind) for kind in ("SGD", "Adam")},
}


def mlp_weights(hidden: int) -> list[np.ndarray]:
    """Weight (out, in) and bias per layer, as the modules of the PyTorch side hold them."""
    widths = [64, hidden, hidden, CLASSES]
    shapes = [shape for fan_in, fan_out in pairwise(widths) for shape in ((fan_out, fan_in), (fan_out,))]
    return [weights(*shape, seed=seed) for seed, shape in enumerate(shapes)]


def mlp_batch(batch: int) -> tuple[np.ndarray, np.ndarray]:
    return normal(batch, 64), labels(batch, CLASSES)


def logistic_data() -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
    parameters = [weights(1, 64, seed=0), weights(1, seed=1)]
    return parameters, normal(128, 64), labels(128, 2).astype(np.float32)[:, None]


def _sgd(parameters: list[np.ndarray], gradients: list[np.ndarray]) -> None:
    for value, gradient in zip(parameters, gradients):
        value -= RATE["SGD"] * gradient


def _momentum() -> Update:
    state: list[np.ndarray] = []

    def update(parameters: list[np.ndarray], gradients: list[np.ndarray]) -> None:
        state.extend(np.zeros_like(value) for value in parameters[len(state) :])
        for value, gradient, velocity in zip(parameters, gradients, state):
            velocity *= 0.9
            velocity += gradient
            value -= RATE["momentum"] * velocity

    return update


def _adam() -> Update:
    first: list[np.ndarray] = []
    second: list[np.ndarray] = []
    count = 0

    def update(parameters: list[np.ndarray], gradients: list[np.ndarray]) -> None:
        nonlocal count
        count += 1
        for moments in (first, second):
            moments.extend(np.zeros_like(value) for value in parameters[len(moments) :])
        scale = RATE["Adam"] * (1 - 0.999**count) ** 0.5 / (1 - 0.9**count)
        for value, gradient, m, v in zip(parameters, gradients, first, second):
            m += 0.1 * (gradient - m)
            v += 0.001 * (gradient * gradient - v)
            value -= scale * m / (np.sqrt(v) + 1e-8)

    return update


def optimizer(kind: str) -> Update:
    return {"SGD": lambda: _sgd, "momentum": _momentum, "Adam": _adam}[kind]()
