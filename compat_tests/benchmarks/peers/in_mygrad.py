"""Workloads in mygrad: eager tensors and `backward()`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from ..workloads.elementwise import GROUP_OF, SHAPES
from ..workloads.overhead import CHAINS, SCALAR_OPS, SIDE
from ..workloads.workload import Step, labels, normal
from .data import MLPS, logistic_data, mlp_batch, mlp_weights, optimizer


def _library() -> Any:
    import mygrad

    return mygrad


def _relu(x: Any) -> Any:
    from mygrad.nnet.activations import relu

    return relu(x)


def _cross_entropy(x: Any, target: np.ndarray) -> Any:
    from mygrad.nnet.losses import softmax_crossentropy

    return softmax_crossentropy(x, target)


def _softmax(x: Any) -> Any:
    from mygrad.nnet.activations import softmax

    return softmax(x, axis=1)


def _log_softmax(x: Any) -> Any:
    from mygrad.nnet.activations import logsoftmax

    return logsoftmax(x, axis=1)


def _sigmoid(x: Any) -> Any:
    from mygrad.nnet.activations import sigmoid

    return sigmoid(x)


def _layer_norm(x: Any, weight: Any, bias: Any) -> Any:
    centred = x - x.mean(axis=1, keepdims=True)
    variance = (centred * centred).mean(axis=1, keepdims=True)
    return centred / _library().sqrt(variance + 1e-5) * weight + bias


def _pair(grad: bool) -> tuple[Any, Any]:
    first, second = (_library().tensor(normal(SIDE, SIDE, seed=seed), constant=not grad) for seed in (1, 2))
    return first, second


def small(function: Callable[[Any, Any], Any], grad: bool) -> Step:
    x, y = _pair(grad)
    return lambda: function(x, y)


def forward_backward() -> Step:
    x, y = _pair(True)

    def step() -> Any:
        (x * y + x).sum().backward()
        return x.grad

    return step


def scalar_chain() -> Step:
    x = _library().tensor(np.float32(0.5))

    def step() -> Any:
        y = x
        for _ in range(SCALAR_OPS // 2):
            y = y * 0.999
            y = y + 0.001
        y.backward()
        return x.grad

    return step


def chain(length: int) -> Step:
    x, _ = _pair(True)
    factor = np.full((SIDE, SIDE), 1.0 - 1.0 / length, dtype=np.float32)

    def step() -> Any:
        y = x
        for _ in range(length):
            y = y * factor
        y.sum().backward()
        return x.grad

    return step


def train_mlp(hidden: int, batch: int, kind: str) -> Step:
    parameters = [_library().tensor(value) for value in mlp_weights(hidden)]
    x, target = mlp_batch(batch)
    update = optimizer(kind)

    def step() -> Any:
        h = x
        for weight, bias in zip(parameters[:-2:2], parameters[1:-2:2]):
            h = _relu(h @ weight.T + bias)
        loss = _cross_entropy(h @ parameters[-2].T + parameters[-1], target)
        loss.backward()
        update([p.data for p in parameters], [p.grad for p in parameters])
        return loss

    return step


def logistic_regression() -> Step:
    arrays, x, target = logistic_data()
    mg = _library()
    weight, bias = (mg.tensor(value) for value in arrays)
    update = optimizer("SGD")

    def step() -> Any:
        score = x @ weight.T + bias
        loss = (mg.logaddexp(np.float32(0), score) - target * score).mean()
        loss.backward()
        update([weight.data, bias.data], [weight.grad, bias.grad])
        return loss

    return step


def large(shape: tuple[int, int], function: Callable[..., Any], inputs: int = 1) -> Step:
    leaves = [_library().tensor(normal(*shape, seed=seed)) for seed in range(1, inputs + 1)]
    cotangent = normal(*shape, seed=3)

    def step() -> Any:
        function(*leaves).backward(cotangent)
        return leaves[0].grad

    return step


def reduced(shape: tuple[int, int], function: Callable[..., Any]) -> Step:
    x = _library().tensor(normal(*shape, seed=1))

    def step() -> Any:
        function(x).backward()
        return x.grad

    return step


def max_over_dim(shape: tuple[int, int]) -> Step:
    x, cotangent = _library().tensor(normal(*shape, seed=1)), normal(shape[0], seed=3)

    def step() -> Any:
        x.max(axis=1).backward(cotangent)
        return x.grad

    return step


def layer_norm(shape: tuple[int, int]) -> Step:
    weight, bias = (_library().tensor(normal(shape[1], seed=seed)) for seed in (4, 5))
    return large(shape, lambda x: _layer_norm(x, weight, bias))


def cross_entropy(shape: tuple[int, int]) -> Step:
    target = labels(*shape)
    return reduced(shape, lambda x: _cross_entropy(x, target))


_SMALL: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda x, y: x + y,
    "mul": lambda x, y: x * y,
    "matmul": lambda x, y: x @ y,
    "sum": lambda x, _: x.sum(),
    "relu": lambda x, _: _relu(x),
}
_LARGE: dict[str, Callable[[tuple[int, int]], Step]] = {
    "exp": partial(large, function=lambda x: _library().exp(x)),
    "tanh": partial(large, function=lambda x: _library().tanh(x)),
    "sigmoid": partial(large, function=_sigmoid),
    "add": partial(large, function=lambda x, y: x + y, inputs=2),
    "mul": partial(large, function=lambda x, y: x * y, inputs=2),
    "relu": partial(large, function=_relu),
    "sum": partial(reduced, function=lambda x: x.sum()),
    "mean": partial(reduced, function=lambda x: x.mean()),
    "max over dim": max_over_dim,
    "softmax": partial(large, function=_softmax),
    "log_softmax": partial(large, function=_log_softmax),
    "layer_norm": layer_norm,
    "cross_entropy": cross_entropy,
}

ADAPTERS: dict[str, Callable[[], Step]] = {
    **{
        f"overhead/{name} 4x4, {'grad' if grad else 'no grad'}": partial(small, function, grad)
        for name, function in _SMALL.items()
        for grad in (False, True)
    },
    "overhead/3 ops forward+backward": forward_backward,
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
