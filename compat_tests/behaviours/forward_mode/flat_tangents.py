"""Reverse mode over forward mode of what is linear piece by piece: its tangents depend on the input all the same, by zeros."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def tangents(torch: Any) -> Iterator[Any]:
    """Whether tangents of piecewise linear functions have a graph, by whether the given tangent requires a gradient."""
    F, fw = torch.nn.functional, torch.autograd.forward_ad
    for f in (F.relu, F.relu6, F.hardtanh, F.leaky_relu, F.hardshrink, F.softshrink, F.rrelu, lambda x: F.threshold(x, 0.1, 0.2)):
        for follows in (False, True):
            x, t = torch.linspace(-0.9, 1.3, 6).requires_grad_(), torch.full((6,), 0.7, requires_grad=follows)
            with fw.dual_level():
                tangent = fw.unpack_dual(f(fw.make_dual(x, t))).tangent
            yield tangent.detach(), tangent.grad_fn is not None
            yield [g.detach() * 1 for g in torch.autograd.grad(tangent.sum(), (x, t) if follows else x)]


def second_derivatives(torch: Any) -> Iterator[Any]:
    """The slope of a piecewise linear function is recorded, and its derivative is zero."""
    F = torch.nn.functional
    for f in (F.hardtanh, F.leaky_relu, lambda x: F.rrelu(x, 0.1, 0.3, True), lambda x: F.rrelu(x, 0.1, 0.3)):
        x = torch.linspace(-0.9, 1.3, 6).requires_grad_()
        (slope,) = torch.autograd.grad(f(x).sum(), x, create_graph=True)
        yield slope.grad_fn is not None, *torch.autograd.grad(slope.sum(), x)
    # PyTorch: (True, tensor([0., 0., 0., 0., 0., 0.]))
    # PyTorch: (True, tensor([0., 0., 0., 0., 0., 0.]))
    # PyTorch: (True, tensor([0., 0., 0., 0., 0., 0.]))
    # PyTorch: (True, tensor([0., 0., 0., 0., 0., 0.]))
