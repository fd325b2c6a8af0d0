"""Tangents and gradients at ties, at 0, at NaN and at infinity, where forward and backward do not always agree."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_NAN, _INF = float("nan"), float("inf")
_X = [-2.0, -0.0, 0.0, 1.0, _NAN, _INF, -_INF, 3.0]
_Y = [1.0, 0.0, -0.0, _NAN, 2.0, _INF, -_INF, 3.0]
_Z = [_NAN, 1.0, 0.0, 2.0, 2.0, _NAN, 0.0, 3.0]


@contextmanager
def _without_numpys_warnings() -> Iterator[None]:
    """They are not shown as a rule; the recorder asks for every one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        yield


def _ops(torch: Any) -> Iterator[tuple[Any, Any]]:
    functional = torch.nn.functional
    yield functional.prelu, ([_X], [0.25])
    for op in (torch.maximum, torch.minimum, torch.fmin, torch.max, torch.min, torch.atan2):
        yield op, (_X, _Y)
    for single in (torch.max, torch.min, torch.relu, functional.elu, functional.selu, functional.celu, lambda x: x.clamp(-1, 2),
                   lambda x: x.clamp(min=0), lambda x: x.clamp(max=1), lambda x: x.nanmean(), lambda x: x.std()):
        yield single, (_X,)
    yield lambda x: x.nanmean(), ([_NAN, _NAN],)
    yield lambda x: x.std(), ([1.0, 1.0],)


def tangents(torch: Any) -> Iterator[Any]:
    """Tangents of maxima, clamps and activations at ties, 0, NaN and infinity, for each set of dual inputs."""
    forward_ad = torch.autograd.forward_ad
    for op, values in (*_ops(torch), (lambda x, a, b: x.clamp(a, b), (_X, _Y, _Z)), (lambda x, a: x.clamp(min=a), (_X, _Y)),
                       (lambda x, a: x.clamp(max=a), (_X, _Y)), (torch.fmax, (_X, _Y))):
        for given in range(1, 2 ** len(values)):
            with forward_ad.dual_level():
                duals = [torch.tensor(v) for v in values]
                duals = [forward_ad.make_dual(t, torch.arange(1.0, t.numel() + 1).reshape(t.shape) * (k + 2)) if given >> k & 1 else t
                         for k, t in enumerate(duals)]
                with _without_numpys_warnings():
                    found = forward_ad.unpack_dual(op(*duals)).tangent.clone()
                yield found


def gradients(torch: Any) -> Iterator[Any]:
    """Gradients of the same ops at the same ties, zeros, NaN and infinities."""
    for op, values in _ops(torch):
        leaves = [torch.tensor(v, requires_grad=True) for v in values]
        with _without_numpys_warnings():
            out = op(*leaves)
        out.backward(torch.arange(1.0, out.numel() + 1).reshape(out.shape))
        yield [leaf.grad for leaf in leaves]


def second_gradients(torch: Any) -> Iterator[Any]:
    """Second derivatives of `elu`, `selu` and `celu` at their edges."""
    functional = torch.nn.functional
    for op in (functional.elu, functional.selu, functional.celu):
        x = torch.tensor(_X, requires_grad=True)
        (g,) = torch.autograd.grad(op(x).sum(), x, create_graph=True)
        yield g, torch.autograd.grad((g * torch.arange(1.0, 9)).sum(), x)


def soft_margin(torch: Any) -> Iterator[Any]:
    """Gradients of the soft margin loss at large, infinite and NaN inputs."""
    target = torch.tensor([1.0, -1, 1, -1, 1, -1, 1, -1], dtype=torch.float64)
    for values in (_X, [-800.0, -50.0, -1e3, 800.0, -_INF, _INF, 0.0, _NAN]):
        for reduction in ("none", "sum", "mean"):
            x = torch.tensor(values, dtype=torch.float64, requires_grad=True)
            torch.nn.functional.soft_margin_loss(x, target, reduction=reduction).sum().backward()
            yield x.grad
    # PyTorch: tensor([-0.8808, 0.5000, -0.5000, 0.7311, nan, nan, nan, 0.9526], dtype=torch.float64)
    # PyTorch: tensor([-0.8808, 0.5000, -0.5000, 0.7311, nan, nan, nan, 0.9526], dtype=torch.float64)
    # PyTorch: tensor([-0.1101, 0.0625, -0.0625, 0.0914, nan, nan, nan, 0.1191], dtype=torch.float64)
    # PyTorch: tensor([nan, 1.9287e-22, nan, nan, nan, nan, -5.0000e-01, nan], dtype=torch.float64)
    # PyTorch: tensor([nan, 1.9287e-22, nan, nan, nan, nan, -5.0000e-01, nan], dtype=torch.float64)
    # PyTorch: tensor([nan, 2.4109e-23, nan, nan, nan, nan, -6.2500e-02, nan], dtype=torch.float64)


