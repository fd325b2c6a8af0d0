"""`torch.fft` against numpy's transforms, and its gradients by finite differences."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import gradcheck, gradgradcheck

RNG = np.random.default_rng(0)
REAL = RNG.normal(size=(3, 4))
COMPLEX = REAL + 1j * RNG.normal(size=(3, 4))
ONE = ("fft", "ifft", "rfft", "irfft", "hfft", "ihfft")
MANY = ("fft2", "ifft2", "rfft2", "irfft2", "fftn", "ifftn", "rfftn", "irfftn")
REAL_INPUT = ("rfft", "ihfft", "rfft2", "rfftn", "ihfftn", "ihfft2")


def sample(name: str) -> Any:
    return REAL if name in REAL_INPUT else COMPLEX


@pytest.mark.parametrize("norm", [None, "forward", "ortho"])
@pytest.mark.parametrize("name", ONE)
def test_one_dimension(name: str, norm: str | None) -> None:
    for n, dim in ((None, -1), (5, 0), (2, 1)):
        out = getattr(torch.fft, name)(torch.tensor(sample(name)), n, dim, norm)
        np.testing.assert_allclose(out.numpy(), getattr(np.fft, name)(sample(name), n, dim, norm), atol=1e-12)


@pytest.mark.parametrize("norm", [None, "forward", "ortho"])
@pytest.mark.parametrize("name", MANY)
def test_several_dimensions(name: str, norm: str | None) -> None:
    out = getattr(torch.fft, name)(torch.tensor(sample(name)), (4, 5), (0, 1), norm)
    np.testing.assert_allclose(out.numpy(), getattr(np.fft, name)(sample(name), (4, 5), (0, 1), norm), atol=1e-12)


@pytest.mark.parametrize("name", [*ONE, *MANY, "hfftn", "ihfftn"])
def test_gradients(name: str) -> None:
    x = torch.tensor(sample(name), requires_grad=True)
    function = getattr(torch.fft, name)
    assert gradcheck(function, (x,))
    assert gradgradcheck(function, (x,))


def test_real_input_of_a_complex_transform() -> None:
    x = torch.tensor(REAL, requires_grad=True)
    assert gradcheck(torch.fft.fft, (x,)) and gradcheck(torch.fft.ifft, (x,))
    assert torch.fft.fft(x).grad_fn.name() == "FftR2CBackward0" and torch.fft.fft(x + 0j).grad_fn.name() == "FftC2CBackward0"


@pytest.mark.parametrize("name", ["hfftn", "hfft2"])
def test_hermitian_round_trip(name: str) -> None:
    x = torch.tensor(REAL)
    half = getattr(torch.fft, "i" + name)(x)
    np.testing.assert_allclose(getattr(torch.fft, name)(half, s=(3, 4)).numpy(), REAL, atol=1e-12)


def test_single_precision_stays() -> None:
    x = torch.ones(4)
    assert torch.fft.fft(x).dtype is torch.complex64 and torch.fft.irfft(torch.fft.rfft(x)).dtype is torch.float32
    assert torch.fft.fft(torch.arange(4)).dtype is torch.complex64


def test_helpers() -> None:
    assert torch.fft.fftfreq(5).tolist() == pytest.approx([0.0, 0.2, 0.4, -0.4, -0.2])
    assert torch.fft.rfftfreq(4, 0.5).tolist() == [0.0, 0.5, 1.0]
    assert torch.fft.fftshift(torch.arange(5)).tolist() == [3, 4, 0, 1, 2]
    assert torch.fft.ifftshift(torch.fft.fftshift(torch.arange(7))).tolist() == list(range(7))
    assert torch.fft.fftshift(torch.arange(6).view(2, 3), dim=1).tolist() == [[2, 0, 1], [5, 3, 4]]


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: torch.fft.fft(torch.ones(3).half()), RuntimeError, "Unsupported dtype Half"),
    (lambda: torch.fft.fft(torch.ones(3), 0), RuntimeError, r"Invalid number of data points \(0\) specified"),
    (lambda: torch.fft.fft(torch.ones(3), norm="x"), RuntimeError, 'Invalid normalization mode: "x"'),
    (lambda: torch.fft.fftn(torch.ones(3, 3), dim=(0, 0)), RuntimeError, "FFT dims must be unique"),
    (lambda: torch.fft.fft(torch.ones(3), dim=4), IndexError, "Dimension out of range"),
    (lambda: torch.fft.rfft(torch.ones(3, dtype=torch.complex64)), RuntimeError, "expects a real input tensor, but got ComplexFloat"),
    (lambda: torch.fft.irfft(torch.ones(1)), RuntimeError, "Invalid number of data points"),
])
def test_refusals(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


def test_transformed_dimensions_lie_innermost() -> None:
    x = torch.zeros(2, 3, 4, 5)
    assert torch.fft.fft(x, dim=1).stride() == (60, 1, 15, 3)
    assert torch.fft.fftn(x, dim=(3, 0)).stride() == (5, 40, 10, 1)
    assert torch.fft.rfftn(x, dim=(3, 0)).stride() == (1, 40, 10, 2)
    assert torch.fft.irfftn(x, dim=(3, 0)).stride() == (1, 40, 10, 2)
    assert torch.fft.ihfftn(x, dim=(1, 2)).stride() == (45, 1, 3, 9)
    out = torch.empty(0, dtype=torch.complex64)
    assert torch.fft.fft(x, dim=1, out=out).stride() == (60, 20, 5, 1)  # an `out` that is resized becomes contiguous


def test_inverse_of_real_input_is_a_conjugated_view() -> None:
    x = torch.arange(4.0, requires_grad=True)
    y = torch.fft.ifft(x)
    assert y._is_view() and type(y.grad_fn).__name__ == "ConjBackward0"
    z = y * 1
    y.mul_(2)  # the base takes note of what is done to its view
    (g,) = torch.autograd.grad(y.real.sum() + z.real.sum(), x)
    torch.testing.assert_close(g, torch.tensor([3.0, 0.0, 0.0, 0.0]))


def test_dimensions_of_a_number() -> None:
    with pytest.raises(IndexError, match="Dimension specified as -1 but tensor has no dimensions"):
        torch.fft.rfft(torch.tensor(1.0))
    with pytest.raises(RuntimeError, match="Unsupported dtype Half"):
        torch.fft.fft(torch.zeros(4, dtype=torch.float16))
