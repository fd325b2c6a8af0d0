"""`torch.masked` and `torch.signal.windows`: values, errors and gradients, as in PyTorch."""
from __future__ import annotations

import math
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import masked
from minitorch_compat.signal import windows

X = torch.arange(6.0).reshape(2, 3)
INTEGERS = X.long()
MASK = torch.tensor([True, False, True])
NONE = torch.tensor([False, False, False])


@pytest.mark.parametrize(("found", "expected"), [
    (lambda: masked.sum(X, 1, mask=MASK), [2.0, 8.0]),
    (lambda: masked.sum(X, mask=MASK, keepdim=True), [[10.0]]),
    (lambda: masked.sum(X, (), mask=MASK.int()), 10.0),
    (lambda: masked.prod(X, 0, mask=torch.tensor([[True], [False]])), [0.0, 1.0, 2.0]),
    (lambda: masked.mean(X, 1, mask=MASK), [1.0, 4.0]),
    (lambda: masked.median(INTEGERS, 1, mask=MASK), [0, 3]),
    (lambda: masked.median(X, 1, mask=MASK), [0.0, 3.0]),
    (lambda: masked.amin(INTEGERS, 1, mask=MASK), [0, 3]),
    (lambda: masked.argmax(X, None, mask=MASK, keepdim=True), [[5.0]]),
    (lambda: masked.cumsum(X, 1, mask=MASK), [[0.0, 0.0, 2.0], [3.0, 3.0, 8.0]]),
    (lambda: masked.cumprod(X, 1, mask=MASK), [[0.0, 0.0, 0.0], [3.0, 3.0, 15.0]]),
    (lambda: masked.norm(X, -2, 1, mask=MASK), [0.0, 3 / math.sqrt(1 + 9 / 25)]),
    (lambda: masked.norm(X, 0, 1, mask=MASK), [1.0, 2.0]),
    (lambda: masked.var(X, 1, mask=MASK), [2.0, 2.0]),
    (lambda: masked.std(X, 1, unbiased=False, mask=MASK), [1.0, 1.0]),
    (lambda: masked.logsumexp(INTEGERS, 1, mask=MASK), [2, 5]),
])
def test_values(found: Any, expected: Any) -> None:
    assert torch.allclose(found().double(), torch.tensor(expected, dtype=torch.float64), atol=1e-6)


def test_rows_without_elements() -> None:
    assert masked.sum(X, 1, mask=NONE).tolist() == [0.0, 0.0]
    assert masked.amax(X, 1, mask=NONE).tolist() == [-math.inf, -math.inf]
    assert masked.mean(X, 1, mask=NONE).isnan().all() and masked.var(X, 1, mask=NONE).isnan().all()
    assert masked.softmax(X, 1, mask=NONE).isnan().all()


def test_normalisations_leave_out_what_the_mask_does() -> None:
    kept = torch.tensor([[0.0, 2.0], [3.0, 5.0]])
    assert masked.softmax(X, 1, mask=MASK)[:, 1].tolist() == [0.0, 0.0]
    assert torch.equal(masked.softmax(X, 1, mask=MASK)[:, ::2], torch.softmax(kept, 1))
    assert masked.log_softmax(X, 1, mask=MASK)[:, 1].tolist() == [-math.inf, -math.inf]
    assert torch.allclose(masked.normalize(X, 2.0, 1, mask=MASK)[:, ::2], torch.nn.functional.normalize(kept))


def test_gradients_reach_admitted_elements_only() -> None:
    x = X.clone().requires_grad_()
    masked.var(x, mask=MASK).backward()
    assert x.grad[:, 1].tolist() == [0.0, 0.0] and x.grad[0, 0] != 0


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda: masked.sum(X, (0, 0)), RuntimeError, "dim=0 appears multiple times in the list of dims"),
    (lambda: masked.sum(X, 2), IndexError, r"Dimension out of range \(expected to be in range of \[-2, 1\], but got 2\)"),
    (lambda: masked.sum(X, 1, mask=MASK.reshape(1, 1, 3)), IndexError, "_input_mask expected broadcastable mask"),
    (lambda: masked.mean(INTEGERS, 1), ValueError, r"mean\(\): Could not infer output dtype. .* Got: torch.int64"),
    (lambda: masked.median(INTEGERS, 1, mask=NONE), ValueError, "median expects no fully masked out rows if dtype is not floating point"),
    (lambda: masked.amax(X > 1, 1, mask=MASK), NotImplementedError, "identity of amax on torch.bool input"),
    (lambda: masked.var(X, 1, True, correction=1), AssertionError, "Only one of unbiased and correction may be given"),
    (lambda: windows.hann(-1), ValueError, "general_cosine requires non-negative window length, got M=-1"),
    (lambda: windows.kaiser(3, dtype=torch.float16), ValueError, "kaiser expects float32 or float64 dtypes, got: torch.float16"),
    (lambda: windows.gaussian(3, std=-1), ValueError, "Standard deviation must be positive, got: -1 instead."),
    (lambda: windows.exponential(3, center=1), ValueError, "Center must be None for symmetric windows"),
    (lambda: windows.general_cosine(3, a=[]), ValueError, "Coefficients cannot be empty"),
])
def test_refusals(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize(("window", "symmetric", "periodic"), [  # PyTorch's values
    (windows.bartlett, [0.0, 0.5, 1.0, 0.5, 0.0], [0.0, 0.4, 0.8, 0.8, 0.4]),
    (windows.gaussian, [0.13533528323661276, 0.6065306597126335, 1.0, 0.6065306597126335, 0.13533528323661276],
     [0.043936933623407434, 0.3246524673583498, 0.8824969025845955, 0.8824969025845955, 0.3246524673583498]),
    (windows.cosine, [0.3090169943749474, 0.8090169943749475, 1.0, 0.8090169943749475, 0.3090169943749474],
     [0.25881904510252074, 0.7071067811865475, 0.9659258262890683, 0.9659258262890683, 0.7071067811865476]),
    (windows.nuttall, [0.0003628000000000381, 0.2269824, 1.0, 0.2269824, 0.0003628000000000381],
     [0.0003628000000000381, 0.11051525304987178, 0.7982580969501282, 0.7982580969501283, 0.11051525304987185]),
])
def test_windows(window: Any, symmetric: list[float], periodic: list[float]) -> None:
    for sym, expected in ((True, symmetric), (False, periodic)):
        assert torch.allclose(window(5, sym=sym, dtype=torch.float64), torch.tensor(expected, dtype=torch.float64), atol=1e-15)
    assert window(1).tolist() == [1.0] and window(0).shape == (0,)


def test_masked_out_elements_become_the_identity() -> None:
    from minitorch_compat.masked import _combine_input_and_mask

    x, mask = torch.tensor([1.0, 2.0]), torch.tensor([True, False])
    inf = float("inf")
    for name, identity in (("sum", 0), ("prod", 1), ("amax", -inf), ("argmin", inf), ("logsumexp", -inf), ("cumprod", 1)):
        assert _combine_input_and_mask(getattr(masked, name), x, mask).tolist() == [1, identity]
    assert _combine_input_and_mask(masked.norm, x, mask, -inf).tolist() == [1, inf]
    assert _combine_input_and_mask(masked.sum, x, None) is x
    with pytest.raises(NotImplementedError, match="identity of softmax"):
        _combine_input_and_mask(masked.softmax, x, mask)
