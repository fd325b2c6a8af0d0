"""Complex tensors: parts as views, and their gradients."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import gradcheck, gradgradcheck


def z(*values: complex) -> torch.Tensor:
    return torch.tensor(values, dtype=torch.complex128, requires_grad=True)


def test_parts_are_views() -> None:
    x = torch.tensor([1 + 2j, 3 - 4j])
    assert x.real.tolist() == [1.0, 3.0] and x.imag.tolist() == [2.0, -4.0]
    assert x.real.stride() == (2,) and x.imag.storage_offset() == 1 and x.real._base is x
    x.real = torch.tensor([5.0, 6.0])
    x.imag = 7
    assert x.tolist() == [5 + 7j, 6 + 7j]
    assert torch.view_as_complex(torch.view_as_real(x)).tolist() == x.tolist()


@pytest.mark.parametrize("function", [
    torch.real, torch.imag, torch.view_as_real, torch.angle, torch.abs, torch.conj, lambda x: torch.view_as_complex(torch.view_as_real(x)),
], ids=["real", "imag", "view_as_real", "angle", "abs", "conj", "round_trip"])
def test_gradients(function: object) -> None:
    x = z(1 + 2j, -3 + 0.5j, 0.7 - 1j)
    assert gradcheck(function, (x,))
    assert gradgradcheck(function, (x,))


def test_gradients_of_making() -> None:
    a, b = (torch.tensor(v, dtype=torch.float64, requires_grad=True) for v in ([1.0, 2.0], [0.5, 3.0]))
    for function in (torch.complex, torch.polar):
        assert gradcheck(function, (a, b))
        assert gradgradcheck(function, (a, b))


def test_gradient_of_polar_is_made_of_its_result() -> None:
    """So it points the other way where the absolute value is negative, and is 0 where that is."""
    a = torch.tensor([0.0, -1.0, 1.0], requires_grad=True)
    found, = torch.autograd.grad(torch.polar(a, torch.zeros(3)).real.sum(), a)
    assert found.tolist() == [0.0, -1.0, 1.0]


@pytest.mark.parametrize(("make", "words"), [
    (lambda: torch.complex(torch.ones(1), torch.ones(1, dtype=torch.float64)), "Expected object of scalar type Float"),
    (lambda: torch.complex(torch.ones(1, dtype=torch.int64), torch.ones(1, dtype=torch.int64)), "Expected both inputs to be Half"),
    (lambda: torch.view_as_real(torch.ones(1)), "only supported for complex tensors"),
    (lambda: torch.view_as_complex(torch.ones(3)), "last dimension of size 2"),
    (lambda: torch.view_as_complex(torch.ones(2, 2).t()), "last dimension with stride 1"),
    (lambda: torch.ones(1).imag, "imag is not implemented"),
])
def test_refusals(make: object, words: str) -> None:
    with pytest.raises(RuntimeError, match=words):
        make()  # type: ignore[operator]


def test_predicates() -> None:
    x = torch.tensor([1 + 1j, 2 + 0j])
    assert torch.isreal(x).tolist() == [False, True]
    assert torch.angle(torch.tensor([1.0, -1.0])).tolist() == pytest.approx([0.0, 3.1415927])
    assert torch.resolve_conj(x.conj()).tolist() == [1 - 1j, 2 - 0j]
