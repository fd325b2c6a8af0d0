"""Workloads in HIPS autograd: functions of arrays, and functions that differentiate them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..workloads.elementwise import GROUP_OF, SHAPES
from ..workloads.overhead import CHAINS, SCALAR_OPS, SIDE
from ..workloads.workload import Step, labels, normal
from .data import MLPS, logistic_data, mlp_batch, mlp_weights, optimizer


def _numpy() -> Any:
    import autograd.numpy

    return autograd.numpy


def _value_and_grad(function: Callable[..., Any], argument: int = 0) -> Callable[..., Any]:
    import autograd

    return autograd.value_and_grad(function, argument)


def _vjp(function: Callable[[Any], Any], x: np.ndarray) -> Any:
    from autograd import make_vjp

    return make_vjp(function)(x)


def _pair() -> tuple[np.ndarray, np.ndarray]:
    return normal(SIDE, SIDE, seed=1), normal(SIDE, SIDE, seed=2)


def forward_backward() -> Step:
    anp = _numpy()
    pair = _pair()
    gradient = _value_and_grad(lambda xy: anp.sum(xy[0] * xy[1] + xy[0]))
    return lambda: gradient(pair)[1][0]


def scalar_chain() -> Step:
    def function(y: Any) -> Any:
        for _ in range(SCALAR_OPS // 2):
            y = y * 0.999
            y = y + 0.001
        return y

    gradient = _value_and_grad(function)
    return lambda: gradient(0.5)[1]


def chain(length: int) -> Step:
    x, _ = _pair()
    factor = np.full((SIDE, SIDE), 1.0 - 1.0 / length, dtype=np.float32)

    def function(y: Any) -> Any:
        for _ in range(length):
            y = y * factor
        return _numpy().sum(y)

    gradient = _value_and_grad(function)
    return lambda: gradient(x)[1]


def _log_softmax(x: Any) -> Any:
    anp = _numpy()
    shifted = x - anp.max(x, axis=1, keepdims=True)
    return shifted - anp.log(anp.sum(anp.exp(shifted), axis=1, keepdims=True))


def _softmax(x: Any) -> Any:
    anp = _numpy()
    exponentials = anp.exp(x - anp.max(x, axis=1, keepdims=True))
    return exponentials / anp.sum(exponentials, axis=1, keepdims=True)


def _cross_entropy(x: Any, target: np.ndarray) -> Any:
    return -_numpy().mean(_log_softmax(x)[np.arange(len(target)), target])


def _layer_norm(x: Any, weight: np.ndarray, bias: np.ndarray) -> Any:
    anp = _numpy()
    centred = x - anp.mean(x, axis=1, keepdims=True)
    variance = anp.mean(centred * centred, axis=1, keepdims=True)
    return centred / anp.sqrt(variance + 1e-5) * weight + bias


def train_mlp(hidden: int, batch: int, kind: str) -> Step:
    anp = _numpy()
    parameters, (x, target), update = mlp_weights(hidden), mlp_batch(batch), optimizer(kind)

    def loss_of(values: Any) -> Any:
        h = x
        for index in range(0, len(parameters) - 2, 2):
            h = anp.maximum(anp.dot(h, values[index].T) + values[index + 1], 0)
        return _cross_entropy(anp.dot(h, values[-2].T) + values[-1], target)

    return _training_step(loss_of, parameters, update)


def _training_step(loss_of: Callable[[Any], Any], parameters: list[np.ndarray], update: Any) -> Step:
    gradient = _value_and_grad(loss_of)

    def step() -> Any:
        loss, gradients = gradient(parameters)
        update(parameters, gradients)
        return loss

    return step


def logistic_regression() -> Step:
    anp = _numpy()
    parameters, x, target = logistic_data()

    def loss_of(values: Any) -> Any:
        score = anp.dot(x, values[0].T) + values[1]
        return anp.mean(anp.logaddexp(np.float32(0), score) - target * score)

    return _training_step(loss_of, parameters, optimizer("SGD"))


def large(shape: tuple[int, int], function: Callable[[Any], Any]) -> Step:
    x, cotangent = normal(*shape, seed=1), normal(*shape, seed=3)

    def step() -> Any:
        pullback, _ = _vjp(function, x)
        return pullback(cotangent)

    return step


def binary(shape: tuple[int, int], function: Callable[[Any, Any], Any]) -> Step:
    pair = normal(*shape, seed=1), normal(*shape, seed=2)
    cotangent = normal(*shape, seed=3)

    def step() -> Any:
        pullback, _ = _vjp(lambda xy: function(xy[0], xy[1]), pair)
        return pullback(cotangent)[0]

    return step


def reduced(shape: tuple[int, int], function: Callable[[Any], Any]) -> Step:
    x = normal(*shape, seed=1)
    gradient = _value_and_grad(function)
    return lambda: gradient(x)[1]


def max_over_dim(shape: tuple[int, int]) -> Step:
    x, cotangent = normal(*shape, seed=1), normal(shape[0], seed=3)
    return lambda: _vjp(lambda value: _numpy().max(value, axis=1), x)[0](cotangent)


def layer_norm(shape: tuple[int, int]) -> Step:
    leaves = normal(*shape, seed=1), normal(shape[1], seed=4), normal(shape[1], seed=5)
    cotangent = normal(*shape, seed=3)
    return lambda: _vjp(lambda values: _layer_norm(*values), leaves)[0](cotangent)[0]


def cross_entropy(shape: tuple[int, int]) -> Step:
    target = labels(*shape)
    return reduced(shape, lambda x: _cross_entropy(x, target))


_LARGE: dict[str, Callable[[tuple[int, int]], Step]] = {
    "exp": partial(large, function=lambda x: _numpy().exp(x)),
    "tanh": partial(large, function=lambda x: _numpy().tanh(x)),
    "sigmoid": partial(large, function=lambda x: 0.5 * (_numpy().tanh(0.5 * x) + 1)),
    "add": partial(binary, function=lambda x, y: x + y),
    "mul": partial(binary, function=lambda x, y: x * y),
    "relu": partial(large, function=lambda x: _numpy().maximum(x, 0)),
    "sum": partial(reduced, function=lambda x: _numpy().sum(x)),
    "mean": partial(reduced, function=lambda x: _numpy().mean(x)),
    "max over dim": max_over_dim,
    "softmax": partial(large, function=_softmax),
    "log_softmax": partial(large, function=_log_softmax),
    "layer_norm": layer_norm,
    "cross_entropy": cross_entropy,
}

ADAPTERS: dict[str, Callable[[], Step]] = {
    "overhead/3 ops forward+backward": forward_backward,
    "overhead/autograd.grad": forward_backward,
    "overhead/1,000-op scalar chain": scalar_chain,
    **{key: partial(train_mlp, *arguments) for key, arguments in MLPS.items()},
    "training/logistic regression": logistic_regression,
    **{
        f"{GROUP_OF[name]}/{name} {size}": partial(case, shape)
        for name, case in _LARGE.items()
        for size, shape in SHAPES.items()
    },
    **{f"scale/chain of {length:,} nodes": partial(chain, length) for length in CHAINS},
}
