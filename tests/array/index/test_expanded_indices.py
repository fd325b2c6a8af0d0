"""Indices that are constant along other dimensions move whole slices: the same result and strides as with one index per element."""
from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

import minitorch_compat as torch

CASES = [(0, (20, 30), (100, 30)), (1, (30, 20), (30, 100)), (1, (7, 9, 11), (7, 50, 11)), (2, (5, 6, 9), (4, 6, 70)),
         (0, (50, 40), (60, 33)), (0, (300, 1), (2000, 1))]


def grads(y: Any, *leaves: Any) -> list[Any]:
    return [y.detach(), *torch.autograd.grad(y, leaves, torch.linspace(1, 2, y.numel(), dtype=torch.float64).reshape(y.shape))]


@pytest.mark.parametrize(("dim", "shape", "many"), CASES)
def test_as_with_an_index_per_element(dim: int, shape: tuple[int, ...], many: tuple[int, ...]) -> None:
    torch.manual_seed(0)
    x, source = (torch.randn(s, dtype=torch.float64, requires_grad=True) for s in (shape, many))
    line = torch.randint(0, shape[dim], [n if d == dim else 1 for d, n in enumerate(many)])
    short = torch.randperm(shape[dim]).reshape([-1 if d == dim else 1 for d in range(len(shape))])
    few = [shape[dim] if d == dim else n for d, n in enumerate(many)]
    def results(index: Any, short: Any) -> list[Any]:
        found = [grads(x.gather(dim, index), x), grads(x.scatter_add(dim, index, source), x, source)]
        found += [grads(x.scatter_reduce(dim, index, source, how, include_self=own), x, source)
                  for how in ("sum", "prod", "mean", "amax", "amin") for own in (True, False)]
        part = source.narrow(dim, 0, shape[dim])
        found += [grads(x.scatter(dim, short, part), x, source)]
        found += [[x.detach().scatter(dim, short, part.detach(), reduce=how)] for how in ("add", "multiply")]
        return [t for group in found for t in group]

    expanded = results(line.expand(many), short.expand(few))
    for a, b in zip(expanded, results(line.expand(many).contiguous(), short.expand(few).contiguous()), strict=True):
        torch.testing.assert_close(a, b)


def test_out_of_range_is_told() -> None:
    index = torch.full((2000, 1), 5).expand(-1, 3)
    with pytest.raises(RuntimeError, match="index 5 is out of bounds for dimension 0 with size 4"):
        torch.zeros(4, 3).scatter_add(0, index, torch.ones(2000, 3))
    with pytest.raises(RuntimeError, match="index 5 is out of bounds"):
        torch.zeros(4, 3).gather(0, index)


@pytest.mark.parametrize("call", [
    lambda i, v: torch.zeros(100, 64).scatter_add(0, i, v), lambda i, v: torch.zeros(100, 64).scatter_reduce(0, i, v, "mean"),
    lambda i, v: torch.ones(100, 64).gather(0, i), lambda i, v: torch.nn.functional.pdist(v[:1000, :4]),
    lambda i, v: torch.nn.functional.grid_sample(v[:64].reshape(1, 64, 8, 8), (v[:20_000, :2] % 1)[None, None]),
    lambda i, v: v[:, :2].reshape(100, 1000).tril()])
def test_memory_of_the_result(call: Any) -> None:
    """And of a few blocks."""
    index, source = (torch.arange(50_000) % 100)[:, None].expand(-1, 64), torch.ones(50_000, 64)
    tracemalloc.start()
    result = call(index, source)
    taken = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert taken < 2 * result.numel() * 4 + 2**24


def test_norm_of_many_elements_keeps_its_digits() -> None:
    x = torch.rand(3_000_000)
    assert abs(x.norm().item() / x.double().norm().item() - 1) < 3e-7
    assert torch.ones(100_000).mul(1e30).norm().item() == float("inf") and torch.full((100_000,), float("nan")).norm().isnan()
