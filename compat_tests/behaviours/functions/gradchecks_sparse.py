"""gradcheck of functions of sparse tensors: which elements are moved, what `masked` changes, what is refused."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any


def _result_or_error(call: Callable[[], Any]) -> Any:
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
    """gradcheck of sparse inputs: `masked` must fit the gradient's own mask, fast mode passes, sparse outputs do not."""
    for name, function in _functions(torch).items():
        for coalesced in (False, True):
            for options in ({}, {"masked": True}, {"masked": False}, {"fast_mode": True}, {"fast_mode": True, "masked": True},
                            {"masked": True, "check_undefined_grad": False}, {"raise_exception": False}):
                x = _sparse(torch, coalesced)
                yield name, options, _result_or_error(lambda f=function, x=x, o=options: torch.autograd.gradcheck(f, (x,), **o))


def wrong_ones(torch: Any) -> Iterator[Any]:
    """gradcheck finds a wrong gradient of a sparse input, masked or not and in fast mode."""

    class Wrong(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.to_dense() * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return (g * 3).to_sparse()

    for options in ({"masked": True}, {"masked": False}, {"fast_mode": True, "masked": True}):
        yield _result_or_error(lambda o=options: torch.autograd.gradcheck(Wrong.apply, (_sparse(torch, True),), **o))
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...')
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...')
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...')


def dense_by_way_of_sparse(torch: Any) -> Iterator[Any]:
    """gradcheck of to_sparse().to_dense() fails on a dense input with zeros; that of sparse.mm passes if masked."""
    x = torch.tensor([[1.0, 0.0], [0.0, 3.0]], dtype=torch.float64, requires_grad=True)
    for masked in (True, False):
        yield _result_or_error(lambda m=masked: torch.autograd.gradcheck(lambda a: a.to_sparse().to_dense(), (x,), masked=m))
    inputs = _sparse(torch, True), x.detach()[[0, 1, 1]]
    yield _result_or_error(lambda: torch.autograd.gradcheck(torch.sparse.mm, inputs, masked=True))
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...')
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...')
    # PyTorch: True


def by_values_that_are_stored(torch: Any) -> Iterator[Any]:
    """What `as_sparse_gradcheck` hands to the check, and what comes of it."""
    dense = torch.tensor([[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 4.0]], dtype=torch.float64)
    layouts = {"coo": torch.sparse_coo, "csr": torch.sparse_csr, "csc": torch.sparse_csc, "bsr": torch.sparse_bsr, "bsc": torch.sparse_bsc}
    seen: list[Any] = []

    def shown(func: Callable[..., Any], inputs: Any, **options: Any) -> Any:
        tensors = [x for x in inputs if isinstance(x, torch.Tensor)]
        seen.append(([(x.shape, str(x.layout), x.requires_grad) for x in tensors], options))
        return torch.autograd.gradcheck(func, inputs, **options)

    check = torch.sparse.as_sparse_gradcheck(shown)
    for name, layout in layouts.items():
        def argument(name: str = name, layout: Any = layout) -> Any:
            return dense.to_sparse(layout=layout, blocksize=(1, 2) if name[0] == "b" else None).requires_grad_()

        other = torch.ones(2, 4, dtype=torch.float64, requires_grad=True)
        for options in ({}, {"masked": True}, {"masked": False, "fast_mode": True}):
            for masked in (None, True, False):
                yield _result_or_error(lambda a=argument, m=masked, o=options: check(lambda x: x.to_dense(masked_grad=m), a(), **o))
            yield _result_or_error(lambda a=argument, o=options, y=other: check(lambda x, y: x.to_dense() * y, (a(), y), **o))
            yield _result_or_error(lambda a=argument, o=options: check(lambda x: x, (a(),), **o))
            yield _result_or_error(lambda a=argument, o=options: check(lambda x: x.to_dense(), a().detach(), **o))
            yield seen[:]
            seen.clear()
    uncoalesced = torch.sparse_coo_tensor([[0, 0, 1]], torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64), (3,)).requires_grad_()
    for options in ({}, {"masked": True}):
        yield _result_or_error(lambda o=options: check(lambda x: x.to_dense(), uncoalesced, **o))
        yield seen[:]
        seen.clear()
