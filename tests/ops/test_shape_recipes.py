"""einsum, tensordot and padded transforms on arrays, whose steps depend on shapes, against the ops that they replace."""
from __future__ import annotations

import random

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.nn import conv
from minitorch_compat._array.nn.patches import SMALL_SIZE, Geometry
from minitorch_compat._ops.families.linalg import einsum
from minitorch_compat._ops.namespace import ARRAYS

RNG = np.random.default_rng(3)


def _operand(shape: list[int], draw: random.Random) -> np.ndarray:
    """An array of this shape, often with its dimensions in another order in memory."""
    order = list(range(len(shape)))
    draw.shuffle(order)
    stored = RNG.standard_normal([shape[d] for d in order]).astype(np.float32)
    return stored.transpose(np.argsort(order)) if draw.random() < 0.5 else RNG.standard_normal(shape).astype(np.float32)


def _outcome(function, *args):
    try:
        found = function(ARRAYS, *args)
    except Exception as error:
        return str(error)
    return found.tolist(), found.shape, found.strides, found.base is None


def test_einsum(monkeypatch):
    draw, by_recipe = random.Random(1), 0
    for _ in range(600):
        sizes = {c: draw.choice([1, 2, 3, 4]) for c in "ijklm"}
        terms = [draw.sample("ijklm", draw.randint(0, 4)) for _ in range(2)]
        known = sorted({*terms[0], *terms[1]})
        out = "->" + "".join(draw.sample(known, draw.randint(0, len(known)))) if draw.random() < 0.5 else ""
        equation = f"{''.join(terms[0])},{''.join(terms[1])}{out}"
        operands = [_operand([sizes[c] if draw.random() < 0.9 else 1 for c in term], draw) for term in terms]
        found = _outcome(einsum._einsum, operands, equation)
        by_recipe += einsum._make_plan(equation, operands[0].shape, operands[1].shape) is not None
        with monkeypatch.context() as patch:
            patch.setattr(einsum, "_make_plan", lambda *args: None)
            assert _outcome(einsum._einsum, operands, equation) == found, (equation, [o.shape for o in operands])
    assert by_recipe > 100


def test_tensordot(monkeypatch):
    draw, planned = random.Random(2), 0
    for _ in range(600):
        first = [draw.choice([1, 2, 3]) for _ in range(draw.randint(0, 4))]
        left = draw.sample(range(len(first)), draw.randint(0, len(first)))
        second = [first[d] if draw.random() < 0.95 else 1 for d in left] + [draw.choice([1, 2, 3]) for _ in range(draw.randint(0, 2))]
        right = list(range(len(left)))
        arguments = (_operand(first, draw), _operand(second, draw), tuple(left), tuple(right))
        found = _outcome(lambda xp, *args: np.asarray(einsum._tensordot(xp, *args)), *arguments)
        planned += einsum._make_tensordot_plan(tuple(first), tuple(second), tuple(left), tuple(right)) is not None
        with monkeypatch.context() as patch:
            patch.setattr(einsum, "_make_tensordot_plan", lambda *args: None)
            assert _outcome(lambda xp, *args: np.asarray(einsum._tensordot(xp, *args)), *arguments) == found
    assert planned > 30


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64"])
@pytest.mark.parametrize("size", [(3, 10), (9, 10), (5, 4), (-1, 12)])
def test_transforms_that_grow(dtype, size):
    x = torch.randn(2, 5, 7, dtype=getattr(torch, dtype))
    with torch.enable_grad():
        recorded = torch.fft.fft2(x.clone().requires_grad_(), s=size)
    bare = torch.fft.fft2(x, s=size)
    assert bare.tolist() == recorded.tolist()
    assert bare.stride() == recorded.stride()
    assert torch.fft.fft2(x.conj(), s=size).dtype == bare.dtype


@pytest.mark.parametrize(("n", "stride", "padding", "dilation"), [(1, 1, 0, 1), (3, 2, 1, 1), (1, 1, 2, 2), (2, 3, 0, 2)])
def test_convolutions_of_few(monkeypatch, n, stride, padding, dilation):
    """By one gather, and by way of a workspace."""
    x, w, bias = RNG.standard_normal((n, 2, 7, 6)), RNG.standard_normal((3, 2, 2, 3)), RNG.standard_normal(3)
    window = ((stride, stride), (padding, padding), (dilation, dilation), 1)
    few = conv._conv(x, w, bias, *window)
    y = RNG.standard_normal(few.shape)
    back = conv.conv_input_gradient(y, w, x.shape[2:], *window)
    assert Geometry((2, 3), *window[:3]).out(x.shape[2:]) == few.shape[2:]
    assert x.size * 6 <= SMALL_SIZE
    for name in ("_small_patch_indices", "_small_col2im_indices"):
        monkeypatch.setattr(conv, name, lambda plan: None)
    np.testing.assert_allclose(few, conv._conv(x, w, bias, *window), 1e-12)
    np.testing.assert_allclose(back, conv.conv_input_gradient(y, w, x.shape[2:], *window), 1e-12, 1e-12)
