"""Every module and optimizer of PyTorch's own databases: what they compute, the gradients, and what they keep.

Written by `python -m compat_tests.databases`; do not edit.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _build_input(torch: Any, value: Any) -> Any:
    """An input from its description."""
    if isinstance(value, tuple) and value and value[0] == "tensor":
        _, kind, shape, low, high, needs = value
        if kind == "float":
            found = torch.rand(shape) * (high - low) + low
        elif kind == "bool":
            found = torch.rand(shape) > 0.5
        else:
            found = torch.randint(low, high + 1, shape, dtype=getattr(torch, kind))
        return found.requires_grad_(needs)
    if isinstance(value, (list, tuple)):
        return type(value)(_build_input(torch, part) for part in value)
    return value


def _flatten(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _flatten(part)
    else:
        yield value


def _description(torch: Any, value: Any) -> Any:
    """What is computed in float64, to the digits of float32: sums formed in another order do not show."""
    if isinstance(value, torch.Tensor):
        found = value.detach()
        return torch.where(found.abs() < 1e-8, 0.0, found).float() if found.dtype is torch.float64 else found
    if type(value) in (list, tuple):
        return type(value)(_description(torch, part) for part in value)
    return {name: _description(torch, part) for name, part in value.items()} if isinstance(value, dict) else value


def _in_double(torch: Any, case: Any) -> Iterator[Any]:
    torch.set_default_dtype(torch.float64)
    try:
        for value in case(torch):
            yield _description(torch, value)
    finally:
        torch.set_default_dtype(torch.float32)


def _run(torch: Any, cls: Any, calls: Any) -> Iterator[Any]:
    yield from _in_double(torch, lambda torch: _calls(torch, cls, calls))


def _optimize(torch: Any, cls: Any, settings: Any) -> Iterator[Any]:
    yield from _in_double(torch, lambda torch: _steps(torch, cls, settings))


def _calls(torch: Any, cls: Any, calls: Any) -> Iterator[Any]:
    """Each call: arguments of the constructor, and of forward; output, gradients of inputs and parameters, state, in both modes."""
    for args, kwargs, given, named in calls:
        torch.manual_seed(0)
        module = cls(*_build_input(torch, args), **{name: _build_input(torch, value) for name, value in kwargs.items()})
        yield repr(module)
        inputs, options = _build_input(torch, given), {name: _build_input(torch, value) for name, value in named.items()}
        for training in (True, False):
            module.train(training)
            torch.manual_seed(1)
            outputs = module(*inputs, **options)
            differentiable = [t for t in _flatten(outputs) if isinstance(t, torch.Tensor) and t.requires_grad]
            yield [t.detach() for t in _flatten(outputs) if isinstance(t, torch.Tensor)]
            if differentiable:
                wanted = [t for t in [*_flatten(inputs), *module.parameters()] if isinstance(t, torch.Tensor) and t.requires_grad]
                total = sum((t * t).sum() for t in differentiable)
                yield torch.autograd.grad(total, wanted, allow_unused=True)
        yield dict(module.state_dict())


def _steps(torch: Any, cls: Any, settings: Any) -> Iterator[Any]:
    """Some steps with each set of options: parameters and what the optimizer keeps."""
    for options in settings:
        torch.manual_seed(0)
        parameters = [torch.nn.Parameter(torch.randn(3, 2)), torch.nn.Parameter(torch.randn(2, 2))]
        inputs = torch.randn(4, 3)
        options = {name: _build_input(torch, value) for name, value in options.items()}

        def closure() -> Any:
            optimizer.zero_grad()
            loss = ((inputs @ parameters[0]).tanh() @ parameters[1]).square().mean()
            loss.backward()
            return loss

        optimizer = cls(parameters, **options)
        for _ in range(4):
            yield optimizer.step(closure)
        yield [p.detach().clone() for p in parameters]
        kept = optimizer.state_dict()
        yield sorted(kept["param_groups"][0]), kept["state"]


def AdaptiveAvgPool1d(torch: Any) -> Iterator[Any]:
    """AdaptiveAvgPool1d of 2d and 3d inputs, varying output_size: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AdaptiveAvgPool1d,
        [((3,), {}, (('tensor', 'float', (1, 3, 5), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (3, 5), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (1, 3, 5), -2.0, 2.0, True),), {})])


def AdaptiveAvgPool2d(torch: Any) -> Iterator[Any]:
    """AdaptiveAvgPool2d of 3d and 4d inputs, varying output_size: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AdaptiveAvgPool2d,
        [((3,), {}, (('tensor', 'float', (1, 3, 5, 6), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (3, 5, 6), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (1, 3, 5, 6), -2.0, 2.0, True),), {}),
         (((3, 4),), {}, (('tensor', 'float', (1, 3, 5, 6), -2.0, 2.0, True),), {})])


def AdaptiveAvgPool3d(torch: Any) -> Iterator[Any]:
    """AdaptiveAvgPool3d of 4d and 5d inputs, varying output_size: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AdaptiveAvgPool3d,
        [((3,), {}, (('tensor', 'float', (2, 3, 5, 2, 7), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (3, 5, 2, 7), -2.0, 2.0, True),), {}),
         (((3, 4, 5),), {}, (('tensor', 'float', (2, 3, 5, 3, 7), -2.0, 2.0, True),), {}),
         (((None, 4, 5),), {}, (('tensor', 'float', (2, 3, 5, 3, 7), -2.0, 2.0, True),), {})])


def AdaptiveMaxPool1d(torch: Any) -> Iterator[Any]:
    """AdaptiveMaxPool1d of 2d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.AdaptiveMaxPool1d,
        [((3,), {}, (('tensor', 'float', (1, 3, 5), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (3, 5), -2.0, 2.0, True),), {})])


def AdaptiveMaxPool2d(torch: Any) -> Iterator[Any]:
    """AdaptiveMaxPool2d of 3d and 4d inputs, varying output_size: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AdaptiveMaxPool2d,
        [((3,), {}, (('tensor', 'float', (1, 3, 5, 6), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (3, 5, 6), -2.0, 2.0, True),), {}),
         (((3, 4),), {}, (('tensor', 'float', (1, 3, 5, 6), -2.0, 2.0, True),), {}),
         (((3, None),), {}, (('tensor', 'float', (1, 3, 5, 6), -2.0, 2.0, True),), {})])


def AdaptiveMaxPool3d(torch: Any) -> Iterator[Any]:
    """AdaptiveMaxPool3d of 4d and 5d inputs, varying output_size: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AdaptiveMaxPool3d,
        [((3,), {}, (('tensor', 'float', (2, 3, 5, 6, 7), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (3, 5, 6, 7), -2.0, 2.0, True),), {}),
         (((3, 4, 5),), {}, (('tensor', 'float', (2, 3, 5, 6, 7), -2.0, 2.0, True),), {}),
         (((3, None, 5),), {}, (('tensor', 'float', (2, 3, 5, 6, 7), -2.0, 2.0, True),), {})])


def AvgPool1d(torch: Any) -> Iterator[Any]:
    """AvgPool1d of 2d and 3d inputs, varying kernel_size, stride and padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AvgPool1d,
        [((), {'kernel_size': 2}, (('tensor', 'float', (3, 6), -2.0, 2.0, True),), {}),
         ((2,), {}, (('tensor', 'float', (2, 3, 6), -2.0, 2.0, True),), {}),
         (((2,), (2,)), {}, (('tensor', 'float', (2, 3, 6), -2.0, 2.0, True),), {}),
         ((2, 2, 1), {}, (('tensor', 'float', (2, 3, 6), -2.0, 2.0, True),), {})])


