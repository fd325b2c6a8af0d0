"""Convolution by one product per output row agrees with the definition, for any grouping of images and rows."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.nn import conv as kernels
from minitorch_compat._array.nn import patches
from minitorch_compat._array.nn.conv import conv, conv_input_gradient, conv_weight_gradient, convolution
from minitorch_compat._array.nn.patches import Plan

#: Shapes of images and kernels, stride, padding, dilation, and of how many images a row is computed at once, in how many parts.
CASES = [
    ((5, 16, 9, 33), (16, 16, 3, 3), (1, 1), (1, 1), (1, 1), (5, 1)),
    ((33, 16, 9, 33), (16, 16, 3, 3), (1, 1), (1, 1), (1, 1), (11, 1)),
    ((3, 32, 7, 64), (64, 32, 3, 3), (1, 1), (1, 1), (1, 1), (1, 2)),
    ((3, 32, 7, 61), (64, 32, 3, 3), (1, 1), (1, 1), (1, 1), (1, 1)),
    ((7, 16, 12, 12), (32, 16, 5, 5), (1, 1), (2, 2), (1, 1), (4, 1)),
    ((7, 16, 17, 30), (32, 16, 5, 3), (2, 1), (0, 3), (1, 2), (4, 1)),
    ((9, 16, 17, 70), (32, 16, 1, 5), (3, 2), (1, 2), (1, 1), (9, 1)),
    ((7, 16, 17, 30), (32, 16, 5, 3), (1, 1), (0, 0), (2, 1), (0, 0)),
    ((7, 64, 8, 8), (64, 64, 3, 3), (1, 1), (1, 1), (1, 1), (0, 0)),
    ((41, 16, 8, 8), (32, 16, 3, 3), (1, 1), (1, 1), (1, 1), (21, 1)),  # with the batch innermost, as those that follow
    ((9, 16, 5, 11), (32, 16, 3, 3), (2, 2), (2, 0), (1, 2), (9, 1)),
    ((6, 32, 7, 3), (32, 32, 5, 5), (1, 1), (2, 2), (1, 1), (0, 0)),
    ((30, 32, 7, 3), (32, 32, 3, 3), (1, 1), (1, 1), (1, 1), (30, 1)),
    ((30, 32, 7, 2), (32, 32, 3, 3), (1, 1), (1, 1), (1, 1), (0, 0)),
]


def sum_of_shifts(x: np.ndarray, w: np.ndarray, stride: tuple[int, int], padding: tuple[int, int], dilation: tuple[int, int]) -> np.ndarray:
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])
    tall, wide = ((n - d * (k - 1) - 1) // s + 1 for n, k, s, d in zip(padded.shape[2:], w.shape[2:], stride, dilation, strict=True))
    out = np.zeros((len(x), len(w), tall, wide))
    for i in range(w.shape[2]):
        for j in range(w.shape[3]):
            top, left = i * dilation[0], j * dilation[1]
            part = padded[:, :, top:top + (tall - 1) * stride[0] + 1:stride[0], left:left + (wide - 1) * stride[1] + 1:stride[1]]
            out += np.einsum("oc,nchw->nohw", w[:, :, i, j], part)
    return out


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("x_shape", "w_shape", "stride", "padding", "dilation", "together"), CASES)
def test_by_rows(x_shape: tuple[int, ...], w_shape: tuple[int, ...], stride: tuple[int, int], padding: tuple[int, int],
                 dilation: tuple[int, int], together: tuple[int, int], threads: int) -> None:
    generator = np.random.default_rng(1)
    x, w, bias = (generator.standard_normal(shape) for shape in (x_shape, w_shape, w_shape[:1]))
    assert Plan(x_shape, w_shape, stride, padding, dilation, 1, 8).rows_together == together
    expected = sum_of_shifts(x, w, stride, padding, dilation)
    set_threads(threads)
    try:
        for _ in range(2):  # the second time in buffers that have been used
            np.testing.assert_allclose(conv(x, w, stride, padding, dilation, 1), expected, atol=1e-11)
        np.testing.assert_allclose(convolution(x, w, bias, stride, padding, dilation, 1), expected + bias[:, None, None], atol=1e-11)
        single = convolution(*(v.astype(np.float32) for v in (x, w, bias)), stride, padding, dilation, 1)
        assert single.dtype == np.float32 and single.flags.c_contiguous
        np.testing.assert_allclose(single, expected + bias[:, None, None], atol=2e-4)
        turned = np.ascontiguousarray(x.transpose(0, 2, 3, 1)).transpose(0, 3, 1, 2)
        np.testing.assert_allclose(conv(turned, w, stride, padding, dilation, 1), expected, atol=1e-11)
        y = generator.standard_normal(expected.shape)
        given = np.sum(expected * y)
        np.testing.assert_allclose(np.sum(conv_input_gradient(y, w, x_shape[2:], stride, padding, dilation, 1) * x), given, rtol=1e-10)
        np.testing.assert_allclose(np.sum(conv_weight_gradient(y, x, w_shape[2:], stride, padding, dilation, 1) * w), given, rtol=1e-10)
    finally:
        set_threads(1)


def test_what_is_not_finite_stays_in_its_patches() -> None:
    x, w = np.zeros((3, 16, 9, 33)), np.ones((16, 16, 3, 3))
    x[1, 2, 4, 5] = np.nan
    y = conv(x, w, (1, 1), (1, 1), (1, 1), 1)
    expected = np.zeros(y.shape, bool)
    expected[1, :, 3:6, 4:7] = True
    np.testing.assert_array_equal(np.isnan(y), expected)


def test_of_no_images() -> None:
    assert conv(np.zeros((0, 16, 9, 33)), np.ones((16, 16, 3, 3)), (1, 1), (1, 1), (1, 1), 1).shape == (0, 16, 9, 33)


@pytest.mark.parametrize(("outputs", "channels"), [(3, 40), (40, 3)])
@pytest.mark.parametrize("n", [1, 5])
def test_gradient_of_weights(outputs: int, channels: int, n: int) -> None:
    """The matrix with more rows comes first, whichever it is."""
    generator = np.random.default_rng(2)
    x, y = generator.standard_normal((n, channels, 6, 7)), generator.standard_normal((n, outputs, 6, 7))
    padded = np.pad(x, [(0, 0), (0, 0), (1, 1), (1, 1)])
    expected = np.stack([[np.einsum("nohw,nchw->oc", y, padded[:, :, i:i + 6, j:j + 7]) for j in range(3)] for i in range(3)])
    np.testing.assert_allclose(conv_weight_gradient(y, x, (3, 3), (1, 1), (1, 1), (1, 1), 1), expected.transpose(2, 3, 0, 1), atol=1e-12)


def set_threads(count: int) -> None:
    from minitorch_compat._array.core.execution import threads

    threads.set_threads(count)


def test_buffers_are_kept_for_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    store = patches._BufferStore(patches.BUFFER_STORE_BYTES)
    monkeypatch.setattr(patches, "_STORE", store)
    x, w = np.ones((2, 16, 9, 33)), np.ones((16, 16, 3, 3))
    first = kernels.conv(x, w, (1, 1), (1, 1), (1, 1), 1)
    (space,), = store.spaces.values()
    second = kernels.conv(x, w, (1, 1), (1, 1), (1, 1), 1)
    assert next(iter(store.spaces.values()))[0] is space and store.nbytes == space.nbytes
    np.testing.assert_array_equal(first, second)
    assert not np.may_share_memory(first, second)
