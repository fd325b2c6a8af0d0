"""Evenly spaced numbers have PyTorch's bits: where sampling and binning meet a kink, one bit decides."""
from __future__ import annotations

import hashlib

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

LINES = ((-1, 1), (-3.3, 7.7), (5, -2), (1e-3, 9.7))
STEPS = ((-1, 0.37), (0, 0.1), (-3.3, 0.77), (5, -0.2), (0.0, 1.0))
#: dtype, digest of the bytes of all `linspace`, of all `arange` below; made by the same code on PyTorch 2.13.0 (x86-64).
DIGESTS = [
    ("float16", "9fc701f1bf56a7f5", "dd8bd457f3718e66"),
    ("float32", "61fc5222f2d9b74e", "6778e105ea2dc638"),
    ("float64", "410e44372a27c08f", "6b6b08296c85065d"),
]


def digest(t: torch.Tensor) -> str:
    return hashlib.sha256(t.numpy().tobytes()).hexdigest()[:16]


@pytest.mark.parametrize(("dtype", "linspaces", "aranges"), DIGESTS)
def test_bits(dtype: str, linspaces: str, aranges: str) -> None:
    kind = getattr(torch, dtype)
    lines = [torch.linspace(a, b, n, dtype=kind) for a, b in LINES for n in (1, 2, 7, 28, 33, 100, 301)]
    counts = [torch.arange(a, a + (n - 0.5) * s, s, dtype=kind) for a, s in STEPS for n in (1, 7, 15, 16, 33, 100, 130)]
    assert digest(torch.cat(lines)) == linspaces
    assert digest(torch.cat(counts)) == aranges


def test_the_middle_of_an_odd_line_is_rounded_once() -> None:
    assert torch.linspace(-1, 1, 7)[3].item() == -2.9802322387695312e-08


def test_integers_are_cut_off() -> None:
    assert torch.linspace(-2.7, 3.9, 7, dtype=torch.int16).tolist() == [-2, -1, 0, 0, 1, 2, 3]
    assert torch.logspace(1, 3, 3, dtype=torch.int64).tolist() == [10, 100, 1000]


@pytest.mark.parametrize(("n", "first"), [(5, [62.5, 187.5]), (7, [171.5, 514.5])])
def test_an_identity_map_takes_the_cells_that_pytorch_takes(n: int, first: list[float]) -> None:
    """Every point of the grid lies on a kink: which neighbour its slope belongs to is PyTorch's choice."""
    grid = F.affine_grid(torch.tensor([[[1.0, 0, 0], [0, 1, 0]]]), (1, 1, n, n), align_corners=False).requires_grad_()
    image = torch.arange(n * n, dtype=torch.float32).view(1, 1, n, n) ** 2
    F.grid_sample(image, grid, align_corners=False).sum().backward()
    assert [round(v, 1) for v in grid.grad[0, 1, 0].tolist()] == first
