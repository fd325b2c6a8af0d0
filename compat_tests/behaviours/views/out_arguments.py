"""Where results go that are flags, and what is written from its own memory or beside a factor."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def _outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except (RuntimeError, TypeError, IndexError, OverflowError) as error:
        return type(error).__name__, str(error).split("\n")[0]


def outs_that_are_flags(torch: Any) -> Iterator[Any]:
    """Flags go into `out` as bool or uint8, also beside gradients, of which there are none."""
    x = torch.tensor([[1.0, 0.0], [2.0, 0.5], [256.0, -0.5]])
    for name in ("all", "any"):
        for args in ((), (0,), ((0, 1),), (1, True)):
            for source in (x, x.to(torch.uint8), x.clone().requires_grad_()):
                for dtype in (torch.bool, torch.uint8, torch.int64, torch.float32):
                    yield _outcome(lambda name=name, args=args, source=source, dtype=dtype: getattr(torch, name)(
                        source, *args, out=torch.empty(0, dtype=dtype)))
    leaf = x.clone().requires_grad_()
    for name in ("signbit", "isposinf", "isneginf", "nonzero", "logical_not"):
        dtype = torch.int64 if name == "nonzero" else torch.bool
        yield _outcome(lambda name=name, dtype=dtype: getattr(torch, name)(leaf, out=torch.empty(0, dtype=dtype)))
    yield _outcome(lambda: torch.svd(leaf, out=(torch.empty(0), torch.empty(0), torch.empty(0))))


def written_from_its_own_memory(torch: Any) -> Iterator[Any]:
    """`scatter_reduce_` whose source shares memory with its target: which overlaps are refused."""
    index = torch.tensor([[0, 1], [1, 0]])
    for reduce in ("sum", "prod", "mean", "amin", "amax"):
        for shape in ((2, 2), (4, 3)):
            memory = torch.arange(20.0)
            x, shifted = memory[:shape[0] * shape[1]].view(shape), memory[2:2 + shape[0] * shape[1]].view(shape)
            for source in (x, shifted, shifted.clone(), torch.ones(3)):
                yield _outcome(lambda x=x, source=source, reduce=reduce: x.scatter_reduce_(0, index, source, reduce))
            yield memory


def numbers_beside_a_factor(torch: Any) -> Iterator[Any]:
    """Which numbers, arrays and sparse tensors `add` and `sub` take beside `alpha`."""
    import numpy as np

    x, sparse = torch.ones(2, 2), torch.eye(2).to_sparse()
    for name in ("add", "sub"):
        for other in (2**64, -2**64, 2**63 - 1, np.array([1.0, 2.0]), np.float64(2.0), None, "1", 1.5, True):
            for call in (lambda other=other: getattr(torch, name)(x, other, alpha=2), lambda other=other: getattr(x, name)(other, alpha=2),
                         lambda other=other: getattr(x.clone(), name + "_")(other, alpha=2)):
                yield _outcome(call)
        for a, b in ((sparse, x), (x, sparse)):
            yield _outcome(lambda a=a, b=b: getattr(a.clone(), name + "_")(b, alpha=2))
