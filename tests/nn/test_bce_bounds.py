"""The bounds that keep derivatives of `binary_cross_entropy` finite: PyTorch's numbers."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import functional as F


@pytest.mark.parametrize(("p", "target", "first", "second", "mixed"), [
    (0.3, 0.0, 1.4285714285714286, 2.0408163265111767, -4.761904761904762), (0.0, 1.0, -1000000003995.8029, 9.999999999979999e+23, -1e12),
    (1e-13, 0.0, 0.10000000039958029, 0.008264462809902482, -1e12), (1.0, 1.0, 0.0, 0.0, -1e12),
    (0.99999999, 0.4, 59999999.29851444, 5998800119684981.0, -100000000.4975241)])
def test_bounds(p: float, target: float, first: float, second: float, mixed: float) -> None:
    x, y = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in (p, target))
    slope, = torch.autograd.grad(F.binary_cross_entropy(x, y), x, create_graph=True)
    assert slope.item() == pytest.approx(first, rel=1e-14)
    assert [g.item() for g in torch.autograd.grad(slope, (x, y))] == pytest.approx([second, mixed], rel=1e-13)
