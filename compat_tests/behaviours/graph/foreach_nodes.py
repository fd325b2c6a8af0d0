"""The one node that an op over lists of tensors leaves, and those of losses behind a linear map."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain

_ONE = (
    "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1", "floor", "frac", "log", "log10",
    "log1p", "log2", "neg", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc")


def _lists(torch: Any) -> Any:
    return [torch.tensor([0.25, 0.5], requires_grad=True) * 1, torch.tensor([0.75, 0.5], requires_grad=True) * 1]


def _summary(torch: Any, outs: Any, inputs: Any) -> Any:
    found = torch.autograd.grad([o.sum() * (i + 2) for i, o in enumerate(outs)], inputs, allow_unused=True, retain_graph=True)
    again = torch.autograd.grad([o.sum() for o in outs], inputs, allow_unused=True, create_graph=True)
    nodes = [(chain(o.grad_fn, 2), o.grad_fn is outs[0].grad_fn, o.output_nr) for o in outs]
    return nodes, [g.clone() for g in found], [g is not None for g in again]


def of_one_list(torch: Any) -> Iterator[Any]:
    """The nodes and gradients of _foreach functions over one list of tensors."""
    for name in _ONE:
        tensors = _lists(torch)
        yield name, _summary(torch, getattr(torch, f"_foreach_{name}")(tensors), tensors)
    for name in ("norm", "max"):
        tensors = _lists(torch)
        yield name, _summary(torch, getattr(torch, f"_foreach_{name}")(tensors), tensors)


def with_operands(torch: Any) -> Iterator[Any]:
    """The nodes of _foreach functions with a number, numbers, tensors or one tensor as the operand."""
    for name in ("add", "sub", "mul", "div", "pow", "maximum", "minimum", "clamp_min", "clamp_max"):
        for operand in (2.0, [2.0, 0.5], _lists(torch), torch.tensor(2.0)):
            tensors = _lists(torch)
            inputs = tensors + operand if isinstance(operand, list) and isinstance(operand[0], torch.Tensor) else tensors
            yield name, _summary(torch, getattr(torch, f"_foreach_{name}")(tensors, operand), inputs)
    tensors, others = _lists(torch), _lists(torch)
    yield _summary(torch, torch._foreach_add(tensors, others, alpha=2), tensors + others)
    yield _summary(torch, torch._foreach_pow(2.0, tensors), tensors)


def with_three(torch: Any) -> Iterator[Any]:
    """The nodes of _foreach addcmul, addcdiv and lerp with single values, lists and tensors as weights."""
    for name in ("addcmul", "addcdiv"):
        for value in (2.0, [2.0, 3.0]):
            parts = [_lists(torch) for _ in range(3)]
            yield name, _summary(torch, getattr(torch, f"_foreach_{name}")(*parts, value), [t for part in parts for t in part])
    for weight in (0.5, [0.5, 0.25], _lists(torch)):
        parts = [_lists(torch) for _ in range(2)]
        yield _summary(torch, torch._foreach_lerp(*parts, weight), [t for part in parts for t in part])


def partly_recorded(torch: Any) -> Iterator[Any]:
    """A _foreach function records only the tensors that require a gradient, and none under no_grad."""
    tensors = [torch.ones(2), torch.ones(2, requires_grad=True)]
    outs = torch._foreach_mul(tensors, 3.0)
    yield [o.requires_grad for o in outs], torch.autograd.grad([o.sum() for o in outs], tensors[1], create_graph=True)
    with torch.no_grad():
        yield [o.grad_fn for o in torch._foreach_mul(tensors, 3.0)]
    # PyTorch: ([True, True], (tensor([3., 3.]),))
    # PyTorch: [None, None]


def linear_losses(torch: Any) -> Iterator[Any]:
    """The chain of nodes behind linear_cross_entropy, by reduction, bias and shape of the weights."""
    functional = torch.nn.functional
    target = torch.tensor([0, 1, 2, 3])
    for options in ({}, {"reduction": "sum"}, {"reduction": "none"}, {"ignore_index": 1}):
        for bias in (None, torch.zeros(5, requires_grad=True)):
            x, w = torch.ones(4, 3, requires_grad=True), torch.ones(5, 3, requires_grad=True)
            yield chain(functional.linear_cross_entropy(x, w, target, linear_bias=bias, **options).grad_fn, 9)
    wide = torch.ones(5, 2, 3, requires_grad=True)
    for bias in (None, torch.zeros(5, 2, requires_grad=True)):
        loss = functional.linear_cross_entropy(x, wide, torch.zeros(4, 2, dtype=torch.long), linear_bias=bias)
        yield chain(loss.grad_fn, 9)
