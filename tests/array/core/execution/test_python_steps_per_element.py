"""Public ops execute as many lines of Python for many elements as for few: only numpy loops over elements.

Lines are counted, not calls, so that loops within a function are seen.
"""
from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F
from minitorch_compat.nn.utils import rnn


def _steps(call: Callable[[], Any]) -> int:
    count = 0

    def trace(frame: Any, event: str, arg: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    gc.collect()
    gc.disable()  # finalizers of what earlier tests left are no steps of this call
    sys.settrace(trace)
    try:
        call()
    finally:
        sys.settrace(before)
        gc.enable()
    return count


def _rows(n: int, *width: int) -> Any:
    return (torch.arange(n * 12).reshape(n, 12) * 0.618034 % 1)[:, :max(width, default=12)].reshape(n, *width) if width else (
        torch.arange(n) * 0.618034 % 1)


def _pack(n: int) -> Any:
    return rnn.pack_padded_sequence(_rows(n, 6)[..., None], torch.arange(n, 0, -1).clamp(1, 6), batch_first=True)


def _long(n: int) -> Any:
    return rnn.pack_padded_sequence(_rows(n, 3)[..., None], [n, n - 1, n // 2])


def _matrices(n: int) -> Any:
    return torch.eye(3) + _rows(n, 9).reshape(n, 3, 3) / 9


def _equal_places(n: int) -> Any:
    return (torch.eye(4) + torch.ones(4, 4).triu()).expand(n, 4, 4)


OPS: dict[str, Callable[[int], Any]] = {
    "pack": _pack,
    "pad": lambda n: rnn.pad_packed_sequence(_pack(n)),
    "pack long": _long,
    "pad long": lambda n: rnn.pad_packed_sequence(_long(n), total_length=n + 3),
    "gradient of packed": lambda n: torch.autograd.grad(
        rnn.pad_packed_sequence(rnn.pack_padded_sequence(x := _rows(n, 3).requires_grad_(), [n, n, 1]))[0].sum(), x),
    "to_sparse_csr": lambda n: _equal_places(n).to_sparse_csr(),
    "to_sparse_bsc": lambda n: _equal_places(n).to_sparse_bsc((2, 2)),
    "csc to dense": lambda n: _equal_places(n).to_sparse_csc().to_dense(),
    "bsr to dense": lambda n: _equal_places(n).to_sparse_bsr((2, 2)).to_dense(),
    "bsr mask": lambda n: _equal_places(n).sparse_mask(_equal_places(n).to_sparse_bsr((2, 2))),
    "unique": lambda n: torch.unique(_rows(n, 2), dim=0, return_inverse=True),
    "unique_consecutive": lambda n: torch.unique_consecutive((_rows(n) * 3).floor(), return_counts=True),
    "mode": lambda n: torch.mode((_rows(n, 8) * 3).floor(), 1),
    "nanmedian": lambda n: torch.nanmedian(_rows(n, 8), 1),
    "kthvalue": lambda n: torch.kthvalue(_rows(n, 8), 3, 1),
    "quantile": lambda n: torch.quantile(_rows(n, 8), 0.3, 1),
    "searchsorted": lambda n: torch.searchsorted(_rows(n, 8).sort(1).values, _rows(n, 4)),
    "histogramdd": lambda n: torch.histogramdd(_rows(n, 3), [4, 4, 4]),
    "combinations": lambda n: torch.combinations(_rows(n // 8)),
    "cdist": lambda n: torch.cdist(_rows(n, 6).reshape(n, 2, 3), _rows(n, 6).reshape(n, 2, 3)),
    "embedding_bag": lambda n: F.embedding_bag(torch.arange(3 * n) % 7, _rows(7, 2), torch.arange(0, 3 * n, 3), mode="max"),
    "segment_reduce": lambda n: torch.segment_reduce(_rows(3 * n), "max", lengths=torch.full((n,), 3), axis=0),
    "ctc_loss": lambda n: F.ctc_loss(torch.log_softmax(_rows(n, 12).reshape(4, n, 3), -1), torch.ones(n, 2, dtype=torch.int64),
                                     torch.full((n,), 4), torch.full((n,), 2)),
    "scatter_reduce": lambda n: torch.ones(9).scatter_reduce(0, torch.arange(n) % 9, _rows(n), "prod"),
    "index_put": lambda n: torch.zeros(9).index_put((torch.arange(n) % 9,), _rows(n), accumulate=True),
    "repeat_interleave": lambda n: torch.repeat_interleave(_rows(n), torch.arange(n) % 4),
    "lu": lambda n: torch.linalg.lu(_matrices(n)),
    "ldl_solve": lambda n: torch.linalg.ldl_solve(*torch.linalg.ldl_factor(_matrices(n)), _matrices(n)),
    "fractional_max_pool2d": lambda n: F.fractional_max_pool2d(_rows(n, 12).reshape(n, 1, 3, 4), 2, output_size=(2, 2)),
    "polynomials": lambda n: torch.special.legendre_polynomial_p(_rows(n), torch.arange(n) % 9),
    "multinomial": lambda n: torch.multinomial(_rows(n, 6) + 0.1, 3),
    "coalesce": lambda n: torch.sparse_coo_tensor(torch.stack([torch.arange(n) % 7] * 2), _rows(n), (7, 7)).coalesce(),
}


@pytest.mark.parametrize("name", OPS)
def test_steps_do_not_grow(name: str) -> None:
    op = OPS[name]
    for n in (400, 3200):  # what is built at the first call is not counted
        op(n)
    few, many = _steps(lambda: op(400)), _steps(lambda: op(3200))
    assert many < 2 * few + 200, (few, many)
