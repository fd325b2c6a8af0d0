"""Unsigned integers of 16, 32 and 64 bits: what PyTorch has kernels for, and how it refuses the rest."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def pairs(torch: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of three or no elements can be made and cut in every wide unsigned type."""
    for name in ("uint16", "uint32", "uint64"):
        dtype = getattr(torch, name)
        for shape in ((3,), (0,)):
            yield torch.tensor([1, 2, 3]).to(dtype)[:shape[0]], torch.tensor([1, 2, 4]).to(dtype)[:shape[0]]
    # PyTorch: (tensor([1, 2, 3], dtype=torch.uint16), tensor([1, 2, 4], dtype=torch.uint16))
    # PyTorch: (tensor([], dtype=torch.uint16), tensor([], dtype=torch.uint16))
    # PyTorch: (tensor([1, 2, 3], dtype=torch.uint32), tensor([1, 2, 4], dtype=torch.uint32))
    # PyTorch: (tensor([], dtype=torch.uint32), tensor([], dtype=torch.uint32))
    # PyTorch: (tensor([1, 2, 3], dtype=torch.uint64), tensor([1, 2, 4], dtype=torch.uint64))
    # PyTorch: (tensor([], dtype=torch.uint64), tensor([], dtype=torch.uint64))


def wide_unsigned_elementwise(torch: Any) -> Iterator[Any]:
    """Which elementwise operations have kernels for wide unsigned integers, and which are refused."""
    for x, y in pairs(torch):
        yield x * y, x * 2, x / 2, x & y, x == y, x != 1, torch.where(x == 1, x, y), x + 1.5, x.sqrt()
        for call in (lambda: x + y, lambda: x + 1, lambda: 1 - x, lambda: x // 2, lambda: x % y, lambda: x**2, lambda: 2**x, lambda: ~x,
                     lambda: -x, lambda: abs(x), lambda: x > y, lambda: x <= 1, lambda: x << 1, lambda: x.clamp(0, 2),
                     lambda: x.clamp(min=1), lambda: x.clamp(x, y), lambda: torch.maximum(x, y), lambda: x.logical_not(),
                     lambda: x.sign(), lambda: torch.gcd(x, y), lambda: x.masked_fill(x == 1, 3)):
            yield refused(call)


def wide_unsigned_in_place(torch: Any) -> Iterator[Any]:
    """Which in-place operations have kernels for wide unsigned integers, and what the tensor holds after them all."""
    for x, y in pairs(torch):
        yield x.clone().mul_(y), x.clone().fill_(2), x.clone().eq_(y)
        for call in (lambda: x.add_(y), lambda: x.add_(1), lambda: x.sub_(y), lambda: x.neg_(), lambda: x.gt_(1), lambda: x.clamp_(0, 2),
                     lambda: x.masked_fill_(x == 1, 3), lambda: x.__setitem__(x == 1, 3)):
            yield refused(call)
        yield x


def wide_unsigned_reductions(torch: Any) -> Iterator[Any]:
    """Sums, products and sorts of wide unsigned integers work, while means, extremes and products of matrices vary."""
    for x, y in pairs(torch):
        yield x.sum(), x.prod(0), x.cumsum(0), x.unique(), x.all()
        yield tuple(x.sort()), tuple(x[:0].cummax(0)), tuple(x.sum().to(x.dtype).max(0))
        yield refused(lambda: x.mean()), refused(lambda: x @ y), refused(lambda: x.bincount()), refused(lambda: x.nonzero())
        for call in (lambda: x.max(), lambda: x.min(0), lambda: x.argmax(), lambda: x.amax(), lambda: x.aminmax(), lambda: x.cummax(0),
                     lambda: x.sum(dtype=x.dtype), lambda: x.cumsum_(0), lambda: x.topk(1), lambda: x.mode(), lambda: x.count_nonzero(),
                     lambda: x[:, None] @ y[None], lambda: torch.outer(x, y).tril(), lambda: torch.isin(x, y)) if len(x) else ():
            yield refused(call)


def wide_unsigned_moved(torch: Any) -> Iterator[Any]:
    """Which gathers, rolls, flips and scatters move wide unsigned integers, and which are refused."""
    for name in ("uint16", "uint32", "uint64"):
        x, i = torch.arange(6).to(getattr(torch, name)).reshape(2, 3), torch.tensor([0, 1])
        yield x[i], x.index_select(1, i), x.roll(1), x.repeat(2, 1), torch.cat([x, x]), x.flip(0), x.t().flip(1), x.rot90(0)
        for call in (lambda: x.flip(1), lambda: x.t().flip(0), lambda: x.rot90(), lambda: x[0].index_select(0, i), lambda: x.take(i),
                     lambda: x.gather(1, i[None]), lambda: x.scatter(1, i[None], x), lambda: x.index_fill(0, i, 1),
                     lambda: x.index_add(0, i, x), lambda: x.masked_select(x == 1), lambda: x.__setitem__(i, 3),
                     lambda: torch.eye(2, dtype=x.dtype), lambda: torch.arange(2, dtype=x.dtype)):
            yield refused(call)
