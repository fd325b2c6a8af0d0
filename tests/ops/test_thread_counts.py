"""No result depends on the number of threads that share a loop: every op, values and gradients, bit for bit.

Here loops are split from some hundred elements on, so that ordinary samples are. The threads of numpy's BLAS are not changed:
their number determines the order in which it sums products of matrices.
"""
from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.execution import threads
from minitorch_compat._ops.op import OPS
from tests.ops.op_row import F, Row
from tests.ops.test_block_edges import TRIED, answer, arguments, comparable, enlarge, modules
from tests.ops.test_ops import differentiable, run

#: From how many elements on threads share the work, and how many a piece has: a multiple of any vector's width, as the shipped size is.
FEW, PIECE = 256, 128
MOST = 20_000  # elements of a sample's largest tensor
EDGE = 67


@cache
def holders() -> list[tuple[Any, str, int]]:
    """Module, name, shipped size; also where a size was imported from its module."""
    modules()
    shipped = {name: vars(threads)[name] for name in ("PARALLEL_SIZE", "_SMALL_PIECE", "_LARGE_PIECE")}
    return [(m, name, size) for m in list(sys.modules.values()) if getattr(m, "__name__", "").startswith("minitorch_compat.")
            for name, size in shipped.items() if vars(m).get(name) == size and (name[0] != "_" or m is threads)]


@contextmanager
def small_pieces() -> Iterator[None]:
    before = torch.get_num_threads()
    for module, name, _ in holders():
        setattr(module, name, PIECE if name[0] == "_" else FEW)
    try:
        yield
    finally:
        for module, name, shipped in holders():
            setattr(module, name, shipped)
        torch.set_num_threads(before)


def bits(found: Any) -> Any:
    return found if isinstance(found, str) else [None if a is None else (a.dtype, a.shape, a.tobytes()) for a in found]


def with_threads(call: Any, count: int) -> Any:
    threads.set_threads(count)
    torch.manual_seed(0)
    return bits(answer(call))


def fits(specs: tuple[Any, ...]) -> bool:
    return all(math.prod(s.shape) <= MOST for s in specs if isinstance(s, F))


def calls_of(row: Row) -> Iterator[tuple[str, Any]]:
    """What is called: enlarged samples where there are any, and their gradients; else the samples as they are."""
    sizes = [(what, specs) for what, specs in enlarge(row, EDGE) if fits(specs)]
    for what, specs in sizes:
        for dtype in ("float32", "float64"):
            def forward(specs: Any = specs, dtype: str = dtype) -> Any:
                return comparable(row, run(row, arguments(specs, dtype, "contiguous", None, row.seed(0))))

            def backward(specs: Any = specs, dtype: str = dtype) -> Any:
                args = arguments(specs, dtype, "contiguous", None, row.seed(0))
                leaves = [a.requires_grad_() for a in args if isinstance(a, torch.Tensor) and a.is_floating_point()]
                outs = [o for o in comparable(row, run(row, args)) if o is not None and o.requires_grad]
                return torch.autograd.grad(outs, leaves, [o.detach().cos() for o in outs], allow_unused=True)

            yield f"{what}, {dtype}", forward
            if row.first and OPS[row.op].is_differentiable:
                yield f"gradients, {what}, {dtype}", backward
    if not sizes and row.first and OPS[row.op].is_differentiable:
        for index in range(len(row.calls)):
            def gradients(index: int = index) -> Any:
                tensors, function = differentiable(row, index, "float32")
                outs = [o for o in function(*tensors) if o.requires_grad]
                return torch.autograd.grad(outs, tensors, [o.detach().cos() for o in outs], allow_unused=True)

            yield f"gradients of call {index}", gradients


@pytest.mark.parametrize("row", TRIED, ids=lambda row: row.op)
def test_one_two_and_three_threads(row: Row) -> None:
    wrong = []
    with small_pieces():
        for what, call in calls_of(row):
            alone = with_threads(call, 1)
            wrong += [f"{row.op}, {what}: {count} threads" for count in (2, 3) if with_threads(call, count) != alone]
    assert not wrong, "\n".join(wrong)


def test_small_arrays_are_cut() -> None:
    """Else the tests above would show nothing."""
    cut = []
    original = threads.run_parallel

    def each(work: Any, number: int) -> None:
        cut.append(number)
        original(work, number)

    with small_pieces():
        threads.set_threads(2)
        threads.run_parallel = each
        try:
            x = torch.linspace(0, 1, 1000)
            assert np.array_equal(x.exp().numpy(), np.exp(x.numpy()))
            assert torch.equal(x + x, 2 * x)
        finally:
            threads.run_parallel = original
    assert max(cut, default=0) > 4