def AvgPool2d(torch: Any) -> Iterator[Any]:
    """AvgPool2d of 3d and 4d inputs, varying stride and padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AvgPool2d,
        [(((2, 2),), {}, (('tensor', 'float', (3, 6, 6), -2.0, 2.0, True),), {}),
         (((2, 2),), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {}),
         (((2, 2), (2, 2)), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {}),
         (((2, 2), (2, 2), (1, 1)), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {})])


def AvgPool3d(torch: Any) -> Iterator[Any]:
    """AvgPool3d of 4d and 5d inputs, varying kernel_size, stride and padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.AvgPool3d,
        [(((2, 2, 2),), {}, (('tensor', 'float', (3, 4, 4, 4), -2.0, 2.0, True),), {}),
         (((2, 2, 2),), {}, (('tensor', 'float', (2, 3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((2, (2, 2, 2)), {}, (('tensor', 'float', (2, 3, 5, 5, 5), -2.0, 2.0, True),), {}),
         ((2, 2, (1, 1, 1)), {}, (('tensor', 'float', (2, 3, 5, 5, 5), -2.0, 2.0, True),), {})])


def BatchNorm1d(torch: Any) -> Iterator[Any]:
    """BatchNorm1d of 2d and 3d inputs, varying 4 arguments: training and evaluation differ; 5 tensors of state."""
    yield from _run(torch, torch.nn.BatchNorm1d,
        [((10,), {}, (('tensor', 'float', (4, 10), -2.0, 2.0, True),), {}),
         ((5,), {}, (('tensor', 'float', (4, 5, 3), -2.0, 2.0, True),), {}),
         ((10, 0.001, None), {}, (('tensor', 'float', (4, 10), -2.0, 2.0, True),), {}),
         ((10, 0.001, 0.3, False), {}, (('tensor', 'float', (4, 10), -2.0, 2.0, True),), {})])


def BatchNorm2d(torch: Any) -> Iterator[Any]:
    """BatchNorm2d of 4d inputs, varying eps, momentum and affine: training and evaluation differ; 5 tensors of state."""
    yield from _run(torch, torch.nn.BatchNorm2d,
        [((3,), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {}),
         ((3, 0.001, None), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.8), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.8, False), {}, (('tensor', 'float', (2, 3, 6, 6), -2.0, 2.0, True),), {})])


def BatchNorm3d(torch: Any) -> Iterator[Any]:
    """BatchNorm3d of 5d inputs, varying eps, momentum and affine: training and evaluation differ; 5 tensors of state."""
    yield from _run(torch, torch.nn.BatchNorm3d,
        [((3,), {}, (('tensor', 'float', (2, 3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((3, 0.001, None), {}, (('tensor', 'float', (2, 3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.7), {}, (('tensor', 'float', (2, 3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.7, False), {}, (('tensor', 'float', (2, 3, 4, 4, 4), -2.0, 2.0, True),), {})])


def CELU(torch: Any) -> Iterator[Any]:
    """CELU of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.CELU,
        [((), {'alpha': 2.0}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {'alpha': 2.0}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((), {'alpha': 2.0}, (('tensor', 'float', (3,), -2.0, 2.0, True),), {})])


def Conv1d(torch: Any) -> Iterator[Any]:
    """Conv1d of 2d and 3d inputs, varying padding: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.Conv1d,
        [((4, 5, 3), {}, (('tensor', 'float', (2, 4, 3), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {'padding': 'same'}, (('tensor', 'float', (2, 4, 3), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {}, (('tensor', 'float', (4, 3), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {'padding': 'same'}, (('tensor', 'float', (4, 3), -2.0, 2.0, True),), {})])


def Conv2d(torch: Any) -> Iterator[Any]:
    """Conv2d of 3d and 4d inputs, varying padding: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.Conv2d,
        [((4, 5, 3), {}, (('tensor', 'float', (2, 4, 3, 4), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {'padding': 'same'}, (('tensor', 'float', (2, 4, 3, 4), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {}, (('tensor', 'float', (4, 3, 4), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {'padding': 'same'}, (('tensor', 'float', (4, 3, 4), -2.0, 2.0, True),), {})])


def Conv3d(torch: Any) -> Iterator[Any]:
    """Conv3d of 4d and 5d inputs, varying padding: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.Conv3d,
        [((4, 5, 3), {}, (('tensor', 'float', (2, 4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {'padding': 'same'}, (('tensor', 'float', (2, 4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {}, (('tensor', 'float', (4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {'padding': 'same'}, (('tensor', 'float', (4, 3, 4, 5), -2.0, 2.0, True),), {})])


def ConvTranspose1d(torch: Any) -> Iterator[Any]:
    """ConvTranspose1d of 2d and 3d inputs: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.ConvTranspose1d,
        [((4, 5, 3), {}, (('tensor', 'float', (2, 4, 3), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {}, (('tensor', 'float', (4, 3), -2.0, 2.0, True),), {})])


def ConvTranspose2d(torch: Any) -> Iterator[Any]:
    """ConvTranspose2d of 3d and 4d inputs: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.ConvTranspose2d,
        [((4, 5, 3), {}, (('tensor', 'float', (2, 4, 3, 4), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {}, (('tensor', 'float', (4, 3, 4), -2.0, 2.0, True),), {})])


def ConvTranspose3d(torch: Any) -> Iterator[Any]:
    """ConvTranspose3d of 4d and 5d inputs: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.ConvTranspose3d,
        [((4, 5, 3), {}, (('tensor', 'float', (2, 4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((4, 5, 3), {}, (('tensor', 'float', (4, 3, 4, 5), -2.0, 2.0, True),), {})])


def CosineEmbeddingLoss(torch: Any) -> Iterator[Any]:
    """CosineEmbeddingLoss of 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.CosineEmbeddingLoss,
        [((), {},
          (('tensor', 'float', (15, 10), -2.0, 2.0, True), ('tensor', 'float', (15, 10), -2.0, 2.0, True),
           ('tensor', 'float', (15,), -2.0, 2.0, False)),
          {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (15, 10), -2.0, 2.0, True), ('tensor', 'float', (15, 10), -2.0, 2.0, True),
           ('tensor', 'float', (15,), -2.0, 2.0, False)),
          {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (15, 10), -2.0, 2.0, True), ('tensor', 'float', (15, 10), -2.0, 2.0, True),
           ('tensor', 'float', (15,), -2.0, 2.0, False)),
          {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (15, 10), -2.0, 2.0, True), ('tensor', 'float', (15, 10), -2.0, 2.0, True),
           ('tensor', 'float', (15,), -2.0, 2.0, False)),
          {})])


def ELU(torch: Any) -> Iterator[Any]:
    """ELU of 0d, 1d, 3d and 4d inputs, varying alpha: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ELU,
        [((), {'alpha': 2.0}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {'alpha': 2.0}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (3,), -2.0, 2.0, True),), {}),
         ((), {'alpha': 2.0}, (('tensor', 'float', (2, 3, 2, 5), -2.0, 2.0, True),), {})])


def FractionalMaxPool2d(torch: Any) -> Iterator[Any]:
    """FractionalMaxPool2d of 3d and 4d inputs, varying 4 arguments: training and evaluation agree; state _random_samples."""
    yield from _run(torch, torch.nn.FractionalMaxPool2d,
        [((2,), {'output_ratio': 0.5, '_random_samples': ('tensor', 'float', (1, 3, 2), 0.0, 1.0, False)},
          (('tensor', 'float', (1, 3, 5, 7), -2.0, 2.0, True),), {}),
         (((2, 3),), {'output_size': (4, 3), '_random_samples': ('tensor', 'float', (1, 3, 2), 0.0, 1.0, False)},
          (('tensor', 'float', (1, 3, 7, 6), -2.0, 2.0, True),), {}),
         ((2,),
          {'output_ratio': 0.5, '_random_samples': ('tensor', 'float', (1, 3, 2), 0.0, 1.0, False), 'return_indices': True},
          (('tensor', 'float', (1, 3, 5, 7), -2.0, 2.0, True),), {}),
         ((2,), {'output_ratio': 0.5, '_random_samples': ('tensor', 'float', (1, 3, 2), 0.0, 1.0, False)},
          (('tensor', 'float', (3, 5, 7), -2.0, 2.0, True),), {})])


def FractionalMaxPool3d(torch: Any) -> Iterator[Any]:
    """FractionalMaxPool3d of 5d inputs, varying 4 arguments: training and evaluation agree; state _random_samples."""
    yield from _run(torch, torch.nn.FractionalMaxPool3d,
        [((2,), {'output_ratio': 0.5, '_random_samples': ('tensor', 'float', (2, 4, 3), 0.0, 1.0, False)},
          (('tensor', 'float', (2, 4, 5, 5, 5), -2.0, 2.0, True),), {}),
         (((2, 2, 2),), {'output_size': (4, 4, 4), '_random_samples': ('tensor', 'float', (2, 4, 3), 0.0, 1.0, False)},
          (('tensor', 'float', (2, 4, 7, 7, 7), -2.0, 2.0, True),), {}),
         (((4, 2, 3),), {'output_size': (10, 3, 2), '_random_samples': ('tensor', 'float', (2, 4, 3), 0.0, 1.0, False)},
          (('tensor', 'float', (2, 4, 16, 7, 5), -2.0, 2.0, True),), {}),
         ((2,),
          {'output_ratio': 0.5, '_random_samples': ('tensor', 'float', (2, 4, 3), 0.0, 1.0, False), 'return_indices': True},
          (('tensor', 'float', (2, 4, 5, 5, 5), -2.0, 2.0, True),), {})])


def L1Loss(torch: Any) -> Iterator[Any]:
    """L1Loss of 0d, 1d and 3d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.L1Loss,
        [((), {}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4), -2.0, 2.0, True)), {}),
         ((), {}, (('tensor', 'float', (), -2.0, 2.0, True), ('tensor', 'float', (), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'none'}, (('tensor', 'float', (4,), 0.0, 9.9, True), ('tensor', 'float', (4,), -2.0, 2.0, True)),
          {}),
         ((), {'reduction': 'mean'}, (('tensor', 'float', (4,), -2.0, 2.0, True), ('tensor', 'float', (4,), -2.0, 2.0, True)),
          {})])


def SmoothL1Loss(torch: Any) -> Iterator[Any]:
    """SmoothL1Loss of 0d and 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.SmoothL1Loss,
        [((), {}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'float', (5, 10), -2.0, 2.0, True)), {}),
         ((), {}, (('tensor', 'float', (), 0.0, 9.5, True), ('tensor', 'float', (), 0.0, 7.1, True)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'float', (5, 10), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (), -2.0, 2.0, True), ('tensor', 'float', (), -2.0, 2.0, True)), {})])


def LazyConv1d(torch: Any) -> Iterator[Any]:
    """LazyConv1d of 2d and 3d inputs, varying padding: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LazyConv1d,
        [((5, 3), {}, (('tensor', 'float', (2, 4, 3), -2.0, 2.0, True),), {}),
         ((5, 3), {'padding': 'same'}, (('tensor', 'float', (2, 4, 3), -2.0, 2.0, True),), {}),
         ((5, 3), {}, (('tensor', 'float', (4, 3), -2.0, 2.0, True),), {}),
         ((5, 3), {'padding': 'same'}, (('tensor', 'float', (4, 3), -2.0, 2.0, True),), {})])


def LazyConv2d(torch: Any) -> Iterator[Any]:
    """LazyConv2d of 3d and 4d inputs, varying padding: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LazyConv2d,
        [((5, 3), {}, (('tensor', 'float', (2, 4, 3, 4), -2.0, 2.0, True),), {}),
         ((5, 3), {'padding': 'same'}, (('tensor', 'float', (2, 4, 3, 4), -2.0, 2.0, True),), {}),
         ((5, 3), {}, (('tensor', 'float', (4, 3, 4), -2.0, 2.0, True),), {}),
         ((5, 3), {'padding': 'same'}, (('tensor', 'float', (4, 3, 4), -2.0, 2.0, True),), {})])


def LazyConv3d(torch: Any) -> Iterator[Any]:
    """LazyConv3d of 4d and 5d inputs, varying padding: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LazyConv3d,
        [((5, 3), {}, (('tensor', 'float', (2, 4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((5, 3), {'padding': 'same'}, (('tensor', 'float', (2, 4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((5, 3), {}, (('tensor', 'float', (4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((5, 3), {'padding': 'same'}, (('tensor', 'float', (4, 3, 4, 5), -2.0, 2.0, True),), {})])


def LazyConvTranspose1d(torch: Any) -> Iterator[Any]:
    """LazyConvTranspose1d of 2d and 3d inputs: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LazyConvTranspose1d,
        [((5, 3), {}, (('tensor', 'float', (2, 4, 3), -2.0, 2.0, True),), {}),
         ((5, 3), {}, (('tensor', 'float', (4, 3), -2.0, 2.0, True),), {})])


def LazyConvTranspose2d(torch: Any) -> Iterator[Any]:
    """LazyConvTranspose2d of 3d and 4d inputs: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LazyConvTranspose2d,
        [((5, 3), {}, (('tensor', 'float', (2, 4, 3, 4), -2.0, 2.0, True),), {}),
         ((5, 3), {}, (('tensor', 'float', (4, 3, 4), -2.0, 2.0, True),), {})])


def LazyConvTranspose3d(torch: Any) -> Iterator[Any]:
    """LazyConvTranspose3d of 4d and 5d inputs: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LazyConvTranspose3d,
        [((5, 3), {}, (('tensor', 'float', (2, 4, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((5, 3), {}, (('tensor', 'float', (4, 3, 4, 5), -2.0, 2.0, True),), {})])


def Linear(torch: Any) -> Iterator[Any]:
    """Linear of 1d and 2d inputs, varying in_features, out_features and bias: the modes agree; state weight and bias."""
    yield from _run(torch, torch.nn.Linear,
        [((10, 8), {}, (), {'input': ('tensor', 'float', (4, 10), -2.0, 2.0, True)}),
         ((10, 8), {'bias': False}, (('tensor', 'float', (4, 10), -2.0, 2.0, True),), {}),
         ((3, 5), {}, (('tensor', 'float', (3,), -2.0, 2.0, True),), {})])


def Bilinear(torch: Any) -> Iterator[Any]:
    """Bilinear of 1d and 2d inputs, varying bias: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.Bilinear,
        [((2, 3, 4), {}, (('tensor', 'float', (8, 2), -2.0, 2.0, True), ('tensor', 'float', (8, 3), -2.0, 2.0, True)), {}),
         ((2, 3, 4), {'bias': False},
          (('tensor', 'float', (8, 2), -2.0, 2.0, True), ('tensor', 'float', (8, 3), -2.0, 2.0, True)), {}),
         ((2, 3, 4), {}, (('tensor', 'float', (2,), -2.0, 2.0, True), ('tensor', 'float', (3,), -2.0, 2.0, True)), {})])


def LPPool1d(torch: Any) -> Iterator[Any]:
    """LPPool1d of 2d and 3d inputs, varying norm_type and stride: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.LPPool1d,
        [((1.5, 2), {}, (('tensor', 'float', (1, 3, 7), -2.0, 2.0, True),), {}),
         ((2, 2, 3), {}, (('tensor', 'float', (1, 3, 7), -2.0, 2.0, True),), {}),
         ((2, 2, 3), {}, (('tensor', 'float', (3, 7), -2.0, 2.0, True),), {})])


def LPPool2d(torch: Any) -> Iterator[Any]:
    """LPPool2d of 3d and 4d inputs, varying norm_type and stride: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.LPPool2d,
        [((2, 2, 2), {}, (('tensor', 'float', (1, 3, 7, 7), -2.0, 2.0, True),), {}),
         ((2, 2, 2), {}, (('tensor', 'float', (3, 7, 7), -2.0, 2.0, True),), {}),
         ((1.5, 2), {}, (('tensor', 'float', (1, 3, 7, 7), -2.0, 2.0, True),), {})])


def LPPool3d(torch: Any) -> Iterator[Any]:
    """LPPool3d of 4d and 5d inputs, varying norm_type and stride: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.LPPool3d,
        [((2, 2, 2), {}, (('tensor', 'float', (1, 3, 7, 7, 7), -2.0, 2.0, True),), {}),
         ((2, 2, 2), {}, (('tensor', 'float', (3, 7, 7, 7), -2.0, 2.0, True),), {}),
         ((1.5, 2), {}, (('tensor', 'float', (1, 3, 7, 7, 7), -2.0, 2.0, True),), {})])


def MaxPool1d(torch: Any) -> Iterator[Any]:
    """MaxPool1d of 3d inputs, varying stride and return_indices: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MaxPool1d,
        [((4,), {}, (('tensor', 'float', (2, 10, 4), -2.0, 2.0, True),), {}),
         ((4, 4), {}, (('tensor', 'float', (2, 10, 4), -2.0, 2.0, True),), {}),
         ((4,), {'return_indices': True}, (('tensor', 'float', (2, 10, 4), -2.0, 2.0, True),), {})])


def MaxPool2d(torch: Any) -> Iterator[Any]:
    """MaxPool2d of 3d and 4d inputs, varying return_indices: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MaxPool2d,
        [(((3, 3), (2, 2), (1, 1)), {}, (('tensor', 'float', (3, 7, 7), -2.0, 2.0, True),), {}),
         (((3, 3), (2, 2), (1, 1)), {}, (('tensor', 'float', (1, 3, 7, 7), -2.0, 2.0, True),), {}),
         (((3, 3), (2, 2), (1, 1)), {'return_indices': True}, (('tensor', 'float', (1, 3, 7, 7), -2.0, 2.0, True),), {})])


def MaxPool3d(torch: Any) -> Iterator[Any]:
    """MaxPool3d of 5d inputs, varying kernel_size, stride, padding and return_indices: the modes agree; no state."""
    yield from _run(torch, torch.nn.MaxPool3d,
        [(((2, 2, 2),), {}, (('tensor', 'float', (2, 3, 5, 5, 5), -2.0, 2.0, True),), {}),
         ((2, (2, 2, 2)), {}, (('tensor', 'float', (2, 3, 5, 5, 5), -2.0, 2.0, True),), {}),
         ((2, 2, (1, 1, 1)), {}, (('tensor', 'float', (2, 3, 5, 5, 5), -2.0, 2.0, True),), {}),
         ((2, 2, (1, 1, 1)), {'return_indices': True}, (('tensor', 'float', (2, 3, 5, 5, 5), -2.0, 2.0, True),), {})])


def KLDivLoss(torch: Any) -> Iterator[Any]:
    """KLDivLoss of 0d and 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.KLDivLoss,
        [((), {}, (('tensor', 'float', (10, 10), -2.0, 2.0, True), ('tensor', 'float', (10, 10), -2.0, 2.0, True)), {}),
         ((), {}, (('tensor', 'float', (), -2.0, 2.0, True), ('tensor', 'float', (), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (10, 10), -2.0, 2.0, True), ('tensor', 'float', (10, 10), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (), -2.0, 2.0, True), ('tensor', 'float', (), -2.0, 2.0, True)), {})])


def MSELoss(torch: Any) -> Iterator[Any]:
    """MSELoss of 0d and 4d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MSELoss,
        [((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, False)),
          {}),
         ((), {}, (('tensor', 'float', (), 0.0, 4.0, True), ('tensor', 'float', (), 0.0, 7.8, False)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, False)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (), -2.0, 2.0, True), ('tensor', 'float', (), 0.0, 5.7, False)), {})])


def MarginRankingLoss(torch: Any) -> Iterator[Any]:
    """MarginRankingLoss of 1d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MarginRankingLoss,
        [((), {},
          (('tensor', 'float', (50,), -2.0, 2.0, True), ('tensor', 'float', (50,), -2.0, 2.0, True),
           ('tensor', 'int64', (50,), -1, 1, False)),
          {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (50,), -2.0, 2.0, True), ('tensor', 'float', (50,), -2.0, 2.0, True),
           ('tensor', 'int64', (50,), -1, 1, False)),
          {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (50,), -2.0, 2.0, True), ('tensor', 'float', (50,), -2.0, 2.0, True),
           ('tensor', 'int64', (50,), -1, 1, False)),
          {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (50,), -2.0, 2.0, True), ('tensor', 'float', (50,), -2.0, 2.0, True),
           ('tensor', 'int64', (50,), -1, 1, False)),
          {})])


def MultiLabelMarginLoss(torch: Any) -> Iterator[Any]:
    """MultiLabelMarginLoss of 1d and 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MultiLabelMarginLoss,
        [((), {}, (('tensor', 'float', (10,), -2.0, 2.0, True), ('tensor', 'int64', (10,), 1, 9, False)), {}),
         ((), {}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5, 10), 0, 9, False)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (10,), -2.0, 2.0, True), ('tensor', 'int64', (10,), 0, 8, False)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5, 10), 0, 9, False)),
          {})])


def MultiMarginLoss(torch: Any) -> Iterator[Any]:
    """MultiMarginLoss of 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MultiMarginLoss,
        [((), {}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5,), 3, 9, False)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5,), 0, 9, False)),
          {}),
         ((), {'reduction': 'mean'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5,), 1, 8, False)),
          {}),
         ((), {'reduction': 'none'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5,), 0, 8, False)),
          {})])


def SoftMarginLoss(torch: Any) -> Iterator[Any]:
    """SoftMarginLoss of 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.SoftMarginLoss,
        [((), {}, (('tensor', 'float', (5, 5), -2.0, 2.0, True), ('tensor', 'float', (5, 5), -2.0, 2.0, False)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (5, 5), -2.0, 2.0, True), ('tensor', 'float', (5, 5), -2.0, 2.0, False)), {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (5, 5), -2.0, 2.0, True), ('tensor', 'float', (5, 5), -2.0, 2.0, False)), {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (5, 5), -2.0, 2.0, True), ('tensor', 'float', (5, 5), -2.0, 2.0, False)), {})])


def MultiLabelSoftMarginLoss(torch: Any) -> Iterator[Any]:
    """MultiLabelSoftMarginLoss of 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.MultiLabelSoftMarginLoss,
        [((), {}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5, 10), 0, 1, False)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5, 10), 0, 1, False)),
          {}),
         ((), {'reduction': 'mean'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5, 10), 0, 1, False)),
          {}),
         ((), {'reduction': 'none'}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'int64', (5, 10), 0, 1, False)),
          {})])


