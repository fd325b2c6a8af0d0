"""Sums and scans of many elements keep their accuracy, in every layout and with every block size."""
from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat._array.reduce.scans as scans
from minitorch_compat._array.core.execution import blocks

SHAPES = [(333, 3, 5), (7, 1, 200, 3), (1, 900, 2), (300,), (129, 17), (17, 129), (2000, 1), (2, 3, 5, 7, 11)]


def _with_layout(a: np.ndarray[Any, Any], how: str) -> np.ndarray[Any, Any]:
    if how == "reversed":
        return a.transpose()
    if how == "expanded":
        return np.broadcast_to(a[:, None], (a.shape[0], 3, *a.shape[1:]))
    return np.repeat(a, 2, -1)[..., ::2] if how == "strided" else a


@pytest.mark.parametrize("run", [blocks.RUN, 8])
@pytest.mark.parametrize("how", ["contiguous", "reversed", "expanded", "strided"])
@pytest.mark.parametrize("dtype", ["float32", "complex128"])
def test_sums_over_any_dimensions(run: int, how: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"RUN": run, "ROW_RUN": run, "SMALL_SUM": 4}.items():
        monkeypatch.setattr(blocks, name, value)
    for shape in SHAPES:
        a = _with_layout(np.random.default_rng(0).random(shape).astype(dtype), how)
        for count in range(1, a.ndim + 1):
            for axes in itertools.combinations(range(a.ndim), count):
                found = blocks.add_reduce(a, axes, keepdims=count % 2 == 0)
                expected = np.add.reduce(a.astype(np.complex128), axes, keepdims=count % 2 == 0)
                assert np.shape(found) == np.shape(expected) and found.dtype == a.dtype
                np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("n", [7, 8, 9, 17])
@pytest.mark.parametrize("ufunc", [np.add, np.multiply])
@pytest.mark.parametrize("many", [1, 256])
def test_scans_by_blocks(n: int, ufunc: Any, many: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"BLOCK": 8, "RUN": 2, "_MANY_LANES": many}.items():
        monkeypatch.setattr(scans, name, value)
    a = (np.random.default_rng(0).random((3, n, 4)) + 0.5).astype(np.float32)
    a[:, -1] = 3
    for dim in range(3):
        for backward in (False, True):
            transposed = np.flip(a, dim) if backward else a
            expected = ufunc.accumulate(transposed.astype(np.float64), dim)
            np.testing.assert_allclose(scans.scan(ufunc, a, dim, backward), np.flip(expected, dim) if backward else expected, rtol=1e-7)


@pytest.mark.parametrize("shape", [(5, 1000), (2100,), (300, 17), (3, 900, 2), (130, 64), (3, 41, 20, 2), (2, 300, 16)])
@pytest.mark.parametrize("special", [1e5, -0.0, np.inf, np.nan])
def test_scans_by_products(shape: tuple[int, ...], special: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of groups are those in double precision, rounded, with numbers that are not finite in their own lane and from their place on."""
    monkeypatch.setattr(scans, "BLOCK", 4096)
    a = np.random.default_rng(0).standard_normal(shape).astype(np.float32)
    a.reshape(-1)[[a.size // 2, a.size // 2 + 5]] = special, -special
    for dim in range(a.ndim):
        with np.errstate(all="ignore"):
            expected = np.add.accumulate(a.astype(np.float64), dim).astype(np.float32)
            np.testing.assert_array_equal(scans.scan(np.add, a, dim), expected)


@pytest.mark.parametrize("special", [0.0, -np.inf, np.inf, np.nan, -800.0])
def test_log_sums_by_blocks(special: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scans, "BLOCK", 8)
    for place in (0, 8, 16):
        a = np.random.default_rng(0).random((2, 17, 2))
        a[:, place] = special
        with np.errstate(all="ignore"):
            np.testing.assert_allclose(scans.logcumsumexp_real(a, 1), np.logaddexp.accumulate(a, 1), rtol=1e-12, atol=1e-15)


def test_a_million_tenths() -> None:
    x = torch.full((1_000_000,), 0.1)
    exact = np.float64(np.float32(0.1)) * np.arange(1, 1_000_001)
    assert np.abs(x.cumsum(0).numpy() / exact - 1).max() < 1e-7
    wide = x.reshape(-1, 2).contiguous()
    assert abs(wide.sum(0)[0].item() / exact[499_999] - 1) < 1e-6
    rows = torch.arange(1_000_000.0).reshape(-1, 2) % 7
    assert abs(rows.std(0)[0].item() / np.std(rows.numpy().astype(np.float64)[:, 0], ddof=1) - 1) < 1e-6
    assert abs(x.logcumsumexp(0)[-1].item() / (np.float32(0.1) + np.log(1e6)) - 1) < 1e-6


def test_the_mean_of_many_halves_has_gradients() -> None:
    x = torch.ones(100_000, dtype=torch.float16, requires_grad=True)
    x.mean().backward()
    assert x.grad is not None and x.grad[0].item() == pytest.approx(1e-5, rel=0.01)


@pytest.mark.parametrize("width", [*(blocks.ROW_RUN + by for by in (-1, 0, 1)), 2 * blocks.ROW_RUN, 2 * blocks.ROW_RUN + 7, 1021])
def test_rows_that_there_are_none_of(width: int) -> None:
    wide = np.zeros((0, 2 * width), np.float32)
    for a in (wide[:, :width], wide[:, ::2], np.zeros((0, width), np.float32)):
        assert blocks.row_sums(a).shape == blocks.row_dots(a, a).shape == (0,)
        assert blocks.column_sums(a).tolist() == [0] * width


@pytest.mark.parametrize("layer, shape", [
    (lambda: torch.nn.LayerNorm(560), (0, 560)), (lambda: torch.nn.LayerNorm((3, 512)), (2, 0, 3, 512)),
    (lambda: torch.nn.RMSNorm(1021), (0, 1021)), (lambda: torch.nn.GroupNorm(1, 7), (0, 7, 10, 8)),
    (lambda: torch.nn.GroupNorm(2, 4), (0, 4, 100, 100))], ids=["layer", "layer of two", "root mean square", "one group", "two groups"])
def test_norms_of_wide_examples_that_there_are_none_of(layer: Any, shape: tuple[int, ...]) -> None:
    norm, x = layer(), torch.zeros(shape, requires_grad=True)
    out = norm(x)
    out.sum().backward()
    assert out.shape == x.grad.shape == shape and not norm.weight.grad.any()


@pytest.mark.parametrize("name", ["softmax", "log_softmax"])
def test_softmax_of_many_equal_elements(name: str) -> None:
    """Rounding errors of equal numbers do not cancel: a sequential sum of so many would show in the fifth digit."""
    x = torch.full((200_001, 3), 0.3, requires_grad=True)
    out = getattr(x, name)(0)
    weights = torch.rand(3)
    out.backward((out.detach() if name == "softmax" else torch.ones_like(out)) * weights)
    wide = x.detach().double().requires_grad_()
    expected = getattr(wide, name)(0)
    expected.backward((expected.detach() if name == "softmax" else torch.ones_like(expected)) * weights.double())
    torch.testing.assert_close(out.double(), expected, rtol=1e-6, atol=0)
    assert x.grad is not None and wide.grad is not None
    torch.testing.assert_close(x.grad.double(), wide.grad, rtol=0, atol=1e-6 * weights.max().item() * (1e-5 if name == "softmax" else 1))
