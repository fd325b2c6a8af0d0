"""Histories of complex views of real memory, and vice versa, after the base was changed in place: PyTorch's nodes and gradients."""
from __future__ import annotations

import minitorch_compat as torch


def _names(t: torch.Tensor) -> list[str]:
    return [type(t.grad_fn).__name__, *[type(node).__name__ for node, _ in t.grad_fn.next_functions]]


def test_complex_views_of_a_changed_base() -> None:
    x = torch.arange(8.0).reshape(4, 2).requires_grad_()
    base = x * 1
    view = torch.view_as_complex(base)
    part, real = view[1:], torch.view_as_real(view)
    base.mul_(2)
    assert _names(view) == ["ViewAsComplexBackward0", "MulBackward0"] and _names(part) == ["AsStridedBackward0", "ViewAsComplexBackward0"]
    assert _names(real)[0] == "ViewAsRealBackward0"
    (found,) = torch.autograd.grad((view * (1 + 2j)).abs().sum() + part.real.sum(), x)
    wanted = torch.tensor([[0.0, 4.4721], [4.4807, 3.7210], [4.7937, 3.4922], [4.9104, 3.3955]])
    assert torch.allclose(found, wanted, atol=1e-4)


def test_real_views_of_a_changed_complex_base() -> None:
    y = torch.ones(3, 2, requires_grad=True)
    base = torch.view_as_complex(y * 1)
    conjugate, imaginary = base.conj(), base.imag
    base.mul_(2j)
    assert _names(conjugate)[0] == "ConjBackward0" and _names(imaginary) == ["AsStridedBackward0", "ViewAsRealBackward0"]
    assert torch.autograd.grad(imaginary.sum() + conjugate.real.sum(), y)[0].tolist() == [[2.0, -2.0]] * 3