def NLLLoss(torch: Any) -> Iterator[Any]:
    """NLLLoss of 2d, 3d, 4d and 6d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.NLLLoss,
        [((), {}, (('tensor', 'float', (15, 4), -2.0, 2.0, True), ('tensor', 'int64', (15,), 0, 3, False)), {}),
         ((), {}, (('tensor', 'float', (2, 4, 5, 5), -2.0, 2.0, True), ('tensor', 'int64', (2, 5, 5), 0, 3, False)), {}),
         ((), {}, (('tensor', 'float', (2, 4, 5, 5, 2, 2), -2.0, 2.0, True), ('tensor', 'int64', (2, 5, 5, 2, 2), 0, 3, False)),
          {}),
         ((), {}, (('tensor', 'float', (2, 4, 5), -2.0, 2.0, True), ('tensor', 'int64', (2, 5), 0, 3, False)), {})])


def GaussianNLLLoss(torch: Any) -> Iterator[Any]:
    """GaussianNLLLoss of 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.GaussianNLLLoss,
        [((), {},
          (('tensor', 'float', (4, 3), -2.0, 2.0, True), ('tensor', 'float', (4, 3), -2.0, 2.0, False),
           ('tensor', 'float', (4, 1), 0.0, 8.4, True)),
          {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (4, 3), -2.0, 2.0, True), ('tensor', 'float', (4, 3), -2.0, 2.0, False),
           ('tensor', 'float', (4, 1), 0.0, 8.8, True)),
          {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (4, 3), -2.0, 2.0, True), ('tensor', 'float', (4, 3), -2.0, 2.0, False),
           ('tensor', 'float', (4, 1), 0.0, 8.0, True)),
          {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (4, 3), -2.0, 2.0, True), ('tensor', 'float', (4, 3), -2.0, 2.0, False),
           ('tensor', 'float', (4, 1), 0.0, 5.1, True)),
          {})])


