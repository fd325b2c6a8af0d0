"""Second derivatives by operation: what the graph of a gradient gives."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain

_ONE = (
    "torch.sinc(x)", "torch.logit(x / 2.5)", "torch.logit(x / 2.5, 0.3)", "torch.special.ndtr(x)", "torch.deg2rad(x)", "torch.rad2deg(x)",
    "F.rms_norm(x, (3,))", "F.rms_norm(x, (3,), v)", "F.layer_norm(x, (3,))", "F.layer_norm(x, (2, 3))",
    "F.layer_norm(x, (3,), v)", "F.layer_norm(x, (3,), v, v)", "F.batch_norm(x, None, None, training=True)",
    "F.batch_norm(x, None, None, v, v, True)", "F.batch_norm(x, v.detach(), v.detach(), v, v)")
_LOSSES = ("mse_loss", "huber_loss", "smooth_l1_loss", "soft_margin_loss")


def _leaves(torch: Any) -> tuple[Any, Any]:
    x = torch.tensor([[0.5, 1.5, 0.75], [2.0, 0.25, 1.25]], dtype=torch.float64, requires_grad=True)
    return x, torch.tensor([0.25, 0.5, 1.0], dtype=torch.float64, requires_grad=True)


def _numbers(g: Any) -> Any:
    """To nine places: sums that cancel leave other last digits."""
    return None if g is None else [round(v, 9) + 0.0 for v in g.flatten().tolist()]


def _orders(torch: Any, y: Any, leaves: Any) -> Iterator[Any]:
    """Of a constant cotangent, of one with a graph; then the second derivative."""
    yield chain(y.grad_fn, 4)
    for loss in (y.sum(), (y**2).sum()):
        first = torch.autograd.grad(loss, leaves, create_graph=True, allow_unused=True)
        yield [None if g is None else (g.grad_fn is not None, _numbers(g)) for g in first]
    wave = sum((g * (i + 1)).sin().sum() for i, g in enumerate(first) if g is not None)
    yield [_numbers(g) for g in torch.autograd.grad(wave, leaves, allow_unused=True)]


def of_functions(torch: Any) -> Iterator[Any]:
    """The graph of the gradient of each function gives the right second derivative in all its arguments."""
    for expression in _ONE:
        x, v = _leaves(torch)
        y = eval(expression, {"torch": torch, "F": torch.nn.functional, "x": x, "v": v})
        yield expression, list(_orders(torch, y, [x, v]))


def of_losses(torch: Any) -> Iterator[Any]:
    """The last element is on the edge of where the loss is quadratic."""
    for name in _LOSSES:
        for reduction in ("mean", "sum", "none"):
            x, _ = _leaves(torch)
            target = torch.tensor([[1.0, -1.0, 1.0], [-1.0, 1.0, 0.25]], dtype=torch.float64)
            leaves = [x] if name == "soft_margin_loss" else [x, target.requires_grad_()]
            yield name, reduction, list(_orders(torch, getattr(torch.nn.functional, name)(x, target, reduction=reduction), leaves))


def sinc_at_zero(torch: Any) -> Iterator[Any]:
    """The first derivative of sinc at zero is zero, its second is nan."""
    for dtype in (torch.float32, torch.float64):
        x = torch.tensor([0.0, 1.0, -0.5], dtype=dtype, requires_grad=True)
        first = torch.autograd.grad(torch.sinc(x).sum(), x, create_graph=True)[0]
        yield first.detach(), torch.autograd.grad(first.sum(), x)[0]
    # PyTorch: (tensor([0.0000, -1.0000, 1.2732]), tensor([nan, 2.0000, -1.1902]))
    # PyTorch: (tensor([0.0000, -1.0000, 1.2732], dtype=torch.float64), tensor([nan, 2.0000, -1.1902], dtype=torch.float64))


def logit_outside(torch: Any) -> Iterator[Any]:
    """Derivatives of logit at its ends and outside of them, with and without eps."""
    for eps in (None, 0.25):
        x = torch.tensor([-0.5, 0.0, 0.25, 0.5, 1.0, 1.5], dtype=torch.float64, requires_grad=True)
        first = torch.autograd.grad(torch.logit(x, eps).sum(), x, create_graph=True)[0]
        yield first.detach(), torch.autograd.grad(first.sum(), x)[0]


def of_sums(torch: Any) -> Iterator[Any]:
    """What undoes the expanding of a sum's gradient."""
    for reduced in (lambda y: y.sum(), lambda y: y.sum(1), lambda y: y.sum(1, True), lambda y: y.sum((0, 1)), lambda y: y.mean(),
                    lambda y: y.mean(0), lambda y: y.mean((0, 1), True), lambda y: y[0].sum(0), lambda y: y.nansum(1),
                    lambda y: y[0, 0].sum(0)):
        for inner in (lambda x: x * x, torch.exp):
            x = torch.arange(1.0, 7).reshape(2, 3).requires_grad_()
            y = reduced(inner(x))
            v = torch.ones_like(y, requires_grad=True)
            (g,) = torch.autograd.grad(y, x, v, create_graph=True)
            found = torch.autograd.grad(g, (v, x), torch.ones(2, 3), create_graph=True)
            yield [(f.grad_fn is not None, f.detach().clone()) for f in found]


