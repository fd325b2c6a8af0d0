"""`stft` and `istft`: against the definition, as each other's inverse, gradients, and errors."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from tests.ops.derivatives import check

SIGNAL = np.random.default_rng(0).uniform(-1, 1, 30)


def _signal(**options: Any) -> Any:
    return torch.tensor(SIGNAL, **options)


def test_values_are_those_of_the_definition() -> None:
    window = torch.hann_window(6, dtype=torch.float64)
    found = torch.stft(_signal(), 8, 3, 6, window, center=False, return_complex=True).numpy()
    full = np.pad(window.numpy(), 1)
    expected = np.stack([np.fft.rfft(SIGNAL[start:start + 8] * full) for start in range(0, 23, 3)], -1)
    np.testing.assert_allclose(found, expected, atol=1e-12)


@pytest.mark.parametrize("onesided", [True, False])
@pytest.mark.parametrize("normalized", [True, False])
@pytest.mark.parametrize("shape", [(30,), (2, 15)])
def test_istft_inverts(shape: tuple[int, ...], normalized: bool, onesided: bool) -> None:
    signal = _signal().reshape(*shape)
    window = torch.hamming_window(8, dtype=torch.float64)
    spectrum = torch.stft(signal, 8, 2, window=window, normalized=normalized, onesided=onesided, return_complex=True)
    back = torch.istft(spectrum, 8, 2, window=window, normalized=normalized, onesided=onesided, length=shape[-1])
    np.testing.assert_allclose(back.numpy(), signal.numpy(), atol=1e-12)


def test_complex_signals_keep_all_frequencies() -> None:
    signal = torch.complex(_signal(), _signal().flip(0))
    spectrum = torch.stft(signal, 8)
    assert spectrum.shape == (8, 16)
    np.testing.assert_allclose(torch.istft(spectrum, 8, return_complex=True, length=30).numpy(), signal.numpy(), atol=1e-12)


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular", "constant"])
def test_derivatives(mode: str) -> None:
    rng = np.random.default_rng(1)
    check(lambda x: (torch.stft(x, 8, 4, pad_mode=mode, return_complex=True),), [_signal(requires_grad=True)], rng)
    spectrum = torch.stft(_signal(), 8, 4, return_complex=True).detach().requires_grad_()
    check(lambda s: (torch.istft(s, 8, 4),), [spectrum], rng)


@pytest.mark.parametrize(("call", "phrase"), [
    (lambda x: torch.stft(x, 8), "stft requires the return_complex parameter be given for real inputs"),
    (lambda x: torch.stft(x, 80, return_complex=True), "Padding size should be less than"),
    (lambda x: torch.stft(x, 80, center=False, return_complex=True), "expected 0 < n_fft < 30"),
    (lambda x: torch.stft(x, 8, 0, return_complex=True), "expected hop_length > 0"),
    (lambda x: torch.istft(x, 8), "istft requires a complex-valued input"),
    (lambda x: torch.istft(torch.stft(x, 8, return_complex=True), 8, window=torch.zeros(8)), "window overlap add min"),
])
def test_refusals(call: Any, phrase: str) -> None:
    with pytest.raises(RuntimeError, match=phrase):
        call(_signal())


def test_stft_is_no_view_and_swaps_its_dimensions_in_place() -> None:
    x = torch.arange(10.0, requires_grad=True)
    y = torch.stft(x, 4, window=torch.ones(4), return_complex=True)
    assert not y._is_view() and type(y.grad_fn).__name__ == "SqueezeBackward4" and y.stride() == (1, 3)
    with pytest.raises(RuntimeError, match="MKL FFT doesn't support tensors of type: Half"):
        torch.stft(x.detach().half(), 4, return_complex=True)


def test_squeezing_in_place_moves_the_tangent_along() -> None:
    with torch.autograd.forward_ad.dual_level():
        x = torch.autograd.forward_ad.make_dual(torch.zeros(1, 2, 3), torch.ones(1, 2, 3)) * 2
        x.squeeze_(0).transpose_(0, 1)
        assert torch.autograd.forward_ad.unpack_dual(x).tangent.shape == x.shape == (3, 2)