def PoissonNLLLoss(torch: Any) -> Iterator[Any]:
    """PoissonNLLLoss of 4d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.PoissonNLLLoss,
        [((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4, 5), 0.0, 10.0, False)),
          {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4, 5), 0.0, 10.0, False)), {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4, 5), 0.0, 10.0, False)), {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4, 5), 0.0, 10.0, False)), {})])


def HingeEmbeddingLoss(torch: Any) -> Iterator[Any]:
    """HingeEmbeddingLoss of 0d and 1d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.HingeEmbeddingLoss,
        [((), {}, (('tensor', 'float', (10,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, False)), {}),
         ((), {}, (('tensor', 'float', (), 0.0, 4.3, True), ('tensor', 'float', (), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (10,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, False)),
          {}),
         ((), {'reduction': 'sum'}, (('tensor', 'float', (), 0.0, 2.5, True), ('tensor', 'float', (), -2.0, 2.0, False)), {})])


def HuberLoss(torch: Any) -> Iterator[Any]:
    """HuberLoss of 2d inputs, varying reduction: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.HuberLoss,
        [((), {}, (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'float', (5, 10), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'float', (5, 10), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'float', (5, 10), -2.0, 2.0, True)), {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (5, 10), -2.0, 2.0, True), ('tensor', 'float', (5, 10), -2.0, 2.0, True)), {})])


def BCELoss(torch: Any) -> Iterator[Any]:
    """BCELoss of 2d inputs, varying reduction: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.BCELoss,
        [((), {}, (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {})])


def BCEWithLogitsLoss(torch: Any) -> Iterator[Any]:
    """BCEWithLogitsLoss of 2d inputs, varying reduction: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.BCEWithLogitsLoss,
        [((), {}, (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'sum'},
          (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {}),
         ((), {'reduction': 'none'},
          (('tensor', 'float', (15, 10), 0.0, 1.0, True), ('tensor', 'float', (15, 10), 0.0, 1.0, False)), {})])


def CrossEntropyLoss(torch: Any) -> Iterator[Any]:
    """CrossEntropyLoss of 2d, 3d, 4d and 6d inputs: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.CrossEntropyLoss,
        [((), {'reduction': 'mean'},
          (('tensor', 'float', (2, 3, 5, 5), -2.0, 2.0, True), ('tensor', 'int64', (2, 5, 5), 0, 2, False)), {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (2, 3, 5), -2.0, 2.0, True), ('tensor', 'int64', (2, 5), 0, 2, False)), {}),
         ((), {'reduction': 'mean'}, (('tensor', 'float', (2, 3), -2.0, 2.0, True), ('tensor', 'int64', (2,), 0, 0, False)),
          {}),
         ((), {'reduction': 'mean'},
          (('tensor', 'float', (2, 3, 5, 5, 2, 2), -2.0, 2.0, True), ('tensor', 'int64', (2, 5, 5, 2, 2), 0, 2, False)), {})])