def resampled(torch: Any) -> Iterator[Any]:
    """The derivative of what resamples backwards is the resampling."""
    F, x = torch.nn.functional, torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
    for mode in ("nearest", "nearest-exact", "bilinear", "bicubic"):
        y = F.interpolate(x, (6, 6), mode=mode)
        upper = torch.ones_like(y).requires_grad_()
        (slope,) = torch.autograd.grad(y, x, upper, create_graph=True)
        (back,) = torch.autograd.grad(slope, upper, torch.ones_like(slope), create_graph=True)
        yield y.grad_fn.name(), back.detach()


def scaled_products(torch: Any) -> Iterator[Any]:
    """Factors of products are numbers to their gradients, too."""
    a = torch.arange(4.0).reshape(2, 2).requires_grad_()
    for call in (lambda: torch.addmm(a, a, a, beta=2, alpha=3), lambda: torch.addmv(a[0], a, a[1], beta=2, alpha=3),
                 lambda: torch.baddbmm(a[None], a[None], a[None], beta=2, alpha=3), lambda: torch.addr(a, a[0], a[1], alpha=3),
                 lambda: torch.index_add(a, 0, torch.tensor([0]), a[:1], alpha=3)):
        y = call()
        parts = [n for n, _ in y.grad_fn.next_functions if n is not None]
        slopes = torch.autograd.grad(y, a, torch.ones_like(y).requires_grad_(), create_graph=True)
        yield y.grad_fn.name(), [n.name() for n in parts], slopes[0].detach()


def nodes_of_their_own(torch: Any) -> Iterator[Any]:
    """All three gradients of a convolution come from one backward; so do those of glu, and what a mask scatters."""
    F, at = torch.nn.functional, torch.tensor([1, 0])
    x, w, b = torch.arange(32.0).reshape(1, 2, 4, 4), torch.arange(16.0).reshape(2, 2, 2, 2) / 8, torch.ones(2)
    mask, v = torch.tensor([True, False, True]), torch.arange(6.0)
    for call, leaves in ((lambda x, w, b: F.conv2d(x, w, b), (x, w, b)), (lambda x, w, b: F.conv_transpose2d(x, w, b), (x, w, b)),
                         (lambda x, w, b: F.conv1d(x[0], w[0], b), (x, w, b)), (lambda x: F.glu(x / 16, 1), (x,)),
                         (lambda x: F.glu(x[0] / 16, -1), (x,)), (lambda v, b: v[:3].masked_scatter(mask, b), (v, b)),
                         (lambda v, b: v.scatter(0, at, b), (v, b)), (lambda v, b: v.scatter_add(0, at[:1], b), (v, b)),
                         (lambda v, b: v.index_copy(0, at, b), (v, b)), (lambda v, b: v.index_add(0, at, b), (v, b)),
                         (lambda v, b: v.index_copy(0, at[0], b[0]), (v, b)), (lambda v, b: torch.rsub(v[:2], b, alpha=3), (v, b)),
                         (lambda v, b: torch.rsub(b, v, alpha=0.5), (v[:1], b))):
        leaves = [leaf.clone().requires_grad_() for leaf in leaves]
        y = call(*leaves)
        upper = torch.ones_like(y).requires_grad_()
        slopes = torch.autograd.grad(y, leaves, upper, create_graph=True)
        yield y.grad_fn.name(), [(s.detach(), s.grad_fn is not None) for s in slopes]
        again = torch.autograd.grad(slopes, (upper, *leaves), [torch.full_like(s, 0.5) for s in slopes], allow_unused=True)
        yield [None if s is None else s.reshape(-1).clone() for s in again]
