"""What nodes of second derivatives show: their names, where their gradients go, and what they saved."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def _told(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    return [_told(torch, v) for v in value] if isinstance(value, tuple) else value


def _node(torch: Any, function: Callable[..., Any], *arguments: Any) -> Any:
    """The node of the first argument's gradient; the cotangent has a gradient of its own."""
    inputs = [a.requires_grad_() for a in arguments]
    out = function(*inputs)
    (slope, *_) = torch.autograd.grad(out, inputs, torch.full_like(out, 0.5).requires_grad_(), create_graph=True)
    node = slope.grad_fn
    saved = {name: _told(torch, getattr(node, name)) for name in sorted(dir(node)) if name.startswith("_saved_")}
    return node.name(), [None if n is None else n.name() for n, _ in node.next_functions], saved


def _line(torch: Any, *shape: int) -> Any:
    count = 1
    for n in shape:
        count *= n
    return torch.linspace(-1.4, 1.7, count, dtype=torch.float64).reshape(shape)


def activations(torch: Any) -> Iterator[Any]:
    F = torch.nn.functional
    for function in (torch.sigmoid, torch.tanh, F.relu, F.relu6, F.hardtanh, F.leaky_relu, F.elu, F.celu, F.selu, F.gelu, F.softplus,
                     F.hardshrink, F.softshrink, F.hardswish, F.logsigmoid, lambda x: F.threshold(x, 0.25, 3.0), lambda x: F.glu(x, 0),
                     lambda x: F.softmax(x, 0), lambda x: F.log_softmax(x, 0)):
        yield _node(torch, function, _line(torch, 6))


def losses(torch: Any) -> Iterator[Any]:
    F = torch.nn.functional
    target = torch.full((4,), 0.25, dtype=torch.float64)
    for reduction in ("none", "mean", "sum"):
        for function in (F.mse_loss, F.huber_loss, F.smooth_l1_loss):
            yield _node(torch, lambda x, f=function, r=reduction: f(x, target, reduction=r), _line(torch, 4))
    yield _node(torch, lambda x: F.nll_loss(x, torch.tensor([1, 0])), _line(torch, 2, 3))


def images(torch: Any) -> Iterator[Any]:
    F = torch.nn.functional
    picture, signal = _line(torch, 1, 2, 4, 4), _line(torch, 1, 2, 6)
    for function in (lambda x: F.avg_pool2d(x, (2, 2)), lambda x: F.max_pool2d(x, 2, ceil_mode=True),
                     lambda x: F.adaptive_avg_pool2d(x, (3, 2)), lambda x: F.adaptive_max_pool2d(x, (3, 2)),
                     lambda x: F.pad(x, (1, 2, 0, 1), "reflect"),
                     lambda x: F.pad(x, (1, 2, 0, 1), "replicate"), lambda x: F.interpolate(x, scale_factor=2.0, mode="nearest"),
                     lambda x: F.interpolate(x, (3, 5), mode="bilinear", align_corners=True),
                     lambda x: F.interpolate(x, (3, 5), mode="bicubic")):
        yield _node(torch, function, picture.clone())
    yield _node(torch, lambda x, w: F.conv2d(x, w, padding=(1, 1)), picture.clone(), _line(torch, 3, 2, 2, 2))
    yield _node(torch, lambda w, x: F.conv2d(x, w, stride=(2, 2)), _line(torch, 3, 2, 2, 2), picture.clone())
    yield _node(torch, lambda x, w: F.conv_transpose1d(x, w, stride=2, output_padding=1), signal.clone(), _line(torch, 2, 3, 3))
    yield _node(torch, lambda x, w: F.layer_norm(x, (6,), w), signal.clone(), _line(torch, 6))
    yield _node(torch, lambda x: F.batch_norm(x, None, None, training=True), signal.clone())


def pieces(torch: Any) -> Iterator[Any]:
    index = torch.tensor([0, 2])
    for function in (lambda x: x[index], lambda x: x.gather(0, torch.tensor([[1, 0, 1]])), lambda x: x.take(torch.tensor([3, 1])),
                     lambda x: x.clamp(-1, 1), lambda x: x.max(0).values, lambda x: x.amax(1), lambda x: x.median(1).values,
                     lambda x: x.cummax(0).values, lambda x: x.unfold(1, 2, 1)):
        yield _node(torch, function, _line(torch, 3, 3))
    for function in (lambda x: x.var(1), lambda x: x.std(0), lambda x: x.var(), lambda x: x.norm(), lambda x: x.norm(1, 0),
                     lambda x: x.norm(3, 1), lambda x: x.norm(float("inf"), 1), lambda x: x.logsumexp(1)):
        yield _node(torch, function, _line(torch, 3, 3))


def functions(torch: Any) -> Iterator[Any]:
    for function in (torch.cos, torch.acos, torch.atan, torch.tan, torch.expm1, torch.log1p, torch.log2, torch.sqrt, torch.rsqrt, torch.erf,
                     torch.special.entr, torch.special.ndtri, torch.nn.functional.silu):
        yield _node(torch, function, torch.linspace(0.1, 0.9, 4, dtype=torch.float64))
