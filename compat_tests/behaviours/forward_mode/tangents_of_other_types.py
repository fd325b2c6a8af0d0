"""Tangents of another type than their primals: what has it, what rounds it, what refuses it."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _values(torch: Any, shape: tuple[int, ...], dtype: Any, start: float) -> Any:
    count = torch.Size(shape).numel()
    real = (torch.arange(float(count)) / count + start).reshape(shape)
    return real.to(dtype) * (1 + 0.25j) if dtype.is_complex else real.to(dtype)


def _tangent(torch: Any, call: Callable[..., Any], shapes: list[tuple[int, ...]], given: int, primal: Any, moved: Any) -> Any:
    fw = torch.autograd.forward_ad
    with fw.dual_level():
        tensors = [_values(torch, shape, primal, 0.5 + k) for k, shape in enumerate(shapes)]
        duals = [fw.make_dual(t, _values(torch, t.shape, moved, 0.25 * (k + 1))) if given >> k & 1 else t for k, t in enumerate(tensors)]
        found = fw.unpack_dual(call(*duals)).tangent
        return None if found is None else found.clone()


def _outcome(*args: Any) -> Any:
    found: list[Any] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of imaginary parts PyTorch warns once per process
        said = refused(lambda: found.append(_tangent(*args)))
    return found or said


def _pairs(torch: Any) -> list[tuple[Any, Any]]:
    return [(torch.float32, torch.float64), (torch.float64, torch.float32), (torch.float32, torch.complex64)]


def losses(torch: Any) -> Iterator[Any]:
    """Which dtype the tangent of a loss has when it goes in wider, narrower or complex, by reduction."""
    functional = torch.nn.functional
    for name in ("mse_loss", "smooth_l1_loss", "huber_loss"):
        for reduction in ("none", "mean", "sum"):
            def loss(x: Any, y: Any, name: str = name, reduction: str = reduction) -> Any:
                return getattr(functional, name)(x, y, reduction=reduction)
            for primal, moved in _pairs(torch):
                yield name, reduction, _outcome(torch, loss, [(2, 3), (2, 3)], 1, primal, moved)


def products(torch: Any) -> Iterator[Any]:
    """Linear layers, convolutions and matrix products round, keep or refuse tangents of another dtype."""
    functional = torch.nn.functional
    for primal, moved in _pairs(torch):
        for given in (1, 2, 3, 7):
            yield _outcome(torch, functional.linear, [(2, 3), (4, 3), (4,)], given, primal, moved)
        for given in (1, 2):
            yield _outcome(torch, functional.linear, [(2, 2, 3), (4, 3)], given, primal, moved)
            yield _outcome(torch, functional.conv2d, [(1, 1, 3, 3), (1, 1, 2, 2)], given, primal, moved)
            yield _outcome(torch, torch.mm, [(2, 3), (3, 2)], given, primal, moved)
        yield _outcome(torch, torch.mm, [(2, 3), (3, 2)], 3, primal, moved)


def single(torch: Any) -> Iterator[Any]:
    """Which functions of one tensor keep, round or refuse a tangent of another dtype than its primal."""
    functional = torch.nn.functional
    for op in (functional.gelu, functional.logsigmoid, functional.glu,
               lambda x: x.logsumexp(0), lambda x: x.cumprod(0), torch.angle, torch.sgn):
        for primal, moved in _pairs(torch):
            if op is not functional.gelu or not moved.is_complex:
                yield _outcome(torch, op, [(4,)], 1, primal, moved)
    for op in (lambda x: x.softmax(0), lambda x: x.log_softmax(0), lambda x: x.logcumsumexp(0)):
        yield _outcome(torch, op, [(4,)], 1, torch.float32, torch.complex64)
    for op in (torch.sin, torch.exp, torch.neg, lambda x: x**2, torch.sigmoid):
        yield _outcome(torch, op, [(4,)], 1, torch.complex64, torch.complex128)


def sums(torch: Any) -> Iterator[Any]:
    """What adds, chooses or multiplies keeps complex tangents of real numbers, whatever their precision."""
    for op in (torch.add, torch.sub, torch.mul, torch.div, torch.maximum, torch.atan2, lambda x, y: torch.add(x, y, alpha=2),
               lambda x, y: torch.where(x > 0.7, x, y), lambda x, y: x.clone().add_(y),
               lambda x, y: torch.addcmul(x, y, y), lambda x, y: torch.addcdiv(x, y, y)):
        for given in (1, 3):
            for primal, moved in ((torch.float32, torch.complex64), (torch.float64, torch.complex64), (torch.float32, torch.float64)):
                yield _outcome(torch, op, [(4,), (4,)], given, primal, moved)


def copied(torch: Any) -> Iterator[Any]:
    """A copy of numbers takes the tangent as it is; into a tangent that is there it is cast."""
    for into in (torch.float64, torch.float32, torch.bfloat16):
        for primal, moved in ((torch.float32, torch.float32), (torch.float32, torch.float64), (torch.float64, torch.float32),
                              (torch.float32, torch.complex64)):
            yield _outcome(torch, lambda x, into=into: torch.zeros(4, dtype=into).copy_(x), [(4,)], 1, primal, moved)
            yield _outcome(torch, lambda x, into=into: torch.zeros(2, 4, dtype=into).copy_(x), [(4,)], 1, primal, moved)
    for moved in (torch.float32, torch.float64):
        yield _outcome(torch, lambda x, y: (x * 2).copy_(y), [(4,), (4,)], 3, torch.float32, moved)
        yield _outcome(torch, lambda x, y: (x * 2).copy_(y), [(4,), (4,)], 1, torch.float32, moved)
