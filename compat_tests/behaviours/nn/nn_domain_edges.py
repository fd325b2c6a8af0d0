"""Functions of networks at the ends of their domains: infinite powers, inputs of no length, batches and channels of nothing."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _differentiated(torch: Any, function: Any, *inputs: Any) -> Any:
    """What `function` gives and the gradients of its sum; or what is refused."""
    tensors = [t.detach().requires_grad_() for t in inputs]
    try:
        out = function(*tensors)
        return out.detach(), torch.autograd.grad(out.sum(), tensors, allow_unused=True)
    except (RuntimeError, ValueError, TypeError, NotImplementedError) as error:
        return type(error).__name__, str(error)


def infinite_powers(torch: Any) -> Iterator[Any]:
    """Power pooling with infinite and negative powers: values, gradients, refusals."""
    F, x, inf = torch.nn.functional, torch.tensor([[[-3.0, 1.0, 2.0, -5.0, 4.0]]]), float("inf")
    for p in (inf, -inf, 2, 3.0, -2):
        yield _differentiated(torch, lambda t, p=p: F.lp_pool1d(t, p, 2), x)
        yield _differentiated(torch, lambda t, p=p: F.lp_pool2d(t, p, (1, 2), 1, True), x)
        yield _differentiated(torch, lambda t, p=p: F.lp_pool3d(t[None], p, (1, 1, 3), ceil_mode=True), x)
    for size in ((2,), [2]):
        yield _differentiated(torch, lambda t, size=size: F.lp_pool1d(t, 2, size), x)
        yield _differentiated(torch, lambda t, size=size: F.lp_pool2d(t, 2, size), x)


def ctc_of_no_length(torch: Any) -> Iterator[Any]:
    """CTC loss with inputs or targets of length 0, with and without `zero_infinity`."""
    scores = (torch.arange(24.0).reshape(4, 2, 3) * 7 % 5).log_softmax(-1)
    for inputs in ([0, 0], [0, 4], [3, 0]):
        for targets in ([0, 0], [0, 2], [1, 1]):
            for reduction in ("none", "mean", "sum"):
                for zero_infinity in (False, True):
                    loss, (g,) = _differentiated(
                        torch, lambda t, i=inputs, n=targets, r=reduction, z=zero_infinity: torch.nn.functional.ctc_loss(
                            t, torch.tensor([[1, 2], [2, 1]]), torch.tensor(i), torch.tensor(n), reduction=r, zero_infinity=z), scores)
                    yield loss.round(decimals=4), g.round(decimals=4)


def of_nothing(torch: Any) -> Iterator[Any]:
    """Losses, pools and grids of batches with no elements: values, gradients, refusals."""
    F, none = torch.nn.functional, torch.ones(0, 2, 3)
    for reduction in ("none", "mean", "sum"):
        yield _differentiated(torch, lambda t, r=reduction: F.soft_margin_loss(t, torch.ones(0, 2, 3), reduction=r), none)
    for pool, sizes in ((F.adaptive_max_pool1d, (4,)), (F.adaptive_max_pool2d, (4, 4)), (F.adaptive_max_pool3d, (4, 4, 4))):
        out, (g,) = _differentiated(torch, lambda t, f=pool: f(t, 2), torch.ones(0, *sizes))
        yield out, tuple(g.shape)
    for mode in ("bilinear", "nearest", "bicubic"):
        yield _differentiated(torch, lambda t, g, m=mode: F.grid_sample(t, g, m, align_corners=False), torch.ones(0, 2, 3, 3),
                              torch.ones(0, 2, 2, 2))
    for size in ([0, 2, 2, 1], [0, 2, 2, 2], [1, 0, 2, 2], [1, 2, 0, 2], [1, -3, 1, 2], [0, 2, 0, 2], [-1, 2, 1, 2]):
        for align in (True, False):
            yield _differentiated(torch, lambda t, s=size, a=align: F.affine_grid(t, s, a), torch.ones(abs(size[0]), 2, 3))


def convolutions_of_nothing(torch: Any) -> Iterator[Any]:
    """Convolutions with no channels or no batch, and an output padding that is too large."""
    F, bias = torch.nn.functional, torch.ones(2)
    for batch in ((2, 0), (0, 0), (0,)):
        for convolve, sizes in ((F.conv1d, (4,)), (F.conv2d, (3, 4)), (F.conv3d, (3, 4, 2))):
            weight = torch.ones(2, 0, *(2,) * len(sizes))
            yield _differentiated(torch, lambda t, w, f=convolve: f(t, w, padding=1), torch.ones(*batch, *sizes), weight)
            yield _differentiated(torch, lambda t, w, b, f=convolve: f(t, w, b), torch.ones(*batch, *sizes), weight, bias)
    for sizes in ((4,), (4, 4), (4, 4, 4)):
        n = len(sizes)
        yield _differentiated(torch, lambda t, w, n=n: getattr(F, f"conv_transpose{n}d")(t, w, output_padding=2), torch.ones(2, 2, *sizes),
                              torch.ones(2, 1, *(2,) * n))