def CTCLoss(torch: Any) -> Iterator[Any]:
    """CTCLoss of 3d inputs, varying 3 arguments: training and evaluation agree; no state; call 4 raises RuntimeError."""
    yield from _run(torch, torch.nn.CTCLoss,
        [((), {},
          (('tensor', 'float', (50, 3, 15), -2.0, 2.0, True), ('tensor', 'int32', (3, 30), 1, 14, False), (50, 50, 50),
           (30, 25, 20)),
          {}),
         ((), {},
          (('tensor', 'float', (50, 3, 15), -2.0, 2.0, True), ('tensor', 'int32', (3, 30), 1, 14, False),
           ('tensor', 'int64', (3,), 50, 50, False), ('tensor', 'int64', (3,), 20, 30, False)),
          {}),
         ((), {},
          (('tensor', 'float', (50, 3, 15), -2.0, 2.0, True), ('tensor', 'int32', (75,), 1, 14, False), (50, 50, 50),
           (30, 25, 20)),
          {}),
         ((), {},
          (('tensor', 'float', (50, 3, 15), -2.0, 2.0, True), ('tensor', 'int32', (75,), 1, 14, False),
           ('tensor', 'int64', (3,), 50, 50, False), ('tensor', 'int64', (3,), 20, 30, False)),
          {})])


def GELU(torch: Any) -> Iterator[Any]:
    """GELU of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.GELU,
        [(('none',), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         (('none',), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (3,), -2.0, 2.0, True),), {})])


def GLU(torch: Any) -> Iterator[Any]:
    """GLU of 1d, 2d and 3d inputs, varying dim: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.GLU,
        [((), {}, (('tensor', 'float', (5, 6), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (5, 6, 7), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def GroupNorm(torch: Any) -> Iterator[Any]:
    """GroupNorm of 2d and 3d inputs, varying num_groups, num_channels and bias: the modes agree; state weight and bias."""
    yield from _run(torch, torch.nn.GroupNorm,
        [((3, 6, 0.001), {}, (('tensor', 'float', (4, 6, 5), -2.0, 2.0, True),), {}),
         ((3, 6, 0.001), {'bias': False}, (('tensor', 'float', (4, 6, 5), -2.0, 2.0, True),), {}),
         ((3, 12, 0.001), {}, (('tensor', 'float', (4, 12), -2.0, 2.0, True),), {}),
         ((1, 6, 0.001), {}, (('tensor', 'float', (150, 6), -2.0, 2.0, True),), {})])


def Hardshrink(torch: Any) -> Iterator[Any]:
    """Hardshrink of 0d, 1d and 4d inputs, varying lambd: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.Hardshrink,
        [((2.0,), {}, (('tensor', 'float', (4, 3, 2, 4), -2.0, 2.0, True),), {}),
         ((2.0,), {}, (('tensor', 'float', (), 0.0, 5.5, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def Hardswish(torch: Any) -> Iterator[Any]:
    """Hardswish of 1d and 4d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Hardswish,
        [((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 2, 5), -2.0, 2.0, True),), {})])


def Hardtanh(torch: Any) -> Iterator[Any]:
    """Hardtanh of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Hardtanh,
        [((), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def InstanceNorm1d(torch: Any) -> Iterator[Any]:
    """InstanceNorm1d of 2d and 3d inputs, varying track_running_stats: the modes differ; 3 tensors of state."""
    yield from _run(torch, torch.nn.InstanceNorm1d,
        [((3, 0.001, 0.3), {}, (('tensor', 'float', (4, 3, 15), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3, False, True), {}, (('tensor', 'float', (4, 3, 15), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3), {}, (('tensor', 'float', (3, 15), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3, False, True), {}, (('tensor', 'float', (3, 15), -2.0, 2.0, True),), {})])


def InstanceNorm2d(torch: Any) -> Iterator[Any]:
    """InstanceNorm2d of 3d and 4d inputs, varying track_running_stats: the modes differ; 3 tensors of state."""
    yield from _run(torch, torch.nn.InstanceNorm2d,
        [((3, 0.001, 0.3), {}, (('tensor', 'float', (4, 3, 6, 6), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3, False, True), {}, (('tensor', 'float', (4, 3, 6, 6), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3), {}, (('tensor', 'float', (3, 6, 6), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3, False, True), {}, (('tensor', 'float', (3, 6, 6), -2.0, 2.0, True),), {})])


def InstanceNorm3d(torch: Any) -> Iterator[Any]:
    """InstanceNorm3d of 4d and 5d inputs, varying track_running_stats: the modes differ; 3 tensors of state."""
    yield from _run(torch, torch.nn.InstanceNorm3d,
        [((3, 0.001, 0.3), {}, (('tensor', 'float', (4, 3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3, False, True), {}, (('tensor', 'float', (4, 3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3), {}, (('tensor', 'float', (3, 4, 4, 4), -2.0, 2.0, True),), {}),
         ((3, 0.001, 0.3, False, True), {}, (('tensor', 'float', (3, 4, 4, 4), -2.0, 2.0, True),), {})])


def LocalResponseNorm(torch: Any) -> Iterator[Any]:
    """LocalResponseNorm of 3d, 4d and 5d inputs, varying size, alpha, beta and k: the modes agree; no state."""
    yield from _run(torch, torch.nn.LocalResponseNorm,
        [((3,), {}, (('tensor', 'float', (1, 5, 7), -2.0, 2.0, True),), {}),
         ((2,), {}, (('tensor', 'float', (1, 5, 7, 7), -2.0, 2.0, True),), {}),
         ((1, 1.0, 0.5, 2.0), {}, (('tensor', 'float', (1, 5, 7, 7, 7), -2.0, 2.0, True),), {})])


def LayerNorm(torch: Any) -> Iterator[Any]:
    """LayerNorm of 3d and 4d inputs, varying 2 arguments: training and evaluation agree; state weight and bias."""
    yield from _run(torch, torch.nn.LayerNorm,
        [(([5], 0.001), {}, (('tensor', 'float', (4, 5, 5), -2.0, 2.0, True),), {}),
         (([5], 0.001), {}, (('tensor', 'float', (128, 5, 5), -2.0, 2.0, True),), {}),
         (([5], 0.001, False), {}, (('tensor', 'float', (4, 5, 5), -2.0, 2.0, True),), {}),
         (([2, 2, 5], 0.001), {}, (('tensor', 'float', (4, 2, 2, 5), -2.0, 2.0, True),), {})])


def RMSNorm(torch: Any) -> Iterator[Any]:
    """RMSNorm of 3d and 4d inputs, varying normalized_shape and elementwise_affine: the modes agree; state weight."""
    yield from _run(torch, torch.nn.RMSNorm,
        [(([5], 0.001), {}, (('tensor', 'float', (4, 5, 5), -2.0, 2.0, True),), {}),
         (([5], 0.001), {}, (('tensor', 'float', (128, 5, 5), -2.0, 2.0, True),), {}),
         (([5], 0.001, False), {}, (('tensor', 'float', (4, 5, 5), -2.0, 2.0, True),), {}),
         (([2, 2, 5], 0.001), {}, (('tensor', 'float', (4, 2, 2, 5), -2.0, 2.0, True),), {})])


def TransformerEncoderLayer(torch: Any) -> Iterator[Any]:
    """TransformerEncoderLayer of 2d and 3d inputs, varying 4 arguments: the modes agree; 12 tensors of state."""
    yield from _run(torch, torch.nn.TransformerEncoderLayer,
        [((4, 2, 16, 0.0), {}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True),), {}),
         ((4, 2, 8, 0.0), {'bias': False}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True),), {}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'dropout': 0.0,
           'batch_first': True,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (3, 4), -2.0, 2.0, True),), {'src_mask': None, 'src_key_padding_mask': None}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'dropout': 0.0,
           'batch_first': True,
           'norm_first': True,
           'bias': False},
          (('tensor', 'float', (3, 4), -2.0, 2.0, True),), {'src_mask': None, 'src_key_padding_mask': None})])


def TransformerDecoderLayer(torch: Any) -> Iterator[Any]:
    """TransformerDecoderLayer of 2d and 3d inputs, varying 4 arguments: the modes agree; 18 tensors of state."""
    yield from _run(torch, torch.nn.TransformerDecoderLayer,
        [((4, 2, 16, 0.0), {},
          (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4), -2.0, 2.0, True)), {}),
         ((4, 2, 8, 0.0), {'bias': False},
          (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4), -2.0, 2.0, True)), {}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'dropout': 0.0,
           'batch_first': True,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (3, 4), -2.0, 2.0, True), ('tensor', 'float', (3, 4), -2.0, 2.0, True)),
          {'tgt_mask': None, 'memory_mask': None, 'tgt_key_padding_mask': None, 'memory_key_padding_mask': None}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'dropout': 0.0,
           'batch_first': True,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4), -2.0, 2.0, True)),
          {'tgt_mask': None, 'memory_mask': None, 'tgt_key_padding_mask': None, 'memory_key_padding_mask': None})])


def Transformer(torch: Any) -> Iterator[Any]:
    """Transformer of 2d and 3d inputs, varying batch_first: training and evaluation agree; 34 tensors of state."""
    yield from _run(torch, torch.nn.Transformer,
        [((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'num_encoder_layers': 1,
           'num_decoder_layers': 1,
           'dropout': 0.0,
           'batch_first': True,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (3, 4), -2.0, 2.0, True), ('tensor', 'float', (3, 4), -2.0, 2.0, True)),
          {'tgt_mask': None, 'src_mask': None, 'tgt_key_padding_mask': None, 'src_key_padding_mask': None}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'num_encoder_layers': 1,
           'num_decoder_layers': 1,
           'dropout': 0.0,
           'batch_first': True,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True), ('tensor', 'float', (2, 3, 4), -2.0, 2.0, True)),
          {'tgt_mask': None, 'src_mask': None, 'tgt_key_padding_mask': None, 'src_key_padding_mask': None}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'num_encoder_layers': 1,
           'num_decoder_layers': 1,
           'dropout': 0.0,
           'batch_first': False,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (3, 4), -2.0, 2.0, True), ('tensor', 'float', (3, 4), -2.0, 2.0, True)),
          {'tgt_mask': None, 'src_mask': None, 'tgt_key_padding_mask': None, 'src_key_padding_mask': None}),
         ((),
          {'d_model': 4,
           'nhead': 2,
           'dim_feedforward': 8,
           'num_encoder_layers': 1,
           'num_decoder_layers': 1,
           'dropout': 0.0,
           'batch_first': False,
           'norm_first': True,
           'bias': True},
          (('tensor', 'float', (3, 2, 4), -2.0, 2.0, True), ('tensor', 'float', (3, 2, 4), -2.0, 2.0, True)),
          {'tgt_mask': None, 'src_mask': None, 'tgt_key_padding_mask': None, 'src_key_padding_mask': None})])


def MultiheadAttention(torch: Any) -> Iterator[Any]:
    """MultiheadAttention of 2d inputs, varying batch_first and attn_mask: the modes agree; 6 tensors of state."""
    yield from _run(torch, torch.nn.MultiheadAttention,
        [((), {'embed_dim': 3, 'num_heads': 3, 'batch_first': True, 'bias': True, 'add_bias_kv': True, 'add_zero_attn': True},
          (('tensor', 'float', (3, 3), -2.0, 2.0, True), ('tensor', 'float', (3, 3), -2.0, 2.0, True),
           ('tensor', 'float', (3, 3), -2.0, 2.0, True)),
          {'key_padding_mask': None, 'attn_mask': None}),
         ((), {'embed_dim': 3, 'num_heads': 3, 'batch_first': False, 'bias': True, 'add_bias_kv': True, 'add_zero_attn': True},
          (('tensor', 'float', (3, 3), -2.0, 2.0, True), ('tensor', 'float', (3, 3), -2.0, 2.0, True),
           ('tensor', 'float', (3, 3), -2.0, 2.0, True)),
          {'key_padding_mask': None, 'attn_mask': None}),
         ((), {'embed_dim': 3, 'num_heads': 3, 'batch_first': True, 'bias': True, 'add_bias_kv': True, 'add_zero_attn': True},
          (('tensor', 'float', (3, 3), -2.0, 2.0, True), ('tensor', 'float', (3, 3), -2.0, 2.0, True),
           ('tensor', 'float', (3, 3), -2.0, 2.0, True)),
          {'key_padding_mask': None, 'attn_mask': ('tensor', 'bool', (3, 3, 3), 0, 1, False)}),
         ((), {'embed_dim': 3, 'num_heads': 3, 'batch_first': False, 'bias': True, 'add_bias_kv': True, 'add_zero_attn': True},
          (('tensor', 'float', (3, 3), -2.0, 2.0, True), ('tensor', 'float', (3, 3), -2.0, 2.0, True),
           ('tensor', 'float', (3, 3), -2.0, 2.0, True)),
          {'key_padding_mask': None, 'attn_mask': ('tensor', 'bool', (3, 3, 3), 0, 1, False)})])


def Embedding(torch: Any) -> Iterator[Any]:
    """Embedding of 2d inputs: outputs and gradients are the same in training and evaluation; state weight."""
    yield from _run(torch, torch.nn.Embedding,
        [((), {'num_embeddings': 4, 'embedding_dim': 3}, (('tensor', 'int64', (2, 3), 0, 3, False),), {}),
         ((), {'num_embeddings': 4, 'embedding_dim': 3}, (('tensor', 'int64', (7, 512), 0, 3, False),), {})])


def ReLU(torch: Any) -> Iterator[Any]:
    """ReLU of 0d, 1d, 4d and 5d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.ReLU,
        [((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 3, 4, 5), -2.0, 2.0, True),), {})])


