"""Elementwise functions that compute large inputs in pieces: the same values for other strides, which the result keeps."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from tests.ops.rounding import TWICE

NAMES = ("airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "digamma", "entr", "erf", "erfc", "erfcx", "erfinv",
         "exp2", "expm1", "gammaln", "i0", "i0e", "i1", "i1e", "log1p", "log_ndtr", "logit", "modified_bessel_i0",
         "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1", "ndtr", "ndtri", "psi", "round",
         "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "sinc", "spherical_bessel_j0")
WIDTH, HEIGHT = 130, 140  # more than two pieces of 8192


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
@pytest.mark.parametrize("name", NAMES)
def test_layouts(name: str, dtype: Any) -> None:
    function = getattr(torch.special, name)
    x = torch.linspace(0.01, 0.99, WIDTH * HEIGHT, dtype=dtype).reshape(WIDTH, HEIGHT)
    expected = function(x)
    turned = x.mT.contiguous().mT
    spread = torch.stack([x, x * 0.5], -1)[..., 0]
    for other, strides in ((turned, turned.stride()), (spread, (HEIGHT, 1)), (x[:1].expand(WIDTH, HEIGHT), None)):
        found = function(other)
        assert_same(found, expected if strides is not None else expected[:1].expand(WIDTH, HEIGHT))
        assert strides is None or found.stride() == strides
    assert_same(function(x[:3].clone()), expected[:3])


def assert_same(found: torch.Tensor, expected: torch.Tensor) -> None:
    """Bit for bit, where the last bits do not depend on the alignment."""
    tolerance = 1e-13 if TWICE and found.dtype == torch.float64 else 0
    torch.testing.assert_close(found, expected, rtol=tolerance, atol=0)


@pytest.mark.parametrize("name", ["polygamma", "mvlgamma", "isposinf", "isneginf"])
def test_layouts_of_few(name: str) -> None:
    """Where the operation is one of elements in PyTorch, the dimensions keep their order."""
    x = torch.arange(2.0, 14).reshape(3, 4).mT
    calls = {"polygamma": lambda n: torch.polygamma(n, x), "mvlgamma": lambda n: torch.mvlgamma(x, n + 1)}
    results = [calls[name](n) for n in range(3)] if name in calls else [getattr(torch, name)(t) for t in (x, x.long())]
    assert {r.stride() for r in results} == {(3, 1) if name == "mvlgamma" else (1, 4)}
    assert all(r.shape == x.shape for r in results)