def norms(torch: Any) -> Iterator[Any]:
    """Of every order, with a 0, an infinity or NaN among the numbers: tangents, gradients, and second derivatives both ways."""
    forward_ad = torch.autograd.forward_ad
    rows = [[0.0, 0.0], [-0.0, 0.0], [0.0, 1.0, 0.0, 2.0], [_NAN, 0.0, 1.0, 0.0], [_INF, 1.0], [-_INF, 1.0], [_INF, _NAN], [3.0, -4.0]]
    for order in (0, 0.5, 1, 1.5, 2, 2.5, 3, _INF, -_INF):
        for row in rows:
            start = torch.tensor(row, dtype=torch.float64)
            x = start.clone().requires_grad_()
            with _without_numpys_warnings():
                (g,) = torch.autograd.grad(torch.linalg.vector_norm(x, order), x, create_graph=True, allow_unused=True)
                yield None if g is None else g.detach()
                if g is not None and g.requires_grad and order not in (1, _INF, -_INF):
                    yield torch.autograd.grad(g.sum(), x, allow_unused=True)[0]
                with forward_ad.dual_level():
                    dual = forward_ad.make_dual(start, torch.arange(1.0, len(row) + 1, dtype=torch.float64))
                    yield forward_ad.unpack_dual(torch.linalg.vector_norm(dual, order)).tangent.clone()


def quotients_and_bessel_functions(torch: Any) -> Iterator[Any]:
    """Tangents of quotients and losses, and derivatives of Bessel functions, at edge values."""
    forward_ad = torch.autograd.forward_ad
    values = [-2.0, -0.0, 0.0, 1.0, _NAN, _INF, -_INF]
    x, y = (torch.tensor(v, dtype=torch.float64) for v in ([a for a in values for _ in values], values * len(values)))
    for op in (torch.div, torch.xlogy, torch.special.xlog1py, torch.fmax, torch.fmin):
        with forward_ad.dual_level(), _without_numpys_warnings():
            duals = [forward_ad.make_dual(t, torch.arange(1.0, t.numel() + 1, dtype=torch.float64)).requires_grad_() for t in (x, y)]
            out = op(*duals)
            yield forward_ad.unpack_dual(out).tangent.detach().clone()
    for op in (torch.i0, torch.special.i1, torch.special.i1e):
        t = torch.tensor([_NAN, 0.0, 1.0, -2.0], dtype=torch.float64, requires_grad=True)
        with _without_numpys_warnings():
            (g,) = torch.autograd.grad(op(t).sum(), t, create_graph=True)
            yield [f"{v:.8f}" for v in (*g.tolist(), *torch.autograd.grad(g.sum(), t)[0].tolist())]
    for op in (torch.nn.functional.mse_loss, torch.nn.functional.binary_cross_entropy):
        for given in (0, 1):
            with forward_ad.dual_level(), _without_numpys_warnings():
                pair = [torch.tensor([0.0, 1.0, 0.5, 0.0], dtype=torch.float64), torch.tensor([0.0, 1.0, 0.25, 1.0], dtype=torch.float64)]
                if op is torch.nn.functional.mse_loss:
                    pair = [torch.tensor([_INF, _NAN, 1.0], dtype=torch.float64), torch.tensor([1.0, _INF, -_INF], dtype=torch.float64)]
                pair[given] = forward_ad.make_dual(pair[given], torch.ones_like(pair[given]))
                yield forward_ad.unpack_dual(op(*pair, reduction="none")).tangent.clone()


def kink_of_prelu(torch: Any) -> Iterator[Any]:
    """The slope at 0 is that below, its derivatives are those of the slope above."""
    forward_ad = torch.autograd.forward_ad
    for value in (0.0, -0.0, 1.0, -1.0):
        x, w, g = (torch.tensor([v], dtype=torch.float64, requires_grad=True) for v in (value, 0.3, 2.0))
        slopes = torch.autograd.grad(torch.nn.functional.prelu(x, w), (x, w), g, create_graph=True)
        yield [s.detach() + 0.0 for s in slopes]
        for slope, of in ((slopes[0], (w, g)), (slopes[1], (x,))):
            yield [(t + 0.0).tolist() for t in torch.autograd.grad(slope, of, retain_graph=True)]
        with forward_ad.dual_level():
            for given in range(3):
                duals = [t.detach().clone() for t in (x, w, g)]
                duals[given] = forward_ad.make_dual(duals[given], torch.ones(1, dtype=torch.float64))
                inputs = [d.requires_grad_() for d in duals[:2]]
                found = torch.autograd.grad(torch.nn.functional.prelu(*inputs), inputs, duals[2])
                yield [t if t is None else t + 0.0 for t in (forward_ad.unpack_dual(f).tangent for f in found)]