def LeakyReLU(torch: Any) -> Iterator[Any]:
    """LeakyReLU of 1d, 2d and 3d inputs, varying negative_slope: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.LeakyReLU,
        [((), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((0.5,), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((0.0,), {}, (('tensor', 'float', (10, 10), -2.0, 2.0, True),), {})])


def ReLU6(torch: Any) -> Iterator[Any]:
    """ReLU6 of 0d, 1d, 4d and 5d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.ReLU6,
        [((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 3, 4, 5), -2.0, 2.0, True),), {})])


def PReLU(torch: Any) -> Iterator[Any]:
    """PReLU of 0d, 1d and 3d inputs, varying num_parameters: training and evaluation agree; state weight."""
    yield from _run(torch, torch.nn.PReLU,
        [((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True),), {}),
         ((3,), {}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True),), {})])


def RNNCell(torch: Any) -> Iterator[Any]:
    """RNNCell of 1d inputs, varying nonlinearity: the modes agree; state weight_ih, weight_hh, bias_ih and bias_hh."""
    yield from _run(torch, torch.nn.RNNCell,
        [((5, 10), {}, (('tensor', 'float', (5,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True)), {}),
         ((5, 10), {'bias': True}, (('tensor', 'float', (5,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True)),
          {}),
         ((5, 10), {'bias': True, 'nonlinearity': 'relu'},
          (('tensor', 'float', (5,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True)), {})])


def GRUCell(torch: Any) -> Iterator[Any]:
    """GRUCell of 1d inputs: training and evaluation agree; state weight_ih, weight_hh, bias_ih and bias_hh."""
    yield from _run(torch, torch.nn.GRUCell,
        [((5, 10), {}, (('tensor', 'float', (5,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True)), {}),
         ((5, 10), {'bias': True}, (('tensor', 'float', (5,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True)),
          {})])


def LSTMCell(torch: Any) -> Iterator[Any]:
    """LSTMCell of 1d inputs: training and evaluation agree; state weight_ih, weight_hh, bias_ih and bias_hh."""
    yield from _run(torch, torch.nn.LSTMCell,
        [((5, 10), {},
          (('tensor', 'float', (5,), -2.0, 2.0, True),
           (('tensor', 'float', (10,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True))),
          {}),
         ((5, 10), {'bias': True},
          (('tensor', 'float', (5,), -2.0, 2.0, True),
           (('tensor', 'float', (10,), -2.0, 2.0, True), ('tensor', 'float', (10,), -2.0, 2.0, True))),
          {})])


def Sigmoid(torch: Any) -> Iterator[Any]:
    """Sigmoid of 0d, 1d, 4d and 5d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Sigmoid,
        [((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 3, 4, 5), -2.0, 2.0, True),), {})])


def LogSigmoid(torch: Any) -> Iterator[Any]:
    """LogSigmoid of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.LogSigmoid,
        [((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def SiLU(torch: Any) -> Iterator[Any]:
    """SiLU of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.SiLU,
        [((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (5, 6, 7), -2.0, 2.0, True),), {})])


def Softmax(torch: Any) -> Iterator[Any]:
    """Softmax of 0d and 2d inputs, varying dim: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Softmax,
        [((1,), {}, (('tensor', 'float', (10, 20), -2.0, 2.0, True),), {}),
         ((0,), {}, (('tensor', 'float', (), 0.0, 1.0, True),), {}),
         ((-1,), {}, (('tensor', 'float', (4, 5), -2.0, 2.0, True),), {})])


def Softmax2d(torch: Any) -> Iterator[Any]:
    """Softmax2d of 3d and 4d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Softmax2d,
        [((), {}, (('tensor', 'float', (1, 3, 10, 20), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {})])


def LogSoftmax(torch: Any) -> Iterator[Any]:
    """LogSoftmax of 0d, 2d and 4d inputs, varying dim: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.LogSoftmax,
        [((1,), {}, (('tensor', 'float', (10, 20), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (1, 3, 10, 20), -2.0, 2.0, True),), {}),
         ((0,), {}, (('tensor', 'float', (), 0.0, 5.0, True),), {}),
         ((-1,), {}, (('tensor', 'float', (4, 5), -2.0, 2.0, True),), {})])


def Softmin(torch: Any) -> Iterator[Any]:
    """Softmin of 0d, 2d, 3d and 4d inputs, varying dim: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.Softmin,
        [((1,), {}, (('tensor', 'float', (10, 20), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (2, 3, 5, 10), -2.0, 2.0, True),), {}),
         ((0,), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((-1,), {}, (('tensor', 'float', (3, 4, 10), -2.0, 2.0, True),), {})])


def Softplus(torch: Any) -> Iterator[Any]:
    """Softplus of 0d and 2d inputs, varying beta and threshold: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.Softplus,
        [((), {}, (('tensor', 'float', (10, 20), -2.0, 2.0, True),), {}),
         ((2,), {}, (('tensor', 'float', (10, 20), -2.0, 2.0, True),), {}),
         ((2, -100), {}, (('tensor', 'float', (10, 20), -2.0, 2.0, True),), {}),
         ((2, -100), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {})])


def Softshrink(torch: Any) -> Iterator[Any]:
    """Softshrink of 0d, 1d and 3d inputs, varying lambd: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.Softshrink,
        [((), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((1,), {}, (('tensor', 'float', (), 0.0, 5.1, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def Softsign(torch: Any) -> Iterator[Any]:
    """Softsign of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Softsign,
        [((), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def Tanh(torch: Any) -> Iterator[Any]:
    """Tanh of 0d, 1d and 4d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Tanh,
        [((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (), 0.0, 4.5, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def Tanhshrink(torch: Any) -> Iterator[Any]:
    """Tanhshrink of 0d, 1d and 4d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Tanhshrink,
        [((), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (), 0.0, 4.5, True),), {}), ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def Threshold(torch: Any) -> Iterator[Any]:
    """Threshold of 0d, 1d and 4d inputs, varying value: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.Threshold,
        [((2.0, 1.0), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((2.0, 10.0), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         ((2.0, 1.0), {}, (('tensor', 'float', (), 0.0, 4.0, True),), {}),
         ((2.0, 1.0), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def Mish(torch: Any) -> Iterator[Any]:
    """Mish of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.Mish,
        [((), {}, (('tensor', 'float', (5, 6, 7), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {})])


def RNN(torch: Any) -> Iterator[Any]:
    """RNN of 2d inputs, varying hidden_size, bidirectional and hx: training and evaluation agree; 8 tensors of state."""
    yield from _run(torch, torch.nn.RNN,
        [((),
          {'input_size': 2,
           'hidden_size': 2,
           'num_layers': 2,
           'batch_first': False,
           'bias': False,
           'bidirectional': False,
           'nonlinearity': 'relu'},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True),), {}),
         ((),
          {'input_size': 2,
           'hidden_size': 3,
           'num_layers': 2,
           'batch_first': False,
           'bias': False,
           'bidirectional': False,
           'nonlinearity': 'relu'},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True), ('tensor', 'float', (2, 3), -2.0, 2.0, True)), {}),
         ((),
          {'input_size': 2,
           'hidden_size': 2,
           'num_layers': 2,
           'batch_first': False,
           'bias': False,
           'bidirectional': True,
           'nonlinearity': 'relu'},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True),), {}),
         ((),
          {'input_size': 2,
           'hidden_size': 3,
           'num_layers': 2,
           'batch_first': False,
           'bias': False,
           'bidirectional': True,
           'nonlinearity': 'relu'},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True), ('tensor', 'float', (4, 3), -2.0, 2.0, True)), {})])


