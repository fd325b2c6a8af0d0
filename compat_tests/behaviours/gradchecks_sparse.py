"""gradcheck of functions of sparse tensors: which elements are moved, what `masked` changes, what is refused."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any


def _tried(call: Callable[[], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call()
        except Exception as error:
            return type(error).__name__, str(error).split("\n")[0].split("numerical:")[0].rstrip(",")


def _sparse(torch: Any, coalesced: bool) -> Any:
    x = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0]], dtype=torch.float64).to_sparse()
    return (x.coalesce() if coalesced else x).requires_grad_()


def _functions(torch: Any) -> dict[str, Callable[[Any], Any]]:
    return {"to_dense": lambda s: s.to_dense(), "not masked": lambda s: s.to_dense(masked_grad=False), "sum": lambda s: torch.sparse.sum(s),
            "scaled": lambda s: (s * 2).to_dense(), "product": lambda s: torch.sparse.mm(s, torch.ones(3, 2, dtype=torch.float64)),
            "coalesced": lambda s: s.coalesce().to_dense(), "negative": lambda s: (-s).to_dense(), "sparse": lambda s: s * 1}


def ways(torch: Any) -> Iterator[Any]:
    for name, function in _functions(torch).items():
        for coalesced in (False, True):
            for options in ({}, {"masked": True}, {"masked": False}, {"fast_mode": True}, {"fast_mode": True, "masked": True},
                            {"masked": True, "check_undefined_grad": False}, {"raise_exception": False}):
                x = _sparse(torch, coalesced)
                yield name, options, _tried(lambda f=function, x=x, o=options: torch.autograd.gradcheck(f, (x,), **o))


def wrong_ones(torch: Any) -> Iterator[Any]:
    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.to_dense() * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return (g * 3).to_sparse()

    for options in ({"masked": True}, {"masked": False}, {"fast_mode": True, "masked": True}):
        yield _tried(lambda o=options: torch.autograd.gradcheck(Wrong.apply, (_sparse(torch, True),), **o))


def dense_by_way_of_sparse(torch: Any) -> Iterator[Any]:
    x = torch.tensor([[1.0, 0.0], [0.0, 3.0]], dtype=torch.float64, requires_grad=True)
    for masked in (True, False):
        yield _tried(lambda m=masked: torch.autograd.gradcheck(lambda a: a.to_sparse().to_dense(), (x,), masked=m))
    inputs = _sparse(torch, True), x.detach()[[0, 1, 1]]
    yield _tried(lambda: torch.autograd.gradcheck(torch.sparse.mm, inputs, masked=True))
