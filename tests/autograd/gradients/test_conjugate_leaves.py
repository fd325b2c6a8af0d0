"""Leaves that are conjugated or negated lazily: their gradients are those of ordinary leaves with the same values."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

F = torch.nn.functional

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "abs": lambda x: x.abs(), "angle": lambda x: x.angle(), "exp": lambda x: x.exp(), "div": lambda x: x / (x + 1),
    "tanh": lambda x: x.tanh(), "rsqrt": lambda x: x.rsqrt(), "pow": lambda x: x ** 3, "sgn": lambda x: x.sgn(),
    "lerp": lambda x: torch.lerp(x, x * 2, 0.3),
    "addcmul": lambda x: torch.addcmul(x, x, x), "real": lambda x: x.real if x.is_complex() else x, "conj": lambda x: x.conj() * x,
    "in place": lambda x: (x * 1).mul_(x), "sum": lambda x: x.sum(0), "prod": lambda x: x.prod(0), "cumsum": lambda x: x.cumsum(0),
    "cumprod": lambda x: x.cumprod(0), "norm": lambda x: x.norm(), "var": lambda x: x.var(0), "reshape": lambda x: x.reshape(-1),
    "select": lambda x: x[0], "rows": lambda x: x[[0, 1, 0]], "mask": lambda x: x[x.abs() > 1], "cat": lambda x: torch.cat([x, x]),
    "stack": lambda x: torch.stack([x, x]), "expand": lambda x: x[:1].expand(3, 2), "pad": lambda x: F.pad(x, (1, 1)),
    "roll": lambda x: x.roll(1), "tril": lambda x: x.tril(), "mm": lambda x: x @ x.T, "bmm": lambda x: torch.bmm(x[None], x[None]),
    "addmm": lambda x: torch.addmm(x, x, x), "einsum": lambda x: torch.einsum("ij,jk->ik", x, x),
    "linear": lambda x: F.linear(x, x), "dot": lambda x: torch.dot(x[0], x[1]),
    "vdot": lambda x: torch.vdot(x[0], x[1]), "kron": lambda x: torch.kron(x, x), "inv": torch.linalg.inv, "det": torch.linalg.det,
    "solve": lambda x: torch.linalg.solve(x, x + 1), "svdvals": torch.linalg.svdvals, "fft": torch.fft.fft,
}
LEAVES: dict[str, Callable[[Any], Any]] = {
    "conjugated": lambda z: z.conj(), "negated": torch._neg_view, "an imaginary part": lambda z: z.conj().imag,
    "conjugated and turned": lambda z: z.mT.conj()}


def gradients(function: Callable[[Any], Any], leaf: Any) -> list[Any]:
    """Those of two backwards into `.grad`, then of the gradient's norm."""
    for _ in range(2):
        function(leaf).abs().square().sum().backward()
    accumulated = leaf.grad.clone()
    leaf.grad = None
    gradient, = torch.autograd.grad(function(leaf).abs().square().sum(), leaf, create_graph=True)
    if gradient.requires_grad:  # that of `sgn` of real numbers does not
        gradient.abs().square().sum().backward()
    return [accumulated, gradient.detach(), leaf.grad]


@pytest.mark.parametrize("kind", LEAVES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(name: str, kind: str) -> None:
    z = torch.tensor([[1 + 2j, 3 - 1j], [0.5j, 2 + 0.25j]], dtype=torch.complex128)
    leaf = LEAVES[kind](z)
    assert leaf.is_conj() or leaf.is_neg()
    held = leaf.resolve_conj().resolve_neg().clone()
    expected = gradients(FUNCTIONS[name], held.requires_grad_())
    for found, wanted in zip(gradients(FUNCTIONS[name], leaf.requires_grad_()), expected, strict=True):
        torch.testing.assert_close(found, wanted, equal_nan=True)