def GRU(torch: Any) -> Iterator[Any]:
    """GRU of 2d inputs, varying hidden_size, bidirectional and hx: training and evaluation agree; 8 tensors of state."""
    yield from _run(torch, torch.nn.GRU,
        [((), {'input_size': 2, 'hidden_size': 2, 'num_layers': 2, 'batch_first': False, 'bias': False, 'bidirectional': False},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True),), {}),
         ((), {'input_size': 2, 'hidden_size': 3, 'num_layers': 2, 'batch_first': False, 'bias': False, 'bidirectional': False},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True), ('tensor', 'float', (2, 3), -2.0, 2.0, True)), {}),
         ((), {'input_size': 2, 'hidden_size': 2, 'num_layers': 2, 'batch_first': False, 'bias': False, 'bidirectional': True},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True),), {}),
         ((), {'input_size': 2, 'hidden_size': 3, 'num_layers': 2, 'batch_first': False, 'bias': False, 'bidirectional': True},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True), ('tensor', 'float', (4, 3), -2.0, 2.0, True)), {})])


def LSTM(torch: Any) -> Iterator[Any]:
    """LSTM of 2d inputs, varying proj_size and hx: training and evaluation agree; 6 tensors of state."""
    yield from _run(torch, torch.nn.LSTM,
        [((),
          {'input_size': 2,
           'hidden_size': 3,
           'num_layers': 2,
           'proj_size': 0,
           'batch_first': False,
           'bias': False,
           'bidirectional': False},
          (('tensor', 'float', (2, 2), -2.0, 2.0, True),), {}),
         ((),
          {'input_size': 2,
           'hidden_size': 3,
           'num_layers': 2,
           'proj_size': 0,
           'batch_first': False,
           'bias': False,
           'bidirectional': False},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True),
           (('tensor', 'float', (2, 3), -2.0, 2.0, True), ('tensor', 'float', (2, 3), -2.0, 2.0, True))),
          {}),
         ((),
          {'input_size': 2,
           'hidden_size': 3,
           'num_layers': 2,
           'proj_size': 2,
           'batch_first': False,
           'bias': False,
           'bidirectional': False},
          (('tensor', 'float', (2, 2), -2.0, 2.0, True),), {}),
         ((),
          {'input_size': 2,
           'hidden_size': 3,
           'num_layers': 2,
           'proj_size': 2,
           'batch_first': False,
           'bias': False,
           'bidirectional': False},
          (('tensor', 'float', (3, 2), -2.0, 2.0, True),
           (('tensor', 'float', (2, 2), -2.0, 2.0, True), ('tensor', 'float', (2, 3), -2.0, 2.0, True))),
          {})])


def ReflectionPad1d(torch: Any) -> Iterator[Any]:
    """ReflectionPad1d of 2d and 3d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ReflectionPad1d,
        [((1,), {}, (('tensor', 'float', (2, 3), -2.0, 2.0, True),), {}),
         (((1, 2),), {}, (('tensor', 'float', (2, 3, 4), -2.0, 2.0, True),), {})])


def ReflectionPad2d(torch: Any) -> Iterator[Any]:
    """ReflectionPad2d of 3d and 4d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ReflectionPad2d,
        [((1,), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4),), {}, (('tensor', 'float', (3, 4, 5, 6), -2.0, 2.0, True),), {})])


def ReflectionPad3d(torch: Any) -> Iterator[Any]:
    """ReflectionPad3d of 4d and 5d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ReflectionPad3d,
        [((1,), {}, (('tensor', 'float', (2, 3, 4, 5), -2.0, 2.0, True),), {}),
         (((1, 2, 1, 2, 1, 2),), {}, (('tensor', 'float', (3, 3, 3, 3, 3), -2.0, 2.0, True),), {})])


def ReplicationPad1d(torch: Any) -> Iterator[Any]:
    """ReplicationPad1d of 2d and 3d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ReplicationPad1d,
        [((1,), {}, (('tensor', 'float', (3, 4), -2.0, 2.0, True),), {}),
         (((1, 2),), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {})])


def ReplicationPad2d(torch: Any) -> Iterator[Any]:
    """ReplicationPad2d of 3d and 4d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ReplicationPad2d,
        [((1,), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4),), {}, (('tensor', 'float', (3, 4, 5, 6), -2.0, 2.0, True),), {})])


def ReplicationPad3d(torch: Any) -> Iterator[Any]:
    """ReplicationPad3d of 4d and 5d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ReplicationPad3d,
        [((1,), {}, (('tensor', 'float', (3, 4, 5, 6), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4, 5, 6),), {}, (('tensor', 'float', (3, 4, 5, 6, 7), -2.0, 2.0, True),), {})])


def SELU(torch: Any) -> Iterator[Any]:
    """SELU of 0d, 1d and 3d inputs: outputs and gradients are the same in training and evaluation; no state."""
    yield from _run(torch, torch.nn.SELU,
        [((), {}, (('tensor', 'float', (3, 2, 5), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (4,), -2.0, 2.0, True),), {}),
         ((), {}, (('tensor', 'float', (), -2.0, 2.0, True),), {})])


def ZeroPad1d(torch: Any) -> Iterator[Any]:
    """ZeroPad1d of 2d and 3d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ZeroPad1d,
        [((1,), {}, (('tensor', 'float', (3, 4), -2.0, 2.0, True),), {}),
         (((1, 2),), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {})])


def ZeroPad2d(torch: Any) -> Iterator[Any]:
    """ZeroPad2d of 3d and 4d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ZeroPad2d,
        [((1,), {}, (('tensor', 'float', (1, 2, 3), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4),), {}, (('tensor', 'float', (1, 2, 3, 4), -2.0, 2.0, True),), {})])


