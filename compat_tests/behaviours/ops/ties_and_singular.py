"""Gradients where several elements attain an extreme or a product's factors are 0, among NaN too, and of singular matrices."""
from __future__ import annotations

import math
import warnings
from collections.abc import Iterator
from typing import Any

from .. import refused

NAN = math.nan
VALUES = ((3.0, 1.0, 2.0), (NAN, 1.0, 2.0), (0.0, 0.0, 0.0))
SOURCES = ((3.0, 3.0, 5.0), (NAN, 3.0, 2.0), (0.0, 1.0, 0.0))


def reduced_at_an_index(torch: Any) -> Iterator[Any]:
    """scatter_reduce and index_reduce divide gradients among ties; what they are among NaN and factors of 0."""
    index = torch.tensor([0, 0, 1])
    for name in ("scatter_reduce", "index_reduce"):
        for reduce in ("amax", "amin", "mean", "prod"):
            for include in (True, False):
                for values in VALUES:
                    for sources in SOURCES:
                        x, s = torch.tensor(values, requires_grad=True), torch.tensor(sources, requires_grad=True)
                        with warnings.catch_warnings():
                            warnings.simplefilter("ignore", UserWarning)  # said once per process, if at all
                            out = getattr(x, name)(0, index, s, reduce, include_self=include)
                        yield out.detach(), *torch.autograd.grad(out, (x, s), torch.tensor([1.0, 2.0, 3.0]))


def medians_with_a_graph(torch: Any) -> Iterator[Any]:
    """With create_graph median, nanmedian and max divide the gradient among all elements that equal the result."""
    for name in ("median", "nanmedian", "max"):
        for values in ((1.0, NAN, 0.0, 0.0, NAN, 0.0, 2.0), (NAN, NAN), (2.0, 1.0, 1.0)):
            x = torch.tensor(values, requires_grad=True)
            (slope,) = torch.autograd.grad(getattr(torch, name)(x), x, create_graph=True)
            yield slope.detach()


def no_second_derivative(torch: Any) -> Iterator[Any]:
    """hardsigmoid has no second derivative: its gradient leads to a NotImplemented node, and jvp through it raises."""
    F = torch.nn.functional
    x, cotangent = torch.tensor([0.5, 1.0, -4.0], requires_grad=True), torch.ones(3, requires_grad=True)
    (slope,) = torch.autograd.grad(F.hardsigmoid(x), x, cotangent, create_graph=True)
    yield slope.detach(), slope.grad_fn.name(), len(slope.grad_fn.next_functions)
    yield refused(lambda: torch.autograd.grad(slope.sum(), x))
    yield refused(lambda: torch.func.jvp(torch.func.grad(lambda v: F.hardsigmoid(v).sum()), (x.detach(),), (torch.ones(3),)))
    # PyTorch: (tensor([0.1667, 0.1667, 0.0000]), 'torch::autograd::NotImplemented', 2)
    # PyTorch: RuntimeError: derivative for ...
    # PyTorch: NotImplementedError: Trying to use forward AD with ...


def singular_matrices(torch: Any) -> Iterator[Any]:
    """Gradients of solve_ex and cholesky_ex at singular matrices are nan; cholesky_inverse and cov refuse zeros."""
    for matrix in (torch.ones(2, 2), torch.full((2, 2), NAN)):
        for function in (lambda a: torch.linalg.solve_ex(a, torch.ones(2, 2))[0], lambda a: torch.linalg.cholesky_ex(a)[0]):
            a = matrix.clone().requires_grad_()
            yield torch.autograd.grad(function(a).sum(), a)[0].isnan().tolist()
    yield refused(lambda: torch.cholesky_inverse(torch.zeros(2, 2)))
    yield refused(lambda: torch.cov(torch.ones(2, 3), fweights=torch.tensor([0, 0, 0])))
    # PyTorch: [[True, True], [True, True]]
    # PyTorch: [[True, True], [True, True]]
    # PyTorch: [[True, True], [True, True]]
    # PyTorch: [[True, True], [True, True]]
    # PyTorch: _LinAlgError: cholesky_inverse: The diagonal element ...
    # PyTorch: RuntimeError: cov(): weights sum to zero, can't be ...