def ZeroPad3d(torch: Any) -> Iterator[Any]:
    """ZeroPad3d of 4d and 5d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ZeroPad3d,
        [((1,), {}, (('tensor', 'float', (3, 4, 5, 6), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4, 5, 6),), {}, (('tensor', 'float', (1, 2, 3, 4, 5), -2.0, 2.0, True),), {})])


def CircularPad1d(torch: Any) -> Iterator[Any]:
    """CircularPad1d of 2d and 3d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.CircularPad1d,
        [((1,), {}, (('tensor', 'float', (3, 4), -2.0, 2.0, True),), {}),
         (((1, 2),), {}, (('tensor', 'float', (1, 2, 3), -2.0, 2.0, True),), {}),
         (((3, 1),), {}, (('tensor', 'float', (1, 2, 3), -2.0, 2.0, True),), {}),
         (((3, 3),), {}, (('tensor', 'float', (1, 2, 3), -2.0, 2.0, True),), {})])


def CircularPad2d(torch: Any) -> Iterator[Any]:
    """CircularPad2d of 3d and 4d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.CircularPad2d,
        [((1,), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {}),
         (((1, 2, 2, 1),), {}, (('tensor', 'float', (1, 1, 2, 3), -2.0, 2.0, True),), {}),
         (((2, 3, 2, 2),), {}, (('tensor', 'float', (1, 1, 2, 3), -2.0, 2.0, True),), {}),
         (((3, 3, 3, 1),), {}, (('tensor', 'float', (1, 1, 3, 3), -2.0, 2.0, True),), {})])


def CircularPad3d(torch: Any) -> Iterator[Any]:
    """CircularPad3d of 4d and 5d inputs, varying padding: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.CircularPad3d,
        [((1,), {}, (('tensor', 'float', (3, 4, 5, 6), -2.0, 2.0, True),), {}),
         (((1, 2, 1, 2, 1, 2),), {}, (('tensor', 'float', (1, 1, 2, 2, 3), -2.0, 2.0, True),), {}),
         (((3, 2, 2, 1, 1, 2),), {}, (('tensor', 'float', (1, 1, 2, 2, 3), -2.0, 2.0, True),), {}),
         (((3, 3, 2, 1, 2, 2),), {}, (('tensor', 'float', (1, 1, 2, 2, 3), -2.0, 2.0, True),), {})])


def ConstantPad1d(torch: Any) -> Iterator[Any]:
    """ConstantPad1d of 2d and 3d inputs, varying padding and value: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ConstantPad1d,
        [((1, 2), {}, (('tensor', 'float', (3, 4), -2.0, 2.0, True),), {}),
         (((1, 2), 3), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {})])


def ConstantPad2d(torch: Any) -> Iterator[Any]:
    """ConstantPad2d of 3d and 4d inputs, varying padding and value: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ConstantPad2d,
        [((1, 3), {}, (('tensor', 'float', (3, 4, 5), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4), 5), {}, (('tensor', 'float', (1, 2, 3, 4), -2.0, 2.0, True),), {})])


def ConstantPad3d(torch: Any) -> Iterator[Any]:
    """ConstantPad3d of 4d and 5d inputs, varying padding and value: training and evaluation agree; no state."""
    yield from _run(torch, torch.nn.ConstantPad3d,
        [((1, 3), {}, (('tensor', 'float', (3, 4, 5, 6), -2.0, 2.0, True),), {}),
         (((1, 2, 3, 4, 5, 6), 7), {}, (('tensor', 'float', (1, 2, 1, 2, 1), -2.0, 2.0, True),), {})])


def Adadelta(torch: Any) -> Iterator[Any]:
    """Adadelta by default and with lr, weight_decay and maximize: losses and parameters; 3 values of state."""
    yield from _optimize(torch, torch.optim.Adadelta,
        [{}, {'lr': 0.01}, {'weight_decay': 0.1}, {'maximize': True}])


def Adafactor(torch: Any) -> Iterator[Any]:
    """Adafactor by default and with weight_decay, lr, maximize and beta2_decay: losses and parameters; 3 values of state."""
    yield from _optimize(torch, torch.optim.Adafactor,
        [{}, {'weight_decay': 0.1, 'lr': 0.01}, {'weight_decay': 0.1, 'maximize': True}, {'beta2_decay': -1.0}])


def Adagrad(torch: Any) -> Iterator[Any]:
    """Adagrad by default and with weight_decay, maximize and lr: losses and parameters; state step and sum."""
    yield from _optimize(torch, torch.optim.Adagrad,
        [{}, {'weight_decay': 0.1}, {'weight_decay': 0.1, 'maximize': True}, {'lr': 0.1}])


def Adam(torch: Any) -> Iterator[Any]:
    """Adam by default and with lr, weight_decay and maximize: losses and parameters; state step, exp_avg and exp_avg_sq."""
    yield from _optimize(torch, torch.optim.Adam,
        [{}, {'lr': 0.01}, {'weight_decay': 0.1}, {'weight_decay': 0.1, 'maximize': True}])


def Adamax(torch: Any) -> Iterator[Any]:
    """Adamax by default and with lr, weight_decay and maximize: losses and parameters; state step, exp_avg and exp_inf."""
    yield from _optimize(torch, torch.optim.Adamax,
        [{}, {'lr': 0.1}, {'weight_decay': 0.1}, {'maximize': True}])


def AdamW(torch: Any) -> Iterator[Any]:
    """AdamW by default and with lr, weight_decay and maximize: losses and parameters; state step, exp_avg and exp_avg_sq."""
    yield from _optimize(torch, torch.optim.AdamW,
        [{}, {'lr': 0.01}, {'weight_decay': 0.1}, {'weight_decay': 0.1, 'maximize': True}])


def ASGD(torch: Any) -> Iterator[Any]:
    """ASGD by default and with lambd, lr and t0: losses and parameters; state step, eta, mu and ax."""
    yield from _optimize(torch, torch.optim.ASGD,
        [{}, {'lambd': 0.1}, {'lr': 0.02}, {'t0': 100}])


def LBFGS(torch: Any) -> Iterator[Any]:
    """LBFGS by default and with lr and tolerance_grad: losses and parameters; 11 values of state."""
    yield from _optimize(torch, torch.optim.LBFGS,
        [{}, {'lr': 0.01}, {'lr': ('tensor', 'float', (), 0.0, 1.0, False)}, {'tolerance_grad': 1e-06}])


def Muon(torch: Any) -> Iterator[Any]:
    """Muon by default and with lr and weight_decay: losses and parameters; state momentum_buffer."""
    yield from _optimize(torch, torch.optim.Muon,
        [{}, {'lr': 0.01}, {'lr': ('tensor', 'float', (), 0.0, 1.0, False)}, {'weight_decay': 0.2}])


def NAdam(torch: Any) -> Iterator[Any]:
    """NAdam by default and with lr, momentum_decay and weight_decay: losses and parameters; 4 values of state."""
    yield from _optimize(torch, torch.optim.NAdam,
        [{}, {'lr': 0.001}, {'momentum_decay': 0.006}, {'weight_decay': 0.1}])


def RAdam(torch: Any) -> Iterator[Any]:
    """RAdam by default and with lr, eps and weight_decay: losses and parameters; state step, exp_avg and exp_avg_sq."""
    yield from _optimize(torch, torch.optim.RAdam,
        [{}, {'lr': 0.002}, {'eps': 1e-06}, {'weight_decay': 0.1}])


def RMSprop(torch: Any) -> Iterator[Any]:
    """RMSprop by default and with lr, weight_decay and maximize: losses and parameters; state step and square_avg."""
    yield from _optimize(torch, torch.optim.RMSprop,
        [{}, {'lr': 0.001}, {'weight_decay': 0.1}, {'maximize': True}])


def Rprop(torch: Any) -> Iterator[Any]:
    """Rprop by default and with lr, etas and step_sizes: losses and parameters; state step, prev and step_size."""
    yield from _optimize(torch, torch.optim.Rprop,
        [{}, {'lr': 0.0002}, {'etas': (0.5, 1.5)}, {'step_sizes': (2e-06, 100)}])


def SGD(torch: Any) -> Iterator[Any]:
    """SGD by default and with lr and weight_decay: losses and parameters; no state."""
    yield from _optimize(torch, torch.optim.SGD,
        [{}, {'lr': 0.01}, {'lr': ('tensor', 'float', (), 0.0, 1.0, False)}, {'weight_decay': 0.5}])


def SparseAdam(torch: Any) -> Iterator[Any]:
    """A step of SparseAdam on dense gradients raises RuntimeError."""
    yield from _optimize(torch, torch.optim.SparseAdam,
        [{}, {'lr': 0.01}, {'lr': ('tensor', 'float', (), 0.0, 1.0, False)}, {'maximize': True}])
    # PyTorch: RuntimeError: SparseAdam does not support dense ...
